/* Where floors of two rooms meet. */
#ifndef WR_BUILDER_EXTRACT_SCENE_BORDERS_H
#define WR_BUILDER_EXTRACT_SCENE_BORDERS_H

#include "builder/extract/taking.h"

/* Gives each open edge of a walkable face the room whose edge lies on it the other way round,
 * within a centimetre, as its transition. False when memory is out. */
bool wr_borders_find(struct wr_taking *taking);
/* The edge of another room that lies on an edge: its place in that room's table; WR_NONE where
 * there is none. */
uint32_t wr_border_twin(const struct wr_taking *taking, uint32_t room, uint32_t edge,
                        uint32_t other);

#endif
