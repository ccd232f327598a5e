/* Which rooms and doorways a template wants holds in each of the three ways of making a level.
 */
#include "tests/support/ways.h"

/* Of the kit's rooms there are enough for small levels only, where none comes again. */
#define SHORT_GROWTH "'grow': {'rooms': [8, 12]}"
#define SHORT_PATTERNS "'patterns': [{'pattern': 'lock_and_key'}]"
static const char *const short_ways[WAYS] = {CHAIN, SHORT_GROWTH, SHORT_PATTERNS};

/* ---- Which rooms ------------------------------------------------------------------------- */

static void takes_what_is_included(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        bool named = is_room(g, i, "hub") || is_room(g, i, "passage-6");
        assert_true(named || is_tagged(g->rooms[i], "junction"));
        assert_false(is_room(g, i, "tee"));
    }
}

static void rooms_are_those_included_without_those_excluded(void **state)
{
    (void)state;
    each_way("'include': ['Hub', 'burrow:passage-6', '#junction'], 'exclude': 'tee'", 8,
             takes_what_is_included);
}

static void counts_as_asked(const struct generated *g)
{
    assert_int_equal(count_rooms(g, "tee"), 2);
    assert_int_equal(count_rooms(g, "crypt"), 0);
    assert_true(count_rooms(g, "gallery") <= 1);
    assert_in_range(count_rooms(g, "bend"), 1, 3);
}

static void rooms_come_as_often_as_their_counts_say(void **state)
{
    (void)state;
    each_way("'rooms': [{'rooms': 'tee', 'count': 2}, {'rooms': 'crypt', 'count': 0}, "
             "{'rooms': 'bend', 'count': [1, 3]}, {'rooms': 'gallery', 'count': [0, 1]}]",
             10, counts_as_asked);
}

static void repeats_none(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_ptr_not_equal(g->rooms[i], g->rooms[k]);
}

static void rooms_that_never_repeat_come_once(void **state)
{
    (void)state;
    char text[1024];
    for (int i = 0; i < WAYS; i++) {
        snprintf(text, sizeof text, HEAD "%s, 'repeat': 'never'}", short_ways[i]);
        check_seeds(text, 12, repeats_none);
    }
}

static void links_no_twins(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->link_count; i++)
        assert_ptr_not_equal(g->rooms[g->map->links[i].rooms[0]],
                             g->rooms[g->map->links[i].rooms[1]]);
}

static void rooms_that_repeat_apart_are_not_linked_to_their_like(void **state)
{
    (void)state;
    each_way(FLAT "'repeat': 'apart'", 12, links_no_twins);
}

static uint32_t mirrored; /* rooms, in all levels */

static void counts_mirrored(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        mirrored += g->map->rooms[i].placement.mirror_x != g->map->rooms[i].placement.mirror_y;
}

static void mirrors_dogleg_alone(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        if (g->map->rooms[i].placement.mirror_x != g->map->rooms[i].placement.mirror_y)
            assert_true(is_room(g, i, "dogleg"));
}

static void rooms_are_mirrored_only_where_they_may(void **state)
{
    (void)state;
    mirrored = 0;
    each_way(FLAT "'mirror': true", 4, counts_mirrored);
    assert_true(mirrored > 0);
    mirrored = 0;
    each_way(FLAT "'mirror': false", 4, counts_mirrored);
    assert_int_equal(mirrored, 0);
    each_way(FLAT "'mirror': false, 'rooms': [{'rooms': 'dogleg', 'mirror': true}]", 8,
             mirrors_dogleg_alone);
}

static uint32_t bends, rooms; /* in all levels */

static void counts_bends(const struct generated *g)
{
    bends += count_rooms(g, "bend");
    rooms += g->map->room_count;
}

static double share_of_bends(const char *way, const char *rules)
{
    char text[1024];
    bends = rooms = 0;
    snprintf(text, sizeof text, HEAD FLAT "%s%s}", way, rules);
    check_seeds(text, 12, counts_bends);
    return (double)bends / rooms;
}

static void weights_draw_rooms(void **state)
{
    (void)state;
    for (int i = 0; i < WAYS; i++) {
        double even = share_of_bends(ways[i], "");
        double heavy = share_of_bends(ways[i], ", 'rooms': [{'rooms': 'bend', 'weight': 30}]");
        double never = share_of_bends(ways[i], ", 'rooms': [{'rooms': 'bend', 'weight': 0}]");
        if (heavy < 1.5 * even || never > 0)
            fail_msg("way %d: %.3f heavy, %.3f even, %.3f never", i, heavy, even, never);
    }
    assert_true(share_of_bends(CHAIN, ", 'rooms': [{'rooms': 'bend', 'weight': 20}]") >
                2 * share_of_bends(CHAIN, ""));
}

/* ---- Ends and caps ----------------------------------------------------------------------- */

static void begins_and_ends_as_said(const struct generated *g)
{
    assert_int_not_equal(g->map->entry.room, WR_NONE);
    assert_true(is_room(g, g->map->entry.room, "hub"));
    assert_int_not_equal(g->info.exit, WR_NONE);
    assert_true(is_tagged(g->rooms[g->info.exit], "junction"));
    assert_true(g->info.metrics.critical_path >= 2);
    assert_int_equal(g->info.critical_path[0], g->map->entry.room);
    assert_int_equal(g->info.critical_path[g->info.metrics.critical_path - 1], g->info.exit);
}

static void entry_and_exit_are_rooms_that_fit(void **state)
{
    (void)state;
    each_way(FLAT "'entry': {'rooms': 'hub'}, 'exit': {'rooms': '#junction'}", 8,
             begins_and_ends_as_said);
}

static uint32_t caps;

static void counts_caps(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        caps += is_tagged(g->rooms[i], "cap");
}

static void open_doorways_are_capped_where_that_is_asked(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        char text[1024];
        caps = 0;
        snprintf(text, sizeof text, HEAD FLAT "%s}", ways[way]);
        check_seeds(text, 4, counts_caps);
        assert_int_equal(caps, 0);
        snprintf(text, sizeof text, HEAD FLAT "%s, 'caps': '#cap'}", ways[way]);
        check_seeds(text, 4, counts_caps);
        assert_true(caps > 0);
    }
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
    check_seeds(HEAD FLAT "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', "
                          "'rooms': 'cross'}], 'links': [{'from': ['a', 'west'], "
                          "'to': ['b', 'north']}], 'corridor': {'length': [0, 3]}}",
                10, uses_named_doorways);
}

static void leaves_by_north(const struct generated *g)
{
    for (uint32_t i = 0; i < g->map->link_count; i++) {
        const wr_map_link *link = &g->map->links[i];
        int named = atoi(g->map->rooms[link->rooms[1]].name + 1) >
                    atoi(g->map->rooms[link->rooms[0]].name + 1);
        assert_string_equal(link->hooks[named], "north");
    }
}

/* What a link names no other takes: of a hundred rooms hardly one is placed again. */
static void a_doorway_is_kept_for_the_link_that_names_it(void **state)
{
    enum { ROOMS = 100 };
    struct wr_bytes text = {0};
    (void)state;
    wr_bytes_print(&text, HEAD FLAT
                   "'budget': 10000, 'rooms': [{'rooms': 'hub', 'count': [0, null]}], "
                   "'nodes': [");
    for (int i = 0; i < ROOMS; i++)
        wr_bytes_print(&text, "%s{'name': 'n%d', 'rooms': 'hub'}", i ? ", " : "", i);
    wr_bytes_print(&text, "], 'links': [");
    for (int i = 1; i < ROOMS; i++)
        wr_bytes_print(&text, "%s{'from': ['n%d', 'north'], 'to': 'n%d'}", i > 1 ? ", " : "", i,
                       i - 1);
    wr_bytes_print(&text, "]}");
    wr_bytes_char(&text, '\0');
    check_seeds((const char *)text.data, 4, leaves_by_north);
    wr_bytes_finish(&text);
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
        wr_map_parse(g->findings.context, arena,
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
    check_seeds(HEAD FLAT CHAIN "}", 10, meets_as_paired);
    assert_int_equal(mixed, 0);
    check_seeds(HEAD FLAT CHAIN ", 'door_pairs': [['narrow', 'burrow:wide']]}", 10,
                meets_as_paired);
    assert_true(mixed > 0);
    mixed = 0;
    check_seeds(HEAD FLAT "'grow': {'rooms': 12}, 'door_pairs': [['wide', 'narrow']]}", 10,
                meets_as_paired);
    assert_true(mixed > 0);
    mixed = 0;
    check_seeds(HEAD FLAT
                "'patterns': [{'pattern': 'hub'}], 'door_pairs': [['wide', 'narrow']]}",
                10, meets_as_paired);
    assert_true(mixed > 0);
}

/* ---- Time -------------------------------------------------------------------------------- */

/* No budget ends this: rooms that have no room, in each way. */
static void a_timeout_ends_any_search(void **state)
{
    (void)state;
    static const char *const endless[] = {
        HEAD FLAT "'grow': {'rooms': 60, 'loops': 9, 'loop_lengths': [4], 'branching': 0.5}, "
                  "'budget': 1000000000000, "
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_are_those_included_without_those_excluded),
        cmocka_unit_test(rooms_come_as_often_as_their_counts_say),
        cmocka_unit_test(rooms_that_never_repeat_come_once),
        cmocka_unit_test(rooms_that_repeat_apart_are_not_linked_to_their_like),
        cmocka_unit_test(rooms_are_mirrored_only_where_they_may),
        cmocka_unit_test(weights_draw_rooms),
        cmocka_unit_test(entry_and_exit_are_rooms_that_fit),
        cmocka_unit_test(open_doorways_are_capped_where_that_is_asked),
        cmocka_unit_test(a_link_takes_the_doorways_it_names),
        cmocka_unit_test(a_doorway_is_kept_for_the_link_that_names_it),
        cmocka_unit_test(door_types_meet_as_the_template_pairs_them),
        cmocka_unit_test(a_timeout_ends_any_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
