/* What is gathered while a module's assets are chosen. Private to packing.c, assets.c, images.c
 * and extras.c. */
#ifndef WR_BUILDER_MODULE_PACKING_H
#define WR_BUILDER_MODULE_PACKING_H

#include "builder/module/assets.h"
#include "builder/module/sources.h"
#include "kits/kit_assets.h"

enum wr_image_use { WR_IMAGE_TEXTURE, WR_IMAGE_LIGHTMAP, WR_IMAGE_VERBATIM };

/* An image that a model names, once a kit. Where its kit, or for rooms a map carries any kit,
 * has it, `image` is that, and `owner` the kit it lies in. */
typedef struct wr_wanted {
    const char *name; /* lower-case */
    uint32_t kit;     /* of the model */
    enum wr_image_use use;
    const wr_kit_image *image;
    uint32_t owner;
} wr_wanted;

/* A model beside the rooms', as it stands in the module. */
typedef struct wr_extra_model {
    const struct wr_model *model; /* several places share it */
    uint32_t kit;
    double cosine, sine;
    bool mirrored, shared; /* shared: it is packed for another place already */
    wr_module_extra room;
} wr_extra_model;

/* A file that was read. */
typedef struct wr_extra_file {
    const char *path;
    struct wr_model *model;
} wr_extra_file;

struct wr_packing {
    struct wr_context *context;
    struct wr_arena *arena, *scratch;
    const struct wr_layout *layout;
    struct wr_module_models *models;
    struct wr_kit_assets *kits; /* one a kit of `models` */
    wr_wanted *wanted;
    size_t wanted_count;
    const char **external;
    size_t external_count;
    wr_extra_file *files;
    size_t file_count;
    wr_extra_model *extras;
    size_t extra_count;
    wr_module_asset *items;
    size_t item_count;
    bool failed; /* memory is out */
};

static inline wr_where wr_packing_where(const struct wr_packing *packing)
{
    return wr_at(packing->layout->map->source, WR_WHOLE_FILE);
}

/* Adds an asset whose name fits; without bytes it is the file at `path`. */
void wr_packing_add(struct wr_packing *packing, const char *name, uint16_t type,
                    const char *path, const uint8_t *bytes, uint64_t size);
/* `<id><mark><number>`; wr_packing_fits says whether it is whole. */
void wr_packing_name(const struct wr_packing *packing, const char *mark, uint32_t number,
                     char out[WR_RESREF + 1]);
/* Whether names of a kind fit: `<id><mark><number>` up to `count` - 1, or without a number
 * where `count` is 0. WR_LIMIT "id-too-long". */
enum wr_result wr_packing_fits(const struct wr_packing *packing, const char *mark,
                               const char *thing, uint32_t count);

/* Finds padding and skybox, and reads their models. */
enum wr_result wr_extras_find(struct wr_packing *packing);
/* Makes them as they stand, with the names of packed images, and adds them. */
enum wr_result wr_extras_pack(struct wr_packing *packing);

/* Gathers the images that all models name, finds them in kits, names and adds them. */
enum wr_result wr_images_pack(struct wr_packing *packing);

#endif
