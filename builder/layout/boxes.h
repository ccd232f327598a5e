/* Which boxes meet: a grid seen from above. */
#ifndef WR_BUILDER_LAYOUT_BOXES_H
#define WR_BUILDER_LAYOUT_BOXES_H

#include "core/base/arena.h"
#include "core/base/math.h"
#include "core/base/tolerance.h"

/* Whether two boxes overlap: more than touch, heights within WR_HEADROOM. */
static inline bool wr_boxes_meet(wr_box p, wr_box q)
{
    return p.min.x < q.max.x && q.min.x < p.max.x && p.min.y < q.max.y && q.min.y < p.max.y &&
           (double)p.min.z < (double)q.max.z + WR_HEADROOM &&
           (double)q.min.z < (double)p.max.z + WR_HEADROOM;
}

struct wr_boxes;

/* Files `count` boxes, which must outlive the grid. NULL when memory is out. */
struct wr_boxes *wr_boxes_make(struct wr_arena *arena, const wr_box *items, uint32_t count);

/* The boxes after number `box` that overlap it, in order; false when memory is out. Safe to
 * call from several threads, each with its own scratch. */
bool wr_boxes_after(const struct wr_boxes *boxes, struct wr_arena *scratch, uint32_t box,
                    uint32_t **out, uint32_t *count);

#endif
