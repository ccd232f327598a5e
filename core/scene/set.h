/* Sets of walkmeshes out of scenes, and into them: a node for each mesh and each hook, called
 * as tools call them. */
#ifndef WR_CORE_SCENE_SET_H
#define WR_CORE_SCENE_SET_H

#include "core/scene/floor.h"
#include "core/walkmesh/set.h"

/* The walkmeshes of a scene, each made as wr_scene_walkmesh makes one: a door's where nodes are
 * called so, a placeable's where hooks are, else a room of all there is. What stands below a
 * node belongs to it; a placeable's and a door's position is that of its node. They may have no
 * faces. The set has no name. */
enum wr_result wr_scene_walkmeshes(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_scene_floor *floor, wr_where where,
                                   const wr_surfaces *surfaces, uint32_t *dropped,
                                   struct wr_walkmesh_set *out);

/* A scene of a set, with its links painted if asked; counts those that cannot be. NULL when
 * memory is out. */
struct wr_scene *wr_scene_of_set(struct wr_arena *arena, const struct wr_walkmesh_set *set,
                                 enum wr_scene_paint paint, uint32_t *unpainted);

#endif
