/* What a module packs beside what Warren makes: images, what kits always bring, skyboxes and
 * the models that fill the gaps round doors. Source: formats/module, 1.5, 3.5 and 5. */
#ifndef WR_BUILDER_MODULE_ASSETS_H
#define WR_BUILDER_MODULE_ASSETS_H

#include "builder/layout/layout.h"
#include "builder/module/models.h"
#include "core/format/archive.h"

/* A resource of the module: a file to copy, or bytes that are already there. */
typedef struct wr_module_asset {
    char name[WR_RESREF + 1]; /* lower-case */
    uint16_t type;            /* enum wr_resource_type */
    const char *path;         /* NULL: it is in `bytes` */
    const uint8_t *bytes;
    uint64_t size; /* of either */
} wr_module_asset;

/* A room of the LYT that follows all area rooms, without a walkmesh. Its MDL and MDX are among
 * the assets, under its name. */
typedef struct wr_module_extra {
    char name[WR_RESREF + 1];
    wr_vec3 position;
    uint32_t rooms[2]; /* the area rooms it stands between, seen where they are; WR_NONE: seen
                          from everywhere (a skybox) */
} wr_module_extra;

struct wr_module_assets {
    wr_module_asset *items; /* by name, then by type; no two have both in common */
    uint32_t count;
    wr_module_extra *extras; /* padding by link, then the skybox */
    uint32_t extra_count;
    const char *const *external; /* images that must be in the game, by name */
    uint32_t external_count;
};

/* Chooses what is packed, and settles in `models` which image has which name there: call it
 * before the first wr_module_model_make. A texture gets `<id>_tex<n>` and a lightmap
 * `<id>_lm<n>` where a kit has the image, else models go on naming it as they do; files of
 * `always` keep their names; padding is `<id>_pad<n>`, the map's skybox `<id>_sky`.
 *
 * Images no kit has are one note a kit ("images-external"). Errors: an id too long for one of
 * these names ("id-too-long"), the map's skybox in none of its kits ("skybox-missing"), models
 * that cannot be read. Lives in `arena`. */
enum wr_result wr_module_assets_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout,
                                     struct wr_module_models *models,
                                     struct wr_module_assets *out);

#endif
