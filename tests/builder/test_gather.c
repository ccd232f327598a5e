/* The commands of a batch in one process: memory that runs out anywhere in a gather, or in the
 * command that it stands for, is told, and ends it as it ends any other. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/folder.h"

#include "builder/cli/session.h"
#include "core/base/arena.h"

#include <fcntl.h>

static const char kit[] =
    "<kit id='g' name='G' version='1'><door name='d' width='2' height='2.5'/>"
    "<room id='cell' name='Cell' tags='start'><outline x='6' y='4' height='3'/>"
    "<hook name='e' wall='east' door='d'/><hook name='w' wall='west' door='d'/></room></kit>";
static const char template[] =
    "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"lv\", \"kit\": \"g\", "
    "\"kits\": [\"kit\"], \"grow\": {\"rooms\": 3}}";

static struct folder folder;

/* Runs a command whose words are NULL behind the last, in the folder. */
static enum exit_code run(const struct command *command, const char *const *words)
{
    enum { MOST = 16 };
    char *given[MOST] = {(char *)command->name};
    int count = 1;
    for (; words[count - 1]; count++)
        given[count] = (char *)words[count - 1];
    struct session session = {.command = command, .argc = count, .argv = given};
    enum exit_code code = command->run(&session);
    session_close(&session);
    return code;
}

static void make_shard(const char *shard, const char *manifest, const char *pack)
{
    const char *const words[] = {
        "template.json", "--count", "2",      "--shard", shard,     "--manifest", manifest,
        "--pack",        pack,      "--jobs", "1",       "--quiet", NULL};
    assert_int_equal(run(&command_generate, words), EXIT_DONE);
}

/* What is said once for each failure belongs to nobody here. */
static int silence(void)
{
    int kept = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    assert_true(kept >= 0 && nothing >= 0);
    assert_int_equal(dup2(nothing, STDERR_FILENO), STDERR_FILENO);
    close(nothing);
    return kept;
}

static void speak(int kept)
{
    assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
    close(kept);
}

static void a_gather_without_memory_says_so_and_leaves_no_pack(void **state)
{
    static const char *const words[] = {"one.jsonl", "two.jsonl", "--pack", "all.tar",
                                        "--force",   "--quiet",   NULL};
    (void)state;
    make_shard("1/2", "one.jsonl", "one.tar");
    make_shard("2/2", "two.jsonl", "two.tar");
    size_t failures = 0;
    bool reached = true;
    int kept = silence();
    for (size_t number = 1; reached; number++) {
        wr_fail_allocation_after(number);
        enum exit_code code = run(&command_gather, words);
        reached = wr_fail_allocation_after(0);
        bool made = access("all.tar", F_OK) == 0;
        remove("all.tar");
        if ((code != EXIT_DONE && (code != EXIT_SYSTEM || !reached)) ||
            made != (code == EXIT_DONE)) {
            speak(kept);
            fail_msg("allocation %zu: exit code %d, and a pack: %d", number, (int)code, made);
        }
        failures += code != EXIT_DONE;
    }
    speak(kept);
    printf("[  NOTE    ] %zu failures\n", failures);
    assert_true(failures > 10);
}

static int start(void **state)
{
    (void)state;
    folder_start(&folder);
    folder_text(&folder, "kit/kit.xml", kit);
    folder_text(&folder, "template.json", template);
    return chdir(folder.root);
}

static int end(void **state)
{
    (void)state;
    folder_end(&folder);
    return chdir("/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gather_without_memory_says_so_and_leaves_no_pack),
    };
    return cmocka_run_group_tests(tests, start, end);
}
