/* Modules made by Warren, taken apart and put together again: the same rooms, links and layout,
 * and the same bytes of every walkmesh. */
#include "tests/support/corpus.h"
#include "tests/support/starved.h"
#include "tests/support/taken.h"

/* ---- There and back ---- */

/* Where rooms lie wall to wall, as in `manor`, a closed doorway may come back as the other's.
 */
static const char *const templates[] = {
    "cells", "veins", "cellars", "hub",      "lock",
    "rings", "road",  "sanctum", "shortcut", "storeys",
};

/* What is done to a level before it is built. */
struct way {
    const char *name;
    float turn;
    wr_vec3 move;
    bool mirror, merge, named;
};

static const struct way ways[] = {
    {.name = "as it is"},
    {.name = "turned", .turn = 37, .move = {100.3f, -7.77f, 2.125f}},
    {.name = "mirrored", .turn = -90, .move = {-0.1f, 300, 0}, .mirror = true},
    {.name = "under names of its own", .named = true},
    {.name = "merged", .turn = 211, .merge = true},
};

/* As the game calls rooms, and in no order. */
static const char *name_of(const struct wr_map *map, uint32_t room)
{
    char name[WR_RESREF + 1];
    int size =
        snprintf(name, sizeof name, "m12aa_%02u%c", (unsigned)(97 - room), 'a' + (int)room % 3);
    return wr_arena_text(map->arena, name, (size_t)size);
}

/* Mirrors a map in x, turns and moves it, as a whole. */
static void change(struct wr_map *map, const struct way *way)
{
    double cosine, sine;
    wr_turn_of(way->turn, &cosine, &sine);
    for (uint32_t i = 0; i < map->room_count; i++) {
        wr_placement *at = &map->rooms[i].placement;
        double x = way->mirror ? -(double)at->position.x : at->position.x, y = at->position.y;
        at->mirror_x ^= way->mirror;
        at->turn = (way->mirror ? -at->turn : at->turn) + way->turn;
        at->position = wr_vec3_of((float)(x * cosine - y * sine) + way->move.x,
                                  (float)(x * sine + y * cosine) + way->move.y,
                                  at->position.z + way->move.z);
        if (way->merge && i < 2)
            map->rooms[i].group = "both";
        if (way->named)
            map->rooms[i].resref = name_of(map, i);
    }
}

static struct taken_module build_level(struct taken *taken, const char *template,
                                       enum wr_game game, const struct way *way)
{
    char path[256];
    taken_generate(taken, template, game, "level");
    snprintf(path, sizeof path, "level/%s.map.json", taken->id);
    struct wr_map *map = taken_map(taken, path);
    change(map, way);
    taken_build(taken, map, game, "made");
    wr_map_free(map);
    return taken_open(taken, "made");
}

static void take_apart(struct taken *taken, const char *template, enum wr_game game,
                       const struct way *way)
{
    struct taken_module before = build_level(taken, template, game, way);
    struct wr_extract_summary sum;
    struct wr_extract_options options = {
        .source = taken_path(taken, "made"), .output = "kit", .map = "maps/area.json"};
    taken_must(taken, wr_kit_extract(taken->findings.context, &options, &sum));
    assert_int_equal(sum.rooms, before.lyt.room_count);
    assert_int_equal(sum.skipped, 0);
    taken_check(taken, "kit/kit.xml");
    struct wr_map *map = taken_map(taken, "maps/area.json");
    assert_int_equal(map->game, game);
    taken_build(taken, map, game, "again");
    wr_map_free(map);
    struct taken_module after = taken_open(taken, "again");
    taken_same_rooms(&before, &after);
    taken_same_layout(&before, &after, way->merge);
    taken_same_area(&before, &after);
    if (!way->merge)
        taken_same_doors(&before, &after);
}

static void take_apart_every_way(const char *template)
{
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (int game = WR_K1; game <= WR_K2; game++) {
            struct taken taken;
            char path[512];
            if (OFTEN(false, (game + (int)w) % 2 != 0))
                continue;
            taken_start(&taken);
            snprintf(path, sizeof path, "%s/templates/library/%s.json",
                     wr_environment("WARREN_SOURCE"), template);
            print_message("%s, %s\n", template, ways[w].name);
            take_apart(&taken, path, (enum wr_game)game, &ways[w]);
            taken_end(&taken);
        }
}

static void every_level_comes_back(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof templates / sizeof *templates; t++)
        take_apart_every_way(templates[t]);
}

/* Rooms of the first game, with their models, under names of Warren's. */
static void real_rooms_come_back(void **state)
{
    (void)state;
    static const char template[] =
        "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"bv\", "
        "\"kit\": \"blackvulkar\", \"grow\": {\"rooms\": 8}}";
    for (size_t w = 0; w + 1 < sizeof ways / sizeof *ways; w++) {
        struct taken taken;
        taken_start(&taken);
        taken.kits = corpus_folder(taken.findings.arena, "holocron");
        bool there = taken.kits != NULL;
        wr_memory_put(taken.memory, "bv.json", template, sizeof template - 1);
        if (there)
            take_apart(&taken, "bv.json", WR_K1, &ways[w]);
        taken_end(&taken);
        if (!there)
            skip();
    }
}

/* ---- What is seen ---- */

/* Wherever files are, and whatever kit is in the folder already. */
static void what_a_map_said_of_sight_comes_back(void **state)
{
    (void)state;
    static const char kit[] = "<kit id='first' name='Another' version='1'/>";
    wr_map_sight sight = {.rooms = {3, 5}};
    struct taken taken;
    taken_start(&taken);
    snprintf(taken.id, sizeof taken.id, "first");
    struct wr_map *map =
        taken_map(&taken, wr_path_join(taken.findings.arena, wr_environment("WARREN_SOURCE"),
                                       "examples/first-map/map.json"));
    map->visible = &sight;
    map->visible_count = 1;
    taken_build(&taken, map, WR_K1, "made");
    wr_map_free(map);
    taken_put(&taken, "kit", "kit.xml", kit, strlen(kit));
    const struct wr_extract_options options = {
        .source = "made/first.mod", .output = "kit", .map = "map.json", .force = true};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, NULL));
    map = taken_map(&taken, "map.json");
    assert_int_equal(map->visible_count, 1);
    assert_int_equal(map->visible[0].rooms[0], 3);
    assert_int_equal(map->visible[0].rooms[1], 5);
    assert_false(map->visible[0].seen);
    wr_map_free(map);
    taken_end(&taken);
}

/* ---- Beside the rooms ---- */

/* Under their own folders; of a TGA and a TPC the former. */
static void images_that_models_name_come_along(void **state)
{
    (void)state;
    static const char *const come[] = {"kit/textures/lda_flr07.tga",
                                       "kit/textures/lda_flr07.txi",
                                       "kit/textures/leh_wall01.tpc"};
    struct taken taken;
    struct taken_module module = taken_first(&taken, WR_K1);
    taken_unpack(&module, "loose");
    taken_put(&taken, "loose", "lda_flr07.tga", "tga", 3);
    taken_put(&taken, "loose", "lda_flr07.tpc", "tpc", 3);
    taken_put(&taken, "loose", "LDA_flr07.txi", "txi", 3);
    taken_put(&taken, "loose", "leh_wall01.tpc", "tpc", 3);
    const struct wr_extract_options options = {.source = "loose", .output = "kit"};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, NULL));
    for (size_t i = 0; i < sizeof come / sizeof *come; i++)
        if (!wr_memory_get(taken.memory, come[i], NULL))
            fail_msg("%s is missing", come[i]);
    assert_null(wr_memory_get(taken.memory, "kit/textures/lda_flr07.tpc", NULL));
    taken_end(&taken);
}

static void without_models_the_area_tells_which_game_it_is_of(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct taken taken;
        struct taken_module module = taken_first(&taken, (enum wr_game)game);
        taken_unpack(&module, "loose");
        const struct wr_files *files = wr_memory_files(taken.memory);
        for (int room = 0; room < 6; room++)
            for (int half = 0; half < 2; half++) {
                char path[64];
                snprintf(path, sizeof path, "loose/first_room%d.md%c", room, half ? 'l' : 'x');
                assert_int_equal(files->remove(files->user, path), WR_FILE_FINE);
            }
        const struct wr_extract_options options = {
            .source = "loose", .output = "kit", .map = "map.json"};
        taken_must(&taken, wr_kit_extract(taken.findings.context, &options, NULL));
        struct wr_map *map = taken_map(&taken, "map.json");
        assert_int_equal(map->game, game);
        wr_map_free(map);
        taken_end(&taken);
    }
}

/* ---- Without memory ---- */

struct starving {
    struct taken taken;
    const char *source;
};

/* Above the files of the module. */
static enum wr_result take_starved(struct findings *findings, void *user)
{
    struct starving *starving = user;
    struct wr_memory *memory = wr_memory_create(wr_memory_files(starving->taken.memory));
    if (!memory)
        return wr_no_memory(findings->context);
    const struct wr_extract_options options = {
        .source = starving->source, .output = "kit", .map = "map.json"};
    wr_context_set_files(findings->context, wr_memory_files(memory));
    enum wr_result result = wr_kit_extract(findings->context, &options, NULL);
    wr_context_set_files(findings->context, NULL);
    wr_memory_destroy(memory);
    return result;
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    struct starving starving = {.source = "made/first.mod"};
    struct taken_module module = taken_first(&starving.taken, WR_K1);
    assert_true(starve(take_starved, &starving) > 20);
    starving.source = "loose"; /* with more than Warren makes */
    taken_unpack(&module, "loose");
    taken_put(&starving.taken, "loose", "k_enter.ncs", "NCS V1.0", 8);
    assert_true(starve(take_starved, &starving) > 20);
    taken_end(&starving.taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_comes_back),
        cmocka_unit_test(real_rooms_come_back),
        cmocka_unit_test(what_a_map_said_of_sight_comes_back),
        cmocka_unit_test(images_that_models_name_come_along),
        cmocka_unit_test(without_models_the_area_tells_which_game_it_is_of),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
