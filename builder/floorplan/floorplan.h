/* A floorplan: a level from above, wherever it came from. Metres, in area coordinates. */
#ifndef WR_BUILDER_FLOORPLAN_FLOORPLAN_H
#define WR_BUILDER_FLOORPLAN_FLOORPLAN_H

#include "builder/layout/layout.h"
#include "builder/picture/picture.h"

/* What an open edge of the floor is. */
enum wr_edge_use { WR_EDGE_WALL, WR_EDGE_LINKED, WR_EDGE_CLOSED };

/* What lies in which layer of a storey, from the bottom up. */
enum wr_layer {
    WR_LAYER_BLOCKED, /* faces that cannot be walked on */
    WR_LAYER_FLOOR,
    WR_LAYER_ECHO, /* floor between this storey and the next that is shown on both */
    WR_LAYER_ECHO_WALL,
    WR_LAYER_WALL,
};

/* A part of a room in one layer of one storey: merged faces of one material, or walls. */
typedef struct wr_outline {
    enum wr_layer layer;
    uint32_t storey, material;
    wr_contour *contours;
    wr_point *points;
    uint32_t contour_count, point_count;
    double area; /* m², of faces */
} wr_outline;

/* Where a sloping floor reaches a height, which is a multiple of WR_RISE. */
#define WR_RISE 0.5
typedef struct wr_height_line {
    wr_point ends[2];
    int32_t step;
    uint32_t storey;
} wr_height_line;

typedef struct wr_floorplan_room {
    const char *name;
    const char *tip;                /* more about it, or NULL */
    const struct wr_walkmesh *mesh; /* derived */
    wr_motion motion;               /* of the mesh to where it stands */
    const wr_vec3 *points;          /* where its vertices stand */
    uint8_t *edge_uses;             /* one an edge of a walkable face */

    /* What follows from them. */
    uint32_t *storeys; /* one a face */
    uint32_t lowest, highest;
    wr_outline *outlines;
    wr_height_line *height_lines;
    uint32_t outline_count, height_line_count;
    double area; /* m² of floor in the plan */
} wr_floorplan_room;

typedef struct wr_floorplan_doorway {
    uint32_t room, other;  /* other is WR_NONE where it is closed */
    const char *name;      /* of the hook, or NULL */
    const char *door;      /* type and width, for kits, or NULL */
    uint32_t first, count; /* of doorway_points, along the threshold; 1: it is on no wall */
    double out_x, out_y;   /* unit, out of the room, or 0 */
    bool missed;           /* it nearly met another */
    const char *lock;      /* the key that opens it, or NULL */
    const char *exit;      /* where it leads out of the area, or NULL */
    bool hidden;
    uint32_t storey;
} wr_floorplan_doorway;

typedef struct wr_floorplan_marker {
    uint32_t room;
    enum wr_marker_kind kind;
    const char *name;
    wr_vec3 position;
    float facing;
    uint32_t storey;
} wr_floorplan_marker;

/* Heights of floors that belong together. */
typedef struct wr_storey {
    double low, high;
    uint32_t rooms; /* how many have floor there */
} wr_storey;

/* A point of a way, and the storey of the floor before it; WR_NONE where there is no floor to
 * go over. */
typedef struct wr_way_point {
    wr_point at; /* metres */
    uint32_t storey;
} wr_way_point;

/* A point with a facing. */
typedef struct wr_floorplan_spot {
    bool there;
    wr_vec3 position;
    float facing; /* NAN: no way more than another */
    uint32_t storey;
} wr_floorplan_spot;

/* A key that opens a locked door, in the middle of its room. */
typedef struct wr_floorplan_key {
    const char *name;
    wr_floorplan_spot spot;
} wr_floorplan_key;

struct wr_floorplan {
    struct wr_arena *arena;
    const char *id, *title; /* title may be NULL */
    const char *label;      /* what tells it from others on a sheet, or NULL */
    wr_floorplan_room *rooms;
    wr_floorplan_doorway *doorways;
    wr_vec3 *doorway_points;
    wr_floorplan_marker *markers;
    wr_vec3 *faults; /* where rooms overlap */
    uint32_t room_count, doorway_count, doorway_point_count, marker_count, fault_count;
    wr_floorplan_spot entry, exit;
    uint32_t kept_count; /* the first rooms, which were there before the level was made */
    uint32_t *route;     /* rooms from the entry to the exit */
    wr_way_point *way;
    wr_floorplan_key *keys;
    uint32_t route_count, way_count, key_count;
    uint32_t link_count, exit_count, closed_count;

    wr_storey *storeys;
    uint32_t storey_count;
    double left, bottom, right, top; /* of what is drawn */
    double area;                     /* m² of floor in the plan */
    struct wr_arena **arenas;        /* of what was made in parallel */
    unsigned arena_count;
};

/* An empty floorplan that owns a new arena; NULL when memory is out. */
struct wr_floorplan *wr_floorplan_create(void);
void wr_floorplan_free(struct wr_floorplan *floorplan);

/* A doorway's threshold: points are added one by one. False when memory is out. */
wr_floorplan_doorway *wr_floorplan_add_doorway(struct wr_floorplan *floorplan, uint32_t room);
bool wr_floorplan_add_doorway_point(struct wr_floorplan *floorplan, wr_vec3 point);

/* A room whose walkmesh, derived, stands where it is; NULL: it has none. Then, once all rooms
 * stand, its doorways, which are the edges that lead somewhere: runs of those that lead to one
 * room are one doorway, drawn from its earlier side. False when memory is out. */
bool wr_floorplan_stand(struct wr_floorplan *floorplan, const char *name,
                        const struct wr_walkmesh *mesh, wr_floorplan_room *out);
bool wr_floorplan_open(struct wr_floorplan *floorplan, uint32_t index);

/* Finds storeys, outlines and extent of a floorplan whose rooms, doorways and markers are
 * there. */
enum wr_result wr_floorplan_finish(struct wr_context *context, struct wr_floorplan *floorplan);

/* The parts of it: storeys of faces, doorways and markers; outlines of one room, made in
 * `arena`. */
enum wr_result wr_floorplan_find_storeys(struct wr_context *context,
                                         struct wr_floorplan *floorplan);
bool wr_floorplan_outline_room(const struct wr_floorplan *floorplan, wr_floorplan_room *room,
                               struct wr_arena *arena, struct wr_arena *scratch);
/* The way along the route, over the floor; false when memory is out. Resets `scratch`. */
bool wr_floorplan_find_way(struct wr_floorplan *floorplan, struct wr_arena *scratch);
/* A point of a walkmesh to draw something at: the middle of its floor, or of a face near to
 * that where the middle is not on it. False where nothing is walkable. */
bool wr_floorplan_middle_of(const struct wr_walkmesh *mesh, wr_vec3 *out);
/* The storey a height belongs to. */
uint32_t wr_floorplan_storey_at(const struct wr_floorplan *floorplan, double z);
/* The other storey that shows a face of a storey too, because it lies between them; else
 * WR_NONE. */
uint32_t wr_floorplan_echo_of(const struct wr_floorplan *floorplan,
                              const wr_floorplan_room *room, uint32_t face);
/* Which way a face lies in the plan, and twice its area there. */
double wr_floorplan_face_area(const wr_floorplan_room *room, uint32_t face);
double wr_floorplan_face_height(const wr_floorplan_room *room, uint32_t face);

/* ---- Where floorplans come from ---- */

/* A placed layout, linked or not; `generated` (NULL: nothing) knows its exit and the way there.
 */
enum wr_result wr_floorplan_of_layout(struct wr_context *context,
                                      const struct wr_layout *layout,
                                      const struct wr_generated *generated,
                                      struct wr_floorplan **out);
/* The rooms of a module, by their walkmeshes alone; those must live as long. */
enum wr_result wr_floorplan_of_meshes(struct wr_context *context,
                                      const struct wr_walkmesh *const *meshes, uint32_t count,
                                      struct wr_floorplan **out);
/* One room of a kit. */
enum wr_result wr_floorplan_of_room(struct wr_context *context, const wr_room *room,
                                    struct wr_floorplan **out);
/* One walkmesh, derived; it must live as long as the floorplan. */
enum wr_result wr_floorplan_of_mesh(struct wr_context *context, const char *name,
                                    const struct wr_walkmesh *mesh, struct wr_floorplan **out);

#endif
