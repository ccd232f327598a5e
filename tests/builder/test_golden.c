/* Whole modules by their hash: the same bytes with every compiler, option, locale and number of
 * jobs. When outputs change on purpose, the values below do too; the test prints the new ones.
 */
#include "tests/support/chains.h"
#include "tests/support/comma.h"
#include "tests/support/generated.h"
#include "tests/support/scenes.h"

#include "core/base/path.h"
#include "core/base/system.h"

static const struct golden {
    const char *map; /* below the source folder */
    struct wr_build_options options;
    uint64_t hash;
} GOLDEN[] = {
    {"examples/first-map/map.json", {.id = NULL}, 0x7a7d6ae13d2bfc24},
    {"examples/first-map/map.json", {.merge_all = true}, 0xa429481d9164a66a},
    {"examples/deep-burrow/map.json", {.vis = WR_VIS_ALL}, 0xb007633beee5a6a5},
    {"examples/deep-burrow/map.json", {.mod = true}, 0x7cde2fdefb4ab7b9},
    {"examples/first-map/map.json", {.mod = true, .game = WR_K2}, 0xf7bd4204f5c9f74d},
    {"examples/deep-burrow/map.json", {.merge_all = true}, 0x01a213dd0ba7eccc},
    {"tests/cases/dry-run/near.json",
     {.reach = 0.5f, .seam_distance = 0.5f},
     0x2cc795871e43b816},
};
enum { GOLDEN_COUNT = sizeof GOLDEN / sizeof *GOLDEN };

static uint64_t build(const struct golden *golden, unsigned jobs)
{
    char folder[128];
    struct wr_arena *arena = wr_arena_create();
    struct wr_context *context = wr_context_create(NULL, NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_build_options options = golden->options;
    struct wr_map *map;
    const char *source = wr_environment("WARREN_SOURCE");
    folder_make(folder);
    options.output = folder;
    wr_context_set_jobs(context, jobs);
    assert_non_null(source);
    assert_int_equal(
        wr_map_load(context, wr_path_join(arena, source, golden->map), &surfaces, &map), WR_OK);
    assert_int_equal(wr_build(context, map, kits, &options, NULL), WR_OK);
    uint64_t hash = folder_hash(folder);
    folder_drop(folder);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_context_destroy(context);
    wr_arena_destroy(arena);
    return hash;
}

static void check_with(unsigned jobs)
{
    size_t wrong = 0;
    for (int i = 0; i < GOLDEN_COUNT; i++) {
        uint64_t hash = build(&GOLDEN[i], jobs);
        if (hash == GOLDEN[i].hash)
            continue;
        printf("golden %d, %s: 0x%016llx\n", i, GOLDEN[i].map, (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void one_job_makes_the_golden_modules(void **state)
{
    (void)state;
    check_with(1);
}

static void several_jobs_make_the_same_modules(void **state)
{
    (void)state;
    check_with(2);
    check_with(7);
}

/* Rooms of any angle and mirror, with splits, strays and moved vertices, in groups. */
static uint64_t build_chain(unsigned jobs)
{
    char folder[128];
    struct scene scene;
    struct chain chain;
    scene_start(&scene);
    scene_add_box(&scene, &(scene_box){.id = "hall",
                                       .width = 9,
                                       .depth = 7,
                                       .flags = SCENE_STRAYS | SCENE_DOUBLED_SILLS,
                                       .doors = {{.side = 'n', .out = 0.375f, .pieces = 3},
                                                 {.side = 'e', .out = 0.375f, .width = 3.0625f},
                                                 {.side = 'w', .out = 0.375f, .pieces = 2}}});
    scene_add_box(&scene, &(scene_box){.id = "stairs",
                                       .width = 5,
                                       .depth = 12,
                                       .climb = 3,
                                       .doors = {{.side = 'n'}, {.side = 's', .pieces = 2}}});
    scene_room(&scene, "hall");
    wr_context_set_jobs(scene.context, jobs);
    chain_grow(&chain, scene.map.embedded, NULL, 3,
               CHAIN_MIRRORED | CHAIN_TURNED | CHAIN_JITTERED, 60);
    for (uint32_t i = 0; i < chain.count; i++)
        chain.rooms[i].group = i % 4 ? NULL : i % 8 ? "odd" : "even";
    wr_map_room *own = scene.map.rooms;
    scene.map.rooms = chain.rooms;
    scene.map.room_count = chain.count;
    folder_make(folder);
    if (scene_build(&scene, folder, NULL) != WR_OK)
        fail_msg("%s", scene_said(&scene));
    uint64_t hash = folder_hash(folder);
    folder_drop(folder);
    scene.map.rooms = own;
    chain_free(&chain);
    scene_end(&scene);
    return hash;
}

static void a_level_of_any_angles_is_the_same_everywhere(void **state)
{
    (void)state;
    const uint64_t golden = 0xeea9bd5ea0d8cf73;
    static const unsigned jobs[] = {1, 2, 5};
    for (int i = 0; i < 3; i++) {
        uint64_t hash = build_chain(jobs[i]);
        if (hash != golden)
            fail_msg("%u jobs: 0x%016llx", jobs[i], (unsigned long long)hash);
    }
}

/* ---- Generated maps ---- */

static const struct golden_level {
    const char *path;
    uint64_t hash; /* of the maps of seeds 1 to 3, as text */
} LEVELS[] = {
    {"examples/first-level/template.json", 0x117cd529e59fd08a},
    {"templates/library/cells.json", 0x614c9364f6e5ccc0},
    {"templates/library/veins.json", 0x86b967fc6ab8321d},
    {"templates/library/manor.json", 0x8cd35ef44c700889},
    {"templates/library/cellars.json", 0x586cc4662e19ccf1},
    {"templates/library/hub.json", 0xf47e4156d309eb03},
    {"templates/library/lock.json", 0x02868a6f735bd7cc},
    {"templates/library/rings.json", 0xba2fd62caf13a2b8},
    {"templates/library/road.json", 0x4d8dda8a4a236fc6},
    {"templates/library/sanctum.json", 0x7662f8d02cb0f1c1},
    {"templates/library/shortcut.json", 0x0fba7cf7478d2756},
    {"templates/library/storeys.json", 0x3fe5e2dbbb56efd1},
    {"{'format': 'warren-template', 'version': 1, 'id': 'few', 'kit': 'burrow', 'include': "
     "['bend', 'tee', 'cell'], 'caps': '#cap', 'grow': {'rooms': 3, 'loops': [0, 1]}}",
     0x1384fb54809916e5},
    {"{'format': 'warren-template', 'version': 1, 'id': 'few', 'kit': 'burrow', 'include': "
     "['bend', 'tee', 'cell'], 'corridor': {'length': [0, 1], 'rooms': 'bend'}, 'nodes': "
     "[{'name': 'a'}, {'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}]}",
     0x1e9afc1971a2cdb3},
};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

static uint64_t hash_maps(const char *path)
{
    struct generated g;
    struct wr_bytes text = {0};
    uint64_t hash = 0xcbf29ce484222325u;
    generated_start(&g, path);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        generated_make(&g, seed);
        assert_int_equal(wr_map_write(g.findings.context, g.map, &text), WR_OK);
    }
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ text.data[i]) * 0x100000001b3u;
    wr_bytes_finish(&text);
    generated_end(&g);
    return hash;
}

static void seeds_make_the_golden_maps(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (int i = 0; i < LEVEL_COUNT; i++) {
        uint64_t hash = hash_maps(LEVELS[i].path);
        if (hash == LEVELS[i].hash)
            continue;
        printf("%s: 0x%016llx\n", LEVELS[i].path, (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* So that all the others run under it. */
static void a_locale_that_writes_commas_is_in_force(void **state)
{
    (void)state;
    if (!enter_comma_locale())
        skip();
    assert_string_equal(localeconv()->decimal_point, ",");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locale_that_writes_commas_is_in_force),
        cmocka_unit_test(one_job_makes_the_golden_modules),
        cmocka_unit_test(several_jobs_make_the_same_modules),
        cmocka_unit_test(seeds_make_the_golden_maps),
        cmocka_unit_test(a_level_of_any_angles_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
