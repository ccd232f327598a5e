/* Drawings: rounds lie wide, what hangs on them lies outside, nothing crosses, and the same
 * random numbers draw the same. */
#include "builder/solver/drawing.h"
#include "tests/support/test.h"

#include <math.h>

enum { RING = 12, NODES = 2 * RING, SEEDS = 40, SIDE = 10 * WR_UNITS_PER_METRE };

/* A round of squares, another on each of them. */
struct round {
    struct wr_arena *arena;
    wr_spot corners[4];
    wr_piece_hook hooks[4];
    wr_slab slab;
    wr_piece piece;
    bool meets;
    struct wr_pieces pieces;
    uint32_t only;
    wr_puzzle_node nodes[NODES];
    wr_puzzle_link links[NODES];
    struct wr_puzzle puzzle;
    struct wr_drawing drawing;
};

static void start(struct round *r)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    *r = (struct round){.arena = wr_arena_create(), .meets = true};
    for (int i = 0; i < 4; i++) {
        r->corners[i] = (wr_spot){(i == 1 || i == 2) * SIDE, (i > 1) * SIDE, 0};
        r->hooks[i].at =
            (wr_spot){SIDE / 2 + ways[i][0] * SIDE / 2, SIDE / 2 + ways[i][1] * SIDE / 2, 0};
        r->hooks[i].facing = (uint16_t)i;
    }
    r->slab = (wr_slab){.points = r->corners, .count = 4, .high = SIDE};
    r->piece = (wr_piece){.slabs = &r->slab,
                          .slab_count = 1,
                          .hooks = r->hooks,
                          .hook_count = 4,
                          .weight = 1,
                          .may_turn = true};
    r->pieces = (struct wr_pieces){.turn_count = 4,
                                   .pieces = &r->piece,
                                   .piece_count = 1,
                                   .kind_count = 1,
                                   .meets = &r->meets};
    assert_true(wr_pieces_prepare(&r->pieces, r->arena));
    for (uint32_t i = 0; i < NODES; i++)
        r->nodes[i] = (wr_puzzle_node){.pieces = &r->only, .piece_count = 1};
    for (uint32_t i = 0; i < RING; i++) {
        r->links[i] = (wr_puzzle_link){{i, (i + 1) % RING}, &r->pieces.direct};
        r->links[RING + i] = (wr_puzzle_link){{i, RING + i}, &r->pieces.direct};
    }
    r->puzzle = (struct wr_puzzle){.pieces = &r->pieces,
                                   .nodes = r->nodes,
                                   .links = r->links,
                                   .node_count = NODES,
                                   .link_count = NODES};
    assert_true(wr_drawing_start(&r->puzzle, r->arena, &r->drawing));
    assert_int_equal(r->drawing.count, NODES);
}

static void draw(struct round *r, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 0);
    wr_drawing_draw(&r->drawing, &random);
}

static double far(const struct round *r, uint32_t a, uint32_t b)
{
    wr_drawn p = r->drawing.places[a], q = r->drawing.places[b];
    return hypot(p.x - q.x, p.y - q.y);
}

/* Twice the area of three places, less than 0 where they lie clockwise. */
static double turn(const struct round *r, uint32_t a, uint32_t b, uint32_t c)
{
    wr_drawn o = r->drawing.places[a], p = r->drawing.places[b], q = r->drawing.places[c];
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

static bool cross(const struct round *r, const uint32_t *a, const uint32_t *b)
{
    if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1])
        return false;
    return (turn(r, a[0], a[1], b[0]) > 0) != (turn(r, a[0], a[1], b[1]) > 0) &&
           (turn(r, b[0], b[1], a[0]) > 0) != (turn(r, b[0], b[1], a[1]) > 0);
}

static uint32_t count_crossings(const struct round *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t k = 0; k < i; k++)
            count += cross(r, r->links[i].nodes, r->links[k].nodes);
    return count;
}

/* Six squares lie between two that are across, about two widths of them if it is a circle. */
static bool is_wide(const struct round *r)
{
    for (uint32_t i = 0; i < RING / 2; i++)
        if (far(r, i, i + RING / 2) < 2.5 * SIDE)
            return false;
    return true;
}

static bool hang_outside(const struct round *r)
{
    for (uint32_t i = 0; i < RING; i++)
        if (far(r, RING + i, (i + RING / 2) % RING) < far(r, i, (i + RING / 2) % RING))
            return false;
    return true;
}

static void rounds_are_drawn_wide(void **state)
{
    uint32_t fine = 0;
    struct round r;
    (void)state;
    start(&r);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        draw(&r, seed);
        for (uint32_t i = 0; i < NODES; i++)
            assert_in_range((uint64_t)far(&r, r.links[i].nodes[0], r.links[i].nodes[1]),
                            SIDE / 2, 3 * SIDE / 2);
        fine += is_wide(&r) && hang_outside(&r) && count_crossings(&r) == 0;
    }
    printf("[  NOTE    ] %u of %d drawings are wide\n", (unsigned)fine, SEEDS);
    assert_true(fine > SEEDS * 9 / 10);
    wr_arena_destroy(r.arena);
}

static void the_same_numbers_draw_the_same(void **state)
{
    struct round a, b;
    (void)state;
    start(&a);
    start(&b);
    draw(&a, 7);
    draw(&b, 8);
    assert_memory_not_equal(a.drawing.places, b.drawing.places, sizeof(wr_drawn) * NODES);
    draw(&b, 7);
    assert_memory_equal(a.drawing.places, b.drawing.places, sizeof(wr_drawn) * NODES);
    wr_arena_destroy(a.arena);
    wr_arena_destroy(b.arena);
}

/* Squares on either side of nothing: there is no way between them. */
static void what_does_not_hang_together_is_drawn_apart(void **state)
{
    struct round r;
    (void)state;
    start(&r);
    r.puzzle.link_count = 1;
    assert_true(wr_drawing_start(&r.puzzle, r.arena, &r.drawing));
    draw(&r, 1);
    for (uint32_t i = 0; i < NODES; i++)
        assert_true(isfinite(r.drawing.places[i].x) && isfinite(r.drawing.places[i].y));
    assert_in_range((uint64_t)far(&r, 0, 1), SIDE / 2, 3 * SIDE / 2);
    wr_arena_destroy(r.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_drawn_wide),
        cmocka_unit_test(the_same_numbers_draw_the_same),
        cmocka_unit_test(what_does_not_hang_together_is_drawn_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
