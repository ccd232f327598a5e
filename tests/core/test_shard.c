/* Work dealt out to several machines: all of it, once, evenly, and by the list alone. */
#include "tests/support/test.h"

#include "core/base/random.h"
#include "core/base/shard.h"

#include <stdio.h>

enum { MOST_UNITS = 300, ROUNDS = 400 };

static void ranges_follow_each_other_without_a_gap(void **state)
{
    (void)state;
    for (uint32_t shards = 1; shards < 40; shards++)
        for (uint64_t total = 0; total < 100; total++) {
            uint64_t next = 0;
            for (uint32_t i = 1; i <= shards; i++) {
                uint64_t first, count = wr_shard_range((wr_shard){i, shards}, total, &first);
                assert_int_equal(first, next);
                assert_true(count == total / shards || count == total / shards + 1);
                next += count;
            }
            assert_int_equal(next, total);
        }
}

static void no_shard_is_all_of_the_work(void **state)
{
    (void)state;
    uint64_t first;
    assert_int_equal(wr_shard_range((wr_shard){0}, 7, &first), 7);
    assert_int_equal(first, 0);
}

static size_t draw_units(wr_random *random, struct wr_shard_unit units[MOST_UNITS])
{
    size_t count = wr_random_below(random, MOST_UNITS);
    uint32_t range = 1u << wr_random_below(random, 30);
    for (size_t i = 0; i < count; i++)
        units[i] = (struct wr_shard_unit){wr_random_below(random, range), i, 0};
    return count;
}

/* max <= sum / shards + largest, in whole numbers. */
static void check_hands(const struct wr_shard_unit *units, size_t count, uint32_t shards)
{
    uint64_t hands[64] = {0}, sum = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(units[i].place, i);
        assert_in_range(units[i].shard, 1, shards);
        hands[units[i].shard - 1] += units[i].size;
        sum += units[i].size;
        largest = units[i].size > largest ? units[i].size : largest;
    }
    for (uint32_t i = 0; i < shards; i++)
        assert_true(hands[i] * shards <= sum + largest * shards);
}

static void no_shard_has_more_than_the_mean_and_the_largest_unit(void **state)
{
    (void)state;
    struct wr_shard_unit units[MOST_UNITS];
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        wr_random random = wr_random_of(seed, 18);
        size_t count = draw_units(&random, units);
        uint32_t shards = 1 + wr_random_below(&random, 64);
        printf("seed %u\r", (unsigned)seed);
        assert_true(wr_shard_deal(units, count, shards));
        check_hands(units, count, shards);
    }
}

static void units_of_one_size_go_round(void **state)
{
    (void)state;
    struct wr_shard_unit units[5];
    for (size_t i = 0; i < 5; i++)
        units[i] = (struct wr_shard_unit){10, i, 0};
    assert_true(wr_shard_deal(units, 5, 3));
    static const uint32_t expected[] = {1, 2, 3, 1, 2};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(units[i].shard, expected[i]);
}

static void shards_take_all_things_in_their_order(void **state)
{
    static const uint64_t weights[] = {1, 9, 4, 4, 2};
    static const char *const expected[] = {"b", "ce", "ad"};
    (void)state;
    for (uint32_t i = 1; i <= 3; i++) {
        char things[] = "abcde";
        size_t count = 5;
        assert_true(wr_shard_take((wr_shard){i, 3}, weights, things, &count, 1));
        things[count] = '\0';
        assert_string_equal(things, expected[i - 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_follow_each_other_without_a_gap),
        cmocka_unit_test(no_shard_is_all_of_the_work),
        cmocka_unit_test(no_shard_has_more_than_the_mean_and_the_largest_unit),
        cmocka_unit_test(units_of_one_size_go_round),
        cmocka_unit_test(shards_take_all_things_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
