/* The order in which rooms are placed: each once, what is fixed first, and any other beside a
 * room that stands. */
#include "builder/solver/order.h"
#include "core/base/arena.h"
#include "tests/support/test.h"

enum { NODES = 12, LINKS = NODES + 4 };

struct drawn {
    struct wr_pieces pieces;
    wr_puzzle_node nodes[NODES];
    wr_puzzle_link links[LINKS];
    struct wr_puzzle puzzle;
};

static void add_link(struct drawn *d, uint32_t a, uint32_t b)
{
    d->links[d->puzzle.link_count++] = (wr_puzzle_link){{a, b}, &d->pieces.direct};
}

/* A graph that hangs together: a tree, and some links that close rounds. */
static void draw(struct drawn *d, wr_random *random, uint32_t fixed)
{
    *d = (struct drawn){.pieces = {.turn_count = 4}};
    d->puzzle = (struct wr_puzzle){
        .pieces = &d->pieces, .nodes = d->nodes, .links = d->links, .node_count = NODES};
    for (uint32_t i = 1; i < NODES; i++)
        add_link(d, i > 3 ? i - 1 - wr_random_below(random, 3) : i - 1, i);
    for (uint32_t i = wr_random_below(random, 4); i > 0; i--) {
        uint32_t a = wr_random_below(random, NODES - 2);
        add_link(d, a, a + 2 + wr_random_below(random, NODES - a - 2));
    }
    for (uint32_t i = 0; i < fixed; i++)
        d->nodes[wr_random_below(random, NODES)].fixed = true;
}

static void check(const struct drawn *d, const wr_ranked *order, uint64_t seed)
{
    uint32_t ranks[NODES], fixed = 0;
    bool seen[NODES] = {false};
    for (uint32_t rank = 0; rank < NODES; rank++) {
        assert_false(seen[order[rank].node]);
        seen[order[rank].node] = true;
        ranks[order[rank].node] = rank;
        fixed += d->nodes[rank].fixed;
    }
    for (uint32_t rank = 0; rank < NODES; rank++) {
        uint32_t earlier = 0;
        for (uint32_t i = 0; i < d->puzzle.link_count; i++) {
            uint32_t a = ranks[d->links[i].nodes[0]], b = ranks[d->links[i].nodes[1]];
            earlier += (a == rank && b < rank) || (b == rank && a < rank);
        }
        assert_int_equal(d->nodes[order[rank].node].fixed, rank < fixed);
        if (rank > 0 && rank >= fixed && earlier == 0)
            fail_msg("seed %u: rank %u stands alone", (unsigned)seed, (unsigned)rank);
        assert_true(order[rank].link_count <= earlier); /* two links of a pair are one */
        assert_int_equal(order[rank].link_count > 0, earlier > 0);
    }
}

static void each_room_comes_beside_one_that_stands(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct drawn d;
        wr_ranked order[NODES];
        wr_random random = wr_random_of(seed, 1);
        struct wr_arena *arena = wr_arena_create();
        draw(&d, &random, (uint32_t)(seed % 3));
        assert_true(wr_order_make(&d.puzzle, &random, arena, order));
        check(&d, order, seed);
        wr_arena_destroy(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_room_comes_beside_one_that_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
