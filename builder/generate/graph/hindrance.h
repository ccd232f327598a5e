/* What keeps a part from standing: a rule, or a room another has no place beside. */
#ifndef WR_BUILDER_GENERATE_GRAPH_HINDRANCE_H
#define WR_BUILDER_GENERATE_GRAPH_HINDRANCE_H

#include "builder/generate/graph/part.h"

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

/* The first rule without which the part can stand. */
enum wr_graph_rule wr_hindrance_rule(struct wr_part *part);
/* A node of the part whose every place lies in another; false where there is none. */
bool wr_hindrance_room(struct wr_part *part, uint32_t *node, uint32_t *other);

#endif
