/* What rooms look like: their models, and the textures of these. */
#include "builder/studio/own.h"

#include "builder/module/models.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/texture.h"
#include "core/model/drawn.h"
#include "kits/kit_assets.h"

#include <string.h>

/* ---- Models --------------------------------------------------------------------------------
 */

/* All meshes of a model behind each other. */
struct model_arrays {
    wr_vec3 *vertices;
    float *looks; /* normal, u and v of each vertex */
    uint32_t *faces;
    uint32_t vertex_count, face_count;
};

static bool take_arrays(struct wr_arena *arena, const struct wr_drawn_mesh *meshes,
                        uint32_t count, struct model_arrays *out)
{
    size_t vertices = 0, faces = 0;
    for (uint32_t i = 0; i < count; i++) {
        vertices += meshes[i].corner_count;
        faces += meshes[i].face_count;
    }
    if (vertices > UINT32_MAX / WR_STUDIO_LOOK || faces > UINT32_MAX / 3)
        return false;
    *out = (struct model_arrays){
        .vertices = WR_TAKE(arena, wr_vec3, vertices),
        .looks = WR_TAKE(arena, float, WR_STUDIO_LOOK *vertices),
        .faces = WR_TAKE(arena, uint32_t, 3 * faces),
    };
    return out->vertices && out->looks && out->faces;
}

static void add_mesh(struct model_arrays *arrays, const struct wr_drawn_mesh *mesh,
                     wr_vec3 offset)
{
    uint32_t first = arrays->vertex_count;
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        const wr_drawn_corner *corner = &mesh->corners[i];
        float *look = arrays->looks + (size_t)WR_STUDIO_LOOK * arrays->vertex_count;
        arrays->vertices[arrays->vertex_count++] =
            wr_narrow(wr_add(wr_widen(corner->position), wr_widen(offset)));
        memcpy(look, &corner->normal, sizeof corner->normal);
        look[3] = corner->u;
        look[4] = corner->v;
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            arrays->faces[arrays->face_count++] = first + mesh->faces[f].v[k];
}

static void give_arrays(struct wr_studio *studio, const struct model_arrays *arrays)
{
    uint32_t vertices = arrays->vertex_count;
    wr_studio_give(studio, WR_STUDIO_VERTICES, arrays->vertices, 3 * vertices);
    wr_studio_give(studio, WR_STUDIO_LOOKS, arrays->looks, WR_STUDIO_LOOK * vertices);
    wr_studio_give(studio, WR_STUDIO_FACES, arrays->faces, arrays->face_count);
}

static enum wr_result answer_meshes(struct wr_studio *studio,
                                    const struct wr_drawn_mesh *meshes, uint32_t count)
{
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_list(dump, "meshes");
    for (uint32_t i = 0; i < count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "texture", meshes[i].texture);
        wr_dump_count(dump, "faces", meshes[i].face_count);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    return wr_studio_close(studio);
}

static enum wr_result show_model(struct wr_studio *studio, const struct wr_model *model,
                                 wr_vec3 offset)
{
    struct model_arrays arrays = {0};
    struct wr_drawn_mesh *meshes = NULL;
    uint32_t count = 0;
    if (model && !wr_drawn_read(studio->given, model, &meshes, &count))
        return wr_no_memory(studio->context);
    if (!take_arrays(studio->given, meshes, count, &arrays))
        return wr_no_memory(studio->context);
    for (uint32_t i = 0; i < count; i++)
        add_mesh(&arrays, &meshes[i], offset);
    give_arrays(studio, &arrays);
    return answer_meshes(studio, meshes, count);
}

enum wr_result wr_studio_model(struct wr_studio *studio, const wr_room *room)
{
    struct wr_model *model = NULL;
    wr_vec3 offset = {0};
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result =
        scratch ? wr_room_model(studio->context, studio->given, scratch, room, &model, &offset)
                : wr_no_memory(studio->context);
    wr_arena_destroy(scratch);
    return result == WR_OK ? show_model(studio, model, offset) : result;
}

enum wr_result wr_studio_room_model(struct wr_studio *studio, const char *kit, const char *room)
{
    const wr_room *found;
    enum wr_result result = wr_studio_find_room(studio, kit, room, &found);
    return result == WR_OK ? wr_studio_model(studio, found) : result;
}

/* ---- Textures ------------------------------------------------------------------------------
 */

/* Half as wide, half as high, or both: the mean of what becomes one. */
static void halve(struct wr_tga *picture, bool wide, bool high)
{
    uint32_t width = picture->width >> wide, height = picture->height >> high;
    uint32_t channels = picture->channels, columns = 1u + wide, rows = 1u + high;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            for (uint32_t c = 0; c < channels; c++) {
                uint32_t sum = 0;
                for (uint32_t k = 0; k < columns * rows; k++) {
                    size_t row = (size_t)y * rows + k / columns;
                    size_t column = (size_t)x * columns + k % columns;
                    sum += picture->pixels[(row * picture->width + column) * channels + c];
                }
                picture->pixels[((size_t)y * width + x) * channels + c] =
                    (uint8_t)(sum / (columns * rows));
            }
    picture->width = width;
    picture->height = height;
}

/* Red, green, blue and alpha of each pixel, the lowest row first. */
static const uint8_t *to_pixels(struct wr_arena *arena, const struct wr_tga *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    uint8_t *pixels = WR_TAKE(arena, uint8_t, 4 * count), *to = pixels;
    for (uint32_t y = picture->height; pixels && y-- > 0;)
        for (uint32_t x = 0; x < picture->width; x++, to += 4) {
            const uint8_t *from =
                picture->pixels + ((size_t)y * picture->width + x) * picture->channels;
            bool grey = picture->channels == 1;
            for (int c = 0; c < 3; c++)
                to[c] = from[grey ? 0 : c];
            to[3] = picture->channels == 4 ? from[3] : 255;
        }
    return pixels;
}

static enum wr_result read_image(struct wr_studio *studio, const wr_kit_image *image,
                                 struct wr_texture *out)
{
    struct wr_source *sources = WR_ZERO(studio->given, struct wr_source, 2);
    if (!sources)
        return wr_no_memory(studio->context);
    enum wr_result result =
        wr_file_read(studio->context, studio->given, image->path, &sources[0]);
    if (result == WR_OK && image->txi)
        result = wr_file_read(studio->context, studio->given, image->txi, &sources[1]);
    sources[0].binary = true;
    return result == WR_OK ? wr_texture_read(studio->context, studio->given, &sources[0],
                                             image->tpc, image->txi ? &sources[1] : NULL, out)
                           : result;
}

static enum wr_result show_texture(struct wr_studio *studio, struct wr_texture *texture)
{
    struct wr_tga *picture = &texture->picture;
    while (picture->width > WR_STUDIO_TEXTURE || picture->height > WR_STUDIO_TEXTURE)
        halve(picture, picture->width > WR_STUDIO_TEXTURE, picture->height > WR_STUDIO_TEXTURE);
    const uint8_t *pixels = to_pixels(studio->given, picture);
    if (!pixels)
        return wr_no_memory(studio->context);
    wr_studio_give(studio, WR_STUDIO_PIXELS, pixels, picture->width * picture->height);
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_count(dump, "width", picture->width);
    wr_dump_count(dump, "height", picture->height);
    wr_dump_bool(dump, "clear", texture->clear);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_texture(struct wr_studio *studio, const char *kit, const char *name)
{
    const struct wr_kit *found;
    struct wr_kit_assets assets;
    struct wr_texture texture;
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = wr_kits_find(studio->context, studio->kits[0], kit, &found);
    if (result == WR_OK)
        result = wr_kit_assets_list(studio->context, studio->given, found, &assets);
    if (result != WR_OK)
        return result;
    const wr_kit_image *image = wr_kit_image_find(assets.textures, assets.texture_count, name);
    result = image ? read_image(studio, image, &texture) : WR_NOT_FOUND;
    return result == WR_OK ? show_texture(studio, &texture) : result;
}
