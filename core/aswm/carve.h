/* Cutters are taken out of a walkmesh: cut exactly, and at the same vertices from both sides of
 * an edge. */
#ifndef WR_CORE_ASWM_CARVE_H
#define WR_CORE_ASWM_CARVE_H

#include "core/aswm/cutters.h"

/* Some cutters; zero: none. */
struct wr_aswm_cutters {
    wr_aswm_cutter *items;
    uint32_t count;
};

/* Takes all floor out of a mesh that lies in cutters, walkable or not, at any height. Given and
 * made are vertices, the corners and flags of triangles and how many of them a tile has, as
 * wr_aswm_bake wants them; edges and all that follows is to be made anew. What lies outside of
 * the cutters keeps its area and tile, and two triangles that touched are cut at the same
 * vertices. `faces` (or NULL) is one number a triangle, which its pieces get. WR_INVALID
 * "cutter-all" where nothing is left, WR_LIMIT "cutter-tangled" where too many of them lie
 * over each other, "trx-large". */
enum wr_result wr_aswm_carve(struct wr_context *context, struct wr_arena *arena,
                             struct wr_aswm *mesh, const struct wr_aswm_cutters *cutters,
                             uint32_t **faces, wr_where where);

#endif
