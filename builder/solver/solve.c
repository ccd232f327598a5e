/* Solving puzzles, large ones block by block. */
#include "builder/solver/large/large.h"
#include "builder/solver/puzzle.h"

/* What large puzzles leave of the budget is for one search of the whole. */
enum wr_verdict wr_puzzle_solve(const struct wr_puzzle *puzzle, wr_random *random,
                                uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                struct wr_effort *effort)
{
    struct wr_effort search;
    enum wr_verdict verdict = wr_large_solve(puzzle, random, budget, nodes, corridors, effort);
    if (verdict != WR_OUT_OF_BUDGET || effort->steps >= budget)
        return verdict;
    verdict =
        wr_puzzle_search(puzzle, random, budget - effort->steps, nodes, corridors, &search);
    wr_effort_add(effort, search);
    return verdict;
}
