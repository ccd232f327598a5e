/* Tables of files: that of the system, that in memory, and that in memory over another behave
 * alike, and each failure of a table reaches the caller and leaves nothing. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/folder.h"
#include "tests/support/starved.h"

#include "core/base/parallel.h"
#include "core/files/file.h"

/* ---- The same questions to each table ---- */

struct table {
    struct findings f;
    struct folder folder; /* of the system's */
    struct wr_memory *memory, *below;
    struct wr_trail *trail;       /* over the system's ... */
    struct wr_standard *standard; /* over that */
    const char *root;
};

static void start(struct table *table, bool memory, bool over)
{
    *table = (struct table){.root = "in/memory"};
    findings_start(&table->f);
    folder_start(&table->folder);
    if (!memory)
        table->root = table->folder.root;
    table->below = over ? wr_memory_create(NULL) : NULL;
    table->memory =
        memory ? wr_memory_create(over ? wr_memory_files(table->below) : NULL) : NULL;
    if (memory)
        wr_context_set_files(table->f.context, wr_memory_files(table->memory));
}

static int system_start(void **state)
{
    static struct table table;
    start(&table, false, false);
    *state = &table;
    return 0;
}

static int memory_start(void **state)
{
    static struct table table;
    start(&table, true, false);
    *state = &table;
    return 0;
}

static int over_start(void **state)
{
    static struct table table;
    start(&table, true, true);
    *state = &table;
    return 0;
}

static int trail_start(void **state)
{
    static struct table table;
    start(&table, false, false);
    table.trail = wr_trail_create(NULL);
    wr_context_set_files(table.f.context, wr_trail_files(table.trail));
    *state = &table;
    return 0;
}

static int standard_start(void **state)
{
    struct table *table;
    trail_start(state);
    table = *state;
    table->standard = wr_standard_create(wr_trail_files(table->trail));
    wr_context_set_files(table->f.context, wr_standard_files(table->standard));
    return 0;
}

static int finish(void **state)
{
    struct table *table = *state;
    wr_standard_destroy(table->standard);
    wr_trail_destroy(table->trail);
    wr_memory_destroy(table->memory);
    wr_memory_destroy(table->below);
    folder_end(&table->folder);
    findings_end(&table->f);
    return 0;
}

static const char *at(struct table *table, const char *name)
{
    return wr_path_join(table->f.arena, table->root, name);
}

static struct wr_staging *stage(struct table *table, const char *folder)
{
    struct wr_staging *staging;
    assert_int_equal(wr_staging_make(table->f.context, at(table, folder), &staging), WR_OK);
    return staging;
}

static void put(struct table *table, const char *folder, const char *name, const char *text)
{
    struct wr_staging *staging = stage(table, folder);
    assert_int_equal(wr_staging_write(table->f.context, staging, name, text, strlen(text), 0),
                     WR_OK);
    assert_int_equal(wr_staging_move(table->f.context, staging, name, WR_OVERWRITE), WR_OK);
    wr_staging_drop(staging);
}

static void must_hold(struct table *table, const char *name, const char *text)
{
    struct wr_source source;
    assert_int_equal(wr_file_read(table->f.context, table->f.arena, at(table, name), &source),
                     WR_OK);
    assert_string_equal((const char *)source.data, text);
    assert_int_equal(source.size, strlen(text));
}

static void must_list(struct table *table, const char *folder, const char *expected)
{
    char **names;
    size_t count;
    struct wr_bytes said = {0};
    assert_int_equal(
        wr_folder_list(table->f.context, table->f.arena, at(table, folder), &names, &count),
        WR_OK);
    for (size_t i = 0; i < count; i++)
        wr_bytes_print(&said, "%s ", names[i]);
    wr_bytes_char(&said, '\0');
    assert_string_equal((const char *)said.data, expected);
    wr_bytes_finish(&said);
}

static void what_is_written_is_read_and_listed(void **state)
{
    struct table *table = *state;
    put(table, "a/b", "two", "second");
    put(table, "a", "one", "first");
    must_hold(table, "a/b/two", "second");
    must_hold(table, "./a//b/../one", "first");
    must_list(table, "a", "b/ one ");
    assert_true(wr_folder_exists(table->f.context, at(table, "a/b")));
    assert_true(wr_file_exists(table->f.context, at(table, "a/b/two")));
    assert_false(wr_file_exists(table->f.context, at(table, "a/b")));
    assert_false(wr_file_exists(table->f.context, at(table, "a/b/three")));
}

static void a_range_is_read(void **state)
{
    struct table *table = *state;
    char piece[4] = "";
    size_t got;
    uint64_t total;
    put(table, "a", "f", "0123456789");
    const char *path = at(table, "a/f");
    assert_int_equal(wr_file_range(table->f.context, path, 3, piece, 4, &got, &total), WR_OK);
    assert_memory_equal(piece, "3456", 4);
    assert_int_equal(total, 10);
    assert_int_equal(wr_file_range(table->f.context, path, 8, piece, 4, &got, &total), WR_OK);
    assert_int_equal(got, 2);
    assert_int_equal(wr_file_range(table->f.context, path, 99, piece, 4, &got, &total), WR_OK);
    assert_int_equal(got, 0);
}

static void a_file_is_replaced_only_where_that_is_told(void **state)
{
    struct table *table = *state;
    put(table, ".", "f", "old");
    const char *path = at(table, "f");
    assert_int_equal(wr_file_write(table->f.context, path, "new", 3, 0), WR_INVALID);
    assert_said(&table->f, "0:0: error [file-exists] the file exists already (give --force to "
                           "replace it)\n");
    must_hold(table, "f", "old");
    assert_int_equal(wr_file_write(table->f.context, path, "new", 3, WR_OVERWRITE), WR_OK);
    must_hold(table, "f", "new");
    assert_int_equal(wr_file_remove(table->f.context, path), WR_OK);
    assert_int_equal(wr_file_remove(table->f.context, path), WR_OK);
    must_list(table, ".", "");
}

static void what_is_not_moved_leaves_nothing(void **state)
{
    struct table *table = *state;
    struct wr_staging *staging = stage(table, "new/deep");
    assert_int_equal(wr_staging_write(table->f.context, staging, "f", "x", 1, 0), WR_OK);
    assert_false(wr_file_exists(table->f.context, at(table, "new/deep/f")));
    wr_staging_drop(staging);
    assert_false(wr_folder_exists(table->f.context, at(table, "new")));
}

static void a_folder_is_removed_only_where_nothing_is_in_it(void **state)
{
    struct table *table = *state;
    const char *folder = at(table, "a/b");
    put(table, "a/b", "f", "x");
    assert_int_equal(wr_file_remove(table->f.context, folder), WR_IO);
    must_hold(table, "a/b/f", "x");
    assert_int_equal(wr_file_remove(table->f.context, at(table, "a/b/f")), WR_OK);
    assert_int_equal(wr_file_remove(table->f.context, folder), WR_OK);
    assert_false(wr_folder_exists(table->f.context, folder));
    must_list(table, "a", "");
}

static void a_growing_file_gets_its_head_last(void **state)
{
    struct table *table = *state;
    struct wr_staging *staging = stage(table, ".");
    struct wr_staged *file;
    struct wr_source whole;
    struct wr_context *context = table->f.context;
    assert_int_equal(wr_staged_open(context, table->f.arena, staging, "g", &file), WR_OK);
    assert_int_equal(wr_staged_append(context, file, "....body", 8), WR_OK);
    assert_int_equal(wr_staged_begin_with(context, file, "head", 4), WR_OK);
    assert_int_equal(wr_staged_append(context, file, "tail", 4), WR_OK);
    assert_int_equal(wr_staged_read(context, table->f.arena, file, &whole), WR_OK);
    assert_string_equal((const char *)whole.data, "headbodytail");
    assert_int_equal(wr_staged_close(context, file, WR_DURABLE), WR_OK);
    assert_int_equal(wr_staging_move(context, staging, "g", WR_DURABLE), WR_OK);
    assert_int_equal(wr_staging_sync(context, staging), WR_OK);
    wr_staging_drop(staging);
    must_hold(table, "g", "headbodytail");
}

static void a_file_goes_on_behind_what_is_kept_for_one_at_a_time(void **state)
{
    struct table *table = *state;
    const struct wr_files *files = wr_files_of(table->f.context);
    const char *path = at(table, "g");
    void *file, *other;
    assert_int_equal(files->go_on(files->user, path, 0, &file), WR_FILE_FINE);
    assert_int_equal(files->append(files->user, file, "kept torn", 9), WR_FILE_FINE);
    must_hold(table, "g", "kept torn");
    assert_int_not_equal(files->go_on(files->user, path, 0, &other), WR_FILE_FINE);
    assert_int_equal(files->finish(files->user, file, WR_DURABLE), WR_FILE_FINE);
    assert_int_equal(files->go_on(files->user, path, 5, &file), WR_FILE_FINE);
    assert_int_equal(files->append(files->user, file, "more", 4), WR_FILE_FINE);
    assert_int_equal(files->finish(files->user, file, 0), WR_FILE_FINE);
    must_hold(table, "g", "kept more");
}

static void what_is_not_there_or_no_file_is_said(void **state)
{
    struct table *table = *state;
    struct wr_source source;
    char **names;
    size_t count;
    struct wr_context *context = table->f.context;
    put(table, "a", "level.json", "{}");
    const char *missing = at(table, "a/levle.json"), *below = at(table, "a/level.json/x");
    assert_int_equal(wr_file_read(context, table->f.arena, missing, &source), WR_NOT_FOUND);
    assert_said(&table->f, "0:0: error [file-not-found] there is no such file or folder (did "
                           "you mean 'level.json'?)\n");
    assert_int_equal(wr_folder_list(context, table->f.arena, missing, &names, &count),
                     WR_NOT_FOUND);
    assert_int_equal(wr_file_read(context, table->f.arena, below, &source), WR_NOT_FOUND);
    assert_int_equal(wr_file_read(context, table->f.arena, at(table, "a"), &source),
                     WR_INVALID);
    assert_int_equal(wr_file_write(context, at(table, "a"), "x", 1, WR_OVERWRITE), WR_INVALID);
    findings_said(&table->f);
    assert_int_equal(wr_file_write(context, at(table, "no/f"), "x", 1, 0), WR_IO);
    assert_said(&table->f, "0:0: error [write-failed] cannot be written: no such file or "
                           "folder\n");
    assert_int_equal(wr_file_write(context, below, "x", 1, 0), WR_IO);
    assert_said(&table->f, "0:0: error [write-failed] cannot be written: a part of the path is "
                           "not a folder\n");
}

static void ways_lead_from_folder_to_folder(void **state)
{
    struct table *table = *state;
    struct wr_context *context = table->f.context;
    put(table, "a/b", "f", "x");
    put(table, "c", "g", "x");
    assert_string_equal(
        wr_path_between(context, table->f.arena, at(table, "a/b"), at(table, "c/g")),
        "../../c/g");
    assert_int_equal(wr_path_stays(context, at(table, "a"), at(table, "a/b/f")), WR_OK);
    assert_int_equal(wr_path_stays(context, at(table, "a"), at(table, "c/g")), WR_INVALID);
}

static void a_path_has_a_longest_length(void **state)
{
    struct table *table = *state;
    struct wr_source source;
    char *path = wr_arena_take(table->f.arena, 5000, 1);
    memset(path, 'a', 4999);
    path[4999] = '\0';
    assert_int_equal(wr_file_read(table->f.context, table->f.arena, path, &source), WR_IO);
    assert_said(&table->f, "0:0: error [read-failed] cannot be read: the name is too long\n");
}

static enum wr_result write_one(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    char name[16];
    (void)worker;
    snprintf(name, sizeof name, "%zu", index);
    return wr_staging_write(context, user, name, name, strlen(name), 0);
}

static void several_threads_fill_one_stage(void **state)
{
    struct table *table = *state;
    enum { MANY = 300 };
    char name[16];
    struct wr_staging *staging = stage(table, "many");
    wr_context_set_jobs(table->f.context, 4);
    assert_int_equal(wr_parallel(table->f.context, NULL, MANY, write_one, staging), WR_OK);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(wr_staging_move(table->f.context, staging, name, 0), WR_OK);
    }
    wr_staging_drop(staging);
    must_hold(table, "many/299", "299");
}

/* ---- On the disk only ---- */

static void a_file_of_gigabytes_is_read_in_pieces(void **state)
{
    struct table *table = *state;
    const uint64_t far = (uint64_t)5 << 30;
    char piece[8] = "";
    size_t got;
    uint64_t total;
    struct wr_source whole;
    folder_text(&table->folder, "large", "start");
    const char *path = at(table, "large");
    FILE *file = fopen(path, "r+b");
    assert_int_equal(fseeko(file, (off_t)far, SEEK_SET), 0);
    assert_true(fputs("far", file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(wr_file_range(table->f.context, path, far, piece, 8, &got, &total), WR_OK);
    assert_int_equal(got, 3);
    assert_string_equal(piece, "far");
    assert_true(total == far + 3);
    assert_int_equal(wr_file_read(table->f.context, table->f.arena, path, &whole), WR_LIMIT);
}

/* ---- In memory only ---- */

static void a_program_puts_and_gets(void **state)
{
    (void)state;
    size_t size;
    struct wr_memory *memory = wr_memory_create(NULL);
    assert_true(wr_memory_put(memory, "b/c", "two", 3));
    assert_true(wr_memory_put(memory, "/a", "", 0));
    assert_true(wr_memory_put(memory, "b/./c", "three", 5));
    assert_false(wr_memory_put(memory, "b", "a folder", 8));
    assert_false(wr_memory_put(memory, "a/x", "below a file", 12));
    assert_string_equal(wr_memory_get(memory, "b//c", &size), "three");
    assert_int_equal(size, 5);
    assert_null(wr_memory_get(memory, "b", NULL));
    assert_null(wr_memory_get(memory, "z", NULL));
    assert_string_equal(wr_memory_path(memory, 0), "a");
    assert_string_equal(wr_memory_path(memory, 1), "b/c");
    assert_null(wr_memory_path(memory, 2));
    wr_memory_destroy(memory);
    wr_memory_destroy(NULL);
}

static void what_is_below_shows_and_stays(void **state)
{
    struct table *table = *state;
    wr_memory_put(table->below, "in/memory/a/old", "old", 3);
    wr_memory_put(table->below, "in/memory/a/both", "below", 5);
    wr_memory_put(table->below, "in/memory/b/far", "far", 3);
    put(table, "a", "both", "above");
    put(table, "a", "new", "new");
    must_list(table, ".", "a/ b/ ");
    must_list(table, "a", "both new old ");
    must_hold(table, "a/both", "above");
    must_hold(table, "b/far", "far");
    assert_int_equal(wr_file_write(table->f.context, at(table, "a/old"), "x", 1, 0),
                     WR_INVALID);
    assert_int_equal(wr_file_remove(table->f.context, at(table, "a/old")), WR_OK);
    must_list(table, "a", "both new ");
    assert_false(wr_file_exists(table->f.context, at(table, "a/old")));
    assert_string_equal(wr_memory_get(table->below, "in/memory/a/old", NULL), "old");
    assert_string_equal(wr_memory_get(table->below, "in/memory/a/both", NULL), "below");
    assert_null(wr_memory_path(table->below, 3));
}

static void what_is_open_stays_as_it_was(void **state)
{
    struct table *table = *state;
    const struct wr_files *files = wr_memory_files(table->memory);
    struct wr_file_status status;
    void *file;
    char text[4] = "";
    size_t got;
    put(table, ".", "f", "old");
    assert_int_equal(files->open(files->user, at(table, "f"), &file, &status), WR_FILE_FINE);
    put(table, ".", "f", "new");
    assert_int_equal(files->read(files->user, file, 0, text, 3, &got), WR_FILE_FINE);
    assert_string_equal(text, "old");
    files->close(files->user, file);
}

static enum wr_result fill_memory(struct findings *findings, void *user)
{
    struct wr_memory *memory = wr_memory_create(NULL);
    struct wr_staging *staging;
    struct wr_source source;
    char **names;
    size_t count;
    (void)user;
    if (!memory)
        return wr_no_memory(findings->context);
    wr_context_set_files(findings->context, wr_memory_files(memory));
    enum wr_result result = wr_staging_make(findings->context, "a/b", &staging);
    if (result == WR_OK) {
        result = wr_staging_write(findings->context, staging, "f", "x", 1, 0);
        if (result == WR_OK)
            result = wr_staging_move(findings->context, staging, "f", 0);
        wr_staging_drop(staging);
    }
    if (result == WR_OK)
        result = wr_file_read(findings->context, findings->arena, "a/b/f", &source);
    if (result == WR_OK)
        result = wr_folder_list(findings->context, findings->arena, "a", &names, &count);
    wr_context_set_files(findings->context, NULL);
    wr_memory_destroy(memory);
    return result;
}

static void memory_that_runs_out_is_said(void **state)
{
    (void)state;
    starve(fill_memory, NULL);
}

/* ---- A table that only reads ---- */

static void a_table_may_write_nothing(void **state)
{
    struct table *table = *state;
    struct wr_files files = *wr_memory_files(table->memory);
    struct wr_staging *staging;
    put(table, "a", "f", "x");
    files.stage = NULL;
    files.create = NULL;
    files.remove = NULL;
    files.resolve = NULL;
    wr_context_set_files(table->f.context, &files);
    must_hold(table, "a/f", "x");
    assert_int_equal(wr_path_stays(table->f.context, "a", "a/f"), WR_OK);
    assert_int_equal(wr_staging_make(table->f.context, "out", &staging), WR_IO);
    assert_said(&table->f, "0:0: error [write-failed] cannot be made: nothing can be written "
                           "there\n");
    assert_int_equal(wr_file_write(table->f.context, at(table, "a/g"), "x", 1, 0), WR_IO);
    assert_int_equal(wr_file_remove(table->f.context, at(table, "a/f")), WR_IO);
    wr_context_set_files(table->f.context, wr_memory_files(table->memory));
}

/* ---- A table in which things change ---- */

static int open_taller(void *user, const char *path, void **file, struct wr_file_status *out)
{
    const struct wr_files *files = wr_memory_files(user);
    int error = files->open(files->user, path, file, out);
    out->size++; /* as it was when it was looked at */
    return error;
}

static void a_file_that_shrinks_while_it_is_read_is_no_shorter_file(void **state)
{
    struct table *table = *state;
    struct wr_files files = *wr_memory_files(table->memory);
    struct wr_source source;
    uint8_t head[8];
    bool lacking = false;
    put(table, "a", "f", "x");
    files.user = table->memory;
    files.open = open_taller;
    wr_context_set_files(table->f.context, &files);
    assert_int_equal(wr_file_read(table->f.context, table->f.arena, at(table, "a/f"), &source),
                     WR_IO);
    assert_said(&table->f, "0:0: error [read-failed] cannot be read: the file became shorter "
                           "meanwhile (run it again once nobody writes to the file)\n");
    assert_int_equal(
        wr_file_peek(table->f.context, at(table, "a/f"), head, sizeof head, &lacking), 1);
    assert_false(lacking);
    wr_context_set_files(table->f.context, wr_memory_files(table->memory));
}

static void ways_lead_from_folders_of_a_disk_into_memory(void **state)
{
    struct table *table = *state;
    struct wr_memory *memory = wr_memory_create(wr_files_system());
    struct wr_context *context = table->f.context;
    char name[512];
    wr_context_set_files(context, wr_memory_files(memory));
    put(table, "a", "f", "x");
    assert_null(fopen(folder_path(&table->folder, "a/f", name), "rb")); /* in memory alone */
    const struct {
        const char *from, *to, *way;
    } cases[] = {{"", "a", "a"}, {"a", "", ".."}, {"a", "a/f", "f"}, {"", "a/f", "a/f"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(wr_path_between(context, table->f.arena, at(table, cases[i].from),
                                            at(table, cases[i].to)),
                            cases[i].way);
    assert_int_equal(wr_path_stays(context, at(table, ""), at(table, "a/f")), WR_OK);
    assert_int_equal(wr_path_stays(context, at(table, "a"), at(table, "")), WR_INVALID);
    wr_context_set_files(context, NULL);
    wr_memory_destroy(memory);
}

static int resolve_starved(void *user, const char *path, struct wr_bytes *out)
{
    (void)user, (void)path, (void)out;
    return WR_FILE_NO_MEMORY;
}

static void a_way_that_is_not_known_for_want_of_memory_is_no_way(void **state)
{
    struct table *table = *state;
    struct wr_files files = *wr_memory_files(table->memory);
    put(table, "a", "f", "x");
    files.resolve = resolve_starved;
    struct wr_memory *above = wr_memory_create(&files);
    const struct wr_files *tables[] = {&files, wr_memory_files(above)};
    for (int i = 0; i < 2; i++) {
        wr_context_set_files(table->f.context, tables[i]);
        assert_null(wr_path_between(table->f.context, table->f.arena, at(table, "a"),
                                    at(table, "a/f")));
        assert_int_equal(wr_path_stays(table->f.context, at(table, "a"), at(table, "a/f")),
                         WR_NO_MEMORY);
    }
    wr_context_set_files(table->f.context, wr_memory_files(table->memory));
    wr_memory_destroy(above);
}

#define ON_EACH(test)                                                                          \
    {#test " (system)", test, system_start, finish, NULL},                                     \
        {#test " (memory)", test, memory_start, finish, NULL},                                 \
        {#test " (trail)", test, trail_start, finish, NULL},                                   \
        {#test " (standard)", test, standard_start, finish, NULL},                             \
    {                                                                                          \
#test " (memory over another)", test, over_start, finish, NULL                         \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH(what_is_written_is_read_and_listed),
        ON_EACH(a_range_is_read),
        ON_EACH(a_file_is_replaced_only_where_that_is_told),
        ON_EACH(what_is_not_moved_leaves_nothing),
        ON_EACH(a_folder_is_removed_only_where_nothing_is_in_it),
        ON_EACH(a_growing_file_gets_its_head_last),
        ON_EACH(what_is_not_there_or_no_file_is_said),
        ON_EACH(ways_lead_from_folder_to_folder),
        ON_EACH(a_path_has_a_longest_length),
        ON_EACH(several_threads_fill_one_stage),
        cmocka_unit_test_setup_teardown(a_file_goes_on_behind_what_is_kept_for_one_at_a_time,
                                        system_start, finish),
        cmocka_unit_test_setup_teardown(a_file_goes_on_behind_what_is_kept_for_one_at_a_time,
                                        trail_start, finish),
        cmocka_unit_test_setup_teardown(a_file_goes_on_behind_what_is_kept_for_one_at_a_time,
                                        standard_start, finish),
        cmocka_unit_test_setup_teardown(a_file_of_gigabytes_is_read_in_pieces, system_start,
                                        finish),
        cmocka_unit_test(a_program_puts_and_gets),
        cmocka_unit_test_setup_teardown(what_is_below_shows_and_stays, over_start, finish),
        cmocka_unit_test_setup_teardown(what_is_open_stays_as_it_was, memory_start, finish),
        cmocka_unit_test(memory_that_runs_out_is_said),
        cmocka_unit_test_setup_teardown(a_table_may_write_nothing, memory_start, finish),
        cmocka_unit_test_setup_teardown(a_file_that_shrinks_while_it_is_read_is_no_shorter_file,
                                        memory_start, finish),
        cmocka_unit_test_setup_teardown(ways_lead_from_folders_of_a_disk_into_memory,
                                        system_start, finish),
        cmocka_unit_test_setup_teardown(a_way_that_is_not_known_for_want_of_memory_is_no_way,
                                        memory_start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
