/* What templates ask of a level, asked back of the maps that come out. */
#include "tests/support/generated.h"

#define HEAD "{'format': 'warren-template', 'version': 1, 'id': 't', 'kit': 'burrow', "
#define FLAT "'exclude': ['#stairs', '#lift'], "
/* A ring of four with a tail, joined by corridors. */
#define RING                                                                                   \
    "'nodes': [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}, {'name': 'd'}, {'name': 'e'}], "   \
    "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}, {'from': 'c', 'to': 'd'}, " \
    "{'from': 'd', 'to': 'a'}, {'from': 'c', 'to': 'e'}], "                                    \
    "'corridor': {'length': [1, 2]}"
#define CHAIN                                                                                  \
    "'nodes': [{'name': 'a'}, {'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "           \
    "'corridor': {'length': [6, 8]}"

typedef void check_fn(const struct generated *g);

/* Checks the levels of some seeds; all of them must be there. */
static void each_seed(const char *text, uint64_t seeds, check_fn *check)
{
    struct generated g;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        generated_make(&g, seed);
        check(&g);
    }
    generated_end(&g);
}

/* ---- Counts ------------------------------------------------------------------------------ */

static void has_two_tees(const struct generated *g)
{
    assert_int_equal(count_rooms(g, "tee"), 2);
    assert_true(count_rooms(g, "gallery") <= 1);
    assert_int_equal(count_rooms(g, "bend"), 0);
}

static void a_room_comes_as_often_as_its_count_says(void **state)
{
    (void)state;
    each_seed(HEAD FLAT RING ", 'rooms': [{'rooms': 'tee', 'count': 2}, "
                             "{'rooms': 'gallery', 'count': [0, 1]}, "
                             "{'rooms': 'bend', 'count': 0}]}",
              30, has_two_tees);
}

static void repeats_none(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_ptr_not_equal(g->rooms[i], g->rooms[k]);
}

static void a_room_that_never_repeats_comes_once(void **state)
{
    (void)state;
    each_seed(HEAD FLAT CHAIN ", 'repeat': 'never'}", 30, repeats_none);
}

static void links_no_twins(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->link_count; i++)
        assert_ptr_not_equal(g->rooms[g->map->links[i].rooms[0]],
                             g->rooms[g->map->links[i].rooms[1]]);
}

static void a_room_that_repeats_apart_is_not_linked_to_itself(void **state)
{
    (void)state;
    each_seed(HEAD FLAT RING ", 'repeat': 'apart'}", 30, links_no_twins);
}

/* ---- Neighbours -------------------------------------------------------------------------- */

static bool is_tagged(const wr_room *room, const char *tag)
{
    for (uint32_t i = 0; i < room->tag_count; i++)
        if (strcmp(room->tags[i], tag) == 0)
            return true;
    return false;
}

static void keeps_neighbours(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        bool satisfied = !is_tagged(g->rooms[i], "junction");
        for (uint32_t k = 0; k < g->map->room_count; k++) {
            if (!are_linked(g, i, k))
                continue;
            assert_false(is_tagged(g->rooms[i], "corridor") && is_room(g, k, "tee"));
            satisfied |= is_tagged(g->rooms[k], "corner");
        }
        assert_true(satisfied);
    }
}

static void neighbours_are_those_a_room_must_and_may_have(void **state)
{
    (void)state;
    each_seed(HEAD FLAT RING ", 'neighbours': [{'rooms': '#corridor', 'must_not': 'tee'}, "
                             "{'rooms': '#junction', 'must': '#corner'}]}",
              30, keeps_neighbours);
}

/* ---- Places ------------------------------------------------------------------------------ */

static void keeps_its_distance(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!are_linked(g, i, k))
                assert_true(floors_apart(g, i, k, 1.99f) && floors_apart(g, k, i, 1.99f));
}

static void rooms_that_are_not_linked_keep_their_distance(void **state)
{
    (void)state;
    each_seed(HEAD FLAT CHAIN ", 'distance': 2}", 30, keeps_its_distance);
}

static void lies_in_bounds(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        wr_box box = floor_box(g, i);
        assert_true(box.min.x >= 100 && box.max.x <= 150);
        assert_true(box.min.y >= -40 && box.max.y <= 10);
    }
}

static void all_floors_lie_in_the_bounds(void **state)
{
    (void)state;
    each_seed(HEAD FLAT RING ", 'bounds': {'min': [100, -40, 0], 'max': [150, 10, 5]}}", 30,
              lies_in_bounds);
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
    each_seed(HEAD FLAT
              "'nodes': [{'name': 'a', 'rooms': 'hub', 'position': [4, -7, 0], 'turn': 90}, "
              "{'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "
              "'corridor': {'length': [3, 5]}, "
              "'bounds': {'min': [-100, -100, 0], 'max': [100, 10, 0]}}",
              30, stands_fixed_in_bounds);
}

static void has_one_storey(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        assert_true(g->map->rooms[i].placement.position.z == 0);
        assert_true(g->rooms[i]->hooks[0].position.z == 0);
    }
    assert_int_equal(g->info.metrics.storeys, 1);
}

static void a_level_has_no_more_storeys_than_it_may(void **state)
{
    (void)state;
    each_seed(HEAD CHAIN ", 'storeys': 1}", 30, has_one_storey);
}

/* ---- Doorways ---------------------------------------------------------------------------- */

static const char *hook_towards(const struct generated *g, uint32_t from)
{
    for (uint32_t i = 0; i < g->map->link_count; i++)
        for (int side = 0; side < 2; side++)
            if (g->map->links[i].rooms[side] == from)
                return g->map->links[i].hooks[side];
    return NULL;
}

static void uses_named_doorways(const struct generated *g)
{
    assert_string_equal(hook_towards(g, find_named(g, "a")), "west");
    assert_string_equal(hook_towards(g, find_named(g, "b")), "north");
}

static void a_link_takes_the_doorways_it_names(void **state)
{
    (void)state;
    each_seed(HEAD FLAT "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', "
                        "'rooms': 'cross'}], 'links': [{'from': ['a', 'west'], "
                        "'to': ['b', 'north']}], 'corridor': {'length': [0, 3]}}",
              30, uses_named_doorways);
}

static void enters_by_a_start(const struct generated *g)
{
    assert_int_not_equal(g->map->entry.room, WR_NONE);
    assert_true(is_room(g, g->map->entry.room, "hub"));
    assert_int_not_equal(g->info.exit, WR_NONE);
    assert_true(is_room(g, g->info.exit, "cross"));
    assert_int_not_equal(g->info.metrics.critical_path, 0);
    assert_int_equal(g->info.critical_path[0], g->map->entry.room);
    assert_int_equal(g->info.critical_path[g->info.metrics.critical_path - 1], g->info.exit);
}

static void entry_and_exit_are_rooms_that_fit(void **state)
{
    (void)state;
    each_seed(HEAD FLAT RING ", 'entry': {'rooms': 'hub'}, 'exit': {'rooms': 'cross'}}", 30,
              enters_by_a_start);
}

/* ---- Wishes ------------------------------------------------------------------------------ */

static double mean_width(const char *text)
{
    struct generated g;
    double sum = 0;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wr_box all = {{1e9f, 1e9f, 0}, {-1e9f, -1e9f, 0}};
        generated_make(&g, seed);
        for (uint32_t i = 0; i < g.map->room_count; i++) {
            wr_box box = floor_box(&g, i);
            all.min.x = box.min.x < all.min.x ? box.min.x : all.min.x;
            all.min.y = box.min.y < all.min.y ? box.min.y : all.min.y;
            all.max.x = box.max.x > all.max.x ? box.max.x : all.max.x;
            all.max.y = box.max.y > all.max.y ? box.max.y : all.max.y;
        }
        sum += (double)all.max.x - (double)all.min.x + (double)all.max.y - (double)all.min.y;
    }
    generated_end(&g);
    return sum / 20;
}

static void spread_makes_levels_compact_or_wide(void **state)
{
    (void)state;
    double compact = mean_width(HEAD FLAT CHAIN ", 'spread': -1}");
    double any = mean_width(HEAD FLAT CHAIN "}");
    double wide = mean_width(HEAD FLAT CHAIN ", 'spread': 1}");
    assert_true(compact < any * 0.9);
    assert_true(wide > any * 1.1);
}

static uint32_t door_of(const struct generated *g, const wr_map_link *link, int side)
{
    const wr_room *room = g->rooms[link->rooms[side]];
    return room->hooks[wr_room_hook(room, link->hooks[side])].door;
}

static uint32_t mixed; /* links of two door types, in the levels of all seeds */

/* The map that is written knows the pairs, so that it builds. */
static void meets_as_paired(const struct generated *g)
{
    struct wr_bytes text = {0};
    struct wr_map *map = NULL;
    struct wr_build_options options = {.dry_run = true};
    for (uint32_t i = 0; i < g->map->link_count; i++)
        mixed += door_of(g, &g->map->links[i], 0) != door_of(g, &g->map->links[i], 1);
    assert_int_equal(wr_map_write(g->findings.context, g->map, &text), WR_OK);
    wr_bytes_char(&text, '\0');
    struct wr_arena *arena = wr_arena_create();
    assert_int_equal(
        wr_map_read(g->findings.context, arena,
                    findings_text((struct findings *)&g->findings, (const char *)text.data),
                    NULL, &map),
        WR_OK);
    assert_int_equal(wr_build(g->findings.context, map, g->kits, &options, NULL), WR_OK);
    wr_bytes_finish(&text);
    wr_map_free(map);
}

static void door_types_meet_as_the_template_pairs_them(void **state)
{
    (void)state;
    mixed = 0;
    each_seed(HEAD FLAT CHAIN "}", 10, meets_as_paired);
    assert_int_equal(mixed, 0);
    each_seed(HEAD FLAT CHAIN ", 'door_pairs': [['narrow', 'burrow:wide']]}", 10,
              meets_as_paired);
    assert_true(mixed > 0);
    mixed = 0;
    each_seed(HEAD FLAT "'grow': {'rooms': 12}, 'door_pairs': [['wide', 'narrow']]}", 10,
              meets_as_paired);
    assert_true(mixed > 0);
    mixed = 0;
    each_seed(HEAD FLAT "'patterns': [{'pattern': 'hub'}], 'door_pairs': [['wide', 'narrow']]}",
              10, meets_as_paired);
    assert_true(mixed > 0);
}

/* No budget ends this: rooms that have no room, in each way. */
static void a_timeout_ends_any_search(void **state)
{
    (void)state;
    static const char *const endless[] = {
        HEAD FLAT
        "'grow': {'rooms': 60, 'loops': 9, 'branching': 0.5}, 'budget': 1000000000000, "
        "'bounds': {'min': [0, 0, 0], 'max': [40, 40, 6]}}",
        HEAD FLAT "'patterns': [{'pattern': 'two_ways', 'times': 9, 'length': [2, 4]}], "
                  "'budget': 1000000000000, "
                  "'bounds': {'min': [0, 0, 0], 'max': [40, 40, 6]}}",
    };
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        struct generated g;
        generated_start(&g, endless[i]);
        wr_generator_set_timeout(g.generator, 0.05);
        assert_false(generated_try(&g, 1));
        assert_non_null(strstr(findings_said(&g.findings), "[timed-out]"));
        generated_end(&g);
    }
}

static double share_of(const char *text, const char *room)
{
    struct generated g;
    uint32_t rooms = 0, found = 0;
    generated_start(&g, text);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated_make(&g, seed);
        rooms += g.map->room_count;
        found += count_rooms(&g, room);
    }
    generated_end(&g);
    return (double)found / rooms;
}

static void weights_say_how_often_rooms_come(void **state)
{
    (void)state;
    double even = share_of(HEAD FLAT CHAIN "}", "bend");
    double heavy =
        share_of(HEAD FLAT CHAIN ", 'rooms': [{'rooms': 'bend', 'weight': 20}]}", "bend");
    double never =
        share_of(HEAD FLAT CHAIN ", 'rooms': [{'rooms': 'bend', 'weight': 0}]}", "bend");
    assert_true(heavy > 2 * even);
    assert_true(never == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_comes_as_often_as_its_count_says),
        cmocka_unit_test(a_room_that_never_repeats_comes_once),
        cmocka_unit_test(a_room_that_repeats_apart_is_not_linked_to_itself),
        cmocka_unit_test(neighbours_are_those_a_room_must_and_may_have),
        cmocka_unit_test(rooms_that_are_not_linked_keep_their_distance),
        cmocka_unit_test(all_floors_lie_in_the_bounds),
        cmocka_unit_test(a_room_stands_where_it_is_fixed_and_the_others_in_bounds),
        cmocka_unit_test(a_level_has_no_more_storeys_than_it_may),
        cmocka_unit_test(a_link_takes_the_doorways_it_names),
        cmocka_unit_test(entry_and_exit_are_rooms_that_fit),
        cmocka_unit_test(spread_makes_levels_compact_or_wide),
        cmocka_unit_test(a_timeout_ends_any_search),
        cmocka_unit_test(door_types_meet_as_the_template_pairs_them),
        cmocka_unit_test(weights_say_how_often_rooms_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
