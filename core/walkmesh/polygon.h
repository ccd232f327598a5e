/* Cutting a polygon into a fan of triangles. */
#ifndef WR_CORE_WALKMESH_POLYGON_H
#define WR_CORE_WALKMESH_POLYGON_H

#include "core/base/math.h"

enum wr_polygon {
    WR_POLYGON_CONVEX,
    WR_POLYGON_CONCAVE,  /* or without area, or winding more than once */
    WR_POLYGON_STRAIGHT, /* every fan has a triangle whose corners lie on one line */
};

/* Judges a polygon of at least 3 corners as seen along its normal, so that it need not be flat,
 * and finds the corner from which a fan has no triangle on a straight side: the first where
 * that is beyond doubt, else the best. */
enum wr_polygon wr_polygon_apex(const wr_vec3 *vertices, const uint32_t *corners, size_t count,
                                size_t *apex);

#endif
