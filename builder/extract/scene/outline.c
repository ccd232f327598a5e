/* Points on the ground, and what is around them. */
#include "builder/extract/scene/outline.h"
#include "builder/layout/hull.h"

#include "kits/kit.h"

static void add_point(const wr_scene_node *node, wr_vec3 point, wr_vec3 at, wr_vec3 *out)
{
    wr_dvec3 there = wr_sub(wr_affine_point(&node->world, wr_widen(point)), wr_widen(at));
    there.z = 0;
    *out = wr_narrow(there);
}

static uint32_t count_points(const wr_scene_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; mesh && i < mesh->part_count; i++)
        count += mesh->parts[i].point_count;
    return count;
}

bool wr_outline_of(struct wr_arena *arena, const struct wr_scene *scene, uint32_t node,
                   wr_vec3 at, const wr_vec3 **corners, uint32_t *count)
{
    static const wr_vec3 square[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const wr_scene_node *self = &scene->nodes[node];
    const wr_scene_mesh *mesh = self->mesh == WR_SCENE_NONE ? NULL : &scene->meshes[self->mesh];
    uint32_t most = mesh ? count_points(mesh) : 4, points = 0;
    wr_vec3 *spots = WR_TAKE(arena, wr_vec3, most);
    wr_vec3 *around = WR_TAKE(arena, wr_vec3, 2 * (size_t)most + 1);
    if (!spots || !around)
        return false;
    *count = 0;
    for (int i = 0; !mesh && i < 4; i++)
        add_point(self, square[i], at, &spots[points++]);
    for (uint32_t i = 0; mesh && i < mesh->part_count; i++)
        for (uint32_t k = 0; k < mesh->parts[i].point_count; k++)
            add_point(self, mesh->parts[i].points[k], at, &spots[points++]);
    for (uint32_t i = 0; i < points; i++)
        if (!wr_vec3_finite(spots[i]))
            return true;
    *count = wr_hull_around(spots, points, around);
    if (*count < 3 || *count > WR_MOST_POINTS)
        *count = 0;
    *corners = around;
    return true;
}
