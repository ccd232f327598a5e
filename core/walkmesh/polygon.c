/* Cutting a polygon into triangles: a fan, or fans that keep corners on straight sides; ears
 * where there are dents. */
#include "core/walkmesh/polygon.h"

#include "core/base/ears.h"
#include "core/base/tolerance.h"

struct polygon {
    const wr_vec3 *vertices;
    const uint32_t *corners;
    size_t count;
    wr_dvec3 normal; /* unit */
};

static wr_dvec3 corner(const struct polygon *polygon, size_t i)
{
    return wr_widen(polygon->vertices[polygon->corners[i % polygon->count]]);
}

/* The area vector of the whole, from the first corner: Newell's, without its cancellation. */
static wr_dvec3 area_vector(const struct polygon *polygon)
{
    wr_dvec3 origin = corner(polygon, 0), sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < polygon->count; i++)
        sum = wr_add(sum, wr_cross(wr_sub(corner(polygon, i), origin),
                                   wr_sub(corner(polygon, i + 1), origin)));
    return sum;
}

/* How far c lies to the left of the line from a to b, in metres; NaN where a is b. */
static double left_of(const struct polygon *polygon, wr_dvec3 a, wr_dvec3 b, wr_dvec3 c)
{
    wr_dvec3 way = wr_sub(b, a);
    return wr_dot(wr_cross(way, wr_sub(c, a)), polygon->normal) / wr_length(way);
}

/* How far a corner stands out from its neighbours; negative where it is dented. */
static double outcrop(const struct polygon *polygon, size_t i)
{
    size_t before = i + polygon->count - 1;
    return -left_of(polygon, corner(polygon, before), corner(polygon, i + 1),
                    corner(polygon, i));
}

static bool no_dents(const struct polygon *polygon)
{
    bool none = true;
    for (size_t i = 0; i < polygon->count && none; i++)
        none = outcrop(polygon, i) >= -WR_WELD_DISTANCE;
    return none;
}

/* A fan from `apex` turns one way, no more than half round, and never comes back to it. */
static bool fan_turns_once(const struct polygon *polygon, size_t apex)
{
    wr_dvec3 origin = corner(polygon, apex), first = corner(polygon, apex + 1);
    for (size_t i = apex + 2; i < apex + polygon->count; i++) {
        wr_dvec3 here = corner(polygon, i), last = corner(polygon, i - 1);
        if (!(left_of(polygon, origin, last, here) >= -WR_WELD_DISTANCE) ||
            !(left_of(polygon, origin, first, here) >= -WR_WELD_DISTANCE) ||
            wr_length(wr_sub(here, origin)) <= WR_WELD_DISTANCE)
            return false;
    }
    return true;
}

/* A fan from a corner is sound when neither neighbour lies on a straight side with it. */
static double soundness(const struct polygon *polygon, size_t apex)
{
    double next = outcrop(polygon, apex + 1);
    double last = outcrop(polygon, apex + polygon->count - 1);
    return next < last ? next : last;
}

static double best_apex(const struct polygon *polygon, size_t *apex)
{
    double best = 0;
    for (size_t i = 0; i < polygon->count && best <= WR_WELD_DISTANCE; i++) {
        double sound = soundness(polygon, i);
        if (sound > best) {
            best = sound;
            *apex = i;
        }
    }
    return best;
}

static bool stands_out(const struct polygon *polygon, size_t i)
{
    return outcrop(polygon, i) > WR_WELD_DISTANCE;
}

/* ---- Fans -------------------------------------------------------------------------------- */

/* Triangles from one corner to each part of the way between two others. */
static wr_face *add_fan(const struct polygon *polygon, size_t apex, size_t from, size_t to,
                        wr_face *out)
{
    const uint32_t *corners = polygon->corners;
    size_t count = polygon->count;
    for (size_t i = from; i < to; i++)
        *out++ =
            (wr_face){{corners[apex % count], corners[i % count], corners[(i + 1) % count]}};
    return out;
}

/* The next corner after `i` that no straight side goes through. */
static size_t next_outstanding(const struct polygon *polygon, size_t i)
{
    do
        i++;
    while (!stands_out(polygon, i));
    return i;
}

static size_t count_outstanding(const struct polygon *polygon, size_t *first)
{
    size_t found = 0;
    for (size_t i = polygon->count; i-- > 0;)
        if (stands_out(polygon, i)) {
            *first = i;
            found++;
        }
    return found;
}

/* Where the sides on both sides of an apex end, and whether the way between those ends has a
 * corner of its own. */
struct sides {
    size_t apex, left, right;
};

static bool find_sides(const struct polygon *polygon, size_t apex, struct sides *sides)
{
    size_t end = apex + polygon->count, right = end - 1;
    while (!stands_out(polygon, right))
        right--;
    *sides = (struct sides){apex, next_outstanding(polygon, apex), right};
    return sides->right - sides->left >= 2;
}

/* A corner from which a fan reaches all but its own two sides. In a triangle it is one whose
 * opposite side has corners on it. */
static bool choose_apex(const struct polygon *polygon, struct sides *sides)
{
    size_t apex = 0;
    if (count_outstanding(polygon, &apex) < 3)
        return false;
    for (int i = 0; i < 3; i++, apex = next_outstanding(polygon, apex))
        if (find_sides(polygon, apex, sides))
            return true;
    return false;
}

/* Corners on the apex's own sides go to the corner next to where the side ends. */
static void cut_by_sides(const struct polygon *polygon, const struct sides *sides, wr_face *out)
{
    size_t apex = sides->apex, left = sides->left, right = sides->right;
    out = add_fan(polygon, left + 1, apex, left, out);
    out = add_fan(polygon, apex, left + 1, right - 1, out);
    add_fan(polygon, right - 1, right, apex + polygon->count, out);
}

bool wr_polygon_cut(const wr_vec3 *vertices, const uint32_t *corners, size_t count,
                    wr_face *out)
{
    struct polygon polygon = {vertices, corners, count, {0, 0, 0}};
    struct sides sides;
    size_t apex = 0;
    wr_dvec3 area = area_vector(&polygon);
    double size = wr_length(area);
    if (!(size > 0))
        return false;
    polygon.normal = (wr_dvec3){area.x / size, area.y / size, area.z / size};
    if (!no_dents(&polygon))
        return false;
    double sound = best_apex(&polygon, &apex);
    bool by_sides = !(sound > WR_WELD_DISTANCE) && choose_apex(&polygon, &sides);
    if (by_sides)
        apex = sides.apex;
    if ((!by_sides && !(sound > 0)) || !fan_turns_once(&polygon, apex))
        return false;
    if (by_sides)
        cut_by_sides(&polygon, &sides, out);
    else
        add_fan(&polygon, apex, apex + 1, apex + count - 1, out);
    return true;
}

/* ---- Dents ------------------------------------------------------------------------------- */

/* On which side of the line from a to b, seen along the area of all, c lies. */
static double side_of(wr_dvec3 area, wr_dvec3 a, wr_dvec3 b, wr_dvec3 c)
{
    return wr_dot(wr_cross(wr_sub(b, a), wr_sub(c, a)), area);
}

static bool are_apart(double a, double b)
{
    return (a > 0 && b < 0) || (a < 0 && b > 0);
}

static bool sides_cross(const wr_dvec3 *at, uint32_t count, wr_dvec3 area)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 2; k < count; k++) {
            wr_dvec3 a = at[i], b = at[i + 1], c = at[k], d = at[k + 1 == count ? 0 : k + 1];
            if (are_apart(side_of(area, a, b, c), side_of(area, a, b, d)) &&
                are_apart(side_of(area, c, d, a), side_of(area, c, d, b)))
                return true;
        }
    return false;
}

bool wr_polygon_cut_dented(struct wr_arena *scratch, const wr_vec3 *vertices,
                           const uint32_t *corners, size_t count, wr_face *out)
{
    wr_dvec3 at[WR_POLYGON_MOST_DENTED];
    uint32_t ears[WR_POLYGON_MOST_DENTED][3];
    if (count < 3 || count > WR_POLYGON_MOST_DENTED)
        return false;
    for (size_t i = 0; i < count; i++)
        at[i] = wr_widen(vertices[corners[i]]);
    if (sides_cross(at, (uint32_t)count, wr_ears_area(at, (uint32_t)count)) ||
        wr_ears_cut(scratch, at, (uint32_t)count, ears) != count - 2)
        return false;
    for (size_t i = 0; i < count - 2; i++)
        out[i] = (wr_face){{corners[ears[i][0]], corners[ears[i][1]], corners[ears[i][2]]}};
    return true;
}
