/* Shortest ways between all points, brought up to date with each bound. */
#include "builder/solver/boxes/bounds.h"

bool wr_bounds_start(struct wr_bounds *b, uint32_t points, struct wr_arena *arena)
{
    size_t cells = (size_t)points * points;
    *b = (struct wr_bounds){
        .point_count = points,
        .most = WR_TAKE(arena, int32_t, cells),
        .last = WR_TAKE(arena, uint32_t, cells),
        .sources = WR_TAKE(arena, uint32_t, points),
        .targets = WR_TAKE(arena, uint32_t, points),
    };
    if (!b->most || !b->last || !b->sources || !b->targets)
        return false;
    for (size_t i = 0; i < cells; i++)
        b->most[i] = i % (points + 1) == 0 ? 0 : WR_BOUNDLESS;
    return true;
}

void wr_bounds_finish(struct wr_bounds *b)
{
    wr_free(b->history);
}

/* The points whose distance to or from the ends of a bound becomes less by it. */
static uint32_t find_sources(struct wr_bounds *b, wr_bound bound)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < b->point_count; p++) {
        const int32_t *row = b->most + (size_t)p * b->point_count;
        if (row[bound.from] < WR_BOUNDLESS && row[bound.from] + bound.most < row[bound.to])
            b->sources[count++] = p;
    }
    return count;
}

static uint32_t find_targets(struct wr_bounds *b, wr_bound bound)
{
    const int32_t *from = b->most + (size_t)bound.from * b->point_count;
    const int32_t *to = b->most + (size_t)bound.to * b->point_count;
    uint32_t count = 0;
    for (uint32_t p = 0; p < b->point_count; p++)
        if (to[p] < WR_BOUNDLESS && bound.most + to[p] < from[p])
            b->targets[count++] = p;
    return count;
}

bool wr_bounds_add(struct wr_bounds *b, wr_bound bound, uint32_t name)
{
    uint32_t sources = find_sources(b, bound), targets = find_targets(b, bound);
    size_t n = b->point_count;
    if (!wr_grow(&b->history, &b->history_capacity,
                 b->history_count + (size_t)sources * targets, sizeof *b->history))
        return false;
    const int32_t *to = b->most + bound.to * n;
    const uint32_t *last = b->last + bound.to * n;
    for (uint32_t i = 0; i < sources; i++) {
        int32_t *row = b->most + b->sources[i] * n;
        int32_t far = row[bound.from] + bound.most;
        for (uint32_t k = 0; k < targets; k++) {
            uint32_t target = b->targets[k];
            if (far + to[target] >= row[target])
                continue;
            uint32_t *its = &b->last[b->sources[i] * n + target];
            b->history[b->history_count++] =
                (wr_narrowed){b->sources[i], target, row[target], *its};
            row[target] = far + to[target];
            *its = target == bound.to ? name : last[target];
        }
    }
    return true;
}

void wr_bounds_take_back(struct wr_bounds *b, size_t history_count)
{
    while (b->history_count > history_count) {
        wr_narrowed narrowed = b->history[--b->history_count];
        size_t cell = (size_t)narrowed.from * b->point_count + narrowed.to;
        b->most[cell] = narrowed.most;
        b->last[cell] = narrowed.last;
    }
}
