/* Whole levels of the templates that ship, over many seeds: each is built and judged by the
 * oracle, and its locks are opened by walking. WARREN_SLOW=1 takes thousands of seeds. */
#include "tests/support/generated.h"

#include <unistd.h>

static const struct shipped {
    const char *path;
    uint64_t seeds; /* in a quick run */
} SHIPPED[] = {
    {"examples/first-level/template.json", 40}, {"templates/library/cells.json", 20},
    {"templates/library/hub.json", 8},          {"templates/library/lock.json", 40},
    {"templates/library/rings.json", 8},        {"templates/library/road.json", 20},
    {"templates/library/sanctum.json", 40},     {"templates/library/shortcut.json", 4},
    {"templates/library/storeys.json", 20},
};
enum { SHIPPED_COUNT = sizeof SHIPPED / sizeof *SHIPPED, SLOW_SEEDS = 1000 };

static uint64_t seeds_of(const struct shipped *shipped)
{
    const char *slow = wr_environment("WARREN_SLOW");
    return slow && *slow == '1' ? SLOW_SEEDS : shipped->seeds;
}

/* ---- Locks ------------------------------------------------------------------------------- */

static bool holds_key(const struct generated *g, const bool *reached, const char *lock)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        if (reached[i] && g->map->rooms[i].key && strcmp(g->map->rooms[i].key, lock) == 0)
            return true;
    return false;
}

/* Walks from the entry through open doors, taking keys, and counts what is reached; `all` walks
 * through locks as well. */
static uint32_t walk(const struct generated *g, bool all)
{
    bool *reached = WR_ZERO(g->map->arena, bool, g->map->room_count);
    uint32_t count = 1;
    reached[g->map->entry.room] = true;
    for (bool further = true; further;) {
        further = false;
        for (uint32_t i = 0; i < g->map->link_count; i++) {
            const uint32_t *rooms = g->map->links[i].rooms;
            const char *lock = g->map->links[i].lock;
            if (reached[rooms[0]] == reached[rooms[1]] ||
                (lock && !all && !holds_key(g, reached, lock)))
                continue;
            reached[rooms[0]] = reached[rooms[1]] = further = true;
            count++;
        }
    }
    return count;
}

static uint32_t count_locks(const struct generated *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->link_count; i++)
        count += g->map->links[i].lock != NULL;
    return count;
}

static uint32_t count_hidden(const struct generated *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->link_count; i++)
        count += g->map->links[i].hidden;
    return count;
}

/* The rooms from entry to exit follow each other by links, and there are as many as said. */
static void check_path(const struct generated *g)
{
    if (g->info.exit == WR_NONE)
        return;
    assert_int_equal(g->info.critical_path[0], g->map->entry.room);
    for (uint32_t i = 1; i < g->info.metrics.critical_path; i++)
        assert_true(are_linked(g, g->info.critical_path[i - 1], g->info.critical_path[i]));
    assert_int_equal(g->info.critical_path[g->info.metrics.critical_path - 1], g->info.exit);
}

static void check_level(struct generated *g, uint64_t seed)
{
    if (walk(g, true) != g->map->room_count)
        fail_msg("%s, seed %llu is not connected", g->level->id, (unsigned long long)seed);
    if (walk(g, false) != g->map->room_count)
        fail_msg("%s, seed %llu: a key lies behind its lock", g->level->id,
                 (unsigned long long)seed);
    assert_int_equal(g->info.metrics.rooms, g->map->room_count);
    assert_int_equal(g->info.metrics.cycle_rank, g->map->link_count + 1 - g->map->room_count);
    check_path(g);
    generated_judge(g, seed);
}

static void every_level_of_the_library_stands_before_the_oracle(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        struct generated g;
        generated_start(&g, SHIPPED[i].path);
        for (uint64_t seed = 1; seed <= seeds_of(&SHIPPED[i]); seed++) {
            generated_make(&g, seed);
            check_level(&g, seed);
        }
        generated_end(&g);
    }
}

static void every_template_of_the_manual_makes_levels(void **state)
{
    struct findings f;
    struct wr_source manual;
    (void)state;
    findings_start(&f);
    const char *path =
        wr_path_join(f.arena, wr_environment("WARREN_SOURCE"), "docs/templates.md");
    assert_int_equal(wr_file_read(f.context, f.arena, path, &manual), WR_OK);
    const char *fence = "```json\n", *at = (const char *)manual.data;
    while ((at = strstr(at, fence)) != NULL) {
        struct generated g;
        at += strlen(fence);
        generated_start(&g, wr_arena_text(f.arena, at, (size_t)(strstr(at, "```") - at)));
        for (uint64_t seed = 1; seed <= 5; seed++) {
            generated_make(&g, seed);
            check_level(&g, seed);
        }
        generated_end(&g);
    }
    findings_end(&f);
}

static void patterns_leave_what_they_are_named_for(void **state)
{
    struct generated g;
    (void)state;
    generated_start(&g, "templates/library/lock.json");
    for (uint64_t seed = 1; seed <= 20; seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 2);
        assert_int_equal(g.info.metrics.cycle_rank, 0);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/shortcut.json");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 1);
        assert_int_equal(count_hidden(&g), 1);
        assert_int_equal(g.info.metrics.cycle_rank, 2);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/hub.json");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        generated_make(&g, seed);
        assert_in_range(g.info.metrics.cycle_rank, 2, 3);
    }
    generated_end(&g);
}

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
    assert_int_equal(wr_generate(g->findings.context, g->level, g->kits, &options, &sum),
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
    assert_int_equal(wr_generate(g->findings.context, g->level, g->kits, &options, NULL),
                     WR_OK);
    snprintf(path, sizeof path, "%s/%s.map.json", folder, g->level->id);
    assert_int_equal(wr_map_load(g->findings.context, path, NULL, &map), WR_OK);
    build.output = again;
    assert_int_equal(wr_build(g->findings.context, map, g->kits, &build, NULL), WR_OK);
    wr_map_free(map);
    assert_true(hash_module(folder, g->level->id) == hash_module(again, g->level->id));
    assert_true(folder_count(folder) > 3);
    folder_drop(folder);
    folder_drop(again);
}

static void building_a_saved_map_gives_the_same_module(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        struct generated g;
        generated_start(&g, SHIPPED[i].path);
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
    assert_int_equal(wr_generate(g.findings.context, g.level, g.kits, &options, &sum), WR_OK);
    assert_int_equal(sum.seed, best);
    assert_int_equal(sum.tried, 20);
    options.score = "-density";
    assert_int_equal(wr_generate(g.findings.context, g.level, g.kits, &options, &sum), WR_OK);
    assert_int_not_equal(sum.seed, best);
    options.score = "beauty";
    assert_int_equal(wr_generate(g.findings.context, g.level, g.kits, &options, &sum),
                     WR_INVALID);
    options = (struct wr_generate_options){.build = &build, .count = 3, .best_of = 2};
    options.score = "rooms";
    findings_said(&g.findings);
    assert_int_equal(wr_generate(g.findings.context, g.level, g.kits, &options, &sum),
                     WR_INVALID);
    assert_non_null(strstr(findings_said(&g.findings), "[score-of-too-few]"));
    options = (struct wr_generate_options){.build = &build, .count = 3, .seed = UINT64_MAX};
    assert_int_equal(wr_generate(g.findings.context, g.level, g.kits, &options, &sum),
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
        cmocka_unit_test(every_level_of_the_library_stands_before_the_oracle),
        cmocka_unit_test(every_template_of_the_manual_makes_levels),
        cmocka_unit_test(patterns_leave_what_they_are_named_for),
        cmocka_unit_test(seeds_give_levels_that_differ),
        cmocka_unit_test(a_batch_is_the_same_with_any_number_of_jobs),
        cmocka_unit_test(building_a_saved_map_gives_the_same_module),
        cmocka_unit_test(the_best_level_is_that_of_the_first_best_seed),
        cmocka_unit_test(a_kit_beside_the_template_is_found_by_the_saved_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
