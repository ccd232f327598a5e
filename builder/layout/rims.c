/* Rims: the nearest is found by going through all of them. */
#include "builder/layout/rims.h"

#include "core/base/tolerance.h"

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

struct wr_rim wr_rim_of(wr_vec3 a, wr_vec3 b)
{
    struct wr_rim rim = {
        .x = a.x,
        .y = a.y,
        .dx = (double)b.x - a.x,
        .dy = (double)b.y - a.y,
        .low_x = least(a.x, b.x),
        .low_y = least(a.y, b.y),
        .high_x = most(a.x, b.x),
        .high_y = most(a.y, b.y),
        .least_z = least(a.z, b.z),
        .most_z = most(a.z, b.z),
    };
    rim.length_squared = rim.dx * rim.dx + rim.dy * rim.dy;
    return rim;
}

static double distance_squared(const struct wr_rim *rim, double x, double y)
{
    double along = rim->length_squared > 0
                       ? ((x - rim->x) * rim->dx + (y - rim->y) * rim->dy) / rim->length_squared
                       : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double to_x = rim->x + rim->dx * along - x, to_y = rim->y + rim->dy * along - y;
    return to_x * to_x + to_y * to_y;
}

/* How far a point lies beside a rim's box: no less than beside the rim, but for rounding. */
static double box_distance_squared(const struct wr_rim *rim, double x, double y)
{
    double to_x = most(0, most(rim->low_x - x, x - rim->high_x));
    double to_y = most(0, most(rim->low_y - y, y - rim->high_y));
    return (to_x * to_x + to_y * to_y) * (1 - WR_ROUNDING);
}

double wr_rims_nearest(const struct wr_rim *rims, uint32_t count, double x, double y,
                       double low, double high, double enough)
{
    double nearest = INFINITY, stop = enough > 0 ? enough * enough : 0;
    for (uint32_t i = 0; i < count && nearest > stop; i++) {
        const struct wr_rim *rim = &rims[i];
        if (rim->most_z < low || rim->least_z > high ||
            box_distance_squared(rim, x, y) > nearest)
            continue;
        nearest = least(nearest, distance_squared(rim, x, y));
    }
    return sqrt(nearest);
}
