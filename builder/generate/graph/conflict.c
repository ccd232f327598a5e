/* The smallest subgraph that fails: every node that one fails without is taken away. Parts stay
 * connected: the search puts what is not linked to the same place. */
#include "builder/generate/graph/conflict.h"
#include "builder/generate/graph/sweep.h"
#include "core/base/disjoint.h"

/* What it may cost to prove that a subgraph still fails. */
enum { SURE_STEPS = 200000 };

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
    bool sure = false;
    return wr_sweep_find(subgraph, &sure) && shrink(subgraph, sure);
}
