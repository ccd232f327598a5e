/* Searching the whole of a puzzle: placing rooms one after another, moving all of them about,
 * and deciding which side of each other they lie at take turns. Placing is fast where the graph
 * is open; moving is better where there are rounds; deciding is best where there are many, and
 * proves that there is no solution, but is for boxes only. */
#include "builder/solver/anneal.h"
#include "builder/solver/boxes/relate.h"
#include "builder/solver/boxes/sides.h"
#include "builder/solver/placing.h"
#include "builder/solver/puzzle.h"
#include "builder/solver/restarts.h"

/* Short runs: a good beginning is found sooner than a bad one is mended (measured on the public
 * graphs). */
enum { STEPS_A_NODE = 20 };

/* Where rooms have lengths a run begins anew within itself, ear by ear; of few rooms a new one
 * is sooner done. */
enum { STRETCHING_FEW = 32, STRETCHING_FEW_STEPS = 50, STRETCHING_STEPS = 4000 };

/* A search under way. */
struct solving {
    const struct wr_puzzle *puzzle;
    wr_random *random;
    struct wr_arena *arena;
    struct wr_placing *placing;
    struct wr_anneal *anneal; /* NULL until it is needed */
    struct wr_relate *relate; /* likewise */
    bool slides, stretches, decides;
    uint32_t corridor_count;
    uint64_t placings, annealings;
    uint64_t moves, steps_a_move;
    uint64_t budget;
    wr_standing *nodes, *corridors;
};

/* Placing alone has the first steps, for most puzzles are easy; more of them before deciding,
 * which takes a while to start. Of further ones moving takes most; with corridors, which it is
 * worse at, half of them. Deciding takes most of all where it can. Tuned on the public graphs.
 */
enum { STEPS_BEFORE_MOVING = 100, STEPS_BEFORE_DECIDING = 800, MOVES_A_NODE = 300 };
enum { MOVING_SHARE = 8, CORRIDOR_SHARE = 1, DECIDING_SHARE = 8 };

static uint64_t moving_steps(const struct solving *s)
{
    return s->steps_a_move * s->moves;
}

static uint64_t deciding_steps(const struct solving *s)
{
    return s->relate ? wr_relate_steps(s->relate) : 0;
}

static uint64_t steps_of(const struct solving *s)
{
    return wr_placing_steps(s->placing) + moving_steps(s) + deciding_steps(s);
}

/* A move looks at all rooms; what a step costs beside that was measured. */
static uint64_t steps_a_move(const struct wr_puzzle *puzzle, uint32_t corridors)
{
    enum { AT_LEAST = 4, BODIES = 4 };
    return AT_LEAST + (puzzle->node_count + corridors) / BODIES;
}

static uint32_t count_corridors(const struct wr_puzzle *puzzle)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        count += puzzle->links[i].contacts->vias != NULL;
    return count;
}

/* Rounds close by moving only where a room has many places beside another; with a few hooks a
 * room it hardly ever happens. */
static bool may_slide(const struct wr_puzzle *puzzle)
{
    enum { PLACES = 8 };
    uint64_t pairs = (uint64_t)puzzle->pieces->stance_count * puzzle->pieces->stance_count;
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts->start[pairs] < PLACES * pairs)
            return false;
    return true;
}

/* Of the shortest run. */
static uint64_t steps_a_node(const struct solving *s)
{
    if (!s->stretches)
        return STEPS_A_NODE;
    return s->puzzle->node_count <= STRETCHING_FEW ? STRETCHING_FEW_STEPS : STRETCHING_STEPS;
}

static enum wr_verdict place_all(struct solving *s)
{
    uint32_t nodes = s->puzzle->node_count;
    uint64_t most = wr_restart_length(s->placings++) * steps_a_node(s) * nodes;
    uint64_t left = s->budget - steps_of(s);
    enum wr_verdict verdict = wr_placing_try(s->placing, left < most ? left : most);
    if (verdict == WR_SOLVED)
        wr_placing_tell(s->placing, s->nodes, s->corridors);
    return verdict;
}

static uint64_t moves_of_next(const struct solving *s)
{
    return wr_restart_length(s->annealings) * MOVES_A_NODE * s->puzzle->node_count;
}

static enum wr_verdict move_all(struct solving *s)
{
    uint64_t most = moves_of_next(s);
    uint64_t left = (s->budget - steps_of(s)) / s->steps_a_move + 1;
    s->annealings++;
    if (!s->anneal)
        s->anneal = wr_anneal_start(s->puzzle, s->random, s->arena);
    if (!s->anneal)
        return WR_OUT_OF_MEMORY;
    if (!wr_anneal_try(s->anneal, left < most ? left : most, &s->moves))
        return wr_puzzle_is_late(s->puzzle) ? WR_OUT_OF_TIME : WR_OUT_OF_BUDGET;
    wr_anneal_tell(s->anneal, s->nodes, s->corridors);
    return wr_placing_judge(s->placing, s->nodes, s->corridors);
}

/* Goes on for about as long as it had before, so that few spans of it are cut short. What
 * breaks a rule would be found again. */
static enum wr_verdict decide_all(struct solving *s)
{
    enum { STEPS_AT_FIRST = 1000 };
    uint64_t left = s->budget - steps_of(s);
    uint64_t most = deciding_steps(s) + STEPS_AT_FIRST * (uint64_t)s->puzzle->node_count;
    enum wr_verdict verdict = wr_relate_try(s->relate, left < most ? left : most);
    if (verdict != WR_SOLVED)
        return verdict;
    wr_relate_tell(s->relate, s->nodes, s->corridors);
    verdict = wr_placing_judge(s->placing, s->nodes, s->corridors);
    s->decides = verdict == WR_SOLVED;
    return verdict;
}

/* What comes after the first steps: whoever is behind its share. */
static enum wr_verdict take_turn(struct solving *s, uint64_t placed)
{
    uint64_t share = s->corridor_count ? CORRIDOR_SHARE : MOVING_SHARE;
    uint64_t moved = moving_steps(s) + s->steps_a_move * moves_of_next(s);
    if (!s->relate) {
        s->relate = wr_relate_start(s->puzzle, s->random, s->arena);
        if (!s->relate)
            return WR_OUT_OF_MEMORY;
        s->decides = wr_relate_is_encoded(s->relate);
    }
    if (s->decides && deciding_steps(s) <= DECIDING_SHARE * (placed + moving_steps(s)))
        return decide_all(s);
    return s->slides && moved <= share * placed ? move_all(s) : place_all(s);
}

static enum wr_verdict take_turns(struct solving *s)
{
    bool boxes = wr_pieces_are_boxes(s->puzzle->pieces);
    uint64_t first = boxes ? STEPS_BEFORE_DECIDING : STEPS_BEFORE_MOVING;
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    first *= s->puzzle->node_count;
    while (verdict == WR_OUT_OF_BUDGET && steps_of(s) < s->budget) {
        uint64_t placed = wr_placing_steps(s->placing);
        verdict = placed > first ? take_turn(s, placed - first) : place_all(s);
    }
    return verdict;
}

enum wr_verdict wr_puzzle_search(const struct wr_puzzle *puzzle, wr_random *random,
                                 uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                 struct wr_effort *effort)
{
    struct wr_arena *arena = wr_arena_create();
    uint32_t corridor_count = count_corridors(puzzle);
    struct solving s = {
        .puzzle = puzzle,
        .random = random,
        .arena = arena,
        .placing = arena ? wr_placing_start(puzzle, random, arena) : NULL,
        .slides = may_slide(puzzle),
        .stretches = wr_puzzle_stretches(puzzle),
        .corridor_count = corridor_count,
        .steps_a_move = steps_a_move(puzzle, corridor_count),
        .budget = budget,
        .nodes = nodes,
        .corridors = corridors,
    };
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    *effort = wr_effort_none();
    if (s.placing && puzzle->node_count == 0) {
        verdict = WR_SOLVED;
    } else if (s.placing) {
        verdict = take_turns(&s);
        *effort = wr_placing_effort(s.placing);
        effort->steps = steps_of(&s);
        effort->restarts = s.placings + s.annealings;
    }
    wr_placing_finish(s.placing);
    wr_relate_finish(s.relate);
    wr_arena_destroy(arena);
    return verdict;
}
