/* What a kit's folder offers beside its rooms: images, files every module takes along,
 * skyboxes, models that fill gaps round doors, and blueprints of doors. HolocronToolset kits
 * and Warren's own have the same folders. Source: formats/holocron-pykotor, 1.1. */
#ifndef WR_KITS_KIT_ASSETS_H
#define WR_KITS_KIT_ASSETS_H

#include "core/base/arena.h"
#include "kits/kits.h"

/* An image; names are lower-case and without suffix. */
typedef struct wr_kit_image {
    const char *name, *path;
    const char *txi; /* the path of the text that says how it is drawn, or NULL */
    bool tpc;        /* not a TGA */
} wr_kit_image;

/* Any other file. */
typedef struct wr_kit_file {
    const char *name, *suffix; /* lower-case, without the point */
    const char *path;
} wr_kit_file;

/* A model that fills what a smaller door leaves of a larger doorway. */
typedef struct wr_kit_padding {
    uint32_t door; /* the kit's: the smaller one */
    bool top;      /* above it; else beside it */
    uint32_t size; /* height or width of the doorway it fills, in centimetres */
    const char *path;
} wr_kit_padding;

/* All lists are sorted by name (padding by door, kind and size) and name nothing twice. */
struct wr_kit_assets {
    wr_kit_image *textures, *lightmaps;
    wr_kit_file *always, *skyboxes; /* of skyboxes, the MDLs */
    wr_kit_padding *paddings;
    uint32_t texture_count, lightmap_count, always_count, skybox_count, padding_count;
};

/* Looks through the folders `textures`, `lightmaps`, `always`, `skyboxes` and `doorway` of a
 * kit, whatever the case of their names; what is missing is empty. Nothing is opened. A model
 * in `doorway` whose name tells no door or size is a warning "padding-name". */
enum wr_result wr_kit_assets_list(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_kit *kit, struct wr_kit_assets *out);

/* An image of a list by its lower-case name; NULL where there is none. */
const wr_kit_image *wr_kit_image_find(const wr_kit_image *images, uint32_t count,
                                      const char *name);

/* The file of a door's blueprint for a game (NULL where the kit has none), in `arena`. */
enum wr_result wr_kit_blueprint_find(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_kit *kit, uint32_t door, enum wr_game game,
                                     const char **out);

#endif
