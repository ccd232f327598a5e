/* The kit XML: what is read, what is refused and where, and that the schema says the same. */
#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include "core/base/math.h"
#include "core/base/system.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/kits/memory.h"

#define ROOT(content) "<kit id='burrow' name='Burrow' version='1'>\n" content "\n</kit>\n"
#define DOOR "<door name='narrow' width='2.4' height='2.5'/>\n"
#define ROOM(content) "<room id='hub' name='Hub' walkmesh='hub.obj'>\n" content "\n</room>\n"
#define HOOK "<hook name='south' at='0 -6 0' door='narrow'/>\n"
#define KIT(content) ROOT(DOOR ROOM(content))

static void open_shelf(struct shelf *shelf)
{
    shelf_open(shelf, "kit/kit.xml");
    memory_text(&shelf->memory, "kit/deep/hub.obj", hub_obj(&shelf->bytes));
    memory_text(&shelf->memory, "kit/hub.mdl", "");
    memory_text(&shelf->memory, "kit/hub.obj", (const char *)shelf->bytes.data);
}

/* ---- What is read
 * ---------------------------------------------------------------------------- */

static const char whole[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<kit id=\"burrow\" name=\"Burrow &amp; Co\" version=\"1\">\n"
    "  <door name=\"narrow\" width=\"2.4\" height=\"2.5\" k1=\"door_narrow1\" k2=\"door_2\"\n"
    "        meets=\"wide other_kit:gate\"/>\n"
    "  <room id=\"hub\" name=\"Hub\" walkmesh=\"hub.obj\" model=\"hub.mdl\" tags=\"hub "
    "crossing\"\n"
    "        weight=\"0.5\" least=\"1\" most=\"3\">\n"
    "    <hook name=\"north\" at=\"0 6 0\" facing=\"90\" door=\"narrow\"/>\n"
    "    <marker name=\"arrival\" kind=\"spawn\" at=\"1 2 0.5\" facing=\"45\">\n"
    "      <set key=\"note\" value=\"first visit\"/>\n"
    "      <set key=\"empty\" value=\"\"/>\n"
    "    </marker>\n"
    "    <hook name=\"west\" at=\"-6 0 0\" door=\"wide\" edges=\"31\"/>\n"
    "    <marker name=\"chest\" kind=\"loot\" at=\"1 1 0\"/>\n"
    "  </room>\n"
    "  <door name=\"wide\" width=\"3\" height=\"2.5\" meets=\"*\"/>\n"
    "  <room id=\"end\" name=\"End\" walkmesh=\"deep/hub.obj\"/>\n"
    "</kit>\n";

static void everything_a_kit_says_is_read(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    assert_int_equal(shelf_read(&shelf, whole, strlen(whole)), WR_OK);
    assert_int_equal(shelf.findings.lines.size, 0);
    const struct wr_kit *kit = shelf.kit;
    assert_string_equal(kit->id, "burrow");
    assert_string_equal(kit->name, "Burrow & Co");
    assert_string_equal(kit->path, "kit/kit.xml");
    assert_string_equal(kit->folder, "kit");
    assert_false(kit->holocron);
    assert_int_equal(kit->door_count, 2);
    assert_int_equal(kit->room_count, 2);

    const wr_door *narrow = &kit->doors[0], *wide = &kit->doors[1];
    assert_string_equal(narrow->name, "narrow");
    assert_true(narrow->width == 2.4f && narrow->height == 2.5f);
    assert_string_equal(narrow->blueprints[0], "door_narrow1");
    assert_string_equal(narrow->blueprints[1], "door_2");
    assert_int_equal(narrow->meets_count, 2);
    assert_string_equal(narrow->meets[1], "other_kit:gate");
    assert_false(narrow->meets_any);
    assert_true(wide->meets_any);
    assert_null(wide->blueprints[0]);

    const wr_room *hub = &kit->rooms[0], *end = &kit->rooms[1];
    assert_ptr_equal(hub->kit, kit);
    assert_string_equal(hub->id, "hub");
    assert_string_equal(hub->name, "Hub");
    assert_string_equal(hub->model, "kit/hub.mdl");
    assert_int_equal(hub->mesh->face_count, 12);
    assert_int_equal(hub->tag_count, 2);
    assert_string_equal(hub->tags[1], "crossing");
    assert_true(hub->weight == 0.5f);
    assert_int_equal(hub->least, 1);
    assert_int_equal(hub->most, 3);
    assert_null(end->model);
    assert_true(end->weight == 1);
    assert_int_equal(end->least, 0);
    assert_int_equal(end->most, WR_NONE);
    assert_int_equal(end->hook_count + end->marker_count + end->tag_count, 0);

    assert_int_equal(hub->hook_count, 2);
    const wr_hook *north = &hub->hooks[0], *west = &hub->hooks[1];
    assert_true(north->facing == 90 && isnan(west->facing));
    assert_int_equal(north->foot, NORTH);
    assert_int_equal(west->foot, WEST);
    assert_int_equal(west->door, 1);
    assert_int_equal(north->id, -1);
    assert_int_equal(wr_room_hook(hub, "west"), 1);
    assert_int_equal(wr_room_hook(hub, "West"), WR_NONE);

    assert_int_equal(hub->marker_count, 2);
    assert_int_equal(hub->markers[0].kind, WR_SPAWN);
    assert_true(hub->markers[0].position.z == 0.5f && hub->markers[0].facing == 45);
    assert_int_equal(hub->markers[0].pair_count, 2);
    assert_string_equal(hub->markers[0].pairs[0].key, "note");
    assert_string_equal(hub->markers[0].pairs[1].value, "");
    assert_int_equal(hub->markers[1].kind, WR_LOOT);
    assert_true(hub->markers[1].facing == 0);
    shelf_close(&shelf);
}

static void rooms_that_name_one_file_share_its_walkmesh(void **state)
{
    (void)state;
    static const char text[] =
        ROOT(DOOR ROOM("<hook name='a' at='0 -6 0' door='narrow'/>") "<room id='b' name='B' "
                                                                     "walkmesh='hub.obj'><hook "
                                                                     "name='a' at='6 0 0' "
                                                                     "door='narrow'/></room>");
    struct shelf shelf;
    open_shelf(&shelf);
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    const wr_room *rooms = shelf.kit->rooms;
    assert_ptr_equal(rooms[0].mesh, rooms[1].mesh);
    assert_int_equal(rooms[0].hooks[0].foot, SOUTH);
    assert_int_equal(rooms[1].hooks[0].foot, EAST);
    shelf_close(&shelf);
}

static void doors_meet_their_own_kind_and_those_they_name(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    static const char text[] =
        ROOT("<door name='a' width='1' height='1'/><door name='b' width='1' height='1' "
             "meets='a other:x'/><door name='c' width='1' height='1' meets='*'/>" ROOM(""));
    static const char *const meets_x[] = {"burrow:a"};
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    const wr_door others[] = {{.name = "x"},
                              {.name = "y", .meets_any = true},
                              {.name = "z", .meets = meets_x, .meets_count = 1},
                              {.name = "a"}};
    const struct wr_kit other = {.id = "other", .doors = others, .door_count = 4};
    const struct wr_kit *kit = shelf.kit;
    assert_true(wr_doors_meet(kit, 0, kit, 0));
    assert_true(wr_doors_meet(kit, 0, kit, 1) && wr_doors_meet(kit, 1, kit, 0));
    assert_false(wr_doors_meet(kit, 0, kit, 2) || wr_doors_meet(kit, 2, kit, 1));
    assert_true(wr_doors_meet(kit, 1, &other, 0) && wr_doors_meet(&other, 0, kit, 1));
    assert_true(wr_doors_meet(kit, 2, &other, 1) && wr_doors_meet(&other, 1, kit, 2));
    assert_true(wr_doors_meet(kit, 0, &other, 2) && wr_doors_meet(&other, 2, kit, 0));
    assert_false(wr_doors_meet(kit, 0, &other, 0) || wr_doors_meet(kit, 0, &other, 3));
    assert_false(wr_doors_meet(kit, 1, &other, 3));
    shelf_close(&shelf);
}

static void rooms_are_found_by_name_before_id_and_case_before_without(void **state)
{
    (void)state;
    wr_room rooms[] = {{.id = "one", .name = "Hall"},
                       {.id = "Hall", .name = "hall"},
                       {.id = "three", .name = "ONE"},
                       {.id = "four", .name = "Vault"},
                       {.id = "five", .name = "VAULT"}};
    const struct wr_kit kit = {.rooms = rooms, .room_count = 5};
    bool ambiguous = true;
    assert_ptr_equal(wr_kit_room(&kit, "Hall", &ambiguous), &rooms[0]);
    assert_false(ambiguous);
    assert_ptr_equal(wr_kit_room(&kit, "hall", NULL), &rooms[1]);
    assert_ptr_equal(wr_kit_room(&kit, "one", NULL), &rooms[0]);
    assert_ptr_equal(wr_kit_room(&kit, "One", NULL), &rooms[2]);
    assert_ptr_equal(wr_kit_room(&kit, "FIVE", NULL), &rooms[4]);
    assert_null(wr_kit_room(&kit, "vault", &ambiguous));
    assert_true(ambiguous);
    assert_null(wr_kit_room(&kit, "six", &ambiguous));
    assert_false(ambiguous);
}

/* ---- What is refused
 * ------------------------------------------------------------------------- */

static void assert_refused(const char *text, const char *expected)
{
    struct shelf shelf;
    open_shelf(&shelf);
    assert_int_not_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    assert_said(&shelf.findings, expected);
    shelf_close(&shelf);
}

static void what_is_no_kit_is_refused(void **state)
{
    (void)state;
    assert_refused("", "0:0: error [kit-unknown] this is no kit (a kit is Warren's XML or a "
                       "HolocronToolset JSON)\n");
    assert_refused("BWM V1.0", "0:0: error [kit-unknown] this is no kit (a kit is Warren's XML "
                               "or a HolocronToolset JSON)\n");
    assert_refused(" <map/>", "1:2: error [kit-unknown] this is a <map>, not a kit (a kit's "
                              "outermost element is <kit>)\n");
    assert_refused("<kit id='a' name='A' version='2'/>",
                   "1:22: error [kit-version] kits of version '2' are not known here (use a "
                   "newer Warren, or write version=\"1\")\n");
    assert_refused(
        "<kit id='a' name='A' version='1'/>",
        "1:1: error [kit-empty] this kit has no room (a kit has at least one <room>)\n");
}

static void a_wrong_name_is_refused_with_its_place(void **state)
{
    (void)state;
    assert_refused(
        "<kit id='two words' name='' version='1'>\n" ROOM("") "</kit>",
        "1:6: error [name-invalid] 'two words' cannot be the id of a kit (1 to 32 of "
        "the characters A-Z a-z 0-9 _ -)\n"
        "1:21: error [name-invalid] '' cannot be the name of a kit (1 to 64 "
        "characters)\n");
    assert_refused(
        ROOT("<door name='n' width='1' height='1' k1='seventeen_letters'\n"
             "k2='a-b' meets='n:m:o'/>" ROOM("")),
        "2:37: error [name-invalid] 'seventeen_letters' cannot be the k1 of a door "
        "(a blueprint has 1 to 16 of the characters A-Z a-z 0-9 _)\n"
        "3:1: error [name-invalid] 'a-b' cannot be the k2 of a door (a blueprint has "
        "1 to 16 of the characters A-Z a-z 0-9 _)\n"
        "3:10: error [name-invalid] 'n:m:o' names no door (write \"door\", "
        "\"kit:door\" or \"*\")\n");
    assert_refused(
        KIT("<hook name='a-name-of-thirty-three-characters' at='0 6 0' "
            "door='narrow'/>"),
        "4:7: error [name-invalid] 'a-name-of-thirty-three-characters' cannot be the "
        "name of a hook (1 to 32 of the characters A-Z a-z 0-9 _ -)\n");
}

static void names_given_twice_are_refused(void **state)
{
    (void)state;
    assert_refused(
        ROOT(DOOR "<door name='Narrow' width='1' height='1'/>\n" ROOM(
            HOOK
            "<hook name='SOUTH' at='6 0 0' door='narrow'/>"
            "<marker name='m' kind='loot' at='0 0 0'><set key='k' value=''/><set key='K' "
            "value=''/></marker>\n<marker name='m' kind='loot' at='0 0 0'/>") "<room id='hub' "
                                                                              "name='Hub' "
                                                                              "walkmesh='hub."
                                                                              "obj'/>"),
        "3:7: error [name-twice] another door before this one has the name 'Narrow' (names "
        "that "
        "differ only in case count as one)\n"
        "6:7: error [name-twice] another hook before this one has the name 'SOUTH' (names that "
        "differ only in case count as one)\n"
        "6:114: error [name-twice] another set before this one has the key 'K' (names that "
        "differ only in case count as one)\n"
        "7:9: error [name-twice] another marker before this one has the name 'm' (names that "
        "differ only in case count as one)\n"
        "9:7: error [name-twice] another room before this one has the id 'hub' (names that "
        "differ only in case count as one)\n"
        "9:16: error [name-twice] another room before this one has the name 'Hub' (names that "
        "differ only in case count as one)\n");
}

static void wrong_sizes_and_limits_are_refused(void **state)
{
    (void)state;
    assert_refused(
        ROOT("<door name='a' width='-2.4' height='0'/>\n"
             "<room id='a' name='A' walkmesh='hub.obj' weight='-1' least='3' "
             "most='2'/>"),
        "2:16: error [kit-size] the width of a door must be more than 0, not -2.400\n"
        "2:29: error [kit-size] the height of a door must be more than 0, not 0.000\n"
        "3:42: error [kit-size] the weight of a room must be 0 or more, not -1.000\n"
        "3:54: error [limits-crossed] a level would need at least 3 of this room and "
        "at most 2\n");
}

static void unknown_doors_are_refused_with_a_suggestion(void **state)
{
    (void)state;
    assert_refused(
        ROOT("<door name='wide' width='1' height='1' meets='wide burrow:gone x:gone'/>" DOOR
                 ROOM("<hook name='a' at='0 -6 0' door='narow'/>")),
        "2:40: error [door-unknown] this kit has no door 'gone' (known: wide, narrow)\n"
        "4:28: error [door-unknown] this kit has no door 'narow' (did you mean "
        "'narrow'?)\n");
}

static void paths_that_leave_the_kit_are_refused(void **state)
{
    (void)state;
    assert_refused(
        ROOT("<room id='a' name='A' walkmesh='../hub.obj'/>\n"
             "<room id='b' name='B' walkmesh='/hub.obj' model='c:\\x.mdl'/>\n"
             "<room id='c' name='C' walkmesh=''/>\n"
             "<room id='d' name='D' walkmesh='gone.wok' model='gone.mdl'/>"),
        "2:23: error [path-outside] '../hub.obj' is no path inside the kit's folder "
        "(paths are relative to the folder of the kit and stay in it)\n"
        "3:23: error [path-outside] '/hub.obj' is no path inside the kit's folder "
        "(paths are relative to the folder of the kit and stay in it)\n"
        "3:43: error [path-outside] 'c:\\x.mdl' is no path inside the kit's folder "
        "(paths are relative to the folder of the kit and stay in it)\n"
        "4:23: error [path-outside] '' is no path inside the kit's folder (paths are "
        "relative to the folder of the kit and stay in it)\n"
        "5:23: error [kit-file-missing] there is no file 'kit/gone.wok'\n"
        "5:43: warning [kit-file-missing] there is no file 'kit/gone.mdl' (the room "
        "is built without a model)\n");
}

static void wrong_marks_of_hooks_are_refused(void **state)
{
    (void)state;
    assert_refused(
        KIT("<hook name='a' at='0 -6 0' door='narrow' id='1' edges='4'/>\n"
            "<hook name='b' at='0 -6 0' door='narrow' edges='0'/>\n"
            "<hook name='c' at='0 -6 0' door='narrow' edges='400'/>\n"
            "<hook name='d' at='0 -6 0' door='narrow' edges='4 x'/>\n"
            "<hook name='e' at='0 -6 0' door='narrow' edges=' '/>\n"
            "<hook name='f' at='0 -6 0' door='narrow' id='-1'/>\n"
            "<hook name='g' at='6 0 0' door='narrow' edges='13 4'/>\n"),
        "4:49: error [hook-id-and-edges] a hook has an id or a list of edges, not both (keep "
        "the "
        "id where the walkmesh bears it, the edges where it does not)\n"
        "5:42: error [edge-not-open] edge 0 is no open edge of a walkable face (an edge is 3 * "
        "face + corner of the derived walkmesh, as `warren show` lists them)\n"
        "6:42: error [edge-not-open] edge 400 is no open edge of a walkable face (an edge is 3 "
        "* "
        "face + corner of the derived walkmesh, as `warren show` lists them)\n"
        "7:42: error [xml-value] 'x' is no number of an edge\n"
        "8:42: error [xml-value] a hook lists 1 to 64 edges\n"
        "9:42: error [xml-value] id must be a whole number from 0 to 999999, not -1\n"
        "10:1: error [hook-edges-apart] 1 of the edges listed for hook 'g' of room 'Hub' lies "
        "beside its threshold (list edges that follow one another and face within 20 degrees "
        "of "
        "each other)\n");
}

static void wrong_kinds_of_markers_are_refused(void **state)
{
    (void)state;
    assert_refused(KIT("<marker name='a' kind='chest' at='0 0'/>"),
                   "4:18: error [marker-kind] 'chest' is no kind of marker (one of spawn, "
                   "waypoint, placeable, loot)\n"
                   "4:31: error [xml-value] at must be three numbers, not '0 0'\n");
}

static void faults_of_reading_and_of_judging_are_told_together(void **state)
{
    (void)state;
    assert_refused(KIT("<hook name='a' at='0 -5 0' door='narrow'/>\n<hook name='b'/>"),
                   "5:1: error [xml-missing] the element 'hook' has no attribute 'at'\n"
                   "5:1: error [xml-missing] the element 'hook' has no attribute 'door'\n"
                   "4:1: error [hook-off-perimeter] hook 'a' of room 'Hub' is 1.000 m from the "
                   "nearest open edge (the middle of the nearest open edge (4) is at \"0.000 "
                   "-6.000 0.000\")\n");
}

static void more_than_anybody_has_is_refused(void **state)
{
    (void)state;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "<kit id='a' name='A' version='1'>\n");
    for (int i = 0; i < 257; i++)
        wr_bytes_print(&text, "<door name='d%d' width='1' height='1'/>", i);
    wr_bytes_text(&text, "\n<room id='a' name='A' walkmesh='hub.obj'>");
    for (int i = 0; i < 257; i++)
        wr_bytes_print(&text, "<hook name='h%d' at='0 0 0' door='d1'/>", i);
    wr_bytes_text(&text, "</room></kit>");
    wr_bytes_char(&text, '\0');
    assert_refused((const char *)text.data,
                   "1:1: error [kit-limit] this kit has 257 doors; the most is 256\n"
                   "3:1: error [kit-limit] this room has 257 hooks; the most is 256\n");
    text.size = 0;
    wr_bytes_text(&text, "<kit id='a' name='A' version='1'>\n");
    for (int i = 0; i < 10001; i++)
        wr_bytes_text(&text, "<room id='a'/>");
    wr_bytes_text(&text, "</kit>");
    wr_bytes_char(&text, '\0');
    assert_refused((const char *)text.data,
                   "1:1: error [kit-limit] this kit has 10001 rooms; the most is 10000\n");
    wr_bytes_finish(&text);
}

static void a_placeables_walkmesh_is_no_rooms(void **state)
{
    (void)state;
    struct shelf shelf;
    struct wr_bytes bytes = {0};
    open_shelf(&shelf);
    struct wr_walkmesh *mesh = mesh_of_text(&shelf.findings, (const char *)shelf.bytes.data);
    wr_bwm_write(mesh, &bytes);
    bytes.data[8] = 0; /* the type word */
    shelf.memory.files[2].data = bytes.data;
    shelf.memory.files[2].size = bytes.size;
    static const char text[] = KIT("");
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_INVALID);
    assert_said(&shelf.findings,
                "0:0: error [kit-mesh-kind] the walkmesh of a placeable or door "
                "cannot be a room's (name the WOK of the room)\n");
    bytes.data[8] = 1;
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    wr_bytes_finish(&bytes);
    shelf_close(&shelf);
}

static void a_kit_cut_or_changed_anywhere_is_survived(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        shelf_read(&shelf, whole, size);
        findings_said(&shelf.findings);
    }
    for (size_t at = 0; at < sizeof whole - 1; at++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        text[at] = (char)(text[at] ^ (1 << at % 7));
        shelf_read(&shelf, text, sizeof whole - 1);
        findings_said(&shelf.findings);
    }
    shelf_close(&shelf);
}

static void every_failing_allocation_reaches_the_caller(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    findings_text(&shelf.findings, whole);
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit_files files = memory_files(&shelf.memory);
    size_t n = 1;
    for (; n < 10000; n++) {
        struct wr_kit *kit = NULL;
        wr_fail_allocation_after(n);
        enum wr_result result = wr_kit_parse(shelf.findings.context, &shelf.findings.source,
                                             "kit/kit.xml", &files, &surfaces, &kit);
        wr_fail_allocation_after(0);
        wr_kit_free(kit);
        if (result == WR_OK)
            break;
        assert_int_equal(result, WR_NO_MEMORY);
    }
    assert_in_range(n, 5, 9999);
    findings_said(&shelf.findings);
    shelf_close(&shelf);
}

/* ---- The schema
 * ------------------------------------------------------------------------------ */

struct verdict {
    const char *what, *text;
    bool schema, ours;
};

#define BOTH true, true
#define NEITHER false, false
#define OURS_ONLY true, false /* what only the reader can know: the schema passes it */

#define DOOR_WITH(attributes) ROOT("<door " attributes "/>" ROOM(""))
#define ROOM_WITH(attributes) ROOT("<room id='a' name='A' walkmesh='hub.obj' " attributes "/>")
#define HOOK_WITH(attributes) KIT("<hook " attributes "/>")
#define MARKER_WITH(attributes, content) KIT("<marker " attributes ">" content "</marker>")

static const struct verdict verdicts[] = {
    {"a whole kit", whole, BOTH},
    {"a room alone", ROOT(ROOM("")), BOTH},
    {"doors after rooms", ROOT(ROOM("") DOOR), BOTH},
    {"comments and space", ROOT("<!-- x -->\n" DOOR "<!-- y -->" ROOM(" <!-- z --> ")), BOTH},
    {"markers between hooks",
     KIT(HOOK "<marker name='m' kind='loot' at='0 0 0'/>"
              "<hook name='b' at='6 0 0' door='narrow'/>"),
     BOTH},
    {"another root", "<kits id='a' name='A' version='1'>" ROOM("") "</kits>", NEITHER},
    {"no id", "<kit name='A' version='1'>" ROOM("") "</kit>", NEITHER},
    {"no name", "<kit id='a' version='1'>" ROOM("") "</kit>", NEITHER},
    {"no version", "<kit id='a' name='A'>" ROOM("") "</kit>", NEITHER},
    {"version 2", "<kit id='a' name='A' version='2'>" ROOM("") "</kit>", NEITHER},
    {"version 1.0", "<kit id='a' name='A' version='1.0'>" ROOM("") "</kit>", NEITHER},
    {"version with space", "<kit id='a' name='A' version=' 1'>" ROOM("") "</kit>", NEITHER},
    {"an unknown attribute", "<kit id='a' name='A' version='1' by='me'>" ROOM("") "</kit>",
     NEITHER},
    {"no room", ROOT(DOOR), NEITHER},
    {"an unknown element", ROOT(ROOM("") "<skybox/>"), NEITHER},
    {"text in a kit", ROOT(ROOM("") "text"), NEITHER},
    {"an id with a space", "<kit id='a b' name='A' version='1'>" ROOM("") "</kit>", NEITHER},
    {"an id of 32",
     "<kit id='abcdefghijklmnopqrstuvwxyz_-0123' name='A' version='1'>" ROOM("") "</kit>",
     BOTH},
    {"an id of 33",
     "<kit id='abcdefghijklmnopqrstuvwxyz_-01234' name='A' version='1'>" ROOM("") "</kit>",
     NEITHER},
    {"an empty id", "<kit id='' name='A' version='1'>" ROOM("") "</kit>", NEITHER},
    {"an empty name", "<kit id='a' name='' version='1'>" ROOM("") "</kit>", NEITHER},
    {"a name of 64 letters beyond ASCII",
     "<kit id='a' "
     "name='\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
     "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
     "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
     "\xc3\xa9 and 32 more letters of one byte' version='1'>" ROOM("") "</kit>",
     BOTH},
    {"a name of 65",
     "<kit id='a' name='This name is one character longer than a name of a kit "
     "may be, ok' version='1'>" ROOM("") "</kit>",
     NEITHER},
    {"a door without a width", DOOR_WITH("name='a' height='1'"), NEITHER},
    {"a door without a name", DOOR_WITH("width='1' height='1'"), NEITHER},
    {"a negative width", DOOR_WITH("name='a' width='-1' height='1'"), NEITHER},
    {"a width that is no number", DOOR_WITH("name='a' width='wide' height='1'"), NEITHER},
    {"a width of infinity", DOOR_WITH("name='a' width='INF' height='1'"), NEITHER},
    {"a width of nothing", DOOR_WITH("name='a' width='0' height='1'"), OURS_ONLY},
    {"numbers in all their shapes", DOOR_WITH("name='a' width='+.5e+1' height=' 1.E-1 '"),
     BOTH},
    {"a number with a comma", DOOR_WITH("name='a' width='1,5' height='1'"), NEITHER},
    {"a hexadecimal number", DOOR_WITH("name='a' width='0x1' height='1'"), NEITHER},
    {"a lonely point", DOOR_WITH("name='a' width='.' height='1'"), NEITHER},
    {"an exponent without digits", DOOR_WITH("name='a' width='1e' height='1'"), NEITHER},
    {"a number beyond float32", DOOR_WITH("name='a' width='1e39' height='1'"), OURS_ONLY},
    {"a blueprint of 17", DOOR_WITH("name='a' width='1' height='1' k1='seventeen_letters'"),
     NEITHER},
    {"an empty blueprint", DOOR_WITH("name='a' width='1' height='1' k2=''"), NEITHER},
    {"meeting everything", DOOR_WITH("name='a' width='1' height='1' meets='* b:c'"), BOTH},
    {"meeting nothing", DOOR_WITH("name='a' width='1' height='1' meets=''"), BOTH},
    {"meeting three parts", DOOR_WITH("name='a' width='1' height='1' meets='a:b:c'"), NEITHER},
    {"meeting an unknown door", DOOR_WITH("name='a' width='1' height='1' meets='b'"),
     OURS_ONLY},
    {"a door with a child", ROOT("<door name='a' width='1' height='1'><x/></door>" ROOM("")),
     NEITHER},
    {"a room without a walkmesh", ROOT("<room id='a' name='A'/>"), NEITHER},
    {"a room with an empty path", ROOT("<room id='a' name='A' walkmesh=''/>"), NEITHER},
    {"a path that leaves", ROOT("<room id='a' name='A' walkmesh='../a.obj'/>"), OURS_ONLY},
    {"a file that is not there", ROOT("<room id='a' name='A' walkmesh='a.obj'/>"), OURS_ONLY},
    {"tags", ROOM_WITH("tags=' a b\n c '"), BOTH},
    {"a tag with a comma", ROOM_WITH("tags='a,b'"), NEITHER},
    {"a weight of 0", ROOM_WITH("weight='0'"), BOTH},
    {"a negative weight", ROOM_WITH("weight='-0.5'"), NEITHER},
    {"limits", ROOM_WITH("least='0' most='999999'"), BOTH},
    {"a limit of 1000000", ROOM_WITH("most='1000000'"), NEITHER},
    {"a limit with zeros before it", ROOM_WITH("most='0000000012'"), BOTH},
    {"a negative limit", ROOM_WITH("least='-1'"), NEITHER},
    {"half a limit", ROOM_WITH("least='0.5'"), NEITHER},
    {"crossed limits", ROOM_WITH("least='2' most='1'"), OURS_ONLY},
    {"two rooms of one id", ROOT(ROOM("") ROOM("")), OURS_ONLY},
    {"a room in a room", KIT("<room id='b' name='B' walkmesh='hub.obj'/>"), NEITHER},
    {"a hook", HOOK_WITH("name='a' at='0 -6 0' door='narrow' facing='-90'"), BOTH},
    {"a hook without a place", HOOK_WITH("name='a' door='narrow'"), NEITHER},
    {"a hook without a door", HOOK_WITH("name='a' at='0 -6 0'"), NEITHER},
    {"a place of two numbers", HOOK_WITH("name='a' at='0 -6' door='narrow'"), NEITHER},
    {"a place of four numbers", HOOK_WITH("name='a' at='0 -6 0 0' door='narrow'"), NEITHER},
    {"a place over two lines", HOOK_WITH("name='a' at=' 0\n\t-6 0' door='narrow'"), BOTH},
    {"a facing that is no number",
     HOOK_WITH("name='a' at='0 -6 0' door='narrow' facing='south'"), NEITHER},
    {"a hook with edges", HOOK_WITH("name='a' at='0 -6 0' door='narrow' edges='4'"), BOTH},
    {"a hook without edges", HOOK_WITH("name='a' at='0 -6 0' door='narrow' edges=''"), NEITHER},
    {"an id on no edge", HOOK_WITH("name='a' at='0 -6 0' door='narrow' id='20'"), OURS_ONLY},
    {"an id that is no number", HOOK_WITH("name='a' at='0 -6 0' door='narrow' id='x'"),
     NEITHER},
    {"an id and edges", HOOK_WITH("name='a' at='0 -6 0' door='narrow' id='1' edges='4'"),
     NEITHER},
    {"a negative edge", HOOK_WITH("name='a' at='0 -6 0' door='narrow' edges='-4'"), NEITHER},
    {"a hook off the perimeter", HOOK_WITH("name='a' at='0 0 0' door='narrow'"), OURS_ONLY},
    {"a door nobody declared", HOOK_WITH("name='a' at='0 -6 0' door='gate'"), OURS_ONLY},
    {"a marker", MARKER_WITH("name='a' kind='waypoint' at='0 0 0'", ""), BOTH},
    {"a marker of no kind", MARKER_WITH("name='a' at='0 0 0'", ""), NEITHER},
    {"a marker of an unknown kind", MARKER_WITH("name='a' kind='Spawn' at='0 0 0'", ""),
     NEITHER},
    {"a marker with pairs",
     MARKER_WITH("name='a' kind='placeable' at='0 0 0' facing='1e1'",
                 "<set key='k' value='any &lt;text&gt;'/><set key='l' value=''/>"),
     BOTH},
    {"a pair without a value", MARKER_WITH("name='a' kind='loot' at='0 0 0'", "<set key='k'/>"),
     NEITHER},
    {"a pair with a spaced key",
     MARKER_WITH("name='a' kind='loot' at='0 0 0'", "<set key='k l' value=''/>"), NEITHER},
    {"text in a marker", MARKER_WITH("name='a' kind='loot' at='0 0 0'", "gold"), NEITHER},
    {"a marker outside a room", ROOT(ROOM("") "<marker name='a' kind='loot' at='0 0 0'/>"),
     NEITHER},
};

static void say_nothing(void *user, const char *format, ...)
{
    (void)user;
    (void)format;
}

static xmlRelaxNGPtr load_schema(void)
{
    char path[512];
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    snprintf(path, sizeof path, "%s/kits/library/kit.rng", source);
    xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(path);
    xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    assert_non_null(schema);
    return schema;
}

static bool schema_passes(xmlRelaxNGPtr schema, const char *text)
{
    xmlDocPtr document = xmlReadMemory(text, (int)strlen(text), NULL, NULL, XML_PARSE_NONET);
    assert_non_null(document);
    xmlRelaxNGValidCtxtPtr validator = xmlRelaxNGNewValidCtxt(schema);
    xmlRelaxNGSetValidErrors(validator, say_nothing, say_nothing, NULL);
    int result = xmlRelaxNGValidateDoc(validator, document);
    xmlRelaxNGFreeValidCtxt(validator);
    xmlFreeDoc(document);
    assert_true(result >= 0);
    return result == 0;
}

static void the_schema_and_the_reader_agree(void **state)
{
    (void)state;
    xmlRelaxNGPtr schema = load_schema();
    size_t count = sizeof verdicts / sizeof *verdicts, wrong = 0;
    assert_true(count >= 40);
    for (size_t i = 0; i < count; i++) {
        const struct verdict *verdict = &verdicts[i];
        struct shelf shelf;
        open_shelf(&shelf);
        bool ours = shelf_read(&shelf, verdict->text, strlen(verdict->text)) == WR_OK;
        bool theirs = schema_passes(schema, verdict->text);
        if (ours != verdict->ours || theirs != verdict->schema) {
            print_error("%s: schema %d, reader %d: %s\n", verdict->what, theirs, ours,
                        findings_said(&shelf.findings));
            wrong++;
        }
        shelf_close(&shelf);
    }
    xmlRelaxNGFree(schema);
    xmlCleanupParser();
    assert_int_equal(wrong, 0);
}

static double threshold_width(const wr_room *room, const wr_hook *hook)
{
    double width = 0;
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        width +=
            wr_distance(room->mesh->vertices[wr_edge_start(room->mesh, hook->threshold[i])],
                        room->mesh->vertices[wr_edge_end(room->mesh, hook->threshold[i])]);
    return width;
}

static void the_kit_that_ships_has_no_fault_and_doorways_as_wide_as_its_doors(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    char *path = wr_path_join(findings.arena, wr_environment("WARREN_SOURCE"),
                              "kits/library/burrow/kit.xml");
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source source;
    struct wr_kit *kit = NULL;
    assert_int_equal(wr_kit_load(findings.context, path, &surfaces, &kit), WR_OK);
    assert_said(&findings, "");
    assert_true(kit->room_count >= 14 && kit->door_count >= 2);
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t h = 0; h < kit->rooms[r].hook_count; h++) {
            const wr_hook *hook = &kit->rooms[r].hooks[h];
            assert_near(threshold_width(&kit->rooms[r], hook), kit->doors[hook->door].width,
                        1e-5);
        }
    assert_int_equal(wr_file_read(findings.context, findings.arena, path, &source), WR_OK);
    xmlRelaxNGPtr schema = load_schema();
    assert_true(schema_passes(schema, (const char *)source.data));
    xmlRelaxNGFree(schema);
    xmlCleanupParser();
    wr_kit_free(kit);
    findings_end(&findings);
}

/* The first block of a language in a page, cut out of it. */
static const char *block_of(const char *page, const char *fence)
{
    const char *start = strstr(page, fence);
    assert_non_null(start);
    start = strchr(start, '\n') + 1;
    return start;
}

static void the_smallest_kit_of_the_page_works(void **state)
{
    (void)state;
    struct shelf shelf;
    struct wr_source page;
    shelf_open(&shelf, "den/kit.xml");
    char *path =
        wr_path_join(shelf.findings.arena, wr_environment("WARREN_SOURCE"), "docs/kits.md");
    assert_int_equal(wr_file_read(shelf.findings.context, shelf.findings.arena, path, &page),
                     WR_OK);
    const char *xml = block_of((const char *)page.data, "```xml\n");
    const char *obj = block_of((const char *)page.data, "```obj\n");
    memory_add(&shelf.memory, "den/chamber.obj", obj, (size_t)(strstr(obj, "```") - obj));
    assert_int_equal(shelf_read(&shelf, xml, (size_t)(strstr(xml, "```") - xml)), WR_OK);
    assert_said(&shelf.findings, "");
    const wr_room *room = wr_kit_room(shelf.kit, "Chamber", NULL);
    assert_int_equal(room->island_count, 1);
    for (uint32_t h = 0; h < 2; h++) {
        assert_near(threshold_width(room, &room->hooks[h]), 2, 0);
        assert_near(room->hooks[h].out_y, h == 0 ? -1 : 1, 0);
    }
    shelf_close(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_a_kit_says_is_read),
        cmocka_unit_test(rooms_that_name_one_file_share_its_walkmesh),
        cmocka_unit_test(doors_meet_their_own_kind_and_those_they_name),
        cmocka_unit_test(rooms_are_found_by_name_before_id_and_case_before_without),
        cmocka_unit_test(what_is_no_kit_is_refused),
        cmocka_unit_test(a_wrong_name_is_refused_with_its_place),
        cmocka_unit_test(names_given_twice_are_refused),
        cmocka_unit_test(wrong_sizes_and_limits_are_refused),
        cmocka_unit_test(unknown_doors_are_refused_with_a_suggestion),
        cmocka_unit_test(paths_that_leave_the_kit_are_refused),
        cmocka_unit_test(wrong_marks_of_hooks_are_refused),
        cmocka_unit_test(wrong_kinds_of_markers_are_refused),
        cmocka_unit_test(faults_of_reading_and_of_judging_are_told_together),
        cmocka_unit_test(more_than_anybody_has_is_refused),
        cmocka_unit_test(a_placeables_walkmesh_is_no_rooms),
        cmocka_unit_test(a_kit_cut_or_changed_anywhere_is_survived),
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
        cmocka_unit_test(the_schema_and_the_reader_agree),
        cmocka_unit_test(the_smallest_kit_of_the_page_works),
        cmocka_unit_test(the_kit_that_ships_has_no_fault_and_doorways_as_wide_as_its_doors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
