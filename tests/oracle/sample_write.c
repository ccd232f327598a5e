/* Writes a sample's tables as they stand, right or wrong. */
#include "tests/oracle/sample.h"

#include <stdlib.h>
#include <string.h>

struct output {
    unsigned char *bytes;
    size_t size;
};

static void put(struct output *out, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        out->bytes[out->size++] = (unsigned char)(word >> 8 * i);
}

static void put_number(struct output *out, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(out, bits);
}

static void put_point(struct output *out, const float point[3])
{
    for (int i = 0; i < 3; i++)
        put_number(out, point[i]);
}

static void put_header(struct output *out, const struct oracle_wok *wok)
{
    uint32_t at = 136;
    memcpy(out->bytes, "BWM V1.0", 8);
    out->size = 8;
    put(out, wok->type);
    for (int i = 0; i < 12; i += 3)
        put_point(out, wok->hooks + i);
    put_point(out, wok->position);
    put(out, wok->vertex_count);
    put(out, at);
    put(out, wok->face_count);
    at += 12 * wok->vertex_count;
    put(out, at);
    put(out, at += 12 * wok->face_count);
    put(out, at += 4 * wok->face_count);
    put(out, at += 12 * wok->face_count);
    put(out, wok->node_count);
    put(out, at += 4 * wok->face_count);
    put(out, wok->root);
    put(out, wok->row_count);
    put(out, at += 44 * wok->node_count);
    put(out, wok->edge_count);
    put(out, at += 12 * wok->row_count);
    put(out, wok->loop_count);
    put(out, at + 8 * wok->edge_count);
}

static void put_faces(struct output *out, const struct oracle_wok *wok)
{
    for (uint32_t i = 0; i < wok->vertex_count; i++)
        put_point(out, wok->vertices[i]);
    for (uint32_t i = 0; i < 3 * wok->face_count; i++)
        put(out, wok->faces[i / 3][i % 3]);
    for (uint32_t i = 0; i < wok->face_count; i++)
        put(out, wok->materials[i]);
    for (uint32_t i = 0; i < wok->face_count; i++)
        put_point(out, wok->normals[i]);
    for (uint32_t i = 0; i < wok->face_count; i++)
        put_number(out, wok->distances[i]);
}

static void put_node(struct output *out, const struct oracle_node *node)
{
    put_point(out, node->low);
    put_point(out, node->high);
    put(out, (uint32_t)node->face);
    put(out, node->constant);
    put(out, node->plane);
    put(out, (uint32_t)node->left);
    put(out, (uint32_t)node->right);
}

static void put_derived(struct output *out, const struct oracle_wok *wok)
{
    for (uint32_t i = 0; i < wok->node_count; i++)
        put_node(out, &wok->nodes[i]);
    for (uint32_t i = 0; i < 3 * wok->row_count; i++)
        put(out, (uint32_t)wok->adjacency[i / 3][i % 3]);
    for (uint32_t i = 0; i < wok->edge_count; i++) {
        put(out, wok->edges[i].edge);
        put(out, (uint32_t)wok->edges[i].transition);
    }
    for (uint32_t i = 0; i < wok->loop_count; i++)
        put(out, wok->loops[i]);
}

unsigned char *sample_write(const struct oracle_wok *wok, size_t *size)
{
    size_t most = 136 + 12 * (size_t)wok->vertex_count + 32 * (size_t)wok->face_count +
                  44 * (size_t)wok->node_count + 12 * (size_t)wok->row_count +
                  8 * (size_t)wok->edge_count + 4 * (size_t)wok->loop_count;
    struct output out = {oracle_take(most, 1), 0};
    put_header(&out, wok);
    put_faces(&out, wok);
    put_derived(&out, wok);
    *size = out.size;
    return out.bytes;
}
