/* The doors of a GIT: where they stand, where they lead, what they are made of. Source:
 * formats/module, 2.4. */
#include "builder/inspect/judge_rules.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

/* More than any module has; of more, only what they are made of is judged. */
enum { MOST_DOORS = 5000 };

struct door {
    const char *blueprint, *tag;
    wr_vec3 at;
    wr_where where;
};

static wr_where where_of(const struct wr_judging *judging, const wr_gff_struct *row)
{
    return wr_judged_at(&judging->git_source, row->count > 0 ? &row->fields[0] : NULL);
}

static bool read_door(struct wr_judging *judging, const wr_gff_struct *row, struct door *out)
{
    out->blueprint = wr_gff_text_of(row, "TemplateResRef", judging->arena);
    out->tag = wr_gff_text_of(row, "Tag", judging->arena);
    out->at = (wr_vec3){wr_gff_float(row, "X", 0), wr_gff_float(row, "Y", 0),
                        wr_gff_float(row, "Z", 0)};
    out->where = where_of(judging, row);
    return out->blueprint && out->tag;
}

/* A door that is a passage to itself, as one builder of modules writes them. */
static void judge_link(struct wr_judging *judging, const wr_gff_struct *row,
                       const struct door *door)
{
    const char *to = wr_gff_text_of(row, "LinkedTo", judging->arena);
    const char *module = wr_gff_text_of(row, "LinkedToModule", judging->arena);
    const char *own =
        judging->ifo ? wr_gff_text_of(judging->ifo->root, "Mod_Tag", judging->arena) : "";
    if (!to || !module || !own) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    bool here = !*module || wr_text_same(module, own) || wr_text_same(module, judging->area);
    if (*to && here && wr_text_same(to, door->tag) &&
        wr_gff_whole(row, "LinkedToFlags", 0) != 0)
        wr_warn(judging->context, door->where, "git-door-self",
                "a door inside a module needs no link: leave LinkedTo empty",
                "the door '%.40s' leads to itself", door->tag);
}

static void judge_place(struct wr_judging *judging, const struct door *door)
{
    if (!wr_vec3_finite(door->at) || (wr_judged_edge(judging, door->at, true) > WR_DOOR_REACH &&
                                      wr_judged_edge(judging, door->at, false) > WR_DOOR_REACH))
        wr_warn(judging->context, door->where, "git-door-place",
                "a door stands where the floor of a room ends",
                "the door '%.40s' at (%s, %s, %s) stands in no doorway", door->tag,
                wr_fixed(door->at.x, 2).text, wr_fixed(door->at.y, 2).text,
                wr_fixed(door->at.z, 2).text);
}

/* ---- One a doorway ----------------------------------------------------------------------- */

static int order_doors(const void *a, const void *b)
{
    const struct door *const *x = a, *const *y = b;
    if ((*x)->at.x != (*y)->at.x)
        return (*x)->at.x < (*y)->at.x ? -1 : 1;
    return *x < *y ? -1 : *x > *y;
}

/* Doors sorted by X: those near enough follow each other. */
static void judge_pairs(struct wr_judging *judging, const struct door *doors, uint32_t count)
{
    const struct door **sorted = WR_TAKE(judging->arena, const struct door *, count);
    if (!sorted) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    uint32_t finite = 0;
    for (uint32_t i = 0; i < count; i++)
        if (wr_vec3_finite(doors[i].at))
            sorted[finite++] = &doors[i];
    if (finite > 0)
        qsort(sorted, finite, sizeof *sorted, order_doors);
    for (uint32_t i = 1; i < finite; i++) {
        const struct door *door = sorted[i];
        for (uint32_t k = i; k-- > 0 && door->at.x - sorted[k]->at.x <= WR_DOORS_APART;)
            if (wr_distance(door->at, sorted[k]->at) < WR_DOORS_APART) {
                wr_warn(judging->context, door->where, "git-door-twice", "take one of them out",
                        "the doors '%.40s' and '%.40s' stand in one doorway", sorted[k]->tag,
                        door->tag);
                break; /* one neighbour tells enough */
            }
    }
}

/* ---- Blueprints -------------------------------------------------------------------------- */

static void judge_blueprint(struct wr_judging *judging, const struct door *door)
{
    if (!*door->blueprint)
        wr_warn(judging->context, door->where, "git-door-blueprint", NULL,
                "a door has no blueprint (TemplateResRef)");
    else if (!wr_resources_find(judging->resources, door->blueprint, WR_RES_UTD))
        wr_note(judging->context, door->where, "git-door-blueprint", NULL,
                "the door '%.40s' is made of '%.40s.utd', which the game must have", door->tag,
                door->blueprint);
}

void wr_judge_doors(struct wr_judging *judging)
{
    const wr_gff_list *list =
        judging->git ? wr_gff_list_of(judging->git->root, "Door List") : NULL;
    if (!list)
        return;
    struct door *doors = WR_TAKE(judging->arena, struct door, list->count);
    for (uint32_t i = 0; doors && i < list->count; i++)
        if (!read_door(judging, list->items[i], &doors[i]))
            doors = NULL;
    if (!doors) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    for (uint32_t i = 0; i < list->count && !wr_context_stopped(judging->context); i++) {
        judge_blueprint(judging, &doors[i]);
        judge_link(judging, list->items[i], &doors[i]);
        if (judging->view && judging->view->whole && i < MOST_DOORS)
            judge_place(judging, &doors[i]);
    }
    judge_pairs(judging, doors, list->count < MOST_DOORS ? list->count : MOST_DOORS);
}
