/* Files and folders in a temporary folder: whole or not at all, and each failure named. */
#include "tests/support/test.h"

#include "core/base/bytes.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct {
    struct wr_context *context;
    struct wr_arena *arena;
    char folder[64];
    char slug[64], text[512];
} here;

static void remember(void *user, const struct wr_diag *diag)
{
    (void)user;
    snprintf(here.slug, sizeof here.slug, "%s", diag->slug);
    struct wr_bytes bytes = {0};
    wr_diag_print(diag, &bytes);
    snprintf(here.text, sizeof here.text, "%.*s", (int)bytes.size, (char *)bytes.data);
    wr_bytes_finish(&bytes);
}

static int enter(void **state)
{
    (void)state;
    memset(&here, 0, sizeof here);
    strcpy(here.folder, "/tmp/warren-test-XXXXXX");
    here.context = wr_context_create(remember, NULL);
    here.arena = wr_arena_create();
    return mkdtemp(here.folder) && here.context && here.arena ? 0 : -1;
}

static const char *path_of(const char *name)
{
    return wr_path_join(here.arena, here.folder, name);
}

/* Makes a folder with those above it, by a file in it that goes again. */
static enum wr_result make_folder(const char *path)
{
    struct wr_staging *staging;
    enum wr_result result = wr_staging_make(here.context, path, &staging);
    if (result != WR_OK)
        return result;
    result = wr_staging_write(here.context, staging, "kept", "", 0, 0);
    if (result == WR_OK)
        result = wr_staging_move(here.context, staging, "kept", WR_OVERWRITE);
    wr_staging_drop(staging);
    if (result == WR_OK)
        unlink(wr_path_join(here.arena, path, "kept"));
    return result;
}

static void clear(const char *folder)
{
    char **names;
    size_t count;
    if (wr_folder_list(here.context, here.arena, folder, &names, &count) != WR_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        char *path = wr_path_join(here.arena, folder, names[i]);
        if (path[strlen(path) - 1] == '/')
            clear(path);
        else
            unlink(path);
    }
    rmdir(folder);
}

static int leave(void **state)
{
    (void)state;
    clear(here.folder);
    wr_arena_destroy(here.arena);
    wr_context_destroy(here.context);
    return 0;
}

static enum wr_result put(const char *name, const char *text, unsigned flags)
{
    return wr_file_write(here.context, path_of(name), text, strlen(text), flags);
}

static void must_hold(const char *name, const char *text)
{
    struct wr_source source;
    assert_int_equal(wr_file_read(here.context, here.arena, path_of(name), &source), WR_OK);
    assert_int_equal(source.size, strlen(text));
    assert_string_equal((const char *)source.data, text);
}

static void must_list(const char *folder, const char *expected)
{
    char **names, joined[512] = "";
    size_t count;
    assert_int_equal(wr_folder_list(here.context, here.arena, folder, &names, &count), WR_OK);
    for (size_t i = 0; i < count; i++) {
        strcat(joined, names[i]);
        strcat(joined, " ");
    }
    assert_string_equal(joined, expected);
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    struct wr_source source;
    assert_int_equal(put("a", "hello", 0), WR_OK);
    must_hold("a", "hello");
    assert_int_equal(put("empty", "", WR_DURABLE), WR_OK);
    must_hold("empty", "");
    const char *path = path_of("a");
    assert_int_equal(wr_file_read(here.context, here.arena, path, &source), WR_OK);
    assert_string_equal(source.name, path);
    assert_ptr_not_equal(source.name, path);
    assert_false(source.binary);
    must_list(here.folder, "a empty ");
}

static void nothing_is_replaced_unasked(void **state)
{
    (void)state;
    assert_int_equal(put("a", "old", 0), WR_OK);
    assert_int_equal(put("a", "new", 0), WR_INVALID);
    assert_string_equal(here.slug, "file-exists");
    assert_non_null(strstr(here.text, "--force"));
    must_hold("a", "old");
    assert_int_equal(put("a", "new", WR_OVERWRITE | WR_DURABLE), WR_OK);
    must_hold("a", "new");
    must_list(here.folder, "a ");
}

static void of_many_writers_of_a_new_file_one_wins(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        char name[8], text[8];
        snprintf(name, sizeof name, "r%d", round);
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                snprintf(text, sizeof text, "by %d", i);
                _exit(put(name, text, 0) == WR_OK ? 0 : 1);
            }
        int wins = 0, status;
        while (wait(&status) > 0)
            wins += WIFEXITED(status) && WEXITSTATUS(status) == 0;
        assert_int_equal(wins, 1);
    }
}

static void a_killed_writer_leaves_the_old_file_or_the_new(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    static char old[SIZE], new[SIZE];
    memset(old, 'o', SIZE);
    memset(new, 'n', SIZE);
    const char *path = path_of("a");
    assert_int_equal(wr_file_write(here.context, path, old, SIZE, 0), WR_OK);
    for (int round = 0; round < 30; round++) {
        pid_t child = fork();
        if (child == 0)
            for (int i = 0;; i++)
                wr_file_write(here.context, path, i % 2 ? old : new, SIZE, WR_OVERWRITE);
        nanosleep(&(struct timespec){.tv_nsec = round * 100000L}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        struct wr_source source;
        assert_int_equal(wr_file_read(here.context, here.arena, path, &source), WR_OK);
        assert_int_equal(source.size, SIZE);
        assert_true(source.data[0] == 'o' || source.data[0] == 'n');
        for (size_t i = 1; i < SIZE; i++)
            if (source.data[i] != source.data[0])
                fail_msg("a mixture is left");
        wr_arena_reset(here.arena);
        path = path_of("a");
    }
    assert_int_equal(wr_file_write(here.context, path, old, SIZE, WR_OVERWRITE), WR_OK);
    must_list(here.folder, "a ");
}

static void a_writer_of_many_files_goes_from_folder_to_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a/1", "a/2", "b/1", "a/3", "b/link"};
    struct wr_writer *writer = wr_writer_create();
    assert_int_equal(make_folder(path_of("a")), WR_OK);
    assert_int_equal(make_folder(path_of("b")), WR_OK);
    assert_int_equal(symlink("../a/3", path_of("b/link")), 0);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(wr_writer_write(here.context, writer, path_of(names[i]), names[i],
                                         strlen(names[i]), i == 4 ? WR_OVERWRITE : 0),
                         WR_OK);
    wr_writer_destroy(writer);
    wr_writer_destroy(NULL);
    must_list(path_of("a"), "1 2 3 ");
    must_list(path_of("b"), "1 link ");
    must_hold("a/2", "a/2");
    must_hold("a/3", "b/link");
}

/* A limit on a file's size stands for a full disk: part of the data is taken, then no more. */
static void a_failed_write_leaves_nothing_behind(void **state)
{
    (void)state;
    static char large[100000];
    struct rlimit before, limit;
    assert_int_equal(put("a", "old", 0), WR_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    enum wr_result result =
        wr_file_write(here.context, path_of("a"), large, sizeof large, WR_OVERWRITE);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(result, WR_IO);
    assert_string_equal(here.slug, "write-failed");
    assert_non_null(strstr(here.text, "cannot be written: the file would be too large"));
    must_hold("a", "old");
    must_list(here.folder, "a ");
}

static void a_full_device_is_named(void **state)
{
    (void)state;
    struct stat status;
    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode))
        skip();
    assert_int_equal(wr_file_write(here.context, "/dev/full", "x", 1, 0), WR_IO);
    assert_string_equal(here.text, "/dev/full: error: cannot be written: no space left on the "
                                   "device [write-failed]\n");
    assert_int_equal(wr_file_write(here.context, "/dev/null", "x", 1, 0), WR_OK);
}

static void links_are_followed_and_permissions_stay(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(put("real", "old", 0), WR_OK);
    assert_int_equal(chmod(path_of("real"), 0640), 0);
    assert_int_equal(symlink("real", path_of("link")), 0);
    assert_int_equal(put("link", "new", 0), WR_INVALID);
    assert_int_equal(put("link", "new", WR_OVERWRITE), WR_OK);
    must_hold("real", "new");
    assert_int_equal(lstat(path_of("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat(path_of("real"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void what_is_not_there_or_a_folder_is_named(void **state)
{
    (void)state;
    struct wr_source source = {.name = "untouched"};
    assert_int_equal(put("a", "x", 0), WR_OK);
    assert_int_equal(wr_file_read(here.context, here.arena, path_of("b"), &source),
                     WR_NOT_FOUND);
    assert_string_equal(here.slug, "file-not-found");
    assert_int_equal(wr_file_read(here.context, here.arena, path_of("a/b"), &source),
                     WR_NOT_FOUND);
    assert_int_equal(wr_file_read(here.context, here.arena, here.folder, &source), WR_INVALID);
    assert_string_equal(here.slug, "file-is-folder");
    assert_string_equal(source.name, "untouched");
    assert_int_equal(wr_file_write(here.context, here.folder, "x", 1, WR_OVERWRITE),
                     WR_INVALID);
    assert_string_equal(here.slug, "file-is-folder");
    assert_int_equal(put("no/b", "x", 0), WR_IO);
    assert_string_equal(here.slug, "write-failed");
    assert_int_equal(put("a/b", "x", 0), WR_IO);
}

static void the_head_of_a_file_is_read_with_its_size(void **state)
{
    (void)state;
    char head[8] = "";
    size_t got;
    uint64_t total;
    assert_int_equal(put("long", "a text of many words", 0), WR_OK);
    assert_int_equal(put("short", "abc", 0), WR_OK);
    assert_int_equal(wr_file_head(here.context, path_of("long"), head, 6, &got, &total), WR_OK);
    assert_int_equal(got, 6);
    assert_int_equal(total, 20);
    assert_string_equal(head, "a text");
    assert_int_equal(wr_file_head(here.context, path_of("short"), head, 6, &got, &total),
                     WR_OK);
    assert_int_equal(got, 3);
    assert_int_equal(total, 3);
    assert_int_equal(wr_file_head(here.context, path_of("none"), head, 6, &got, &total),
                     WR_NOT_FOUND);
    assert_string_equal(here.slug, "file-not-found");
    assert_int_equal(wr_file_head(here.context, here.folder, head, 6, &got, &total),
                     WR_INVALID);
    assert_string_equal(here.slug, "file-is-folder");
}

static void a_file_too_large_is_refused_before_it_is_read(void **state)
{
    (void)state;
    struct wr_source source;
    assert_int_equal(put("sparse", "", 0), WR_OK);
    if (truncate(path_of("sparse"), (off_t)WR_LARGEST_FILE + 1) != 0)
        skip();
    assert_int_equal(wr_file_read(here.context, here.arena, path_of("sparse"), &source),
                     WR_LIMIT);
    assert_string_equal(here.slug, "file-too-large");
}

/* Nothing is forbidden to root, who is somebody else meanwhile. */
static void a_folder_one_may_not_write_to_is_named(void **state)
{
    (void)state;
    enum { NOBODY = 65534 };
    uid_t before = geteuid();
    assert_int_equal(chmod(here.folder, 0755), 0);
    assert_int_equal(make_folder(path_of("shut")), WR_OK);
    assert_int_equal(chmod(path_of("shut"), 0555), 0);
    assert_int_equal(before == 0 ? seteuid(NOBODY) : 0, 0);
    enum wr_result result = put("shut/a", "x", 0);
    assert_int_equal(seteuid(before), 0);
    assert_int_equal(result, WR_IO);
    assert_non_null(strstr(here.text, "permission denied"));
    assert_int_equal(chmod(path_of("shut"), 0700), 0);
}

static void files_without_a_size_are_read_whole(void **state)
{
    (void)state;
    enum { SIZE = 200001 };
    static char data[SIZE + 1], path[32];
    int pipes[2], status;
    struct wr_source source;
    memset(data, 'p', SIZE);
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(write(pipes[1], data, SIZE) == SIZE ? 0 : 1);
    close(pipes[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", pipes[0]);
    if (!wr_file_exists(here.context, path))
        skip();
    assert_int_equal(wr_file_read(here.context, here.arena, path, &source), WR_OK);
    assert_string_equal((const char *)source.data, data);
    close(pipes[0]);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    if (wr_file_exists(here.context, "/proc/self/status")) {
        assert_int_equal(wr_file_read(here.context, here.arena, "/proc/self/status", &source),
                         WR_OK);
        assert_true(source.size > 0);
    }
}

static void pipes_and_devices_are_no_input(void **state)
{
    (void)state;
    struct wr_source source;
    char head[4];
    size_t got;
    uint64_t total;
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_int_equal(symlink("pipe", path_of("link")), 0);
    const char *const paths[] = {path_of("pipe"), path_of("link"), "/dev/zero"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wr_file_read(here.context, here.arena, paths[i], &source), WR_INVALID);
        assert_string_equal(here.slug, "file-is-device");
        assert_int_equal(wr_file_head(here.context, paths[i], head, 4, &got, &total),
                         WR_INVALID);
    }
}

static void links_that_lead_out_of_a_folder_are_known(void **state)
{
    (void)state;
    assert_int_equal(make_folder(path_of("kit/inner")), WR_OK);
    assert_int_equal(make_folder(path_of("kitty")), WR_OK);
    assert_int_equal(put("kit/file", "x", 0), WR_OK);
    assert_int_equal(put("kitty/secret", "x", 0), WR_OK);
    assert_int_equal(symlink("../file", path_of("kit/inner/inside")), 0);
    assert_int_equal(symlink("../kitty/secret", path_of("kit/outside")), 0);
    assert_int_equal(symlink("../kitty", path_of("kit/folder")), 0);
    assert_int_equal(symlink("kit", path_of("link")), 0);
    assert_int_equal(wr_path_stays(here.context, path_of("kit"), path_of("kit/inner/inside")),
                     WR_OK);
    assert_int_equal(wr_path_stays(here.context, path_of("link"), path_of("link/inner/inside")),
                     WR_OK);
    assert_int_equal(wr_path_stays(here.context, path_of("kit"), path_of("kit/none")), WR_OK);
    assert_int_equal(wr_path_stays(here.context, "/", path_of("kit/outside")), WR_OK);
    assert_int_equal(wr_path_stays(here.context, path_of("kit"), path_of("kit/outside")),
                     WR_INVALID);
    assert_int_equal(wr_path_stays(here.context, path_of("link"), path_of("link/outside")),
                     WR_INVALID);
    assert_int_equal(wr_path_stays(here.context, path_of("kit"), path_of("kit/folder/secret")),
                     WR_INVALID);
    assert_int_equal(wr_path_stays(here.context, path_of("kit"), here.folder), WR_INVALID);
}

static void folders_are_made_with_those_above(void **state)
{
    (void)state;
    assert_int_equal(make_folder(path_of("a/b//c/")), WR_OK);
    assert_int_equal(make_folder(path_of("a/b/c")), WR_OK);
    assert_true(wr_folder_exists(here.context, path_of("a/b/c")));
    assert_false(wr_file_exists(here.context, path_of("a/b/c")));
    assert_int_equal(make_folder("."), WR_OK);
    assert_int_equal(make_folder("/"), WR_OK);
    assert_int_equal(put("file", "x", 0), WR_OK);
    assert_true(wr_file_exists(here.context, path_of("file")));
    assert_false(wr_folder_exists(here.context, path_of("file")));
    assert_int_equal(make_folder(path_of("file")), WR_IO);
    assert_int_equal(make_folder(path_of("file/below")), WR_IO);
    assert_string_equal(here.slug, "write-failed");
}

static void a_folder_is_listed_in_the_order_of_bytes(void **state)
{
    (void)state;
    static const char *const names[] = {"b", "B", "a.wok", "_", "\xc3\xa4", ".hidden", "10"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(put(names[i], "x", 0), WR_OK);
    assert_int_equal(make_folder(path_of("c")), WR_OK);
    assert_int_equal(symlink("c", path_of("d")), 0);
    must_list(here.folder, ".hidden 10 B _ a.wok b c/ d/ \xc3\xa4 ");
    must_list(path_of("c"), "");
    char **kept;
    size_t count;
    assert_int_equal(wr_folder_list(here.context, here.arena, path_of("no"), &kept, &count),
                     WR_NOT_FOUND);
}

static void failing_allocations_are_errors(void **state)
{
    (void)state;
    char **names;
    size_t count;
    struct wr_source source;
    assert_int_equal(put("a", "x", 0), WR_OK);
    const char *path = path_of("a");
    for (size_t n = 1; n < 4; n++) {
        struct wr_arena *arena = wr_arena_create();
        wr_fail_allocation_after(n);
        enum wr_result results[] = {
            wr_file_read(here.context, arena, path, &source),
            wr_folder_list(here.context, arena, here.folder, &names, &count),
            wr_file_write(here.context, path, "y", 1, WR_OVERWRITE),
            make_folder(here.folder),
        };
        wr_fail_allocation_after(0);
        bool failed = false;
        for (size_t i = 0; i < 4; i++) {
            assert_true(results[i] == WR_OK || results[i] == WR_NO_MEMORY);
            failed |= results[i] == WR_NO_MEMORY;
        }
        assert_true(failed);
        wr_arena_destroy(arena);
    }
}

static void paths_are_joined_and_taken_apart(void **state)
{
    (void)state;
    struct wr_arena *a = here.arena;
    assert_string_equal(wr_path_join(a, "kits", "hall.wok"), "kits/hall.wok");
    assert_string_equal(wr_path_join(a, "kits/", "hall.wok"), "kits/hall.wok");
    assert_string_equal(wr_path_join(a, ".", "hall.wok"), "hall.wok");
    assert_string_equal(wr_path_join(a, "", "hall.wok"), "hall.wok");
    assert_string_equal(wr_path_join(a, "/", "hall.wok"), "/hall.wok");
    assert_string_equal(wr_path_folder(a, "kits/hall.wok"), "kits");
    assert_string_equal(wr_path_folder(a, "hall.wok"), ".");
    assert_string_equal(wr_path_folder(a, "/hall.wok"), "/");
    assert_string_equal(wr_path_name("kits/hall.wok"), "hall.wok");
    assert_string_equal(wr_path_name("hall.wok"), "hall.wok");
    assert_string_equal(wr_path_name("kits/"), "");
}

static void roots_of_paths_are_known_with_drives_and_without(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t plain, drives;
    } roots[] = {
        {"", 0, 0},
        {"kits", 0, 0},
        {"./kits", 0, 0},
        {"/", 1, 1},
        {"/kits", 1, 1},
        {"//", 2, 2},
        {"\\kits", 0, 1},
        {"C:", 0, 2},
        {"c:kits", 0, 2},
        {"C:/kits", 0, 3},
        {"C:\\kits", 0, 3},
        {"C:/", 0, 3},
        {"1:/kits", 0, 0},
        {"CD:/kits", 0, 0},
        {"//server/share/kits", 2, 15},
        {"//server", 2, 8},
        {"\\\\server\\share", 0, 14},
        {"\\\\?\\C:\\kits", 0, 7},
        {"a/C:/kits", 0, 0},
    };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        size_t plain = wr_path_root(roots[i].path, false);
        size_t drives = wr_path_root(roots[i].path, true);
        if (plain != roots[i].plain || drives != roots[i].drives)
            fail_msg("'%s' has a root of %zu, with drives of %zu", roots[i].path, plain,
                     drives);
    }
}

static void the_ends_of_paths_are_known(void **state)
{
    (void)state;
    struct wr_arena *a = here.arena;
    assert_int_equal(wr_path_trimmed("kits//"), 4);
    assert_int_equal(wr_path_trimmed("/kits/"), 5);
    assert_int_equal(wr_path_trimmed("/"), 1);
    assert_int_equal(wr_path_trimmed(""), 0);
    assert_true(wr_path_rooted("/kits"));
    assert_false(wr_path_rooted("../kits"));
    assert_string_equal(wr_path_folder(a, "/"), "/");
    assert_string_equal(wr_path_folder(a, "/kits/den"), "/kits");
    assert_string_equal(wr_path_folder(a, "kits/"), "kits");
    char path[] = "..\\kits\\den/kit.xml";
    wr_path_slashes(path);
    assert_string_equal(path, "../kits/den/kit.xml");
    assert_false(wr_path_drives()); /* where this test runs */
    assert_string_equal(wr_path_name("a\\b"), "a\\b");
}

static void paths_that_leave_their_folder_are_known(void **state)
{
    (void)state;
    static const char *const fine[] = {"a",   "a/b.wok", "./a",          "a/./b", "..a",
                                       "a..", "a/...",   "a b/\xc3\xa4", "a//b"};
    static const char *const wrong[] = {"",     "/",      "/a",          "..",    "../a",
                                        "a/..", "a/../b", "\\a",         "..\\a", "a\\..\\b",
                                        "C:a",  "C:\\a",  "a/b/../../.."};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (!wr_path_inside(fine[i]))
            fail_msg("'%s' is inside", fine[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (wr_path_inside(wrong[i]))
            fail_msg("'%s' is not inside", wrong[i]);
}

static void names_of_devices_are_known(void **state)
{
    (void)state;
    static const char *const devices[] = {"con", "NUL", "aux.wok", "com1", "LPT9.txt", "prn"};
    static const char *const fine[] = {"cone", "co",   "com", "com12",
                                       "comx", "nul_", "",    "x.con"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (!wr_name_reserved(devices[i]))
            fail_msg("'%s' is a device", devices[i]);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (wr_name_reserved(fine[i]))
            fail_msg("'%s' is none", fine[i]);
}

static void names_that_windows_cannot_hold_are_known(void **state)
{
    (void)state;
    static const char *const fine[] = {
        "a",      ".a",   "a b.c",    "a.b.c", "\xc3\xa4\xe2\x82\xac",
        "[x]+;,", "con_", "xcon.wok", "~$a"};
    static const char *const wrong[] = {"a.",   "a ",   "a<b",     "a>",        "a:b",
                                        "\"a",  "a|b",  "a?",      "*",         "a\\b",
                                        "a\tb", "\x1f", "con.x.y", "Com7 .txt", "nul"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (wr_name_fault(fine[i]))
            fail_msg("'%s' is a name", fine[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!wr_name_fault(wrong[i]))
            fail_msg("'%s' is no name", wrong[i]);
}

static void put_empty(const char *name)
{
    assert_int_equal(wr_file_write(here.context, path_of(name), "", 0, 0), WR_OK);
}

static void names_that_differ_in_case_only_are_found(void **state)
{
    (void)state;
    wr_folder_names there;
    put_empty("b");
    put_empty("Hall.WOK");
    put_empty("hall.wok");
    put_empty("HALL.wol");
    assert_int_equal(wr_folder_names_load(here.context, here.arena, here.folder, &there),
                     WR_OK);
    assert_int_equal(there.count, 4);
    assert_string_equal(wr_folder_names_twin(&there, "HALL.wok"), "Hall.WOK");
    assert_string_equal(wr_folder_names_twin(&there, "Hall.WOK"), "hall.wok");
    assert_string_equal(wr_folder_names_twin(&there, "hall.wok"), "Hall.WOK");
    assert_string_equal(wr_folder_names_twin(&there, "B"), "b");
    assert_null(wr_folder_names_twin(&there, "b"));
    assert_null(wr_folder_names_twin(&there, "hall.wo"));
    assert_null(wr_folder_names_twin(&there, "a"));
    assert_null(wr_folder_names_twin(&there, "z"));
    assert_int_equal(wr_folder_names_load(here.context, here.arena, path_of("gone"), &there),
                     WR_OK);
    assert_int_equal(there.count, 0);
    assert_int_equal(wr_path_check_new(here.context, path_of("HALL.wok"), true), WR_INVALID);
    assert_int_equal(wr_path_check_new(here.context, path_of("hall.wok"), true), WR_OK);
    assert_int_equal(wr_path_check_new(here.context, path_of("new/aux/deep"), true),
                     WR_INVALID);
    assert_int_equal(wr_path_check_new(here.context, path_of("B/deep"), true), WR_INVALID);
    assert_int_equal(wr_path_check_new(here.context, path_of("new/./../deep/"), true), WR_OK);
    assert_int_equal(wr_path_check_new(here.context, path_of("B/deep"), false), WR_OK);
}

static const char *program = "test_system";

static void the_process_is_known(void **state)
{
    (void)state;
    assert_true(wr_processor_count() >= 1);
    setenv("WARREN_TEST_WORD", "word", 1);
    assert_string_equal(wr_environment("WARREN_TEST_WORD"), "word");
    unsetenv("WARREN_TEST_WORD");
    assert_null(wr_environment("WARREN_TEST_WORD"));
    char *folder = wr_program_folder(here.arena);
    assert_non_null(folder);
    if (*folder)
        assert_true(wr_file_exists(here.context, wr_path_join(here.arena, folder, program)));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter, leave)

int main(int count, char **arguments)
{
    program = count > 0 ? wr_path_name(arguments[0]) : program;
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_written_is_read_back),
        IN_FOLDER(nothing_is_replaced_unasked),
        IN_FOLDER(of_many_writers_of_a_new_file_one_wins),
        IN_FOLDER(a_killed_writer_leaves_the_old_file_or_the_new),
        IN_FOLDER(a_writer_of_many_files_goes_from_folder_to_folder),
        IN_FOLDER(a_failed_write_leaves_nothing_behind),
        IN_FOLDER(a_full_device_is_named),
        IN_FOLDER(links_are_followed_and_permissions_stay),
        IN_FOLDER(what_is_not_there_or_a_folder_is_named),
        IN_FOLDER(the_head_of_a_file_is_read_with_its_size),
        IN_FOLDER(a_file_too_large_is_refused_before_it_is_read),
        IN_FOLDER(a_folder_one_may_not_write_to_is_named),
        IN_FOLDER(files_without_a_size_are_read_whole),
        IN_FOLDER(pipes_and_devices_are_no_input),
        IN_FOLDER(links_that_lead_out_of_a_folder_are_known),
        IN_FOLDER(folders_are_made_with_those_above),
        IN_FOLDER(a_folder_is_listed_in_the_order_of_bytes),
        IN_FOLDER(failing_allocations_are_errors),
        IN_FOLDER(paths_are_joined_and_taken_apart),
        IN_FOLDER(roots_of_paths_are_known_with_drives_and_without),
        IN_FOLDER(the_ends_of_paths_are_known),
        IN_FOLDER(paths_that_leave_their_folder_are_known),
        IN_FOLDER(names_of_devices_are_known),
        IN_FOLDER(names_that_windows_cannot_hold_are_known),
        IN_FOLDER(names_that_differ_in_case_only_are_found),
        IN_FOLDER(the_process_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
