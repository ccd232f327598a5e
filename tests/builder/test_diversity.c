/* Small templates, whole: brute force over kit rooms lists their levels, and many seeds make
 * all of them, no other, and none far more often than another. */
#include "tests/support/diversity.h"
#include "tests/support/test.h"

enum { SEEDS_A_LEVEL = 30 };
static const double FAR = 10;

static void every_level_comes_and_none_far_more_often(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL_TEMPLATE_COUNT; i++) {
        const struct small_template *small = &SMALL_TEMPLATES[i];
        struct diversity d;
        if (small->heavy)
            continue;
        diversity_measure(&d, small, SEEDS_A_LEVEL);
        diversity_print(small, &d);
        if (d.levels.count < 2 || d.foreign || d.missing || d.ratio > FAR)
            fail_msg("%s: %u levels, %u foreign, %u missing, ratio %g", small->name,
                     (unsigned)d.levels.count, (unsigned)d.foreign, (unsigned)d.missing,
                     d.ratio);
        diversity_free(&d);
    }
}

/* The generator's lists against brute force: what is in the one is in the other. */
static void drawn_templates_have_these_levels_and_no_others(void **state)
{
    enum { TEMPLATES = OFTEN(70, 20), SEEDS = 16, FEW = 40 };
    uint32_t none = 0, some = 0, listed = 0, levels = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= TEMPLATES; seed++) {
        char text[2048];
        struct small_template small = {.name = text, .text = text};
        struct diversity d;
        small_template_draw(seed, text, sizeof text);
        if (diversity_try(&d, &small, SEEDS, FEW)) {
            if (d.foreign || (d.listed && d.missing))
                fail_msg("seed %llu: of %u levels %u are foreign, %u are missing: %s",
                         (unsigned long long)seed, (unsigned)d.levels.count,
                         (unsigned)d.foreign, (unsigned)d.missing, text);
            none += d.levels.count == 0;
            some += d.levels.count > 0;
            listed += d.listed;
            levels += d.levels.count;
        }
        diversity_free(&d);
    }
    printf("[  NOTE    ] %u templates have levels (%u in all), %u of them are listed; %u have "
           "none\n",
           (unsigned)some, (unsigned)levels, (unsigned)listed, (unsigned)none);
    assert_true(some > TEMPLATES / 5);
    assert_true(none > 0);
    assert_true(listed > some * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_comes_and_none_far_more_often),
        cmocka_unit_test(drawn_templates_have_these_levels_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
