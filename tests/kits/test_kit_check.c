/* The rules of a kit's rooms: each fault is found once, named and placed. */
#include "tests/kits/memory.h"

/* ---- Rooms with painted edges ------------------------------------------------------------ */

struct stroke {
    uint32_t edge;
    int32_t transition;
};

/* The square room, painted, as the WOK of an XML kit and of a foreign one. */
static void open_hub(struct shelf *shelf, const char *path, const struct stroke *strokes,
                     size_t count)
{
    struct wr_bytes text = {0};
    shelf_open(shelf, path);
    struct wr_walkmesh *mesh = mesh_of_text(&shelf->findings, hub_obj(&text));
    for (size_t i = 0; i < count; i++)
        paint(mesh, strokes[i].edge, strokes[i].transition);
    memory_wok(&shelf->memory, "kit/hub.wok", mesh, &shelf->bytes);
    wr_bytes_finish(&text);
}

#define XML(hooks)                                                                             \
    "<kit id='k' name='K' version='1'><door name='d' width='2.4' height='2'/>\n"               \
    "<room id='hub' name='Hub' walkmesh='hub.wok'>\n" hooks "\n</room></kit>"

#define JSON(hooks)                                                                            \
    "{\"name\":\"K\",\"id\":\"kit\",\"doors\":[{\"utd_k1\":\"a\",\"utd_k2\":\"b\","            \
    "\"width\":2.4,\"height\":2}],\n\"components\":[\n{\"name\":\"Hub\",\"id\":\"hub\","       \
    "\"doorhooks\":[\n" hooks "\n]}]}"

static void assert_judged(const char *text, const struct stroke *strokes, size_t count,
                          enum wr_result result, const char *expected)
{
    struct shelf shelf;
    open_hub(&shelf, text[0] == '<' ? "kit/kit.xml" : "kit.json", strokes, count);
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), result);
    assert_said(&shelf.findings, expected);
    shelf_close(&shelf);
}

#define judge(text, result, expected, ...)                                                     \
    assert_judged(text, (const struct stroke[]){__VA_ARGS__},                                  \
                  sizeof((const struct stroke[]){__VA_ARGS__}) / sizeof(struct stroke),        \
                  result, expected)

#define UNPAINTED                                                                              \
    {                                                                                          \
        SOUTH, -1                                                                              \
    }

static void a_sound_kit_is_passed_in_silence(void **state)
{
    (void)state;
    judge(XML("<hook name='a' at='0 -6 0' door='d' facing='270' id='20'/>"
              "<hook name='b' at='6 0 0' door='d' facing='-17'/>"),
          WR_OK, "", {SOUTH, 20});
}

static void a_hook_off_the_perimeter_is_an_error_that_says_where_the_edge_is(void **state)
{
    (void)state;
    judge(XML("<hook name='a' at='5 0.25 0' door='d'/>\n<hook name='b' at='6 0 0' door='d' "
              "id='20'/>"),
          WR_INVALID,
          "3:1: error [hook-off-perimeter] hook 'a' of room 'Hub' is 1.000 m from the nearest "
          "open edge (the middle of the nearest open edge (13) is at \"6.000 0.000 0.000\")\n"
          "4:1: error [hook-off-perimeter] hook 'b' of room 'Hub' is 7.684 m from the nearest "
          "edge that bears its id 20 (the middle of the nearest open edge (13) is at \"6.000 "
          "0.000 0.000\")\n",
          {SOUTH, 20});
}

static void a_room_without_a_floor_has_no_edge_for_its_hook(void **state)
{
    (void)state;
    static const char text[] = XML("<hook name='a' at='0 0 0' door='d'/>");
    struct shelf shelf;
    shelf_open(&shelf, "kit/kit.xml");
    memory_text(&shelf.memory, "kit/hub.wok",
                "usemtl NonWalk\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_INVALID);
    assert_said(
        &shelf.findings,
        "3:1: error [hook-off-perimeter] hook 'a' of room 'Hub' has no edge to stand on: "
        "no walkable face has an open edge (give the walkmesh a walkable face whose edge "
        "is the doorway)\n");
    shelf_close(&shelf);
}

static void an_id_on_no_edge_is_an_error_here_and_a_warning_in_a_foreign_kit(void **state)
{
    (void)state;
    judge(
        XML("<hook name='a' at='0 -6 0' door='d' id='21'/>"), WR_INVALID,
        "3:1: error [id-on-no-edge] no open edge of room 'Hub' bears the id 21 of hook 'a' "
        "(paint the id on the doorway, or leave it out: the nearest open edge is taken then)\n",
        {SOUTH, 20});
    judge(
        JSON("{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":0,\"edge\":21}"), WR_OK,
        "4:1: warning [id-on-no-edge] no open edge of room 'Hub' bears the id 21 of hook '0' "
        "(paint the id on the doorway, or leave it out: the nearest open edge is taken then)\n",
        {SOUTH, 20});
}

static void a_wrong_id_in_a_foreign_kit_is_a_warning(void **state)
{
    (void)state;
    judge(
        JSON("{\"x\":6,\"y\":0,\"z\":0,\"rotation\":270,\"door\":0,\"edge\":20}"), WR_OK,
        "4:1: warning [hook-wrong-id] the edges that bear the id 20 of hook '0' of room 'Hub' "
        "are not where it stands (the open edge at the hook is used instead)\n",
        {SOUTH, 20});
}

static void a_hook_that_faces_into_its_room_is_an_error(void **state)
{
    (void)state;
    judge(XML("<hook name='a' at='0 -6 0' door='d' facing='90'/>\n"
              "<hook name='b' at='6 0 0' door='d' facing='90.5'/>\n"
              "<hook name='c' at='0 6 0' door='d' facing='70.5'/>\n"
              "<hook name='d' at='-6 0 0' door='d' facing='200.5'/>"),
          WR_INVALID,
          "3:1: error [hook-faces-inward] hook 'a' of room 'Hub' faces into its room (90.000 "
          "degrees) (its edge faces 270.000 degrees)\n"
          "4:1: error [hook-faces-inward] hook 'b' of room 'Hub' faces into its room (90.500 "
          "degrees) (its edge faces 0.000 degrees)\n"
          "6:1: warning [hook-facing-off] hook 'd' of room 'Hub' faces 200.500 degrees, more "
          "than 20 off its edge (its edge faces 180.000 degrees)\n",
          UNPAINTED);
}

static void a_foreign_hook_that_faces_inward_is_a_warning(void **state)
{
    (void)state;
    judge(JSON("{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":0,\"door\":0,\"edge\":20}"), WR_OK,
          "4:1: warning [hook-faces-inward] hook '0' of room 'Hub' faces into its room (90.000 "
          "degrees) (its edge faces 270.000 degrees)\n",
          {SOUTH, 20});
}

static void two_hooks_on_one_spot_or_one_edge_are_errors(void **state)
{
    (void)state;
    judge(
        XML("<hook name='a' at='0 -6 0' door='d'/>\n"
            "<hook name='b' at='0.005 -6 0.005' door='d'/>\n"
            "<hook name='c' at='0.5 -6 0' door='d'/>\n"
            "<hook name='d' at='6 0 0' door='d'/>"),
        WR_INVALID,
        "4:1: error [hooks-coincide] hooks 'a' and 'b' of room 'Hub' stand on one spot (a "
        "doorway has one hook)\n"
        "5:1: error [hooks-share-edge] hooks 'a' and 'c' of room 'Hub' claim the same edge of "
        "the walkmesh (cut the edge where one doorway ends, or list each hook's edges)\n",
        UNPAINTED);
}

/* Two floors of 2 by 2 m with a gap, and a crumb of 0.5 m. */
static const char islands[] = "usemtl Stone\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n"
                              "v 5 0 0\nv 7 0 0\nv 7 2 0\nv 5 2 0\nf 5 6 7 8\n"
                              "v 9 0 0\nv 9.5 0 0\nv 9.5 0.5 0\nv 9 0.5 0\nf 9 10 11 12\n";

static void assert_islands(const char *text, const char *expected)
{
    struct shelf shelf;
    shelf_open(&shelf, "kit/kit.xml");
    memory_text(&shelf.memory, "kit/hub.wok", islands);
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    assert_said(&shelf.findings, expected);
    shelf_close(&shelf);
}

static void hooks_that_reach_no_other_are_warned_about(void **state)
{
    (void)state;
    assert_islands(
        XML("<hook name='a' at='1 0 0' door='d'/>\n<hook name='b' at='1 2 0' "
            "door='d'/>\n<hook name='c' at='6 0 0' door='d'/>\n<hook name='d' "
            "at='9.25 0 0' door='d'/>"),
        "5:1: warning [hook-unreachable] no other hook of room 'Hub' can be reached "
        "from hook 'c' (weld the floor at the doorway to the rest of the room)\n"
        "6:1: warning [hook-unreachable] hook 'd' of room 'Hub' opens on an island of "
        "0.250 square metres (weld the floor at the doorway to the rest of the "
        "room)\n");
    assert_islands(XML("<hook name='c' at='6 0 0' door='d'/>"), "");
}

static void a_material_outside_the_table_is_counted_in_its_file(void **state)
{
    (void)state;
    static const char xml[] = XML(""), json[] = JSON("");
    static const char said[] =
        "[material-unknown] 2 faces of room 'Hub' have a material the game "
        "does not know: face 12 has 40 (materials are rows of "
        "surfacemat.2da)\n";
    char expected[256];
    for (int foreign = 0; foreign < 2; foreign++) {
        struct shelf shelf;
        struct wr_bytes text = {0};
        shelf_open(&shelf, foreign ? "kit.json" : "kit/kit.xml");
        hub_obj(&text);
        wr_bytes_text(&text, "usemtl 7\nv 8 8 0\nv 9 8 0\nv 9 9 0\nf -3 -2 -1\nf -3 -1 -2\n");
        wr_bytes_char(&text, '\0');
        struct wr_walkmesh *mesh = mesh_of_text(&shelf.findings, (const char *)text.data);
        mesh->materials[12] = 40;
        mesh->materials[13] = 4000;
        memory_wok(&shelf.memory, "kit/hub.wok", mesh, &shelf.bytes);
        assert_int_equal(shelf_read(&shelf, foreign ? json : xml, strlen(foreign ? json : xml)),
                         foreign ? WR_OK : WR_INVALID);
        snprintf(expected, sizeof expected, "0:0: %s %s", foreign ? "warning" : "error", said);
        assert_said(&shelf.findings, expected);
        wr_bytes_finish(&text);
        shelf_close(&shelf);
    }
}

static void rooms_a_map_carries_are_adopted_and_judged(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_bytes text = {0};
    findings_start(&findings);
    struct wr_arena *arena = wr_arena_create();
    wr_door door = {.name = "door0", .width = 2, .height = 3, .meets_any = true};
    wr_hook hooks[2] = {{.name = "0", .position = {0, -6, 0}, .facing = NAN, .id = -1},
                        {.name = "1", .position = {0, 0, 0}, .facing = NAN, .id = -1}};
    wr_room *room = WR_ZERO(arena, wr_room, 1);
    *room = (wr_room){.id = "r", .name = "r", .mesh = mesh_of_text(&findings, hub_obj(&text))};
    room->hooks = hooks;
    room->hook_count = 2;
    struct wr_kit *kit = NULL;
    assert_int_equal(wr_kit_adopt(findings.context, arena, "embedded", &door, 1, room, 1, &kit),
                     WR_OK);
    assert_ptr_equal(kit->rooms[0].kit, kit);
    assert_int_equal(kit->rooms[0].hooks[0].foot, SOUTH);
    assert_said(&findings,
                "0:0: warning [hook-off-perimeter] hook '1' of room 'r' is 6.000 m "
                "from the nearest open edge (the middle of the nearest open edge (4) "
                "is at \"0.000 -6.000 0.000\")\n");
    wr_kit_free(kit);
    wr_bytes_finish(&text);
    findings_end(&findings);
}

/* ---- Markers ------------------------------------------------------------------------------
 */

static void a_marker_off_its_rooms_floor_is_a_warning(void **state)
{
    (void)state;
    judge(
        XML("<marker name='spot' kind='waypoint' at='0 0 0.25'/>"
            "<marker name='lamp' kind='placeable' at='6.5 0 3'>"
            "<set key='blueprint' value='plc_lamp'/></marker>\n"
            "<marker name='high' kind='waypoint' at='0 0 1.5'/>\n"
            "<marker name='away' kind='waypoint' at='-8 0 0'/>\n"
            "<marker name='star' kind='placeable' at='7.5 0 2'>"
            "<set key='blueprint' value='plc_star'/></marker>"),
        WR_OK,
        "4:1: warning [marker-off-floor] marker 'high' of room 'Hub' (waypoint) stands off "
        "the floor, at (0.000, 0.000, 1.500) (the nearest floor is at \"0.000 0.000 0.000\")\n"
        "5:1: warning [marker-off-floor] marker 'away' of room 'Hub' (waypoint) stands off "
        "the floor, at (-8.000, 0.000, 0.000) (the nearest floor is at \"-6.000 0.000 "
        "0.000\")\n"
        "6:1: warning [marker-off-floor] marker 'star' of room 'Hub' (placeable) stands off "
        "the floor, at (7.500, 0.000, 2.000) (the nearest floor is at \"6.000 0.000 "
        "0.000\")\n",
        UNPAINTED);
}

static void what_is_walked_into_needs_a_shape(void **state)
{
    (void)state;
    judge(XML("<marker name='t' kind='trigger' at='0 0 0'><corner by='0 0 0'/>"
              "<corner by='1 0 0'/></marker>\n"
              "<marker name='e' kind='encounter' at='90 0 0'><corner by='0 0 0'/>"
              "<corner by='1 0 0'/><corner by='1 1 0'/></marker>\n"
              "<marker name='s' kind='sound' at='0 0 40'/>"),
          WR_OK,
          "3:1: warning [marker-corners] marker 't' of room 'Hub' (trigger) has 2 corners: "
          "nobody can walk into it (give it three or more, counted from its place: <corner "
          "by=\"-1 -1 0\"/>)\n",
          UNPAINTED);
}

static void a_marker_needs_a_blueprint_something_can_be_called(void **state)
{
    (void)state;
    judge(
        XML("<marker name='a' kind='spawn' at='0 0 0'><set key='blueprint' "
            "value='seventeen_letters'/></marker>\n"
            "<marker name='b' kind='loot' at='0 0 0'><set key='blueprint' value=''/>"
            "</marker>\n"
            "<marker name='c' kind='placeable' at='0 0 0'/>\n"
            "<marker name='d' kind='spawn' at='0 0 0'><set key='blueprint' "
            "value='sixteen_letters_'/></marker>"),
        WR_OK,
        "3:1: warning [marker-blueprint] marker 'a' of room 'Hub' has the blueprint "
        "'seventeen_letters', which nothing can be called: it becomes a waypoint (1 to 16 of "
        "the characters A-Z a-z 0-9 _)\n"
        "4:1: warning [marker-blueprint] marker 'b' of room 'Hub' has the blueprint '', which "
        "nothing can be called: it becomes a waypoint (1 to 16 of the characters A-Z a-z 0-9 "
        "_)\n",
        UNPAINTED);
}

/* ---- What only a check says -------------------------------------------------------------- */

/* A kit that can be used, and what its author should know of it. */
static void assert_remarked(const char *text, const struct stroke *strokes, size_t count,
                            const char *expected)
{
    struct shelf shelf;
    open_hub(&shelf, "kit/kit.xml", strokes, count);
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    assert_said(&shelf.findings, "");
    assert_int_equal(wr_kit_remark(shelf.findings.context, shelf.kit), WR_OK);
    assert_said(&shelf.findings, expected);
    shelf_close(&shelf);
}

#define remark(text, expected, ...)                                                            \
    assert_remarked(text, (const struct stroke[]){__VA_ARGS__},                                \
                    sizeof((const struct stroke[]){__VA_ARGS__}) / sizeof(struct stroke),      \
                    expected)

static void ids_on_jambs_are_counted_once_a_kit(void **state)
{
    (void)state;
    remark(XML("<hook name='a' at='0 -6 0' door='d' id='20'/>\n"
               "<hook name='b' at='0 6 0' door='d' id='21'/>\n"
               "</room><room id='b' name='B' walkmesh='hub.wok'>"
               "<hook name='b' at='0 6 0' door='d' id='21'/>"),
           "0:0: warning [id-on-jamb] 4 edges beside a threshold bear a hook's id, in 2 rooms "
           "of kit 'K', first in 'Hub' (only the edges of the threshold are linked; the others "
           "lead nowhere)\n",
           {SOUTH, 20}, {EAST, 20}, {WEST, 20}, {NORTH, 21}, {1, 21});
}

static void markers_without_a_blueprint_are_counted_once_a_kit(void **state)
{
    (void)state;
    remark(XML("<marker name='a' kind='spawn' at='0 0 0'/>"
               "<marker name='b' kind='waypoint' at='0 0 0'/>"
               "<marker name='c' kind='loot' at='0 0 0'><set key='tag' value='x'/></marker>"),
           "0:0: note [marker-without-blueprint] 2 markers without a blueprint become "
           "waypoints, in 1 room of kit 'K', first in 'Hub' (name one with <set "
           "key=\"blueprint\" value=\"...\"/>)\n",
           UNPAINTED);
}

#define DOORS(doors)                                                                           \
    "<kit id='k' name='K' version='1'>" doors                                                  \
    "<room id='hub' name='Hub' walkmesh='hub.wok'/></kit>"

static void a_door_whose_blueprint_is_missing_is_told(void **state)
{
    (void)state;
    remark(DOORS("<door name='d' width='2' height='2' k1='gate' k2='gate' k2-row='3'/>"
                 "<door name='e' width='2' height='2' k1-row='3'/>"
                 "<door name='f' width='2' height='2'/>"),
           "0:0: warning [door-without-blueprint] door 'd' of kit 'K' cannot hang in a module "
           "for K1: there is no gate.utd (put the UTD into the kit's folder, or let the kit "
           "name a row of genericdoors.2da)\n",
           UNPAINTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_kit_is_passed_in_silence),
        cmocka_unit_test(a_hook_off_the_perimeter_is_an_error_that_says_where_the_edge_is),
        cmocka_unit_test(a_room_without_a_floor_has_no_edge_for_its_hook),
        cmocka_unit_test(an_id_on_no_edge_is_an_error_here_and_a_warning_in_a_foreign_kit),
        cmocka_unit_test(a_wrong_id_in_a_foreign_kit_is_a_warning),
        cmocka_unit_test(a_hook_that_faces_into_its_room_is_an_error),
        cmocka_unit_test(a_foreign_hook_that_faces_inward_is_a_warning),
        cmocka_unit_test(two_hooks_on_one_spot_or_one_edge_are_errors),
        cmocka_unit_test(hooks_that_reach_no_other_are_warned_about),
        cmocka_unit_test(a_material_outside_the_table_is_counted_in_its_file),
        cmocka_unit_test(a_marker_off_its_rooms_floor_is_a_warning),
        cmocka_unit_test(what_is_walked_into_needs_a_shape),
        cmocka_unit_test(a_marker_needs_a_blueprint_something_can_be_called),
        cmocka_unit_test(ids_on_jambs_are_counted_once_a_kit),
        cmocka_unit_test(markers_without_a_blueprint_are_counted_once_a_kit),
        cmocka_unit_test(a_door_whose_blueprint_is_missing_is_told),
        cmocka_unit_test(rooms_a_map_carries_are_adopted_and_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
