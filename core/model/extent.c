/* How large a model is: the box around all of its meshes that are drawn, at rest. */
#include "core/model/floor.h"

/* A pose within another. */
static wr_model_pose within(const wr_model_pose *outer, const wr_model_pose *inner)
{
    wr_model_pose pose = {.place = wr_model_pose_point(outer, inner->place)};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            pose.turn[i][k] = outer->turn[i][0] * inner->turn[0][k] +
                              outer->turn[i][1] * inner->turn[1][k] +
                              outer->turn[i][2] * inner->turn[2][k];
    return pose;
}

static bool is_drawn(const struct wr_model *model, const wr_model_node *node)
{
    return node->mesh && !wr_model_has(node, WR_MODEL_WALKMESH) &&
           wr_model_data(model)[node->mesh + WR_MESH_RENDER];
}

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
    const wr_model_tree *tree = &model->trees[0];
    wr_model_pose *poses = WR_TAKE(scratch, wr_model_pose, tree->count);
    *out = wr_box_empty();
    for (uint32_t n = tree->first; poses && n < tree->first + tree->count; n++) {
        const wr_model_node *node = &model->nodes[n];
        wr_model_pose *pose = &poses[n - tree->first];
        *pose = wr_model_pose_own(model, n);
        if (node->parent != n)
            *pose = within(&poses[node->parent - tree->first], pose);
        if (is_drawn(model, node))
            add_mesh(model, node, pose, out);
    }
    return poses != NULL;
}
