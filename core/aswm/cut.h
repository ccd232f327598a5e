/* Triangles become a walkmesh of NWN2: they are cut along the lines of its tiles.
 * Source: formats/aswm, 7. */
#ifndef WR_CORE_ASWM_CUT_H
#define WR_CORE_ASWM_CUT_H

#include "core/aswm/aswm.h"

/* What is cut; it may lie anywhere. */
struct wr_aswm_soup {
    const wr_vec3 *vertices;
    const wr_face *faces;
    const uint16_t *flags; /* one a face: WR_ASWM_WALKABLE and its floor, or 0 */
    uint32_t vertex_count, face_count;
};

/* Where tiles lie. */
struct wr_aswm_grid {
    float tile_width;       /* 9 in interiors, 10 in exteriors */
    uint32_t width, height; /* tiles; 0: as many as it takes */
    uint32_t border; /* tiles all round that are left empty; triangles there are dropped */
};

/* What was done to bring it there. */
struct wr_aswm_shift {
    double x, y; /* what was added to all coordinates: whole tiles, where some lie below 0 */
    uint32_t outside; /* triangles in the border that were dropped */
    uint32_t *faces;  /* one a triangle: the face of the soup that it is a piece of */
};

/* Makes vertices, corners and flags of triangles, and tiles, in `arena`; wr_aswm_bake does the
 * rest. A line cuts two triangles that share a side at one vertex. With a grid of a given size
 * nothing is moved. WR_INVALID "aswm-outside" where triangles lie outside of it, WR_LIMIT
 * "aswm-grid" and "trx-large". */
enum wr_result wr_aswm_cut(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_aswm_soup *soup, const struct wr_aswm_grid *grid,
                           wr_where where, struct wr_aswm *out, struct wr_aswm_shift *shift);

#endif
