/* One floor as glTF in many ways: what differs is how, never what. */
#ifndef WR_TESTS_SUPPORT_GLTF_MADE_H
#define WR_TESTS_SUPPORT_GLTF_MADE_H

#include "tests/support/findings.h"

#include "core/base/random.h"
#include "core/files/files.h"
#include "core/text/base64.h"
#include "core/walkmesh/walkmesh.h"

enum { MADE_SIDE = 5, MADE_FACES = 2 * MADE_SIDE * MADE_SIDE };

/* A floor whose points are listed as its faces first use them. */
struct made_floor {
    wr_vec3 points[3 * MADE_FACES];
    uint32_t faces[MADE_FACES][3];
    uint32_t materials[MADE_FACES];
    uint32_t point_count;
};

static inline uint32_t made_point(struct made_floor *floor, wr_vec3 point)
{
    for (uint32_t i = 0; i < floor->point_count; i++)
        if (wr_vec3_same(floor->points[i], point))
            return i;
    floor->points[floor->point_count] = point;
    return floor->point_count++;
}

/* Materials come in runs: 4, then 10, then 7. Coordinates are eighths, so that all that is done
 * to them is exact. */
static inline void made_floor(struct made_floor *floor, wr_random *random)
{
    static const uint32_t materials[] = {4, 10, 7};
    float heights[MADE_SIDE + 1][MADE_SIDE + 1];
    uint32_t face = 0;
    memset(floor, 0, sizeof *floor);
    for (int y = 0; y <= MADE_SIDE; y++)
        for (int x = 0; x <= MADE_SIDE; x++)
            heights[y][x] = (float)wr_random_below(random, 8) / 8;
    for (int y = 0; y < MADE_SIDE; y++)
        for (int x = 0; x < MADE_SIDE; x++)
            for (int half = 0; half < 2; half++, face++) {
                const int at[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
                for (int k = 0; k < 3; k++) {
                    int px = x + at[half][k][0], py = y + at[half][k][1];
                    wr_vec3 point = {(float)px - 2, (float)py * 2, heights[py][px]};
                    floor->faces[face][k] = made_point(floor, point);
                }
                floor->materials[face] = materials[3 * face / MADE_FACES];
            }
}

/* ---- How ------------------------------------------------------------------------------------
 */

struct made_how {
    int container;       /* 0: .glb, 1: .gltf with its buffer inside, 2: beside it */
    int index_size;      /* 1, 2, 4; 0: no indices */
    bool interleaved;    /* positions and normals in one view */
    bool sparse;         /* every third position is put in afterwards */
    bool noise;          /* bytes that nobody needs stand between */
    bool matrix, nested; /* of the node; and it hangs below another */
    int turn[3];         /* which axis of the node each of its parent's is, from 0 */
    int sign[3];         /* -1 or 1 */
    int scale, move[3];
};

static inline struct made_how made_how(wr_random *random)
{
    static const int turns[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct made_how how = {.container = (int)wr_random_below(random, 3),
                           .interleaved = wr_random_below(random, 2),
                           .sparse = wr_random_below(random, 3) == 0,
                           .noise = wr_random_below(random, 2),
                           .matrix = wr_random_below(random, 2),
                           .nested = wr_random_below(random, 2),
                           .scale = 1 << wr_random_below(random, 3)};
    static const int sizes[] = {0, 1, 2, 4};
    how.index_size = sizes[wr_random_below(random, 4)];
    memcpy(how.turn, turns[how.matrix ? wr_random_below(random, 6) : 0], sizeof how.turn);
    for (int i = 0; i < 3; i++) {
        how.sign[i] = wr_random_below(random, 2) ? 1 : -1;
        how.move[i] = (int)wr_random_below(random, 9) - 4;
    }
    return how;
}

/* Whether the node mirrors. */
static inline bool made_mirrors(const struct made_how *how)
{
    const int *t = how->turn;
    bool odd = (t[0] > t[1]) ^ (t[0] > t[2]) ^ (t[1] > t[2]);
    return odd ^ (how->sign[0] < 0) ^ (how->sign[1] < 0) ^ (how->sign[2] < 0);
}

/* A point of the floor, with Y up, in the coordinates of the node. */
static inline void made_local(const struct made_how *how, wr_vec3 point, float out[3])
{
    const float up[3] = {point.x, point.z, -point.y};
    for (int i = 0; i < 3; i++)
        out[how->turn[i]] =
            (up[i] - (float)how->move[i]) * (float)how->sign[i] / (float)how->scale;
}

/* ---- The buffer -----------------------------------------------------------------------------
 */

struct made_gltf {
    struct wr_bytes buffer, views, accessors, primitives;
    unsigned view_count, accessor_count;
    wr_random random;
    const struct made_how *how;
};

static inline size_t made_place(struct made_gltf *made)
{
    if (made->how->noise)
        for (uint32_t i = wr_random_below(&made->random, 7); i > 0; i--)
            wr_bytes_char(&made->buffer, (char)wr_random_u32(&made->random));
    while (made->buffer.size % 4)
        wr_bytes_char(&made->buffer, 0);
    return made->buffer.size;
}

static inline unsigned made_view(struct made_gltf *made, size_t at, int stride)
{
    wr_bytes_print(&made->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu",
                   made->view_count ? "," : "", at, made->buffer.size - at);
    if (stride)
        wr_bytes_print(&made->views, ",\"byteStride\":%d", stride);
    wr_bytes_text(&made->views, "}");
    return made->view_count++;
}

static inline unsigned made_accessor(struct made_gltf *made, unsigned view, int component,
                                     size_t count, const char *type, const char *more)
{
    wr_bytes_print(&made->accessors,
                   "%s{\"bufferView\":%u,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"%s}",
                   made->accessor_count ? "," : "", view, component, count, type, more);
    return made->accessor_count++;
}

/* Every third element again, where it is; the array has noise there. */
static inline void made_sparse(struct made_gltf *made, float (*points)[3], uint32_t count,
                               char out[512])
{
    size_t at = made_place(made);
    uint32_t changed = 0;
    for (uint32_t i = 0; i < count; i += 3, changed++)
        wr_bytes_u16(&made->buffer, (uint16_t)i);
    unsigned indices = made_view(made, at, 0);
    at = made_place(made);
    for (uint32_t i = 0; i < count; i += 3)
        wr_bytes_words(&made->buffer, points[i], 3);
    unsigned values = made_view(made, at, 0);
    for (uint32_t i = 0; i < count; i += 3)
        points[i][1] = 99;
    snprintf(out, 512,
             ",\"sparse\":{\"count\":%u,\"indices\":{\"bufferView\":%u,\"componentType\":5123},"
             "\"values\":{\"bufferView\":%u}}",
             changed, indices, values);
}

static inline unsigned made_points(struct made_gltf *made, float (*points)[3], uint32_t count,
                                   unsigned *normals)
{
    char sparse[512] = "";
    bool both = made->how->interleaved;
    if (made->how->sparse)
        made_sparse(made, points, count, sparse);
    size_t at = made_place(made);
    for (uint32_t i = 0; i < count; i++) {
        const float normal[3] = {0, 1, 0};
        wr_bytes_words(&made->buffer, points[i], 3);
        if (both)
            wr_bytes_words(&made->buffer, normal, 3);
    }
    unsigned view = made_view(made, at, both ? 24 : 0);
    unsigned accessor = made_accessor(made, view, 5126, count, "VEC3", sparse);
    *normals = both ? made_accessor(made, view, 5126, count, "VEC3", ",\"byteOffset\":12")
                    : UINT32_MAX;
    return accessor;
}

static inline unsigned made_indices(struct made_gltf *made, const uint32_t *indices,
                                    uint32_t count)
{
    int size = made->how->index_size;
    size_t at = made_place(made);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < size; k++)
            wr_bytes_char(&made->buffer, (char)(indices[i] >> 8 * k));
    unsigned view = made_view(made, at, 0);
    return made_accessor(made, view,
                         size == 1   ? 5121
                         : size == 2 ? 5123
                                     : 5125,
                         count, "SCALAR", "");
}

/* The faces of one material, with points of their own. */
static inline void made_primitive(struct made_gltf *made, const struct made_floor *floor,
                                  uint32_t first, uint32_t end, unsigned material)
{
    static float points[3 * MADE_FACES][3];
    static uint32_t indices[3 * MADE_FACES], own[3 * MADE_FACES];
    uint32_t count = 0, corners = 0;
    bool mirrored = made_mirrors(made->how);
    memset(own, 0xff, sizeof own);
    for (uint32_t f = first; f < end; f++) {
        /* A face is listed so that the first corner that is new comes first again. */
        const int order[2][3] = {{0, 1, 2}, {0, 2, 1}};
        uint32_t order_of[3];
        for (int k = 0; k < 3; k++) {
            uint32_t point = floor->faces[f][k];
            if (made->how->index_size == 0 || own[point] == UINT32_MAX) {
                made_local(made->how, floor->points[point], points[count]);
                own[point] = count++;
            }
            order_of[k] = own[point];
        }
        for (int k = 0; k < 3; k++)
            indices[corners++] = order_of[order[mirrored][k]];
    }
    if (made->how->index_size == 0) { /* corners in the order in which they are drawn */
        count = 0;
        for (uint32_t f = first; f < end; f++)
            for (int k = 0; k < 3; k++)
                made_local(made->how, floor->points[floor->faces[f][mirrored && k ? 3 - k : k]],
                           points[count++]);
    }
    unsigned normals, positions = made_points(made, points, count, &normals);
    wr_bytes_print(&made->primitives, "%s{\"attributes\":{\"POSITION\":%u",
                   made->primitives.size ? "," : "", positions);
    if (normals != UINT32_MAX)
        wr_bytes_print(&made->primitives, ",\"NORMAL\":%u", normals);
    wr_bytes_print(&made->primitives, "},\"material\":%u", material);
    if (made->how->index_size)
        wr_bytes_print(&made->primitives, ",\"indices\":%u",
                       made_indices(made, indices, corners));
    wr_bytes_text(&made->primitives, "}");
}

/* ---- The file -------------------------------------------------------------------------------
 */

static inline void made_node(const struct made_how *how, struct wr_bytes *json)
{
    if (!how->matrix) {
        wr_bytes_print(json, "\"translation\":[%d,%d,%d],\"scale\":[%d,%d,%d]", how->move[0],
                       how->move[1], how->move[2], how->sign[0] * how->scale,
                       how->sign[1] * how->scale, how->sign[2] * how->scale);
        return;
    }
    int m[4][4] = {{0}};
    for (int i = 0; i < 3; i++) {
        m[i][how->turn[i]] = how->sign[i] * how->scale;
        m[i][3] = how->move[i];
    }
    m[3][3] = 1;
    wr_bytes_text(json, "\"matrix\":[");
    for (int i = 0; i < 16; i++)
        wr_bytes_print(json, "%s%d", i ? "," : "", m[i % 4][i / 4]);
    wr_bytes_text(json, "]");
}

/* Appends a file, and puts what it needs into memory. */
static inline void made_file(const struct made_floor *floor, const struct made_how *how,
                             wr_random random, struct wr_memory *memory, struct wr_bytes *out)
{
    struct made_gltf made = {.random = random, .how = how};
    struct wr_bytes json = {0};
    for (uint32_t first = 0, end; first < MADE_FACES; first = end) {
        for (end = first; end < MADE_FACES && floor->materials[end] == floor->materials[first];)
            end++;
        unsigned material = floor->materials[first] == 4    ? 0
                            : floor->materials[first] == 10 ? 2
                                                            : 1;
        made_primitive(&made, floor, first, end, material);
    }
    wr_bytes_text(&json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"a test\"},"
                         "\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}],\"nodes\":["
                         "{\"name\":\"other\"},{\"name\":\"outer\"");
    if (how->nested)
        wr_bytes_text(&json, ",\"translation\":[0,0,0],\"children\":[2]},{\"name\":\"inner\"");
    wr_bytes_text(&json, ",\"mesh\":0,");
    made_node(how, &json);
    wr_bytes_text(&json,
                  "}],\"materials\":[{\"name\":\"wok_Stone\"},{\"name\":\"Nonwalk.002\"},"
                  "{\"name\":\"METAL\"}],\"meshes\":[{\"name\":\"floor\",\"primitives\":[");
    wr_bytes_add(&json, made.primitives.data, made.primitives.size);
    wr_bytes_text(&json, "]}],\"accessors\":[");
    wr_bytes_add(&json, made.accessors.data, made.accessors.size);
    wr_bytes_text(&json, "],\"bufferViews\":[");
    wr_bytes_add(&json, made.views.data, made.views.size);
    wr_bytes_print(&json, "],\"buffers\":[{\"byteLength\":%zu", made.buffer.size);
    if (how->container == 1) {
        wr_bytes_text(&json, ",\"uri\":\"data:application/octet-stream;base64,");
        wr_base64_encode(&json, made.buffer.data, made.buffer.size);
        wr_bytes_char(&json, '"');
    } else if (how->container == 2) {
        wr_bytes_text(&json, ",\"uri\":\"a%20buffer.bin\"");
        wr_memory_put(memory, "scenes/a buffer.bin", made.buffer.data, made.buffer.size);
    }
    wr_bytes_text(&json, "}]}");
    if (how->container == 0) {
        while (json.size % 4)
            wr_bytes_char(&json, ' ');
        while (made.buffer.size % 4)
            wr_bytes_char(&made.buffer, 0);
        wr_bytes_text(out, "glTF");
        wr_bytes_u32(out, 2);
        wr_bytes_u32(out, (uint32_t)(28 + json.size + made.buffer.size));
        wr_bytes_u32(out, (uint32_t)json.size);
        wr_bytes_text(out, "JSON");
        wr_bytes_add(out, json.data, json.size);
        wr_bytes_u32(out, (uint32_t)made.buffer.size);
        wr_bytes_add(out, "BIN\0", 4);
        wr_bytes_add(out, made.buffer.data, made.buffer.size);
    } else
        wr_bytes_add(out, json.data, json.size);
    wr_bytes_finish(&json);
    wr_bytes_finish(&made.buffer);
    wr_bytes_finish(&made.views);
    wr_bytes_finish(&made.accessors);
    wr_bytes_finish(&made.primitives);
}

#endif
