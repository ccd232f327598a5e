/* Runs of like rooms in corridors and on the ways of patterns. */
#include "tests/support/ways.h"

#define LONG_WAY                                                                               \
    HEAD "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', 'rooms': 'cell'}], "          \
         "'links': [{'from': 'a', 'to': 'b'}], "
#define TWO_KINDS "'corridor': {'length': 12, 'rooms': ['passage-6', 'passage-12']}"

enum { SEEDS = 20 };

static uint32_t links_of(const struct generated *g, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->link_count; i++)
        count += g->map->links[i].rooms[0] == room || g->map->links[i].rooms[1] == room;
    return count;
}

/* Nobody named it, and it only leads on. */
static bool is_corridor(const struct generated *g, uint32_t room)
{
    const char *name = g->map->rooms[room].name;
    for (uint32_t i = 0; i < g->template->node_count; i++)
        if (strcmp(g->template->nodes[i].name, name) == 0)
            return false;
    return strcmp(name, "entry") != 0 && strcmp(name, "exit") != 0 && links_of(g, room) == 2;
}

/* Like corridor rooms that hang together with one, itself counted. */
static uint32_t run_at(const struct generated *g, uint32_t room, bool *seen)
{
    uint32_t count = 1;
    seen[room] = true;
    for (uint32_t i = 0; i < g->map->room_count; i++)
        if (!seen[i] && g->rooms[i] == g->rooms[room] && is_corridor(g, i) &&
            are_linked(g, room, i))
            count += run_at(g, i, seen);
    return count;
}

static uint32_t longest_run(const struct generated *g)
{
    uint32_t longest = 0;
    bool *seen = WR_ZERO(g->map->arena, bool, g->map->room_count);
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        uint32_t run = !seen[i] && is_corridor(g, i) ? run_at(g, i, seen) : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* The longest of some seeds. */
static uint32_t longest_of(const char *text, uint64_t seeds)
{
    struct generated g;
    uint32_t longest = 0;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        generated_make(&g, seed);
        uint32_t run = longest_run(&g);
        longest = run > longest ? run : longest;
    }
    generated_end(&g);
    return longest;
}

static void no_more_than_three_like_rooms_come_in_a_row(void **state)
{
    (void)state;
    assert_int_equal(longest_of(LONG_WAY TWO_KINDS "}", SEEDS), 3);
    assert_in_range(longest_of(LONG_WAY "'corridor': {'length': 15}}", SEEDS), 1, 3);
    assert_in_range(longest_of(HEAD FLAT
                               "'include': ['hub', 'tee', 'cell', 'passage-6', 'passage-12'], "
                               "'patterns': [{'pattern': 'lock_and_key', 'length': 8}]}",
                               SEEDS),
                    1, 3);
}

static void a_template_says_how_long_runs_may_be(void **state)
{
    (void)state;
    assert_int_equal(longest_of(LONG_WAY TWO_KINDS ", 'longest_run': 1}", SEEDS), 1);
    assert_int_equal(longest_of(LONG_WAY TWO_KINDS ", 'longest_run': 5}", SEEDS), 5);
    assert_in_range(longest_of(LONG_WAY TWO_KINDS ", 'longest_run': null}", SEEDS), 4, 12);
}

static void rooms_that_can_be_nothing_else_are_left_in_their_run(void **state)
{
    (void)state;
    assert_int_equal(longest_of(LONG_WAY "'corridor': {'length': 6, 'rooms': 'passage-6'}}", 3),
                     6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_than_three_like_rooms_come_in_a_row),
        cmocka_unit_test(a_template_says_how_long_runs_may_be),
        cmocka_unit_test(rooms_that_can_be_nothing_else_are_left_in_their_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
