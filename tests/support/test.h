/* What every test includes: cmocka in the order it wants, skipping that Meson sees, and a word
 * for geometry. */
#ifndef WR_TESTS_SUPPORT_TEST_H
#define WR_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/fence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often something is tried that any try may show: where memory is watched each takes
 * several times as long, and builds without have asked all of it. */
#ifdef WR_FENCED
#define OFTEN(all, watched) (watched)
#else
#define OFTEN(all, watched) (all)
#endif

/* An executable ends with 77, which Meson counts as skipped, where one of its tests was. */
static inline int *skipped_tests(void)
{
    static int count;
    return &count;
}

static inline int ended(int failed)
{
    return failed != 0 ? 1 : *skipped_tests() > 0 ? 77 : 0;
}

#undef skip
#define skip() (++*skipped_tests(), _skip(__FILE__, __LINE__))
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown)                                         \
    ended(_cmocka_run_group_tests(#tests, (tests), sizeof(tests) / sizeof *(tests), (setup),   \
                                  (teardown)))

#define assert_near(a, b, tolerance)                                                           \
    do {                                                                                       \
        double near_a = (a), near_b = (b);                                                     \
        if (!(fabs(near_a - near_b) <= (tolerance)))                                           \
            fail_msg("%s is %.9g, not within %g of %.9g", #a, near_a, (double)(tolerance),     \
                     near_b);                                                                  \
    } while (0)

#endif
