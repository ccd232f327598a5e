/* What stands in a module: each kind of thing comes back with every value of its row, wherever
 * its room is put. */
#include "tests/support/git_rows.h"

#include "builder/extract/taking.h"
#include "builder/extract/thing_row.h"

/* ---- A module with all of it ---- */

struct area {
    struct taken taken;
    struct wr_gff *git; /* as it is in the module */
};

static void put(struct area *area, const char *name, const void *data, size_t size)
{
    taken_put(&area->taken, "loose", name, data, size);
}

static void put_git(struct area *area)
{
    struct wr_bytes bytes = {0};
    taken_must(&area->taken, wr_gff_write(area->taken.findings.context, area->git, &bytes));
    put(area, "first.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static struct wr_gff *read_git(struct taken *taken, const struct wr_source *bytes)
{
    struct wr_source *source = WR_TAKE(taken->findings.arena, struct wr_source, 1);
    struct wr_gff *gff;
    *source = *bytes;
    taken_must(taken,
               wr_gff_read(taken->findings.context, taken->findings.arena, source, &gff));
    return gff;
}

/* The smallest example, unpacked, with things in two of its rooms. */
static void area_start(struct area *area, enum wr_game game)
{
    struct taken *taken = &area->taken;
    struct taken_module module = taken_first(taken, game);
    taken_unpack(&module, "loose");
    struct wr_source source = taken_bytes(&module, "first", WR_RES_GIT);
    area->git = read_git(taken, &source);
    git_put_all(area->git, 1, -2, 0.25f);
    git_put_all(area->git, 25, 1.5f, 0);
    put_git(area);
}

static enum wr_result extract(struct area *area)
{
    struct wr_extract_options options = {
        .source = "loose", .output = "kit", .map = "kit/map.json", .force = true};
    findings_said(&area->taken.findings);
    return wr_kit_extract(area->taken.findings.context, &options, NULL);
}

/* ---- There and back ---- */

static const struct git_way ways[] = {
    {.name = "as it is"},
    {.name = "moved", .move = {1000.5f, -37.25f, 12}},
    {.name = "a quarter", .turn = 90, .move = {4, 0, 0}},
    {.name = "half", .turn = 180},
    {.name = "turned", .turn = 37, .move = {100.3f, -7.77f, 2.125f}},
    {.name = "mirrored", .mirror = true, .move = {-3, 5, 0}},
    {.name = "mirrored and turned", .mirror = true, .turn = 211, .move = {0, 300, 1}},
};

static void change(struct wr_map *map, const struct git_way *way)
{
    for (uint32_t i = 0; i < map->room_count; i++) {
        wr_placement *at = &map->rooms[i].placement;
        double x = at->position.x, y = at->position.y;
        git_turn(way, &x, &y);
        at->mirror_x = way->mirror;
        at->turn = way->turn;
        at->position = wr_vec3_of((float)(x + way->move.x), (float)(y + way->move.y),
                                  at->position.z + way->move.z);
    }
}

/* The level built again, with all of it moved. */
static const wr_gff_struct *build_again(struct area *area, enum wr_game game,
                                        const struct git_way *way)
{
    struct wr_map *map = taken_map(&area->taken, "kit/map.json");
    change(map, way);
    taken_build(&area->taken, map, game, "again");
    wr_map_free(map);
    struct taken_module module = taken_open(&area->taken, "again");
    return taken_gff(&module, "first", WR_RES_GIT);
}

static void every_kind_comes_back(void **state)
{
    (void)state;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (int game = WR_K1; game <= WR_K2; game++) {
            struct area area;
            area_start(&area, (enum wr_game)game);
            taken_must(&area.taken, extract(&area));
            if (area.taken.findings.warnings)
                fail_msg("%s", findings_said(&area.taken.findings));
            taken_check(&area.taken, "kit/kit.xml");
            const wr_gff_struct *again = build_again(&area, (enum wr_game)game, &ways[w]);
            git_same_rows(&area.taken.findings, &ways[w], area.git->root, again);
            taken_end(&area.taken);
        }
}

/* ---- Outside of rooms ---- */

/* A layout with what races have, and a vista that stands twice. */
static struct wr_lyt put_layout(struct area *area)
{
    static const wr_lyt_item tracks[] = {{"MGT05_01", {1.25f, -700, 3}},
                                         {"mgt06_01", {1.25f, -800.1f, 3}}};
    static const wr_lyt_item obstacles[] = {{"mgo04_01", {-30.123f, 4, 5}}};
    struct taken_module module = taken_open(&area->taken, "made");
    struct wr_lyt lyt = module.lyt;
    struct wr_bytes text = {0};
    struct wr_source mdl = taken_bytes(&module, "first_room2", WR_RES_MDL);
    struct wr_source mdx = taken_bytes(&module, "first_room2", WR_RES_MDX);
    lyt.rooms = WR_ZERO(area->taken.findings.arena, wr_lyt_item, lyt.room_count + 2);
    memcpy(lyt.rooms, module.lyt.rooms, lyt.room_count * sizeof *lyt.rooms);
    lyt.rooms[lyt.room_count++] = (wr_lyt_item){"vista", {300.5f, -200.25f, -40}};
    lyt.rooms[lyt.room_count++] = (wr_lyt_item){"vista", {-300.5f, 200.25f, -40}};
    lyt.tracks = (wr_lyt_item *)(uintptr_t)tracks;
    lyt.track_count = 2;
    lyt.obstacles = (wr_lyt_item *)(uintptr_t)obstacles;
    lyt.obstacle_count = 1;
    wr_lyt_write(&lyt, &text);
    put(area, "first.lyt", text.data, text.size);
    put(area, "vista.mdl", mdl.data, mdl.size);
    put(area, "vista.mdx", mdx.data, mdx.size);
    wr_bytes_finish(&text);
    return lyt;
}

static void same_items(const wr_lyt_item *a, uint32_t a_count, const wr_lyt_item *b,
                       uint32_t b_count)
{
    assert_int_equal(a_count, b_count);
    for (uint32_t i = 0; i < a_count; i++) {
        assert_string_equal(a[i].model, b[i].model);
        assert_true(wr_vec3_same(a[i].position, b[i].position));
    }
}

static void what_stands_in_no_room_comes_back_in_the_map(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct area area;
        area_start(&area, (enum wr_game)game);
        git_put_all(area.git, 500.25f, -1200, 7);
        put_git(&area);
        struct wr_lyt lyt = put_layout(&area);
        taken_must(&area.taken, extract(&area));
        const char *said = findings_said(&area.taken.findings);
        assert_non_null(strstr(said, "[extract-thing] row 2 of the GIT's 'TriggerList'"));
        assert_null(strstr(said, "extract-row"));
        const wr_gff_struct *again = build_again(&area, (enum wr_game)game, &ways[0]);
        git_same_rows(&area.taken.findings, &ways[0], area.git->root, again);
        struct taken_module module = taken_open(&area.taken, "again");
        same_items(lyt.rooms, lyt.room_count, module.lyt.rooms, module.lyt.room_count);
        same_items(lyt.tracks, lyt.track_count, module.lyt.tracks, module.lyt.track_count);
        same_items(lyt.obstacles, lyt.obstacle_count, module.lyt.obstacles,
                   module.lyt.obstacle_count);
        taken_bytes(&module, "vista", WR_RES_MDL);
        taken_end(&area.taken);
    }
}

/* Things of a map move with its room: a backdrop is turned too, under a name of its own where
 * the same model stands unturned. */
static void a_map_puts_things_into_its_rooms(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"first\", \"kits\": "
        "[\"kit/kit.xml\"], \"kit\": \"first\", \"rooms\": [{\"room\": \"first_room1\", "
        "\"position\": [10, 20, 0], \"turn\": 90}], \"things\": ["
        "{\"kind\": \"backdrop\", \"blueprint\": \"vista\", \"position\": [1, 2, 3]}, "
        "{\"room\": \"room0\", \"kind\": \"backdrop\", \"blueprint\": \"vista\", "
        "\"position\": [1, 2, 3]}, {\"room\": \"room0\", \"kind\": \"track\", "
        "\"blueprint\": \"T1\", \"position\": [1, 2, 3]}, {\"room\": \"room0\", \"kind\": "
        "\"store\", \"blueprint\": \"m_shop\", \"position\": [1, 2, 0], \"facing\": 0}]}";
    struct area area;
    area_start(&area, WR_K1);
    put_layout(&area);
    taken_must(&area.taken, extract(&area));
    assert_true(wr_memory_put(area.taken.memory, "own.json", text, sizeof text - 1));
    struct wr_map *map = taken_map(&area.taken, "own.json");
    taken_build(&area.taken, map, WR_K1, "own");
    wr_map_free(map);
    struct taken_module module = taken_open(&area.taken, "own");
    const wr_lyt_item *rooms = module.lyt.rooms;
    assert_int_equal(module.lyt.room_count, 3);
    assert_string_equal(rooms[1].model, "vista");
    assert_true(wr_vec3_same(rooms[1].position, wr_vec3_of(1, 2, 3)));
    assert_string_equal(rooms[2].model, "first_sky1");
    assert_true(wr_vec3_same(rooms[2].position, wr_vec3_of(8, 21, 3)));
    struct wr_source still = taken_bytes(&module, "vista", WR_RES_MDL);
    assert_true(still.size < taken_bytes(&module, "first_sky1", WR_RES_MDL).size);
    assert_string_equal(module.lyt.tracks[0].model, "T1");
    assert_true(wr_vec3_same(module.lyt.tracks[0].position, wr_vec3_of(8, 21, 3)));
    const wr_gff_struct *git = taken_gff(&module, "first", WR_RES_GIT);
    const wr_gff_list *stores = wr_gff_list_of(git, "StoreList");
    const wr_gff_struct *last = stores->items[stores->count - 1];
    assert_near(wr_gff_float(last, "XPosition", 0), 8, 1e-6);
    assert_near(wr_gff_float(last, "YOrientation", 0), 1, 1e-6);
    taken_end(&area.taken);
}

/* ---- What cannot be taken ---- */

static void must_say(struct area *area, const char *const *said)
{
    put_git(area);
    taken_must(&area->taken, extract(area));
    const char *text = findings_said(&area->taken.findings);
    for (; *said; said++)
        if (!strstr(text, *said))
            fail_msg("'%s' is not in: %s", *said, text);
    struct wr_map *map = taken_map(&area->taken, "kit/map.json");
    taken_build(&area->taken, map, WR_K1, "again");
    wr_map_free(map);
}

static void rows_that_are_none_are_named(void **state)
{
    (void)state;
    static const char *const said[] = {
        "[extract-row] row 0 of the GIT's 'TriggerList' is left out: its shape has more than "
        "1000 corners",
        "[extract-row] row 0 of the GIT's 'SoundList' is left out: its place is no point",
        "[extract-row] row 0 of the GIT's 'Encounter List' is left out: a corner of its shape "
        "is no point",
        "[extract-row] row 0 of the GIT's 'CameraList' is left out: a number of the camera is "
        "none",
        NULL};
    struct area area;
    area_start(&area, WR_K1);
    struct wr_gff *git = area.git;
    wr_gff_list *corners =
        wr_gff_list_of(wr_gff_list_of(git->root, "TriggerList")->items[0], "Geometry");
    while (corners->count < 1000000)
        wr_gff_append(git, corners, 3);
    wr_gff_set_float(git, wr_gff_list_of(git->root, "SoundList")->items[0], "YPosition", NAN);
    corners = wr_gff_list_of(wr_gff_list_of(git->root, "Encounter List")->items[0], "Geometry");
    wr_gff_set_float(git, corners->items[2], "X", INFINITY);
    wr_gff_set_float(git, wr_gff_list_of(git->root, "CameraList")->items[0], "Pitch", NAN);
    must_say(&area, said);
    taken_end(&area.taken);
}

static void values_that_no_text_can_say_are_named(void **state)
{
    (void)state;
    static const char *const said[] = {
        "[extract-field] value 'Bell' in row 0 of the GIT's 'StoreList' is left out",
        "[extract-field] value 'Dark' in row 0 of the GIT's 'StoreList' is left out",
        "[extract-field] value 'Many' in row 0 of the GIT's 'StoreList' is left out",
        "[extract-field] value 'resref' in row 0 of the GIT's 'StoreList' is left out",
        "[extract-field] value 'Long' in row 0 of the GIT's 'StoreList' is left out",
        NULL};
    struct area area;
    area_start(&area, WR_K1);
    wr_gff_struct *row = wr_gff_list_of(area.git->root, "StoreList")->items[0];
    wr_gff_set_string(area.git, row, "Bell", "\a");
    wr_gff_set_float(area.git, row, "Dark", NAN);
    wr_gff_list *many = wr_gff_set_list(area.git, row, "Many");
    while (many->count < 300)
        wr_gff_append(area.git, many, 0);
    wr_gff_set_string(area.git, row, "ResRef", "no name at all");
    wr_gff_set_resref(area.git, row, "resref", "another");
    wr_gff_set_resref(area.git, row, "Long", "short");
    wr_gff_field *longer = wr_gff_find(row, "Long");
    longer->bytes.data = (const uint8_t *)"seventeen_letters";
    longer->bytes.size = 17;
    must_say(&area, said);
    taken_end(&area.taken);
}

/* A kit says one value of a name, and of labels in any case. */
static void of_two_values_of_a_name_the_first_comes_along(void **state)
{
    (void)state;
    static const char *const said[] = {
        "[extract-field] value 'TWICE' in row 0 of the GIT's 'StoreList' is left out", NULL};
    struct area area;
    area_start(&area, WR_K1);
    wr_gff_struct *row = wr_gff_list_of(area.git->root, "StoreList")->items[0];
    wr_gff_set_string(area.git, row, "Twice", "first");
    wr_gff_set_string(area.git, row, "Other", "second");
    strcpy((char *)(uintptr_t)wr_gff_find(row, "Other")->label, "TWICE");
    must_say(&area, said);
    taken_end(&area.taken);
}

/* Rows with nothing in them, in any list, stand at the origin. */
static void rows_may_lack_everything(void **state)
{
    (void)state;
    struct area area;
    area_start(&area, WR_K1);
    for (size_t l = 0; l < sizeof git_lists / sizeof *git_lists; l++) {
        wr_gff_list *list = wr_gff_list_of(area.git->root, git_lists[l]);
        for (uint32_t i = 0; i < list->count; i++)
            list->items[i]->count = 0;
        list->count = 1;
    }
    must_say(&area, (const char *const[]){NULL});
    taken_end(&area.taken);
}

/* So that the kit can be read; those that are left out are the last, and it is said. */
static void shapes_of_very_many_corners_are_left_out_and_it_is_said(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_taken_marker markers[3] = {{.as.corner_count = 120000, .as.arrival_count = 80000},
                                  {.as.corner_count = 1},
                                  {.as.arrival_count = 3}};
    struct wr_source source = *findings_bytes(&f, "", 0);
    struct wr_taking taking = {
        .context = f.context, .git_source = &source, .markers = markers, .marker_count = 1};
    assert_true(wr_taken_rows_compare(&taking));
    assert_said(&f, "");
    taking.marker_count = 3;
    assert_true(wr_taken_rows_compare(&taking));
    assert_non_null(strstr(findings_said(&f), "warning [extract-row] the GIT's shapes have "
                                              "more than 200000 corners"));
    assert_int_equal(markers[0].as.corner_count, 120000);
    assert_int_equal(markers[0].as.arrival_count, 80000);
    assert_int_equal(markers[1].as.corner_count, 0);
    assert_int_equal(markers[2].as.arrival_count, 0);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_comes_back),
        cmocka_unit_test(what_stands_in_no_room_comes_back_in_the_map),
        cmocka_unit_test(a_map_puts_things_into_its_rooms),
        cmocka_unit_test(rows_that_are_none_are_named),
        cmocka_unit_test(values_that_no_text_can_say_are_named),
        cmocka_unit_test(of_two_values_of_a_name_the_first_comes_along),
        cmocka_unit_test(rows_may_lack_everything),
        cmocka_unit_test(shapes_of_very_many_corners_are_left_out_and_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
