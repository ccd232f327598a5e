/* Cutting a polygon into a fan of triangles. */
#include "core/walkmesh/polygon.h"

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

enum wr_polygon wr_polygon_apex(const wr_vec3 *vertices, const uint32_t *corners, size_t count,
                                size_t *apex)
{
    struct polygon polygon = {vertices, corners, count, {0, 0, 0}};
    wr_dvec3 area = area_vector(&polygon);
    double size = wr_length(area);
    if (!(size > 0))
        return WR_POLYGON_CONCAVE;
    polygon.normal = (wr_dvec3){area.x / size, area.y / size, area.z / size};
    if (!no_dents(&polygon))
        return WR_POLYGON_CONCAVE;
    if (!(best_apex(&polygon, apex) > 0))
        return WR_POLYGON_STRAIGHT;
    return fan_turns_once(&polygon, *apex) ? WR_POLYGON_CONVEX : WR_POLYGON_CONCAVE;
}
