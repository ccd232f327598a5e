/* What keeps a subgraph from standing: a rule, or a room another has no place beside. */
#ifndef WR_BUILDER_GENERATE_GRAPH_HINDRANCE_H
#define WR_BUILDER_GENERATE_GRAPH_HINDRANCE_H

#include "builder/generate/graph/subgraph.h"

enum wr_graph_rule {
    WR_RULE_COUNTS, /* of rooms, 'repeat' among them */
    WR_RULE_APART,
    WR_RULE_MUST,
    WR_RULE_DOORWAYS, /* those links name */
    WR_RULE_DISTANCE,
    WR_RULE_BOUNDS,
    WR_RULE_STOREYS,
    WR_NO_RULE,
};

/* The first rule without which the subgraph can stand. */
enum wr_graph_rule wr_hindrance_rule(struct wr_subgraph *subgraph);
/* A node of the subgraph whose every place lies in another; false where there is none. */
bool wr_hindrance_room(struct wr_subgraph *subgraph, uint32_t *node, uint32_t *other);

#endif
