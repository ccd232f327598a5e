/* Which fields of a model hold offsets: one table for reading, moving and joining. Source:
 * formats/module, 3.1 and 3.4. */
#include "core/model/tables.h"

#include "core/base/diag.h"

enum { LOOK = 256 }; /* nodes */

const struct wr_model_array wr_model_arrays[] = {
    {WR_MODEL_HEADER, WR_NODE_CHILDREN, 4, WR_ARRAY_OFFSETS},
    {WR_MODEL_HEADER, WR_NODE_CONTROLLERS, WR_CONTROLLER_SIZE, WR_ARRAY_VALUES},
    {WR_MODEL_HEADER, WR_NODE_VALUES, 4, WR_ARRAY_VALUES},
    {WR_MODEL_LIGHT, 4, 4, WR_ARRAY_LOOSE},
    {WR_MODEL_LIGHT, 16, 4, WR_ARRAY_VALUES},
    {WR_MODEL_LIGHT, 28, 4, WR_ARRAY_VALUES},
    {WR_MODEL_LIGHT, 40, 12, WR_ARRAY_VALUES},
    {WR_MODEL_LIGHT, WR_LIGHT_TEXTURES, 4, WR_ARRAY_OFFSETS},
    {WR_MODEL_MESH, WR_MESH_FACES, WR_FACE_SIZE, WR_ARRAY_VALUES},
    {WR_MODEL_MESH, WR_MESH_INDEX_COUNTS, 4, WR_ARRAY_VALUES},
    {WR_MODEL_MESH, WR_MESH_INDEX_LISTS, 4, WR_ARRAY_OFFSETS},
    {WR_MODEL_MESH, WR_MESH_COUNTERS, 4, WR_ARRAY_VALUES},
    {WR_MODEL_SKIN, WR_SKIN_TURNS, 16, WR_ARRAY_VALUES},
    {WR_MODEL_SKIN, WR_SKIN_MOVES, 12, WR_ARRAY_VALUES},
    {WR_MODEL_SKIN, WR_SKIN_REST, 4, WR_ARRAY_LOOSE},
    {WR_MODEL_DANGLY, 0, 4, WR_ARRAY_VALUES},
};
const size_t wr_model_array_count = sizeof wr_model_arrays / sizeof *wr_model_arrays;

/* Lone offsets; those of meshes are 8 later in K2. */
static const struct {
    enum wr_model_part part;
    uint16_t at;
} LONE[] = {
    {WR_MODEL_HEADER, WR_NODE_TREE},
    {WR_MODEL_HEADER, WR_NODE_PARENT},
    {WR_MODEL_SKIN, WR_SKIN_BONES},
    {WR_MODEL_DANGLY, WR_DANGLY_VERTICES},
    {WR_MODEL_WALKMESH, WR_WALKMESH_TREE},
    {WR_MODEL_SABER, 0},
    {WR_MODEL_SABER, 4},
    {WR_MODEL_SABER, 8},
};

struct visit {
    const struct wr_model *model;
    const uint8_t *data;
    wr_model_pointer_fn *fn;
    void *user;
};

/* An array's own offset, and with `offsets` each of its items. */
static void visit_array(const struct visit *visit, uint32_t field, bool offsets)
{
    uint32_t first = wr_get_u32(visit->data + field);
    uint32_t count = offsets ? wr_get_u32(visit->data + field + 4) : 0;
    visit->fn(visit->user, field);
    for (uint32_t i = 0; i < count; i++)
        visit->fn(visit->user, first + 4 * i);
}

static void visit_node(const struct visit *visit, const wr_model_node *node)
{
    for (size_t i = 0; i < wr_model_array_count; i++) {
        const struct wr_model_array *array = &wr_model_arrays[i];
        if (wr_model_has_part(node, array->part))
            visit_array(visit, wr_model_part_at(node, array->part) + array->at,
                        array->kind == WR_ARRAY_OFFSETS);
    }
    for (size_t i = 0; i < sizeof LONE / sizeof *LONE; i++)
        if (wr_model_has_part(node, LONE[i].part))
            visit->fn(visit->user, wr_model_part_at(node, LONE[i].part) + LONE[i].at);
    if (node->mesh)
        visit->fn(visit->user, node->mesh + WR_MESH_VERTICES + wr_model_shift(visit->model));
}

bool wr_model_each_pointer(struct wr_context *context, const struct wr_model *model,
                           wr_model_pointer_fn *fn, void *user)
{
    const struct visit visit = {model, wr_model_data(model), fn, user};
    fn(user, WR_MDL_ROOT);
    fn(user, WR_MDL_HEAD_ROOT);
    visit_array(&visit, WR_MDL_ANIMATIONS, true);
    visit_array(&visit, WR_MDL_NAMES, true);
    for (uint32_t t = 1; t < model->tree_count; t++) {
        fn(user, model->trees[t].at + WR_ANIMATION_ROOT);
        visit_array(&visit, model->trees[t].at + WR_ANIMATION_EVENTS, false);
    }
    for (uint32_t n = 0; n < model->node_count; n++) {
        if (n % LOOK == LOOK - 1 && wr_context_stopped(context))
            return false;
        visit_node(&visit, &model->nodes[n]);
    }
    for (uint32_t b = 0; b < model->box_count; b++) {
        fn(user, model->boxes[b] + WR_BOX_CHILDREN);
        fn(user, model->boxes[b] + WR_BOX_CHILDREN + 4);
    }
    return true;
}

wr_model_mesh wr_model_mesh_of(const struct wr_model *model, const wr_model_node *node)
{
    uint8_t *data = wr_model_data(model), *header = data + node->mesh;
    const uint8_t *end = header + wr_model_shift(model);
    uint32_t vertices = wr_get_u32(end + WR_MESH_VERTICES);
    wr_model_mesh mesh = {
        .header = header,
        .faces = data + wr_get_u32(header + WR_MESH_FACES),
        .face_count = wr_get_u32(header + WR_MESH_FACES + 4),
        .vertices = NULL,
        .vertex_count = wr_get_u16(header + WR_MESH_VERTEX_COUNT),
        .mdx = wr_get_u32(end + WR_MESH_MDX),
        .stride = wr_get_u32(header + WR_MESH_STRIDE),
        .row_flags = wr_get_u32(header + WR_MESH_ROW_FLAGS),
    };
    if (mesh.vertex_count > 0 && vertices != 0 && vertices != UINT32_MAX)
        mesh.vertices = data + vertices;
    if (mesh.face_count == 0)
        mesh.faces = data;
    if (!model->has_mdx || mesh.vertex_count == 0 || mesh.stride == UINT32_MAX ||
        mesh.mdx == UINT32_MAX)
        mesh.stride = 0;
    return mesh;
}
