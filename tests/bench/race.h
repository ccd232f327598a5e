/* Solving a puzzle again and again under the clock, every answer judged. */
#ifndef WR_TESTS_BENCH_RACE_H
#define WR_TESTS_BENCH_RACE_H

#include "tests/support/edgar.h"

enum { RACE_RUNS = 1024 };

/* CPU milliseconds of runs; those that found nothing count as long as they took. */
struct race {
    double times[RACE_RUNS];
    uint32_t runs, solved, impossible;
    uint64_t steps;
};

/* Solves once with a seed, at most `cap` CPU seconds, and adds the run. */
enum wr_verdict race_run(struct race *race, const struct edgar *edgar, uint64_t seed,
                         double cap);
/* The run that `share` of all runs were not slower than; sorts the times. */
double race_at(struct race *race, double share);

#endif
