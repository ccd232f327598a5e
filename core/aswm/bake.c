/* The bake: one step after another. Source: formats/aswm, 3. */
#include "core/aswm/bake.h"

#include "core/aswm/baking.h"

#include <string.h>

enum { FLAGS_SOURCE = 15, FLAGS_BAKED = 31 };

/* What nobody reads, and a toolset fills with whatever its memory held. */
static void clear_names(struct wr_aswm *mesh, uint32_t flags)
{
    memset(mesh->name, 0, sizeof mesh->name);
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        memset(mesh->tiles[i].name, 0, WR_ASWM_NAME);
        mesh->tiles[i].flags = flags;
        mesh->tiles[i].size[0] = mesh->tiles[i].size[1] = 0;
    }
    mesh->flags = flags;
}

static void number_tiles(struct wr_aswm *mesh)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        mesh->tiles[i].first = first;
        first += mesh->tiles[i].triangle_count;
    }
}

enum wr_result wr_aswm_bake(struct wr_context *context, struct wr_arena *arena,
                            struct wr_aswm *mesh, const struct wr_aswm_bake_options *options,
                            wr_where where)
{
    static const struct wr_aswm_bake_options none = {0};
    options = options ? options : &none;
    enum wr_result result = WR_OK;
    clear_names(mesh, FLAGS_BAKED);
    number_tiles(mesh);
    wr_aswm_orient(mesh);
    if (!options->links || !wr_aswm_linked(mesh))
        result = wr_aswm_link(context, arena, mesh);
    if (result == WR_OK)
        result = wr_aswm_fits(context, mesh, options, where);
    if (result == WR_OK)
        result = wr_aswm_tables(context, arena, mesh, options->sight, where);
    if (result == WR_OK)
        result = wr_aswm_islands(context, arena, mesh);
    if (result == WR_OK)
        result = wr_aswm_routes(context, arena, mesh);
    return wr_context_whole(context, result);
}

void wr_aswm_unbake(struct wr_aswm *mesh)
{
    clear_names(mesh, FLAGS_SOURCE);
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        mesh->tiles[i].table = (wr_aswm_table){0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        wr_aswm_triangle *triangle = &mesh->triangles[i];
        uint32_t v = triangle->v[1];
        triangle->island = WR_ASWM_NO_ISLAND;
        if (!(triangle->flags & WR_ASWM_CLOCKWISE))
            continue;
        triangle->v[1] = triangle->v[2];
        triangle->v[2] = v;
        triangle->flags &= (uint16_t)~WR_ASWM_CLOCKWISE;
    }
    mesh->island_count = 0;
}
