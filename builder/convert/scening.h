/* A scene of rooms under way: where things stand in it, and what models look like. */
#ifndef WR_BUILDER_CONVERT_SCENING_H
#define WR_BUILDER_CONVERT_SCENING_H

#include "core/base/bytes.h"
#include "core/format/resources.h"
#include "core/model/model.h"
#include "core/scene/growing.h"
#include "core/walkmesh/walkmesh.h"

/* A texture that was asked for, by its name in small letters. */
typedef struct wr_scened_texture {
    const char *name;
    uint32_t material;
} wr_scened_texture;

struct wr_scening {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_resources *resources; /* where textures are looked for */
    wr_where where;                       /* the file that becomes a scene */
    struct wr_scene_growing growing;      /* materials of walkmeshes are its first ones */
    wr_scened_texture *textures;          /* by name */
    uint32_t texture_count;
    uint32_t shapes;      /* the material of shapes; WR_SCENE_NONE: there was none yet */
    const char **missing; /* files that are not at hand */
    uint32_t missing_count;
};

/* Opens a folder that textures may lie in, and what an installed game has besides, where one is
 * given. WR_NOT_FOUND "extract-no-game". */
enum wr_result wr_scening_open(struct wr_context *context, struct wr_arena *arena,
                               const char *folder, const char *game, struct wr_resources *out);
/* Begins one of a file. All lives in `arena`; `resources` must live as long. */
enum wr_result wr_scening_start(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_resources *resources, wr_where where,
                                struct wr_scening *out);
/* Tells of what is missing, in one warning, and appends the scene as glTF. */
enum wr_result wr_scening_end(struct wr_scening *scening, bool binary, struct wr_bytes *out);

/* ---- Nodes ------------------------------------------------------------------------------- */

/* Stands an empty node called "prefix_name", or as the prefix alone where `name` is NULL. */
uint32_t wr_scening_stand(struct wr_scening *scening, uint32_t parent, const char *prefix,
                          const char *name, const wr_affine *own);
/* Notes something of the node that was stood last; texts are copied, NULL and "" are none. */
void wr_scening_extra(struct wr_scening *scening, const char *key, const char *text);
void wr_scening_extra_number(struct wr_scening *scening, const char *key, float number);

/* Hangs a walkmesh below a node, as "name_wok". Its vertices are seen from `origin`: those from
 * which the same place comes back. */
enum wr_result wr_scening_walkmesh(struct wr_scening *scening, uint32_t parent,
                                   const char *name, const struct wr_walkmesh *mesh,
                                   wr_vec3 origin);
/* Hangs the meshes of a model that are drawn below a node. The model may go. */
enum wr_result wr_scening_model(struct wr_scening *scening, uint32_t parent,
                                const struct wr_model *model);
/* The same of a model that lies in files; `mdx` may be NULL. What cannot be read is told of as
 * a warning: without its MDX, a model has no texture coordinates. */
enum wr_result wr_scening_model_of(struct wr_scening *scening, uint32_t parent,
                                   const wr_entry *mdl, const wr_entry *mdx);

#endif
