/* The table by which a level's textures become materials. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_MATERIALS_H
#define WR_BUILDER_EXTRACT_LEVEL_MATERIALS_H

#include "builder/extract/level/level.h"

/* The rules of the file the options name, if they name one, before those for levels without
 * one. What is wrong with it has the findings of JSON, "map-format" and "level-material". */
enum wr_result wr_level_materials(struct wr_taking *taking, struct wr_level *level);

#endif
