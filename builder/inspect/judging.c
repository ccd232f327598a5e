/* What the rules about a module's archive ask of its floors. */
#include "builder/inspect/judging.h"

#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

bool wr_judged_floor(const struct wr_judging *judging, wr_vec3 point, wr_hit *out)
{
    bool found = false;
    for (uint32_t i = 0; wr_vec3_finite(point) && i < judging->view->lyt->room_count; i++) {
        const struct wr_walkmesh *mesh = judging->view->meshes[i];
        wr_hit hit;
        if (!mesh || !wr_walkmesh_face_at(mesh, point,
                                          wr_walkmesh_walkable(mesh, judging->surfaces), &hit))
            continue;
        if (!found || hit.distance < out->distance)
            *out = hit;
        found = true;
    }
    return found;
}

/* Seen from above. */
static double distance_to_edge(wr_vec3 point, wr_vec3 a, wr_vec3 b)
{
    wr_dvec3 along = wr_sub(wr_widen(b), wr_widen(a)),
             to = wr_sub(wr_widen(point), wr_widen(a));
    along.z = to.z = 0;
    double length = wr_dot(along, along), part = length > 0 ? wr_dot(to, along) / length : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return wr_length(wr_sub(to, wr_scale(along, part)));
}

double wr_judged_edge(const struct wr_judging *judging, wr_vec3 point, bool doorways)
{
    double nearest = INFINITY;
    for (uint32_t i = 0; i < judging->view->lyt->room_count; i++) {
        const struct wr_walkmesh *mesh = judging->view->meshes[i];
        for (uint32_t e = 0; mesh && e < mesh->edge_count; e++) {
            const wr_edge *edge = &mesh->edges[e];
            wr_vec3 a = mesh->vertices[wr_edge_start(mesh, edge->edge)];
            wr_vec3 b = mesh->vertices[wr_edge_end(mesh, edge->edge)];
            bool level = fabs(0.5 * ((double)a.z + b.z) - point.z) < WR_HEADROOM;
            double far = level && (edge->transition >= 0) == doorways
                             ? distance_to_edge(point, a, b)
                             : INFINITY;
            nearest = far < nearest ? far : nearest;
        }
    }
    return nearest;
}
