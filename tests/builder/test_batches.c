/* Batches of levels: any number of jobs makes the same, the best is the best, and what a map
 * says is what was made. */
#include "tests/support/generated.h"

#include <unistd.h>

/* ---- Sameness ---------------------------------------------------------------------------- */

static void seeds_give_levels_that_differ(void **state)
{
    struct generated g;
    struct wr_bytes texts[12] = {0};
    (void)state;
    generated_start(&g, "templates/library/lock.json");
    for (uint64_t i = 0; i < 12; i++) {
        generated_make(&g, i * 1000003);
        assert_int_equal(wr_map_write(g.findings.context, g.map, &texts[i]), WR_OK);
        for (uint64_t k = 0; k < i; k++)
            assert_false(texts[i].size == texts[k].size &&
                         memcmp(texts[i].data, texts[k].data, texts[i].size) == 0);
    }
    for (int i = 0; i < 12; i++)
        wr_bytes_finish(&texts[i]);
    generated_end(&g);
}

/* Everything a batch writes, with a number of jobs: the hash of each level's folder. */
static void make_batch(struct generated *g, unsigned jobs, uint64_t hashes[6])
{
    char folder[128], inner[160];
    folder_make(folder);
    wr_context_set_jobs(g->findings.context, jobs);
    struct wr_build_options build = {.output = folder};
    struct wr_generate_options options = {.build = &build, .seed = 5, .count = 6};
    struct wr_generate_summary sum;
    assert_int_equal(wr_generate(g->findings.context, g->template, g->kits, &options, &sum),
                     WR_OK);
    assert_int_equal(sum.made, 6);
    assert_int_equal(sum.failed, 0);
    for (uint64_t i = 0; i < 6; i++) {
        snprintf(inner, sizeof inner, "%s/%u", folder, (unsigned)(5 + i));
        hashes[i] = folder_hash(inner);
        folder_drop(inner);
    }
    folder_drop(folder);
}

static void a_batch_is_the_same_with_any_number_of_jobs(void **state)
{
    struct generated g;
    uint64_t one[6], several[6];
    (void)state;
    generated_start(&g, "templates/library/lock.json");
    make_batch(&g, 1, one);
    make_batch(&g, 5, several);
    assert_memory_equal(one, several, sizeof one);
    generated_end(&g);
}

/* ---- Generating is mapping and building -------------------------------------------------- */

/* The hash of a folder without the map and the report. */
static uint64_t hash_module(const char *folder, const char *id)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s.map.json", folder, id);
    unlink(path);
    snprintf(path, sizeof path, "%s/%s.report.json", folder, id);
    unlink(path);
    return folder_hash(folder);
}

static void check_build_of_saved(struct generated *g, uint64_t seed)
{
    char folder[128], again[128], path[200];
    struct wr_map *map;
    folder_make(folder);
    folder_make(again);
    struct wr_build_options build = {.output = folder};
    struct wr_generate_options options = {.build = &build, .seed = seed};
    assert_int_equal(wr_generate(g->findings.context, g->template, g->kits, &options, NULL),
                     WR_OK);
    snprintf(path, sizeof path, "%s/%s.map.json", folder, g->template->id);
    assert_int_equal(wr_map_load(g->findings.context, path, NULL, &map), WR_OK);
    build.output = again;
    assert_int_equal(wr_build(g->findings.context, map, g->kits, &build, NULL), WR_OK);
    wr_map_free(map);
    assert_true(hash_module(folder, g->template->id) == hash_module(again, g->template->id));
    assert_true(folder_count(folder) > 3);
    folder_drop(folder);
    folder_drop(again);
}

static void building_a_saved_map_gives_the_same_module(void **state)
{
    static const char *const paths[] = {
        "examples/first-level/template.json", "templates/library/cells.json",
        "templates/library/veins.json",       "templates/library/hub.json",
        "templates/library/manor.json",       "templates/library/cellars.json",
        "templates/library/lock.json",        "templates/library/rings.json",
        "templates/library/road.json",        "templates/library/sanctum.json",
        "templates/library/shortcut.json",    "templates/library/storeys.json",
    };
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct generated g;
        generated_start(&g, paths[i]);
        check_build_of_saved(&g, 7);
        generated_end(&g);
    }
}

/* ---- Choosing ---------------------------------------------------------------------------- */

static double score_of(struct generated *g, uint64_t seed, const char *score)
{
    double value = 0;
    generated_make(g, seed);
    assert_true(wr_metric_value(&g->info.metrics, score, &value));
    return value;
}

static void the_best_level_is_that_of_the_first_best_seed(void **state)
{
    struct generated g;
    struct wr_generate_summary sum;
    struct wr_build_options build = {.dry_run = true};
    uint64_t best = 0;
    double most = -1;
    (void)state;
    generated_start(&g, "templates/library/lock.json");
    for (uint64_t seed = 3; seed < 23; seed++) {
        double score = score_of(&g, seed, "density");
        best = score > most ? seed : best;
        most = score > most ? score : most;
    }
    struct wr_generate_options options = {
        .build = &build, .seed = 3, .best_of = 20, .score = "density"};
    assert_int_equal(wr_generate(g.findings.context, g.template, g.kits, &options, &sum),
                     WR_OK);
    assert_int_equal(sum.seed, best);
    assert_int_equal(sum.tried, 20);
    options.score = "-density";
    assert_int_equal(wr_generate(g.findings.context, g.template, g.kits, &options, &sum),
                     WR_OK);
    assert_int_not_equal(sum.seed, best);
    options.score = "beauty";
    assert_int_equal(wr_generate(g.findings.context, g.template, g.kits, &options, &sum),
                     WR_INVALID);
    options = (struct wr_generate_options){.build = &build, .count = 3, .best_of = 2};
    options.score = "rooms";
    findings_said(&g.findings);
    assert_int_equal(wr_generate(g.findings.context, g.template, g.kits, &options, &sum),
                     WR_INVALID);
    assert_non_null(strstr(findings_said(&g.findings), "[score-of-too-few]"));
    options = (struct wr_generate_options){.build = &build, .count = 3, .seed = UINT64_MAX};
    assert_int_equal(wr_generate(g.findings.context, g.template, g.kits, &options, &sum),
                     WR_LIMIT);
    assert_non_null(strstr(findings_said(&g.findings), "[seed-too-large]"));
    generated_end(&g);
}

/* A second template's maps find a kit that lies beside the template only. */
static void a_kit_beside_the_template_is_found_by_the_saved_map(void **state)
{
    char folder[128], command[2048];
    struct wr_template *level;
    struct wr_map *map;
    struct findings f;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    (void)state;
    findings_start(&f);
    folder_make(folder);
    snprintf(command, sizeof command,
             "cp -r '%s/kits/library/burrow' '%s/own' && chmod -R u+w '%s/own' && "
             "sed -i 's/id=\"burrow\"/id=\"own\"/; s/name=\"[^\"]*urrow[^\"]*\"/name=\"Own\"/' "
             "'%s/own/kit.xml' && sed 's/\"burrow\"/\"own\"/' "
             "'%s/templates/library/lock.json' > '%s/level.json'",
             wr_environment("WARREN_SOURCE"), folder, folder, folder,
             wr_environment("WARREN_SOURCE"), folder);
    assert_int_equal(system(command), 0);
    const char *path = wr_path_join(f.arena, folder, "level.json");
    const char *out = wr_path_join(f.arena, folder, "out/deep");
    assert_int_equal(wr_template_load(f.context, path, &level), WR_OK);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_build_options build = {.output = out};
    struct wr_generate_options options = {.build = &build, .seed = 1};
    enum wr_result result = wr_generate(f.context, level, kits, &options, NULL);
    wr_kits_free(kits);
    if (result != WR_OK)
        fail_msg("%s", findings_said(&f));
    kits = wr_kits_create(&surfaces);
    path = wr_path_join(f.arena, out, "lock.map.json");
    assert_int_equal(wr_map_load(f.context, path, NULL, &map), WR_OK);
    assert_int_equal(map->kit_count, 1);
    assert_string_equal(map->kits[0], "../../own/kit.xml");
    build.dry_run = true;
    assert_int_equal(wr_build(f.context, map, kits, &build, NULL), WR_OK);
    wr_map_free(map);
    wr_kits_free(kits);
    wr_template_free(level);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_give_levels_that_differ),
        cmocka_unit_test(a_batch_is_the_same_with_any_number_of_jobs),
        cmocka_unit_test(building_a_saved_map_gives_the_same_module),
        cmocka_unit_test(the_best_level_is_that_of_the_first_best_seed),
        cmocka_unit_test(a_kit_beside_the_template_is_found_by_the_saved_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
