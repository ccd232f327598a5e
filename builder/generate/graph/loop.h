/* Parts that are one loop: how it goes round, and what lengths would close. */
#ifndef WR_BUILDER_GENERATE_GRAPH_LOOP_H
#define WR_BUILDER_GENERATE_GRAPH_LOOP_H

#include "builder/generate/graph/subgraph.h"
#include "core/base/bytes.h"

/* Whether a subgraph of `count` nodes is a loop. */
bool wr_loop_is(const struct wr_subgraph *subgraph, uint32_t count);
/* "'gate', 2 more, 'fork'": in the order one walks them. */
void wr_loop_name(const struct wr_subgraph *subgraph, struct wr_bytes *out);
/* How far its rooms turn all together at most, in turns of the kit's circle. */
uint32_t wr_loop_turning(const struct wr_subgraph *subgraph);
/* "4, 6 and 8": other lengths near one that close, each room being what any of the subgraph may
 * be.
 */
void wr_loop_name_lengths(struct wr_subgraph *subgraph, uint32_t length, struct wr_bytes *out);

#endif
