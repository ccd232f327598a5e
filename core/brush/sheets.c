/* A sheet grows from one floor over all that touch it and lie in the plane of the first. */
#include "core/brush/sheets.h"

static bool is_level_with(const struct wr_solids *solids, const struct wr_solid_face *first,
                          const struct wr_solid_face *other)
{
    for (uint32_t i = 0; i < other->count; i++) {
        wr_dvec3 p = solids->corners[other->first + i];
        if (!(fabs(wr_solid_face_height(first, p.x, p.y) - p.z) <= solids->slack))
            return false;
    }
    return true;
}

static wr_dbox widened(wr_dbox box, double by)
{
    wr_dvec3 margin = {by, by, by};
    return (wr_dbox){wr_sub(box.min, margin), wr_add(box.max, margin)};
}

/* Adds what touches a floor of the sheet; the new number of floors. */
static uint32_t spread(struct wr_sheets *sheets, const struct wr_solids *solids,
                       const struct wr_solid_face *first, uint32_t floor, uint32_t count)
{
    uint32_t other;
    struct wr_look look =
        wr_box_tree_look(&solids->tree, widened(solids->boxes[floor], 2 + solids->slack));
    while (wr_look_next(&look, &other))
        if (solids->facets[other].floor && sheets->of[other] == WR_NO_SHEET &&
            is_level_with(solids, first, &solids->facets[other])) {
            sheets->of[other] = sheets->count;
            sheets->floors[count++] = other;
        }
    return count;
}

bool wr_sheets_make(struct wr_arena *arena, const struct wr_solids *solids,
                    struct wr_sheets *out)
{
    uint32_t facets = solids->facet_count, count = 0;
    *out = (struct wr_sheets){.of = WR_TAKE(arena, uint32_t, facets),
                              .floors = WR_TAKE(arena, uint32_t, facets),
                              .ends = WR_TAKE(arena, uint32_t, facets)};
    if (!out->of || !out->floors || !out->ends)
        return false;
    for (uint32_t f = 0; f < facets; f++)
        out->of[f] = WR_NO_SHEET;
    for (uint32_t f = 0; f < facets; f++) {
        if (!solids->facets[f].floor || out->of[f] != WR_NO_SHEET)
            continue;
        out->of[f] = out->count;
        uint32_t at = count;
        for (out->floors[count++] = f; at < count; at++)
            count = spread(out, solids, &solids->facets[f], out->floors[at], count);
        out->ends[out->count++] = count;
    }
    return true;
}

uint32_t wr_sheets_floor(const struct wr_sheets *sheets, const struct wr_solids *solids,
                         uint32_t sheet, double x, double y)
{
    const struct wr_solid_face *first =
        &solids->facets[sheets->floors[sheet == 0 ? 0 : sheets->ends[sheet - 1]]];
    double z = wr_solid_face_height(first, x, y), slack = 2 * solids->slack;
    wr_dbox point = {{x, y, z - slack}, {x, y, z + slack}};
    struct wr_look look = wr_box_tree_look(&solids->tree, point);
    uint32_t best = UINT32_MAX, facet;
    double highest = 0;
    while (wr_look_next(&look, &facet)) {
        if (sheets->of[facet] != sheet || !wr_solid_face_holds(solids, facet, x, y))
            continue;
        double height = wr_solid_face_height(&solids->facets[facet], x, y);
        if (best == UINT32_MAX || height > highest || (height == highest && facet < best)) {
            best = facet;
            highest = height;
        }
    }
    return best;
}
