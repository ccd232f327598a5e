/* Rooms whose walkmesh is made here, of what somebody has drawn. */
#ifndef WR_BUILDER_EXTRACT_MADE_ROOM_H
#define WR_BUILDER_EXTRACT_MADE_ROOM_H

#include "builder/extract/taking.h"

/* Takes the area's name out of that of the source's file: as short as a module of some rooms
 * needs it. */
void wr_made_area_name(struct wr_taking *taking, const char *otherwise);
/* Makes space for rooms. False when memory is out. */
bool wr_made_rooms(struct wr_taking *taking, uint32_t count);
/* Names room `room`, those before it being named, with a number where another is called so. */
void wr_made_room_name(struct wr_taking *taking, uint32_t room, const char *name);
/* Gives a room its mesh, derived and with its transitions: its WOK is among the files, and is
 * what the room has then. */
enum wr_result wr_made_room_mesh(struct wr_taking *taking, uint32_t room,
                                 const struct wr_walkmesh *mesh, wr_where where);

#endif
