/* Flat puzzles: whatever is drawn, doorways meet and rules are kept; put up as drawn, hardly
 * anything lies on anything, and rounds nearly close. */
#include "tests/support/flat_world.h"

enum { SEEDS = OFTEN(20, 4) };
static const uint32_t box = BOX, passage = PASSAGE, other = OTHER;

static void expect_drawn(struct world *w, uint64_t seed)
{
    enum wr_verdict verdict = world_draw(w, seed);
    const char *wrong = verdict == WR_SOLVED ? world_wrong(w) : "not drawn";
    if (wrong)
        fail_msg("seed %u: %s (verdict %d)", (unsigned)seed, wrong, (int)verdict);
}

static void doorways_meet_by_lengths_that_may_be(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        world_tree(&w, seed, 40, 2 + (uint32_t)seed % 3, 1 + (uint32_t)seed / 3 % 2);
        expect_drawn(&w, seed);
        world_end(&w);
    }
}

/* How many overlap, of how many nodes. */
static void add_tree(uint64_t seed, uint32_t rooms, uint32_t degree, uint32_t counts[2])
{
    struct world w;
    world_tree(&w, seed, rooms, degree, 1);
    expect_drawn(&w, seed);
    assert_true(world_put_up(&w) == 0);
    counts[0] += world_overlaps(&w);
    counts[1] += w.puzzle.node_count;
    world_end(&w);
}

static void hardly_anything_of_a_tree_lies_on_anything(void **state)
{
    uint32_t small[2] = {0}, large[2] = {0}, full[2] = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        add_tree(seed, 12, 4, small);
        add_tree(seed, 40, 3, large);
        add_tree(seed, 40, 4, full);
    }
    printf("[  NOTE    ] %u of %u overlap, %u of %u, and of full rooms %u of %u\n", small[0],
           small[1], large[0], large[1], full[0], full[1]);
    assert_int_equal(small[0], 0);
    assert_true(large[0] * 200 <= large[1]);
    assert_true(full[0] * 100 <= full[1] * 4);
}

static void expect_closed(int64_t step, uint32_t rooms, double most)
{
    double worst = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        world_ring(&w, step, rooms);
        expect_drawn(&w, seed);
        double off = world_put_up(&w);
        worst = fmax(worst, off);
        if (off > most)
            fail_msg("seed %u: %u rooms, %g m", (unsigned)seed, (unsigned)rooms, off);
        world_end(&w);
    }
    printf("[  NOTE    ] rounds of %u close to %g m\n", (unsigned)rooms, worst);
}

static void rounds_nearly_close(void **state)
{
    (void)state;
    expect_closed(0, 8, 0.05);
    expect_closed(HALF, 8, 0.05);
    expect_closed(0, 11, 0.25);
    expect_closed(HALF, 11, 1);
}

/* Where each of them can close, not all do at once: most drawings can. */
static void rounds_that_share_rooms_nearly_close(void **state)
{
    uint32_t closed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        world_mesh(&w, 4, 3 + (uint32_t)seed % 3);
        expect_drawn(&w, seed);
        closed += world_put_up(&w) <= 0.5;
        world_end(&w);
    }
    printf("[  NOTE    ] rounds that share rooms close in %u of %u drawings\n", closed, SEEDS);
    assert_true(closed * 3 >= SEEDS * 2);
}

/* The eastern doorway of each passage to the room it was made for first, and a wide room at the
 * ends. */
static void named_doorways_are_taken(void **state)
{
    static const uint16_t eastern[PIECES], western[PIECES] = {[PASSAGE] = 1},
                                           wide[PIECES] = {WR_NO_HOOK, WR_ANY_HOOK};
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        const uint16_t *named[MOST][2] = {{0}};
        world_tree(&w, seed, 20, 3, 1);
        w.rules.hooks = named;
        for (uint32_t i = 0; i < w.puzzle.link_count; i++) {
            named[i][i % 2 == 0] = i % 2 ? western : eastern;
            named[i][i % 2] = w.degrees[w.links[i].nodes[i % 2]] == 1 ? wide : NULL;
        }
        expect_drawn(&w, seed);
        for (uint32_t i = 0; i < w.puzzle.link_count; i++) {
            assert_int_equal(w.proposal.hooks[i][i % 2 == 0], i % 2);
            assert_true(!named[i][i % 2] || world_piece(&w, w.links[i].nodes[i % 2]) == WIDE);
        }
        world_end(&w);
    }
}

static uint32_t count_pieces(const struct world *w, uint32_t piece)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->puzzle.node_count; i++)
        count += world_piece(w, i) == piece;
    return count;
}

static void no_piece_is_drawn_more_often_than_it_may(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        const uint32_t most[PIECES] = {20, seed % 4, 20};
        world_tree(&w, seed, 20, 3, 1);
        w.rules.most = most;
        expect_drawn(&w, seed);
        assert_in_range(count_pieces(&w, WIDE), 0, seed % 4);
        world_end(&w);
    }
}

static void pieces_that_stay_apart_are_not_linked(void **state)
{
    bool apart[PIECES * PIECES] = {0};
    (void)state;
    apart[BOX * PIECES + BEND] = apart[BEND * PIECES + BOX] = true;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        world_tree(&w, seed, 20, 3, 2);
        w.rules.apart = apart;
        expect_drawn(&w, seed);
        for (uint32_t i = 0; i < w.puzzle.link_count; i++)
            assert_false(apart[world_piece(&w, w.links[i].nodes[0]) * PIECES +
                               world_piece(&w, w.links[i].nodes[1])]);
        world_end(&w);
    }
}

/* Of eight ways a room may turn; a doorway that leads askew meets none that does not. */
static void doorways_that_are_askew_are_not_linked(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world w;
        world_tree(&w, seed, 8, 2, 1);
        for (uint32_t i = 0; i < PIECES * 4; i++)
            w.hooks[i / 4][i % 4].facing *= 2;
        w.hooks[BOX][1].facing = 1;
        w.pieces.turn_count = 8;
        assert_true(wr_pieces_prepare(&w.pieces, w.arena));
        for (uint32_t i = 0; i < 8; i++)
            w.nodes[i] = (wr_puzzle_node){.pieces = &box, .piece_count = 1};
        expect_drawn(&w, seed);
        world_end(&w);
    }
}

/* Nothing in it turns: it may be drawn, but does not close. */
static void a_round_of_passages_does_no_harm(void **state)
{
    struct world w;
    (void)state;
    world_start(&w, 0);
    for (uint32_t i = 0; i < 5; i++)
        world_put(&w, &passage, 1);
    for (uint32_t i = 0; i < 5; i++)
        world_link(&w, i, (i + 1) % 5);
    assert_true(world_draw(&w, 1) != WR_SOLVED || !world_wrong(&w));
    world_end(&w);
}

static void links_that_must_cross_are_not_drawn(void **state)
{
    struct world five, six;
    (void)state;
    world_rooms(&five, 0, 5, 2);
    world_rooms(&six, 0, 6, 2);
    for (uint32_t i = 0; i < 25; i++)
        if (i / 5 < i % 5)
            world_join(&five, i / 5, i % 5, 1);
    for (uint32_t i = 0; i < 9; i++)
        world_join(&six, i / 3, 3 + i % 3, 1);
    assert_int_equal(world_draw(&five, 1), WR_UNSOLVABLE);
    assert_int_equal(world_draw(&six, 1), WR_UNSOLVABLE);
    world_end(&five);
    world_end(&six);
}

static void a_node_that_nothing_fits_is_not_drawn(void **state)
{
    struct world w;
    (void)state;
    world_tree(&w, 1, 12, 3, 1);
    w.nodes[7] = (wr_puzzle_node){.pieces = &other, .piece_count = 1};
    assert_int_equal(world_draw(&w, 1), WR_OUT_OF_BUDGET);
    world_end(&w);
}

static void puzzles_of_one_storey_are_suited(void **state)
{
    struct world w;
    struct wr_contacts through;
    (void)state;
    world_tree(&w, 1, 12, 3, 1);
    assert_true(wr_flat_is_suited(&w.puzzle));
    w.nodes[3].fixed = true;
    assert_false(wr_flat_is_suited(&w.puzzle));
    w.nodes[3].fixed = false;
    w.hooks[WIDE][2].at.z = M;
    assert_false(wr_flat_is_suited(&w.puzzle));
    w.hooks[WIDE][2].at.z = 0;
    w.longer.z = 0.5;
    assert_false(wr_flat_is_suited(&w.puzzle));
    w.longer.z = 0;
    w.links[4].contacts = &through;
    assert_false(wr_flat_is_suited(&w.puzzle));
    world_end(&w);
    world_tree(&w, 1, 12, 3, 0);
    assert_false(wr_flat_is_suited(&w.puzzle));
    world_end(&w);
}

static bool are_alike(const struct world *a, const struct world *b)
{
    bool alike = memcmp(a->proposal.hooks, b->proposal.hooks,
                        a->puzzle.link_count * sizeof *a->proposal.hooks) == 0;
    for (uint32_t i = 0; i < a->puzzle.node_count; i++)
        alike &=
            a->proposal.standings[i].stance == b->proposal.standings[i].stance &&
            a->proposal.standings[i].lengths.of[0] == b->proposal.standings[i].lengths.of[0];
    return alike;
}

static void the_same_seed_draws_the_same(void **state)
{
    struct world a, b;
    (void)state;
    world_tree(&a, 3, 20, 3, 2);
    world_tree(&b, 3, 20, 3, 2);
    expect_drawn(&a, 1);
    expect_drawn(&b, 1);
    assert_true(are_alike(&a, &b));
    expect_drawn(&b, 2);
    assert_false(are_alike(&a, &b));
    world_end(&a);
    world_end(&b);
}

static uint32_t takes_left;

static bool refuse(const void *place)
{
    (void)place;
    return takes_left > 0 && --takes_left == 0;
}

static void drawing_tells_that_memory_is_out(void **state)
{
    uint32_t unmade = 0, undrawn = 0;
    enum wr_verdict verdict = WR_OUT_OF_MEMORY;
    (void)state;
    for (uint32_t take = 1; verdict == WR_OUT_OF_MEMORY; take++) {
        struct world w;
        world_ring(&w, 0, 8);
        takes_left = take;
        wr_refuse_takes(refuse);
        struct wr_flat *flat = wr_flat_start(&w.puzzle, 1, w.arena);
        verdict = flat ? wr_flat_draw(flat) : WR_OUT_OF_MEMORY;
        wr_refuse_takes(NULL);
        unmade += !flat;
        undrawn += flat && verdict == WR_OUT_OF_MEMORY;
        world_end(&w);
    }
    assert_int_equal(verdict, WR_SOLVED);
    assert_true(unmade > 10 && undrawn > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doorways_meet_by_lengths_that_may_be),
        cmocka_unit_test(hardly_anything_of_a_tree_lies_on_anything),
        cmocka_unit_test(rounds_nearly_close),
        cmocka_unit_test(rounds_that_share_rooms_nearly_close),
        cmocka_unit_test(named_doorways_are_taken),
        cmocka_unit_test(no_piece_is_drawn_more_often_than_it_may),
        cmocka_unit_test(pieces_that_stay_apart_are_not_linked),
        cmocka_unit_test(doorways_that_are_askew_are_not_linked),
        cmocka_unit_test(a_round_of_passages_does_no_harm),
        cmocka_unit_test(links_that_must_cross_are_not_drawn),
        cmocka_unit_test(a_node_that_nothing_fits_is_not_drawn),
        cmocka_unit_test(puzzles_of_one_storey_are_suited),
        cmocka_unit_test(the_same_seed_draws_the_same),
        cmocka_unit_test(drawing_tells_that_memory_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
