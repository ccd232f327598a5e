/* Leaves stand in a queue, and what has one link left joins them. */
#include "builder/solver/flat/core.h"

static bool take_memory(struct wr_core *core, uint32_t node_count, uint32_t link_count,
                        struct wr_arena *arena)
{
    core->ends = wr_arena_take(arena, link_count, sizeof *core->ends);
    core->over = WR_TAKE(arena, uint32_t, node_count);
    core->weights = WR_TAKE(arena, double, node_count);
    core->nodes = WR_TAKE(arena, uint32_t, node_count);
    core->core_ends =
        wr_arena_take(arena, (size_t)link_count + node_count, sizeof *core->core_ends);
    core->core_weights = WR_TAKE(arena, double, node_count);
    return core->ends && core->over && core->weights && core->nodes && core->core_ends &&
           core->core_weights;
}

/* Links between two nodes, each once. */
static bool copy_links(struct wr_core *core, uint32_t node_count, const wr_puzzle_link *links,
                       uint32_t link_count, struct wr_arena *arena)
{
    const size_t words = node_count / 64 + 1;
    uint64_t *seen = WR_ZERO(arena, uint64_t, node_count * words);
    core->link_count = 0;
    for (uint32_t i = 0; seen && i < link_count; i++) {
        uint32_t a = links[i].nodes[0], b = links[i].nodes[1];
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        uint64_t *word = &seen[low * words + high / 64], bit = (uint64_t)1 << high % 64;
        if (low == high || *word & bit)
            continue;
        *word |= bit;
        core->ends[core->link_count][0] = a;
        core->ends[core->link_count++][1] = b;
    }
    return seen && wr_neighbours_make(arena, node_count, (const uint32_t(*)[2])core->ends, NULL,
                                      core->link_count, &core->graph);
}

uint32_t wr_core_holder(const struct wr_core *core, uint32_t node)
{
    return core->graph.nodes[core->over[node]];
}

/* Hangs a leaf on the one neighbour it has left. */
static uint32_t take_leaf(struct wr_core *core, uint32_t leaf)
{
    uint32_t e = core->graph.starts[leaf];
    while (core->over[core->graph.nodes[e]] != WR_IN_CORE)
        e++;
    core->over[leaf] = e;
    core->weights[core->graph.nodes[e]] += core->weights[leaf];
    return core->graph.nodes[e];
}

static bool take_leaves(struct wr_core *core, uint32_t node_count, struct wr_arena *arena)
{
    uint32_t count = 0, *degrees = WR_TAKE(arena, uint32_t, node_count);
    uint32_t *queue = WR_TAKE(arena, uint32_t, node_count);
    if (!degrees || !queue)
        return false;
    for (uint32_t i = 0; i < node_count; i++) {
        core->over[i] = WR_IN_CORE;
        degrees[i] = core->graph.starts[i + 1] - core->graph.starts[i];
        if (degrees[i] == 1)
            queue[count++] = i;
    }
    for (uint32_t i = 0; i < count && i + 1 < node_count; i++) {
        uint32_t holder = take_leaf(core, queue[i]);
        if (--degrees[holder] == 1)
            queue[count++] = holder;
    }
    return true;
}

/* `numbers` holds those of nodes of the core afterwards. */
static void number_core(struct wr_core *core, uint32_t node_count, uint32_t *numbers)
{
    core->count = core->core_links = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        numbers[i] = core->count;
        if (core->over[i] != WR_IN_CORE)
            continue;
        core->core_weights[core->count] = core->weights[i];
        core->nodes[core->count++] = i;
    }
    for (uint32_t i = 0; i < core->link_count; i++) {
        const uint32_t *ends = core->ends[i];
        if (core->over[ends[0]] != WR_IN_CORE || core->over[ends[1]] != WR_IN_CORE)
            continue;
        core->core_ends[core->core_links][0] = numbers[ends[0]];
        core->core_ends[core->core_links++][1] = numbers[ends[1]];
    }
}

bool wr_core_find(struct wr_core *core, uint32_t node_count, const double *weights,
                  const wr_puzzle_link *links, uint32_t link_count, struct wr_arena *arena)
{
    uint32_t *numbers = WR_TAKE(arena, uint32_t, node_count);
    if (!numbers || !take_memory(core, node_count, link_count, arena) ||
        !copy_links(core, node_count, links, link_count, arena))
        return false;
    for (uint32_t i = 0; i < node_count; i++)
        core->weights[i] = weights[i];
    if (!take_leaves(core, node_count, arena))
        return false;
    number_core(core, node_count, numbers);
    return true;
}
