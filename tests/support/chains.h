/* Levels grown hook to hook from a seed: each next room meets one that stands. */
#ifndef WR_TESTS_SUPPORT_CHAINS_H
#define WR_TESTS_SUPPORT_CHAINS_H

#include "builder/builder.h"
#include "core/base/arena.h"

enum chain_style {
    CHAIN_MIRRORED = 1, /* rooms are mirrored, in x, in y or in both, as chance has it */
    CHAIN_TURNED = 2,   /* the first room stands at any angle, and so do all others */
    CHAIN_SNAPPED = 4,  /* turns near a quarter are that quarter, as editors leave them */
    CHAIN_JITTERED = 8, /* hooks miss each other by some millimetres */
};

struct chain {
    struct wr_arena *arena;
    wr_map_room *rooms;
    uint32_t *parents; /* the room each was joined to; WR_NONE for the first */
    uint32_t count;
};

/* Grows up to `most` rooms of a kit into `chain`; bounding rectangles of rooms on one storey
 * stay apart. `kit_name` is what the rooms say (NULL: the map's embedded kit). */
void chain_grow(struct chain *chain, const struct wr_kit *kit, const char *kit_name,
                uint64_t seed, unsigned style, uint32_t most);
/* Takes a room out, and all that hang on it. */
void chain_drop(struct chain *chain, uint32_t room);
/* Takes out rooms until none overlaps another too deeply; `map` says all but the rooms, and has
 * them afterwards. */
void chain_settle(struct chain *chain, struct wr_map *map, struct wr_kits *kits);
void chain_free(struct chain *chain);

#endif
