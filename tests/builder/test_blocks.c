/* Large puzzles: how they are cut, and that what is put together again is right. */
#include "builder/solver/large/blocks.h"
#include "builder/solver/rules.h"
#include "core/base/disjoint.h"
#include "tests/support/solution.h"
#include "tests/support/test.h"
#include "tests/support/wide_graph.h"

enum { SHAPES = 6, PASSAGE = 5, SHALLOW = 2 };

/* Boxes with a door anywhere on their sides but near the corners; rooms of up to two links may
 * be small. */
struct wide {
    struct wr_arena *arena;
    wr_piece shapes[SHAPES];
    bool meets[1];
    struct wr_pieces pieces;
    uint32_t any[SHAPES];
    wr_puzzle_node *nodes;
    wr_puzzle_link *links;
    struct wr_rules rules;
    struct wr_puzzle puzzle;
    wr_standing *standings, *corridors;
};

/* ---- Puzzles ---- */

static struct wide_graph wide_of(uint32_t rooms, uint32_t rounds)
{
    return (struct wide_graph){rooms, 12, rounds, 4, false};
}

static wr_piece box(struct wr_arena *arena, int64_t wide, int64_t deep, int64_t corner,
                    int64_t step)
{
    wr_spot corners[4] = {{0, 0, 0}, {wide, 0, 0}, {wide, deep, 0}, {0, deep, 0}};
    wr_slab slab = {wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1, NULL};
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, 4 * (size_t)(wide + deep));
    wr_piece piece = {.slabs = wr_arena_copy(arena, &slab, 1, sizeof slab),
                      .slab_count = 1,
                      .hooks = hooks,
                      .weight = 1,
                      .may_turn = true};
    for (int64_t x = corner; x <= wide - corner; x += step) {
        hooks[piece.hook_count++] = (wr_piece_hook){{x, 0, 0}, 3, 0, 0};
        hooks[piece.hook_count++] = (wr_piece_hook){{x, deep, 0}, 1, 0, 0};
    }
    for (int64_t y = corner; y <= deep - corner; y += step) {
        hooks[piece.hook_count++] = (wr_piece_hook){{0, y, 0}, 2, 0, 0};
        hooks[piece.hook_count++] = (wr_piece_hook){{wide, y, 0}, 0, 0, 0};
    }
    return piece;
}

static void make_shapes(struct wide *w)
{
    w->shapes[0] = box(w->arena, 6, 6, 2, 1);
    w->shapes[1] = box(w->arena, 6, 8, 2, 1);
    w->shapes[2] = box(w->arena, 12, 12, 3, 1);
    w->shapes[3] = box(w->arena, 10, 14, 3, 1);
    w->shapes[4] = box(w->arena, 10, 10, 5, 5); /* only in the middle of each side */
    w->shapes[PASSAGE] = box(w->arena, 14, 4, 2, 10);
    w->meets[0] = true;
    w->pieces = (struct wr_pieces){.turn_count = 4,
                                   .pieces = w->shapes,
                                   .piece_count = SHAPES,
                                   .kind_count = 1,
                                   .meets = w->meets};
    assert_true(wr_pieces_prepare(&w->pieces, w->arena));
    for (uint32_t i = 0; i < SHAPES; i++)
        w->any[i] = i;
}

static void wide_start(struct wide *w, uint32_t rooms, uint32_t (*links)[2], uint32_t count)
{
    *w = (struct wide){.arena = wr_arena_create()};
    make_shapes(w);
    uint32_t *degrees = WR_ZERO(w->arena, uint32_t, rooms);
    w->nodes = WR_ZERO(w->arena, wr_puzzle_node, rooms);
    w->links = WR_ZERO(w->arena, wr_puzzle_link, count);
    w->standings = WR_TAKE(w->arena, wr_standing, rooms);
    w->corridors = WR_TAKE(w->arena, wr_standing, count);
    for (uint32_t i = 0; i < count; i++) {
        w->links[i] = (wr_puzzle_link){{links[i][0], links[i][1]}, &w->pieces.direct};
        degrees[links[i][0]]++;
        degrees[links[i][1]]++;
    }
    for (uint32_t i = 0; i < rooms; i++) {
        w->nodes[i].pieces = degrees[i] > SHALLOW ? w->any + 2 : w->any;
        w->nodes[i].piece_count = degrees[i] > SHALLOW ? 2 : 4;
    }
    w->puzzle = (struct wr_puzzle){.pieces = &w->pieces,
                                   .nodes = w->nodes,
                                   .links = w->links,
                                   .node_count = rooms,
                                   .link_count = count};
}

static void wide_draw(struct wide *w, struct wide_graph graph, uint64_t seed)
{
    uint32_t(*links)[2] = test_calloc((size_t)graph.rooms + graph.rounds, sizeof *links);
    wide_start(w, graph.rooms, links, wide_graph_draw(graph, seed, links));
    test_free(links);
}

static void wide_end(struct wide *w)
{
    wr_arena_destroy(w->arena);
}

static enum wr_verdict solve(struct wide *w, uint64_t seed, uint64_t budget,
                             struct wr_effort *effort)
{
    wr_random random = wr_random_of(seed, 1);
    return wr_puzzle_solve(&w->puzzle, &random, budget, w->standings, w->corridors, effort);
}

static void must_solve_with(struct wide *w, const solution_corridors *sets, uint64_t seed,
                            uint64_t steps_a_room)
{
    struct wr_effort effort;
    enum wr_verdict verdict = solve(w, seed, steps_a_room * w->puzzle.node_count, &effort);
    if (verdict != WR_SOLVED)
        fail_msg("seed %llu: verdict %d after %llu steps, %u rooms stood",
                 (unsigned long long)seed, (int)verdict, (unsigned long long)effort.steps,
                 (unsigned)effort.deepest);
    const char *fault = solution_fault(&w->puzzle, sets, w->standings, w->corridors);
    if (fault)
        fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    printf("[  NOTE    ] %u rooms, %u links, seed %llu: %llu steps\n",
           (unsigned)w->puzzle.node_count, (unsigned)w->puzzle.link_count,
           (unsigned long long)seed, (unsigned long long)effort.steps);
}

static void must_solve(struct wide *w, uint64_t seed, uint64_t steps_a_room)
{
    must_solve_with(w, NULL, seed, steps_a_room);
}

/* ---- Cutting ---- */

/* Which nodes hang together without one link (WR_NO_STANCE: with all). */
static void join_without(const struct wide *w, uint32_t without, uint32_t *sets)
{
    wr_disjoint_start(sets, w->puzzle.node_count);
    for (uint32_t i = 0; i < w->puzzle.link_count; i++)
        if (i != without)
            wr_disjoint_join(sets, w->links[i].nodes[0], w->links[i].nodes[1]);
}

static void bridges_are_bridges(const struct wide *w, const struct wr_blocks *blocks)
{
    uint32_t *sets = WR_TAKE(w->arena, uint32_t, w->puzzle.node_count);
    for (uint32_t i = 0; i < w->puzzle.link_count; i++) {
        const uint32_t *ends = w->links[i].nodes;
        bool within = blocks->owners[ends[0]] == blocks->owners[ends[1]];
        join_without(w, i, sets);
        bool bridge = wr_disjoint_root(sets, ends[0]) != wr_disjoint_root(sets, ends[1]);
        assert_int_equal(within, !bridge);
        assert_true(within || blocks->blocks[blocks->link_owners[i]].link == i);
    }
}

static void blocks_are_a_tree(const struct wide *w, const struct wr_blocks *blocks)
{
    uint32_t nodes = 0, links = 0;
    assert_int_equal(blocks->blocks[0].parent, WR_NO_BLOCK);
    assert_int_equal(blocks->blocks[0].span, blocks->count);
    assert_int_equal(blocks->blocks[0].weight, w->puzzle.node_count);
    for (uint32_t b = 0; b < blocks->count; b++) {
        const wr_block *block = &blocks->blocks[b];
        uint32_t weight = 0;
        for (uint32_t c = b; c < b + block->span; c++)
            weight += blocks->blocks[c].count;
        assert_int_equal(weight, block->weight);
        for (uint32_t i = 0; i < block->count; i++) {
            uint32_t node = blocks->members[block->first + i];
            assert_int_equal(blocks->owners[node], b);
            assert_int_equal(blocks->places[node], i);
        }
        nodes += block->count;
        links += block->link_count;
        if (b == 0)
            continue;
        assert_true(block->parent < b);
        assert_true(wr_block_is_below(blocks, b, block->parent));
        assert_int_equal(blocks->owners[block->gate], b);
        assert_int_equal(blocks->owners[block->anchor], block->parent);
    }
    assert_int_equal(nodes, w->puzzle.node_count);
    assert_int_equal(links + blocks->count - 1, w->puzzle.link_count);
}

static void graphs_are_cut_at_their_bridges(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct wide w;
        struct wr_blocks blocks;
        print_message("seed %llu\n", (unsigned long long)seed);
        wide_draw(&w, wide_of(60, (uint32_t)(seed % 7)), seed);
        assert_true(wr_blocks_cut(&w.puzzle, w.arena, &blocks));
        bridges_are_bridges(&w, &blocks);
        blocks_are_a_tree(&w, &blocks);
        wide_end(&w);
    }
}

static void two_links_between_two_rooms_are_no_bridge(void **state)
{
    uint32_t links[4][2] = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
    struct wide w;
    struct wr_blocks blocks;
    (void)state;
    wide_start(&w, 4, links, 4);
    assert_true(wr_blocks_cut(&w.puzzle, w.arena, &blocks));
    assert_int_equal(blocks.count, 3);
    assert_int_equal(blocks.blocks[0].count, 2);
    wide_end(&w);
}

static void rooms_that_are_fixed_are_one_block(void **state)
{
    uint32_t links[5][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};
    struct wide w;
    struct wr_blocks blocks;
    (void)state;
    wide_start(&w, 6, links, 5);
    w.nodes[1].fixed = w.nodes[4].fixed = true;
    assert_true(wr_blocks_cut(&w.puzzle, w.arena, &blocks));
    assert_int_equal(blocks.count, 3);
    assert_int_equal(blocks.blocks[0].count, 4);
    wide_end(&w);
}

static void a_graph_that_does_not_hang_together_is_not_cut(void **state)
{
    uint32_t links[2][2] = {{0, 1}, {2, 3}};
    struct wide w;
    struct wr_blocks blocks;
    (void)state;
    wide_start(&w, 4, links, 2);
    assert_true(wr_blocks_cut(&w.puzzle, w.arena, &blocks));
    assert_int_equal(blocks.count, 0);
    wide_end(&w);
}

/* ---- Solving ---- */

static void solve_drawn(struct wide_graph graph, uint64_t first, uint64_t last, uint64_t steps)
{
    for (uint64_t seed = first; seed <= last; seed++) {
        struct wide w;
        wide_draw(&w, graph, seed);
        must_solve(&w, seed, steps);
        wide_end(&w);
    }
}

static void trees_of_hundreds_of_rooms_are_solved(void **state)
{
    (void)state;
    solve_drawn(wide_of(100, 0), 1, 10, 3000);
    solve_drawn(wide_of(400, 0), 1, 4, 3000);
    solve_drawn(wide_of(1000, 0), 1, 2, 3000);
}

static void rounds_among_hundreds_of_rooms_are_closed(void **state)
{
    (void)state;
    solve_drawn(wide_of(100, 5), 1, 10, 3000);
    solve_drawn(wide_of(400, 20), 1, 4, 3000);
}

static void a_tree_of_three_thousand_rooms_is_solved(void **state)
{
    (void)state;
    solve_drawn(wide_of(3000, 0), 1, 1, 3000);
}

static void rounds_among_three_thousand_rooms_are_closed(void **state)
{
    (void)state;
    solve_drawn(wide_of(3000, 150), 1, 1, 3000);
}

static void any_number_of_jobs_gives_the_same_answer(void **state)
{
    static const unsigned jobs[] = {1, 2, 8};
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wide w;
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        wr_standing first[200];
        struct wr_effort efforts[3];
        wide_draw(&w, wide_of(200, 12), seed);
        for (int i = 0; i < 3; i++) {
            wr_context_set_jobs(context, jobs[i]);
            w.puzzle.context = context;
            assert_int_equal(solve(&w, seed, 1000000, &efforts[i]), WR_SOLVED);
            if (i == 0)
                memcpy(first, w.standings, sizeof first);
            for (uint32_t n = 0; n < 200; n++) {
                assert_int_equal(first[n].stance, w.standings[n].stance);
                assert_int_equal(wr_spot_order(first[n].spot, w.standings[n].spot), 0);
            }
            assert_int_equal(efforts[i].steps, efforts[0].steps);
        }
        wide_end(&w);
    }
    wr_context_destroy(context);
}

static void seeds_give_answers_that_differ(void **state)
{
    struct wide w;
    struct wr_effort effort;
    wr_standing first[100];
    (void)state;
    wide_draw(&w, wide_of(100, 3), 1);
    assert_int_equal(solve(&w, 1, 1000000, &effort), WR_SOLVED);
    memcpy(first, w.standings, sizeof first);
    assert_int_equal(solve(&w, 2, 1000000, &effort), WR_SOLVED);
    assert_memory_not_equal(first, w.standings, sizeof first);
    wide_end(&w);
}

/* Trees whose rooms have a corridor on each link: what stands where one must go makes room for
 * it, as it would for a room. */
static void what_is_in_the_way_of_a_corridor_makes_room(void **state)
{
    enum { ROOMS = 100 };
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct wide w;
        struct wr_contacts through;
        solution_corridors sets[ROOMS - 1];
        wide_draw(&w, wide_of(ROOMS, 0), seed);
        const uint32_t corridor = PASSAGE;
        assert_true(wr_contacts_through(&w.pieces, &corridor, 1, w.arena, &through));
        for (uint32_t i = 0; i < w.puzzle.link_count; i++) {
            w.links[i].contacts = &through;
            sets[i] = (solution_corridors){&corridor, 1};
        }
        for (uint32_t i = 0; i < ROOMS; i++) {
            w.nodes[i].pieces = w.any + 4;
            w.nodes[i].piece_count = 1;
        }
        must_solve_with(&w, sets, seed, 3000);
        wide_end(&w);
    }
}

/* ---- What cannot be ---- */

/* A chain of rooms with a round of three, of pieces that leave only by the middles of their
 * sides. */
static void a_block_that_cannot_be_is_proved_so(void **state)
{
    enum { ROOMS = 120 };
    uint32_t links[ROOMS][2];
    struct wide w;
    struct wr_effort effort;
    (void)state;
    for (uint32_t i = 0; i + 1 < ROOMS; i++)
        links[i][0] = i, links[i][1] = i + 1;
    links[ROOMS - 1][0] = 60;
    links[ROOMS - 1][1] = 62;
    wide_start(&w, ROOMS, links, ROOMS);
    for (uint32_t i = 60; i <= 62; i++) {
        w.nodes[i].pieces = w.any + 4;
        w.nodes[i].piece_count = 1;
    }
    assert_int_equal(solve(&w, 1, 10000000, &effort), WR_UNSOLVABLE);
    assert_true(effort.steps < 10000);
    wide_end(&w);
}

static void a_small_budget_is_kept_and_told(void **state)
{
    struct wide w;
    struct wr_effort effort;
    (void)state;
    wide_draw(&w, wide_of(400, 20), 1);
    assert_int_equal(solve(&w, 1, 2000, &effort), WR_OUT_OF_BUDGET);
    assert_in_range(effort.steps, 2000, 20000);
    assert_in_range(effort.deepest, 1, 399);
    wide_end(&w);
}

static void a_search_that_is_stopped_ends(void **state)
{
    struct wide w;
    struct wr_effort effort;
    atomic_bool stop = true;
    (void)state;
    wide_draw(&w, wide_of(400, 0), 1);
    w.puzzle.stop = &stop;
    assert_int_equal(solve(&w, 1, UINT64_MAX, &effort), WR_OUT_OF_TIME);
    wide_end(&w);
}

static void memory_that_runs_out_anywhere_is_told(void **state)
{
    struct wide w;
    struct wr_effort effort;
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    (void)state;
    wide_draw(&w, wide_of(80, 4), 3);
    for (size_t calls = 1; verdict == WR_OUT_OF_MEMORY; calls += 1 + calls / 16) {
        wr_fail_allocation_after(calls);
        verdict = solve(&w, 1, 1000000, &effort);
    }
    wr_fail_allocation_after(0);
    assert_int_equal(verdict, WR_SOLVED);
    wide_end(&w);
}

/* ---- Rules ---- */

static uint32_t piece_at(const struct wide *w, uint32_t node)
{
    return w->pieces.stances[w->standings[node].stance].piece;
}

static void at_most_so_many_rooms_are_of_a_piece(void **state)
{
    uint32_t most[SHAPES] = {20, UINT32_MAX, 25, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct wide w;
        uint32_t counts[SHAPES] = {0};
        wide_draw(&w, wide_of(150, 6), seed);
        w.rules.most = most;
        w.puzzle.rules = &w.rules;
        must_solve(&w, seed, 20000);
        for (uint32_t i = 0; i < 150; i++)
            counts[piece_at(&w, i)]++;
        assert_true(counts[0] <= most[0] && counts[2] <= most[2]);
        wide_end(&w);
    }
}

static void a_piece_that_one_room_needs_is_given_up_for_it(void **state)
{
    uint32_t most[SHAPES] = {1, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct wide w;
        wide_draw(&w, wide_of(100, 0), seed);
        w.nodes[99].pieces = w.any;
        w.nodes[99].piece_count = 1;
        w.rules.most = most;
        w.puzzle.rules = &w.rules;
        must_solve(&w, seed, 20000);
        for (uint32_t i = 0; i < 99; i++)
            assert_int_not_equal(piece_at(&w, i), 0);
        wide_end(&w);
    }
}

static void pieces_that_may_not_meet_are_not_linked(void **state)
{
    bool apart[SHAPES * SHAPES] = {false};
    apart[2 * SHAPES + 2] = apart[0 * SHAPES + 3] = apart[3 * SHAPES + 0] = true;
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct wide w;
        wide_draw(&w, wide_of(150, 6), seed);
        w.rules.apart = apart;
        w.puzzle.rules = &w.rules;
        must_solve(&w, seed, 20000);
        for (uint32_t i = 0; i < w.puzzle.link_count; i++)
            assert_false(apart[piece_at(&w, w.links[i].nodes[0]) * SHAPES +
                               piece_at(&w, w.links[i].nodes[1])]);
        wide_end(&w);
    }
}

struct extent {
    int64_t low, high;
};

static struct extent extent_of(const struct wide *w, uint32_t node, bool across)
{
    solution_pose pose = solution_pose_of(&w->pieces, w->standings[node]);
    struct extent out = {INT64_MAX, INT64_MIN};
    for (uint32_t i = 0; i < 4; i++) {
        wr_spot p = solution_point(&w->pieces, pose, w->shapes[pose.piece].slabs[0].points[i]);
        int64_t at = across ? p.x : p.y;
        out.low = at < out.low ? at : out.low;
        out.high = at > out.high ? at : out.high;
    }
    return out;
}

static int64_t between(struct extent a, struct extent b)
{
    return a.low > b.high ? a.low - b.high : b.low - a.high;
}

static void rooms_that_are_not_linked_keep_their_distance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct wide w;
        wide_draw(&w, wide_of(120, 4), seed);
        w.rules.gap = 2;
        w.puzzle.rules = &w.rules;
        must_solve(&w, seed, 20000);
        for (uint32_t i = 0; i < 120; i++)
            for (uint32_t k = 0; k < i; k++) {
                bool linked = false;
                for (uint32_t l = 0; l < w.puzzle.link_count; l++)
                    linked |= (w.links[l].nodes[0] == i && w.links[l].nodes[1] == k) ||
                              (w.links[l].nodes[0] == k && w.links[l].nodes[1] == i);
                assert_true(linked ||
                            between(extent_of(&w, i, true), extent_of(&w, k, true)) >= 2 ||
                            between(extent_of(&w, i, false), extent_of(&w, k, false)) >= 2);
            }
        wide_end(&w);
    }
}

static void a_level_stays_within_its_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct wide w;
        int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {INT64_MIN, INT64_MIN};
        wide_draw(&w, wide_of(100, 4), seed);
        w.rules.bounded = true;
        w.rules.low = (wr_spot){-100, -150, -10};
        w.rules.high = (wr_spot){140, 150, 10};
        w.puzzle.rules = &w.rules;
        must_solve(&w, seed, 20000);
        for (uint32_t i = 0; i < 100; i++)
            for (int axis = 0; axis < 2; axis++) {
                struct extent at = extent_of(&w, i, axis == 0);
                low[axis] = at.low < low[axis] ? at.low : low[axis];
                high[axis] = at.high > high[axis] ? at.high : high[axis];
            }
        assert_true(high[0] - low[0] <= 240);
        assert_true(high[1] - low[1] <= 300);
        wide_end(&w);
    }
}

/* Rooms are fixed where they once stood, so that there is an answer. */
static void rooms_that_are_fixed_stay(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct wide w;
        wide_draw(&w, wide_of(120, 4), seed);
        must_solve(&w, seed, 3000);
        uint32_t fixed[2] = {w.links[40].nodes[0], w.links[40].nodes[1]};
        for (int i = 0; i < 2; i++) {
            w.nodes[fixed[i]].fixed = true;
            w.nodes[fixed[i]].stance = w.standings[fixed[i]].stance;
            w.nodes[fixed[i]].spot = w.standings[fixed[i]].spot;
        }
        must_solve(&w, seed + 100, 20000);
        wide_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_are_cut_at_their_bridges),
        cmocka_unit_test(two_links_between_two_rooms_are_no_bridge),
        cmocka_unit_test(rooms_that_are_fixed_are_one_block),
        cmocka_unit_test(a_graph_that_does_not_hang_together_is_not_cut),
        cmocka_unit_test(trees_of_hundreds_of_rooms_are_solved),
        cmocka_unit_test(rounds_among_hundreds_of_rooms_are_closed),
        cmocka_unit_test(a_tree_of_three_thousand_rooms_is_solved),
        cmocka_unit_test(rounds_among_three_thousand_rooms_are_closed),
        cmocka_unit_test(any_number_of_jobs_gives_the_same_answer),
        cmocka_unit_test(seeds_give_answers_that_differ),
        cmocka_unit_test(what_is_in_the_way_of_a_corridor_makes_room),
        cmocka_unit_test(a_block_that_cannot_be_is_proved_so),
        cmocka_unit_test(a_small_budget_is_kept_and_told),
        cmocka_unit_test(a_search_that_is_stopped_ends),
        cmocka_unit_test(memory_that_runs_out_anywhere_is_told),
        cmocka_unit_test(at_most_so_many_rooms_are_of_a_piece),
        cmocka_unit_test(a_piece_that_one_room_needs_is_given_up_for_it),
        cmocka_unit_test(pieces_that_may_not_meet_are_not_linked),
        cmocka_unit_test(rooms_that_are_not_linked_keep_their_distance),
        cmocka_unit_test(a_level_stays_within_its_bounds),
        cmocka_unit_test(rooms_that_are_fixed_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
