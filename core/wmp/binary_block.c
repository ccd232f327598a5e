/* Vertices, corners, and what is said of some of the faces. */
#include "core/wmp/binary_block.h"

#include <inttypes.h>

enum { NO_CORNERS = 3 };

static bool no_memory(struct wr_wmp_chunks *chunks)
{
    chunks->making->result = wr_no_memory(chunks->making->context);
    chunks->failed = true;
    return false;
}

static uint32_t count_of(const struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk)
{
    struct wr_reader reader = {chunks->making->source->data + chunk->at, chunk->end - chunk->at,
                               0, false};
    return wr_reader_u32(&reader);
}

static bool read_vertices(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                          wr_wmp_block *block)
{
    uint32_t count = count_of(chunks, chunk);
    if (block->vertices)
        return wr_wmp_chunk_fail(chunks, chunk->offset, "wmp-chunk",
                                 "the block has its vertices twice");
    if (!wr_wmp_holds(chunks, chunk, 4, count, sizeof(wr_dvec3)))
        return false;
    block->vertices = WR_TAKE(chunks->making->arena, wr_dvec3, count);
    if (!block->vertices)
        return no_memory(chunks);
    block->vertex_count = count;
    for (uint32_t v = 0; v < count; v++) {
        double numbers[3];
        if (!wr_wmp_doubles(chunks, chunk, 4 + v * sizeof(wr_dvec3), numbers, 3))
            return false;
        block->vertices[v] = (wr_dvec3){numbers[0], numbers[1], numbers[2]};
    }
    return true;
}

static bool read_corners(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                         struct wr_reader *reader, wr_wmp_block *block, wr_wmp_face *face)
{
    size_t offset = chunk->at + reader->at;
    face->texture = "#default";
    face->scale[0] = face->scale[1] = 1;
    face->where = wr_at(chunks->making->source, offset);
    face->first = block->corner_count;
    face->count = wr_reader_u16(reader);
    if (face->count < NO_CORNERS || !wr_reader_fits(reader, reader->at, face->count, 2))
        return wr_wmp_chunk_fail(chunks, offset, "wmp-range",
                                 "the face has less than three corners, or more than follow");
    for (uint32_t i = 0; i < face->count; i++) {
        uint32_t corner = wr_reader_u16(reader);
        if (corner >= block->vertex_count)
            return wr_wmp_chunk_fail(chunks, chunk->at + reader->at - 2, "wmp-range",
                                     "the block has no vertex of this number");
        block->corners[block->corner_count++] = corner;
    }
    return true;
}

static bool read_faces(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                       wr_wmp_block *block)
{
    uint32_t count = count_of(chunks, chunk);
    if (block->faces)
        return wr_wmp_chunk_fail(chunks, chunk->offset, "wmp-chunk",
                                 "the block has its faces twice");
    if (!wr_wmp_holds(chunks, chunk, 4, count, 8))
        return false;
    size_t size = chunk->end - chunk->at;
    struct wr_reader reader = {chunks->making->source->data + chunk->at, size, 4, false};
    block->faces = WR_ZERO(chunks->making->arena, wr_wmp_face, count);
    block->corners = WR_TAKE(chunks->making->arena, uint32_t, size / 2);
    if (!block->faces || !block->corners)
        return no_memory(chunks);
    block->face_count = count;
    for (uint32_t f = 0; f < count; f++)
        if (!read_corners(chunks, chunk, &reader, block, &block->faces[f]))
            return false;
    return true;
}

/* ---- What is said of a face -------------------------------------------------------------- */

static void read_vectors(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                         wr_wmp_face *face)
{
    face->has_vectors = wr_wmp_doubles(chunks, chunk, 0, face->vectors[0], 4) &&
                        wr_wmp_doubles(chunks, chunk, 32, face->vectors[1], 4);
}

static void read_mapping(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                         wr_wmp_face *face)
{
    if (wr_wmp_doubles(chunks, chunk, 0, face->offset, 2) &&
        wr_wmp_doubles(chunks, chunk, 16, &face->rotation, 1))
        wr_wmp_doubles(chunks, chunk, 24, face->scale, 2);
}

static bool read_face(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                      wr_wmp_block *block)
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 16, &head, &inside))
        return false;
    uint32_t number = wr_reader_u32(&head);
    if (number >= block->face_count)
        return wr_wmp_chunk_fail(chunks, record->at, "wmp-range",
                                 "the block has no face of this number");
    wr_wmp_face *face = &block->faces[number];
    face->flags = wr_reader_u32(&head);
    face->ambient = wr_reader_f32(&head);
    face->albedo = wr_reader_f32(&head);
    if (!isfinite(face->ambient) || !isfinite(face->albedo))
        return wr_wmp_chunk_fail(chunks, record->at + 8, "wmp-number",
                                 "this is not a finite number");
    while (wr_wmp_next(&inside, &chunk)) {
        if (wr_wmp_is_chunk(&chunk, 0x03, WR_WMP_STRING)) {
            const char *texture = wr_wmp_string(&inside, &chunk);
            face->texture = texture ? texture : face->texture;
        } else if (wr_wmp_is_chunk(&chunk, 0x05, WR_WMP_ARRAY)) {
            read_vectors(&inside, &chunk, face);
        } else if (wr_wmp_is_chunk(&chunk, 0x09, WR_WMP_ARRAY)) {
            read_mapping(&inside, &chunk, face);
        } else if (wr_wmp_is_chunk(&chunk, 0x07, WR_WMP_ARRAY)) {
            face->has_places =
                wr_wmp_doubles(&inside, &chunk, 4, face->places, 6); /* behind their count */
        } else if (wr_wmp_is_chunk(&chunk, 0x08, WR_WMP_STRING)) {
            face->material = wr_wmp_string(&inside, &chunk);
        }
    }
    return !inside.failed;
}

bool wr_wmp_read_block_record(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                              wr_wmp_block *block)
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 8, &head, &inside))
        return false;
    block->index = wr_reader_u32(&head);
    block->flags = wr_reader_u32(&head);
    while (wr_wmp_next(&inside, &chunk)) {
        bool fine = true;
        if (wr_wmp_is_chunk(&chunk, 0x08, WR_WMP_STRING))
            block->function = wr_wmp_string(&inside, &chunk);
        else if (wr_wmp_is_chunk(&chunk, 0x01, WR_WMP_ARRAY))
            fine = read_vertices(&inside, &chunk, block);
        else if (wr_wmp_is_chunk(&chunk, 0x11, WR_WMP_ARRAY))
            fine = read_faces(&inside, &chunk, block);
        else if (wr_wmp_is_chunk(&chunk, 0x12, WR_WMP_ARRAY))
            fine = read_face(&inside, &chunk, block);
        inside.failed |= !fine;
    }
    return !inside.failed;
}
