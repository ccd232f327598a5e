/* The XML of a kit that was taken out of a module. */
#ifndef WR_BUILDER_EXTRACT_KIT_TEXT_H
#define WR_BUILDER_EXTRACT_KIT_TEXT_H

#include "builder/extract/taking.h"

/* A point of the area in a room's own coordinates: the one from which a build comes back to it,
 * where there is one. */
wr_vec3 wr_taken_own(const wr_taken_room *room, wr_vec3 point);
/* Appends the XML: the same kit, the same text. */
void wr_taken_kit_write(const struct wr_taking *taking, const char *id, struct wr_bytes *out);

#endif
