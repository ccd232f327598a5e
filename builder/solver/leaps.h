/* Leaps: where a chain of rooms, each one of some pieces, can link two rooms that stand. The
 * search asks before it places the last rooms of a round, instead of finding out with the last
 * of all. */
#ifndef WR_BUILDER_SOLVER_LEAPS_H
#define WR_BUILDER_SOLVER_LEAPS_H

#include "builder/solver/puzzle.h"

/* Rooms of a chain at most: longer ones lead nearly everywhere. */
enum { WR_LEAP_MOST = 5 };

/* Instead of a leap: nothing is known. */
#define WR_NO_LEAP UINT32_MAX

/* Leaps of a puzzle's nodes, made when they are asked for; none where not all pieces turn, or
 * they have so many doorways that chains lead nearly everywhere. NULL when memory is out. */
struct wr_leaps *wr_leaps_start(const struct wr_puzzle *puzzle);
void wr_leaps_finish(struct wr_leaps *leaps);

/* Whether there are any. */
bool wr_leaps_are_known(const struct wr_leaps *leaps);

/* The leap over some nodes, one after the other; false when memory is out. */
bool wr_leaps_over(struct wr_leaps *leaps, const uint32_t *nodes, uint32_t count,
                   uint32_t *out);

/* A room that stands, and bits of hooks that are taken (from 64 on they count as free). */
typedef struct wr_leap_end {
    wr_standing standing;
    uint64_t taken;
} wr_leap_end;

/* Whether a leap may lead from one room to another, where up to so many of its doorways miss
 * each other by the tolerance; never false where it does. */
bool wr_leaps_may(const struct wr_leaps *leaps, uint32_t leap, const wr_leap_end *from,
                  const wr_leap_end *to, uint32_t misses);

#endif
