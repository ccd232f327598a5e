/* The judge of walkmeshes on real files: what is known to be right passes, what is known to be
   wrong is found, and inherited faults are counted. */
#include "tests/oracle/oracle.h"
#include "tests/support/test.h"

#include <dirent.h>

/* Which hand made a file: its tree and its rounding tell. */
enum maker { GAME, EDITOR, KIT_TOOL };

/* Every fault the corpus has, beside its maker's habits. */
static const struct inherited {
    const char *file;
    enum oracle_rule rule;
    size_t count;
} inherited[] = {
    {"203tell.wok", ORACLE_FACE_DOWNWARD, 4},   {"m10aa_03a.wok", ORACLE_FACE_AREA, 1},
    {"m12aa_01f.wok", ORACLE_FACE_DOWNWARD, 2}, {"medical_1.wok", ORACLE_FACE_AREA, 1},
    {"room_1.wok", ORACLE_FACE_DOWNWARD, 3},
};

static const struct {
    const char *file;
    enum oracle_rule rule;
} nonconforming[] = {
    {"203tell_rebuilt.wok", ORACLE_TREE_PLANE}, {"floor_plain.wok", ORACLE_LOOP_ENDS},
    {"out.wok", ORACLE_ADJACENCY_SYMMETRY},     {"slem_ar.wok", ORACLE_TREE_CHILDREN},
    {"slem_ar-2.wok", ORACLE_WALKABLE_FIRST},   {"slem_ar-3.wok", ORACLE_WALKABLE_FIRST},
    {"test_simple.wok", ORACLE_WALKABLE_FIRST}, {"test_terrain.wok", ORACLE_EDGE_MISSING},
};

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static enum maker maker_of(const char *name)
{
    static const char *const game[] = {"203tell.wok", "test.wok", NULL};
    static const char *const editor[] = {"m12aa_01f.wok", "m22ab_09a.wok", "m26ae_01e.wok",
                                         "m44aa_23a.wok", NULL};
    if (is_one_of(name, game) || strncmp(name, "m10aa_", 6) == 0)
        return GAME;
    return is_one_of(name, editor) ? EDITOR : KIT_TOOL;
}

static struct oracle_options options_for(enum maker maker, struct oracle_report *report)
{
    struct oracle_options options = oracle_rebuilt();
    memset(report, 0, sizeof *report);
    if (maker == GAME)
        return options;
    report->ignored[ORACLE_TREE_DIRECTION] = true;
    options.normal_error = options.plane_error = 1e-3;
    options.union_error = 2e-4;
    if (maker == KIT_TOOL) {
        report->ignored[ORACLE_TREE_MEDIAN] = report->ignored[ORACLE_TREE_SORT] = true;
        options.leaf_pad = 0;
        options.box_error = options.union_error = 0;
    }
    return options;
}

/* Takes out of the report what the file is known to have inherited. */
static size_t without_inherited(const struct oracle_report *report, const char *name)
{
    size_t left = report->count;
    for (size_t i = 0; i < sizeof inherited / sizeof *inherited; i++)
        if (strcmp(name, inherited[i].file) == 0) {
            assert_int_equal(report->counts[inherited[i].rule], inherited[i].count);
            left -= inherited[i].count;
        }
    return left;
}

static void judge_conforming(const char *folder, const char *name)
{
    char path[2048];
    struct oracle_report report;
    struct oracle_options options = options_for(maker_of(name), &report);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    oracle_judge_file(&report, &options, path);
    if (without_inherited(&report, name))
        fail_msg("%s: %s: %s", name, oracle_rule_name(report.faults[0].rule),
                 report.faults[0].text);
    oracle_report_clear(&report);
}

static bool is_wok(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".wok") == 0;
}

static const char *corpus(void)
{
    const char *path = getenv("WARREN_CORPUS");
    DIR *folder = path ? opendir(path) : NULL;
    if (folder)
        closedir(folder);
    return folder ? path : NULL;
}

static void every_conforming_file_passes(void **state)
{
    (void)state;
    char path[1024];
    size_t count = 0;
    if (!corpus())
        skip();
    snprintf(path, sizeof path, "%s/wok", corpus());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (is_wok(entry->d_name)) {
            judge_conforming(path, entry->d_name);
            count++;
        }
    closedir(folder);
    assert_int_equal(count, 66);
}

static void every_nonconforming_file_is_found_faulty(void **state)
{
    (void)state;
    if (!corpus())
        skip();
    for (size_t i = 0; i < sizeof nonconforming / sizeof *nonconforming; i++) {
        char path[1024];
        struct oracle_report report;
        struct oracle_options options = options_for(KIT_TOOL, &report);
        snprintf(path, sizeof path, "%s/nonconforming/%s", corpus(), nonconforming[i].file);
        assert_false(oracle_judge_file(&report, &options, path));
        if (!report.counts[nonconforming[i].rule])
            fail_msg("%s: no word of %s", path, oracle_rule_name(nonconforming[i].rule));
        oracle_report_clear(&report);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_conforming_file_passes),
        cmocka_unit_test(every_nonconforming_file_is_found_faulty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
