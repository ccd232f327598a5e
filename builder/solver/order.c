/* Ordering by ears: a shortest cycle, then the shortest chains that leave the placed part and
 * come back, then the ways to further cycles, then trees. */
#include "builder/solver/order.h"
#include "builder/solver/neighbours.h"

#include <string.h>

struct ordering {
    const struct wr_puzzle *puzzle;
    struct wr_neighbours graph;
    uint32_t *rank; /* of a placed node, or NOT_PLACED */
    uint32_t *sequence;
    uint32_t placed;
    bool *cyclic;  /* in the part that remains when leaves are taken off again and again */
    bool *chained; /* in the chain that is placed */
    uint32_t *from, *queue, *distance;
    wr_tie *ties; /* of one rank */
    bool stretches;
};

#define NOT_PLACED UINT32_MAX

/* ---- The graph ---- */

static bool make_graph(struct ordering *o, struct wr_arena *arena)
{
    const struct wr_puzzle *puzzle = o->puzzle;
    uint32_t n = puzzle->node_count;
    o->rank = WR_TAKE(arena, uint32_t, n);
    o->sequence = WR_TAKE(arena, uint32_t, n);
    o->cyclic = WR_TAKE(arena, bool, n);
    o->chained = WR_ZERO(arena, bool, n);
    o->from = WR_TAKE(arena, uint32_t, n);
    o->queue = WR_TAKE(arena, uint32_t, n);
    o->distance = WR_TAKE(arena, uint32_t, n);
    o->ties = WR_TAKE(arena, wr_tie, n);
    if (!o->rank || !o->sequence || !o->cyclic || !o->chained || !o->from || !o->queue ||
        !o->distance || !o->ties ||
        !wr_neighbours_of(arena, n, puzzle->links, puzzle->link_count, &o->graph))
        return false;
    for (uint32_t i = 0; i < n; i++)
        o->rank[i] = NOT_PLACED;
    return true;
}

static uint32_t degree(const struct ordering *o, uint32_t node)
{
    return o->graph.starts[node + 1] - o->graph.starts[node];
}

static void find_cyclic(struct ordering *o)
{
    uint32_t n = o->puzzle->node_count, count = 0;
    for (uint32_t i = 0; i < n; i++) {
        o->cyclic[i] = true;
        o->distance[i] = degree(o, i);
        if (o->distance[i] < 2) {
            o->cyclic[i] = false;
            o->queue[count++] = i;
        }
    }
    for (uint32_t head = 0; head < count; head++)
        for (uint32_t e = o->graph.starts[o->queue[head]];
             e < o->graph.starts[o->queue[head] + 1]; e++) {
            uint32_t next = o->graph.nodes[e];
            if (o->cyclic[next] && --o->distance[next] < 2) {
                o->cyclic[next] = false;
                o->queue[count++] = next;
            }
        }
}

/* ---- Ears ---- */

static void place(struct ordering *o, uint32_t node)
{
    if (o->rank[node] != NOT_PLACED)
        return;
    o->rank[node] = o->placed;
    o->sequence[o->placed++] = node;
}

/* Walks from `start` over unplaced cyclic nodes to the nearest placed node other than by the
 * link back to `gate`, the placed node it was entered from. Returns the last unplaced node of
 * the way, or NOT_PLACED. */
static uint32_t walk_back(struct ordering *o, uint32_t gate, uint32_t start, uint32_t limit,
                          uint32_t *length)
{
    uint32_t head = 0, tail = 0, n = o->puzzle->node_count;
    for (uint32_t i = 0; i < n; i++)
        o->distance[i] = NOT_PLACED;
    o->distance[start] = 1;
    o->from[start] = NOT_PLACED;
    o->queue[tail++] = start;
    while (head < tail) {
        uint32_t at = o->queue[head++];
        if (o->distance[at] >= limit)
            return NOT_PLACED;
        for (uint32_t e = o->graph.starts[at]; e < o->graph.starts[at + 1]; e++) {
            uint32_t next = o->graph.nodes[e];
            if (o->rank[next] != NOT_PLACED) {
                if (next == gate && at == start)
                    continue;
                *length = o->distance[at];
                return at;
            }
            if (!o->cyclic[next] || o->distance[next] != NOT_PLACED)
                continue;
            o->distance[next] = o->distance[at] + 1;
            o->from[next] = at;
            o->queue[tail++] = next;
        }
    }
    return NOT_PLACED;
}

/* Whether a node is linked to two that stand or are in the chain: it would close a round. */
static bool closes(const struct ordering *o, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t e = o->graph.starts[node]; e < o->graph.starts[node + 1]; e++)
        count += o->rank[o->graph.nodes[e]] != NOT_PLACED || o->chained[o->graph.nodes[e]];
    return count > 1;
}

/* Where rooms stretch, what hangs on a room of a round takes its place right behind it, and so
 * does what further rounds begin with there: the round would leave them no room. */
static void place_gates(struct ordering *o, uint32_t node)
{
    if (!o->stretches || !o->cyclic[node])
        return;
    for (uint32_t e = o->graph.starts[node]; e < o->graph.starts[node + 1]; e++) {
        uint32_t next = o->graph.nodes[e];
        if (!o->cyclic[next] || (o->chained[node] && !o->chained[next] && !closes(o, next)))
            place(o, next);
    }
}

/* Places the chain that ends in `last`, from its beginning. */
static void place_chain(struct ordering *o, uint32_t last)
{
    uint32_t count = 0;
    for (uint32_t at = last; at != NOT_PLACED; at = o->from[at]) {
        o->queue[count++] = at;
        o->chained[at] = true;
    }
    while (count-- > 0) {
        place(o, o->queue[count]);
        place_gates(o, o->queue[count]);
    }
    for (uint32_t at = last; at != NOT_PLACED; at = o->from[at])
        o->chained[at] = false;
}

/* The shortest ear from anywhere placed; false where there is none. */
static bool place_ear(struct ordering *o, wr_random *random)
{
    uint32_t best = NOT_PLACED, gate = 0, start = 0, equal = 0;
    for (uint32_t r = 0; r < o->placed; r++)
        for (uint32_t e = o->graph.starts[o->sequence[r]];
             e < o->graph.starts[o->sequence[r] + 1]; e++) {
            uint32_t length, next = o->graph.nodes[e];
            uint32_t limit = best == NOT_PLACED ? best : best + 1;
            if (o->rank[next] != NOT_PLACED || !o->cyclic[next] ||
                walk_back(o, o->sequence[r], next, limit, &length) == NOT_PLACED)
                continue;
            equal = length < best ? 1 : equal + 1;
            if (length < best || wr_random_below(random, equal) == 0) {
                best = length;
                gate = o->sequence[r];
                start = next;
            }
        }
    if (best == NOT_PLACED)
        return false;
    uint32_t length;
    place_chain(o, walk_back(o, gate, start, NOT_PLACED, &length));
    return true;
}

/* The nearest unplaced cyclic node, with the way to it; false where there is none. */
static bool place_way(struct ordering *o)
{
    uint32_t head = 0, tail = 0, n = o->puzzle->node_count;
    for (uint32_t i = 0; i < n; i++)
        o->distance[i] = NOT_PLACED;
    for (uint32_t r = 0; r < o->placed; r++) {
        o->distance[o->sequence[r]] = 0;
        o->from[o->sequence[r]] = NOT_PLACED;
        o->queue[tail++] = o->sequence[r];
    }
    while (head < tail) {
        uint32_t at = o->queue[head++];
        if (o->cyclic[at] && o->rank[at] == NOT_PLACED) {
            place_chain(o, at);
            return true;
        }
        for (uint32_t e = o->graph.starts[at]; e < o->graph.starts[at + 1]; e++) {
            uint32_t next = o->graph.nodes[e];
            if (o->distance[next] != NOT_PLACED)
                continue;
            o->distance[next] = 1;
            o->from[next] = at;
            o->queue[tail++] = next;
        }
    }
    return false;
}

/* What hangs on the placed part, breadth first. */
static bool place_trees(struct ordering *o)
{
    uint32_t before = o->placed;
    for (uint32_t r = 0; r < o->placed; r++)
        for (uint32_t e = o->graph.starts[o->sequence[r]];
             e < o->graph.starts[o->sequence[r] + 1]; e++)
            place(o, o->graph.nodes[e]);
    return o->placed > before;
}

/* ---- The beginning ---- */

/* The node whose shortest cycle is shortest; the one with most links among equals. */
static uint32_t first_of_cycle(struct ordering *o)
{
    uint32_t best = NOT_PLACED, best_length = NOT_PLACED, best_degree = 0;
    for (uint32_t i = 0; i < o->puzzle->node_count; i++) {
        if (!o->cyclic[i] || o->rank[i] != NOT_PLACED)
            continue;
        o->rank[i] = 0;
        for (uint32_t e = o->graph.starts[i]; e < o->graph.starts[i + 1]; e++) {
            uint32_t length;
            if (!o->cyclic[o->graph.nodes[e]] || o->rank[o->graph.nodes[e]] != NOT_PLACED)
                continue;
            if (walk_back(o, i, o->graph.nodes[e], NOT_PLACED, &length) == NOT_PLACED)
                continue;
            if (length < best_length || (length == best_length && degree(o, i) > best_degree)) {
                best = i;
                best_length = length;
                best_degree = degree(o, i);
            }
        }
        o->rank[i] = NOT_PLACED;
    }
    return best;
}

static uint32_t next_beginning(struct ordering *o)
{
    uint32_t best = first_of_cycle(o);
    if (best != NOT_PLACED)
        return best;
    for (uint32_t i = 0; i < o->puzzle->node_count; i++)
        if (o->rank[i] == NOT_PLACED && (best == NOT_PLACED || degree(o, i) > degree(o, best)))
            best = i;
    return best;
}

static void place_all(struct ordering *o, wr_random *random)
{
    for (uint32_t i = 0; i < o->puzzle->node_count; i++)
        if (o->puzzle->nodes[i].fixed)
            place(o, i);
    while (o->placed < o->puzzle->node_count)
        if (!place_ear(o, random) && !place_way(o) && !place_trees(o)) {
            uint32_t first = next_beginning(o);
            place(o, first);
            place_gates(o, first);
        }
}

/* ---- Ties ---- */

/* The nodes from one next to a rank's to `last`, which it was walked to. */
static const uint32_t *nodes_to(const struct ordering *o, uint32_t last, struct wr_arena *arena)
{
    uint32_t count = o->distance[last];
    uint32_t *nodes = WR_TAKE(arena, uint32_t, count);
    for (uint32_t i = count; nodes && i > 0; i--, last = o->from[last])
        nodes[i - 1] = last;
    return nodes;
}

/* Adds a tie to what stands beside `last`; false when memory is out. */
static bool add_tie(struct ordering *o, uint32_t last, uint32_t next, uint32_t link,
                    struct wr_arena *arena, uint32_t *count)
{
    uint32_t hops = o->distance[last] + 1;
    bool named = hops > 1 && (o->stretches || hops <= WR_TIE_OVER + 1);
    const uint32_t *over = named ? nodes_to(o, last, arena) : NULL;
    o->ties[(*count)++] = (wr_tie){
        .rank = o->rank[next], .hops = hops, .link = link, .over = over, .leap = WR_NOT_ASKED};
    return over || !named;
}

/* The placed nodes a rank is tied to, found by walking over nodes that come later. */
static bool tie_rank(struct ordering *o, uint32_t rank, struct wr_arena *arena,
                     wr_ranked *ranked)
{
    uint32_t node = o->sequence[rank], head = 0, tail = 0, links = 0, count = 0;
    for (uint32_t i = 0; i < o->puzzle->node_count; i++)
        o->distance[i] = NOT_PLACED;
    o->distance[node] = 0;
    o->queue[tail++] = node;
    while (head < tail) {
        uint32_t at = o->queue[head++];
        for (uint32_t e = o->graph.starts[at]; e < o->graph.starts[at + 1]; e++) {
            uint32_t next = o->graph.nodes[e];
            if (o->distance[next] != NOT_PLACED)
                continue;
            o->distance[next] = o->distance[at] + 1;
            o->from[next] = at;
            if (o->rank[next] > rank)
                o->queue[tail++] = next;
            else if (!add_tie(o, at, next, o->graph.links[e], arena, &count))
                return false;
        }
    }
    wr_tie *ties = wr_arena_copy(arena, o->ties, count, sizeof *ties);
    if (!ties)
        return false;
    while (links < count && o->ties[links].hops == 1)
        links++;
    *ranked = (wr_ranked){node, ties, ties + links, links, count - links};
    return true;
}

bool wr_order_make(const struct wr_puzzle *puzzle, wr_random *random, struct wr_arena *arena,
                   wr_ranked *out)
{
    struct ordering o = {.puzzle = puzzle, .stretches = wr_puzzle_stretches(puzzle)};
    if (!make_graph(&o, arena))
        return false;
    find_cyclic(&o);
    place_all(&o, random);
    for (uint32_t rank = 0; rank < puzzle->node_count; rank++)
        if (!tie_rank(&o, rank, arena, &out[rank]))
            return false;
    return true;
}
