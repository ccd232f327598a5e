/* A model that is pulled apart: where its nodes stand, and which pulls take them. Private to
 * core/model. */
#ifndef WR_CORE_MODEL_PULLING_H
#define WR_CORE_MODEL_PULLING_H

#include "core/model/floor.h"

struct wr_pulling {
    struct wr_arena *scratch;
    const struct wr_model *model;
    const wr_pull *pulls;
    uint32_t count;
    wr_model_pose *poses; /* one a node of the model's own tree, in the pulls' space */
    uint32_t *sets; /* which pulls take each node: those of all its vertices where these move as
                       one, else of its place; none take a root */
};

/* False when memory is out. */
bool wr_pulling_start(struct wr_pulling *pulling, const struct wr_model *model,
                      struct wr_arena *scratch, const wr_pull *pulls, uint32_t count,
                      wr_vec3 offset);
/* A vertex of a node's mesh in the pulls' space, and which of them take it. */
wr_dvec3 wr_pulling_point(const struct wr_pulling *pulling, uint32_t node,
                          const wr_model_mesh *mesh, uint32_t vertex);
uint32_t wr_pulling_set(const struct wr_pulling *pulling, uint32_t node,
                        const wr_model_mesh *mesh, uint32_t vertex);
/* Whether all vertices of a mesh have one set, which is `set`. */
bool wr_pulling_whole(const struct wr_pulling *pulling, uint32_t node,
                      const wr_model_mesh *mesh, uint32_t *set);
/* A way in the pulls' space as a node's own space has it. */
wr_dvec3 wr_pulling_local(const struct wr_pulling *pulling, uint32_t node, wr_dvec3 way);

/* The vertices of a mesh before they were pulled, and which pulls take them. */
struct wr_pulled_mesh {
    wr_model_mesh mesh;
    uint32_t node;
    const wr_vec3 *before; /* in the node's own space */
    const uint32_t *sets;
    uint8_t *rows; /* of the MDX; NULL: none */
};

/* Makes a mesh of which some vertices move against their node longer, its rows too. False when
 * memory is out. */
bool wr_pull_mesh(struct wr_pulling *pulling, uint32_t node, uint8_t *mdx);
/* Lets texture coordinates go on where faces got longer. False when memory is out. */
bool wr_pull_texture(struct wr_pulling *pulling, const struct wr_pulled_mesh *pulled);

#endif
