/* All that follows from the triangles of a walkmesh and the tiles they lie in.
 * Source: formats/aswm, 3. */
#ifndef WR_CORE_ASWM_BAKE_H
#define WR_CORE_ASWM_BAKE_H

#include "core/aswm/aswm.h"

struct wr_aswm_bake_options {
    bool links;   /* the edges and links that are there stay, where they are sound */
    bool sight;   /* pairs of triangles that see each other in whole are marked */
    bool storeys; /* floors that lie over each other are refused: the game looks from above */
    const char *const
        *rooms; /* one a triangle: the room it belongs to, for findings; or NULL */
};

/* Bakes a mesh of which vertices, the corners and flags of triangles, the grid and the number
 * of triangles of each tile are given: everything else is made anew in `arena`. The same mesh
 * gives the same one on any number of threads. `where` is for findings. WR_LIMIT "aswm-full"
 * names each tile with more than 127 walkable triangles, "aswm-islands" says that there are too
 * many, WR_INVALID "aswm-storeys" names each tile with one floor over another. `options` may be
 * NULL. */
enum wr_result wr_aswm_bake(struct wr_context *context, struct wr_arena *arena,
                            struct wr_aswm *mesh, const struct wr_aswm_bake_options *options,
                            wr_where where);

/* Takes back what a bake makes, as the source of an area (TRN) has it: triangles lie
 * counter-clockwise, without tables, islands and routes. */
void wr_aswm_unbake(struct wr_aswm *mesh);

#endif
