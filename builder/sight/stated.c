/* Pairs of rooms of which the map says whether they see each other. */
#include "builder/sight/stated.h"

#include <stdlib.h>
#include <string.h>

/* One direction of a pair: what an area room sees of another. */
struct say {
    uint32_t room, other;
    uint32_t pair; /* of the map's */
};

static int order_says(const void *a, const void *b)
{
    const struct say *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->other != q->other)
        return p->other < q->other ? -1 : 1;
    return p->pair < q->pair ? -1 : p->pair > q->pair;
}

static struct say say_of(const struct wr_layout *layout, uint32_t pair, int side)
{
    const uint32_t *rooms = layout->map->visible[pair].rooms;
    return (struct say){layout->rooms[rooms[side]].area_room,
                        layout->rooms[rooms[1 - side]].area_room, pair};
}

/* ---- Judging ----------------------------------------------------------------------------- */

static void warn(struct wr_context *context, const struct wr_layout *layout, uint32_t pair)
{
    const wr_map_sight *sight = &layout->map->visible[pair];
    wr_warn(
        context, wr_where_in_map(layout->map, sight->place), "visible-neighbours",
        "who looks through the doorway sees nothing behind it, unless its door stays shut",
        "room '%s' and room '%s' have a doorway between them, and are not to see each other",
        layout->rooms[sight->rooms[0]].name, layout->rooms[sight->rooms[1]].name);
}

static enum wr_result judge(struct wr_context *context, const struct wr_layout *layout,
                            struct wr_arena *arena)
{
    struct say *ways = WR_TAKE(arena, struct say, 2 * (size_t)layout->link_count);
    if (!ways)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < 2 * layout->link_count; i++) {
        const uint32_t *hooks = layout->links[i / 2].hooks;
        ways[i] =
            (struct say){layout->rooms[layout->hooks[hooks[i % 2]].room].area_room,
                         layout->rooms[layout->hooks[hooks[1 - i % 2]].room].area_room, 0};
    }
    if (layout->link_count > 0)
        qsort(ways, 2 * (size_t)layout->link_count, sizeof *ways, order_says);
    for (uint32_t i = 0; i < layout->map->visible_count; i++) {
        struct say say = say_of(layout, i, 0);
        say.pair = 0;
        if (!layout->map->visible[i].seen && say.room != say.other &&
            bsearch(&say, ways, 2 * (size_t)layout->link_count, sizeof *ways, order_says))
            warn(context, layout, i);
    }
    return WR_OK;
}

enum wr_result wr_stated_judge(struct wr_context *context, const struct wr_layout *layout)
{
    if (layout->map->visible_count == 0 || layout->link_count == 0)
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? judge(context, layout, arena) : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}

/* ---- Applying ---------------------------------------------------------------------------- */

/* What a room sees, with what the map says of it; both are in order. */
static bool say_of_room(const struct wr_map *map, struct wr_visibility *visibility,
                        const struct say *says, uint32_t count)
{
    struct wr_seen *seen = &visibility->rooms[says->room];
    uint32_t *items = wr_alloc((seen->count + (size_t)count) * sizeof *items);
    uint32_t kept = 0, at = 0;
    if (!items)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        while (at < seen->count && seen->items[at] < says[i].other)
            items[kept++] = seen->items[at++];
        bool was = at < seen->count && seen->items[at] == says[i].other;
        bool is = map->visible[says[i].pair].seen;
        at += was;
        if (is)
            items[kept++] = says[i].other;
        visibility->changed[says[i].pair] |= was != is;
    }
    while (at < seen->count)
        items[kept++] = seen->items[at++];
    visibility->pairs += (uint64_t)kept - seen->count;
    wr_free(seen->items);
    *seen = (struct wr_seen){items, kept};
    return true;
}

static enum wr_result apply(struct wr_context *context, const struct wr_layout *layout,
                            struct wr_arena *arena, struct wr_visibility *visibility)
{
    const struct wr_map *map = layout->map;
    struct say *says = WR_TAKE(arena, struct say, 2 * (size_t)map->visible_count);
    visibility->changed = wr_alloc(map->visible_count);
    uint32_t count = 0, last;
    if (!says || !visibility->changed)
        return wr_no_memory(context);
    memset(visibility->changed, 0, map->visible_count);
    for (uint32_t i = 0; i < 2 * map->visible_count; i++) {
        says[count] = say_of(layout, i / 2, i % 2);
        count += says[count].room != says[count].other;
    }
    if (count)
        qsort(says, count, sizeof *says, order_says);
    for (uint32_t i = 0; i < count; i = last) {
        for (last = i + 1; last < count && says[last].room == says[i].room;)
            last++;
        if (!say_of_room(map, visibility, says + i, last - i))
            return wr_no_memory(context);
    }
    return WR_OK;
}

enum wr_result wr_stated_apply(struct wr_context *context, const struct wr_layout *layout,
                               struct wr_visibility *visibility)
{
    if (layout->map->visible_count == 0 || !visibility->rooms)
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        arena ? apply(context, layout, arena, visibility) : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}
