/* The search against brute force: on hundreds of small random puzzles both agree about what can
 * be solved, every answer stands before the judge, and every solution comes. */
#include "builder/puzzle/anneal.h"
#include "builder/puzzle/boxes/relate.h"
#include "tests/support/solution.h"
#include "tests/support/test.h"

#include "core/base/arena.h"

enum { PIECES = 4, NODES = 6, LINKS = 8, CELL = 2, SIDE = 3, MOST_SOLUTIONS = 4096 };

/* A puzzle with all it points to. A link may be by way of the last piece. */
struct small {
    struct wr_arena *arena;
    struct wr_pieces pieces;
    wr_piece shapes[PIECES];
    uint32_t sets[NODES][PIECES];
    wr_puzzle_node nodes[NODES];
    wr_puzzle_link links[LINKS];
    solution_corridors corridors[LINKS];
    uint32_t corridor;
    bool meets[4];
    struct wr_contacts through;
    struct wr_puzzle puzzle;
};

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
                (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1};
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

/* A box with doors anywhere along some stretch of each side. */
static wr_piece random_box(wr_random *random, struct wr_arena *arena)
{
    int64_t size[2] = {1 + wr_random_below(random, SIDE), 1 + wr_random_below(random, SIDE)};
    int64_t x = CELL * size[0], y = CELL * size[1];
    wr_spot corners[4] = {{0, 0, 0}, {x, 0, 0}, {x, y, 0}, {0, y, 0}};
    wr_slab *slab = WR_TAKE(arena, wr_slab, 1);
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, 4 * SIDE);
    wr_piece piece = {.slabs = slab, .slab_count = 1, .hooks = hooks, .weight = 1};
    *slab = (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1};
    for (uint16_t way = 0; way < 4; way++) {
        bool upright = way % 2 == 0;
        uint32_t along = (uint32_t)size[upright ? 1 : 0];
        uint32_t from = wr_random_below(random, along), to = from;
        to += wr_random_below(random, along - from + 1);
        for (uint32_t i = from; i < to; i++) {
            int64_t at = CELL * (int64_t)i + CELL / 2, beyond = way < 2 ? 1 : 0;
            hooks[piece.hook_count++] = (wr_piece_hook){
                .at = {upright ? beyond * x : at, upright ? at : beyond * y, 0},
                .facing = way,
            };
        }
    }
    piece.may_turn = wr_random_below(random, 4) != 0;
    piece.may_mirror = wr_random_below(random, 3) == 0;
    return piece;
}

static void random_graph(struct small *s, wr_random *random, uint32_t nodes)
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

static void choose_pieces(struct small *s, wr_random *random, uint32_t piece_count)
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

/* `shape` says how large pieces are and how many hooks they have. */
struct shape {
    uint32_t nodes, cells, one_hook_of;
    bool corridors, boxes;
};

static void small_start(struct small *s, uint64_t seed, struct shape shape)
{
    wr_random random = wr_random_of(seed, 77);
    *s = (struct small){.arena = wr_arena_create()};
    uint32_t piece_count = 1 + wr_random_below(&random, PIECES - 1);
    for (uint32_t p = 0; p < piece_count + shape.corridors; p++)
        s->shapes[p] = shape.boxes
                           ? random_box(&random, s->arena)
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

static void small_end(struct small *s)
{
    wr_arena_destroy(s->arena);
}

/* ---- Brute force ---- */

/* All that is to be placed: rooms, each after the corridor to it, and corridors that close
 * rounds at the end. */
struct brute {
    const struct small *small;
    uint32_t items[NODES + LINKS]; /* a room's number, or CORRIDOR */
    uint32_t slots[NODES];         /* of rooms among the items */
    solution_pose poses[NODES + LINKS];
    uint32_t ends[2 * LINKS][2]; /* pairs of items that must meet */
    uint32_t count, pair_count;
    uint64_t keys[MOST_SOLUTIONS]; /* of solutions, each once */
    uint32_t solutions;
    bool many; /* more than fit in */
};

#define CORRIDOR UINT32_MAX

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

/* The same for solutions that look the same, wherever they stand. */
static uint64_t key_of(const struct small *s, const solution_pose *poses)
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
    return true;
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
    uint64_t key = key_of(b->small, poses);
    for (uint32_t i = 0; i < b->solutions; i++)
        if (b->keys[i] == key)
            return;
    b->many |= b->solutions == MOST_SOLUTIONS;
    if (!b->many)
        b->keys[b->solutions++] = key;
}

static void brute_place(struct brute *b, uint32_t at)
{
    const struct small *s = b->small;
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
    b->poses[at] = solution_pose_of(&s->pieces, (wr_standing){node->stance, node->spot});
    if (fits(b, at))
        brute_place(b, at + 1);
}

static void brute_solve(struct brute *b, const struct small *s)
{
    *b = (struct brute){.small = s};
    brute_list(b);
    brute_place(b, 0);
}

/* ---- Agreement ---- */

static enum wr_verdict solve(const struct small *s, uint64_t seed, wr_standing *nodes,
                             wr_standing *corridors)
{
    wr_random random = wr_random_of(seed, 1);
    struct wr_effort effort;
    return wr_puzzle_solve(&s->puzzle, &random, 4000000, nodes, corridors, &effort);
}

struct tally {
    uint32_t solved, impossible;
    uint64_t solutions;
};

static void agree(uint64_t seed, struct shape shape, struct tally *tally)
{
    struct small s;
    struct brute *b = test_malloc(sizeof *b);
    wr_standing nodes[NODES], corridors[LINKS];
    small_start(&s, seed, shape);
    brute_solve(b, &s);
    enum wr_verdict verdict = solve(&s, seed, nodes, corridors);
    if ((verdict == WR_SOLVED) != (b->solutions > 0))
        fail_msg("seed %llu: verdict %d, but there are %u solutions", (unsigned long long)seed,
                 (int)verdict, (unsigned)b->solutions);
    if (verdict == WR_SOLVED) {
        const char *fault = solution_fault(&s.puzzle, s.corridors, nodes, corridors);
        if (fault)
            fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    } else if (!shape.corridors) {
        assert_int_equal(verdict, WR_UNSOLVABLE);
    }
    tally->solved += verdict == WR_SOLVED;
    tally->impossible += verdict != WR_SOLVED;
    tally->solutions += b->solutions;
    small_end(&s);
    test_free(b);
}

static void agree_on(uint64_t seeds, struct shape shape)
{
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++)
        agree(seed, shape, &tally);
    printf("[  NOTE    ] %u puzzles have solutions (%llu in all), %u have none\n",
           (unsigned)tally.solved, (unsigned long long)tally.solutions,
           (unsigned)tally.impossible);
    assert_true(tally.solved > seeds / 10);
    assert_true(tally.impossible > seeds / 10);
}

static void the_search_agrees_with_brute_force_about_rooms_with_few_hooks(void **state)
{
    (void)state;
    agree_on(300, (struct shape){5, 4, 4, false, false});
}

static void the_search_agrees_with_brute_force_about_rooms_with_many_hooks(void **state)
{
    (void)state;
    agree_on(30, (struct shape){4, 4, 2, false, false});
}

static void the_search_agrees_with_brute_force_about_corridors(void **state)
{
    (void)state;
    agree_on(60, (struct shape){4, 3, 3, true, false});
}

/* ---- Moving alone ---- */

static bool solve_by_moving(const struct small *s, uint64_t seed, wr_standing *nodes,
                            wr_standing *corridors)
{
    enum { TRIES = 10, MOVES = 500 };
    wr_random random = wr_random_of(seed, 1);
    struct wr_anneal *anneal = wr_anneal_start(&s->puzzle, &random, s->arena);
    uint64_t moved = 0;
    bool found = false;
    assert_non_null(anneal);
    for (int i = 0; i < TRIES && !found; i++)
        found = wr_anneal_try(anneal, MOVES, &moved);
    assert_true(moved <= TRIES * MOVES);
    if (found)
        wr_anneal_tell(anneal, nodes, corridors);
    return found;
}

/* It need not find what there is, but mostly does, and never anything else. */
static void moving_finds_nothing_that_is_no_solution(void **state)
{
    enum { SEEDS = 40 };
    uint32_t found = 0, solvable = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small s;
        struct brute *b = test_malloc(sizeof *b);
        wr_standing nodes[NODES], corridors[LINKS];
        small_start(&s, seed, (struct shape){4, 3, 3, seed % 2, false});
        brute_solve(b, &s);
        solvable += b->solutions > 0;
        if (solve_by_moving(&s, seed, nodes, corridors)) {
            const char *fault = solution_fault(&s.puzzle, s.corridors, nodes, corridors);
            if (fault || b->solutions == 0)
                fail_msg("seed %llu: %s", (unsigned long long)seed,
                         fault ? fault : "there is no solution");
            found++;
        }
        small_end(&s);
        test_free(b);
    }
    printf("[  NOTE    ] moving solved %u of %u puzzles\n", (unsigned)found,
           (unsigned)solvable);
    assert_true(found > solvable * 2 / 3);
}

/* ---- Deciding alone ---- */

static void decide(const struct small *s, const struct brute *b, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 1);
    struct wr_relate *relate = wr_relate_start(&s->puzzle, &random, s->arena);
    wr_standing nodes[NODES], corridors[LINKS];
    assert_non_null(relate);
    assert_true(wr_relate_can(relate));
    enum wr_verdict verdict = WR_OUT_OF_BUDGET;
    while (verdict == WR_OUT_OF_BUDGET)
        verdict = wr_relate_try(relate, 5000);
    if (verdict != (b->solutions ? WR_SOLVED : WR_UNSOLVABLE))
        fail_msg("seed %llu: verdict %d, but there are %u solutions", (unsigned long long)seed,
                 (int)verdict, (unsigned)b->solutions);
    if (verdict == WR_SOLVED) {
        wr_relate_tell(relate, nodes, corridors);
        const char *fault = solution_fault(&s->puzzle, s->corridors, nodes, corridors);
        if (fault)
            fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    }
    wr_relate_finish(relate);
}

static void deciding_agrees_with_brute_force_about_boxes(void **state)
{
    enum { SEEDS = 200 };
    uint32_t solvable = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small s;
        struct brute *b = test_malloc(sizeof *b);
        bool corridors = seed % 3 == 0;
        small_start(&s, seed, (struct shape){corridors ? 3 : 4, 0, 0, corridors, true});
        brute_solve(b, &s);
        decide(&s, b, seed);
        solvable += b->solutions > 0;
        small_end(&s);
        test_free(b);
    }
    printf("[  NOTE    ] %u of %u puzzles have solutions\n", (unsigned)solvable,
           (unsigned)SEEDS);
    assert_true(solvable > SEEDS / 10 && solvable < SEEDS * 9 / 10);
}

static void deciding_is_not_for_rooms_that_are_no_boxes(void **state)
{
    uint32_t boxes = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct small s;
        small_start(&s, seed, (struct shape){4, 4, 2, false, false});
        wr_random random = wr_random_of(seed, 1);
        struct wr_relate *relate = wr_relate_start(&s.puzzle, &random, s.arena);
        assert_non_null(relate);
        bool single = true;
        for (uint32_t i = 0; i < s.pieces.piece_count; i++)
            single &= s.shapes[i].slab_count == 1;
        assert_true(single || !wr_relate_can(relate));
        boxes += single;
        wr_relate_finish(relate);
        small_end(&s);
    }
    assert_true(boxes < 20);
}

/* Doorways that are far from their room meet, but not at a side of it. */
static void deciding_is_not_for_doorways_that_are_out_of_reach(void **state)
{
    const int64_t far = (int64_t)1 << 33;
    const wr_spot corners[4] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const wr_slab slab = {corners, 4, 0, 1};
    const bool meets[1] = {true};
    const uint32_t which[2] = {0, 1};
    (void)state;
    for (uint32_t off = 0; off < 2; off++) {
        const wr_piece_hook hooks[2] = {{{2 + off * far, 1, 0}, 0, 0}, {{0, 1, 0}, 2, 0}};
        const wr_piece pieces[2] = {{&slab, 1, &hooks[0], 1, 1, false, false},
                                    {&slab, 1, &hooks[1], 1, 1, false, false}};
        struct wr_arena *arena = wr_arena_create();
        struct wr_pieces all = {.turn_count = 4,
                                .pieces = pieces,
                                .piece_count = 2,
                                .kind_count = 1,
                                .meets = meets};
        assert_true(wr_pieces_prepare(&all, arena));
        const wr_puzzle_node nodes[2] = {{.pieces = &which[0], .piece_count = 1},
                                         {.pieces = &which[1], .piece_count = 1}};
        const wr_puzzle_link link = {{0, 1}, &all.direct};
        const struct wr_puzzle puzzle = {
            .pieces = &all, .nodes = nodes, .links = &link, .node_count = 2, .link_count = 1};
        wr_random random = wr_random_of(1, 1);
        struct wr_relate *relate = wr_relate_start(&puzzle, &random, arena);
        assert_non_null(relate);
        assert_int_equal(wr_relate_can(relate), off == 0);
        wr_relate_finish(relate);
        wr_arena_destroy(arena);
    }
}

/* A room that is of the corridors' kind is not linked through one of them. */
static void deciding_is_not_for_rooms_that_are_corridors(void **state)
{
    uint32_t tried = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct small s;
        small_start(&s, seed, (struct shape){3, 0, 0, true, true});
        s.links[0].contacts = &s.through;
        s.nodes[s.links[0].nodes[0]].pieces = &s.corridor;
        s.nodes[s.links[0].nodes[0]].piece_count = 1;
        s.nodes[0].fixed = false;
        wr_random random = wr_random_of(seed, 1);
        struct wr_relate *relate = wr_relate_start(&s.puzzle, &random, s.arena);
        assert_non_null(relate);
        if (wr_relate_can(relate)) {
            enum wr_verdict verdict = wr_relate_try(relate, 1000000);
            if (verdict != WR_UNSOLVABLE)
                fail_msg("seed %llu: verdict %d", (unsigned long long)seed, (int)verdict);
        }
        tried += s.through.start[s.pieces.stance_count * s.pieces.stance_count] > 0;
        wr_relate_finish(relate);
        small_end(&s);
    }
    assert_true(tried > 20);
}

/* Whichever piece of memory is not to be had, that is what is said, and nothing is lost. */
static void deciding_tells_that_memory_is_out(void **state)
{
    uint32_t starved = 0;
    (void)state;
    for (size_t calls = 1; calls < 60; calls++) {
        struct small s;
        small_start(&s, 3, (struct shape){5, 0, 0, true, true});
        wr_random random = wr_random_of(3, 1);
        wr_fail_allocation_after(calls);
        struct wr_relate *relate = wr_relate_start(&s.puzzle, &random, s.arena);
        enum wr_verdict verdict = relate ? wr_relate_try(relate, 1000000) : WR_OUT_OF_MEMORY;
        wr_fail_allocation_after(0);
        starved += verdict == WR_OUT_OF_MEMORY;
        wr_relate_finish(relate);
        small_end(&s);
    }
    assert_true(starved > 2);
}

/* ---- Diversity ---- */

/* How often each solution came. */
static void count_solutions(const struct small *s, const struct brute *b, uint32_t seeds,
                            uint32_t *times)
{
    for (uint32_t seed = 0; seed < seeds; seed++) {
        wr_standing nodes[NODES], corridors[LINKS];
        solution_pose poses[NODES];
        uint32_t i = 0;
        assert_int_equal(solve(s, seed, nodes, corridors), WR_SOLVED);
        for (uint32_t n = 0; n < s->puzzle.node_count; n++)
            poses[n] = solution_pose_of(&s->pieces, nodes[n]);
        uint64_t key = key_of(s, poses);
        while (i < b->solutions && b->keys[i] != key)
            i++;
        assert_true(i < b->solutions);
        times[i]++;
    }
}

static void print_times(uint64_t seed, const struct small *s, const uint32_t *times,
                        uint32_t count)
{
    printf(
        "[  NOTE    ] seed %llu, %u rooms, %u links, %u solutions:", (unsigned long long)seed,
        (unsigned)s->puzzle.node_count, (unsigned)s->puzzle.link_count, (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        printf(" %u", (unsigned)times[i]);
    printf("\n");
}

static void check_times(uint64_t seed, const struct small *s, const struct brute *b)
{
    enum { TIMES = 60, FAR = 10 };
    uint32_t *times = test_calloc(b->solutions, sizeof *times);
    uint32_t least = UINT32_MAX, most = 0;
    count_solutions(s, b, TIMES * b->solutions, times);
    for (uint32_t i = 0; i < b->solutions; i++) {
        least = times[i] < least ? times[i] : least;
        most = times[i] > most ? times[i] : most;
    }
    print_times(seed, s, times, b->solutions);
    assert_true(least > 0);
    assert_true(most <= FAR * least);
    test_free(times);
}

static void every_solution_comes_and_none_far_more_often(void **state)
{
    enum { SEEDS = 100, FEW = 2, MANY = 48 };
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small s;
        struct brute *b = test_malloc(sizeof *b);
        small_start(&s, seed, (struct shape){4, 4, 4, false, false});
        brute_solve(b, &s);
        if (b->solutions >= FEW && b->solutions <= MANY)
            check_times(seed, &s, b);
        small_end(&s);
        test_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_agrees_with_brute_force_about_rooms_with_few_hooks),
        cmocka_unit_test(the_search_agrees_with_brute_force_about_rooms_with_many_hooks),
        cmocka_unit_test(the_search_agrees_with_brute_force_about_corridors),
        cmocka_unit_test(moving_finds_nothing_that_is_no_solution),
        cmocka_unit_test(deciding_agrees_with_brute_force_about_boxes),
        cmocka_unit_test(deciding_is_not_for_rooms_that_are_no_boxes),
        cmocka_unit_test(deciding_is_not_for_rooms_that_are_corridors),
        cmocka_unit_test(deciding_is_not_for_doorways_that_are_out_of_reach),
        cmocka_unit_test(deciding_tells_that_memory_is_out),
        cmocka_unit_test(every_solution_comes_and_none_far_more_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
