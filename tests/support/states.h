/* Walking all states of a built level: where somebody is, and which keys they took. A key is
 * taken or left as one likes, hidden doors are open, and what the generator or the builder know
 * of locks is not asked. */
#ifndef WR_TESTS_SUPPORT_STATES_H
#define WR_TESTS_SUPPORT_STATES_H

#include "tests/support/generated.h"

#include "builder/build.h"
#include "builder/layout/layout.h"

enum { STATES_KEYS = 16 };

struct states {
    const struct wr_layout *layout;
    const char *keys[STATES_KEYS];
    uint32_t key_count;
    bool *seen;      /* of each room and set of keys, see states_at */
    uint32_t *queue; /* states that were reached, in order: the fewest steps first */
    uint32_t *steps; /* of each of the queue: how many rooms were walked to it */
    uint32_t count;
};

static inline uint32_t states_key(const struct states *s, const char *name)
{
    for (uint32_t i = 0; i < s->key_count; i++)
        if (strcmp(s->keys[i], name) == 0)
            return i;
    return STATES_KEYS;
}

static inline void states_list_keys(struct states *s)
{
    const struct wr_map *map = s->layout->map;
    for (uint32_t i = 0; i < map->room_count; i++)
        if (map->rooms[i].key && states_key(s, map->rooms[i].key) == STATES_KEYS) {
            assert_true(s->key_count < STATES_KEYS);
            s->keys[s->key_count++] = map->rooms[i].key;
        }
}

static inline void states_reach(struct states *s, uint32_t room, uint32_t held, uint32_t steps)
{
    uint32_t state = (room << s->key_count) + held;
    if (s->seen[state])
        return;
    s->seen[state] = true;
    s->steps[s->count] = steps;
    s->queue[s->count++] = state;
}

static inline bool states_opens(const struct states *s, const wr_link *link, uint32_t held)
{
    return !link->lock || (held >> states_key(s, link->lock) & 1);
}

static inline void states_leave(struct states *s, uint32_t room, uint32_t held, uint32_t steps)
{
    const struct wr_layout *layout = s->layout;
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (int side = 0; side < 2; side++) {
            const wr_link *link = &layout->links[i];
            if (layout->hooks[link->hooks[side]].room == room && states_opens(s, link, held))
                states_reach(s, layout->hooks[link->hooks[1 - side]].room, held, steps + 1);
        }
}

/* From the entry with nothing; what is found lies in `arena`. */
static inline void states_walk(struct states *s, const struct wr_layout *layout,
                               struct wr_arena *arena)
{
    *s = (struct states){.layout = layout};
    states_list_keys(s);
    size_t all = (size_t)layout->room_count << s->key_count;
    s->seen = WR_ZERO(arena, bool, all);
    s->queue = WR_TAKE(arena, uint32_t, all);
    s->steps = WR_TAKE(arena, uint32_t, all);
    assert_true(s->seen && s->queue && s->steps);
    states_reach(s, layout->entry.room, 0, 1);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t room = s->queue[i] >> s->key_count;
        uint32_t held = s->queue[i] & ((1u << s->key_count) - 1);
        const char *key = layout->map->rooms[room].key;
        if (key)
            states_reach(s, room, held | 1u << states_key(s, key), s->steps[i]);
        states_leave(s, room, held, s->steps[i]);
    }
}

/* Whether a room is reached by somebody who does not hold a key (NULL: whatever they hold). */
static inline bool states_reached_without(const struct states *s, uint32_t room,
                                          const char *key)
{
    for (uint32_t held = 0; held < 1u << s->key_count; held++)
        if (s->seen[(room << s->key_count) + held] &&
            (!key || !(held >> states_key(s, key) & 1)))
            return true;
    return false;
}

/* How many rooms the shortest walk to a room takes, both ends counted; 0: there is none. */
static inline uint32_t states_shortest(const struct states *s, uint32_t room)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->queue[i] >> s->key_count == room)
            return s->steps[i];
    return 0;
}

/* A level as it is built, with all its states. */
struct states_level {
    struct wr_arena *arena;
    struct wr_layout *layout;
    struct states states;
};

static inline void states_start(struct states_level *level, const struct wr_map *map,
                                struct wr_kits *kits, struct wr_context *context)
{
    struct wr_build_options options = {0};
    uint32_t unreachable = 0;
    level->arena = wr_arena_create();
    assert_non_null(level->arena);
    assert_int_equal(wr_layout_place(context, map, kits, &options, &level->layout), WR_OK);
    assert_int_equal(wr_layout_judge(context, level->layout, &unreachable), WR_OK);
    states_walk(&level->states, level->layout, level->arena);
}

static inline void states_end(struct states_level *level)
{
    wr_layout_free(level->layout);
    wr_arena_destroy(level->arena);
}

#endif
