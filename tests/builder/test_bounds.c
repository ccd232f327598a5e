/* Bounds against all ways between all points, found anew each time. */
#include "builder/solver/boxes/bounds.h"

#include "core/base/random.h"
#include "tests/support/test.h"

#include <string.h>

enum { POINTS = 9, ADDED = 24 };

static uint32_t known_count;
static wr_bound known[ADDED];

/* Floyd and Warshall; false where a way round is shorter than nothing. */
static bool find_ways(int32_t most[POINTS][POINTS])
{
    bool fine = true;
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < POINTS; k++)
            most[i][k] = i == k ? 0 : WR_BOUNDLESS;
    for (uint32_t i = 0; i < known_count; i++)
        if (known[i].most < most[known[i].from][known[i].to])
            most[known[i].from][known[i].to] = known[i].most;
    for (int via = 0; via < POINTS; via++)
        for (int i = 0; i < POINTS; i++)
            for (int k = 0; k < POINTS; k++)
                if (most[i][via] < WR_BOUNDLESS && most[via][k] < WR_BOUNDLESS &&
                    most[i][via] + most[via][k] < most[i][k])
                    most[i][k] = most[i][via] + most[via][k];
    for (int i = 0; i < POINTS; i++)
        fine &= most[i][i] >= 0;
    return fine;
}

/* Every known way is as long as the bounds it is said to be made of, all of which were added.
 */
static void check_way(const struct wr_bounds *bounds, uint32_t from, uint32_t to)
{
    int64_t sum = 0;
    for (uint32_t at = to, bounds_seen = 0; at != from; bounds_seen++) {
        uint32_t last = wr_bounds_last(bounds, from, at);
        assert_true(last < known_count && bounds_seen < POINTS);
        assert_int_equal(known[last].to, at);
        sum += known[last].most;
        at = known[last].from;
    }
    assert_int_equal(sum, wr_bounds_most(bounds, from, to));
}

static void check_all(const struct wr_bounds *bounds)
{
    int32_t most[POINTS][POINTS];
    assert_true(find_ways(most));
    assert_memory_equal(most, bounds->most, sizeof most);
    for (uint32_t i = 0; i < POINTS; i++)
        for (uint32_t k = 0; k < POINTS; k++)
            if (most[i][k] < WR_BOUNDLESS)
                check_way(bounds, i, k);
}

static wr_bound random_bound(wr_random *random)
{
    wr_bound bound = {wr_random_below(random, POINTS), wr_random_below(random, POINTS - 1),
                      (int32_t)wr_random_below(random, 20) - 6};
    bound.to += bound.to >= bound.from;
    return bound;
}

static void they_are_what_follows_from_all_that_were_added(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wr_random random = wr_random_of(seed, 3);
        struct wr_arena *arena = wr_arena_create();
        struct wr_bounds bounds;
        size_t histories[ADDED];
        known_count = 0;
        assert_true(wr_bounds_start(&bounds, POINTS, arena));
        for (int turn = 0; turn < 80; turn++) {
            int32_t most[POINTS][POINTS];
            if (known_count && (known_count == ADDED || wr_random_below(&random, 4) == 0)) {
                known_count = wr_random_below(&random, known_count);
                wr_bounds_take_back(&bounds, histories[known_count]);
            }
            wr_bound bound = random_bound(&random);
            known[known_count++] = bound;
            bool allowed = find_ways(most);
            assert_true(allowed == wr_bounds_allow(&bounds, bound));
            if (!allowed) {
                known_count--;
                continue;
            }
            histories[known_count - 1] = bounds.history_count;
            assert_true(wr_bounds_add(&bounds, bound, known_count - 1));
            check_all(&bounds);
        }
        wr_bounds_finish(&bounds);
        wr_arena_destroy(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_what_follows_from_all_that_were_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
