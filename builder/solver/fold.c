/* A room with two links of which rules ask nothing, and that may be just what some contacts
 * lead through: it goes, and its two links become one. */
#include "builder/solver/fold.h"
#include "builder/solver/boxes/sides.h"
#include "builder/solver/large/blocks.h"
#include "builder/solver/neighbours.h"
#include "builder/solver/rules.h"

#include <string.h>

/* ---- What puzzles may be folded by ---- */

/* Contacts of a stance with all others, or of all others with it. */
static uint64_t count_contacts(const struct wr_pieces *pieces, uint32_t stance, bool into)
{
    const uint32_t *start = pieces->direct.start;
    uint32_t n = pieces->stance_count;
    uint64_t sum = 0;
    if (!into)
        return start[(size_t)stance * n + n] - start[(size_t)stance * n];
    for (size_t from = 0; from < n; from++)
        sum += start[from * n + stance + 1] - start[from * n + stance];
    return sum;
}

/* At most so many ways lead through some pieces. */
static uint64_t count_ways(const struct wr_pieces *pieces, const uint32_t *through,
                           uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t stance = pieces->first_stance[through[i]];
             stance < pieces->first_stance[through[i] + 1]; stance++)
            sum += count_contacts(pieces, stance, true) * count_contacts(pieces, stance, false);
    return sum;
}

static const struct wr_corridor *find_corridor(const struct wr_pieces *pieces,
                                               const uint32_t *through, uint32_t count)
{
    for (uint32_t i = 0; i < pieces->corridor_count; i++)
        if (pieces->corridors[i].piece_count == count &&
            memcmp(pieces->corridors[i].pieces, through, count * sizeof *through) == 0)
            return &pieces->corridors[i];
    return NULL;
}

bool wr_fold_allow(struct wr_pieces *pieces, const uint32_t *through, uint32_t count,
                   struct wr_arena *arena)
{
    const uint64_t most = 1 << 22;
    struct wr_corridor corridor = {.pieces = through, .piece_count = count};
    if (count == 0 || !wr_pieces_are_boxes(pieces) || find_corridor(pieces, through, count) ||
        count_ways(pieces, through, count) > most)
        return true;
    pieces->corridors = wr_arena_more(arena, pieces->corridors, pieces->corridor_count,
                                      sizeof *pieces->corridors);
    if (!pieces->corridors ||
        !wr_contacts_through(pieces, through, count, arena, &corridor.contacts))
        return false;
    pieces->corridors[pieces->corridor_count++] = corridor;
    return true;
}

/* ---- Which nodes go ---- */

struct folding {
    const struct wr_puzzle *puzzle;
    struct wr_neighbours graph;
    struct wr_blocks blocks;
    bool all;                             /* else what is in no round stays */
    const struct wr_corridor **corridors; /* one a node: what it becomes, or NULL: it stays */
};

/* Rules that are about links, or about where rooms stand beside each other, are about all. */
static bool rules_allow(const struct wr_rules *rules)
{
    return !rules || !(rules->must_count || rules->hooks || rules->gap || rules->bounded);
}

/* Whether rules ask nothing of pieces, and none is to come more often than others. */
static bool are_free(const struct wr_puzzle *puzzle, const uint32_t *list, uint32_t count)
{
    const struct wr_rules *rules = puzzle->rules;
    uint32_t all = puzzle->pieces->piece_count;
    for (uint32_t i = 0; rules && i < count; i++) {
        if ((rules->most && rules->most[list[i]] != UINT32_MAX) ||
            (rules->weights && rules->weights[list[i]] != rules->weights[list[0]]))
            return false;
        for (uint32_t other = 0; rules->apart && other < all; other++)
            if (rules->apart[(size_t)list[i] * all + other])
                return false;
    }
    return true;
}

static uint32_t other_end(const struct folding *f, uint32_t node, uint32_t which)
{
    return f->graph.nodes[f->graph.starts[node] + which];
}

/* Whether two nodes are linked, or will be by one that goes. */
static bool are_linked(const struct folding *f, uint32_t a, uint32_t b)
{
    for (uint32_t i = f->graph.starts[a]; i < f->graph.starts[a + 1]; i++) {
        uint32_t next = f->graph.nodes[i];
        if (next == b ||
            (f->corridors[next] && (other_end(f, next, 0) == b || other_end(f, next, 1) == b)))
            return true;
    }
    return false;
}

static void choose_node(struct folding *f, uint32_t node)
{
    const wr_puzzle_node *of = &f->puzzle->nodes[node];
    const struct wr_corridor *corridor =
        of->fixed ? NULL : find_corridor(f->puzzle->pieces, of->pieces, of->piece_count);
    if (!corridor || f->graph.starts[node + 1] - f->graph.starts[node] != 2 ||
        !are_free(f->puzzle, of->pieces, of->piece_count))
        return;
    if (!f->all &&
        (f->blocks.count == 0 || f->blocks.blocks[f->blocks.owners[node]].count == 1))
        return;
    uint32_t a = other_end(f, node, 0), b = other_end(f, node, 1);
    if (a != b && a != node && b != node && !f->corridors[a] && !f->corridors[b] &&
        !are_linked(f, a, b))
        f->corridors[node] = corridor;
}

/* ---- What is left ---- */

/* A link from each node that goes to its second neighbour is left out; that to its first leads
 * through it. */
static void add_links(const struct folding *f, const uint32_t *numbers, struct wr_fold *out,
                      wr_puzzle_link *links)
{
    for (uint32_t i = 0; i < f->puzzle->link_count; i++) {
        wr_puzzle_link link = f->puzzle->links[i];
        uint32_t joint = f->corridors[link.nodes[0]]   ? link.nodes[0]
                         : f->corridors[link.nodes[1]] ? link.nodes[1]
                                                       : WR_NO_JOINT;
        if (joint != WR_NO_JOINT && f->graph.links[f->graph.starts[joint]] != i)
            continue;
        if (joint != WR_NO_JOINT)
            link = (wr_puzzle_link){{other_end(f, joint, 0), other_end(f, joint, 1)},
                                    &f->corridors[joint]->contacts};
        link.nodes[0] = numbers[link.nodes[0]];
        link.nodes[1] = numbers[link.nodes[1]];
        out->joints[out->puzzle.link_count] = joint;
        links[out->puzzle.link_count++] = link;
    }
}

static bool take_rest(const struct folding *f, struct wr_arena *arena, struct wr_fold *out)
{
    uint32_t node_count = f->puzzle->node_count, link_count = f->puzzle->link_count;
    wr_puzzle_node *nodes = WR_TAKE(arena, wr_puzzle_node, node_count);
    wr_puzzle_link *links = WR_TAKE(arena, wr_puzzle_link, link_count);
    uint32_t *numbers = WR_TAKE(arena, uint32_t, node_count);
    *out = (struct wr_fold){
        .puzzle = *f->puzzle,
        .nodes = WR_TAKE(arena, uint32_t, node_count),
        .joints = WR_TAKE(arena, uint32_t, link_count),
        .standings = WR_TAKE(arena, wr_standing, node_count),
        .corridors = WR_TAKE(arena, wr_standing, link_count),
    };
    if (!nodes || !links || !numbers || !out->nodes || !out->joints || !out->standings ||
        !out->corridors)
        return false;
    out->puzzle.node_count = out->puzzle.link_count = 0;
    out->puzzle.nodes = nodes;
    out->puzzle.links = links;
    for (uint32_t i = 0; i < node_count; i++) {
        if (f->corridors[i])
            continue;
        numbers[i] = out->puzzle.node_count;
        out->nodes[out->puzzle.node_count] = i;
        nodes[out->puzzle.node_count++] = f->puzzle->nodes[i];
    }
    add_links(f, numbers, out, links);
    return true;
}

bool wr_fold_make(const struct wr_puzzle *puzzle, struct wr_arena *arena, struct wr_fold *out,
                  uint32_t *joint_count)
{
    /* What hangs on rounds of larger ones is put up room by room, and finds its doorways so. */
    enum { SMALL = 64 };
    struct folding f = {.puzzle = puzzle, .all = puzzle->node_count <= SMALL};
    *joint_count = 0;
    if (puzzle->pieces->corridor_count == 0 || !rules_allow(puzzle->rules))
        return true;
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts != &puzzle->pieces->direct)
            return true;
    f.corridors = WR_ZERO(arena, const struct wr_corridor *, puzzle->node_count);
    if (!f.corridors ||
        !wr_neighbours_of(arena, puzzle->node_count, puzzle->links, puzzle->link_count,
                          &f.graph) ||
        !wr_blocks_cut(puzzle, arena, &f.blocks))
        return false;
    for (uint32_t i = 0; i < puzzle->node_count; i++) {
        choose_node(&f, i);
        *joint_count += f.corridors[i] != NULL;
    }
    return *joint_count == 0 || take_rest(&f, arena, out);
}

void wr_fold_tell(const struct wr_fold *fold, wr_standing *nodes)
{
    for (uint32_t i = 0; i < fold->puzzle.node_count; i++)
        nodes[fold->nodes[i]] = fold->standings[i];
    for (uint32_t i = 0; i < fold->puzzle.link_count; i++)
        if (fold->joints[i] != WR_NO_JOINT)
            nodes[fold->joints[i]] = fold->corridors[i];
}
