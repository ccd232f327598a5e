/* Linking: which doorways become one, which do not, and what a near miss is told. */
#include "tests/support/on_scene.h"

#include "builder/layout/link.h"

/* A 6 m cell with a doorway of its kind in the north and the south. */
static const scene_box CELL = {
    .id = "cell", .width = 6, .depth = 6, .doors = {{.side = 'n'}, {.side = 's'}}};

static const scene_box LONELY = {
    .id = "lonely", .width = 6, .depth = 6, .doors = {{.side = 's', .type = SCENE_LONELY}}};

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state, &CELL);
    return 0;
}

/* Two cells, the second's south doorway off the first's north one by (x, y, z) and `turn`. */
static void put_two(struct scene *scene, float x, float y, float z, float turn)
{
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", x, 6 + y, z, turn);
}

static uint32_t links(struct scene *scene)
{
    assert_int_equal(scene_connect(scene), WR_OK);
    return scene->layout->link_count;
}

/* ---- Proximity ---- */

static void hooks_on_one_spot_that_face_each_other_are_linked(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0, 0, 0, 0);
    assert_int_equal(links(scene), 1);
    const wr_link *link = scene_link_of(scene, 0, "n");
    assert_non_null(link);
    assert_ptr_equal(link, scene_link_of(scene, 1, "s"));
    assert_int_equal(link->hooks[0], 0);
    assert_false(link->stated);
    assert_near(link->distance, 0, 0);
    assert_null(scene_link_of(scene, 0, "s"));
    assert_int_equal(scene->warnings, 0);
}

static void the_reach_is_one_centimetre(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0.0099f, 0, 0, 0);
    scene_put(scene, "cell", 50, 0, 0, 0);
    scene_put(scene, "cell", 50.0102f, 6, 0, 0);
    assert_int_equal(links(scene), 1);
    assert_non_null(scene_link_of(scene, 0, "n"));
    assert_int_equal(scene->layout->near_miss_count, 1);
}

static void a_map_and_an_option_may_reach_farther(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0.05f, 0, 0.05f, 0);
    assert_int_equal(links(scene), 0);
    scene->map.tolerance = 0.1f;
    assert_int_equal(links(scene), 1);
    scene->options.reach = 0.02f; /* the option is stronger */
    assert_int_equal(links(scene), 0);
}

static void hooks_of_one_room_are_never_linked(void **state)
{
    struct scene *scene = *state;
    /* Two doorways of one room, on one spot and face to face, across a gap of nothing. */
    static const char *const rows[] = {"....", ".  .", "n ..", "s ..", ".  .", "....", NULL};
    scene_add_plan(scene, &(scene_plan){"horseshoe", rows, 2});
    scene_put(scene, "horseshoe", 0, 0, 0, 0);
    assert_int_equal(links(scene), 0);
    assert_int_equal(scene->layout->near_miss_count, 0);
}

static void hooks_are_found_across_the_cells_of_the_hash(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 40; i++) {
        float at = 40 * (float)i - 800 + 0.3672f * (float)i;
        scene_put(scene, "cell", at, at, -at, 0);
        scene_put(scene, "cell", at + 0.005f, at + 6.005f, -at, 0);
    }
    assert_int_equal(links(scene), 40);
}

/* ---- Facing ---- */

static void doorways_turned_away_are_not_linked(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", 0, 0, 20, 0);
    scene_put(scene, "cell", 0, 6, 20, 180); /* its north is there: still face to face */
    scene_put(scene, "cell", 3, 3, 0, 90);   /* looks west along the wall */
    assert_int_equal(links(scene), 1);
    assert_null(scene_link_of(scene, 0, "n"));
    assert_non_null(scene_link_of(scene, 1, "n"));
}

static void doorways_may_be_twenty_degrees_off(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene, &(scene_box){.id = "slim",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 'n', .width = 1.125f},
                                                {.side = 's', .width = 1.125f}}});
    scene->options.seam_distance = 0.4f;
    uint32_t base = scene_put(scene, "slim", 0, 0, 0, 0);
    wr_placement to = scene->map.rooms[base].placement;
    const wr_room *slim = scene_room(scene, "slim");
    const float angles[] = {19, -19, 21, -21};
    for (int i = 0; i < 4; i++) {
        to.position.x = 100 * (float)(i + 1);
        base = scene_put(scene, "slim", to.position.x, 0, 0, 0);
        wr_placement there = to;
        there.turn = angles[i];
        wr_placement meet = scene_meeting(slim, there, 0, slim, 1, false);
        uint32_t other = scene_put(scene, "slim", 0, 0, 0, meet.turn);
        /* Bring the hooks together again: only the angle is off. */
        wr_motion motion = wr_motion_of(scene->map.rooms[other].placement);
        wr_vec3 at = wr_motion_point(&motion, slim->hooks[1].position);
        scene->map.rooms[other].placement.position =
            wr_vec3_of(to.position.x - at.x, 3 - at.y, 0);
    }
    assert_int_equal(links(scene), 2);
    assert_int_equal(scene->layout->near_miss_count, 2);
    assert_near(scene->layout->near_misses[0].angle, 21, 1e-3);
}

/* ---- Door types ---- */

static uint32_t links_of_types(enum scene_door_type a, enum scene_door_type b)
{
    struct scene scene;
    scene_start(&scene);
    scene_add_box(
        &scene,
        &(scene_box){.id = "a", .width = 6, .depth = 6, .doors = {{.side = 'n', .type = a}}});
    scene_add_box(
        &scene,
        &(scene_box){.id = "b", .width = 6, .depth = 6, .doors = {{.side = 's', .type = b}}});
    scene_put(&scene, "a", 0, 0, 0, 0);
    scene_put(&scene, "b", 0, 6, 0, 0);
    uint32_t count = links(&scene);
    assert_int_equal(scene.layout->near_miss_count, 1 - count);
    if (count == 0) {
        assert_string_equal(scene.layout->near_misses[0].reason,
                            "their door types may not meet");
        assert_null(strstr(scene_said(&scene), "to link them"));
    }
    scene_end(&scene);
    return count;
}

static void door_types_decide_who_may_meet(void **state)
{
    (void)state;
    assert_int_equal(links_of_types(SCENE_PLAIN, SCENE_PLAIN), 1);
    assert_int_equal(links_of_types(SCENE_PLAIN, SCENE_SMALL), 1);
    assert_int_equal(links_of_types(SCENE_SMALL, SCENE_PLAIN), 1);
    assert_int_equal(links_of_types(SCENE_OPEN, SCENE_FREE), 1);
    assert_int_equal(links_of_types(SCENE_OPEN, SCENE_PLAIN), 0);
    assert_int_equal(links_of_types(SCENE_LONELY, SCENE_LONELY), 1);
    assert_int_equal(links_of_types(SCENE_LONELY, SCENE_FREE), 0);
    assert_int_equal(links_of_types(SCENE_SMALL, SCENE_OPEN), 0);
}

/* ---- Thresholds ---- */

static void thresholds_need_a_metre_in_common(void **state)
{
    struct scene *scene = *state;
    const float widths[] = {0.9f, 1.1f};
    for (int i = 0; i < 2; i++)
        scene_add_box(scene, &(scene_box){.id = i ? "wide" : "tight",
                                          .width = 6,
                                          .depth = 6,
                                          .doors = {{.side = 's', .width = widths[i]}}});
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", 50, 0, 0, 0);
    scene_put(scene, "tight", 0, 6, 0, 0);
    scene_put(scene, "wide", 50, 6, 0, 0);
    assert_int_equal(links(scene), 1);
    assert_non_null(scene_link_of(scene, 1, "n"));
    assert_string_equal(scene->layout->near_misses[0].reason,
                        "their thresholds have less than 1 m in common");
}

static void a_step_or_gap_that_cannot_be_closed_forbids_the_link(void **state)
{
    struct scene *scene = *state;
    scene->map.tolerance = 1;
    const float steps[] = {0.15f, 0.17f, 0.26f};
    static const char *const reasons[] = {
        NULL, "a doorway vertex would move farther than the seam tolerance",
        "the step between their floors is over 0.25 m"};
    for (int i = 0; i < 3; i++) {
        scene_put(scene, "cell", 50 * (float)i, 0, 0, 0);
        scene_put(scene, "cell", 50 * (float)i, 6, steps[i], 0);
    }
    assert_int_equal(links(scene), 1);
    assert_non_null(scene_link_of(scene, 0, "n"));
    for (int i = 1; i < 3; i++)
        assert_string_equal(scene->layout->near_misses[i - 1].reason, reasons[i]);
}

static void a_hook_without_a_threshold_is_never_linked(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene,
                  &(scene_box){.id = "lost", .width = 6, .depth = 6, .doors = {{.side = 's'}}});
    ((wr_hook *)(uintptr_t)scene->rooms[1].hooks)->position.y -= 0.5f;
    scene_put(scene, "cell", 0, -0.5f, 0, 0);
    scene_put(scene, "lost", 0, 6, 0, 0);
    assert_int_equal(scene_room(scene, "lost")->hooks[0].foot, WR_NONE);
    assert_int_equal(links(scene), 0);
    assert_null(strstr(scene_said(scene), "to link them"));
    scene_link(scene, 0, "n", 1, "s");
    assert_int_equal(scene_connect(scene), WR_INVALID);
    assert_true(scene_heard(scene, "link-threshold"));
}

/* ---- One to one ---- */

static void the_nearest_of_two_is_taken(void **state)
{
    struct scene *scene = *state;
    scene->map.tolerance = 0.05f;
    put_two(scene, 0.03f, 0, 0, 0);
    scene_put(scene, "cell", -0.02f, 6, 0, 0);
    assert_int_equal(links(scene), 1);
    assert_int_equal(scene_link_of(scene, 0, "n")->hooks[1], 2 * 2 + 1);
}

static void a_tie_goes_to_the_lowest_room(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0, 0, 0, 0);
    scene_put(scene, "cell", 0, 6, 0, 0);
    scene_put(scene, "cell", 0, 0, 0, 0);
    assert_int_equal(links(scene), 2);
    assert_int_equal(scene_link_of(scene, 0, "n")->hooks[1], 3);
    assert_int_equal(scene_link_of(scene, 3, "n")->hooks[0], 5);
}

static void links_are_in_the_order_of_their_first_hooks(void **state)
{
    struct scene *scene = *state;
    scene->map.tolerance = 0.05f;
    put_two(scene, 0.04f, 0, 0, 0);
    scene_put(scene, "cell", 0.04f, 12, 0, 0);
    scene_put(scene, "cell", 0, -6, 0, 0);
    scene_link(scene, 3, "n", 0, "s");
    assert_int_equal(links(scene), 3);
    for (uint32_t i = 0; i < 3; i++) {
        const wr_link *link = &scene->layout->links[i];
        assert_true(i == 0 || link->hooks[0] > scene->layout->links[i - 1].hooks[0]);
        assert_true(scene->layout->hooks[link->hooks[0]].room <
                    scene->layout->hooks[link->hooks[1]].room);
        assert_int_equal(scene->layout->hooks[link->hooks[0]].link, i);
        assert_int_equal(scene->layout->hooks[link->hooks[1]].link, i);
    }
    assert_true(scene_link_of(scene, 0, "s")->stated);
}

/* ---- Stated links ---- */

static void stated_links_reach_as_far_as_the_seam_tolerance(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0.07f, 0, 0, 0);
    assert_int_equal(links(scene), 0);
    scene_link(scene, 1, "s", 0, "n");
    assert_int_equal(links(scene), 1);
    assert_true(scene_link_of(scene, 0, "n")->stated);
    scene->map.rooms[1].placement.position.x = 0.09f;
    assert_int_equal(scene_connect(scene), WR_INVALID);
    assert_non_null(strstr(scene_said(scene), "[link-far] hook 's' of room 'r1' and hook 'n'"));
}

static void a_stated_link_keeps_every_other_rule(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene, &LONELY);
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0, 6, 0, 0);
    scene_put(scene, "cell", 100, 0, 0, 0);
    scene_put(scene, "cell", 100, 0, 0, 0);
    scene_link(scene, 0, "n", 1, "s");
    scene_link(scene, 2, "n", 3, "n");
    assert_int_equal(scene_connect(scene), WR_INVALID);
    assert_true(scene_heard(scene, "link-door"));
    assert_true(scene_heard(scene, "link-facing"));
    assert_int_equal(scene->errors, 2);
}

static void a_pair_of_doors_may_meet_because_the_map_says_so(void **state)
{
    static const struct {
        const char *doors[2];
        unsigned links, unknown;
    } pairs[] = {{{"plain", "lonely"}, 1, 0},   {{"lonely", "plain"}, 1, 0},
                 {{"@:lonely", "plain"}, 1, 0}, {{"lonely", "other:plain"}, 0, 1},
                 {{"lonely", "lonely"}, 0, 0},  {{"gate", "arch"}, 0, 2}};
    struct scene *scene = *state;
    scene_add_box(scene, &LONELY);
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0, 6, 0, 0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        wr_door_pair pair = {.doors = {pairs[i].doors[0], pairs[i].doors[1]}};
        char own[64];
        if (*pair.doors[0] == '@') {
            snprintf(own, sizeof own, "%s%s", scene->layout->rooms[0].room->kit->id,
                     pair.doors[0] + 1);
            pair.doors[0] = own;
        }
        scene->map.door_pairs = &pair;
        scene->map.door_pair_count = 1;
        scene->warnings = 0;
        assert_int_equal(links(scene), pairs[i].links);
        assert_int_equal(scene_heard(scene, "door-pair-unknown"), pairs[i].unknown > 0);
        /* Doors that stay apart are a near miss as well. */
        assert_int_equal(scene->warnings, pairs[i].unknown + (pairs[i].links == 0));
        scene_said(scene);
    }
    scene->map.door_pair_count = 0;
}

static void a_stated_hook_must_exist_and_be_free(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0, 0, 0, 0);
    scene_put(scene, "cell", 0, 6, 0, 0);
    scene_link(scene, 0, "n", 1, "s");
    scene_link(scene, 0, "n", 2, "s");
    scene_link(scene, 0, "door", 2, "s");
    assert_int_equal(scene_connect(scene), WR_INVALID);
    assert_true(scene_heard(scene, "link-hook-taken"));
    assert_true(scene_heard(scene, "link-hook-not-found"));
}

static void stated_links_go_before_nearer_ones(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0, 0, 0, 0);
    scene_put(scene, "cell", 0.05f, 6, 0, 0);
    scene_link(scene, 0, "n", 2, "s");
    assert_int_equal(links(scene), 1);
    assert_int_equal(scene_link_of(scene, 0, "n")->hooks[1], 5);
}

static void links_only_ends_the_search_and_its_warnings(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0, 0, 0, 0);
    scene_put(scene, "cell", 0, 12, 0, 0);
    scene_link(scene, 0, "n", 1, "s");
    scene->map.links_only = true;
    assert_int_equal(links(scene), 1);
    assert_int_equal(scene->layout->near_miss_count, 0);
    assert_string_equal(scene_said(scene), "");
}

/* ---- Near misses ---- */

/* Reads "give 'rN' position [x, y, z] and turn t" out of the findings and does as told. */
static void do_as_told(struct scene *scene)
{
    const char *said = strstr(scene_said(scene), "to link them, give 'r");
    unsigned room;
    wr_placement to;
    assert_non_null(said);
    assert_int_equal(sscanf(said, "to link them, give 'r%u' position [%f, %f, %f] and turn %f",
                            &room, &to.position.x, &to.position.y, &to.position.z, &to.turn),
                     5);
    assert_true(room < scene->map.room_count);
    assert_true(to.turn >= 0 && to.turn < 360);
    scene->map.rooms[room].placement.position = to.position;
    scene->map.rooms[room].placement.turn = to.turn;
}

static void the_move_of_a_near_miss_mends_it(void **state)
{
    struct scene *scene = *state;
    static const struct {
        float x, y, z, turn;
        bool mirror_x, mirror_y;
    } cases[] = {
        {0.3f, 0.2f, 0, 0, false, false},   {0, 0, 0.4f, 0, false, false},
        {0.1f, 0, 0, 12, true, false},      {-0.1f, 0.1f, 0, -8, false, false},
        {0, 0.5f, 0, 725, false, false},    {0, -0.2f, 0.2f, -733, true, true},
        {0.1f, 0, 0, 180 + 5, false, true}, {0, 0.005f, 0, 30, false, false},
    };
    put_two(scene, 0, 0, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (float turn = 0; turn < 360; turn += 51) {
            wr_placement *second = &scene->map.rooms[1].placement;
            scene->map.rooms[0].placement.turn = turn;
            *second = scene_meeting(scene_room(scene, "cell"), scene->map.rooms[0].placement, 0,
                                    scene_room(scene, "cell"), 1, false);
            second->position.x += cases[i].x;
            second->position.y += cases[i].y;
            second->position.z += cases[i].z;
            second->turn += cases[i].turn;
            second->mirror_x = cases[i].mirror_x;
            second->mirror_y = cases[i].mirror_y;
            assert_int_equal(links(scene), 0);
            if (scene->layout->near_miss_count == 0)
                continue; /* the turn took the hook away */
            do_as_told(scene);
            assert_int_equal(links(scene), 1);
            assert_int_equal(scene->layout->near_miss_count, 0);
        }
}

static void a_near_miss_says_how_far_off_it_is(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0.3f, 0, 0.4f, 0);
    scene_put(scene, "cell", 100, 0, 0, 0);
    scene_put(scene, "cell", 100, 7.1f, 0, 0);
    assert_int_equal(links(scene), 0);
    assert_int_equal(scene->layout->near_miss_count, 1);
    const wr_near_miss *miss = &scene->layout->near_misses[0];
    assert_near(miss->distance, 0.5, 1e-5);
    assert_near(miss->angle, 0, 1e-9);
    assert_null(miss->reason);
    assert_non_null(strstr(scene_said(scene),
                           "[near-miss] hook 's' of room 'r1' is 0.500 m and 0.0 degrees from "
                           "hook 'n' of room 'r0', not linked (to link them, give 'r1' "
                           "position [0.0, 6.0, 0.0] and turn 0.0)"));
}

static void no_move_is_advised_where_none_helps(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene, &LONELY);
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0.5f, 6, 0, 0);
    assert_int_equal(links(scene), 0);
    assert_string_equal(scene->layout->near_misses[0].reason, "their door types may not meet");
    assert_null(strstr(scene_said(scene), "to link them"));
}

static void the_room_that_is_not_linked_yet_is_told_to_move(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0.2f, 0, 0, 0);
    scene_put(scene, "cell", 0, 6, 0, 0);
    scene_put(scene, "cell", 0, 12, 0, 0);
    assert_int_equal(links(scene), 1);
    do_as_told(scene);
    assert_near(scene->map.rooms[0].placement.position.x, 0, 1e-6);
    assert_int_equal(links(scene), 2);
}

static void each_unlinked_pair_is_told_once(void **state)
{
    struct scene *scene = *state;
    put_two(scene, 0.2f, 0, 0, 0);
    scene_put(scene, "cell", 0.2f, 12.3f, 0, 0);
    assert_int_equal(links(scene), 0);
    assert_int_equal(scene->layout->near_miss_count, 2);
    assert_int_equal(scene->warnings, 2);
}

/* ---- Crowds ---- */

static void a_crowd_of_hooks_is_refused_quickly(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 20000; i++)
        scene_put(scene, "cell", 0, 0, 0, 0);
    assert_int_equal(scene_connect(scene), WR_LIMIT);
    assert_true(scene_heard(scene, "hooks-crowded"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, hooks_on_one_spot_that_face_each_other_are_linked),
        ON_SCENE_OF(start, the_reach_is_one_centimetre),
        ON_SCENE_OF(start, a_map_and_an_option_may_reach_farther),
        ON_SCENE_OF(start, hooks_of_one_room_are_never_linked),
        ON_SCENE_OF(start, hooks_are_found_across_the_cells_of_the_hash),
        ON_SCENE_OF(start, doorways_turned_away_are_not_linked),
        ON_SCENE_OF(start, doorways_may_be_twenty_degrees_off),
        ON_SCENE_OF(start, door_types_decide_who_may_meet),
        ON_SCENE_OF(start, thresholds_need_a_metre_in_common),
        ON_SCENE_OF(start, a_step_or_gap_that_cannot_be_closed_forbids_the_link),
        ON_SCENE_OF(start, a_hook_without_a_threshold_is_never_linked),
        ON_SCENE_OF(start, the_nearest_of_two_is_taken),
        ON_SCENE_OF(start, a_tie_goes_to_the_lowest_room),
        ON_SCENE_OF(start, links_are_in_the_order_of_their_first_hooks),
        ON_SCENE_OF(start, stated_links_reach_as_far_as_the_seam_tolerance),
        ON_SCENE_OF(start, a_stated_link_keeps_every_other_rule),
        ON_SCENE_OF(start, a_pair_of_doors_may_meet_because_the_map_says_so),
        ON_SCENE_OF(start, a_stated_hook_must_exist_and_be_free),
        ON_SCENE_OF(start, stated_links_go_before_nearer_ones),
        ON_SCENE_OF(start, links_only_ends_the_search_and_its_warnings),
        ON_SCENE_OF(start, the_move_of_a_near_miss_mends_it),
        ON_SCENE_OF(start, a_near_miss_says_how_far_off_it_is),
        ON_SCENE_OF(start, no_move_is_advised_where_none_helps),
        ON_SCENE_OF(start, the_room_that_is_not_linked_yet_is_told_to_move),
        ON_SCENE_OF(start, each_unlinked_pair_is_told_once),
        ON_SCENE_OF(start, a_crowd_of_hooks_is_refused_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
