/* Long work that the progress callback stops, at each of its asks: it says so, leaves nothing,
 * and the context and the kits serve for the next call as if nothing had been. */
#define _XOPEN_SOURCE 700
#include "tests/support/folder.h"
#include "tests/support/judged.h"
#include "tests/support/starved.h"

#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/archive.h"

/* ---- Work ------------------------------------------------------------------------------ */

struct work {
    struct findings findings;
    struct wr_kits *kits;
    struct wr_map *map;
    struct wr_template *template;
    const char *path;  /* what is read */
    const char *place; /* what is written to */
    uint32_t count, best_of;
    struct wr_bytes out;
    uint64_t asks, stop_at; /* 0: never */
};

typedef enum wr_result work_fn(struct work *work);

/* Says it once: whoever was told need not ask again. */
static enum wr_answer answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct work *work = user;
    assert_true(*what && done <= total);
    return ++work->asks == work->stop_at ? WR_STOP : WR_GO_ON;
}

static void work_start(struct work *work, unsigned jobs)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *work = (struct work){0};
    findings_start(&work->findings);
    work->kits = wr_kits_create(&surfaces);
    assert_non_null(work->kits);
    wr_context_set_jobs(work->findings.context, jobs);
    wr_context_set_progress(work->findings.context, answer, work);
    wr_context_set_patience(work->findings.context, 0);
}

static void work_end(struct work *work)
{
    wr_template_free(work->template);
    wr_map_free(work->map);
    wr_kits_free(work->kits);
    wr_bytes_finish(&work->out);
    findings_end(&work->findings);
}

static const char *source_path(struct work *work, const char *name)
{
    return wr_path_join(work->findings.arena, wr_environment("WARREN_SOURCE"), name);
}

static void load_map(struct work *work, const char *name)
{
    assert_int_equal(
        wr_map_load(work->findings.context, source_path(work, name), NULL, &work->map), WR_OK);
}

static void load_template(struct work *work, const char *name)
{
    assert_int_equal(
        wr_template_load(work->findings.context, source_path(work, name), &work->template),
        WR_OK);
}

/* ---- Stopping -------------------------------------------------------------------------- */

/* Names and bytes of all that is below a folder. */
static uint64_t tree_hash(struct work *work, const char *folder, uint64_t hash)
{
    char **names;
    size_t count;
    struct wr_source source;
    assert_int_equal(
        wr_folder_list(work->findings.context, work->findings.arena, folder, &names, &count),
        WR_OK);
    for (size_t i = 0; i < count; i++) {
        const char *path = wr_path_join(work->findings.arena, folder, names[i]);
        for (const char *c = names[i]; *c; c++)
            hash = (hash ^ (uint8_t)*c) * 0x100000001b3u;
        if (path[strlen(path) - 1] == '/') {
            hash = tree_hash(work, path, hash);
            continue;
        }
        assert_int_equal(
            wr_file_read(work->findings.context, work->findings.arena, path, &source), WR_OK);
        for (size_t b = 0; b < source.size; b++)
            hash = (hash ^ source.data[b]) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t state_hash(struct work *work)
{
    wr_arena_mark here = wr_arena_here(work->findings.arena);
    uint64_t hash = work->place ? tree_hash(work, work->place, 1) : 1;
    for (size_t i = 0; i < work->out.size; i++)
        hash = (hash ^ work->out.data[i]) * 0x100000001b3u;
    wr_arena_rewind(work->findings.arena, here);
    return hash;
}

typedef void reset_fn(struct work *work);

static void empty_place(struct work *work)
{
    struct folder folder;
    work->out.size = 0;
    if (!work->place)
        return;
    snprintf(folder.root, sizeof folder.root, "%s", work->place);
    folder_end(&folder);
    assert_int_equal(mkdir(work->place, 0777), 0);
}

/* What all of the work gives, from what `reset` leaves. */
static uint64_t run_whole(struct work *work, work_fn *run, reset_fn *reset)
{
    reset(work);
    work->stop_at = 0;
    enum wr_result result = run(work);
    if (result != WR_OK)
        fail_msg("%s: %s", wr_result_name(result), findings_said(&work->findings));
    return state_hash(work);
}

/* Stops at an ask: all was done before it, or nothing is left. */
static bool stop_at(struct work *work, work_fn *run, reset_fn *reset, uint64_t at,
                    uint64_t whole)
{
    reset(work);
    uint64_t before = state_hash(work);
    findings_said(&work->findings);
    work->asks = 0;
    work->stop_at = at;
    enum wr_result result = run(work);
    if (result == WR_OK) {
        assert_int_equal(state_hash(work), whole);
        return false;
    }
    assert_int_equal(result, WR_STOPPED);
    assert_int_equal(work->findings.errors, 0);
    assert_int_equal(work->asks, at);
    assert_int_equal(state_hash(work), before);
    return true;
}

/* Stops at the first ask, the second, …, further apart where there are many, until the work is
 * done before it is stopped; and at the last one. */
static void stop_everywhere(struct work *work, work_fn *run, reset_fn *reset)
{
    uint64_t whole = run_whole(work, run, reset), stops = 0;
    for (uint64_t at = 1; stop_at(work, run, reset, at, whole); at += 1 + at / OFTEN(4, 1))
        if (stops++ % 8 == 0)
            assert_int_equal(run_whole(work, run, reset), whole);
    assert_true(stops > 0);
    stop_at(work, run, reset, work->asks, whole);
    assert_int_equal(wr_kits_add(work->kits, "/there/is/no/kit"), WR_OK);
    assert_int_equal(wr_kits_check(work->findings.context, work->kits), WR_NOT_FOUND);
    assert_true(work->findings.errors > 0); /* what is wrong is said again */
}

/* ---- Builds ---------------------------------------------------------------------------- */

static enum wr_result run_build(struct work *work)
{
    struct wr_build_options options = {.output = work->place, .mod = true};
    return wr_build(work->findings.context, work->map, work->kits, &options, NULL);
}

static void a_build_leaves_nothing(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        struct work work;
        struct folder folder;
        folder_start(&folder);
        work_start(&work, jobs);
        work.place = folder.root;
        load_map(&work, "examples/first-map/map.json");
        stop_everywhere(&work, run_build, empty_place);
        folder_end(&folder);
        work_end(&work);
    }
}

static enum wr_result run_plan(struct work *work)
{
    struct wr_build_options options = {.dry_run = true, .plan = &work->out};
    enum wr_result result =
        wr_build(work->findings.context, work->map, work->kits, &options, NULL);
    if (result != WR_OK)
        work->out.size = 0;
    return result;
}

static void a_plan_says_nothing(void **state)
{
    struct work work;
    (void)state;
    work_start(&work, 1);
    load_map(&work, "examples/first-map/map.json");
    stop_everywhere(&work, run_plan, empty_place);
    work_end(&work);
}

/* It changes what is there, and so has to be written. */
static enum wr_result run_into(struct work *work)
{
    struct wr_build_options options = {.into = work->path, .merge_all = true};
    return wr_build(work->findings.context, work->map, work->kits, &options, NULL);
}

static void build_module(struct work *work)
{
    wr_context_set_progress(work->findings.context, NULL, NULL);
    empty_place(work);
    assert_int_equal(run_build(work), WR_OK);
    wr_context_set_progress(work->findings.context, answer, work);
}

static void an_edited_module_stays_as_it_was(void **state)
{
    struct work work;
    struct folder folder;
    char path[512];
    (void)state;
    folder_start(&folder);
    work_start(&work, 2);
    work.place = folder.root;
    load_map(&work, "examples/first-map/map.json");
    build_module(&work);
    const char *name;
    assert_int_equal(wr_folder_find(work.findings.context, work.findings.arena, folder.root,
                                    wr_archive_recognise, &name),
                     WR_OK);
    assert_non_null(name);
    work.path = folder_path(&folder, name, path);
    stop_everywhere(&work, run_into, build_module);
    folder_end(&folder);
    work_end(&work);
}

/* ---- Levels ---------------------------------------------------------------------------- */

static enum wr_result run_generate(struct work *work)
{
    struct wr_build_options build = {.output = work->place};
    struct wr_generate_options options = {.build = &build,
                                          .seed = 3,
                                          .count = work->count,
                                          .best_of = work->best_of,
                                          .score = work->best_of ? "rooms" : NULL};
    return wr_generate(work->findings.context, work->template, work->kits, &options, NULL);
}

static void stop_levels(const char *template, uint32_t count, uint32_t best_of, unsigned jobs)
{
    struct work work;
    struct folder folder;
    folder_start(&folder);
    work_start(&work, jobs);
    work.place = folder.root;
    work.count = count;
    work.best_of = best_of;
    load_template(&work, template);
    stop_everywhere(&work, run_generate, empty_place);
    folder_end(&folder);
    work_end(&work);
}

static void a_level_leaves_nothing(void **state)
{
    (void)state;
    stop_levels("templates/library/lock.json", 0, 0, 1);
    stop_levels("templates/library/hub.json", 0, 0, 2);
    stop_levels("templates/library/cells.json", 0, 0, 1);
}

static void a_batch_leaves_none_of_its_levels(void **state)
{
    (void)state;
    stop_levels("templates/library/lock.json", 3, 0, 1);
    stop_levels("templates/library/lock.json", 2, 4, 3);
}

static enum wr_result run_sheet_of_levels(struct work *work)
{
    struct wr_build_options build = {.dry_run = true};
    struct wr_generate_options options = {
        .build = &build, .seed = 3, .count = 2, .sheet = work->path};
    return wr_generate(work->findings.context, work->template, work->kits, &options, NULL);
}

/* Once the sheet is being put in place it is too late to stop. */
static void a_sheet_of_levels_is_whole_or_not_there(void **state)
{
    (void)state;
    struct work work;
    struct folder folder;
    char path[512];
    folder_start(&folder);
    work_start(&work, 1);
    work.place = folder.root;
    work.path = folder_path(&folder, "sheet.svg", path);
    load_template(&work, "templates/library/lock.json");
    stop_everywhere(&work, run_sheet_of_levels, empty_place);
    folder_end(&folder);
    work_end(&work);
}

/* ---- What reads ------------------------------------------------------------------------ */

static enum wr_result run_check(struct work *work)
{
    return wr_check(work->findings.context, work->path, NULL, NULL);
}

static enum wr_result run_show(struct work *work)
{
    return wr_show(work->findings.context, work->path, &(struct wr_show_options){.json = true},
                   &work->out);
}

static enum wr_result run_draw(struct work *work)
{
    struct wr_draw_options options = {.format = WR_PNG};
    return wr_draw(work->findings.context, work->path, work->kits, &options, &work->out);
}

static enum wr_result run_sheet(struct work *work)
{
    struct wr_draw_options options = {.format = WR_SVG};
    const char *paths[] = {work->path, work->path};
    return wr_draw_sheet(work->findings.context, paths, 2, work->kits, &options, &work->out);
}

static enum wr_result run_load(struct work *work)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    enum wr_result result = wr_kit_load(work->findings.context, work->path, &surfaces, &kit);
    wr_kit_free(kit);
    return result;
}

static void stop_reading(work_fn *run, const char *path)
{
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        struct work work;
        work_start(&work, jobs);
        work.path = source_path(&work, path);
        stop_everywhere(&work, run, empty_place);
        work_end(&work);
    }
}

static void a_check_finds_nothing(void **state)
{
    (void)state;
    stop_reading(run_check, "kits/library/burrow");
}

static void showing_appends_nothing(void **state)
{
    (void)state;
    stop_reading(run_show, "kits/library/burrow");
}

static void drawing_appends_nothing(void **state)
{
    (void)state;
    stop_reading(run_draw, "examples/first-map/map.json");
    stop_reading(run_sheet, "examples/first-map/map.json");
}

static void loading_a_kit_leaks_nothing(void **state)
{
    (void)state;
    stop_reading(run_load, "kits/library/burrow");
}

static enum wr_result run_rebuild(struct work *work)
{
    struct wr_rebuild_options options = {.output = work->place};
    return wr_rebuild(work->findings.context, &work->path, 1, &options, NULL);
}

static void a_rebuild_takes_its_files_back(void **state)
{
    (void)state;
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        struct work work;
        struct folder module, folder;
        folder_start(&module);
        folder_start(&folder);
        work_start(&work, jobs);
        work.place = module.root;
        load_map(&work, "examples/first-map/map.json");
        build_module(&work);
        work.path = module.root;
        work.place = folder.root;
        stop_everywhere(&work, run_rebuild, empty_place);
        folder_end(&folder);
        folder_end(&module);
        work_end(&work);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_build_leaves_nothing),
        cmocka_unit_test(a_plan_says_nothing),
        cmocka_unit_test(an_edited_module_stays_as_it_was),
        cmocka_unit_test(a_level_leaves_nothing),
        cmocka_unit_test(a_batch_leaves_none_of_its_levels),
        cmocka_unit_test(a_sheet_of_levels_is_whole_or_not_there),
        cmocka_unit_test(a_check_finds_nothing),
        cmocka_unit_test(a_rebuild_takes_its_files_back),
        cmocka_unit_test(showing_appends_nothing),
        cmocka_unit_test(drawing_appends_nothing),
        cmocka_unit_test(loading_a_kit_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
