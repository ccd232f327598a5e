/* Models of area rooms: which files they come from, and where they stand. */
#define _XOPEN_SOURCE 700
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/starved.h"
#include "tests/support/stood.h"
#include "tests/support/terrain.h"

#include "builder/module/sources.h"

/* ---- Rooms of a shipped kit -------------------------------------------------------------- */

/* One room of the kit in all the ways it may stand, far from each other. */
static void put_room(struct module_level *level, const char *kit, const char *id, uint32_t i)
{
    static const char *const poses[] = {
        "0",
        "90",
        "180",
        "270",
        "0, 'mirror': 'x'",
        "90, 'mirror': 'x'",
        "180, 'mirror': 'y'",
        "270, 'mirror': 'xy'",
        "37.5",
        "-123.25, 'mirror': 'y'",
    };
    enum { POSES = sizeof poses / sizeof *poses };
    struct wr_bytes text = {0};
    wr_bytes_print(&text, "'kits': ['%s'], 'rooms': [", kit);
    for (uint32_t p = 0; p < POSES; p++)
        wr_bytes_print(&text,
                       "%s{'kit': 'blackvulkar', 'room': '%s', 'position': [%u.25, -%u, 3.5], "
                       "'turn': %s}",
                       p ? ", " : "", id, (unsigned)(100 * p), (unsigned)(7 * i), poses[p]);
    wr_bytes_text(&text, "]");
    wr_bytes_char(&text, '\0');
    level_map(level, (const char *)text.data);
    wr_bytes_finish(&text);
}

static void rooms_of_a_kit_stand_where_their_walkmesh_does(void **state)
{
    (void)state;
    static const char *const ids[] = {"elevator_1", "hallway_1",    "hallway_2", "junction_1",
                                      "junction_2", "large_room_1", "office_1",  "room_1",
                                      "room_2",     "room_3",       "room_4",    "room_5",
                                      "room_6",     "room_7"};
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    static struct walk kit, made;
    for (uint32_t i = 0; holocron && i < sizeof ids / sizeof *ids; i++) {
        struct module_level level;
        level_start(&level);
        put_room(&level, holocron, ids[i], i);
        enum wr_game game = i % 2 ? WR_K2 : WR_K1;
        assert_int_equal(level_pack(&level, game), WR_OK);
        assert_null(strstr(findings_said(&level.findings), "model-walkmesh-differs"));
        walk_file(&kit, level.findings.arena, level.findings.context,
                  level.layout->rooms[0].room->model);
        for (uint32_t r = 0; r < level.layout->room_count; r++) {
            make_and_walk(&level, r, game, &made);
            expect_drawn(&kit, wr_vec3_of(0, 0, 0), &made, &level.layout->rooms[r], 1e-4);
            walk_end(&made);
        }
        walk_end(&kit);
        level_end(&level);
    }
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

static void linked_rooms_of_a_kit_carry_their_stitched_walkmesh(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *indoor = corpus_folder(arena, "indoor");
    const char *holocron = corpus_folder(arena, "holocron");
    static struct walk made;
    if (indoor && holocron) {
        struct module_level level;
        level_start(&level);
        assert_int_equal(wr_kits_add(level.kits, holocron), WR_OK);
        level_load(&level, wr_path_join(arena, indoor, "step1.indoor"));
        assert_int_equal(level.layout->link_count, 1);
        assert_int_equal(level_pack(&level, WR_K2), WR_OK);
        for (uint32_t r = 0; r < level.layout->area_room_count; r++) {
            make_and_walk(&level, r, WR_K2, &made);
            walk_end(&made);
        }
        level_end(&level);
    }
    wr_arena_destroy(arena);
    if (!indoor || !holocron)
        skip();
}

/* What is drawn of each room of an area room, one after another. */
static void expect_all_drawn(struct module_level *level, uint32_t area_room,
                             const struct walk *made)
{
    static struct walk kit;
    const struct wr_layout *layout = level->layout;
    const wr_area_room *group = &layout->area_rooms[area_room];
    wr_dvec3 origin = wr_widen(lyt_position(level, area_room));
    uint32_t room = group->first, at = 0;
    for (uint32_t i = 0; i < group->count; i++, room = layout->rooms[room].next) {
        const wr_placed_room *placed = &layout->rooms[room];
        wr_dvec3 position = wr_widen(placed->placement.position);
        walk_file(&kit, level->findings.arena, level->findings.context, placed->room->model);
        at = expect_part(&kit, wr_vec3_of(0, 0, 0), made, at, placed,
                         wr_narrow(wr_sub(position, origin)), 2e-4);
        walk_end(&kit);
    }
    expect_nothing_more(made, at);
}

/* A level grown hook to hook, its rooms mirrored and turned, every third merged with the next.
 */
static void make_chain(const char *holocron, uint64_t seed, enum wr_game game)
{
    static struct walk made;
    enum { ROOMS = 9 };
    struct module_level level;
    struct chain chain;
    const struct wr_kit *kit;
    struct wr_map map = {.id = "chain",
                         .skybox = "",
                         .tolerance = NAN,
                         .overlap = NAN,
                         .entry = {.room = WR_NONE}};
    level_start(&level);
    assert_int_equal(wr_kits_add(level.kits, holocron), WR_OK);
    assert_int_equal(wr_kits_find(level.findings.context, level.kits, "blackvulkar", &kit),
                     WR_OK);
    chain_grow(&chain, kit, kit->id, seed, CHAIN_MIRRORED | CHAIN_TURNED | CHAIN_JITTERED,
               ROOMS);
    chain_settle(&chain, &map, level.kits);
    for (uint32_t i = 1; i < map.room_count; i += 3)
        map.rooms[i].group = map.rooms[chain.parents[i]].group = "a";
    level_place(&level, &map);
    assert_int_equal(level_pack(&level, game), WR_OK);
    for (uint32_t r = 0; r < level.layout->area_room_count; r++) {
        make_and_walk(&level, r, game, &made);
        expect_all_drawn(&level, r, &made);
        walk_end(&made);
    }
    chain_free(&chain);
    level_end(&level);
}

static void rooms_of_random_levels_show_what_their_kit_shows(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; holocron && i < 4; i++)
        make_chain(holocron, seed + i, i % 2 ? WR_K2 : WR_K1);
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

/* A level in which many rooms of few kinds stand, each made before and after its form is kept.
 */
static void make_twice(struct module_level *level)
{
    uint32_t count = level->layout->area_room_count, forms = 0;
    wr_module_model *before = wr_arena_take(level->findings.arena, count, sizeof *before);
    assert_non_null(before);
    for (uint32_t r = 0; r < count; r++)
        before[r] = level_make(level, r, level_mesh(level, r));
    assert_int_equal(wr_model_forms_keep(level->findings.context, level->models), WR_OK);
    for (uint32_t i = 0; i < level->models->source_count; i++)
        for (int k = 0; k < 4; k++)
            forms += level->models->sources[i].forms[k / 2][k % 2] != NULL;
    assert_true(forms > 0);
    for (uint32_t r = 0; r < count; r++) {
        wr_module_model after = level_make(level, r, level_mesh(level, r));
        assert_int_equal(after.mdl_size, before[r].mdl_size);
        assert_int_equal(after.mdx_size, before[r].mdx_size);
        assert_memory_equal(after.mdl, before[r].mdl, after.mdl_size);
        assert_memory_equal(after.mdx, before[r].mdx, after.mdx_size);
    }
}

static void a_form_that_is_kept_changes_no_byte_of_a_room(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    for (enum wr_game game = WR_K1; holocron && game <= WR_K2; game++) {
        struct module_level level;
        struct chain chain;
        const struct wr_kit *kit;
        struct wr_map map = {.id = "chain",
                             .skybox = "",
                             .tolerance = NAN,
                             .overlap = NAN,
                             .entry = {.room = WR_NONE}};
        level_start(&level);
        assert_int_equal(wr_kits_add(level.kits, holocron), WR_OK);
        assert_int_equal(wr_kits_find(level.findings.context, level.kits, "blackvulkar", &kit),
                         WR_OK);
        chain_grow(&chain, kit, kit->id, terrain_seed(), CHAIN_MIRRORED, 40);
        chain_settle(&chain, &map, level.kits);
        map.rooms[1].group = map.rooms[chain.parents[1]].group = "a";
        level_place(&level, &map);
        assert_int_equal(level_pack(&level, game), WR_OK);
        make_twice(&level);
        chain_free(&chain);
        level_end(&level);
    }
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

/* ---- Rooms of kits made here ------------------------------------------------------------- */

static void models_that_lie_elsewhere_are_moved_onto_their_walkmesh(void **state)
{
    (void)state;
    static struct walk kit, made;
    static const wr_vec3 away = {3.25f, -20.5f, 2};
    static const char *const poses[] = {"0", "90", "0, 'mirror': 'x'", "215.5, 'mirror': 'y'"};
    struct module_level level;
    level_hall(&level, "den/hall.mdx", CHAMBER, away, NULL);
    for (int i = 0; i < 4; i++) {
        char rooms[200], path[512];
        snprintf(rooms, sizeof rooms,
                 "'rooms': [{'room': 'hall', 'position': [5, -60, 2], 'turn': %s}]", poses[i]);
        level_map(&level, rooms);
        assert_int_equal(level_pack(&level, WR_K1), WR_OK);
        assert_int_equal(level.findings.warnings, 0);
        walk_file(&kit, level.findings.arena, level.findings.context,
                  folder_path(&level.folder, "den/hall.mdl", path));
        make_and_walk(&level, 0, WR_K1, &made);
        expect_drawn(&kit, away, &made, &level.layout->rooms[0], 1e-5);
        walk_end(&kit);
        walk_end(&made);
    }
    level_end(&level);
}

static void a_model_with_another_floor_is_named_once(void **state)
{
    (void)state;
    static struct walk made;
    struct module_level level;
    level_hall(&level, "den/hall.mdx",
               "v -3 -3 0\nv -1 -3 0\nv 1 -3 0\nv 3 -3 0\nv 3 3 0\nv 1 3 0\nv -1 3 0\n"
               "v -3 3 0.5\nusemtl Stone\nf 1 2 7 8\nf 2 3 6 7\nf 3 4 5 6\n",
               wr_vec3_of(0, 0, 0), NULL);
    level_map(&level, TWO_ROOMS);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.findings.warnings, 1);
    const char *said = findings_said(&level.findings);
    assert_non_null(strstr(said, "[model-walkmesh-differs] "));
    assert_non_null(strstr(said, "the walkmesh of room 'hall' has 6 triangles, "));
    assert_non_null(strstr(said, "0.500 m off"));
    for (uint32_t r = 0; r < 2; r++) {
        make_and_walk(&level, r, WR_K1, &made);
        walk_end(&made);
    }
    level_end(&level);
}

static void a_model_without_its_mdx_is_refused(void **state)
{
    (void)state;
    struct module_level level;
    level_hall(&level, NULL, CHAMBER, wr_vec3_of(0, 0, 0), NULL);
    level_map(&level, TWO_ROOMS);
    assert_int_equal(level_pack(&level, WR_K1), WR_NOT_FOUND);
    assert_non_null(strstr(findings_said(&level.findings), "[model-mdx-missing]"));
    level_end(&level);
}

static void an_mdx_is_found_whatever_the_case_of_its_name(void **state)
{
    (void)state;
    struct module_level level;
    level_hall(&level, "den/Hall.MDX", CHAMBER, wr_vec3_of(0, 0, 0), NULL);
    level_map(&level, TWO_ROOMS);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.findings.errors + level.findings.warnings, 0);
    level_end(&level);
}

static void a_damaged_model_is_an_error_of_its_file(void **state)
{
    (void)state;
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL,
              CHAMBER_ROOM("hall", "model=\"hall.mdl\"")
                  CHAMBER_ROOM("cell", "model=\"cell.mdl\""));
    folder_text(&level.folder, "den/hall.mdl", "newmodel hall\n");
    folder_text(&level.folder, "den/cell.mdl", "nothing");
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'room': 'cell', "
                      "'position': [50, 0, 0]}]");
    assert_int_not_equal(level_pack(&level, WR_K1), WR_OK);
    const char *said = findings_said(&level.findings);
    assert_non_null(strstr(said, "[mdl-ascii]"));
    assert_non_null(strstr(said, "[mdl-magic]"));
    level_end(&level);
}

/* ---- Rooms a map carries ----------------------------------------------------------------- */

static void models_a_map_carries_are_used(void **state)
{
    (void)state;
    static struct walk kit, made;
    struct module_level level;
    char path[512];
    level_start(&level);
    level_den(&level, NULL, CHAMBER_ROOM("hall", ""));
    level_model(&level, "own.mdl", "own.mdx", CHAMBER, wr_vec3_of(0, 0, 0), NULL);
    level_floor(&level, "own.wok");
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "'embedded': [{'id': 'own', 'name': 'own', 'hooks': []");
    level_base64(&text, &level, "walkmesh", "own.wok");
    level_base64(&text, &level, "mdl", "own.mdl");
    level_base64(&text, &level, "mdx", "own.mdx");
    wr_bytes_text(&text,
                  "}], 'rooms': [{'embedded': 'own', 'position': [1, 2, 3], 'turn': 30}]");
    wr_bytes_char(&text, '\0');
    level_map(&level, (const char *)text.data);
    wr_bytes_finish(&text);
    assert_int_equal(level_pack(&level, WR_K2), WR_OK);
    assert_null(strstr(findings_said(&level.findings), "model-made"));
    walk_file(&kit, level.findings.arena, level.findings.context,
              folder_path(&level.folder, "own.mdl", path));
    make_and_walk(&level, 0, WR_K2, &made);
    expect_drawn(&kit, wr_vec3_of(0, 0, 0), &made, &level.layout->rooms[0], 1e-5);
    walk_end(&kit);
    walk_end(&made);
    level_end(&level);
}

/* ---- Kits before they are used ----------------------------------------------------------- */

static void a_kit_is_checked_with_its_models(void **state)
{
    (void)state;
    struct module_level level;
    char path[512];
    level_start(&level);
    level_den(&level, NULL,
              CHAMBER_ROOM("hall", "model=\"hall.mdl\"")
                  CHAMBER_ROOM("cell", "model=\"cell.mdl\"") CHAMBER_ROOM("cave", ""));
    level_model(&level, "den/hall.mdl", "den/hall.mdx", CHAMBER, wr_vec3_of(5, 5, 5), NULL);
    level_model(&level, "den/cell.mdl", "den/cell.mdx",
                "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Stone\nf 1 2 3\n", wr_vec3_of(0, 0, 0),
                NULL);
    folder_text(&level.folder, "den/doorway/side_arch.mdl", "?");
    struct wr_context *context = level.findings.context;
    folder_path(&level.folder, "den/kit.xml", path);
    assert_int_equal(wr_check(context, path, NULL, NULL), WR_OK);
    assert_int_equal(level.findings.warnings, 2);
    const char *said = findings_said(&level.findings);
    assert_non_null(strstr(said, "[padding-name]"));
    assert_non_null(strstr(
        said, "[model-walkmesh-differs] the walkmesh of room 'cell' has 6 triangles, 6 of them "
              "not in its model, which has 1; the worst is "));
    folder_text(&level.folder, "den/doorway/side_arch_size250.mdl", "gone too");
    assert_int_not_equal(wr_check(context, path, NULL, NULL), WR_OK);
    assert_non_null(strstr(findings_said(&level.findings), "[mdl-magic]"));
    folder_text(&level.folder, "den/cell.mdl", "gone");
    assert_int_not_equal(wr_check(context, path, NULL, NULL), WR_OK);
    assert_non_null(strstr(findings_said(&level.findings), "[mdl-magic]"));
    level_end(&level);
}

/* ---- The same for everybody -------------------------------------------------------------- */

static void a_room_gets_the_same_bytes_each_time(void **state)
{
    (void)state;
    struct module_level level;
    level_hall(&level, "den/hall.mdx", CHAMBER, wr_vec3_of(1, 1, 1), NULL);
    level_map(&level, TWO_ROOMS);
    assert_int_equal(level_pack(&level, WR_K2), WR_OK);
    struct wr_walkmesh *mesh = level_mesh(&level, 1);
    wr_module_model first = level_make(&level, 1, mesh);
    level_make(&level, 0, level_mesh(&level, 0));
    wr_module_model second = level_make(&level, 1, mesh);
    assert_int_equal(first.mdl_size, second.mdl_size);
    assert_int_equal(first.mdx_size, second.mdx_size);
    assert_memory_equal(first.mdl, second.mdl, first.mdl_size);
    assert_memory_equal(first.mdx, second.mdx, first.mdx_size);
    level_end(&level);
}

/* A level and the meshes of its two rooms. */
struct food {
    struct module_level *level;
    struct wr_walkmesh *meshes[2];
};

static enum wr_result make_starved(struct findings *f, void *user)
{
    struct food *food = user;
    struct wr_module_models *models;
    wr_module_model made;
    enum wr_result result =
        wr_module_models_make(f->context, f->arena, food->level->layout, WR_K2, &models);
    if (result == WR_OK)
        result = wr_model_forms_keep(f->context, models);
    for (uint32_t r = 0; r < 2 && result == WR_OK; r++)
        result = wr_module_model_make(f->context, models, r, food->meshes[r], f->arena,
                                      f->arena, &made);
    return result;
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct module_level level;
    level_start(&level);
    level_den(&level, NULL,
              CHAMBER_ROOM("hall", "model=\"hall.mdl\"") CHAMBER_ROOM("cell", ""));
    level_model(&level, "den/hall.mdl", "den/hall.mdx", CHAMBER, wr_vec3_of(1, 1, 1), NULL);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'turn': 30}, {'room': "
                      "'cell', 'position': [50, 0, 0]}, {'room': 'hall', 'position': [100, 0, "
                      "0], 'turn': 60}, {'room': 'hall', 'position': [150, 0, 0], 'turn': "
                      "90}]");
    struct food food = {&level, {level_mesh(&level, 0), level_mesh(&level, 1)}};
    starve(make_starved, &food);
    level_end(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_of_a_kit_stand_where_their_walkmesh_does),
        cmocka_unit_test(linked_rooms_of_a_kit_carry_their_stitched_walkmesh),
        cmocka_unit_test(rooms_of_random_levels_show_what_their_kit_shows),
        cmocka_unit_test(a_form_that_is_kept_changes_no_byte_of_a_room),
        cmocka_unit_test(models_that_lie_elsewhere_are_moved_onto_their_walkmesh),
        cmocka_unit_test(a_model_with_another_floor_is_named_once),
        cmocka_unit_test(a_model_without_its_mdx_is_refused),
        cmocka_unit_test(an_mdx_is_found_whatever_the_case_of_its_name),
        cmocka_unit_test(a_damaged_model_is_an_error_of_its_file),
        cmocka_unit_test(models_a_map_carries_are_used),
        cmocka_unit_test(a_kit_is_checked_with_its_models),
        cmocka_unit_test(a_room_gets_the_same_bytes_each_time),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
