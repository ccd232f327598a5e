/* Which materials of a scene are what one walks on. */
#ifndef WR_BUILDER_EXTRACT_SCENE_SURFACES_H
#define WR_BUILDER_EXTRACT_SCENE_SURFACES_H

#include "builder/extract/scene/scene.h"

/* By the user's table, else by their names. Fails as wr_taking_rules does. */
enum wr_result wr_scenery_surfaces(struct wr_taking *taking, struct wr_scenery *scenery);

#endif
