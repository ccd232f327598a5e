/* Listing the levels of a graph, and making one of the list. */
#ifndef WR_BUILDER_GENERATE_GRAPH_LIST_H
#define WR_BUILDER_GENERATE_GRAPH_LIST_H

#include "builder/generate/roster.h"

enum wr_result wr_graph_list(const struct wr_making *making, struct wr_roster *roster);
enum wr_result wr_graph_recall(const struct wr_making *making, const wr_roster_level *level,
                               struct wr_draft *out);

#endif
