/* The XML of a kit that was taken out of a module. */
#ifndef WR_BUILDER_EXTRACT_KIT_TEXT_H
#define WR_BUILDER_EXTRACT_KIT_TEXT_H

#include "builder/extract/taking.h"

/* A point of the area in a room's own coordinates: the one from which a build comes back to it,
 * where there is one. */
wr_vec3 wr_taken_own(const wr_taken_room *room, wr_vec3 point);
/* From where a room stands, without its position, and from where it looks, to those of the room
 * of the kit that it is like. */
wr_vec3 wr_taken_turned_back(const wr_taken_room *room, wr_vec3 own);
float wr_taken_facing(const wr_taken_room *room, float facing);
/* Appends the XML: the same kit, the same text. */
void wr_taken_kit_write(const struct wr_taking *taking, const char *id, struct wr_bytes *out);

#endif
