/* The TRX: the walkmesh of the level, all rooms in one, as an area of NWN2. */
#include "builder/area/area.h"
#include "builder/module/emit.h"

#include "core/aswm/area.h"
#include "core/aswm/floors.h"

static const struct wr_aswm_grid interior = {.tile_width = 9};

/* The room of each face, for findings. */
static const char **name_faces(struct wr_arena *arena, const struct wr_emission *emission,
                               const wr_built_mesh *built)
{
    const char **rooms = WR_TAKE(arena, const char *, built->mesh->face_count);
    for (uint32_t i = 0; rooms && i < built->mesh->face_count; i++)
        rooms[i] = emission->layout->rooms[built->origins[i].room].name;
    return rooms;
}

static enum wr_result emit(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_emission *emission, struct wr_bytes *out)
{
    const wr_built_mesh *built;
    struct wr_aswm_soup soup;
    struct wr_aswm_shift shift;
    struct wr_aswm_area area;
    wr_where where = emission->layout->rooms[0].where;
    where.offset = WR_WHOLE_FILE;
    enum wr_result result = wr_area_merged(context, emission->area, &built);
    if (result == WR_OK)
        result = wr_aswm_soup_of(context, arena, built->mesh,
                                 emission->layout->surfaces.walkable, &soup);
    const char **rooms = result == WR_OK ? name_faces(arena, emission, built) : NULL;
    if (result == WR_OK && !rooms)
        result = wr_no_memory(context);
    struct wr_aswm_making making = {.soup = &soup, .grid = &interior, .rooms = rooms};
    if (result == WR_OK)
        result = wr_aswm_area_bake(context, arena, &making, where, &area, &shift);
    return result == WR_OK ? wr_aswm_area_write(context, &area, where, out) : result;
}

enum wr_result wr_emit_trx(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? emit(context, arena, emission, out) : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}
