/* Hostile maps and failing memory: an error in little time, nothing written, no crash. */
#include "tests/support/judged.h"
#include "tests/support/scenes.h"

#include "core/base/tolerance.h"

struct stage {
    struct scene scene;
    char folder[128];
};

static int start(void **state)
{
    static struct stage stage;
    scene_start(&stage.scene);
    scene_add_box(&stage.scene, &(scene_box){.id = "cell",
                                             .width = 6,
                                             .depth = 6,
                                             .flags = SCENE_STRAYS,
                                             .doors = {{.side = 'n', .out = 0.375f},
                                                       {.side = 's', .out = 0.375f}}});
    scene_add_box(&stage.scene, &(scene_box){.id = "fine",
                                             .width = 6,
                                             .depth = 6,
                                             .flags = SCENE_SILLS,
                                             .doors = {{.side = 'n', .pieces = 3},
                                                       {.side = 's', .pieces = 2}}});
    folder_make(stage.folder);
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    scene_end(&stage->scene);
    folder_drop(stage->folder);
    return 0;
}

/* ---- Places ---- */

static void rooms_at_the_rim_of_the_world_are_built_soundly(void **state)
{
    struct stage *stage = *state;
    struct oracle_report report = {0};
    stage->scene.options.reach = 0.05f;
    scene_put(&stage->scene, "cell", 99993, -99993, 99999, 30);
    for (uint32_t i = 0; i < 5; i++)
        scene_join(&stage->scene, i, "n", i & 1 ? "cell" : "fine", "s", i & 2);
    struct wr_build_summary summary;
    if (scene_build(&stage->scene, stage->folder, &summary) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    assert_int_equal(summary.links, 5);
    /* float32 has steps of 8 mm there: less than the padding of a leaf, more than its error. */
    report.ignored[ORACLE_TREE_LEAF_BOX] = true;
    struct made made = {&stage->scene.map, NULL, NULL, false};
    assert_int_equal(judge_module(&report, stage->folder, &made), 0);
    oracle_report_clear(&report);
}

static void rooms_beyond_it_are_refused_whatever_the_number(void **state)
{
    struct stage *stage = *state;
    const float numbers[] = {131073, -2e5f, 1e9f, 1e19f, -3e38f, INFINITY, -INFINITY, NAN};
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int axis = 0; axis < 3; axis++) {
            wr_vec3 at = {axis == 0 ? numbers[i] : 0, axis == 1 ? numbers[i] : 0,
                          axis == 2 ? numbers[i] : 0};
            stage->scene.map.rooms[0].placement.position = at;
            assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_LIMIT);
            assert_true(scene_heard(&stage->scene, "room-too-far"));
            scene_said(&stage->scene);
        }
    assert_int_equal(folder_count(stage->folder), 0);
}

static void a_turn_that_is_no_number_does_no_harm(void **state)
{
    struct stage *stage = *state;
    const float turns[] = {NAN, INFINITY, -INFINITY, 3e38f, -1e20f, 1e-30f};
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_put(&stage->scene, "cell", 20, 0, 0, 0);
    stage->scene.options.force = true;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        stage->scene.map.rooms[1].placement.turn = turns[i];
        assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_OK);
    }
}

static void a_kit_of_gigantic_rooms_is_refused(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "giant",
                                              .width = 1e30f,
                                              .depth = 1e30f,
                                              .doors = {{.side = 'n', .width = 1e29f}}});
    scene_put(&stage->scene, "giant", 0, 0, 0, 45);
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_LIMIT);
}

static void tolerances_beyond_all_measure_do_no_harm(void **state)
{
    struct stage *stage = *state;
    const float lengths[] = {1e-30f, 10, 1e5f, 3e38f, INFINITY, NAN, -1};
    for (int i = 0; i < 20; i++)
        scene_put(&stage->scene, "cell", 8 * (float)i, 0, 0, 15 * (float)i);
    stage->scene.options.dry_run = true;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            stage->scene.options.reach = lengths[i];
            stage->scene.options.seam_distance = lengths[k];
            enum wr_result result = scene_build(&stage->scene, stage->folder, NULL);
            assert_true(result == WR_OK || result == WR_INVALID);
        }
    assert_int_equal(folder_count(stage->folder), 0);
}

/* ---- Crowds ---- */

static void two_thousand_rooms_on_one_spot_are_refused_quickly(void **state)
{
    struct stage *stage = *state;
    for (int i = 0; i < 2000; i++)
        scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_LIMIT);
    assert_true(scene_heard(&stage->scene, "hooks-crowded"));
    assert_true(scene_heard(&stage->scene, "rooms-overlap"));
    assert_int_equal(folder_count(stage->folder), 0);
}

static void a_map_without_rooms_is_refused(void **state)
{
    struct stage *stage = *state;
    scene_room(&stage->scene, "cell");
    assert_int_not_equal(scene_build(&stage->scene, stage->folder, NULL), WR_OK);
    assert_int_equal(folder_count(stage->folder), 0);
}

/* ---- Links ---- */

static void links_to_doorways_that_are_none_are_refused(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene,
                  &(scene_box){.id = "lost", .width = 6, .depth = 6, .doors = {{.side = 's'}}});
    ((wr_hook *)(uintptr_t)stage->scene.rooms[2].hooks)->position.z += 5;
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_put(&stage->scene, "lost", 0, 6.75f, 0, 0);
    scene_link(&stage->scene, 0, "n", 1, "s");
    scene_link(&stage->scene, 0, "s", 1, "door");
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_INVALID);
    assert_true(scene_heard(&stage->scene, "link-hook-not-found"));
    assert_int_equal(folder_count(stage->folder), 0);
}

static void a_room_linked_to_itself_is_refused(void **state)
{
    struct stage *stage = *state;
    /* A ring that bites its tail: both doorways on one spot, face to face. */
    static const char *const tail[] = {"....", ".  .", "n ..", "s ..", ".  .", "....", NULL};
    scene_add_plan(&stage->scene, &(scene_plan){"snake", tail, 2});
    scene_put(&stage->scene, "snake", 0, 0, 0, 0);
    scene_link(&stage->scene, 0, "n", 0, "s");
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL), WR_INVALID);
    assert_int_equal(folder_count(stage->folder), 0);
}

/* ---- Memory ---- */

static void put_small_level(struct scene *scene)
{
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_join(scene, 0, "n", "fine", "s", false);
    scene_join(scene, 1, "n", "cell", "s", true);
    scene_join(scene, 2, "n", "cell", "s", false);
    scene_put(scene, "cell", 20, 0.2f, 0, 0);
    scene_put(scene, "cell", 20, 7, 0, 0); /* a near miss */
    scene->map.rooms[1].group = scene->map.rooms[2].group = "pair";
}

/* Lets the n-th allocation fail, for every n until none is left to fail. Findings may go lost
 * for want of memory; the module is whole or not there. */
static void fail_each_allocation(struct stage *stage, unsigned jobs)
{
    enum { CALM = 40 };
    size_t failures = 0, calm = 0;
    uint64_t whole = 0;
    put_small_level(&stage->scene);
    wr_context_set_jobs(stage->scene.context, jobs);
    for (size_t n = 1; calm < CALM; n++) {
        char inner[160];
        snprintf(inner, sizeof inner, "%s/out", stage->folder);
        wr_fail_allocation_after(n);
        enum wr_result result = scene_build(&stage->scene, inner, NULL);
        wr_fail_allocation_after(0);
        scene_said(&stage->scene);
        calm = result == WR_OK ? calm + 1 : 0;
        failures += result != WR_OK;
        if (result == WR_OK) {
            whole = whole ? whole : folder_hash(inner);
            assert_int_equal(folder_count(inner), 5 + 3);
            assert_true(folder_hash(inner) == whole);
        } else {
            assert_int_equal(result, WR_NO_MEMORY);
            assert_int_equal(folder_count(inner), 0);
        }
        folder_drop(inner);
    }
    printf("[  NOTE    ] %zu failed builds with %u jobs\n", failures, jobs);
    assert_true(failures > 30);
}

static void every_allocation_may_fail(void **state)
{
    fail_each_allocation(*state, 1);
}

static void every_allocation_may_fail_on_several_threads(void **state)
{
    fail_each_allocation(*state, 3);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, finish)
    const struct CMUnitTest tests[] = {
        EACH(rooms_at_the_rim_of_the_world_are_built_soundly),
        EACH(rooms_beyond_it_are_refused_whatever_the_number),
        EACH(a_turn_that_is_no_number_does_no_harm),
        EACH(a_kit_of_gigantic_rooms_is_refused),
        EACH(tolerances_beyond_all_measure_do_no_harm),
        EACH(two_thousand_rooms_on_one_spot_are_refused_quickly),
        EACH(a_map_without_rooms_is_refused),
        EACH(links_to_doorways_that_are_none_are_refused),
        EACH(a_room_linked_to_itself_is_refused),
        EACH(every_allocation_may_fail),
        EACH(every_allocation_may_fail_on_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
