/* Solving puzzles, large ones block by block, those that can be folded with fewer nodes. */
#include "builder/solver/fold.h"
#include "builder/solver/large/large.h"

/* What large puzzles leave of the budget is for one search of the whole. */
static enum wr_verdict solve(const struct wr_puzzle *puzzle, wr_random *random, uint64_t budget,
                             wr_standing *nodes, wr_standing *corridors,
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

static enum wr_verdict solve_folded(const struct wr_fold *fold, uint32_t joints,
                                    wr_random *random, uint64_t budget, wr_standing *nodes,
                                    struct wr_effort *effort)
{
    enum wr_verdict verdict =
        solve(&fold->puzzle, random, budget, fold->standings, fold->corridors, effort);
    if (verdict == WR_SOLVED)
        wr_fold_tell(fold, nodes);
    if (effort->stuck != WR_NOT_STUCK)
        effort->stuck = fold->nodes[effort->stuck];
    if (effort->part == 0) /* of corridors it is not known which stood */
        effort->deepest += joints;
    return verdict;
}

enum wr_verdict wr_puzzle_solve(const struct wr_puzzle *puzzle, wr_random *random,
                                uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                struct wr_effort *effort)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_fold fold;
    uint32_t joints = 0;
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    *effort = wr_effort_none();
    if (arena && wr_fold_make(puzzle, arena, &fold, &joints))
        verdict = joints > 0 ? solve_folded(&fold, joints, random, budget, nodes, effort)
                             : solve(puzzle, random, budget, nodes, corridors, effort);
    for (uint32_t i = 0; joints > 0 && i < puzzle->link_count; i++)
        corridors[i].stance = WR_NO_STANCE;
    wr_arena_destroy(arena);
    return verdict;
}
