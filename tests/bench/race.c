/* Runs under a CPU clock; see race.h. */
#include "tests/bench/race.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_bool time_is_up;

static void ring(int signal)
{
    (void)signal;
    atomic_store(&time_is_up, true);
}

/* Lets the search know when the process has used so many more CPU seconds; 0 calls that off. */
static void wind(double seconds)
{
    static timer_t timer;
    static bool made;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct itimerspec span = {.it_value = {.tv_sec = (time_t)seconds}};
    span.it_value.tv_nsec = (long)(1e9 * (seconds - (double)span.it_value.tv_sec));
    if (!made) {
        struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
        sigaction(SIGALRM, &action, NULL);
        made = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
    }
    atomic_store(&time_is_up, false);
    timer_settime(timer, 0, &span, NULL);
}

static void judge(const struct edgar *edgar, const wr_standing *nodes,
                  const wr_standing *corridors)
{
    const char *fault = solution_fault(&edgar->puzzle, edgar->corridors, nodes, corridors);
    if (!fault)
        return;
    fprintf(stderr, "race: %s\n", fault);
    exit(1);
}

enum wr_verdict race_run(struct race *race, const struct edgar *edgar, uint64_t seed,
                         double cap)
{
    wr_standing *nodes = calloc(edgar->puzzle.node_count + 1, sizeof *nodes);
    wr_standing *corridors = calloc(edgar->puzzle.link_count + 1, sizeof *corridors);
    wr_random random = wr_random_of(seed, 1);
    struct wr_effort effort;
    struct wr_puzzle puzzle = edgar->puzzle;
    if (!nodes || !corridors)
        abort();
    puzzle.stop = &time_is_up;
    wind(cap);
    double start = edgar_cpu_seconds();
    enum wr_verdict verdict =
        wr_puzzle_solve(&puzzle, &random, UINT64_MAX, nodes, corridors, &effort);
    double time = edgar_cpu_seconds() - start;
    wind(0);
    if (race->runs < RACE_RUNS)
        race->times[race->runs++] = 1000 * time;
    race->solved += verdict == WR_SOLVED;
    race->impossible += verdict == WR_UNSOLVABLE;
    race->steps += effort.steps;
    if (verdict == WR_SOLVED)
        judge(edgar, nodes, corridors);
    free(nodes);
    free(corridors);
    return verdict;
}

static int order_times(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

double race_at(struct race *race, double share)
{
    if (race->runs == 0)
        return 0;
    qsort(race->times, race->runs, sizeof *race->times, order_times);
    uint32_t at = (uint32_t)(share * race->runs);
    return race->times[at < race->runs ? at : race->runs - 1];
}
