/* Whole builds through tables of files: in memory the same bytes as on the disk, with no file
 * of the system touched; and whatever fails, nothing is left. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/findings.h"
#include "tests/support/folder.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <sys/resource.h>

enum { LONGEST = 8192 };

/* ---- What is built ---- */

static const char *const maps[] = {"examples/first-map/map.json",
                                   "examples/deep-burrow/map.json"};
static const char *const templates[] = {
    "examples/first-level/template.json", "templates/library/cells.json",
    "templates/library/veins.json",       "templates/library/hub.json",
    "templates/library/manor.json",       "templates/library/cellars.json",
    "templates/library/lock.json",        "templates/library/rings.json",
    "templates/library/road.json",        "templates/library/sanctum.json",
    "templates/library/shortcut.json",    "templates/library/storeys.json",
};

static const char *source_path(struct findings *f, const char *name)
{
    return wr_path_join(f->arena, wr_environment("WARREN_SOURCE"), name);
}

static enum wr_result build(struct findings *f, const char *name, enum wr_game game,
                            const char *output)
{
    const wr_surfaces surfaces = wr_surfaces_default(game);
    const struct wr_build_options options = {
        .output = output, .game = game, .mod = true, .with_map = true};
    const struct wr_generate_options generate = {.build = &options, .seed = 3};
    const char *path = source_path(f, name);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_template *template = NULL;
    struct wr_map *map = NULL;
    bool is_map = strstr(name, "map.json");
    assert_non_null(kits);
    wr_kits_add(kits, source_path(f, "kits/library"));
    enum wr_result result = is_map ? wr_map_load(f->context, path, &surfaces, &map)
                                   : wr_template_load(f->context, path, &template);
    if (result == WR_OK)
        result = is_map ? wr_build(f->context, map, kits, &options, NULL)
                        : wr_generate(f->context, template, kits, &generate, NULL);
    wr_map_free(map);
    wr_template_free(template);
    wr_kits_free(kits);
    return result;
}

/* ---- The sources in memory ---- */

static void copy_folder(struct findings *f, struct wr_memory *memory, const char *folder)
{
    char **names;
    size_t count;
    struct wr_source source;
    assert_int_equal(wr_folder_list(f->context, f->arena, folder, &names, &count), WR_OK);
    for (size_t i = 0; i < count; i++) {
        const char *path = wr_path_join(f->arena, folder, names[i]);
        if (path[strlen(path) - 1] == '/') {
            copy_folder(f, memory, wr_arena_text(f->arena, path, strlen(path) - 1));
            continue;
        }
        assert_int_equal(wr_file_read(f->context, f->arena, path, &source), WR_OK);
        assert_true(wr_memory_put(memory, path, source.data, source.size));
    }
}

static struct wr_memory *copy_sources(struct findings *f, const struct wr_files *below)
{
    static const char *const folders[] = {"examples", "kits/library", "templates/library"};
    struct wr_memory *memory = wr_memory_create(below);
    assert_non_null(memory);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        copy_folder(f, memory, source_path(f, folders[i]));
    return memory;
}

/* How many files there are below a folder, or of all. */
static size_t files_below(struct wr_memory *memory, const char *folder)
{
    size_t count = 0;
    const char *path;
    folder += *folder == '/';
    for (size_t i = 0; (path = wr_memory_path(memory, i)); i++)
        count += strncmp(path, folder, strlen(folder)) == 0;
    return count;
}

/* ---- The same bytes ---- */

/* A table that knows no path, and counts who asks. */
static size_t refusals;

static int refuse_look(void *user, const char *path, struct wr_file_status *out)
{
    (void)user, (void)path, (void)out;
    refusals++;
    return WR_FILE_MISSING;
}

static int refuse_open(void *user, const char *path, void **file, struct wr_file_status *out)
{
    (void)file;
    return refuse_look(user, path, out);
}

static int refuse_list(void *user, const char *path, wr_list_fn *each, void *to)
{
    (void)each, (void)to;
    return refuse_look(user, path, NULL);
}

static const struct wr_files refusing = {
    .look = refuse_look, .open = refuse_open, .list = refuse_list};

/* The system gives no file to whoever asks it behind the table's back. */
static void shut_system(bool shut)
{
    static struct rlimit former;
    if (shut)
        assert_int_equal(getrlimit(RLIMIT_NOFILE, &former), 0);
    const struct rlimit none = {0, former.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, shut ? &none : &former), 0);
}

static void must_be_same(struct findings *f, struct wr_memory *memory, const char *folder)
{
    char **names;
    size_t count, size;
    struct wr_source source;
    assert_int_equal(wr_folder_list(f->context, f->arena, folder, &names, &count), WR_OK);
    assert_true(count > 5);
    assert_int_equal(files_below(memory, folder), count);
    for (size_t i = 0; i < count; i++) {
        const char *path = wr_path_join(f->arena, folder, names[i]);
        assert_int_equal(wr_file_read(f->context, f->arena, path, &source), WR_OK);
        const void *made = wr_memory_get(memory, path, &size);
        if (!made || size != source.size || memcmp(made, source.data, size) != 0)
            fail_msg("%s differs", path);
    }
}

static void build_twice(const char *name, enum wr_game game)
{
    struct findings f;
    struct folder folder;
    char output[512];
    findings_start(&f);
    folder_start(&folder);
    folder_path(&folder, "out", output);
    if (build(&f, name, game, output) != WR_OK)
        fail_msg("%s: %s", name, findings_said(&f));
    struct wr_memory *memory = copy_sources(&f, &refusing);
    wr_context_set_files(f.context, wr_memory_files(memory));
    shut_system(true);
    enum wr_result result = build(&f, name, game, output);
    shut_system(false);
    if (result != WR_OK)
        fail_msg("%s in memory: %s", name, findings_said(&f));
    wr_context_set_files(f.context, NULL);
    must_be_same(&f, memory, output);
    wr_memory_destroy(memory);
    folder_end(&folder);
    findings_end(&f);
}

static void a_build_in_memory_makes_the_same_bytes(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= OFTEN(WR_K2, WR_K1); game++) {
        for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
            build_twice(maps[i], (enum wr_game)game);
        for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
            build_twice(templates[i], (enum wr_game)game);
    }
    assert_true(refusals > 0); /* what is not there was asked for there */
}

/* ---- A table whose n-th call fails ---- */

struct failing {
    const struct wr_files *files;
    size_t calls, fails; /* the call that fails; 0: none */
};

enum { BROKEN = -5 };

static bool breaks(void *user)
{
    struct failing *failing = user;
    return ++failing->calls == failing->fails;
}

#define UNDER(user) (((struct failing *)(user))->files)

static int failing_look(void *user, const char *path, struct wr_file_status *out)
{
    return breaks(user) ? BROKEN : UNDER(user)->look(UNDER(user)->user, path, out);
}

static int failing_open(void *user, const char *path, void **file, struct wr_file_status *out)
{
    return breaks(user) ? BROKEN : UNDER(user)->open(UNDER(user)->user, path, file, out);
}

static int failing_read(void *user, void *file, uint64_t offset, void *data, size_t size,
                        size_t *got)
{
    return breaks(user) ? BROKEN
                        : UNDER(user)->read(UNDER(user)->user, file, offset, data, size, got);
}

static void failing_close(void *user, void *file)
{
    UNDER(user)->close(UNDER(user)->user, file);
}

static int failing_list(void *user, const char *path, wr_list_fn *each, void *to)
{
    return breaks(user) ? BROKEN : UNDER(user)->list(UNDER(user)->user, path, each, to);
}

static int failing_resolve(void *user, const char *path, struct wr_bytes *out)
{
    return breaks(user) ? BROKEN : UNDER(user)->resolve(UNDER(user)->user, path, out);
}

static int failing_stage(void *user, const char *folder, void **stage)
{
    return breaks(user) ? BROKEN : UNDER(user)->stage(UNDER(user)->user, folder, stage);
}

static int failing_create(void *user, void *stage, const char *name, void **file)
{
    return breaks(user) ? BROKEN : UNDER(user)->create(UNDER(user)->user, stage, name, file);
}

static int failing_append(void *user, void *file, const void *data, size_t size)
{
    return breaks(user) ? BROKEN : UNDER(user)->append(UNDER(user)->user, file, data, size);
}

static int failing_rewrite(void *user, void *file, const void *data, size_t size)
{
    return breaks(user) ? BROKEN : UNDER(user)->rewrite(UNDER(user)->user, file, data, size);
}

/* What ends a file ends it also where it fails. */
static int failing_finish(void *user, void *file, unsigned flags)
{
    int error = UNDER(user)->finish(UNDER(user)->user, file, flags);
    return breaks(user) ? BROKEN : error;
}

static int failing_commit(void *user, void *stage, const char *name, const char *path,
                          unsigned flags)
{
    return UNDER(user)->commit(UNDER(user)->user, stage, name, path, flags);
}

static void failing_drop(void *user, void *stage)
{
    UNDER(user)->drop(UNDER(user)->user, stage);
}

static void whatever_fails_nothing_is_left(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_memory *memory = copy_sources(&f, NULL);
    struct failing failing = {.files = wr_memory_files(memory)};
    struct wr_files files = {
        .user = &failing,
        .look = failing_look,
        .open = failing_open,
        .read = failing_read,
        .close = failing_close,
        .list = failing_list,
        .resolve = failing_resolve,
        .stage = failing_stage,
        .create = failing_create,
        .append = failing_append,
        .rewrite = failing_rewrite,
        .finish = failing_finish,
        .commit = failing_commit,
        .drop = failing_drop,
    };
    wr_context_set_files(f.context, &files);
    wr_context_set_jobs(f.context, 1);
    assert_int_equal(build(&f, maps[0], WR_K1, "whole"), WR_OK);
    size_t calls = failing.calls, whole = files_below(memory, "whole/"), failures = 0;
    for (size_t n = 1; n <= calls; n += 1 + n / OFTEN(16, 8)) {
        findings_said(&f);
        failing.calls = 0;
        failing.fails = n;
        enum wr_result result = build(&f, maps[0], WR_K1, "part");
        assert_true((result == WR_OK) == (f.errors == 0));
        failures += result != WR_OK;
        if (files_below(memory, "part/") != (result == WR_OK ? whole : 0))
            fail_msg("call %zu failed, %zu files are there: %s", n, files_below(memory, "part"),
                     findings_said(&f));
        for (const char *path; (path = wr_memory_path(memory, 0));) { /* what was made goes */
            size_t i = 0;
            while (path && strncmp(path, "part/", 5) != 0)
                path = wr_memory_path(memory, ++i);
            if (!path)
                break;
            char copy[LONGEST];
            snprintf(copy, sizeof copy, "%s", path);
            wr_memory_files(memory)->remove(memory, copy);
        }
    }
    assert_true(failures > OFTEN(10, 5));
    wr_context_set_files(f.context, NULL);
    wr_memory_destroy(memory);
    findings_end(&f);
}

/* What is made in memory is to be written to disks of any system. */
static void names_are_told_apart_as_on_windows(void **state)
{
    struct findings f;
    (void)state;
    findings_start(&f);
    struct wr_memory *memory = copy_sources(&f, NULL);
    wr_context_set_files(f.context, wr_memory_files(memory));
    assert_true(wr_memory_put(memory, "made/FIRST.vis", "", 0));
    assert_int_equal(build(&f, maps[0], WR_K1, "made"), WR_INVALID);
    const char *said = findings_said(&f);
    if (!strstr(said, "error [file-case] 'first.vis' and 'FIRST.vis', which is there, are one"))
        fail_msg("%s", said);
    assert_int_equal(files_below(memory, "made"), 1);
    assert_int_equal(build(&f, maps[0], WR_K1, "other/aux"), WR_OK);
    assert_non_null(strstr(findings_said(&f), "warning [file-name] the name 'aux' is that of"));
    wr_memory_destroy(memory);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_build_in_memory_makes_the_same_bytes),
        cmocka_unit_test(whatever_fails_nothing_is_left),
        cmocka_unit_test(names_are_told_apart_as_on_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
