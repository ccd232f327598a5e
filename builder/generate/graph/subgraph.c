/* Asking whether a subgraph of a blueprint can stand. */
#include "builder/generate/graph/subgraph.h"

#include <string.h>

/* Steps a question may cost, for each of its rooms and at least. */
enum { STEPS_A_ROOM = 400, STREAM = 3 };

bool wr_subgraph_start(struct wr_subgraph *subgraph, const struct wr_blueprint *b)
{
    *subgraph = (struct wr_subgraph){.blueprint = b,
                                     .arena = wr_arena_create(),
                                     .random = wr_random_of(b->node_count, STREAM)};
    if (!subgraph->arena)
        return false;
    subgraph->in = WR_TAKE(subgraph->arena, bool, b->node_count);
    subgraph->renumber = WR_TAKE(subgraph->arena, uint32_t, b->node_count);
    subgraph->nodes = WR_TAKE(subgraph->arena, wr_puzzle_node, b->node_count);
    subgraph->links = WR_TAKE(subgraph->arena, wr_puzzle_link, b->link_count);
    subgraph->hooks = wr_arena_zero(subgraph->arena, b->link_count, sizeof *subgraph->hooks);
    subgraph->standings = WR_TAKE(subgraph->arena, wr_standing, b->node_count);
    subgraph->corridors = WR_TAKE(subgraph->arena, wr_standing, b->link_count);
    return subgraph->in && subgraph->renumber && subgraph->nodes && subgraph->links &&
           subgraph->hooks && subgraph->standings && subgraph->corridors;
}

void wr_subgraph_finish(struct wr_subgraph *subgraph)
{
    wr_arena_destroy(subgraph->arena);
}

bool wr_subgraph_is_late(struct wr_subgraph *subgraph)
{
    subgraph->late |= wr_context_late(subgraph->blueprint->context);
    subgraph->over |= subgraph->late;
    return subgraph->late;
}

/* The subgraph as a puzzle of its own. */
static struct wr_puzzle puzzle_of(struct wr_subgraph *subgraph, struct wr_rules *rules)
{
    const struct wr_blueprint *b = subgraph->blueprint;
    uint32_t nodes = 0, links = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        if (subgraph->in[i]) {
            subgraph->renumber[i] = nodes;
            subgraph->nodes[nodes++] = b->nodes[i];
        }
    for (uint32_t i = 0; i < b->link_count; i++) {
        const uint32_t *ends = b->links[i].nodes;
        if (!subgraph->in[ends[0]] || !subgraph->in[ends[1]])
            continue;
        if (b->rules.hooks)
            memcpy(subgraph->hooks[links], b->rules.hooks[i], sizeof *subgraph->hooks);
        subgraph->links[links] = b->links[i];
        subgraph->links[links].nodes[0] = subgraph->renumber[ends[0]];
        subgraph->links[links++].nodes[1] = subgraph->renumber[ends[1]];
    }
    if (rules->hooks)
        rules->hooks = (const uint16_t *(*)[2])subgraph->hooks;
    return (struct wr_puzzle){.pieces = &b->kit->pieces,
                              .nodes = subgraph->nodes,
                              .links = subgraph->links,
                              .node_count = nodes,
                              .link_count = links,
                              .rules = rules,
                              .context = b->context};
}

enum wr_verdict wr_subgraph_ask(struct wr_subgraph *subgraph, struct wr_rules rules,
                                uint64_t budget, uint32_t *count)
{
    struct wr_effort effort;
    if (wr_subgraph_is_late(subgraph))
        return WR_OUT_OF_TIME;
    struct wr_puzzle puzzle = puzzle_of(subgraph, &rules);
    if (puzzle.node_count < subgraph->blueprint->node_count)
        rules.must_count = 0;
    if (count)
        *count = puzzle.node_count;
    if (budget == 0)
        budget = WR_SUBGRAPH_STEPS + (uint64_t)STEPS_A_ROOM * puzzle.node_count;
    enum wr_verdict verdict = wr_puzzle_solve(
        &puzzle, &subgraph->random, budget, subgraph->standings, subgraph->corridors, &effort);
    subgraph->late |= verdict == WR_OUT_OF_TIME;
    subgraph->over |= subgraph->late || verdict == WR_OUT_OF_MEMORY;
    return verdict;
}

bool wr_subgraph_is_linked(const struct wr_subgraph *subgraph, uint32_t node, const bool *to)
{
    for (uint32_t i = 0; i < subgraph->blueprint->link_count; i++)
        for (int side = 0; side < 2; side++)
            if (subgraph->blueprint->links[i].nodes[side] == node &&
                to[subgraph->blueprint->links[i].nodes[1 - side]])
                return true;
    return false;
}
