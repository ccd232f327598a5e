/* Whether graphs can be laid out in a plane, judged by every order of links around every node:
 * one of them has as many faces as Euler's formula asks for, or there is no way. */
#include "builder/generate/graph/plane.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_lie_flat_where_some_order_of_their_links_does),
        cmocka_unit_test(long_ways_cross_as_short_ones_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
