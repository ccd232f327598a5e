/* Large puzzles: solved block by block. */
#ifndef WR_BUILDER_SOLVER_LARGE_LARGE_H
#define WR_BUILDER_SOLVER_LARGE_LARGE_H

#include "builder/solver/puzzle.h"

/* As wr_puzzle_solve, for graphs of many rooms. WR_OUT_OF_BUDGET with steps left where the
 * puzzle is not large, or asks for what only a whole search keeps. */
enum wr_verdict wr_large_solve(const struct wr_puzzle *puzzle, wr_random *random,
                               uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                               struct wr_effort *effort);

#endif
