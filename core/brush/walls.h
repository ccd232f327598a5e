/* Walls: what is too steep to stand on, as faces nobody walks on. */
#ifndef WR_CORE_BRUSH_WALLS_H
#define WR_CORE_BRUSH_WALLS_H

#include "core/brush/solids.h"

/* Adds walls, whole as they are, to floors that solids became; vertices that lie on one spot
 * are one afterwards. `parts`, one a face, become longer. False when memory is out. */
bool wr_walls_add(struct wr_arena *arena, struct wr_arena *scratch,
                  const struct wr_solids *solids, wr_triangles *floors, uint32_t **parts);

#endif
