/* Whether nodes have doorways for what they are linked to, before anything is searched. */
#include "builder/generate/doorways.h"
#include "builder/generate/graph/blueprint.h"
#include "builder/solver/neighbours.h"

struct counting {
    struct wr_context *context;
    struct wr_blueprint *b;
    struct wr_doorways doorways;
    struct wr_neighbours graph;
};

/* The node at the other end of a node's link. */
static const wr_puzzle_node *other_end(const struct wr_blueprint *b, uint32_t link,
                                       uint32_t node)
{
    const uint32_t *ends = b->links[link].nodes;
    return &b->nodes[ends[ends[0] == node]];
}

/* The doorways of a piece that one of its links may take. */
static uint64_t doorways_of(const struct counting *c, uint32_t node, uint32_t piece,
                            uint32_t link)
{
    const wr_puzzle_node *other = other_end(c->b, link, node);
    const struct wr_rules *rules = &c->b->rules;
    uint32_t side = c->b->links[link].nodes[1] == node;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < other->piece_count; i++)
        bits |= wr_doorways_to(&c->doorways, piece, other->pieces[i]);
    if (rules->hooks && rules->hooks[link][side]) {
        uint16_t hook = rules->hooks[link][side][piece];
        uint32_t door =
            hook == WR_NO_HOOK ? hook : wr_piece_door(&c->b->kit->pieces.pieces[piece], hook);
        bits &= door < WR_DOORWAYS_COUNTED ? (uint64_t)1 << door : 0;
    }
    return bits;
}

/* The most links of a node that have a doorway at once, as any piece it may be; all of them
 * where no piece lacks doorways, or each has none for some link by itself: that the search
 * says. */
static uint32_t most_linked(const struct counting *c, uint32_t node)
{
    uint32_t first = c->graph.starts[node], count = c->graph.starts[node + 1] - first, most = 0;
    uint64_t bits[WR_DOORWAYS_COUNTED];
    const wr_puzzle_node *at = &c->b->nodes[node];
    for (uint32_t i = 0; i < at->piece_count && most < count; i++) {
        bool each = true;
        if (wr_piece_door_count(&c->b->kit->pieces.pieces[at->pieces[i]]) > WR_DOORWAYS_COUNTED)
            return count;
        for (uint32_t k = 0; k < count; k++) {
            bits[k] = doorways_of(c, node, at->pieces[i], c->graph.links[first + k]);
            each &= bits[k] != 0;
        }
        uint32_t linked = each ? wr_doorways_match(bits, count) : 0;
        most = linked > most ? linked : most;
    }
    return most > 0 ? most : count;
}

static void take_needs(const struct counting *c, uint32_t node, uint32_t piece,
                       struct wr_needs *out)
{
    const struct wr_blueprint *b = c->b;
    wr_needs_start(out, b->rules.musts, b->rules.must_count, piece);
    for (uint32_t k = c->graph.starts[node]; out->count && k < c->graph.starts[node + 1]; k++) {
        const wr_puzzle_node *other = other_end(b, c->graph.links[k], node);
        for (uint32_t p = 0; p < other->piece_count; p++)
            wr_needs_offer(out, other->pieces[p]);
        wr_needs_next(out);
    }
}

static enum wr_result too_few(const struct counting *c, uint32_t node, uint32_t links,
                              uint32_t most)
{
    return wr_fail(c->context, WR_NO_FIT, wr_blueprint_at(c->b, c->b->places[node]),
                   "doorways-too-few",
                   "take links away, let it be a room with other doorways, or put corridors "
                   "between that lead from one type of door to another",
                   "%s is linked to %u rooms, but the rooms it may be (%u) have doorways that "
                   "fit no more than %u of them at once",
                   wr_blueprint_called(c->b, node).text, (unsigned)links,
                   (unsigned)c->b->nodes[node].piece_count, (unsigned)most);
}

static enum wr_result unmet(const struct counting *c, uint32_t node,
                            struct wr_shortage shortage)
{
    return wr_fail(
        c->context, WR_NO_FIT, wr_blueprint_at(c->b, c->b->places[node]), "neighbours-too-many",
        "link it to such rooms, or take a rule of 'neighbours' away",
        "'neighbours' has %u rules for %s, but what it is linked to can meet no more "
        "than %u of them at once",
        (unsigned)shortage.rules, wr_blueprint_called(c->b, node).text, (unsigned)shortage.met);
}

/* Whether the rules about neighbours can all be met, as any piece the node may be. */
static enum wr_result count_neighbours(const struct counting *c, uint32_t node)
{
    const wr_puzzle_node *at = &c->b->nodes[node];
    struct wr_shortage shortage = {0, 0};
    for (uint32_t i = 0; i < at->piece_count; i++) {
        struct wr_needs needs;
        take_needs(c, node, at->pieces[i], &needs);
        if (wr_needs_are_met(&needs, &shortage))
            return WR_OK;
    }
    return shortage.rules ? unmet(c, node, shortage) : WR_OK;
}

static enum wr_result count_node(const struct counting *c, uint32_t node)
{
    uint32_t links = c->graph.starts[node + 1] - c->graph.starts[node];
    uint32_t most = most_linked(c, node);
    if (most < links)
        return too_few(c, node, links, most);
    return c->b->rules.must_count ? count_neighbours(c, node) : WR_OK;
}

enum wr_result wr_blueprint_count(struct wr_context *context, struct wr_blueprint *b)
{
    struct counting c = {.context = context, .b = b};
    enum wr_result first = WR_OK;
    if (!wr_doorways_make(&b->kit->pieces, b->arena, &c.doorways) ||
        !wr_neighbours_of(b->arena, b->node_count, b->links, b->link_count, &c.graph))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < b->node_count; i++) {
        enum wr_result result = count_node(&c, i);
        if (first == WR_OK)
            first = result;
    }
    return first;
}
