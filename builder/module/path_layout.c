/* Rooms of a level for its path points: stitched, with the doorways that are linked. */
#include "builder/module/paths.h"

#include "builder/layout/stitch.h"

static const struct wr_layout *layout_of(const struct wr_path_rooms *rooms)
{
    return rooms->user;
}

static bool set_rim(const struct wr_layout *layout, const wr_doorway *doorway,
                    struct wr_arena *arena, wr_path_rim *out)
{
    const wr_placed_hook *hook = &layout->hooks[doorway->hook];
    const wr_seam *seam = &layout->seams->items[doorway->link];
    wr_vec3 *points = WR_TAKE(arena, wr_vec3, seam->count);
    if (!points)
        return false;
    for (uint32_t k = 0; k < seam->count; k++)
        points[k] = layout->seams->points[seam->first + k].position;
    *out = (wr_path_rim){.link = doorway->link,
                         .vertices = doorway->vertices,
                         .count = doorway->count,
                         .in_x = -hook->out_x,
                         .in_y = -hook->out_y};
    out->middle = wr_path_middle(points, seam->count, &out->piece);
    return true;
}

static enum wr_result make_room(struct wr_context *context, const struct wr_path_rooms *rooms,
                                uint32_t index, struct wr_arena *arena,
                                struct wr_path_room *out)
{
    struct wr_stitched stitched;
    enum wr_result result = wr_stitch(context, layout_of(rooms), index, arena, &stitched);
    if (result != WR_OK)
        return result;
    *out = (struct wr_path_room){.mesh = stitched.mesh,
                                 .rims = WR_TAKE(arena, wr_path_rim, stitched.doorway_count),
                                 .rim_count = stitched.doorway_count};
    bool fine = out->rims != NULL;
    for (uint32_t d = 0; fine && d < stitched.doorway_count; d++)
        fine = set_rim(layout_of(rooms), &stitched.doorways[d], arena, &out->rims[d]);
    return fine ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_paths_make(struct wr_context *context, const struct wr_layout *layout,
                             const struct wr_path_solids *solids, struct wr_arena *arena,
                             struct wr_paths *out)
{
    struct wr_path_rooms rooms = {
        .count = layout->room_count, .links = layout->link_count, .solids = solids};
    rooms.room = make_room;
    rooms.user = layout;
    for (uint32_t r = 0; r < layout->room_count; r++)
        rooms.area += wr_walkmesh_area(layout->rooms[r].room->mesh);
    return wr_paths_of_rooms(context, &rooms, arena, out);
}
