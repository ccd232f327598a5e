/* Lengths: doorways meet by them, none is beyond its limits, and all share what is missing. */
#include "builder/solver/lengths.h"
#include "builder/solver/puzzle.h"
#include "core/base/arena.h"
#include "tests/support/test.h"

#include <math.h>

enum { M = WR_UNITS_PER_METRE, ROUNDS = 2000, TOLERANCE = M / 50, MOST = 8 };

static const struct wr_pieces pieces = {.turn_count = 4, .tolerance = TOLERANCE};

struct ways {
    wr_piece_stretch limits[MOST];
    struct wr_pulls pulls;
};

/* One more length, which moves a doorway this way. */
static void add(struct ways *w, double x, double y, int64_t most, int64_t step)
{
    uint32_t i = w->pulls.count++;
    w->limits[i] = (wr_piece_stretch){.x = x, .y = y, .to = most, .step = step};
    w->pulls.of[i] =
        (struct wr_length_pull){.room = i, .x = x, .y = y, .limits = &w->limits[i]};
}

static bool meet(struct ways *w, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 0);
    return wr_pulls_meet(&w->pulls, &pieces, TOLERANCE, &random);
}

/* Of a room, whatever the order. */
static int64_t length_of(const struct ways *w, uint32_t room)
{
    for (uint32_t i = 0; i < w->pulls.count; i++)
        if (w->pulls.of[i].room == room)
            return w->pulls.of[i].length;
    fail_msg("room %u is lost", (unsigned)room);
    return 0;
}

static void lengths_share_what_is_missing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct ways w = {.pulls = {.x = 9.0 * M, .y = -4.0 * M}};
        for (int i = 0; i < 3; i++)
            add(&w, -1, 0, 12 * M, 0);
        add(&w, 0, 1, 12 * M, 0);
        add(&w, 0, 1, 12 * M, 0);
        assert_true(meet(&w, seed));
        for (uint32_t i = 0; i < 5; i++)
            assert_int_equal(length_of(&w, i), (i < 3 ? 3 : 2) * M);
    }
}

static void what_one_cannot_do_others_do(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct ways w = {.pulls = {.x = -9.0 * M}};
        add(&w, 1, 0, 1 * M, 0);
        add(&w, 1, 0, 12 * M, 0);
        add(&w, 1, 0, 12 * M, 2 * M);
        assert_true(meet(&w, seed));
        assert_true(length_of(&w, 0) <= M);
        assert_int_equal(length_of(&w, 0) + length_of(&w, 1) + length_of(&w, 2), 9 * M);
        assert_int_equal(length_of(&w, 2) % (2 * M), 0);
    }
}

static void what_nothing_moves_is_not_met(void **state)
{
    struct ways w = {.pulls = {.x = -9.0 * M}};
    (void)state;
    add(&w, 0, 1, 12 * M, 0);
    add(&w, 1, 0, 8 * M, 0);
    assert_false(meet(&w, 1));
}

/* Along walls, and some of them askew. */
static void add_drawn(struct ways *w, wr_random *random)
{
    static const double ways[6][2] = {{1, 0},  {-1, 0},    {0, 1},
                                      {0, -1}, {0.6, 0.8}, {-0.8, 0.6}};
    uint32_t way = wr_random_below(random, 6);
    add(w, ways[way][0], ways[way][1], (int64_t)wr_random_below(random, 12 * M), 0);
}

static void lengths_that_meet_do_so_within_their_limits(void **state)
{
    uint32_t met = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        wr_random random = wr_random_of(seed, 1);
        struct ways w = {.pulls = {.x = (double)wr_random_below(&random, 8 * M),
                                   .y = (double)wr_random_below(&random, 8 * M)}};
        double x = w.pulls.x, y = w.pulls.y;
        for (uint32_t count = 2 + wr_random_below(&random, MOST - 1); count > 0; count--)
            add_drawn(&w, &random);
        if (!meet(&w, seed))
            continue;
        met++;
        for (uint32_t i = 0; i < w.pulls.count; i++) {
            const struct wr_length_pull *pull = &w.pulls.of[i];
            assert_in_range(pull->length, 0, pull->limits->to);
            x += (double)pull->length * pull->x;
            y += (double)pull->length * pull->y;
        }
        if (hypot(x, y) > TOLERANCE + 1)
            fail_msg("seed %llu: %g units", (unsigned long long)seed, hypot(x, y));
    }
    printf("[  NOTE    ] %u of %d met\n", (unsigned)met, ROUNDS);
    assert_in_range(met, ROUNDS / 10, ROUNDS * 9 / 10);
}

/* ---- In a search ---- */

enum { CORNER, RIGID, STRETCHING, SHAPES, ROUND = 6, UNIT = 100, TRIES = 4000 };

struct shape {
    wr_spot corners[4];
    wr_slab slab;
    wr_piece_hook hooks[2];
};

/* A piece from a doorway at its west to one at its east or, a corner, its north. */
static wr_piece make_piece(struct shape *s, int64_t length, bool corner, const uint8_t *moved)
{
    wr_spot middle = {0, UNIT / 2, 0}, east = {length, UNIT / 2, 0},
            north = {UNIT / 2, UNIT, 0};
    *s = (struct shape){
        {{0, 0, 0}, {length, 0, 0}, {length, UNIT, 0}, {0, UNIT, 0}},
        {s->corners, 4, 0, UNIT, moved},
        {{.at = middle, .facing = 2}, {.at = corner ? north : east, .facing = corner ? 1 : 0}}};
    return (wr_piece){.slabs = &s->slab,
                      .slab_count = 1,
                      .hooks = s->hooks,
                      .hook_count = 2,
                      .weight = 1,
                      .may_turn = true};
}

/* Two corners, a room, two corners and one that stretches by steps: opposite of a room that is
 * a little longer than it can be. Returns whether the round closes. */
static bool closes(int64_t longer, int64_t tolerance)
{
    static const uint32_t rooms[ROUND] = {CORNER, RIGID, CORNER, CORNER, STRETCHING, CORNER};
    static const uint8_t moved[4] = {0, 1, 1, 0};
    const wr_piece_stretch stretch = {.x = 1, .to = 4 * UNIT, .step = UNIT};
    const bool meets = true;
    struct shape s[SHAPES];
    wr_piece shapes[SHAPES] = {make_piece(&s[CORNER], UNIT, true, NULL),
                               make_piece(&s[RIGID], 3 * UNIT + longer, false, NULL),
                               make_piece(&s[STRETCHING], UNIT, false, moved)};
    shapes[STRETCHING].stretches = &stretch;
    shapes[STRETCHING].stretch_count = 1;
    s[STRETCHING].hooks[1].moved = 1;
    struct wr_arena *arena = wr_arena_create();
    struct wr_pieces kit = {.turn_count = 4,
                            .pieces = shapes,
                            .piece_count = SHAPES,
                            .tolerance = tolerance,
                            .kind_count = 1,
                            .meets = &meets};
    assert_true(wr_pieces_prepare(&kit, arena));
    wr_puzzle_node nodes[ROUND];
    wr_puzzle_link links[ROUND];
    for (uint32_t i = 0; i < ROUND; i++) {
        nodes[i] = (wr_puzzle_node){.pieces = &rooms[i], .piece_count = 1};
        links[i] = (wr_puzzle_link){{i, (i + 1) % ROUND}, &kit.direct};
    }
    const struct wr_puzzle puzzle = {.pieces = &kit,
                                     .nodes = nodes,
                                     .links = links,
                                     .node_count = ROUND,
                                     .link_count = ROUND};
    wr_standing standings[ROUND], corridors[ROUND];
    struct wr_effort effort;
    wr_random random = wr_random_of(1, 5);
    enum wr_verdict verdict =
        wr_puzzle_solve(&puzzle, &random, TRIES, standings, corridors, &effort);
    if (verdict == WR_SOLVED)
        assert_int_equal(standings[4].lengths.of[0], 2 * UNIT);
    wr_arena_destroy(arena);
    return verdict == WR_SOLVED;
}

static void lengths_by_steps_close_rounds_within_the_tolerance(void **state)
{
    (void)state;
    assert_true(closes(0, 0));
    assert_true(closes(2, 2));
    assert_true(closes(-2, 2));
    assert_false(closes(3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_share_what_is_missing),
        cmocka_unit_test(what_one_cannot_do_others_do),
        cmocka_unit_test(what_nothing_moves_is_not_met),
        cmocka_unit_test(lengths_that_meet_do_so_within_their_limits),
        cmocka_unit_test(lengths_by_steps_close_rounds_within_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
