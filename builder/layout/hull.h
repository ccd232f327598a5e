/* Hulls: convex outlines of floors seen from above, and lines that lie between two of them. */
#ifndef WR_BUILDER_LAYOUT_HULL_H
#define WR_BUILDER_LAYOUT_HULL_H

#include "core/base/arena.h"
#include "core/base/math.h"

struct wr_walkmesh;

/* A side between two corners, by the direction out of the hull. */
struct wr_hull_side {
    double x, y;         /* the corner it begins at, metres */
    double out_x, out_y; /* unit */
    double reach;        /* how far the hull goes that way, metres from the origin */
};

/* Counter-clockwise; two sides where all lies on a line, none where it is one spot. */
struct wr_hull {
    struct wr_hull_side *sides;
    uint32_t count;
    double x, y; /* a place within */
};

/* Own coordinates of a mesh seen from above, turned, mirrored and moved. */
struct wr_plan_map {
    double xx, xy, yx, yy;
    double x, y;
};

/* The hull of the walkable faces of a mesh, in own coordinates, from the arena. False when
 * memory is out. */
bool wr_hull_make(struct wr_hull *hull, struct wr_arena *arena, const struct wr_walkmesh *mesh);
/* The corners of what is around spots as seen from above, counter-clockwise, in `out`, which
 * has space for twice as many and one; spots are sorted. Returns how many. */
uint32_t wr_hull_around(wr_vec3 *spots, uint32_t count, wr_vec3 *out);
/* Whether a hull shares with the other, of which `map` says where it lies, no more than a strip
 * of `allowed` metres along one of its sides; less than 0: that much is between them. */
bool wr_hull_beside(const struct wr_hull *hull, const struct wr_hull *other,
                    const struct wr_plan_map *map, double allowed);

#endif
