/* Where a module is entered: its area, and a spot on the floor one can stand on. Source:
 * formats/module, 2.2. */
#include "builder/inspect/judge_rules.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

static void judge_list(struct wr_judging *judging)
{
    const wr_gff_struct *root = judging->ifo->root;
    const wr_gff_list *areas = wr_gff_list_of(root, "Mod_Area_list");
    wr_where where = wr_judged_at(&judging->ifo_source, wr_gff_find(root, "Mod_Area_list"));
    bool listed = false;
    for (uint32_t i = 0; areas && i < areas->count; i++) {
        const char *name = wr_gff_text_of(areas->items[i], "Area_Name", judging->arena);
        if (!name) {
            wr_judged(judging, wr_no_memory(judging->context));
            return;
        }
        listed = listed || wr_text_same(name, judging->area);
    }
    if (!listed)
        wr_judged(judging, wr_fail(judging->context, WR_INVALID, where, "ifo-area-list",
                                   "the list holds the area's name and nothing else",
                                   "Mod_Area_list does not hold '%.40s', the entry area",
                                   judging->area));
    else if (areas->count > 1)
        wr_warn(judging->context, where, "ifo-area-list", NULL,
                "Mod_Area_list holds %u areas; the game knows one a module", areas->count);
}

static void judge_direction(struct wr_judging *judging)
{
    const wr_gff_struct *root = judging->ifo->root;
    double x = wr_gff_float(root, "Mod_Entry_Dir_X", 0);
    double y = wr_gff_float(root, "Mod_Entry_Dir_Y", 0);
    double length = sqrt(x * x + y * y);
    if (!(fabs(length - 1) < WR_ENTRY_DIRECTION))
        wr_warn(judging->context,
                wr_judged_at(&judging->ifo_source, wr_gff_find(root, "Mod_Entry_Dir_X")),
                "ifo-entry-direction", NULL,
                "the direction of arrival (%s, %s) is not of length 1", wr_fixed(x, 3).text,
                wr_fixed(y, 3).text);
}

static void judge_spot(struct wr_judging *judging, wr_vec3 entry, wr_where where)
{
    wr_hit floor;
    if (!wr_judged_floor(judging, entry, &floor)) {
        wr_judged(judging,
                  wr_fail(judging->context, WR_INVALID, where, "ifo-entry-floor",
                          "move Mod_Entry_X, Y and Z onto the floor of a room",
                          "the player arrives at (%s, %s, %s), where there is no floor",
                          wr_fixed(entry.x, 2).text, wr_fixed(entry.y, 2).text,
                          wr_fixed(entry.z, 2).text));
        return;
    }
    double wall = wr_judged_edge(judging, floor.point, false);
    if (floor.distance > WR_DOOR_STEP)
        wr_warn(judging->context, where, "ifo-entry-height", NULL,
                "the player arrives at height %s, but the floor is at %s",
                wr_fixed(entry.z, 2).text, wr_fixed(floor.point.z, 2).text);
    /* an entry of exactly the clearance must not fail by a rounding of the file's floats */
    if (wall < WR_ENTRY_CLEARANCE - WR_CENTIMETRE)
        wr_warn(judging->context, where, "ifo-entry-wall",
                "the game moves who arrives too near to a wall, or lets them stick in it",
                "the player arrives %s m from a wall", wr_fixed(wall, 2).text);
}

void wr_judge_entry(struct wr_judging *judging)
{
    if (!judging->ifo)
        return;
    const wr_gff_struct *root = judging->ifo->root;
    const wr_gff_field *field = wr_gff_find(root, "Mod_Entry_Area");
    wr_where where = wr_judged_at(&judging->ifo_source, field);
    const char *area = wr_gff_text_of(root, "Mod_Entry_Area", judging->arena);
    if (!area)
        wr_judged(judging, wr_no_memory(judging->context));
    else if (!*area)
        wr_judged(judging, wr_fail(judging->context, WR_INVALID, where, "module-area-missing",
                                   NULL, "Mod_Entry_Area names no area"));
    judge_list(judging);
    judge_direction(judging);
    wr_vec3 entry = {wr_gff_float(root, "Mod_Entry_X", 0), wr_gff_float(root, "Mod_Entry_Y", 0),
                     wr_gff_float(root, "Mod_Entry_Z", 0)};
    where = wr_judged_at(&judging->ifo_source, wr_gff_find(root, "Mod_Entry_X"));
    if (judging->view && judging->view->whole)
        judge_spot(judging, entry, where);
}
