/* Stairs become ramps. */
#ifndef WR_CORE_BRUSH_STAIRS_H
#define WR_CORE_BRUSH_STAIRS_H

#include "core/brush/brush.h"

/* Wedges, one before each step of `level` that is no higher than its `climb`: from the edge of
 * the step down to the floor before it, across all of a tread that is no deeper than three
 * times the step, else twice as far as the step is high. `floors` are those of the level
 * without them, with the part of each face. A step whose tread is too short to be walked up has
 * none. They are appended to a copy of the level's solids in `arena`. False when memory is out.
 */
bool wr_stairs_add(struct wr_arena *arena, const wr_triangles *floors, const uint32_t *parts,
                   struct wr_brush_level *level);

#endif
