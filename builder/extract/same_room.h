/* Whether a room, placed where another stands, is that. */
#ifndef WR_BUILDER_EXTRACT_SAME_ROOM_H
#define WR_BUILDER_EXTRACT_SAME_ROOM_H

#include "builder/extract/taking.h"

/* How a room of the kit is placed to be another. */
wr_placement wr_taken_placement(const wr_taken_room *room);
/* Finds a turn and a mirror that bring the walkmesh of one room onto another's: the same
 * coordinates, or, of what no build has written, within 0.1 mm. WR_NOT_FOUND: none does. */
enum wr_result wr_taken_same_mesh(struct wr_taking *taking, const wr_taken_room *one,
                                  wr_taken_room *other);
/* Whether the doorways of one, brought there, are the other's, with the same doors and in the
 * same order, which is that of the LYT's. */
bool wr_taken_same_hooks(const struct wr_taking *taking, const wr_taken_room *one,
                         const wr_taken_room *other);
/* Whether the models are the same but for their names. WR_NOT_FOUND: they are not. */
enum wr_result wr_taken_same_model(struct wr_taking *taking, const wr_taken_room *one,
                                   const wr_taken_room *other);

#endif
