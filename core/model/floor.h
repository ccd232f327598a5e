/* What a walkmesh node is made of. Private to core/model. */
#ifndef WR_CORE_MODEL_FLOOR_H
#define WR_CORE_MODEL_FLOOR_H

#include "core/model/splice.h"

/* Gives a mesh whose vertices and faces are in place its rows in the MDX: positions, normals,
 * zeros for what else its rows hold, and the row that ends them. `rows` is how many it had. The
 * rows of other meshes keep their order and what they are aligned to. */
enum wr_result wr_model_put_rows(struct wr_context *context, struct wr_model *model,
                                 uint32_t node, uint32_t rows);

/* The place and the turn of a node in model space. */
typedef struct wr_model_pose {
    double turn[3][3];
    wr_dvec3 place;
} wr_model_pose;

/* In its parent; and in the model. */
wr_model_pose wr_model_pose_own(const struct wr_model *model, uint32_t node);
wr_model_pose wr_model_pose_of(const struct wr_model *model, uint32_t node);
/* A pose that stands in another. */
wr_model_pose wr_model_pose_within(const wr_model_pose *outer, const wr_model_pose *inner);
/* Of each node of the model's own tree in the model; NULL when memory is out. */
wr_model_pose *wr_model_poses(struct wr_arena *arena, const struct wr_model *model);
wr_dvec3 wr_model_pose_point(const wr_model_pose *pose, wr_dvec3 point);
/* Whether a node is a mesh that one sees. */
bool wr_model_is_drawn(const struct wr_model *model, const wr_model_node *node);

/* Gives a mesh whose vertices and faces are in place its own part of its header: box, middle of
 * the faces' corners, radius, area. `with_origin`: the box holds the node's place, too. */
void wr_model_put_extent(const struct wr_model *model, const wr_model_mesh *mesh,
                         bool with_origin);

#endif
