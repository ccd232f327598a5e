/* A model as a dump: what it is made of, node by node. */
#include "core/text/dump.h"

#include "core/model/layout.h"

static void dump_parts(struct wr_dump *dump, uint32_t flags)
{
    static const struct {
        uint16_t part;
        const char *name;
    } parts[] = {
        {WR_MODEL_LIGHT, "light"},         {WR_MODEL_EMITTER, "emitter"},
        {WR_MODEL_REFERENCE, "reference"}, {WR_MODEL_MESH, "mesh"},
        {WR_MODEL_SKIN, "skin"},           {WR_MODEL_DANGLY, "dangly"},
        {WR_MODEL_WALKMESH, "walkmesh"},   {WR_MODEL_SABER, "saber"},
    };
    wr_dump_list(dump, "parts");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (flags & parts[i].part)
            wr_dump_text(dump, NULL, parts[i].name);
    wr_dump_list_end(dump);
}

static void dump_turn(struct wr_dump *dump, const uint8_t *orientation)
{
    wr_dump_list(dump, "turn");
    for (uint32_t i = 0; i < 4; i++)
        wr_dump_number(dump, NULL, wr_get_f32(orientation + 4 * i));
    wr_dump_list_end(dump);
}

static void dump_node(const struct wr_model *model, struct wr_dump *dump, uint32_t n)
{
    const wr_model_node *node = &model->nodes[n];
    const uint8_t *header = wr_model_data(model) + node->at;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", n);
    wr_dump_text(dump, "name", wr_model_node_name(model, n));
    wr_dump_count(dump, "number", node->number);
    wr_dump_count(dump, "parent", node->parent);
    dump_parts(dump, node->flags);
    wr_dump_vec3(dump, "position", wr_get_vec3(header + WR_NODE_POSITION));
    dump_turn(dump, header + WR_NODE_ORIENTATION);
    wr_dump_count(dump, "controllers", wr_get_u32(header + WR_NODE_CONTROLLERS + 4));
    if (node->mesh) {
        wr_model_mesh mesh = wr_model_mesh_of(model, node);
        wr_dump_count(dump, "faces", mesh.face_count);
        wr_dump_count(dump, "vertices", mesh.vertex_count);
    }
    wr_dump_object_end(dump);
}

static void dump_texture(void *user, const wr_model_texture *texture)
{
    static const char *const uses[] = {"texture", "lightmap", "emitter", "flare"};
    struct wr_dump *dump = user;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "node", texture->node);
    wr_dump_text(dump, "use", uses[texture->use]);
    wr_dump_text(dump, "name", texture->name);
    wr_dump_object_end(dump);
}

static void dump_animations(const struct wr_model *model, struct wr_dump *dump)
{
    wr_dump_list(dump, "animations");
    for (uint32_t t = 1; t < model->tree_count; t++) {
        const uint8_t *header = wr_model_data(model) + model->trees[t].at;
        char name[WR_MODEL_NAME + 1] = {0};
        for (size_t i = 0; i < WR_MODEL_NAME && header[WR_MDL_NAME + i]; i++)
            name[i] = (char)header[WR_MDL_NAME + i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "name", name);
        wr_dump_number(dump, "seconds", wr_get_f32(header + WR_ANIMATION_LENGTH));
        wr_dump_count(dump, "nodes", model->trees[t].count);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

void wr_model_dump(const struct wr_model *model, struct wr_dump *dump)
{
    char name[WR_MODEL_NAME + 1];
    uint32_t meshes = 0;
    uint64_t faces = 0, vertices = 0;
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (model->nodes[n].mesh) {
            wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[n]);
            meshes++;
            faces += mesh.face_count;
            vertices += mesh.vertex_count;
        }
    wr_model_name(model, name);
    wr_dump_text(dump, "name", name);
    wr_dump_text(dump, "game", model->game == WR_K2 ? "KotOR 2" : "KotOR 1");
    wr_dump_count(dump, "mdl_size", model->mdl_size);
    wr_dump_count(dump, "mdx_size", wr_get_u32(model->mdl + WR_MDL_MDX_AT));
    wr_dump_count(dump, "node_count", model->trees[0].count);
    wr_dump_count(dump, "mesh_count", meshes);
    wr_dump_count(dump, "face_count", faces);
    wr_dump_count(dump, "vertex_count", vertices);
    wr_dump_count(dump, "tree_count", model->box_count);
    dump_animations(model, dump);
    wr_dump_list(dump, "images");
    wr_model_each_texture(model, dump_texture, dump);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "nodes");
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        dump_node(model, dump, n);
    wr_dump_list_end(dump);
}
