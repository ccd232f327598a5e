/* Deciding sides against brute force: it finds a solution of every small puzzle of boxes that
 * has one, proves of the others that they have none, and says what it is not for. */
#include "builder/solver/boxes/relate.h"
#include "tests/support/small_puzzle.h"
#include "tests/support/test.h"

static void decide(const struct small_puzzle *s, const struct brute *b, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 1);
    struct wr_relate *relate = wr_relate_start(&s->puzzle, &random, s->arena);
    wr_standing nodes[NODES], corridors[LINKS];
    assert_non_null(relate);
    assert_true(wr_relate_is_encoded(relate));
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
    enum { SEEDS = OFTEN(400, 60) };
    uint32_t solvable = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small_puzzle s;
        struct brute *b = test_malloc(sizeof *b);
        bool corridors = seed % 3 == 0, slides = seed % 2 == 0;
        small_puzzle_start(
            &s, seed, (struct small_shape){corridors ? 3 : 4, 0, 0, corridors, true, slides});
        brute_solve(b, &s);
        decide(&s, b, seed);
        solvable += b->solutions > 0;
        small_puzzle_end(&s);
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
        struct small_puzzle s;
        small_puzzle_start(&s, seed, (struct small_shape){4, 4, 2, false, false, false});
        wr_random random = wr_random_of(seed, 1);
        struct wr_relate *relate = wr_relate_start(&s.puzzle, &random, s.arena);
        assert_non_null(relate);
        bool single = true;
        for (uint32_t i = 0; i < s.pieces.piece_count; i++)
            single &= s.shapes[i].slab_count == 1;
        assert_true(single || !wr_relate_is_encoded(relate));
        boxes += single;
        wr_relate_finish(relate);
        small_puzzle_end(&s);
    }
    assert_true(boxes < 20);
}

/* Doorways that are far from their room meet, but not at a side of it. */
static void deciding_is_not_for_doorways_that_are_out_of_reach(void **state)
{
    const int64_t far = (int64_t)1 << 33;
    const wr_spot corners[4] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const wr_slab slab = {corners, 4, 0, 1, NULL};
    const bool meets[1] = {true};
    const uint32_t which[2] = {0, 1};
    (void)state;
    for (uint32_t off = 0; off < 2; off++) {
        const wr_piece_hook hooks[2] = {{{2 + off * far, 1, 0}, 0, 0, 0}, {{0, 1, 0}, 2, 0, 0}};
        const wr_piece pieces[2] = {
            {.slabs = &slab, .slab_count = 1, .hooks = &hooks[0], .hook_count = 1, .weight = 1},
            {.slabs = &slab,
             .slab_count = 1,
             .hooks = &hooks[1],
             .hook_count = 1,
             .weight = 1}};
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
        assert_int_equal(wr_relate_is_encoded(relate), off == 0);
        wr_relate_finish(relate);
        wr_arena_destroy(arena);
    }
}

/* How far north of a room that stands at a wall another comes to stand there, which would be in
 * it where it is tried first: in the middle of the wall. */
static int64_t north_of_one_at(int64_t y)
{
    enum { WALL = 20, DEEP = 4, WIDE = 6, PLACES = WALL - DEEP + 1 };
    const wr_spot corners[2][4] = {{{0, 0, 0}, {2, 0, 0}, {2, WALL, 0}, {0, WALL, 0}},
                                   {{0, 0, 0}, {WIDE, 0, 0}, {WIDE, DEEP, 0}, {0, DEEP, 0}}};
    const wr_slab slabs[2] = {{corners[0], 4, 0, 1, NULL}, {corners[1], 4, 0, 1, NULL}};
    const wr_piece_hook hook = {{0, DEEP / 2, 0}, 2, 0, 0};
    const bool meets[1] = {true};
    const uint32_t which[2] = {0, 1};
    wr_piece_hook places[PLACES];
    for (int i = 0; i < PLACES; i++)
        places[i] = (wr_piece_hook){{2, DEEP / 2 + i, 0}, 0, 0, 0};
    const wr_piece pieces[2] = {
        {.slabs = &slabs[0],
         .slab_count = 1,
         .hooks = places,
         .hook_count = PLACES,
         .weight = 1},
        {.slabs = &slabs[1], .slab_count = 1, .hooks = &hook, .hook_count = 1, .weight = 1}};
    struct wr_arena *arena = wr_arena_create();
    struct wr_pieces all = {
        .turn_count = 4, .pieces = pieces, .piece_count = 2, .kind_count = 1, .meets = meets};
    assert_true(wr_pieces_prepare(&all, arena));
    const wr_puzzle_node nodes[3] = {
        {.pieces = &which[0], .piece_count = 1, .fixed = true, .stance = 0},
        {.pieces = &which[1], .piece_count = 1, .fixed = true, .stance = 1, .spot = {2, y, 0}},
        {.pieces = &which[1], .piece_count = 1}};
    const wr_puzzle_link links[2] = {{{0, 1}, &all.direct}, {{0, 2}, &all.direct}};
    const struct wr_puzzle puzzle = {
        .pieces = &all, .nodes = nodes, .links = links, .node_count = 3, .link_count = 2};
    wr_random random = wr_random_of(1, 1);
    wr_standing standings[3], corridors[2];
    struct wr_relate *relate = wr_relate_start(&puzzle, &random, arena);
    assert_non_null(relate);
    assert_int_equal(wr_relate_try(relate, 5000), WR_SOLVED);
    wr_relate_tell(relate, standings, corridors);
    wr_relate_finish(relate);
    wr_arena_destroy(arena);
    return standings[2].spot.y - y;
}

static void what_overlaps_goes_where_it_is_least_deep(void **state)
{
    (void)state;
    assert_true(north_of_one_at(7) >= 4);
    assert_true(north_of_one_at(9) <= -4);
}

/* Whichever piece of memory is not to be had, that is what is said, and nothing is lost. */
static void deciding_tells_that_memory_is_out(void **state)
{
    uint32_t starved = 0;
    (void)state;
    for (size_t calls = 1; calls < 60; calls++) {
        struct small_puzzle s;
        small_puzzle_start(&s, 3, (struct small_shape){5, 0, 0, true, true, false});
        wr_random random = wr_random_of(3, 1);
        wr_fail_allocation_after(calls);
        struct wr_relate *relate = wr_relate_start(&s.puzzle, &random, s.arena);
        enum wr_verdict verdict = relate ? wr_relate_try(relate, 1000000) : WR_OUT_OF_MEMORY;
        bool refused = wr_fail_allocation_after(0);
        assert_int_equal(verdict == WR_OUT_OF_MEMORY, refused);
        starved += refused;
        wr_relate_finish(relate);
        small_puzzle_end(&s);
    }
    assert_true(starved > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deciding_agrees_with_brute_force_about_boxes),
        cmocka_unit_test(deciding_is_not_for_rooms_that_are_no_boxes),
        cmocka_unit_test(deciding_is_not_for_doorways_that_are_out_of_reach),
        cmocka_unit_test(what_overlaps_goes_where_it_is_least_deep),
        cmocka_unit_test(deciding_tells_that_memory_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
