/* The floor of one room as a walker meets it: where straight ways lead, and how far walls are.
 */
#ifndef WR_BUILDER_MODULE_PATH_FLOOR_H
#define WR_BUILDER_MODULE_PATH_FLOOR_H

#include "builder/layout/stitch.h"

/* A place on the floor. */
typedef struct wr_path_spot {
    wr_vec3 at;
    uint32_t faces[2]; /* the face it lies on, twice; on an edge, the faces beside it */
} wr_path_spot;

/* An edge where the floor ends, in the plan, and its heights. */
typedef struct wr_path_wall {
    double ax, ay, bx, by, low, high;
} wr_path_wall;

/* A linked doorway: its middle, on the room's rim, and the horizontal direction into the room.
 */
typedef struct wr_path_door {
    wr_path_spot middle;
    double in_x, in_y;
    uint32_t link;
} wr_path_door;

struct wr_path_floor {
    const struct wr_walkmesh *mesh; /* with adjacency */
    uint32_t *islands;              /* one a walkable face */
    uint32_t island_count;
    wr_box box; /* of walkable faces */
    wr_path_door *doors;
    uint32_t door_count;

    wr_path_wall *walls;
    uint32_t wall_count;
    /* Square cells over the box, row after row, and the walls that cross each. */
    double cell;
    uint32_t columns, rows;
    uint32_t *firsts, *items;
};

/* Makes the floor of a stitched room, whose mesh gets its adjacency. */
enum wr_result wr_path_floor_make(struct wr_context *context, const struct wr_layout *layout,
                                  struct wr_stitched *room, struct wr_arena *arena,
                                  struct wr_path_floor *out);

/* The middle of a link's doorway, the same for both rooms, and which piece of its seam holds
 * it. */
wr_vec3 wr_path_door_middle(const struct wr_layout *layout, uint32_t link, uint32_t *piece);

/* How high a face is at a place of the plan. */
double wr_path_height(const struct wr_walkmesh *mesh, uint32_t face, double x, double y);
/* Walks straight from a spot to a place of the plan, from face to face; false where the floor
 * ends before. */
bool wr_path_walk(const struct wr_path_floor *floor, const wr_path_spot *from, double x,
                  double y, wr_path_spot *out);
/* Whether the straight way from one spot leads to the other. */
bool wr_path_leads(const struct wr_path_floor *floor, const wr_path_spot *from,
                   const wr_path_spot *to);

/* How far the nearest wall is in the plan, at most `most`; walls of other storeys do not count.
 */
double wr_path_clearance(const struct wr_path_floor *floor, wr_vec3 at, double most);
/* The same of a straight way, but for its parts that are near a doorway's middle. */
double wr_path_hop_clearance(const struct wr_path_floor *floor, wr_vec3 a, wr_vec3 b,
                             double most);
/* Whether a place is so near to a doorway's middle that walls do not count. */
bool wr_path_excused(const struct wr_path_floor *floor, wr_vec3 at);

/* How far a straight way between two spots keeps from walls, at most WR_PATH_CLEARANCE; -1
 * where it leads off the floor. */
double wr_path_keeps(const struct wr_path_floor *floor, const wr_path_spot *a,
                     const wr_path_spot *b);

#endif
