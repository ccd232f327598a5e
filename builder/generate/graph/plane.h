/* Whether a graph can be laid out in a plane, without links that cross. */
#ifndef WR_BUILDER_GENERATE_GRAPH_PLANE_H
#define WR_BUILDER_GENERATE_GRAPH_PLANE_H

#include "builder/solver/neighbours.h"

#define WR_NOT_CROSSED UINT32_MAX

/* Lays a graph out. Where links cross however its nodes lie, `crossed` holds the ends of one
 * for which there is no way left beside others; what has more than some 60 rounds in one part
 * is not judged. False when memory is out. */
bool wr_plane_lay(const struct wr_neighbours *graph, uint32_t node_count,
                  struct wr_arena *arena, uint32_t crossed[2]);

#endif
