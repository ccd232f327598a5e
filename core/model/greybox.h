/* A room's model made from its walkmesh: floors by material, walls where the floor ends,
 * openings where doorways are. Source: formats/module, 3.1 and 3.6. */
#ifndef WR_CORE_MODEL_GREYBOX_H
#define WR_CORE_MODEL_GREYBOX_H

#include "core/base/bytes.h"
#include "core/walkmesh/walkmesh.h"

/* Metres from floor to ceiling, and what remains at least of a wall above an opening. */
#define WR_GREYBOX_HEIGHT 3.5f
#define WR_GREYBOX_LINTEL 0.5f

/* How a grey box looks. */
struct wr_greybox {
    const char *name; /* of the model, up to 31 characters */
    enum wr_game game;
    wr_vec3 origin; /* where the model stands: it is subtracted from every vertex */
    float height;   /* of walls and ceiling over the floor, metres */
    float low; /* over what rises no higher one looks, where there is floor behind; metres */
    bool ceiling;
    const float *openings; /* one an entry of mesh->edges: how high the wall is open above that
                              edge, 0 for a whole wall; NULL: all are whole */
};

/* Appends an MDL and its MDX made from a derived walkmesh: the walkmesh itself as a node of its
 * own, a mesh for each texture of the floor, walls and ceiling, all seen from inside. WR_LIMIT
 * "model-too-large" where the walkmesh has more faces or vertices than a model's node can hold.
 */
enum wr_result wr_greybox_make(struct wr_context *context, struct wr_arena *scratch,
                               const struct wr_walkmesh *mesh, const struct wr_greybox *look,
                               struct wr_bytes *mdl, struct wr_bytes *mdx);

/* The base game's textures for a surface material, for walls and for ceilings; never NULL. */
const char *wr_greybox_texture(uint32_t material);
const char *wr_greybox_wall_texture(void);
const char *wr_greybox_ceiling_texture(void);

#endif
