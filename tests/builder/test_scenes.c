/* Scenes themselves: rooms made by code are what they promise to be. */
#include "tests/support/judged.h"
#include "tests/support/scenes.h"

#include "core/walkmesh/walkmesh.h"

static void a_box_has_a_hook_and_a_threshold_for_each_doorway(void **state)
{
    (void)state;
    struct scene scene;
    scene_start(&scene);
    scene_add_box(&scene,
                  &(scene_box){.id = "hall",
                               .width = 8,
                               .depth = 6,
                               .doors = {{.side = 'n', .pieces = 3},
                                         {.side = 's', .at = -1, .width = 2},
                                         {.side = 'e', .width = 6},
                                         {.side = 'w', .at = 1, .rise = 0.5f, .pieces = 2}}});
    scene_put(&scene, "hall", 0, 0, 0, 0);
    const wr_room *hall = scene_room(&scene, "hall");
    static const uint32_t pieces[] = {3, 1, 1, 2};
    static const double out[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    assert_int_equal(hall->hook_count, 4);
    assert_int_equal(hall->island_count, 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(hall->hooks[i].threshold_count, pieces[i]);
        assert_near(hall->hooks[i].out_x, out[i][0], 1e-6);
        assert_near(hall->hooks[i].out_y, out[i][1], 1e-6);
    }
    assert_int_equal(hall->mesh->perimeter_count, 1);
    scene_end(&scene);
}

static void a_plan_draws_floors_holes_and_doorways(void **state)
{
    (void)state;
    static const char *const rows[] = {"..n..", ". .:.", ".##..", "..ss.", NULL};
    struct scene scene;
    scene_start(&scene);
    scene_add_plan(&scene, &(scene_plan){"plan", rows, 2});
    scene_put(&scene, "plan", 0, 0, 0, 0);
    const wr_room *plan = scene_room(&scene, "plan");
    assert_int_equal(plan->mesh->face_count, 2 * 19);
    assert_int_equal(plan->mesh->walkable_count, 2 * 17);
    assert_int_equal(plan->mesh->perimeter_count, 2);
    assert_int_equal(plan->hook_count, 2);
    assert_string_equal(plan->hooks[0].name, "s");
    assert_int_equal(plan->hooks[0].threshold_count, 2);
    assert_near(plan->hooks[0].position.x, 6, 0);
    assert_near(plan->hooks[1].position.y, 8, 0);
    scene_end(&scene);
}

static void oddities_are_inherited_not_refused(void **state)
{
    (void)state;
    struct scene scene;
    scene_start(&scene);
    scene_add_box(
        &scene,
        &(scene_box){.id = "odd",
                     .width = 6,
                     .depth = 6,
                     .flags = SCENE_STRAYS | SCENE_SILLS | SCENE_DOUBLED_SILLS |
                              SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES,
                     .doors = {{.side = 'n', .out = 0.375f}, {.side = 's', .out = 0.375f}}});
    scene_put(&scene, "odd", 0, 0, 0, 0);
    const wr_room *odd = scene_room(&scene, "odd");
    assert_int_equal(odd->hooks[0].threshold_count, 1);
    assert_int_equal(odd->hooks[0].stray_count, 1);
    assert_int_equal(odd->mesh->face_count - odd->mesh->walkable_count, 2);
    scene_end(&scene);
}

static void a_joined_room_meets_hook_to_hook(void **state)
{
    (void)state;
    struct scene scene;
    char folder[128];
    scene_start(&scene);
    scene_add_box(&scene, &(scene_box){.id = "hall",
                                       .width = 8,
                                       .depth = 6,
                                       .doors = {{.side = 'n', .at = 1}, {.side = 'e'}}});
    scene_put(&scene, "hall", 3, 4, 5, 30);
    scene_join(&scene, 0, "n", "hall", "e", true);
    scene_join(&scene, 0, "e", "hall", "e", false);
    assert_int_equal(scene_connect(&scene), WR_OK);
    assert_int_equal(scene.layout->link_count, 2);
    folder_make(folder);
    struct oracle_report report = {0};
    struct made made = {.map = &scene.map};
    assert_int_equal(scene_build(&scene, folder, NULL), WR_OK);
    assert_int_equal(judge_module(&report, folder, &made), 0);
    assert_int_equal(folder_count(folder), 6);
    oracle_report_clear(&report);
    folder_drop(folder);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_a_hook_and_a_threshold_for_each_doorway),
        cmocka_unit_test(a_plan_draws_floors_holes_and_doorways),
        cmocka_unit_test(oddities_are_inherited_not_refused),
        cmocka_unit_test(a_joined_room_meets_hook_to_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
