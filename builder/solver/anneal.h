/* Solving a puzzle by moving rooms about, where placing one after another gets stuck. */
#ifndef WR_BUILDER_SOLVER_ANNEAL_H
#define WR_BUILDER_SOLVER_ANNEAL_H

#include "builder/solver/puzzle.h"

struct wr_anneal;

/* Takes its memory from the arena; NULL when that is out. */
struct wr_anneal *wr_anneal_start(const struct wr_puzzle *puzzle, wr_random *random,
                                  struct wr_arena *arena);

/* Puts all rooms up anew, in a heap, and moves them until nothing overlaps and all links meet,
 * or until so many moves were tried; adds their number to `*moved`. The puzzle's rules are not
 * looked at, but for weights. */
bool wr_anneal_try(struct wr_anneal *anneal, uint64_t moves, uint64_t *moved);

/* What was found. */
void wr_anneal_tell(const struct wr_anneal *anneal, wr_standing *nodes, wr_standing *corridors);

#endif
