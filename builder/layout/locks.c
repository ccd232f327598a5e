/* Locked doors of a map: the floors of placed rooms as places, the links as ways between them.
 */
#include "builder/layout/locks.h"

#include "templates/map.h"

#include <string.h>

static bool has_locks(const struct wr_layout *layout)
{
    for (uint32_t i = 0; i < layout->link_count; i++)
        if (layout->links[i].lock)
            return true;
    for (uint32_t i = 0; i < layout->exit_count; i++)
        if (layout->exits[i].said->lock)
            return true;
    return false;
}

/* ---- Making ready ---- */

/* The numbers of the keys are those of the first rooms that have them. */
static enum wr_result name_keys(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_layout *layout, struct wr_names *out)
{
    const char **items = WR_TAKE(arena, const char *, layout->room_count);
    uint32_t count = 0;
    if (!items)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < layout->room_count; r++)
        if (layout->map->rooms[r].key)
            items[count++] = layout->map->rooms[r].key;
    return wr_names_make(context, arena, items, count, out);
}

static uint32_t number_of(const struct wr_names *keys, const char *key)
{
    return key ? wr_names_find(keys, key) : WR_NONE;
}

static uint32_t count_places(const struct wr_layout *layout, bool floors, uint32_t room)
{
    return floors ? layout->rooms[room].room->island_count : 1;
}

static uint32_t number_places(const struct wr_layout *layout, bool floors, uint32_t *firsts)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        firsts[r] = count;
        count += count_places(layout, floors, r);
    }
    return count;
}

/* A key lies in all places of its room. */
static void fill_keys(const struct wr_layout *layout, const struct wr_names *names, bool floors,
                      const uint32_t *firsts, uint32_t *keys)
{
    for (uint32_t r = 0; r < layout->room_count; r++)
        for (uint32_t i = 0; i < count_places(layout, floors, r); i++)
            keys[firsts[r] + i] = number_of(names, layout->map->rooms[r].key);
}

static void fill_ways(const struct wr_layout *layout, const struct wr_names *names, bool floors,
                      const uint32_t *firsts, uint32_t (*ends)[2], uint32_t *locks)
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        locks[i] = number_of(names, layout->links[i].lock);
        for (int side = 0; side < 2; side++) {
            uint32_t hook = layout->links[i].hooks[side];
            ends[i][side] = firsts[layout->hooks[hook].room] +
                            (floors ? wr_hook_of(layout, hook)->island : 0);
        }
    }
}

/* An exit leads from its room to a place of its own, where nothing lies. */
static void fill_exits(const struct wr_layout *layout, const struct wr_names *names,
                       bool floors, const uint32_t *firsts, uint32_t outside,
                       uint32_t (*ends)[2], uint32_t *locks)
{
    for (uint32_t i = 0; i < layout->exit_count; i++) {
        const wr_exit *exit = &layout->exits[i];
        uint32_t way = layout->link_count + i;
        locks[way] = number_of(names, exit->said->lock);
        ends[way][0] =
            firsts[exit->said->room] + (floors ? wr_hook_of(layout, exit->hook)->island : 0);
        ends[way][1] = outside + i;
    }
}

enum wr_result wr_layout_locks(struct wr_context *context, const struct wr_layout *layout,
                               struct wr_arena *arena, bool floors, struct wr_lock_graph *out,
                               uint32_t **firsts)
{
    struct wr_names names;
    enum wr_result result = name_keys(context, arena, layout, &names);
    if (result != WR_OK)
        return result;
    uint32_t ways = layout->link_count + layout->exit_count;
    uint32_t(*ends)[2] = wr_arena_take(arena, ways, sizeof *ends);
    uint32_t *locks = WR_TAKE(arena, uint32_t, ways);
    *firsts = WR_TAKE(arena, uint32_t, layout->room_count);
    uint32_t places = *firsts ? number_places(layout, floors, *firsts) : 0;
    uint32_t *keys = WR_TAKE(arena, uint32_t, places + (size_t)layout->exit_count);
    if (!ends || !locks || !*firsts || !keys)
        return wr_no_memory(context);
    fill_keys(layout, &names, floors, *firsts, keys);
    fill_ways(layout, &names, floors, *firsts, ends, locks);
    fill_exits(layout, &names, floors, *firsts, places, ends, locks);
    for (uint32_t i = 0; i < layout->exit_count; i++)
        keys[places + i] = WR_NONE;
    *out = (struct wr_lock_graph){.ends = (const uint32_t(*)[2])ends,
                                  .locks = locks,
                                  .keys = keys,
                                  .place_count = places + layout->exit_count,
                                  .way_count = ways,
                                  .key_count = names.count};
    return WR_OK;
}

/* ---- What is wrong ---- */

static void warn(struct wr_context *context, const struct wr_layout *layout,
                 const wr_link *link, enum wr_lock_fault fault)
{
    const char *rooms[2];
    wr_where where = wr_where_in_map(layout->map, link->place);
    for (int side = 0; side < 2; side++)
        rooms[side] = layout->rooms[layout->hooks[link->hooks[side]].room].name;
    if (fault == WR_LOCK_STUCK)
        wr_warn(context, where, "key-unreachable",
                "move the key to the entry's side of the lock",
                "the key '%.64s' of the door between room '%s' and room '%s' lies behind it",
                link->lock, rooms[0], rooms[1]);
    else if (fault == WR_LOCK_IDLE && !link->optional)
        wr_warn(context, where, "lock-walked-around", WR_LOCK_IDLE_HINT,
                "the door between room '%s' and room '%s' can be walked around: both are "
                "reached without its key '%.64s'",
                rooms[0], rooms[1], link->lock);
}

static void warn_of_exit(struct wr_context *context, const struct wr_layout *layout,
                         const wr_map_exit *said, enum wr_lock_fault fault)
{
    if (fault == WR_LOCK_STUCK)
        wr_warn(context, wr_where_in_map(layout->map, said->place), "key-unreachable",
                "move the key to where players get to",
                "nobody gets to the key '%.64s' of the exit of room '%s' to module '%s'",
                said->lock, layout->rooms[said->room].name, said->module);
}

static enum wr_result judge(struct wr_context *context, const struct wr_layout *layout,
                            struct wr_arena *arena)
{
    struct wr_lock_graph graph;
    uint32_t *firsts;
    enum wr_lock_fault *faults =
        WR_TAKE(arena, enum wr_lock_fault, layout->link_count + (size_t)layout->exit_count);
    if (!faults)
        return wr_no_memory(context);
    enum wr_result result = wr_layout_locks(context, layout, arena, true, &graph, &firsts);
    if (result != WR_OK)
        return result;
    uint32_t start = firsts[layout->entry.room] + layout->entry.island;
    if (!wr_locks_judge(&graph, start, arena, faults))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < layout->link_count; i++)
        warn(context, layout, &layout->links[i], faults[i]);
    for (uint32_t i = 0; i < layout->exit_count; i++)
        warn_of_exit(context, layout, layout->exits[i].said, faults[layout->link_count + i]);
    return WR_OK;
}

enum wr_result wr_layout_unlock(struct wr_context *context, const struct wr_layout *layout)
{
    if (!has_locks(layout))
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? judge(context, layout, arena) : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}
