/* Straight drawings: no two links cross or touch, whatever graph lies flat, and the same random
 * numbers draw the same. */
#include "builder/solver/flat/plane.h"
#include "builder/solver/flat/straight.h"
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 160, MOST_LINKS = 2 * MOST_NODES, SEEDS = 40, DRAWINGS = 3 };
static const double unit = 65536, unreached = 1e300;

struct sample {
    struct wr_arena *arena;
    uint32_t nodes, links, ends[MOST_LINKS][2], degrees[MOST_NODES];
    wr_drawn places[MOST_NODES];
    double reaches[MOST_NODES], *distances;
    struct wr_drawing drawing;
    bool flat;
};

/* ---- Making graphs ---- */

static void start(struct sample *s, uint32_t nodes)
{
    memset(s, 0, sizeof *s);
    s->arena = wr_arena_create();
    s->nodes = nodes;
    for (uint32_t i = 0; i < nodes; i++)
        s->reaches[i] = 10 * unit;
}

static void put(struct sample *s, uint32_t a, uint32_t b)
{
    s->ends[s->links][0] = a;
    s->ends[s->links++][1] = b;
    s->degrees[a]++;
    s->degrees[b]++;
}

static bool lies_flat(const struct sample *s)
{
    wr_arena_mark here = wr_arena_here(s->arena);
    struct wr_neighbours rows;
    uint32_t crossed[2];
    assert_true(wr_neighbours_make(s->arena, s->nodes, (const uint32_t(*)[2])s->ends, NULL,
                                   s->links, &rows));
    assert_true(wr_plane_lay(&rows, s->nodes, s->arena, crossed));
    wr_arena_rewind(s->arena, here);
    return crossed[0] == WR_NOT_CROSSED;
}

static bool is_linked(const struct sample *s, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < s->links; i++)
        if ((s->ends[i][0] == a && s->ends[i][1] == b) ||
            (s->ends[i][0] == b && s->ends[i][1] == a))
            return true;
    return false;
}

/* A tree of no more than so many links a node. */
static void grow(struct sample *s, uint32_t degree, wr_random *random)
{
    for (uint32_t i = 1; i < s->nodes; i++) {
        uint32_t to = wr_random_below(random, i);
        while (s->degrees[to] >= degree)
            to = wr_random_below(random, i);
        put(s, i, to);
    }
}

static void close_rounds(struct sample *s, uint32_t count, uint32_t degree, wr_random *random)
{
    for (uint32_t tries = 0; tries < 300 && count > 0; tries++) {
        uint32_t a = wr_random_below(random, s->nodes), b = wr_random_below(random, s->nodes);
        if (a == b || s->degrees[a] >= degree || s->degrees[b] >= degree || is_linked(s, a, b))
            continue;
        put(s, a, b);
        count--;
        if (lies_flat(s))
            continue;
        count++;
        s->links--;
        s->degrees[a]--;
        s->degrees[b]--;
    }
}

/* Of 20 to 120 nodes; every third has nodes of four links, every other has wide leaves. */
static void start_drawn(struct sample *s, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 20);
    uint32_t degree = seed % 3 == 0 ? 4 : 3;
    start(s, 20 + wr_random_below(&random, 101));
    grow(s, degree, &random);
    close_rounds(s, wr_random_below(&random, 12), degree, &random);
    for (uint32_t i = 0; i < s->nodes; i++) {
        bool wide = seed % 2 == 0 && s->degrees[i] == 1 && wr_random_below(&random, 4) == 0;
        s->reaches[i] = (10 + wr_random_below(&random, 10)) * unit * (wide ? 8 : 1);
    }
}

/* ---- Drawing ---- */

static void measure(struct sample *s)
{
    uint32_t n = s->nodes;
    s->distances = WR_TAKE(s->arena, double, (size_t)n *n);
    for (uint32_t i = 0; i < n * n; i++)
        s->distances[i] = i / n == i % n ? 0 : unreached;
    for (uint32_t i = 0; i < s->links; i++) {
        uint32_t a = s->ends[i][0], b = s->ends[i][1];
        s->distances[a * n + b] = s->distances[b * n + a] = s->reaches[a] + s->reaches[b];
    }
    for (uint32_t over = 0; over < n; over++)
        for (uint32_t i = 0; i < n * n; i++) {
            double way = s->distances[i / n * n + over] + s->distances[over * n + i % n];
            s->distances[i] = way < s->distances[i] ? way : s->distances[i];
        }
    s->drawing = (struct wr_drawing){s->places, s->reaches, s->distances, n, 0};
    for (uint32_t i = 0; i < n * n; i++) {
        s->distances[i] = s->distances[i] < unreached ? s->distances[i] : 0;
        if (s->distances[i] > s->drawing.longest)
            s->drawing.longest = s->distances[i];
    }
}

static void draw(struct sample *s, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 21);
    wr_puzzle_link links[MOST_LINKS];
    if (!s->distances)
        measure(s);
    wr_arena_mark here = wr_arena_here(s->arena);
    for (uint32_t i = 0; i < s->links; i++)
        links[i] = (wr_puzzle_link){{s->ends[i][0], s->ends[i][1]}, NULL};
    assert_true(wr_straight_draw(&s->drawing, links, s->links, s->arena, &random, &s->flat));
    wr_arena_mark after = wr_arena_here(s->arena);
    assert_ptr_equal(after.block, here.block);
    assert_int_equal(after.used, here.used);
}

/* ---- Judging ---- */

static double cross_product(wr_drawn from, wr_drawn a, wr_drawn b)
{
    return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x);
}

/* From a place to the nearest of a link. */
static double gap(wr_drawn at, wr_drawn a, wr_drawn b)
{
    double x = b.x - a.x, y = b.y - a.y;
    double part = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(a.x + part * x - at.x, a.y + part * y - at.y);
}

static bool meet(const struct sample *s, uint32_t one, uint32_t other)
{
    wr_drawn a = s->places[s->ends[one][0]], b = s->places[s->ends[one][1]];
    wr_drawn c = s->places[s->ends[other][0]], d = s->places[s->ends[other][1]];
    return (cross_product(a, b, c) > 0) != (cross_product(a, b, d) > 0) &&
           (cross_product(c, d, a) > 0) != (cross_product(c, d, b) > 0);
}

/* Whether a node lies on a link it is no end of, to a millionth of a unit. */
static bool lies_on(const struct sample *s, uint32_t node, uint32_t link)
{
    const uint32_t *ends = s->ends[link];
    return node != ends[0] && node != ends[1] &&
           gap(s->places[node], s->places[ends[0]], s->places[ends[1]]) < 1e-6;
}

static bool share(const struct sample *s, uint32_t one, uint32_t other)
{
    const uint32_t *a = s->ends[one], *b = s->ends[other];
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

/* NULL where nothing is wrong. */
static const char *judge(const struct sample *s)
{
    if (!s->flat)
        return "not flat";
    for (uint32_t i = 0; i < s->nodes; i++)
        if (!isfinite(s->places[i].x) || !isfinite(s->places[i].y))
            return "a place is nowhere";
    for (uint32_t i = 0; i < s->links; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!share(s, i, k) && meet(s, i, k))
                return "links cross";
    for (uint32_t i = 0; i < s->links; i++)
        for (uint32_t node = 0; node < s->nodes; node++)
            if (lies_on(s, node, i))
                return "a node lies on a link";
    return NULL;
}

static void expect_fine(const struct sample *s, uint64_t graph, uint64_t seed)
{
    const char *wrong = judge(s);
    if (wrong)
        fail_msg("graph %u, seed %u: %u nodes, %u links: %s", (unsigned)graph, (unsigned)seed,
                 s->nodes, s->links, wrong);
}

static void expect_drawn(struct sample *s, uint64_t graph)
{
    for (uint64_t seed = 0; seed < DRAWINGS; seed++) {
        draw(s, seed);
        expect_fine(s, graph, seed);
    }
}

/* ---- Tests ---- */

static void links_of_graphs_that_lie_flat_do_not_cross(void **state)
{
    (void)state;
    for (uint64_t graph = 0; graph < SEEDS; graph++) {
        struct sample s;
        start_drawn(&s, graph);
        expect_drawn(&s, graph);
        wr_arena_destroy(s.arena);
    }
}

static void the_same_numbers_draw_the_same(void **state)
{
    struct sample a, b;
    (void)state;
    start_drawn(&a, 5);
    start_drawn(&b, 5);
    draw(&a, 1);
    draw(&b, 2);
    assert_memory_not_equal(a.places, b.places, a.nodes * sizeof *a.places);
    draw(&b, 1);
    assert_memory_equal(a.places, b.places, a.nodes * sizeof *a.places);
    wr_arena_destroy(a.arena);
    wr_arena_destroy(b.arena);
}

static void one_node_and_two_are_drawn(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 1);
    expect_drawn(&s, 1);
    wr_arena_destroy(s.arena);
    start(&s, 2);
    put(&s, 0, 1);
    expect_drawn(&s, 2);
    assert_true(fabs(hypot(s.places[0].x - s.places[1].x, s.places[0].y - s.places[1].y) -
                     20 * unit) < 0.01 * unit);
    wr_arena_destroy(s.arena);
}

static void a_star_is_drawn_and_leaves_that_hang_on_two(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 9);
    for (uint32_t i = 1; i < 9; i++)
        put(&s, 0, i);
    expect_drawn(&s, 1);
    wr_arena_destroy(s.arena);
    start(&s, 8);
    for (uint32_t i = 1; i < 8; i++)
        put(&s, i > 3 ? 1 : 0, i);
    expect_drawn(&s, 2);
    wr_arena_destroy(s.arena);
}

/* It is as wide as a circle of its links would be, nearly. */
static void a_round_is_drawn_wide(void **state)
{
    enum { ROUND = 12 };
    struct sample s;
    (void)state;
    start(&s, ROUND);
    for (uint32_t i = 0; i < ROUND; i++)
        put(&s, i, (i + 1) % ROUND);
    expect_drawn(&s, 1);
    for (uint32_t i = 0; i < ROUND / 2; i++)
        assert_true(hypot(s.places[i].x - s.places[i + ROUND / 2].x,
                          s.places[i].y - s.places[i + ROUND / 2].y) > 60 * unit);
    wr_arena_destroy(s.arena);
}

static void put_all(struct sample *s, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        for (uint32_t k = first; k < i; k++)
            put(s, i, k);
}

static void four_nodes_that_are_all_linked_are_drawn(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 4);
    put_all(&s, 0, 4);
    expect_drawn(&s, 4);
    wr_arena_destroy(s.arena);
}

/* Four of those hang on one node, which is a corner of each. */
static void parts_that_share_a_node_are_drawn(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 13);
    for (uint32_t part = 0; part < 4; part++) {
        put_all(&s, 1 + 3 * part, 4 + 3 * part);
        for (uint32_t i = 0; i < 3; i++)
            put(&s, 0, 1 + 3 * part + i);
    }
    expect_drawn(&s, 4);
    wr_arena_destroy(s.arena);
}

/* The same link twice, and one from a node to itself, are links no drawing shows. */
static void links_that_are_stated_twice_are_drawn_once(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 5);
    for (uint32_t i = 0; i < 5; i++)
        put(&s, i, (i + 1) % 5);
    put(&s, 1, 0);
    draw(&s, 1);
    s.links--;
    expect_fine(&s, 1, 1);
    wr_arena_destroy(s.arena);
}

/* A link with a node on it. */
static void put_long(struct sample *s, uint32_t a, uint32_t b)
{
    uint32_t middle = s->nodes++;
    s->reaches[middle] = 10 * unit;
    put(s, a, middle);
    put(s, middle, b);
}

static void links_that_must_cross_are_not_drawn(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 6);
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t k = 0; k < i; k++)
            put_long(&s, i, k);
    put(&s, 5, 0);
    draw(&s, 1);
    assert_false(s.flat);
    wr_arena_destroy(s.arena);
    start(&s, 6);
    for (uint32_t i = 0; i < 9; i++)
        put_long(&s, i / 3, 3 + i % 3);
    draw(&s, 1);
    assert_false(s.flat);
    wr_arena_destroy(s.arena);
}

static void what_does_not_hang_together_is_not_drawn(void **state)
{
    struct sample s;
    (void)state;
    start(&s, 4);
    draw(&s, 1);
    assert_false(s.flat);
    wr_arena_destroy(s.arena);
    start(&s, 7);
    put_all(&s, 0, 4);
    put_all(&s, 4, 7);
    draw(&s, 1);
    assert_false(s.flat);
    wr_arena_destroy(s.arena);
}

static uint32_t takes_left;

static bool refuse(const void *place)
{
    (void)place;
    return takes_left > 0 && --takes_left == 0;
}

static void drawing_tells_that_memory_is_out(void **state)
{
    uint32_t starved = 0;
    bool fine = false;
    struct sample s;
    (void)state;
    start_drawn(&s, 5);
    draw(&s, 1);
    for (uint32_t take = 1; !fine; take++) {
        wr_random random = wr_random_of(1, 21);
        wr_puzzle_link links[MOST_LINKS];
        for (uint32_t i = 0; i < s.links; i++)
            links[i] = (wr_puzzle_link){{s.ends[i][0], s.ends[i][1]}, NULL};
        takes_left = take;
        wr_refuse_takes(refuse);
        fine = wr_straight_draw(&s.drawing, links, s.links, s.arena, &random, &s.flat);
        wr_refuse_takes(NULL);
        starved += !fine;
        assert_int_equal(s.flat, fine);
    }
    assert_true(starved > 50);
    wr_arena_destroy(s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_of_graphs_that_lie_flat_do_not_cross),
        cmocka_unit_test(the_same_numbers_draw_the_same),
        cmocka_unit_test(one_node_and_two_are_drawn),
        cmocka_unit_test(a_star_is_drawn_and_leaves_that_hang_on_two),
        cmocka_unit_test(a_round_is_drawn_wide),
        cmocka_unit_test(four_nodes_that_are_all_linked_are_drawn),
        cmocka_unit_test(parts_that_share_a_node_are_drawn),
        cmocka_unit_test(links_that_are_stated_twice_are_drawn_once),
        cmocka_unit_test(links_that_must_cross_are_not_drawn),
        cmocka_unit_test(what_does_not_hang_together_is_not_drawn),
        cmocka_unit_test(drawing_tells_that_memory_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
