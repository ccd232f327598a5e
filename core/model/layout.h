/* Where things stand in a binary MDL, and how they are read and written there. Private to
 * core/model. Source: formats/module, 3.1. */
#ifndef WR_CORE_MODEL_LAYOUT_H
#define WR_CORE_MODEL_LAYOUT_H

#include "core/model/model.h"

#include <string.h>

/* The file: 12 bytes of header, then the data from which all offsets count. */
enum {
    WR_MDL_DATA = 12,
    WR_MDL_SIZE_AT = 4,
    WR_MDL_MDX_AT = 8,
};

/* Headers of the data, of animations and of nodes. Arrays are (offset, count, count again). */
enum {
    WR_MDL_NAME = 8,
    WR_MDL_ROOT = 40,
    WR_MDL_NODE_COUNT = 44,
    WR_MDL_ANIMATIONS = 88,
    WR_MDL_HEAD_ROOT = 168,
    WR_MDL_MDX_SIZE = 176,
    WR_MDL_NAMES = 184,
    WR_MDL_HEADERS = 196,

    WR_ANIMATION_ROOT = 40,
    WR_ANIMATION_LENGTH = 80,
    WR_ANIMATION_ROOT_NAME = 88,
    WR_ANIMATION_EVENTS = 120,
    WR_ANIMATION_SIZE = 136,
    WR_EVENT_SIZE = 36,

    WR_NODE_FLAGS = 0,
    WR_NODE_NUMBER = 2,
    WR_NODE_NAME = 4,
    WR_NODE_TREE = 8,
    WR_NODE_PARENT = 12,
    WR_NODE_POSITION = 16,
    WR_NODE_ORIENTATION = 28,
    WR_NODE_CHILDREN = 44,
    WR_NODE_CONTROLLERS = 56,
    WR_NODE_VALUES = 68,
    WR_NODE_SIZE = 80,

    WR_CONTROLLER_SIZE = 16,
    WR_CONTROLLER_POSITION = 8,
    WR_CONTROLLER_ORIENTATION = 20,
    WR_CONTROLLER_BEZIER = 0x10,
};

/* Parts of nodes. */
enum {
    WR_LIGHT_SIZE = 92,
    WR_LIGHT_TEXTURES = 52,
    WR_EMITTER_SIZE = 224,
    WR_EMITTER_TEXTURE = 128,
    WR_REFERENCE_SIZE = 36,

    WR_MESH_FACES = 8,
    WR_MESH_BOX = 20,
    WR_MESH_RADIUS = 44,
    WR_MESH_AVERAGE = 48,
    WR_MESH_DIFFUSE = 60,
    WR_MESH_AMBIENT = 72,
    WR_MESH_TEXTURE = 88,
    WR_MESH_LIGHTMAP = 120,
    WR_MESH_INDEX_COUNTS = 176,
    WR_MESH_INDEX_LISTS = 188,
    WR_MESH_COUNTERS = 200,
    WR_MESH_UNUSED = 212,
    WR_MESH_STRIDE = 252,
    WR_MESH_ROW_FLAGS = 256,
    WR_MESH_ROW_POSITION = 260,
    WR_MESH_ROW_NORMAL = 264,
    WR_MESH_ROW_UV = 272,       /* of the first texture */
    WR_MESH_ROW_TANGENTS = 288, /* four of them */
    WR_MESH_VERTEX_COUNT = 304,
    WR_MESH_TEXTURE_COUNT = 306,
    WR_MESH_RENDER = 313,
    WR_MESH_K2_BYTES = 314, /* where K2 has 8 more */
    /* From here on 8 later in K2. */
    WR_MESH_AREA = 316,
    WR_MESH_MDX = 324,
    WR_MESH_VERTICES = 328,
    WR_MESH_SIZE = 332,
    WR_MESH_K2_EXTRA = 8,

    WR_SKIN_BONES = 20,
    WR_SKIN_TURNS = 28,
    WR_SKIN_MOVES = 40,
    WR_SKIN_REST = 52,
    WR_SKIN_SIZE = 100,
    WR_DANGLY_VERTICES = 24,
    WR_DANGLY_SIZE = 28,
    WR_WALKMESH_TREE = 0,
    WR_WALKMESH_SIZE = 4,
    WR_SABER_SIZE = 20,

    WR_FACE_SIZE = 32,
    WR_FACE_DISTANCE = 12,
    WR_FACE_MATERIAL = 16,
    WR_FACE_ACROSS = 20,
    WR_FACE_CORNERS = 26,
    WR_BOX_CHILDREN = 24,
    WR_BOX_FACE = 32,
    WR_BOX_PLANE = 36,
    WR_BOX_SIZE = 40,
};

/* Rows of the MDX: what their flags say they hold. */
enum { WR_ROW_POSITION = 1, WR_ROW_UV = 2, WR_ROW_NORMAL = 0x20, WR_ROW_TANGENTS = 0x80 };

static inline uint16_t wr_get_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}
static inline uint32_t wr_get_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline float wr_get_f32(const uint8_t *p)
{
    uint32_t word = wr_get_u32(p);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}
static inline wr_vec3 wr_get_vec3(const uint8_t *p)
{
    return (wr_vec3){wr_get_f32(p), wr_get_f32(p + 4), wr_get_f32(p + 8)};
}
static inline void wr_put_u16(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}
static inline void wr_put_u32(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}
static inline void wr_put_f32(uint8_t *p, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    wr_put_u32(p, word);
}
static inline void wr_put_vec3(uint8_t *p, wr_vec3 v)
{
    wr_put_f32(p, v.x);
    wr_put_f32(p + 4, v.y);
    wr_put_f32(p + 8, v.z);
}

/* The length of a name, which is never beyond 32 bytes. */
static inline uint32_t wr_name_length(const char *name)
{
    const char *end = memchr(name, 0, WR_MODEL_NAME);
    return end ? (uint32_t)(end - name) : WR_MODEL_NAME;
}
/* A field of 32 bytes; what does not fit is cut. */
static inline void wr_put_name(uint8_t *field, const char *name)
{
    memset(field, 0, WR_MODEL_NAME);
    memcpy(field, name, wr_name_length(name));
}

/* The data of a model; offsets index it. */
static inline uint8_t *wr_model_data(const struct wr_model *model)
{
    return model->mdl + WR_MDL_DATA;
}
static inline uint32_t wr_model_size(const struct wr_model *model)
{
    return model->mdl_size - WR_MDL_DATA;
}
/* How much later the end of a mesh header lies in the model's game. */
static inline uint32_t wr_model_shift(const struct wr_model *model)
{
    return model->game == WR_K2 ? WR_MESH_K2_EXTRA : 0;
}
/* The offset of a part of a node that has it. */
static inline uint32_t wr_model_part_at(const wr_model_node *node, enum wr_model_part part)
{
    static const struct {
        uint16_t part, size;
    } parts[] = {
        {WR_MODEL_LIGHT, WR_LIGHT_SIZE},       {WR_MODEL_EMITTER, WR_EMITTER_SIZE},
        {WR_MODEL_SKIN, WR_SKIN_SIZE},         {WR_MODEL_DANGLY, WR_DANGLY_SIZE},
        {WR_MODEL_WALKMESH, WR_WALKMESH_SIZE},
    };
    bool behind = part > WR_MODEL_MESH;
    uint32_t at = behind ? node->tail : node->at + WR_NODE_SIZE;
    if (part == WR_MODEL_HEADER || part == WR_MODEL_MESH)
        return part == WR_MODEL_MESH ? node->mesh : node->at;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && parts[i].part < part; i++)
        if (node->flags & parts[i].part && (parts[i].part > WR_MODEL_MESH) == behind)
            at += parts[i].size;
    return at;
}
/* Whether a node is of the model's own tree and has a part; animations have headers only. */
static inline bool wr_model_has(const wr_model_node *node, enum wr_model_part part)
{
    return part == WR_MODEL_MESH ? node->mesh != 0 : node->tail != 0 && node->flags & part;
}

/* The bytes of a mesh that all its passes need, looked up once. */
typedef struct wr_model_mesh {
    uint8_t *header; /* in the data */
    uint8_t *faces;
    uint8_t *vertices; /* NULL: the MDL has no copy */
    uint32_t face_count, vertex_count;
    uint32_t mdx, stride; /* stride 0: no rows */
    uint32_t row_flags;
} wr_model_mesh;

wr_model_mesh wr_model_mesh_of(const struct wr_model *model, const wr_model_node *node);

/* What in a row is made of vectors in space: position, normal, and bitangent, tangent and
 * normal of up to four textures. */
enum { WR_ROW_VECTORS = 6 };
/* How many bytes that are. */
static inline uint32_t wr_row_vector_size(unsigned vector)
{
    return vector < 2 ? 12 : 36;
}
/* Where they stand in a row; UINT32_MAX where the rows have none. */
static inline uint32_t wr_row_vector_at(const wr_model_mesh *mesh, unsigned vector)
{
    uint32_t flag = vector == 0   ? (uint32_t)WR_ROW_POSITION
                    : vector == 1 ? (uint32_t)WR_ROW_NORMAL
                                  : (uint32_t)WR_ROW_TANGENTS << (vector - 2);
    uint32_t field = vector < 2 ? WR_MESH_ROW_POSITION + 4 * vector
                                : WR_MESH_ROW_TANGENTS + 4 * (vector - 2);
    return mesh->row_flags & flag ? wr_get_u32(mesh->header + field) : UINT32_MAX;
}

/* The 4-byte values in a row of a controller of places; 0 where nobody knows. */
static inline uint32_t wr_controller_width(const uint8_t *controller)
{
    unsigned columns = controller[12] & 0xf;
    unsigned vectors = controller[12] & WR_CONTROLLER_BEZIER ? 3 : 1;
    if (wr_get_u32(controller) == WR_CONTROLLER_POSITION)
        return columns == 3 ? 3 * vectors : 0;
    return columns == 4 ? 4 * vectors : columns == 2 && vectors == 1 ? 1 : 0;
}

/* The arrays and lone pointers of a node or header, all of the tables in one: `fn` is called
 * with the offset of each u32 that holds an offset into the data, zero or not. */
typedef void wr_model_pointer_fn(void *user, uint32_t field);
bool wr_model_each_pointer(struct wr_context *context, const struct wr_model *model,
                           wr_model_pointer_fn *fn, void *user);

/* How many nodes may hang on each other. */
enum { WR_MODEL_DEEPEST = 256 };

/* What a node's header says, and where its parts are if it is one of the model's `own` tree.
 * `at` is known. Returns its size. */
uint32_t wr_model_read_node(const struct wr_model *model, bool own, wr_model_node *node);

/* Makes the tables anew from the bytes, checking everything; the first call of a read. Findings
 * point into `source`. */
enum wr_result wr_model_index(struct wr_context *context, struct wr_model *model,
                              const struct wr_source *source);

#endif
