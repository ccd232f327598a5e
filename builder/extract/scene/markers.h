/* Markers of a scene, and where its player arrives. */
#ifndef WR_BUILDER_EXTRACT_SCENE_MARKERS_H
#define WR_BUILDER_EXTRACT_SCENE_MARKERS_H

#include "builder/extract/scene/scene.h"

/* Makes a marker of each node whose name begins with a kind of markers, of the room it is below
 * or over whose floor it stands; `entry` and `start` are where the player arrives. What stands
 * over no floor is left out with a note. */
enum wr_result wr_scenery_markers(struct wr_taking *taking, const struct wr_scenery *scenery);

#endif
