/* A large graph is cut into blocks; each block that has rounds is solved on its own; then all
 * are put together, and repaired where they do not fit. */
#include "builder/solver/large/large.h"
#include "builder/solver/flat/flat.h"
#include "builder/solver/large/repair.h"
#include "builder/solver/rules.h"

/* Up to so many nodes one search of the whole is as fast; where rooms have lengths, and rounds
 * take their time, up to fewer. */
enum { SMALL = 64, STRETCHING_SMALL = 16 };

/* What a room must have beside it, a search of the whole keeps in mind; and so the distance to
 * corridors. */
static bool is_suited(const struct wr_puzzle *puzzle)
{
    const struct wr_rules *rules = puzzle->rules;
    uint32_t small = wr_puzzle_stretches(puzzle) ? STRETCHING_SMALL : SMALL;
    if (puzzle->node_count <= small || (rules && rules->must_count))
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
    uint64_t seed, budget;
    bool stretches;
    struct wr_effort *effort;
};

static uint64_t steps_left(const struct solving *s)
{
    return s->budget > s->effort->steps ? s->budget - s->effort->steps : 0;
}

/* Asks for another answer of the root, where rounds with lengths leave their trees no room. */
static enum wr_verdict ask_root(struct solving *s)
{
    const wr_surroundings nothing = {0};
    if (!s->stretches || s->blocks.blocks[0].count == 1)
        return WR_SOLVED;
    s->answers[0].count = 0;
    return wr_answers_ask(s->puzzle, &s->blocks, 0, &nothing, s->seed, steps_left(s),
                          &s->answers[0], s->effort);
}

/* Each beginning gets twice what the one before had. Where rooms have lengths they are short,
 * but as long at least as it took to find the rounds: what fits into them at all is soon found.
 */
static enum wr_verdict try_again(struct solving *s, wr_standing *nodes, wr_standing *corridors,
                                 struct wr_arena *arena)
{
    enum { STEPS_A_NODE = 300, STRETCHING_STEPS_A_NODE = 200 };
    uint64_t most = s->stretches ? STRETCHING_STEPS_A_NODE : STEPS_A_NODE, steps = 0;
    uint64_t cost = s->stretches ? s->effort->steps : 0;
    struct wr_effort repair;
    enum wr_verdict verdict = WR_SOLVED;
    bool more;
    s->repair =
        wr_repair_start(s->puzzle, &s->blocks, s->answers, s->seed, nodes, corridors, arena);
    if (!s->repair)
        return WR_OUT_OF_MEMORY;
    most *= s->puzzle->node_count;
    do {
        uint64_t left = steps_left(s), own = cost > most ? cost : most;
        verdict = wr_repair_try(s->repair, s->random, left < own ? left : own);
        repair = wr_repair_effort(s->repair);
        s->effort->steps += repair.steps - steps;
        s->effort->restarts++;
        steps = repair.steps;
        cost = s->effort->steps;
        most = s->stretches ? most + most / 4 : most < UINT64_MAX / 2 ? 2 * most : most;
        more = verdict == WR_OUT_OF_BUDGET && s->effort->steps < s->budget &&
               ask_root(s) == WR_SOLVED && s->effort->steps < s->budget;
        cost = s->effort->steps - cost;
    } while (more);
    repair.steps = 0;
    wr_effort_add(s->effort, repair);
    wr_repair_finish(s->repair);
    return verdict;
}

/* ---- Drawn first ---- */

/* The root as it is drawn. */
static enum wr_verdict follow_root(struct solving *s, const struct wr_proposal *proposal)
{
    if (s->blocks.blocks[0].count == 1)
        return WR_SOLVED;
    return wr_answers_follow(s->puzzle, &s->blocks, 0, proposal, &s->answers[0], s->effort);
}

/* Draws until the root stands as it is drawn, so often, and while there are steps; a drawing
 * takes as long as so many of a search. */
static enum wr_verdict draw_root(struct solving *s, struct wr_flat *flat, uint64_t end)
{
    enum { DRAWINGS = 4, STEPS_A_NODE = 100 };
    uint64_t steps = (uint64_t)STEPS_A_NODE * s->puzzle->node_count;
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    for (int i = 0; i < DRAWINGS && verdict == WR_OUT_OF_BUDGET; i++) {
        if (s->effort->steps + steps > end)
            return WR_OUT_OF_BUDGET;
        if (wr_puzzle_is_late(s->puzzle))
            return WR_OUT_OF_TIME;
        s->effort->steps += steps;
        verdict = wr_flat_draw(flat);
        if (verdict != WR_SOLVED)
            continue;
        const struct wr_proposal proposal = wr_flat_proposal(flat);
        verdict = follow_root(s, &proposal);
    }
    return verdict;
}

/* What is drawn is put up as far as it fits, and the rest beside it; with half of the budget.
 */
static enum wr_verdict try_drawn(struct solving *s, struct wr_flat *flat)
{
    enum { STEPS_A_NODE = 200, PARTS = 2 };
    uint64_t before = wr_repair_effort(s->repair).steps;
    uint64_t end = s->effort->steps + steps_left(s) / PARTS;
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    while (verdict == WR_OUT_OF_BUDGET) {
        verdict = draw_root(s, flat, end);
        if (verdict != WR_SOLVED)
            return verdict == WR_UNSOLVABLE ? WR_OUT_OF_BUDGET : verdict;
        const struct wr_proposal proposal = wr_flat_proposal(flat);
        wr_repair_follow(s->repair, &proposal);
        verdict =
            wr_repair_try(s->repair, s->random, (uint64_t)STEPS_A_NODE * s->puzzle->node_count);
        uint64_t steps = wr_repair_effort(s->repair).steps;
        s->effort->steps += steps - before;
        s->effort->restarts++;
        before = steps;
        wr_repair_follow(s->repair, NULL);
    }
    return verdict;
}

static enum wr_verdict solve_drawn(struct solving *s, wr_standing *nodes,
                                   wr_standing *corridors, struct wr_arena *arena)
{
    struct wr_flat *flat = wr_flat_start(s->puzzle, s->seed, arena);
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    s->repair =
        wr_repair_start(s->puzzle, &s->blocks, s->answers, s->seed, nodes, corridors, arena);
    if (flat && s->repair)
        verdict = wr_answers_ask_all(s->puzzle, &s->blocks, 1, s->seed, s->budget, arena,
                                     s->answers, s->effort);
    if (verdict == WR_SOLVED)
        verdict = try_drawn(s, flat);
    wr_repair_finish(s->repair);
    return verdict;
}

/* ---- All of it ---- */

static enum wr_verdict solve_asked(struct solving *s, wr_standing *nodes,
                                   wr_standing *corridors, struct wr_arena *arena)
{
    enum wr_verdict verdict = wr_answers_ask_all(s->puzzle, &s->blocks, 0, s->seed, s->budget,
                                                 arena, s->answers, s->effort);
    return verdict == WR_SOLVED ? try_again(s, nodes, corridors, arena) : verdict;
}

/* Easy ones are sooner found than drawn. */
static enum wr_verdict solve_flat(struct solving *s, wr_standing *nodes, wr_standing *corridors,
                                  struct wr_arena *arena)
{
    enum { EASY_STEPS_A_NODE = 250 };
    uint64_t budget = s->budget, easy = (uint64_t)EASY_STEPS_A_NODE * s->puzzle->node_count;
    s->budget = easy < budget ? easy : budget;
    enum wr_verdict verdict = solve_asked(s, nodes, corridors, arena);
    s->budget = budget;
    if (verdict == WR_OUT_OF_BUDGET)
        verdict = solve_drawn(s, nodes, corridors, arena);
    if (verdict != WR_OUT_OF_BUDGET || steps_left(s) == 0)
        return verdict;
    s->answers[0].count = 0;
    return solve_asked(s, nodes, corridors, arena);
}

static enum wr_verdict solve(struct solving *s, wr_standing *nodes, wr_standing *corridors,
                             struct wr_arena *arena)
{
    if (!wr_blocks_cut(s->puzzle, arena, &s->blocks))
        return WR_OUT_OF_MEMORY;
    if (s->blocks.count < 2)
        return WR_OUT_OF_BUDGET;
    s->answers = wr_answers_start(&s->blocks, arena);
    if (!s->answers)
        return WR_OUT_OF_MEMORY;
    s->seed = (uint64_t)wr_random_u32(s->random) << 32;
    s->seed |= wr_random_u32(s->random);
    return wr_flat_is_suited(s->puzzle) ? solve_flat(s, nodes, corridors, arena)
                                        : solve_asked(s, nodes, corridors, arena);
}

enum wr_verdict wr_large_solve(const struct wr_puzzle *puzzle, wr_random *random,
                               uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                               struct wr_effort *effort)
{
    struct solving s = {.puzzle = puzzle,
                        .random = random,
                        .budget = budget,
                        .stretches = wr_puzzle_stretches(puzzle),
                        .effort = effort};
    *effort = wr_effort_none();
    if (!is_suited(puzzle))
        return WR_OUT_OF_BUDGET;
    struct wr_arena *arena = wr_arena_create();
    enum wr_verdict verdict = arena ? solve(&s, nodes, corridors, arena) : WR_OUT_OF_MEMORY;
    wr_arena_destroy(arena);
    return verdict;
}
