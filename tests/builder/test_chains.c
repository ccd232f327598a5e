/* Random chained levels: whatever a seed grows, the judge finds no fault in the module.
 *
 * A failing run prints kit, seed, style and size; CHAIN_SEEDS=n runs n seeds instead of a few.
 */
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/judged.h"
#include "tests/support/scenes.h"

#include "core/base/random.h"
#include "core/base/tolerance.h"

/* A kit and the set it was found in; a scene's kit is embedded in the map instead. */
struct shelf {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_kits *kits;
    const struct wr_kit *kit;
    struct wr_kit *embedded;
    const char *wok_folder;
    struct wr_bytes said;
};

static void listen(void *user, const struct wr_diag *diag)
{
    struct shelf *shelf = user;
    if (diag->severity == WR_ERROR)
        wr_bytes_print(&shelf->said, "%s [%s]\n", diag->message, diag->slug);
}

static void shelf_start(struct shelf *shelf)
{
    *shelf = (struct shelf){0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    shelf->arena = wr_arena_create();
    shelf->context = wr_context_create(listen, shelf);
    shelf->kits = wr_kits_create(&surfaces);
}

static void shelf_open(struct shelf *shelf, const char *path, const char *name,
                       bool woks_beside)
{
    shelf_start(shelf);
    assert_int_equal(wr_kits_add(shelf->kits, path), WR_OK);
    assert_int_equal(wr_kits_find(shelf->context, shelf->kits, name, &shelf->kit), WR_OK);
    if (woks_beside)
        shelf->wok_folder = wr_path_join(shelf->arena, path, shelf->kit->id);
}

static void shelf_close(struct shelf *shelf)
{
    wr_bytes_finish(&shelf->said);
    wr_kits_free(shelf->kits);
    wr_context_destroy(shelf->context);
    wr_arena_destroy(shelf->arena);
}

struct tally {
    uint32_t rooms, links, splits;
    float worst_move;
};

/* The judge compares every face of a merged room with every other. */
enum { MOST_MERGED = 12 };

/* One build of a settled map, judged. */
static void judge_build(struct shelf *shelf, struct wr_map *map, bool merge_all,
                        const char *what, struct wr_build_summary *summary)
{
    struct oracle_report report = {0};
    char folder[128];
    folder_make(folder);
    struct wr_build_options options = {.output = folder, .merge_all = merge_all};
    shelf->said.size = 0;
    if (wr_build(shelf->context, map, shelf->kits, &options, summary) != WR_OK) {
        wr_bytes_char(&shelf->said, '\0');
        fail_msg("%s: %s", what, (const char *)shelf->said.data);
    }
    /* What a kit has is not the builder's fault. */
    report.ignored[ORACLE_FACE_AREA] = true;
    report.ignored[ORACLE_FACE_DOWNWARD] = true;
    report.ignored[ORACLE_VERTEX_UNUSED] = true;
    struct made made = {map, shelf->kits, shelf->wok_folder, merge_all};
    if (judge_module(&report, folder, &made))
        fail_msg("%s", what);
    assert_int_equal(summary->unreachable, 0);
    assert_true(summary->worst_move <= (float)WR_SEAM_DISTANCE * 1.001f);
    oracle_report_clear(&report);
    folder_drop(folder);
}

/* Puts a third of the rooms into groups by chance, neighbours or not. */
static void group_some(struct wr_map *map, uint64_t seed)
{
    static const char *const names[] = {"a", "b", "c"};
    wr_random random = wr_random_of(seed, 5);
    for (uint32_t i = 0; i < map->room_count; i++)
        map->rooms[i].group =
            wr_random_below(&random, 3) ? NULL : names[wr_random_below(&random, 3)];
}

static void judge_chain(struct shelf *shelf, uint64_t seed, unsigned style, uint32_t most,
                        struct tally *tally)
{
    struct chain chain;
    struct wr_build_summary summary, grouped, merged;
    char what[128];
    struct wr_map map = {.id = "chain",
                         .skybox = "",
                         .tolerance = NAN,
                         .entry = {.room = WR_NONE},
                         .embedded = shelf->embedded};
    chain_grow(&chain, shelf->kit, shelf->embedded ? NULL : shelf->kit->id, seed, style, most);
    chain_settle(&chain, &map, shelf->kits);
    snprintf(what, sizeof what, "%s, seed %llu, style %u, %u of %u rooms", shelf->kit->id,
             (unsigned long long)seed, style, (unsigned)chain.count, (unsigned)most);
    judge_build(shelf, &map, false, what, &summary);
    assert_true(summary.links >= chain.count - 1);
    if (chain.count <= MOST_MERGED) {
        group_some(&map, seed);
        judge_build(shelf, &map, false, what, &grouped);
        assert_int_equal(grouped.faces, summary.faces);
        judge_build(shelf, &map, true, what, &merged);
        assert_int_equal(merged.area_rooms, 1);
        assert_int_equal(merged.faces, summary.faces);
    }
    if (getenv("CHAIN_SEEDS"))
        printf("[  NOTE    ] %s, %u links\n", what, (unsigned)summary.links);
    tally->rooms += summary.rooms;
    tally->links += summary.links;
    tally->splits += summary.splits;
    if (summary.worst_move > tally->worst_move)
        tally->worst_move = summary.worst_move;
    chain_free(&chain);
}

/* Small levels, and one of 200 rooms. */
static void judge_chains(struct shelf *shelf)
{
    const char *asked = getenv("CHAIN_SEEDS");
    uint64_t seeds = asked ? strtoull(asked, NULL, 10) : 16;
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        uint32_t most = seed == seeds ? 200 : seed == 1 ? 2 : 3 + (uint32_t)(wr_mix(seed) % 30);
        judge_chain(shelf, seed, (unsigned)seed & 15, most, &tally);
    }
    printf("[  NOTE    ] %s: %u rooms, %u links, %u splits, worst move %.4f m\n",
           shelf->kit->id, (unsigned)tally.rooms, (unsigned)tally.links, (unsigned)tally.splits,
           (double)tally.worst_move);
}

static void judge_corpus_kit(const char *name)
{
    struct shelf shelf;
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "holocron");
    if (!folder) {
        wr_arena_destroy(arena);
        skip();
    }
    shelf_open(&shelf, folder, name, true);
    judge_chains(&shelf);
    shelf_close(&shelf);
    wr_arena_destroy(arena);
}

static void chains_of_black_vulkar_rooms_are_without_fault(void **state)
{
    (void)state;
    judge_corpus_kit("blackvulkar");
}

static void chains_of_sith_base_rooms_are_without_fault(void **state)
{
    (void)state;
    judge_corpus_kit("sithbase");
}

static void chains_of_burrow_rooms_are_without_fault(void **state)
{
    (void)state;
    struct shelf shelf;
    struct wr_arena *arena = wr_arena_create();
    const char *source = getenv("WARREN_SOURCE");
    assert_non_null(source);
    const char *library = wr_path_join(arena, source, "kits/library");
    shelf_open(&shelf, library, "burrow", false);
    judge_chains(&shelf);
    shelf_close(&shelf);
    wr_arena_destroy(arena);
}

/* Rooms of many shapes made by code, with every oddity a kit may have. */
static void add_odd_rooms(struct scene *scene)
{
    static const char *const tee[] = {"  n  ", "  .  ", "w:.:e", "..#..", NULL};
    static const char *const ring[] = {"..n..", ". .:.", "w##.e", ".. ..", "..s..", NULL};
    const unsigned all =
        SCENE_STRAYS | SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES | SCENE_DOUBLED_SILLS;
    scene_add_plan(scene, &(scene_plan){"tee", tee, 3});
    scene_add_plan(scene, &(scene_plan){"ring", ring, 3});
    for (uint32_t i = 0; i < 4; i++) {
        static const char *const ids[] = {"hall", "wide", "stairs", "cell"};
        float width = i == 1 ? 3.0625f : 3;
        scene_add_box(
            scene,
            &(scene_box){
                .id = ids[i],
                .width = 5 + 3 * (float)i,
                .depth = 12 - 2 * (float)i,
                .climb = i == 2 ? 3.0f : 0.0f,
                .flags = i == 3 ? all : SCENE_SILLS,
                .doors = {
                    {.side = 'n', .at = 0.5f, .out = 0.375f, .width = width, .pieces = i + 1},
                    {.side = 's', .out = 0.375f, .pieces = 4 - i},
                    {.side = i == 2 ? 0 : 'e',
                     .out = 0.375f,
                     .width = width,
                     .pieces = 1 + i % 2}}});
    }
}

static void chains_of_rooms_made_by_code_are_without_fault(void **state)
{
    (void)state;
    struct shelf shelf;
    struct scene scene;
    scene_start(&scene);
    add_odd_rooms(&scene);
    scene_room(&scene, "hall");
    shelf_start(&shelf);
    shelf.kit = shelf.embedded = scene.map.embedded;
    judge_chains(&shelf);
    shelf_close(&shelf);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_of_rooms_made_by_code_are_without_fault),
        cmocka_unit_test(chains_of_burrow_rooms_are_without_fault),
        cmocka_unit_test(chains_of_black_vulkar_rooms_are_without_fault),
        cmocka_unit_test(chains_of_sith_base_rooms_are_without_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
