/* Mirroring, turning and moving walkmeshes. */
#ifndef WR_CORE_WALKMESH_TRANSFORM_H
#define WR_CORE_WALKMESH_TRANSFORM_H

#include "core/base/pull.h"
#include "core/walkmesh/walkmesh.h"

/* An edge's number after a motion: under a mirror a face (a, b, c) becomes (a, c, b), so that
 * its edges change places, 0 with 2. */
static inline uint32_t wr_motion_edge(const wr_motion *motion, uint32_t edge)
{
    return motion->mirrored ? edge - edge % 3 + (2 - edge % 3) : edge;
}

/* A copy in `arena` with vertices, winding and header vectors moved, materials and
 * walkable_count as they were, and no derived tables. A WOK's position turns as a vector and
 * does not move; a PWK's or DWK's moves, so that its vertices only turn. Absolute hooks move,
 * but for those of zero, which nobody set. No coordinate comes out as -0. `marks` (may be NULL)
 * is renumbered in place and stays sorted. */
enum wr_result wr_walkmesh_move(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_walkmesh *mesh, const wr_motion *motion,
                                struct wr_marks *marks, struct wr_walkmesh **out);

/* A copy in `arena` of a room's mesh whose vertices were pulled apart, faces and materials as
 * they were, and no derived tables. NULL when memory is out. */
struct wr_walkmesh *wr_walkmesh_pull(struct wr_arena *arena, const struct wr_walkmesh *mesh,
                                     const wr_pull *pulls, uint32_t count);

/* A derived mesh as seen from a place, with its planes and boxes, as models hold it, which the
 * LYT puts there; its other tables are those of `mesh`. NULL when memory is out. */
struct wr_walkmesh *wr_walkmesh_seen_from(struct wr_arena *arena,
                                          const struct wr_walkmesh *mesh, wr_vec3 origin);

#endif
