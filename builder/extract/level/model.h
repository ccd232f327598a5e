/* Models of rooms out of the faces of a level's blocks. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_MODEL_H
#define WR_BUILDER_EXTRACT_LEVEL_MODEL_H

#include "builder/extract/level/level.h"

/* Makes a model for each room out of the faces of blocks, with the pictures that the options
 * name, and adds its files to the kit. A room whose walkmesh is too large for a model has none,
 * which is a warning "model-too-large". */
enum wr_result wr_level_models(struct wr_taking *taking, struct wr_level *level);

#endif
