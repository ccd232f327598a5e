/* A floor as it is seen from above, and how deep two of them lie in each other. */
#ifndef WR_BUILDER_LAYOUT_TILING_H
#define WR_BUILDER_LAYOUT_TILING_H

#include "builder/layout/placed.h"
#include "core/base/arena.h"
#include "core/base/math.h"

struct wr_tile;
struct wr_rim;

/* A derived walkmesh where it stands, ready to be compared with others. It belongs to one
 * thread. */
struct wr_tiling {
    const struct wr_walkmesh *mesh;
    const wr_vec3 *vertices; /* in the area */
    struct wr_tile *tiles;   /* of faces that do not stand upright, walkable ones first */
    uint32_t count, walkable;
    uint32_t faces; /* of which tiles were made: walkable ones, or all where it was asked */
    struct wr_rim *rims; /* one an edge of the border, once they are asked for */
    bool rimmed;
    bool flat;        /* all of it is one storey */
    uint32_t *chosen; /* room for all of them: those that a comparison looks at */
    uint32_t chosen_count;
};

/* Takes everything from `arena`; no motion where the mesh is in area coordinates already. False
 * when memory is out. */
bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh, const wr_motion *motion);

/* Whether two floors lie in each other within what their boxes have in common, seen from above
 * and on one storey: how deep, and where it is deepest, goes to `out`. Where no walkable faces
 * do, but others, the depth is 0. */
bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_box within, wr_overlap *out);
/* Whether walkable faces lie deeper in each other than is `allowed`, which is soon found: `out`
 * is any place where they do. */
bool wr_tilings_break(struct wr_tiling *a, struct wr_tiling *b, wr_box within, double allowed,
                      wr_overlap *out);

#endif
