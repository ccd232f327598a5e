/* An independent reader of MDL and MDX for tests: walks the tree and asserts on the way what
 * every file of the game has. It shares no code with core/model. */
#ifndef WR_TESTS_SUPPORT_MDL_WALK_H
#define WR_TESTS_SUPPORT_MDL_WALK_H

#include "tests/support/test.h"

#include "core/core.h"

enum { WALK_NODES = 2048 };

typedef struct walk_triangle {
    wr_vec3 v[3], normal;
    uint32_t material;
} walk_triangle;

typedef struct walk_node {
    char name[33];
    uint32_t flags, parent; /* index of the parent in the walk */
    wr_vec3 position;
    float turn[4]; /* w, x, y, z */
    char texture[33], lightmap[33];
    walk_triangle *triangles; /* in the node's own space; normals as the faces have them */
    uint32_t triangle_count;
    bool drawn;
    uint32_t at, vertices, vertex_count; /* data offsets */
} walk_node;

struct walk {
    const uint8_t *data; /* from which offsets count */
    size_t size;
    const uint8_t *mdx;
    size_t mdx_size;
    bool k2;
    char name[33];
    walk_node nodes[WALK_NODES];
    uint32_t count;
};

static inline uint32_t walk_u32(const struct walk *w, size_t at)
{
    assert_true(at + 4 <= w->size);
    const uint8_t *p = w->data + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint32_t walk_u16(const struct walk *w, size_t at)
{
    assert_true(at + 2 <= w->size);
    return w->data[at] | (uint32_t)w->data[at + 1] << 8;
}
static inline float walk_f32(const struct walk *w, size_t at)
{
    uint32_t word = walk_u32(w, at);
    float value;
    memcpy(&value, &word, 4);
    return value;
}
static inline wr_vec3 walk_vec3(const struct walk *w, size_t at)
{
    return (wr_vec3){walk_f32(w, at), walk_f32(w, at + 4), walk_f32(w, at + 8)};
}
static inline float walk_mdx(const struct walk *w, size_t at)
{
    assert_true(at + 4 <= w->mdx_size);
    float value;
    memcpy(&value, w->mdx + at, 4);
    return value;
}

static inline bool walk_box_holds(const float box[6], wr_vec3 p, float slack)
{
    return p.x >= box[0] - slack && p.y >= box[1] - slack && p.z >= box[2] - slack &&
           p.x <= box[3] + slack && p.y <= box[4] + slack && p.z <= box[5] + slack;
}

/* One leaf a face, boxes that hold what is below them; returns the number of nodes. */
static inline uint32_t walk_tree(const struct walk *w, const walk_node *node, uint32_t at,
                                 bool *leaves, float outer[6])
{
    uint32_t left = walk_u32(w, at + 24), right = walk_u32(w, at + 28);
    int32_t face = (int32_t)walk_u32(w, at + 32);
    for (int i = 0; i < 6; i++)
        outer[i] = walk_f32(w, at + 4 * (size_t)i);
    if (face >= 0) {
        assert_int_equal(left, 0);
        assert_int_equal(right, 0);
        assert_int_equal(walk_u32(w, at + 36), 0);
        assert_true((uint32_t)face < node->triangle_count && !leaves[face]);
        leaves[face] = true;
        for (int k = 0; k < 3; k++)
            assert_true(walk_box_holds(outer, node->triangles[face].v[k], 2e-3f));
        return 1;
    }
    float inner[2][6];
    assert_true(left > at && right > left);
    uint32_t plane = walk_u32(w, at + 36);
    assert_true(plane && plane <= 32 && (plane & (plane - 1)) == 0);
    uint32_t below = walk_tree(w, node, left, leaves, inner[0]) +
                     walk_tree(w, node, right, leaves, inner[1]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            assert_true(inner[side][i] >= outer[i] - 2e-3f &&
                        inner[side][i + 3] <= outer[i + 3] + 2e-3f);
    return below + 1;
}

/* Which face lies across each edge, said by both, over the same two corners. */
static inline void walk_adjacency(const struct walk *w, uint32_t faces, uint32_t count)
{
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t f = faces + 32 * (i / 3), other = walk_u16(w, f + 20 + 2 * (i % 3));
        if (other == 0xFFFF)
            continue;
        assert_true(other < count && other != i / 3);
        uint32_t a = walk_u16(w, f + 26 + 2 * (i % 3));
        uint32_t b = walk_u16(w, f + 26 + 2 * ((i + 1) % 3));
        bool found = false;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t c = walk_u16(w, faces + 32 * other + 26 + 2 * k);
            uint32_t d = walk_u16(w, faces + 32 * other + 26 + 2 * ((k + 1) % 3));
            if (((a == c && b == d) || (a == d && b == c)) &&
                walk_u16(w, faces + 32 * other + 20 + 2 * k) == i / 3)
                found = true;
        }
        assert_true(found);
    }
}

/* The rows of a mesh in the MDX: the same vertices, unit normals, one row that ends them. */
static inline void walk_rows(const struct walk *w, const walk_node *node, uint32_t mesh)
{
    uint32_t stride = walk_u32(w, mesh + 252), wider = w->k2 ? 8 : 0;
    uint32_t mdx = walk_u32(w, mesh + 324 + wider);
    uint32_t normal = walk_u32(w, mesh + 264);
    if (!w->mdx_size || !stride)
        return;
    assert_int_equal(walk_u32(w, mesh + 260), 0);
    for (uint32_t v = 0; v < node->vertex_count; v++) {
        wr_vec3 p = walk_vec3(w, node->vertices + 12 * v);
        size_t row = mdx + (size_t)stride * v;
        assert_true(p.x == walk_mdx(w, row) && p.y == walk_mdx(w, row + 4) &&
                    p.z == walk_mdx(w, row + 8));
        if (normal == UINT32_MAX)
            continue;
        float x = walk_mdx(w, row + normal), y = walk_mdx(w, row + normal + 4);
        float z = walk_mdx(w, row + normal + 8);
        assert_near(sqrt((double)x * x + (double)y * y + (double)z * z), 1, 1e-3);
    }
    for (uint32_t k = 0; k < stride / 4; k++)
        assert_true(walk_mdx(w, mdx + (size_t)stride * node->vertex_count + 4 * k) ==
                    (k < 3 ? 1e7f : 0));
}

static inline void walk_mesh(struct walk *w, walk_node *node, uint32_t mesh)
{
    uint32_t wider = w->k2 ? 8 : 0;
    assert_int_equal(walk_u32(w, mesh), w->k2 ? 4216880 : 4216656);
    assert_int_equal(walk_u32(w, mesh + 4), w->k2 ? 4216896 : 4216672);
    memcpy(node->texture, w->data + mesh + 88, 32);
    memcpy(node->lightmap, w->data + mesh + 120, 32);
    uint32_t faces = walk_u32(w, mesh + 8);
    node->triangle_count = walk_u32(w, mesh + 12);
    node->vertex_count = walk_u16(w, mesh + 304);
    node->vertices = walk_u32(w, mesh + 328 + wider);
    node->drawn = w->data[mesh + 313];
    node->triangles = calloc(node->triangle_count + 1, sizeof *node->triangles);
    uint32_t counts = walk_u32(w, mesh + 176), lists = walk_u32(w, mesh + 188);
    assert_int_equal(walk_u32(w, counts), 3 * node->triangle_count);
    uint32_t list = walk_u32(w, lists);
    float box[6];
    for (int i = 0; i < 6; i++)
        box[i] = walk_f32(w, mesh + 20 + 4 * (size_t)i);
    for (uint32_t f = 0; f < node->triangle_count; f++) {
        walk_triangle *t = &node->triangles[f];
        uint32_t at = faces + 32 * f;
        t->normal = walk_vec3(w, at);
        t->material = walk_u32(w, at + 16);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = walk_u16(w, at + 26 + 2 * k);
            assert_true(v < node->vertex_count);
            assert_int_equal(walk_u16(w, list + 6 * f + 2 * k), v);
            t->v[k] = walk_vec3(w, node->vertices + 12 * v);
            assert_true(walk_box_holds(box, t->v[k], 1e-3f));
            double d = (double)t->normal.x * t->v[k].x + (double)t->normal.y * t->v[k].y +
                       (double)t->normal.z * t->v[k].z + walk_f32(w, at + 12);
            assert_near(d, 0, 2e-3 * (1 + fabs((double)t->v[k].x) + fabs((double)t->v[k].y)));
        }
    }
    walk_adjacency(w, faces, node->triangle_count);
    walk_rows(w, node, mesh);
    if (!(node->flags & 0x200))
        return;
    bool *leaves = calloc(node->triangle_count, 1);
    float outer[6];
    uint32_t nodes = walk_tree(w, node, walk_u32(w, mesh + 332 + wider), leaves, outer);
    assert_int_equal(nodes, 2 * node->triangle_count - 1);
    free(leaves);
}

static inline void walk_node_at(struct walk *w, uint32_t at, uint32_t parent_at,
                                uint32_t parent)
{
    assert_true(w->count < WALK_NODES);
    uint32_t self = w->count++;
    walk_node *node = &w->nodes[self];
    node->flags = walk_u16(w, at);
    node->at = at;
    node->parent = parent;
    assert_int_equal(walk_u32(w, at + 8), 0);
    assert_int_equal(walk_u32(w, at + 12), parent_at);
    uint32_t name = walk_u32(w, walk_u32(w, 184) + 4 * walk_u16(w, at + 4));
    assert_true(name < w->size && strlen((const char *)w->data + name) < 32);
    strcpy(node->name, (const char *)w->data + name);
    node->position = walk_vec3(w, at + 16);
    for (uint32_t i = 0; i < 4; i++)
        node->turn[i] = walk_f32(w, at + 28 + 4 * i);
    if (node->flags & 0x20) {
        uint32_t before = (node->flags & 2 ? 92u : 0) + (node->flags & 4 ? 224u : 0) +
                          (node->flags & 0x10 ? 36u : 0);
        walk_mesh(w, node, at + 80 + before);
    }
    uint32_t children = walk_u32(w, at + 44), count = walk_u32(w, at + 48);
    assert_int_equal(count, walk_u32(w, at + 52));
    for (uint32_t i = 0; i < count; i++)
        walk_node_at(w, walk_u32(w, children + 4 * i), at, self);
}

/* Reads a model; `game` is what it must be for. */
static inline void walk_model(struct walk *w, const void *mdl, size_t mdl_size, const void *mdx,
                              size_t mdx_size, enum wr_game game)
{
    memset(w, 0, sizeof *w);
    *w = (struct walk){.data = (const uint8_t *)mdl + 12,
                       .size = mdl_size - 12,
                       .mdx = mdx,
                       .mdx_size = mdx_size,
                       .k2 = game == WR_K2};
    uint32_t head[3];
    memcpy(head, mdl, sizeof head);
    assert_int_equal(head[0], 0);
    assert_int_equal(head[1], mdl_size - 12);
    assert_int_equal(head[2], mdx_size);
    assert_int_equal(walk_u32(w, 176), mdx_size);
    assert_int_equal(walk_u32(w, 0), game == WR_K2 ? 4285200 : 4273776);
    assert_int_equal(walk_u32(w, 4), game == WR_K2 ? 4216320 : 4216096);
    memcpy(w->name, w->data + 8, 32);
    assert_int_equal(walk_u32(w, 40), walk_u32(w, 168));
    walk_node_at(w, walk_u32(w, 40), 0, 0);
    assert_int_equal(w->count, walk_u32(w, 44));
}

/* Where a vertex of a drawn mesh lies in its picture. */
static inline void walk_uv(const struct walk *w, const walk_node *node, uint32_t vertex,
                           float out[2])
{
    uint32_t mesh = node->at + 80, mdx = walk_u32(w, mesh + (w->k2 ? 332 : 324));
    size_t row = mdx + (size_t)vertex * walk_u32(w, mesh + 252);
    for (size_t i = 0; i < 2; i++)
        out[i] = walk_mdx(w, row + walk_u32(w, mesh + 272) + 4 * i);
}

static inline void walk_end(struct walk *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        free(w->nodes[i].triangles);
}

#endif
