/* A packet is read: how long its parts are is asked here, what they say in ranges.c.
 * Source: formats/aswm, 2. */
#include "core/aswm/ranges.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"

#include <inttypes.h>
#include <string.h>

enum {
    VERTEX_SIZE = 12,
    EDGE_SIZE = 16,
    TRIANGLE_SIZE = 64,
    TILE_LEAST = 74,
    ISLAND_LEAST = 40,
    ROUTE_SIZE = 8,
};

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct wr_aswm *mesh;
    struct wr_reader bytes;
};

/* ---- Faults ------------------------------------------------------------------------------ */

static enum wr_result refuse(const struct reader *reader, size_t at, const char *slug,
                             const char *what)
{
    return wr_fail(reader->context, WR_INVALID, wr_at(reader->source, at), slug, NULL, "%s",
                   what);
}

static enum wr_result ends_within(const struct reader *reader, const char *what)
{
    return wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, reader->source->size),
                   "aswm-short", NULL, "the walkmesh ends within %s", what);
}

/* Says that `count` things cannot be, which take at least `stride` bytes each. */
static enum wr_result room_for(const struct reader *reader, uint64_t count, uint64_t stride,
                               const char *what)
{
    if (wr_reader_fits(&reader->bytes, reader->bytes.at, count, stride))
        return WR_OK;
    return wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, reader->bytes.at),
                   "aswm-short", NULL,
                   "there cannot be %" PRIu64 " %s in the %zu bytes that are left", count, what,
                   reader->source->size - reader->bytes.at);
}

/* ---- Vertices, edges, triangles ---------------------------------------------------------- */

static enum wr_result read_header(struct reader *reader)
{
    struct wr_aswm *mesh = reader->mesh;
    uint32_t version = wr_reader_u32(&reader->bytes);
    if (!reader->bytes.failed && version != WR_ASWM_VERSION)
        return wr_fail(reader->context, WR_LIMIT, wr_at(reader->source, 0), "aswm-version",
                       "bake the area again with today's toolset",
                       "the walkmesh is of version 0x%" PRIx32 "; known is 0x%x", version,
                       WR_ASWM_VERSION);
    const uint8_t *name = wr_reader_take(&reader->bytes, WR_ASWM_NAME);
    const uint8_t *owns = wr_reader_take(&reader->bytes, 1);
    mesh->vertex_count = wr_reader_u32(&reader->bytes);
    mesh->edge_count = wr_reader_u32(&reader->bytes);
    mesh->triangle_count = wr_reader_u32(&reader->bytes);
    mesh->face_offset = wr_reader_u32(&reader->bytes);
    if (reader->bytes.failed)
        return ends_within(reader, "its header");
    memcpy(mesh->name, name, WR_ASWM_NAME);
    if (*owns != 1)
        return refuse(reader, 4 + WR_ASWM_NAME, "aswm-owner",
                      "the walkmesh says that its data is not its own");
    return WR_OK;
}

/* `count` records of whole words, a slice at a time. */
static enum wr_result read_records(struct reader *reader, void *out, uint32_t count,
                                   size_t stride)
{
    uint8_t *to = out;
    size_t size = (size_t)count * stride;
    for (size_t at = 0; at < size && !wr_context_stopped(reader->context);
         at += wr_slice(size - at))
        wr_reader_words(&reader->bytes, to + at, wr_slice(size - at) / 4);
    return wr_context_whole(reader->context, WR_OK);
}

/* The last word of a triangle is two halves. */
static void split_halves(struct wr_aswm *mesh)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        wr_aswm_triangle *triangle = &mesh->triangles[i];
        uint32_t word;
        memcpy(&word, &triangle->island, sizeof word);
        triangle->island = (uint16_t)(word & UINT16_MAX);
        triangle->flags = (uint16_t)(word >> 16);
    }
}

static enum wr_result read_mesh(struct reader *reader)
{
    struct wr_aswm *mesh = reader->mesh;
    _Static_assert(sizeof(wr_aswm_edge) == EDGE_SIZE && sizeof(wr_vec3) == VERTEX_SIZE &&
                       sizeof(wr_aswm_triangle) == TRIANGLE_SIZE,
                   "records lie in memory as they do in the packet");
    uint64_t size = (uint64_t)VERTEX_SIZE * mesh->vertex_count +
                    (uint64_t)EDGE_SIZE * mesh->edge_count +
                    (uint64_t)TRIANGLE_SIZE * mesh->triangle_count;
    enum wr_result result = room_for(reader, size, 1, "bytes of vertices, edges and triangles");
    if (result != WR_OK)
        return result;
    mesh->vertices = WR_TAKE(reader->arena, wr_vec3, mesh->vertex_count);
    mesh->edges = WR_TAKE(reader->arena, wr_aswm_edge, mesh->edge_count);
    mesh->triangles = WR_TAKE(reader->arena, wr_aswm_triangle, mesh->triangle_count);
    if (!mesh->vertices || !mesh->edges || !mesh->triangles)
        return wr_no_memory(reader->context);
    result = read_records(reader, mesh->vertices, mesh->vertex_count, VERTEX_SIZE);
    if (result == WR_OK)
        result = read_records(reader, mesh->edges, mesh->edge_count, EDGE_SIZE);
    if (result == WR_OK)
        result = read_records(reader, mesh->triangles, mesh->triangle_count, TRIANGLE_SIZE);
    if (result == WR_OK)
        split_halves(mesh);
    return result;
}

/* ---- Tiles ------------------------------------------------------------------------------- */

static enum wr_result read_grid(struct reader *reader)
{
    struct wr_aswm *mesh = reader->mesh;
    mesh->flags = wr_reader_u32(&reader->bytes);
    mesh->tile_width = wr_reader_f32(&reader->bytes);
    mesh->height = wr_reader_u32(&reader->bytes);
    mesh->width = wr_reader_u32(&reader->bytes);
    if (reader->bytes.failed)
        return ends_within(reader, "the size of its grid");
    uint64_t count = (uint64_t)mesh->height * mesh->width;
    enum wr_result result = room_for(reader, count, TILE_LEAST, "tiles");
    if (result != WR_OK)
        return result;
    mesh->tiles = WR_ZERO(reader->arena, wr_aswm_tile, (size_t)count);
    return mesh->tiles ? WR_OK : wr_no_memory(reader->context);
}

static enum wr_result read_inverse(struct reader *reader, wr_aswm_table *table)
{
    uint32_t *locals = WR_TAKE(reader->arena, uint32_t, table->node_count);
    if (!locals)
        return wr_no_memory(reader->context);
    wr_reader_words(&reader->bytes, locals, table->node_count);
    table->node_to_local = locals;
    return WR_OK;
}

static enum wr_result read_table(struct reader *reader, wr_aswm_table *table)
{
    size_t at = reader->bytes.at;
    uint32_t compression = wr_reader_u32(&reader->bytes);
    table->local_count = wr_reader_u32(&reader->bytes);
    const uint8_t *nodes = wr_reader_take(&reader->bytes, 1);
    uint32_t runs = wr_reader_u32(&reader->bytes);
    if (reader->bytes.failed)
        return ends_within(reader, "a tile");
    if (compression != 0 || runs != 0)
        return refuse(reader, at, "aswm-compressed",
                      "the table of a tile is compressed, which no known file has");
    table->node_count = *nodes;
    table->local_to_node = wr_reader_take(&reader->bytes, table->local_count);
    enum wr_result result = read_inverse(reader, table);
    table->next = wr_reader_take(&reader->bytes, (size_t)table->node_count * table->node_count);
    return result;
}

static enum wr_result read_tile(struct reader *reader, wr_aswm_tile *tile)
{
    tile->at = (uint32_t)reader->bytes.at;
    const uint8_t *name = wr_reader_take(&reader->bytes, WR_ASWM_NAME);
    const uint8_t *owns = wr_reader_take(&reader->bytes, 1);
    tile->vertex_count = wr_reader_u32(&reader->bytes);
    tile->edge_count = wr_reader_u32(&reader->bytes);
    tile->triangle_count = wr_reader_u32(&reader->bytes);
    tile->size[0] = wr_reader_f32(&reader->bytes);
    tile->size[1] = wr_reader_f32(&reader->bytes);
    tile->first = wr_reader_u32(&reader->bytes);
    if (reader->bytes.failed)
        return ends_within(reader, "a tile");
    memcpy(tile->name, name, WR_ASWM_NAME);
    if (*owns != 0)
        return refuse(reader, tile->at + (size_t)WR_ASWM_NAME, "aswm-owner",
                      "a tile has data of its own, of which no file is known");
    enum wr_result result = read_table(reader, &tile->table);
    tile->flags = wr_reader_u32(&reader->bytes);
    if (result == WR_OK && reader->bytes.failed)
        return ends_within(reader, "the table of a tile");
    return result;
}

static enum wr_result read_tiles(struct reader *reader)
{
    enum wr_result result = read_grid(reader);
    for (uint32_t i = 0; result == WR_OK && i < wr_aswm_tile_count(reader->mesh); i++)
        result = read_tile(reader, &reader->mesh->tiles[i]);
    return result;
}

/* ---- Islands ----------------------------------------------------------------------------- */

/* One of the three lists of an island, which are as long as each other. */
static enum wr_result read_ways(struct reader *reader, wr_aswm_island *island, bool first,
                                void **out)
{
    size_t at = reader->bytes.at;
    uint32_t count = wr_reader_u32(&reader->bytes);
    if (!first && !reader->bytes.failed && count != island->way_count)
        return refuse(reader, at, "aswm-ways",
                      "an island has not as many distances and exits as islands beside it");
    island->way_count = count;
    enum wr_result result = room_for(reader, count, 4, "ways out of an island");
    if (result != WR_OK)
        return result;
    *out = WR_TAKE(reader->arena, uint32_t, count);
    if (!*out)
        return wr_no_memory(reader->context);
    wr_reader_words(&reader->bytes, *out, count);
    return WR_OK;
}

static enum wr_result read_island(struct reader *reader, wr_aswm_island *island)
{
    island->at = (uint32_t)reader->bytes.at;
    island->index = wr_reader_u32(&reader->bytes);
    island->tile = wr_reader_u32(&reader->bytes);
    island->centre = wr_reader_vec3(&reader->bytes);
    island->triangle_count = wr_reader_u32(&reader->bytes);
    void *next = NULL, *distance = NULL, *exit = NULL;
    enum wr_result result = read_ways(reader, island, true, &next);
    if (result == WR_OK)
        result = read_ways(reader, island, false, &distance);
    if (result == WR_OK)
        result = read_ways(reader, island, false, &exit);
    island->next = next;
    island->distance = distance;
    island->exit = exit;
    if (result == WR_OK && reader->bytes.failed)
        return ends_within(reader, "an island");
    return result;
}

static enum wr_result read_islands(struct reader *reader)
{
    struct wr_aswm *mesh = reader->mesh;
    mesh->border = wr_reader_u32(&reader->bytes);
    mesh->island_count = wr_reader_u32(&reader->bytes);
    if (reader->bytes.failed)
        return ends_within(reader, "the number of its islands");
    enum wr_result result = room_for(reader, mesh->island_count, ISLAND_LEAST, "islands");
    if (result != WR_OK)
        return result;
    mesh->islands = WR_ZERO(reader->arena, wr_aswm_island, mesh->island_count);
    if (!mesh->islands)
        return wr_no_memory(reader->context);
    for (uint32_t i = 0; result == WR_OK && i < mesh->island_count; i++)
        result = read_island(reader, &mesh->islands[i]);
    return result;
}

static enum wr_result read_routes(struct reader *reader)
{
    struct wr_aswm *mesh = reader->mesh;
    uint64_t count = (uint64_t)mesh->island_count * mesh->island_count;
    mesh->routes_at = (uint32_t)reader->bytes.at;
    enum wr_result result = room_for(reader, count, ROUTE_SIZE, "routes between islands");
    if (result != WR_OK)
        return result;
    mesh->routes = WR_TAKE(reader->arena, wr_aswm_route, (size_t)count);
    if (!mesh->routes)
        return wr_no_memory(reader->context);
    for (size_t i = 0; i < count; i++) {
        mesh->routes[i].next = wr_reader_u16(&reader->bytes);
        mesh->routes[i].pad = wr_reader_u16(&reader->bytes);
        mesh->routes[i].weight = wr_reader_f32(&reader->bytes);
    }
    if (reader->bytes.at < reader->source->size)
        return wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, reader->bytes.at),
                       "aswm-rest", NULL, "%zu bytes follow the end of the walkmesh",
                       reader->source->size - reader->bytes.at);
    return WR_OK;
}

enum wr_result wr_aswm_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, struct wr_aswm *out)
{
    struct reader reader = {
        context, arena, source, out, {source->data, source->size, 0, false}};
    *out = (struct wr_aswm){0};
    enum wr_result result = read_header(&reader);
    if (result == WR_OK)
        result = read_mesh(&reader);
    if (result == WR_OK)
        result = read_tiles(&reader);
    if (result == WR_OK)
        result = read_islands(&reader);
    if (result == WR_OK)
        result = read_routes(&reader);
    return result == WR_OK ? wr_aswm_ranges(context, out, source) : result;
}
