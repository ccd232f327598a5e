/* Vectors, boxes and exact placements. No libm but sqrt: the same bytes on every machine. */
#ifndef WR_CORE_BASE_MATH_H
#define WR_CORE_BASE_MATH_H

#include "core/core.h"

#include <math.h> /* sqrt, isfinite and nothing else */

/* A vector in double, for everything computed on the way to a float32. */
typedef struct wr_dvec3 {
    double x, y, z;
} wr_dvec3;

static inline wr_vec3 wr_vec3_of(float x, float y, float z)
{
    return (wr_vec3){x, y, z};
}
/* A total order of points, by x, then y, then z: below, at or above 0. */
static inline int wr_vec3_order(wr_vec3 a, wr_vec3 b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return a.z < b.z ? -1 : a.z > b.z;
}
static inline wr_dvec3 wr_widen(wr_vec3 v)
{
    return (wr_dvec3){v.x, v.y, v.z};
}
static inline wr_vec3 wr_narrow(wr_dvec3 v)
{
    return (wr_vec3){(float)v.x, (float)v.y, (float)v.z};
}
static inline wr_dvec3 wr_add(wr_dvec3 a, wr_dvec3 b)
{
    return (wr_dvec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline wr_dvec3 wr_sub(wr_dvec3 a, wr_dvec3 b)
{
    return (wr_dvec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline wr_dvec3 wr_scale(wr_dvec3 a, double s)
{
    return (wr_dvec3){a.x * s, a.y * s, a.z * s};
}
static inline double wr_dot(wr_dvec3 a, wr_dvec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline wr_dvec3 wr_cross(wr_dvec3 a, wr_dvec3 b)
{
    return (wr_dvec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double wr_length(wr_dvec3 a)
{
    return sqrt(wr_dot(a, a));
}
static inline double wr_distance(wr_vec3 a, wr_vec3 b)
{
    return wr_length(wr_sub(wr_widen(a), wr_widen(b)));
}
static inline bool wr_vec3_same(wr_vec3 a, wr_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
static inline bool wr_vec3_finite(wr_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}
/* Twice the area vector of a triangle. */
static inline wr_dvec3 wr_triangle_normal(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    wr_dvec3 o = wr_widen(a);
    return wr_cross(wr_sub(wr_widen(b), o), wr_sub(wr_widen(c), o));
}

static inline double wr_triangle_longest_side(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    double ab = wr_distance(a, b), bc = wr_distance(b, c), ca = wr_distance(c, a);
    double longest = ab > bc ? ab : bc;
    return ca > longest ? ca : longest;
}
/* The distance of a corner of a triangle from the side across, the longest one; 0 or not a
 * number where it has no area. */
static inline double wr_triangle_height(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    return wr_length(wr_triangle_normal(a, b, c)) / wr_triangle_longest_side(a, b, c);
}

/* A box that holds nothing yet: add points to it. */
wr_box wr_box_empty(void);
static inline wr_box wr_box_add(wr_box box, wr_vec3 p)
{
    box.min.x = p.x < box.min.x ? p.x : box.min.x;
    box.min.y = p.y < box.min.y ? p.y : box.min.y;
    box.min.z = p.z < box.min.z ? p.z : box.min.z;
    box.max.x = p.x > box.max.x ? p.x : box.max.x;
    box.max.y = p.y > box.max.y ? p.y : box.max.y;
    box.max.z = p.z > box.max.z ? p.z : box.max.z;
    return box;
}
wr_box wr_box_join(wr_box a, wr_box b);
wr_box wr_box_common(wr_box a, wr_box b); /* its least above its most where there is none */
/* Whether closed boxes share a point. */
static inline bool wr_box_touch(wr_box a, wr_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y &&
           b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/* A point from an origin: what, added to the origin in doubles, gives the point again, where
 * any float32 does. */
wr_vec3 wr_vec3_seen_from(wr_vec3 point, wr_vec3 origin);

/* Sine and cosine of an angle in degrees, the same on every machine; exact for quarter turns.
 */
void wr_turn_of(double degrees, double *cosine, double *sine);
/* The angle of a direction in the plane, in degrees, counter-clockwise from +X, in [0, 360). */
double wr_bearing_of(double x, double y);

/* A placement made ready to apply: mirror x, turn, move. Mirroring y is mirroring x and half a
 * turn. */
typedef struct wr_motion {
    double cosine, sine;
    bool mirrored; /* left and right are swapped: faces must change their winding */
    wr_vec3 move;
} wr_motion;

wr_motion wr_motion_of(wr_placement placement);
/* A direction in the plane, given as (cosine, sine). */
static inline void wr_motion_direction(const wr_motion *motion, double *x, double *y)
{
    double from_x = motion->mirrored ? -*x : *x, from_y = *y;
    /* Adding zero keeps -0.0 out: two rooms that meet must agree on every bit. */
    *x = motion->cosine * from_x - motion->sine * from_y + 0.0;
    *y = motion->sine * from_x + motion->cosine * from_y + 0.0;
}
/* A point is mirrored, turned and moved, rounded once to float32. */
static inline wr_vec3 wr_motion_point(const wr_motion *motion, wr_vec3 point)
{
    double x = point.x, y = point.y;
    wr_motion_direction(motion, &x, &y);
    return wr_vec3_of((float)(x + motion->move.x), (float)(y + motion->move.y),
                      (float)((double)point.z + motion->move.z));
}
/* Where a moved point came from, but for rounding. */
wr_vec3 wr_motion_origin(const wr_motion *motion, wr_vec3 point);
/* A vector is mirrored and turned, not moved. */
wr_vec3 wr_motion_vector(const wr_motion *motion, wr_vec3 vector);
/* A facing in degrees counter-clockwise from +X, after the motion, in [0, 360). */
float wr_motion_facing(const wr_motion *motion, float degrees);

#endif
