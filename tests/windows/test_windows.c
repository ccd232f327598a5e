/* What is different on Windows: names, drives, files that others hold, and its ends. */
#include "tests/support/findings.h"
#include "tests/windows/folder.h"

#include "core/base/system.h"
#include "core/files/file.h"

#include <threads.h>

struct place {
    struct findings f;
    struct folder folder;
};

static int place_start(void **state)
{
    static struct place place;
    findings_start(&place.f);
    folder_start(&place.folder);
    *state = &place;
    return 0;
}

static int place_end(void **state)
{
    struct place *place = *state;
    folder_end(&place->folder);
    findings_end(&place->f);
    return 0;
}

static const char *at(struct place *place, const char *name)
{
    return wr_path_join(place->f.arena, place->folder.root, name);
}

static enum wr_result put(struct place *place, const char *path, const char *text,
                          unsigned flags)
{
    return wr_file_write(place->f.context, path, text, strlen(text), flags);
}

static void check_text(struct place *place, const char *path, const char *text)
{
    struct wr_source source;
    assert_int_equal(wr_file_read(place->f.context, place->f.arena, path, &source), WR_OK);
    assert_string_equal((const char *)source.data, text);
}

static struct wr_file_status look(const char *path)
{
    struct wr_file_status status = {.kind = WR_DEVICE};
    const struct wr_files *files = wr_files_system();
    assert_int_equal(files->look(files->user, path, &status), WR_FILE_FINE);
    return status;
}

/* ---- Names ---- */

static void paths_may_be_longer_than_260_characters(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging;
    char **names;
    size_t count;
    const char *folder = place->folder.root;
    for (int i = 0; i < 12; i++)
        folder = wr_path_join(place->f.arena, folder, "a-folder-of-a-rather-long-name");
    const char *path = wr_path_join(place->f.arena, folder, "text");
    assert_true(strlen(path) > 380);
    assert_int_equal(wr_staging_make(place->f.context, folder, &staging), WR_OK);
    assert_int_equal(wr_staging_write(place->f.context, staging, "text", "far", 3, WR_DURABLE),
                     WR_OK);
    assert_int_equal(wr_staging_move(place->f.context, staging, "text", WR_DURABLE), WR_OK);
    wr_staging_drop(staging);
    check_text(place, path, "far");
    assert_int_equal(put(place, path, "new", WR_OVERWRITE), WR_OK);
    check_text(place, path, "new");
    assert_int_equal(wr_folder_list(place->f.context, place->f.arena, folder, &names, &count),
                     WR_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wr_file_remove(place->f.context, path), WR_OK);
    assert_false(wr_file_exists(place->f.context, path));
}

static void a_name_that_is_too_long_is_said_to_be(void **state)
{
    struct place *place = *state;
    char name[301];
    memset(name, 'a', 300);
    name[300] = '\0';
    assert_int_equal(put(place, at(place, name), "text", 0), WR_IO);
    assert_non_null(strstr(findings_said(&place->f), "the name is too long"));
}

static void names_are_utf_8(void **state)
{
    struct place *place = *state;
    const char *name = "Gr\xC3\xBC\xC3\x9F"
                       "e \xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x97\xBA.txt";
    char **names;
    size_t count;
    assert_int_equal(put(place, at(place, name), "text", 0), WR_OK);
    check_text(place, at(place, name), "text");
    assert_int_equal(
        wr_folder_list(place->f.context, place->f.arena, place->folder.root, &names, &count),
        WR_OK);
    assert_int_equal(count, 1);
    assert_string_equal(names[0], name);
}

static void what_is_not_utf_8_is_no_name(void **state)
{
    struct place *place = *state;
    assert_int_equal(put(place, at(place, "a\xFFz"), "text", 0), WR_IO);
    assert_non_null(strstr(findings_said(&place->f), "the name is not UTF-8"));
}

static void names_that_differ_in_case_are_one_file(void **state)
{
    struct place *place = *state;
    assert_int_equal(put(place, at(place, "Map.json"), "old", 0), WR_OK);
    assert_int_equal(put(place, at(place, "MAP.JSON"), "new", 0), WR_INVALID);
    assert_non_null(strstr(findings_said(&place->f), "[file-exists]"));
    struct wr_file_status one = look(at(place, "Map.json")),
                          other = look(at(place, "mAP.json"));
    assert_memory_equal(one.which, other.which, sizeof one.which);
    assert_true(one.which[1] != 0);
}

static void a_backslash_separates_too(void **state)
{
    struct place *place = *state;
    char path[512];
    folder_text(&place->folder, "inner/text", "found");
    snprintf(path, sizeof path, "%s\\inner\\text", place->folder.root);
    check_text(place, path, "found");
}

static void a_drive_is_a_folder(void **state)
{
    struct place *place = *state;
    char drive[] = "C:", root[] = "C:/";
    assert_true(place->folder.root[1] == ':');
    drive[0] = root[0] = place->folder.root[0];
    struct wr_file_status one = look(drive), other = look(root);
    assert_int_equal(one.kind, WR_FOLDER);
    assert_memory_equal(one.which, other.which, sizeof one.which);
}

static void what_lies_in_a_file_is_not_there(void **state)
{
    struct place *place = *state;
    struct wr_file_status status;
    const struct wr_files *files = wr_files_system();
    folder_text(&place->folder, "text", "");
    assert_int_equal(files->look(files->user, at(place, "text/inner/x"), &status),
                     WR_FILE_IN_FILE);
    assert_int_equal(files->look(files->user, at(place, "none/inner/x"), &status),
                     WR_FILE_MISSING);
    assert_int_equal(files->look(files->user, "", &status), WR_FILE_MISSING);
}

static void nul_is_a_device(void **state)
{
    struct place *place = *state;
    assert_int_equal(look(at(place, "nul")).kind, WR_DEVICE);
    assert_int_equal(put(place, at(place, "nul"), "gone", 0), WR_OK);
}

static void a_path_is_resolved_with_slashes(void **state)
{
    struct place *place = *state;
    struct wr_bytes out = {0};
    const struct wr_files *files = wr_files_system();
    folder_text(&place->folder, "inner/Text", "");
    assert_int_equal(files->resolve(files->user, at(place, "inner/../inner/TEXT"), &out), 0);
    wr_bytes_add(&out, "", 1);
    assert_non_null(strstr((char *)out.data, "/inner/Text"));
    assert_null(strchr((char *)out.data, '\\'));
    wr_bytes_finish(&out);
}

/* ---- Files of others ---- */

static void a_file_that_is_held_stays_as_it_was(void **state)
{
    struct place *place = *state;
    const DWORD shares[] = {0, FILE_SHARE_READ, FILE_SHARE_READ | FILE_SHARE_WRITE};
    const char *path = at(place, "held");
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        folder_text(&place->folder, "held", "old");
        HANDLE file = CreateFileW(folder_wide(path).text, GENERIC_READ, shares[i], NULL,
                                  OPEN_EXISTING, 0, NULL);
        assert_ptr_not_equal(file, INVALID_HANDLE_VALUE);
        assert_int_equal(put(place, path, "new", WR_OVERWRITE), WR_IO);
        assert_non_null(strstr(findings_said(&place->f),
                               "cannot be written: another program holds it open"));
        CloseHandle(file);
        check_text(place, path, "old");
        assert_int_equal(put(place, path, "new", WR_OVERWRITE), WR_OK);
        check_text(place, path, "new");
    }
}

static void a_file_that_nobody_may_read_says_who_holds_it(void **state)
{
    struct place *place = *state;
    struct wr_source source;
    folder_text(&place->folder, "held", "old");
    HANDLE file = CreateFileW(folder_wide(at(place, "held")).text, GENERIC_READ, 0, NULL,
                              OPEN_EXISTING, 0, NULL);
    assert_int_equal(wr_file_read(place->f.context, place->f.arena, at(place, "held"), &source),
                     WR_IO);
    assert_non_null(strstr(findings_said(&place->f), "another program holds it open"));
    CloseHandle(file);
}

static void what_is_read_may_be_replaced_meanwhile(void **state)
{
    struct place *place = *state;
    struct wr_file_status status;
    const struct wr_files *files = wr_files_system();
    void *file;
    char text[4] = {0};
    size_t got;
    folder_text(&place->folder, "text", "old");
    assert_int_equal(files->open(files->user, at(place, "text"), &file, &status), 0);
    assert_int_equal(wr_file_remove(place->f.context, at(place, "text")), WR_OK);
    assert_int_equal(files->read(files->user, file, 0, text, 3, &got), 0);
    assert_string_equal(text, "old");
    files->close(files->user, file);
}

static void what_may_only_be_read_is_replaced_and_stays_so(void **state)
{
    struct place *place = *state;
    const char *path = at(place, "text");
    folder_text(&place->folder, "text", "old");
    assert_true(SetFileAttributesW(folder_wide(path).text, FILE_ATTRIBUTE_READONLY));
    assert_int_equal(put(place, path, "new", WR_OVERWRITE), WR_OK);
    check_text(place, path, "new");
    assert_true(GetFileAttributesW(folder_wide(path).text) & FILE_ATTRIBUTE_READONLY);
    assert_int_equal(wr_file_remove(place->f.context, path), WR_OK);
    assert_false(wr_file_exists(place->f.context, path));
}

static void a_link_is_followed_and_stays(void **state)
{
    struct place *place = *state;
    folder_text(&place->folder, "text", "old");
    struct wr_wide link = folder_wide(at(place, "link")), text = folder_wide(at(place, "text"));
    CreateSymbolicLinkW(link.text, text.text, SYMBOLIC_LINK_FLAG_ALLOW_UNPRIVILEGED_CREATE);
    if (GetFileAttributesW(link.text) == INVALID_FILE_ATTRIBUTES)
        skip(); /* wine makes none, and says that it did */
    assert_true(look(at(place, "link")).linked);
    assert_int_equal(put(place, at(place, "link"), "new", WR_OVERWRITE), WR_OK);
    assert_true(look(at(place, "link")).linked);
    check_text(place, at(place, "text"), "new");
}

/* ---- Ends ---- */

enum { LEAVE = 7 };

/* A process of our own that begins a file in a folder, and then is killed, or waits. */
static int begin_and(const char *what, const char *folder)
{
    const struct wr_files *files = wr_files_system();
    void *stage, *file;
    wr_undo_on_signals();
    if (files->stage(files->user, folder, &stage) ||
        files->create(files->user, stage, "half", &file) ||
        files->append(files->user, file, "half", 4))
        return 1;
    if (strcmp(what, "leave") == 0)
        TerminateProcess(GetCurrentProcess(), LEAVE);
    SetEvent(OpenEventA(EVENT_MODIFY_STATE, FALSE, "warren-test-begun"));
    Sleep(20000);
    return 1;
}

static HANDLE start_self(const char *what, const char *folder, DWORD flags, DWORD *process)
{
    char program[512], line[1200];
    STARTUPINFOA start = {.cb = sizeof start};
    PROCESS_INFORMATION made;
    assert_true(GetModuleFileNameA(NULL, program, sizeof program) > 0);
    snprintf(line, sizeof line, "\"%s\" %s \"%s\"", program, what, folder);
    assert_true(
        CreateProcessA(program, line, NULL, NULL, FALSE, flags, NULL, NULL, &start, &made));
    CloseHandle(made.hThread);
    *process = made.dwProcessId;
    return made.hProcess;
}

static DWORD end_of(HANDLE process)
{
    DWORD code;
    assert_int_equal(WaitForSingleObject(process, 15000), WAIT_OBJECT_0);
    assert_true(GetExitCodeProcess(process, &code));
    CloseHandle(process);
    return code;
}

static size_t entries_of(struct place *place, const char *folder)
{
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(place->f.context, place->f.arena, folder, &names, &count),
                     WR_OK);
    return count;
}

static void what_a_killed_process_left_is_removed(void **state)
{
    struct place *place = *state;
    DWORD process;
    const char *folder = at(place, "out");
    assert_int_equal(end_of(start_self("leave", folder, 0, &process)), LEAVE);
    assert_int_equal(entries_of(place, folder), 1);
    assert_int_equal(put(place, at(place, "out/text"), "new", 0), WR_OK);
    assert_int_equal(entries_of(place, folder), 1);
}

static void what_is_at_work_is_left_alone(void **state)
{
    struct place *place = *state;
    struct wr_staging *staging;
    const char *folder = at(place, "out"), *path = at(place, "out/second");
    assert_int_equal(wr_staging_make(place->f.context, folder, &staging), WR_OK);
    assert_int_equal(wr_staging_write(place->f.context, staging, "first", "1", 1, 0), WR_OK);
    assert_int_equal(put(place, path, "2", 0), WR_OK);
    assert_int_equal(wr_staging_move(place->f.context, staging, "first", 0), WR_OK);
    wr_staging_drop(staging);
    check_text(place, at(place, "out/first"), "1");
    assert_int_equal(entries_of(place, folder), 2);
}

static BOOL WINAPI pass_over(DWORD event)
{
    return event == CTRL_C_EVENT;
}

/* All processes of the console hear it. */
static void ctrl_c_takes_back_what_is_half_made(void **state)
{
    struct place *place = *state;
    DWORD process;
    const char *folder = at(place, "new/out");
    HANDLE begun = CreateEventA(NULL, TRUE, FALSE, "warren-test-begun");
    HANDLE child = start_self("wait", folder, 0, &process);
    assert_int_equal(WaitForSingleObject(begun, 15000), WAIT_OBJECT_0);
    CloseHandle(begun);
    assert_int_equal(entries_of(place, folder), 1);
    SetConsoleCtrlHandler(pass_over, TRUE);
    if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) { /* there is no console */
        TerminateProcess(child, 0);
        end_of(child);
        skip();
    }
    assert_int_equal(end_of(child), STATUS_CONTROL_C_EXIT);
    SetConsoleCtrlHandler(pass_over, FALSE);
    assert_false(wr_folder_exists(place->f.context, at(place, "new")));
}

/* ---- The process ---- */

static void the_environment_is_utf_8(void **state)
{
    (void)state;
    assert_true(SetEnvironmentVariableW(L"WARREN_TEST", L"\x00FC\x65E5"));
    const char *value = wr_environment("WARREN_TEST");
    assert_string_equal(value, "\xC3\xBC\xE6\x97\xA5");
    assert_ptr_equal(wr_environment("WARREN_TEST"), value);
    assert_true(SetEnvironmentVariableW(L"WARREN_TEST", L""));
    assert_string_equal(wr_environment("WARREN_TEST"), "");
    assert_null(wr_environment("WARREN_TEST_NONE"));
}

static void the_program_knows_its_folder(void **state)
{
    struct place *place = *state;
    const char *folder = wr_program_folder(place->f.arena);
    assert_true(wr_file_exists(place->f.context,
                               wr_path_join(place->f.arena, folder, "test_windows.exe")));
}

/* 6 MB of a stack of 8. */
static int deep(void *user)
{
    volatile char piece[6 << 20];
    for (size_t i = 0; i < sizeof piece; i += 4096)
        piece[i] = 1;
    *(char *)user = piece[0];
    return 5;
}

static void stacks_are_as_large_as_elsewhere(void **state)
{
    thrd_t thread;
    char user = 0;
    int result;
    (void)state;
    assert_int_equal(deep(&user), 5);
    assert_int_equal(thrd_create(&thread, deep, &user), thrd_success);
    assert_int_equal(thrd_join(thread, &result), thrd_success);
    assert_int_equal(result, 5);
}

static void a_clock_goes_on_and_a_wait_ends(void **state)
{
    mtx_t lock;
    cnd_t wake;
    (void)state;
    mtx_init(&lock, mtx_plain);
    cnd_init(&wake);
    mtx_lock(&lock);
    double start = wr_clock();
    wr_wait(&wake, &lock, 0.05);
    double waited = wr_clock() - start;
    mtx_unlock(&lock);
    assert_true(waited > 0.02 && waited < 5);
    assert_true(wr_processor_count() >= 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_start, place_end)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(paths_may_be_longer_than_260_characters),
        TEST(a_name_that_is_too_long_is_said_to_be),
        TEST(names_are_utf_8),
        TEST(what_is_not_utf_8_is_no_name),
        TEST(names_that_differ_in_case_are_one_file),
        TEST(a_backslash_separates_too),
        TEST(a_drive_is_a_folder),
        TEST(what_lies_in_a_file_is_not_there),
        TEST(nul_is_a_device),
        TEST(a_path_is_resolved_with_slashes),
        TEST(a_file_that_is_held_stays_as_it_was),
        TEST(a_file_that_nobody_may_read_says_who_holds_it),
        TEST(what_is_read_may_be_replaced_meanwhile),
        TEST(what_may_only_be_read_is_replaced_and_stays_so),
        TEST(a_link_is_followed_and_stays),
        TEST(what_a_killed_process_left_is_removed),
        TEST(what_is_at_work_is_left_alone),
        TEST(ctrl_c_takes_back_what_is_half_made),
        TEST(the_environment_is_utf_8),
        TEST(the_program_knows_its_folder),
        TEST(stacks_are_as_large_as_elsewhere),
        TEST(a_clock_goes_on_and_a_wait_ends),
    };
    if (argc == 3)
        return begin_and(argv[1], argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
