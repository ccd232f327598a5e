/* A straight drawing: links are straight, and no two of them cross. */
#ifndef WR_BUILDER_SOLVER_FLAT_STRAIGHT_H
#define WR_BUILDER_SOLVER_FLAT_STRAIGHT_H

#include "builder/solver/drawing.h"

/* Draws all nodes anew, where that can be: `flat` is false, and the places are as they were,
 * where links cross however they lie, where they do not hang together, or where there are too
 * many rounds to judge. Nothing stays in the arena. False when memory is out. */
bool wr_straight_draw(struct wr_drawing *drawing, const wr_puzzle_link *links,
                      uint32_t link_count, struct wr_arena *arena, wr_random *random,
                      bool *flat);

#endif
