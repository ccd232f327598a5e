/* Parts: what of a graph hangs together whichever one node is left out. */
#ifndef WR_BUILDER_SOLVER_FLAT_COMPONENTS_H
#define WR_BUILDER_SOLVER_FLAT_COMPONENTS_H

#include "builder/solver/neighbours.h"

/* Of three nodes and more: a node may be in several. */
struct wr_components {
    uint32_t *starts, *nodes; /* one a part, and one more; part after part */
    uint32_t count;
};

/* False when memory is out. */
bool wr_components_cut(const struct wr_neighbours *graph, uint32_t node_count,
                       struct wr_arena *arena, struct wr_components *out);

#endif
