/* The rooms of a module's layout: their walkmeshes and models. */
#ifndef WR_BUILDER_EXTRACT_ROOMS_H
#define WR_BUILDER_EXTRACT_ROOMS_H

#include "builder/extract/taking.h"

/* Reads each room of the LYT that has a WOK, in the order of the LYT. What cannot be read, or
 * whose model has other triangles, is left out with a warning and counted in `skipped`. Tells
 * the game by the first model, where nobody said it. WR_INVALID "extract-no-rooms" where none
 * is left. */
enum wr_result wr_taking_rooms(struct wr_taking *taking);

/* The edges of a room as walks along its perimeters: wr_walkmesh.edges, loop after loop. Where
 * the loop of a place in that table begins and ends. */
void wr_taken_loop(const struct wr_walkmesh *mesh, uint32_t place, uint32_t *begin,
                   uint32_t *end);

#endif
