/* Placing: names become rooms, placements become poses, groups become area rooms. */
#include "tests/support/on_scene.h"

#include "builder/layout/profile.h"
#include "core/base/tolerance.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state, &(scene_box){.id = "hall",
                                       .width = 10,
                                       .depth = 6,
                                       .climb = 1,
                                       .flags = SCENE_STRAYS,
                                       .doors = {{.side = 'n', .at = 1, .out = 0.375f},
                                                 {.side = 'w', .out = 0.375f}}});
    scene_add_box(*state,
                  &(scene_box){.id = "cell", .width = 4, .depth = 4, .doors = {{.side = 's'}}});
    return 0;
}

static void rooms_hooks_and_poses_are_in_the_maps_order(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene_put(scene, "cell", 20, 0, 0, 0);
    scene_put(scene, "hall", 40, 50, 60, 90);
    scene->map.rooms[2].placement.mirror_x = true;
    assert_int_equal(scene_place(scene), WR_OK);
    const struct wr_layout *layout = scene->layout;
    assert_int_equal(layout->room_count, 3);
    assert_int_equal(layout->hook_count, 5);
    assert_int_equal(layout->rooms[2].first_hook, 3);
    assert_int_equal(layout->hooks[2].room, 1);
    assert_int_equal(layout->hooks[4].hook, 1);
    /* (1, 3.375) mirrored is (-1, 3.375), turned (-3.375, -1). */
    assert_near(layout->hooks[3].position.x, 40 - 3.375, 0);
    assert_near(layout->hooks[3].position.y, 50 - 1, 0);
    assert_near(layout->hooks[3].position.z, 60.5625, 1e-6);
    assert_near(layout->hooks[3].out_x, -1, 1e-12);
    assert_near(layout->hooks[3].out_y, 0, 1e-12);
    /* West, mirrored, is east; turned it is north. */
    assert_near(layout->hooks[4].out_y, 1, 1e-12);
    assert_ptr_equal(layout->rooms[0].profile, layout->rooms[2].profile);
    assert_int_equal(layout->rooms[0].profile->stray_count, 2);
}

static void boxes_hold_their_rooms(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 36; i++) {
        scene_put(scene, "hall", 3 * (float)i, -7, 2, 10 * (float)i);
        scene->map.rooms[i].placement.mirror_y = i & 1;
    }
    assert_int_equal(scene_place(scene), WR_OK);
    for (int i = 0; i < 36; i++) {
        const wr_placed_room *room = &scene->layout->rooms[i];
        for (uint32_t v = 0; v < room->room->mesh->vertex_count; v++) {
            wr_vec3 at = wr_motion_point(&room->motion, room->room->mesh->vertices[v]);
            wr_box box = wr_box_add(room->box, at);
            assert_memory_equal(&box, &room->box, sizeof box);
        }
    }
}

static void all_rooms_that_are_not_found_are_told(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene_put(scene, "cellar", 0, 0, 0, 0);
    scene_put(scene, "attic", 0, 0, 0, 0);
    scene_put(scene, "HALL", 0, 0, 0, 0); /* small and capital letters: still found */
    assert_int_equal(scene_place(scene), WR_NOT_FOUND);
    assert_int_equal(scene->errors, 2);
    const char *said = scene_said(scene);
    assert_non_null(strstr(said, "[room-not-found] kit 'scene' has no room 'cellar'"));
    assert_non_null(strstr(said, "no room 'attic'"));
}

static void a_kit_that_is_not_found_is_told_with_the_places_tried(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene->map.rooms[0].kit = "castle";
    assert_int_equal(scene_place(scene), WR_NOT_FOUND);
    assert_true(scene_heard(scene, "kit-not-found"));
}

static void a_room_without_kit_needs_an_embedded_one(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "hall", 0, 0, 0, 0);
    struct wr_kit *kit = scene->map.embedded;
    scene->map.embedded = NULL;
    assert_int_equal(scene_place(scene), WR_INVALID);
    assert_true(scene_heard(scene, "room-without-kit"));
    scene->map.embedded = kit;
}

static void two_rooms_of_one_name_are_ambiguous(void **state)
{
    struct scene *scene = *state;
    scene->rooms[0].name = scene->rooms[1].name = "Room";
    scene_put(scene, "Room", 0, 0, 0, 0);
    assert_int_equal(scene_place(scene), WR_INVALID);
    assert_true(scene_heard(scene, "room-ambiguous"));
    scene->map.rooms[0].room = "hall";
    assert_int_equal(scene_place(scene), WR_OK);
}

static void a_room_may_have_another_walkmesh(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "hall", 0, 0, 0, 0);
    scene_put(scene, "hall", 30, 0, 0, 0);
    /* The cell's floor in the hall's place: the hall's doorways are nowhere near it. */
    scene->map.rooms[1].mesh = scene_room(scene, "cell")->mesh;
    assert_int_equal(scene_place(scene), WR_OK);
    const struct wr_layout *layout = scene->layout;
    assert_ptr_equal(layout->rooms[1].room->mesh, scene_room(scene, "cell")->mesh);
    assert_true(layout->rooms[0].profile != layout->rooms[1].profile);
    assert_int_equal(layout->rooms[1].room->hooks[0].foot, WR_NONE);
    assert_int_equal(layout->rooms[0].room->hooks[0].foot != WR_NONE, 1);
    assert_true(scene_heard(scene, "hook-off-perimeter"));
}

/* No kit has so many, but their sum must not wrap round where a map has rooms enough. */
static void more_hooks_than_have_numbers_are_refused(void **state)
{
    struct scene *scene = *state;
    const wr_room *small = scene_room(scene, scene->rooms[0].id);
    wr_room *room = &scene->map.embedded->rooms[small - scene->map.embedded->rooms];
    uint32_t count = room->hook_count;
    scene_put(scene, room->id, 0, 0, 0, 0);
    scene_put(scene, room->id, 50, 0, 0, 0);
    room->hook_count = UINT32_MAX / 2 + 1;
    assert_int_equal(scene_place(scene), WR_LIMIT);
    assert_true(scene_heard(scene, "too-many-hooks"));
    room->hook_count = count;
}

static void groups_are_numbered_by_their_first_room(void **state)
{
    struct scene *scene = *state;
    static const char *const groups[] = {NULL, "a", "b", NULL, "a", "b", "A", "b"};
    static const uint32_t expected[] = {0, 1, 2, 3, 1, 2, 4, 2};
    for (int i = 0; i < 8; i++) {
        scene_put(scene, "cell", 10 * (float)i, 0, 0, 0);
        scene->map.rooms[i].group = groups[i];
    }
    assert_int_equal(scene_place(scene), WR_OK);
    const struct wr_layout *layout = scene->layout;
    assert_int_equal(layout->area_room_count, 5);
    for (int i = 0; i < 8; i++)
        assert_int_equal(layout->rooms[i].area_room, expected[i]);
    assert_int_equal(layout->area_rooms[2].count, 3);
    assert_int_equal(layout->rooms[2].next, 5);
    assert_int_equal(layout->rooms[5].next, 7);
    scene->options.merge_all = true;
    assert_int_equal(scene_place(scene), WR_OK);
    assert_int_equal(scene->layout->area_room_count, 1);
    assert_int_equal(scene->layout->area_rooms[0].count, 8);
}

static void options_go_before_the_map_and_the_map_before_what_is_usual(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    assert_int_equal(scene_place(scene), WR_OK);
    assert_near(scene->layout->reach, WR_HOOK_REACH, 0);
    assert_near(scene->layout->seam_distance, WR_SEAM_DISTANCE, 0);
    assert_string_equal(scene->layout->id, "scene");
    assert_int_equal(scene->layout->surfaces.walkable >> 16 & 1, 0);
    scene->map.tolerance = 0.5f;
    scene->map.game = WR_K2;
    assert_int_equal(scene_place(scene), WR_OK);
    assert_near(scene->layout->reach, 0.5, 0);
    assert_int_equal(scene->layout->surfaces.walkable >> 16 & 1, 1);
    scene->options = (struct wr_build_options){
        .reach = 0.25f, .seam_distance = 0.125f, .id = "other", .game = WR_K1};
    assert_int_equal(scene_place(scene), WR_OK);
    assert_near(scene->layout->reach, 0.25, 0);
    assert_near(scene->layout->seam_distance, 0.125, 0);
    assert_string_equal(scene->layout->id, "other");
    assert_int_equal(scene->layout->surfaces.walkable >> 16 & 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, rooms_hooks_and_poses_are_in_the_maps_order),
        ON_SCENE_OF(start, boxes_hold_their_rooms),
        ON_SCENE_OF(start, all_rooms_that_are_not_found_are_told),
        ON_SCENE_OF(start, a_kit_that_is_not_found_is_told_with_the_places_tried),
        ON_SCENE_OF(start, a_room_without_kit_needs_an_embedded_one),
        ON_SCENE_OF(start, two_rooms_of_one_name_are_ambiguous),
        ON_SCENE_OF(start, a_room_may_have_another_walkmesh),
        ON_SCENE_OF(start, more_hooks_than_have_numbers_are_refused),
        ON_SCENE_OF(start, groups_are_numbered_by_their_first_room),
        ON_SCENE_OF(start, options_go_before_the_map_and_the_map_before_what_is_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
