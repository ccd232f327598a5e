/* Why a plan has no level: the smallest subgraph of it that fails. */
#ifndef WR_BUILDER_GENERATE_GRAPH_EXPLAIN_H
#define WR_BUILDER_GENERATE_GRAPH_EXPLAIN_H

#include "builder/generate/graph/blueprint.h"

/* Where corridors or patterns were drawn, `drawings` counts them, and this is the last one's
 * blueprint, perhaps because the budget was spent; else 0. Reports, within a bounded number of
 * further steps, why a blueprint with rules was not placed: a rule without which it would be
 * ("rule-in-the-way"), two rooms that cannot be linked ("link-impossible"), a loop that cannot
 * close ("loop-open"), rooms that cannot stand together ("no-layout"), or that the budget was
 * spent ("budget-spent"). Returns WR_NO_FIT. */
enum wr_result wr_explain(struct wr_context *context, const struct wr_blueprint *blueprint,
                          const struct wr_effort *effort, uint64_t drawings, bool spent);

#endif
