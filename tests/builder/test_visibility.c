/* Visibility: rooms within three doorways see each other, or all do. */
#include "tests/support/scenes.h"
#include "tests/support/test.h"

#include "builder/visibility.h"

static int start(void **state)
{
    static struct scene scene;
    scene_start(&scene);
    scene_add_box(
        &scene,
        &(scene_box){.id = "cross",
                     .width = 6,
                     .depth = 6,
                     .doors = {{.side = 'n'}, {.side = 'e'}, {.side = 's'}, {.side = 'w'}}});
    *state = &scene;
    return 0;
}

static int finish(void **state)
{
    scene_end(*state);
    return 0;
}

static const char *vis_of(struct scene *scene, bool see_all)
{
    static struct wr_bytes out;
    out.size = 0;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(wr_visibility_write(scene->context, scene->layout, see_all, &out), WR_OK);
    wr_bytes_char(&out, '\0');
    assert_false(out.failed);
    return (const char *)out.data;
}

static void put_row(struct scene *scene, int count)
{
    for (int i = 0; i < count; i++)
        scene_put(scene, "cross", 6 * (float)i, 0, 0, 0);
}

static void rooms_see_three_doorways_far(void **state)
{
    struct scene *scene = *state;
    put_row(scene, 6);
    assert_string_equal(vis_of(scene, false),
                        "scene_room0 3\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n"
                        "scene_room1 4\r\n  scene_room0\r\n  scene_room2\r\n  scene_room3\r\n"
                        "  scene_room4\r\n"
                        "scene_room2 5\r\n  scene_room0\r\n  scene_room1\r\n  scene_room3\r\n"
                        "  scene_room4\r\n  scene_room5\r\n"
                        "scene_room3 5\r\n  scene_room0\r\n  scene_room1\r\n  scene_room2\r\n"
                        "  scene_room4\r\n  scene_room5\r\n"
                        "scene_room4 4\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n"
                        "  scene_room5\r\n"
                        "scene_room5 3\r\n  scene_room2\r\n  scene_room3\r\n  scene_room4\r\n");
}

static void every_room_has_an_entry(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "cross", 100, 0, 0, 0);
    assert_string_equal(vis_of(scene, false), "scene_room0 0\r\nscene_room1 0\r\n");
}

static void all_rooms_see_all_on_request(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "cross", 100, 0, 0, 0);
    scene_put(scene, "cross", 200, 0, 0, 0);
    assert_string_equal(vis_of(scene, true),
                        "scene_room0 2\r\n  scene_room1\r\n  scene_room2\r\n"
                        "scene_room1 2\r\n  scene_room0\r\n  scene_room2\r\n"
                        "scene_room2 2\r\n  scene_room0\r\n  scene_room1\r\n");
}

static void a_group_is_seen_as_one_and_is_one_step(void **state)
{
    struct scene *scene = *state;
    put_row(scene, 7);
    for (int i = 1; i < 4; i++)
        scene->map.rooms[i].group = "hall";
    /* 0 - hall(1) - 4(2) - 5(3) - 6(4) */
    assert_string_equal(vis_of(scene, false),
                        "scene_room0 3\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n"
                        "scene_room1 4\r\n  scene_room0\r\n  scene_room2\r\n  scene_room3\r\n"
                        "  scene_room4\r\n"
                        "scene_room2 4\r\n  scene_room0\r\n  scene_room1\r\n  scene_room3\r\n"
                        "  scene_room4\r\n"
                        "scene_room3 4\r\n  scene_room0\r\n  scene_room1\r\n  scene_room2\r\n"
                        "  scene_room4\r\n"
                        "scene_room4 3\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n");
}

static void two_doorways_between_two_rooms_are_one_neighbour(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_doorway_graph graph;
    static const char *const rows[] = {"..e", ".  ", "...", ".  ", "..e", NULL};
    scene_add_plan(scene, &(scene_plan){"claw", rows, 2});
    scene_put(scene, "claw", 0, 0, 0, 0);
    scene_put(scene, "claw", 12, 10, 0, 180);
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(scene->layout->link_count, 2);
    assert_true(wr_doorway_graph_make(arena, scene->layout, &graph));
    const uint32_t starts[] = {0, 1, 2}, neighbours[] = {1, 0};
    assert_memory_equal(graph.starts, starts, sizeof starts);
    assert_memory_equal(graph.neighbours, neighbours, sizeof neighbours);
    wr_arena_destroy(arena);
}

static void a_whole_level_in_one_room_sees_nothing(void **state)
{
    struct scene *scene = *state;
    put_row(scene, 5);
    scene->options.merge_all = true;
    assert_string_equal(vis_of(scene, false), "scene_room0 0\r\n");
    assert_string_equal(vis_of(scene, true), "scene_room0 0\r\n");
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, finish)
    const struct CMUnitTest tests[] = {
        EACH(rooms_see_three_doorways_far),
        EACH(every_room_has_an_entry),
        EACH(all_rooms_see_all_on_request),
        EACH(a_group_is_seen_as_one_and_is_one_step),
        EACH(two_doorways_between_two_rooms_are_one_neighbour),
        EACH(a_whole_level_in_one_room_sees_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
