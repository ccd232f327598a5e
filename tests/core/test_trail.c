/* A trail: what is read, listed and looked for is noted, and a change of it is seen; what is
 * written is not. On the disk and in memory. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/folder.h"
#include "tests/support/starved.h"

#include "core/files/file.h"
#include "core/files/overlay.h"

#include <threads.h>

struct scene {
    struct findings f;
    struct folder folder; /* NULL-ended root: in memory */
    struct wr_memory *memory;
    struct wr_trail *trail;
    char path[512];
};

static void start(struct scene *scene, bool memory)
{
    *scene = (struct scene){0};
    findings_start(&scene->f);
    folder_start(&scene->folder);
    scene->memory = memory ? wr_memory_create(NULL) : NULL;
    scene->trail = wr_trail_create(memory ? wr_memory_files(scene->memory) : NULL);
    assert_non_null(scene->trail);
    wr_context_set_files(scene->f.context, wr_trail_files(scene->trail));
}

static int disk_start(void **state)
{
    static struct scene scene;
    start(&scene, false);
    *state = &scene;
    return 0;
}

static int memory_start(void **state)
{
    static struct scene scene;
    start(&scene, true);
    *state = &scene;
    return 0;
}

static int finish(void **state)
{
    struct scene *scene = *state;
    wr_trail_destroy(scene->trail);
    wr_memory_destroy(scene->memory);
    folder_end(&scene->folder);
    findings_end(&scene->f);
    return 0;
}

static const char *at(struct scene *scene, const char *name)
{
    return folder_path(&scene->folder, name, scene->path);
}

/* Another program writes a file. */
static void put(struct scene *scene, const char *name, const char *text)
{
    if (scene->memory)
        assert_true(wr_memory_put(scene->memory, at(scene, name), text, strlen(text)));
    else
        folder_text(&scene->folder, name, text);
}

static void take_away(struct scene *scene, const char *name)
{
    const struct wr_files *files =
        scene->memory ? wr_memory_files(scene->memory) : wr_files_system();
    assert_int_equal(files->remove(files->user, at(scene, name)), WR_FILE_FINE);
}

static void read_it(struct scene *scene, const char *name)
{
    struct wr_source source;
    assert_int_equal(wr_file_read(scene->f.context, scene->f.arena, at(scene, name), &source),
                     WR_OK);
}

static void list_it(struct scene *scene, const char *name)
{
    char **names;
    size_t count;
    assert_int_equal(
        wr_folder_list(scene->f.context, scene->f.arena, at(scene, name), &names, &count),
        WR_OK);
}

static void write_it(struct scene *scene, const char *name, const char *text)
{
    assert_int_equal(
        wr_file_write(scene->f.context, at(scene, name), text, strlen(text), WR_OVERWRITE),
        WR_OK);
}

static void must_be_the_same(struct scene *scene)
{
    const char *path = wr_trail_changed(scene->trail);
    if (path)
        fail_msg("'%s' is told to have changed", path);
}

static void must_have_changed(struct scene *scene, const char *name)
{
    const char *path = wr_trail_changed(scene->trail);
    assert_non_null(path);
    assert_string_equal(path, at(scene, name));
}

static bool is_noted(struct scene *scene, const char *name)
{
    const char *path;
    for (size_t i = 0; (path = wr_trail_path(scene->trail, i)); i++)
        if (strcmp(path, at(scene, name)) == 0)
            return true;
    return false;
}

/* ---- What is used ---- */

static void a_file_that_was_read_is_noted(void **state)
{
    struct scene *scene = *state;
    put(scene, "maps/a", "first");
    put(scene, "maps/b", "other");
    read_it(scene, "maps/.//a");
    assert_true(is_noted(scene, "maps/a"));
    assert_false(is_noted(scene, "maps/b"));
    must_be_the_same(scene);
    put(scene, "maps/b", "altered");
    must_be_the_same(scene);
    put(scene, "maps/a", "altered");
    must_have_changed(scene, "maps/a");
}

/* The clock of a disk has steps: the file is old before it is written again. */
static void a_file_of_the_same_size_has_changed(void **state)
{
    struct scene *scene = *state;
    put(scene, "a", "first");
    thrd_sleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    read_it(scene, "a");
    must_be_the_same(scene);
    put(scene, "a", "FIRST");
    must_have_changed(scene, "a");
}

static void a_file_that_is_another_by_name_has_changed(void **state)
{
    struct scene *scene = *state;
    folder_text(&scene->folder, "a", "first");
    folder_text(&scene->folder, "b", "FIRST");
    read_it(scene, "a");
    folder_exchange(&scene->folder, "b", "a");
    must_have_changed(scene, "a");
}

static void a_file_that_goes_has_changed(void **state)
{
    struct scene *scene = *state;
    put(scene, "a", "first");
    read_it(scene, "a");
    take_away(scene, "a");
    must_have_changed(scene, "a");
}

static void what_was_missing_is_seen_to_come(void **state)
{
    struct scene *scene = *state;
    put(scene, "a", "first");
    assert_false(wr_file_exists(scene->f.context, at(scene, "model")));
    assert_false(wr_folder_exists(scene->f.context, at(scene, "kit")));
    assert_true(wr_file_exists(scene->f.context, at(scene, "a")));
    must_be_the_same(scene);
    put(scene, "a", "only looked at");
    must_be_the_same(scene);
    put(scene, "model", "here");
    must_have_changed(scene, "model");
}

static void a_missing_file_that_was_opened_is_seen_to_come(void **state)
{
    struct scene *scene = *state;
    struct wr_source source;
    put(scene, "a", "first");
    assert_int_equal(wr_file_read(scene->f.context, scene->f.arena, at(scene, "b"), &source),
                     WR_NOT_FOUND);
    wr_trail_changed(scene->trail);
    must_be_the_same(scene);
    put(scene, "b", "here");
    must_have_changed(scene, "b");
}

static void names_of_a_folder_are_noted(void **state)
{
    struct scene *scene = *state;
    put(scene, "kits/a", "first");
    put(scene, "kits/b/c", "first");
    list_it(scene, "kits");
    must_be_the_same(scene);
    put(scene, "kits/a", "it is not read");
    put(scene, "kits/b/d", "not in it");
    put(scene, "kits/.hidden", "unseen");
    must_be_the_same(scene);
    put(scene, "kits/e", "new");
    must_have_changed(scene, "kits");
    take_away(scene, "kits/e");
    must_be_the_same(scene);
    take_away(scene, "kits/a");
    must_have_changed(scene, "kits");
}

/* Two names for the sum of two others would pass a weak one. */
static void names_that_are_exchanged_are_seen(void **state)
{
    struct scene *scene = *state;
    put(scene, "kits/ab", "");
    put(scene, "kits/ba", "");
    list_it(scene, "kits");
    take_away(scene, "kits/ab");
    take_away(scene, "kits/ba");
    put(scene, "kits/aa", "");
    put(scene, "kits/bb", "");
    must_have_changed(scene, "kits");
}

static void how_it_was_when_first_used_is_what_counts(void **state)
{
    struct scene *scene = *state;
    put(scene, "a", "first");
    read_it(scene, "a");
    put(scene, "a", "changed while at work");
    read_it(scene, "a");
    must_have_changed(scene, "a");
    wr_trail_forget(scene->trail);
    assert_null(wr_trail_path(scene->trail, 0));
    must_be_the_same(scene);
    read_it(scene, "a");
    must_be_the_same(scene);
    put(scene, "a", "and again");
    must_have_changed(scene, "a");
}

static void hundreds_of_files_are_told_apart(void **state)
{
    enum { COUNT = 700 };
    struct scene *scene = *state;
    char name[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "many/%d", i);
        put(scene, name, "x");
        read_it(scene, name);
    }
    must_be_the_same(scene);
    for (int i = 0; i < COUNT; i += 233) {
        snprintf(name, sizeof name, "many/%d", i);
        put(scene, name, "longer");
        must_have_changed(scene, name);
        wr_trail_forget(scene->trail);
        for (int k = 0; k < COUNT; k++) {
            snprintf(name, sizeof name, "many/%d", k);
            read_it(scene, name);
        }
    }
    assert_non_null(wr_trail_path(scene->trail, COUNT - 1));
    assert_null(wr_trail_path(scene->trail, COUNT));
}

/* ---- What is written ---- */

static void what_is_written_is_not_noted(void **state)
{
    struct scene *scene = *state;
    put(scene, "level/map", "first");
    put(scene, "level/module", "edited");
    list_it(scene, "level");
    read_it(scene, "level/map");
    read_it(scene, "level/module");
    assert_false(wr_file_exists(scene->f.context, at(scene, "level/out/a")));
    write_it(scene, "level/module", "with the level in it");
    struct wr_staging *staging;
    assert_int_equal(wr_staging_make(scene->f.context, at(scene, "level/out"), &staging),
                     WR_OK);
    assert_int_equal(wr_staging_write(scene->f.context, staging, "a", "x", 1, 0), WR_OK);
    assert_int_equal(wr_staging_move(scene->f.context, staging, "a", 0), WR_OK);
    wr_staging_drop(staging);
    must_be_the_same(scene);
    assert_false(is_noted(scene, "level/module"));
    assert_true(is_noted(scene, "level/map"));
    put(scene, "level/other", "a file that is new there");
    must_have_changed(scene, "level");
}

/* A folder that is made for files none of which comes, and goes with the drop. */
static void what_is_given_up_is_not_noted(void **state)
{
    struct scene *scene = *state;
    struct wr_staging *staging;
    put(scene, "level/map", "first");
    list_it(scene, "level");
    assert_int_equal(wr_staging_make(scene->f.context, at(scene, "level/out"), &staging),
                     WR_OK);
    wr_staging_drop(staging);
    must_be_the_same(scene);
}

static void what_is_removed_is_not_noted(void **state)
{
    struct scene *scene = *state;
    put(scene, "stale", "first");
    assert_true(wr_file_exists(scene->f.context, at(scene, "stale")));
    assert_int_equal(wr_file_remove(scene->f.context, at(scene, "stale")), WR_OK);
    must_be_the_same(scene);
}

/* As a pack is, once it is whole. */
static void what_is_moved_is_not_noted(void **state)
{
    struct scene *scene = *state;
    const struct wr_files *files = wr_trail_files(scene->trail);
    char from[512], to[512];
    put(scene, "pack.part", "first");
    read_it(scene, "pack.part");
    assert_false(wr_file_exists(scene->f.context, at(scene, "pack")));
    folder_path(&scene->folder, "pack.part", from);
    folder_path(&scene->folder, "pack", to);
    assert_non_null(files->move);
    assert_int_equal(files->move(files->user, from, to, 0), WR_FILE_FINE);
    must_be_the_same(scene);
    assert_false(is_noted(scene, "pack"));
    assert_false(is_noted(scene, "pack.part"));
}

/* A folder that is made in one that was listed, by a path that is not absolute. */
static void what_is_written_in_relative_folders_is_not_noted(void **state)
{
    static const char *const folders[] = {"o", "out", "o/p/q", "./deep/./er"};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct wr_staging *staging;
        char **names;
        size_t count;
        assert_true(wr_memory_put(scene->memory, "map", "x", 1));
        wr_trail_forget(scene->trail);
        assert_int_equal(wr_folder_list(scene->f.context, scene->f.arena, ".", &names, &count),
                         WR_OK);
        assert_int_equal(wr_staging_make(scene->f.context, folders[i], &staging), WR_OK);
        assert_int_equal(wr_staging_write(scene->f.context, staging, "a", "x", 1, 0), WR_OK);
        assert_int_equal(wr_staging_move(scene->f.context, staging, "a", 0), WR_OK);
        wr_staging_drop(staging);
        must_be_the_same(scene);
        assert_true(wr_memory_put(scene->memory, "other", "x", 1));
        assert_non_null(wr_trail_changed(scene->trail));
        assert_string_equal(wr_trail_changed(scene->trail), ".");
        assert_int_equal(wr_memory_files(scene->memory)->remove(scene->memory, "other"), 0);
    }
}

/* A folder that is made in one that was listed, which is the root itself. */
static void what_is_written_in_folders_of_the_root_is_not_noted(void **state)
{
    struct scene *scene = *state;
    struct wr_staging *staging;
    char **names;
    size_t count;
    assert_true(wr_memory_put(scene->memory, "/map", "x", 1));
    assert_int_equal(wr_folder_list(scene->f.context, scene->f.arena, "/", &names, &count),
                     WR_OK);
    assert_int_equal(wr_staging_make(scene->f.context, "/out", &staging), WR_OK);
    assert_int_equal(wr_staging_write(scene->f.context, staging, "a", "x", 1, 0), WR_OK);
    assert_int_equal(wr_staging_move(scene->f.context, staging, "a", 0), WR_OK);
    wr_staging_drop(staging);
    must_be_the_same(scene);
    assert_true(wr_memory_put(scene->memory, "/other", "x", 1));
    assert_non_null(wr_trail_changed(scene->trail));
    assert_string_equal(wr_trail_changed(scene->trail), "/");
}

/* ---- Waiting ---- */

static void pass(double milliseconds)
{
    thrd_sleep(&(struct timespec){.tv_nsec = (long)(milliseconds * 1e6)}, NULL);
}

/* Writes the file in steps, none of which lasts as long as what counts as rest. */
static int write_in_steps(void *user)
{
    struct scene *scene = user;
    char path[512];
    pass(60);
    FILE *file = fopen(folder_path(&scene->folder, "a", path), "wb");
    for (int i = 0; file && i < 20; i++) {
        fputs("a piece of it, ", file);
        fflush(file);
        pass(5);
    }
    return file ? fclose(file) : 1;
}

static void a_change_is_waited_for_until_it_rests(void **state)
{
    struct scene *scene = *state;
    struct wr_source source;
    thrd_t thread;
    put(scene, "a", "first");
    read_it(scene, "a");
    assert_int_equal(thrd_create(&thread, write_in_steps, scene), thrd_success);
    assert_int_equal(wr_trail_wait(scene->f.context, scene->trail), WR_OK);
    must_have_changed(scene, "a");
    thrd_join(thread, NULL);
    wr_trail_forget(scene->trail);
    assert_int_equal(wr_file_read(scene->f.context, scene->f.arena, at(scene, "a"), &source),
                     WR_OK);
    assert_int_equal(source.size, 20 * strlen("a piece of it, "));
}

/* Empties the file, and fills it after what counts as rest. */
static int empty_and_fill(void *user)
{
    struct scene *scene = user;
    char path[512];
    FILE *file = fopen(folder_path(&scene->folder, "a", path), "wb");
    pass(150);
    if (file)
        fputs("filled", file);
    return file ? fclose(file) : 1;
}

static void a_file_that_was_emptied_is_let_be_filled(void **state)
{
    struct scene *scene = *state;
    thrd_t thread;
    put(scene, "a", "first");
    read_it(scene, "a");
    assert_int_equal(thrd_create(&thread, empty_and_fill, scene), thrd_success);
    assert_int_equal(wr_trail_wait(scene->f.context, scene->trail), WR_OK);
    struct wr_source source;
    assert_int_equal(wr_file_read(scene->f.context, scene->f.arena, at(scene, "a"), &source),
                     WR_OK);
    assert_string_equal((const char *)source.data, "filled");
    thrd_join(thread, NULL);
}

/* A table in which a file is another at each look, and then no more. */
struct restless {
    struct wr_overlay over;
    unsigned looks;
};

enum { RESTLESS = 12 };

static int look_at_another(void *user, const char *path, struct wr_file_status *out)
{
    struct restless *restless = user;
    int error = wr_below.look(user, path, out);
    restless->looks++;
    if (error == WR_FILE_FINE)
        out->changed += restless->looks < RESTLESS ? restless->looks : RESTLESS;
    return error;
}

static void rest_is_two_looks_at_the_same(void **state)
{
    static const struct wr_files own = {.look = look_at_another};
    struct scene *scene = *state;
    struct restless restless = {.looks = 0};
    struct wr_source source;
    put(scene, "a", "first");
    wr_overlay_start(&restless.over, wr_memory_files(scene->memory), &own);
    struct wr_trail *trail = wr_trail_create(&restless.over.table);
    assert_non_null(trail);
    wr_context_set_files(scene->f.context, wr_trail_files(trail));
    assert_int_equal(wr_file_read(scene->f.context, scene->f.arena, at(scene, "a"), &source),
                     WR_OK);
    assert_true(restless.looks < RESTLESS / 2);
    assert_int_equal(wr_trail_wait(scene->f.context, trail), WR_OK);
    assert_true(restless.looks > RESTLESS);
    wr_context_set_files(scene->f.context, NULL);
    wr_trail_destroy(trail);
}

static enum wr_answer stop_at_third(void *user, const char *what, uint64_t done, uint64_t total)
{
    unsigned *asked = user;
    (void)what, (void)done, (void)total;
    return ++*asked < 3 ? WR_GO_ON : WR_STOP;
}

static void waiting_is_stopped(void **state)
{
    struct scene *scene = *state;
    unsigned asked = 0;
    put(scene, "a", "first");
    read_it(scene, "a");
    wr_context_set_progress(scene->f.context, stop_at_third, &asked);
    assert_int_equal(wr_trail_wait(scene->f.context, scene->trail), WR_STOPPED);
    assert_int_equal(asked, 3);
}

/* ---- Memory ---- */

static enum wr_result leave_a_trail(struct findings *findings, void *user)
{
    struct wr_memory *memory = wr_memory_create(NULL);
    struct wr_trail *trail = memory ? wr_trail_create(wr_memory_files(memory)) : NULL;
    enum wr_result result = trail ? WR_OK : wr_no_memory(findings->context);
    struct wr_source source;
    (void)user;
    if (trail)
        wr_context_set_files(findings->context, wr_trail_files(trail));
    if (result == WR_OK)
        result = wr_file_write(findings->context, "a", "x", 1, 0);
    if (trail)
        wr_trail_forget(trail);
    if (result == WR_OK)
        result = wr_file_read(findings->context, findings->arena, "a", &source);
    if (result == WR_OK && !wr_trail_path(trail, 0))
        result = WR_INVALID;
    wr_context_set_files(findings->context, NULL);
    wr_trail_destroy(trail);
    wr_memory_destroy(memory);
    return result;
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    starve(leave_a_trail, NULL);
}

#define ON_BOTH(test)                                                                          \
    {#test " (disk)", test, disk_start, finish, NULL},                                         \
    {                                                                                          \
#test " (memory)", test, memory_start, finish, NULL                                    \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_file_that_was_read_is_noted),
        ON_BOTH(a_file_of_the_same_size_has_changed),
        cmocka_unit_test_setup_teardown(a_file_that_is_another_by_name_has_changed, disk_start,
                                        finish),
        ON_BOTH(a_file_that_goes_has_changed),
        ON_BOTH(what_was_missing_is_seen_to_come),
        ON_BOTH(a_missing_file_that_was_opened_is_seen_to_come),
        ON_BOTH(names_of_a_folder_are_noted),
        ON_BOTH(names_that_are_exchanged_are_seen),
        ON_BOTH(how_it_was_when_first_used_is_what_counts),
        ON_BOTH(hundreds_of_files_are_told_apart),
        ON_BOTH(what_is_written_is_not_noted),
        cmocka_unit_test_setup_teardown(what_is_written_in_relative_folders_is_not_noted,
                                        memory_start, finish),
        ON_BOTH(what_is_given_up_is_not_noted),
        ON_BOTH(what_is_removed_is_not_noted),
        cmocka_unit_test_setup_teardown(what_is_written_in_folders_of_the_root_is_not_noted,
                                        memory_start, finish),
        cmocka_unit_test_setup_teardown(what_is_moved_is_not_noted, disk_start, finish),
        cmocka_unit_test_setup_teardown(a_change_is_waited_for_until_it_rests, disk_start,
                                        finish),
        cmocka_unit_test_setup_teardown(a_file_that_was_emptied_is_let_be_filled, disk_start,
                                        finish),
        cmocka_unit_test_setup_teardown(rest_is_two_looks_at_the_same, memory_start, finish),
        cmocka_unit_test_setup_teardown(waiting_is_stopped, memory_start, finish),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
