/* Vertices, faces and the lines behind them. Source: formats/wmp, 1.2. */
#include "core/wmp/read_block.h"

#include "core/wmp/planes.h"

#include <inttypes.h>
#include <string.h>

enum { SHORTEST_VERTEX = 6, SHORTEST_FACE = 8 }; /* bytes: "0 0 0 " */

struct block_reading {
    struct wr_wmp_lexis *body;
    wr_wmp_block block;
    bool planes;
};

static struct wr_arena *arena_of(const struct block_reading *r)
{
    return r->body->making->arena;
}

static bool no_memory(struct block_reading *r)
{
    r->body->making->result = wr_no_memory(r->body->making->context);
    r->body->failed = true;
    return false;
}

/* ---- Counts and vertices ----------------------------------------------------------------- */

static bool read_count(struct block_reading *r, const char *word, size_t shortest,
                       uint32_t *count)
{
    if (!wr_wmp_expect(r->body, word))
        return false;
    wr_view at = wr_wmp_peek(r->body);
    if (!wr_wmp_whole(r->body, count))
        return false;
    if (*count <= r->body->rest.size / shortest + 1)
        return true;
    return wr_wmp_fail(r->body, at, "wmp-short", "copy the file again from where it came",
                       "the block says it has %" PRIu32 " %s, which it has no room for", *count,
                       word);
}

static bool read_vertices(struct block_reading *r)
{
    wr_wmp_block *block = &r->block;
    if (!read_count(r, "vertices", SHORTEST_VERTEX, &block->vertex_count) ||
        !read_count(r, "faces", SHORTEST_FACE, &block->face_count))
        return false;
    block->vertices = WR_TAKE(arena_of(r), wr_dvec3, block->vertex_count);
    block->faces = WR_ZERO(arena_of(r), wr_wmp_face, block->face_count);
    if (!block->vertices || !block->faces)
        return no_memory(r);
    for (uint32_t v = 0; v < block->vertex_count; v++)
        if (!wr_wmp_point(r->body, &block->vertices[v]))
            return false;
    return true;
}

/* ---- Faces ------------------------------------------------------------------------------- */

static bool read_corner(struct block_reading *r, struct wr_wmp_lexis *line)
{
    wr_wmp_block *block = &r->block;
    wr_view at = wr_wmp_peek(line);
    uint32_t corner;
    if (!wr_wmp_whole(line, &corner))
        return false;
    if (corner >= block->vertex_count)
        return wr_wmp_fail(line, at, "wmp-range", "corners are vertices of the block, from 0",
                           "the block has %" PRIu32 " vertices and none is number %" PRIu32,
                           block->vertex_count, corner);
    uint32_t *corners =
        wr_arena_more(arena_of(r), block->corners, block->corner_count, sizeof *corners);
    if (!corners)
        return no_memory(r);
    block->corners = corners;
    corners[block->corner_count++] = corner;
    return true;
}

static bool read_corners(struct block_reading *r, struct wr_wmp_lexis *line, wr_wmp_face *face)
{
    wr_view at = wr_wmp_peek(line);
    if (!wr_wmp_whole(line, &face->count))
        return false;
    if (face->count < 3)
        return wr_wmp_fail(line, at, "wmp-range", "a face has three corners or more",
                           "the face has %" PRIu32 " corners", face->count);
    face->first = r->block.corner_count;
    for (uint32_t i = 0; i < face->count; i++)
        if (!read_corner(r, line))
            return false;
    return wr_wmp_expect(line, ":");
}

static bool read_plane(struct block_reading *r, struct wr_wmp_lexis *line, wr_wmp_face *face)
{
    wr_dvec3 *points = WR_TAKE(arena_of(r), wr_dvec3, 3);
    if (!points)
        return no_memory(r);
    face->plane = points;
    return wr_wmp_point(line, &points[0]) && wr_wmp_point(line, &points[1]) &&
           wr_wmp_point(line, &points[2]);
}

static bool begins_with(const struct wr_wmp_lexis *line, char c)
{
    wr_view word = wr_wmp_peek(line);
    return word.size > 0 && *word.data == c;
}

/* What lies between the texture and the last colon. */
static bool read_mapping(struct wr_wmp_lexis *line, wr_wmp_face *face)
{
    double numbers[5] = {0, 0, 0, 1, 1};
    face->has_places = begins_with(line, '[');
    if (face->has_places && !wr_wmp_numbers(line, face->places, 6))
        return false;
    face->has_vectors = begins_with(line, '(');
    if (face->has_vectors && !(wr_wmp_numbers(line, face->vectors[0], 4) &&
                               wr_wmp_numbers(line, face->vectors[1], 4)))
        return false;
    if (!wr_view_is(wr_wmp_peek(line), ":") && !wr_wmp_numbers(line, numbers, 5))
        return false;
    memcpy(face->offset, numbers, sizeof face->offset);
    face->rotation = numbers[2];
    memcpy(face->scale, numbers + 3, sizeof face->scale);
    return wr_wmp_expect(line, ":");
}

static bool read_face(struct block_reading *r, wr_view item, wr_wmp_face *face)
{
    struct wr_wmp_lexis line = *r->body;
    line.rest = item;
    line.record = "face";
    line.start = wr_wmp_offset(&line, item);
    face->where = wr_at(line.making->source, line.start);
    bool fine = r->planes ? read_plane(r, &line, face) : read_corners(r, &line, face);
    wr_view texture = wr_wmp_word(&line);
    face->texture = fine ? wr_wmp_text(line.making, texture) : NULL;
    face->texture = face->texture ? face->texture : "#default";
    fine = fine && read_mapping(&line, face) && wr_wmp_bits(&line, &face->flags) &&
           wr_wmp_numbers(&line, &face->ambient, 1) && wr_wmp_numbers(&line, &face->albedo, 1);
    face->material = fine ? wr_wmp_text(line.making, wr_wmp_word(&line)) : NULL;
    r->body->failed |= line.failed;
    return fine;
}

static bool read_faces(struct block_reading *r)
{
    for (uint32_t f = 0; f < r->block.face_count; f++) {
        wr_view item = wr_wmp_item(r->body);
        if (!read_face(r, item, &r->block.faces[f]))
            return false;
    }
    return true;
}

static bool read_planes(struct block_reading *r)
{
    wr_wmp_block *block = &r->block;
    while (begins_with(r->body, '(')) {
        wr_view item = wr_wmp_item(r->body);
        if (block->face_count == WR_WMP_MOST_PLANES)
            return wr_wmp_fail(r->body, item, "wmp-large", "cut the block into several",
                               "the block has more than %d planes", WR_WMP_MOST_PLANES);
        wr_wmp_face *faces =
            wr_arena_more(arena_of(r), block->faces, block->face_count, sizeof *faces);
        if (!faces)
            return no_memory(r);
        block->faces = faces;
        memset(&faces[block->face_count], 0, sizeof *faces);
        if (!read_face(r, item, &faces[block->face_count++]))
            return false;
    }
    return true;
}

/* ---- Blocks ------------------------------------------------------------------------------ */

static bool read_tail(struct block_reading *r)
{
    wr_wmp_block *block = &r->block;
    struct wr_wmp_lexis tail;
    if (!wr_wmp_body(r->body, wr_wmp_peek(r->body), "block", &tail) ||
        !wr_wmp_bits(&tail, &block->flags) || !wr_wmp_name(&tail, &block->function))
        return false;
    block->index = r->body->making->level->block_count;
    return wr_wmp_peek(&tail).size == 0 || wr_wmp_whole(&tail, &block->index);
}

static bool make_vertices(struct block_reading *r)
{
    int faces = wr_wmp_make_vertices(arena_of(r), &r->block);
    if (faces < 0)
        return no_memory(r);
    if (faces >= 4)
        return true;
    wr_view start = {(const char *)r->body->making->source->data + r->body->start, 0};
    return wr_wmp_fail(r->body, start, "wmp-planes",
                       "three points of a plane turn right as seen from outside",
                       "the planes of the block enclose nothing");
}

bool wr_wmp_read_block(struct wr_wmp_lexis *body)
{
    struct block_reading r = {.body = body, .planes = begins_with(body, '(')};
    bool fine = r.planes ? read_planes(&r) : read_vertices(&r) && read_faces(&r);
    fine = fine && read_tail(&r) && (!r.planes || make_vertices(&r));
    wr_wmp_block *block = wr_wmp_add_block(body->making, body->start);
    if (!block)
        return false;
    wr_where where = block->where;
    *block = fine ? r.block : (wr_wmp_block){0};
    block->where = where;
    return fine;
}
