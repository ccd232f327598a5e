/* The smallest subgraph that fails. A subgraph is grown node by node until it cannot stand,
 * then every node it fails without is taken away. Parts stay connected: the search puts what is
 * not linked to the same place. */
#include "builder/generate/graph/conflict.h"
#include "builder/generate/graph/sweep.h"
#include "core/base/disjoint.h"

#include <string.h>

/* Up to so many rooms a subgraph may be grown by one at a time; what it may cost to prove that
 * one still fails. */
enum { SMALL = 40, SURE_STEPS = 200000 };

/* The node a failing subgraph is grown from: fixed, else with the most links. */
static uint32_t beginning(const struct wr_blueprint *b)
{
    uint32_t best = 0, best_links = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        uint32_t links = b->nodes[i].fixed ? b->link_count + 1 : 0;
        for (uint32_t k = 0; k < b->link_count; k++)
            links += b->links[k].nodes[0] == i || b->links[k].nodes[1] == i;
        if (links > best_links) {
            best = i;
            best_links = links;
        }
    }
    return best;
}

/* Whether a subgraph hangs together by links, and by fixed rooms, each of which keeps its
 * place. */
static bool is_whole(const struct wr_subgraph *subgraph, uint32_t *parents)
{
    const struct wr_blueprint *b = subgraph->blueprint;
    uint32_t first = WR_NONE, fixed = WR_NONE;
    wr_disjoint_start(parents, b->node_count);
    for (uint32_t i = 0; i < b->link_count; i++)
        if (subgraph->in[b->links[i].nodes[0]] && subgraph->in[b->links[i].nodes[1]])
            wr_disjoint_join(parents, b->links[i].nodes[0], b->links[i].nodes[1]);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (subgraph->in[i] && b->nodes[i].fixed) {
            fixed = fixed == WR_NONE ? i : fixed;
            wr_disjoint_join(parents, fixed, i);
        }
    for (uint32_t i = 0; i < b->node_count; i++) {
        if (!subgraph->in[i])
            continue;
        first = first == WR_NONE ? i : first;
        if (wr_disjoint_root(parents, i) != wr_disjoint_root(parents, first))
            return false;
    }
    return true;
}

/* Puts one room more into the subgraph: one that is linked to it, those first that close a
 * loop. */
static bool grow(struct wr_subgraph *subgraph)
{
    const struct wr_blueprint *b = subgraph->blueprint;
    uint32_t best = WR_NONE, best_links = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        uint32_t links = b->nodes[i].fixed ? b->link_count + 1 : 0;
        for (uint32_t k = 0; k < b->link_count; k++)
            for (int side = 0; side < 2; side++)
                links +=
                    b->links[k].nodes[side] == i && subgraph->in[b->links[k].nodes[1 - side]];
        if (!subgraph->in[i] && links > best_links) {
            best = i;
            best_links = links;
        }
    }
    if (best != WR_NONE)
        subgraph->in[best] = true;
    return best != WR_NONE;
}

/* Grows the subgraph from a node until it fails; false where it does not. */
static bool find_failing(struct wr_subgraph *subgraph, uint32_t from)
{
    memset(subgraph->in, 0, subgraph->blueprint->node_count * sizeof *subgraph->in);
    subgraph->in[from] = true;
    while (!subgraph->over && !wr_subgraph_fails(subgraph))
        if (!grow(subgraph))
            return false;
    return !subgraph->over;
}

/* Takes away what the subgraph fails without; where it is proved to, so that it still is. */
static bool shrink(struct wr_subgraph *subgraph, bool sure)
{
    const struct wr_rules *rules = &subgraph->blueprint->rules;
    uint32_t *parents = WR_TAKE(subgraph->arena, uint32_t, subgraph->blueprint->node_count);
    if (!parents)
        return false;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++) {
        if (!subgraph->in[i])
            continue;
        subgraph->in[i] = false;
        enum wr_verdict verdict =
            is_whole(subgraph, parents)
                ? wr_subgraph_ask(subgraph, *rules, sure ? SURE_STEPS : 0, NULL)
                : WR_SOLVED;
        if (verdict == WR_SOLVED || (sure && verdict != WR_UNSOLVABLE))
            subgraph->in[i] = true;
    }
    return !subgraph->over;
}

bool wr_conflict_find(struct wr_subgraph *subgraph)
{
    bool sure = false, found = subgraph->blueprint->node_count > SMALL
                                   ? wr_sweep_find(subgraph, &sure)
                                   : find_failing(subgraph, beginning(subgraph->blueprint));
    return found && shrink(subgraph, sure);
}
