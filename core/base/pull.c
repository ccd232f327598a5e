/* Pulling points apart at planes. */
#include "core/base/pull.h"
#include "core/base/tolerance.h"

bool wr_pull_takes(uint32_t axis, double at, wr_dvec3 point)
{
    return (axis == 0 ? point.x : point.y) - at > WR_PULL_PLANE;
}

uint32_t wr_pulls_of(const wr_pull *pulls, uint32_t count, wr_dvec3 point)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; i++)
        set |= (uint32_t)wr_pull_takes(pulls[i].axis, pulls[i].at, point) << i;
    return set;
}

wr_dvec3 wr_pulls_sum(const wr_pull *pulls, uint32_t set)
{
    wr_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; set >> i; i++) {
        if (!(set >> i & 1))
            continue;
        *(pulls[i].axis == 0 ? &sum.x : &sum.y) += pulls[i].along;
        sum.z += pulls[i].up;
    }
    return sum;
}

wr_vec3 wr_pulls_point(const wr_pull *pulls, uint32_t count, wr_vec3 point)
{
    uint32_t set = wr_pulls_of(pulls, count, wr_widen(point));
    return set ? wr_narrow(wr_add(wr_widen(point), wr_pulls_sum(pulls, set))) : point;
}

wr_pulled_face wr_pulled_face_of(const wr_pull *pulls, uint32_t count,
                                 const wr_dvec3 corners[3])
{
    wr_pulled_face face;
    for (int k = 0; k < 3; k++) {
        face.corners[k] = corners[k];
        face.sets[k] = wr_pulls_of(pulls, count, corners[k]);
    }
    return face;
}

uint32_t wr_pulls_across(const wr_pulled_face *face)
{
    return (face->sets[0] | face->sets[1] | face->sets[2]) &
           ~(face->sets[0] & face->sets[1] & face->sets[2]);
}

wr_dvec3 wr_pulled_normal(const wr_pull *pulls, const wr_pulled_face *face)
{
    wr_dvec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = wr_add(face->corners[k], wr_pulls_sum(pulls, face->sets[k]));
    return wr_cross(wr_sub(p[1], p[0]), wr_sub(p[2], p[0]));
}
