/* Points on a line, and how far apart they may be at most: what follows from bounds is kept for
 * all pairs, with the bounds it follows from, and can be taken back. */
#ifndef WR_BUILDER_SOLVER_BOXES_BOUNDS_H
#define WR_BUILDER_SOLVER_BOXES_BOUNDS_H

#include "core/base/arena.h"

#include <stdint.h>

/* `to` is at most so far above `from`: to - from <= most. */
typedef struct wr_bound {
    uint32_t from, to;
    int32_t most;
} wr_bound;

/* Two points between which less became possible. */
typedef struct wr_narrowed {
    uint32_t from, to;
    int32_t most; /* before */
    uint32_t last;
} wr_narrowed;

struct wr_bounds {
    uint32_t point_count;
    int32_t *most;        /* of to - from, a row for each from; WR_BOUNDLESS */
    uint32_t *last;       /* the bound that the way from one to the other ends with */
    wr_narrowed *history; /* on the heap */
    size_t history_count, history_capacity;
    uint32_t *sources, *targets;
};

/* More than any bound; sums of two do not overflow. Bounds are less than a thousandth of it. */
#define WR_BOUNDLESS (INT32_MAX / 2)

/* Memory from the arena, but for the history; false when it is out. */
bool wr_bounds_start(struct wr_bounds *bounds, uint32_t points, struct wr_arena *arena);
void wr_bounds_finish(struct wr_bounds *bounds);

static inline int32_t wr_bounds_most(const struct wr_bounds *bounds, uint32_t from, uint32_t to)
{
    return bounds->most[(size_t)from * bounds->point_count + to];
}

/* Whether a bound can hold beside all others. */
static inline bool wr_bounds_allow(const struct wr_bounds *bounds, wr_bound bound)
{
    return wr_bounds_most(bounds, bound.to, bound.from) + bound.most >= 0;
}

/* Adds a bound that is allowed, under a name; what it narrows is added to the history. False
 * when memory is out. */
bool wr_bounds_add(struct wr_bounds *bounds, wr_bound bound, uint32_t name);
/* Takes bounds back, as far as the history is longer than that. */
void wr_bounds_take_back(struct wr_bounds *bounds, size_t history_count);

/* The last bound of the way from one point to another, as it was named. Where that bound begins
 * the rest of the way ends. */
static inline uint32_t wr_bounds_last(const struct wr_bounds *bounds, uint32_t from,
                                      uint32_t to)
{
    return bounds->last[(size_t)from * bounds->point_count + to];
}

#endif
