/* Seams: two thresholds become one line, whatever their ends, heights and pieces. */
#include "tests/support/on_scene.h"

#include "builder/layout/seam.h"
#include "core/base/random.h"
#include "core/base/tolerance.h"

/* A room whose only doorways, north and south, are of one width and number of pieces. */
static void add_cell(struct scene *scene, const char *id, float width, uint32_t pieces)
{
    scene_add_box(scene,
                  &(scene_box){.id = id,
                               .width = 6,
                               .depth = 6,
                               .doors = {{.side = 'n', .width = width, .pieces = pieces},
                                         {.side = 's', .width = width, .pieces = pieces}}});
}

static const wr_seam *seam_at(const struct scene *scene, uint32_t link)
{
    return &scene->layout->seams->items[link];
}

static wr_vec3 point_at(const struct scene *scene, uint32_t link, uint32_t k)
{
    return scene->layout->seams->points[seam_at(scene, link)->first + k].position;
}

static void assert_at(wr_vec3 at, double x, double y, double z)
{
    assert_near(at.x, x, 2e-6);
    assert_near(at.y, y, 2e-6);
    assert_near(at.z, z, 2e-6);
}

/* Where a room's threshold has the place that an end of a seam point stands for. */
static wr_dvec3 place_of_end(const wr_placed_room *room, const wr_seam_end *end)
{
    const struct wr_walkmesh *mesh = room->room->mesh;
    if (end->vertex != WR_NONE)
        return wr_widen(wr_motion_point(&room->motion, mesh->vertices[end->vertex]));
    wr_dvec3 a = wr_widen(
        wr_motion_point(&room->motion, mesh->vertices[wr_edge_start(mesh, end->edge)]));
    wr_dvec3 b =
        wr_widen(wr_motion_point(&room->motion, mesh->vertices[wr_edge_end(mesh, end->edge)]));
    assert_true(end->along > 0 && end->along < 1);
    return wr_add(a, wr_scale(wr_sub(b, a), end->along));
}

/* What holds for every seam: its points run along the walk of its first hook, stand for places
 * of both thresholds, and nothing moves farther than it says. */
static void assert_sound(const struct scene *scene, uint32_t link)
{
    const struct wr_layout *layout = scene->layout;
    const wr_seam *seam = seam_at(scene, link);
    const wr_placed_hook *hook = &layout->hooks[layout->links[link].hooks[0]];
    double before = -INFINITY, worst = 0;
    assert_true(seam->count >= 2);
    for (uint32_t k = 0; k < seam->count; k++) {
        const wr_seam_point *point = &layout->seams->points[seam->first + k];
        double along = point->position.y * hook->out_x - point->position.x * hook->out_y;
        assert_true(along > before);
        before = along;
        assert_false(point->ends[0].vertex == WR_NONE && point->ends[1].vertex == WR_NONE);
        for (int side = 0; side < 2; side++) {
            uint32_t room = layout->hooks[layout->links[link].hooks[side]].room;
            wr_dvec3 place = place_of_end(&layout->rooms[room], &point->ends[side]);
            double move = wr_length(wr_sub(place, wr_widen(point->position)));
            worst = move > worst ? move : worst;
        }
    }
    assert_near(seam->worst_move, worst, 1e-6);
    assert_true(worst <= layout->seam_distance * 1.001);
}

/* Cell a at the origin, cell b north of it, off by (x, y, z); the one link's seam. */
static const wr_seam *seam_of_two(struct scene *scene, float x, float y, float z)
{
    scene->map.room_count = 0;
    scene->map.tolerance = 1;
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_put(scene, "b", x, 6 + y, z, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(scene->layout->link_count, 1);
    assert_sound(scene, 0);
    return seam_at(scene, 0);
}

/* ---- One line ---- */

static void equal_doorways_meet_without_a_move(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 3, 1);
    const wr_seam *seam = seam_of_two(scene, 0, 0, 0);
    assert_int_equal(seam->count, 2);
    assert_near(seam->worst_move, 0, 0);
    /* The floor of a is on the left: its north side is walked to the west. */
    assert_at(point_at(scene, 0, 0), 1.5, 3, 0);
    assert_at(point_at(scene, 0, 1), -1.5, 3, 0);
}

static void near_ends_come_together_half_way(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 3.125f, 1);
    const wr_seam *seam = seam_of_two(scene, 0, 0.03125f, 0.0625f);
    assert_int_equal(seam->count, 2);
    assert_at(point_at(scene, 0, 0), 1.53125, 3.015625, 0.03125);
    assert_at(point_at(scene, 0, 1), -1.53125, 3.015625, 0.03125);
    assert_near(seam->worst_move, sqrt(0.03125 * 0.03125 * 2 + 0.015625 * 0.015625), 1e-6);
}

static void far_ends_cut_the_wider_edge(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 3.5f, 1);
    for (int swap = 0; swap < 2; swap++) {
        scene->map.room_count = 0;
        scene->map.tolerance = 1;
        scene_put(scene, swap ? "b" : "a", 0, 0, 0, 0);
        scene_put(scene, swap ? "a" : "b", 0, 6, 0.125f, 0);
        assert_int_equal(scene_seam(scene), WR_OK);
        assert_sound(scene, 0);
        const wr_seam *seam = seam_at(scene, 0);
        int wide = 1 - swap;
        assert_int_equal(seam->count, 2);
        assert_at(point_at(scene, 0, 0), 1.5, 3, 0.0625);
        for (uint32_t k = 0; k < 2; k++) {
            const wr_seam_point *point = &scene->layout->seams->points[k];
            assert_int_equal(point->ends[wide].vertex, WR_NONE);
            assert_true(point->ends[1 - wide].vertex != WR_NONE);
        }
    }
}

static void ends_are_near_up_to_the_seam_tolerance(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 3.15f, 1); /* each end is 0.075 m off */
    assert_true(scene->map.room_count == 0 && seam_of_two(scene, 0, 0, 0)->count == 2);
    assert_true(scene->layout->seams->points[0].ends[1].vertex != WR_NONE);
    scene->options.seam_distance = 0.07f;
    seam_of_two(scene, 0, 0, 0);
    assert_int_equal(scene->layout->seams->points[0].ends[1].vertex, WR_NONE);
}

/* ---- Pieces ---- */

static void the_coarser_side_is_cut_where_the_finer_has_vertices(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 3, 3);
    const wr_seam *seam = seam_of_two(scene, 0, 0, 0);
    assert_int_equal(seam->count, 4);
    for (uint32_t k = 0; k < 4; k++) {
        const wr_seam_point *point = &scene->layout->seams->points[k];
        assert_at(point->position, 1.5 - k, 3, 0);
        assert_true(point->ends[1].vertex != WR_NONE);
        assert_int_equal(point->ends[0].vertex == WR_NONE, k == 1 || k == 2);
        if (point->ends[0].vertex == WR_NONE)
            assert_near(point->ends[0].along, k / 3.0, 1e-6);
    }
}

static void both_sides_are_cut_where_both_are_fine(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 2);
    add_cell(scene, "b", 3, 3);
    assert_int_equal(seam_of_two(scene, 0, 0, 0)->count, 5);
    assert_at(point_at(scene, 0, 2), 0, 3, 0);
}

static void pieces_shorter_than_the_seam_tolerance_keep_their_order(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3, 100);
    add_cell(scene, "b", 3.125f, 77);
    for (float x = -0.25f; x <= 0.25f; x += 0.015f)
        assert_true(seam_of_two(scene, x, 0, 0.03125f)->count > 60);
}

/* ---- Poses ---- */

static void mirrors_and_turns_change_nothing_about_a_seam(void **state)
{
    struct scene *scene = *state;
    add_cell(scene, "a", 3.25f, 2);
    add_cell(scene, "b", 3, 3);
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_put(scene, "b", 0, 0, 0, 0);
    scene->map.tolerance = 0.1f;
    for (int pose = 0; pose < 16 * 9; pose++) {
        wr_placement *first = &scene->map.rooms[0].placement;
        *first = (wr_placement){{5, -7, 2}, 45 * (float)(pose / 16), pose & 1, pose & 2};
        wr_placement second =
            scene_meeting(scene_room(scene, "a"), *first, pose & 4 ? 0 : 1,
                          scene_room(scene, "b"), pose & 8 ? 0 : 1, pose % 3 == 0);
        second.position.z += 0.0625f;
        scene->map.rooms[1].placement = second;
        assert_int_equal(scene_seam(scene), WR_OK);
        assert_int_equal(scene->layout->link_count, 1);
        assert_sound(scene, 0);
        assert_int_equal(seam_at(scene, 0)->count, 5);
    }
}

/* ---- Corners that two doorways share ---- */

static void put_three(struct scene *scene, float left, float right)
{
    scene_add_box(scene, &(scene_box){.id = "wide",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 'n', .at = -1.5f, .name = "left"},
                                                {.side = 'n', .at = 1.5f, .name = "right"}}});
    scene_add_box(scene,
                  &(scene_box){.id = "half", .width = 3, .depth = 6, .doors = {{.side = 's'}}});
    scene->map.tolerance = 0.2f;
    scene_put(scene, "wide", 0, 0, 0, 0);
    scene_put(scene, "half", -1.5f + left, 6, 0, 0);
    scene_put(scene, "half", 1.5f + right, 6, 0, 0);
}

static void a_shared_corner_gets_one_place_for_both_seams(void **state)
{
    struct scene *scene = *state;
    put_three(scene, -0.03125f, 0.0625f);
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(scene->layout->link_count, 2);
    assert_sound(scene, 0);
    assert_sound(scene, 1);
    wr_vec3 left = point_at(scene, 0, 0), right = point_at(scene, 1, 1);
    assert_true(wr_vec3_same(left, right));
    assert_at(left, 0.0078125, 3, 0); /* the mean of all four ends */
}

static void a_corner_pulled_too_far_is_an_error(void **state)
{
    struct scene *scene = *state;
    put_three(scene, -0.078125f, 0.078125f);
    scene->options.seam_distance = 0.0785f;
    assert_int_equal(scene_seam(scene), WR_OK);
    scene->map.rooms[1].placement.position.z = 0.078125f;
    scene->map.rooms[2].placement.position.z = -0.078125f;
    assert_int_equal(scene_seam(scene), WR_INVALID);
    assert_non_null(strstr(scene_said(scene), "[seam-move] at hook 'left' of room 'r0'"));
}

/* ---- Fits ---- */

static void a_fit_measures_overlap_step_and_move(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *scratch = wr_arena_create();
    struct wr_fit fit;
    add_cell(scene, "a", 3, 1);
    add_cell(scene, "b", 2, 1);
    scene_put(scene, "a", 0, 0, 0, 0);
    scene_put(scene, "b", 0.75f, 6.03125f, 0.125f, 0);
    assert_int_equal(scene_place(scene), WR_OK);
    assert_true(wr_seam_fit(scene->layout, scratch, 0, 3, &fit));
    assert_near(fit.overlap, 1.75, 1e-6);
    assert_near(fit.step, 0.125, 1e-6);
    assert_near(fit.worst_move, sqrt(0.03125 * 0.03125 + 0.125 * 0.125) / 2, 1e-6);
    assert_false(fit.folded);
    scene->map.rooms[1].placement.position.x = 2.75f;
    assert_int_equal(scene_place(scene), WR_OK);
    assert_true(wr_seam_fit(scene->layout, scratch, 0, 3, &fit));
    assert_near(fit.overlap, 0, 0);
    wr_arena_destroy(scratch);
}

/* ---- Any two doorways ---- */

static void any_two_doorways_make_a_sound_seam(void **state)
{
    (void)state;
    struct wr_random random = wr_random_of(20, 7);
    unsigned linked = 0;
    for (int round = 0; round < 300; round++) {
        struct scene scene;
        scene_start(&scene);
        add_cell(&scene, "a", 1.5f + 4 * (float)wr_random_unit(&random),
                 1 + wr_random_below(&random, round % 10 ? 6 : 60));
        add_cell(&scene, "b", 1.5f + 4 * (float)wr_random_unit(&random),
                 1 + wr_random_below(&random, round % 7 ? 6 : 60));
        scene.map.tolerance = 1;
        wr_placement to = {{3, 4, 5}, 360 * (float)wr_random_unit(&random), round & 1, 0};
        scene_put(&scene, "a", 0, 0, 0, 0);
        scene_put(&scene, "b", 0, 0, 0, 0);
        wr_placement meet = scene_meeting(scene_room(&scene, "a"), to, 0,
                                          scene_room(&scene, "b"), 1, round & 2);
        meet.position.x += 0.2f * (float)wr_random_unit(&random) - 0.1f;
        meet.position.y += 0.2f * (float)wr_random_unit(&random) - 0.1f;
        meet.position.z += 0.1f * (float)wr_random_unit(&random) - 0.05f;
        meet.turn += (float)wr_random_unit(&random) - 0.5f;
        scene.map.rooms[0].placement = to;
        scene.map.rooms[1].placement = meet;
        assert_int_equal(scene_seam(&scene), WR_OK);
        for (uint32_t i = 0; i < scene.layout->link_count; i++, linked++)
            assert_sound(&scene, i);
        scene_end(&scene);
    }
    assert_true(linked > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE(equal_doorways_meet_without_a_move),
        ON_SCENE(near_ends_come_together_half_way),
        ON_SCENE(far_ends_cut_the_wider_edge),
        ON_SCENE(ends_are_near_up_to_the_seam_tolerance),
        ON_SCENE(the_coarser_side_is_cut_where_the_finer_has_vertices),
        ON_SCENE(both_sides_are_cut_where_both_are_fine),
        ON_SCENE(pieces_shorter_than_the_seam_tolerance_keep_their_order),
        ON_SCENE(mirrors_and_turns_change_nothing_about_a_seam),
        ON_SCENE(a_shared_corner_gets_one_place_for_both_seams),
        ON_SCENE(a_corner_pulled_too_far_is_an_error),
        ON_SCENE(a_fit_measures_overlap_step_and_move),
        cmocka_unit_test(any_two_doorways_make_a_sound_seam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
