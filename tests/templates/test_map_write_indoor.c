/* Maps written as .indoor: the numbers survive, and what does not is named. */
#include "tests/templates/random_map.h"

#define SAID(text) text

static struct wr_bytes write_indoor(struct wr_context *context, const struct wr_map *map)
{
    struct wr_bytes text = {0};
    assert_int_equal(wr_map_write_indoor(context, map, &text), WR_OK);
    wr_bytes_char(&text, '\0');
    return text;
}

static void a_map_is_written_as_holocron_toolset_reads_it(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = map_of(
        &f, map_text(f.arena, "{'format': 'warren-map', 'version': 1, 'id': 'demo',\n"
                              "'title': 'Demo', 'game': 'k1',\n"
                              "'rooms': [{'kit': 'Black Vulkar', 'room': 'Hall 1',"
                              "'position': [0, -0.1, 2], 'turn': -90, 'mirror': 'x'}]}"));
    struct wr_bytes text = write_indoor(f.context, map);
    assert_string_equal((const char *)text.data,
                        "{\n"
                        "  \"module_id\": \"demo\",\n"
                        "  \"name\": {\"stringref\": -1, \"0\": \"Demo\"},\n"
                        "  \"lighting\": [0.5, 0.5, 0.5],\n"
                        "  \"skybox\": \"\",\n"
                        "  \"warp\": \"demo\",\n"
                        "  \"target_game_type\": false,\n"
                        "  \"rooms\": [\n"
                        "    {\"position\": [0.0, -0.1, 2.0], \"rotation\": -90.0, "
                        "\"flip_x\": true, \"flip_y\": false, \"kit\": \"Black Vulkar\", "
                        "\"component\": \"Hall 1\"}\n"
                        "  ]\n"
                        "}\n");
    assert_said(&f, "");
    wr_bytes_finish(&text);
    wr_map_free(map);
    findings_end(&f);
}

static void what_the_format_cannot_hold_is_named(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = map_of(
        &f,
        map_text(f.arena,
                 "{'format': 'warren-map', 'version': 1, 'id': 'demo',\n"
                 "'kits': ['../kits'], 'tolerance': 0.5, 'overlap': 0.2, 'links_only': true,\n"
                 "'door_pairs': [['narrow', 'wide']],\n"
                 "'rooms': [{'kit': 'k', 'room': 'h', 'position': [0, 0, 0], 'key': 'iron',"
                 " 'resref': 'm12aa_01a', 'stretch': [1]},"
                 "{'name': 'b', 'kit': 'k', 'room': 'h', 'position': [9, 0, 0],"
                 " 'group': 'g'}],\n"
                 "'links': [{'from': ['room0', 'n'], 'to': ['b', 's'],"
                 " 'lock': 'iron'}],\n"
                 "'entry': {'room': 'b', 'marker': 'm'}}"));
    struct wr_bytes text = write_indoor(f.context, map);
    const char *said = findings_said(&f);
    assert_string_equal(
        said,
        SAID("0:0: warning [indoor-cannot-hold] an .indoor file cannot hold the entry: the "
             "player will arrive at 0, 0, 0 (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold the links: "
             "doorways are matched by where they stand (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold keys: none lies "
             "anywhere (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold stretch: rooms are "
             "as long as their kit has them, and meet no more (keep the map in Warren's JSON "
             "too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold locked and "
             "hidden doors: every door is an open one (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold door_pairs: "
             "HolocronToolset compares no doors (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold links_only: "
             "every two doorways that meet become a link (keep the map in Warren's JSON "
             "too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold the tolerance: "
             "HolocronToolset joins doorways within 0.001 m (keep the map in Warren's JSON "
             "too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold the overlap: "
             "HolocronToolset compares no floors (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold groups: each "
             "room stays by itself (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold names of rooms: "
             "they are numbered (keep the map in Warren's JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold resrefs of rooms: "
             "HolocronToolset makes names of the id and a number (keep the map in Warren's "
             "JSON too)\n"
             "0:0: warning [indoor-cannot-hold] an .indoor file cannot hold paths to kits: "
             "HolocronToolset looks in its own folder (keep the map in Warren's JSON "
             "too)\n"));
    wr_bytes_finish(&text);
    wr_map_free(map);
    findings_end(&f);
}

/* Everything an .indoor file holds is the same after a round trip. */
static void same_in_indoor(struct wr_map *before, struct wr_map *after)
{
    assert_string_equal(before->id, after->id);
    same_text(before->title, after->title);
    assert_int_equal(before->game, after->game);
    same_bits(before->lighting, after->lighting);
    same_text(before->skybox, after->skybox);
    assert_int_equal(before->room_count, after->room_count);
    for (uint32_t i = 0; i < before->room_count; i++) {
        before->rooms[i].name = after->rooms[i].name;
        before->rooms[i].group = before->rooms[i].key = before->rooms[i].resref = NULL;
        before->rooms[i].length_count = 0;
        same_map_rooms(&before->rooms[i], &after->rooms[i]);
    }
    assert_true((before->embedded == NULL) == (after->embedded == NULL));
    for (uint32_t i = 0; before->embedded && i < before->embedded->room_count; i++) {
        const wr_room *a = &before->embedded->rooms[i], *b = &after->embedded->rooms[i];
        same_text(a->id, b->id);
        same_text(a->name, b->name);
        same_meshes(a->mesh, b->mesh);
        assert_int_equal(a->hook_count, b->hook_count);
        same_models(&before->models[i], &after->models[i]);
        for (uint32_t k = 0; k < a->hook_count; k++)
            same_bits(a->hooks[k].position, b->hooks[k].position);
    }
}

static void numbers_walkmeshes_and_models_survive(void **state)
{
    (void)state;
    random_map_trips(300, write_indoor, same_in_indoor);
}

/* A quarter turn between the formats' zeros; one that does not say looks out of the room. */
static void hooks_keep_their_bearing(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map =
        map_of(&f, map_text(f.arena, "{'format': 'warren-map', 'version': 1, 'id': 'demo',\n"
                                     "'rooms': [{'embedded': 'x', 'position': [0, 0, 0]}],\n"
                                     "'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [\n"
                                     "{'position': [0.5, 0, 0], 'facing': 270, 'id': 5},\n"
                                     "{'position': [1, 0.5, 0]}]}]}"));
    struct wr_bytes text = write_indoor(f.context, map);
    assert_non_null(strstr((const char *)text.data, "\"rotation\": 180.0, \"edge\": 5}"));
    assert_non_null(strstr((const char *)text.data, "\"rotation\": -90.0, \"edge\": -1}"));
    wr_bytes_finish(&text);
    wr_map_free(map);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_written_as_holocron_toolset_reads_it),
        cmocka_unit_test(what_the_format_cannot_hold_is_named),
        cmocka_unit_test_teardown(numbers_walkmeshes_and_models_survive, random_map_tell),
        cmocka_unit_test(hooks_keep_their_bearing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
