/* Levels that the studio rolls: those of the program, and around what stands before. */
#include "tests/support/desk.h"
#include "tests/support/test.h"

static void a_seed_gives_the_level_the_program_makes(void **state)
{
    struct desk desk;
    struct wr_template *level;
    struct wr_generator *generator;
    struct wr_map *map;
    struct wr_generated made;
    struct wr_bytes text = {0};
    char rooms[32];
    struct wr_kits *kits = wr_kits_create(NULL);
    (void)state;
    sit(&desk);
    const char *root = wr_environment("WARREN_SOURCE");
    wr_kits_add(kits, wr_path_join(desk.arena, root, kit_path));
    assert_int_equal(
        wr_template_load(desk.context,
                         wr_path_join(desk.arena, root, "templates/library/road.json"), &level),
        WR_OK);
    assert_int_equal(wr_generator_create(desk.context, level, kits, NULL, &generator), WR_OK);
    assert_int_equal(wr_generator_make(desk.context, generator, 7, 0, &map, &made), WR_OK);
    assert_int_equal(wr_map_write(desk.context, map, &text), WR_OK);
    wr_bytes_char(&text, '\0');
    struct wr_bytes quoted = {0};
    wr_bytes_json(&quoted, (const char *)text.data);
    wr_bytes_char(&quoted, '\0');

    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/road.json"),
                     WR_OK);
    assert_int_equal(wr_studio_roll(desk.studio, 7), WR_OK);
    assert_answers(&desk, (const char *)quoted.data);
    assert_answers(&desk, "\"seed\": 7");
    assert_answers(&desk, "\"critical_path\": ");
    snprintf(rooms, sizeof rooms, "\"rooms\": %u.0,", (unsigned)made.metrics.rooms);
    assert_answers(&desk, rooms);

    wr_bytes_finish(&quoted);
    wr_bytes_finish(&text);
    wr_map_free(map);
    wr_generator_free(generator);
    wr_template_free(level);
    wr_kits_free(kits);
    rise(&desk);
}

/* ---- What stands before a level is rolled ---- */

#define KEEPS(text, rooms, doorways, add)                                                      \
    wr_studio_keep(desk.studio, text, strlen(text), rooms, doorways, add)

static void pinned_rooms_stand_in_every_level(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS(TWO, "hub\nway", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    for (uint32_t seed = 1; seed <= 20; seed++) {
        assert_int_equal(wr_studio_roll(desk.studio, seed), WR_OK);
        assert_answers(&desk, "\\\"name\\\": \\\"hub\\\", \\\"room\\\": "
                              "\\\"hub\\\", \\\"position\\\": [0.0, 0.0, 0.0]");
        assert_answers(&desk, "\\\"room\\\": \\\"passage-12\\\", \\\"position\\\": "
                              "[12.0, 0.0, 0.0]");
    }
    rise(&desk);
}

static void a_wing_begins_at_its_doorway_alone(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS(TWO, "", "hub:west", true), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    assert_int_equal(wr_studio_roll(desk.studio, 1), WR_OK);
    assert_answers(&desk, "\\\"from\\\": [\\\"hub\\\", \\\"west\\\"]");
    assert_null(strstr(wr_studio_answer(desk.studio), "[\\\"hub\\\", \\\"south\\\"]"));
    assert_int_equal(KEEPS("", "", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    rise(&desk);
}

static void what_cannot_stand_is_said_and_forgotten(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS("{", "", "", false), WR_SYNTAX);
    assert_int_equal(KEEPS(TWO, "nobody", "", false), WR_OK);
    assert_int_not_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                         WR_OK);
    assert_finds(&desk, "keep-nothing");
    assert_int_equal(KEEPS("", "", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_level_the_program_makes),
        cmocka_unit_test(pinned_rooms_stand_in_every_level),
        cmocka_unit_test(a_wing_begins_at_its_doorway_alone),
        cmocka_unit_test(what_cannot_stand_is_said_and_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
