/* A puzzle of boxes encoded as clauses and bounds: each body is one of its stances, each
 * meeting is at one of four sides, and what that means for where walls are. That two bodies
 * which do not meet lie apart is encoded only for those it is asked of. */
#ifndef WR_BUILDER_SOLVER_BOXES_RELATION_H
#define WR_BUILDER_SOLVER_BOXES_RELATION_H

#include "builder/solver/boxes/bodies.h"
#include "builder/solver/boxes/sides.h"
#include "builder/solver/boxes/walls.h"

/* The variables of a body. */
struct wr_body_choice {
    uint32_t first;    /* it is its first stance; those of the others follow */
    uint32_t *classes; /* one a stance: it is one with such margins; or WR_NO_VARIABLE */
};

#define WR_NO_VARIABLE UINT32_MAX

struct wr_relation {
    const struct wr_puzzle *puzzle;
    wr_random *random;
    struct wr_arena *arena;
    struct wr_bodies bodies;
    struct wr_box_sides sides;
    struct wr_walls walls;
    struct wr_logic *logic;
    struct wr_body_choice *choices; /* one a body */
    uint32_t *sides_at; /* one a meeting: variable, the second is east of the first; the other
                           sides follow */
    bool *apart; /* pairs of bodies of which it is encoded, or follows, that they lie apart */
};

/* The arena's, but for what finishing gives back; it is to be finished in any case. */
enum wr_encoding wr_relation_start(const struct wr_puzzle *puzzle, wr_random *random,
                                   struct wr_arena *arena, struct wr_relation *out);
void wr_relation_finish(struct wr_relation *relation);

/* Encodes that two bodies lie apart, of which it is not known yet; at which side of a the other
 * does is first tried as told. No decision may stand. False when memory is out. */
bool wr_relation_part(struct wr_relation *relation, uint32_t a, uint32_t b, uint32_t phase);

/* The node that all others are placed from, or NULL. */
const wr_puzzle_node *wr_first_fixed(const struct wr_puzzle *puzzle);

/* Each body has two walls on each axis. */
static inline uint32_t wr_low_wall(uint32_t body)
{
    return 2 * body;
}
static inline uint32_t wr_high_wall(uint32_t body)
{
    return 2 * body + 1;
}

/* Whether the second of two lies at a side in the direction of an axis, and which axis that is:
 * 0 is x. */
static inline bool wr_side_is_beyond(uint32_t side)
{
    return side == WR_EAST || side == WR_NORTH;
}
static inline uint32_t wr_side_axis(uint32_t side)
{
    return side == WR_EAST || side == WR_WEST ? 0 : 1;
}

#endif
