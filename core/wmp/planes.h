/* Planes to vertices. */
#ifndef WR_CORE_WMP_PLANES_H
#define WR_CORE_WMP_PLANES_H

#include "core/wmp/making.h"

enum { WR_WMP_MOST_PLANES = 512 };

/* Makes vertices and corners of a block whose faces are the planes of three points each, at
 * most WR_WMP_MOST_PLANES. Faces on which nothing is left of a plane have no corners then.
 * Returns how many have some: fewer than four enclose nothing. Corners that are nearer than a
 * hundredth of a quant are one. -1 when memory is out. */
int wr_wmp_make_vertices(struct wr_arena *arena, wr_wmp_block *block);

#endif
