/* From one game's layout to the other's: eight bytes a mesh, and the numbers by which each game
 * knows its own. Source: formats/module, 3.4. */
#include "core/model/splice.h"

/* Two function pointers, K1's and K2's. */
struct pointers {
    uint32_t k1[2], k2[2];
};

static const struct pointers MODEL = {{4273776, 4216096}, {4285200, 4216320}};
static const struct pointers ANIMATION = {{4273392, 4451552}, {4284816, 4522928}};
static const struct pointers MESH = {{4216656, 4216672}, {4216880, 4216896}};
static const struct pointers SKIN = {{4216592, 4216608}, {4216816, 4216832}};
static const struct pointers DANGLY = {{4216640, 4216624}, {4216864, 4216848}};

static void put_pointers(uint8_t *at, const struct pointers *pointers, enum wr_game game)
{
    const uint32_t *own = game == WR_K2 ? pointers->k2 : pointers->k1;
    wr_put_u32(at, own[0]);
    wr_put_u32(at + 4, own[1]);
}

static void put_all_pointers(struct wr_model *model)
{
    uint8_t *data = wr_model_data(model);
    put_pointers(data, &MODEL, model->game);
    for (uint32_t t = 1; t < model->tree_count; t++)
        put_pointers(data + model->trees[t].at, &ANIMATION, model->game);
    for (uint32_t n = 0; n < model->node_count; n++) {
        const wr_model_node *node = &model->nodes[n];
        const struct pointers *own = node->flags & WR_MODEL_SKIN     ? &SKIN
                                     : node->flags & WR_MODEL_DANGLY ? &DANGLY
                                                                     : &MESH;
        if (node->mesh)
            put_pointers(data + node->mesh, own, model->game);
    }
}

enum wr_result wr_model_convert(struct wr_context *context, struct wr_model *model,
                                enum wr_game game)
{
    if (game == model->game)
        return WR_OK;
    struct wr_splice splice = {WR_TAKE(model->arena, wr_model_edit, model->node_count), 0};
    if (!splice.edits)
        return wr_no_memory(context);
    for (uint32_t n = 0; n < model->node_count; n++)
        if (model->nodes[n].mesh)
            splice.edits[splice.count++] =
                (wr_model_edit){.at = model->nodes[n].mesh + WR_MESH_K2_BYTES,
                                .removed = game == WR_K1 ? WR_MESH_K2_EXTRA : 0,
                                .added = game == WR_K2 ? WR_MESH_K2_EXTRA : 0};
    wr_splice_start(&splice);
    enum wr_result result = wr_model_splice(context, model, &splice);
    if (result != WR_OK)
        return result;
    model->game = game;
    put_all_pointers(model);
    return WR_OK;
}
