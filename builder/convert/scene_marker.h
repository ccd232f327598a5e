/* Markers in a scene. */
#ifndef WR_BUILDER_CONVERT_SCENE_MARKER_H
#define WR_BUILDER_CONVERT_SCENE_MARKER_H

#include "builder/convert/scening.h"
#include "kits/kits.h"

/* Stands "<kind>_<name>" where the marker stands and looks, with what it says, and, of triggers
 * and encounters, its shape and spots. `tag` is noted where the marker says none; NULL: none.
 */
void wr_scening_marker(struct wr_scening *scening, uint32_t parent, const wr_marker *marker,
                       const char *tag);

#endif
