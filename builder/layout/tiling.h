/* A floor as it is seen from above, and how deep two of them lie in each other. */
#ifndef WR_BUILDER_LAYOUT_TILING_H
#define WR_BUILDER_LAYOUT_TILING_H

#include "builder/layout/facets.h"
#include "builder/layout/placed.h"
#include "core/base/arena.h"
#include "core/base/math.h"

struct wr_tile;

/* A derived walkmesh where it stands, ready to be compared with others. It belongs to one
 * thread. */
struct wr_tiling {
    const struct wr_facets *facets;
    wr_motion motion;
    bool moved;            /* else it is in area coordinates already */
    bool flat;             /* all that is walked on is one storey */
    double margin;         /* how far rounding may carry what the facets say off, metres */
    wr_box box, floor;     /* of all faces and of walkable ones, in the area */
    struct wr_tile *tiles; /* one a face, of those that were looked at */
    uint8_t *states;
    struct wr_rims rims;     /* one an edge of the border, once they are asked for */
    uint32_t rim;            /* that was the nearest of a place lately */
    struct wr_facet *chosen; /* room for all faces: those that a comparison looks at */
    uint32_t chosen_count;
};

/* Takes everything from `arena`; no motion where the mesh is in area coordinates already. False
 * when memory is out. */
bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_facets *facets, const wr_motion *motion);

/* Whether two floors lie in each other, seen from above and on one storey: how deep, and where
 * it is deepest, goes to `out`. Where no walkable faces do, but others, the depth is 0. */
bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_overlap *out);
/* Whether walkable faces lie deeper in each other than is `allowed`, which is soon found: `out`
 * is any place where they do, and says how deep at least. */
bool wr_tilings_break(struct wr_tiling *a, struct wr_tiling *b, double allowed,
                      wr_overlap *out);

#endif
