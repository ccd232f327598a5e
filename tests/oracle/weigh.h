/* What the parts of the module's judge share. */
#ifndef ORACLE_WEIGH_H
#define ORACLE_WEIGH_H

#include "tests/oracle/module.h"

struct oracle_weighing {
    struct oracle_report *report;
    const struct oracle_module_options *options;
    const struct oracle_module *module;
    const struct oracle_link *links; /* sorted by room, then entry */
    size_t link_count;
};

/* The ends of entry `entry` of the room's edge table, in its face's winding. */
const float *oracle_edge_start(const struct oracle_wok *wok, uint32_t entry);
const float *oracle_edge_end(const struct oracle_wok *wok, uint32_t entry);

void oracle_weigh_names(const struct oracle_weighing *weighing);
void oracle_weigh_sights(const struct oracle_weighing *weighing);
void oracle_weigh_transitions(const struct oracle_weighing *weighing);
void oracle_weigh_doorways(const struct oracle_weighing *weighing);
void oracle_weigh_reach(const struct oracle_weighing *weighing);
void oracle_weigh_overlap(const struct oracle_weighing *weighing);

#endif
