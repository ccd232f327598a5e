/* Planes across an axis, and how far what lies beyond each is pulled along that axis and up. A
 * point moves by the sum of the pulls it lies beyond, whatever their order. */
#ifndef WR_CORE_BASE_PULL_H
#define WR_CORE_BASE_PULL_H

#include "core/base/math.h"

enum {
    WR_MOST_PULLS = 8, /* at once: sets of them are bits */
};

typedef struct wr_pull {
    uint32_t axis; /* 0: x, 1: y */
    double at;
    double along, up; /* metres */
} wr_pull;

/* Whether a point lies beyond a plane: more than WR_PULL_PLANE past it. */
bool wr_pull_takes(uint32_t axis, double at, wr_dvec3 point);
/* Which pulls take a point, a bit each. */
uint32_t wr_pulls_of(const wr_pull *pulls, uint32_t count, wr_dvec3 point);
/* How far those of a set move a point. */
wr_dvec3 wr_pulls_sum(const wr_pull *pulls, uint32_t set);
/* A point where it was pulled to, rounded once; the same bits where nothing takes it. */
wr_vec3 wr_pulls_point(const wr_pull *pulls, uint32_t count, wr_vec3 point);

/* A triangle, and for each corner which pulls take it. */
typedef struct wr_pulled_face {
    wr_dvec3 corners[3];
    uint32_t sets[3];
} wr_pulled_face;

wr_pulled_face wr_pulled_face_of(const wr_pull *pulls, uint32_t count,
                                 const wr_dvec3 corners[3]);
/* The pulls that take one corner of a face and not another: these make it longer. */
uint32_t wr_pulls_across(const wr_pulled_face *face);
/* Its normal, twice its area long, once it was pulled. */
wr_dvec3 wr_pulled_normal(const wr_pull *pulls, const wr_pulled_face *face);

#endif
