/* Searching the whole of a puzzle: placing rooms one after another, and deciding which side of
 * each other they lie at, take turns. Placing is fast where the graph is open; deciding is best
 * where there are rounds, and proves that there is no solution, but is for boxes only. */
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
    struct wr_relate *relate; /* NULL until it is needed */
    bool boxes, stretches, decides;
    uint64_t placings, budget;
    wr_standing *nodes, *corridors;
};

/* Placing alone has the first steps, for most puzzles are easy, and deciding takes a while to
 * start. Of further ones that takes most. Tuned on the public graphs. */
enum { STEPS_BEFORE_DECIDING = 800, DECIDING_SHARE = 8 };

static uint64_t deciding_steps(const struct solving *s)
{
    return s->relate ? wr_relate_steps(s->relate) : 0;
}

static uint64_t steps_of(const struct solving *s)
{
    return wr_placing_steps(s->placing) + deciding_steps(s);
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
    if (!s->relate) {
        s->relate = wr_relate_start(s->puzzle, s->random, s->arena);
        if (!s->relate)
            return WR_OUT_OF_MEMORY;
        s->decides = wr_relate_is_encoded(s->relate);
    }
    return s->decides && deciding_steps(s) <= DECIDING_SHARE * placed ? decide_all(s)
                                                                      : place_all(s);
}

static enum wr_verdict take_turns(struct solving *s)
{
    uint64_t first = (uint64_t)STEPS_BEFORE_DECIDING * s->puzzle->node_count;
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    while (verdict == WR_OUT_OF_BUDGET && steps_of(s) < s->budget) {
        uint64_t placed = wr_placing_steps(s->placing);
        verdict = s->boxes && placed > first ? take_turn(s, placed - first) : place_all(s);
    }
    return verdict;
}

enum wr_verdict wr_puzzle_search(const struct wr_puzzle *puzzle, wr_random *random,
                                 uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                 struct wr_effort *effort)
{
    struct wr_arena *arena = wr_arena_create();
    struct solving s = {
        .puzzle = puzzle,
        .random = random,
        .arena = arena,
        .placing = arena ? wr_placing_start(puzzle, random, arena) : NULL,
        .boxes = wr_pieces_are_boxes(puzzle->pieces),
        .stretches = wr_puzzle_stretches(puzzle),
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
        effort->restarts = s.placings;
    }
    wr_placing_finish(s.placing);
    wr_relate_finish(s.relate);
    wr_arena_destroy(arena);
    return verdict;
}
