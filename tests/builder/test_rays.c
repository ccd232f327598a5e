/* Visibility against rays: whatever a straight line through open doors reaches is in the VIS.
 *
 * RAYS=n shoots n rays a level instead of the few an ordinary run has time for; SEED=n starts
 * elsewhere. Each level prints how much of its VIS rays have seen. */
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/generated.h"
#include "tests/support/rays.h"
#include "tests/support/scenes.h"

#include "builder/build.h"

enum { SHARE = OFTEN(1, 5) }; /* of the rays is left, and of large levels */

static const uint64_t SEED = 1;

static void print_tally(const char *name, uint32_t rooms, uint64_t rays,
                        const struct rays_tally *tally)
{
    double all = (double)rooms * (rooms - 1);
    printf("[  NOTE    ] %s: %u rooms, %.1f%% culled; rays saw %.1f%% of %llu pairs; within "
           "three doorways %llu, which misses %llu (%llu rays, seed %llu)\n",
           name, (unsigned)rooms, 100 - 100 * (double)tally->listed / all,
           100 * (double)tally->seen / (double)tally->listed, (unsigned long long)tally->listed,
           (unsigned long long)tally->near, (unsigned long long)tally->missed,
           (unsigned long long)rays, (unsigned long long)SEED);
}

/* Builds a map and looks around in the module. */
static struct rays_tally look(struct wr_context *context, const struct wr_map *map,
                              struct wr_kits *kits, const char *name, uint32_t rays)
{
    char folder[128];
    struct rays_level level;
    struct wr_layout *layout;
    uint32_t unreachable;
    folder_make(folder);
    struct wr_build_options options = {.output = folder};
    uint64_t count = rays / SHARE;
    wr_random random = wr_random_of(SEED, rays);
    assert_int_equal(wr_build(context, map, kits, &options, NULL), WR_OK);
    assert_int_equal(wr_layout_place(context, map, kits, &options, &layout), WR_OK);
    assert_int_equal(wr_layout_judge(context, layout, &unreachable), WR_OK);
    rays_start(&level, folder, layout);
    rays_shoot(&level, &random, (uint32_t)count);
    struct rays_tally tally = rays_count(&level);
    print_tally(name, level.room_count, count, &tally);
    if (tally.hidden || tally.one_way)
        fail_msg("%s, seed %llu: %llu pairs see each other and are not listed, %llu are listed "
                 "one way",
                 name, (unsigned long long)SEED, (unsigned long long)tally.hidden,
                 (unsigned long long)tally.one_way);
    rays_end(&level);
    wr_layout_free(layout);
    folder_drop(folder);
    return tally;
}

/* ---- Levels ---- */

static void the_example_levels_list_what_is_seen(void **state)
{
    static const char *const maps[] = {"examples/first-map/map.json",
                                       "examples/deep-burrow/map.json"};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct findings findings;
        struct wr_map *map;
        findings_start(&findings);
        struct wr_kits *kits = wr_kits_create(&surfaces);
        const char *path =
            wr_path_join(findings.arena, wr_environment("WARREN_SOURCE"), maps[i]);
        assert_int_equal(wr_map_load(findings.context, path, &surfaces, &map), WR_OK);
        look(findings.context, map, kits, maps[i], 200000);
        wr_map_free(map);
        wr_kits_free(kits);
        findings_end(&findings);
    }
}

static void levels_of_the_library_list_what_is_seen(void **state)
{
    static const char *const templates[] = {"cells",   "veins",   "manor",   "cellars",
                                            "hub",     "lock",    "rings",   "road",
                                            "sanctum", "storeys", "shortcut"};
    (void)state;
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        struct generated g;
        char path[64];
        snprintf(path, sizeof path, "templates/library/%s.json", templates[i]);
        generated_start(&g, path);
        for (uint64_t seed = 1; seed <= (SHARE > 1 ? 1 : 2); seed++) {
            if (!generated_try(&g, seed))
                continue;
            look(g.findings.context, g.map, g.kits, templates[i], 100000);
        }
        generated_end(&g);
    }
}

static void look_in_chain(const char *folder, const char *name, unsigned style, uint32_t most,
                          uint32_t rays)
{
    struct findings findings;
    struct chain chain;
    char what[64];
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_kit *kit;
    findings_start(&findings);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    assert_int_equal(wr_kits_add(kits, folder), WR_OK);
    assert_int_equal(wr_kits_find(findings.context, kits, name, &kit), WR_OK);
    struct wr_map map = {.id = "chain",
                         .skybox = "",
                         .tolerance = NAN,
                         .overlap = NAN,
                         .entry = {.room = WR_NONE}};
    chain_grow(&chain, kit, kit->id, SEED + 10, style, SHARE > 1 ? most / 2 : most);
    chain_settle(&chain, &map, kits);
    snprintf(what, sizeof what, "chain of %s, style %u", kit->id, style);
    look(findings.context, &map, kits, what, rays);
    chain_free(&chain);
    wr_kits_free(kits);
    findings_end(&findings);
}

static void chains_of_the_burrow_list_what_is_seen(void **state)
{
    struct wr_arena *arena = wr_arena_create();
    const char *folder =
        wr_path_join(arena, wr_environment("WARREN_SOURCE"), "kits/library/burrow");
    (void)state;
    look_in_chain(folder, "burrow", 0, 200, 400000);
    look_in_chain(folder, "burrow", CHAIN_MIRRORED | CHAIN_TURNED | CHAIN_JITTERED, 100,
                  200000);
    wr_arena_destroy(arena);
}

static void chains_of_a_shipped_kit_list_what_is_seen(void **state)
{
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "holocron");
    (void)state;
    if (folder) {
        look_in_chain(folder, "blackvulkar", CHAIN_MIRRORED, 200, 400000);
        look_in_chain(folder, "blackvulkar", CHAIN_MIRRORED | CHAIN_TURNED | CHAIN_JITTERED,
                      100, 200000);
        look_in_chain(folder, "sithbase", CHAIN_SNAPPED, 100, 200000);
    }
    wr_arena_destroy(arena);
    if (!folder)
        skip();
}

/* Doors as wide as walls leave so many ways to every room that beams are joined. */
static void open_plans_list_what_is_seen(void **state)
{
    struct scene scene;
    (void)state;
    scene_start(&scene);
    scene_add_box(&scene, &(scene_box){.id = "bay",
                                       .width = 6,
                                       .depth = 6,
                                       .doors = {{.side = 'n', .width = 5.6f},
                                                 {.side = 'e', .width = 5.6f},
                                                 {.side = 's', .width = 5.6f},
                                                 {.side = 'w', .width = 5.6f}}});
    for (int i = 0; i < 64; i++)
        if (i % 9 != 5)
            scene_put(&scene, "bay", 6 * (float)(i % 8), 6 * (float)(i / 8), 0, 0);
    look(scene.context, &scene.map, scene.kits, "an open plan", 200000);
    scene_end(&scene);
}

/* Rooms of a group are one room, seen through in every direction. */
static void groups_list_what_is_seen_through_them(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct scene scene;
    wr_random random = wr_random_of(SEED, 77);
    (void)state;
    scene_start(&scene);
    scene_add_box(&scene, &(scene_box){.id = "cell",
                                       .width = 6,
                                       .depth = 6,
                                       .doors = {{.side = 'n'},
                                                 {.side = 'e', .at = 1},
                                                 {.side = 's'},
                                                 {.side = 'w', .at = 1}}});
    for (int i = 0; i < 49; i++) {
        uint32_t room = scene_put(&scene, "cell", 6 * (float)(i % 7), 6 * (float)(i / 7), 0, 0);
        if (wr_random_below(&random, 4) == 0)
            scene.map.rooms[room].group = names[wr_random_below(&random, 3)];
    }
    look(scene.context, &scene.map, scene.kits, "groups", 200000);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_levels_list_what_is_seen),
        cmocka_unit_test(levels_of_the_library_list_what_is_seen),
        cmocka_unit_test(chains_of_the_burrow_list_what_is_seen),
        cmocka_unit_test(chains_of_a_shipped_kit_list_what_is_seen),
        cmocka_unit_test(open_plans_list_what_is_seen),
        cmocka_unit_test(groups_list_what_is_seen_through_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
