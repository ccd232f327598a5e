/* Where the nodes of a text stand. */
#ifndef WR_CORE_ASCII_POSES_H
#define WR_CORE_ASCII_POSES_H

#include "core/ascii/ascii.h"
#include "core/scene/scene.h"

/* To the coordinates of its parent. */
wr_affine wr_ascii_pose(const wr_ascii_node *node);
/* To those of the model, one a node. A parent is listed before its children; one that is not
 * there, or behind them, is none. NULL, said of nobody, when memory is out. */
wr_affine *wr_ascii_poses(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_ascii *ascii);

#endif
