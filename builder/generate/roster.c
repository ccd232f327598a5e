/* The list of a small template's levels: each once, however it is turned. */
#include "builder/generate/roster.h"

#include <string.h>

enum { SLOTS = 4 * WR_ROSTER_LEVELS };

/* ---- Keys ---- */

bool wr_key_set_start(struct wr_key_set *set, struct wr_arena *arena)
{
    set->slots = WR_ZERO(arena, uint64_t, SLOTS);
    return set->slots != NULL;
}

void wr_key_set_clear(struct wr_key_set *set)
{
    memset(set->slots, 0, SLOTS * sizeof *set->slots);
}

bool wr_key_set_add(struct wr_key_set *set, uint64_t key)
{
    uint32_t at = (uint32_t)(wr_mix(key) % SLOTS);
    key |= key == 0;
    while (set->slots[at] && set->slots[at] != key)
        at = (at + 1) % SLOTS;
    if (set->slots[at] == key)
        return false;
    set->slots[at] = key;
    return true;
}

static uint64_t mix(uint64_t hash, int64_t word)
{
    return wr_mix(hash ^ (uint64_t)word);
}

static uint64_t key_as_turned(const struct wr_pieces *pieces, const wr_roster_level *level,
                              uint32_t turn)
{
    uint64_t hashes[WR_ROSTER_ROOMS], key = 0;
    wr_spot spots[WR_ROSTER_ROOMS], low = {INT64_MAX, INT64_MAX, INT64_MAX};
    for (uint32_t i = 0; i < level->room_count; i++) {
        spots[i] = wr_spot_turn(level->rooms[i].spot, turn, pieces->turn_count);
        low.x = spots[i].x < low.x ? spots[i].x : low.x;
        low.y = spots[i].y < low.y ? spots[i].y : low.y;
        low.z = spots[i].z < low.z ? spots[i].z : low.z;
    }
    for (uint32_t i = 0; i < level->room_count; i++) {
        const wr_stance *stance = &pieces->stances[level->rooms[i].stance];
        wr_spot at = wr_spot_sub(spots[i], low);
        hashes[i] = mix(wr_mix(level->marks[i]), 2 * (int64_t)stance->piece + stance->mirrored);
        hashes[i] = mix(hashes[i], (stance->turn + turn) % pieces->turn_count);
        hashes[i] = mix(mix(mix(hashes[i], at.x), at.y), at.z);
        key += hashes[i];
    }
    for (uint32_t i = 0; i < level->link_count; i++) {
        const wr_roster_link *link = &level->links[i];
        key += wr_mix(hashes[link->rooms[0]] + hashes[link->rooms[1]] + link->mark);
    }
    return key;
}

uint64_t wr_roster_key(const struct wr_pieces *pieces, const wr_roster_level *level)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        uint64_t key = key_as_turned(pieces, level, quarter * pieces->turn_count / 4);
        least = key < least ? key : least;
    }
    return least;
}

/* ---- Listing ---- */

bool wr_roster_add(struct wr_roster *roster, const wr_roster_level *level)
{
    struct wr_arena *arena = roster->arena;
    if (roster->many || !wr_key_set_add(&roster->keys, wr_roster_key(roster->pieces, level)))
        return true;
    wr_roster_level *own = &roster->levels[roster->count];
    roster->many |= ++roster->count == WR_ROSTER_LEVELS;
    *own = *level;
    own->marks = NULL;
    own->rooms = wr_arena_copy(arena, level->rooms, level->room_count, sizeof *level->rooms);
    own->links = wr_arena_copy(arena, level->links, level->link_count, sizeof *level->links);
    return own->rooms && (own->links || level->link_count == 0);
}
