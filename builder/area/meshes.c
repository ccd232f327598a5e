/* Walkmeshes of an area, made when they are asked for: as a build writes them, or all in one.
 */
#include "builder/area/made.h"
#include "builder/layout/stitch.h"

static bool trace_islands(const struct wr_area *area, wr_built_mesh *out)
{
    uint32_t *islands = WR_TAKE(area->arena, uint32_t, out->mesh->walkable_count);
    for (uint32_t f = 0; islands && f < out->mesh->walkable_count; f++) {
        const wr_built_room *room = &area->rooms[out->origins[f].room];
        islands[f] = room->islands[room->room->islands[out->origins[f].face]];
    }
    out->islands = islands;
    return islands != NULL;
}

static enum wr_result make_mesh(struct wr_context *context, const struct wr_area *area,
                                const struct wr_layout *layout, uint32_t area_room,
                                wr_built_mesh *out)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_walkmesh *mesh;
    wr_face_origin *origins;
    if (!scratch)
        return wr_no_memory(context);
    enum wr_result result =
        wr_area_room_traced(context, layout, area_room, area->arena, scratch, &mesh, &origins);
    wr_arena_destroy(scratch);
    if (result != WR_OK)
        return result;
    wr_built_mesh made = {.mesh = mesh, .origins = origins};
    if (!trace_islands(area, &made))
        return wr_no_memory(context);
    *out = made;
    return WR_OK;
}

static enum wr_result make_once(struct wr_context *context, const struct wr_area *area,
                                const struct wr_layout *layout, uint32_t area_room,
                                wr_built_mesh *kept, const wr_built_mesh **out)
{
    enum wr_result result =
        kept->mesh ? WR_OK : make_mesh(context, area, layout, area_room, kept);
    if (result == WR_OK)
        *out = kept;
    return result;
}

static enum wr_result walkmesh_of(struct wr_context *context, struct wr_area *area,
                                  uint32_t area_room, const wr_built_mesh **out)
{
    if (!area->layout->seams)
        return area->verdict;
    return make_once(context, area, area->layout, area_room, &area->made->meshes[area_room],
                     out);
}

enum wr_result wr_area_walkmesh(struct wr_context *context, struct wr_area *area,
                                uint32_t area_room, const wr_built_mesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, walkmesh_of(context, area, area_room, out));
}

/* The layout as if all its rooms were one group. */
static bool join_rooms(const struct wr_layout *layout, struct wr_arena *arena,
                       struct wr_layout *out)
{
    wr_placed_room *rooms =
        wr_arena_copy(arena, layout->rooms, layout->room_count, sizeof *rooms);
    wr_area_room *whole = WR_TAKE(arena, wr_area_room, 1);
    if (!rooms || !whole)
        return false;
    for (uint32_t i = 0; i < layout->room_count; i++) {
        rooms[i].area_room = 0;
        rooms[i].next = i + 1 < layout->room_count ? i + 1 : WR_NONE;
    }
    *whole = (wr_area_room){0, layout->room_count};
    *out = *layout;
    out->rooms = rooms;
    out->area_rooms = whole;
    out->area_room_count = 1;
    return true;
}

static enum wr_result merged_of(struct wr_context *context, struct wr_area *area,
                                const wr_built_mesh **out)
{
    struct wr_layout joined;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = area->verdict;
    if (!arena || !join_rooms(area->layout, arena, &joined))
        result = wr_no_memory(context);
    else if (area->layout->seams)
        result = make_once(context, area, &joined, 0, &area->made->merged, out);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_area_merged(struct wr_context *context, struct wr_area *area,
                              const wr_built_mesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, merged_of(context, area, out));
}
