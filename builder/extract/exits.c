/* From rows of the GIT that lead into other modules to exits of a map. Source: formats/module,
 * 2.4. */
#include "builder/extract/exits.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/text/codepage.h"
#include "templates/map.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_CORNERS = 64,
    MOST_DOORS = 4096,   /* as many as are taken at all */
    MOST_TRIGGERS = 512, /* the games' areas have some ten */
};

static const wr_gff_list *rows_of(const struct wr_taking *taking, const char *list)
{
    return taking->git ? wr_gff_list_of(taking->git->root, list) : NULL;
}

/* ---- What a row says --------------------------------------------------------------------- */

/* The module a row leads to, in small letters; "" where it leads to none that a map can name,
 * NULL when memory is out. */
static const char *module_of(const struct wr_taking *taking, const wr_gff_struct *row)
{
    const char *text = wr_gff_text_of(row, "LinkedToModule", taking->arena);
    char *name = text ? wr_arena_text(taking->arena, text, strlen(text)) : NULL;
    for (char *c = name; c && *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    if (name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") < strlen(name))
        *name = '\0';
    return name;
}

/* Where a row leads, as players read it: its text with the lowest language, or a line of
 * dialog.tlk. */
static bool read_title(const struct wr_taking *taking, const wr_gff_struct *row,
                       wr_map_exit *exit)
{
    const wr_gff_field *field = wr_gff_find(row, "TransitionDestin");
    const wr_gff_text *best = NULL;
    struct wr_bytes text = {0};
    exit->title_line = -1;
    if (!field || field->type != WR_GFF_LOCSTRING)
        return true;
    for (uint32_t i = 0; i < field->local.count; i++)
        if (!best || field->local.texts[i].language < best->language)
            best = &field->local.texts[i];
    for (uint32_t i = 0; best && i < best->size && best->data[i]; i++)
        wr_codepage_add_utf8(&text, wr_codepage_point(best->data[i]));
    if (!best && (int32_t)field->local.strref >= 0)
        exit->title_line = (int32_t)field->local.strref;
    if (text.size > 0 && !text.failed)
        exit->title = wr_arena_text(taking->arena, (const char *)text.data, text.size);
    bool fine = !text.failed && (text.size == 0 || exit->title);
    wr_bytes_finish(&text);
    return fine;
}

static bool is_tag(const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return size <= WR_MAP_LONGEST_TAG;
}

/* NULL where it is what a map means without a word. */
static const char *tag_of(const struct wr_taking *taking, const char *tag)
{
    char usual[WR_MAP_LONGEST_TAG + 1];
    snprintf(usual, sizeof usual, "from_%s", taking->area);
    return strcmp(tag, usual) == 0 ? NULL : tag;
}

static bool read_exit(const struct wr_taking *taking, const wr_taken_exit *taken,
                      wr_map_exit *out)
{
    enum { TO_DOOR = 1 };
    const wr_taken_hook *hook = &taking->hooks[taken->hook];
    const char *tag = wr_gff_text_of(taken->row, "LinkedTo", taking->arena);
    *out = (wr_map_exit){.room = hook->room, .hook = hook->name, .arrival = ""};
    out->module = module_of(taking, taken->row);
    if (!tag || !out->module)
        return false;
    out->tag = is_tag(tag) ? tag_of(taking, tag) : "";
    if (wr_gff_whole(taken->row, "LinkedToFlags", 0) == TO_DOOR)
        out->goal = WR_EXIT_TO_DOOR;
    return read_title(taking, taken->row, out);
}

bool wr_taken_exits_write(struct wr_taking *taking, struct wr_map *map)
{
    map->exits = WR_ZERO(taking->arena, wr_map_exit, taking->exit_count);
    for (uint32_t i = 0; map->exits && i < taking->exit_count; i++)
        if (!read_exit(taking, &taking->exits[i], &map->exits[map->exit_count++]))
            return false;
    return map->exits != NULL;
}

bool wr_taken_is_exit(const struct wr_taking *taking, const wr_gff_struct *row)
{
    for (uint32_t i = 0; i < taking->exit_count; i++)
        if (taking->exits[i].row == row)
            return true;
    return false;
}

/* ---- Finding their doorways -------------------------------------------------------------- */

static bool add_exit(struct wr_taking *taking, uint32_t hook, const wr_gff_struct *row)
{
    wr_taken_exit *exits =
        wr_arena_more(taking->arena, taking->exits, taking->exit_count, sizeof *exits);
    if (!exits)
        return false;
    taking->exits = exits;
    exits[taking->exit_count++] = (wr_taken_exit){hook, row};
    return true;
}

/* Nothing is behind it that a map would have there. */
static bool leads_out(const struct wr_taking *taking, uint32_t hook)
{
    if (taking->hooks[hook].twin != WR_NONE || taking->hooks[hook].hidden)
        return false;
    for (uint32_t i = 0; i < taking->exit_count; i++)
        if (taking->exits[i].hook == hook)
            return false;
    return true;
}

/* The doorway of a door of the GIT; WR_NONE where it stands in none that leads out. */
static uint32_t hook_of_door(const struct wr_taking *taking, uint32_t row)
{
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        uint32_t door = taking->hooks[i].door;
        if (door != WR_NONE && taking->doors[door].row == row && leads_out(taking, i))
            return i;
    }
    return WR_NONE;
}

static bool find_doors(struct wr_taking *taking, uint32_t *lost)
{
    const wr_gff_list *rows = rows_of(taking, "Door List");
    for (uint32_t i = 0; rows && i < rows->count && i < MOST_DOORS; i++) {
        const char *module = module_of(taking, rows->items[i]);
        uint32_t hook = module && *module ? hook_of_door(taking, i) : WR_NONE;
        if (!module || (hook != WR_NONE && !add_exit(taking, hook, rows->items[i])))
            return false;
        *lost += *module && hook == WR_NONE;
    }
    return true;
}

/* ---- Triggers ---------------------------------------------------------------------------- */

struct fence {
    wr_dvec3 corners[MOST_CORNERS];
    uint32_t count;
};

static struct fence fence_of(const wr_gff_struct *row)
{
    const wr_gff_list *corners = wr_gff_list_of(row, "Geometry");
    struct fence fence = {.count = 0};
    wr_dvec3 at = {wr_gff_float(row, "XPosition", 0), wr_gff_float(row, "YPosition", 0),
                   wr_gff_float(row, "ZPosition", 0)};
    for (uint32_t i = 0; corners && i < corners->count && i < MOST_CORNERS; i++) {
        wr_dvec3 off = {wr_gff_float(corners->items[i], "PointX", 0),
                        wr_gff_float(corners->items[i], "PointY", 0),
                        wr_gff_float(corners->items[i], "PointZ", 0)};
        fence.corners[fence.count++] = wr_add(at, off);
    }
    return fence;
}

/* Whether a point is inside, seen from above, and near the height of the corners. */
static bool holds(const struct fence *fence, wr_vec3 point)
{
    bool inside = false, near = false;
    for (uint32_t i = 0, k = fence->count - 1; i < fence->count; k = i++) {
        wr_dvec3 a = fence->corners[i], b = fence->corners[k];
        near |= a.z - point.z <= WR_HEADROOM && point.z - a.z <= WR_HEADROOM;
        if ((a.y > point.y) != (b.y > point.y) &&
            point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside && near;
}

static bool is_open(const struct wr_taking *taking, const wr_taken_hook *hook)
{
    return hook->door == WR_NONE || !taking->doors[hook->door].blueprint ||
           !*taking->doors[hook->door].blueprint;
}

/* The doorway a trigger lies across: its hook is inside. */
static uint32_t hook_of_trigger(const struct wr_taking *taking, const wr_gff_struct *row)
{
    struct fence fence = fence_of(row);
    for (uint32_t i = 0; fence.count >= 3 && i < taking->hook_count; i++)
        if (holds(&fence, taking->hooks[i].at) && is_open(taking, &taking->hooks[i]) &&
            leads_out(taking, i))
            return i;
    return WR_NONE;
}

/* Builds make a trigger's blueprint; one that the module has besides says more than that. */
static bool is_plain(const struct wr_taking *taking, const char *blueprint)
{
    size_t size = strlen(taking->area);
    bool own = strncmp(blueprint, taking->area, size) == 0 &&
               strncmp(blueprint + size, "_ext", 4) == 0;
    return own || !wr_resources_find(&taking->resources, blueprint, WR_RES_UTT);
}

static bool find_triggers(struct wr_taking *taking)
{
    const wr_gff_list *rows = rows_of(taking, "TriggerList");
    for (uint32_t i = 0; rows && i < rows->count && i < MOST_TRIGGERS; i++) {
        const char *module = module_of(taking, rows->items[i]);
        const char *blueprint = wr_gff_text_of(rows->items[i], "TemplateResRef", taking->arena);
        if (!module || !blueprint)
            return false;
        uint32_t hook = *module && is_plain(taking, blueprint)
                            ? hook_of_trigger(taking, rows->items[i])
                            : WR_NONE;
        if (hook != WR_NONE && !add_exit(taking, hook, rows->items[i]))
            return false;
    }
    return true;
}

enum wr_result wr_taking_exits(struct wr_taking *taking)
{
    uint32_t lost = 0;
    if (!find_doors(taking, &lost) || !find_triggers(taking))
        return wr_no_memory(taking->context);
    if (lost && !taking->options->rooms)
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-exit", "the map has no exit there: add one where they are to lead on",
                "%u doors that lead into other modules stand in no doorway that leads out",
                (unsigned)lost);
    return WR_OK;
}
