/* Solving puzzles, large ones block by block. */
#include "builder/solver/large/large.h"
#include "builder/solver/puzzle.h"

/* What large puzzles leave of the budget is for one search of the whole. */
enum wr_verdict wr_puzzle_solve(const struct wr_puzzle *puzzle, wr_random *random,
                                uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                struct wr_effort *effort)
{
    struct wr_effort large;
    enum wr_verdict verdict = wr_large_solve(puzzle, random, budget, nodes, corridors, &large);
    if (verdict != WR_OUT_OF_BUDGET || large.steps >= budget) {
        *effort = large;
        return verdict;
    }
    verdict = wr_puzzle_search(puzzle, random, budget - large.steps, nodes, corridors, effort);
    effort->steps += large.steps;
    effort->restarts += large.restarts;
    if (large.deepest > effort->deepest)
        effort->deepest = large.deepest;
    return verdict;
}
