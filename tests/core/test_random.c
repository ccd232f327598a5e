/* Random numbers: the published sequences, fair bounds, streams apart from each other. */
#include "tests/support/test.h"

#include "core/base/random.h"

static void the_sequence_is_the_published_one(void **state)
{
    (void)state;
    /* Source: the demonstration program of the PCG library, seed 42, stream 54. */
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                        0x83d2f293, 0xbfa4784b, 0xcbed606e};
    wr_random random = wr_random_of(42, 54);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(wr_random_u32(&random), expected[i]);
}

static void the_mixer_is_the_published_one(void **state)
{
    (void)state;
    /* Source: the first outputs of SplitMix64 from state 0. */
    const uint64_t step = 0x9e3779b97f4a7c15u;
    assert_int_equal(wr_mix(0), 0xe220a8397b1dcdafu);
    assert_int_equal(wr_mix(step), 0x6e789e6aa1b965f4u);
    assert_int_equal(wr_mix(2 * step), 0x06c45d188009454fu);
}

static void bounds_are_kept_and_fair(void **state)
{
    (void)state;
    wr_random random = wr_random_of(7, 1);
    unsigned counts[7] = {0};
    for (int i = 0; i < 70000; i++)
        counts[wr_random_below(&random, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_near(counts[i], 10000, 500);
    /* Two thirds of 2^32: by plain remainder the lower half would come up twice as often. */
    unsigned low = 0;
    for (int i = 0; i < 30000; i++) {
        uint32_t word = wr_random_below(&random, 2863311531u);
        assert_true(word < 2863311531u);
        low += word < 1431655765u;
    }
    assert_near(low, 15000, 600);
    assert_int_equal(wr_random_below(&random, 1), 0);
}

static void units_fill_the_interval_without_its_end(void **state)
{
    (void)state;
    wr_random random = wr_random_of(8, 1);
    double sum = 0, lowest = 1, highest = 0;
    for (int i = 0; i < 100000; i++) {
        double unit = wr_random_unit(&random);
        assert_true(unit >= 0 && unit < 1);
        lowest = unit < lowest ? unit : lowest;
        highest = unit > highest ? unit : highest;
        sum += unit;
    }
    assert_near(sum / 100000, 0.5, 0.01);
    assert_true(lowest < 0.001 && highest > 0.999);
}

static void seeds_and_streams_differ(void **state)
{
    (void)state;
    uint32_t first[200];
    for (uint32_t i = 0; i < 200; i++) {
        wr_random random = wr_random_of(i / 20, i % 20);
        wr_random_u32(&random);
        first[i] = wr_random_u32(&random);
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(first[i], first[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sequence_is_the_published_one),
        cmocka_unit_test(the_mixer_is_the_published_one),
        cmocka_unit_test(bounds_are_kept_and_fair),
        cmocka_unit_test(units_fill_the_interval_without_its_end),
        cmocka_unit_test(seeds_and_streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
