/* Floors of a level as rooms of a kit. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_ROOMS_H
#define WR_BUILDER_EXTRACT_LEVEL_ROOMS_H

#include "builder/extract/level/parts.h"

/* Makes the floors and a room of each part that has some; the rest is a room of the area's
 * name. Edges between two rooms bear transitions. `level->room_of` tells which room a part
 * became. WR_NOT_FOUND "extract-no-rooms" where nobody can stand. */
enum wr_result wr_level_rooms(struct wr_taking *taking, struct wr_level *level);

#endif
