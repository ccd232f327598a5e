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

/* An edge by its two vertices, the lower first; their order, for qsort: edges of the same two
 * lie side by side. */
typedef struct wr_edge_ends {
    uint32_t low, high, edge;
} wr_edge_ends;
static inline wr_edge_ends wr_edge_ends_of(uint32_t a, uint32_t b, uint32_t edge)
{
    return (wr_edge_ends){a < b ? a : b, a < b ? b : a, edge};
}
int wr_edge_ends_order(const void *a, const void *b);

#endif
