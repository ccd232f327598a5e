/* Finding the smallest part of a blueprint that cannot stand. */
#ifndef WR_BUILDER_GENERATE_GRAPH_CONFLICT_H
#define WR_BUILDER_GENERATE_GRAPH_CONFLICT_H

#include "builder/generate/graph/part.h"

/* Makes a part one that fails, and would not without any of its nodes. False where every part
 * was placed, and where memory is out. */
bool wr_conflict_find(struct wr_part *part);

#endif
