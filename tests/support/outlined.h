/* What is built of a room that is said instead of drawn, by its corners and lengths alone: its
 * floor is that polygon, whatever triangles it is made of. */
#ifndef WR_TESTS_SUPPORT_OUTLINED_H
#define WR_TESTS_SUPPORT_OUTLINED_H

#include "kits/outline.h"
#include "templates/maps.h"
#include "tests/oracle/module.h"
#include "tests/support/test.h"

#include <math.h>

/* A corner in the level. What lies beyond the plane of a side's range moves by its length. */
static inline void outlined_corner(const wr_room *room, const wr_map_room *asked, uint32_t i,
                                   double out[2])
{
    const double was[2] = {(double)room->outline->corners[i].x,
                           (double)room->outline->corners[i].y};
    double at[2] = {was[0], was[1]};
    double angle = (double)asked->placement.turn * (3.14159265358979323846 / 180);
    for (uint32_t s = 0; s < asked->length_count; s++) {
        const wr_stretch *stretch = &room->stretches[s];
        if (!stretch->slides && was[stretch->axis] > (double)stretch->at)
            at[stretch->axis] += (double)asked->lengths[s];
    }
    at[0] = asked->placement.mirror_x ? -at[0] : at[0];
    at[1] = asked->placement.mirror_y ? -at[1] : at[1];
    out[0] = at[0] * cos(angle) - at[1] * sin(angle) + (double)asked->placement.position.x;
    out[1] = at[0] * sin(angle) + at[1] * cos(angle) + (double)asked->placement.position.y;
}

static inline double outlined_from_wall(const double a[2], const double b[2], const float p[3])
{
    double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
    double t = ((double)p[0] - a[0]) * x + ((double)p[1] - a[1]) * y;
    t = square > 0 ? fmin(1, fmax(0, t / square)) : 0;
    double off_x = a[0] + t * x - (double)p[0], off_y = a[1] + t * y - (double)p[1];
    return sqrt(off_x * off_x + off_y * off_y);
}

/* Vertices lie on the walls, and faces have the area between these; doorways may have been
 * moved onto a seam. */
static inline void outlined_judge(const wr_room *room, const wr_map_room *asked,
                                  const struct oracle_wok *built)
{
    const double seam = 0.02;
    double corners[WR_OUTLINE_POINTS][2], area = 0, made = 0, round = 0;
    uint32_t count = room->outline->corner_count;
    for (uint32_t i = 0; i < count; i++)
        outlined_corner(room, asked, i, corners[i]);
    for (uint32_t i = 0; i < count; i++) {
        const double *a = corners[i], *b = corners[(i + 1) % count];
        area += (a[0] * b[1] - a[1] * b[0]) / 2;
        round += fabs(b[0] - a[0]) + fabs(b[1] - a[1]);
    }
    for (uint32_t v = 0; v < built->vertex_count; v++) {
        double off = INFINITY;
        for (uint32_t i = 0; i < count; i++)
            off = fmin(off, outlined_from_wall(corners[i], corners[(i + 1) % count],
                                               built->vertices[v]));
        if (!(off <= seam))
            fail_msg("%s: a vertex of '%s' is %g m off its walls", asked->name, room->id, off);
    }
    for (uint32_t f = 0; f < built->face_count; f++) {
        const float *p[3];
        for (int k = 0; k < 3; k++)
            p[k] = built->vertices[built->faces[f][k]];
        made += (((double)p[1][0] - p[0][0]) * ((double)p[2][1] - p[0][1]) -
                 ((double)p[1][1] - p[0][1]) * ((double)p[2][0] - p[0][0])) /
                2;
        assert_int_equal(built->materials[f], room->outline->material);
    }
    if (!(fabs(fabs(area) - made) <= seam * round))
        fail_msg("%s: '%s' has %g m² of floor, not %g", asked->name, room->id, made,
                 fabs(area));
}

#endif
