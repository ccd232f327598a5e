/* Models of rooms out of the faces of a scene. */
#ifndef WR_BUILDER_EXTRACT_SCENE_MODEL_H
#define WR_BUILDER_EXTRACT_SCENE_MODEL_H

#include "builder/extract/scene/scene.h"

/* Makes a model of each room in which something is to be seen that is no surface alone: of what
 * is below its node, and of what stands over its floor, or nearest to it, and is below none. */
enum wr_result wr_scenery_models(struct wr_taking *taking, const struct wr_scenery *scenery);

#endif
