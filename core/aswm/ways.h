/* The shortest ways from each node of a small graph to each other, through at most three links
 * a node. */
#ifndef WR_CORE_ASWM_WAYS_H
#define WR_CORE_ASWM_WAYS_H

#include "core/aswm/aswm.h"

enum { WR_WAYS_NODES = WR_ASWM_NODES_MOST, WR_WAYS_LINKS = 3 };

/* Walkable triangles of a tile, and what links them, both ways. */
struct wr_ways_graph {
    uint32_t count;
    uint8_t links[WR_WAYS_NODES]; /* how many a node has */
    uint8_t to[WR_WAYS_NODES][WR_WAYS_LINKS];
    double length[WR_WAYS_NODES][WR_WAYS_LINKS]; /* metres, up to some hundred kilometres */
};

/* Fills `next` [from * count + to] with the node to go to next: of several that are as short,
 * the lowest; WR_ASWM_NO_NODE from a node to itself, and where no way leads. Lengths are
 * compared in steps of 4 nm, exactly, so that no way ever leads in a circle. */
void wr_ways_find(const struct wr_ways_graph *graph, uint8_t *next);
/* Fills `lengths` [from * count + to] with those of the shortest ways, in metres; infinity
 * where none leads. */
void wr_ways_measure(const struct wr_ways_graph *graph, double *lengths);
/* The graph of a tile with a table of its nodes. */
void wr_ways_graph_of(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                      struct wr_ways_graph *out);
/* Which part of the graph each node belongs to, counted from its lowest on; returns how many
 * parts there are. */
uint32_t wr_ways_parts(const struct wr_ways_graph *graph, uint8_t part[WR_WAYS_NODES]);

#endif
