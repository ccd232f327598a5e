/* Ways out of an edited module: triggers that Warren made follow the map, and whoever comes
 * back finds a waypoint. Where doors lead is said in their rows. */
#include "builder/layout/names.h"
#include "builder/module/into_steps.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "templates/map.h"

#include <stdio.h>

/* ---- Triggers ---------------------------------------------------------------------------- */

static bool is_own(const struct wr_putting *putting, const wr_gff_struct *row, bool *failed)
{
    uint32_t number;
    const char *name = wr_gff_text_of(row, "TemplateResRef", putting->arena);
    *failed |= !name;
    return name && wr_name_numbered(name, putting->id, "_ext", &number);
}

static wr_vec3 place_of(const wr_gff_struct *row)
{
    return wr_vec3_of(wr_gff_float(row, "XPosition", 0), wr_gff_float(row, "YPosition", 0),
                      wr_gff_float(row, "ZPosition", 0));
}

/* The row of a list that Warren made where another trigger lies now. */
static wr_gff_struct *twin_of(const struct wr_putting *putting, const wr_gff_list *list,
                              const wr_gff_struct *made, bool *failed)
{
    for (uint32_t i = 0; list && i < list->count; i++)
        if (wr_distance(place_of(list->items[i]), place_of(made)) < WR_DOORS_APART &&
            is_own(putting, list->items[i], failed))
            return list->items[i];
    return NULL;
}

static void copy_trigger(struct wr_gff *git, wr_gff_list *list, const wr_gff_struct *row)
{
    wr_putting_copy(git, list, row);
    const wr_gff_list *corners = wr_gff_list_of(row, "Geometry");
    wr_gff_struct *copy = list->count ? list->items[list->count - 1] : NULL;
    wr_gff_list *own = wr_gff_set_list(git, copy, "Geometry");
    for (uint32_t i = 0; own && corners && i < corners->count; i++)
        wr_putting_copy(git, own, corners->items[i]);
}

/* Gives a row the value of another tree's, which lives as long. */
static void carry(struct wr_gff *git, wr_gff_struct *row, const wr_gff_field *from)
{
    if (!from)
        return;
    wr_gff_field *there = wr_gff_find(row, from->label);
    if (!there)
        wr_gff_set_whole(git, row, from->label, from->type, 0);
    there = wr_gff_find(row, from->label);
    if (there) {
        wr_gff_field value = *from;
        value.at = there->at;
        value.place = there->place;
        *there = value;
    }
}

void wr_into_lead(struct wr_gff *git, wr_gff_struct *row, const wr_gff_struct *made)
{
    static const char *const labels[] = {"LinkedTo", "LinkedToFlags", "TransitionDestin"};
    const wr_gff_field *module = wr_gff_find(made, "LinkedToModule");
    if (!module || module->type != WR_GFF_RESREF || module->bytes.size == 0)
        return;
    carry(git, row, module);
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        carry(git, row, wr_gff_find(made, labels[i]));
}

/* The triggers of both sides. */
struct sides {
    struct wr_putting *putting;
    struct wr_gff *git;
    const wr_gff_list *made;
    bool *own;             /* of the made ones: Warren's */
    wr_gff_struct **twins; /* of those: what lies there in the edited module, or NULL */
    bool failed;
};

/* One that lies where it lay keeps its corners, and what else was changed. */
static void follow(const struct sides *sides, wr_gff_struct *row, const wr_gff_struct *made)
{
    carry(sides->git, row, wr_gff_find(made, "TemplateResRef"));
    carry(sides->git, row, wr_gff_find(made, "Tag"));
    wr_into_lead(sides->git, row, made);
}

static void find_twins(struct sides *sides, const wr_gff_list *there)
{
    for (uint32_t i = 0; sides->made && i < sides->made->count && !sides->failed; i++) {
        sides->own[i] = is_own(sides->putting, sides->made->items[i], &sides->failed);
        sides->twins[i] = sides->own[i] ? twin_of(sides->putting, there, sides->made->items[i],
                                                  &sides->failed)
                                        : NULL;
    }
}

static bool is_twin(const struct sides *sides, const wr_gff_struct *row)
{
    for (uint32_t i = 0; sides->made && i < sides->made->count; i++)
        if (sides->twins[i] == row)
            return true;
    return false;
}

static void remove_others(struct sides *sides, wr_gff_list *there)
{
    for (uint32_t i = there ? there->count : 0; i-- > 0 && !sides->failed;)
        if (is_own(sides->putting, there->items[i], &sides->failed) &&
            !is_twin(sides, there->items[i]))
            wr_gff_remove(there, i);
}

static void follow_all(struct sides *sides)
{
    for (uint32_t i = 0; sides->made && i < sides->made->count && !sides->failed; i++) {
        if (sides->twins[i])
            follow(sides, sides->twins[i], sides->made->items[i]);
        else if (sides->own[i])
            copy_trigger(sides->git,
                         wr_gff_set_list(sides->git, sides->git->root, "TriggerList"),
                         sides->made->items[i]);
    }
}

static enum wr_result put_triggers(struct wr_putting *putting, struct wr_gff *git,
                                   const struct wr_gff *made)
{
    wr_gff_list *there = wr_gff_list_of(git->root, "TriggerList");
    struct sides sides = {
        .putting = putting, .git = git, .made = wr_gff_list_of(made->root, "TriggerList")};
    uint32_t count = sides.made ? sides.made->count : 0;
    sides.own = WR_ZERO(putting->arena, bool, count);
    sides.twins = WR_ZERO(putting->arena, wr_gff_struct *, count);
    if (!sides.own || !sides.twins)
        return wr_no_memory(putting->context);
    find_twins(&sides, there);
    remove_others(&sides, there);
    follow_all(&sides);
    return sides.failed ? wr_no_memory(putting->context) : WR_OK;
}

/* ---- Where others arrive ----------------------------------------------------------------- */

static const wr_gff_struct *waypoint_of(const struct wr_putting *putting,
                                        const struct wr_gff *git, const char *tag)
{
    const wr_gff_list *list = wr_gff_list_of(git->root, "WaypointList");
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *other = wr_gff_text_of(list->items[i], "Tag", putting->arena);
        if (other && wr_text_same(other, tag))
            return list->items[i];
    }
    return NULL;
}

/* One that is there stays where somebody has put it. */
static void put_arrival(struct wr_putting *putting, struct wr_gff *git,
                        const struct wr_gff *made, const char *tag)
{
    const wr_gff_struct *row = *tag ? waypoint_of(putting, made, tag) : NULL;
    if (row && !waypoint_of(putting, git, tag))
        wr_putting_copy(git, wr_gff_set_list(git, git->root, "WaypointList"), row);
}

/* Those of the map: of each way out, and of the entry. */
static void put_stated(struct wr_putting *putting, struct wr_gff *git,
                       const struct wr_gff *made, const struct wr_map *map)
{
    char tag[WR_MAP_LONGEST_TAG + 1];
    for (uint32_t i = 0; i < map->exit_count; i++) {
        wr_map_exit_arrival(&map->exits[i], tag);
        put_arrival(putting, git, made, tag);
    }
    if (map->entry.tag)
        put_arrival(putting, git, made, map->entry.tag);
}

/* Those that links mean without a word. */
static bool put_arrivals(struct wr_putting *putting, struct wr_gff *git,
                         const struct wr_gff *made, const char *list)
{
    const wr_gff_list *rows = wr_gff_list_of(made->root, list);
    char tag[WR_LONGEST_TAG + 1];
    for (uint32_t i = 0; rows && i < rows->count; i++) {
        const char *module = wr_gff_text_of(rows->items[i], "LinkedToModule", putting->arena);
        if (!module)
            return false;
        snprintf(tag, sizeof tag, "from_%.16s", module);
        if (*module)
            put_arrival(putting, git, made, tag);
    }
    return true;
}

enum wr_result wr_into_exits(struct wr_putting *putting, struct wr_gff *git,
                             const struct wr_gff *made)
{
    if (!put_arrivals(putting, git, made, "Door List") ||
        !put_arrivals(putting, git, made, "TriggerList"))
        return wr_no_memory(putting->context);
    if (putting->level->map)
        put_stated(putting, git, made, putting->level->map);
    return put_triggers(putting, git, made);
}
