/* A second reader of binary models, for tests: it believes everything, shares no code with the
 * first, and says where each node and vertex stands in model space. */
#ifndef WR_TESTS_SUPPORT_WALKED_H
#define WR_TESTS_SUPPORT_WALKED_H

#include "tests/support/test.h"

#include <math.h>

enum { WALKED_NODES = 512 };

struct walked_node {
    unsigned flags, number;
    const char *name;
    double frame[3][4]; /* axes and place, as rows of a 3 x 4 matrix */
    uint32_t vertex_count, face_count;
    double (*mdl)[3], (*mdx)[3], (*normals)[3]; /* in model space; NULL: none */
    uint16_t (*corners)[3];
    double (*planes)[4]; /* in the node's own space */
    uint16_t (*across)[3];
    double box[6], average[3];
    unsigned parent_right : 1;
};

struct walked {
    struct walked_node *nodes; /* by order met */
    size_t count;
};

static inline uint32_t walked_u32(const uint8_t *p)
{
    return p[0] + 256u * p[1] + 65536u * p[2] + 16777216u * p[3];
}
static inline unsigned walked_u16(const uint8_t *p)
{
    return p[0] + 256u * p[1];
}
static inline double walked_f32(const uint8_t *p)
{
    union {
        uint32_t word;
        float value;
    } both = {.word = walked_u32(p)};
    return both.value;
}

/* out = frame * point */
static inline void walked_apply(double frame[3][4], const double point[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = frame[i][0] * point[0] + frame[i][1] * point[1] + frame[i][2] * point[2] +
                 frame[i][3];
}

static inline void walked_frame(const uint8_t *node, double parent[3][4], double out[3][4])
{
    double p[3], q[4], size = 0;
    for (int i = 0; i < 3; i++)
        p[i] = walked_f32(node + 16 + 4 * i);
    for (int i = 0; i < 4; i++) {
        q[i] = walked_f32(node + 28 + 4 * i);
        size += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(size);
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double turn[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
    };
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out[i][j] = parent[i][0] * turn[0][j] + parent[i][1] * turn[1][j] +
                        parent[i][2] * turn[2][j];
        out[i][3] =
            parent[i][0] * p[0] + parent[i][1] * p[1] + parent[i][2] * p[2] + parent[i][3];
    }
}

static inline void walked_mesh(const uint8_t *data, const uint8_t *mdx, bool k2,
                               const uint8_t *mesh, struct walked_node *out)
{
    const uint8_t *late = mesh + (k2 ? 8 : 0);
    const uint8_t *faces = data + walked_u32(mesh + 8);
    const uint8_t *vertices = data + walked_u32(late + 328);
    uint32_t stride = walked_u32(mesh + 252);
    const uint8_t *rows = mdx ? mdx + walked_u32(late + 324) : NULL;
    uint32_t place = walked_u32(mesh + 260), normal = walked_u32(mesh + 264);
    out->vertex_count = walked_u16(mesh + 304);
    out->face_count = walked_u32(mesh + 12);
    out->mdl = calloc(out->vertex_count + 1, sizeof *out->mdl);
    out->mdx = rows ? calloc(out->vertex_count + 1, sizeof *out->mdx) : NULL;
    out->normals = rows ? calloc(out->vertex_count + 1, sizeof *out->normals) : NULL;
    for (uint32_t v = 0; v < out->vertex_count; v++) {
        double at[3], row[3];
        for (int i = 0; i < 3; i++)
            at[i] = walked_f32(vertices + 12 * v + 4 * i);
        walked_apply(out->frame, at, out->mdl[v]);
        if (!rows)
            continue;
        for (int i = 0; i < 3; i++) {
            row[i] = walked_f32(rows + v * stride + place + 4 * i);
            at[i] = walked_f32(rows + v * stride + normal + 4 * i);
        }
        walked_apply(out->frame, row, out->mdx[v]);
        walked_apply(out->frame, at, out->normals[v]);
        for (int i = 0; i < 3; i++)
            out->normals[v][i] -= out->frame[i][3];
    }
    out->corners = calloc(out->face_count + 1, sizeof *out->corners);
    out->planes = calloc(out->face_count + 1, sizeof *out->planes);
    out->across = calloc(out->face_count + 1, sizeof *out->across);
    for (uint32_t f = 0; f < out->face_count; f++)
        for (int i = 0; i < 4; i++) {
            out->planes[f][i] = walked_f32(faces + 32 * f + 4 * i);
            if (i < 3) {
                out->across[f][i] = (uint16_t)walked_u16(faces + 32 * f + 20 + 2 * i);
                out->corners[f][i] = (uint16_t)walked_u16(faces + 32 * f + 26 + 2 * i);
            }
        }
    for (int i = 0; i < 6; i++)
        out->box[i] = walked_f32(mesh + 20 + 4 * i);
    for (int i = 0; i < 3; i++)
        out->average[i] = walked_f32(mesh + 48 + 4 * i);
}

static inline void walked_visit(struct walked *walked, const uint8_t *data, const uint8_t *mdx,
                                bool k2, uint32_t at, uint32_t parent, double frame[3][4])
{
    const uint8_t *node = data + at;
    if (walked->count == WALKED_NODES)
        fail_msg("more nodes than the test has room for");
    struct walked_node *out = &walked->nodes[walked->count++];
    out->flags = walked_u16(node);
    out->number = walked_u16(node + 2);
    out->name = (const char *)data +
                walked_u32(data + walked_u32(data + 184) + 4 * walked_u16(node + 4));
    out->parent_right = walked_u32(node + 12) == parent;
    walked_frame(node, frame, out->frame);
    uint32_t part = at + 80;
    part += out->flags & 2 ? 92 : 0;
    part += out->flags & 4 ? 224 : 0;
    part += out->flags & 16 ? 36 : 0;
    if (out->flags & 32)
        walked_mesh(data, mdx, k2, data + part, out);
    double own[3][4];
    memcpy(own, out->frame, sizeof own);
    for (uint32_t i = 0; i < walked_u32(node + 48); i++)
        walked_visit(walked, data, mdx, k2, walked_u32(data + walked_u32(node + 44) + 4 * i),
                     at, own);
}

/* `mdx` may be NULL. */
static inline struct walked walk(const uint8_t *mdl, const uint8_t *mdx)
{
    const uint8_t *data = mdl + 12;
    double still[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    struct walked walked = {calloc(WALKED_NODES, sizeof *walked.nodes), 0};
    walked_visit(&walked, data, mdx, walked_u32(data) == 4285200, walked_u32(data + 40), 0,
                 still);
    return walked;
}

static inline void walked_free(struct walked *walked)
{
    for (size_t i = 0; i < walked->count; i++) {
        free(walked->nodes[i].mdl);
        free(walked->nodes[i].mdx);
        free(walked->nodes[i].normals);
        free(walked->nodes[i].corners);
        free(walked->nodes[i].planes);
        free(walked->nodes[i].across);
    }
    free(walked->nodes);
}

/* The next node that is neither the root, nor one that only turns, nor (but where asked for)
 * the walkmesh: kits have names and numbers twice, but those nodes keep their order. */
static inline const struct walked_node *walked_next(const struct walked *walked, size_t *at,
                                                    bool walkmesh)
{
    for (; *at < walked->count; ++*at) {
        const struct walked_node *node = &walked->nodes[*at];
        if (*at > 0 && strncmp(node->name, "wr_turn", 7) != 0 &&
            (node->flags & 0x200 ? 1 : 0) == walkmesh)
            return &walked->nodes[(*at)++];
    }
    return NULL;
}

#endif
