/* Points and lines are put into a triangle one by one. Where a line is to run, the sides that
 * it crosses are turned until one of them lies along it. */
#include "core/aswm/patch.h"

#include "core/base/tolerance.h"

enum { STEPS_EACH = 1 << 13 };

static uint32_t after(uint32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

static uint32_t before(uint32_t side)
{
    return side % 3 == 0 ? side + 2 : side - 1;
}

static wr_plan_point flat_of(const struct wr_patch *patch, uint32_t point)
{
    return patch->points[point].flat;
}

static wr_plan_point from_of(const struct wr_patch *patch, uint32_t side)
{
    return flat_of(patch, patch->sides[side].corner);
}

static wr_plan_point to_of(const struct wr_patch *patch, uint32_t side)
{
    return from_of(patch, after(side));
}

static double between(wr_plan_point a, wr_plan_point b)
{
    return wr_plan_distance(a, a, b);
}

/* One step less that is left; false where there is none. */
static bool step(struct wr_patch *patch)
{
    if (patch->steps == 0)
        patch->tangled = true;
    else
        patch->steps--;
    return !patch->tangled && !patch->failed;
}

/* ---- Sides ---------------------------------------------------------------------------------
 */

static uint32_t add_point(struct wr_patch *patch, wr_dvec3 at, uint32_t vertex)
{
    wr_patch_point *points =
        wr_arena_more(patch->arena, patch->points, patch->point_count, sizeof *points);
    if (!points) {
        patch->failed = true;
        return 0;
    }
    wr_plan_point flat = {patch->axis == 0 ? at.y : at.x, patch->axis == 2 ? at.y : at.z};
    if (patch->axis == 1)
        flat = (wr_plan_point){at.z, at.x};
    patch->points = points;
    points[patch->point_count] = (wr_patch_point){at, flat, vertex};
    return patch->point_count++;
}

static void join(struct wr_patch *patch, uint32_t side, uint32_t twin)
{
    patch->sides[side].twin = twin;
    if (twin != WR_ASWM_NONE)
        patch->sides[twin].twin = side;
}

/* Adds a triangle whose sides are joined to nothing yet; false when memory is out. */
static bool add_triangle(struct wr_patch *patch, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corners[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        wr_patch_side *sides =
            wr_arena_more(patch->arena, patch->sides, patch->side_count, sizeof *sides);
        if (!sides) {
            patch->failed = true;
            return false;
        }
        patch->sides = sides;
        sides[patch->side_count++] = (wr_patch_side){corners[i], WR_ASWM_NONE, false};
    }
    return true;
}

/* Gives a side's place in the mesh to another, with what runs along it. */
static void move_side(struct wr_patch *patch, uint32_t from, uint32_t to)
{
    patch->sides[to].fixed = patch->sides[from].fixed;
    join(patch, to, patch->sides[from].twin);
}

/* A triangle becomes two, at a point on one of its sides. Returns the side that leads on from
 * there. */
static uint32_t halve(struct wr_patch *patch, uint32_t side, uint32_t point)
{
    uint32_t next = after(side), added = patch->side_count;
    uint32_t to = patch->sides[next].corner, top = patch->sides[before(side)].corner;
    if (!add_triangle(patch, point, to, top))
        return side;
    patch->sides[added].fixed = patch->sides[side].fixed;
    move_side(patch, next, added + 1);
    patch->sides[next].corner = point;
    patch->sides[next].fixed = false;
    join(patch, next, added + 2);
    return added;
}

static void split_side(struct wr_patch *patch, uint32_t side, uint32_t point)
{
    uint32_t twin = patch->sides[side].twin;
    uint32_t on = halve(patch, side, point);
    if (twin == WR_ASWM_NONE || patch->failed)
        return;
    uint32_t back = halve(patch, twin, point);
    join(patch, side, back);
    join(patch, on, twin);
}

static void split_triangle(struct wr_patch *patch, uint32_t side, uint32_t point)
{
    uint32_t next = after(side), last = before(side), added = patch->side_count;
    uint32_t a = patch->sides[side].corner, b = patch->sides[next].corner;
    uint32_t c = patch->sides[last].corner;
    if (!add_triangle(patch, b, c, point) || !add_triangle(patch, c, a, point))
        return;
    move_side(patch, next, added);
    move_side(patch, last, added + 3);
    patch->sides[last].corner = point;
    patch->sides[next].fixed = patch->sides[last].fixed = false;
    join(patch, next, added + 2);
    join(patch, added + 1, added + 5);
    join(patch, added + 4, last);
}

/* Two triangles with a side in common: it leads between the other two corners from now on. */
static void turn_side(struct wr_patch *patch, uint32_t side)
{
    uint32_t twin = patch->sides[side].twin;
    uint32_t last = before(side), far = before(twin);
    uint32_t c = patch->sides[last].corner, d = patch->sides[far].corner;
    patch->sides[side].corner = d;
    patch->sides[twin].corner = c;
    uint32_t beyond = patch->sides[last].twin;
    bool fixed = patch->sides[last].fixed;
    move_side(patch, far, side);
    patch->sides[twin].fixed = fixed;
    join(patch, twin, beyond);
    patch->sides[last].fixed = patch->sides[far].fixed = false;
    join(patch, last, far);
}

/* Whether the two triangles at a side are convex together, so that it can be turned. */
static bool can_turn(const struct wr_patch *patch, uint32_t side)
{
    uint32_t twin = patch->sides[side].twin;
    wr_plan_point a = from_of(patch, side), b = to_of(patch, side);
    wr_plan_point c = from_of(patch, before(side)), d = from_of(patch, before(twin));
    return wr_plan_turn(c, a, d) > 0 && wr_plan_turn(d, b, c) > 0;
}

/* ---- Points --------------------------------------------------------------------------------
 */

void wr_patch_start(struct wr_patch *patch, struct wr_arena *arena,
                    const wr_patch_point corners[3], int axis)
{
    *patch = (struct wr_patch){.arena = arena, .axis = axis, .steps = STEPS_EACH};
    for (int i = 0; i < 3; i++)
        add_point(patch, corners[i].at, corners[i].vertex);
    if (!patch->failed && add_triangle(patch, 0, 1, 2))
        for (uint32_t side = 0; side < 3; side++)
            patch->sides[side].fixed = true;
}

uint32_t wr_patch_border(struct wr_patch *patch, uint32_t to, wr_dvec3 at, uint32_t vertex)
{
    uint32_t point = add_point(patch, at, vertex);
    if (patch->failed)
        return 0;
    for (uint32_t side = 0; side < patch->side_count; side++)
        if (patch->sides[side].twin == WR_ASWM_NONE && patch->sides[after(side)].corner == to) {
            split_side(patch, side, point);
            break;
        }
    return point;
}

/* How far inside of a triangle a point lies: from the nearest of its sides, which is named. */
static double depth_in(const struct wr_patch *patch, uint32_t triangle, wr_plan_point at,
                       uint32_t *nearest)
{
    double least = INFINITY;
    for (uint32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
        wr_plan_point a = from_of(patch, side), b = to_of(patch, side);
        double length = between(a, b);
        double depth = length > 0 ? wr_plan_turn(a, b, at) / length : 0;
        if (depth < least) {
            least = depth;
            *nearest = side;
        }
    }
    return least;
}

uint32_t wr_patch_inside(struct wr_patch *patch, wr_dvec3 at)
{
    uint32_t point = add_point(patch, at, WR_ASWM_NONE), best = 0;
    double deepest = -INFINITY;
    if (patch->failed)
        return 0;
    wr_plan_point flat = flat_of(patch, point);
    for (uint32_t i = 0; i < point; i++)
        if (between(flat_of(patch, i), flat) <= WR_CARVE_DISTANCE) {
            patch->point_count--;
            return i;
        }
    for (uint32_t triangle = 0; triangle < patch->side_count / 3; triangle++) {
        uint32_t side = 0;
        double depth = depth_in(patch, triangle, flat, &side);
        if (depth > deepest) {
            deepest = depth;
            best = side;
        }
    }
    if (deepest <= WR_ROUNDING && patch->sides[best].twin != WR_ASWM_NONE)
        split_side(patch, best, point);
    else
        split_triangle(patch, best, point);
    return point;
}

/* ---- Lines ---------------------------------------------------------------------------------
 */

static bool crosses(const struct wr_patch *patch, uint32_t side, uint32_t from, uint32_t to)
{
    uint32_t a = patch->sides[side].corner, b = patch->sides[after(side)].corner;
    return a != from && a != to && b != from && b != to &&
           wr_plan_cross(flat_of(patch, a), flat_of(patch, b), flat_of(patch, from),
                         flat_of(patch, to));
}

static bool is_first(const struct wr_patch *patch, uint32_t side)
{
    return patch->sides[side].twin != WR_ASWM_NONE && side < patch->sides[side].twin;
}

/* The next point that lies on a line and nearer to its end; the end where there is none. */
static uint32_t next_on(const struct wr_patch *patch, uint32_t from, uint32_t to, double *along)
{
    wr_plan_point a = flat_of(patch, from), b = flat_of(patch, to);
    uint32_t found = to;
    *along = 1;
    for (uint32_t i = 0; i < patch->point_count; i++) {
        wr_plan_point at = flat_of(patch, i);
        double part = wr_plan_along(a, b, at);
        if (i == from || i == to || part >= *along || part <= 0 ||
            wr_plan_distance(a, b, at) > WR_CARVE_DISTANCE || between(at, b) >= between(a, b))
            continue;
        *along = part;
        found = i;
    }
    return found;
}

/* The first line that is crossed before a part of the way; WR_ASWM_NONE. */
static uint32_t next_crossed(const struct wr_patch *patch, uint32_t from, uint32_t to,
                             double before_part, double *on_side)
{
    wr_plan_point a = flat_of(patch, from), b = flat_of(patch, to);
    uint32_t found = WR_ASWM_NONE;
    for (uint32_t side = 0; side < patch->side_count; side++) {
        if (!patch->sides[side].fixed || !is_first(patch, side) ||
            !crosses(patch, side, from, to))
            continue;
        wr_plan_point c = from_of(patch, side), d = to_of(patch, side);
        double there = wr_plan_turn(c, d, a), back = wr_plan_turn(c, d, b);
        double part = there / (there - back);
        if (part >= before_part)
            continue;
        there = wr_plan_turn(a, b, c);
        before_part = part;
        *on_side = there / (there - wr_plan_turn(a, b, d));
        found = side;
    }
    return found;
}

static uint32_t side_between(const struct wr_patch *patch, uint32_t from, uint32_t to)
{
    for (uint32_t side = 0; side < patch->side_count; side++)
        if ((patch->sides[side].corner == from && patch->sides[after(side)].corner == to) ||
            (patch->sides[side].corner == to && patch->sides[after(side)].corner == from))
            return side;
    return WR_ASWM_NONE;
}

static bool is_in_the_way(const struct wr_patch *patch, uint32_t side, uint32_t from,
                          uint32_t to)
{
    return patch->sides[side].twin != WR_ASWM_NONE && !patch->sides[side].fixed &&
           crosses(patch, side, from, to);
}

/* Of the ends of sides in the way the one farthest aside, and of those the first: there the
 * triangles in the way are convex. */
static uint32_t farthest_aside(const struct wr_patch *patch, uint32_t from, uint32_t to)
{
    wr_plan_point a = flat_of(patch, from), b = flat_of(patch, to);
    uint32_t found = WR_ASWM_NONE;
    double most = 0, first = 0;
    for (uint32_t side = 0; side < patch->side_count; side++) {
        if (!is_in_the_way(patch, side, from, to))
            continue;
        wr_plan_point at = from_of(patch, side);
        double aside = fabs(wr_plan_turn(a, b, at)), along = wr_plan_along(a, b, at);
        if (found != WR_ASWM_NONE && (aside < most || (aside == most && along >= first)))
            continue;
        found = patch->sides[side].corner;
        most = aside;
        first = along;
    }
    return found;
}

/* Turns a side in the way that leads from a point; false where none can be. */
static bool turn_one(struct wr_patch *patch, uint32_t point, uint32_t from, uint32_t to)
{
    for (uint32_t side = 0; side < patch->side_count; side++)
        if (patch->sides[side].corner == point && is_in_the_way(patch, side, from, to) &&
            can_turn(patch, side)) {
            turn_side(patch, side);
            return true;
        }
    return false;
}

/* Each turn leaves one side less at the point farthest aside, until it has none in the way. */
static void clear_way(struct wr_patch *patch, uint32_t from, uint32_t to)
{
    uint32_t point = farthest_aside(patch, from, to);
    while (point != WR_ASWM_NONE && step(patch) && turn_one(patch, point, from, to))
        point = farthest_aside(patch, from, to);
}

/* Nothing lies on the way, and no line across it. */
static void connect(struct wr_patch *patch, uint32_t from, uint32_t to)
{
    uint32_t side = side_between(patch, from, to);
    if (side == WR_ASWM_NONE) {
        clear_way(patch, from, to);
        side = side_between(patch, from, to);
    }
    if (side == WR_ASWM_NONE) {
        patch->tangled = true;
        return;
    }
    patch->sides[side].fixed = true;
    if (patch->sides[side].twin != WR_ASWM_NONE)
        patch->sides[patch->sides[side].twin].fixed = true;
}

/* A point where a line crosses a side along which another one runs. */
static uint32_t cross_at(struct wr_patch *patch, uint32_t side, double part)
{
    wr_dvec3 a = patch->points[patch->sides[side].corner].at;
    wr_dvec3 b = patch->points[patch->sides[after(side)].corner].at;
    uint32_t point = add_point(patch, wr_add(a, wr_scale(wr_sub(b, a), part)), WR_ASWM_NONE);
    if (!patch->failed)
        split_side(patch, side, point);
    return point;
}

void wr_patch_line(struct wr_patch *patch, uint32_t from, uint32_t to)
{
    while (from != to && step(patch)) {
        double along, on_side = 0;
        uint32_t stop = next_on(patch, from, to, &along);
        uint32_t crossed = next_crossed(patch, from, to, along, &on_side);
        if (crossed != WR_ASWM_NONE)
            stop = cross_at(patch, crossed, on_side);
        if (!patch->failed)
            connect(patch, from, stop);
        from = stop;
    }
}

/* ---- Shape ---------------------------------------------------------------------------------
 */

/* How wide a triangle is for its length: its height by its longest side. */
static double width_of(wr_plan_point a, wr_plan_point b, wr_plan_point c)
{
    double ab = between(a, b), bc = between(b, c), ca = between(c, a);
    double longest = ab > bc ? ab : bc;
    longest = ca > longest ? ca : longest;
    return longest > 0 ? wr_plan_turn(a, b, c) / (longest * longest) : 0;
}

static bool wider_turned(const struct wr_patch *patch, uint32_t side)
{
    uint32_t twin = patch->sides[side].twin;
    wr_plan_point a = from_of(patch, side), b = to_of(patch, side);
    wr_plan_point c = from_of(patch, before(side)), d = from_of(patch, before(twin));
    double here = width_of(a, b, c), there = width_of(b, a, d);
    double one = width_of(c, a, d), other = width_of(d, b, c);
    double now = here < there ? here : there, then = one < other ? one : other;
    return then > now + WR_ROUNDING;
}

void wr_patch_widen(struct wr_patch *patch)
{
    enum { ROUNDS = 16 };
    bool turned = true;
    for (int round = 0; turned && round < ROUNDS; round++) {
        turned = false;
        for (uint32_t side = 0; side < patch->side_count; side++)
            if (is_first(patch, side) && !patch->sides[side].fixed && can_turn(patch, side) &&
                wider_turned(patch, side)) {
                turn_side(patch, side);
                turned = true;
            }
    }
}
