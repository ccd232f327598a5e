/* Where the nodes of a model stand. */
#include "core/model/floor.h"

/* The rows of a turn; a quaternion without length is no turn. */
static void turn_of(const uint8_t *orientation, double out[3][3])
{
    double w = wr_get_f32(orientation), x = wr_get_f32(orientation + 4);
    double y = wr_get_f32(orientation + 8), z = wr_get_f32(orientation + 12);
    double size = w * w + x * x + y * y + z * z;
    double s = size > 0 && isfinite(size) ? 2 / size : 0;
    const double turn[3][3] = {
        {1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
        {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
        {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)},
    };
    memcpy(out, turn, sizeof turn);
}

wr_dvec3 wr_model_pose_point(const wr_model_pose *pose, wr_dvec3 p)
{
    return (wr_dvec3){
        pose->turn[0][0] * p.x + pose->turn[0][1] * p.y + pose->turn[0][2] * p.z +
            pose->place.x,
        pose->turn[1][0] * p.x + pose->turn[1][1] * p.y + pose->turn[1][2] * p.z +
            pose->place.y,
        pose->turn[2][0] * p.x + pose->turn[2][1] * p.y + pose->turn[2][2] * p.z +
            pose->place.z,
    };
}

wr_model_pose wr_model_pose_own(const struct wr_model *model, uint32_t node)
{
    const uint8_t *header = wr_model_data(model) + model->nodes[node].at;
    wr_model_pose own = {.place = wr_widen(wr_get_vec3(header + WR_NODE_POSITION))};
    turn_of(header + WR_NODE_ORIENTATION, own.turn);
    return own;
}

wr_model_pose wr_model_pose_within(const wr_model_pose *outer, const wr_model_pose *inner)
{
    wr_model_pose pose = {.place = wr_model_pose_point(outer, inner->place)};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            pose.turn[i][k] = outer->turn[i][0] * inner->turn[0][k] +
                              outer->turn[i][1] * inner->turn[1][k] +
                              outer->turn[i][2] * inner->turn[2][k];
    return pose;
}

wr_model_pose wr_model_pose_of(const struct wr_model *model, uint32_t node)
{
    wr_model_pose pose = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    for (;; node = model->nodes[node].parent) {
        const wr_model_pose own = wr_model_pose_own(model, node);
        pose = wr_model_pose_within(&own, &pose);
        if (model->nodes[node].parent == node)
            return pose;
    }
}

bool wr_model_is_drawn(const struct wr_model *model, const wr_model_node *node)
{
    return node->mesh && !wr_model_has(node, WR_MODEL_WALKMESH) &&
           wr_model_data(model)[node->mesh + WR_MESH_RENDER];
}

wr_model_pose *wr_model_poses(struct wr_arena *arena, const struct wr_model *model)
{
    wr_model_pose *poses = WR_TAKE(arena, wr_model_pose, model->trees[0].count);
    for (uint32_t n = 0; poses && n < model->trees[0].count; n++) {
        uint32_t parent = model->nodes[n].parent;
        poses[n] = wr_model_pose_own(model, n);
        if (parent != n)
            poses[n] = wr_model_pose_within(&poses[parent], &poses[n]);
    }
    return poses;
}
