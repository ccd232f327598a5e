/* Polygons in plan: made of corners and judged. */
#include "core/aswm/cutters.h"

#include "core/base/math.h"
#include "core/base/tolerance.h"

#include <inttypes.h>

double wr_plan_along(wr_plan_point a, wr_plan_point b, wr_plan_point at)
{
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double part = square > 0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / square : 0;
    return part > 0 ? part < 1 ? part : 1 : 0;
}

double wr_plan_distance(wr_plan_point a, wr_plan_point b, wr_plan_point at)
{
    double part = wr_plan_along(a, b, at);
    double x = a.x + part * (b.x - a.x) - at.x, y = a.y + part * (b.y - a.y) - at.y;
    return sqrt(x * x + y * y);
}

double wr_plan_turn(wr_plan_point a, wr_plan_point b, wr_plan_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool apart(double a, double b)
{
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

bool wr_plan_cross(wr_plan_point a, wr_plan_point b, wr_plan_point c, wr_plan_point d)
{
    return apart(wr_plan_turn(a, b, c), wr_plan_turn(a, b, d)) &&
           apart(wr_plan_turn(c, d, a), wr_plan_turn(c, d, b));
}

/* ---- Made ----------------------------------------------------------------------------------
 */

static void frame(wr_aswm_cutter *cutter)
{
    cutter->low = cutter->high = cutter->corners[0];
    for (uint32_t i = 1; i < cutter->count; i++) {
        wr_plan_point at = cutter->corners[i];
        cutter->low.x = at.x < cutter->low.x ? at.x : cutter->low.x;
        cutter->low.y = at.y < cutter->low.y ? at.y : cutter->low.y;
        cutter->high.x = at.x > cutter->high.x ? at.x : cutter->high.x;
        cutter->high.y = at.y > cutter->high.y ? at.y : cutter->high.y;
    }
}

static bool is_one(wr_plan_point a, wr_plan_point b)
{
    return wr_plan_distance(a, a, b) <= WR_CARVE_DISTANCE;
}

static void take_corners(const wr_plan_point *corners, uint32_t count, wr_aswm_cutter *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (out->count == 0 || !is_one(out->corners[out->count - 1], corners[i]))
            out->corners[out->count++] = corners[i];
    while (out->count > 1 && is_one(out->corners[0], out->corners[out->count - 1]))
        out->count--;
}

/* The first side that another one crosses; the number of sides where none does. */
static uint32_t first_crossed(const wr_aswm_cutter *cutter)
{
    const wr_plan_point *at = cutter->corners;
    for (uint32_t a = 0; a < cutter->count; a++)
        for (uint32_t b = a + 2; b < cutter->count; b++)
            if (wr_cutter_after(cutter, b) != a &&
                wr_plan_cross(at[a], at[a + 1], at[b], at[wr_cutter_after(cutter, b)]))
                return a;
    return cutter->count;
}

/* Whether some corner lies off the line from the first to the one farthest from it. */
static bool has_area(const wr_aswm_cutter *cutter)
{
    wr_plan_point first = cutter->corners[0], farthest = first;
    for (uint32_t i = 1; i < cutter->count; i++)
        if (wr_plan_distance(first, first, cutter->corners[i]) >
            wr_plan_distance(first, first, farthest))
            farthest = cutter->corners[i];
    for (uint32_t i = 1; i < cutter->count; i++)
        if (wr_plan_distance(first, farthest, cutter->corners[i]) > WR_CARVE_DISTANCE)
            return true;
    return false;
}

static bool is_near(wr_plan_point at)
{
    return fabs(at.x) <= WR_AREA_REACH && fabs(at.y) <= WR_AREA_REACH;
}

enum wr_result wr_aswm_cutter_make(struct wr_context *context, struct wr_arena *arena,
                                   const wr_plan_point *corners, uint32_t count,
                                   const char *name, wr_where where, wr_aswm_cutter *out)
{
    if (count > WR_CUTTER_CORNERS_MOST)
        return wr_fail(context, WR_LIMIT, where, "cutter-corners", NULL,
                       "cutter '%s' has %" PRIu32 " corners; 4096 are the most", name, count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_near(corners[i]))
            return wr_fail(context, WR_INVALID, where, "cutter-number", NULL,
                           "corner %" PRIu32
                           " of cutter '%s' is no number, or farther than 131 km",
                           i + 1, name);
    out->corners = WR_TAKE(arena, wr_plan_point, count);
    if (!out->corners)
        return wr_no_memory(context);
    take_corners(corners, count, out);
    if (out->count < 3)
        return wr_fail(context, WR_INVALID, where, "cutter-corners",
                       "give it three corners, or take it out",
                       "cutter '%s' has %" PRIu32 " corners", name, out->count);
    frame(out);
    if (!has_area(out))
        return wr_fail(context, WR_INVALID, where, "cutter-flat",
                       "move a corner aside, or take it out",
                       "all corners of cutter '%s' lie on one line", name);
    uint32_t crossed = first_crossed(out);
    if (crossed < out->count)
        wr_warn(context, where, "cutter-crossed", "all that it goes round is cut",
                "side %" PRIu32 " of cutter '%s' crosses another of its sides", crossed + 1,
                name);
    return WR_OK;
}

bool wr_aswm_cutter_move(struct wr_arena *arena, const wr_aswm_cutter *cutter, double x,
                         double y, wr_aswm_cutter *out)
{
    *out = *cutter;
    out->corners = wr_arena_copy(arena, cutter->corners, cutter->count, sizeof *out->corners);
    for (uint32_t i = 0; out->corners && i < out->count; i++) {
        out->corners[i].x += x;
        out->corners[i].y += y;
    }
    if (out->corners)
        frame(out);
    return out->corners;
}

/* How often it goes round, counted at the sides that a line from the point to the right
 * crosses. */
bool wr_aswm_cutter_holds(const wr_aswm_cutter *cutter, wr_plan_point at)
{
    int rounds = 0;
    if (at.x < cutter->low.x || at.x > cutter->high.x || at.y < cutter->low.y ||
        at.y > cutter->high.y)
        return false;
    for (uint32_t i = 0; i < cutter->count; i++) {
        wr_plan_point a = cutter->corners[i];
        wr_plan_point b = cutter->corners[wr_cutter_after(cutter, i)];
        if (a.y <= at.y && b.y > at.y)
            rounds += wr_plan_turn(a, b, at) > 0;
        else if (a.y > at.y && b.y <= at.y)
            rounds -= wr_plan_turn(a, b, at) < 0;
    }
    return rounds != 0;
}
