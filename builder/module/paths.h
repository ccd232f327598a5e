/* Path points: where creatures walk when no straight way leads there. */
#ifndef WR_BUILDER_MODULE_PATHS_H
#define WR_BUILDER_MODULE_PATHS_H

#include "builder/layout/layout.h"

/* Points and the hops between them; everything lies in the arena it was made in. A hop is
 * listed by both its points. The hops of point i are neighbours[starts[i]] up to
 * neighbours[starts[i + 1]], sorted; `starts` has one entry more than there are points, and the
 * last counts all of them. */
struct wr_paths {
    wr_vec3 *points; /* on walkable faces of the area */
    uint32_t count;
    uint32_t *starts, *neighbours;

    uint32_t narrow; /* hops, counted once, that come nearer to a wall than they should,
                        because the passage has no room for more */
    uint32_t bare;   /* islands of floor too small for a point; no doorway leads there */
};

/* Makes the path points of a level whose seams are made and whose doorways could be stitched.
 *
 * Rooms are worked on in parallel, each by its stitched walkmesh alone. A linked doorway gets a
 * point in its middle and one on each side, rooms get points that keep off walls and from each
 * other, so that no floor is farther than 5 m from one (farther in a huge level), and hops join
 * neighbours so that no way round takes much longer than it must. The points of an island of
 * floor hang together, doorways join those of two rooms, so that two points are connected where
 * their floors are; parts of a floor that are too small for a doorway and cut off by gaps
 * nobody fits through have none. Every hop is straight over walkable faces and keeps
 * WR_PATH_CLEARANCE from all perimeter edges but within WR_PATH_DOORWAY of a doorway's middle;
 * hops that cannot are `narrow`. The same points come with any number of jobs. */
enum wr_result wr_paths_make(struct wr_context *context, const struct wr_layout *layout,
                             struct wr_arena *arena, struct wr_paths *out);

#endif
