/* The AABB tree of a WOK, built as the game's compiler builds it. */
#ifndef WR_CORE_WALKMESH_TREE_H
#define WR_CORE_WALKMESH_TREE_H

#include "core/walkmesh/walkmesh.h"

/* Whether the nodes of a mesh are those that wr_tree_fill makes, to the byte: one walk over
 * them, where to make them takes one over all faces for each level. No stopped call says so. */
bool wr_tree_holds(struct wr_context *context, const struct wr_walkmesh *mesh);

/* How many nodes wr_tree_begins looks at, at most. */
enum { WR_TREE_BEGIN = 100 };
/* Whether it is worthwhile to ask: the first small subtree holds, which those that other
 * programs make seldom do. What lies behind it need not be there yet. */
bool wr_tree_begins(const struct wr_walkmesh *mesh);

/* Fills nodes, where the mesh has room for them or taken from its arena: median split along the
 * longest axis of the node's box, by centroid and then by face; leaf boxes padded by
 * WR_TREE_PADDING. Those that are there (`node_count`) stay where they hold. Source:
 * formats/bwm, 3.5. */
enum wr_result wr_tree_fill(struct wr_context *context, struct wr_arena *scratch,
                            struct wr_walkmesh *mesh);
/* The same, always in a new table. */
static inline enum wr_result wr_tree_derive(struct wr_context *context,
                                            struct wr_arena *scratch, struct wr_walkmesh *mesh)
{
    mesh->nodes = NULL;
    mesh->node_count = 0;
    return wr_tree_fill(context, scratch, mesh);
}

#endif
