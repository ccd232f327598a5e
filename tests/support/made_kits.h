/* Made-up kits: a few rectangles with doorways here and there, for comparing searches with
 * trying everything. */
#ifndef WR_TESTS_SUPPORT_MADE_KITS_H
#define WR_TESTS_SUPPORT_MADE_KITS_H

#include "builder/solver/rings/joins.h"
#include "core/base/random.h"

enum { MADE_PIECES = 3, MADE_HOOKS = 3, MADE_KINDS = 2, MADE_UNIT = 100 };

/* How a made-up kit is. */
struct made_like {
    uint32_t turns, pieces;
    int64_t play; /* how far doorways stand from the grid, at most */
    bool mirrors, fixed, storeys;
};

struct made_kit {
    struct wr_arena *arena;
    struct wr_pieces pieces;
    wr_random random;
    wr_piece shapes[MADE_PIECES];
    wr_slab slabs[MADE_PIECES];
    wr_spot corners[MADE_PIECES][4];
    wr_piece_hook hooks[MADE_PIECES][MADE_HOOKS];
    bool meets[MADE_KINDS * MADE_KINDS];
};

/* Pieces that are drawn, and ready. False when memory is out. */
bool made_kit_draw(struct made_kit *kit, const struct made_like *like, uint64_t seed);
/* A corner of one cell, and passages of one and of two. */
bool made_kit_of_passages(struct made_kit *kit);
void made_kit_end(struct made_kit *kit);

#endif
