/* A convex drawing: a graph that is one part, within one of its faces, and no links cross. */
#ifndef WR_BUILDER_SOLVER_FLAT_CONVEX_H
#define WR_BUILDER_SOLVER_FLAT_CONVEX_H

#include "builder/solver/drawing.h"
#include "core/base/random.h"

/* Draws three nodes or more, which hang together whichever is left out, within a circle of half
 * a unit around 0. How they lie is drawn; outside is rather a face whose nodes weigh much.
 * `flat` is false where links cross however they lie, or nobody knows. False when memory is
 * out. */
bool wr_convex_draw(uint32_t node_count, const double *weights, const uint32_t (*ends)[2],
                    uint32_t link_count, struct wr_arena *arena, wr_random *random,
                    wr_drawn *places, bool *flat);
/* A place on the circle of that size, when it is walked around from 0 to 4. */
wr_drawn wr_convex_circle(double along);

#endif
