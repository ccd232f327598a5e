/* The header of a BWM file, read, checked and made. Source: formats/bwm, 2. */
#include "core/format/bwm_frame.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/format/bwm.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { MAGIC_SIZE = 8, TYPE_AT = 8, TYPE_PLACED = 0, TYPE_ROOM = 1 };

static const char magic[MAGIC_SIZE + 1] = "BWM V1.0";

const struct wr_bwm_form wr_bwm_tables[WR_BWM_TABLES] = {
    [WR_BWM_VERTICES] = {"vertex", 12, 0x48, 0x4c},
    [WR_BWM_FACES] = {"face", 12, 0x50, 0x54},
    [WR_BWM_MATERIALS] = {"material", 4, 0x50, 0x58},
    [WR_BWM_NORMALS] = {"normal", 12, 0x50, 0x5c},
    [WR_BWM_DISTANCES] = {"distance", 4, 0x50, 0x60},
    [WR_BWM_NODES] = {"tree", 44, 0x64, 0x68},
    [WR_BWM_ADJACENCY] = {"adjacency", 12, 0x70, 0x74},
    [WR_BWM_EDGES] = {"edge", 8, 0x78, 0x7c},
    [WR_BWM_PERIMETERS] = {"perimeter", 4, 0x80, 0x84},
};

static_assert(sizeof(wr_vec3) == 12 && sizeof(wr_face) == 12 && sizeof(wr_edge) == 8 &&
                  sizeof(wr_tree_node) == 44,
              "tables are moved whole");

bool wr_bwm_recognise(const uint8_t *data, size_t size)
{
    return size >= MAGIC_SIZE && memcmp(data, magic, MAGIC_SIZE) == 0;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static uint32_t word_at(const struct wr_source *source, size_t offset)
{
    struct wr_reader reader = {source->data, source->size, offset, false};
    return wr_reader_u32(&reader);
}

static enum wr_result check_start(struct wr_context *context, const struct wr_source *source)
{
    if (!wr_bwm_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "bwm-magic", NULL,
                       "the file does not start with '%s'", magic);
    if (source->size < WR_BWM_HEADER_SIZE)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "bwm-truncated", NULL,
                       "the header takes %d bytes, the file has %zu", WR_BWM_HEADER_SIZE,
                       source->size);
    uint32_t type = word_at(source, TYPE_AT);
    if (type != TYPE_ROOM && type != TYPE_PLACED)
        return wr_fail(context, WR_INVALID, wr_at(source, TYPE_AT), "bwm-type", NULL,
                       "the walkmesh type is %" PRIu32 ", not 0 or 1", type);
    return WR_OK;
}

static enum wr_result check_fit(struct wr_context *context, const struct wr_source *source,
                                const struct wr_bwm_table *all, int t)
{
    if (all[t].count == 0)
        return WR_OK;
    struct wr_reader reader = {source->data, source->size, 0, false};
    wr_where where = wr_at(source, wr_bwm_tables[t].offset_at);
    if (!wr_reader_fits(&reader, all[t].offset, all[t].count, wr_bwm_tables[t].stride))
        return wr_fail(
            context, WR_SYNTAX, where, "bwm-truncated", NULL,
            "the %s table takes %" PRIu64 " bytes from 0x%" PRIx32 ", the file has %zu",
            wr_bwm_tables[t].name, wr_bwm_table_size(all, t), all[t].offset, source->size);
    if (all[t].offset < WR_BWM_HEADER_SIZE)
        return wr_fail(context, WR_SYNTAX, where, "bwm-overlap", NULL,
                       "the %s table starts within the header", wr_bwm_tables[t].name);
    return WR_OK;
}

static enum wr_result check_overlap(struct wr_context *context, const struct wr_source *source,
                                    const struct wr_bwm_table *all)
{
    enum wr_result result = WR_OK;
    for (int a = 0; a < WR_BWM_TABLES; a++)
        for (int b = 0; b < a; b++)
            if (all[a].count > 0 && all[b].count > 0 &&
                all[a].offset < all[b].offset + wr_bwm_table_size(all, b) &&
                all[b].offset < all[a].offset + wr_bwm_table_size(all, a))
                result = wr_fail(context, WR_SYNTAX, wr_at(source, wr_bwm_tables[a].offset_at),
                                 "bwm-overlap", NULL, "the %s and %s tables overlap",
                                 wr_bwm_tables[b].name, wr_bwm_tables[a].name);
    return result;
}

/* Edges, 3 a face, have 31 bits. No file has more faces: of the four tables with a row a face
 * only one can end beyond what offsets say, and the others take at least 20 bytes a face. */
static_assert(UINT32_MAX / 20 <= INT32_MAX / 3, "each edge has a number");

static enum wr_result check_counts(struct wr_context *context, const struct wr_source *source,
                                   const struct wr_bwm_table *all)
{
    if (all[WR_BWM_ADJACENCY].count > all[WR_BWM_FACES].count)
        return wr_fail(context, WR_INVALID,
                       wr_at(source, wr_bwm_tables[WR_BWM_ADJACENCY].count_at),
                       "bwm-adjacency-count", NULL,
                       "%" PRIu32 " faces are walkable, but there are only %" PRIu32 " faces",
                       all[WR_BWM_ADJACENCY].count, all[WR_BWM_FACES].count);
    return WR_OK;
}

static enum wr_result read_tables(struct wr_context *context, const struct wr_source *source,
                                  struct wr_bwm_table *all)
{
    enum wr_result result = WR_OK;
    for (int t = 0; t < WR_BWM_TABLES; t++) {
        all[t].count = word_at(source, wr_bwm_tables[t].count_at);
        all[t].offset = word_at(source, wr_bwm_tables[t].offset_at);
        enum wr_result fit = check_fit(context, source, all, t);
        result = result == WR_OK ? fit : result;
    }
    if (result == WR_OK)
        result = check_overlap(context, source, all);
    if (result == WR_OK)
        result = check_counts(context, source, all);
    return result;
}

enum wr_result wr_bwm_frame(struct wr_context *context, const struct wr_source *source,
                            struct wr_bwm_table *all)
{
    enum wr_result result = check_start(context, source);
    return result == WR_OK ? read_tables(context, source, all) : result;
}

enum wr_walkmesh_kind wr_bwm_kind(const struct wr_source *source)
{
    if (word_at(source, TYPE_AT) == TYPE_ROOM)
        return WR_WOK;
    size_t length = source->name ? strlen(source->name) : 0;
    bool door = length >= 4 && wr_text_same(source->name + length - 4, ".dwk");
    return door ? WR_DWK : WR_PWK;
}

/* ---- Writing ----------------------------------------------------------------------------- */

bool wr_bwm_arrange(const struct wr_walkmesh *mesh, struct wr_bwm_table *all, uint64_t *size)
{
    const uint32_t counts[WR_BWM_TABLES] = {
        [WR_BWM_VERTICES] = mesh->vertex_count,      [WR_BWM_FACES] = mesh->face_count,
        [WR_BWM_MATERIALS] = mesh->face_count,       [WR_BWM_NORMALS] = mesh->face_count,
        [WR_BWM_DISTANCES] = mesh->face_count,       [WR_BWM_NODES] = mesh->node_count,
        [WR_BWM_ADJACENCY] = mesh->walkable_count,   [WR_BWM_EDGES] = mesh->edge_count,
        [WR_BWM_PERIMETERS] = mesh->perimeter_count,
    };
    uint64_t at = WR_BWM_HEADER_SIZE;
    for (int t = 0; t < WR_BWM_TABLES; t++) {
        bool nowhere = counts[t] == 0 && mesh->kind != WR_WOK;
        all[t] = (struct wr_bwm_table){counts[t], nowhere ? 0 : (uint32_t)at};
        at += wr_bwm_table_size(all, t);
    }
    *size = at;
    return at <= UINT32_MAX;
}

enum wr_result wr_bwm_fail_size(struct wr_context *context, wr_where where,
                                const struct wr_walkmesh *mesh, uint64_t size)
{
    return wr_fail(context, WR_LIMIT, where, "bwm-too-large", "cut it into several rooms",
                   "with %" PRIu32 " faces the walkmesh would take %" PRIu64
                   " bytes, more than the offsets of a file can say",
                   mesh->face_count, size);
}

void wr_bwm_header(const struct wr_walkmesh *mesh, const struct wr_bwm_table *all,
                   uint8_t out[WR_BWM_HEADER_SIZE])
{
    uint32_t words[WR_BWM_HEADER_SIZE / 4] = {0};
    memcpy(words, magic, MAGIC_SIZE);
    words[TYPE_AT / 4] = mesh->kind == WR_WOK ? TYPE_ROOM : TYPE_PLACED;
    memcpy(words + 3, mesh->relative_hooks, sizeof mesh->relative_hooks);
    memcpy(words + 9, mesh->absolute_hooks, sizeof mesh->absolute_hooks);
    memcpy(words + 15, &mesh->position, sizeof mesh->position);
    for (int t = 0; t < WR_BWM_TABLES; t++) {
        words[wr_bwm_tables[t].count_at / 4] = all[t].count;
        words[wr_bwm_tables[t].offset_at / 4] = all[t].offset;
    }
    wr_words_little(words + TYPE_AT / 4, (WR_BWM_HEADER_SIZE - TYPE_AT) / 4);
    memcpy(out, words, WR_BWM_HEADER_SIZE);
}
