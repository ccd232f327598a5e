/* Where a template wants rooms holds in each of the three ways of making a level. */
#include "tests/support/ways.h"

/* ---- Neighbours and places --------------------------------------------------------------- */

static void keeps_neighbours(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        bool satisfied = !is_tagged(g->rooms[i], "dead-end");
        for (uint32_t k = 0; k < g->map->room_count; k++) {
            if (!are_linked(g, i, k))
                continue;
            assert_false(is_tagged(g->rooms[i], "hall") && is_room(g, k, "tee"));
            satisfied |= is_tagged(g->rooms[k], "corridor");
        }
        assert_true(satisfied);
    }
}

static void rooms_have_the_neighbours_they_must_and_may(void **state)
{
    (void)state;
    each_way(FLAT "'neighbours': [{'rooms': '#hall', 'must_not': 'tee'}, "
                  "{'rooms': '#dead-end', 'must': '#corridor'}]",
             10, keeps_neighbours);
}

static void keeps_its_distance(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!are_linked(g, i, k))
                assert_true(floors_apart(g, i, k, 1.49f) && floors_apart(g, k, i, 1.49f));
}

static void rooms_that_are_not_linked_keep_their_distance(void **state)
{
    (void)state;
    each_way(FLAT "'distance': 1.5", 10, keeps_its_distance);
}

static void lies_in_bounds(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        wr_box box = floor_box(g, i);
        assert_true(box.min.x >= 100 && box.max.x <= 170);
        assert_true(box.min.y >= -60 && box.max.y <= 10);
        assert_true(box.min.z >= -0.01f && box.max.z <= 6);
    }
}

static void floors_lie_in_the_bounds(void **state)
{
    (void)state;
    each_way("'bounds': {'min': [100, -60, 0], 'max': [170, 10, 6]}", 10, lies_in_bounds);
}

static void has_one_storey(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        assert_true(g->map->rooms[i].placement.position.z == 0);
        assert_true(g->rooms[i]->hooks[0].position.z == 0);
    }
    assert_int_equal(g->info.metrics.storeys, 1);
}

static void has_two_storeys_at_most(const struct generated *g)
{
    assert_true(g->info.metrics.storeys <= 2);
}

static void levels_have_no_more_storeys_than_they_may(void **state)
{
    (void)state;
    each_way("'storeys': 1", 10, has_one_storey);
    each_way("'storeys': 2", 4, has_two_storeys_at_most);
}

static double widths;

static void sums_widths(const struct generated *g)
{
    wr_box all = floor_box(g, 0);
    for (uint32_t i = 1; i < g->map->room_count; i++) {
        wr_box box = floor_box(g, i);
        all.min.x = box.min.x < all.min.x ? box.min.x : all.min.x;
        all.min.y = box.min.y < all.min.y ? box.min.y : all.min.y;
        all.max.x = box.max.x > all.max.x ? box.max.x : all.max.x;
        all.max.y = box.max.y > all.max.y ? box.max.y : all.max.y;
    }
    widths += (double)all.max.x - (double)all.min.x + (double)all.max.y - (double)all.min.y;
}

static double sum_of_widths(const char *way, const char *rules, uint64_t seeds)
{
    char text[1024];
    widths = 0;
    snprintf(text, sizeof text, HEAD FLAT "%s%s}", way, rules);
    check_seeds(text, seeds, sums_widths);
    return widths;
}

static void spread_makes_levels_compact_or_wide(void **state)
{
    (void)state;
    for (int i = 0; i < WAYS; i++) {
        double compact = sum_of_widths(ways[i], ", 'spread': -1", 6);
        double wide = sum_of_widths(ways[i], ", 'spread': 1", 6);
        if (compact > 0.95 * wide)
            fail_msg("way %d: %.0f compact, %.0f wide", i, compact, wide);
    }
    double any = sum_of_widths(CHAIN, "", 20);
    assert_true(sum_of_widths(CHAIN, ", 'spread': -1", 20) < 0.9 * any);
    assert_true(sum_of_widths(CHAIN, ", 'spread': 1", 20) > 1.1 * any);
}

/* ---- Fixed rooms ------------------------------------------------------------------------- */

static void stands_fixed(const struct generated *g)
{
    uint32_t gate = find_named(g, "gate"), far = find_named(g, "far");
    const wr_placement *at = &g->map->rooms[gate].placement;
    assert_true(is_room(g, gate, "hub"));
    assert_true(at->position.x == 4.5f && at->position.y == -7.25f && at->position.z == 0);
    assert_true(at->turn == 90);
    at = &g->map->rooms[far].placement;
    assert_true(is_tagged(g->rooms[far], "junction"));
    assert_true(at->position.x == -31.5f && at->position.y == -7.25f);
    assert_int_equal(g->map->entry.room, gate);
}

static void rooms_stand_where_they_are_fixed(void **state)
{
    (void)state;
#define FIXED                                                                                  \
    "'nodes': [{'name': 'gate', 'rooms': 'hub', 'position': [4.5, -7.25, 0], 'turn': 90}, "    \
    "{'name': 'far', 'rooms': '#junction', 'position': [-31.5, -7.25, 0]}], "                  \
    "'entry': {'node': 'gate'}"
    check_seeds(HEAD FLAT FIXED ", 'links': [{'from': 'gate', 'to': 'far'}], "
                                "'corridor': {'length': [2, 5]}}",
                10, stands_fixed);
    check_seeds(HEAD FLAT FIXED ", 'grow': {'rooms': [10, 16]}}", 10, stands_fixed);
    check_seeds(HEAD FLAT FIXED ", 'patterns': [{'pattern': 'lock_and_key'}], "
                                "'corridor': {'length': [2, 5]}}",
                10, stands_fixed);
}

static void stands_fixed_in_bounds(const struct generated *g)
{
    uint32_t hub = find_named(g, "a");
    assert_true(is_room(g, hub, "hub"));
    assert_true(g->map->rooms[hub].placement.position.x == 4);
    assert_true(g->map->rooms[hub].placement.position.y == -7);
    assert_true(g->map->rooms[hub].placement.turn == 90);
    for (uint32_t i = 0; i < g->map->room_count; i++)
        assert_true(floor_box(g, i).max.y <= 10);
}

static void a_room_stands_where_it_is_fixed_and_the_others_in_bounds(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT
                "'nodes': [{'name': 'a', 'rooms': 'hub', 'position': [4, -7, 0], 'turn': 90}, "
                "{'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "
                "'corridor': {'length': [3, 5]}, "
                "'bounds': {'min': [-100, -100, 0], 'max': [100, 10, 0]}}",
                10, stands_fixed_in_bounds);
}

/* So many rooms are placed another way, block by block. */
static void a_long_way_from_a_fixed_room_stays_in_bounds(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT
                "'nodes': [{'name': 'a', 'rooms': 'hub', 'position': [4, -7, 0], 'turn': 90}, "
                "{'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "
                "'corridor': {'length': 70}, "
                "'bounds': {'min': [-300, -300, 0], 'max': [300, 10, 0]}}",
                3, stands_fixed_in_bounds);
}

static uint32_t junctions_seen;

static void notes_junction(const struct generated *g)
{
    static const char *const ids[] = {"cross", "tee", "bend", "bend-wide", "elbow"};
    for (unsigned i = 0; i < 5; i++)
        if (is_room(g, find_named(g, "far"), ids[i]))
            junctions_seen |= 1u << i;
}

static void a_fixed_room_may_be_any_that_fits(void **state)
{
    (void)state;
    junctions_seen = 0;
    check_seeds(HEAD FLAT FIXED ", 'links': [{'from': 'gate', 'to': 'far'}], "
                                "'corridor': {'length': [2, 5]}}",
                20, notes_junction);
    assert_true(junctions_seen & (junctions_seen - 1));
    junctions_seen = 0;
    check_seeds(HEAD FLAT FIXED ", 'grow': {'rooms': [10, 16]}}", 20, notes_junction);
    assert_true(junctions_seen & (junctions_seen - 1));
}

static void ends_at_the_fixed_tee(const struct generated *g)
{
    assert_int_equal(g->info.exit, find_named(g, "far"));
    assert_true(is_room(g, g->info.exit, "tee"));
}

static void a_fixed_room_may_be_the_exit(void **state)
{
    (void)state;
    check_seeds(HEAD FLAT "'nodes': [{'name': 'gate', 'rooms': 'hub'}, "
                          "{'name': 'far', 'rooms': 'tee', 'position': [-31.5, -7.25, 0]}], "
                          "'links': [{'from': 'gate', 'to': 'far'}], 'exit': {'rooms': 'tee'}, "
                          "'corridor': {'length': [2, 5], 'rooms': '#corridor'}}",
                4, ends_at_the_fixed_tee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_have_the_neighbours_they_must_and_may),
        cmocka_unit_test(rooms_that_are_not_linked_keep_their_distance),
        cmocka_unit_test(floors_lie_in_the_bounds),
        cmocka_unit_test(levels_have_no_more_storeys_than_they_may),
        cmocka_unit_test(spread_makes_levels_compact_or_wide),
        cmocka_unit_test(rooms_stand_where_they_are_fixed),
        cmocka_unit_test(a_room_stands_where_it_is_fixed_and_the_others_in_bounds),
        cmocka_unit_test(a_long_way_from_a_fixed_room_stays_in_bounds),
        cmocka_unit_test(a_fixed_room_may_be_any_that_fits),
        cmocka_unit_test(a_fixed_room_may_be_the_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
