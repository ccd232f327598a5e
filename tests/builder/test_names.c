/* Names: what the game cannot hold is refused before anything is made. */
#include "tests/support/on_scene.h"

#include "builder/layout/names.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(*state, &(scene_box){.id = "cell", .width = 3, .depth = 3});
    return 0;
}

static enum wr_result check(struct scene *scene, const char *id, uint32_t rooms)
{
    while (scene->map.room_count < rooms)
        scene_put(scene, "cell", 4 * (float)scene->map.room_count, 0, 0, 0);
    scene->map.room_count = rooms;
    scene->map.id = id;
    scene_said(scene);
    assert_int_equal(scene_place(scene), WR_OK);
    return wr_names_check(scene->context, scene->layout, false);
}

static void an_id_may_be_as_long_as_its_rooms_numbers_leave(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(check(scene, "abcdefghij", 1), WR_OK);
    assert_int_equal(check(scene, "abcdefghij", 10), WR_OK);
    assert_int_equal(check(scene, "abcdefghij", 11), WR_LIMIT);
    assert_int_equal(check(scene, "abcdefghi", 11), WR_OK);
    assert_int_equal(check(scene, "abcdefghi", 100), WR_OK);
    assert_int_equal(check(scene, "abcdefghi", 101), WR_LIMIT);
    assert_int_equal(check(scene, "abcdefgh", 1000), WR_OK);
    assert_int_equal(check(scene, "abcdefgh", 1001), WR_LIMIT);
}

static void the_error_says_the_longest_id_the_map_allows(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(check(scene, "seventeen_letters", 12), WR_LIMIT);
    assert_string_equal(
        scene_said(scene),
        "error [id-too-long] the id 'seventeen_letters' has 17 characters; with "
        "12 rooms it may have at most 9 (shorten it, or give --id: the game knows names of 16 "
        "characters, "
        "and each room's is <id>_room<number>)\n");
}

static void an_archives_minimap_leaves_nine_characters(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(check(scene, "abcdefghij", 1), WR_OK);
    assert_int_equal(wr_names_check(scene->context, scene->layout, true), WR_LIMIT);
    assert_string_equal(
        scene_said(scene),
        "error [id-too-long] the id 'abcdefghij' has 10 characters; with 1 "
        "room and --mod it may have at most 9 (shorten it, or give --id: the game "
        "knows names of 16 characters, and the minimap is lbl_map<id>)\n");
    assert_int_equal(check(scene, "abcdefghi", 100), WR_OK);
    assert_int_equal(wr_names_check(scene->context, scene->layout, true), WR_OK);
    assert_int_equal(check(scene, "abcdefghi", 101), WR_LIMIT);
    assert_int_equal(wr_names_check(scene->context, scene->layout, true), WR_LIMIT);
}

static void merged_rooms_count_once(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(check(scene, "abcdefghij", 11), WR_LIMIT);
    scene->map.rooms[3].group = scene->map.rooms[4].group = "pair";
    assert_int_equal(check(scene, "abcdefghij", 11), WR_OK);
    scene->options.merge_all = true;
    assert_int_equal(check(scene, "abcdefghij", 1000), WR_OK);
}

static void the_option_is_judged_in_the_maps_place(void **state)
{
    struct scene *scene = *state;
    scene->options.id = "far_too_long_an_id";
    assert_int_equal(check(scene, "short", 1), WR_LIMIT);
    scene->options.id = "fine";
    assert_int_equal(check(scene, "far_too_long_an_id", 1), WR_OK);
}

static void ids_hold_small_letters_digits_and_underscores(void **state)
{
    struct scene *scene = *state;
    static const char *const wrong[] = {"",      "Level", "a-b", "a b", "a.b",
                                        "../up", "ä",     "a/b", "a\n", "a\\b"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(check(scene, wrong[i], 1), WR_INVALID);
        assert_true(scene_heard(scene, "id-characters"));
    }
    assert_int_equal(check(scene, "m01_aa", 1), WR_OK);
}

static void nothing_is_made_of_a_wrong_name(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cell", 0, 0, 0, 0);
    scene->map.id = "seventeen_letters";
    assert_int_equal(scene_build(scene, "/tmp/warren-never-made", NULL), WR_LIMIT);
}

static void names_are_the_id_and_the_number(void **state)
{
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    assert_int_equal(check(scene, "m01", 101), WR_OK);
    wr_room_names names = wr_room_names_make(arena, scene->layout);
    assert_string_equal(wr_room_name(&names, 0), "m01_room0");
    assert_string_equal(wr_room_name(&names, 9), "m01_room9");
    assert_string_equal(wr_room_name(&names, 100), "m01_room100");
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, an_id_may_be_as_long_as_its_rooms_numbers_leave),
        ON_SCENE_OF(start, the_error_says_the_longest_id_the_map_allows),
        ON_SCENE_OF(start, an_archives_minimap_leaves_nine_characters),
        ON_SCENE_OF(start, merged_rooms_count_once),
        ON_SCENE_OF(start, the_option_is_judged_in_the_maps_place),
        ON_SCENE_OF(start, ids_hold_small_letters_digits_and_underscores),
        ON_SCENE_OF(start, nothing_is_made_of_a_wrong_name),
        ON_SCENE_OF(start, names_are_the_id_and_the_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
