/* Puzzles of one storey, drawn flat: boxes with a doorway in each wall, and passages that
 * stretch; what is wrong with a drawing, and how it stands when it is put up. */
#ifndef WR_TESTS_SUPPORT_FLAT_WORLD_H
#define WR_TESTS_SUPPORT_FLAT_WORLD_H

#include "builder/solver/flat/chart.h"
#include "builder/solver/flat/flat.h"
#include "builder/solver/rules.h"
#include "tests/support/test.h"

enum { M = WR_UNITS_PER_METRE, MOST = 128, LONGEST = 12 * M, HALF = M / 2 };
enum { BOX, WIDE, PASSAGE, BEND, MIXED, OTHER, PIECES };

struct world {
    struct wr_arena *arena;
    wr_piece shapes[PIECES];
    wr_slab slabs[PIECES];
    wr_spot corners[PIECES][4];
    wr_piece_hook hooks[PIECES][4];
    wr_piece_stretch longer;
    bool meets[4];
    struct wr_pieces pieces;
    wr_puzzle_node nodes[MOST];
    wr_puzzle_link links[MOST];
    uint32_t degrees[MOST];
    struct wr_rules rules;
    struct wr_puzzle puzzle;
    struct wr_proposal proposal;
    wr_standing up[MOST]; /* as it is put up */
};

/* ---- Making puzzles ---- */

/* A box with a doorway in the middle of some walls: bits of east, north, west, south. */
static inline void world_shape(struct world *w, uint32_t p, int64_t length, int64_t width,
                               uint32_t doors)
{
    static const int ways[WR_WAYS][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    wr_piece *of = &w->shapes[p];
    *of = (wr_piece){.slabs = &w->slabs[p], .slab_count = 1, .hooks = w->hooks[p], .weight = 1};
    of->may_turn = of->may_mirror = true;
    w->slabs[p] = (wr_slab){.points = w->corners[p], .count = 4, .high = 3 * M};
    for (int i = 0; i < 4; i++) {
        w->corners[p][i] = (wr_spot){(i == 1 || i == 2) * length * M, (i > 1) * width * M, 0};
        if (doors >> i & 1)
            w->hooks[p][of->hook_count++] = (wr_piece_hook){
                .at = {length * M * (1 + ways[i][0]) / 2, width * M * (1 + ways[i][1]) / 2, 0},
                .facing = (uint16_t)i};
    }
}

static inline void world_start(struct world *w, int64_t step)
{
    static const uint8_t eastern[4] = {0, 1, 1, 0};
    *w = (struct world){.arena = wr_arena_create(), .meets = {true, false, false, true}};
    world_shape(w, BOX, 6, 6, 15);
    world_shape(w, WIDE, 10, 8, 15);
    world_shape(w, PASSAGE, 4, 2, 5);
    world_shape(w, BEND, 4, 4, 3);
    world_shape(w, MIXED, 6, 6, 15);
    world_shape(w, OTHER, 6, 6, 15);
    w->longer = (wr_piece_stretch){.x = 1, .to = LONGEST, .step = step};
    w->shapes[PASSAGE].stretches = &w->longer;
    w->shapes[PASSAGE].stretch_count = 1;
    w->slabs[PASSAGE].moved = eastern;
    w->hooks[PASSAGE][0].moved = 1;
    for (int i = 0; i < 4; i++)
        w->hooks[OTHER][i].kind = w->hooks[MIXED][i].kind = 1;
    w->hooks[MIXED][0].kind = w->hooks[MIXED][2].kind = 0;
    w->pieces = (struct wr_pieces){.turn_count = 4,
                                   .tolerance = M / 50,
                                   .skin = M / 50,
                                   .pieces = w->shapes,
                                   .piece_count = PIECES,
                                   .kind_count = 2,
                                   .meets = w->meets};
    assert_true(wr_pieces_prepare(&w->pieces, w->arena));
    w->puzzle = (struct wr_puzzle){
        .pieces = &w->pieces, .nodes = w->nodes, .links = w->links, .rules = &w->rules};
}

static inline uint32_t world_put(struct world *w, const uint32_t *pieces, uint32_t count)
{
    assert_true(w->puzzle.node_count < MOST);
    w->nodes[w->puzzle.node_count] = (wr_puzzle_node){.pieces = pieces, .piece_count = count};
    return w->puzzle.node_count++;
}

static inline void world_link(struct world *w, uint32_t a, uint32_t b)
{
    assert_true(w->puzzle.link_count < MOST);
    w->links[w->puzzle.link_count++] = (wr_puzzle_link){{a, b}, &w->pieces.direct};
    w->degrees[a]++;
    w->degrees[b]++;
}

/* By a passage; either end of a link is its first. */
static inline void world_join(struct world *w, uint32_t a, uint32_t b, uint32_t count)
{
    static const uint32_t passages[] = {PASSAGE, BEND};
    uint32_t between = world_put(w, passages, count);
    world_link(w, a, between);
    world_link(w, between, b);
}

static inline void world_rooms(struct world *w, int64_t step, uint32_t rooms, uint32_t kinds)
{
    static const uint32_t boxes[] = {BOX, WIDE, MIXED};
    world_start(w, step);
    for (uint32_t i = 0; i < rooms; i++)
        world_put(w, boxes, kinds);
}

/* So many rooms, each with no more than so many links, and passages of so many kinds; rooms of
 * two links may be mixed ones. */
static inline void world_tree(struct world *w, uint64_t seed, uint32_t rooms, uint32_t degree,
                              uint32_t ways)
{
    wr_random random = wr_random_of(seed, 5);
    world_rooms(w, seed % 2 ? HALF : 0, rooms, degree == 2 ? 3 : 2);
    for (uint32_t i = 1; i < rooms; i++) {
        uint32_t to = wr_random_below(&random, i);
        while (w->degrees[to] == degree)
            to = wr_random_below(&random, i);
        if (ways > 0)
            world_join(w, i, to, ways);
        else
            world_link(w, i, to);
    }
}

static inline void world_ring(struct world *w, int64_t step, uint32_t rooms)
{
    world_rooms(w, step, rooms, 2);
    for (uint32_t i = 0; i < rooms; i++)
        world_join(w, i, (i + 1) % rooms, 1);
}

/* So many rooms in a row between two of them, by passages. */
static inline void world_span(struct world *w, uint32_t a, uint32_t b, uint32_t rooms)
{
    static const uint32_t boxes[] = {BOX, WIDE};
    for (uint32_t i = 0; i < rooms; i++) {
        uint32_t next = world_put(w, boxes, 2);
        world_join(w, a, next, 1);
        a = next;
    }
    world_join(w, a, b, 1);
}

/* So many rooms, between each two of them a row of others. */
static inline void world_mesh(struct world *w, uint32_t corners, uint32_t rooms)
{
    world_rooms(w, 0, corners, 2);
    for (uint32_t a = 0; a < corners; a++)
        for (uint32_t b = 0; b < a; b++)
            world_span(w, a, b, rooms);
}

static inline void world_end(struct world *w)
{
    wr_arena_destroy(w->arena);
}

/* Again where nothing was found for a node to be, a few times. */
static inline enum wr_verdict world_draw(struct world *w, uint64_t seed)
{
    enum { DRAWINGS = 20 };
    struct wr_flat *flat = wr_flat_start(&w->puzzle, seed, w->arena);
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    assert_non_null(flat);
    for (int i = 0; i < DRAWINGS && verdict == WR_OUT_OF_BUDGET; i++)
        verdict = wr_flat_draw(flat);
    w->proposal = wr_flat_proposal(flat);
    return verdict;
}

/* ---- Judging ---- */

static const wr_piece_hook *world_hook(const struct world *w, uint32_t link, uint32_t side)
{
    const wr_standing *at = &w->proposal.standings[w->links[link].nodes[side]];
    return &w->pieces.stances[at->stance].hooks[w->proposal.hooks[link][side]];
}

static inline uint32_t world_piece(const struct world *w, uint32_t node)
{
    return w->pieces.stances[w->proposal.standings[node].stance].piece;
}

static inline bool world_may_stand(const struct world *w, uint32_t node)
{
    const wr_standing *at = &w->proposal.standings[node];
    const wr_puzzle_node *of = &w->nodes[node];
    bool is_one = false;
    if (at->stance >= w->pieces.stance_count)
        return false;
    for (uint32_t i = 0; i < of->piece_count; i++)
        is_one |= of->pieces[i] == world_piece(w, node);
    for (uint32_t i = 0; i < WR_PIECE_STRETCHES; i++) {
        bool longer = i == 0 && world_piece(w, node) == PASSAGE;
        int32_t length = at->lengths.of[i];
        if (length < 0 || length > (longer ? LONGEST : 0) ||
            (w->longer.step > 0 && length % w->longer.step != 0))
            return false;
    }
    return is_one;
}

static inline bool world_meet(const struct world *w, uint32_t link)
{
    const wr_piece_hook *a = world_hook(w, link, 0), *b = world_hook(w, link, 1);
    return (a->facing + w->pieces.turn_count / 2) % w->pieces.turn_count == b->facing &&
           w->meets[a->kind * 2 + b->kind];
}

static inline bool world_shares(const struct world *w, uint32_t a, uint32_t b)
{
    for (int i = 0; i < 4; i++)
        if (w->links[a].nodes[i / 2] == w->links[b].nodes[i % 2] &&
            w->proposal.hooks[a][i / 2] == w->proposal.hooks[b][i % 2])
            return true;
    return false;
}

/* NULL where nothing is wrong. */
static const char *world_wrong(const struct world *w)
{
    for (uint32_t i = 0; i < w->puzzle.node_count; i++)
        if (!world_may_stand(w, i))
            return "a node is what it may not be";
    for (uint32_t i = 0; i < w->puzzle.link_count; i++) {
        for (uint32_t side = 0; side < 2; side++)
            if (w->proposal.hooks[i][side] >=
                w->shapes[world_piece(w, w->links[i].nodes[side])].hook_count)
                return "there is no such doorway";
        if (!world_meet(w, i))
            return "doorways do not meet";
        for (uint32_t k = 0; k < i; k++)
            if (world_shares(w, i, k))
                return "two links share a doorway";
    }
    return NULL;
}

/* From node 0 on, each by the first link that leads to it; returns how far the doorways of the
 * other links miss each other at most, metres. */
static inline double world_put_up(struct world *w)
{
    bool stands[MOST] = {true}, more = true;
    double worst = 0;
    for (uint32_t i = 0; i < w->puzzle.node_count; i++) {
        w->up[i] = w->proposal.standings[i];
        w->up[i].spot = (wr_spot){0, 0, 0};
    }
    while (more) {
        more = false;
        for (uint32_t i = 0; i < w->puzzle.link_count; i++) {
            const uint32_t *ends = w->links[i].nodes;
            wr_spot a = wr_standing_hook(&w->pieces, &w->up[ends[0]], w->proposal.hooks[i][0]);
            wr_spot b = wr_standing_hook(&w->pieces, &w->up[ends[1]], w->proposal.hooks[i][1]);
            wr_spot off = wr_spot_sub(a, b);
            if (stands[ends[0]] && stands[ends[1]]) {
                worst = fmax(worst, fmax(fabs((double)off.x), fabs((double)off.y)) / M);
            } else if (stands[ends[0]] || stands[ends[1]]) {
                uint32_t side = stands[ends[0]];
                w->up[ends[side]].spot = side ? off : wr_spot_sub(b, a);
                stands[ends[0]] = stands[ends[1]] = more = true;
            }
        }
    }
    return worst;
}

static inline uint32_t world_overlaps(const struct world *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->puzzle.node_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            wr_spot a[2], b[2];
            wr_standing_box(&w->pieces, &w->up[i], &a[0], &a[1]);
            wr_standing_box(&w->pieces, &w->up[k], &b[0], &b[1]);
            count += a[0].x < b[1].x - M / 50 && b[0].x < a[1].x - M / 50 &&
                     a[0].y < b[1].y - M / 50 && b[0].y < a[1].y - M / 50;
        }
    return count;
}

#endif
