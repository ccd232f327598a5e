/* Looking over a graph. Into a small one a subgraph is grown from one room on, by doubling and
 * halving, so that no question is asked once a room. Of a large one each room is asked about
 * first, with all it is linked to, then each block that has rounds, and what is left by
 * growing. What is proved comes first there: a subgraph that was not placed by chance would
 * hide the one that cannot be. */
#include "builder/generate/graph/sweep.h"
#include "builder/solver/large/blocks.h"
#include "builder/solver/neighbours.h"

#include <string.h>

/* Up to so many rooms a subgraph is grown at once; what a block may cost: all other subgraphs
 * have the common share. */
enum { SMALL = 40, BLOCK_STEPS = 20000, BLOCK_STEPS_A_ROOM = 1000 };

struct sweep {
    struct wr_subgraph *subgraph;
    const struct wr_blueprint *b;
    struct wr_neighbours graph;
    uint32_t *order, *pulls; /* rooms as a subgraph grows; what draws each into it */
    bool *allowed;           /* what it may grow into */
    bool *suspect;           /* a subgraph that was not placed, nor proved to fail */
    bool suspects;           /* there is one */
    bool guesses;            /* not placed is as good as proved */
};

/* ---- Questions ---- */

static enum wr_verdict ask(struct sweep *s, uint64_t budget)
{
    return wr_subgraph_ask(s->subgraph, s->b->rules, budget, NULL);
}

static void take(struct sweep *s, const uint32_t *nodes, uint32_t count)
{
    memset(s->subgraph->in, 0, s->b->node_count * sizeof *s->subgraph->in);
    for (uint32_t i = 0; i < count; i++)
        s->subgraph->in[nodes[i]] = true;
}

static bool is_impossible(struct sweep *s, const uint32_t *nodes, uint32_t count)
{
    take(s, nodes, count);
    enum wr_verdict verdict = ask(s, 0);
    return verdict == WR_UNSOLVABLE || (s->guesses && verdict != WR_SOLVED);
}

/* Remembers the first subgraph that was not placed. */
static void suspect(struct sweep *s)
{
    if (!s->suspects)
        memcpy(s->suspect, s->subgraph->in, s->b->node_count * sizeof *s->suspect);
    s->suspects = true;
}

static bool find_room(struct sweep *s)
{
    for (uint32_t i = 0; i < s->b->node_count && !s->subgraph->over; i++) {
        uint32_t degree = s->graph.starts[i + 1] - s->graph.starts[i];
        memcpy(s->order, s->graph.nodes + s->graph.starts[i], degree * sizeof *s->order);
        s->order[degree] = i;
        take(s, s->order, degree + 1);
        enum wr_verdict verdict = degree > 1 ? ask(s, 0) : WR_SOLVED;
        if (verdict == WR_UNSOLVABLE)
            return true;
        if (verdict != WR_SOLVED)
            suspect(s);
    }
    return false;
}

/* ---- Blocks ---- */

static void take_block(struct sweep *s, const struct wr_blocks *blocks, uint32_t block)
{
    const wr_block *of = &blocks->blocks[block];
    memset(s->subgraph->in, 0, s->b->node_count * sizeof *s->subgraph->in);
    for (uint32_t i = 0; i < of->count; i++)
        s->subgraph->in[blocks->members[of->first + i]] = true;
}

/* Blocks of more than a room, by how many they have; returns how many blocks those are. */
static uint32_t sort_blocks(struct sweep *s, const struct wr_blocks *blocks, uint32_t *sorted)
{
    uint32_t *firsts = s->pulls, count = 0;
    memset(firsts, 0, s->b->node_count * sizeof *firsts);
    for (uint32_t i = 0; i < blocks->count; i++)
        firsts[blocks->blocks[i].count - 1]++;
    for (uint32_t size = 2; size <= s->b->node_count; size++) {
        uint32_t of_size = firsts[size - 1];
        firsts[size - 1] = count;
        count += of_size;
    }
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->blocks[i].count > 1)
            sorted[firsts[blocks->blocks[i].count - 1]++] = i;
    return count;
}

static bool find_block(struct sweep *s, const struct wr_blocks *blocks)
{
    uint32_t count = sort_blocks(s, blocks, s->order);
    for (uint32_t i = 0; i < count && !s->subgraph->over; i++) {
        uint32_t size = blocks->blocks[s->order[i]].count;
        take_block(s, blocks, s->order[i]);
        enum wr_verdict verdict = ask(s, BLOCK_STEPS + BLOCK_STEPS_A_ROOM * (uint64_t)size);
        if (verdict == WR_UNSOLVABLE)
            return true;
        if (verdict != WR_SOLVED && size < s->b->node_count)
            suspect(s);
    }
    return false;
}

/* ---- Growing ---- */

/* Orders the allowed rooms from one on, those that have a place first, then each linked to one
 * before, those first that close a loop; returns how many there are. */
static uint32_t put_in_order(struct sweep *s, uint32_t from)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->b->node_count; i++)
        s->pulls[i] = s->b->nodes[i].fixed ? s->b->link_count : 0;
    while (from != WR_NONE && !wr_subgraph_is_late(s->subgraph)) {
        s->order[count++] = from;
        s->allowed[from] = false;
        for (uint32_t e = s->graph.starts[from]; e < s->graph.starts[from + 1]; e++)
            s->pulls[s->graph.nodes[e]]++;
        from = WR_NONE;
        for (uint32_t i = 0; i < s->b->node_count; i++)
            if (s->allowed[i] && s->pulls[i] > 0 &&
                (from == WR_NONE || s->pulls[i] > s->pulls[from]))
                from = i;
    }
    return count;
}

/* The shortest beginning of the order that is proved to fail; 0 where none is. */
static uint32_t find_beginning(struct sweep *s, uint32_t count)
{
    uint32_t low = 0, high = count < 2 ? count : 2;
    while (!s->subgraph->over && !is_impossible(s, s->order, high)) {
        if (high == count)
            return 0;
        low = high;
        high = high < count / 2 ? 2 * high : count;
    }
    while (high - low > 1 && !s->subgraph->over) {
        uint32_t middle = low + (high - low) / 2;
        if (is_impossible(s, s->order, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static void take_beginning(const struct sweep *s, bool *in, uint32_t count)
{
    memset(in, 0, s->b->node_count * sizeof *in);
    for (uint32_t i = 0; i < count; i++)
        in[s->order[i]] = true;
}

/* Grows a subgraph from a room; then the last room it needed is where a smaller one grows from,
 * within it. */
static bool grow(struct sweep *s, uint32_t from)
{
    uint32_t before = UINT32_MAX, count = find_beginning(s, put_in_order(s, from));
    if (count == 0)
        return false;
    while (count < before && !s->subgraph->over) {
        before = count;
        from = s->order[count - 1];
        take_beginning(s, s->allowed, count);
        uint32_t within = put_in_order(s, from), less = find_beginning(s, within);
        count = less > 0 ? less : within;
    }
    take_beginning(s, s->subgraph->in, count);
    return true;
}

/* ---- All of it ---- */

/* The room a subgraph is grown from: fixed, else with the most links. */
static uint32_t beginning(const struct sweep *s)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < s->b->node_count; i++) {
        if (s->b->nodes[i].fixed)
            return i;
        if (s->graph.starts[i + 1] - s->graph.starts[i] >
            s->graph.starts[best + 1] - s->graph.starts[best])
            best = i;
    }
    return best;
}

static bool find_grown(struct sweep *s)
{
    memset(s->allowed, 1, s->b->node_count * sizeof *s->allowed);
    return !s->subgraph->over && grow(s, beginning(s));
}

/* Where nothing is proved: a subgraph that was not placed, unless it is so large that this says
 * little. */
static bool guess(struct sweep *s)
{
    enum { MOST = 40 };
    uint32_t count = 0;
    s->guesses = true;
    if (s->suspects)
        memcpy(s->subgraph->in, s->suspect, s->b->node_count * sizeof *s->suspect);
    else if (!find_grown(s))
        return false;
    for (uint32_t i = 0; i < s->b->node_count; i++)
        count += s->subgraph->in[i];
    return s->suspects || count <= MOST;
}

bool wr_sweep_find(struct wr_subgraph *subgraph, bool *sure)
{
    const struct wr_blueprint *b = subgraph->blueprint;
    size_t most = (size_t)b->node_count + 2 * (size_t)b->link_count; /* links may be twofold */
    struct sweep s = {
        .subgraph = subgraph,
        .b = b,
        .order = WR_TAKE(subgraph->arena, uint32_t, most),
        .pulls = WR_TAKE(subgraph->arena, uint32_t, b->node_count),
        .allowed = WR_TAKE(subgraph->arena, bool, b->node_count),
        .suspect = WR_TAKE(subgraph->arena, bool, b->node_count),
    };
    struct wr_puzzle whole = {.nodes = b->nodes,
                              .links = b->links,
                              .node_count = b->node_count,
                              .link_count = b->link_count};
    struct wr_blocks blocks;
    if (!s.order || !s.pulls || !s.allowed || !s.suspect ||
        !wr_neighbours_of(subgraph->arena, b->node_count, b->links, b->link_count, &s.graph) ||
        !wr_blocks_cut(&whole, subgraph->arena, &blocks)) {
        subgraph->over = true;
        return false;
    }
    if (b->node_count <= SMALL) {
        s.guesses = true;
        return find_grown(&s) && !subgraph->over;
    }
    *sure = find_room(&s) || find_block(&s, &blocks) || find_grown(&s);
    return (*sure || guess(&s)) && !subgraph->over;
}
