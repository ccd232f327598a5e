/* How large a model is: the box around all of its meshes that are drawn, at rest; and what a
 * mesh says of its own size. */
#include "core/model/floor.h"

static void add_mesh(const struct wr_model *model, const wr_model_node *node,
                     const wr_model_pose *pose, wr_box *box)
{
    wr_model_mesh mesh = wr_model_mesh_of(model, node);
    for (uint32_t v = 0; mesh.vertices && v < mesh.vertex_count; v++) {
        wr_dvec3 p = wr_widen(wr_get_vec3(mesh.vertices + 12 * (size_t)v));
        wr_vec3 at = wr_narrow(wr_model_pose_point(pose, p));
        if (wr_vec3_finite(at))
            *box = wr_box_add(*box, at);
    }
}

bool wr_model_box(struct wr_arena *scratch, const struct wr_model *model, wr_box *out)
{
    wr_model_pose *poses = wr_model_poses(scratch, model);
    *out = wr_box_empty();
    for (uint32_t n = 0; poses && n < model->trees[0].count; n++)
        if (wr_model_is_drawn(model, &model->nodes[n]))
            add_mesh(model, &model->nodes[n], &poses[n], out);
    return poses != NULL;
}

/* ---- Triangles ----------------------------------------------------------------------------
 */

/* Where the corners of a face lie in their mesh's own space; false where one is not there. */
static bool corners_of(const wr_model_mesh *mesh, uint32_t face, wr_vec3 out[3])
{
    const uint8_t *corners = mesh->faces + (size_t)face * WR_FACE_SIZE + WR_FACE_CORNERS;
    for (int k = 0; k < 3; k++) {
        uint32_t v = wr_get_u16(corners + 2 * k);
        if (v >= mesh->vertex_count)
            return false;
        out[k] = wr_get_vec3(mesh->vertices + 12 * (size_t)v);
    }
    return true;
}

static void visit_mesh(const struct wr_model *model, const wr_model_node *node,
                       const wr_model_pose *pose, wr_model_triangle_fn *visit, void *user)
{
    wr_model_mesh mesh = wr_model_mesh_of(model, node);
    for (uint32_t f = 0; mesh.vertices && f < mesh.face_count; f++) {
        wr_vec3 p[3];
        if (!corners_of(&mesh, f, p))
            continue;
        for (int k = 0; k < 3; k++)
            p[k] = wr_narrow(wr_model_pose_point(pose, wr_widen(p[k])));
        visit(user, p);
    }
}

bool wr_model_each_triangle(struct wr_arena *scratch, const struct wr_model *model,
                            wr_model_triangle_fn *visit, void *user)
{
    wr_model_pose *poses = wr_model_poses(scratch, model);
    for (uint32_t n = 0; poses && n < model->trees[0].count; n++)
        if (model->nodes[n].mesh && !wr_model_has(&model->nodes[n], WR_MODEL_WALKMESH))
            visit_mesh(model, &model->nodes[n], &poses[n], visit, user);
    return poses != NULL;
}

/* ---- What a mesh says ---------------------------------------------------------------------
 */

void wr_model_put_extent(const struct wr_model *model, const wr_model_mesh *mesh,
                         bool with_origin)
{
    const wr_box none = {{0, 0, 0}, {0, 0, 0}};
    wr_box box = with_origin || mesh->face_count == 0 ? none : wr_box_empty();
    wr_dvec3 sum = {0, 0, 0};
    double radius = 0, area = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_vec3 p[3];
        if (!corners_of(mesh, f, p))
            continue;
        area += wr_length(wr_triangle_normal(p[0], p[1], p[2])) / 2;
        for (int k = 0; k < 3; k++) {
            sum = wr_add(sum, wr_widen(p[k]));
            box = wr_box_add(box, p[k]);
        }
    }
    wr_vec3 middle =
        wr_narrow(wr_scale(sum, mesh->face_count ? 1.0 / (3.0 * mesh->face_count) : 0));
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_vec3 p[3];
        for (int k = 0; corners_of(mesh, f, p) && k < 3; k++) {
            double reach = wr_distance(middle, p[k]);
            radius = reach > radius ? reach : radius;
        }
    }
    wr_put_vec3(mesh->header + WR_MESH_BOX, box.min);
    wr_put_vec3(mesh->header + WR_MESH_BOX + 12, box.max);
    wr_put_vec3(mesh->header + WR_MESH_AVERAGE, middle);
    wr_put_f32(mesh->header + WR_MESH_RADIUS, (float)radius);
    wr_put_f32(mesh->header + wr_model_shift(model) + WR_MESH_AREA, (float)area);
}
