/* Normals and distances, computed in double and rounded once. Source: formats/bwm, 3.3. */
#include "core/walkmesh/planes.h"

enum { LOOK = 8192 };

/* Adding zero turns -0.0 into 0.0, so that a flat floor has one spelling. */
static wr_vec3 unit_normal(wr_dvec3 normal, double length)
{
    return wr_vec3_of((float)(normal.x / length + 0.0), (float)(normal.y / length + 0.0),
                      (float)(normal.z / length + 0.0));
}

enum wr_result wr_planes_fill(struct wr_context *context, struct wr_walkmesh *mesh)
{
    if (!mesh->normals)
        mesh->normals = WR_TAKE(mesh->arena, wr_vec3, mesh->face_count);
    if (!mesh->distances)
        mesh->distances = WR_TAKE(mesh->arena, float, mesh->face_count);
    wr_vec3 *normals = mesh->normals;
    float *distances = mesh->distances;
    if (!normals || !distances)
        return wr_no_memory(context);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (f % LOOK == LOOK - 1 && wr_context_stopped(context))
            return WR_STOPPED;
        const uint32_t *v = mesh->faces[f].v;
        wr_vec3 corner = mesh->vertices[v[0]];
        wr_dvec3 normal =
            wr_triangle_normal(corner, mesh->vertices[v[1]], mesh->vertices[v[2]]);
        double length = wr_length(normal);
        normals[f] = length > 0 ? unit_normal(normal, length) : wr_vec3_of(0, 0, 0);
        /* From the rounded normal: the plane then passes through the corner. */
        distances[f] = (float)(0.0 - wr_dot(wr_widen(normals[f]), wr_widen(corner)));
    }
    return WR_OK;
}
