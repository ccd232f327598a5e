/* Small walkmeshes made by code, and a tiny writer: what the judge itself is tried on. */
#include "tests/oracle/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE = 3 };

static bool is_walkable(uint32_t material)
{
    return material < 32 && (ORACLE_WALKABLE_K1 >> material & 1);
}

static float *corner(const struct oracle_wok *wok, uint32_t edge)
{
    return wok->vertices[wok->faces[edge / 3][edge % 3]];
}

static uint32_t after(uint32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static void derive_plane(struct oracle_wok *wok, uint32_t face)
{
    double cross[3], length = 0, distance = 0;
    const float *a = corner(wok, 3 * face), *b = corner(wok, 3 * face + 1),
                *c = corner(wok, 3 * face + 2);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = ((double)b[j] - (double)a[j]) * ((double)c[k] - (double)a[k]) -
                   ((double)b[k] - (double)a[k]) * ((double)c[j] - (double)a[j]);
        length += cross[i] * cross[i];
    }
    length = length > 0 ? sqrt(length) : 1;
    for (int i = 0; i < 3; i++) {
        wok->normals[face][i] = (float)(cross[i] / length);
        distance -= (double)wok->normals[face][i] * (double)a[i];
    }
    wok->distances[face] = (float)distance;
}

static bool same_pair(const struct oracle_wok *wok, uint32_t e, uint32_t f, bool reversed)
{
    uint32_t a = wok->faces[e / 3][e % 3], b = wok->faces[e / 3][after(e) % 3];
    uint32_t c = wok->faces[f / 3][f % 3], d = wok->faces[f / 3][after(f) % 3];
    return reversed ? a == d && b == c : a == c && b == d;
}

static int32_t find_link(const struct oracle_wok *wok, uint32_t edge)
{
    int32_t found = -1;
    uint32_t uses = 0;
    for (uint32_t f = 0; f < 3 * wok->row_count; f++) {
        uses += same_pair(wok, edge, f, false);
        if (same_pair(wok, edge, f, true)) {
            found = (int32_t)f;
            uses++;
        }
    }
    return uses == 2 ? found : -1;
}

static void derive_loops(struct oracle_wok *wok)
{
    const int32_t *links = wok->row_count ? wok->adjacency[0] : NULL;
    unsigned char *seen = oracle_take(3 * (size_t)wok->row_count, 1);
    wok->edge_count = wok->loop_count = 0;
    for (uint32_t e = 0; e < 3 * wok->row_count; e++) {
        if (links[e] >= 0 || seen[e])
            continue;
        for (uint32_t at = e; !seen[at];) {
            seen[at] = 1;
            wok->edges[wok->edge_count++] = (struct oracle_edge){at, -1};
            for (at = after(at); links[at] >= 0;)
                at = after((uint32_t)links[at]);
        }
        wok->loops[wok->loop_count++] = wok->edge_count;
    }
    free(seen);
}

struct item {
    double key;
    uint32_t face;
};

static int compare_items(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    return a->key != b->key ? (a->key < b->key ? -1 : 1)
                            : (a->face > b->face) - (a->face < b->face);
}

static void face_box(const struct oracle_wok *wok, uint32_t face, float low[3], float high[3])
{
    for (int i = 0; i < 3; i++) {
        const float *a = corner(wok, 3 * face), *b = corner(wok, 3 * face + 1),
                    *c = corner(wok, 3 * face + 2);
        low[i] = fminf(a[i], fminf(b[i], c[i])) - 0.01f;
        high[i] = fmaxf(a[i], fmaxf(b[i], c[i])) + 0.01f;
    }
}

static int choose_axis(const struct oracle_wok *wok, const struct item *items, uint32_t count,
                       bool shortest)
{
    float low[3] = {0}, high[3] = {0}, l[3], h[3];
    int best = 0;
    for (uint32_t i = 0; i < count; i++) {
        face_box(wok, items[i].face, l, h);
        for (int k = 0; k < 3; k++) {
            low[k] = i ? fminf(low[k], l[k]) : l[k];
            high[k] = i ? fmaxf(high[k], h[k]) : h[k];
        }
    }
    for (int k = 1; k < 3; k++)
        if (shortest ? high[k] - low[k] < high[best] - low[best]
                     : high[k] - low[k] > high[best] - low[best])
            best = k;
    return best;
}

static uint32_t direction(const struct oracle_node *left, const struct oracle_node *right)
{
    uint32_t best = 1;
    float largest = 0;
    for (int i = 0; i < 3; i++) {
        float apart = right->low[i] + right->high[i] - left->low[i] - left->high[i];
        if (fabsf(apart) > largest) {
            largest = fabsf(apart);
            best = (apart < 0 ? 8u : 1u) << i;
        }
    }
    return best;
}

static void unite(struct oracle_wok *wok, struct oracle_node *node)
{
    const struct oracle_node *left = &wok->nodes[node->left], *right = &wok->nodes[node->right];
    for (int i = 0; i < 3; i++) {
        node->low[i] = fminf(left->low[i], right->low[i]);
        node->high[i] = fmaxf(left->high[i], right->high[i]);
    }
}

static void build(struct oracle_wok *wok, struct item *items, uint32_t count,
                  const struct sample_style *style)
{
    uint32_t index = wok->node_count++;
    struct oracle_node *node = &wok->nodes[index];
    *node = (struct oracle_node){.face = -1, .constant = 4, .left = -1, .right = -1};
    if (count == 1) {
        node->face = (int32_t)items[0].face;
        face_box(wok, items[0].face, node->low, node->high);
        return;
    }
    int axis = choose_axis(wok, items, count, style->shortest_axis);
    for (uint32_t i = 0; i < count; i++) {
        items[i].key = 0;
        for (uint32_t k = 0; k < 3; k++)
            items[i].key += (double)corner(wok, 3 * items[i].face + k)[axis];
    }
    qsort(items, count, sizeof *items, compare_items);
    uint32_t half = count / 2 + style->too_many_left;
    half = half < count ? half : count - 1;
    node->left = (int32_t)wok->node_count;
    build(wok, items, half, style);
    node->right = (int32_t)wok->node_count;
    build(wok, items + half, count - half, style);
    unite(wok, node);
    node->plane = direction(&wok->nodes[node->left], &wok->nodes[node->right]);
}

static void derive_tree(struct oracle_wok *wok, const struct sample_style *style)
{
    struct item *items = oracle_take(wok->face_count, sizeof *items);
    for (uint32_t f = 0; f < wok->face_count; f++)
        items[f].face = f;
    wok->node_count = 0;
    if (wok->face_count)
        build(wok, items, wok->face_count, style);
    free(items);
}

void sample_unite(struct oracle_wok *wok)
{
    for (uint32_t i = wok->node_count; i-- > 0;)
        if (wok->nodes[i].face < 0)
            unite(wok, &wok->nodes[i]);
}

void sample_derive(struct oracle_wok *wok, const struct sample_style *style)
{
    static const struct sample_style right;
    wok->row_count = 0;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        wok->row_count += is_walkable(wok->materials[f]);
        derive_plane(wok, f);
    }
    for (uint32_t e = 0; e < 3 * wok->row_count; e++)
        wok->adjacency[e / 3][e % 3] = find_link(wok, e);
    derive_loops(wok);
    derive_tree(wok, style ? style : &right);
}

struct oracle_wok sample_mesh(const float (*vertices)[3], uint32_t vertex_count,
                              const uint32_t (*faces)[3], const uint32_t *materials,
                              uint32_t face_count)
{
    struct oracle_wok wok = {.type = 1, .vertex_count = vertex_count, .face_count = face_count};
    size_t n = face_count + SPARE;
    wok.vertices = oracle_take(vertex_count + SPARE, sizeof *wok.vertices);
    wok.faces = oracle_take(n, sizeof *wok.faces);
    wok.materials = oracle_take(n, sizeof *wok.materials);
    wok.normals = oracle_take(n, sizeof *wok.normals);
    wok.distances = oracle_take(n, sizeof *wok.distances);
    wok.nodes = oracle_take(2 * n, sizeof *wok.nodes);
    wok.adjacency = oracle_take(n, sizeof *wok.adjacency);
    wok.edges = oracle_take(3 * n, sizeof *wok.edges);
    wok.loops = oracle_take(3 * n, sizeof *wok.loops);
    memcpy(wok.vertices, vertices, vertex_count * sizeof *vertices);
    memcpy(wok.faces, faces, face_count * sizeof *faces);
    memcpy(wok.materials, materials, face_count * sizeof *materials);
    sample_derive(&wok, NULL);
    return wok;
}

static void add_square(struct oracle_wok *wok, uint32_t a, uint32_t step, uint32_t material)
{
    uint32_t f = wok->face_count, corners[4] = {a, a + 1, a + step + 1, a + step};
    for (uint32_t i = 0; i < 2; i++) {
        wok->faces[f + i][0] = corners[0];
        wok->faces[f + i][1] = corners[1 + i];
        wok->faces[f + i][2] = corners[2 + i];
        wok->materials[f + i] = material;
    }
    wok->face_count += 2;
}

struct oracle_wok sample_floor(uint32_t columns, uint32_t rows)
{
    uint32_t step = columns + 1, count = step * (rows + 1);
    float(*vertices)[3] = oracle_take(count, sizeof *vertices);
    uint32_t(*none)[3] = oracle_take(2 * (size_t)columns * rows, sizeof *none);
    uint32_t *materials = oracle_take(2 * (size_t)columns * rows, sizeof *materials);
    for (uint32_t i = 0; i < count; i++) {
        vertices[i][0] = (float)(i % step);
        vertices[i][1] = (float)(i / step) * 1.25f;
        vertices[i][2] = vertices[i][0] * 0.125f + vertices[i][1] * 0.0625f;
    }
    struct oracle_wok wok =
        sample_mesh((const float(*)[3])vertices, count, (const uint32_t(*)[3])none, materials,
                    2 * columns * rows);
    wok.face_count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < columns * rows; i++) {
            uint32_t x = i % columns, y = i / columns;
            bool inner = x > 0 && y > 0 && x + 1 < columns && y + 1 < rows;
            if (inner == pass)
                add_square(&wok, y * step + x, step, inner ? 7 : 4);
        }
    sample_derive(&wok, NULL);
    free(vertices);
    free(none);
    free(materials);
    return wok;
}
