/* Small templates, whole: brute force over kit rooms lists their levels, and many seeds make
 * all of them, no other, and none far more often than another. WARREN_SLOW=1 takes more of
 * them. */
#include "tests/support/diversity.h"
#include "tests/support/test.h"

#include "core/base/system.h"

enum { SEEDS_A_LEVEL = 30, SLOW_SEEDS_A_LEVEL = 100 };
static const double FAR = 10;

static bool is_slow(void)
{
    const char *slow = wr_environment("WARREN_SLOW");
    return slow && *slow == '1';
}

static void every_level_comes_and_none_far_more_often(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL_TEMPLATE_COUNT; i++) {
        const struct small_template *small = &SMALL_TEMPLATES[i];
        struct diversity d;
        if (small->heavy && !is_slow())
            continue;
        diversity_measure(&d, small, is_slow() ? SLOW_SEEDS_A_LEVEL : SEEDS_A_LEVEL);
        diversity_print(small, &d);
        if (d.levels.count < 2 || d.foreign || d.missing || d.ratio > FAR)
            fail_msg("%s: %u levels, %u foreign, %u missing, ratio %g", small->name,
                     (unsigned)d.levels.count, (unsigned)d.foreign, (unsigned)d.missing,
                     d.ratio);
        diversity_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_comes_and_none_far_more_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
