/* The AABB tree of a WOK, built as the game's compiler builds it. */
#ifndef WR_CORE_WALKMESH_TREE_H
#define WR_CORE_WALKMESH_TREE_H

#include "core/walkmesh/walkmesh.h"

/* Fills nodes, taken from mesh->arena: median split along the longest axis of the node's box,
 * by centroid and then by face; leaf boxes padded by WR_TREE_PADDING. Source: formats/bwm, 3.5.
 */
enum wr_result wr_tree_derive(struct wr_context *context, struct wr_arena *scratch,
                              struct wr_walkmesh *mesh);

#endif
