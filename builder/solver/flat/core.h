/* The core of a graph: what is left when leaves are taken off again and again. */
#ifndef WR_BUILDER_SOLVER_FLAT_CORE_H
#define WR_BUILDER_SOLVER_FLAT_CORE_H

#include "builder/solver/neighbours.h"

struct wr_core {
    /* Of the whole graph: its links, each once, and for each node the entry of the rows that
     * leads to what it hangs on, or WR_IN_CORE. */
    uint32_t (*ends)[2], link_count, *over;
    struct wr_neighbours graph;
    double *weights; /* one a node: its own, and of all that hangs on it */
    /* Of the core: its nodes, and links between those by their numbers here, with room for as
     * many again as there are nodes. */
    uint32_t *nodes, count;
    uint32_t (*core_ends)[2], core_links;
    double *core_weights;
};

#define WR_IN_CORE UINT32_MAX

/* Of a graph that hangs together; of a tree one node is left, in its middle. Links of a node
 * with itself are left out. False when memory is out. */
bool wr_core_find(struct wr_core *core, uint32_t node_count, const double *weights,
                  const wr_puzzle_link *links, uint32_t link_count, struct wr_arena *arena);
/* What a node hangs on that is not in the core. */
uint32_t wr_core_holder(const struct wr_core *core, uint32_t node);

#endif
