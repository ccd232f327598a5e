/* Looking over a graph for a subgraph that cannot stand. */
#ifndef WR_BUILDER_GENERATE_GRAPH_SWEEP_H
#define WR_BUILDER_GENERATE_GRAPH_SWEEP_H

#include "builder/generate/graph/subgraph.h"

/* Makes a subgraph a small one: proved to fail ("sure"), else one that was not placed; what it
 * holds beyond need is to be taken away. False where there is none, and where memory is out. */
bool wr_sweep_find(struct wr_subgraph *subgraph, bool *sure);

#endif
