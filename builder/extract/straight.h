/* Where rooms are straight, so that a kit may say that they can be stretched there. */
#ifndef WR_BUILDER_EXTRACT_STRAIGHT_H
#define WR_BUILDER_EXTRACT_STRAIGHT_H

#include "builder/extract/taking.h"

/* How long a straight part may become, metres: nobody knows better. */
#define WR_STRAIGHT_MOST 10.0f

/* Finds, for each room of the kit and axis, the middle of its longest part whose cross section
 * is the same all along, in walkmesh and model, with no face that begins or ends there.
 * Doorways and what stands in the room are not near. WR_NO_MEMORY is the only failure. */
enum wr_result wr_taking_straights(struct wr_taking *taking);

#endif
