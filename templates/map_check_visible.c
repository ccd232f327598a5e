/* The rules of a map's `visible`. */
#include "templates/map_judge.h"

#include <stdlib.h>

/* Two rooms of the map: those that stand for their groups, the lower first. */
struct pair {
    uint32_t low, high, index;
};

static int by_pair(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* The first room of each room's group, itself where it has none. */
static enum wr_result find_groups(struct judge *judge, uint32_t *firsts)
{
    const struct wr_map *map = judge->map;
    struct wr_names names;
    const char **items = WR_TAKE(judge->scratch, const char *, map->room_count);
    uint32_t *rooms = WR_TAKE(judge->scratch, uint32_t, map->room_count), count = 0;
    if (!items || !rooms)
        return wr_no_memory(judge->context);
    for (uint32_t i = 0; i < map->room_count; i++) {
        firsts[i] = i;
        if (!map->rooms[i].group)
            continue;
        rooms[count] = i;
        items[count++] = map->rooms[i].group;
    }
    enum wr_result result = wr_names_make(judge->context, judge->scratch, items, count, &names);
    for (uint32_t i = 0; result == WR_OK && i < count; i++)
        firsts[rooms[i]] = rooms[wr_names_find(&names, items[i])];
    return result;
}

static struct spot sight_at(const struct judge *judge, uint32_t index)
{
    return at(judge->reading ? judge->reading->visible[index] : NULL, "rooms");
}

static void judge_sight(struct judge *judge, const uint32_t *firsts, uint32_t index,
                        struct pair *out)
{
    const uint32_t *rooms = judge->map->visible[index].rooms;
    if (rooms[0] == rooms[1])
        fault(judge, sight_at(judge, index), "visible-self",
              "a room is always drawn from itself", "%s is named twice",
              room_label(judge, rooms[0]));
    uint32_t a = firsts[rooms[0]], b = firsts[rooms[1]];
    wr_json *json = place_of(sight_at(judge, index));
    if (rooms[0] != rooms[1] && a == b)
        wr_warn(judge->context, json ? json->where : WR_NOWHERE, "visible-merged",
                "take the pair out, or one of the rooms out of the group",
                "%s is of one group with the other: they are one room of the module",
                room_label(judge, rooms[0]));
    *out = a < b ? (struct pair){a, b, index} : (struct pair){b, a, index};
}

/* A pair that is named twice, by whichever rooms of groups, is a fault: which of the two is
 * meant cannot be told. */
static void judge_pairs(struct judge *judge, struct pair *pairs, uint32_t count)
{
    if (count)
        qsort(pairs, count, sizeof *pairs, by_pair);
    for (uint32_t i = 1; i < count; i++)
        if (pairs[i].low == pairs[i - 1].low && pairs[i].high == pairs[i - 1].high &&
            pairs[i].low != pairs[i].high)
            fault(judge, sight_at(judge, pairs[i].index), "visible-twice",
                  "take one of them out", "%s is in a pair with the same other room already",
                  room_label(judge, judge->map->visible[pairs[i].index].rooms[0]));
}

enum wr_result wr_map_judge_visible(struct judge *judge)
{
    const struct wr_map *map = judge->map;
    uint32_t *firsts = WR_TAKE(judge->scratch, uint32_t, map->room_count);
    struct pair *pairs = WR_TAKE(judge->scratch, struct pair, map->visible_count);
    uint32_t count = 0;
    if (!firsts || !pairs)
        return wr_no_memory(judge->context);
    enum wr_result result = find_groups(judge, firsts);
    for (uint32_t i = 0; result == WR_OK && i < map->visible_count; i++) {
        const uint32_t *rooms = map->visible[i].rooms;
        if (rooms[0] < map->room_count && rooms[1] < map->room_count)
            judge_sight(judge, firsts, i, &pairs[count++]);
        else
            fault(judge, at(NULL, NULL), "visible-room", NULL,
                  "pair %lu of 'visible' names a room the map does not have", (unsigned long)i);
    }
    judge_pairs(judge, pairs, count);
    return result;
}
