/* Blocks: in the frame of their objects, or, in a build file, in the world. */
#include "core/wmp/writing.h"

#include "core/base/bytes.h"
#include "core/wmp/mapping.h"

#include <inttypes.h>

enum { VERTICES_A_LINE = 3 };

struct block_writing {
    struct wr_wmp_writing *writing;
    const wr_wmp_block *block;
    const wr_wmp_place *place;
    bool turned; /* loops are written backwards: the place mirrors them */
};

static wr_dvec3 in_world(const struct block_writing *b, const wr_wmp_face *face,
                         uint32_t corner)
{
    uint32_t vertex = b->block->corners[face->first + corner];
    return wr_wmp_place_point(b->place, b->block->vertices[vertex]);
}

/* Of a face in the world, as long as twice its area. */
static wr_dvec3 normal_of(const struct block_writing *b, const wr_wmp_face *face)
{
    wr_dvec3 normal = {0, 0, 0}, origin = in_world(b, face, 0);
    for (uint32_t i = 1; i + 1 < face->count; i++)
        normal = wr_add(normal, wr_cross(wr_sub(in_world(b, face, i), origin),
                                         wr_sub(in_world(b, face, i + 1), origin)));
    return normal;
}

static void put_vertices(const struct block_writing *b)
{
    struct wr_wmp_writing *writing = b->writing;
    for (uint32_t v = 0; v < b->block->vertex_count; v++) {
        wr_dvec3 at = b->block->vertices[v];
        if (v % VERTICES_A_LINE == 0)
            wr_wmp_begin_line(writing);
        wr_wmp_put_point(writing, writing->build ? wr_wmp_place_point(b->place, at) : at);
        if (v % VERTICES_A_LINE == VERTICES_A_LINE - 1 || v + 1 == b->block->vertex_count)
            wr_wmp_end_line(writing);
        else
            wr_wmp_put_text(writing, "   ");
    }
}

static void put_vectors(const struct block_writing *b, const wr_wmp_face *face)
{
    struct wr_wmp_writing *writing = b->writing;
    double vectors[2][4];
    if (writing->build)
        wr_wmp_texture_vectors(writing->level, face, normal_of(b, face), vectors);
    else
        wr_wmp_stored_vectors(face, normal_of(b, face), vectors);
    for (int i = 0; i < 2; i++) {
        wr_wmp_put_text(writing, " ( ");
        wr_wmp_put_numbers(writing, vectors[i], 4);
        wr_wmp_put_text(writing, " )");
    }
}

static void put_mapping(const struct block_writing *b, const wr_wmp_face *face)
{
    struct wr_wmp_writing *writing = b->writing;
    if (face->has_places && !writing->build)
        wr_wmp_lose(writing, WR_WMP_LOST_PICTURE);
    if (face->has_places && writing->build) {
        wr_wmp_put_text(writing, " [ ");
        wr_wmp_put_numbers(writing, face->places, 6);
        wr_wmp_put_text(writing, " ]");
    }
    put_vectors(b, face);
    if (writing->build)
        return;
    const double numbers[5] = {face->offset[0], face->offset[1], face->rotation, face->scale[0],
                               face->scale[1]};
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_numbers(writing, numbers, 5);
}

static void put_face(const struct block_writing *b, const wr_wmp_face *face)
{
    struct wr_wmp_writing *writing = b->writing;
    const uint32_t *corners = b->block->corners + face->first;
    uint32_t unsaid = writing->build ? WR_WMP_IMPORTED : 0; /* its places say so */
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%" PRIu32 " ", face->count);
    for (uint32_t i = 0; i < face->count; i++)
        wr_bytes_print(writing->out, " %" PRIu32, corners[b->turned ? face->count - 1 - i : i]);
    wr_wmp_put_text(writing, " : ");
    wr_wmp_put_word(writing, face->texture);
    put_mapping(b, face);
    wr_wmp_put_text(writing, " : ");
    wr_wmp_put_flags(writing, face->flags & ~unsaid);
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_numbers(writing, (const double[2]){face->ambient, face->albedo}, 2);
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_word(writing, face->material);
    wr_wmp_end_line(writing);
}

static void put_count(struct wr_wmp_writing *writing, const char *what, uint32_t count)
{
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%s%" PRIu32, what, count);
    wr_wmp_end_line(writing);
}

/* A plane that the others leave nothing of is no face: readers want three corners. */
static bool bounds(const wr_wmp_face *face)
{
    return face->count > 0;
}

static uint32_t count_bounds(const wr_wmp_block *block)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < block->face_count; f++)
        count += bounds(&block->faces[f]);
    return count;
}

void wr_wmp_write_block(struct wr_wmp_writing *writing, uint32_t block)
{
    struct block_writing b = {writing, &writing->level->blocks[block],
                              &writing->places.blocks[block], false};
    writing->where = b.block->where;
    b.turned = writing->build && wr_wmp_place_mirrors(b.place);
    put_count(writing, "vertices ", b.block->vertex_count);
    put_count(writing, "faces ", count_bounds(b.block));
    put_vertices(&b);
    for (uint32_t f = 0; f < b.block->face_count; f++)
        if (bounds(&b.block->faces[f]))
            put_face(&b, &b.block->faces[f]);
    wr_wmp_open_record(writing, "{", NULL);
    wr_wmp_put_flags_line(writing, b.block->flags);
    wr_wmp_put_name_line(writing, b.block->function);
    put_count(writing, "", b.block->index);
    wr_wmp_close_record(writing);
}
