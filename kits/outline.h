/* Rooms that are said instead of drawn: the corners of a floor, and doors on its walls. */
#ifndef WR_KITS_OUTLINE_H
#define WR_KITS_OUTLINE_H

#include "kits/kit.h"

enum {
    WR_OUTLINE_POINTS = 64, /* at most, of one room */
    WR_OUTLINE_DOORS = 64,
    WR_OUTLINE_RING =
        WR_OUTLINE_POINTS + 2 * WR_OUTLINE_DOORS, /* corners and ends of doorways */
};

/* Shorter walls are none, a smaller floor is none, and walls nearer to each other touch:
 * metres, and square metres. */
#define WR_OUTLINE_SHORTEST 0.1
#define WR_OUTLINE_SMALLEST 1.0
#define WR_OUTLINE_APART 0.01

/* The floor of a room, level. Wall w leads from corner w to the next, the floor on its left. */
typedef struct wr_room_outline {
    wr_vec3 *corners; /* as the room is drawn: of lengths 0 */
    uint32_t corner_count;
    uint32_t material;
    uint32_t *walls; /* one a hook */
} wr_room_outline;

/* The end of a wall that places along it are counted from: the western one, or the southern of
 * a wall that runs north; and the direction from there to its other end. */
wr_dvec3 wr_outline_wall(const wr_room_outline *outline, const wr_vec3 *corners, uint32_t wall,
                         wr_dvec3 *way, double *length);

/* Whether the corners make a floor: "outline-size", "outline-crosses". */
enum wr_result wr_outline_judge(struct wr_context *context, const wr_room_outline *outline,
                                const char *room, wr_where where);
/* Whether the hooks of a room stand within their walls and beside each other, where the corners
 * of its outline are as given: "outline-door-off", "outline-doors-meet", at a hook's place
 * where these are known. */
enum wr_result wr_outline_fits(struct wr_context *context, const wr_room *room,
                               const wr_vec3 *corners, const wr_where *hooks, wr_where where);
/* Makes the walkmesh: a doorway is one edge, as wide as its door, whose transition is the
 * number of its hook. The hooks fit. */
enum wr_result wr_outline_mesh(struct wr_context *context, struct wr_arena *arena,
                               const wr_room *room, const wr_vec3 *corners, wr_where where,
                               struct wr_walkmesh **out);
/* Cuts a polygon that turns left into `count` - 2 triangles, with each of its corners, those on
 * straight sides too. False where it cannot. */
bool wr_outline_cut(const wr_vec3 *points, uint32_t count, wr_face *out);

#endif
