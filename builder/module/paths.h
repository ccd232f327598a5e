/* Path points: where creatures walk when no straight way leads there. */
#ifndef WR_BUILDER_MODULE_PATHS_H
#define WR_BUILDER_MODULE_PATHS_H

#include "builder/layout/layout.h"
#include "builder/module/path_floor.h"

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

/* The rooms of an area, and where they come from. */
struct wr_path_rooms {
    uint32_t count;
    uint32_t links;                      /* doorways' links are numbered below that */
    double area;                         /* m² of all floors */
    const struct wr_path_solids *solids; /* what stands in them; NULL: nothing */
    /* Makes a room in `arena`; no mesh: it has no floor. Any thread may ask, for each room
     * once.
     */
    enum wr_result (*room)(struct wr_context *context, const struct wr_path_rooms *rooms,
                           uint32_t index, struct wr_arena *arena, struct wr_path_room *out);
    const void *user;
};

/* Makes the path points of rooms.
 *
 * Rooms are worked on in parallel, each by its walkmesh alone. A linked doorway gets a
 * point in its middle and one on each side, rooms get points that keep off walls and from each
 * other, so that no floor is farther than 5 m from one (farther in a huge level), and hops join
 * neighbours so that no way round takes much longer than it must. The points of an island of
 * floor hang together, doorways join those of two rooms, so that two points are connected where
 * their floors are; parts of a floor that are too small for a doorway and cut off by gaps
 * nobody fits through have none. Every hop is straight over walkable faces and keeps
 * WR_PATH_CLEARANCE from solids, and from all perimeter edges but within WR_PATH_DOORWAY of a
 * doorway's middle; hops that cannot are `narrow`. The same points come with any number of
 * jobs. */
enum wr_result wr_paths_of_rooms(struct wr_context *context, const struct wr_path_rooms *rooms,
                                 struct wr_arena *arena, struct wr_paths *out);

/* Those of a level whose seams are made and whose doorways could be stitched. */
enum wr_result wr_paths_make(struct wr_context *context, const struct wr_layout *layout,
                             const struct wr_path_solids *solids, struct wr_arena *arena,
                             struct wr_paths *out);

/* Those of walkmeshes that stand where they are, as a module has them; NULL: a room without
 * one. Their derived tables are right, and tell doorways: edges that lead to another room,
 * whose edges there lead back. */
enum wr_result wr_paths_of_meshes(struct wr_context *context,
                                  const struct wr_walkmesh *const *meshes, uint32_t count,
                                  const struct wr_path_solids *solids, struct wr_arena *arena,
                                  struct wr_paths *out);

/* Appends path points as a PTH. */
enum wr_result wr_paths_write(struct wr_context *context, const struct wr_paths *paths,
                              struct wr_arena *arena, struct wr_bytes *out);

#endif
