/* Work whose allocations fail one after another: each failure must reach the caller. */
#ifndef WR_TESTS_SUPPORT_STARVED_H
#define WR_TESTS_SUPPORT_STARVED_H

#include "tests/support/findings.h"

/* What allocates; the findings, with their arena, are new each time. */
typedef enum wr_result starved_fn(struct findings *findings, void *user);

/* Lets the first allocation fail, then the second, until the work is done. A failure is
 * WR_NO_MEMORY, told once. Returns how many there were, one at least. */
static inline size_t starve(starved_fn *work, void *user)
{
    enum wr_result result = WR_NO_MEMORY;
    size_t failures = 0;
    while (result != WR_OK) {
        struct findings findings;
        findings_start(&findings);
        wr_fail_allocation_after(failures + 1);
        result = work(&findings, user);
        wr_fail_allocation_after(0);
        if (result != (findings.errors ? WR_NO_MEMORY : WR_OK) || findings.errors > 1)
            fail_msg("allocation %zu: %s, but said:\n%s", failures + 1, wr_result_name(result),
                     findings_said(&findings));
        failures += result != WR_OK;
        findings_end(&findings);
    }
    assert_true(failures > 0);
    return failures;
}

#endif
