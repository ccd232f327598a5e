/* The kit XML: what is read, what is refused and where. */
#include "core/base/math.h"
#include "core/format/gff.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/kits/burrow.h"

/* ---- What is read
 * ---------------------------------------------------------------------------- */

static void everything_a_kit_says_is_read(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    assert_int_equal(shelf_read(&shelf, whole, strlen(whole)), WR_OK);
    assert_int_equal(shelf.findings.errors, 0);
    assert_int_equal(wr_context_count(shelf.findings.context, WR_WARNING), 0);
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
    assert_true(hub->markers[0].position.z == 0.25f && hub->markers[0].facing == 45);
    assert_int_equal(hub->markers[0].pair_count, 2);
    assert_string_equal(hub->markers[0].pairs[0].key, "note");
    assert_string_equal(hub->markers[0].pairs[1].value, "");
    assert_int_equal(hub->markers[1].kind, WR_LOOT);
    assert_true(hub->markers[1].facing == 0);
    shelf_close(&shelf);
}

static void what_is_not_numbered_in_a_row_is_number_0(void **state)
{
    (void)state;
    struct shelf shelf;
    open_shelf(&shelf);
    const char *text =
        ROOT(DOOR "<room id='a' name='A' walkmesh='hub.obj'>"
                  "<marker name='m' kind='store' at='0 0 0'><field label='S' type='struct'/>"
                  "<field label='L' type='list'><item id='3'/><item/></field></marker></room>");
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    const wr_gff_field *fields = shelf.kit->rooms[0].markers[0].row->fields;
    assert_int_equal(fields[0].child->id, 0);
    assert_int_equal(fields[1].list.items[0]->id, 3);
    assert_int_equal(fields[1].list.items[1]->id, 0);
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

static void a_walkmesh_in_other_coordinates_is_brought_into_the_rooms(void **state)
{
    (void)state;
    /* The hub's floor as if the room's origin lay at 1000.1 -6 0.25 in its file. */
    static const char text[] =
        ROOT(DOOR ROOM("") "<room id='b' name='B' walkmesh='hub.obj' origin='1000.1 -6 0.25'>"
                           "<hook name='a' at='-1000.1 0 -0.25' door='narrow'/></room>"
                           "<room id='c' name='C' walkmesh='hub.obj' origin='0 0 0'/>");
    struct shelf shelf;
    open_shelf(&shelf);
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_OK);
    const wr_room *rooms = shelf.kit->rooms;
    assert_null(rooms[0].written);
    assert_int_equal(rooms[1].mesh->vertex_count, rooms[0].mesh->vertex_count);
    for (uint32_t v = 0; v < rooms[0].mesh->vertex_count; v++) {
        wr_vec3 own = rooms[1].mesh->vertices[v], file = rooms[0].mesh->vertices[v];
        assert_true(wr_vec3_same(rooms[1].written[v], file));
        assert_true(wr_vec3_same(rooms[2].written[v], file));
        assert_true(wr_vec3_same(
            own, wr_vec3_of((float)((double)file.x - 1000.1f), file.y + 6, file.z - 0.25f)));
    }
    assert_int_equal(rooms[1].mesh->edge_count, rooms[0].mesh->edge_count);
    assert_int_equal(rooms[1].hooks[0].foot, SOUTH);
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
            "<marker name='m' kind='waypoint' at='0 0 0'><set key='k' value=''/><set key='K' "
            "value=''/></marker>\n<marker name='m' kind='waypoint' at='0 0 0'/>") "<room "
                                                                                  "id='hub' "
                                                                                  "name='Hub' "
                                                                                  "walkmesh='"
                                                                                  "hub.obj'/>"),
        "3:7: error [name-twice] another door before this one has the name 'Narrow' (names "
        "that "
        "differ only in case count as one)\n"
        "6:7: error [name-twice] another hook before this one has the name 'SOUTH' (names that "
        "differ only in case count as one)\n"
        "6:118: error [name-twice] another set before this one has the key 'K' (names that "
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

static void an_origin_that_is_too_far_is_refused(void **state)
{
    (void)state;
    assert_refused(ROOT(DOOR "<room id='a' name='A' walkmesh='hub.obj' origin='0 0 2e5'/>"),
                   "3:42: error [room-too-far] the origin is farther away than 131072 m "
                   "(coordinates of an area are exact to a centimetre up to there)\n");
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
                   "4:18: error [marker-kind] 'chest' is no kind of marker (known: spawn, "
                   "waypoint, placeable, loot, trigger, encounter, sound, store, camera, "
                   "track, obstacle, backdrop)\n"
                   "4:31: error [xml-value] at must be three numbers, not '0 0'\n");
}

static void parts_of_other_markers_are_refused(void **state)
{
    (void)state;
    assert_refused(KIT("<marker name='a' kind='sound' at='0 0 0'>\n<corner by='0 0 0'/>\n"
                       "<arrival at='0 0 0'/>\n<camera/></marker>\n"
                       "<marker name='b' kind='camera' at='0 0 0' facing='9'>"
                       "<camera orientation='1 0 0 0'/></marker>"),
                   "5:1: error [marker-part] a sound has no <corner>: that is a trigger's or "
                   "an encounter's\n"
                   "6:1: error [marker-part] a sound has no <arrival>: that is an "
                   "encounter's\n"
                   "7:1: error [marker-part] a sound has no <camera>: that is a camera's\n"
                   "8:43: error [marker-part] a camera with an orientation has no facing "
                   "(remove one of the two)\n");
}

static void values_of_rows_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wr_bytes text = {0};
    assert_refused(
        KIT("<marker name='a' kind='store' at='0 0 0'>\n"
            "<field label='A' type='bite' value='1'/>\n"
            "<field label='B' type='byte' value='256'/>\n"
            "<field label='C' type='resref' value='seventeen letters'/>\n"
            "<field label='D' type='list'><item><field label=' E' type='int' "
            "value='1'/></item></field>\n"
            "<field label='b' type='byte' value='1'/></marker>"),
        "5:18: error [field-type] 'bite' is no type of a value (as `warren show` "
        "names them: byte, word, int, float, string, resref, locstring, \xe2\x80\xa6)\n"
        "6:30: error [field-value] '256' is no value of type byte\n"
        "7:32: error [field-value] 'seventeen letters' is no value of type resref\n"
        "8:43: error [name-invalid] ' E' cannot be the label of a field (1 to 16 "
        "characters of ASCII, no space around them)\n"
        "9:8: error [name-twice] another field before this one has the label 'b' "
        "(names that differ only in case count as one)\n");
    wr_bytes_text(&text, KIT("<marker name='a' kind='store' at='0 0 0'>"));
    text.size = (size_t)(strstr((const char *)text.data, "</room>") - (const char *)text.data);
    for (int i = 0; i < 257; i++)
        wr_bytes_print(&text, "<field label='n%d' type='byte' value='1'/>", i);
    wr_bytes_text(&text, "</marker></room></kit>");
    wr_bytes_char(&text, '\0');
    assert_refused((const char *)text.data, "5:1: error [kit-limit] the row of a marker has "
                                            "more than 256 values\n");
    wr_bytes_finish(&text);
}

static void a_slip_in_the_kind_of_a_marker_is_guessed(void **state)
{
    (void)state;
    assert_refused(KIT("<marker name='a' kind='waipoint' at='0 0 0'/>"),
                   "4:18: error [marker-kind] 'waipoint' is no kind of marker (did you mean "
                   "'waypoint'?)\n");
}

static void tags_with_commas_are_told_how_to_be_written(void **state)
{
    (void)state;
    assert_refused(
        ROOT(DOOR "<room id='hub' name='Hub' walkmesh='hub.obj' tags='hall, dug,old'/>"),
        "3:46: error [name-invalid] 'hall, dug,old' cannot be the tags of a room (tags are "
        "parted by spaces, not commas: tags=\"hall dug\")\n");
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
    memory_add(&shelf.memory, "kit/hub.obj", bytes.data, bytes.size);
    static const char text[] = KIT("");
    assert_int_equal(shelf_read(&shelf, text, strlen(text)), WR_INVALID);
    assert_said(&shelf.findings,
                "0:0: error [kit-mesh-kind] the walkmesh of a placeable or door "
                "cannot be a room's (name the WOK of the room)\n");
    bytes.data[8] = 1;
    memory_add(&shelf.memory, "kit/hub.obj", bytes.data, bytes.size);
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
    shelf_starve(&shelf, whole);
    shelf_close(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_a_kit_says_is_read),
        cmocka_unit_test(what_is_not_numbered_in_a_row_is_number_0),
        cmocka_unit_test(rooms_that_name_one_file_share_its_walkmesh),
        cmocka_unit_test(a_walkmesh_in_other_coordinates_is_brought_into_the_rooms),
        cmocka_unit_test(doors_meet_their_own_kind_and_those_they_name),
        cmocka_unit_test(rooms_are_found_by_name_before_id_and_case_before_without),
        cmocka_unit_test(what_is_no_kit_is_refused),
        cmocka_unit_test(a_wrong_name_is_refused_with_its_place),
        cmocka_unit_test(names_given_twice_are_refused),
        cmocka_unit_test(wrong_sizes_and_limits_are_refused),
        cmocka_unit_test(an_origin_that_is_too_far_is_refused),
        cmocka_unit_test(unknown_doors_are_refused_with_a_suggestion),
        cmocka_unit_test(paths_that_leave_the_kit_are_refused),
        cmocka_unit_test(wrong_marks_of_hooks_are_refused),
        cmocka_unit_test(wrong_kinds_of_markers_are_refused),
        cmocka_unit_test(parts_of_other_markers_are_refused),
        cmocka_unit_test(values_of_rows_that_are_none_are_refused),
        cmocka_unit_test(a_slip_in_the_kind_of_a_marker_is_guessed),
        cmocka_unit_test(tags_with_commas_are_told_how_to_be_written),
        cmocka_unit_test(faults_of_reading_and_of_judging_are_told_together),
        cmocka_unit_test(more_than_anybody_has_is_refused),
        cmocka_unit_test(a_placeables_walkmesh_is_no_rooms),
        cmocka_unit_test(a_kit_cut_or_changed_anywhere_is_survived),
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
