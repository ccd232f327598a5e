/* Where rooms are straight, so that a kit may say that they can be stretched there. */
#ifndef WR_BUILDER_EXTRACT_STRAIGHT_H
#define WR_BUILDER_EXTRACT_STRAIGHT_H

#include "builder/extract/taking.h"

/* Finds, for each room of the kit and axis, the middle of its longest part across which the walkmesh
 * and the model are the same all along: every face there is parallel to the axis, and so are the
 * edges of the floor. Doorways and what stands in the room are not near. WR_NO_MEMORY is the only
 * failure. */
enum wr_result wr_taking_straights(struct wr_taking *taking);

#endif
