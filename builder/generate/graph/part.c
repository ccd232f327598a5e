/* Asking whether a part of a blueprint can stand. */
#include "builder/generate/graph/part.h"

#include <string.h>

/* Steps a question may cost, for each of its rooms and at least. */
enum { STEPS_A_ROOM = 400, STREAM = 3 };

bool wr_part_start(struct wr_part *part, const struct wr_blueprint *b)
{
    *part = (struct wr_part){.blueprint = b,
                             .arena = wr_arena_create(),
                             .random = wr_random_of(b->node_count, STREAM)};
    if (!part->arena)
        return false;
    part->in = WR_TAKE(part->arena, bool, b->node_count);
    part->renumber = WR_TAKE(part->arena, uint32_t, b->node_count);
    part->nodes = WR_TAKE(part->arena, wr_puzzle_node, b->node_count);
    part->links = WR_TAKE(part->arena, wr_puzzle_link, b->link_count);
    part->hooks = wr_arena_zero(part->arena, b->link_count, sizeof *part->hooks);
    part->standings = WR_TAKE(part->arena, wr_standing, b->node_count);
    part->corridors = WR_TAKE(part->arena, wr_standing, b->link_count);
    return part->in && part->renumber && part->nodes && part->links && part->hooks &&
           part->standings && part->corridors;
}

void wr_part_finish(struct wr_part *part)
{
    wr_arena_destroy(part->arena);
}

bool wr_part_is_late(struct wr_part *part)
{
    double deadline = part->blueprint->deadline;
    part->late |= deadline > 0 && wr_clock() > deadline;
    part->over |= part->late;
    return part->late;
}

/* The part as a puzzle of its own. */
static struct wr_puzzle puzzle_of(struct wr_part *part, struct wr_rules *rules)
{
    const struct wr_blueprint *b = part->blueprint;
    uint32_t nodes = 0, links = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        if (part->in[i]) {
            part->renumber[i] = nodes;
            part->nodes[nodes++] = b->nodes[i];
        }
    for (uint32_t i = 0; i < b->link_count; i++) {
        const uint32_t *ends = b->links[i].nodes;
        if (!part->in[ends[0]] || !part->in[ends[1]])
            continue;
        if (b->rules.hooks)
            memcpy(part->hooks[links], b->rules.hooks[i], sizeof *part->hooks);
        part->links[links] = b->links[i];
        part->links[links].nodes[0] = part->renumber[ends[0]];
        part->links[links++].nodes[1] = part->renumber[ends[1]];
    }
    if (rules->hooks)
        rules->hooks = (const uint16_t *(*)[2])part->hooks;
    return (struct wr_puzzle){.pieces = &b->kit->pieces,
                              .nodes = part->nodes,
                              .links = part->links,
                              .node_count = nodes,
                              .link_count = links,
                              .rules = rules,
                              .deadline = b->deadline};
}

enum wr_verdict wr_part_ask(struct wr_part *part, struct wr_rules rules, uint64_t budget,
                            uint32_t *count)
{
    struct wr_effort effort;
    if (wr_part_is_late(part))
        return WR_OUT_OF_TIME;
    struct wr_puzzle puzzle = puzzle_of(part, &rules);
    if (puzzle.node_count < part->blueprint->node_count)
        rules.must_count = 0;
    if (count)
        *count = puzzle.node_count;
    if (budget == 0)
        budget = WR_PART_STEPS + (uint64_t)STEPS_A_ROOM * puzzle.node_count;
    enum wr_verdict verdict = wr_puzzle_solve(&puzzle, &part->random, budget, part->standings,
                                              part->corridors, &effort);
    part->late |= verdict == WR_OUT_OF_TIME;
    part->over |= part->late || verdict == WR_OUT_OF_MEMORY;
    return verdict;
}

bool wr_part_fails(struct wr_part *part)
{
    return wr_part_ask(part, part->blueprint->rules, 0, NULL) != WR_SOLVED;
}

bool wr_part_is_linked(const struct wr_part *part, uint32_t node, const bool *to)
{
    for (uint32_t i = 0; i < part->blueprint->link_count; i++)
        for (int side = 0; side < 2; side++)
            if (part->blueprint->links[i].nodes[side] == node &&
                to[part->blueprint->links[i].nodes[1 - side]])
                return true;
    return false;
}
