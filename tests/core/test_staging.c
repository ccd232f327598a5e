/* Files made together: all of them arrive, or none; what killed processes left of theirs goes,
 * and nothing else. */
#define _GNU_SOURCE /* unshare */
#include "tests/support/test.h"

#include "core/base/parallel.h"
#include "core/files/file.h"
#include "tests/support/folder.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

struct place {
    struct wr_context *context;
    struct wr_arena *arena;
    struct folder folder;
    const char *root;
};

static int open_place(void **state)
{
    static struct place place;
    place.context = wr_context_create(NULL, NULL);
    place.arena = wr_arena_create();
    folder_start(&place.folder);
    place.root = place.folder.root;
    *state = &place;
    return 0;
}

static int close_place(void **state)
{
    struct place *place = *state;
    folder_end(&place->folder);
    wr_arena_destroy(place->arena);
    wr_context_destroy(place->context);
    return 0;
}

static const char *path_of(struct place *place, const char *name)
{
    return wr_path_join(place->arena, place->root, name);
}

static char **names_of(struct place *place, size_t *count)
{
    char **names;
    assert_int_equal(wr_folder_list(place->context, place->arena, place->root, &names, count),
                     WR_OK);
    return names;
}

static size_t count_names(struct place *place)
{
    size_t count;
    names_of(place, &count);
    return count;
}

static struct wr_staging *stage(struct place *place)
{
    struct wr_staging *staging;
    assert_int_equal(wr_staging_make(place->context, place->root, &staging), WR_OK);
    return staging;
}

/* What every build does to a folder. */
static void sweep(struct place *place)
{
    wr_staging_drop(stage(place));
}

/* A process that is killed at work; the name of the folder it leaves, without the slash. */
static char *leave(struct place *place)
{
    size_t count;
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct wr_staging *staging = stage(place);
        wr_staging_write(place->context, staging, "a", "half", 4, 0);
        wr_staging_write(place->context, staging, "b", "whole", 5, 0);
        kill(getpid(), SIGKILL);
    }
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    char **names = names_of(place, &count);
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], ".warren-", 8) == 0) {
            names[i][strlen(names[i]) - 1] = '\0';
            return names[i];
        }
    fail_msg("nothing is left");
    return NULL;
}

static void must_hold(struct place *place, const char *name, const char *text)
{
    struct wr_source source;
    const char *path = path_of(place, name);
    assert_int_equal(wr_file_read(place->context, place->arena, path, &source), WR_OK);
    assert_string_equal((const char *)source.data, text);
}

static void staged_files_arrive_only_when_moved(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging = stage(place);
    assert_int_equal(wr_staging_write(place->context, staging, "a", "one", 3, 0), WR_OK);
    assert_int_equal(wr_staging_write(place->context, staging, "b", "two", 3, 0), WR_OK);
    assert_false(wr_file_exists(place->context, path_of(place, "a")));
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_OK);
    assert_true(wr_file_exists(place->context, path_of(place, "a")));
    wr_staging_drop(staging);
    assert_int_equal(count_names(place), 1);
}

static void a_file_that_is_there_is_kept_unless_told(void **state)
{
    struct place *place = *state;
    const char *path = path_of(place, "a");
    struct wr_staging *staging;
    struct wr_source source;
    assert_int_equal(wr_file_write(place->context, path, "old", 3, WR_OVERWRITE), WR_OK);
    staging = stage(place);
    wr_staging_write(place->context, staging, "a", "new", 3, 0);
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_INVALID);
    wr_file_read(place->context, place->arena, path, &source);
    assert_memory_equal(source.data, "old", 3);
    assert_int_equal(wr_staging_move(place->context, staging, "a", WR_OVERWRITE), WR_OK);
    wr_file_read(place->context, place->arena, path, &source);
    assert_memory_equal(source.data, "new", 3);
    wr_staging_drop(staging);
}

static void a_folder_that_cannot_be_written_is_an_error(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging;
    assert_int_equal(wr_staging_make(place->context, "/proc/no", &staging), WR_IO);
    wr_staging_drop(NULL);
}

static void what_a_killed_process_left_is_swept(void **state)
{
    struct place *place = *state;
    leave(place);
    sweep(place);
    assert_int_equal(count_names(place), 0);
}

/* Killed between its first two steps, or its last two. */
static void an_empty_folder_that_was_left_is_swept(void **state)
{
    struct place *place = *state;
    const char *left = path_of(place, leave(place));
    static const char *const names[] = {"a", "b", ".made"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(unlink(wr_path_join(place->arena, left, names[i])), 0);
    sweep(place);
    assert_int_equal(count_names(place), 0);
}

static void what_is_at_work_is_not_swept(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging = stage(place);
    assert_int_equal(wr_staging_write(place->context, staging, "a", "one", 3, 0), WR_OK);
    sweep(place);
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_OK);
    wr_staging_drop(staging);
    must_hold(place, "a", "one");
}

/* Stages a file as the first process of a container, and waits to be told to go on. */
static int work_in_a_container(struct place *place, int ready, int go)
{
    char byte;
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        return 77;
    pid_t child = fork();
    int status;
    if (child != 0)
        return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                        : 1;
    struct wr_staging *staging = stage(place);
    bool fine = wr_staging_write(place->context, staging, "a", "one", 3, 0) == WR_OK &&
                write(ready, "r", 1) == 1 && read(go, &byte, 1) == 1 &&
                wr_staging_move(place->context, staging, "a", 0) == WR_OK;
    wr_staging_drop(staging);
    _exit(fine ? 0 : 1);
}

static void what_is_at_work_in_another_container_is_not_swept(void **state)
{
    struct place *place = *state;
    int ready[2], go[2], status;
    char byte;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ready[0]);
        _exit(work_in_a_container(place, ready[1], go[0]));
    }
    close(ready[1]);
    if (read(ready[0], &byte, 1) == 1) {
        sweep(place);
        assert_int_equal(write(go[1], "g", 1), 1);
    }
    waitpid(child, &status, 0);
    close(ready[0]);
    close(go[0]);
    close(go[1]);
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(status, 0);
    must_hold(place, "a", "one");
    assert_int_equal(count_names(place), 1);
}

static void a_link_that_bears_such_a_name_is_not_followed(void **state)
{
    struct place *place = *state;
    const char *left = path_of(place, leave(place)), *elsewhere = path_of(place, "elsewhere");
    assert_int_equal(rename(left, elsewhere), 0);
    assert_int_equal(symlink("elsewhere", left), 0);
    sweep(place);
    must_hold(place, "elsewhere/a", "half");
    must_hold(place, "elsewhere/b", "whole");
    assert_int_equal(count_names(place), 2);
}

static void links_in_a_folder_that_was_left_are_not_followed(void **state)
{
    struct place *place = *state;
    const char *left = path_of(place, leave(place));
    const char *list = wr_path_join(place->arena, left, ".made");
    folder_text(&place->folder, "mine", "mine");
    folder_text(&place->folder, "names", "a\nb\n");
    assert_int_equal(unlink(list), 0);
    assert_int_equal(symlink("../names", list), 0);
    sweep(place);
    must_hold(place, "mine", "mine");
    must_hold(place, "names", "a\nb\n");
    assert_true(wr_folder_exists(place->context, left));
}

static void a_folder_that_others_made_stays(void **state)
{
    struct place *place = *state;
    static const char *const names[] = {
        ".warren-12345-0/notes.txt",  ".warren-12345-0/.made", ".warren-2147483646-0/room0.wok",
        ".warren-12345-0-00000000/a", ".warren-1-2-3/.made",   ".warren/a",
    };
    enum { COUNT = sizeof names / sizeof *names };
    for (int i = 0; i < COUNT; i++)
        folder_text(&place->folder, names[i], "notes.txt\n");
    folder_text(&place->folder, ".warren-12345-1", "a file of such a name");
    sweep(place);
    for (int i = 0; i < COUNT; i++)
        must_hold(place, names[i], "notes.txt\n");
    must_hold(place, ".warren-12345-1", "a file of such a name");
}

static void what_others_put_into_a_folder_that_was_left_stays(void **state)
{
    struct place *place = *state;
    char *left = leave(place);
    const char *notes = wr_path_join(place->arena, left, "notes.txt");
    folder_text(&place->folder, notes, "mine");
    sweep(place);
    must_hold(place, notes, "mine");
    size_t count;
    char **names;
    wr_folder_list(place->context, place->arena, path_of(place, left), &names, &count);
    assert_int_equal(count, 1);
}

static void a_list_that_names_files_elsewhere_removes_none(void **state)
{
    struct place *place = *state;
    char *left = leave(place), text[600];
    const char *mine = path_of(place, "mine");
    folder_text(&place->folder, "mine", "mine");
    snprintf(text, sizeof text, "../mine\n%s\n..\n.\n\n%s/../mine\n", mine, left);
    folder_text(&place->folder, wr_path_join(place->arena, left, ".made"), text);
    sweep(place);
    must_hold(place, "mine", "mine");
}

static void what_another_user_left_stays(void **state)
{
    struct place *place = *state;
    char *left = leave(place);
    if (chown(path_of(place, left), 12345, (gid_t)-1) != 0)
        skip(); /* only root gives folders away */
    sweep(place);
    must_hold(place, wr_path_join(place->arena, left, "a"), "half");
}

static void a_folder_that_was_made_for_nothing_is_removed(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging;
    const char *deep = path_of(place, "new/deep//deeper/");
    assert_int_equal(wr_staging_make(place->context, deep, &staging), WR_OK);
    wr_staging_write(place->context, staging, "a", "one", 3, 0);
    wr_staging_drop(staging);
    assert_int_equal(count_names(place), 0);
    assert_int_equal(wr_staging_make(place->context, deep, &staging), WR_OK);
    wr_staging_write(place->context, staging, "a", "one", 3, 0);
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_OK);
    wr_staging_drop(staging);
    must_hold(place, "new/deep/deeper/a", "one");
}

static enum wr_result write_on(void *user, struct wr_context *context, unsigned worker,
                               size_t index)
{
    struct place *place = user;
    struct wr_arena *arena = wr_arena_create();
    struct wr_staging *staging;
    (void)worker, (void)index;
    wr_staging_make(context, wr_path_join(arena, place->root, "new/deep"), &staging);
    for (;;)
        wr_staging_write(context, staging, "a", "half", 4, 0);
    return WR_OK;
}

static void write_on_three_threads(struct place *place)
{
    wr_undo_on_signals();
    wr_context_set_jobs(place->context, 3);
    wr_parallel(place->context, NULL, 3, write_on, place);
}

static void a_signal_removes_what_is_half_made_by_any_thread(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct place *place = *state;
    for (int round = 0; round < 30; round++) {
        /* Whoever started this test may ignore it, and one that comes early would be lost. */
        signal(signals[round % 3], SIG_DFL);
        pid_t child = fork();
        int status;
        if (child == 0)
            write_on_three_threads(place);
        while (round % 2 && !wr_folder_exists(place->context, path_of(place, "new")))
            sched_yield();
        kill(child, signals[round % 3]);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[round % 3]);
        assert_int_equal(count_names(place), 0);
    }
}

/* Standard output becomes a pipe whose reader has gone. */
static void lose_the_reader(void)
{
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(1);
    close(ends[0]);
    close(ends[1]);
}

static void print_while_something_is_half_made(struct place *place)
{
    lose_the_reader();
    wr_undo_on_signals();
    if (wr_staging_write(place->context, stage(place), "a", "half", 4, 0) != WR_OK)
        _exit(1);
    bool written = wr_write_out("a line\n", 7);
    _exit(written ? 2 : count_names(place) == 0 ? 3 : 4);
}

static void a_pipe_that_nobody_reads_removes_what_is_half_made(void **state)
{
    struct place *place = *state;
    int status;
    signal(SIGPIPE, SIG_DFL);
    pid_t child = fork();
    if (child == 0)
        print_while_something_is_half_made(place);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGPIPE);
    assert_int_equal(count_names(place), 0);
}

static void who_ignores_pipes_that_nobody_reads_is_told_and_goes_on(void **state)
{
    struct place *place = *state;
    int status;
    signal(SIGPIPE, SIG_IGN);
    pid_t child = fork();
    if (child == 0)
        print_while_something_is_half_made(place);
    signal(SIGPIPE, SIG_DFL);
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
}

static void a_growing_file_is_appended_to_and_begun_anew(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging = stage(place);
    struct wr_staged *file = NULL;
    struct wr_source source;
    assert_int_equal(wr_staged_open(place->context, place->arena, staging, "g", &file), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "....", 4), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "body", 4), WR_OK);
    assert_int_equal(wr_staged_begin_with(place->context, file, "head", 4), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "tail", 4), WR_OK);
    assert_int_equal(wr_staged_close(place->context, file, WR_DURABLE), WR_OK);
    assert_int_equal(wr_staged_close(place->context, NULL, 0), WR_OK);
    assert_int_equal(wr_staging_move(place->context, staging, "g", 0), WR_OK);
    wr_staging_drop(staging);
    const char *path = path_of(place, "g");
    assert_int_equal(wr_file_read(place->context, place->arena, path, &source), WR_OK);
    assert_int_equal(source.size, 12);
    assert_memory_equal(source.data, "headbodytail", 12);
}

static void a_growing_file_that_cannot_be_made_says_so(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging = stage(place);
    struct wr_staged *file = NULL;
    assert_int_equal(
        wr_staged_open(place->context, place->arena, staging, "no/such/folder", &file), WR_IO);
    assert_null(file);
    wr_staging_drop(staging);
    assert_int_equal(count_names(place), 0);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, open_place, close_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_PLACE(staged_files_arrive_only_when_moved),
        IN_PLACE(a_file_that_is_there_is_kept_unless_told),
        IN_PLACE(a_folder_that_cannot_be_written_is_an_error),
        IN_PLACE(what_a_killed_process_left_is_swept),
        IN_PLACE(an_empty_folder_that_was_left_is_swept),
        IN_PLACE(what_is_at_work_is_not_swept),
        IN_PLACE(what_is_at_work_in_another_container_is_not_swept),
        IN_PLACE(a_link_that_bears_such_a_name_is_not_followed),
        IN_PLACE(links_in_a_folder_that_was_left_are_not_followed),
        IN_PLACE(a_folder_that_others_made_stays),
        IN_PLACE(what_others_put_into_a_folder_that_was_left_stays),
        IN_PLACE(a_list_that_names_files_elsewhere_removes_none),
        IN_PLACE(what_another_user_left_stays),
        IN_PLACE(a_folder_that_was_made_for_nothing_is_removed),
        IN_PLACE(a_signal_removes_what_is_half_made_by_any_thread),
        IN_PLACE(a_pipe_that_nobody_reads_removes_what_is_half_made),
        IN_PLACE(who_ignores_pipes_that_nobody_reads_is_told_and_goes_on),
        IN_PLACE(a_growing_file_is_appended_to_and_begun_anew),
        IN_PLACE(a_growing_file_that_cannot_be_made_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
