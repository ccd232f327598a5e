/* Shapes on the ground that meshes stand for. */
#ifndef WR_BUILDER_EXTRACT_SCENE_OUTLINE_H
#define WR_BUILDER_EXTRACT_SCENE_OUTLINE_H

#include "core/scene/scene.h"

/* The hull of a node's mesh as seen from above, counter-clockwise, counted from `at`, level
 * with it; of a node without one a square that reaches a metre from it, in its own measure.
 * None where it has no area, or more corners than a kit takes. False when memory is out. */
bool wr_outline_of(struct wr_arena *arena, const struct wr_scene *scene, uint32_t node,
                   wr_vec3 at, const wr_vec3 **corners, uint32_t *count);

#endif
