/* Judges how a module's files agree by name and index, and calls the other parts. */
#include "tests/oracle/weigh.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 16 };

struct oracle_module_options oracle_built(void)
{
    return (struct oracle_module_options){.wok = oracle_rebuilt(),
                                          .step = 0.25,
                                          .doorway = 0.9,
                                          .hook_distance = 0.5,
                                          .overlap = 0.12,
                                          .headroom = 1.0,
                                          .entry_room = -1,
                                          .entry_face = -1};
}

static void weigh_name(const struct oracle_weighing *weighing, const char *name)
{
    static const char *const allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strlen(name);
    if (length < 1 || length > LONGEST_NAME || strspn(name, allowed) != length)
        oracle_blame(weighing->report, ORACLE_NAME, weighing->module->lyt,
                     "'%s' is no name of 1 to %d letters, digits and _", name, LONGEST_NAME);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int compare_names(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return (unsigned char)lower(*a) - (unsigned char)lower(*b);
}

/* The list's names in order, so that equal ones stand together. */
static void blame_twins(const struct oracle_weighing *weighing, enum oracle_rule rule,
                        const char *file, const char **names, size_t count)
{
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++)
        if (compare_names(&names[i - 1], &names[i]) == 0)
            oracle_blame(weighing->report, rule, file, "'%s' occurs twice", names[i]);
}

void oracle_weigh_names(const struct oracle_weighing *weighing)
{
    const struct oracle_module *module = weighing->module;
    const char **names = oracle_take(module->room_count, sizeof *names);
    for (size_t i = 0; i < module->room_count; i++) {
        names[i] = module->rooms[i].name;
        weigh_name(weighing, names[i]);
    }
    blame_twins(weighing, ORACLE_NAME, module->lyt, names, module->room_count);
    free(names);
    for (size_t i = 0; i < module->hook_count; i++) {
        weigh_name(weighing, module->hooks[i].door);
        if (oracle_room_named(module, module->hooks[i].room) == SIZE_MAX)
            oracle_blame(weighing->report, ORACLE_LYT_HOOK, module->lyt,
                         "door hook %zu names room '%s'", i, module->hooks[i].room);
    }
}

static void weigh_sight(const struct oracle_weighing *weighing,
                        const struct oracle_sight *sight)
{
    const struct oracle_module *module = weighing->module;
    const char **names = oracle_take(sight->seen_count, sizeof *names);
    if (oracle_room_named(module, sight->room) == SIZE_MAX)
        oracle_blame(weighing->report, ORACLE_VIS_NAME, module->vis, "'%s' is no room",
                     sight->room);
    for (size_t i = 0; i < sight->seen_count; i++) {
        names[i] = sight->seen[i];
        if (oracle_room_named(module, names[i]) == SIZE_MAX)
            oracle_blame(weighing->report, ORACLE_VIS_NAME, module->vis,
                         "'%s', seen from '%s', is no room", names[i], sight->room);
    }
    blame_twins(weighing, ORACLE_VIS_NAME, module->vis, names, sight->seen_count);
    free(names);
}

static const struct oracle_sight *sight_of(const struct oracle_module *module, size_t room)
{
    for (size_t i = 0; i < module->sight_count; i++) {
        size_t at = (room + i) % module->sight_count;
        if (strcmp(module->sights[at].room, module->rooms[room].name) == 0)
            return &module->sights[at];
    }
    return NULL;
}

static bool sees(const struct oracle_sight *sight, const char *name)
{
    for (size_t i = 0; i < sight->seen_count; i++)
        if (strcmp(sight->seen[i], name) == 0)
            return true;
    return false;
}

static void weigh_neighbours(const struct oracle_weighing *weighing)
{
    const struct oracle_module *module = weighing->module;
    for (size_t i = 0; i < weighing->link_count; i++) {
        const struct oracle_link *link = &weighing->links[i];
        const struct oracle_sight *sight = sight_of(module, link->room);
        if (sight && !sees(sight, module->rooms[link->other_room].name))
            oracle_blame(weighing->report, ORACLE_VIS_NEIGHBOUR, module->vis,
                         "'%s' does not see '%s', to which it leads", sight->room,
                         module->rooms[link->other_room].name);
    }
}

void oracle_weigh_sights(const struct oracle_weighing *weighing)
{
    const struct oracle_module *module = weighing->module;
    const char **names = oracle_take(module->sight_count, sizeof *names);
    for (size_t i = 0; i < module->sight_count; i++) {
        names[i] = module->sights[i].room;
        weigh_sight(weighing, &module->sights[i]);
    }
    blame_twins(weighing, ORACLE_VIS_ENTRY, module->vis, names, module->sight_count);
    free(names);
    for (size_t i = 0; i < module->room_count; i++)
        if (!sight_of(module, i))
            oracle_blame(weighing->report, ORACLE_VIS_ENTRY, module->vis,
                         "room '%s' has no entry", module->rooms[i].name);
    weigh_neighbours(weighing);
}

void oracle_module_judge(struct oracle_report *report,
                         const struct oracle_module_options *options,
                         const struct oracle_module *module)
{
    struct oracle_weighing weighing = {report, options, module, NULL, 0};
    struct oracle_link *links = oracle_links(module, &weighing.link_count);
    weighing.links = links;
    oracle_weigh_names(&weighing);
    oracle_weigh_sights(&weighing);
    oracle_weigh_transitions(&weighing);
    oracle_weigh_doorways(&weighing);
    oracle_weigh_reach(&weighing);
    oracle_weigh_overlap(&weighing);
    free(links);
}
