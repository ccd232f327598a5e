/* Measuring levels: the graph of rooms, its ways and rounds, and the floor it covers. */
#include "builder/generate/metrics.h"
#include "builder/generate/kit_pieces.h"
#include "builder/solver/neighbours.h"

#include "core/base/disjoint.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>
#include <string.h>

/* Rooms and links as a graph; caps, which come last, are no part of it. */
struct graph {
    const struct wr_layout *layout;
    uint32_t room_count, link_count;
    bool shut; /* the doors that are meant to be walked around */
    struct wr_neighbours rows;
    uint32_t *distance, *queue, *parents;
    float *heights;
};

static uint32_t room_of(const struct wr_layout *layout, uint32_t link, int side)
{
    return layout->hooks[layout->links[link].hooks[side]].room;
}

/* Whether a link leads from room to room; through doors that are meant to be walked around only
 * where those are not shut. */
static bool leads_on(const struct graph *g, uint32_t link)
{
    return room_of(g->layout, link, 0) < g->room_count &&
           room_of(g->layout, link, 1) < g->room_count &&
           !(g->shut && g->layout->links[link].optional);
}

static bool graph_make(struct graph *g, struct wr_arena *arena, const struct wr_layout *layout,
                       uint32_t caps, bool shut)
{
    uint32_t rooms = layout->room_count - caps, links = layout->link_count;
    *g = (struct graph){
        .layout = layout,
        .room_count = rooms,
        .shut = shut,
        .distance = WR_TAKE(arena, uint32_t, rooms),
        .queue = WR_TAKE(arena, uint32_t, rooms),
        .parents = WR_TAKE(arena, uint32_t, rooms),
        .heights = WR_TAKE(arena, float, rooms),
    };
    bool *taken = WR_TAKE(arena, bool, links);
    uint32_t(*ends)[2] = wr_arena_take(arena, links, sizeof *ends);
    if (!g->distance || !g->queue || !g->parents || !g->heights || !taken || !ends)
        return false;
    for (uint32_t i = 0; i < links; i++) {
        g->link_count += taken[i] = leads_on(g, i);
        for (int side = 0; side < 2; side++)
            ends[i][side] = room_of(layout, i, side);
    }
    return wr_neighbours_make(arena, rooms, (const uint32_t(*)[2])ends, taken, links, &g->rows);
}

/* ---- Ways ---- */

/* Links from one room to another, not using the link between `from` and `skip` itself; WR_NONE
 * where there is no way. */
static uint32_t distance(struct graph *g, uint32_t from, uint32_t to, uint32_t skip)
{
    uint32_t head = 0, tail = 0;
    memset(g->distance, 0xff, g->room_count * sizeof *g->distance);
    g->distance[from] = 0;
    g->queue[tail++] = from;
    while (head < tail) {
        uint32_t at = g->queue[head++];
        if (at == to)
            return g->distance[at];
        for (uint32_t i = g->rows.starts[at]; i < g->rows.starts[at + 1]; i++) {
            uint32_t next = g->rows.nodes[i];
            if (g->distance[next] != WR_NONE || (at == from && next == skip))
                continue;
            g->distance[next] = g->distance[at] + 1;
            g->queue[tail++] = next;
        }
    }
    return WR_NONE;
}

/* The rooms of the way that the last call of `distance` measured: back from its end, always to
 * the lowest room that is nearer. NULL when memory is out. */
static const uint32_t *way_back(const struct graph *g, uint32_t to, struct wr_arena *arena)
{
    uint32_t length = g->distance[to] + 1;
    uint32_t *way = WR_TAKE(arena, uint32_t, length);
    for (uint32_t i = length; way && i-- > 0;) {
        uint32_t best = WR_NONE;
        way[i] = to;
        for (uint32_t k = g->rows.starts[to]; i > 0 && k < g->rows.starts[to + 1]; k++)
            if (g->distance[g->rows.nodes[k]] == i - 1 && g->rows.nodes[k] < best)
                best = g->rows.nodes[k];
        to = best;
    }
    return way;
}

enum { MOST_DETOURS = 256 };

/* Rounds are measured at links that join what was joined already, at most MOST_DETOURS of them.
 */
static float mean_detour(struct graph *g)
{
    double sum = 0;
    uint32_t count = 0;
    wr_disjoint_start(g->parents, g->room_count);
    for (uint32_t i = 0; i < g->layout->link_count && count < MOST_DETOURS; i++) {
        if (!leads_on(g, i))
            continue;
        uint32_t a = room_of(g->layout, i, 0), b = room_of(g->layout, i, 1);
        if (wr_disjoint_root(g->parents, a) != wr_disjoint_root(g->parents, b)) {
            wr_disjoint_join(g->parents, a, b);
            continue;
        }
        uint32_t around = distance(g, a, b, b);
        if (around == WR_NONE)
            continue;
        sum += around;
        count++;
    }
    return count ? (float)(sum / count) : 0;
}

static uint32_t count_components(struct graph *g)
{
    uint32_t count = 0;
    wr_disjoint_start(g->parents, g->room_count);
    for (uint32_t i = 0; i < g->layout->link_count; i++)
        if (leads_on(g, i))
            wr_disjoint_join(g->parents, room_of(g->layout, i, 0), room_of(g->layout, i, 1));
    for (uint32_t i = 0; i < g->room_count; i++)
        count += g->parents[i] == i;
    return count;
}

/* ---- Floors ---- */

static float density_of(const struct graph *g)
{
    const struct wr_layout *layout = g->layout;
    wr_box box = wr_box_empty();
    double area = 0;
    for (uint32_t i = 0; i < g->room_count; i++) {
        area += wr_walkmesh_area(layout->rooms[i].room->mesh);
        box = wr_box_join(box, layout->rooms[i].box);
    }
    double around = ((double)box.max.x - box.min.x) * ((double)box.max.y - box.min.y);
    return around > 0 ? (float)(area / around) : 0;
}

static int order_floats(const void *a, const void *b)
{
    float p = *(const float *)a, q = *(const float *)b;
    return p < q ? -1 : p > q;
}

/* Lowest floors, sorted; a gap of more than the headroom begins a storey. */
static uint32_t count_storeys(struct graph *g)
{
    uint32_t rooms = g->room_count, storeys = 1;
    for (uint32_t i = 0; i < rooms; i++)
        g->heights[i] = g->layout->rooms[i].box.min.z;
    qsort(g->heights, rooms, sizeof *g->heights, order_floats);
    for (uint32_t i = 1; i < rooms; i++)
        storeys += (double)g->heights[i] - (double)g->heights[i - 1] > WR_HEADROOM;
    return storeys;
}

/* ---- All of it ---- */

static int order_rooms(const void *a, const void *b)
{
    uintptr_t p = (uintptr_t) * (const wr_room *const *)a;
    uintptr_t q = (uintptr_t) * (const wr_room *const *)b;
    return p < q ? -1 : p > q;
}

/* How many kit rooms there are, and how evenly they come: one divided by the chance that two
 * rooms are the same. Sums of whole numbers, so that the order of addresses does not show. */
static bool measure_variety(const struct graph *g, struct wr_arena *arena,
                            struct wr_metrics *out)
{
    uint32_t rooms = g->room_count;
    const wr_room **sorted = WR_TAKE(arena, const wr_room *, rooms);
    uint64_t squares = 0;
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < rooms; i++)
        sorted[i] = wr_room_as_drawn(g->layout->rooms[i].room);
    qsort(sorted, rooms, sizeof *sorted, order_rooms);
    for (uint32_t i = 0, run; i < rooms; i += run) {
        for (run = 1; i + run < rooms && sorted[i + run] == sorted[i];)
            run++;
        out->kit_rooms++;
        squares += (uint64_t)run * run;
    }
    out->variety = squares ? (float)((double)rooms * rooms / (double)squares) : 0;
    return true;
}

/* Around doors that are meant to be walked around, where that can be. */
static bool measure_path(struct graph *g, struct graph *shut, uint32_t entry, uint32_t exit,
                         struct wr_arena *arena, struct wr_metrics *out, const uint32_t **path)
{
    *path = NULL;
    if (entry == WR_NONE || exit == WR_NONE)
        return true;
    uint32_t way = distance(shut, entry, exit, WR_NONE);
    if (way != WR_NONE)
        g = shut;
    else
        way = distance(g, entry, exit, WR_NONE);
    if (way == WR_NONE)
        return true;
    out->critical_path = way + 1;
    *path = way_back(g, exit, arena);
    return *path != NULL;
}

static void measure_graph(struct graph *g, struct wr_metrics *out)
{
    const struct wr_layout *layout = g->layout;
    out->rooms = g->room_count;
    out->caps = layout->room_count - g->room_count;
    out->links = g->link_count;
    out->components = count_components(g);
    out->cycle_rank = out->links + out->components - out->rooms;
    for (uint32_t i = 0; i < layout->hook_count; i++)
        out->closed_hooks += layout->hooks[i].room < g->room_count;
    out->closed_hooks -= 2 * g->link_count;
    for (uint32_t i = 0; i < g->room_count; i++) {
        uint32_t degree = g->rows.starts[i + 1] - g->rows.starts[i];
        if (degree)
            out->branches[degree > 4 ? 3 : degree - 1]++;
    }
    out->dead_ends = out->branches[0];
    out->detour = mean_detour(g);
    for (uint32_t i = 0; i < layout->link_count; i++)
        if (leads_on(g, i) && (float)layout->links[i].distance > out->worst_gap)
            out->worst_gap = (float)layout->links[i].distance;
}

bool wr_metrics_measure(const struct wr_layout *layout, uint32_t caps, uint32_t entry,
                        uint32_t exit, struct wr_arena *arena, struct wr_metrics *out,
                        const uint32_t **path)
{
    struct wr_arena *scratch = wr_arena_create();
    struct graph graph, shut;
    bool fine = scratch && graph_make(&graph, scratch, layout, caps, false) &&
                graph_make(&shut, scratch, layout, caps, true);
    *out = (struct wr_metrics){0};
    if (fine) {
        measure_graph(&graph, out);
        out->storeys = count_storeys(&graph);
        out->density = density_of(&graph);
        fine = measure_variety(&graph, scratch, out) &&
               measure_path(&graph, &shut, entry, exit, arena, out, path);
    }
    wr_arena_destroy(scratch);
    return fine;
}
