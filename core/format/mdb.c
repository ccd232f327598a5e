/* The walkmesh of a model: "NWN2", two u16 of a version, u32 packets, a row {type, offset} for
 * each; a packet is its type, u32 size, char name[32], u32, u32 vertices, u32 faces, then
 * vertices of three f32 and faces of three u16 and four bytes of flags. */
#include "core/format/mdb.h"

#include "core/base/bytes.h"
#include "core/base/math.h"

#include <inttypes.h>
#include <string.h>

enum {
    COUNT_AT = 8,
    HEADER = 12,
    ROW = 8,
    NAME = 32,
    WALK_HEADER = 52,
    VERTEX = 12,
    FACE = 10
};

bool wr_mdb_recognise(const uint8_t *data, size_t size)
{
    return size >= HEADER && memcmp(data, "NWN2", 4) == 0;
}

static enum wr_result is_short(struct wr_context *context, const struct wr_source *source,
                               size_t at, const char *what)
{
    return wr_fail(context, WR_SYNTAX, wr_at(source, at), "mdb-short", NULL,
                   "%s ends behind the end of the file", what);
}

static enum wr_result read_faces(struct wr_context *context, const struct wr_source *source,
                                 struct wr_reader *bytes, wr_face *faces,
                                 const wr_triangles *out)
{
    for (uint32_t i = 0; i < out->face_count; i++) {
        size_t at = bytes->at;
        for (int k = 0; k < 3; k++) {
            faces[i].v[k] = wr_reader_u16(bytes);
            if (faces[i].v[k] >= out->vertex_count)
                return wr_fail(context, WR_INVALID, wr_at(source, at), "mdb-vertex", NULL,
                               "face %" PRIu32 " names vertex %" PRIu32 " of %" PRIu32, i,
                               faces[i].v[k], out->vertex_count);
        }
        wr_reader_u32(bytes);
    }
    return WR_OK;
}

static enum wr_result read_walk(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, size_t at, wr_triangles *out)
{
    struct wr_reader bytes = {source->data, source->size, at, false};
    if (!wr_reader_fits(&bytes, at, 1, WALK_HEADER))
        return is_short(context, source, at, "a walkmesh");
    bytes.at = at + WALK_HEADER - 2 * sizeof(uint32_t);
    out->vertex_count = wr_reader_u32(&bytes);
    out->face_count = wr_reader_u32(&bytes);
    if (!wr_reader_fits(&bytes, bytes.at, out->vertex_count, VERTEX) ||
        !wr_reader_fits(&bytes, bytes.at + (size_t)VERTEX * out->vertex_count, out->face_count,
                        FACE))
        return is_short(context, source, at, "a walkmesh");
    wr_vec3 *vertices = WR_TAKE(arena, wr_vec3, out->vertex_count);
    wr_face *faces = WR_TAKE(arena, wr_face, out->face_count);
    if (!vertices || !faces)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < out->vertex_count; i++) {
        size_t here = bytes.at;
        vertices[i] = wr_reader_vec3(&bytes);
        if (!wr_vec3_finite(vertices[i]))
            return wr_fail(context, WR_INVALID, wr_at(source, here), "mdb-vertex", NULL,
                           "vertex %" PRIu32 " is no point", i);
    }
    out->vertices = vertices;
    out->faces = faces;
    return read_faces(context, source, &bytes, faces, out);
}

enum wr_result wr_mdb_read_walk(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, wr_triangles *out)
{
    struct wr_reader bytes = {source->data, source->size, COUNT_AT, false};
    *out = (wr_triangles){0};
    if (!wr_mdb_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "mdb-short", NULL,
                       "the file does not start with 'NWN2' and a header");
    uint32_t count = wr_reader_u32(&bytes);
    if (!wr_reader_fits(&bytes, HEADER, count, ROW))
        return is_short(context, source, COUNT_AT, "the table");
    for (uint32_t i = 0; i < count; i++) {
        size_t row = HEADER + (size_t)ROW * i;
        bytes.at = row + 4;
        uint32_t at = wr_reader_u32(&bytes);
        if (memcmp(source->data + row, "WALK", 4) == 0)
            return read_walk(context, arena, source, at, out);
    }
    return WR_OK;
}
