/* Heavy tails: a round of rooms costs about as much whatever the seed. Steps are counted, not
 * time. */
#include "tests/support/ways.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = OFTEN(100, 40), LEAST = 5, MOST = 8, TIMES = 20, TEXT = 2048 };

/* Of rooms as they are drawn, and of boxes with sliding doors. */
static const char *const heads[] = {
    HEAD "'rooms': [{'rooms': 'hub', 'count': [0, null]}], 'nodes': [",
    "{'format': 'warren-template', 'version': 1, 'id': 't', 'kit': 'lodge', 'nodes': ["};

static void write_round(char *text, const char *head, uint32_t rooms)
{
    size_t used = (size_t)snprintf(text, TEXT, "%s", head);
    for (uint32_t i = 0; i < rooms; i++)
        used += (size_t)snprintf(text + used, TEXT - used, "%s{'name': 'n%u'}", i ? ", " : "",
                                 (unsigned)i);
    used += (size_t)snprintf(text + used, TEXT - used, "], 'links': [");
    for (uint32_t i = 0; i < rooms; i++)
        used += (size_t)snprintf(text + used, TEXT - used, "%s{'from': 'n%u', 'to': 'n%u'}",
                                 i ? ", " : "", (unsigned)i, (unsigned)((i + 1) % rooms));
    snprintf(text + used, TEXT - used, "]}");
}

static int order_steps(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return *p < *q ? -1 : *p > *q;
}

static void make_rounds(const char *head, uint32_t rooms)
{
    char text[TEXT];
    uint64_t steps[SEEDS];
    struct generated g;
    write_round(text, head, rooms);
    generated_start(&g, text);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        generated_make(&g, seed + 1);
        steps[seed] = g.info.metrics.steps;
        generated_drop(&g);
    }
    qsort(steps, SEEDS, sizeof *steps, order_steps);
    if (steps[SEEDS * 95 / 100] > TIMES * steps[SEEDS / 2])
        fail_msg("%.60s: %u rooms: median %llu steps, p95 %llu", head, (unsigned)rooms,
                 (unsigned long long)steps[SEEDS / 2],
                 (unsigned long long)steps[SEEDS * 95 / 100]);
    generated_end(&g);
}

static void a_round_costs_about_as_much_whatever_the_seed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        for (uint32_t rooms = LEAST; rooms <= MOST; rooms++)
            make_rounds(heads[i], rooms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_costs_about_as_much_whatever_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
