/* Reads a WOK's bytes into tables and judges the header: bwm.md, section 2. */
#include "tests/oracle/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 136, TABLES = 9 };

struct input {
    struct oracle_report *report;
    const char *file;
    const unsigned char *bytes;
    size_t size;
};

static uint32_t word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
           (uint32_t)at[3] << 24;
}

static int32_t signed_word(const unsigned char *at)
{
    uint32_t bits = word(at);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float number(const unsigned char *at)
{
    uint32_t bits = word(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool numbers(const unsigned char *at, size_t count, float *out)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++) {
        out[i] = number(at + 4 * i);
        finite &= isfinite(out[i]) != 0;
    }
    return finite;
}

static void read_header(const unsigned char *at, struct oracle_wok *wok)
{
    wok->type = word(at + 0x08);
    numbers(at + 0x0C, 12, wok->hooks);
    numbers(at + 0x3C, 3, wok->position);
    wok->vertex_count = word(at + 0x48);
    wok->face_count = word(at + 0x50);
    wok->node_count = word(at + 0x64);
    wok->root = word(at + 0x6C);
    wok->row_count = word(at + 0x70);
    wok->edge_count = word(at + 0x78);
    wok->loop_count = word(at + 0x80);
    static const unsigned places[TABLES] = {0x4C, 0x54, 0x58, 0x5C, 0x60,
                                            0x68, 0x74, 0x7C, 0x84};
    for (int i = 0; i < TABLES; i++)
        wok->offsets[i] = word(at + places[i]);
}

static void judge_header(const struct input *input, const struct oracle_wok *wok)
{
    struct oracle_report *report = input->report;
    for (int i = 0; i < 12; i++)
        if (wok->hooks[i] != 0)
            oracle_blame(report, ORACLE_HEADER_HOOKS, input->file,
                         "hook number %d is %g, not 0", i, (double)wok->hooks[i]);
    for (int i = 0; i < 3; i++)
        if (!isfinite(wok->position[i]))
            oracle_blame(report, ORACLE_HEADER_POSITION, input->file, "position %c is %g",
                         "xyz"[i], (double)wok -> position[i]);
    if (wok->root)
        oracle_blame(report, ORACLE_HEADER_ROOT, input->file, "the word at 0x6C is %u, not 0",
                     wok->root);
}

/* Bytes of each table, in file order. */
static void table_sizes(const struct oracle_wok *wok, uint64_t sizes[TABLES])
{
    sizes[0] = 12 * (uint64_t)wok->vertex_count;
    sizes[1] = 12 * (uint64_t)wok->face_count;
    sizes[2] = 4 * (uint64_t)wok->face_count;
    sizes[3] = 12 * (uint64_t)wok->face_count;
    sizes[4] = 4 * (uint64_t)wok->face_count;
    sizes[5] = 44 * (uint64_t)wok->node_count;
    sizes[6] = 12 * (uint64_t)wok->row_count;
    sizes[7] = 8 * (uint64_t)wok->edge_count;
    sizes[8] = 4 * (uint64_t)wok->loop_count;
}

static bool judge_tables(const struct input *input, const struct oracle_wok *wok)
{
    static const char *const titles[TABLES] = {"vertices",  "faces",     "materials",
                                               "normals",   "distances", "tree",
                                               "adjacency", "edges",     "perimeters"};
    uint64_t sizes[TABLES], next = HEADER;
    bool inside = true;
    table_sizes(wok, sizes);
    for (int i = 0; i < TABLES; i++) {
        uint64_t offset = wok->offsets[i];
        if (sizes[i] && (offset > input->size || sizes[i] > input->size - offset)) {
            oracle_blame(input->report, ORACLE_TABLE_BOUNDS, input->file,
                         "the table of %s (%llu bytes at %llu) leaves the file", titles[i],
                         (unsigned long long)sizes[i], (unsigned long long)offset);
            inside = false;
        } else if (offset != next) {
            oracle_blame(input->report, ORACLE_TABLE_PACKING, input->file,
                         "the table of %s stands at %llu, not at %llu", titles[i],
                         (unsigned long long)offset, (unsigned long long)next);
        }
        next = offset + sizes[i];
    }
    if (inside && next != input->size)
        oracle_blame(input->report, ORACLE_TABLE_PACKING, input->file,
                     "the tables end at %llu, the file at %zu", (unsigned long long)next,
                     input->size);
    return inside;
}

static void read_faces(const struct input *input, struct oracle_wok *wok)
{
    const unsigned char *base = input->bytes;
    wok->vertices = oracle_take(wok->vertex_count, sizeof *wok->vertices);
    wok->faces = oracle_take(wok->face_count, sizeof *wok->faces);
    wok->materials = oracle_take(wok->face_count, sizeof *wok->materials);
    wok->normals = oracle_take(wok->face_count, sizeof *wok->normals);
    wok->distances = oracle_take(wok->face_count, sizeof *wok->distances);
    for (size_t i = 0; i < wok->vertex_count; i++)
        if (!numbers(base + wok->offsets[0] + 12 * i, 3, wok->vertices[i]))
            oracle_blame(input->report, ORACLE_VERTEX_FINITE, input->file,
                         "vertex %zu is not finite", i);
    for (size_t i = 0; i < wok->face_count; i++) {
        for (size_t k = 0; k < 3; k++)
            wok->faces[i][k] = word(base + wok->offsets[1] + 12 * i + 4 * k);
        wok->materials[i] = word(base + wok->offsets[2] + 4 * i);
        numbers(base + wok->offsets[3] + 12 * i, 3, wok->normals[i]);
        wok->distances[i] = number(base + wok->offsets[4] + 4 * i);
    }
}

static void read_node(const unsigned char *at, struct oracle_node *node)
{
    numbers(at, 3, node->low);
    numbers(at + 12, 3, node->high);
    node->face = signed_word(at + 24);
    node->constant = word(at + 28);
    node->plane = word(at + 32);
    node->left = signed_word(at + 36);
    node->right = signed_word(at + 40);
}

static void read_derived(const unsigned char *base, struct oracle_wok *wok)
{
    wok->nodes = oracle_take(wok->node_count, sizeof *wok->nodes);
    wok->adjacency = oracle_take(wok->row_count, sizeof *wok->adjacency);
    wok->edges = oracle_take(wok->edge_count, sizeof *wok->edges);
    wok->loops = oracle_take(wok->loop_count, sizeof *wok->loops);
    for (size_t i = 0; i < wok->node_count; i++)
        read_node(base + wok->offsets[5] + 44 * i, &wok->nodes[i]);
    for (size_t i = 0; i < wok->row_count; i++)
        for (size_t k = 0; k < 3; k++)
            wok->adjacency[i][k] = signed_word(base + wok->offsets[6] + 12 * i + 4 * k);
    for (size_t i = 0; i < wok->edge_count; i++) {
        wok->edges[i].edge = word(base + wok->offsets[7] + 8 * i);
        wok->edges[i].transition = signed_word(base + wok->offsets[7] + 8 * i + 4);
    }
    for (size_t i = 0; i < wok->loop_count; i++)
        wok->loops[i] = word(base + wok->offsets[8] + 4 * i);
}

static bool has_magic(const struct input *input)
{
    if (input->size < HEADER)
        oracle_blame(input->report, ORACLE_TABLE_BOUNDS, input->file,
                     "%zu bytes are less than a header", input->size);
    else if (memcmp(input->bytes, "BWM V1.0", 8) != 0)
        oracle_blame(input->report, ORACLE_HEADER_MAGIC, input->file,
                     "the file does not begin with BWM V1.0");
    else
        return true;
    return false;
}

bool oracle_wok_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_wok *wok)
{
    struct input input = {report, file, bytes, size};
    memset(wok, 0, sizeof *wok);
    if (!has_magic(&input))
        return false;
    read_header(input.bytes, wok);
    if (wok->type != 1) {
        oracle_blame(report, ORACLE_HEADER_TYPE, file, "the type is %u, not 1", wok->type);
        return false;
    }
    judge_header(&input, wok);
    if (!judge_tables(&input, wok))
        return false;
    read_faces(&input, wok);
    read_derived(input.bytes, wok);
    return true;
}

void oracle_wok_free(struct oracle_wok *wok)
{
    free(wok->vertices);
    free(wok->faces);
    free(wok->materials);
    free(wok->normals);
    free(wok->distances);
    free(wok->nodes);
    free(wok->adjacency);
    free(wok->edges);
    free(wok->loops);
    memset(wok, 0, sizeof *wok);
}
