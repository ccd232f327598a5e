/* A floor as it is seen from above, and how deep two of them lie in each other. */
#ifndef WR_BUILDER_LAYOUT_TILING_H
#define WR_BUILDER_LAYOUT_TILING_H

#include "builder/layout/placed.h"
#include "core/base/arena.h"
#include "core/base/math.h"

struct wr_tile;

/* A derived walkmesh where it stands, ready to be compared with others. It belongs to one
 * thread. */
struct wr_tiling {
    const struct wr_walkmesh *mesh;
    const wr_vec3 *vertices; /* in the area */
    struct wr_tile *tiles;   /* of faces that do not stand upright, walkable ones first */
    uint32_t count, walkable;
    uint32_t *chosen; /* room for all of them: those that a comparison looks at */
    uint32_t chosen_count;
};

/* Takes everything from `arena`; no motion where the mesh is in area coordinates already. False
 * when memory is out. */
bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh, const wr_motion *motion);

/* Whether two floors lie in each other within a box, seen from above and on one storey: how
 * deep, and where it is deepest, goes to `out`. A depth above `enough` ends the search, and
 * then stands for any. Where no walkable faces do, but others, the depth is 0. */
bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_box within, double enough,
                     wr_overlap *out);

#endif
