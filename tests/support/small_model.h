/* A model with one of everything, made by hand: a light with a flare, an emitter, a reference,
 * a mesh with tangents, a skin, a dangly mesh, a walkmesh, an animation, packed turns and
 * bezier places. */
#ifndef WR_TESTS_SUPPORT_SMALL_MODEL_H
#define WR_TESTS_SUPPORT_SMALL_MODEL_H

#include "tests/support/test.h"

#include "core/base/bytes.h"
#include "core/core.h"

struct small_model {
    struct wr_bytes mdl, mdx;
    bool k2;
    uint32_t nodes[9]; /* offsets in the data, by number; 8 is the animation's child */
    uint32_t animation;
};

enum { SMALL_NODES = 8, SMALL_VERTICES = 4, SMALL_FACES = 2 };

static inline uint32_t small_here(const struct small_model *model)
{
    return (uint32_t)model->mdl.size - 12;
}
static inline void small_set(struct small_model *model, uint32_t at, uint32_t value)
{
    wr_bytes_patch_u32(&model->mdl, 12 + at, value);
}
static inline void small_zeros(struct wr_bytes *bytes, size_t count)
{
    memset(wr_bytes_extend(bytes, count), 0, count);
}
static inline uint32_t small_float(float value)
{
    uint32_t word;
    memcpy(&word, &value, 4);
    return word;
}
static inline void small_array(struct small_model *model, uint32_t field, uint32_t count)
{
    small_set(model, field, small_here(model));
    small_set(model, field + 4, count);
    small_set(model, field + 8, count);
}
static inline void small_name(struct small_model *model, uint32_t at, const char *name)
{
    memcpy(model->mdl.data + 12 + at, name, strlen(name));
}
static inline void small_controller(struct small_model *model, uint32_t type, unsigned rows,
                                    unsigned time, unsigned data, unsigned columns)
{
    wr_bytes_u32(&model->mdl, type);
    wr_bytes_u16(&model->mdl, 0xffff);
    wr_bytes_u16(&model->mdl, (uint16_t)rows);
    wr_bytes_u16(&model->mdl, (uint16_t)time);
    wr_bytes_u16(&model->mdl, (uint16_t)data);
    wr_bytes_u32(&model->mdl, columns);
}
static inline void small_floats(struct small_model *model, unsigned count, float first)
{
    for (unsigned i = 0; i < count; i++)
        wr_bytes_f32(&model->mdl, first + 0.25f * (float)i);
}

/* A node header; its parts are appended behind it. `turn` is (w, x, y, z). */
static inline uint32_t small_node(struct small_model *model, unsigned flags, unsigned number,
                                  uint32_t parent, const float place[3], const float turn[4])
{
    uint32_t at = small_here(model);
    model->nodes[number] = at;
    small_zeros(&model->mdl, 80);
    small_set(model, at, flags | number << 16);
    small_set(model, at + 4, number);
    small_set(model, at + 12, parent);
    for (uint32_t i = 0; i < 3; i++)
        small_set(model, at + 16 + 4 * i, small_float(place[i]));
    for (uint32_t i = 0; i < 4; i++)
        small_set(model, at + 28 + 4 * i, small_float(turn[i]));
    return at;
}

static const float small_corners[SMALL_VERTICES][3] = {
    {1, 2, 0}, {5, 2, 0.5f}, {5, 4, 0.5f}, {1, 4, 0}};

/* Two faces over four corners, with all their tables and rows. */
static inline void small_mesh_tables(struct small_model *model, uint32_t mesh, uint32_t flags,
                                     uint32_t stride)
{
    static const uint16_t corners[2][3] = {{0, 1, 2}, {2, 3, 0}};
    static const uint16_t across[2][3] = {{0xffff, 0xffff, 1}, {0xffff, 0xffff, 0}};
    const float slope = 0.99227786f, rise = -0.124034733f;
    uint32_t late = mesh + (model->k2 ? 8 : 0);
    small_array(model, mesh + 8, 2);
    for (int f = 0; f < 2; f++) {
        wr_bytes_vec3(&model->mdl, (wr_vec3){rise, 0, slope});
        wr_bytes_f32(&model->mdl, -(rise * 1));
        wr_bytes_u32(&model->mdl, f == 0 ? 4 : 7);
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(&model->mdl, across[f][k]);
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(&model->mdl, corners[f][k]);
    }
    small_array(model, mesh + 176, 1);
    wr_bytes_u32(&model->mdl, 6);
    small_array(model, mesh + 188, 1);
    wr_bytes_u32(&model->mdl, small_here(model) + 8);
    small_array(model, mesh + 200, 1);
    wr_bytes_u32(&model->mdl, 98);
    for (int i = 0; i < 6; i++)
        wr_bytes_u16(&model->mdl, corners[i / 3][i % 3]);
    small_set(model, late + 328, small_here(model));
    for (int v = 0; v < SMALL_VERTICES; v++)
        wr_bytes_vec3(&model->mdl,
                      (wr_vec3){small_corners[v][0], small_corners[v][1], small_corners[v][2]});
    small_set(model, late + 324, (uint32_t)model->mdx.size);
    for (int v = 0; v < SMALL_VERTICES; v++) {
        size_t start = model->mdx.size;
        wr_bytes_vec3(&model->mdx,
                      (wr_vec3){small_corners[v][0], small_corners[v][1], small_corners[v][2]});
        wr_bytes_vec3(&model->mdx, (wr_vec3){rise, 0, slope});
        for (int i = 0; flags & 0x80 && i < 9; i++)
            wr_bytes_f32(&model->mdx, 0.5f + 0.125f * (float)i);
        small_zeros(&model->mdx, stride - (model->mdx.size - start));
    }
    wr_bytes_vec3(&model->mdx, (wr_vec3){1e7f, 1e7f, 1e7f});
    small_zeros(&model->mdx, stride - 12);
}

/* The mesh header and parts behind it of `tail` bytes; returns the offset of the header. */
static inline uint32_t small_mesh(struct small_model *model, uint32_t flags, uint32_t stride,
                                  uint32_t tail, const char *texture, const char *lightmap)
{
    uint32_t mesh = small_here(model);
    small_zeros(&model->mdl, (model->k2 ? 340u : 332u) + tail);
    small_set(model, mesh, model->k2 ? 4216880 : 4216656);
    small_set(model, mesh + 4, model->k2 ? 4216896 : 4216672);
    const float box[6] = {1, 2, 0, 5, 4, 0.5f};
    for (uint32_t i = 0; i < 6; i++)
        small_set(model, mesh + 20 + 4 * i, small_float(box[i]));
    small_set(model, mesh + 48, small_float(3));
    small_set(model, mesh + 52, small_float(3));
    small_set(model, mesh + 56, small_float(0.25f));
    small_name(model, mesh + 88, texture);
    small_name(model, mesh + 120, lightmap);
    small_set(model, mesh + 252, stride);
    small_set(model, mesh + 256, flags);
    for (uint32_t i = 0; i < 11; i++)
        small_set(model, mesh + 260 + 4 * i, UINT32_MAX);
    small_set(model, mesh + 260, 0);
    small_set(model, mesh + 264, 12);
    if (flags & 0x80)
        small_set(model, mesh + 288, 24);
    small_set(model, mesh + 304, SMALL_VERTICES | 1u << 16);
    return mesh;
}

static inline void small_light(struct small_model *model)
{
    const float place[3] = {1, 2, 3}, turn[4] = {0.5f, 0.5f, -0.5f, 0.5f};
    uint32_t at = small_node(model, 3, 1, model->nodes[0], place, turn), light = at + 80;
    small_zeros(&model->mdl, 92);
    small_array(model, light + 16, 1);
    small_floats(model, 1, 2);
    small_array(model, light + 28, 1);
    small_floats(model, 1, 0.5f);
    small_array(model, light + 40, 1);
    small_floats(model, 3, 0.5f);
    small_array(model, light + 52, 1);
    wr_bytes_u32(&model->mdl, small_here(model) + 4);
    wr_bytes_add(&model->mdl, "Flare01", 8);
    small_array(model, at + 56, 3);
    small_controller(model, 8, 2, 0, 2, 3 | 0x10);
    small_controller(model, 20, 2, 0, 20, 2);
    small_controller(model, 76, 1, 0, 2, 3);
    small_array(model, at + 68, 22);
    small_floats(model, 20, 1);
    wr_bytes_u32(&model->mdl, 1500u | 700u << 11 | 900u << 22);
    wr_bytes_u32(&model->mdl, 1023u | 2000u << 11 | 3u << 22);
}

static inline void small_things(struct small_model *model)
{
    const float place[3] = {-2, 3, 1}, turn[4] = {0.70710677f, 0, 0.70710677f, 0};
    uint32_t at = small_node(model, 5, 2, model->nodes[0], place, turn);
    small_zeros(&model->mdl, 224);
    small_name(model, at + 80 + 128, "fx_Smoke");
    small_array(model, at + 56, 1);
    small_controller(model, 20, 1, 0, 1, 4);
    small_array(model, at + 68, 5);
    small_floats(model, 5, 0);
    at = small_node(model, 0x11, 3, model->nodes[0], place, turn);
    small_zeros(&model->mdl, 36);
    small_name(model, at + 80, "plc_chair");
}

static inline void small_meshes(struct small_model *model)
{
    const float place[3] = {10, -4, 2}, turn[4] = {0.70710677f, 0, 0, 0.70710677f};
    const uint32_t size = model->k2 ? 340 : 332;
    uint32_t at = small_node(model, 0x21, 4, model->nodes[0], place, turn);
    uint32_t mesh = small_mesh(model, 0xa1, 64, 0, "LWall01", "M10AA_LM3");
    small_mesh_tables(model, mesh, 0xa1, 64);
    at = small_node(model, 0x61, 5, model->nodes[4], place, turn);
    mesh = small_mesh(model, 0x21, 24, 100, "Skin", "NULL");
    small_set(model, mesh, model->k2 ? 4216816 : 4216592);
    small_set(model, mesh + 4, model->k2 ? 4216832 : 4216608);
    uint32_t skin = at + 80 + size;
    small_mesh_tables(model, mesh, 0x21, 24);
    small_set(model, skin + 20, small_here(model));
    small_set(model, skin + 24, 2);
    small_floats(model, 2, 0);
    small_array(model, skin + 28, 2);
    small_floats(model, 8, 1);
    small_array(model, skin + 40, 2);
    small_floats(model, 6, 1);
    at = small_node(model, 0x121, 6, model->nodes[0], place, turn);
    mesh = small_mesh(model, 0x21, 24, 28, "Cloth", "");
    small_set(model, mesh, model->k2 ? 4216864 : 4216640);
    small_set(model, mesh + 4, model->k2 ? 4216848 : 4216624);
    uint32_t dangly = at + 80 + size;
    small_mesh_tables(model, mesh, 0x21, 24);
    small_array(model, dangly, SMALL_VERTICES);
    small_floats(model, SMALL_VERTICES, 0);
    small_set(model, dangly + 24, small_here(model));
    small_floats(model, 3 * SMALL_VERTICES, 1);
}

static inline void small_tree_node(struct small_model *model, uint32_t left, uint32_t right,
                                   int32_t face, uint32_t plane)
{
    wr_bytes_vec3(&model->mdl, (wr_vec3){1, 2, 0});
    wr_bytes_vec3(&model->mdl, (wr_vec3){5, 4, 0.5f});
    wr_bytes_u32(&model->mdl, left);
    wr_bytes_u32(&model->mdl, right);
    wr_bytes_i32(&model->mdl, face);
    wr_bytes_u32(&model->mdl, plane);
}

static inline void small_walkmesh(struct small_model *model)
{
    const float place[3] = {-1, -2, 0.25f}, turn[4] = {1, 0, 0, 0};
    uint32_t at = small_node(model, 0x221, 7, model->nodes[0], place, turn);
    uint32_t mesh = small_mesh(model, 0x21, 24, 4, "NULL", "NULL");
    small_mesh_tables(model, mesh, 0x21, 24);
    uint32_t tree = small_here(model);
    small_set(model, at + 80 + (model->k2 ? 340 : 332), tree);
    small_tree_node(model, tree + 40, tree + 80, -1, 8);
    small_tree_node(model, 0, 0, 0, 0);
    small_tree_node(model, 0, 0, 1, 0);
    small_array(model, at + 56, 2);
    small_controller(model, 8, 1, 0, 1, 3);
    small_controller(model, 20, 1, 0, 4, 4);
    small_array(model, at + 68, 8);
    wr_bytes_f32(&model->mdl, 0);
    wr_bytes_vec3(&model->mdl, (wr_vec3){-1, -2, 0.25f});
    wr_bytes_vec3(&model->mdl, (wr_vec3){0, 0, 0});
    wr_bytes_f32(&model->mdl, 1);
}

static inline void small_children(struct small_model *model, uint32_t at, const uint32_t *nodes,
                                  uint32_t count)
{
    small_array(model, at + 44, count);
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_u32(&model->mdl, nodes[i]);
}

/* Node 1 wanders: places as a row each, turns packed. */
static inline void small_animation(struct small_model *model)
{
    const float place[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
    uint32_t own = model->nodes[0], moved = model->nodes[1];
    small_array(model, 88, 1);
    wr_bytes_u32(&model->mdl, small_here(model) + 4);
    uint32_t at = model->animation = small_here(model);
    small_zeros(&model->mdl, 136);
    small_set(model, at, model->k2 ? 4284816 : 4273392);
    small_set(model, at + 4, model->k2 ? 4522928 : 4451552);
    small_name(model, at + 8, "animloop1");
    small_set(model, at + 44, 2);
    model->mdl.data[12 + at + 76] = 5;
    small_array(model, at + 120, 1);
    small_floats(model, 1, 0.5f);
    small_zeros(&model->mdl, 32);
    uint32_t root = small_node(model, 1, 0, 0, place, turn);
    small_set(model, at + 40, root);
    small_set(model, root + 8, at);
    uint32_t child = small_node(model, 1, 1, root, place, turn);
    small_set(model, child + 8, at);
    model->nodes[8] = child;
    small_children(model, root, &child, 1);
    small_array(model, child + 56, 2);
    small_controller(model, 8, 2, 0, 2, 3);
    small_controller(model, 20, 2, 0, 8, 4);
    small_array(model, child + 68, 16);
    small_floats(model, 16, 1);
    model->nodes[0] = own;
    model->nodes[1] = moved;
}

static inline struct small_model small_model_make(enum wr_game game)
{
    static const char *const names[SMALL_NODES] = {"small", "lamp", "smoke", "chair",
                                                   "wall",  "skin", "cloth", "floor"};
    const float place[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
    struct small_model model = {.k2 = game == WR_K2};
    small_zeros(&model.mdl, 12 + 196);
    small_set(&model, 0, model.k2 ? 4285200 : 4273776);
    small_set(&model, 4, model.k2 ? 4216320 : 4216096);
    small_name(&model, 8, "small");
    small_set(&model, 44, SMALL_NODES);
    model.mdl.data[12 + 76] = 2;
    small_array(&model, 184, SMALL_NODES);
    uint32_t text = 196 + 4 * SMALL_NODES;
    for (int i = 0; i < SMALL_NODES; text += (uint32_t)strlen(names[i++]) + 1)
        wr_bytes_u32(&model.mdl, text);
    for (int i = 0; i < SMALL_NODES; i++)
        wr_bytes_add(&model.mdl, names[i], strlen(names[i]) + 1);
    uint32_t root = small_node(&model, 1, 0, 0, place, turn);
    small_set(&model, 40, root);
    small_set(&model, 168, root);
    small_light(&model);
    small_things(&model);
    small_meshes(&model);
    small_walkmesh(&model);
    const uint32_t children[] = {model.nodes[1], model.nodes[2], model.nodes[3],
                                 model.nodes[4], model.nodes[6], model.nodes[7]};
    small_children(&model, root, children, 6);
    small_children(&model, model.nodes[4], &model.nodes[5], 1);
    small_animation(&model);
    wr_bytes_patch_u32(&model.mdl, 4, (uint32_t)model.mdl.size - 12);
    wr_bytes_patch_u32(&model.mdl, 8, (uint32_t)model.mdx.size);
    small_set(&model, 176, (uint32_t)model.mdx.size);
    return model;
}

static inline void small_model_free(struct small_model *model)
{
    wr_bytes_finish(&model->mdl);
    wr_bytes_finish(&model->mdx);
}

#endif
