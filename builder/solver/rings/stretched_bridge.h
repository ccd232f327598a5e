/* Bridges whose rooms are as long as it takes. */
#ifndef WR_BUILDER_SOLVER_RINGS_STRETCHED_BRIDGE_H
#define WR_BUILDER_SOLVER_RINGS_STRETCHED_BRIDGE_H

#include "builder/solver/rings/bridge.h"

/* Draws chains of `count` rooms, at least one, and their lengths so that they lead from one end
 * to the other, until one is taken or `*steps` reaches `limit`. Returns whether one was taken.
 */
bool wr_bridge_stretch(const struct wr_joins *joins, const wr_bridge_end ends[2],
                       uint32_t count, wr_random *random, uint64_t *steps, uint64_t limit,
                       wr_bridge_fn *visit, void *user);

#endif
