/* Cutters: polygons in plan where an area has no floor. The game's compiler takes all triangles
 * out of them, walkable or not, and its own cutters may cross themselves. Measured on three
 * areas that have their source and their cutters beside them. */
#ifndef WR_CORE_ASWM_CUTTERS_H
#define WR_CORE_ASWM_CUTTERS_H

#include "core/aswm/aswm.h"

enum { WR_CUTTER_CORNERS_MOST = 4096 };

typedef struct wr_plan_point {
    double x, y; /* metres */
} wr_plan_point;

typedef struct wr_aswm_cutter {
    wr_plan_point *corners; /* either way round */
    uint32_t count;
    wr_plan_point low, high; /* all lie between the two */
} wr_aswm_cutter;

static inline uint32_t wr_cutter_after(const wr_aswm_cutter *cutter, uint32_t corner)
{
    return corner + 1 < cutter->count ? corner + 1 : 0;
}

/* The nearest point of the line from a to b, as a part of its length from 0 to 1. */
double wr_plan_along(wr_plan_point a, wr_plan_point b, wr_plan_point at);
/* How far a point is from that line. */
double wr_plan_distance(wr_plan_point a, wr_plan_point b, wr_plan_point at);
/* Above 0 where c lies left of the line from a to b: twice the area of the three. */
double wr_plan_turn(wr_plan_point a, wr_plan_point b, wr_plan_point c);
/* Whether two lines cross, each between the ends of the other. */
bool wr_plan_cross(wr_plan_point a, wr_plan_point b, wr_plan_point c, wr_plan_point d);

/* Makes a cutter of some corners; those that follow each other on one spot become one. `name`
 * and `where` are for findings. WR_INVALID "cutter-corners" with less than three, "cutter-flat"
 * without area, "cutter-number" where one is no number or lies too far out; WR_LIMIT
 * "cutter-corners" with more than 4,096. Warns of one that crosses itself ("cutter-crossed"):
 * all that it goes round is cut. */
enum wr_result wr_aswm_cutter_make(struct wr_context *context, struct wr_arena *arena,
                                   const wr_plan_point *corners, uint32_t count,
                                   const char *name, wr_where where, wr_aswm_cutter *out);
/* The same cutter elsewhere; false when memory is out. */
bool wr_aswm_cutter_move(struct wr_arena *arena, const wr_aswm_cutter *cutter, double x,
                         double y, wr_aswm_cutter *out);
/* Whether it goes round a point. */
bool wr_aswm_cutter_holds(const wr_aswm_cutter *cutter, wr_plan_point at);

#endif
