/* A large graph is cut into blocks; each block that has rounds is solved on its own; then all
 * are put together, and repaired where they do not fit. */
#include "builder/solver/large/large.h"
#include "builder/solver/large/repair.h"
#include "builder/solver/rules.h"

/* Up to so many nodes one search of the whole is as fast. */
enum { SMALL = 64 };

/* What a room must have beside it, a search of the whole keeps in mind; and so the distance to
 * corridors. */
static bool is_suited(const struct wr_puzzle *puzzle)
{
    const struct wr_rules *rules = puzzle->rules;
    if (puzzle->node_count <= SMALL || (rules && rules->must_count))
        return false;
    for (uint32_t i = 0; rules && rules->gap && i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts->vias)
            return false;
    return true;
}

struct solving {
    const struct wr_puzzle *puzzle;
    struct wr_blocks blocks;
    wr_answers *answers;
    struct wr_repair *repair;
    wr_random *random;
    uint64_t budget;
    struct wr_effort *effort;
};

/* Each beginning gets twice what the one before had. */
static enum wr_verdict try_again(struct solving *s, wr_standing *nodes, wr_standing *corridors,
                                 uint64_t seed, struct wr_arena *arena)
{
    enum { STEPS_A_NODE = 1000 };
    uint64_t most = (uint64_t)STEPS_A_NODE * s->puzzle->node_count;
    uint64_t before = s->effort->steps;
    struct wr_effort repair;
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    s->repair =
        wr_repair_start(s->puzzle, &s->blocks, s->answers, seed, nodes, corridors, arena);
    if (!s->repair)
        return WR_OUT_OF_MEMORY;
    while (verdict == WR_OUT_OF_BUDGET && s->effort->steps < s->budget) {
        uint64_t left = s->budget - s->effort->steps;
        verdict = wr_repair_try(s->repair, s->random, left < most ? left : most);
        repair = wr_repair_effort(s->repair);
        s->effort->steps = before + repair.steps;
        s->effort->restarts++;
        most = most < UINT64_MAX / 2 ? 2 * most : most;
    }
    repair = wr_repair_effort(s->repair);
    repair.steps = 0;
    wr_effort_add(s->effort, repair);
    wr_repair_finish(s->repair);
    return verdict;
}

static enum wr_verdict solve(struct solving *s, wr_standing *nodes, wr_standing *corridors,
                             struct wr_arena *arena)
{
    if (!wr_blocks_cut(s->puzzle, arena, &s->blocks))
        return WR_OUT_OF_MEMORY;
    if (s->blocks.count < 2)
        return WR_OUT_OF_BUDGET;
    s->answers = WR_TAKE(arena, wr_answers, s->blocks.count);
    if (!s->answers)
        return WR_OUT_OF_MEMORY;
    uint64_t seed = (uint64_t)wr_random_u32(s->random) << 32;
    seed |= wr_random_u32(s->random);
    enum wr_verdict verdict = wr_answers_ask_all(s->puzzle, &s->blocks, seed, s->budget, arena,
                                                 s->answers, s->effort);
    return verdict == WR_SOLVED ? try_again(s, nodes, corridors, seed, arena) : verdict;
}

enum wr_verdict wr_large_solve(const struct wr_puzzle *puzzle, wr_random *random,
                               uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                               struct wr_effort *effort)
{
    struct solving s = {.puzzle = puzzle, .random = random, .budget = budget, .effort = effort};
    *effort = wr_effort_none();
    if (!is_suited(puzzle))
        return WR_OUT_OF_BUDGET;
    struct wr_arena *arena = wr_arena_create();
    enum wr_verdict verdict = arena ? solve(&s, nodes, corridors, arena) : WR_OUT_OF_MEMORY;
    wr_arena_destroy(arena);
    return verdict;
}
