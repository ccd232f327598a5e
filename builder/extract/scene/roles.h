/* What nodes of a scene are by their names. */
#ifndef WR_BUILDER_EXTRACT_SCENE_ROLES_H
#define WR_BUILDER_EXTRACT_SCENE_ROLES_H

#include "builder/extract/scene/scene.h"

/* Gives each node its role and name; no room yet. WR_NO_MEMORY is the only failure. */
enum wr_result wr_scenery_roles(struct wr_taking *taking, struct wr_scenery *scenery);
/* Whether a node's mesh is there to be walked on alone: it is called `..._wok`. */
bool wr_scenery_is_walkmesh(const struct wr_scenery *scenery, uint32_t node);

#endif
