/* What is in the way of a subgraph: a rule, by leaving it out, or a room, by looking where the
 * others leave it places. */
#include "builder/generate/graph/hindrance.h"

/* ---- Rules ---- */

static struct wr_rules without(const struct wr_rules *rules, enum wr_graph_rule rule)
{
    struct wr_rules less = *rules;
    switch (rule) {
    case WR_RULE_COUNTS:
        less.most = NULL;
        break;
    case WR_RULE_APART:
        less.apart = NULL;
        break;
    case WR_RULE_MUST:
        less.must_count = 0;
        break;
    case WR_RULE_DOORWAYS:
        less.hooks = NULL;
        break;
    case WR_RULE_DISTANCE:
        less.gap = 0;
        break;
    case WR_RULE_BOUNDS:
        less.bounded = false;
        break;
    case WR_RULE_STOREYS:
        less.storeys = 0;
        break;
    case WR_NO_RULE:
        break;
    }
    return less;
}

static bool has_rule(const struct wr_rules *rules, enum wr_graph_rule rule)
{
    switch (rule) {
    case WR_RULE_COUNTS:
        return rules->most != NULL;
    case WR_RULE_APART:
        return rules->apart != NULL;
    case WR_RULE_MUST:
        return rules->must_count > 0;
    case WR_RULE_DOORWAYS:
        return rules->hooks != NULL;
    case WR_RULE_DISTANCE:
        return rules->gap > 0;
    case WR_RULE_BOUNDS:
        return rules->bounded;
    case WR_RULE_STOREYS:
        return rules->storeys > 0;
    case WR_NO_RULE:
        break;
    }
    return false;
}

enum wr_graph_rule wr_hindrance_rule(struct wr_subgraph *subgraph)
{
    const struct wr_rules *rules = &subgraph->blueprint->rules;
    for (enum wr_graph_rule rule = 0; rule < WR_NO_RULE && !subgraph->over; rule++)
        if (has_rule(rules, rule) &&
            wr_subgraph_ask(subgraph, without(rules, rule), 0, NULL) == WR_SOLVED)
            return rule;
    return WR_NO_RULE;
}

/* ---- Rooms ---- */

/* Ways the others are placed in before something is said of all. */
enum { HIT_TRIES = 6 };

/* Whether a room stands so that it meets all it is linked to, as the subgraph stands without
 * it. */
static bool meets_all(const struct wr_subgraph *subgraph, uint32_t node, wr_standing standing)
{
    const struct wr_blueprint *b = subgraph->blueprint;
    for (uint32_t i = 0; i < b->link_count; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = b->links[i].nodes[1 - side];
            if (b->links[i].nodes[side] != node || !subgraph->in[other])
                continue;
            wr_standing at = subgraph->standings[subgraph->renumber[other]];
            if (wr_standings_contact(&b->kit->pieces, b->links[i].contacts, &at, &standing) ==
                UINT32_MAX)
                return false;
        }
    return true;
}

/* Counts a place, and the rooms it lies in. */
static void count_hits(const struct wr_subgraph *subgraph, uint32_t node, wr_standing standing,
                       uint32_t *places, uint32_t *hits)
{
    if (!meets_all(subgraph, node, standing))
        return;
    ++*places;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++) {
        wr_standing at =
            subgraph->in[i] ? subgraph->standings[subgraph->renumber[i]] : standing;
        if (subgraph->in[i] &&
            wr_standings_overlap(&subgraph->blueprint->kit->pieces, &at, &standing))
            hits[i]++;
    }
}

/* All places a room can have beside one it is linked to. */
static void look_for_places(const struct wr_subgraph *subgraph, uint32_t node, uint32_t other,
                            uint32_t *places, uint32_t *hits)
{
    const struct wr_pieces *pieces = &subgraph->blueprint->kit->pieces;
    const struct wr_contacts *direct = &pieces->direct;
    wr_standing at = subgraph->standings[subgraph->renumber[other]];
    for (uint32_t k = 0; k < subgraph->blueprint->nodes[node].piece_count; k++) {
        uint32_t piece = subgraph->blueprint->nodes[node].pieces[k];
        for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1];
             s++) {
            size_t pair = (size_t)at.stance * pieces->stance_count + s;
            for (uint32_t o = direct->start[pair]; o < direct->start[pair + 1]; o++)
                count_hits(subgraph, node,
                           wr_standing_at(s, wr_spot_add(at.spot, direct->offsets[o])), places,
                           hits);
        }
    }
}

/* The room all places of a node lie in, in each way the others were placed; WR_NONE where there
 * is none. The node is out of the subgraph meanwhile. */
static uint32_t hit_by(struct wr_subgraph *subgraph, uint32_t node)
{
    uint32_t places = 0, other = WR_NONE;
    uint32_t *hits = WR_ZERO(subgraph->arena, uint32_t, subgraph->blueprint->node_count);
    bool *linked = WR_ZERO(subgraph->arena, bool, subgraph->blueprint->node_count);
    if (!hits || !linked)
        return WR_NONE;
    linked[node] = true;
    for (uint32_t i = 0; i < subgraph->blueprint->node_count; i++)
        if (subgraph->in[i] && wr_subgraph_is_linked(subgraph, i, linked))
            other = i;
    for (int i = 0; other != WR_NONE && i < HIT_TRIES; i++) {
        if (wr_subgraph_ask(subgraph, subgraph->blueprint->rules, 0, NULL) != WR_SOLVED)
            return WR_NONE;
        look_for_places(subgraph, node, other, &places, hits);
    }
    for (uint32_t i = 0; places > 0 && i < subgraph->blueprint->node_count; i++)
        if (hits[i] == places)
            return i;
    return WR_NONE;
}

bool wr_hindrance_room(struct wr_subgraph *subgraph, uint32_t *node, uint32_t *other)
{
    for (uint32_t i = 0; i < subgraph->blueprint->node_count && !subgraph->over; i++) {
        if (!subgraph->in[i] || subgraph->blueprint->nodes[i].fixed)
            continue;
        subgraph->in[i] = false;
        *node = i;
        *other = hit_by(subgraph, i);
        subgraph->in[i] = true;
        if (*other != WR_NONE)
            return true;
    }
    return false;
}
