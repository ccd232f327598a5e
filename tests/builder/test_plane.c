/* Whether graphs can be laid out in a plane, judged by every order of links around every node:
 * one of them has as many faces as Euler's formula asks for, or there is no way. */
#include "builder/solver/flat/braces.h"
#include "builder/solver/flat/plane.h"

#include "core/base/random.h"
#include "tests/support/test.h"

#include <string.h>

enum { MOST_NODES = 8, MOST_LINKS = 16, MOST_ORDERS = 20000 };

struct graph {
    uint32_t nodes, links, ends[MOST_LINKS][2];
};

/* Links of a node, as numbers of their ends: twice the link's, and one more for its second. */
struct rows {
    uint32_t of[MOST_NODES][MOST_LINKS], counts[MOST_NODES];
};

static bool is_linked(const struct graph *g, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < g->links; i++)
        if ((g->ends[i][0] == a && g->ends[i][1] == b) ||
            (g->ends[i][0] == b && g->ends[i][1] == a))
            return true;
    return false;
}

/* A tree and further links. */
static struct graph draw_graph(wr_random *random)
{
    struct graph g = {.nodes = 4 + wr_random_below(random, MOST_NODES - 3)};
    uint32_t wanted = g.nodes - 1 + wr_random_below(random, 9);
    for (uint32_t i = 1; i < g.nodes; i++, g.links++) {
        g.ends[g.links][0] = i;
        g.ends[g.links][1] = wr_random_below(random, i);
    }
    for (uint32_t tries = 0; tries < 100 && g.links < wanted && g.links < MOST_LINKS; tries++) {
        uint32_t a = wr_random_below(random, g.nodes), b = wr_random_below(random, g.nodes);
        if (a == b || is_linked(&g, a, b))
            continue;
        g.ends[g.links][0] = a;
        g.ends[g.links++][1] = b;
    }
    return g;
}

static struct rows rows_of(const struct graph *g)
{
    struct rows rows = {.counts = {0}};
    for (uint32_t end = 0; end < 2 * g->links; end++) {
        uint32_t node = g->ends[end / 2][end % 2];
        rows.of[node][rows.counts[node]++] = end;
    }
    return rows;
}

/* How many orders there are around all nodes together. */
static uint64_t count_orders(const struct graph *g, const struct rows *rows)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < g->nodes; i++)
        for (uint32_t k = 2; k < rows->counts[i]; k++)
            count *= k;
    return count;
}

/* Faces of the orders with a number: who leaves a node by an end comes in by its other end, and
 * leaves by the next one around. */
static uint32_t count_faces(const struct graph *g, const struct rows *rows, uint64_t number)
{
    uint32_t next[2 * MOST_LINKS], faces = 0;
    bool seen[2 * MOST_LINKS] = {false};
    for (uint32_t i = 0; i < g->nodes; i++) {
        uint32_t order[MOST_LINKS], count = rows->counts[i];
        memcpy(order, rows->of[i], sizeof order);
        for (uint32_t k = 1; k + 1 < count; k++) {
            uint32_t swap = k + (uint32_t)(number % (count - k)), end = order[k];
            number /= count - k;
            order[k] = order[swap];
            order[swap] = end;
        }
        for (uint32_t k = 0; k < count; k++)
            next[order[k]] = order[(k + 1) % count];
    }
    for (uint32_t end = 0; end < 2 * g->links; end++) {
        if (seen[end])
            continue;
        faces++;
        for (uint32_t at = end; !seen[at]; at = next[at ^ 1])
            seen[at] = true;
    }
    return faces;
}

static bool can_lie_flat(const struct graph *g, const struct rows *rows, uint64_t orders)
{
    for (uint64_t i = 0; i < orders; i++)
        if (count_faces(g, rows, i) == 2 + g->links - g->nodes)
            return true;
    return false;
}

static bool lies_flat(const struct graph *g)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_neighbours rows;
    uint32_t crossed[2];
    assert_true(wr_neighbours_make(arena, g->nodes, (const uint32_t(*)[2])g->ends, NULL,
                                   g->links, &rows));
    assert_true(wr_plane_lay(&rows, g->nodes, arena, crossed));
    if (crossed[0] != WR_NOT_CROSSED)
        assert_true(is_linked(g, crossed[0], crossed[1]));
    wr_arena_destroy(arena);
    return crossed[0] == WR_NOT_CROSSED;
}

static void graphs_lie_flat_where_some_order_of_their_links_does(void **state)
{
    uint32_t judged = 0, flat = 0;
    (void)state;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        wr_random random = wr_random_of(seed, 16);
        struct graph g = draw_graph(&random);
        struct rows rows = rows_of(&g);
        uint64_t orders = count_orders(&g, &rows);
        if (orders > MOST_ORDERS)
            continue;
        bool can = can_lie_flat(&g, &rows, orders);
        if (can != lies_flat(&g))
            fail_msg("seed %u: %u nodes, %u links", seed, g.nodes, g.links);
        judged++;
        flat += can;
    }
    assert_true(judged > 1000);
    assert_true(judged - flat > 20);
}

/* Three houses and three wells, with ways of many rooms between them, and with one way less. */
static void long_ways_cross_as_short_ones_do(void **state)
{
    enum { ROOMS = 40 };
    uint32_t ends[9 * (ROOMS + 1)][2], count = 0, nodes = 6, crossed[2];
    struct wr_arena *arena = wr_arena_create();
    struct wr_neighbours rows;
    (void)state;
    for (uint32_t way = 0; way < 9; way++) {
        uint32_t from = way / 3;
        for (uint32_t i = 0; i <= ROOMS; i++) {
            uint32_t to = i == ROOMS ? 3 + way % 3 : nodes++;
            ends[count][0] = from;
            ends[count++][1] = to;
            from = to;
        }
    }
    assert_true(
        wr_neighbours_make(arena, nodes, (const uint32_t(*)[2])ends, NULL, count, &rows));
    assert_true(wr_plane_lay(&rows, nodes, arena, crossed));
    assert_int_not_equal(crossed[0], WR_NOT_CROSSED);
    assert_true(
        wr_neighbours_make(arena, nodes, (const uint32_t(*)[2])ends, NULL, count - 1, &rows));
    assert_true(wr_plane_lay(&rows, nodes, arena, crossed));
    assert_int_equal(crossed[0], WR_NOT_CROSSED);
    wr_arena_destroy(arena);
}

/* ---- Faces ---- */

struct faced {
    struct wr_arena *arena;
    uint32_t nodes, links, (*ends)[2];
    struct wr_faces faces;
};

static void find_faces(struct faced *f, wr_random *random)
{
    struct wr_neighbours rows;
    assert_true(wr_neighbours_make(f->arena, f->nodes, (const uint32_t(*)[2])f->ends, NULL,
                                   f->links, &rows));
    assert_true(wr_plane_faces(&rows, f->nodes, f->arena, random, &f->faces));
}

/* On how many faces a link lies. */
static uint32_t count_around(const struct faced *f, const uint32_t *ends)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->faces.count; i++)
        for (uint32_t k = 0, size = f->faces.sizes[i]; k < size; k++) {
            uint32_t one = f->faces.rings[i][k], next = f->faces.rings[i][(k + 1) % size];
            count += (one == ends[0] && next == ends[1]) || (one == ends[1] && next == ends[0]);
        }
    return count;
}

static bool are_whole(const struct faced *f)
{
    for (uint32_t i = 0; i < f->links; i++)
        if (count_around(f, f->ends[i]) != 2)
            return false;
    return f->faces.count == f->links - f->nodes + 2;
}

static void start_braced(struct faced *f, const struct graph *g, wr_random *random)
{
    f->arena = wr_arena_create();
    f->nodes = g->nodes;
    f->links = g->links;
    f->ends = wr_arena_take(f->arena, (size_t)f->links + f->nodes, sizeof *f->ends);
    assert_non_null(f->ends);
    memcpy(f->ends, g->ends, f->links * sizeof *f->ends);
    assert_true(wr_braces_add(f->nodes, f->ends, &f->links, f->arena, random));
    assert_in_range(f->links - g->links, 0, g->nodes - 1);
}

/* After Euler there are two more than links that close rounds, less one. */
static void each_link_of_a_braced_graph_lies_on_two_faces(void **state)
{
    uint32_t flat = 0;
    (void)state;
    for (uint32_t seed = 0; seed < 1000; seed++) {
        wr_random random = wr_random_of(seed, 17);
        struct graph g = draw_graph(&random);
        struct faced f;
        start_braced(&f, &g, &random);
        find_faces(&f, seed % 2 ? &random : NULL);
        if (lies_flat(&g) ? !are_whole(&f) : f.faces.count != 0)
            fail_msg("seed %u: %u nodes, %u links, %u faces", seed, f.nodes, f.links,
                     f.faces.count);
        flat += f.faces.count > 0;
        wr_arena_destroy(f.arena);
    }
    assert_in_range(flat, 500, 990);
}

/* Ways between two nodes lie in any order. */
static void faces_differ_with_random_numbers(void **state)
{
    enum { WAYS = 6 };
    uint32_t ends[2 * WAYS][2], seen = 0;
    struct faced f = {wr_arena_create(), WAYS + 2, 2 * WAYS, ends, {0}};
    (void)state;
    for (uint32_t i = 0; i < 2 * WAYS; i++) {
        ends[i][0] = i % 2;
        ends[i][1] = 2 + i / 2;
    }
    for (uint64_t seed = 0; seed < 200; seed++) {
        wr_random random = wr_random_of(seed, 18);
        find_faces(&f, &random);
        assert_true(are_whole(&f));
        for (uint32_t i = 0; i < f.faces.count; i++) {
            uint32_t beside = 0;
            for (uint32_t k = 0; k < f.faces.sizes[i]; k++)
                beside |= (uint32_t)1 << f.faces.rings[i][k];
            for (uint32_t k = 1; k < WAYS; k++)
                seen |= beside >> 2 == (1 | (uint32_t)1 << k) ? (uint32_t)1 << k : 0;
        }
    }
    assert_int_equal(seen, (1 << WAYS) - 2);
    wr_arena_destroy(f.arena);
}

/* A wheel has as many as it has spokes, and one around it. */
static void too_many_faces_are_not_judged(void **state)
{
    enum { MOST = 63 };
    uint32_t ends[2 * (MOST + 1)][2];
    (void)state;
    for (uint32_t spokes = MOST; spokes <= MOST + 1; spokes++) {
        struct faced f = {wr_arena_create(), spokes + 1, 2 * spokes, ends, {0}};
        for (uint32_t i = 0; i < spokes; i++) {
            ends[2 * i][0] = spokes;
            ends[2 * i][1] = ends[2 * i + 1][0] = i;
            ends[2 * i + 1][1] = (i + 1) % spokes;
        }
        find_faces(&f, NULL);
        assert_int_equal(f.faces.count, spokes == MOST ? MOST + 1 : 0);
        wr_arena_destroy(f.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_lie_flat_where_some_order_of_their_links_does),
        cmocka_unit_test(long_ways_cross_as_short_ones_do),
        cmocka_unit_test(each_link_of_a_braced_graph_lies_on_two_faces),
        cmocka_unit_test(faces_differ_with_random_numbers),
        cmocka_unit_test(too_many_faces_are_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
