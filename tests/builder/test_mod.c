/* The module in one file: its table, its entry, and the same bytes whoever made it. */
#include "tests/support/mod_stage.h"

#include "builder/module/assembly.h"
#include "builder/module/emit_mod.h"
#include "builder/sight/visibility.h"
#include "core/base/math.h"
#include "core/base/system.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/format/lyt.h"
#include "core/format/vis.h"

/* ---- The archive ------------------------------------------------------------------------- */

static void a_module_holds_each_room_behind_all_else(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    uint32_t first = scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    scene_join(&stage->scene, first, "n", "hall", "s", false);
    scene_join(&stage->scene, first, "e", "hall", "w", true);
    build(stage);
    static const uint16_t types[] = {WR_RES_WOK, WR_RES_MDL, WR_RES_MDX};
    const struct wr_archive *archive = stage->mod.archive;
    assert_string_equal(archive->type, "MOD ");
    uint32_t rooms = archive->count - 9;
    for (uint32_t i = 0; i < 9; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s_room%u", stage->scene.map.id, (unsigned)(i / 3));
        assert_string_equal(archive->items[rooms + i].name, name);
        assert_int_equal(archive->items[rooms + i].type, types[i % 3]);
    }
    assert_string_equal(archive->items[0].name, "module");
}

static void the_archive_has_no_gaps_and_ends_with_its_last_resource(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    build(stage);
    const struct wr_archive *archive = stage->mod.archive;
    uint64_t at = wr_erf_head_size(archive->count);
    for (uint32_t i = 0; i < archive->count; i++) {
        assert_int_equal(archive->items[i].offset, at);
        assert_int_equal(archive->items[i].id, i);
        at += archive->items[i].size;
    }
    assert_int_equal(at, stage->mod.source.size);
}

static void what_is_in_the_folder_too_has_the_same_bytes(void **state)
{
    struct stage *stage = *state;
    static const struct {
        const char *suffix;
        uint16_t type;
    } files[] = {{".lyt", WR_RES_LYT}, {".vis", WR_RES_VIS}, {"_room0.wok", WR_RES_WOK}};
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 3, 4, 0, 37);
    build(stage);
    for (int i = 0; i < 3; i++) {
        char path[300], name[64];
        struct wr_source file;
        snprintf(path, sizeof path, "%s/%s%s", stage->folder, stage->scene.map.id,
                 files[i].suffix);
        snprintf(name, sizeof name, "%s%s", stage->scene.map.id, i == 2 ? "_room0" : "");
        assert_int_equal(wr_file_read(stage->scene.context, stage->mod.arena, path, &file),
                         WR_OK);
        struct wr_source packed = mod_bytes(&stage->mod, name, files[i].type);
        assert_int_equal(packed.size, file.size);
        assert_memory_equal(packed.data, file.data, file.size);
    }
}

static uint64_t hash_with(enum wr_game game, unsigned jobs)
{
    char folder[128];
    struct wr_arena *arena = wr_arena_create();
    struct wr_context *context = wr_context_create(NULL, NULL);
    wr_surfaces surfaces = wr_surfaces_default(game);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_map *map;
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    folder_make(folder);
    struct wr_build_options options = {.output = folder, .mod = true, .game = game};
    wr_context_set_jobs(context, jobs);
    assert_int_equal(wr_map_load(context,
                                 wr_path_join(arena, source, "examples/deep-burrow/map.json"),
                                 &surfaces, &map),
                     WR_OK);
    assert_int_equal(wr_build(context, map, kits, &options, NULL), WR_OK);
    uint64_t hash = folder_hash(folder);
    folder_drop(folder);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    wr_arena_destroy(arena);
    return hash;
}

static void any_number_of_jobs_makes_the_same_module(void **state)
{
    (void)state;
    static const unsigned jobs[] = {2, 3, 8};
    for (int game = WR_K1; game <= WR_K2; game++) {
        uint64_t alone = hash_with((enum wr_game)game, 1);
        for (int i = 0; i < 3; i++)
            assert_int_equal(hash_with((enum wr_game)game, jobs[i]), alone);
    }
}

/* ---- What is only seen ------------------------------------------------------------------- */

/* A row of halls with padding in its first doorway and a skybox, as LYT and VIS. */
struct sight {
    struct wr_arena *arena;
    struct wr_lyt lyt;
    struct wr_vis vis;
};

static enum wr_result add_piece(void *out, struct wr_context *context, const void *data,
                                size_t size)
{
    (void)context;
    wr_bytes_add(out, data, size);
    return WR_OK;
}

static void list_row(struct stage *stage, enum wr_vis_rule rule, struct sight *out)
{
    struct wr_layout *layout = stage->scene.layout;
    struct wr_context *context = stage->scene.context;
    struct wr_visibility visibility;
    struct wr_module_extra extras[] = {{"m_pad0", {0, 3.5f, 0}, {0, 1}},
                                       {"m_sky", {0, 0, 0}, {WR_NONE, WR_NONE}}};
    struct wr_assembly assembly = {.layout = layout,

                                   .assets = {.extras = extras, .extra_count = 2}};
    struct wr_bytes lyt = {0}, vis = {0};
    const struct wr_outlet outlet = {add_piece, &vis};
    assert_int_equal(wr_visibility_make(context, layout, rule, &visibility), WR_OK);
    struct wr_emission emission = {
        .layout = layout, .visibility = &visibility, .assembly = &assembly};
    assert_int_equal(wr_emit_lyt(context, &emission, &lyt), WR_OK);
    assert_int_equal(wr_emit_vis(context, &emission, &outlet), WR_OK);
    struct wr_source sources[] = {{.name = "lyt",
                                   .data = wr_arena_copy(out->arena, lyt.data, lyt.size, 1),
                                   .size = lyt.size},
                                  {.name = "vis",
                                   .data = wr_arena_copy(out->arena, vis.data, vis.size, 1),
                                   .size = vis.size}};
    assert_int_equal(wr_lyt_read(context, out->arena, &sources[0], &out->lyt), WR_OK);
    assert_int_equal(wr_vis_read(context, out->arena, &sources[1], &out->vis), WR_OK);
    wr_visibility_finish(&visibility);
    wr_bytes_finish(&lyt);
    wr_bytes_finish(&vis);
}

static bool sees(const struct wr_vis *vis, const char *from, const char *to)
{
    for (uint32_t i = 0; i < vis->entry_count; i++)
        for (uint32_t k = 0; k < vis->entries[i].seen_count; k++)
            if (strcmp(vis->entries[i].room, from) == 0 &&
                strcmp(vis->entries[i].seen[k], to) == 0)
                return true;
    return false;
}

static void what_is_only_seen_follows_the_rooms_and_is_listed_both_ways(void **state)
{
    struct stage *stage = *state;
    enum { HALLS = 5 };
    char names[HALLS][32];
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    for (uint32_t i = 1; i < HALLS; i++) /* a row that turns a corner */
        scene_join(&stage->scene, i - 1, i % 2 ? "n" : "e", "hall", i % 2 ? "s" : "w", false);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    for (int rule = 0; rule < 2; rule++) {
        struct sight sight = {.arena = wr_arena_create()};
        list_row(stage, rule ? WR_VIS_ALL : WR_VIS_PORTAL, &sight);
        assert_int_equal(sight.lyt.room_count, HALLS + 2);
        assert_string_equal(sight.lyt.rooms[HALLS].model, "m_pad0");
        assert_string_equal(sight.lyt.rooms[HALLS + 1].model, "m_sky");
        assert_int_equal(sight.vis.entry_count, HALLS + 2);
        for (int a = 0; a < HALLS; a++) {
            snprintf(names[a], sizeof names[a], "%s_room%d", stage->scene.map.id, a);
            assert_true(sees(&sight.vis, names[a], "m_sky"));
            assert_true(sees(&sight.vis, "m_sky", names[a]));
        }
        for (int a = 0; a < HALLS; a++) {
            bool near = a < 2 || sees(&sight.vis, names[a], names[0]) ||
                        sees(&sight.vis, names[a], names[1]);
            assert_int_equal(sees(&sight.vis, names[a], "m_pad0"), near);
            assert_int_equal(sees(&sight.vis, "m_pad0", names[a]), near);
        }
        wr_arena_destroy(sight.arena);
    }
}

/* ---- The entry --------------------------------------------------------------------------- */

static const wr_gff_struct *ifo_with_entry(struct stage *stage, float x, float y)
{
    stage->scene.map.entry = (wr_map_entry){.room = 0, .position = {x, y, y / 4}, .facing = 90};
    build(stage);
    return mod_gff(&stage->mod, "module", WR_RES_IFO);
}

static void the_player_arrives_a_metre_from_walls_on_the_floor(void **state)
{
    struct stage *stage = *state;
    scene_add_box(
        &stage->scene,
        &(scene_box){
            .id = "ramp", .width = 8, .depth = 8, .climb = 2, .doors = {{.side = 'n'}}});
    scene_put(&stage->scene, "ramp", 0, 0, 0, 0);
    const wr_gff_struct *ifo = ifo_with_entry(stage, 3.875f, -3.75f);
    float x = wr_gff_float(ifo, "Mod_Entry_X", NAN), y = wr_gff_float(ifo, "Mod_Entry_Y", NAN);
    assert_true(fabsf(x) <= 3.0001f && y >= -3.0001f);
    assert_near(x, 3, 0.25);
    assert_near(y, -3, 0.25);
    assert_near(wr_gff_float(ifo, "Mod_Entry_Z", NAN), y / 4, 1e-4);
    assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_X", NAN), 0, 0);
    assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_Y", NAN), 1, 0);
    /* where it stands well, it stays */
    ifo = ifo_with_entry(stage, 0.375f, -1.25f);
    assert_near(wr_gff_float(ifo, "Mod_Entry_X", NAN), 0.375, 1e-5);
    assert_near(wr_gff_float(ifo, "Mod_Entry_Y", NAN), -1.25, 1e-5);
}

static void a_player_does_not_arrive_looking_at_a_wall(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    /* 90 degrees look at the side without a doorway's middle, from a metre and a half */
    const wr_gff_struct *ifo = ifo_with_entry(stage, -3, 2);
    assert_true(wr_gff_float(ifo, "Mod_Entry_Dir_Y", NAN) < 0.5f);
    ifo = ifo_with_entry(stage, -3, 0);
    assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_Y", NAN), 1, 0);
}

static void who_would_look_at_a_wall_looks_where_the_view_is_longest(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "gallery",
                                              .width = 12,
                                              .depth = 2.5f,
                                              .doors = {{.side = 'w', .width = 1}}});
    for (int turn = 0; turn < 2; turn++) {
        stage->scene.map.room_count = 0;
        scene_put(&stage->scene, "gallery", 0, 0, 0, turn ? 180 : 0);
        const wr_gff_struct *ifo = ifo_with_entry(stage, -4, 0);
        assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_X", NAN), turn ? -1 : 1, 1e-6);
        assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_Y", NAN), 0, 1e-6);
    }
}

static void in_a_narrow_room_the_player_arrives_in_its_middle(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "slit",
                                              .width = 1.5f,
                                              .depth = 8,
                                              .doors = {{.side = 'n', .width = 1}}});
    scene_put(&stage->scene, "slit", 0, 0, 0, 0);
    const wr_gff_struct *ifo = ifo_with_entry(stage, 0.75f, 0);
    assert_near(wr_gff_float(ifo, "Mod_Entry_X", NAN), 0, 1e-6);
    stage->scene.map.entry = (wr_map_entry){.room = WR_NONE};
    build(stage);
    ifo = mod_gff(&stage->mod, "module", WR_RES_IFO);
    /* nobody said a direction: along the room, not against a wall */
    assert_near(wr_gff_float(ifo, "Mod_Entry_Dir_X", NAN), 0, 0);
}

/* ---- Triggers ---------------------------------------------------------------------------- */

/* The game asks for these values of each trigger. */
static void a_trigger_of_a_kit_leads_nowhere(void **state)
{
    static const wr_pair pair = {"blueprint", "tr_alarm"};
    static const wr_vec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    scene_add_marker(&stage->scene, &(wr_marker){.kind = WR_TRIGGER,
                                                 .name = "alarm",
                                                 .pairs = &pair,
                                                 .pair_count = 1,
                                                 .corners = corners,
                                                 .corner_count = 3});
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    build(stage);
    const wr_gff_struct *git = mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT);
    const wr_gff_struct *row = wr_gff_list_of(git, "TriggerList")->items[0];
    assert_string_equal(mod_text(&stage->mod, row, "TemplateResRef"), "tr_alarm");
    assert_non_null(wr_gff_find(row, "LinkedToModule"));
    assert_string_equal(mod_text(&stage->mod, row, "LinkedToModule"), "");
    assert_non_null(wr_gff_find(row, "LinkedTo"));
    assert_string_equal(mod_text(&stage->mod, row, "LinkedTo"), "");
    assert_int_equal(wr_gff_whole(row, "LinkedToFlags", -1), 0);
}

/* ---- The two games ----------------------------------------------------------------------- */

static void each_game_gets_its_own_fields(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    for (int game = WR_K1; game <= WR_K2; game++) {
        stage->scene.options.game = (enum wr_game)game;
        build(stage);
        const char *id = stage->scene.map.id;
        const wr_gff_struct *are = mod_gff(&stage->mod, id, WR_RES_ARE);
        const wr_gff_struct *git = mod_gff(&stage->mod, id, WR_RES_GIT);
        const wr_gff_list *rooms = wr_gff_list_of(are, "Rooms");
        const wr_gff_list *doors = wr_gff_list_of(git, "Door List");
        bool second = game == WR_K2;
        assert_int_equal(rooms->count, 1);
        assert_int_equal(wr_gff_find(are, "DirtyFormulaThre") != NULL, second);
        assert_int_equal(wr_gff_find(rooms->items[0], "ForceRating") != NULL, second);
        assert_int_equal(wr_gff_find(doors->items[0], "TweakColor") != NULL, second);
        assert_int_equal(wr_gff_whole(are, "DynAmbientColor", 0), 0x7f7f7f);
    }
}

/* ---- Refusals ---------------------------------------------------------------------------- */

static void names_and_doubles_are_refused_by_name(void **state)
{
    (void)state;
    struct heard heard;
    struct wr_parts parts = {.arena = wr_arena_create()};
    heard_start(&heard);
    wr_parts_add(&parts, "fine", WR_RES_TGA, NULL, 0, "texture 'fine'");
    wr_parts_add(&parts, "abcdefghijklmnopq", WR_RES_TGA, NULL, 0, "texture 'long'");
    wr_parts_add(&parts, "", WR_RES_TGA, NULL, 0, NULL);
    wr_parts_add(&parts, "a b", WR_RES_TXI, NULL, 0, NULL);
    wr_parts_add(&parts, "fine", WR_RES_TXI, NULL, 0, NULL);
    wr_parts_add_file(&parts, "fine", WR_RES_TGA, "x.tga", "x.tga");
    assert_int_not_equal(wr_parts_check(heard.context, &parts, WR_NOWHERE), WR_OK);
    assert_int_equal(heard_of(&heard, "archive-name"), 3);
    assert_int_equal(heard_of(&heard, "archive-duplicate"), 1);
    assert_int_equal(heard.count, 4);
    assert_non_null(strstr(heard.messages[0], "abcdefghijklmnopq"));
    heard_end(&heard);
    wr_arena_destroy(parts.arena);
}

static void what_four_gibibytes_cannot_hold_is_refused(void **state)
{
    (void)state;
    struct heard heard;
    heard_start(&heard);
    struct wr_map map = {0};
    struct wr_layout layout = {.map = &map};
    struct wr_assembly assembly = {.layout = &layout};
    wr_resource item = {.name = "big", .type = WR_RES_TGA};
    struct wr_mod mod = {.assembly = &assembly, .items = &item, .size = UINT32_MAX - 7u};
    assert_int_equal(wr_mod_append(heard.context, &mod, "12345678", 8), WR_LIMIT);
    assert_int_equal(heard_of(&heard, "archive-too-large"), 1);
    assert_non_null(strstr(heard.messages[0], "big.tga"));
    heard_end(&heard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(a_module_holds_each_room_behind_all_else),
        ON_STAGE(the_archive_has_no_gaps_and_ends_with_its_last_resource),
        ON_STAGE(what_is_in_the_folder_too_has_the_same_bytes),
        cmocka_unit_test(any_number_of_jobs_makes_the_same_module),
        ON_STAGE(what_is_only_seen_follows_the_rooms_and_is_listed_both_ways),
        ON_STAGE(the_player_arrives_a_metre_from_walls_on_the_floor),
        ON_STAGE(a_player_does_not_arrive_looking_at_a_wall),
        ON_STAGE(who_would_look_at_a_wall_looks_where_the_view_is_longest),
        ON_STAGE(in_a_narrow_room_the_player_arrives_in_its_middle),
        ON_STAGE(a_trigger_of_a_kit_leads_nowhere),
        ON_STAGE(each_game_gets_its_own_fields),
        cmocka_unit_test(names_and_doubles_are_refused_by_name),
        cmocka_unit_test(what_four_gibibytes_cannot_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
