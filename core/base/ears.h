/* Polygons in space, dented ones too, cut into triangles for being drawn. */
#ifndef WR_CORE_BASE_EARS_H
#define WR_CORE_BASE_EARS_H

#include "core/base/arena.h"
#include "core/base/math.h"

/* Of more corners only a fan is made: ears are looked for corner by corner. */
enum { WR_EARS_MOST = 512 };

/* As long as twice the area of a polygon, along what it looks at where its corners turn left.
 */
wr_dvec3 wr_ears_area(const wr_dvec3 *corners, uint32_t count);

/* Cuts a polygon, which may be dented, into triangles that turn as it does: rows of numbers of
 * its corners in `out`, which has room for `count` - 2. Corners should lie in a plane; those
 * that cross themselves give triangles that overlap. Triangles without area are left out.
 * Returns how many there are; UINT32_MAX when memory is out. */
uint32_t wr_ears_cut(struct wr_arena *scratch, const wr_dvec3 *corners, uint32_t count,
                     uint32_t (*out)[3]);

#endif
