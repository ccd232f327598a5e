/* The lines of a sheet: the outlines of its floors, and those of all that is above one of them
 * within a walker's height, as far as it is above that floor. */
#include "core/brush/sheets.h"

struct outline {
    const struct wr_solids *solids;
    const struct wr_solid_face *floor;
    bool convex;         /* the floor turns left at all corners */
    wr_dbox box;         /* around the floor */
    wr_dvec3 *from, *to; /* corners of a polygon, z being the height over the floor */
    wr_outline_fn *each;
    void *user;
};

static bool is_convex(const struct wr_solids *solids, const struct wr_solid_face *facet)
{
    const wr_dvec3 *c = solids->corners + facet->first;
    for (uint32_t i = 0; i < facet->count; i++) {
        wr_dvec3 a = c[i], b = c[(i + 1) % facet->count], d = c[(i + 2) % facet->count];
        if ((b.x - a.x) * (d.y - b.y) - (d.x - b.x) * (b.y - a.y) < 0)
            return false;
    }
    return true;
}

/* A part of a line, from 0 to 1. */
struct part {
    double from, to;
};

/* Leaves of a line what is on the left of another one: `begin` and `end` say how far its ends
 * are, as areas. */
static void keep_left(struct part *part, double begin, double end)
{
    double at = begin / (begin - end);
    if (begin < 0 && end < 0)
        *part = (struct part){1, 0};
    else if (begin < 0 && at > part->from)
        part->from = at;
    else if (end < 0 && at < part->to)
        part->to = at;
}

static double left_of(wr_dvec3 a, wr_dvec3 b, wr_dvec3 p)
{
    return (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
}

static void keep_in_floor(const struct outline *outline, wr_dvec3 a, wr_dvec3 b,
                          struct part *part)
{
    const struct wr_solid_face *floor = outline->floor;
    const wr_dvec3 *c = outline->solids->corners + floor->first;
    for (uint32_t i = 0; i < floor->count; i++) {
        wr_dvec3 from = c[i], to = c[i + 1 < floor->count ? i + 1 : 0];
        double slack = 1e-6 * (fabs(to.x - from.x) + fabs(to.y - from.y));
        keep_left(part, left_of(from, to, a) + slack, left_of(from, to, b) + slack);
    }
}

static void keep_in_box(const struct outline *outline, wr_dvec3 a, wr_dvec3 b,
                        struct part *part)
{
    const wr_dbox *box = &outline->box;
    keep_left(part, a.x - box->min.x, b.x - box->min.x);
    keep_left(part, box->max.x - a.x, box->max.x - b.x);
    keep_left(part, a.y - box->min.y, b.y - box->min.y);
    keep_left(part, box->max.y - a.y, box->max.y - b.y);
}

static wr_whole step_at(wr_dvec3 a, wr_dvec3 b, double part)
{
    return part == 0   ? (wr_whole){wr_step_of(a.x), wr_step_of(a.y)}
           : part == 1 ? (wr_whole){wr_step_of(b.x), wr_step_of(b.y)}
                       : (wr_whole){wr_step_of(a.x + part * (b.x - a.x)),
                                    wr_step_of(a.y + part * (b.y - a.y))};
}

static bool draw(const struct outline *outline, wr_dvec3 a, wr_dvec3 b)
{
    struct part part = {0, 1};
    if (outline->convex)
        keep_in_floor(outline, a, b, &part);
    else
        keep_in_box(outline, a, b, &part);
    if (!(part.from <= part.to))
        return true;
    wr_whole from = step_at(a, b, part.from), to = step_at(a, b, part.to);
    return (from.x == to.x && from.y == to.y) || outline->each(outline->user, from, to);
}

/* ---- What is above --------------------------------------------------------------------- */

/* Leaves of a polygon what is above a height, or below it; the new number of corners. Corners
 * that were brought to the height exactly stay as they are. */
static uint32_t cut(struct outline *outline, uint32_t count, double height, double sign)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        wr_dvec3 a = outline->from[i], b = outline->from[i + 1 < count ? i + 1 : 0];
        double at_a = sign * (a.z - height), at_b = sign * (b.z - height);
        if (at_a >= 0)
            outline->to[kept++] = a;
        if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) {
            double part = at_a / (at_a - at_b);
            wr_dvec3 c = wr_add(a, wr_scale(wr_sub(b, a), part));
            c.z = height;
            outline->to[kept++] = c;
        }
    }
    wr_dvec3 *corners = outline->from;
    outline->from = outline->to;
    outline->to = corners;
    return kept;
}

/* Takes the corners of a facet, heights over the floor in place of z; whether some are above it
 * and some below a walker's head. */
static bool take(struct outline *outline, const struct wr_solid_face *facet)
{
    const struct wr_solids *solids = outline->solids;
    bool above = false, below = false;
    for (uint32_t i = 0; i < facet->count; i++) {
        wr_dvec3 p = solids->corners[facet->first + i];
        p.z -= wr_solid_face_height(outline->floor, p.x, p.y);
        if (fabs(p.z) <= solids->slack)
            p.z = 0;
        if (fabs(p.z - solids->tall) <= solids->slack)
            p.z = solids->tall;
        above |= p.z > 0;
        below |= p.z < solids->tall;
        outline->from[i] = p;
    }
    return above && below;
}

static bool draw_above(struct outline *outline, const struct wr_solid_face *facet)
{
    if (!take(outline, facet))
        return true;
    uint32_t count = cut(outline, facet->count, 0, 1);
    count = cut(outline, count, outline->solids->tall, -1);
    for (uint32_t i = 0; i < count; i++)
        if (!draw(outline, outline->from[i], outline->from[i + 1 < count ? i + 1 : 0]))
            return false;
    return true;
}

/* The line along which a side of a zone cuts the floor, or what lies a little above that. */
static bool draw_side(const struct outline *outline, const struct wr_zone *zone,
                      const uint8_t side[4])
{
    wr_dvec3 ends[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        wr_dvec3 a = zone->corners[side[i]], b = zone->corners[side[(i + 1) % 4]];
        double lift = outline->solids->zones.lift;
        double at_a = a.z - wr_solid_face_height(outline->floor, a.x, a.y) - lift;
        double at_b = b.z - wr_solid_face_height(outline->floor, b.x, b.y) - lift;
        if ((at_a > 0) != (at_b > 0))
            ends[count++] = wr_add(a, wr_scale(wr_sub(b, a), at_a / (at_a - at_b)));
    }
    return count != 2 || draw(outline, ends[0], ends[1]);
}

static bool draw_zones(const struct outline *outline)
{
    const struct wr_zones *zones = &outline->solids->zones;
    wr_dbox box = outline->box;
    uint32_t zone;
    box.max.z += zones->lift;
    struct wr_look look = wr_box_tree_look(&zones->tree, box);
    while (wr_look_next(&look, &zone))
        for (int s = 0; s < 6; s++)
            if (!draw_side(outline, &zones->items[zone], wr_zone_sides[s]))
                return false;
    return true;
}

static bool draw_floor(struct outline *outline, const struct wr_solid_face *floor)
{
    const wr_dvec3 *c = outline->solids->corners + floor->first;
    for (uint32_t i = 0; i < floor->count; i++) {
        wr_dvec3 a = c[i], b = c[i + 1 < floor->count ? i + 1 : 0];
        wr_whole from = step_at(a, b, 0), to = step_at(a, b, 1);
        if ((from.x != to.x || from.y != to.y) && !outline->each(outline->user, from, to))
            return false;
    }
    return true;
}

/* Makes room for a polygon that two lines cut: each adds a corner for each one that they cut
 * off, at most. */
static bool make_room(struct outline *outline, struct wr_arena *scratch, uint32_t corners)
{
    outline->from = WR_TAKE(scratch, wr_dvec3, 4 * (size_t)corners);
    outline->to = WR_TAKE(scratch, wr_dvec3, 4 * (size_t)corners);
    return outline->from && outline->to;
}

bool wr_sheets_outline(const struct wr_sheets *sheets, const struct wr_solids *solids,
                       uint32_t sheet, struct wr_arena *scratch, wr_outline_fn *each,
                       void *user)
{
    struct outline outline = {.solids = solids, .each = each, .user = user};
    for (uint32_t i = sheet == 0 ? 0 : sheets->ends[sheet - 1]; i < sheets->ends[sheet]; i++) {
        uint32_t floor = sheets->floors[i], other;
        outline.floor = &solids->facets[floor];
        outline.box = solids->boxes[floor];
        outline.convex = is_convex(solids, outline.floor);
        if (wr_context_stopped(solids->context) || !draw_floor(&outline, outline.floor) ||
            !draw_zones(&outline))
            return false;
        wr_dbox above = outline.box;
        above.max.z += solids->tall;
        struct wr_look look = wr_box_tree_look(&solids->tree, above);
        while (wr_look_next(&look, &other)) {
            if (sheets->of[other] == sheet)
                continue;
            wr_arena_mark mark = wr_arena_here(scratch);
            if (!make_room(&outline, scratch, solids->facets[other].count) ||
                !draw_above(&outline, &solids->facets[other]))
                return false;
            wr_arena_rewind(scratch, mark);
        }
    }
    return true;
}
