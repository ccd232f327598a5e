/* Warren's map: what is read, and every fault at its line and column. */
#include "tests/templates/damage.h"

static const char smallest[] =
    "{'format': 'warren-map', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
    " 'rooms': [{'room': 'hub', 'position': [0, 0, 0]}]}\n";

static const char everything[] =
    "{\n"
    "  '$schema': 'map.schema.json',\n"
    "  'format': 'warren-map', 'version': 1, 'id': 'demo_2', 'title': 'D\\u00e9mo', "
    "'game': 'k2',\n"
    "  'kits': ['..\\\\kits', 'mine.xml'], 'kit': 'burrow',\n"
    "  'tolerance': 0.05, 'links_only': true,\n"
    "  'lighting': [0.1, 0.2, 1], 'skybox': 'm03_sky', 'sun': [1, 0.9, 0.8],\n"
    "  'entry': {'room': 'hub', 'position': [1, -2.5, 3], 'facing': -45},\n"
    "  'rooms': [\n"
    "    {'name': 'hub', 'room': 'Hub', 'position': [0, 0, 0]},\n"
    "    {'kit': 'all\\\\other.xml', 'room': 'hall', 'position': [1.5, -2, 1e-3], 'turn': "
    "-450,\n"
    "     'mirror': 'xy', 'group': 'g1', 'resref': 'm12aa_01a', 'walkmesh': '@'},\n"
    "    {'name': 'own', 'embedded': 'merged', 'position': [9, 9, 9], 'mirror': 'y'}\n"
    "  ],\n"
    "  'links': [{'from': ['hub', 'north'], 'to': ['room1', 'south']}],\n"
    "  'embedded': [{'id': 'merged', 'name': 'Merged', 'walkmesh': '@', 'mdl': 'TURM',\n"
    "    'hooks': [{'position': [0.5, 0, 0], 'facing': 270, 'id': 5},\n"
    "              {'name': 'east', 'position': [1, 0.5, 0]}]}]\n"
    "}\n";

static void the_smallest_map_has_a_default_for_everything_else(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = map_of(&f, map_text(f.arena, smallest));
    assert_non_null(map);
    assert_string_equal(map->id, "demo");
    assert_null(map->title);
    assert_int_equal(map->game, 0);
    assert_int_equal(map->kit_count + map->link_count, 0);
    assert_int_equal(map->room_count, 1);
    assert_true(isnan(map->tolerance) && !map->links_only);
    assert_int_equal(map->entry.room, WR_NONE);
    assert_true(map->lighting[0] == 0.5f && map->lighting[2] == 0.5f);
    assert_false(map->has_sun);
    assert_string_equal(map->skybox, "");
    assert_null(map->embedded);
    const wr_map_room *room = map->rooms;
    assert_string_equal(room->name, "room0");
    assert_string_equal(room->kit, "burrow");
    assert_string_equal(room->room, "hub");
    assert_null(room->group);
    assert_null(room->resref);
    assert_null(room->mesh);
    assert_int_equal(room->place.offset, strstr(smallest, "{'room'") - smallest);
    assert_ptr_equal(map->source, &f.source);
    assert_string_equal(map->folder, ".");
    wr_map_free(map);
    findings_end(&f);
}

static void check_rooms(const struct wr_map *map)
{
    const wr_map_room *rooms = map->rooms;
    assert_int_equal(map->room_count, 3);
    assert_string_equal(rooms[0].kit, "burrow");
    assert_string_equal(rooms[1].name, "room1");
    assert_string_equal(rooms[1].kit, "all/other.xml");
    assert_string_equal(rooms[1].group, "g1");
    assert_string_equal(rooms[1].resref, "m12aa_01a");
    assert_true(rooms[1].placement.position.x == 1.5f);
    assert_true(rooms[1].placement.position.z == 0.001f);
    assert_true(rooms[1].placement.turn == -450.0f);
    assert_true(rooms[1].placement.mirror_x && rooms[1].placement.mirror_y);
    assert_int_equal(rooms[1].mesh->face_count, 2);
    assert_int_equal(rooms[1].mesh->edge_count, 4);
    assert_null(rooms[2].kit);
    assert_string_equal(rooms[2].room, "merged");
    assert_true(!rooms[2].placement.mirror_x && rooms[2].placement.mirror_y);
}

static void check_embedded(const struct wr_map *map)
{
    assert_int_equal(map->embedded->room_count, 1);
    const wr_room *room = &map->embedded->rooms[0];
    assert_string_equal(room->name, "Merged");
    assert_int_equal(room->hook_count, 2);
    assert_string_equal(room->hooks[0].name, "hook0");
    assert_true(room->hooks[0].facing == 270.0f);
    assert_int_equal(room->hooks[0].id, 5);
    assert_int_equal(room->hooks[0].foot, 0);
    assert_string_equal(room->hooks[1].name, "east");
    assert_true(isnan(room->hooks[1].facing));
    assert_int_equal(room->hooks[1].id, -1);
    assert_int_equal(map->models[0].mdl_size, 3);
    assert_memory_equal(map->models[0].mdl, "MDL", 3);
    assert_int_equal(map->models[0].mdx_size, 0);
    assert_string_equal(map->embedded->doors[0].name, "sw_door");
    assert_true(map->embedded->doors[0].width == 2.0f);
}

static void every_member_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = map_of(&f, map_text(f.arena, everything));
    assert_non_null(map);
    assert_string_equal(map->id, "demo_2");
    assert_string_equal(map->title, "D\xc3\xa9mo");
    assert_int_equal(map->game, WR_K2);
    assert_int_equal(map->kit_count, 2);
    assert_string_equal(map->kits[0], "../kits");
    assert_string_equal(map->kits[1], "mine.xml");
    assert_true(map->tolerance == 0.05f && map->links_only);
    assert_true(map->lighting[0] == 0.1f && map->lighting[1] == 0.2f);
    assert_true(map->lighting[2] == 1.0f);
    assert_true(map->has_sun && map->sun[0] == 1.0f && map->sun[2] == 0.8f);
    assert_string_equal(map->skybox, "m03_sky");
    assert_int_equal(map->entry.room, 0);
    assert_null(map->entry.marker);
    assert_true(map->entry.position.y == -2.5f && map->entry.facing == -45.0f);
    check_rooms(map);
    assert_int_equal(map->link_count, 1);
    assert_int_equal(map->links[0].rooms[0], 0);
    assert_int_equal(map->links[0].rooms[1], 1);
    assert_string_equal(map->links[0].hooks[0], "north");
    assert_string_equal(map->links[0].hooks[1], "south");
    check_embedded(map);
    wr_map_free(map);
    findings_end(&f);
}

/* ---- Faults ------------------------------------------------------------------------------ */

#define SAID(text) text
#define HEAD "{'format': 'warren-map', 'version': 1, 'id': 'demo', 'kit': 'k',\n"

static void all_independent_faults_are_reported_at_once(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text = "{'format': 'warren-map', 'version': 1, 'id': 'Demo',\n"
                       " 'game': 'k4', 'tolerance': -1, 'lightning': [0, 0, 0],\n"
                       " 'lighting': [2, 0, 0], 'kits': [''],\n"
                       " 'rooms': [\n"
                       "  {'name': 'a', 'room': 'hub', 'position': [0, 0, 0]},\n"
                       "  {'name': 'a', 'kit': 'k', 'room': 'hub', 'position': [1e6, 0, 0],\n"
                       "   'mirror': 'left'}],\n"
                       " 'entry': {'room': 'b', 'marker': 'start'},\n"
                       " 'links': [{'from': ['a', 'n'], 'to': ['a', 's']}]}\n";
    assert_null(map_of(&f, map_text(f.arena, text)));
    const char *said = findings_said(&f);
    assert_string_equal(
        said,
        SAID("2:10: error [map-game] game cannot be 'k4' (did you mean 'k1'?)\n"
             "5:3: error [json-missing] rooms[0] has no 'kit' (name it here, or once for "
             "all rooms beside 'rooms')\n"
             "7:14: error [map-mirror] rooms[1].mirror cannot be 'left' (known: none, x, "
             "y, xy)\n"
             "8:20: error [room-unknown] no room of the map is called 'b' (did you mean "
             "'a'?)\n"
             "2:33: error [json-unknown-key] the file knows no key 'lightning' (did you "
             "mean 'lighting'?)\n"
             "1:46: error [id-characters] the id 'Demo' holds a character the game does "
             "not take in a name (an id is made of a-z, 0-9 and _)\n"
             "3:34: error [map-empty-text] the path to a kit is empty\n"
             "3:15: error [map-lighting] the red of the lighting is 2.0 (red, green and "
             "blue lie between 0 and 1)\n"
             "2:29: error [map-tolerance] the tolerance is -1.0 m, which is not above 0 "
             "and at most 1.0 m\n"
             "6:57: error [map-coordinate] the x of room 'a' is 1000000.0 m, farther than "
             "100 km from the origin (area coordinates lie between -100000 and 100000 m)\n"
             "6:12: error [room-duplicate] two rooms of the map are called 'a', rooms 0 "
             "and 1 (give each room its own name)\n"
             "9:12: error [link-self] a link leads from room 'a' to the same room\n"));
    findings_end(&f);
}

static void after_twenty_faults_the_rest_is_only_counted(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text, HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0]}");
    for (int i = 0; i < 30000; i++)
        wr_bytes_text(&text, ",\n{'name': 'room0', 'room': 'hub', 'position': [1e6, 0, 0]}");
    wr_bytes_text(&text, "], 'links': [{'from': ['?', 'a'], 'to': ['!', 'b']}");
    for (int i = 0; i < 30000; i++)
        wr_bytes_text(&text, ",\n{'from': ['?', 'a'], 'to': ['!', 'b']}");
    wr_bytes_text(&text, "]}");
    wr_bytes_char(&text, '\0');
    assert_null(map_of(&f, map_text(f.arena, (const char *)text.data)));
    assert_int_equal(f.errors, 20);
    wr_bytes_finish(&text);
    findings_end(&f);
}

static void lists_of_things_have_an_end(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text,
                  HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0]}],\n'things': "
                       "[{'kind': 'trigger', 'position': [0, 0, 0], 'corners':\n[[0, 0, 0]");
    for (int i = 0; i < 1000; i++)
        wr_bytes_text(&text, ", [0, 0, 0]");
    wr_bytes_text(&text, "]}]}");
    wr_bytes_char(&text, '\0');
    assert_null(map_of(&f, map_text(f.arena, (const char *)text.data)));
    const char *said = findings_said(&f);
    assert_non_null(strstr(said, "4:1: error [thing-limit] things[0].corners has 1001 items; "
                                 "the most is 1000\n"));
    wr_bytes_finish(&text);
    findings_end(&f);
}

/* ---- Damage ------------------------------------------------------------------------------ */

static void a_map_cut_anywhere_is_refused(void **state)
{
    (void)state;
    cut_everywhere(everything);
}

static void a_map_with_any_byte_changed_is_read_or_refused(void **state)
{
    (void)state;
    change_every_byte(everything);
}

static void memory_that_runs_out_anywhere_is_said(void **state)
{
    (void)state;
    fail_every_allocation(everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_map_has_a_default_for_everything_else),
        cmocka_unit_test(every_member_is_read),
        cmocka_unit_test(all_independent_faults_are_reported_at_once),
        cmocka_unit_test(after_twenty_faults_the_rest_is_only_counted),
        cmocka_unit_test(lists_of_things_have_an_end),
        cmocka_unit_test(a_map_cut_anywhere_is_refused),
        cmocka_unit_test(a_map_with_any_byte_changed_is_read_or_refused),
        cmocka_unit_test(memory_that_runs_out_anywhere_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
