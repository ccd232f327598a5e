/* Cutting a polygon into triangles. */
#ifndef WR_CORE_WALKMESH_POLYGON_H
#define WR_CORE_WALKMESH_POLYGON_H

#include "core/base/math.h"

/* Cuts a polygon of at least 3 corners into `count - 2` triangles that turn as it does, with
 * each of its corners, those on straight sides too. It is judged as seen along its normal and
 * need not be flat. False where it is not convex, has no area or winds more than once. */
bool wr_polygon_cut(const wr_vec3 *vertices, const uint32_t *corners, size_t count,
                    wr_face *out);

#endif
