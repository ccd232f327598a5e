/* Loops: every map of tests/cases/loops closes, and one can walk all the way round. */
#include "tests/support/corpus.h"
#include "tests/support/judged.h"

#include "core/base/path.h"
#include "core/base/system.h"

struct stage {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_kits *kits;
    char folder[128];
};

static int start(void **state)
{
    static struct stage stage;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const char *source = wr_environment("WARREN_SOURCE");
    stage.context = wr_context_create(NULL, NULL);
    stage.arena = wr_arena_create();
    stage.kits = wr_kits_create(&surfaces);
    assert_non_null(source);
    assert_int_equal(wr_kits_add(stage.kits, wr_path_join(stage.arena, source, "kits/library")),
                     WR_OK);
    folder_make(stage.folder);
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    folder_drop(stage->folder);
    wr_kits_free(stage->kits);
    wr_arena_destroy(stage->arena);
    wr_context_destroy(stage->context);
    return 0;
}

static struct wr_map *load(struct stage *stage, const char *path)
{
    struct wr_map *map;
    if (wr_map_load(stage->context, path, NULL, &map) != WR_OK)
        fail_msg("%s does not load", path);
    return map;
}

static void check_loop(void *user, const struct wr_source *source)
{
    struct stage *stage = user;
    struct oracle_report report = {0};
    struct wr_build_summary summary;
    struct wr_map *map = load(stage, source->name);
    struct wr_build_options options = {.output = stage->folder};
    folder_drop(stage->folder);
    if (wr_build(stage->context, map, stage->kits, &options, &summary) != WR_OK)
        fail_msg("%s does not build", source->name);
    struct made made = {map, stage->kits, NULL, false};
    if (judge_module(&report, stage->folder, &made))
        fail_msg("%s", source->name);
    if (summary.links < summary.rooms)
        fail_msg("%s: %u rooms, but %u links", source->name, summary.rooms, summary.links);
    assert_int_equal(summary.near_misses, 0);
    assert_int_equal(summary.unreachable, 0);
    assert_true(summary.worst_move <= 0.01f); /* each side gives half of 2 cm at most */
    if (judge_round(stage->folder) != summary.rooms)
        fail_msg("%s: nobody comes all the way round", source->name);
    /* Merged, the ring is one floor around a hole. */
    options.merge_all = true;
    folder_drop(stage->folder);
    assert_int_equal(wr_build(stage->context, map, stage->kits, &options, &summary), WR_OK);
    made.merged_all = true;
    assert_int_equal(judge_module(&report, stage->folder, &made), 0);
    oracle_report_clear(&report);
    wr_map_free(map);
}

static void every_loop_closes_and_can_be_walked_round(void **state)
{
    struct stage *stage = *state;
    const char *source = wr_environment("WARREN_SOURCE");
    const char *folder = wr_path_join(stage->arena, source, "tests/cases/loops");
    assert_true(corpus_each(folder, ".json", check_loop, stage) >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_loop_closes_and_can_be_walked_round, start,
                                        finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
