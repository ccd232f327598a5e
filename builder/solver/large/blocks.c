/* Bridges by depth-first search, after Tarjan: a link is one when nothing below it leads back
 * above it. What the bridges leave are the blocks; the bridges make them a tree, whose root is
 * the largest block, of equals the one that leaves the smallest branches. */
#include "builder/solver/large/blocks.h"
#include "builder/solver/neighbours.h"

#define NONE UINT32_MAX

struct cutting {
    const struct wr_puzzle *puzzle;
    struct wr_arena *arena;
    struct wr_neighbours nodes; /* an edge is a link; those behind the links hold fixed nodes */
    uint32_t (*ends)[2];        /* one an edge */
    uint32_t edge_count;
    uint32_t *order, *found; /* nodes as they were found, and when each was */
    uint32_t *low, *up;      /* the earliest one sees from it or below; the edge it came by */
    uint32_t *at;            /* how far its row was looked at */
    uint32_t *parts;         /* one a node: its block before blocks are put in order */
    uint32_t part_count;
    struct wr_neighbours tree; /* of parts */
    uint32_t *sizes;           /* nodes of each part */
    uint32_t *ranks;           /* one a part: its block */
};

/* ---- Rows ---- */

/* The links, and a chain over all fixed nodes, each link of it twice: it is no bridge. */
static bool make_edges(struct cutting *c)
{
    const struct wr_puzzle *puzzle = c->puzzle;
    uint32_t last = NONE;
    c->ends = wr_arena_take(
        c->arena, (size_t)puzzle->link_count + 2 * (size_t)puzzle->node_count, sizeof *c->ends);
    for (uint32_t i = 0; c->ends && i < puzzle->link_count; i++, c->edge_count++)
        for (int side = 0; side < 2; side++)
            c->ends[i][side] = puzzle->links[i].nodes[side];
    for (uint32_t i = 0; c->ends && i < puzzle->node_count; i++) {
        if (!puzzle->nodes[i].fixed)
            continue;
        for (int twice = 0; twice < 2 && last != NONE; twice++) {
            c->ends[c->edge_count][0] = last;
            c->ends[c->edge_count++][1] = i;
        }
        last = i;
    }
    return c->ends &&
           wr_neighbours_make(c->arena, puzzle->node_count, (const uint32_t(*)[2])c->ends, NULL,
                              c->edge_count, &c->nodes);
}

/* ---- Bridges ---- */

static uint32_t above(const struct cutting *c, uint32_t node)
{
    const uint32_t *ends = c->ends[c->up[node]];
    return ends[0] == node ? ends[1] : ends[0];
}

static void find(struct cutting *c, uint32_t node, uint32_t edge, uint32_t *count)
{
    c->found[node] = c->low[node] = *count;
    c->up[node] = edge;
    c->at[node] = c->nodes.starts[node];
    c->order[(*count)++] = node;
}

/* Walks all that hangs on node 0, depth first; returns how many nodes that are. */
static uint32_t walk(struct cutting *c)
{
    uint32_t count = 0, node = 0;
    for (uint32_t i = 0; i < c->puzzle->node_count; i++)
        c->found[i] = NONE;
    find(c, 0, NONE, &count);
    for (;;) {
        if (c->at[node] == c->nodes.starts[node + 1]) {
            if (c->up[node] == NONE)
                return count;
            uint32_t over = above(c, node);
            if (c->low[node] < c->low[over])
                c->low[over] = c->low[node];
            node = over;
            continue;
        }
        uint32_t e = c->at[node]++, next = c->nodes.nodes[e];
        if (c->nodes.links[e] == c->up[node])
            continue;
        if (c->found[next] == NONE) {
            find(c, next, c->nodes.links[e], &count);
            node = next;
        } else if (c->found[next] < c->low[node]) {
            c->low[node] = c->found[next];
        }
    }
}

/* Numbers the parts, and makes rows of the bridges between them. */
static bool make_parts(struct cutting *c)
{
    uint32_t n = c->puzzle->node_count;
    uint32_t(*ends)[2] = wr_arena_take(c->arena, c->edge_count, sizeof *ends);
    bool *taken = WR_ZERO(c->arena, bool, c->edge_count);
    c->sizes = WR_ZERO(c->arena, uint32_t, n);
    if (!ends || !taken || !c->sizes)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = c->order[i];
        bool begins = c->low[node] == c->found[node];
        c->parts[node] = begins ? c->part_count++ : c->parts[above(c, node)];
        c->sizes[c->parts[node]]++;
        if (!begins || c->up[node] == NONE)
            continue;
        taken[c->up[node]] = true;
        ends[c->up[node]][0] = c->parts[node];
        ends[c->up[node]][1] = c->parts[above(c, node)];
    }
    return wr_neighbours_make(c->arena, c->part_count, (const uint32_t(*)[2])ends, taken,
                              c->edge_count, &c->tree);
}

/* ---- The tree ---- */

/* The part that all else is to hang on. Parts were numbered as they were found, so that each
 * comes after the one it hangs on as seen from part 0. */
static uint32_t choose_root(struct cutting *c)
{
    uint32_t *weights = WR_TAKE(c->arena, uint32_t, c->part_count);
    uint32_t *branches = WR_ZERO(c->arena, uint32_t, c->part_count);
    uint32_t best = 0, n = c->puzzle->node_count;
    if (!weights || !branches)
        return NONE;
    for (uint32_t p = 0; p < c->part_count; p++)
        weights[p] = c->sizes[p];
    for (uint32_t p = c->part_count; p-- > 0;) {
        for (uint32_t e = c->tree.starts[p]; e < c->tree.starts[p + 1]; e++) {
            uint32_t over = c->tree.nodes[e];
            if (over > p)
                continue;
            weights[over] += weights[p];
            branches[over] = weights[p] > branches[over] ? weights[p] : branches[over];
        }
        if (n - weights[p] > branches[p])
            branches[p] = n - weights[p];
    }
    for (uint32_t p = 1; p < c->part_count; p++)
        if (c->sizes[p] > c->sizes[best] ||
            (c->sizes[p] == c->sizes[best] && branches[p] < branches[best]))
            best = p;
    for (uint32_t i = 0; i < n; i++)
        if (c->puzzle->nodes[i].fixed)
            return c->parts[i];
    return best;
}

/* Makes a block of a part; what hangs on it is made right after it. */
static uint32_t make_block(struct cutting *c, struct wr_blocks *out, uint32_t part,
                           uint32_t link)
{
    uint32_t block = out->count++;
    c->ranks[part] = block;
    out->blocks[block] =
        (wr_block){.parent = WR_NO_BLOCK, .link = link, .count = c->sizes[part]};
    return block;
}

/* Puts parts into order from the root on, depth first. */
static bool make_tree(struct cutting *c, struct wr_blocks *out)
{
    uint32_t *path = WR_TAKE(c->arena, uint32_t, c->part_count), depth = 0;
    uint32_t *at = WR_TAKE(c->arena, uint32_t, c->part_count);
    uint32_t root = choose_root(c);
    out->blocks = WR_TAKE(c->arena, wr_block, c->part_count);
    c->ranks = WR_TAKE(c->arena, uint32_t, c->part_count);
    if (!path || !at || root == NONE || !out->blocks || !c->ranks)
        return false;
    for (uint32_t p = 0; p < c->part_count; p++) {
        at[p] = c->tree.starts[p];
        c->ranks[p] = NONE;
    }
    make_block(c, out, root, NONE);
    for (path[depth++] = root; depth > 0;) {
        uint32_t part = path[depth - 1];
        if (at[part] == c->tree.starts[part + 1]) {
            depth--;
            out->blocks[c->ranks[part]].span = out->count - c->ranks[part];
            continue;
        }
        uint32_t e = at[part]++, next = c->tree.nodes[e];
        if (c->ranks[next] != NONE)
            continue;
        out->blocks[make_block(c, out, next, c->tree.links[e])].parent = c->ranks[part];
        path[depth++] = next;
    }
    return true;
}

/* ---- What blocks hold ---- */

static void own_nodes(const struct cutting *c, struct wr_blocks *out)
{
    uint32_t first = 0;
    for (uint32_t b = 0; b < out->count; b++) {
        out->blocks[b].first = first;
        first += out->blocks[b].count;
        out->blocks[b].count = 0;
    }
    for (uint32_t i = 0; i < c->puzzle->node_count; i++) {
        wr_block *block = &out->blocks[out->owners[i] = c->ranks[c->parts[i]]];
        out->places[i] = block->count;
        out->members[block->first + block->count++] = i;
    }
    for (uint32_t b = out->count; b-- > 0;) {
        out->blocks[b].weight += out->blocks[b].count;
        if (b > 0)
            out->blocks[out->blocks[b].parent].weight += out->blocks[b].weight;
    }
}

static void own_links(const struct wr_puzzle *puzzle, struct wr_blocks *out)
{
    uint32_t first = 0;
    for (uint32_t b = 1; b < out->count; b++) {
        wr_block *block = &out->blocks[b];
        const uint32_t *ends = puzzle->links[block->link].nodes;
        bool forth = out->owners[ends[0]] == b;
        block->gate = ends[forth ? 0 : 1];
        block->anchor = ends[forth ? 1 : 0];
        out->link_owners[block->link] = b;
    }
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        const uint32_t *ends = puzzle->links[i].nodes;
        if (out->owners[ends[0]] != out->owners[ends[1]])
            continue;
        out->link_owners[i] = out->owners[ends[0]];
        out->blocks[out->owners[ends[0]]].link_count++;
    }
    for (uint32_t b = 0; b < out->count; b++) {
        out->blocks[b].first_inner = first;
        first += out->blocks[b].link_count;
        out->blocks[b].link_count = 0;
    }
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        const uint32_t *ends = puzzle->links[i].nodes;
        wr_block *block = &out->blocks[out->owners[ends[0]]];
        if (out->owners[ends[0]] == out->owners[ends[1]])
            out->inner[block->first_inner + block->link_count++] = i;
    }
}

static void own_children(struct wr_blocks *out)
{
    for (uint32_t b = 1; b < out->count; b++)
        out->child_starts[out->blocks[b].parent + 2]++;
    for (uint32_t b = 2; b < out->count + 2; b++)
        out->child_starts[b] += out->child_starts[b - 1];
    for (uint32_t b = 1; b < out->count; b++)
        out->children[out->child_starts[out->blocks[b].parent + 1]++] = b;
}

bool wr_blocks_cut(const struct wr_puzzle *puzzle, struct wr_arena *arena,
                   struct wr_blocks *out)
{
    uint32_t n = puzzle->node_count;
    struct cutting c = {
        .puzzle = puzzle,
        .arena = arena,
        .order = WR_TAKE(arena, uint32_t, n),
        .found = WR_TAKE(arena, uint32_t, n),
        .low = WR_TAKE(arena, uint32_t, n),
        .up = WR_TAKE(arena, uint32_t, n),
        .at = WR_TAKE(arena, uint32_t, n),
        .parts = WR_TAKE(arena, uint32_t, n),
    };
    *out = (struct wr_blocks){
        .members = WR_TAKE(arena, uint32_t, n),
        .inner = WR_TAKE(arena, uint32_t, puzzle->link_count),
        .owners = WR_TAKE(arena, uint32_t, n),
        .places = WR_TAKE(arena, uint32_t, n),
        .link_owners = WR_TAKE(arena, uint32_t, puzzle->link_count),
        .child_starts = WR_ZERO(arena, uint32_t, (size_t)n + 2),
        .children = WR_TAKE(arena, uint32_t, n),
    };
    if (!c.order || !c.found || !c.low || !c.up || !c.at || !c.parts || !out->members ||
        !out->inner || !out->owners || !out->places || !out->link_owners ||
        !out->child_starts || !out->children || !make_edges(&c))
        return false;
    if (n == 0 || walk(&c) < n)
        return true;
    if (!make_parts(&c) || !make_tree(&c, out))
        return false;
    own_nodes(&c, out);
    own_links(puzzle, out);
    own_children(out);
    return true;
}
