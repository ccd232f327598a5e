/* The search against brute force: on hundreds of small random puzzles both agree about what can
 * be solved, every answer stands before the judge, and every solution comes. */
#include "tests/support/small_puzzle.h"
#include "tests/support/test.h"

/* ---- Agreement ---- */

static enum wr_verdict solve(const struct small_puzzle *s, uint64_t seed, wr_standing *nodes,
                             wr_standing *corridors)
{
    wr_random random = wr_random_of(seed, 1);
    struct wr_effort effort;
    return wr_puzzle_solve(&s->puzzle, &random, 4000000, nodes, corridors, &effort);
}

struct tally {
    uint32_t solved, impossible;
    uint64_t solutions;
};

static void agree(uint64_t seed, struct small_shape shape, struct tally *tally)
{
    struct small_puzzle s;
    struct brute *b = test_malloc(sizeof *b);
    wr_standing nodes[NODES], corridors[LINKS];
    small_puzzle_start(&s, seed, shape);
    brute_solve(b, &s);
    enum wr_verdict verdict = solve(&s, seed, nodes, corridors);
    if ((verdict == WR_SOLVED) != (b->solutions > 0))
        fail_msg("seed %llu: verdict %d, but there are %u solutions", (unsigned long long)seed,
                 (int)verdict, (unsigned)b->solutions);
    if (verdict == WR_SOLVED) {
        const char *fault = solution_fault(&s.puzzle, s.corridors, nodes, corridors);
        if (fault)
            fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    } else if (!shape.corridors) {
        assert_int_equal(verdict, WR_UNSOLVABLE);
    }
    tally->solved += verdict == WR_SOLVED;
    tally->impossible += verdict != WR_SOLVED;
    tally->solutions += b->solutions;
    small_puzzle_end(&s);
    test_free(b);
}

static void agree_on(uint64_t seeds, struct small_shape shape)
{
    struct tally tally = {0};
    const uint64_t tried = OFTEN(seeds, seeds / 5 + 5);
    for (uint64_t seed = 1; seed <= tried; seed++)
        agree(seed, shape, &tally);
    printf("[  NOTE    ] %u puzzles have solutions (%llu in all), %u have none\n",
           (unsigned)tally.solved, (unsigned long long)tally.solutions,
           (unsigned)tally.impossible);
    assert_true(tally.solved > tried / 10);
    assert_true(tally.impossible > tried / 10);
}

static void the_search_agrees_with_brute_force_about_rooms_with_few_hooks(void **state)
{
    (void)state;
    agree_on(300, (struct small_shape){5, 4, 4, false, false, false});
}

static void the_search_agrees_with_brute_force_about_rooms_with_many_hooks(void **state)
{
    (void)state;
    agree_on(30, (struct small_shape){4, 4, 2, false, false, false});
}

static void the_search_agrees_with_brute_force_about_doors_that_slide(void **state)
{
    (void)state;
    agree_on(150, (struct small_shape){4, 0, 0, false, true, true});
}

static void the_search_agrees_with_brute_force_about_corridors(void **state)
{
    (void)state;
    agree_on(60, (struct small_shape){4, 3, 3, true, false, false});
}

/* ---- Diversity ---- */

/* How often each solution came. */
static void count_solutions(const struct small_puzzle *s, const struct brute *b, uint32_t seeds,
                            uint32_t *times)
{
    for (uint32_t seed = 0; seed < seeds; seed++) {
        wr_standing nodes[NODES], corridors[LINKS];
        solution_pose poses[NODES];
        uint32_t i = 0;
        assert_int_equal(solve(s, seed, nodes, corridors), WR_SOLVED);
        for (uint32_t n = 0; n < s->puzzle.node_count; n++)
            poses[n] = solution_pose_of(&s->pieces, nodes[n]);
        uint64_t key = brute_key(s, poses);
        while (i < b->solutions && b->keys[i] != key)
            i++;
        assert_true(i < b->solutions);
        times[i]++;
    }
}

static void print_times(uint64_t seed, const struct small_puzzle *s, const uint32_t *times,
                        uint32_t count)
{
    printf(
        "[  NOTE    ] seed %llu, %u rooms, %u links, %u solutions:", (unsigned long long)seed,
        (unsigned)s->puzzle.node_count, (unsigned)s->puzzle.link_count, (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        printf(" %u", (unsigned)times[i]);
    printf("\n");
}

static void check_times(uint64_t seed, const struct small_puzzle *s, const struct brute *b)
{
    enum { TIMES = 60, FAR = 10 };
    uint32_t *times = test_calloc(b->solutions, sizeof *times);
    uint32_t least = UINT32_MAX, most = 0;
    count_solutions(s, b, TIMES * b->solutions, times);
    for (uint32_t i = 0; i < b->solutions; i++) {
        least = times[i] < least ? times[i] : least;
        most = times[i] > most ? times[i] : most;
    }
    print_times(seed, s, times, b->solutions);
    assert_true(least > 0);
    assert_true(most <= FAR * least);
    test_free(times);
}

static void every_solution_comes_and_none_far_more_often(void **state)
{
    enum { SEEDS = OFTEN(100, 12), FEW = 2, MANY = 48 };
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small_puzzle s;
        struct brute *b = test_malloc(sizeof *b);
        small_puzzle_start(&s, seed, (struct small_shape){4, 4, 4, false, false, false});
        brute_solve(b, &s);
        if (b->solutions >= FEW && b->solutions <= MANY)
            check_times(seed, &s, b);
        small_puzzle_end(&s);
        test_free(b);
    }
}

/* ---- Slabs ------------------------------------------------------------------------------- */

static wr_slab slab_at(wr_spot corners[4], int64_t x, int64_t y)
{
    const wr_spot at[4] = {{x, y, 0}, {x + 4, y, 0}, {x + 4, y + 4, 0}, {x, y + 4, 0}};
    memcpy(corners, at, sizeof at);
    return (wr_slab){corners, 4, 0, 1, NULL};
}

/* Corners of all slabs in one array: those of the next are none of a slab's own. */
static void slabs_overlap_by_their_own_corners_alone(void **state)
{
    wr_spot corners[12];
    const wr_spot here = {0, 0, 0}, west = {-5, 0, 0}, east = {5, 0, 0};
    (void)state;
    wr_slab b = slab_at(corners, 8, 0), a = slab_at(corners + 4, 0, 0);
    wr_slab c = slab_at(corners + 8, 12, 2);
    assert_false(wr_slabs_overlap(&a, &b, here, 0));
    assert_false(wr_slabs_overlap(&b, &a, here, 0));
    assert_false(wr_slabs_overlap(&b, &c, here, 0)); /* they touch */
    assert_true(wr_slabs_overlap(&a, &b, west, 0));
    assert_true(wr_slabs_overlap(&b, &a, east, 0));
    assert_false(wr_slabs_overlap(&a, &b, east, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_agrees_with_brute_force_about_rooms_with_few_hooks),
        cmocka_unit_test(the_search_agrees_with_brute_force_about_rooms_with_many_hooks),
        cmocka_unit_test(the_search_agrees_with_brute_force_about_doors_that_slide),
        cmocka_unit_test(the_search_agrees_with_brute_force_about_corridors),
        cmocka_unit_test(every_solution_comes_and_none_far_more_often),
        cmocka_unit_test(slabs_overlap_by_their_own_corners_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
