/* The AABB tree of a WOK, built as the game's compiler builds it. */
#ifndef WR_CORE_WALKMESH_TREE_H
#define WR_CORE_WALKMESH_TREE_H

#include "core/walkmesh/walkmesh.h"

/* Fills nodes, where the mesh has them already or taken from its arena: median split along the
 * longest axis of the node's box, by centroid and then by face; leaf boxes padded by
 * WR_TREE_PADDING. Source: formats/bwm, 3.5.
 */
enum wr_result wr_tree_fill(struct wr_context *context, struct wr_arena *scratch,
                            struct wr_walkmesh *mesh);
/* The same, always in a new table. */
static inline enum wr_result wr_tree_derive(struct wr_context *context,
                                            struct wr_arena *scratch, struct wr_walkmesh *mesh)
{
    mesh->nodes = NULL;
    return wr_tree_fill(context, scratch, mesh);
}

#endif
