/* Cutting a polygon into triangles. */
#ifndef WR_CORE_WALKMESH_POLYGON_H
#define WR_CORE_WALKMESH_POLYGON_H

#include "core/base/arena.h"
#include "core/base/math.h"

/* Cuts a polygon of at least 3 corners into `count - 2` triangles that turn as it does, with
 * each of its corners, those on straight sides too. It is judged as seen along its normal and
 * need not be flat. False where it is not convex, has no area or winds more than once. */
bool wr_polygon_cut(const wr_vec3 *vertices, const uint32_t *corners, size_t count,
                    wr_face *out);

/* The corners of a polygon with dents that is cut, at most. */
enum { WR_POLYGON_MOST_DENTED = 512 };

/* The same of a polygon that has dents, but no sides that cross. Takes a time that grows with
 * the square of its corners. False where it has sides that cross, corners that no triangle
 * could have, or too many of them, or where memory is out. */
bool wr_polygon_cut_dented(struct wr_arena *scratch, const wr_vec3 *vertices,
                           const uint32_t *corners, size_t count, wr_face *out);

#endif
