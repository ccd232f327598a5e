/* Nodes of a scene as rooms of a kit. */
#ifndef WR_BUILDER_EXTRACT_SCENE_ROOMS_H
#define WR_BUILDER_EXTRACT_SCENE_ROOMS_H

#include "builder/extract/scene/scene.h"

/* Makes a room of each top node with a floor in it or below: of a root, or, where one root
 * holds all, of a node in it. Its mesh is of all that is below it, in the scene's coordinates,
 * without transitions; no file is made yet. WR_NOT_FOUND "extract-no-rooms". */
enum wr_result wr_scenery_rooms(struct wr_taking *taking, struct wr_scenery *scenery);
/* Gives each room the file of its mesh. */
enum wr_result wr_scenery_files(struct wr_taking *taking, struct wr_scenery *scenery);

#endif
