/* Reading rows of doors, and knowing those again that a map was taken out with. */
#include "builder/module/into_rows.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

/* ---- Reading ----------------------------------------------------------------------------- */

static bool read_row(const struct wr_putting *putting, wr_gff_struct *row, wr_into_row *out)
{
    uint32_t number;
    *out = (wr_into_row){
        .row = row,
        .blueprint = wr_gff_text_of(row, "TemplateResRef", putting->arena),
        .tag = wr_gff_text_of(row, "Tag", putting->arena),
        .at = {wr_gff_float(row, "X", 0), wr_gff_float(row, "Y", 0), wr_gff_float(row, "Z", 0)},
        .record = WR_NONE,
    };
    if (!out->blueprint || !out->tag)
        return false;
    out->own = wr_name_numbered(out->blueprint, putting->id, "_dor", &number);
    return true;
}

enum wr_result wr_into_rows_read(struct wr_putting *putting,
                                 const struct wr_resources *resources, struct wr_into_rows *out)
{
    enum wr_result result =
        wr_putting_read(putting, resources, putting->id, WR_RES_GIT, &out->git);
    if (result == WR_NOT_FOUND)
        return wr_fail(putting->context, WR_NOT_FOUND, wr_at(&resources->source, WR_WHOLE_FILE),
                       "module-area-missing", NULL, "the module has no '%s.git'", putting->id);
    if (result != WR_OK)
        return result;
    out->list = wr_gff_set_list(out->git, out->git->root, "Door List");
    out->count = out->list ? out->list->count : 0;
    out->items = WR_ZERO(putting->arena, wr_into_row, out->count);
    if (!out->list || !out->items)
        return wr_no_memory(putting->context);
    for (uint32_t i = 0; i < out->count; i++)
        if (!read_row(putting, out->list->items[i], &out->items[i]))
            return wr_no_memory(putting->context);
    return WR_OK;
}

/* ---- Knowing them again ------------------------------------------------------------------ */

/* What tells that a row is a door of the map, the surest first. Its tag is always the same;
 * rows are counted anew when others go, and doors are moved with their rooms. */
enum sign {
    AS_IT_WAS, /* the row, and the place it had */
    IN_LEVEL,  /* the place it has in the level */
    IN_PLACE,  /* the place it had */
    BY_ROW,
    BY_TAG, /* no other has it */
    SIGN_COUNT
};

static bool stands_at(const wr_into_row *row, wr_vec3 at)
{
    return wr_distance(row->at, at) < WR_DOORS_APART;
}

static bool has_sign(const wr_into_row *row, uint32_t index, const wr_map_door *was,
                     const wr_into_door *now, enum sign sign)
{
    switch (sign) {
    case AS_IT_WAS:
        return index == was->row && stands_at(row, was->position);
    case IN_LEVEL:
        return now->stays && stands_at(row, now->at);
    case IN_PLACE:
        return stands_at(row, was->position);
    case BY_ROW:
        return now->stays && index == was->row;
    default:
        return now->stays;
    }
}

/* The row of a sign that is nearest to where the door is looked for; WR_NONE where there is
 * none, and where several share the mere tag. */
static uint32_t find_row(const struct wr_into_rows *rows, const wr_map_door *was,
                         const wr_into_door *now, enum sign sign)
{
    uint32_t best = WR_NONE;
    double least = INFINITY;
    wr_vec3 at = sign == IN_LEVEL ? now->at : was->position;
    for (uint32_t i = 0; i < rows->count; i++) {
        const wr_into_row *row = &rows->items[i];
        if (row->record != WR_NONE || !has_sign(row, i, was, now, sign) ||
            !wr_text_same(row->tag, was->tag))
            continue;
        if (sign == BY_TAG && best != WR_NONE)
            return WR_NONE;
        double distance = wr_distance(row->at, at);
        if (best == WR_NONE || distance < least) {
            best = i;
            least = distance;
        }
    }
    return best;
}

static void tell_missing(const struct wr_putting *putting, const wr_map_door *was)
{
    const struct wr_map *map = putting->level->map;
    wr_warn(putting->context, map->source ? wr_at(map->source, was->place.offset) : WR_NOWHERE,
            "into-door-missing", "take it out of the map's 'replaces', or put the door back",
            "the module has no door '%.64s', neither in row %u nor where it was", was->tag,
            (unsigned)was->row);
}

enum wr_result wr_into_rows_recognise(struct wr_putting *putting, struct wr_into_rows *rows)
{
    const struct wr_into_level *level = putting->level;
    uint32_t count = level->map ? level->map->replaces.door_count : 0;
    bool *found = WR_ZERO(putting->arena, bool, count);
    if (!found)
        return wr_no_memory(putting->context);
    for (int sign = 0; sign < SIGN_COUNT; sign++)
        for (uint32_t i = 0; i < count; i++) {
            const wr_map_door *was = &level->map->replaces.doors[i];
            uint32_t row =
                found[i] ? WR_NONE : find_row(rows, was, &level->doors[i], (enum sign)sign);
            if (row == WR_NONE)
                continue;
            rows->items[row].record = i;
            found[i] = true;
        }
    for (uint32_t i = 0; i < count; i++)
        if (!found[i] && level->doors[i].stays)
            tell_missing(putting, &level->map->replaces.doors[i]);
    return WR_OK;
}
