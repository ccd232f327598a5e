/* A subgraph of a blueprint: some of its nodes, and the links between them, as a puzzle of its
 * own.
 */
#ifndef WR_BUILDER_GENERATE_GRAPH_SUBGRAPH_H
#define WR_BUILDER_GENERATE_GRAPH_SUBGRAPH_H

#include "builder/generate/graph/blueprint.h"

/* The least steps a question costs before it is given up. */
enum { WR_SUBGRAPH_STEPS = 4000 };

struct wr_subgraph {
    const struct wr_blueprint *blueprint;
    struct wr_arena *arena;
    wr_random random;
    bool *in;           /* one a node of the blueprint: it is in the subgraph */
    uint32_t *renumber; /* what number it has there */
    wr_puzzle_node *nodes;
    wr_puzzle_link *links;
    const uint16_t *(*hooks)[2];
    wr_standing *standings, *corridors; /* as they stood when it could last */
    bool over, late; /* memory was out, or the blueprint's time, which is late */
};

/* Whether the blueprint's time is out; then nothing more is asked. */
bool wr_subgraph_is_late(struct wr_subgraph *subgraph);

/* A subgraph without nodes; false when memory is out. To be finished either way. */
bool wr_subgraph_start(struct wr_subgraph *subgraph, const struct wr_blueprint *blueprint);
void wr_subgraph_finish(struct wr_subgraph *subgraph);

/* Whether the subgraph can stand by some rules, within a budget (0: by its size); counts its
 * nodes unless `count` is NULL. A subgraph that is not all has not all neighbours of its rooms,
 * so that none is asked for. */
enum wr_verdict wr_subgraph_ask(struct wr_subgraph *subgraph, struct wr_rules rules,
                                uint64_t budget, uint32_t *count);

/* Whether a node is linked to one of a set. */
bool wr_subgraph_is_linked(const struct wr_subgraph *subgraph, uint32_t node, const bool *to);

#endif
