/* Meshes on their way to becoming a model, or out of one: grey boxes, blocks of levels, and
 * what one sees of a room. */
#ifndef WR_CORE_MODEL_DRAWN_H
#define WR_CORE_MODEL_DRAWN_H

#include "core/base/bytes.h"
#include "core/model/model.h"
#include "core/walkmesh/walkmesh.h"

enum {
    WR_DRAWN_MOST_WALKMESH = 0xFFFF, /* faces or vertices: what 16 bits can tell apart */
    WR_DRAWN_MOST_FACES = 20000, /* of one drawn mesh, so that its corners can be told apart */
};
/* Metres that a texture covers where nothing says otherwise. */
#define WR_DRAWN_TEXTURE_SIZE 2.0

/* A corner as it is drawn, as seen from the model's origin. */
typedef struct wr_drawn_corner {
    wr_vec3 position, normal;
    float u, v; /* in pictures, v upward */
} wr_drawn_corner;

typedef struct wr_drawn_face {
    wr_vec3 normal;
    uint32_t material;
    uint16_t v[3];
} wr_drawn_face;

/* A mesh of a model. */
struct wr_drawn_mesh {
    char name[32];
    const char *texture;
    wr_drawn_corner *corners;
    wr_drawn_face *faces;
    uint32_t corner_count, face_count;
    const wr_tree_node *tree; /* the walkmesh alone has one, in area coordinates */
    uint32_t node_count;
};

/* A model around them. */
struct wr_drawn_model {
    const char *name; /* up to 31 characters */
    enum wr_game game;
    wr_vec3 origin; /* where the model stands in the area */
    const struct wr_drawn_mesh *meshes;
    uint32_t mesh_count;
};

/* The walkmesh as a mesh that is not drawn, which every room's model has; its arrays in
 * `arena`, its tree that of `walkmesh`. False when memory is out. */
bool wr_drawn_walkmesh(struct wr_arena *arena, const struct wr_walkmesh *walkmesh,
                       wr_vec3 origin, struct wr_drawn_mesh *out);

/* Appends an MDL and its MDX. Source: formats/module, 3.1 and 3.4. */
enum wr_result wr_drawn_write(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_drawn_model *model, struct wr_bytes *mdl,
                              struct wr_bytes *mdx);

/* The meshes of a model that are drawn, as they stand when nothing moves, in coordinates of the
 * model, and called as their nodes; "" is no texture. Without an MDX they have no texture
 * coordinates, and normals as their faces lie. What has a place that is no number is left out.
 * It all lives in `arena`; false when memory is out. */
bool wr_drawn_read(struct wr_arena *arena, const struct wr_model *model,
                   struct wr_drawn_mesh **out, uint32_t *count);

#endif
