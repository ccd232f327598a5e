/* Doors and triggers of GITs that lead into modules, and what stands there. Source:
 * formats/module, 2.4. */
#include "builder/inspect/ways_between.h"

#include "core/base/path.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/gff.h"
#include "core/format/resources.h"

#include <stdlib.h>
#include <string.h>

/* LinkedToFlags. */
enum { TO_ANY, TO_DOOR, TO_WAYPOINT };

/* What a way can lead to. */
struct goal {
    const char *module, *tag; /* lower-case */
    bool door;                /* else a waypoint */
};

/* A door or a trigger that leads into a module. */
struct way {
    const char *from, *module, *tag; /* lower-case; tag "": the module's own entry */
    const char *name;                /* its own tag */
    uint32_t number;                 /* in the order they were taken */
    bool door;                       /* else a trigger */
    int64_t flags;
    wr_where where;
};

struct module {
    const char *name;
    bool known; /* its GIT was read */
};

struct wr_ways_between {
    struct wr_arena *arena;
    struct module *modules;
    struct goal *goals;
    struct way *ways;
    uint32_t module_count, goal_count, way_count;
    const char **names; /* of the modules, and NULL behind the last */
    unsigned sought;    /* how many names were compared with them */
};

struct wr_ways_between *wr_ways_between_make(struct wr_arena *arena)
{
    struct wr_ways_between *ways = WR_ZERO(arena, struct wr_ways_between, 1);
    if (ways)
        ways->arena = arena;
    return ways;
}

/* ---- Taking ------------------------------------------------------------------------------ */

static const char *lowered(struct wr_arena *arena, const char *text)
{
    char *copy = text ? wr_arena_text(arena, text, strlen(text)) : NULL;
    for (char *c = copy; c && *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    return copy;
}

static const char *text_of(struct wr_ways_between *ways, const wr_gff_struct *row,
                           const char *label)
{
    return lowered(ways->arena, wr_gff_text_of(row, label, ways->arena));
}

static bool add_module(struct wr_ways_between *ways, const char *name, bool known)
{
    struct module *more =
        wr_arena_more(ways->arena, ways->modules, ways->module_count, sizeof *more);
    if (!more)
        return false;
    ways->modules = more;
    more[ways->module_count++] = (struct module){name, known};
    return true;
}

static bool add_goals(struct wr_ways_between *ways, const char *module, const wr_gff_list *list,
                      bool door)
{
    for (uint32_t i = 0; list && i < list->count; i++) {
        struct goal *more =
            wr_arena_more(ways->arena, ways->goals, ways->goal_count, sizeof *more);
        const char *tag = text_of(ways, list->items[i], "Tag");
        if (!more || !tag)
            return false;
        ways->goals = more;
        more[ways->goal_count++] = (struct goal){module, tag, door};
    }
    return true;
}

static bool add_way(struct wr_ways_between *ways, const char *from, const wr_gff_struct *row,
                    bool door, const struct wr_source *source)
{
    struct way way = {
        .from = from,
        .module = text_of(ways, row, "LinkedToModule"),
        .tag = text_of(ways, row, "LinkedTo"),
        .name = wr_gff_text_of(row, "Tag", ways->arena),
        .door = door,
        .flags = wr_gff_whole(row, "LinkedToFlags", 0),
    };
    const wr_gff_field *field = wr_gff_find(row, "LinkedToModule");
    way.where = wr_at(source, field ? field->at : WR_WHOLE_FILE);
    if (!way.module || !way.tag || !way.name)
        return false;
    if (!*way.module)
        return true;
    struct way *more = wr_arena_more(ways->arena, ways->ways, ways->way_count, sizeof *more);
    if (!more)
        return false;
    ways->ways = more;
    way.number = ways->way_count;
    more[ways->way_count++] = way;
    return true;
}

static bool add_ways(struct wr_ways_between *ways, const char *from, const wr_gff_list *list,
                     bool door, const struct wr_source *source)
{
    bool fine = true;
    for (uint32_t i = 0; fine && list && i < list->count; i++)
        fine = add_way(ways, from, list->items[i], door, source);
    return fine;
}

static bool add_git(struct wr_ways_between *ways, const char *module, const struct wr_gff *git,
                    const char *file)
{
    const wr_gff_list *doors = wr_gff_list_of(git->root, "Door List");
    const wr_gff_list *triggers = wr_gff_list_of(git->root, "TriggerList");
    struct wr_source *source = WR_ZERO(ways->arena, struct wr_source, 1);
    if (!source)
        return false;
    source->name = wr_arena_text(ways->arena, file, strlen(file));
    source->binary = true;
    return source->name && add_module(ways, module, true) &&
           add_goals(ways, module, doors, true) &&
           add_goals(ways, module, wr_gff_list_of(git->root, "WaypointList"), false) &&
           add_ways(ways, module, doors, true, source) &&
           add_ways(ways, module, triggers, false, source);
}

/* A file's name without its folders and its ending, in small letters. */
static const char *stem_of(struct wr_ways_between *ways, const char *path)
{
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    char *copy = wr_arena_text(ways->arena, name, dot ? (size_t)(dot - name) : strlen(name));
    return lowered(ways->arena, copy);
}

static enum wr_result take_git(struct wr_context *quiet, struct wr_ways_between *ways,
                               const char *module, struct wr_arena *scratch,
                               struct wr_source *source)
{
    struct wr_gff *git;
    source->binary = true;
    enum wr_result result = wr_gff_read(quiet, scratch, source, &git);
    if (result == WR_OK && !add_git(ways, module, git, source->name))
        return WR_NO_MEMORY;
    return result;
}

static enum wr_result take_archive(struct wr_context *quiet, struct wr_ways_between *ways,
                                   const char *module, struct wr_arena *scratch,
                                   const char *path)
{
    struct wr_resources resources;
    enum wr_result result = wr_resources_open(quiet, scratch, path, &resources);
    for (size_t i = 0; result == WR_OK && i < resources.count; i++) {
        struct wr_source source;
        if (resources.entries[i].type != WR_RES_GIT)
            continue;
        result = wr_entry_read(quiet, scratch, &resources.entries[i], &source);
        return result == WR_OK ? take_git(quiet, ways, module, scratch, &source) : result;
    }
    return result;
}

/* Most files of a folder say nothing about where modules lead. */
static bool concerns(const char *path)
{
    static const char *const endings[] = {".mod", ".rim", ".lyt", ".git"};
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    for (size_t i = 0; dot && dot != name && i < sizeof endings / sizeof *endings; i++)
        if (wr_text_same(dot, endings[i]))
            return true;
    return false;
}

static enum wr_result take(struct wr_context *quiet, struct wr_ways_between *ways,
                           struct wr_arena *scratch, const char *path)
{
    const char *dot = strrchr(path, '.'), *module = stem_of(ways, path);
    struct wr_source source;
    if (!module)
        return WR_NO_MEMORY;
    if (wr_text_same(dot, ".lyt"))
        return add_module(ways, module, false) ? WR_OK : WR_NO_MEMORY;
    if (!wr_text_same(dot, ".git"))
        return take_archive(quiet, ways, module, scratch, path);
    enum wr_result result = wr_file_read(quiet, scratch, path, &source);
    return result == WR_OK ? take_git(quiet, ways, module, scratch, &source) : result;
}

enum wr_result wr_ways_between_take(struct wr_context *context, struct wr_ways_between *ways,
                                    const char *path)
{
    if (!concerns(path))
        return WR_OK;
    struct wr_arena *scratch = wr_arena_create();
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    enum wr_result result = WR_NO_MEMORY;
    if (scratch && quiet)
        result = take(quiet, ways, scratch, path);
    if (quiet)
        wr_context_destroy(quiet);
    wr_arena_destroy(scratch);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(context);
    return result == WR_STOPPED ? result : WR_OK;
}

/* ---- Order ------------------------------------------------------------------------------- */

static int order_modules(const void *a, const void *b)
{
    const struct module *p = a, *q = b;
    int names = strcmp(p->name, q->name);
    return names ? names : (int)q->known - (int)p->known;
}

static int order_goals(const void *a, const void *b)
{
    const struct goal *p = a, *q = b;
    int order = strcmp(p->module, q->module);
    if (order == 0)
        order = strcmp(p->tag, q->tag);
    return order ? order : (int)p->door - (int)q->door;
}

static int order_ways(const void *a, const void *b)
{
    const struct way *p = a, *q = b;
    int order = strcmp(p->from, q->from);
    if (order == 0)
        order = strcmp(p->module, q->module);
    return order ? order : p->number < q->number ? -1 : p->number > q->number;
}

/* Of equal names the first is kept: one whose GIT was read. False when memory is out. */
static bool sort(struct wr_ways_between *ways)
{
    uint32_t kept = 0;
    if (ways->way_count)
        qsort(ways->ways, ways->way_count, sizeof *ways->ways, order_ways);
    if (ways->module_count)
        qsort(ways->modules, ways->module_count, sizeof *ways->modules, order_modules);
    if (ways->goal_count)
        qsort(ways->goals, ways->goal_count, sizeof *ways->goals, order_goals);
    for (uint32_t i = 0; i < ways->module_count; i++)
        if (kept == 0 || strcmp(ways->modules[kept - 1].name, ways->modules[i].name) != 0)
            ways->modules[kept++] = ways->modules[i];
    ways->module_count = kept;
    ways->names = WR_ZERO(ways->arena, const char *, kept + (size_t)1);
    for (uint32_t i = 0; ways->names && i < kept; i++)
        ways->names[i] = ways->modules[i].name;
    return ways->names != NULL;
}

static int order_by_name(const void *a, const void *b)
{
    return strcmp(((const struct module *)a)->name, ((const struct module *)b)->name);
}

static const struct module *find_module(const struct wr_ways_between *ways, const char *name)
{
    struct module wanted = {name, false};
    return ways->module_count ? bsearch(&wanted, ways->modules, ways->module_count,
                                        sizeof wanted, order_by_name)
                              : NULL;
}

static bool has_goal(const struct wr_ways_between *ways, const struct way *way, bool door)
{
    struct goal wanted = {way->module, way->tag, door};
    return ways->goal_count &&
           bsearch(&wanted, ways->goals, ways->goal_count, sizeof wanted, order_goals);
}

/* ---- Judging ----------------------------------------------------------------------------- */

/* As the games call their own: "tar_m02aa", "203tel". No slip is looked for in those, since
 * they differ in a letter. */
static bool is_of_a_game(const char *name)
{
    static const char *const forms[] = {"aaa_a00aa", "000aaa"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *form = forms[i], *at = name;
        for (; *form && *at; form++, at++)
            if (*form == '0'   ? *at < '0' || *at > '9'
                : *form == 'a' ? *at < 'a' || *at > 'z'
                               : *at != *form)
                break;
        if (!*form && !*at)
            return true;
    }
    return false;
}

static const char *what(const struct way *way)
{
    return way->door ? "door" : "trigger";
}

/* A slip is looked for as long as that is cheap. */
static const char *nearest_module(struct wr_ways_between *ways, const struct way *way)
{
    bool cheap = ways->module_count <= 5000 && ways->sought++ < 20;
    return cheap && !is_of_a_game(way->module) ? wr_nearest_word(way->module, ways->names)
                                               : NULL;
}

/* Whether the way before leads from the same module to the same one. */
static bool is_repeated(const struct wr_ways_between *ways, uint32_t index)
{
    const struct way *way = &ways->ways[index], *last = index ? way - 1 : NULL;
    return last && strcmp(last->from, way->from) == 0 && strcmp(last->module, way->module) == 0;
}

static void judge_missing(struct wr_context *context, struct wr_ways_between *ways,
                          uint32_t index)
{
    const struct way *way = &ways->ways[index];
    char hint[WR_SUGGESTION_SIZE];
    if (is_repeated(ways, index))
        return;
    const char *nearest = nearest_module(ways, way);
    const char *const known[] = {nearest, NULL};
    if (!nearest) {
        wr_note(context, way->where, "exit-module-missing", NULL,
                "the %s '%.40s' leads into module '%.16s', which is not among these: the game "
                "must have it",
                what(way), way->name, way->module);
        return;
    }
    wr_warn(context, way->where, "exit-module-missing", wr_suggestion(hint, way->module, known),
            "the %s '%.40s' leads into module '%.16s', which is not here", what(way), way->name,
            way->module);
}

static void judge_goal(struct wr_context *context, const struct wr_ways_between *ways,
                       const struct way *way)
{
    bool door = has_goal(ways, way, true), waypoint = has_goal(ways, way, false);
    if (!door && !waypoint)
        wr_warn(context, way->where, "exit-tag-missing",
                "who goes through it arrives at the module's entry",
                "the %s '%.40s' leads to '%.40s' of module '%.16s', which has no door or "
                "waypoint of that tag",
                what(way), way->name, way->tag, way->module);
    else if ((way->flags == TO_DOOR && !door) || (way->flags == TO_WAYPOINT && !waypoint))
        wr_warn(context, way->where, "exit-tag-kind",
                "LinkedToFlags is 1 for doors, and 2 for waypoints",
                "the %s '%.40s' leads to the %s '%.40s' of module '%.16s', which is a %s",
                what(way), way->name, way->flags == TO_DOOR ? "door" : "waypoint", way->tag,
                way->module, door ? "door" : "waypoint");
}

enum wr_result wr_ways_between_judge(struct wr_context *context, struct wr_ways_between *ways,
                                     bool together)
{
    if (!sort(ways))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < ways->way_count && !wr_context_stopped(context); i++) {
        const struct way *way = &ways->ways[i];
        const struct module *module = find_module(ways, way->module);
        if (!module && together)
            judge_missing(context, ways, i);
        else if (module && module->known && *way->tag)
            judge_goal(context, ways, way);
    }
    return WR_OK;
}
