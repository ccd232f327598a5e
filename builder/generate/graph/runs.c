/* Breaking up runs of like rooms: in a chain of rooms that nobody named, none is the same kit
 * room more often in a row than the template says. The chain's kit rooms are dealt out to so
 * many hands and one more, and each room of the chain leaves one hand out, in turn: so no kit
 * room can be all of a longer run. */
#include "builder/generate/graph/blueprint.h"

struct breaking {
    struct wr_blueprint *b;
    wr_random *random;
    uint32_t (*beside)[2]; /* of each node: nodes it is linked to, the first two */
    uint32_t *degrees;
    uint32_t *chain; /* nodes, in order */
    bool *walked;
    uint32_t *hands, *dealt; /* one a piece: its hand, or WR_NONE; those that have one */
    uint32_t dealt_count;
};

/* ---- Chains ---- */

static bool is_corridor(const struct breaking *r, uint32_t node)
{
    return r->degrees[node] == 2 && !r->b->names[node] && !r->b->nodes[node].fixed;
}

static bool list_neighbours(struct breaking *r)
{
    const struct wr_blueprint *b = r->b;
    r->beside = wr_arena_take(b->arena, b->node_count, sizeof *r->beside);
    r->degrees = WR_ZERO(b->arena, uint32_t, b->node_count);
    if (!r->beside || !r->degrees)
        return false;
    for (uint32_t e = 0; e < 2 * b->link_count; e++) {
        uint32_t node = b->links[e / 2].nodes[e % 2];
        if (r->degrees[node] < 2)
            r->beside[node][r->degrees[node]] = b->links[e / 2].nodes[1 - e % 2];
        r->degrees[node]++;
    }
    return true;
}

/* Walks from a room of a chain over all that was not walked yet; returns how many there are. */
static uint32_t walk_chain(struct breaking *r, uint32_t from)
{
    uint32_t count = 0;
    while (from != WR_NONE) {
        r->chain[count++] = from;
        r->walked[from] = true;
        uint32_t next = WR_NONE;
        for (int side = 0; side < 2; side++) {
            uint32_t other = r->beside[from][side];
            if (is_corridor(r, other) && !r->walked[other])
                next = other;
        }
        from = next;
    }
    return count;
}

/* ---- Dealing ---- */

/* Deals a room's pieces, in any order, on from where dealing stopped. */
static void deal(struct breaking *r, const wr_puzzle_node *node, uint32_t hands)
{
    uint32_t first = r->dealt_count;
    for (uint32_t i = 0; i < node->piece_count; i++) {
        uint32_t piece = node->pieces[i];
        if (r->hands[piece] != WR_NONE)
            continue;
        uint32_t at = first + wr_random_below(r->random, r->dealt_count - first + 1);
        r->hands[piece] = 0;
        r->dealt[r->dealt_count++] = r->dealt[at];
        r->dealt[at] = piece;
    }
    for (uint32_t i = first; i < r->dealt_count; i++)
        r->hands[r->dealt[i]] = i % hands;
}

/* Those with the least choice are dealt first, so that they keep one. */
static void deal_chain(struct breaking *r, uint32_t count, uint32_t hands)
{
    const wr_puzzle_node *nodes = r->b->nodes;
    uint32_t least = 0;
    for (uint32_t p = 0; p < r->b->kit->pieces.piece_count; p++)
        r->hands[p] = WR_NONE;
    r->dealt_count = 0;
    for (uint32_t i = 1; i < count; i++)
        if (nodes[r->chain[i]].piece_count < nodes[r->chain[least]].piece_count)
            least = i;
    deal(r, &nodes[r->chain[least]], hands);
    for (uint32_t i = 0; i < count; i++)
        deal(r, &nodes[r->chain[i]], hands);
}

/* Leaves one hand out; all of it stays where nothing else is left. */
static bool leave_out(struct breaking *r, uint32_t node, uint32_t hand)
{
    wr_puzzle_node *at = &r->b->nodes[node];
    uint32_t *list = WR_TAKE(r->b->arena, uint32_t, at->piece_count), count = 0;
    for (uint32_t i = 0; list && i < at->piece_count; i++)
        if (r->hands[at->pieces[i]] != hand)
            list[count++] = at->pieces[i];
    if (count > 0) {
        at->pieces = list;
        at->piece_count = count;
    }
    return list != NULL;
}

static bool break_chain(struct breaking *r, uint32_t count)
{
    uint32_t hands = r->b->template->longest_run + 1;
    if (count < hands)
        return true;
    deal_chain(r, count, hands);
    for (uint32_t i = 0; i < count; i++)
        if (!leave_out(r, r->chain[i], i % hands))
            return false;
    return true;
}

/* ---- All of them ---- */

static bool is_end(const struct breaking *r, uint32_t node)
{
    return !is_corridor(r, r->beside[node][0]) || !is_corridor(r, r->beside[node][1]);
}

enum wr_result wr_blueprint_break_runs(struct wr_context *context, struct wr_blueprint *b,
                                       wr_random *random)
{
    uint32_t pieces = b->kit->pieces.piece_count;
    struct breaking r = {
        .b = b,
        .random = random,
        .chain = WR_TAKE(b->arena, uint32_t, b->node_count),
        .walked = WR_ZERO(b->arena, bool, b->node_count),
        .hands = WR_TAKE(b->arena, uint32_t, pieces),
        .dealt = WR_TAKE(b->arena, uint32_t, pieces),
    };
    if (b->template->longest_run == 0)
        return WR_OK;
    if (!r.chain || !r.walked || !r.hands || !r.dealt || !list_neighbours(&r))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (is_corridor(&r, i) && !r.walked[i] && is_end(&r, i) &&
            !break_chain(&r, walk_chain(&r, i)))
            return wr_no_memory(context);
    return WR_OK;
}
