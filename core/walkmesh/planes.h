/* Face normals and plane distances. */
#ifndef WR_CORE_WALKMESH_PLANES_H
#define WR_CORE_WALKMESH_PLANES_H

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

/* Fills normals and distances: where the mesh has them already, or in tables taken from its
 * arena. Faces without area get a zero normal. */
enum wr_result wr_planes_fill(struct wr_context *context, struct wr_walkmesh *mesh);
/* The same, always in new tables. */
static inline enum wr_result wr_planes_derive(struct wr_context *context,
                                              struct wr_walkmesh *mesh)
{
    mesh->normals = NULL;
    mesh->distances = NULL;
    return wr_planes_fill(context, mesh);
}

/* Which way the side of a triangle looks that one walks on. */
enum wr_side { WR_SIDE_NONE, WR_SIDE_UP, WR_SIDE_DOWN, WR_SIDE_UPRIGHT };

/* WR_SIDE_NONE for a triangle without area. */
static inline enum wr_side wr_triangle_side(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    wr_dvec3 normal = wr_triangle_normal(a, b, c);
    double length = wr_length(normal);
    if (!(length > 0))
        return WR_SIDE_NONE;
    if (fabs(normal.z) <= WR_UPRIGHT * length)
        return WR_SIDE_UPRIGHT;
    return normal.z > 0 ? WR_SIDE_UP : WR_SIDE_DOWN;
}
/* Whether what is meant as floor, so much of which looks up and so much along Y, is of a
 * program whose Y is up. */
static inline bool wr_floor_y_up(double up, double along_y)
{
    return along_y > 2 * up;
}
static inline enum wr_side wr_face_side(const struct wr_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].v;
    return wr_triangle_side(mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]);
}

#endif
