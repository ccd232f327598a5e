/* The table of each tile: how to get from each of its triangles to each other, shortest by the
 * centres in plan. Source: formats/aswm, 2 and 3. */
#include "core/aswm/baking.h"
#include "core/aswm/ways.h"

#include "core/base/parallel.h"

#include <inttypes.h>

enum { STRIP = 16 }; /* tiles that a worker takes at a time */

struct tables {
    struct wr_aswm *mesh;
    uint8_t *locals, *next; /* of all tiles, one behind the other */
    uint32_t *nodes;
    size_t *next_at; /* one a tile */
    uint32_t *parts; /* islands of each tile */
    bool sight;
};

/* ---- A tile --------------------------------------------------------------------------------
 */

static void make_table(struct tables *tables, uint32_t index)
{
    struct wr_aswm *mesh = tables->mesh;
    const wr_aswm_tile *tile = &mesh->tiles[index];
    uint8_t *next = tables->next + tables->next_at[index];
    struct wr_ways_graph graph;
    uint8_t part[WR_WAYS_NODES];
    wr_ways_graph_of(mesh, tile, &graph);
    tables->parts[index] = wr_ways_parts(&graph, part);
    wr_ways_find(&graph, next);
    if (tables->sight)
        wr_aswm_sight(mesh, tile, next);
    for (uint32_t node = 0; node < graph.count; node++)
        mesh->triangles[tile->first + tile->table.node_to_local[node]].island = part[node];
}

static enum wr_result make_strip(void *user, struct wr_context *context, unsigned worker,
                                 size_t index)
{
    struct tables *tables = user;
    uint32_t count = wr_aswm_tile_count(tables->mesh), first = (uint32_t)index * STRIP;
    (void)worker;
    for (uint32_t i = first; i < first + STRIP && i < count; i++)
        make_table(tables, i);
    return wr_context_stopped(context) ? WR_STOPPED : WR_OK;
}

/* ---- All tiles ------------------------------------------------------------------------------
 */

/* Which triangles of a tile are walkable; their number. */
static uint32_t find_nodes(struct wr_aswm *mesh, const wr_aswm_tile *tile, uint8_t *locals,
                           uint32_t *nodes)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tile->triangle_count; i++) {
        wr_aswm_triangle *triangle = &mesh->triangles[tile->first + i];
        locals[i] = WR_ASWM_NO_NODE;
        triangle->island = WR_ASWM_NO_ISLAND;
        if (!(triangle->flags & WR_ASWM_WALKABLE))
            continue;
        locals[i] = (uint8_t)count;
        nodes[count++] = i;
    }
    return count;
}

/* Where the tables of tiles lie; returns the size of them all. */
static size_t find_all_nodes(struct tables *tables)
{
    struct wr_aswm *mesh = tables->mesh;
    uint32_t *nodes = tables->nodes;
    size_t size = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        wr_aswm_tile *tile = &mesh->tiles[i];
        uint8_t *locals = tables->locals + tile->first;
        uint32_t count = find_nodes(mesh, tile, locals, nodes);
        tile->table = (wr_aswm_table){tile->triangle_count, count, locals, nodes, NULL};
        tables->next_at[i] = size;
        nodes += count;
        size += (size_t)count * count;
    }
    return size;
}

/* Islands are numbered in the order of their lowest triangles. */
static enum wr_result number_islands(struct wr_context *context, const struct tables *tables,
                                     wr_where where)
{
    struct wr_aswm *mesh = tables->mesh;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        sum += tables->parts[i];
    if (sum * sum * sizeof(wr_aswm_route) >= (uint64_t)128 << 20)
        return wr_fail(context, WR_LIMIT, where, "aswm-islands",
                       "make larger tiles, or fewer patches of floor",
                       "the floor falls into %" PRIu64
                       " islands, whose routes would take 128 MiB and more",
                       sum);
    mesh->island_count = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        const wr_aswm_tile *tile = &mesh->tiles[i];
        for (uint32_t node = 0; node < tile->table.node_count; node++) {
            uint32_t local = tile->table.node_to_local[node];
            uint16_t *island = &mesh->triangles[tile->first + local].island;
            *island = (uint16_t)(*island + mesh->island_count);
        }
        mesh->island_count += tables->parts[i];
    }
    return WR_OK;
}

enum wr_result wr_aswm_tables(struct wr_context *context, struct wr_arena *arena,
                              struct wr_aswm *mesh, bool sight, wr_where where)
{
    uint32_t tiles = wr_aswm_tile_count(mesh);
    struct tables tables = {
        .mesh = mesh,
        .locals = WR_TAKE(arena, uint8_t, mesh->triangle_count),
        .nodes = WR_TAKE(arena, uint32_t, mesh->triangle_count),
        .next_at = WR_TAKE(arena, size_t, tiles),
        .parts = WR_ZERO(arena, uint32_t, tiles),
        .sight = sight,
    };
    if (!tables.locals || !tables.nodes || !tables.next_at || !tables.parts)
        return wr_no_memory(context);
    tables.next = WR_TAKE(arena, uint8_t, find_all_nodes(&tables));
    if (!tables.next)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < tiles; i++)
        mesh->tiles[i].table.next = tables.next + tables.next_at[i];
    enum wr_result result =
        wr_parallel(context, "tiles baked", (tiles + STRIP - 1) / STRIP, make_strip, &tables);
    return result == WR_OK ? number_islands(context, &tables, where) : result;
}
