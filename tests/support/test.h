/* What every test includes: cmocka in the order it wants, and a few words for geometry. */
#ifndef WR_TESTS_SUPPORT_TEST_H
#define WR_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance)                                                           \
    do {                                                                                       \
        double near_a = (a), near_b = (b);                                                     \
        if (!(fabs(near_a - near_b) <= (tolerance)))                                           \
            fail_msg("%s is %.9g, not within %g of %.9g", #a, near_a, (double)(tolerance),     \
                     near_b);                                                                  \
    } while (0)

#endif
