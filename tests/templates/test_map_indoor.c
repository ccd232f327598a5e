/* HolocronToolset's .indoor files: the real ones, and every fault by name. */
#include "tests/templates/damage.h"

#include "tests/support/corpus.h"

#define HEAD "{'name': {'stringref': -1, '0': 'New'}, 'lighting': [0.5, 0.5, 0.5],\n"
#define ROOM "{'position': [1, 2, 3], 'rotation': -450, 'kit': 'K', 'component': 'Hall 1'}"
#define SAID(text) text
#define ROOMS "'rooms': [" ROOM "]"

/* The one finding a text gives while it is read. */
static struct wr_map *read_saying(struct findings *f, const char *text, const char *said)
{
    struct wr_map *map = map_of(f, map_text(f->arena, text));
    assert_said(f, said);
    return map;
}

static void a_room_keeps_its_order_and_placement(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = read_saying(
        &f,
        HEAD "'module_id': 'Test01', 'skybox': 'sky', 'target_game_type': true, 'rooms': [" ROOM
             ",\n{'position': [0.1, 0, 0], 'rotation': 0.25, 'kit': 'L', 'component': 'x',"
             " 'flip_x': true, 'flip_y': false, 'module_root': 'm13aa',"
             " 'walkmesh_override': '@'}]}",
        "");
    assert_string_equal(map->id, "test01");
    assert_string_equal(map->title, "New");
    assert_int_equal(map->game, WR_K2);
    assert_string_equal(map->skybox, "sky");
    assert_int_equal(map->room_count, 2);
    assert_string_equal(map->rooms[0].name, "room0");
    assert_string_equal(map->rooms[0].kit, "K");
    assert_string_equal(map->rooms[0].room, "Hall 1");
    assert_true(map->rooms[0].placement.turn == -450.0f);
    assert_true(map->rooms[0].placement.position.z == 3.0f);
    assert_null(map->rooms[0].mesh);
    assert_true(map->rooms[1].placement.mirror_x && !map->rooms[1].placement.mirror_y);
    assert_int_equal(map->rooms[1].mesh->face_count, 2);
    assert_int_equal(map->entry.room, WR_NONE);
    wr_map_free(map);
    findings_end(&f);
}

static void the_id_is_warp_before_either_spelling_of_module_id(void **state)
{
    (void)state;
    const char *const cases[][3] = {
        {"'warp': 'a', 'module_id': 'b', 'moduleId': 'c',", "a", ""},
        {"'warp': '', 'module_id': 'b', 'moduleId': 'c',", "b", ""},
        {"'moduleId': 'c',", "c", ""},
        {"", "test01",
         "1:1: warning [indoor-no-id] the map has no id, and is called 'test01' (give it a "
         "'module_id')\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct findings f;
        findings_start(&f);
        char text[512];
        snprintf(text, sizeof text, "%s%s%s}", HEAD, cases[i][0], ROOMS);
        struct wr_map *map = read_saying(&f, text, cases[i][2]);
        assert_string_equal(map->id, cases[i][1]);
        wr_map_free(map);
        findings_end(&f);
    }
}

static void the_title_is_the_one_in_the_lowest_language(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = read_saying(
        &f,
        "{'warp': 'a', 'name': {'stringref': -1, '10': 'Zehn', '2': 'Deux'},\n"
        " 'lighting': [0, 0, 0], " ROOMS "}",
        "1:23: warning [indoor-languages] the map has its title in 2 languages, and Warren "
        "keeps language 2 only\n");
    assert_string_equal(map->title, "Deux");
    wr_map_free(map);
    map = read_saying(
        &f, "{'warp': 'a', 'name': {'stringref': 7}, 'lighting': [0, 0, 0]," ROOMS "}", "");
    assert_null(map->title);
    wr_map_free(map);
    findings_end(&f);
}

static void rooms_the_map_carries_are_found_by_id_and_by_name(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = read_saying(
        &f,
        HEAD "'warp': 'a', 'embedded_components': [\n"
             "{'id': 'one', 'name': 'Merged', 'bwm': '@', 'mdl': 'TURM', 'mdx': '',\n"
             " 'hooks': [{'position': [0.5, 0, 0], 'rotation': 180, 'edge': 5}]}],\n"
             "'rooms': [{'position': [1, 2, 3], 'rotation': 0, 'kit': '__embedded__',"
             " 'component': 'one'},\n"
             "{'position': [1, 2, 3], 'rotation': 0, 'kit': 'Embedded',"
             " 'component': 'Merged'}]}",
        "");
    assert_int_equal(map->embedded->room_count, 1);
    assert_null(map->rooms[0].kit);
    assert_null(map->rooms[1].kit);
    assert_string_equal(map->rooms[0].room, "one");
    assert_string_equal(map->rooms[1].room, "one");
    const wr_hook *hook = &map->embedded->rooms[0].hooks[0];
    assert_true(hook->facing == 270.0f); /* rotation 0 faces +Y there */
    assert_int_equal(hook->id, 5);
    assert_int_equal(hook->foot, 0);
    assert_true(hook->out_y == -1.0);
    assert_int_equal(map->models[0].mdl_size, 3);
    assert_memory_equal(map->models[0].mdl, "MDL", 3);
    wr_map_free(map);
    findings_end(&f);
}

static void each_fault_is_named_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"{'warp': 'a'}", SAID("1:1: error [json-missing] the file has no 'name'\n"
                               "1:1: error [json-missing] the file has no 'lighting'\n"
                               "1:1: error [json-missing] the file has no 'rooms'\n")},
        {HEAD "'warp': 'a', 'rooms': []}",
         SAID("2:23: error [map-empty] the map places no room\n")},
        {HEAD "'warp': 'a b', " ROOMS "}",
         SAID("2:9: error [id-characters] the id 'a b' holds a character the game does not "
              "take in a name (an id is made of a-z, 0-9 and _)\n")},
        {HEAD "'warp': 'abcdefghijklmnopq', " ROOMS "}",
         SAID("2:9: error [id-too-long] the id 'abcdefghijklmnopq' has 17 characters; with 1 "
              "room it may have at most 10 (the game knows names of 16 characters, and each "
              "room's is "
              "<id>_room<number>)\n")},
        {HEAD "'warp': 5, " ROOMS "}",
         SAID("2:9: error [json-type] warp must be a string, not a number\n")},
        {HEAD "'warp': 'a', 'tile_layout': {'kit_id': 'x'}, 'indoor_map_version': 2}",
         SAID("2:14: error [indoor-tile-layout] Warren does not build maps laid out in tiles "
              "(HolocronToolset can turn it into a module)\n")},
        {HEAD "'warp': 'a', 'area_layout': {'format': '0.1'}, 'indoor_map_version': 3}",
         SAID("2:14: error [indoor-area-layout] Warren does not build maps of the area "
              "designer (HolocronToolset can turn it into a module)\n")},
        {HEAD "'warp': 'a', 'area_designer_v01': {'format': '0.1'}}",
         SAID("2:14: error [indoor-area-layout] Warren does not build maps of the area "
              "designer (HolocronToolset can turn it into a module)\n")},
        {HEAD "'warp': 'a', 'indoor_map_version': 4, " ROOMS "}",
         SAID("2:14: error [indoor-version] Warren reads version 1 of .indoor files, and this "
              "is a later one (HolocronToolset can turn it into a module)\n")},
        {HEAD "'warp': 'a', 'rooms': [{}]}",
         SAID("2:24: error [json-missing] rooms[0] has no 'kit'\n"
              "2:24: error [json-missing] rooms[0] has no 'component'\n"
              "2:24: error [json-missing] rooms[0] has no 'position'\n"
              "2:24: error [json-missing] rooms[0] has no 'rotation'\n")},
        {HEAD "'warp': 'a', 'rooms': [{'position': [0, 0, 0], 'rotation': '0', 'kit': '',"
              " 'component': '', 'flip_x': 1}]}",
         SAID("2:60: error [json-type] rooms[0].rotation must be a number, not a string\n"
              "2:103: error [json-type] rooms[0].flip_x must be true or false, not a number\n"
              "2:89: error [map-empty-text] the room to place is empty\n"
              "2:72: error [map-empty-text] the kit of a room is empty\n")},
        {HEAD "'warp': 'a', 'rooms': [{'position': [0, 0, 2e5], 'rotation': 0, 'kit': 'k',"
              " 'component': 'c', 'walkmesh_override': '?'}]}",
         SAID("2:116: error [map-base64] rooms[0].walkmesh_override is not base64 at its "
              "character 1 (base64 is A-Z, a-z, 0-9, + and /, padded with = to a multiple of "
              "4)\n"
              "2:44: error [map-coordinate] the z of room 'room0' is 200000.0 m, farther than "
              "100 km from the origin (area coordinates lie between -100000 and 100000 m)\n")},
        {HEAD "'warp': 'a', 'embedded_components': [],\n"
              "'rooms': [{'position': [0, 0, 0], 'rotation': 0, 'kit': '__embedded__',"
              " 'component': 'one'}]}",
         SAID("3:86: error [embedded-unknown] the map carries no room 'one' itself\n")},
        {HEAD "'warp': 'a', 'embedded_components': [{'id': 'one', 'bwm': 'AAAA'}], " ROOMS "}",
         SAID("2:59: error [map-walkmesh] embedded_components[0].bwm does not hold a walkmesh "
              "(the text stands for the bytes of a .wok file, in base64)\n")},
        {"{'warp': 'a', 'name': {'0': 5}, 'lighting': [0, 0, -1], " ROOMS "}",
         SAID("1:29: error [json-type] name.0 must be a string, not a number\n"
              "1:52: error [map-lighting] the blue of the lighting is -1.0 (red, green and "
              "blue lie between 0 and 1)\n")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct findings f;
        findings_start(&f);
        assert_null(map_of(&f, map_text(f.arena, cases[i].text)));
        const char *said = findings_said(&f);
        if (strcmp(said, cases[i].said) != 0)
            fail_msg("%s\nsaid:\n%swanted:\n%s", cases[i].text, said, cases[i].said);
        findings_end(&f);
    }
}

static void what_another_tool_added_is_a_warning_once_a_key(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = read_saying(
        &f,
        HEAD "'warp': 'a', 'zoom': 2,\n"
             "'rooms': [{'position': [0, 0, 0], 'rotation': 0, 'kit': 'k', 'component': 'c',"
             " 'flipx': true},\n"
             "{'position': [0, 0, 0], 'rotation': 0, 'kit': 'k', 'component': 'c',"
             " 'flipx': true}]}",
        "3:80: warning [indoor-unknown-key] rooms[0].flipx is ignored: Warren knows no such "
        "key in an .indoor file (did you mean 'flip_x'?)\n"
        "2:14: warning [indoor-unknown-key] zoom is ignored: Warren knows no such key in an "
        ".indoor file (did you mean 'rooms'?)\n");
    wr_map_free(map);
    findings_end(&f);
}

/* ---- Damage ------------------------------------------------------------------------------ */

static const char everything[] =
    HEAD "'warp': 'a', 'module_id': 'a', 'skybox': 'sky', 'target_game_type': true,\n"
         "'embedded_components': [{'id': 'one', 'name': 'Merged', 'bwm': '@', 'mdl': 'TURM',\n"
         " 'mdx': 'AA==', 'hooks': [{'position': [0.5, 0, 0], 'rotation': 180, 'edge': 5}]}],\n"
         "'rooms': [{'position': [1, 2, 3], 'rotation': 0, 'kit': '__embedded__',"
         " 'component': 'one'},\n"
         "{'position': [1, 2, 3], 'rotation': 0.5, 'flip_x': true, 'flip_y': false, 'kit': 'K',"
         " 'component': 'Merged', 'module_root': 'x', 'walkmesh_override': '@'}]}\n";

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    cut_everywhere(everything);
}

static void a_file_with_any_byte_changed_is_read_or_refused(void **state)
{
    (void)state;
    change_every_byte(everything);
}

static void memory_that_runs_out_anywhere_is_said(void **state)
{
    (void)state;
    fail_every_allocation(everything);
}

/* ---- Real files ----------------------------------------------------------------------------
 */

static void read_real(void *user, const struct wr_source *source)
{
    uint32_t *rooms = user;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = NULL;
    char *text = wr_arena_text(f.arena, (const char *)source->data, source->size);
    map = map_of(&f, text);
    if (!map)
        fail_msg("%s: %s", source->name, findings_said(&f));
    assert_int_equal(f.warnings, 0);
    assert_string_equal(map->id, "test01");
    assert_string_equal(map->title, "New Module");
    *rooms += map->room_count;
    for (uint32_t i = 0; i < map->room_count; i++)
        *rooms += map->rooms[i].mesh ? 100 : 0;
    wr_map_free(map);
    findings_end(&f);
}

static void the_real_maps_are_read(void **state)
{
    (void)state;
    uint32_t rooms = 0;
    size_t count = corpus_all("indoor", ".indoor", read_real, &rooms);
    assert_int_equal(count, 4);
    assert_int_equal(rooms,
                     2 + 2 + 4 + 4 + 2 * 100); /* two rooms have walkmeshes of their own */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_keeps_its_order_and_placement),
        cmocka_unit_test(the_id_is_warp_before_either_spelling_of_module_id),
        cmocka_unit_test(the_title_is_the_one_in_the_lowest_language),
        cmocka_unit_test(rooms_the_map_carries_are_found_by_id_and_by_name),
        cmocka_unit_test(each_fault_is_named_at_its_place),
        cmocka_unit_test(what_another_tool_added_is_a_warning_once_a_key),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_byte_changed_is_read_or_refused),
        cmocka_unit_test(memory_that_runs_out_anywhere_is_said),
        cmocka_unit_test(the_real_maps_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
