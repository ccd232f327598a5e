/* Rims: edges of a floor's border seen from above, and how far a place lies from them. */
#ifndef WR_BUILDER_LAYOUT_RIMS_H
#define WR_BUILDER_LAYOUT_RIMS_H

#include "core/base/math.h"

struct wr_rim {
    double x, y, dx, dy, length_squared;
    double low_x, low_y, high_x, high_y;
    double least_z, most_z;
};

struct wr_rim wr_rim_of(wr_vec3 a, wr_vec3 b);

/* The distance from the nearest of those that reach into heights from low to high, or from any
 * that is as near as `enough`; infinite where none does. */
double wr_rims_nearest(const struct wr_rim *rims, uint32_t count, double x, double y,
                       double low, double high, double enough);

#endif
