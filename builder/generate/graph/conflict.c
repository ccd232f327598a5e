/* The smallest part that fails. A part is grown node by node until it cannot stand, then every
 * node it fails without is taken away. Parts stay connected: the search puts what is not linked
 * to the same place. */
#include "builder/generate/graph/conflict.h"
#include "builder/generate/graph/sweep.h"

#include <string.h>

/* Up to so many rooms a part may be grown by one at a time; what it may cost to prove that one
 * still fails. */
enum { SMALL = 40, SURE_STEPS = 200000 };

/* The node a failing part is grown from: fixed, else with the most links. */
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

/* Where walking over a part begins: at all fixed rooms, which hold it together, else anywhere.
 */
static void begin_walk(const struct wr_part *part, bool *reached)
{
    const struct wr_blueprint *b = part->blueprint;
    uint32_t first = WR_NONE;
    bool fixed = false;
    for (uint32_t i = 0; i < b->node_count; i++) {
        reached[i] = part->in[i] && b->nodes[i].fixed;
        fixed |= reached[i];
        if (part->in[i] && first == WR_NONE)
            first = i;
    }
    if (!fixed && first != WR_NONE)
        reached[first] = true;
}

static bool is_whole(const struct wr_part *part, bool *reached)
{
    bool further = true;
    begin_walk(part, reached);
    while (further) {
        further = false;
        for (uint32_t i = 0; i < part->blueprint->node_count; i++)
            if (part->in[i] && !reached[i] && wr_part_is_linked(part, i, reached))
                reached[i] = further = true;
    }
    return memcmp(part->in, reached, part->blueprint->node_count * sizeof *reached) == 0;
}

/* Puts one room more into the part: one that is linked to it, those first that close a loop. */
static bool grow_part(struct wr_part *part)
{
    const struct wr_blueprint *b = part->blueprint;
    uint32_t best = WR_NONE, best_links = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        uint32_t links = b->nodes[i].fixed ? b->link_count + 1 : 0;
        for (uint32_t k = 0; k < b->link_count; k++)
            for (int side = 0; side < 2; side++)
                links += b->links[k].nodes[side] == i && part->in[b->links[k].nodes[1 - side]];
        if (!part->in[i] && links > best_links) {
            best = i;
            best_links = links;
        }
    }
    if (best != WR_NONE)
        part->in[best] = true;
    return best != WR_NONE;
}

/* Grows the part from a node until it fails; false where it does not. */
static bool find_failing(struct wr_part *part, uint32_t from)
{
    memset(part->in, 0, part->blueprint->node_count * sizeof *part->in);
    part->in[from] = true;
    while (!part->starved && !wr_part_fails(part))
        if (!grow_part(part))
            return false;
    return !part->starved;
}

/* Takes away what the part fails without; where it is proved to, so that it still is. */
static bool shrink(struct wr_part *part, bool sure)
{
    const struct wr_rules *rules = &part->blueprint->rules;
    bool *reached = WR_TAKE(part->arena, bool, part->blueprint->node_count);
    if (!reached)
        return false;
    for (uint32_t i = 0; i < part->blueprint->node_count; i++) {
        if (!part->in[i])
            continue;
        part->in[i] = false;
        enum wr_verdict verdict = is_whole(part, reached)
                                      ? wr_part_ask(part, *rules, sure ? SURE_STEPS : 0, NULL)
                                      : WR_SOLVED;
        if (verdict == WR_SOLVED || (sure && verdict != WR_UNSOLVABLE))
            part->in[i] = true;
    }
    return !part->starved;
}

bool wr_conflict_find(struct wr_part *part)
{
    bool sure = false, found = part->blueprint->node_count > SMALL
                                   ? wr_sweep_find(part, &sure)
                                   : find_failing(part, beginning(part->blueprint));
    return found && shrink(part, sure);
}
