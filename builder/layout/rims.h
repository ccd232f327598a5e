/* Rims: edges of a floor's border seen from above, and how far a place lies from them. */
#ifndef WR_BUILDER_LAYOUT_RIMS_H
#define WR_BUILDER_LAYOUT_RIMS_H

#include "core/base/arena.h"
#include "core/base/math.h"

struct wr_rim_box {
    double low_x, low_y, high_x, high_y;
    double least_z, most_z;
};

struct wr_rim {
    double x, y, dx, dy, length_squared;
    struct wr_rim_box box;
};

/* Rims in the order in which a border runs, so that a few in a row lie together. */
struct wr_rims {
    struct wr_rim *items;
    struct wr_rim_box *runs; /* of a few in a row each */
    uint32_t count;
};

/* None yet, with room for `most`, from the arena; false where memory is out. */
bool wr_rims_take(struct wr_rims *rims, struct wr_arena *arena, uint32_t most);
void wr_rims_add(struct wr_rims *rims, wr_vec3 a, wr_vec3 b);
/* How far a place lies from a rim seen from above, squared. */
double wr_rim_distance_squared(const struct wr_rim *rim, double x, double y);
/* A place, and the heights that a rim must reach into. */
struct wr_rim_search {
    double x, y, low, high;
    double enough; /* metres: of rims that are as near as that any will do */
    uint32_t rim;  /* where to begin; then the nearest, or WR_NONE */
};

/* The distance of a place from the nearest rim; infinite where there is none. A rim found near
 * by before is a good one to begin with. */
double wr_rims_nearest(const struct wr_rims *rims, struct wr_rim_search *search);

#endif
