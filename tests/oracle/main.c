/* Judges walkmeshes and module folders by hand. */
#include "tests/oracle/module.h"

#include <stdio.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: oracle wok FILE...\n"
          "       oracle kit FILE...      (as wok, but with the tree of a kit tool)\n"
          "       oracle module DIR...\n",
          stderr);
    return 2;
}

static int print(struct oracle_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        printf("%s: %s: %s\n", report->faults[i].file, oracle_rule_name(report->faults[i].rule),
               report->faults[i].text);
    int failed = report->count > 0;
    oracle_report_clear(report);
    return failed;
}

static int judge_woks(char **paths, int count, bool kit)
{
    struct oracle_report report = {0};
    struct oracle_options options = oracle_rebuilt();
    if (kit) {
        options.leaf_pad = 0;
        options.normal_error = options.plane_error = 1e-3;
        report.ignored[ORACLE_TREE_MEDIAN] = report.ignored[ORACLE_TREE_SORT] = true;
        report.ignored[ORACLE_TREE_DIRECTION] = true;
    }
    for (int i = 0; i < count; i++)
        oracle_judge_file(&report, &options, paths[i]);
    return print(&report);
}

static int judge_modules(char **paths, int count)
{
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    for (int i = 0; i < count; i++)
        oracle_judge_folder(&report, &options, paths[i]);
    return print(&report);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return usage();
    if (strcmp(argv[1], "wok") == 0 || strcmp(argv[1], "kit") == 0)
        return judge_woks(argv + 2, argc - 2, argv[1][0] == 'k');
    if (strcmp(argv[1], "module") == 0)
        return judge_modules(argv + 2, argc - 2);
    return usage();
}
