/* Reach: where the player enters, and which floors can be come to from there. */
#include "tests/support/on_scene.h"

#include "builder/layout/reach.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state, &(scene_box){.id = "cell",
                                       .width = 6,
                                       .depth = 6,
                                       .doors = {{.side = 'n'}, {.side = 's'}}});
    return 0;
}

static enum wr_result enter(struct scene *scene)
{
    assert_int_equal(scene_seam(scene), WR_OK);
    return wr_layout_enter(scene->context, scene->layout);
}

/* How many islands with linked hooks are out of reach. */
static uint32_t out_of_reach(struct scene *scene)
{
    uint32_t count = WR_NONE;
    assert_int_equal(enter(scene), WR_OK);
    assert_int_equal(wr_layout_reach(scene->context, scene->layout, &count), WR_OK);
    return count;
}

static void assert_entry(const struct scene *scene, uint32_t room, double x, double y, double z)
{
    assert_int_equal(scene->layout->entry.room, room);
    assert_near(scene->layout->entry.position.x, x, 1e-5);
    assert_near(scene->layout->entry.position.y, y, 1e-5);
    assert_near(scene->layout->entry.position.z, z, 1e-5);
}

/* ---- The entry ---- */

static void the_maps_entry_is_a_point_of_its_room(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", 10, 20, 30, 90);
    scene->map.rooms[1].placement.mirror_x = true;
    scene->map.entry = (wr_map_entry){.room = 1, .position = {1, 2, 0.5f}, .facing = 0};
    assert_int_equal(enter(scene), WR_OK);
    assert_entry(scene, 1, 10 - 2, 20 - 1, 30);
    /* East, mirrored, is west; turned by a quarter it is south. */
    assert_near(scene->layout->entry.facing, 270, 1e-5);
    assert_null(scene->layout->entry.marker);
}

static void an_entry_off_every_floor_is_an_error(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene->map.entry = (wr_map_entry){.room = 0, .position = {5.1f, 0, 0}};
    assert_int_equal(enter(scene), WR_INVALID);
    assert_true(scene_heard(scene, "entry-off-floor"));
    scene->map.entry.position = (wr_vec3){4.9f, 0, 0}; /* the floor's rim is near enough */
    assert_int_equal(enter(scene), WR_OK);
    assert_entry(scene, 0, 3, 0, 0);
}

static void add_marked(struct scene *scene, wr_vec3 at)
{
    scene_add_box(scene, &(scene_box){.id = "marked",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_add_marker(scene,
                     &(wr_marker){.name = "chest", .kind = WR_LOOT, .position = {1, 1, 0}});
    scene_add_marker(
        scene, &(wr_marker){.name = "start", .kind = WR_SPAWN, .position = at, .facing = 90});
}

static void an_entry_may_be_a_marker(void **state)
{
    struct scene *scene = *state;
    add_marked(scene, wr_vec3_of(2, 0, 0));
    scene_put(scene, "marked", 0, 0, 0, 0);
    scene_put(scene, "marked", 0, 50, 0, 180);
    scene->map.entry = (wr_map_entry){.room = 1, .marker = "chest"};
    assert_int_equal(enter(scene), WR_OK);
    assert_entry(scene, 1, -1, 49, 0);
    assert_string_equal(scene->layout->entry.marker, "chest");
    scene->map.entry.marker = "throne";
    assert_int_equal(enter(scene), WR_NOT_FOUND);
    assert_true(scene_heard(scene, "entry-marker-not-found"));
}

static void without_an_entry_the_first_spawn_marker_is_it(void **state)
{
    struct scene *scene = *state;
    add_marked(scene, wr_vec3_of(2, 0, 0));
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "marked", 0, 50, 0, 270);
    scene_put(scene, "marked", 0, 90, 0, 0);
    assert_int_equal(enter(scene), WR_OK);
    assert_entry(scene, 1, 0, 48, 0);
    assert_near(scene->layout->entry.facing, 0, 1e-5);
    assert_string_equal(scene->layout->entry.marker, "start");
}

static void a_spawn_marker_off_the_floor_is_an_error(void **state)
{
    struct scene *scene = *state;
    add_marked(scene, wr_vec3_of(0, 0, 5));
    scene_put(scene, "marked", 0, 0, 0, 0);
    assert_int_equal(enter(scene), WR_INVALID);
    assert_non_null(strstr(scene_said(scene), "marker 'start' of room 'r0'"));
}

static void without_markers_the_middle_of_the_first_room_with_a_floor_is_it(void **state)
{
    struct scene *scene = *state;
    static const char *const wall[] = {"##", NULL};
    static const char *const ring[] = {"....", ".  .", "....", NULL};
    scene_add_plan(scene, &(scene_plan){"wall", wall, 1});
    scene_add_plan(scene, &(scene_plan){"ring", ring, 2});
    scene_put(scene, "wall", 0, 0, 0, 0);
    scene_put(scene, "ring", 100, 0, 0, 0);
    assert_int_equal(enter(scene), WR_OK);
    assert_int_equal(scene->layout->entry.room, 1);
    wr_vec3 at = scene->layout->entry.position;
    assert_true(at.y == 2 || at.y == 4); /* the rim nearest to the middle of the hole */
}

static void a_level_without_floor_has_no_entry(void **state)
{
    struct scene *scene = *state;
    static const char *const wall[] = {"##", NULL};
    scene_add_plan(scene, &(scene_plan){"wall", wall, 1});
    scene_put(scene, "wall", 0, 0, 0, 0);
    assert_int_equal(enter(scene), WR_INVALID);
    assert_non_null(strstr(scene_said(scene), "no room of the map has a walkable face"));
}

/* ---- Reaching ---- */

static void linked_rooms_reach_each_other(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 50; i++)
        scene_put(scene, "cell", 0, 6 * (float)(i % 2 ? 50 - i : i), 0, 0);
    assert_int_equal(out_of_reach(scene), 0);
    assert_int_equal(scene->warnings, 0);
    assert_int_equal(scene->layout->link_count, 49);
}

static void what_is_linked_but_not_with_the_entry_is_warned_of(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene_put(scene, "cell", 0, 6, 0, 0);
    scene_put(scene, "cell", 100, 0, 0, 0);
    scene_put(scene, "cell", 100, 6, 0, 0);
    scene_put(scene, "cell", 200, 0, 0, 0); /* linked with nothing: not Warren's affair */
    assert_int_equal(out_of_reach(scene), 2);
    assert_int_equal(scene->warnings, 2);
    assert_non_null(strstr(scene_said(scene), "[unreachable] the floor of room 'r2' at hook "
                                              "'n' cannot be reached from the entry"));
    scene->map.entry = (wr_map_entry){.room = 3};
    assert_int_equal(out_of_reach(scene), 2);
    assert_non_null(strstr(scene_said(scene), "room 'r0'"));
}

static void each_island_of_a_room_counts_for_itself(void **state)
{
    struct scene *scene = *state;
    /* Two floors beside a wall of blocks: the room joins nothing inside. */
    static const char *const rows[] = {"n#n", ".#.", "s#s", NULL};
    scene_add_plan(scene, &(scene_plan){"twin", rows, 3});
    scene_put(scene, "twin", 0, 0, 0, 0);
    scene_put(scene, "twin", 0, 9, 0, 0);
    assert_int_equal(out_of_reach(scene), 2);
    const bool expected[] = {true, false, true, false};
    assert_memory_equal(scene->layout->reached, expected, sizeof expected);
    scene->map.entry = (wr_map_entry){.room = 1, .position = {8, 1, 0}};
    assert_int_equal(out_of_reach(scene), 2);
    const bool other[] = {false, true, false, true};
    assert_memory_equal(scene->layout->reached, other, sizeof other);
}

static void a_bridge_joins_islands(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"n#n", ".#.", "s#s", NULL};
    static const char *const bridge[] = {"...", "s s", NULL};
    scene_add_plan(scene, &(scene_plan){"twin", rows, 3});
    scene_add_plan(scene, &(scene_plan){"bridge", bridge, 3});
    scene_put(scene, "twin", 0, 0, 0, 0);
    scene_put(scene, "bridge", 0, 9, 0, 0);
    assert_int_equal(out_of_reach(scene), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, the_maps_entry_is_a_point_of_its_room),
        ON_SCENE_OF(start, an_entry_off_every_floor_is_an_error),
        ON_SCENE_OF(start, an_entry_may_be_a_marker),
        ON_SCENE_OF(start, without_an_entry_the_first_spawn_marker_is_it),
        ON_SCENE_OF(start, a_spawn_marker_off_the_floor_is_an_error),
        ON_SCENE_OF(start, without_markers_the_middle_of_the_first_room_with_a_floor_is_it),
        ON_SCENE_OF(start, a_level_without_floor_has_no_entry),
        ON_SCENE_OF(start, linked_rooms_reach_each_other),
        ON_SCENE_OF(start, what_is_linked_but_not_with_the_entry_is_warned_of),
        ON_SCENE_OF(start, each_island_of_a_room_counts_for_itself),
        ON_SCENE_OF(start, a_bridge_joins_islands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
