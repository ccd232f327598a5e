/* Work whose memory fails, here and there: each failure must reach the caller. */
#ifndef WR_TESTS_SUPPORT_STARVED_H
#define WR_TESTS_SUPPORT_STARVED_H

#include "tests/support/findings.h"

/* What allocates; the findings, with their arena, are new each time. */
typedef enum wr_result starved_fn(struct findings *findings, void *user);

/* ---- Arenas: a take fails, told apart by the place in the code that wants it ------------- */

enum { MOST_PLACES = 4096 };

static struct {
    struct starved_place {
        const void *place;
        size_t takes; /* of this run */
        size_t next;  /* the take that fails next: the first, the eighth, … */
    } places[MOST_PLACES];
    bool refused; /* in this run, once */
} starved;

static inline bool refuse_take(const void *place)
{
    size_t at = (uintptr_t)place / 4 % MOST_PLACES;
    while (starved.places[at].place && starved.places[at].place != place)
        at = (at + 1) % MOST_PLACES;
    struct starved_place *here = &starved.places[at];
    if (!here->place)
        *here = (struct starved_place){.place = place, .next = 1};
    if (starved.refused || ++here->takes != here->next)
        return false;
    here->next *= 8;
    starved.refused = true;
    return true;
}

static inline void start_starving(void)
{
    memset(&starved, 0, sizeof starved);
}

/* The next run will lack a take that none lacked before. */
static inline void starve_next_take(void)
{
    for (size_t i = 0; i < MOST_PLACES; i++)
        starved.places[i].takes = 0;
    starved.refused = false;
    wr_refuse_takes(refuse_take);
}

/* Whether it did; once it did not, each place was refused. */
static inline bool end_starved_take(void)
{
    wr_refuse_takes(NULL);
    return starved.refused;
}

/* ---- Both -------------------------------------------------------------------------------- */

static inline void must_tell(struct findings *findings, enum wr_result result, bool failed,
                             const char *what, size_t number)
{
    if (result != (failed ? WR_NO_MEMORY : WR_OK) || findings->errors != failed)
        fail_msg("%s %zu: %s, but said:\n%s", what, number, wr_result_name(result),
                 findings_said(findings));
}

static inline size_t starve_allocations(starved_fn *work, void *user)
{
    size_t failures = 0;
    bool reached = true;
    for (size_t number = 1; reached; number++) {
        struct findings findings;
        findings_start(&findings);
        wr_fail_allocation_after(number);
        enum wr_result result = work(&findings, user);
        reached = wr_fail_allocation_after(0);
        bool failed = reached && result != WR_OK; /* or it did without */
        must_tell(&findings, result, failed, "allocation", number);
        failures += failed;
        findings_end(&findings);
    }
    return failures;
}

static inline size_t starve_takes(starved_fn *work, void *user)
{
    size_t failures = 0;
    start_starving();
    for (bool failed = true; failed; failures += failed) {
        struct findings findings;
        findings_start(&findings);
        wr_context_set_jobs(findings.context, 1);
        starve_next_take();
        enum wr_result result = work(&findings, user);
        failed = end_starved_take();
        must_tell(&findings, result, failed, "take", failures + 1);
        findings_end(&findings);
    }
    return failures;
}

/* Lets the first allocation fail, then the second, until there is none that could; and takes
 * from arenas, of each place in the code. A failure is WR_NO_MEMORY, told once. Returns how
 * many there were, one at least. */
static inline size_t starve(starved_fn *work, void *user)
{
    size_t failures = starve_allocations(work, user) + starve_takes(work, user);
    assert_true(failures > 0);
    return failures;
}

#endif
