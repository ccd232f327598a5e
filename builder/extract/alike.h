/* Rooms that are one room of the kit, turned, mirrored and moved. */
#ifndef WR_BUILDER_EXTRACT_ALIKE_H
#define WR_BUILDER_EXTRACT_ALIKE_H

#include "builder/extract/taking.h"

/* Where one room gives another's walkmesh, doorways and model again, `like` of the latter names
 * it, and `turn` and `mirrored` say how it stands there. Waypoints of such rooms that have the
 * tags a build gives lose them. The rooms' doorways, doors and markers are known, but not yet
 * the markers' names. */
enum wr_result wr_taking_alike(struct wr_taking *taking);
/* Rooms whose markers differ after all are rooms of their own; doorways of the others are
 * called alike. The last step. */
enum wr_result wr_taking_confirm_alike(struct wr_taking *taking);

#endif
