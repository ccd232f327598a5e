/* What a puzzle puts up, one thing a node and one a corridor, and which of them meet. */
#ifndef WR_BUILDER_SOLVER_BOXES_BODIES_H
#define WR_BUILDER_SOLVER_BOXES_BODIES_H

#include "builder/solver/puzzle.h"

/* A room, or the corridor of a link. */
struct wr_body {
    uint32_t *stances;
    uint32_t stance_count;
    bool round; /* it is in a round, or between some */
};

struct wr_bodies {
    const struct wr_puzzle *puzzle;
    struct wr_body *list; /* nodes, then corridors */
    uint32_t count;
    uint32_t *corridors;     /* one a link: a body, or WR_NO_BODY */
    uint32_t (*meetings)[2]; /* bodies: a room with a room, or a corridor with its rooms */
    uint32_t meeting_count;
};

#define WR_NO_BODY UINT32_MAX

/* Numbers and lists them in memory of the arena; the puzzle stays the caller's. False when
 * memory is out. */
bool wr_bodies_make(const struct wr_puzzle *puzzle, struct wr_arena *arena,
                    struct wr_bodies *out);

#endif
