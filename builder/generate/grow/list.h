/* Listing the levels that can grow, and making one of the list. */
#ifndef WR_BUILDER_GENERATE_GROW_LIST_H
#define WR_BUILDER_GENERATE_GROW_LIST_H

#include "builder/generate/roster.h"

enum wr_result wr_growth_list(const struct wr_making *making, struct wr_roster *roster);
enum wr_result wr_growth_recall(const struct wr_making *making, const wr_roster_level *level,
                                wr_random *random, struct wr_draft *out);

#endif
