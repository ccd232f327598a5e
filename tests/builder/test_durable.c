/* What a power cut may take of durable output: nothing. Every file was synced, and every folder
 * since it holds what it holds. */
#define _GNU_SOURCE /* nftw's flags, fdopendir */
#include "tests/support/generated.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What was synced: the library calls the fsync below ---- */

static struct sync {
    ino_t number;
    size_t names; /* in a folder, when it was synced */
} syncs[512];
static size_t sync_count;

static size_t count_in(int folder)
{
    size_t count = 0;
    DIR *entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY));
    assert_non_null(entries);
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries))
        count += *entry->d_name != '.';
    closedir(entries);
    return count;
}

int fsync(int file)
{
    struct stat status;
    assert_int_equal(fstat(file, &status), 0);
    assert_true(sync_count < sizeof syncs / sizeof *syncs);
    syncs[sync_count++] =
        (struct sync){status.st_ino, S_ISDIR(status.st_mode) ? count_in(file) : 0};
    return 0;
}

static const struct sync *last_sync(ino_t number)
{
    for (size_t i = sync_count; i > 0; i--)
        if (syncs[i - 1].number == number)
            return &syncs[i - 1];
    return NULL;
}

static int must_last(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)walk;
    if (kind == FTW_SL)
        return 0;
    const struct sync *sync = last_sync(status->st_ino);
    if (!sync)
        fail_msg("%s was not synced", path);
    if (kind == FTW_D && sync->names != folder_count(path))
        fail_msg("%s was not synced after its last file came", path);
    return 0;
}

static void all_must_last(const char *root)
{
    assert_true(folder_count(root) > 0);
    nftw(root, must_last, 8, FTW_PHYS);
}

/* ---- What writes ---- */

struct place {
    struct generated g;
    char root[128], output[160];
    struct wr_build_options build;
    struct wr_generate_options generate;
};

static int start(void **state)
{
    static struct place place;
    place = (struct place){.build = {.output = place.output, .durable = true},
                           .generate = {.build = &place.build, .seed = 1}};
    generated_start(&place.g, "examples/first-level/template.json");
    folder_make(place.root);
    snprintf(place.output, sizeof place.output, "%s/new/deep", place.root);
    sync_count = 0;
    *state = &place;
    return 0;
}

static int finish(void **state)
{
    struct place *place = *state;
    char command[256];
    snprintf(command, sizeof command, "rm -r '%s'", place->root);
    assert_int_equal(system(command), 0);
    generated_end(&place->g);
    return 0;
}

static void generate(struct place *place)
{
    wr_context_set_jobs(place->g.findings.context, 1);
    assert_int_equal(wr_generate(place->g.findings.context, place->g.template, place->g.kits,
                                 &place->generate, NULL),
                     WR_OK);
}

static void a_module_lasts(void **state)
{
    struct place *place = *state;
    place->build.mod = true;
    generate(place);
    all_must_last(place->root);
}

static void many_levels_last(void **state)
{
    struct place *place = *state;
    place->generate.count = 2;
    generate(place);
    all_must_last(place->root);
}

static void a_map_lasts(void **state)
{
    struct place *place = *state;
    place->generate.map_only = true;
    generate(place);
    all_must_last(place->root);
}

static void a_file_behind_a_link_lasts(void **state)
{
    struct place *place = *state;
    char from[256], to[256], aim[200];
    generate(place);
    snprintf(aim, sizeof aim, "%s/elsewhere", place->root);
    snprintf(from, sizeof from, "%s/%s.lyt", place->output, place->g.template->id);
    snprintf(to, sizeof to, "%s/mine.lyt", aim);
    assert_int_equal(mkdir(aim, 0777), 0);
    assert_int_equal(rename(from, to), 0);
    assert_int_equal(symlink(to, from), 0);
    sync_count = 0;
    place->build.force = true;
    generate(place);
    all_must_last(aim);
}

static void rebuilt_walkmeshes_last(void **state)
{
    struct place *place = *state;
    char again[160];
    const char *paths[] = {place->output};
    generate(place);
    snprintf(again, sizeof again, "%s/again", place->root);
    const struct wr_rebuild_options options = {.output = again, .durable = true};
    assert_int_equal(wr_rebuild(place->g.findings.context, paths, 1, &options, NULL), WR_OK);
    all_must_last(place->root);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_PLACE(a_module_lasts),
        IN_PLACE(many_levels_last),
        IN_PLACE(a_map_lasts),
        IN_PLACE(a_file_behind_a_link_lasts),
        IN_PLACE(rebuilt_walkmeshes_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
