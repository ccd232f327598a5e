/* Making walkmeshes: from vertices, faces, materials and marked edges to every table that
 * follows. */
#ifndef WR_CORE_WALKMESH_WALKMESH_H
#define WR_CORE_WALKMESH_WALKMESH_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"

/* An empty mesh in `arena` with room for its vertices, faces and materials (not cleared);
 * everything else is zero. NULL when memory is out. */
struct wr_walkmesh *wr_walkmesh_new(struct wr_arena *arena, enum wr_walkmesh_kind kind,
                                    uint32_t vertex_count, uint32_t face_count);

/* Transitions as a sparse list, sorted by edge: what survives when tables are thrown away. */
struct wr_marks {
    wr_edge *items;
    uint32_t count;
};

/* The edges of a mesh that carry a transition, in order of their number. Edges that are out of
 * range are left out and counted in `dropped` (may be NULL). */
enum wr_result wr_walkmesh_marks(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_walkmesh *mesh, struct wr_marks *out,
                                 uint32_t *dropped);

/* Puts walkable faces first, each group in its old order, sets walkable_count and renumbers
 * `marks` (may be NULL). `scratch` holds temporary tables. Nothing moves where the order is
 * right. */
enum wr_result wr_walkmesh_sort(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, uint64_t walkable,
                                struct wr_marks *marks);

/* Computes normals, distances and, for a WOK, adjacency, edges, perimeters and tree of a sorted
 * mesh. Tables go to mesh->arena. Marks on edges that are not open are dropped and counted in
 * `dropped` (may be NULL). An edge that more than two walkable faces share, or two the same way
 * round, stays open and is a warning "edge-overused" at `where`. Source: formats/bwm,
 * section 3. */
enum wr_result wr_walkmesh_derive(struct wr_context *context, struct wr_arena *scratch,
                                  struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                  wr_where where, uint32_t *dropped);

/* Takes the derived tables away from a mesh that changed. */
void wr_walkmesh_forget(struct wr_walkmesh *mesh);

/* The same as wr_walkmesh_derive, but tables the mesh has already are filled where they are:
 * they must be large enough, edges and perimeters for every edge that may be open. */
enum wr_result wr_walkmesh_fill(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                wr_where where, uint32_t *dropped);

/* The materials a mesh treats as walkable: `surfaces`, but where its own face order tells about
 * material 16, the file is right. Source: formats/bwm, section 3.4. */
uint64_t wr_walkmesh_walkable(const struct wr_walkmesh *mesh, const wr_surfaces *surfaces);

/* The area of a face, and of all walkable ones, seen from above, in square metres; faces that
 * look down count nothing. */
double wr_face_area(const struct wr_walkmesh *mesh, uint32_t face);
double wr_walkmesh_area(const struct wr_walkmesh *mesh);

/* Whether a material is in a bit set of surfaces; those beyond 63 are in none. */
static inline bool wr_material_in(uint64_t set, uint32_t material)
{
    return material < WR_SURFACE_COUNT && (set >> material & 1);
}

static inline uint32_t wr_edge_start(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->faces[edge / 3].v[edge % 3];
}
static inline uint32_t wr_edge_end(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return mesh->faces[edge / 3].v[(edge % 3 + 1) % 3];
}

#endif
