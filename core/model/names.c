/* The names in a model, read; those of its images, changed too. Source: formats/module, 3.5. */
#include "core/model/layout.h"

static void copy_name(char out[WR_MODEL_NAME + 1], const uint8_t *from, size_t size)
{
    size_t length = 0;
    for (; length < size && length < WR_MODEL_NAME && from[length]; length++)
        out[length] = (char)from[length];
    out[length] = '\0';
}

void wr_model_name(const struct wr_model *model, char out[WR_MODEL_NAME + 1])
{
    copy_name(out, wr_model_data(model) + WR_MDL_NAME, WR_MODEL_NAME);
}

const char *wr_model_node_name(const struct wr_model *model, uint32_t node)
{
    const uint8_t *data = wr_model_data(model);
    uint32_t name = model->nodes[node].name, table = wr_get_u32(data + WR_MDL_NAMES);
    uint32_t at = name < model->name_count ? wr_get_u32(data + table + 4 * name) : UINT32_MAX;
    return at < wr_model_size(model) ? (const char *)data + at : "";
}

/* ---- Images ------------------------------------------------------------------------------ */

static void lower(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char)(*text + ('a' - 'A'));
}

/* Whether `texture` holds a name after this. */
static bool take_name(wr_model_texture *texture, enum wr_texture_use use, const uint8_t *from,
                      size_t size)
{
    texture->use = use;
    copy_name(texture->name, from, size);
    lower(texture->name);
    return texture->name[0] && strcmp(texture->name, "null") != 0;
}

static void each_flare(const struct wr_model *model, const wr_model_node *node,
                       wr_model_texture *texture, wr_model_texture_fn *visit, void *user)
{
    const uint8_t *data = wr_model_data(model);
    uint32_t array = wr_model_part_at(node, WR_MODEL_LIGHT) + WR_LIGHT_TEXTURES;
    uint32_t first = wr_get_u32(data + array), count = wr_get_u32(data + array + 4);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = wr_get_u32(data + first + 4 * i), size = wr_model_size(model);
        if (at < size && take_name(texture, WR_TEXTURE_FLARE, data + at, size - at))
            visit(user, texture);
    }
}

void wr_model_each_texture(const struct wr_model *model, wr_model_texture_fn *visit, void *user)
{
    const uint8_t *data = wr_model_data(model);
    for (uint32_t n = 0; n < model->trees[0].count; n++) {
        const wr_model_node *node = &model->nodes[n];
        wr_model_texture texture = {.node = n};
        const uint8_t *mesh = data + node->mesh, *emitter;
        if (node->mesh &&
            take_name(&texture, WR_TEXTURE_MESH, mesh + WR_MESH_TEXTURE, WR_MODEL_NAME))
            visit(user, &texture);
        if (node->mesh &&
            take_name(&texture, WR_TEXTURE_LIGHTMAP, mesh + WR_MESH_LIGHTMAP, WR_MODEL_NAME))
            visit(user, &texture);
        if (wr_model_has(node, WR_MODEL_EMITTER)) {
            emitter = data + wr_model_part_at(node, WR_MODEL_EMITTER) + WR_EMITTER_TEXTURE;
            if (take_name(&texture, WR_TEXTURE_EMITTER, emitter, WR_MODEL_NAME))
                visit(user, &texture);
        }
        if (wr_model_has(node, WR_MODEL_LIGHT))
            each_flare(model, node, &texture, visit, user);
    }
}

static void rename_at(uint8_t *at, enum wr_texture_use use, uint32_t node,
                      wr_model_rename_fn *rename, void *user)
{
    wr_model_texture texture = {.node = node};
    const char *name =
        take_name(&texture, use, at, WR_MODEL_NAME) ? rename(user, &texture) : NULL;
    if (name)
        wr_put_name(at, name);
}

void wr_model_rename_textures(struct wr_model *model, wr_model_rename_fn *rename, void *user)
{
    for (uint32_t n = 0; n < model->trees[0].count; n++) {
        uint8_t *mesh = wr_model_data(model) + model->nodes[n].mesh;
        if (model->nodes[n].mesh == 0)
            continue;
        rename_at(mesh + WR_MESH_TEXTURE, WR_TEXTURE_MESH, n, rename, user);
        rename_at(mesh + WR_MESH_LIGHTMAP, WR_TEXTURE_LIGHTMAP, n, rename, user);
    }
}
