/* Around each node that holds others together, in an order that is drawn, a link is put from
 * every neighbour to the next that would fall off without the node; where a chain begins there,
 * from its far end, so that it comes to lie in a face as wide as it is long. */
#include "builder/solver/flat/braces.h"

#include <string.h>

#define NONE UINT32_MAX

struct bracing {
    struct wr_neighbours graph;
    struct wr_arena *arena;
    wr_random *random;
    uint32_t node_count, *link_count;
    uint32_t (*ends)[2];
    uint32_t *order;           /* of all nodes */
    uint32_t *groups, *queue;  /* one a node: which it would fall off with */
    uint32_t *around, *counts; /* the neighbours of a node, and how many are of each group */
};

static bool take_memory(struct bracing *b)
{
    uint32_t **rows[] = {&b->order, &b->groups, &b->queue, &b->around, &b->counts};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i] = WR_TAKE(b->arena, uint32_t, b->node_count)))
            return false;
    return true;
}

static void shuffle(uint32_t *items, uint32_t count, wr_random *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = wr_random_below(random, i), item = items[k];
        items[k] = items[i - 1];
        items[i - 1] = item;
    }
}

static void flood(struct bracing *b, uint32_t first, uint32_t group)
{
    uint32_t head = 0, tail = 0;
    b->groups[first] = group;
    b->queue[tail++] = first;
    while (head < tail) {
        uint32_t at = b->queue[head++];
        for (uint32_t e = b->graph.starts[at]; e < b->graph.starts[at + 1]; e++) {
            uint32_t next = b->graph.nodes[e];
            if (b->groups[next] != NONE)
                continue;
            b->groups[next] = group;
            b->queue[tail++] = next;
        }
    }
}

/* Finds what a node holds together; returns how many groups there are. */
static uint32_t find_groups(struct bracing *b, uint32_t node)
{
    uint32_t count = 0, *starts = b->graph.starts;
    for (uint32_t i = 0; i < b->node_count; i++)
        b->groups[i] = NONE;
    b->groups[node] = b->node_count;
    for (uint32_t e = starts[node]; e < starts[node + 1]; e++) {
        uint32_t next = b->graph.nodes[e];
        if (b->groups[next] == NONE) {
            b->counts[count] = 0;
            flood(b, next, count++);
        }
        b->counts[b->groups[next]]++;
    }
    return count;
}

/* The end of the chain that begins with a node beside another, the only one of its group. */
static uint32_t end_of_chain(const struct bracing *b, uint32_t node, uint32_t next)
{
    const uint32_t *starts = b->graph.starts;
    while (starts[next + 1] - starts[next] == 2) {
        const uint32_t *ways = b->graph.nodes + starts[next];
        uint32_t on = ways[0] == node ? ways[1] : ways[0];
        node = next;
        next = on;
    }
    return next;
}

static uint32_t end_at(const struct bracing *b, uint32_t node, uint32_t next)
{
    return b->counts[b->groups[next]] == 1 ? end_of_chain(b, node, next) : next;
}

static void join_groups(struct bracing *b, uint32_t group, uint32_t into, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (b->groups[b->around[i]] == group)
            b->groups[b->around[i]] = into;
    b->counts[into] = 2; /* and more: no chain begins there now */
}

static bool brace_node(struct bracing *b, uint32_t node)
{
    const uint32_t *row = b->graph.nodes + b->graph.starts[node];
    uint32_t count = b->graph.starts[node + 1] - b->graph.starts[node];
    uint32_t before = *b->link_count;
    if (find_groups(b, node) < 2)
        return true;
    memcpy(b->around, row, count * sizeof *row);
    shuffle(b->around, count, b->random);
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t one = b->around[i], other = b->around[i + 1];
        if (b->groups[one] == b->groups[other])
            continue;
        uint32_t *link = b->ends[(*b->link_count)++];
        link[0] = end_at(b, node, one);
        link[1] = end_at(b, node, other);
        join_groups(b, b->groups[one], b->groups[other], count);
    }
    return *b->link_count == before ||
           wr_neighbours_make(b->arena, b->node_count, (const uint32_t(*)[2])b->ends, NULL,
                              *b->link_count, &b->graph);
}

bool wr_braces_add(uint32_t node_count, uint32_t (*ends)[2], uint32_t *link_count,
                   struct wr_arena *arena, wr_random *random)
{
    struct bracing b = {.arena = arena,
                        .random = random,
                        .node_count = node_count,
                        .link_count = link_count,
                        .ends = ends};
    wr_arena_mark here = wr_arena_here(arena);
    bool fine =
        take_memory(&b) && wr_neighbours_make(arena, node_count, (const uint32_t(*)[2])ends,
                                              NULL, *link_count, &b.graph);
    for (uint32_t i = 0; fine && i < node_count; i++)
        b.order[i] = i;
    if (fine)
        shuffle(b.order, node_count, random);
    for (uint32_t i = 0; fine && i < node_count; i++)
        fine = brace_node(&b, b.order[i]);
    wr_arena_rewind(arena, here);
    return fine;
}
