/* Mirroring x: signs and winding, so that nothing is rounded and twice is never. Source:
 * formats/module, 3.3. */
#include "core/model/tables.h"

static void flip(uint8_t *value)
{
    value[3] ^= 0x80;
}

/* A turn changes sense about y and z: about x it stays. */
static void flip_turn(uint8_t *y, uint8_t *z)
{
    flip(y);
    flip(z);
}

static void swap_u16(uint8_t *a, uint8_t *b)
{
    uint16_t swap = wr_get_u16(a);
    wr_put_u16(a, wr_get_u16(b));
    wr_put_u16(b, swap);
}

static void flip_each(uint8_t *values, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++)
        flip(values + i * stride);
}

/* (min, max), three coordinates each. */
static void flip_box(uint8_t *box)
{
    uint8_t swap[4];
    memcpy(swap, box, 4);
    memcpy(box, box + 12, 4);
    memcpy(box + 12, swap, 4);
    flip(box);
    flip(box + 12);
}

/* ---- Nodes ------------------------------------------------------------------------------- */

static uint32_t negated(uint32_t value, uint32_t twice_the_zero)
{
    return value < twice_the_zero ? twice_the_zero - value : 0;
}

/* 11 bits of x, 11 of y, 10 of z. */
static void flip_packed(uint8_t *value)
{
    uint32_t word = wr_get_u32(value);
    uint32_t y = negated(word >> 11 & 0x7ff, 2046), z = negated(word >> 22, 1022);
    wr_put_u32(value, (word & 0x7ff) | y << 11 | z << 22);
}

static void flip_rows(const uint8_t *controller, uint8_t *values)
{
    uint32_t rows = wr_get_u16(controller + 6), width = wr_controller_width(controller);
    uint8_t *value = values + 4 * (size_t)wr_get_u16(controller + 10);
    bool position = wr_get_u32(controller) == WR_CONTROLLER_POSITION;
    if (position) {
        flip_each(value, rows * width / 3, 12);
    } else if (width == 1) {
        for (uint32_t i = 0; i < rows; i++)
            flip_packed(value + 4 * (size_t)i);
    } else {
        for (uint32_t i = 0; i < rows * width / 4; i++) /* x, y, z, w */
            flip_turn(value + 16 * (size_t)i + 4, value + 16 * (size_t)i + 8);
    }
}

static void flip_node(uint8_t *data, const wr_model_node *node)
{
    uint8_t *header = data + node->at;
    const uint8_t *controller = data + wr_get_u32(header + WR_NODE_CONTROLLERS);
    uint32_t count = wr_get_u32(header + WR_NODE_CONTROLLERS + 4);
    flip(header + WR_NODE_POSITION);
    flip_turn(header + WR_NODE_ORIENTATION + 8, header + WR_NODE_ORIENTATION + 12);
    for (; count > 0; count--, controller += WR_CONTROLLER_SIZE) {
        uint32_t type = wr_get_u32(controller);
        if (type == WR_CONTROLLER_POSITION || type == WR_CONTROLLER_ORIENTATION)
            flip_rows(controller, data + wr_get_u32(header + WR_NODE_VALUES));
    }
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* The second and third corner change places, and with them the first and third edge. */
static void flip_faces(const wr_model_mesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint8_t *face = mesh->faces + (size_t)f * WR_FACE_SIZE;
        flip(face);
        swap_u16(face + WR_FACE_CORNERS + 2, face + WR_FACE_CORNERS + 4);
        swap_u16(face + WR_FACE_ACROSS, face + WR_FACE_ACROSS + 4);
    }
}

static void flip_index_lists(uint8_t *data, const wr_model_mesh *mesh)
{
    const uint8_t *header = mesh->header;
    uint32_t count = wr_get_u32(header + WR_MESH_INDEX_LISTS + 4);
    if (count == 0)
        return;
    const uint8_t *counts = data + wr_get_u32(header + WR_MESH_INDEX_COUNTS);
    const uint8_t *lists = data + wr_get_u32(header + WR_MESH_INDEX_LISTS);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corners = wr_get_u32(counts + 4 * (size_t)i);
        uint8_t *list = data + (corners ? wr_get_u32(lists + 4 * (size_t)i) : 0);
        for (uint32_t k = 0; k + 2 < corners; k += 3)
            swap_u16(list + 2 * (size_t)k + 2, list + 2 * (size_t)k + 4);
    }
}

static void flip_rows_of(const wr_model_mesh *mesh, uint8_t *mdx)
{
    for (unsigned i = 0; mesh->stride > 0 && i < WR_ROW_VECTORS; i++) {
        uint32_t at = wr_row_vector_at(mesh, i);
        for (uint32_t k = 0; at != UINT32_MAX && k < wr_row_vector_size(i); k += 12)
            flip_each(mdx + mesh->mdx + at + k, mesh->vertex_count, mesh->stride);
    }
}

static void flip_skin(uint8_t *data, const uint8_t *skin)
{
    uint32_t turns = wr_get_u32(skin + WR_SKIN_TURNS + 4);
    uint32_t moves = wr_get_u32(skin + WR_SKIN_MOVES + 4);
    uint8_t *turn = data + (turns ? wr_get_u32(skin + WR_SKIN_TURNS) : 0);
    for (uint32_t i = 0; i < turns; i++, turn += 16) /* w, x, y, z */
        flip_turn(turn + 8, turn + 12);
    flip_each(data + (moves ? wr_get_u32(skin + WR_SKIN_MOVES) : 0), moves, 12);
}

static void flip_mesh(uint8_t *data, const struct wr_model *model, const wr_model_node *node,
                      uint8_t *mdx)
{
    wr_model_mesh mesh = wr_model_mesh_of(model, node);
    flip_faces(&mesh);
    flip_index_lists(data, &mesh);
    flip_box(mesh.header + WR_MESH_BOX);
    flip(mesh.header + WR_MESH_AVERAGE);
    if (mesh.vertices)
        flip_each(mesh.vertices, mesh.vertex_count, 12);
    flip_rows_of(&mesh, mdx);
    if (wr_model_has(node, WR_MODEL_SKIN))
        flip_skin(data, data + wr_model_part_at(node, WR_MODEL_SKIN));
    if (wr_model_has(node, WR_MODEL_DANGLY)) {
        uint32_t at =
            wr_get_u32(data + wr_model_part_at(node, WR_MODEL_DANGLY) + WR_DANGLY_VERTICES);
        if (at != 0 && at != UINT32_MAX)
            flip_each(data + at, mesh.vertex_count, 12);
    }
}

/* ---- The tree ---------------------------------------------------------------------------- */

static void flip_tree_node(uint8_t *node)
{
    enum { PLUS_X = 1, MINUS_X = 8 };
    uint32_t plane = wr_get_u32(node + WR_BOX_PLANE);
    flip_box(node);
    if (plane == PLUS_X || plane == MINUS_X)
        wr_put_u32(node + WR_BOX_PLANE, plane == PLUS_X ? MINUS_X : PLUS_X);
}

static enum wr_result check_sabers(struct wr_context *context, const struct wr_model *model)
{
    for (uint32_t n = 0; n < model->node_count; n++)
        if (wr_model_has(&model->nodes[n], WR_MODEL_SABER))
            return wr_fail(context, WR_INVALID, WR_NOWHERE, "mdl-saber", NULL,
                           "the blade '%s' of '%s' cannot be mirrored",
                           wr_model_node_name(model, n), model->file);
    return WR_OK;
}

enum wr_result wr_model_mirror(struct wr_context *context, struct wr_model *model)
{
    uint8_t *data = wr_model_data(model);
    enum wr_result result = check_sabers(context, model);
    if (result != WR_OK)
        return result;
    uint8_t *mdx = wr_arena_copy(model->arena, model->mdx, model->mdx_size, 1);
    if (!mdx)
        return wr_no_memory(context);
    for (uint32_t n = 0; n < model->node_count; n++) {
        flip_node(data, &model->nodes[n]);
        if (model->nodes[n].mesh == 0)
            continue;
        if (wr_context_stopped(context))
            return WR_STOPPED;
        flip_mesh(data, model, &model->nodes[n], mdx);
    }
    for (uint32_t i = 0; i < model->box_count; i++)
        flip_tree_node(data + model->boxes[i]);
    model->mdx = mdx;
    return WR_OK;
}
