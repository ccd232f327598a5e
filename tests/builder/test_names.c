/* Names: what the game cannot hold is refused before anything is made. */
#include "tests/support/on_scene.h"

#include "builder/layout/names.h"
#include "core/base/random.h"

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
    assert_int_equal(check(scene, "m01", 101), WR_OK);
    assert_string_equal(scene->layout->names[0], "m01_room0");
    assert_string_equal(scene->layout->names[9], "m01_room9");
    assert_string_equal(scene->layout->names[100], "m01_room100");
}

static void a_room_is_called_by_its_resref(void **state)
{
    struct scene *scene = *state;
    check(scene, "m01", 4);
    scene->map.rooms[1].resref = "m12aa_01b";
    scene->map.rooms[3].resref = "m12aa_01";
    assert_int_equal(check(scene, "m01", 4), WR_OK);
    assert_string_equal(scene->layout->names[0], "m01_room0");
    assert_string_equal(scene->layout->names[1], "m12aa_01b");
    assert_string_equal(scene->layout->names[2], "m01_room2");
    assert_string_equal(scene->layout->names[3], "m12aa_01");
}

/* Somebody puts rooms before those whose names were made of numbers once. */
static void a_number_that_is_a_rooms_name_already_is_passed_over(void **state)
{
    struct scene *scene = *state;
    check(scene, "m01", 5);
    scene->map.rooms[2].resref = "m01_room0";
    scene->map.rooms[3].resref = "m01_room1";
    scene->map.rooms[4].resref = "m01_room6";
    assert_int_equal(check(scene, "m01", 5), WR_OK);
    assert_string_equal(scene->layout->names[0], "m01_room5");
    assert_string_equal(scene->layout->names[1], "m01_room7");
    assert_string_equal(scene->layout->names[2], "m01_room0");
    assert_string_equal(scene->layout->names[4], "m01_room6");
}

static void a_group_is_called_as_its_first_room_with_a_resref(void **state)
{
    struct scene *scene = *state;
    check(scene, "m01", 4);
    for (int i = 1; i < 4; i++)
        scene->map.rooms[i].group = "hall";
    scene->map.rooms[2].resref = "first";
    scene->map.rooms[3].resref = "second";
    assert_int_equal(check(scene, "m01", 4), WR_OK);
    assert_int_equal(scene->layout->area_room_count, 2);
    assert_string_equal(scene->layout->names[1], "first");
    scene->options.merge_all = true;
    assert_int_equal(check(scene, "m01", 4), WR_OK);
    assert_string_equal(scene->layout->names[0], "first");
}

/* An area of the game whose name leaves no space for a number. */
static void an_id_may_be_longer_where_each_room_has_a_resref(void **state)
{
    struct scene *scene = *state;
    check(scene, "m01", 2);
    scene->map.rooms[0].resref = "a";
    assert_int_equal(check(scene, "sixteen_letters_", 2), WR_LIMIT);
    scene->map.rooms[1].resref = "b";
    assert_int_equal(check(scene, "sixteen_letters_", 2), WR_OK);
    assert_int_equal(wr_names_check(scene->context, scene->layout, true), WR_LIMIT);
}

static void a_room_is_not_called_like_padding_or_a_sky(void **state)
{
    struct scene *scene = *state;
    static const char *const taken[] = {"m01_pad0", "m01_pad12", "m01_sky"};
    static const char *const free[] = {"m01_pad", "m01_pad01", "m01_padx", "m02_pad0", "m01"};
    check(scene, "m01", 1);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        scene->map.rooms[0].resref = taken[i];
        assert_int_equal(check(scene, "m01", 1), WR_INVALID);
        assert_true(scene_heard(scene, "resref-taken"));
    }
    for (size_t i = 0; i < sizeof free / sizeof *free; i++) {
        scene->map.rooms[0].resref = free[i];
        assert_int_equal(check(scene, "m01", 1), WR_OK);
    }
}

/* Whatever rooms are called and however they are grouped: each name once, and stated ones
 * kept. */
static void no_two_rooms_get_one_name(void **state)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct scene *scene = *state;
        wr_random random = wr_random_of(seed, 0);
        uint32_t count = 1 + wr_random_below(&random, 12);
        static char own[12][WR_LONGEST_NAME + 1];
        check(scene, "m", count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t number = 12 * wr_random_below(&random, 3) + i;
            snprintf(own[i], sizeof own[i], "m_room%u", (unsigned)(number * 5 % 36));
            scene->map.rooms[i].resref = wr_random_below(&random, 2) ? own[i] : NULL;
            scene->map.rooms[i].group = wr_random_below(&random, 4) ? NULL : "g";
        }
        assert_int_equal(check(scene, "m", count), WR_OK);
        const struct wr_layout *layout = scene->layout;
        for (uint32_t i = 0; i < layout->area_room_count; i++)
            for (uint32_t j = 0; j < i; j++)
                if (strcmp(layout->names[i], layout->names[j]) == 0)
                    fail_msg("seed %llu: rooms %u and %u are '%s'", (unsigned long long)seed,
                             (unsigned)j, (unsigned)i, layout->names[i]);
        for (uint32_t i = 0; i < count; i++) {
            const wr_map_room *room = &scene->map.rooms[i];
            uint32_t area_room = layout->rooms[i].area_room;
            if (room->resref && layout->area_rooms[area_room].first == i)
                assert_string_equal(layout->names[area_room], room->resref);
        }
    }
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
        ON_SCENE_OF(start, a_room_is_called_by_its_resref),
        ON_SCENE_OF(start, a_number_that_is_a_rooms_name_already_is_passed_over),
        ON_SCENE_OF(start, a_group_is_called_as_its_first_room_with_a_resref),
        ON_SCENE_OF(start, an_id_may_be_longer_where_each_room_has_a_resref),
        ON_SCENE_OF(start, a_room_is_not_called_like_padding_or_a_sky),
        ON_SCENE_OF(start, no_two_rooms_get_one_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
