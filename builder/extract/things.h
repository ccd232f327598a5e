/* What stands in an area beside doors, as markers of the rooms it stands in. */
#ifndef WR_BUILDER_EXTRACT_THINGS_H
#define WR_BUILDER_EXTRACT_THINGS_H

#include "builder/extract/taking.h"

/* Lists creatures, placeables and waypoints of the GIT, room by room: each belongs to the room
 * on whose floor, or beside whose floor, it stands. Those far from every floor are told of in a
 * warning, and so is, in a note, what a kit cannot say yet. */
enum wr_result wr_taking_things(struct wr_taking *taking);
/* Lists and names them alone: each room stays one of its own, and rows are not compared with
 * what a build would make. */
enum wr_result wr_taking_things_there(struct wr_taking *taking);

#endif
