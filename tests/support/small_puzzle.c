/* Random puzzles, and every solution of them; see small_puzzle.h. */
#include "tests/support/small_puzzle.h"
#include "builder/solver/rules.h"
#include "tests/support/test.h"

enum { CELL = 2, SIDE = 3 };

#define CORRIDOR UINT32_MAX

static const struct wr_rules no_rules;

/* ---- Random puzzles ---- */

/* A connected set of cells of a grid, each a slab, with hooks on some of its outer edges. */
static wr_piece random_piece(wr_random *random, struct wr_arena *arena, uint32_t most_cells,
                             uint32_t one_hook_of)
{
    bool cells[SIDE + 2][SIDE + 2] = {{false}};
    wr_slab *slabs = WR_TAKE(arena, wr_slab, SIDE * SIDE);
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, 4 * SIDE * SIDE);
    wr_piece piece = {.slabs = slabs, .hooks = hooks, .weight = 1};
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t count = 1 + wr_random_below(random, most_cells);
    cells[1][1] = true;
    for (uint32_t made = 1; made < count;) {
        uint32_t x = 1 + wr_random_below(random, SIDE), y = 1 + wr_random_below(random, SIDE);
        bool beside = cells[y - 1][x] || cells[y + 1][x] || cells[y][x - 1] || cells[y][x + 1];
        made += beside && !cells[y][x];
        cells[y][x] |= beside;
    }
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++) {
            if (!cells[y][x])
                continue;
            wr_spot corners[4] = {{CELL * x, CELL * y, 0},
                                  {CELL * x + CELL, CELL * y, 0},
                                  {CELL * x + CELL, CELL * y + CELL, 0},
                                  {CELL * x, CELL * y + CELL, 0}};
            slabs[piece.slab_count++] =
                (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1, NULL};
            for (uint16_t way = 0; way < 4; way++)
                if (!cells[y + ways[way][1]][x + ways[way][0]] &&
                    wr_random_below(random, one_hook_of) == 0)
                    hooks[piece.hook_count++] = (wr_piece_hook){
                        .at = {CELL * x + CELL / 2 + ways[way][0] * CELL / 2,
                               CELL * y + CELL / 2 + ways[way][1] * CELL / 2, 0},
                        .facing = way,
                        .kind = (uint16_t)(wr_random_below(random, 4) == 0)};
        }
    piece.may_turn = wr_random_below(random, 4) != 0;
    piece.may_mirror = wr_random_below(random, 3) == 0;
    return piece;
}

/* A box with doors anywhere along some stretch of each side; or with one door in it. */
static wr_piece random_box(wr_random *random, struct wr_arena *arena, bool slides)
{
    int64_t size[2] = {1 + wr_random_below(random, SIDE), 1 + wr_random_below(random, SIDE)};
    int64_t x = CELL * size[0], y = CELL * size[1];
    wr_spot corners[4] = {{0, 0, 0}, {x, 0, 0}, {x, y, 0}, {0, y, 0}};
    wr_slab *slab = WR_TAKE(arena, wr_slab, 1);
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, 4 * SIDE);
    uint16_t *doors = WR_TAKE(arena, uint16_t, 4 * SIDE);
    wr_piece piece = {.slabs = slab, .slab_count = 1, .hooks = hooks, .weight = 1};
    piece.doors = slides ? doors : NULL;
    *slab = (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1, NULL};
    for (uint16_t way = 0; way < 4; way++) {
        bool upright = way % 2 == 0;
        uint32_t along = (uint32_t)size[upright ? 1 : 0];
        uint32_t from = wr_random_below(random, along), to = from;
        to += wr_random_below(random, along - from + 1);
        for (uint32_t i = from; i < to; i++) {
            int64_t at = CELL * (int64_t)i + CELL / 2, beyond = way < 2 ? 1 : 0;
            doors[piece.hook_count] = (uint16_t)piece.door_count;
            hooks[piece.hook_count++] = (wr_piece_hook){
                .at = {upright ? beyond * x : at, upright ? at : beyond * y, 0},
                .facing = way,
            };
        }
        piece.door_count += to > from;
    }
    piece.may_turn = wr_random_below(random, 4) != 0;
    piece.may_mirror = wr_random_below(random, 3) == 0;
    return piece;
}

static void random_graph(struct small_puzzle *s, wr_random *random, uint32_t nodes)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < nodes; i++, count++) {
        s->links[count].nodes[0] = wr_random_below(random, i);
        s->links[count].nodes[1] = i;
    }
    for (uint32_t tries = wr_random_below(random, 3); tries > 0 && nodes > 2; tries--) {
        uint32_t a = wr_random_below(random, nodes), b = wr_random_below(random, nodes);
        bool known = a == b;
        for (uint32_t i = 0; i < count; i++)
            known |= (s->links[i].nodes[0] == a && s->links[i].nodes[1] == b) ||
                     (s->links[i].nodes[0] == b && s->links[i].nodes[1] == a);
        if (!known)
            s->links[count++] = (wr_puzzle_link){.nodes = {a, b}};
    }
    s->puzzle.node_count = nodes;
    s->puzzle.link_count = count;
}

static void choose_pieces(struct small_puzzle *s, wr_random *random, uint32_t piece_count)
{
    for (uint32_t i = 0; i < s->puzzle.node_count; i++) {
        uint32_t count = 0;
        for (uint32_t p = 0; p < piece_count; p++)
            if (wr_random_below(random, 2))
                s->sets[i][count++] = p;
        if (count == 0)
            s->sets[i][count++] = wr_random_below(random, piece_count);
        s->nodes[i] = (wr_puzzle_node){.pieces = s->sets[i], .piece_count = count};
    }
}

void small_puzzle_start(struct small_puzzle *s, uint64_t seed, struct small_shape shape)
{
    wr_random random = wr_random_of(seed, 77);
    *s = (struct small_puzzle){.arena = wr_arena_create()};
    uint32_t piece_count = 1 + wr_random_below(&random, PIECES - 1);
    for (uint32_t p = 0; p < piece_count + shape.corridors; p++)
        s->shapes[p] = shape.boxes
                           ? random_box(&random, s->arena, shape.slides)
                           : random_piece(&random, s->arena, shape.cells, shape.one_hook_of);
    s->meets[0] = s->meets[3] = true;
    s->meets[1] = s->meets[2] = wr_random_below(&random, 2);
    s->pieces = (struct wr_pieces){
        .turn_count = 4,
        .pieces = s->shapes,
        .piece_count = piece_count + shape.corridors,
        .kind_count = 2,
        .meets = s->meets,
    };
    assert_true(wr_pieces_prepare(&s->pieces, s->arena));
    s->puzzle = (struct wr_puzzle){.pieces = &s->pieces, .nodes = s->nodes, .links = s->links};
    s->puzzle.rules = shape.slides ? &no_rules : NULL;
    random_graph(s, &random, 2 + wr_random_below(&random, shape.nodes - 1));
    choose_pieces(s, &random, piece_count);
    s->corridor = piece_count;
    if (shape.corridors)
        assert_true(wr_contacts_through(&s->pieces, &s->corridor, 1, s->arena, &s->through));
    for (uint32_t i = 0; i < s->puzzle.link_count; i++) {
        bool by_way = shape.corridors && (i == 0 || wr_random_below(&random, 2));
        s->links[i].contacts = by_way ? &s->through : &s->pieces.direct;
        s->corridors[i] = (solution_corridors){&s->corridor, by_way};
    }
    if (wr_random_below(&random, 4) == 0) {
        s->nodes[0].fixed = true;
        s->nodes[0].stance = s->pieces.first_stance[s->sets[0][0]];
        s->nodes[0].spot = (wr_spot){3, -5, 0};
    }
}

void small_puzzle_end(struct small_puzzle *s)
{
    wr_arena_destroy(s->arena);
}

/* ---- Brute force ---- */

static void brute_pair(struct brute *b, uint32_t p, uint32_t q)
{
    b->ends[b->pair_count][0] = p;
    b->ends[b->pair_count++][1] = q;
}

/* Lists the items of a link, and of the room it leads to, where that comes first here. */
static void brute_link(struct brute *b, uint32_t link, bool to_room)
{
    const uint32_t *nodes = b->small->puzzle.links[link].nodes;
    uint32_t from = b->slots[nodes[0]];
    if (b->small->corridors[link].count) {
        b->items[b->count] = CORRIDOR;
        brute_pair(b, from, b->count);
        from = b->count++;
    }
    if (to_room) {
        b->slots[nodes[1]] = b->count;
        b->items[b->count++] = nodes[1];
    }
    brute_pair(b, from, b->slots[nodes[1]]);
}

static void brute_list(struct brute *b)
{
    b->count = 1; /* room 0 */
    for (uint32_t i = 0; i < b->small->puzzle.link_count; i++)
        brute_link(b, i, i + 1 < b->small->puzzle.node_count);
}

static wr_spot low_of(const struct wr_pieces *pieces, solution_pose pose)
{
    wr_spot low = {INT64_MAX, INT64_MAX, 0};
    const wr_piece *piece = &pieces->pieces[pose.piece];
    for (uint32_t i = 0; i < piece->slab_count; i++)
        for (uint32_t k = 0; k < piece->slabs[i].count; k++) {
            wr_spot p = solution_point(pieces, pose, piece->slabs[i].points[k]);
            low.x = p.x < low.x ? p.x : low.x;
            low.y = p.y < low.y ? p.y : low.y;
        }
    return low;
}

uint64_t brute_key(const struct small_puzzle *s, const solution_pose *poses)
{
    const struct wr_pieces *pieces = &s->pieces;
    wr_spot low = low_of(pieces, poses[0]);
    uint64_t key = 0;
    for (uint32_t i = 0; i < s->puzzle.node_count; i++) {
        solution_pose pose = poses[i];
        pose.spot = wr_spot_sub(pose.spot, low);
        key = wr_mix(key ^ solution_look(pieces, pose));
    }
    return key;
}

static bool pair_meets(const struct brute *b, solution_pose a, solution_pose c)
{
    const struct wr_pieces *pieces = &b->small->pieces;
    for (uint32_t i = 0; i < pieces->pieces[a.piece].hook_count; i++)
        for (uint32_t k = 0; k < pieces->pieces[c.piece].hook_count; k++)
            if (solution_hooks_meet(pieces, solution_hook(pieces, a, i),
                                    solution_hook(pieces, c, k)))
                return true;
    return false;
}

/* The doorway of a by which it meets c; a side has one. */
static uint32_t door_between(const struct brute *b, uint32_t a, uint32_t c)
{
    const struct wr_pieces *pieces = &b->small->pieces;
    const wr_piece *own = &pieces->pieces[b->poses[a].piece];
    for (uint32_t i = 0; i < own->hook_count; i++)
        for (uint32_t k = 0; k < pieces->pieces[b->poses[c].piece].hook_count; k++)
            if (solution_hooks_meet(pieces, solution_hook(pieces, b->poses[a], i),
                                    solution_hook(pieces, b->poses[c], k)))
                return own->doors[i];
    return UINT32_MAX;
}

/* Whether what stands takes a doorway twice. */
static bool shares_door(const struct brute *b, uint32_t at)
{
    for (uint32_t i = 0; i < 2 * b->pair_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            uint32_t a = b->ends[i / 2][i % 2], c = b->ends[i / 2][1 - i % 2];
            uint32_t d = b->ends[k / 2][1 - k % 2];
            if (b->ends[k / 2][k % 2] == a && a <= at && c <= at && d <= at &&
                door_between(b, a, c) == door_between(b, a, d))
                return true;
        }
    return false;
}

static bool fits(const struct brute *b, uint32_t at)
{
    for (uint32_t i = 0; i < b->pair_count; i++) {
        uint32_t p = b->ends[i][0], q = b->ends[i][1];
        if ((p == at && q < at) || (q == at && p < at))
            if (!pair_meets(b, b->poses[p], b->poses[q]))
                return false;
    }
    for (uint32_t i = 0; i < at; i++)
        if (solution_overlap(&b->small->pieces, b->poses[i], b->poses[at]))
            return false;
    return !b->small->pieces.slides || !shares_door(b, at);
}

static void brute_place(struct brute *b, uint32_t at);

/* Puts a piece so that one of its hooks meets one of a room that stands. */
static void brute_meet(struct brute *b, uint32_t at, uint32_t other, solution_pose pose)
{
    const struct wr_pieces *pieces = &b->small->pieces;
    uint64_t seen[256];
    uint32_t seen_count = 0;
    for (uint32_t i = 0; i < pieces->pieces[b->poses[other].piece].hook_count; i++)
        for (uint32_t k = 0; k < pieces->pieces[pose.piece].hook_count; k++) {
            wr_spot to = solution_hook(pieces, b->poses[other], i).at;
            pose.spot = (wr_spot){0, 0, 0};
            pose.spot = wr_spot_sub(to, solution_hook(pieces, pose, k).at);
            uint64_t look = solution_look(pieces, pose);
            bool again = false;
            for (uint32_t n = 0; n < seen_count; n++)
                again |= seen[n] == look;
            b->poses[at] = pose;
            if (again || !fits(b, at))
                continue;
            if (seen_count < 256)
                seen[seen_count++] = look;
            brute_place(b, at + 1);
        }
}

static void brute_piece(struct brute *b, uint32_t at, uint32_t piece)
{
    const wr_piece *shape = &b->small->pieces.pieces[piece];
    uint32_t other = UINT32_MAX;
    for (uint32_t i = 0; i < b->pair_count; i++)
        for (int side = 0; side < 2; side++)
            if (b->ends[i][side] == at && b->ends[i][1 - side] < at)
                other = b->ends[i][1 - side];
    for (int mirrored = 0; mirrored <= shape->may_mirror; mirrored++)
        for (uint32_t turn = 0; turn < (shape->may_turn ? 4 : 1); turn++) {
            solution_pose pose = {piece, turn, mirrored, {0, 0, 0}};
            if (other != UINT32_MAX) {
                brute_meet(b, at, other, pose);
                continue;
            }
            b->poses[at] = pose;
            if (fits(b, at))
                brute_place(b, at + 1);
        }
}

static void brute_keep(struct brute *b)
{
    solution_pose poses[NODES];
    for (uint32_t i = 0; i < b->small->puzzle.node_count; i++)
        poses[i] = b->poses[b->slots[i]];
    uint64_t key = brute_key(b->small, poses);
    for (uint32_t i = 0; i < b->solutions; i++)
        if (b->keys[i] == key)
            return;
    b->many |= b->solutions == MOST_SOLUTIONS;
    if (!b->many)
        b->keys[b->solutions++] = key;
}

static void brute_place(struct brute *b, uint32_t at)
{
    const struct small_puzzle *s = b->small;
    if (b->many)
        return;
    if (at == b->count) {
        brute_keep(b);
        return;
    }
    if (b->items[at] == CORRIDOR) {
        brute_piece(b, at, s->corridor);
        return;
    }
    const wr_puzzle_node *node = &s->nodes[b->items[at]];
    if (!node->fixed) {
        for (uint32_t i = 0; i < node->piece_count; i++)
            brute_piece(b, at, node->pieces[i]);
        return;
    }
    b->poses[at] = solution_pose_of(&s->pieces, wr_puzzle_node_at(node));
    if (fits(b, at))
        brute_place(b, at + 1);
}

void brute_solve(struct brute *b, const struct small_puzzle *s)
{
    *b = (struct brute){.small = s};
    brute_list(b);
    brute_place(b, 0);
}
