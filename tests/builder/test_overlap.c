/* Overlap: how deep floors lie in each other, and when that is a fault. */
#include "tests/support/on_scene.h"

#include "core/base/random.h"
#include "core/base/tolerance.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state, &(scene_box){.id = "hall",
                                       .width = 10,
                                       .depth = 6,
                                       .doors = {{.side = 'n'}, {.side = 's'}}});
    return 0;
}

static enum wr_result overlap(struct scene *scene)
{
    assert_int_equal(scene_place(scene), WR_OK);
    return wr_layout_overlap(scene->context, scene->layout);
}

static enum wr_result overlap_of_two(struct scene *scene, float x, float y, float z)
{
    scene->map.room_count = 0;
    scene_said(scene);
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene_put(scene, "hall", x, y, z, 0);
    return overlap(scene);
}

static double depth(const struct scene *scene)
{
    assert_int_equal(scene->layout->overlap_count, 1);
    return scene->layout->overlaps[0].depth;
}

static void rooms_that_touch_do_not_overlap(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(overlap_of_two(scene, 0, 6, 0), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 0);
    assert_int_equal(overlap_of_two(scene, 10, 1, 0), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 0);
    assert_int_equal(scene->notes + scene->warnings + scene->errors, 0);
}

static void eleven_centimetres_are_a_note(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(overlap_of_two(scene, 0, 5.89f, 0), WR_OK);
    assert_near(depth(scene), 0.11, 1e-5);
    assert_int_equal(scene->notes, 1);
    assert_non_null(strstr(scene_said(scene),
                           "note [rooms-touch] the floors of rooms 'r0' and 'r1' lie 0.110 m"));
}

static void thirteen_centimetres_are_an_error(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(overlap_of_two(scene, 9.87f, 0, 0), WR_INVALID);
    assert_near(depth(scene), 0.13, 1e-5);
    assert_non_null(strstr(scene_said(scene), "error [rooms-overlap] the floors of rooms 'r0' "
                                              "and 'r1' lie 0.130 m in each other at (4.9"));
}

/* A map that allows half a metre allows all of it. */
static void rooms_may_lie_as_deep_in_each_other_as_is_allowed(void **state)
{
    struct scene *scene = *state;
    scene->map.overlap = 0.5;
    assert_int_equal(overlap_of_two(scene, 0, 5.5f, 0), WR_OK);
    assert_near(depth(scene), 0.5, 0);
    assert_int_equal(overlap_of_two(scene, 0, 5.4999f, 0), WR_INVALID);
}

static void the_tolerance_is_told_from_both_sides_in_any_pose(void **state)
{
    struct scene *scene = *state;
    for (int pose = 0; pose < 72; pose++) {
        float turn = 5 * (float)pose;
        wr_placement base = {{20, -30, 4}, turn, pose & 1, pose & 2};
        const wr_room *hall = scene_room(scene, "hall");
        wr_placement meet = scene_meeting(hall, base, 0, hall, pose & 4 ? 0 : 1, pose & 8);
        wr_motion motion = wr_motion_of(base);
        double x = hall->hooks[0].out_x, y = hall->hooks[0].out_y;
        wr_motion_direction(&motion, &x, &y);
        for (int deep = 0; deep < 2; deep++) {
            double by = deep ? 0.125 : 0.115;
            scene->map.room_count = 0;
            scene_put(scene, "hall", 0, 0, 0, 0);
            scene_put(scene, "hall", 0, 0, 0, 0);
            scene->map.rooms[0].placement = base;
            scene->map.rooms[1].placement = meet;
            scene->map.rooms[1].placement.position.x -= (float)(by * x);
            scene->map.rooms[1].placement.position.y -= (float)(by * y);
            assert_int_equal(overlap(scene), deep ? WR_INVALID : WR_OK);
            assert_near(depth(scene), by, 1e-4);
            scene_said(scene);
        }
    }
}

static void storeys_do_not_overlap(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(overlap_of_two(scene, 1, 1, 2.01f), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 0);
    assert_int_equal(overlap_of_two(scene, 1, 1, -2.01f), WR_OK);
    assert_int_equal(overlap_of_two(scene, 1, 1, 1.99f), WR_INVALID);
    assert_int_equal(overlap_of_two(scene, 1, 1, -1.99f), WR_INVALID);
}

static void slopes_are_compared_where_they_meet(void **state)
{
    struct scene *scene = *state;
    /* A ramp rises from 0 to 4 m; a hall at 4 m reaches over its lower end, then its upper. */
    scene_add_box(scene, &(scene_box){.id = "ramp",
                                      .width = 6,
                                      .depth = 12,
                                      .climb = 6,
                                      .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_put(scene, "ramp", 0, 0, 0, 0);
    scene_put(scene, "hall", 0, -7, 0, 0);
    assert_int_equal(overlap(scene), WR_OK);
    scene->map.rooms[1].placement.position.y = 7;
    assert_int_equal(overlap(scene), WR_OK);
    scene->map.rooms[1].placement.position.z = 3;
    assert_int_equal(overlap(scene), WR_INVALID);
}

static void identical_rooms_on_one_spot_overlap(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(overlap_of_two(scene, 0, 0, 0), WR_INVALID);
    assert_true(depth(scene) > 2);
}

static void a_room_inside_another_overlaps_it(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene, &(scene_box){.id = "closet",
                                      .width = 1,
                                      .depth = 1,
                                      .doors = {{.side = 'n', .width = 1}}});
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene_put(scene, "closet", 2.5f, -1.2f, 0, 30);
    assert_int_equal(overlap(scene), WR_INVALID);
}

static void faces_nobody_walks_on_may_overlap(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"..##", "..##", NULL};
    scene_add_plan(scene, &(scene_plan){"wall", rows, 1});
    scene_put(scene, "wall", 0, 0, 0, 0);
    scene_put(scene, "wall", 2, 0, 0, 0); /* its floor lies on the other's blocks */
    assert_int_equal(overlap(scene), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 1);
    assert_near(depth(scene), 0, 0);
    assert_non_null(strstr(scene_said(scene), "note [rooms-touch] faces nobody walks on"));
}

static void a_hole_is_no_floor(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {".....", ".   .", ".   .", ".   .", ".....", NULL};
    scene_add_plan(scene, &(scene_plan){"frame", rows, 2});
    scene_add_box(scene, &(scene_box){.id = "plug", .width = 6, .depth = 6});
    scene_put(scene, "frame", 0, 0, 0, 0);
    scene_put(scene, "plug", 5, 5, 0, 0);
    assert_int_equal(overlap(scene), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 0);
    scene->map.rooms[1].placement.position.x = 5.2f;
    assert_int_equal(overlap(scene), WR_INVALID);
}

static void a_wedge_is_as_deep_as_its_deepest_point(void **state)
{
    struct scene *scene = *state;
    /* Turned by two degrees about the corner, the far end reaches 0.35 m into the other. */
    scene_put(scene, "hall", 0, 0, 0, 0);
    uint32_t other = scene_put(scene, "hall", 0, 0, 0, 2);
    wr_motion motion = wr_motion_of(scene->map.rooms[other].placement);
    wr_vec3 corner = wr_motion_point(&motion, wr_vec3_of(5, -3, 0));
    scene->map.rooms[other].placement.position = wr_vec3_of(5 - corner.x, 3 - corner.y, 0);
    assert_int_equal(overlap(scene), WR_INVALID);
}

static void a_narrow_wedge_is_measured_at_its_wide_end(void **state)
{
    struct scene *scene = *state;
    /* Two faces 10 m long share a wedge that opens to 0.15 m: 0.1 m at its middle. */
    static const char *const rows[] = {".", NULL};
    scene_add_plan(scene, &(scene_plan){"tile", rows, 10});
    scene_put(scene, "tile", 0, 0, 0, 0);
    uint32_t other = scene_put(scene, "tile", 0, 0, 0, 0.8594f);
    wr_motion motion = wr_motion_of(scene->map.rooms[other].placement);
    wr_vec3 corner = wr_motion_point(&motion, wr_vec3_of(10, 0, 0));
    scene->map.rooms[other].placement.position = wr_vec3_of(10 - corner.x, 10 - corner.y, 0);
    assert_int_equal(overlap(scene), WR_INVALID);
    assert_near(depth(scene), 0.145, 0.006);
    assert_near(scene->layout->overlaps[0].point.x, 0, 0.3);
}

static void every_pair_is_told_once_and_in_order(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 4; i++)
        scene_put(scene, "hall", 100 * (float)(i % 2), 0.05f * (float)i, 0, 0);
    assert_int_equal(overlap(scene), WR_INVALID);
    assert_int_equal(scene->layout->overlap_count, 2);
    assert_int_equal(scene->layout->overlaps[0].rooms[0], 0);
    assert_int_equal(scene->layout->overlaps[0].rooms[1], 2);
    assert_int_equal(scene->layout->overlaps[1].rooms[0], 1);
    assert_int_equal(scene->layout->overlaps[1].rooms[1], 3);
    assert_int_equal(scene->errors, 2);
}

static void all_pairs_of_a_scattered_level_are_found(void **state)
{
    struct scene *scene = *state;
    struct wr_random random = wr_random_of(3, 3);
    enum { ROOMS = 300 };
    static bool expected[ROOMS][ROOMS];
    uint32_t pairs = 0;
    /* Two very large rooms among the small ones. */
    scene_add_box(scene, &(scene_box){.id = "plain", .width = 400, .depth = 300});
    for (uint32_t i = 0; i < ROOMS; i++)
        scene_put(scene, i % 150 == 7 ? "plain" : "hall", 300 * (float)wr_random_unit(&random),
                  300 * (float)wr_random_unit(&random), 10 * (float)wr_random_below(&random, 3),
                  90 * (float)wr_random_below(&random, 4));
    overlap(scene);
    for (uint32_t i = 0; i < ROOMS; i++)
        for (uint32_t k = i + 1; k < ROOMS; k++) {
            wr_box a = scene->layout->rooms[i].box, b = scene->layout->rooms[k].box;
            expected[i][k] = a.min.z == b.min.z && a.min.x < b.max.x && b.min.x < a.max.x &&
                             a.min.y < b.max.y && b.min.y < a.max.y;
            pairs += expected[i][k];
        }
    uint32_t found = scene->layout->overlap_count;
    assert_true(pairs > 100);
    assert_true(found >= 64 && found <= pairs); /* the search may end with the 64th */
    for (uint32_t i = 0, o = 0; i < ROOMS && o < found; i++)
        for (uint32_t k = i + 1; k < ROOMS && o < found; k++) {
            if (!expected[i][k])
                continue;
            assert_int_equal(scene->layout->overlaps[o].rooms[0], i);
            assert_int_equal(scene->layout->overlaps[o++].rooms[1], k);
        }
}

static void jobs_change_nothing(void **state)
{
    struct scene *scene = *state;
    struct wr_random random = wr_random_of(5, 3);
    char *first = NULL;
    for (int i = 0; i < 400; i++)
        scene_put(scene, "hall", 200 * (float)wr_random_unit(&random),
                  200 * (float)wr_random_unit(&random), 0, 0);
    for (unsigned jobs = 1; jobs < 6; jobs++) {
        wr_context_set_jobs(scene->context, jobs);
        overlap(scene);
        const char *said = scene_said(scene);
        if (first)
            assert_string_equal(said, first);
        else
            first = strdup(said);
    }
    free(first);
}

static void many_rooms_on_one_spot_end_quickly(void **state)
{
    struct scene *scene = *state;
    scene_add_box(scene, &(scene_box){.id = "disc",
                                      .width = 10,
                                      .depth = 10,
                                      .doors = {{.side = 'n', .pieces = 50},
                                                {.side = 's', .pieces = 50}}});
    for (int i = 0; i < 20000; i++)
        scene_put(scene, "disc", 0, 0, 0, 0);
    assert_int_equal(overlap(scene), WR_INVALID);
    assert_true(scene_heard(scene, "rooms-overlap"));
}

static void many_walls_on_one_spot_end_quickly(void **state)
{
    struct scene *scene = *state;
    static const char *const post[] = {"#", NULL};
    char first[512] = "";
    scene_add_plan(scene, &(scene_plan){"post", post, 1});
    for (int i = 0; i < 20000; i++)
        scene_put(scene, "post", 0, 0, 0, 0);
    for (unsigned jobs = 1; jobs < 4; jobs++) {
        wr_context_set_jobs(scene->context, jobs);
        assert_int_equal(overlap(scene), WR_LIMIT);
        const char *said = scene_said(scene);
        if (jobs == 1)
            snprintf(first, sizeof first, "%s", said);
        assert_string_equal(said, first);
    }
    assert_non_null(strstr(first, "more than 4096 rooms lie in room 0"));
}

static void thousands_of_walls_in_one_room_are_too_many(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"#####", "#####", "#####", "#####", "####.", NULL};
    static const char *const post[] = {"#", NULL};
    scene_add_plan(scene, &(scene_plan){"block", rows, 20});
    scene_add_plan(scene, &(scene_plan){"post", post, 0.25f});
    scene_put(scene, "block", 0, 0, 0, 0);
    for (int i = 0; i < 4096; i++)
        scene_put(scene, "post", 1 + (float)(i % 64), 30 + (float)(i / 64), 0, 0);
    assert_int_equal(overlap(scene), WR_OK);
    assert_int_equal(scene->layout->overlap_count, 4096);
    scene_put(scene, "post", 0.5f, 30, 0, 0);
    assert_int_equal(overlap(scene), WR_LIMIT);
    assert_non_null(strstr(scene_said(scene), "[rooms-crowded] more than 4096 rooms lie in"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, rooms_that_touch_do_not_overlap),
        ON_SCENE_OF(start, eleven_centimetres_are_a_note),
        ON_SCENE_OF(start, thirteen_centimetres_are_an_error),
        ON_SCENE_OF(start, rooms_may_lie_as_deep_in_each_other_as_is_allowed),
        ON_SCENE_OF(start, the_tolerance_is_told_from_both_sides_in_any_pose),
        ON_SCENE_OF(start, storeys_do_not_overlap),
        ON_SCENE_OF(start, slopes_are_compared_where_they_meet),
        ON_SCENE_OF(start, identical_rooms_on_one_spot_overlap),
        ON_SCENE_OF(start, a_room_inside_another_overlaps_it),
        ON_SCENE_OF(start, faces_nobody_walks_on_may_overlap),
        ON_SCENE_OF(start, a_hole_is_no_floor),
        ON_SCENE_OF(start, a_wedge_is_as_deep_as_its_deepest_point),
        ON_SCENE_OF(start, a_narrow_wedge_is_measured_at_its_wide_end),
        ON_SCENE_OF(start, every_pair_is_told_once_and_in_order),
        ON_SCENE_OF(start, all_pairs_of_a_scattered_level_are_found),
        ON_SCENE_OF(start, jobs_change_nothing),
        ON_SCENE_OF(start, many_rooms_on_one_spot_end_quickly),
        ON_SCENE_OF(start, many_walls_on_one_spot_end_quickly),
        ON_SCENE_OF(start, thousands_of_walls_in_one_room_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
