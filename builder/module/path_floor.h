/* The floor of one room as a walker meets it: where straight ways lead, and how far walls are.
 */
#ifndef WR_BUILDER_MODULE_PATH_FLOOR_H
#define WR_BUILDER_MODULE_PATH_FLOOR_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/walkmesh/walkmesh.h"

/* A linked doorway as part of a room's rim. */
typedef struct wr_path_rim {
    uint32_t link;
    const uint32_t *vertices; /* of the mesh, along the doorway */
    uint32_t count;
    uint32_t piece;    /* between which vertex and the next its middle is */
    wr_vec3 middle;    /* the same for both rooms */
    double in_x, in_y; /* into the room, horizontal */
} wr_path_rim;

/* An edge where the floor or a way over it ends, in the plan, and its heights. */
typedef struct wr_path_wall {
    double ax, ay, bx, by, low, high;
} wr_path_wall;

/* Something that stands in the area: its walls, which may lie in it. */
typedef struct wr_path_solid {
    wr_box box;
    uint32_t first, count; /* of the walls */
} wr_path_solid;

struct wr_path_solids {
    wr_path_solid *items;
    uint32_t count;
    wr_path_wall *walls;
    uint32_t wall_count;
};

/* A room as it stands in the area: a mesh without derived tables that need be right, walkable
 * faces first, and the doorways on its rim. */
struct wr_path_room {
    struct wr_walkmesh *mesh;
    wr_path_rim *rims;
    uint32_t rim_count;
    const struct wr_path_solids *solids; /* of the whole area; NULL: none */
};

/* A place on the floor. */
typedef struct wr_path_spot {
    wr_vec3 at;
    uint32_t faces[2]; /* the face it lies on, twice; on an edge, the faces beside it */
} wr_path_spot;

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

    wr_path_wall *walls; /* those of solids last */
    uint32_t wall_count, solid_from;
    /* Square cells over the box, row after row, and the walls that cross each. */
    double cell;
    uint32_t columns, rows;
    uint32_t *firsts, *items;
};

/* Makes the floor of a room, whose mesh gets its adjacency. */
enum wr_result wr_path_floor_make(struct wr_context *context, const struct wr_path_room *room,
                                  struct wr_arena *arena, struct wr_path_floor *out);

/* How far two points are apart in the plan. */
double wr_path_plan_distance(wr_vec3 a, wr_vec3 b);
/* The middle of a line, and in `piece` between which of its points and the next it lies: never
 * on one of them, which would belong to many faces, but at least 2 cm beside it where there is
 * room. */
wr_vec3 wr_path_middle(const wr_vec3 *points, uint32_t count, uint32_t *piece);

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
/* The same of a straight way, but for its parts that are near a doorway's middle, where only
 * solids count. */
double wr_path_hop_clearance(const struct wr_path_floor *floor, wr_vec3 a, wr_vec3 b,
                             double most);
/* Whether a place is so near to a doorway's middle that walls do not count; solids do. */
bool wr_path_excused(const struct wr_path_floor *floor, wr_vec3 at);

/* How far a straight way between two spots keeps from walls, at most WR_PATH_CLEARANCE; -1
 * where it leads off the floor. */
double wr_path_keeps(const struct wr_path_floor *floor, const wr_path_spot *a,
                     const wr_path_spot *b);

#endif
