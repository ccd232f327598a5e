/* Visibility by doorways: a breadth-first walk of three steps from every room. */
#include "builder/visibility.h"
#include "builder/names.h"

#include "core/format/vis.h"

#include <stdlib.h>

enum { DOORWAYS = 3 };

/* ---- The graph ---- */

static uint32_t area_room_of(const struct wr_layout *layout, uint32_t hook)
{
    return layout->rooms[layout->hooks[hook].room].area_room;
}

static int order_numbers(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

static void fill_graph(const struct wr_layout *layout, struct wr_doorway_graph *graph)
{
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t from = area_room_of(layout, layout->links[i].hooks[side]);
            uint32_t to = area_room_of(layout, layout->links[i].hooks[1 - side]);
            if (from != to)
                graph->neighbours[--graph->starts[from]] = to;
        }
}

static void sort_graph(struct wr_doorway_graph *graph, uint32_t rooms)
{
    uint32_t kept = 0;
    for (uint32_t room = 0; room < rooms; room++) {
        uint32_t from = graph->starts[room], to = graph->starts[room + 1];
        qsort(graph->neighbours + from, to - from, sizeof *graph->neighbours, order_numbers);
        graph->starts[room] = kept;
        for (uint32_t i = from; i < to; i++)
            if (i == from || graph->neighbours[i] != graph->neighbours[i - 1])
                graph->neighbours[kept++] = graph->neighbours[i];
    }
    graph->starts[rooms] = kept;
}

bool wr_doorway_graph_make(struct wr_arena *arena, const struct wr_layout *layout,
                           struct wr_doorway_graph *out)
{
    uint32_t rooms = layout->area_room_count, sum = 0;
    out->starts = WR_ZERO(arena, uint32_t, (size_t)rooms + 1);
    out->neighbours = WR_TAKE(arena, uint32_t, 2 * (size_t)layout->link_count);
    if (!out->starts || !out->neighbours)
        return false;
    for (uint32_t i = 0; i < layout->link_count; i++)
        if (!wr_link_is_inner(layout, &layout->links[i]))
            for (int side = 0; side < 2; side++)
                out->starts[area_room_of(layout, layout->links[i].hooks[side])]++;
    for (uint32_t room = 0; room <= rooms; room++) {
        sum += out->starts[room];
        out->starts[room] = sum;
    }
    fill_graph(layout, out);
    sort_graph(out, rooms);
    return true;
}

/* ---- Walking ---- */

/* A walk from one room; `stamps` says in which walk a room was last seen. */
struct walk {
    const struct wr_doorway_graph *graph;
    uint32_t *stamps, *queue;
};

/* Leaves the rooms within DOORWAYS of `from`, sorted and without it, at the start of the queue.
 */
static uint32_t walk_from(struct walk *walk, uint32_t from)
{
    const struct wr_doorway_graph *graph = walk->graph;
    uint32_t head = 0, tail = 1;
    walk->queue[0] = from;
    walk->stamps[from] = from + 1;
    for (int step = 0; step < DOORWAYS; step++)
        for (uint32_t end = tail; head < end; head++) {
            uint32_t room = walk->queue[head];
            for (uint32_t i = graph->starts[room]; i < graph->starts[room + 1]; i++) {
                uint32_t next = graph->neighbours[i];
                if (walk->stamps[next] == from + 1)
                    continue;
                walk->stamps[next] = from + 1;
                walk->queue[tail++] = next;
            }
        }
    qsort(walk->queue + 1, tail - 1, sizeof *walk->queue, order_numbers);
    return tail - 1;
}

static uint32_t list_all(struct walk *walk, uint32_t from, uint32_t rooms)
{
    uint32_t count = 1;
    for (uint32_t room = 0; room < rooms; room++)
        if (room != from)
            walk->queue[count++] = room;
    return count - 1;
}

/* ---- Writing ---- */

enum wr_result wr_visibility_write(struct wr_context *context, const struct wr_layout *layout,
                                   bool see_all, struct wr_bytes *out)
{
    uint32_t rooms = layout->area_room_count;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    struct wr_doorway_graph graph;
    struct walk walk = {&graph, WR_ZERO(arena, uint32_t, rooms),
                        WR_TAKE(arena, uint32_t, (size_t)rooms + 1)};
    wr_room_names names = wr_room_names_make(arena, layout);
    const char **seen = WR_TAKE(arena, const char *, rooms);
    enum wr_result result = WR_OK;
    if (!walk.stamps || !walk.queue || !names.items || !seen ||
        !wr_doorway_graph_make(arena, layout, &graph))
        result = wr_no_memory(context);
    for (uint32_t room = 0; result == WR_OK && room < rooms; room++) {
        uint32_t count = see_all ? list_all(&walk, room, rooms) : walk_from(&walk, room);
        for (uint32_t i = 0; i < count; i++)
            seen[i] = wr_room_name(&names, walk.queue[i + 1]);
        wr_vis_entry entry = {wr_room_name(&names, room), seen, count};
        wr_vis_write(&(struct wr_vis){&entry, 1}, out);
    }
    wr_arena_destroy(arena);
    return result;
}
