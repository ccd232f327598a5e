/* The open edges of the walkable faces, chained into loops. */
#ifndef WR_CORE_WALKMESH_PERIMETER_H
#define WR_CORE_WALKMESH_PERIMETER_H

#include "core/walkmesh/walkmesh.h"

/* Fills edges and perimeters by the fan walk; needs adjacency. Tables the mesh has already must
 * have room for every open edge; others are taken from its arena. `marks`
 * (may be NULL) gives transitions; marks on closed edges are dropped and counted. Source:
 * formats/bwm, 3.7. */
enum wr_result wr_perimeter_fill(struct wr_context *context, struct wr_arena *scratch,
                                 struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                 uint32_t *dropped);
/* The same, always in new tables. */
static inline enum wr_result
wr_perimeter_derive(struct wr_context *context, struct wr_arena *scratch,
                    struct wr_walkmesh *mesh, const struct wr_marks *marks, uint32_t *dropped)
{
    mesh->edges = NULL;
    mesh->perimeters = NULL;
    return wr_perimeter_fill(context, scratch, mesh, marks, dropped);
}

#endif
