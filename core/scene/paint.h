/* Links of a walkmesh painted on its corners, as editors show them. */
#ifndef WR_CORE_SCENE_PAINT_H
#define WR_CORE_SCENE_PAINT_H

#include "core/scene/floor.h"

/* Gives each triangle of a mesh corners of its own and paints its links on them: white where
 * there are none. Counts links that have no colour: rooms beyond what a byte holds, and, where
 * both corners of a side are painted, all but one of a triangle. False when memory is out. */
bool wr_scene_paint_links(struct wr_arena *arena, enum wr_scene_paint paint,
                          wr_scene_mesh *mesh, uint32_t *unpainted);

#endif
