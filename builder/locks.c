/* Keys before their locks: who starts at the entry with nothing must get through every door. */
#include "builder/locks.h"

#include "templates/map.h"

#include <string.h>

/* A walk over the islands of placed rooms. A key's index is that of the first of its name. */
struct walk {
    const struct wr_layout *layout;
    struct wr_names keys;
    uint32_t *key_of_room;       /* or WR_NONE */
    uint32_t *lock_of_link;      /* or WR_NONE */
    uint32_t *firsts;            /* of each room: its first island */
    uint32_t *waiting;           /* of each key: a link seen while the key was not there */
    uint32_t *next;              /* of each link: the next that waits for the same key */
    uint32_t *queue, queued;     /* hooks whose islands were reached, one an island */
    bool *reached, *held, *seen; /* islands, keys, links that wait */
};

static bool has_locks(const struct wr_layout *layout)
{
    for (uint32_t i = 0; i < layout->link_count; i++)
        if (layout->links[i].lock)
            return true;
    return false;
}

/* ---- Making ready ---- */

static enum wr_result find_keys(struct wr_context *context, struct wr_arena *arena,
                                struct walk *walk)
{
    const struct wr_layout *layout = walk->layout;
    const char **items = WR_TAKE(arena, const char *, layout->room_count);
    walk->key_of_room = WR_TAKE(arena, uint32_t, layout->room_count);
    walk->lock_of_link = WR_TAKE(arena, uint32_t, layout->link_count);
    uint32_t count = 0;
    if (!items || !walk->key_of_room || !walk->lock_of_link)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < layout->room_count; r++)
        if (layout->map->rooms[r].key)
            items[count++] = layout->map->rooms[r].key;
    enum wr_result result = wr_names_make(context, arena, items, count, &walk->keys);
    for (uint32_t r = 0; result == WR_OK && r < layout->room_count; r++) {
        const char *key = layout->map->rooms[r].key;
        walk->key_of_room[r] = key ? wr_names_find(&walk->keys, key) : WR_NONE;
    }
    for (uint32_t i = 0; result == WR_OK && i < layout->link_count; i++) {
        const char *lock = layout->links[i].lock;
        walk->lock_of_link[i] = lock ? wr_names_find(&walk->keys, lock) : WR_NONE;
    }
    return result;
}

static bool number_islands(struct wr_arena *arena, struct walk *walk)
{
    const struct wr_layout *layout = walk->layout;
    uint32_t count = 0;
    walk->firsts = WR_TAKE(arena, uint32_t, layout->room_count);
    for (uint32_t r = 0; walk->firsts && r < layout->room_count; r++) {
        walk->firsts[r] = count;
        count += layout->rooms[r].room->island_count;
    }
    walk->reached = WR_ZERO(arena, bool, count);
    walk->queue = WR_TAKE(arena, uint32_t, 2 * (size_t)count);
    return walk->firsts && walk->reached && walk->queue;
}

static enum wr_result start(struct wr_context *context, struct wr_arena *arena,
                            struct walk *walk)
{
    enum wr_result result = find_keys(context, arena, walk);
    if (result != WR_OK)
        return result;
    walk->waiting = WR_TAKE(arena, uint32_t, walk->keys.count);
    walk->held = WR_ZERO(arena, bool, walk->keys.count);
    walk->next = WR_TAKE(arena, uint32_t, walk->layout->link_count);
    walk->seen = WR_ZERO(arena, bool, walk->layout->link_count);
    if (!number_islands(arena, walk) || !walk->waiting || !walk->held || !walk->next ||
        !walk->seen)
        return wr_no_memory(context);
    memset(walk->waiting, 0xff, walk->keys.count * sizeof *walk->waiting);
    return WR_OK;
}

/* ---- The walk ---- */

static void reach(struct walk *walk, uint32_t room, uint32_t island)
{
    uint32_t number = walk->firsts[room] + island;
    if (walk->reached[number])
        return;
    walk->reached[number] = true;
    walk->queue[walk->queued++] = room;
    walk->queue[walk->queued++] = island;
}

/* Both ends: one of them was reached. */
static void cross(struct walk *walk, uint32_t link)
{
    const struct wr_layout *layout = walk->layout;
    for (int side = 0; side < 2; side++) {
        uint32_t hook = layout->links[link].hooks[side];
        reach(walk, layout->hooks[hook].room, wr_hook_of(layout, hook)->island);
    }
}

static void take_key(struct walk *walk, uint32_t key)
{
    if (key == WR_NONE || walk->held[key])
        return;
    walk->held[key] = true;
    for (uint32_t link = walk->waiting[key]; link != WR_NONE; link = walk->next[link])
        cross(walk, link);
}

/* A lock no key opens stays closed; the map was refused for it. */
static void try_link(struct walk *walk, uint32_t link)
{
    uint32_t lock = walk->lock_of_link[link];
    if (!walk->layout->links[link].lock || (lock != WR_NONE && walk->held[lock])) {
        cross(walk, link);
    } else if (lock != WR_NONE && !walk->seen[link]) {
        walk->seen[link] = true;
        walk->next[link] = walk->waiting[lock];
        walk->waiting[lock] = link;
    }
}

static void walk_from_entry(struct walk *walk)
{
    const struct wr_layout *layout = walk->layout;
    reach(walk, layout->entry.room, layout->entry.island);
    for (uint32_t i = 0; i < walk->queued; i += 2) {
        uint32_t index = walk->queue[i], island = walk->queue[i + 1];
        const wr_placed_room *room = &layout->rooms[index];
        take_key(walk, walk->key_of_room[index]);
        for (uint32_t h = 0; h < room->room->hook_count; h++) {
            uint32_t link = layout->hooks[room->first_hook + h].link;
            if (link != WR_NONE && room->room->hooks[h].island == island)
                try_link(walk, link);
        }
    }
}

static void warn_of_locks(struct wr_context *context, const struct walk *walk)
{
    const struct wr_layout *layout = walk->layout;
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        if (walk->lock_of_link[i] == WR_NONE || walk->held[walk->lock_of_link[i]])
            continue;
        wr_warn(context, link->where, "key-unreachable",
                "move the key to the entry's side of the lock",
                "the key '%.64s' of the door between room '%s' and room '%s' lies behind it",
                link->lock, layout->rooms[layout->hooks[link->hooks[0]].room].name,
                layout->rooms[layout->hooks[link->hooks[1]].room].name);
    }
}

enum wr_result wr_layout_unlock(struct wr_context *context, const struct wr_layout *layout)
{
    struct walk walk = {.layout = layout};
    if (!has_locks(layout))
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? start(context, arena, &walk) : wr_no_memory(context);
    if (result == WR_OK) {
        walk_from_entry(&walk);
        warn_of_locks(context, &walk);
    }
    wr_arena_destroy(arena);
    return result;
}
