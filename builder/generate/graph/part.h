/* A part of a blueprint: some of its nodes, and the links between them, as a puzzle of its own.
 */
#ifndef WR_BUILDER_GENERATE_GRAPH_PART_H
#define WR_BUILDER_GENERATE_GRAPH_PART_H

#include "builder/generate/graph/blueprint.h"

/* The least steps a question costs before it is given up. */
enum { WR_PART_STEPS = 4000 };

struct wr_part {
    const struct wr_blueprint *blueprint;
    struct wr_arena *arena;
    wr_random random;
    bool *in;           /* one a node of the blueprint: it is in the part */
    uint32_t *renumber; /* what number it has there */
    wr_puzzle_node *nodes;
    wr_puzzle_link *links;
    const uint16_t *(*hooks)[2];
    wr_standing *standings, *corridors; /* as they stood when it could last */
    bool over, late; /* memory was out, or the blueprint's time, which is late */
};

/* Whether the blueprint's time is out; then nothing more is asked. */
bool wr_part_is_late(struct wr_part *part);

/* A part without nodes; false when memory is out. To be finished either way. */
bool wr_part_start(struct wr_part *part, const struct wr_blueprint *blueprint);
void wr_part_finish(struct wr_part *part);

/* Whether the part can stand by some rules, within a budget (0: by its size); counts its nodes
 * unless `count` is NULL. A part that is not all has not all neighbours of its rooms, so that
 * none is asked for. */
enum wr_verdict wr_part_ask(struct wr_part *part, struct wr_rules rules, uint64_t budget,
                            uint32_t *count);
/* Whether it was not placed by the blueprint's rules. */
bool wr_part_fails(struct wr_part *part);

/* Whether a node is linked to one of a set. */
bool wr_part_is_linked(const struct wr_part *part, uint32_t node, const bool *to);

#endif
