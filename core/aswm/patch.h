/* A triangle with points and lines in it, cut into triangles that keep to the lines. Steps are
 * choices of which corners are joined; rounding may make a triangle thinner than a millimetre,
 * and leaves no gap. */
#ifndef WR_CORE_ASWM_PATCH_H
#define WR_CORE_ASWM_PATCH_H

#include "core/aswm/cutters.h"
#include "core/base/math.h"

typedef struct wr_patch_point {
    wr_dvec3 at;
    wr_plan_point flat; /* in the plane that shows the triangle best */
    uint32_t vertex; /* the caller's; WR_ASWM_NONE in those that lines make where they cross */
} wr_patch_point;

/* Side s leads from its corner to that of the next side of its triangle, s / 3. */
typedef struct wr_patch_side {
    uint32_t corner;
    uint32_t twin; /* the same line, seen from the triangle behind it; WR_ASWM_NONE */
    bool fixed;    /* a line runs along it */
} wr_patch_side;

struct wr_patch {
    struct wr_arena *arena;
    wr_patch_point *points;
    wr_patch_side *sides;
    uint32_t point_count, side_count;
    uint32_t steps; /* that are left */
    int axis;       /* the one that is left out of `flat` */
    bool failed;    /* memory is out */
    bool tangled; /* steps ran out: too many lines cross, or lie too close to tell them apart */
};

/* Begins with a triangle, which turns left as seen along its axis. */
void wr_patch_start(struct wr_patch *patch, struct wr_arena *arena,
                    const wr_patch_point corners[3], int axis);
/* Puts a point on the border, on the side that leads to corner `to` (0, 1 or 2) of the
 * triangle, behind those put there before. Returns its number. */
uint32_t wr_patch_border(struct wr_patch *patch, uint32_t to, wr_dvec3 at, uint32_t vertex);
/* Puts a point inside; the number of one that is there already. */
uint32_t wr_patch_inside(struct wr_patch *patch, wr_dvec3 at);
/* Sees to it that sides lead from one point to another, through those that lie on the way.
 * Where another line is crossed there is a new point. */
void wr_patch_line(struct wr_patch *patch, uint32_t from, uint32_t to);
/* Where no line runs, chooses the wider triangles. */
void wr_patch_widen(struct wr_patch *patch);

#endif
