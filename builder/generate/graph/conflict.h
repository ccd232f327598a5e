/* Finding the smallest subgraph of a blueprint that cannot stand. */
#ifndef WR_BUILDER_GENERATE_GRAPH_CONFLICT_H
#define WR_BUILDER_GENERATE_GRAPH_CONFLICT_H

#include "builder/generate/graph/subgraph.h"

/* Makes a subgraph one that fails, and would not without any of its nodes. False where every
 * subgraph was placed, and where memory is out. */
bool wr_conflict_find(struct wr_subgraph *subgraph);

#endif
