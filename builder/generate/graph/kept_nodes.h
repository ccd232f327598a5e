/* Nodes of a graph that stand already: kept rooms by their names, and the chains between them.
 */
#ifndef WR_BUILDER_GENERATE_GRAPH_KEPT_NODES_H
#define WR_BUILDER_GENERATE_GRAPH_KEPT_NODES_H

#include "builder/generate/graph/blueprint.h"

/* Gives what is kept to a blueprint that has no nodes yet; false when memory is out. */
bool wr_blueprint_keep(struct wr_blueprint *blueprint, const struct wr_kept *kept);
/* Fixes a node that bears the name of a kept room. */
void wr_blueprint_keep_node(struct wr_blueprint *blueprint, uint32_t node);
/* Where two kept nodes are linked by a chain of kept rooms that may be the passage: the chain's
 * rooms in `chain`, the links between in `links`, one more; both from the first node on.
 * WR_NONE where there is none, else how many rooms. */
uint32_t wr_blueprint_kept_chain(struct wr_blueprint *blueprint, uint32_t from, uint32_t to,
                                 const wr_passage *passage, const uint32_t **chain,
                                 const uint32_t **links);
/* Makes a node the kept room of a chain, and says of a passage what the kept link says; `back`
 * where it leads the other way. */
void wr_blueprint_keep_room(struct wr_blueprint *blueprint, uint32_t node, uint32_t room);
void wr_blueprint_keep_link(const struct wr_blueprint *blueprint, uint32_t link, uint32_t from,
                            wr_passage *passage);
/* Whether all rooms and links that are kept are in the graph. WR_NO_FIT "keep-no-node" and
 * "keep-link" for each that is not. */
enum wr_result wr_blueprint_kept_all(struct wr_context *context,
                                     const struct wr_blueprint *blueprint);
/* Makes a kept node what it is. WR_NO_FIT "keep-misfit" where it must be something else. */
enum wr_result wr_blueprint_choose_kept(struct wr_context *context,
                                        struct wr_blueprint *blueprint, uint32_t node,
                                        uint32_t degree, const bool *fits);

#endif
