/* Neighbours: what each node of a graph is linked to, and by which link. */
#ifndef WR_BUILDER_SOLVER_NEIGHBOURS_H
#define WR_BUILDER_SOLVER_NEIGHBOURS_H

#include "builder/solver/puzzle.h"

/* Row after row, a node's in the order of its links. */
struct wr_neighbours {
    uint32_t *starts; /* one a node, and one more */
    uint32_t *nodes, *links;
};

/* Of links whose ends are given, all or those that are taken; false when memory is out. */
bool wr_neighbours_make(struct wr_arena *arena, uint32_t node_count, const uint32_t (*ends)[2],
                        const bool *taken, uint32_t link_count, struct wr_neighbours *out);
/* Of a puzzle's links. */
bool wr_neighbours_of(struct wr_arena *arena, uint32_t node_count, const wr_puzzle_link *links,
                      uint32_t link_count, struct wr_neighbours *out);

#endif
