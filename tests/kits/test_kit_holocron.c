/* HolocronToolset kits: hand-made ones with their faults, generated ones, and what is refused.
 */
#include "core/base/tolerance.h"
#include "tests/kits/memory.h"
#include "tests/kits/shipped.h"

#define COMPONENT(id, hooks)                                                                   \
    "{\"name\":\"" id "\",\"id\":\"" id "\",\"native\":1,\"doorhooks\":[" hooks "]}"
#define HOOK(x, y, rotation, edge)                                                             \
    "{\"x\":" x ",\"y\":" y ",\"z\":0,\"rotation\":" rotation ",\"door\":0,\"edge\":" edge "}"
#define KIT(components)                                                                        \
    "{\"name\":\"Mine\",\"id\":\"mine\",\"ht\":\"3.0.0\",\"version\":1,\"doors\":[{"           \
    "\"utd_k1\":\"door0_k1\",\"utd_k2\":\"door0_k2\",\"width\":2.4,\"height\":2.5}],\n"        \
    "\"components\":[\n" components "]}"

struct stroke {
    uint32_t edge;
    int32_t transition;
};

static void open_kit(struct shelf *shelf, const struct stroke *strokes, size_t count)
{
    struct wr_bytes text = {0};
    shelf_open(shelf, "kits/mine.json");
    struct wr_walkmesh *mesh = mesh_of_text(&shelf->findings, hub_obj(&text));
    for (size_t i = 0; i < count; i++)
        paint(mesh, strokes[i].edge, strokes[i].transition);
    memory_wok(&shelf->memory, "kits/mine/hub.wok", mesh, &shelf->bytes);
    wr_bytes_finish(&text);
}

static enum wr_result read_kit(struct shelf *shelf, const char *text)
{
    return shelf_read(shelf, text, strlen(text));
}

/* ---- Hand-made kits -------------------------------------------------------------------------
 */

static void a_hand_made_kit_is_read(void **state)
{
    (void)state;
    struct shelf shelf;
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 20}, {EAST, 21}}, 2);
    memory_text(&shelf.memory, "kits/mine/hub.mdl", "");
    assert_int_equal(
        read_kit(&shelf, KIT(COMPONENT("hub", HOOK("0", "-6", "180",
                                                   "20") "," HOOK("6", "0", "-90", "21")))),
        WR_OK);
    assert_said(&shelf.findings, "");
    const struct wr_kit *kit = shelf.kit;
    assert_true(kit->holocron);
    assert_string_equal(kit->id, "mine");
    assert_string_equal(kit->name, "Mine");
    assert_string_equal(kit->path, "kits/mine.json");
    assert_string_equal(kit->folder, "kits/mine");
    assert_int_equal(kit->door_count, 1);
    assert_string_equal(kit->doors[0].name, "door0");
    assert_string_equal(kit->doors[0].blueprints[1], "door0_k2");
    assert_true(kit->doors[0].meets_any && kit->doors[0].width == 2.4f);
    const wr_room *room = wr_kit_room(kit, "hub", NULL);
    assert_ptr_equal(room->kit, kit);
    assert_string_equal(room->model, "kits/mine/hub.mdl");
    assert_true(room->weight == 1 && room->least == 0 && room->most == WR_NONE);
    assert_string_equal(room->hooks[0].name, "0");
    assert_string_equal(room->hooks[1].name, "1");
    assert_true(room->hooks[0].facing == 270 && room->hooks[1].facing == 0);
    assert_int_equal(room->hooks[0].foot, SOUTH);
    assert_int_equal(room->hooks[1].foot, EAST);
    assert_int_equal(room->hooks[1].id, 21);
    shelf_close(&shelf);
}

static void files_are_found_whatever_their_case_and_beside_the_json(void **state)
{
    (void)state;
    struct shelf shelf;
    static const char text[] = "{\"components\":[" COMPONENT("hub", "") "]}";
    shelf_open(&shelf, "kits/mine/mine.json");
    memory_text(&shelf.memory, "kits/mine/HUB.WOK", hub_obj(&shelf.bytes));
    assert_int_equal(read_kit(&shelf, text), WR_OK);
    assert_said(&shelf.findings, "1:1: warning [holocron-field] the file: the name of a kit is "
                                 "missing or wrong (its id is used)\n");
    assert_string_equal(shelf.kit->id, "mine");
    assert_string_equal(shelf.kit->folder, "kits/mine");
    assert_null(shelf.kit->rooms[0].model);
    shelf_close(&shelf);
}

static void faults_of_a_hand_made_kit_are_warned_about_one_by_one(void **state)
{
    (void)state;
    static const char text[] =
        "{\"name\":\"\",\"id\":\"mine\",\"doors\":[{\"utd_k1\":\"../a\",\"utd_k2\":3,\n"
        "\"width\":-1},\n7],\"components\":[\n{\"name\":\"A\"},\n5,\n{\"id\":\"hub\","
        "\"doorhooks\":[\n"
        "{\"x\":0,\"y\":\"-6\",\"z\":0,\"rotation\":0,\"door\":0,\"edge\":20},\n"
        "{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":2,\"edge\":20},\n"
        "{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":1,\"edge\":20},\n"
        "{\"x\":6,\"y\":0,\"z\":0,\"door\":0,\"edge\":1.5},\n"
        "{\"x\":0,\"y\":-6,\"z\":1e39,\"rotation\":180,\"door\":1,\"edge\":20},\n"
        "{\"x\":0.001,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":0,\"edge\":20},\n null]},\n"
        "{\"id\":\"HUB\",\"name\":\"Hub\"},\n{\"id\":\"gone\",\"name\":\"Gone\"}]}";
    struct shelf shelf;
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 20}}, 1);
    assert_int_equal(read_kit(&shelf, text), WR_OK);
    assert_said(
        &shelf.findings,
        "1:1: warning [holocron-field] the file: the name of a kit is missing or wrong (its id "
        "is used)\n"
        "1:33: warning [holocron-field] doors[0]: the width of a door is missing or wrong (2 m "
        "are used)\n"
        "1:33: warning [holocron-field] doors[0]: the height of a door is missing or wrong (3 "
        "m "
        "are used)\n"
        "1:33: warning [holocron-field] doors[0]: the utd_k1 of a door is missing or wrong "
        "(the "
        "door has no blueprint for this game)\n"
        "1:33: warning [holocron-field] doors[0]: the utd_k2 of a door is missing or wrong "
        "(the "
        "door has no blueprint for this game)\n"
        "3:1: warning [holocron-field] doors[1]: the value of a door is missing or wrong (a "
        "door "
        "of 2 by 3 m without blueprints is used)\n"
        "4:1: warning [holocron-field] components[0]: the id of a component is missing or "
        "wrong "
        "(the room is left out)\n"
        "5:1: warning [holocron-field] components[1]: the id of a component is missing or "
        "wrong "
        "(the room is left out)\n"
        "6:1: warning [holocron-field] components[2]: the name of a component is missing or "
        "wrong (its id is used)\n"
        "7:1: warning [holocron-field] components[2].doorhooks[0]: the position of a hook is "
        "missing or wrong (the hook is left out)\n"
        "8:1: warning [holocron-field] components[2].doorhooks[1]: the door of a hook is "
        "missing "
        "or wrong (the hook is left out)\n"
        "10:1: warning [holocron-field] components[2].doorhooks[3]: the rotation of a hook is "
        "missing or wrong (the way out is taken from the walkmesh)\n"
        "10:1: warning [holocron-field] components[2].doorhooks[3]: the edge of a hook is "
        "missing or wrong (the open edge nearest to the hook is used)\n"
        "11:1: warning [holocron-field] components[2].doorhooks[4]: the position of a hook is "
        "missing or wrong (the hook is left out)\n"
        "12:1: warning [hook-twice] hook 5 of room 'hub' is hook 2 again (the second one is "
        "left "
        "out)\n"
        "13:2: warning [holocron-field] components[2].doorhooks[6]: the position of a hook is "
        "missing or wrong (the hook is left out)\n"
        "15:1: warning [kit-room-missing-file] room 'Gone' lacks its walkmesh "
        "'kits/mine/gone.wok' (put the file there; until then the room is left out)\n"
        "14:1: warning [name-twice] another component before this one has the id 'HUB' (a map "
        "cannot ask for either by this name)\n"
        "14:1: warning [name-twice] another component before this one has the name 'Hub' (a "
        "map "
        "cannot ask for either by this name)\n");
    assert_int_equal(shelf.kit->room_count, 2);
    assert_int_equal(shelf.kit->door_count, 2);
    const wr_room *room = &shelf.kit->rooms[0];
    assert_int_equal(room->hook_count, 2);
    assert_string_equal(room->hooks[0].name, "2");
    assert_string_equal(room->hooks[1].name, "3");
    assert_int_equal(room->hooks[1].foot, EAST);
    assert_true(isnan(room->hooks[1].facing));
    shelf_close(&shelf);
}

static void assert_refused(const char *text, enum wr_result result, const char *expected)
{
    struct shelf shelf;
    open_kit(&shelf, NULL, 0);
    assert_int_equal(read_kit(&shelf, text), result);
    assert_said(&shelf.findings, expected);
    shelf_close(&shelf);
}

static void tile_kits_and_other_json_are_refused_by_name(void **state)
{
    (void)state;
    static const char tile[] = " error [kit-tile-format] this is a tile kit, whose pieces are "
                               "no rooms yet (Warren reads "
                               "kits of whole rooms: version 1, with components)\n";
    static const struct {
        const char *text, *place;
    } tiles[] = {
        {"{\"id\":\"a\",\"format_version\":2,\"components\":[]}", "1:28:"},
        {"{\"id\":\"a\",\"format_version\":\"2\"}", "1:28:"},
        {"{\"id\":\"a\",\"format\":\"0.1\",\"tiles\":[]}", "1:34:"},
        {"{\"id\":\"a\",\"templates\":{}}", "1:23:"},
    };
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "%s%s", tiles[i].place, tile);
        assert_refused(tiles[i].text, WR_INVALID, expected);
    }
    assert_refused("{\"rooms\":[]}", WR_INVALID,
                   "1:1: error [kit-unknown] this JSON is no kit (a HolocronToolset kit has a "
                   "list of components)\n");
    assert_refused("{\"format_version\":1,\"components\":{}}", WR_INVALID,
                   "1:1: error [kit-unknown] this JSON is no kit (a HolocronToolset kit has a "
                   "list of components)\n");
}

static void ids_that_lead_elsewhere_are_refused(void **state)
{
    (void)state;
    assert_refused(
        "{\"id\":\"../mine\",\"name\":\"a\",\"components\":[]}", WR_INVALID,
        "1:1: error [path-outside] '../mine' cannot be an id (an id is the name of a "
        "file or folder beside the kit)\n");
    assert_refused(
        KIT(COMPONENT("mine/hub", "") ",\n" COMPONENT("..", "")), WR_INVALID,
        "3:1: error [path-outside] 'mine/hub' cannot be an id (an id is the name of a "
        "file or folder beside the kit)\n"
        "4:1: error [path-outside] '..' cannot be an id (an id is the name of a file "
        "or folder beside the kit)\n");
}

static void a_damaged_walkmesh_is_an_error(void **state)
{
    (void)state;
    struct shelf shelf;
    open_kit(&shelf, NULL, 0);
    memory_cut(&shelf.memory, "kits/mine/hub.wok", 100);
    assert_int_equal(read_kit(&shelf, KIT(COMPONENT("hub", ""))), WR_SYNTAX);
    assert_int_equal(shelf.findings.errors, 1);
    assert_non_null(strstr(findings_said(&shelf.findings), "[bwm-truncated]"));
    shelf_close(&shelf);
}

static void more_than_anybody_has_is_refused(void **state)
{
    (void)state;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "{\"name\":\"a\",\"components\":[{\"id\":\"hub\",\"name\":\"hub\",\n"
                         "\"doorhooks\":[0");
    for (int i = 0; i < 256; i++)
        wr_bytes_text(&text, ",0");
    wr_bytes_text(&text, "]}]}");
    wr_bytes_char(&text, '\0');
    assert_refused((const char *)text.data, WR_LIMIT,
                   "2:13: error [kit-limit] 257 hooks of a component are too many; the most is "
                   "256\n");
    wr_bytes_finish(&text);
}

/* ---- Generated kits -------------------------------------------------------------------------
 */

static void a_generated_kit_is_known_by_ids_its_walkmeshes_do_not_bear(void **state)
{
    (void)state;
    struct shelf shelf;
    /* The game's own transitions; hooks say the corner (1) and run along their edge. */
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 4}, {NORTH, 1}}, 2);
    assert_int_equal(read_kit(&shelf, KIT(COMPONENT("hub", HOOK("0", "-6", "0", "1") "," HOOK(
                                                               "0", "6", "180", "1")))),
                     WR_OK);
    assert_said(&shelf.findings,
                "0:0: note [kit-generated] kit 'Mine' was generated by a tool: "
                "its ids mean nothing (hooks stand where they are; ids and "
                "rotations are not used)\n");
    const wr_hook *hooks = shelf.kit->rooms[0].hooks;
    assert_int_equal(hooks[0].foot, SOUTH);
    assert_int_equal(hooks[0].id, 4);
    assert_true(isnan(hooks[0].facing) && hooks[0].out_y == -1);
    assert_int_equal(hooks[1].foot, NORTH);
    shelf_close(&shelf);
}

static void low_ids_that_the_walkmeshes_bear_are_hand_made(void **state)
{
    (void)state;
    struct shelf shelf;
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 0}, {NORTH, 1}}, 2);
    assert_int_equal(read_kit(&shelf, KIT(COMPONENT("hub", HOOK("0", "-6", "180", "0") "," HOOK(
                                                               "0", "6", "0", "1")))),
                     WR_OK);
    assert_said(&shelf.findings, "");
    assert_true(shelf.kit->rooms[0].hooks[1].facing == 90);
    shelf_close(&shelf);
}

/* A wall of y = -6 with a doorway of three edges, from -1.8 to 1.8 m, and one of one edge. */
static const float wall[][3] = {{-6, -6, 0},   {-1.8f, -6, 0}, {-0.8f, -6, 0}, {0.8f, -6, 0},
                                {1.8f, -6, 0}, {6, -6, 0},     {6, 6, 0},      {-6, 6, 0}};

static void hooks_on_edges_of_one_doorway_become_one_in_its_middle(void **state)
{
    (void)state;
    struct shelf shelf;
    struct wr_bytes text = {0};
    shelf_open(&shelf, "kits/mine.json");
    struct wr_walkmesh *mesh =
        mesh_of_text(&shelf.findings, star_obj(&text, wall, 8, wr_vec3_of(0, 0, 0)));
    for (uint32_t edge = 4; edge <= 10; edge += 3)
        paint(mesh, edge, 3);
    paint(mesh, 19, 3);
    memory_wok(&shelf.memory, "kits/mine/hub.wok", mesh, &shelf.bytes);
    assert_int_equal(
        read_kit(
            &shelf,
            KIT(COMPONENT("hub",
                          HOOK("-1.3", "-6", "0", "1") "," HOOK("0", "-6", "0", "1") ",\n" HOOK(
                              "1.3", "-6", "0", "2") "," HOOK("0", "6", "0", "1")))),
        WR_OK);
    assert_said(
        &shelf.findings,
        "0:0: note [kit-generated] kit 'Mine' was generated by a tool: its ids mean "
        "nothing (hooks stand where they are; ids and rotations are not used)\n"
        "3:105: note [hooks-merged] hook 1 of room 'hub' stands on the doorway of hook 0 "
        "and is left out\n"
        "4:1: note [hooks-merged] hook 2 of room 'hub' stands on the doorway of hook 0 "
        "and is left out\n");
    const wr_room *room = &shelf.kit->rooms[0];
    assert_int_equal(room->hook_count, 2);
    assert_true(room->hooks[0].position.x == 0 && room->hooks[0].position.y == -6);
    assert_int_equal(room->hooks[0].threshold_count, 3);
    assert_int_equal(room->hooks[0].foot, 7);
    assert_int_equal(room->hooks[0].stray_count, 0);
    assert_string_equal(room->hooks[1].name, "3");
    assert_int_equal(room->hooks[1].foot, 19);
    wr_bytes_finish(&text);
    shelf_close(&shelf);
}

/* ---- Shipped kits ---------------------------------------------------------------------------
 */

static void blackvulkar_has_no_fault_but_its_jambs(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_kit *kit = load_shipped(&findings, "holocron/blackvulkar");
    assert_said(&findings, "");
    assert_int_equal(wr_kit_remark(findings.context, kit), WR_OK);
    assert_said(&findings,
                "0:0: warning [id-on-jamb] 42 edges beside a threshold bear a hook's id, in 14 "
                "rooms of kit 'Black Vulkar', first in 'Elevator 1' (only the edges of the "
                "threshold are linked; the "
                "others lead nowhere)\n");
    assert_string_equal(wr_kit_room(kit, "Junction 2", NULL)->id, "junction_2");
    assert_true(kit->doors[0].width == 3.6f);
    assert_non_null(kit->rooms[0].model);
    wr_kit_free(kit);
    findings_end(&findings);
}

static unsigned count_said(const char *said, const char *slug)
{
    unsigned count = 0;
    while ((said = strstr(said, slug)) != NULL) {
        count++;
        said++;
    }
    return count;
}

static void sithbase_loses_two_rooms_and_three_hooks(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_kit *kit = load_shipped(&findings, "holocron/sithbase.json");
    assert_int_equal(findings.errors, 0);
    const char *said = findings_said(&findings);
    assert_int_equal(count_said(said, "[kit-room-missing-file]"), 2);
    assert_non_null(strstr(said, "room 'Medical 1' lacks its walkmesh"));
    assert_non_null(strstr(said, "room 'Reception 1' lacks its walkmesh"));
    assert_int_equal(count_said(said, "[id-on-no-edge]"), 5);
    assert_int_equal(count_said(said, "[hook-off-perimeter]"), 3);
    assert_int_equal(count_said(said, "\n"), 10);
    unsigned edges[3] = {0};
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t h = 0; h < kit->rooms[r].hook_count; h++)
            edges[kit->rooms[r].hooks[h].threshold_count]++;
    assert_int_equal(kit->room_count, 25);
    assert_int_equal(edges[0], 3);  /* all in Junction 5, half a metre off its edges */
    assert_int_equal(edges[1], 56); /* two of them, in Hall 7, without an id */
    assert_int_equal(edges[2], 0);
    wr_kit_free(kit);
    findings_end(&findings);
}

/* ---- Bad input
 * ------------------------------------------------------------------------------- */

static const char whole[] =
    KIT(COMPONENT("hub", HOOK("0", "-6", "180",
                              "20") "," HOOK("6", "0", "270", "21")) "," COMPONENT("gone", ""));

static void a_kit_cut_or_changed_anywhere_is_survived(void **state)
{
    (void)state;
    struct shelf shelf;
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 20}, {EAST, 21}}, 2);
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        shelf_read(&shelf, whole, size);
        findings_said(&shelf.findings);
    }
    for (size_t at = 0; at < 7 * (sizeof whole - 1); at++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        text[at / 7] = (char)(text[at / 7] ^ (1 << at % 7));
        shelf_read(&shelf, text, sizeof whole - 1);
        findings_said(&shelf.findings);
    }
    shelf_close(&shelf);
}

static void every_failing_allocation_reaches_the_caller(void **state)
{
    (void)state;
    struct shelf shelf;
    open_kit(&shelf, (const struct stroke[]){{SOUTH, 4}, {EAST, 5}}, 2);
    shelf_starve(&shelf, KIT(COMPONENT("hub", HOOK("0", "-6", "180",
                                                   "1") "," HOOK("6", "0", "270", "1"))));
    shelf_close(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_made_kit_is_read),
        cmocka_unit_test(files_are_found_whatever_their_case_and_beside_the_json),
        cmocka_unit_test(faults_of_a_hand_made_kit_are_warned_about_one_by_one),
        cmocka_unit_test(tile_kits_and_other_json_are_refused_by_name),
        cmocka_unit_test(ids_that_lead_elsewhere_are_refused),
        cmocka_unit_test(a_damaged_walkmesh_is_an_error),
        cmocka_unit_test(more_than_anybody_has_is_refused),
        cmocka_unit_test(a_generated_kit_is_known_by_ids_its_walkmeshes_do_not_bear),
        cmocka_unit_test(low_ids_that_the_walkmeshes_bear_are_hand_made),
        cmocka_unit_test(hooks_on_edges_of_one_doorway_become_one_in_its_middle),
        cmocka_unit_test(blackvulkar_has_no_fault_but_its_jambs),
        cmocka_unit_test(sithbase_loses_two_rooms_and_three_hooks),
        cmocka_unit_test(a_kit_cut_or_changed_anywhere_is_survived),
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
