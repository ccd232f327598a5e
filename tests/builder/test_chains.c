/* Random chained levels: whatever a seed grows, the judge finds no fault in the module.
 *
 * A failing run prints kit, seed, style and size; CHAIN_SEEDS=n runs n seeds instead of a few.
 */
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/judged.h"
#include "tests/support/scenes.h"

#include "builder/layout/seam.h"
#include "builder/layout/stitch.h"
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
    if (wr_check(shelf->context, folder, NULL, NULL) != WR_OK) {
        wr_bytes_char(&shelf->said, '\0');
        fail_msg("%s: the program's own check says %s", what, (const char *)shelf->said.data);
    }
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
                         .overlap = NAN,
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
    const uint64_t seeds = 12;
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        uint32_t most = seed == seeds ? 200 : seed == 1 ? 2 : 3 + (uint32_t)(wr_mix(seed) % 30);
        judge_chain(shelf, seed, (unsigned)seed & 15, most, &tally);
    }
    printf("[  NOTE    ] %s: %u rooms, %u links, %u splits, worst move %.4f m\n",
           shelf->kit->id, (unsigned)tally.rooms, (unsigned)tally.links, (unsigned)tally.splits,
           (double)tally.worst_move);
}

/* ---- Every two doorways ---- */

/* Brings two doorways of a kit together and closes them: linked, one line, no face turned over.
 */
static void close_pair(struct shelf *shelf, struct wr_map *map, struct wr_arena *arena)
{
    struct wr_layout *layout;
    struct wr_build_options options = {0};
    assert_int_equal(wr_layout_place(shelf->context, map, shelf->kits, &options, &layout), 0);
    enum wr_result result = wr_layout_link(shelf->context, layout);
    bool linked = layout->link_count > 0;
    if (result == WR_OK)
        result = wr_seams_make(shelf->context, layout);
    for (uint32_t r = 0; r < 2 && result == WR_OK; r++) {
        struct wr_stitched stitched;
        result = wr_stitch(shelf->context, layout, r, arena, &stitched);
    }
    wr_arena_reset(arena);
    wr_layout_free(layout);
    if (result == WR_OK && linked)
        return;
    wr_bytes_char(&shelf->said, '\0');
    fail_msg("%s and %s%s: %s", map->rooms[0].room, map->rooms[1].room,
             map->rooms[1].placement.mirror_x ? ", mirrored" : "",
             linked ? (const char *)shelf->said.data : "not linked");
}

static uint32_t close_pairs_of(struct shelf *shelf, const wr_room *a, const wr_room *b,
                               struct wr_arena *arena)
{
    uint32_t count = 0;
    wr_map_room rooms[2] = {{.name = "a", .kit = shelf->kit->id, .room = a->id},
                            {.name = "b", .kit = shelf->kit->id, .room = b->id}};
    struct wr_map map = {.id = "pair",
                         .skybox = "",
                         .tolerance = NAN,
                         .overlap = NAN,
                         .rooms = rooms,
                         .room_count = 2,
                         .entry = {.room = WR_NONE}};
    for (uint32_t h = 0; h < a->hook_count; h++)
        for (uint32_t k = 0; k < b->hook_count; k++) {
            if (a->hooks[h].foot == WR_NONE || b->hooks[k].foot == WR_NONE ||
                !wr_doors_meet(shelf->kit, a->hooks[h].door, shelf->kit, b->hooks[k].door))
                continue;
            for (int mirrored = 0; mirrored < 2; mirrored++, count++) {
                rooms[1].placement = scene_meeting(a, rooms[0].placement, h, b, k, mirrored);
                close_pair(shelf, &map, arena);
            }
        }
    return count;
}

static void close_every_pair(struct shelf *shelf)
{
    struct wr_arena *arena = wr_arena_create();
    const struct wr_kit *kit = shelf->kit;
    uint32_t count = 0;
    for (uint32_t a = 0; a < kit->room_count; a++)
        for (uint32_t b = a; b < kit->room_count; b++)
            count += close_pairs_of(shelf, &kit->rooms[a], &kit->rooms[b], arena);
    printf("[  NOTE    ] %s: %u pairs of doorways\n", kit->id, (unsigned)count);
    assert_true(count > 300);
    wr_arena_destroy(arena);
}

static void on_shelf_of_corpus(const char *name, void (*check)(struct shelf *))
{
    struct shelf shelf;
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "holocron");
    if (!folder) {
        wr_arena_destroy(arena);
        skip();
    }
    shelf_open(&shelf, folder, name, true);
    check(&shelf);
    shelf_close(&shelf);
    wr_arena_destroy(arena);
}

static void on_burrows_shelf(void (*check)(struct shelf *))
{
    struct shelf shelf;
    struct wr_arena *arena = wr_arena_create();
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    shelf_open(&shelf, wr_path_join(arena, source, "kits/library"), "burrow", false);
    check(&shelf);
    shelf_close(&shelf);
    wr_arena_destroy(arena);
}

static void every_two_doorways_of_the_shipped_kits_can_be_closed(void **state)
{
    (void)state;
    on_burrows_shelf(close_every_pair);
    on_shelf_of_corpus("blackvulkar", close_every_pair);
    on_shelf_of_corpus("sithbase", close_every_pair);
}

/* ---- Chains ---- */

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

static void chains_of_black_vulkar_rooms_are_without_fault(void **state)
{
    (void)state;
    on_shelf_of_corpus("blackvulkar", judge_chains);
}

static void chains_of_sith_base_rooms_are_without_fault(void **state)
{
    (void)state;
    on_shelf_of_corpus("sithbase", judge_chains);
}

static void chains_of_burrow_rooms_are_without_fault(void **state)
{
    (void)state;
    on_burrows_shelf(judge_chains);
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
        cmocka_unit_test(every_two_doorways_of_the_shipped_kits_can_be_closed),
        cmocka_unit_test(chains_of_rooms_made_by_code_are_without_fault),
        cmocka_unit_test(chains_of_burrow_rooms_are_without_fault),
        cmocka_unit_test(chains_of_black_vulkar_rooms_are_without_fault),
        cmocka_unit_test(chains_of_sith_base_rooms_are_without_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
