/* Spans: rooms and pairs of rooms one walks through, found by where they lead. The halves of
 * which loops are closed by meeting in the middle. */
#ifndef WR_BUILDER_SOLVER_RINGS_SPANS_H
#define WR_BUILDER_SOLVER_RINGS_SPANS_H

#include "builder/solver/rings/joins.h"
#include "core/base/random.h"

/* Indices of one step, or of two whose rooms meet. */
typedef struct wr_span_steps {
    uint32_t steps[2];
} wr_span_steps;

/* Spans of one length in a hash table over (length, facing in, facing out). */
struct wr_span_table {
    uint32_t *start; /* one a bucket, and one more */
    wr_span_steps *items;
    uint32_t item_count, bucket_count; /* buckets: a power of two */
};

struct wr_spans {
    const struct wr_joins *joins;
    struct wr_span_table one, two;
    bool complete;   /* all pairs are there, not only a sample */
    wr_spot longest; /* step, on each axis */
};

/* False when memory is out. Where there are more pairs than memory should hold, a sample drawn
 * with `random` is kept. */
bool wr_spans_make(const struct wr_joins *joins, wr_random *random, struct wr_arena *arena,
                   struct wr_spans *out);

/* What a span must lead over: in at a hook that faces `in`, out at one that faces `out`. */
typedef struct wr_gap {
    wr_spot length;
    uint16_t in, out;
} wr_gap;

/* Called with each span of the table that crosses the gap, within the tolerance; true ends the
 * search. */
typedef bool wr_span_fn(void *user, const wr_span_steps *span);
/* Starts anywhere in each bucket, by `turn`. Returns whether a call did. */
bool wr_span_find(const struct wr_spans *spans, const struct wr_span_table *table,
                  const wr_gap *gap, uint32_t turn, wr_span_fn *visit, void *user);

#endif
