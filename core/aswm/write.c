/* A packet is written. Source: formats/aswm, 2. */
#include "core/aswm/aswm.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"

static void write_triangles(struct wr_context *context, const struct wr_aswm *mesh,
                            struct wr_bytes *out)
{
    enum { ROUND = 0xffff, WORDS = 15 };
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const wr_aswm_triangle *triangle = &mesh->triangles[i];
        wr_bytes_words(out, triangle, WORDS);
        wr_bytes_u16(out, triangle->island);
        wr_bytes_u16(out, triangle->flags);
        if ((i & ROUND) == ROUND && wr_context_stopped(context))
            return;
    }
}

static void write_table(const wr_aswm_table *table, struct wr_bytes *out)
{
    uint8_t nodes = (uint8_t)table->node_count;
    wr_bytes_u32(out, 0);
    wr_bytes_u32(out, table->local_count);
    wr_bytes_add(out, &nodes, 1);
    wr_bytes_u32(out, 0);
    wr_bytes_add(out, table->local_to_node, table->local_count);
    wr_bytes_words(out, table->node_to_local, nodes);
    wr_bytes_add(out, table->next, (size_t)nodes * nodes);
}

static void write_tile(const wr_aswm_tile *tile, struct wr_bytes *out)
{
    static const uint8_t owns = 0;
    wr_bytes_add(out, tile->name, WR_ASWM_NAME);
    wr_bytes_add(out, &owns, 1);
    wr_bytes_u32(out, tile->vertex_count);
    wr_bytes_u32(out, tile->edge_count);
    wr_bytes_u32(out, tile->triangle_count);
    wr_bytes_f32(out, tile->size[0]);
    wr_bytes_f32(out, tile->size[1]);
    wr_bytes_u32(out, tile->first);
    write_table(&tile->table, out);
    wr_bytes_u32(out, tile->flags);
}

static void write_island(const wr_aswm_island *island, struct wr_bytes *out)
{
    wr_bytes_u32(out, island->index);
    wr_bytes_u32(out, island->tile);
    wr_bytes_vec3(out, island->centre);
    wr_bytes_u32(out, island->triangle_count);
    wr_bytes_u32(out, island->way_count);
    wr_bytes_words(out, island->next, island->way_count);
    wr_bytes_u32(out, island->way_count);
    wr_bytes_words(out, island->distance, island->way_count);
    wr_bytes_u32(out, island->way_count);
    wr_bytes_words(out, island->exit, island->way_count);
}

static void write_routes(const struct wr_aswm *mesh, struct wr_bytes *out)
{
    size_t count = (size_t)mesh->island_count * mesh->island_count;
    for (size_t i = 0; i < count; i++) {
        wr_bytes_u16(out, mesh->routes[i].next);
        wr_bytes_u16(out, mesh->routes[i].pad);
        wr_bytes_f32(out, mesh->routes[i].weight);
    }
}

void wr_aswm_write(struct wr_context *context, const struct wr_aswm *mesh, struct wr_bytes *out)
{
    static const uint8_t owns = 1;
    wr_bytes_u32(out, WR_ASWM_VERSION);
    wr_bytes_add(out, mesh->name, WR_ASWM_NAME);
    wr_bytes_add(out, &owns, 1);
    wr_bytes_u32(out, mesh->vertex_count);
    wr_bytes_u32(out, mesh->edge_count);
    wr_bytes_u32(out, mesh->triangle_count);
    wr_bytes_u32(out, mesh->face_offset);
    wr_slices_words(context, out, mesh->vertices, (size_t)3 * mesh->vertex_count);
    wr_slices_words(context, out, mesh->edges, (size_t)4 * mesh->edge_count);
    write_triangles(context, mesh, out);
    wr_bytes_u32(out, mesh->flags);
    wr_bytes_f32(out, mesh->tile_width);
    wr_bytes_u32(out, mesh->height);
    wr_bytes_u32(out, mesh->width);
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        write_tile(&mesh->tiles[i], out);
    wr_bytes_u32(out, mesh->border);
    wr_bytes_u32(out, mesh->island_count);
    for (uint32_t i = 0; i < mesh->island_count; i++)
        write_island(&mesh->islands[i], out);
    write_routes(mesh, out);
}
