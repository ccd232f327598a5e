/* What is seen from where in a module, by its walkmeshes alone. */
#ifndef WR_BUILDER_INSPECT_SEEN_H
#define WR_BUILDER_INSPECT_SEEN_H

#include "builder/inspect/joint.h"

/* Appends the VIS of rooms whose walkmeshes were read. A room sees what a straight line reaches
 * through doorways, which are the edges that lead to other rooms, and as much around them as an
 * opening may be larger than the floor in it (WR_SIGHT_ASIDE, WR_SIGHT_TALL). Rooms without a
 * walkmesh, skies and such, see all rooms and are seen by all. */
enum wr_result wr_joint_vis(struct wr_context *context, const struct wr_joint *joint,
                            struct wr_bytes *out);

#endif
