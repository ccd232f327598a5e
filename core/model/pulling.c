/* Where the nodes of a model stand, and which pulls take them and their vertices. */
#include "core/model/pulling.h"

wr_dvec3 wr_pulling_point(const struct wr_pulling *pulling, uint32_t node,
                          const wr_model_mesh *mesh, uint32_t vertex)
{
    wr_dvec3 own = wr_widen(wr_get_vec3(mesh->vertices + 12 * (size_t)vertex));
    return wr_model_pose_point(&pulling->poses[node], own);
}

uint32_t wr_pulling_set(const struct wr_pulling *pulling, uint32_t node,
                        const wr_model_mesh *mesh, uint32_t vertex)
{
    return wr_pulls_of(pulling->pulls, pulling->count,
                       wr_pulling_point(pulling, node, mesh, vertex));
}

bool wr_pulling_whole(const struct wr_pulling *pulling, uint32_t node,
                      const wr_model_mesh *mesh, uint32_t *set)
{
    *set = mesh->vertices ? wr_pulling_set(pulling, node, mesh, 0) : 0;
    for (uint32_t v = 1; mesh->vertices && v < mesh->vertex_count; v++)
        if (wr_pulling_set(pulling, node, mesh, v) != *set)
            return false;
    return mesh->vertices != NULL;
}

wr_dvec3 wr_pulling_local(const struct wr_pulling *pulling, uint32_t node, wr_dvec3 way)
{
    const wr_model_pose *pose = &pulling->poses[node];
    double out[3];
    for (int k = 0; k < 3; k++)
        out[k] = pose->turn[0][k] * way.x + pose->turn[1][k] * way.y + pose->turn[2][k] * way.z;
    return (wr_dvec3){out[0], out[1], out[2]};
}

/* The walkmesh node is made anew where it stands. */
static uint32_t set_of(const struct wr_pulling *pulling, uint32_t node)
{
    const struct wr_model *model = pulling->model;
    uint32_t set;
    if (model->nodes[node].parent == node ||
        wr_model_has(&model->nodes[node], WR_MODEL_WALKMESH))
        return 0;
    if (model->nodes[node].mesh) {
        wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[node]);
        if (wr_pulling_whole(pulling, node, &mesh, &set))
            return set;
    }
    return wr_pulls_of(pulling->pulls, pulling->count, pulling->poses[node].place);
}

bool wr_pulling_start(struct wr_pulling *pulling, const struct wr_model *model,
                      struct wr_arena *scratch, const wr_pull *pulls, uint32_t count,
                      wr_vec3 offset)
{
    uint32_t nodes = model->trees[0].count;
    *pulling = (struct wr_pulling){
        .scratch = scratch,
        .model = model,
        .pulls = pulls,
        .count = count,
        .poses = wr_model_poses(scratch, model),
        .sets = WR_TAKE(scratch, uint32_t, nodes),
    };
    if (!pulling->poses || !pulling->sets)
        return false;
    for (uint32_t n = 0; n < nodes; n++) {
        wr_model_pose *pose = &pulling->poses[n];
        pose->place = wr_add(pose->place, wr_widen(offset));
        pulling->sets[n] = set_of(pulling, n);
    }
    return true;
}
