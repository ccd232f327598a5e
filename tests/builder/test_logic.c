/* Clauses, and bounds that hold with some variables, against all values there are. */
#include "builder/solver/boxes/logic.h"
#include "builder/solver/boxes/walls.h"

#include "core/base/random.h"
#include "tests/support/test.h"

#include <string.h>

enum { VARIABLES = 9, CLAUSES = 40, TIES = 40, POINTS = 5, MOST_LITERALS = 4 };

struct clause {
    wr_literal literals[MOST_LITERALS];
    uint32_t count;
};

struct tie {
    uint32_t axis;
    wr_bound bound;
    wr_guards guards;
};

/* What is asked, in full. */
struct question {
    struct clause clauses[CLAUSES];
    struct tie ties[TIES];
    uint32_t clause_count, tie_count;
};

static struct question random_question(wr_random *random)
{
    struct question q = {.clause_count = wr_random_below(random, CLAUSES),
                         .tie_count = wr_random_below(random, TIES)};
    for (uint32_t i = 0; i < q.clause_count; i++) {
        q.clauses[i].count = 2 + wr_random_below(random, MOST_LITERALS - 1);
        for (uint32_t k = 0; k < q.clauses[i].count; k++)
            q.clauses[i].literals[k] = wr_random_below(random, 2 * VARIABLES);
    }
    for (uint32_t i = 0; i < q.tie_count; i++) {
        struct tie *tie = &q.ties[i];
        tie->axis = wr_random_below(random, WR_AXES);
        tie->bound =
            (wr_bound){wr_random_below(random, POINTS), wr_random_below(random, POINTS - 1),
                       (int32_t)wr_random_below(random, 8) - 5};
        tie->bound.to += tie->bound.to >= tie->bound.from;
        tie->guards.count = 1 + wr_random_below(random, WR_GUARDS);
        for (uint32_t k = 0; k < tie->guards.count; k++)
            tie->guards.variables[k] = wr_random_below(random, VARIABLES);
    }
    return q;
}

/* ---- All values ---- */

static bool is_true(uint32_t values, wr_literal literal)
{
    return (values >> (literal / 2) & 1) != (literal & 1);
}

static bool keeps_clauses(const struct question *q, uint32_t values)
{
    for (uint32_t i = 0; i < q->clause_count; i++) {
        bool any = false;
        for (uint32_t k = 0; k < q->clauses[i].count; k++)
            any |= is_true(values, q->clauses[i].literals[k]);
        if (!any)
            return false;
    }
    return true;
}

/* Bellman and Ford, from everywhere at once. */
static bool keeps_ties(const struct question *q, uint32_t values, uint32_t axis)
{
    int32_t places[POINTS] = {0};
    for (int round = 0; round <= POINTS; round++) {
        bool changed = false;
        for (uint32_t i = 0; i < q->tie_count; i++) {
            const struct tie *tie = &q->ties[i];
            bool holds = tie->axis == axis;
            for (uint32_t k = 0; k < tie->guards.count; k++)
                holds &= is_true(values, 2 * tie->guards.variables[k]);
            if (!holds || places[tie->bound.to] <= places[tie->bound.from] + tie->bound.most)
                continue;
            places[tie->bound.to] = places[tie->bound.from] + tie->bound.most;
            changed = true;
        }
        if (!changed)
            return true;
    }
    return false;
}

static bool keeps_all(const struct question *q, uint32_t values)
{
    return keeps_clauses(q, values) && keeps_ties(q, values, 0) && keeps_ties(q, values, 1);
}

/* ---- The search ---- */

struct search {
    struct wr_arena *arena;
    struct wr_walls walls;
    struct wr_logic *logic;
};

static void start(struct search *s, const struct question *q, wr_random *random)
{
    s->arena = wr_arena_create();
    assert_true(wr_walls_start(&s->walls, POINTS, VARIABLES, s->arena));
    s->logic = wr_logic_start(wr_walls_theory(&s->walls), VARIABLES, s->arena);
    assert_non_null(s->logic);
    s->walls.logic = s->logic;
    for (uint32_t i = 0; i < VARIABLES; i++)
        wr_logic_variable(s->logic, wr_random_below(random, 2), wr_random_unit(random));
    for (uint32_t i = 0; i < q->tie_count; i++)
        assert_true(
            wr_walls_tie(&s->walls, q->ties[i].axis, q->ties[i].bound, q->ties[i].guards));
    for (uint32_t i = 0; i < q->clause_count; i++)
        assert_true(wr_logic_clause(s->logic, q->clauses[i].literals, q->clauses[i].count));
}

static void finish(struct search *s)
{
    wr_logic_finish(s->logic);
    wr_walls_finish(&s->walls);
    wr_arena_destroy(s->arena);
}

static uint32_t values_of(const struct search *s)
{
    uint32_t values = 0;
    for (uint32_t i = 0; i < VARIABLES; i++)
        values |= (uint32_t)wr_logic_is(s->logic, 2 * i) << i;
    return values;
}

/* Forbids what was found, and goes on until nothing is left. */
static uint32_t count_found(struct search *s, const struct question *q, uint64_t seed)
{
    enum wr_logic_result result;
    uint32_t count = 0;
    while ((result = wr_logic_run(s->logic, 2000)) != WR_UNSATISFIABLE) {
        wr_literal others[VARIABLES];
        assert_int_not_equal(result, WR_LOGIC_NO_MEMORY);
        if (result == WR_UNDECIDED)
            continue;
        uint32_t values = values_of(s);
        if (!keeps_all(q, values))
            fail_msg("seed %llu: values %x break something", (unsigned long long)seed,
                     (unsigned)values);
        for (uint32_t i = 0; i < VARIABLES; i++)
            others[i] = 2 * i + (values >> i & 1);
        assert_true(wr_logic_clause(s->logic, others, VARIABLES));
        count++;
    }
    return count;
}

static void every_choice_of_values_is_found_and_no_other(void **state)
{
    enum { SEEDS = 400 };
    uint32_t possible = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        wr_random random = wr_random_of(seed, 5);
        struct question q = random_question(&random);
        struct search s;
        uint32_t count = 0;
        for (uint32_t values = 0; values < 1 << VARIABLES; values++)
            count += keeps_all(&q, values);
        start(&s, &q, &random);
        uint32_t found = count_found(&s, &q, seed);
        if (found != count)
            fail_msg("seed %llu: %u found of %u", (unsigned long long)seed, (unsigned)found,
                     (unsigned)count);
        possible += count > 0;
        finish(&s);
    }
    assert_true(possible > SEEDS / 4 && possible < SEEDS * 9 / 10);
}

enum { HOLES = 8 };

/* Each pigeon is in a hole, and no two in one. */
static void start_pigeons(struct search *s, uint32_t pigeons)
{
    uint32_t all = HOLES * pigeons;
    wr_random random = wr_random_of(1, 1);
    s->arena = wr_arena_create();
    assert_true(wr_walls_start(&s->walls, 1, all, s->arena));
    s->logic = wr_logic_start(wr_walls_theory(&s->walls), all, s->arena);
    assert_non_null(s->logic);
    s->walls.logic = s->logic;
    for (uint32_t i = 0; i < all; i++)
        wr_logic_variable(s->logic, true, wr_random_unit(&random));
    for (uint32_t pigeon = 0; pigeon < pigeons; pigeon++) {
        wr_literal holes[HOLES];
        for (uint32_t hole = 0; hole < HOLES; hole++)
            holes[hole] = 2 * (pigeon * HOLES + hole);
        assert_true(wr_logic_clause(s->logic, holes, HOLES));
        for (uint32_t other = 0; other < pigeon; other++)
            for (uint32_t hole = 0; hole < HOLES; hole++) {
                wr_literal both[2] = {2 * (pigeon * HOLES + hole) + 1,
                                      2 * (other * HOLES + hole) + 1};
                assert_true(wr_logic_clause(s->logic, both, 2));
            }
    }
}

/* Pigeons in fewer holes: nothing follows at once, so that much has to be learned and
 * forgotten.
 */
static void what_was_learned_may_be_forgotten(void **state)
{
    struct search s;
    (void)state;
    start_pigeons(&s, HOLES + 1);
    assert_int_equal(wr_logic_run(s.logic, UINT64_MAX / 2), WR_UNSATISFIABLE);
    finish(&s);
}

/* A run that leaves off after each step gets as far as one that does not. */
static void few_steps_at_a_time_are_enough_in_the_end(void **state)
{
    enum { RUNS = 100000 };
    (void)state;
    for (uint32_t pigeons = HOLES - 2; pigeons <= HOLES; pigeons++) {
        struct search s;
        uint32_t runs = 0;
        enum wr_logic_result result = WR_UNDECIDED;
        start_pigeons(&s, pigeons);
        while (result == WR_UNDECIDED && runs++ < RUNS)
            result = wr_logic_run(s.logic, 1);
        assert_int_equal(result, WR_SATISFIABLE);
        finish(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_choice_of_values_is_found_and_no_other),
        cmocka_unit_test(what_was_learned_may_be_forgotten),
        cmocka_unit_test(few_steps_at_a_time_are_enough_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
