/* How often each level of some small templates comes. WARREN_BENCH_FULL=1 prints every level's
 * count. */
#include "tests/support/diversity.h"
#include "tests/support/test.h"

#include "core/base/system.h"

enum { SEEDS_A_LEVEL = 100 };

static void print_all(const struct diversity *d)
{
    for (uint32_t i = 0; i < d->levels.count; i++)
        printf("%s%u", i % 16 ? " " : "\n    ", (unsigned)d->times[i]);
    printf("\n");
}

static void each_level_is_counted(void **state)
{
    const char *full = wr_environment("WARREN_BENCH_FULL");
    (void)state;
    for (unsigned i = 0; i < SMALL_TEMPLATE_COUNT; i++) {
        struct diversity d;
        diversity_measure(&d, &SMALL_TEMPLATES[i], SEEDS_A_LEVEL);
        diversity_print(&SMALL_TEMPLATES[i], &d);
        if (d.foreign)
            printf("    %u are not among them\n", (unsigned)d.foreign);
        if (full && *full == '1')
            print_all(&d);
        diversity_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_level_is_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
