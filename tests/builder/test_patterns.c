/* What patterns promise of the levels they make, proved by walking all states of each. */
#include "tests/support/states.h"
#include "tests/support/ways.h"

#include "builder/layout/locks.h"
#include "core/base/random.h"

static const char *const names[] = {"lock_and_key", "shortcut", "hidden_route", "hub",
                                    "two_ways"};
enum { LOCK, NAMES = sizeof names / sizeof *names };

static bool is_key_of_pattern(const char *key)
{
    return strncmp(key, "key", 3) == 0;
}

/* What the metrics say of the way, of which the nearest key comes first, not the best. */
static void check_metrics(const struct generated *g, const struct states *states)
{
    const struct wr_metrics *metrics = &g->info.metrics;
    uint32_t needed = 0, shortest = states_shortest(states, g->info.exit);
    for (uint32_t k = 0; k < states->key_count; k++)
        needed += !states_reached_without(states, g->info.exit, states->keys[k]);
    assert_int_equal(metrics->locks_needed, needed);
    assert_in_range(metrics->critical_path, 2, shortest);
    if (states->key_count == 1)
        assert_int_equal(metrics->walkthrough, shortest);
    assert_in_range(metrics->walkthrough, shortest, 4 * shortest);
    assert_in_range(metrics->walked_twice, 0, metrics->walkthrough / 2);
}

/* Nobody stands in the exit without each key, and everybody can get everywhere. */
static void check_states(const struct generated *g, uint64_t seed, uint32_t locks)
{
    struct states_level level;
    uint32_t found = 0;
    states_start(&level, g->map, g->kits, g->findings.context);
    for (uint32_t k = 0; k < level.states.key_count; k++) {
        const char *key = level.states.keys[k];
        if (!is_key_of_pattern(key))
            continue;
        found++;
        if (states_reached_without(&level.states, g->info.exit, key))
            fail_msg("%.*s, seed %llu: the exit is reached without '%s'",
                     (int)g->template->source->size, (const char *)g->template->source->data,
                     (unsigned long long)seed, key);
    }
    for (uint32_t r = 0; r < g->map->room_count; r++)
        assert_true(states_reached_without(&level.states, r, NULL));
    assert_int_equal(found, locks);
    check_metrics(g, &level.states);
    assert_int_equal(wr_layout_unlock(g->findings.context, level.layout), WR_OK);
    assert_null(strstr(findings_said((struct findings *)&g->findings), "lock-walked-around"));
    states_end(&level);
}

/* How many of some seeds give a level; each is walked. */
static uint32_t check_levels(const char *text, uint64_t seeds, uint32_t locks)
{
    struct generated g;
    uint32_t made = 0;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= seeds; seed++)
        if (generated_try(&g, seed)) {
            check_states(&g, seed, locks);
            made++;
        }
    generated_end(&g);
    return made;
}

/* ---- Locks ------------------------------------------------------------------------------- */

#define SHORT FLAT "'corridor': {'length': [0, 1]}, "

static void the_exit_needs_each_key_whatever_comes_before_or_after_its_lock(void **state)
{
    enum { SEEDS = OFTEN(12, 2) };
    (void)state;
    for (int a = 0; a < NAMES; a++)
        for (int b = 0; b < NAMES; b++) {
            char text[512];
            uint32_t locks = (a == LOCK ? 1u : 0u) + (b == LOCK ? 1u : 0u);
            if (locks == 0)
                continue;
            snprintf(text, sizeof text,
                     HEAD SHORT "'patterns': [{'pattern': '%s'}, {'pattern': '%s'}]}", names[a],
                     names[b]);
            assert_int_equal(check_levels(text, SEEDS, locks), SEEDS);
        }
}

/* Some patterns, each some times, one of them a lock; how many locks that are. */
static uint32_t write_patterns(wr_random *random, char *text, size_t size)
{
    uint32_t count = 2 + wr_random_below(random, 4), lock = wr_random_below(random, count);
    uint32_t locks = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = i == lock ? LOCK : wr_random_below(random, NAMES);
        uint32_t times = kind == LOCK ? 1 + wr_random_below(random, 2) : 1;
        locks += kind == LOCK ? times : 0;
        at += (size_t)snprintf(text + at, size - at,
                               "%s{'pattern': '%s', 'times': %u, 'length': [2, 3]}",
                               i ? ", " : "'patterns': [", names[kind], (unsigned)times);
    }
    snprintf(text + at, size - at, "]");
    return locks;
}

/* What else a template may say that has a hand in where ways go. */
static const char *const others[] = {
    "'mirror': false",
    "'caps': '#cap', 'mirror': true",
    "'entry': {'rooms': '#dead-end'}, 'exit': {'rooms': 'shrine'}",
    "'nodes': [{'name': 'a', 'rooms': 'tee'}, {'name': 'b', 'rooms': '#dead-end'}], "
    "'exit': {'node': 'b'}",
    "'nodes': [{'name': 'a', 'rooms': 'hub', 'position': [6, 6, 0]}], 'entry': {'node': 'a'}",
    "'neighbours': [{'rooms': '#hall', 'must_not': '#hall'}, {'rooms': 'cell', 'must': "
    "['#junction', '#corridor']}]",
};
enum { OTHERS = sizeof others / sizeof *others };

static void the_exit_needs_each_key_of_any_patterns_together(void **state)
{
    enum { TEMPLATES = OFTEN(24, 6) };
    uint32_t made = 0;
    (void)state;
    for (uint64_t i = 0; i < TEMPLATES; i++) {
        char text[1024], patterns[512];
        wr_random random = wr_random_of(i, 1);
        uint32_t locks = write_patterns(&random, patterns, sizeof patterns);
        snprintf(text, sizeof text, HEAD FLAT "'budget': 2000000, %s, %s}", patterns,
                 others[i % OTHERS]);
        made += check_levels(text, 1, locks);
    }
    if (made < TEMPLATES * 9 / 10)
        fail_msg("only %u of %d templates made a level", made, TEMPLATES);
}

static void the_library_s_locks_are_needed(void **state)
{
    (void)state;
    enum { SEEDS = OFTEN(40, 5) };
    assert_int_equal(check_levels("templates/library/lock.json", SEEDS, 2), SEEDS);
    assert_int_equal(check_levels("templates/library/shortcut.json", 4, 0), 4);
}

/* ---- Lengths ----------------------------------------------------------------------------- */

/* Patterns whose rooms are counted: those of the ends, and how many ways of the length. */
static const struct counted {
    const char *name;
    uint32_t rooms, ways;
} counted[] = {
    {"lock_and_key", 3, 2}, {"shortcut", 2, 2}, {"hidden_route", 2, 2},
    {"hub", 3, 1},          {"two_ways", 2, 2},
};

static void a_length_is_that_of_each_way_of_its_pattern(void **state)
{
    (void)state;
    for (int i = 0; i < NAMES; i++)
        for (uint32_t length = 3; length <= 4; length++) {
            char text[512];
            struct generated g;
            snprintf(text, sizeof text,
                     HEAD FLAT "'patterns': [{'pattern': '%s', 'length': %u}]}",
                     counted[i].name, (unsigned)length);
            generated_start(&g, text);
            generated_make(&g, 1);
            assert_int_equal(g.map->room_count, counted[i].rooms + counted[i].ways * length);
            generated_end(&g);
        }
}

static uint32_t reached_without_key(const struct generated *g, const char *key)
{
    struct states_level level;
    uint32_t count = 0;
    states_start(&level, g->map, g->kits, g->findings.context);
    for (uint32_t r = 0; r < g->map->room_count; r++)
        count += states_reached_without(&level.states, r, key);
    states_end(&level);
    return count;
}

/* The entry, the side way and the key's room lie before the lock. */
static void goes_on_as_far_as_to_the_key(const struct generated *g)
{
    assert_int_equal(reached_without_key(g, "key1"), 1 + 4 + 1);
    assert_int_equal(g->info.metrics.critical_path, 1 + 4 + 1);
}

static void a_lock_has_rooms_behind_it_as_it_has_before_its_key(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT "'patterns': [{'pattern': 'lock_and_key', 'length': 4}]}", 8,
                goes_on_as_far_as_to_the_key);
}

/* To the key and back, and on: 6, 5 and 5. */
static void is_walked_to_the_key_and_back(const struct generated *g)
{
    assert_int_equal(g->info.metrics.walkthrough, 16);
    assert_int_equal(g->info.metrics.walked_twice, 5);
    assert_int_equal(g->info.metrics.locks_needed, 1);
}

static void the_walkthrough_fetches_the_key(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT "'patterns': [{'pattern': 'lock_and_key', 'length': 4}]}", 4,
                is_walked_to_the_key_and_back);
}

static void has_no_detours(const struct generated *g)
{
    assert_int_equal(g->info.metrics.walkthrough, g->info.metrics.critical_path);
    assert_int_equal(g->info.metrics.walked_twice + g->info.metrics.locks_needed, 0);
}

static void where_no_key_is_needed_the_walkthrough_is_the_shortest_way(void **state)
{
    (void)state;
    check_seeds(HEAD SHORT "'patterns': [{'pattern': 'two_ways'}, {'pattern': 'hub'}]}", 4,
                has_no_detours);
}

static void has_a_shorter_way(const struct generated *g)
{
    uint32_t longer = g->info.metrics.critical_path - 2; /* the other is not open yet */
    uint32_t shorter = g->map->room_count - 2 - longer;
    assert_in_range(shorter, 2, 4);
    assert_in_range(longer, shorter + 1, 5);
}

static void a_shortcut_is_the_shorter_of_its_ways(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT "'patterns': [{'pattern': 'shortcut', 'length': [2, 5]}]}", 12,
                has_a_shorter_way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exit_needs_each_key_whatever_comes_before_or_after_its_lock),
        cmocka_unit_test(the_exit_needs_each_key_of_any_patterns_together),
        cmocka_unit_test(the_library_s_locks_are_needed),
        cmocka_unit_test(a_length_is_that_of_each_way_of_its_pattern),
        cmocka_unit_test(a_lock_has_rooms_behind_it_as_it_has_before_its_key),
        cmocka_unit_test(a_shortcut_is_the_shorter_of_its_ways),
        cmocka_unit_test(the_walkthrough_fetches_the_key),
        cmocka_unit_test(where_no_key_is_needed_the_walkthrough_is_the_shortest_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
