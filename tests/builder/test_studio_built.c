/* What the studio makes of maps: modules and scenes, and kits of modules again. */
#include "tests/support/desk.h"
#include "tests/support/test.h"

static void a_build_leaves_its_module_and_nothing_of_the_one_before(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0")), second[] = MAP(HUB);
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, text, strlen(text)), WR_OK);
    assert_answers(&desk, "\"out/desk.mod\"");
    assert_answers(&desk, "\"out/desk_room1.wok\"");
    assert_true(wr_studio_file_size(desk.studio, "out/desk.mod") > 1000);
    assert_memory_equal(wr_studio_file(desk.studio, "out/desk.mod"), "MOD V1.0", 8);
    assert_int_equal(wr_studio_build(desk.studio, second, strlen(second)), WR_OK);
    assert_null(wr_studio_file(desk.studio, "out/desk_room1.wok"));
    assert_int_equal(wr_studio_file_size(desk.studio, "out/desk_room1.wok"), 0);
    rise(&desk);
}

/* Also the first of all, where nothing that was given comes before it; and the next build takes
 * all of them away. */
static void a_build_answers_every_file_that_it_made(void **state)
{
    static const char text[] = MAP(HUB);
    static const char *const made[] = {"out/desk.lyt", "out/desk.mod", "out/desk.vis",
                                       "out/desk_room0.wok"};
    struct desk desk;
    (void)state;
    sit_bare(&desk);
    bring_folder_as(&desk, "kits/library/burrow", "shelf");
    assert_int_equal(wr_studio_add_kit(desk.studio, "shelf/kit.xml"), WR_OK);
    assert_int_equal(wr_studio_build(desk.studio, text, strlen(text)), WR_OK);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "\"%s\"", made[i]);
        assert_non_null(wr_studio_file(desk.studio, made[i]));
        assert_answers(&desk, quoted);
    }
    assert_int_not_equal(wr_studio_build(desk.studio, "{}", 2), WR_OK);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_null(wr_studio_file(desk.studio, made[i]));
    rise(&desk);
}

static void a_scene_is_made_and_nothing_where_the_map_is_none(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0"));
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_write_scene(desk.studio, text, strlen(text)), WR_OK);
    assert_true(wr_studio_file_size(desk.studio, WR_STUDIO_SCENE) > 1000);
    assert_memory_equal(wr_studio_file(desk.studio, WR_STUDIO_SCENE), "glTF", 4);
    assert_int_not_equal(wr_studio_write_scene(desk.studio, "{}", 2), WR_OK);
    assert_finds(&desk, "\"severity\":\"error\"");
    assert_null(wr_studio_file(desk.studio, WR_STUDIO_SCENE));
    rise(&desk);
}

/* ---- Modules ---- */

static void a_module_that_was_built_comes_apart_into_the_level_it_was(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, TWO, strlen(TWO)), WR_OK);
    assert_int_equal(wr_studio_take_module(desk.studio, "out/desk.mod", "taken/desk"), WR_OK);
    assert_answers(&desk, "\"rooms\": 2, \"skipped\": 0, \"links\": 1");
    const char *answer = wr_studio_answer(desk.studio);
    struct wr_bytes map = {0};
    for (const char *at = strstr(answer, "{\\n"); *at && strncmp(at, "\"}", 2) != 0; at++)
        if (*at != '\\')
            wr_bytes_char(&map, *at);
        else
            wr_bytes_char(&map, *++at == 'n' ? '\n' : *at);
    assert_int_equal(wr_studio_add_kit(desk.studio, "taken/desk/kit.xml"), WR_OK);
    assert_int_equal(wr_studio_look(desk.studio, (const char *)map.data, map.size), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    wr_bytes_finish(&map);
    rise(&desk);
}

static void a_module_that_is_damaged_leaves_nothing(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, TWO, strlen(TWO)), WR_OK);
    size_t size = wr_studio_file_size(desk.studio, "out/desk.mod");
    char *bytes = wr_alloc(size);
    memcpy(bytes, wr_studio_file(desk.studio, "out/desk.mod"), size);
    for (size_t cut = 0; cut < size; cut += 1 + size / 60) {
        assert_int_equal(wr_studio_put(desk.studio, "cut.mod", bytes, cut), WR_OK);
        if (wr_studio_take_module(desk.studio, "cut.mod", "taken/cut") != WR_OK)
            assert_int_equal(wr_studio_file_size(desk.studio, "taken/cut/kit.xml"), 0);
    }
    wr_free(bytes);
    assert_int_equal(look(&desk, TWO), WR_OK);
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_build_leaves_its_module_and_nothing_of_the_one_before),
        cmocka_unit_test(a_build_answers_every_file_that_it_made),
        cmocka_unit_test(a_scene_is_made_and_nothing_where_the_map_is_none),
        cmocka_unit_test(a_module_that_was_built_comes_apart_into_the_level_it_was),
        cmocka_unit_test(a_module_that_is_damaged_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
