/* Warren's map written: what is read back is the same map, to the last bit. */
#include "tests/support/starved.h"
#include "tests/templates/random_map.h"

#define SAID(text) text

static struct wr_bytes write_map(struct wr_context *context, const struct wr_map *map)
{
    struct wr_bytes text = {0};
    assert_int_equal(wr_map_write(context, map, &text), WR_OK);
    wr_bytes_char(&text, '\0');
    return text;
}

static void same(struct wr_map *before, struct wr_map *after)
{
    same_maps(before, after);
}

static void a_written_map_reads_back_as_itself(void **state)
{
    (void)state;
    random_map_trips(400, write_map, same);
}

static void each_room_and_link_takes_one_line(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map =
        map_of(&f, map_text(f.arena, "{'format': 'warren-map', 'version': 1, 'id': 'demo',\n"
                                     "'door_pairs': [['narrow', 'k:wide']],"
                                     "'rooms': [{'name': 'a', 'kit': 'k', 'room': 'hub',"
                                     "'position': [0, -0.5, 1e5], 'mirror': 'y',"
                                     "'key': 'iron', 'resref': 'm12aa_1'},"
                                     "{'kit': 'k', 'room': 'hall', 'position': [1, 2, 3],"
                                     "'turn': 90, 'group': 'g'}],"
                                     "'links': [{'to': ['room1', 's'], 'from': ['a', 'n'],"
                                     "'hidden': true, 'lock': 'iron',"
                                     "'optional': true}],"
                                     "'entry': {'room': 'a', 'marker': 'm'}}"));
    struct wr_bytes text = write_map(f.context, map);
    assert_string_equal(
        (const char *)text.data,
        "{\n"
        "  \"format\": \"warren-map\",\n"
        "  \"version\": 1,\n"
        "  \"id\": \"demo\",\n"
        "  \"kit\": \"k\",\n"
        "  \"door_pairs\": [\n"
        "    [\"narrow\", \"k:wide\"]\n"
        "  ],\n"
        "  \"lighting\": [0.5, 0.5, 0.5],\n"
        "  \"entry\": {\"room\": \"a\", \"marker\": \"m\"},\n"
        "  \"rooms\": [\n"
        "    {\"name\": \"a\", \"room\": \"hub\", \"position\": [0.0, -0.5, 100000.0], "
        "\"turn\": 0.0, \"mirror\": \"y\", \"resref\": \"m12aa_1\", \"key\": \"iron\"},\n"
        "    {\"name\": \"room1\", \"room\": \"hall\", \"position\": [1.0, 2.0, 3.0], "
        "\"turn\": 90.0, \"group\": \"g\"}\n"
        "  ],\n"
        "  \"links\": [\n"
        "    {\"from\": [\"a\", \"n\"], \"to\": [\"room1\", \"s\"], "
        "\"lock\": \"iron\", \"optional\": true, \"hidden\": true}\n"
        "  ]\n"
        "}\n");
    wr_bytes_finish(&text);
    wr_map_free(map);
    findings_end(&f);
}

/* Nothing that is written from it differs by the sign, but what is read back is to be the same.
 */
static void the_sign_of_nothing_is_kept(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map =
        map_of(&f, map_text(f.arena, "{'format': 'warren-map', 'version': 1, 'id': 'demo',"
                                     "'rooms': [{'name': 'a', 'kit': 'k', 'room': 'hub',"
                                     "'position': [-0.0, 0, -0.0], 'turn': -0.0}],"
                                     "'entry': {'room': 'a', 'position': [0, -0.0, 0],"
                                     "'facing': -0.0}}"));
    struct wr_bytes text = write_map(f.context, map);
    const char *written = (const char *)text.data;
    assert_non_null(strstr(written, "\"position\": [-0.0, 0.0, -0.0], \"turn\": -0.0"));
    assert_non_null(strstr(written, "\"position\": [0.0, -0.0, 0.0], \"facing\": -0.0"));
    wr_bytes_finish(&text);
    wr_map_free(map);
    findings_end(&f);
}

/* ---- Maps made in memory --------------------------------------------------------------------
 */

static void break_numbers(struct wr_map *map)
{
    map->rooms[0].placement.position.y = NAN;
    map->rooms[0].placement.turn = INFINITY;
    map->lighting[1] = NAN;
    map->tolerance = 0;
}

static void break_texts(struct wr_map *map)
{
    map->id = "My Map";
    map->rooms[0].name = NULL;
    map->rooms[0].room = "";
}

static void break_references(struct wr_map *map)
{
    map->rooms[0].name = map->rooms[1].name;
    map->rooms[1].kit = NULL;
    map->links[0].rooms[1] = 2;
    map->links[1].rooms[1] = 0;
    map->entry.room = 2;
    map->exits[0].room = 2;
    map->visible[0].rooms[1] = 2;
    map->things[0].room = 7;
}

/* A map file has one door for the rooms it carries; a map in memory may have others. */
static void a_door_that_no_file_can_hold_is_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct random_map r = random_map_of(f.context, 1);
    if (!r.map->embedded)
        add_embedded(&r, f.context);
    findings_said(&f);
    wr_door *door = WR_ZERO(r.arena, wr_door, 1);
    *door = (wr_door){.name = "sw_door", .width = 2.5f, .height = 3, .meets_any = true};
    r.map->embedded->doors = door;
    struct wr_bytes text = {0};
    assert_int_equal(wr_map_write(f.context, r.map, &text), WR_INVALID);
    assert_int_equal(text.size, 0);
    const char *said = findings_said(&f);
    assert_non_null(strstr(said, "[embedded-door] the embedded rooms have a door 'sw_door'"));
    wr_bytes_finish(&text);
    random_map_end(&r);
    findings_end(&f);
}

static void nothing_is_written_of_a_map_that_breaks_a_rule(void **state)
{
    (void)state;
    const struct {
        void (*break_map)(struct wr_map *map);
        const char *said;
    } cases[] = {
        {break_numbers,
         SAID("0:0: error [map-lighting] the green of the lighting is nan (red, green and blue "
              "lie between 0 and 1)\n"
              "0:0: error [map-tolerance] the tolerance is 0.0 m, which is not above 0 and at "
              "most 1.0 m\n"
              "0:0: error [map-coordinate] the y of room 'a' is nan m, farther than 100 km "
              "from the origin (area coordinates lie between -100000 and 100000 m)\n"
              "0:0: error [map-angle] the angle of room 'a' is no number of degrees\n")},
        {break_texts, SAID("0:0: error [id-characters] the id 'My Map' holds a character the "
                           "game does not take in a name (an id is made of a-z, 0-9 and _)\n"
                           "0:0: error [map-empty-text] the name of a room is empty\n"
                           "0:0: error [map-empty-text] the room to place is empty\n")},
        {break_references,
         SAID("0:0: error [room-duplicate] two rooms of the map are called 'b', rooms 0 and 1 "
              "(give each room its own name)\n"
              "0:0: error [entry-room] the entry is in a room the map does not have\n"
              "0:0: error [thing-room] thing 0 stands in a room the map does not have\n"
              "0:0: error [embedded-unknown] the map carries no room 'hub' itself\n"
              "0:0: error [link-room] link 0 names a room the map does not have\n"
              "0:0: error [link-self] a link leads from room 'b' to the same room\n"
              "0:0: error [exit-room] exit 0 names a room the map does not have\n"
              "0:0: error [visible-room] pair 0 of 'visible' names a room the map does not "
              "have\n")}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct findings f;
        findings_start(&f);
        wr_map_room rooms[2] = {{.name = "a", .kit = "k", .room = "hub"},
                                {.name = "b", .kit = "k", .room = "hub"}};
        wr_map_link links[2] = {{.rooms = {0, 1}, .hooks = {"n", "s"}},
                                {.rooms = {0, 1}, .hooks = {"e", "w"}}};
        wr_map_sight sight = {.rooms = {0, 1}};
        wr_map_thing thing = {.marker = {.name = "t", .kind = WR_SOUND}};
        wr_map_exit exit = {.hook = "u", .module = "tower", .title_line = -1};
        struct wr_map map = {.things = &thing,
                             .thing_count = 1,
                             .id = "demo",
                             .rooms = rooms,
                             .room_count = 2,
                             .links = links,
                             .link_count = 2,
                             .exits = &exit,
                             .exit_count = 1,
                             .visible = &sight,
                             .visible_count = 1,
                             .tolerance = NAN,
                             .overlap = NAN,
                             .entry = {.room = WR_NONE}};
        struct wr_bytes text = write_map(f.context, &map);
        size_t size = text.size;
        cases[i].break_map(&map);
        assert_int_equal(wr_map_write(f.context, &map, &text), WR_INVALID);
        assert_int_equal(text.size, size);
        const char *said = findings_said(&f);
        assert_string_equal(said, cases[i].said);
        wr_bytes_finish(&text);
        findings_end(&f);
    }
}

static enum wr_result write_starved(struct findings *f, void *map)
{
    struct wr_bytes text = {0};
    enum wr_result result = wr_map_write(f->context, map, &text);
    wr_bytes_finish(&text);
    return result;
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct random_map r = random_map_of(f.context, 1);
    for (uint64_t next = 2; !r.map->embedded || !r.map->models[0].mdl; next++) {
        random_map_end(&r);
        r = random_map_of(f.context, next);
    }
    assert_true(starve(write_starved, r.map) >= 5);
    random_map_end(&r);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_written_map_reads_back_as_itself, random_map_tell),
        cmocka_unit_test(each_room_and_link_takes_one_line),
        cmocka_unit_test(the_sign_of_nothing_is_kept),
        cmocka_unit_test(a_door_that_no_file_can_hold_is_refused),
        cmocka_unit_test(nothing_is_written_of_a_map_that_breaks_a_rule),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
