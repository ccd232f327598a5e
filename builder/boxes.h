/* Which placed rooms' boxes meet: a grid seen from above. */
#ifndef WR_BUILDER_BOXES_H
#define WR_BUILDER_BOXES_H

#include "builder/layout.h"

struct wr_boxes;

/* NULL when memory is out. */
struct wr_boxes *wr_boxes_make(struct wr_arena *arena, const struct wr_layout *layout);

/* The rooms after `room` whose boxes overlap its own (more than touch, heights within
 * WR_HEADROOM), in order; false when memory is out. Safe to call from several threads, each
 * with its own scratch. */
bool wr_boxes_after(const struct wr_boxes *boxes, struct wr_arena *scratch, uint32_t room,
                    uint32_t **out, uint32_t *count);

#endif
