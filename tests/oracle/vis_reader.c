/* Reads a VIS by the exact grammar of bwm.md, section 7. */
#include "tests/oracle/lines.h"
#include "tests/oracle/module.h"

static struct oracle_sight *add_sight(struct oracle_module *module, const char *room)
{
    module->sights = oracle_grow(module->sights, module->sight_count, sizeof *module->sights);
    struct oracle_sight *sight = &module->sights[module->sight_count++];
    sight->room = oracle_copy(room);
    return sight;
}

static void add_seen(struct oracle_sight *sight, const char *room)
{
    sight->seen = oracle_grow(sight->seen, sight->seen_count, sizeof *sight->seen);
    sight->seen[sight->seen_count++] = oracle_copy(room);
}

static void judge_count(struct oracle_lines *lines, const struct oracle_sight *sight,
                        size_t announced)
{
    if (sight && sight->seen_count != announced)
        oracle_blame(lines->report, ORACLE_VIS_COUNT, lines->file,
                     "room %s announces %zu rooms and lists %zu", sight->room, announced,
                     sight->seen_count);
}

void oracle_vis_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_module *module)
{
    struct oracle_lines lines = {.report = report, .grammar = ORACLE_VIS_GRAMMAR, .file = file};
    struct oracle_sight *sight = NULL;
    size_t announced = 0;
    lines.at = bytes;
    lines.end = lines.at + size;
    while (oracle_line_next(&lines)) {
        if (lines.text[0] != ' ') {
            judge_count(&lines, sight, announced);
            if (!oracle_line_split(&lines, 0, 2) || !oracle_line_count(&lines, 1, &announced))
                return;
            sight = add_sight(module, lines.fields[0]);
        } else if (!oracle_line_split(&lines, 2, 1)) {
            return;
        } else if (sight) {
            add_seen(sight, lines.fields[0]);
        } else {
            oracle_line_blame(&lines, lines.grammar, "no room sees this");
        }
    }
    judge_count(&lines, sight, announced);
}
