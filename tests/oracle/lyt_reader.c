/* Reads a LYT by the exact grammar of bwm.md, section 6. */
#include "tests/oracle/lines.h"
#include "tests/oracle/module.h"

#include <math.h>
#include <string.h>

static bool expect(struct oracle_lines *lines, const char *text)
{
    bool there = oracle_line_next(lines) && strcmp(lines->text, text) == 0;
    if (!there)
        oracle_blame(lines->report, lines->grammar, lines->file, "line %u should be '%s'",
                     lines->number, text);
    return there;
}

/* "   roomcount 12" */
static bool read_count(struct oracle_lines *lines, const char *keyword, size_t *count)
{
    if (oracle_line_next(lines) && oracle_line_split(lines, 3, 2) &&
        strcmp(lines->fields[0], keyword) == 0)
        return oracle_line_count(lines, 1, count);
    oracle_blame(lines->report, lines->grammar, lines->file, "line %u should be the %s",
                 lines->number, keyword);
    return false;
}

static void add_room(struct oracle_lines *lines, struct oracle_module *module)
{
    module->rooms = oracle_grow(module->rooms, module->room_count, sizeof *module->rooms);
    struct oracle_room *room = &module->rooms[module->room_count++];
    room->name = oracle_copy(lines->fields[0]);
    for (size_t i = 0; i < 3; i++)
        room->position[i] = oracle_line_number(lines, 1 + i);
}

/* A unit quaternion about the z axis. */
static void judge_quaternion(struct oracle_lines *lines, const double q[4])
{
    double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (q[1] != 0 || q[2] != 0 || fabs(length - 1) > 1e-5)
        oracle_line_blame(lines, ORACLE_LYT_HOOK, "this does not turn about the z axis alone");
}

static void add_hook(struct oracle_lines *lines, struct oracle_module *module)
{
    module->hooks = oracle_grow(module->hooks, module->hook_count, sizeof *module->hooks);
    struct oracle_doorhook *hook = &module->hooks[module->hook_count++];
    hook->room = oracle_copy(lines->fields[0]);
    hook->door = oracle_copy(lines->fields[1]);
    if (strcmp(lines->fields[2], "0") != 0)
        oracle_line_blame(lines, ORACLE_LYT_HOOK, "the third field is not 0");
    for (size_t i = 0; i < 3; i++)
        hook->position[i] = oracle_line_number(lines, 3 + i);
    for (size_t i = 0; i < 4; i++)
        hook->quaternion[i] = oracle_line_number(lines, 6 + i);
    judge_quaternion(lines, hook->quaternion);
}

typedef void take_line(struct oracle_lines *lines, struct oracle_module *module);

static bool read_section(struct oracle_lines *lines, struct oracle_module *module,
                         const char *keyword, size_t fields, take_line *take)
{
    size_t count = 0;
    if (!read_count(lines, keyword, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!oracle_line_next(lines) || !oracle_line_split(lines, 6, fields))
            return false;
        if (take)
            take(lines, module);
    }
    return true;
}

static bool read_head(struct oracle_lines *lines)
{
    if (!expect(lines, "#MAXLAYOUT ASCII") || !oracle_line_next(lines) ||
        !oracle_line_split(lines, 0, 2))
        return false;
    size_t length = strlen(lines->fields[1]);
    if (strcmp(lines->fields[0], "filedependancy") != 0 || length < 5 ||
        strcmp(lines->fields[1] + length - 4, ".max") != 0)
        oracle_line_blame(lines, lines->grammar, "this should be 'filedependancy <scene>.max'");
    return expect(lines, "beginlayout");
}

void oracle_lyt_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_module *module)
{
    struct oracle_lines lines = {.report = report, .grammar = ORACLE_LYT_GRAMMAR, .file = file};
    lines.at = bytes;
    lines.end = lines.at + size;
    if (read_head(&lines) && read_section(&lines, module, "roomcount", 4, add_room) &&
        read_section(&lines, module, "trackcount", 4, NULL) &&
        read_section(&lines, module, "obstaclecount", 4, NULL) &&
        read_section(&lines, module, "doorhookcount", 10, add_hook) &&
        expect(&lines, "donelayout") && oracle_line_next(&lines))
        oracle_line_blame(&lines, ORACLE_LYT_GRAMMAR, "text after donelayout");
}
