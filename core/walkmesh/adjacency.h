/* Which walkable faces share an edge. */
#ifndef WR_CORE_WALKMESH_ADJACENCY_H
#define WR_CORE_WALKMESH_ADJACENCY_H

#include "core/walkmesh/walkmesh.h"

/* Fills adjacency, where the mesh has it already or taken from its arena: an edge used by
 * exactly two walkable faces, once each way, links them; any other stays open. `overused` (may
 * be NULL) counts edges that more than two use. */
enum wr_result wr_adjacency_fill(struct wr_context *context, struct wr_arena *scratch,
                                 struct wr_walkmesh *mesh, uint32_t *overused);
/* The same, always in a new table. */
static inline enum wr_result wr_adjacency_derive(struct wr_context *context,
                                                 struct wr_arena *scratch,
                                                 struct wr_walkmesh *mesh, uint32_t *overused)
{
    mesh->adjacency = NULL;
    return wr_adjacency_fill(context, scratch, mesh, overused);
}

/* Numbers the islands of walkable faces: out[face] is the island of a walkable face, islands in
 * order of their lowest face. Needs adjacency; `out` has walkable_count entries. Returns their
 * number. */
uint32_t wr_adjacency_islands(const struct wr_walkmesh *mesh, uint32_t *out);

#endif
