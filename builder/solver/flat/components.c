/* Found by depth-first search, after Hopcroft and Tarjan (1973). */
#include "builder/solver/flat/components.h"

#define NONE UINT32_MAX

struct cutting {
    const struct wr_neighbours *graph;
    uint32_t *found, *low, *above, *at; /* one a node */
    uint32_t *stack, depth;
    uint32_t count; /* of nodes that were found */
    struct wr_components *out;
};

static void find(struct cutting *c, uint32_t node, uint32_t above)
{
    c->found[node] = c->low[node] = c->count++;
    c->above[node] = above;
    c->at[node] = c->graph->starts[node];
    c->stack[c->depth++] = node;
}

/* Takes what hangs on `over` through `node` off the stack. */
static void take_part(struct cutting *c, uint32_t over, uint32_t node)
{
    struct wr_components *out = c->out;
    uint32_t first = out->starts[out->count], end = first, top;
    out->nodes[end++] = over;
    do {
        top = c->stack[--c->depth];
        out->nodes[end++] = top;
    } while (top != node);
    if (end - first > 2)
        out->starts[++out->count] = end;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void walk(struct cutting *c, uint32_t root)
{
    uint32_t node = root;
    find(c, root, NONE);
    for (;;) {
        uint32_t over = c->above[node];
        if (c->at[node] < c->graph->starts[node + 1]) {
            uint32_t next = c->graph->nodes[c->at[node]++];
            if (c->found[next] != NONE) {
                if (next != over)
                    c->low[node] = smaller(c->low[node], c->found[next]);
                continue;
            }
            find(c, next, node);
            node = next;
            continue;
        }
        if (over == NONE)
            break;
        c->low[over] = smaller(c->low[over], c->low[node]);
        if (c->low[node] >= c->found[over])
            take_part(c, over, node);
        node = over;
    }
    c->depth = 0;
}

bool wr_components_cut(const struct wr_neighbours *graph, uint32_t node_count,
                       struct wr_arena *arena, struct wr_components *out)
{
    struct cutting c = {.graph = graph, .out = out};
    uint32_t **rows[] = {&c.found, &c.low, &c.above, &c.at, &c.stack};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i] = WR_TAKE(arena, uint32_t, node_count)))
            return false;
    out->count = 0;
    out->starts = WR_ZERO(arena, uint32_t, (size_t)node_count + 1);
    out->nodes = WR_TAKE(arena, uint32_t, 2 * (size_t)node_count);
    if (!out->starts || !out->nodes)
        return false;
    for (uint32_t i = 0; i < node_count; i++)
        c.found[i] = NONE;
    for (uint32_t i = 0; i < node_count; i++)
        if (c.found[i] == NONE)
            walk(&c, i);
    return true;
}
