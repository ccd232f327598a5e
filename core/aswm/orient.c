/* Which way triangles lie. Source: formats/aswm, 2. */
#include "core/aswm/baking.h"

#include "core/base/math.h"

#define THIRD                                                                                  \
    (1.0f / 3.0f) /* of this one factor the official centres are products, to the bit */

/* Twice the area of a triangle in plan, above 0 where its corners go counter-clockwise. */
static double plan_area(const wr_vec3 *p[3])
{
    double x = p[0]->x, y = p[0]->y;
    return (p[1]->x - x) * (p[2]->y - y) - (p[2]->x - x) * (p[1]->y - y);
}

static void orient(struct wr_aswm *mesh, wr_aswm_triangle *triangle)
{
    const wr_vec3 *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = &mesh->vertices[triangle->v[i]];
    double area = plan_area(p);
    bool upright = area == 0, turned = upright && !(triangle->flags & WR_ASWM_CLOCKWISE);
    if (area > 0 || turned) {
        uint32_t v = triangle->v[1];
        const wr_vec3 *corner = p[1];
        triangle->v[1] = triangle->v[2];
        triangle->v[2] = v;
        p[1] = p[2];
        p[2] = corner;
    }
    triangle->flags |= WR_ASWM_CLOCKWISE;
    /* Clockwise corners have their normal below: it is taken the other way round. */
    wr_dvec3 normal = wr_triangle_normal(*p[0], *p[2], *p[1]);
    double length = wr_length(normal);
    normal = length > 0 ? wr_scale(normal, 1 / length) : (wr_dvec3){0, 0, 1};
    triangle->normal = wr_narrow(normal);
    triangle->distance = (float)-wr_dot(normal, wr_widen(*p[0]));
    triangle->x = (p[0]->x + p[1]->x + p[2]->x) * THIRD;
    triangle->y = (p[0]->y + p[1]->y + p[2]->y) * THIRD;
}

void wr_aswm_orient(struct wr_aswm *mesh)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        orient(mesh, &mesh->triangles[i]);
}
