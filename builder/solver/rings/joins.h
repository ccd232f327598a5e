/* Joins: every stance and hook that can be put to a doorway, piece by piece; and steps
 * through a room, from one of its hooks to another. */
#ifndef WR_BUILDER_SOLVER_RINGS_JOINS_H
#define WR_BUILDER_SOLVER_RINGS_JOINS_H

#include "builder/solver/standings.h"

/* A stance that meets an earlier one: with which hook, and its offset from it. */
typedef struct wr_join {
    uint32_t stance, hook;
    wr_spot offset;
} wr_join;

/* Through a room, in at one hook and out at another. */
typedef struct wr_step {
    uint32_t stance;
    uint16_t in, out;
} wr_step;

/* Hooks of stances are numbered through, stance after stance. */
struct wr_joins {
    const struct wr_pieces *pieces;
    uint32_t *first_hook; /* one a stance, and one more */
    uint32_t *start;      /* hook after hook, piece after piece in each, and one more */
    wr_join *joins;
    uint32_t *first_step; /* one a hook, and one more: steps in at it */
    wr_step *steps;
    uint32_t step_count;
};

/* False when memory is out. */
bool wr_joins_make(const struct wr_pieces *pieces, struct wr_arena *arena,
                   struct wr_joins *out);

static inline uint32_t wr_joins_hook(const struct wr_joins *joins, uint32_t stance,
                                     uint32_t hook)
{
    return joins->first_hook[stance] + hook;
}
/* The joins at a hook, into all pieces or into one: indices from [0] to [1]. */
static inline void wr_joins_from(const struct wr_joins *joins, uint32_t stance, uint32_t hook,
                                 uint32_t out[2])
{
    size_t row = (size_t)wr_joins_hook(joins, stance, hook) * joins->pieces->piece_count;
    out[0] = joins->start[row];
    out[1] = joins->start[row + joins->pieces->piece_count];
}
static inline void wr_joins_into(const struct wr_joins *joins, uint32_t stance, uint32_t hook,
                                 uint32_t piece, uint32_t out[2])
{
    size_t row =
        (size_t)wr_joins_hook(joins, stance, hook) * joins->pieces->piece_count + piece;
    out[0] = joins->start[row];
    out[1] = joins->start[row + 1];
}
static inline const wr_piece_hook *wr_hook_out(const struct wr_pieces *pieces, uint32_t stance,
                                               uint32_t hook)
{
    return &pieces->stances[stance].hooks[hook];
}
/* Where a join stands at a hook of a room. */
static inline wr_standing wr_joins_standing(const struct wr_joins *joins,
                                            const wr_standing *room, uint32_t hook,
                                            const wr_join *join)
{
    if (wr_standing_is_drawn(room))
        return wr_standing_at(join->stance, wr_spot_add(room->spot, join->offset));
    return wr_standing_at(
        join->stance, wr_spot_sub(wr_standing_hook(joins->pieces, room, hook),
                                  wr_hook_out(joins->pieces, join->stance, join->hook)->at));
}
/* From the spot of a step's first hook to that of its second. */
static inline wr_spot wr_step_length(const struct wr_pieces *pieces, const wr_step *step)
{
    return wr_spot_sub(pieces->stances[step->stance].hooks[step->out].at,
                       pieces->stances[step->stance].hooks[step->in].at);
}
/* Whether doors at two spots are at one, as far as the tolerance goes. */
static inline bool wr_spots_meet(const struct wr_pieces *pieces, wr_spot a, wr_spot b)
{
    wr_spot miss = wr_spot_sub(a, b);
    int64_t reach = pieces->tolerance;
    return miss.x <= reach && -miss.x <= reach && miss.y <= reach && -miss.y <= reach &&
           miss.z <= reach && -miss.z <= reach;
}
#endif
