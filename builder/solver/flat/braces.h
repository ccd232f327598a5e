/* Braces: links that make one part of a graph that hangs together. */
#ifndef WR_BUILDER_SOLVER_FLAT_BRACES_H
#define WR_BUILDER_SOLVER_FLAT_BRACES_H

#include "builder/solver/neighbours.h"
#include "core/base/random.h"

/* Adds links until the graph hangs together whichever node is left out, fewer than it has
 * nodes, for which there is room behind its links; what lies flat still does. Which links is
 * drawn. False when memory is out. */
bool wr_braces_add(uint32_t node_count, uint32_t (*ends)[2], uint32_t *link_count,
                   struct wr_arena *arena, wr_random *random);

#endif
