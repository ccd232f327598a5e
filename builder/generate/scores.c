/* The metrics by name: for choosing the best level, and for reports. */
#include "builder/generate/generate.h"

#include <string.h>

#define METRIC(name)                                                                           \
    {                                                                                          \
#name, offsetof(struct wr_metrics, name), COUNT                                        \
    }
#define SHARE(name)                                                                            \
    {                                                                                          \
#name, offsetof(struct wr_metrics, name), NUMBER                                       \
    }

enum kind { COUNT, NUMBER, STEPS };

static const struct metric {
    const char *name;
    size_t offset;
    enum kind kind;
} METRICS[] = {
    METRIC(rooms),        METRIC(caps),
    METRIC(links),        METRIC(components),
    METRIC(cycle_rank),   METRIC(critical_path),
    METRIC(walkthrough),  METRIC(walked_twice),
    METRIC(locks_needed), METRIC(dead_ends),
    METRIC(closed_hooks), METRIC(kit_rooms),
    METRIC(storeys),      SHARE(variety),
    SHARE(detour),        SHARE(density),
    SHARE(worst_gap),     {"steps", offsetof(struct wr_metrics, steps), STEPS},
};
enum { METRIC_COUNT = sizeof METRICS / sizeof *METRICS };

const char *wr_metric_name(unsigned index)
{
    return index < METRIC_COUNT ? METRICS[index].name : NULL;
}

static double value_of(const struct wr_metrics *metrics, const struct metric *metric)
{
    const unsigned char *at = (const unsigned char *)metrics + metric->offset;
    uint32_t count;
    uint64_t steps;
    float number;
    switch (metric->kind) {
    case COUNT:
        memcpy(&count, at, sizeof count);
        return count;
    case NUMBER:
        memcpy(&number, at, sizeof number);
        return (double)number;
    case STEPS:
        memcpy(&steps, at, sizeof steps);
        return (double)steps;
    }
    return 0;
}

static const struct metric *find(const char *name)
{
    for (int i = 0; i < METRIC_COUNT; i++)
        if (strcmp(METRICS[i].name, name) == 0)
            return &METRICS[i];
    return NULL;
}

bool wr_metric_is_count(const char *name)
{
    const struct metric *metric = find(name);
    return metric && metric->kind != NUMBER;
}

bool wr_metric_value(const struct wr_metrics *metrics, const char *name, double *out)
{
    const struct metric *metric = find(name);
    if (metric)
        *out = value_of(metrics, metric);
    return metric != NULL;
}
