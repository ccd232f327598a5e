/* What the names of a level say: doorways and waypoints. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_HOOKS_H
#define WR_BUILDER_EXTRACT_LEVEL_HOOKS_H

#include "builder/extract/level/level.h"

/* A doorway where a position, a model or the middle of a region is called `hook_...` or
 * `door_...`: the nearest edge of a floor that leads into no other room, with those that go on
 * from it in its direction; of a region, and of a model that says how wide it is, those in it.
 */
enum wr_result wr_level_hooks(struct wr_taking *taking, struct wr_level *level);
/* A waypoint where any other position is, and one a node of each path; the player arrives at
 * the first position. What hangs over no floor is left out with a note. */
enum wr_result wr_level_waypoints(struct wr_taking *taking, struct wr_level *level);

#endif
