/* Images are read once each; a material without one becomes a picture of its colour. */
#include "builder/extract/scene/skins.h"

#include "core/files/file.h"
#include "core/scene/light.h"

#include <string.h>

struct skinning {
    struct wr_taking *taking;
    const struct wr_scenery *scenery;
    struct wr_taken_pictures pictures;
    wr_scene_skin *skins;
    wr_taken_picture *images; /* one an image of the scene */
    bool *asked;              /* the same: it was read, or could not be */
    double light[256];
};

/* ---- Images ------------------------------------------------------------------------------ */

static bool ends_in(const char *path, const char *ending)
{
    size_t size = path ? strlen(path) : 0, tail = strlen(ending);
    return size > tail && wr_text_same(path + size - tail, ending);
}

/* A file beside the scene that is not there leaves a plain colour. */
static enum wr_result load(const struct skinning *s, const wr_scene_image *image,
                           struct wr_source *source)
{
    *source = (struct wr_source){.name = s->scenery->source->name,
                                 .data = image->data,
                                 .size = image->size,
                                 .binary = true};
    if (!image->path)
        return WR_OK;
    enum wr_result result =
        wr_file_read(s->pictures.lenient, s->taking->arena, image->path, source);
    source->binary = true;
    return result;
}

static enum wr_result read_image(struct skinning *s, uint32_t index)
{
    const wr_scene_image *image = &s->scenery->scene->images[index];
    struct wr_source *source = WR_TAKE(s->taking->arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(s->taking->context);
    if (s->asked[index] || (!image->path && !image->data))
        return WR_OK;
    s->asked[index] = true;
    enum wr_result result = load(s, image, source);
    if (result == WR_OK)
        result = wr_taken_pictures_add(&s->pictures, *image->name ? image->name : "picture",
                                       source, ends_in(image->path, ".tpc"), &s->images[index]);
    return result == WR_NO_MEMORY || result == WR_STOPPED ? result : WR_OK;
}

/* ---- Colours ----------------------------------------------------------------------------- */

static bool is_white(const wr_scene_material *material)
{
    return material->colour[0] >= 1 && material->colour[1] >= 1 && material->colour[2] >= 1;
}

static enum wr_result paint(struct skinning *s, uint32_t material, wr_taken_picture *out)
{
    uint8_t colour[3];
    for (int i = 0; i < 3; i++)
        colour[i] = (uint8_t)wr_light_byte(
            s->light, (double)s->scenery->scene->materials[material].colour[i]);
    return wr_taken_pictures_paint(&s->pictures, colour, out);
}

/* ---- All of them ------------------------------------------------------------------------- */

static enum wr_result take_material(struct skinning *s, uint32_t index)
{
    const wr_scene_material *material = &s->scenery->scene->materials[index];
    wr_scene_skin *skin = &s->skins[index];
    enum wr_result result = WR_OK;
    if (material->image != WR_SCENE_NONE) {
        result = read_image(s, material->image);
        skin->picture = s->images[material->image];
        skin->own = skin->picture.resref != NULL;
    }
    if (result == WR_OK && !skin->own && !is_white(material) &&
        s->scenery->surfaces[index] == WR_SCENE_NONE)
        result = paint(s, index, &skin->picture);
    return result;
}

static bool start(struct skinning *s)
{
    const struct wr_scene *scene = s->scenery->scene;
    struct wr_arena *arena = s->taking->arena;
    s->skins = WR_ZERO(arena, wr_scene_skin, (size_t)scene->material_count + 1);
    s->images = WR_ZERO(arena, wr_taken_picture, scene->image_count);
    s->asked = WR_ZERO(arena, bool, scene->image_count);
    wr_light_fill(s->light);
    return s->skins && s->images && s->asked;
}

enum wr_result wr_scenery_skins(struct wr_taking *taking, const struct wr_scenery *scenery,
                                const bool *used, const wr_scene_skin **out)
{
    struct skinning s = {.taking = taking, .scenery = scenery};
    uint32_t count = scenery->scene->material_count;
    if (!start(&s))
        return wr_no_memory(taking->context);
    if (!wr_taken_pictures_start(&s.pictures, taking))
        return WR_NO_MEMORY;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        wr_context_progress(taking->context, "textures read", i, count);
        if (used[i])
            result = wr_context_stopped(taking->context) ? WR_STOPPED : take_material(&s, i);
    }
    wr_taken_pictures_finish(&s.pictures);
    *out = s.skins;
    return result;
}
