/* Areas: a layout that was judged, in the words an embedding program reads. */
#include "builder/area/made.h"
#include "builder/layout/locks.h"
#include "builder/layout/names.h"
#include "builder/layout/seam.h"
#include "builder/sight/stated.h"
#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>

/* ---- Rooms and links ---- */

static bool list_rooms(struct wr_area *area)
{
    const struct wr_layout *layout = area->layout;
    wr_built_room *rooms = WR_TAKE(area->arena, wr_built_room, layout->room_count);
    for (uint32_t i = 0; rooms && i < layout->room_count; i++) {
        const wr_placed_room *placed = &layout->rooms[i];
        rooms[i] = (wr_built_room){
            .name = placed->name,
            .room = placed->room,
            .placement = placed->placement,
            .box = placed->box,
            .first_hook = placed->first_hook,
            .area_room = placed->area_room,
            .next = placed->next,
            .islands = layout->islands + layout->first_islands[i],
        };
    }
    area->rooms = rooms;
    area->room_count = layout->room_count;
    return rooms != NULL;
}

static wr_vec3 middle_of(wr_vec3 a, wr_vec3 b)
{
    return wr_narrow(wr_scale(wr_add(wr_widen(a), wr_widen(b)), 0.5));
}

/* A seam's points have to be in a row of their own: a doorway is straight to see, not to tell.
 */
static bool copy_seam(const struct wr_area *area, const struct wr_seams *seams,
                      const wr_seam *seam, wr_built_link *out)
{
    wr_vec3 *points = WR_TAKE(area->arena, wr_vec3, seam->count);
    if (!points)
        return false;
    for (uint32_t i = 0; i < seam->count; i++)
        points[i] = seams->points[seam->first + i].position;
    out->seam = points;
    out->seam_count = seam->count;
    out->moved = seam->worst_move;
    out->position = middle_of(points[0], points[seam->count - 1]);
    out->width = (float)wr_distance(points[0], points[seam->count - 1]);
    return true;
}

static bool fill_link(const struct wr_area *area, uint32_t index, wr_built_link *out)
{
    const struct wr_layout *layout = area->layout;
    const wr_link *link = &layout->links[index];
    const uint32_t *hooks = link->hooks;
    *out = (wr_built_link){
        .hooks = {hooks[0], hooks[1]},
        .distance = link->distance,
        .stated = link->stated,
        .inner = wr_link_is_inner(layout, link),
        .hidden = link->hidden,
        .optional = link->optional,
        .lock = link->lock,
        .door = wr_door_of(layout, wr_link_door(layout, link)),
        .position =
            middle_of(layout->hooks[hooks[0]].position, layout->hooks[hooks[1]].position),
    };
    return !layout->seams || copy_seam(area, layout->seams, &layout->seams->items[index], out);
}

static bool list_links(struct wr_area *area)
{
    uint32_t count = area->layout->link_count;
    wr_built_link *links = WR_TAKE(area->arena, wr_built_link, count);
    if (!links)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!fill_link(area, i, &links[i]))
            return false;
    area->links = links;
    area->link_count = count;
    return true;
}

/* ---- Islands ---- */

/* Adds what a room has of each island. `latest` says of each island which room added last,
 * plus 1. */
static void add_floors(const struct wr_area *area, uint32_t index, wr_built_island *islands,
                       uint32_t *latest)
{
    const wr_built_room *room = &area->rooms[index];
    const struct wr_walkmesh *mesh = room->room->mesh;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        uint32_t island = room->islands[room->room->islands[f]];
        islands[island].floor += wr_face_area(mesh, f);
        islands[island].rooms += latest[island] != index + 1;
        latest[island] = index + 1;
    }
}

static bool list_islands(struct wr_area *area)
{
    const struct wr_layout *layout = area->layout;
    wr_built_island *islands = WR_ZERO(area->arena, wr_built_island, layout->area_island_count);
    uint32_t *latest = WR_ZERO(area->arena, uint32_t, layout->area_island_count);
    if (!islands || !latest)
        return false;
    for (uint32_t i = 0; i < area->room_count; i++)
        add_floors(area, i, islands, latest);
    for (uint32_t i = 0; i < layout->island_count; i++)
        islands[layout->islands[i]].reached = layout->reached[i];
    area->islands = islands;
    area->island_count = layout->area_island_count;
    return true;
}

static void fill_entry(struct wr_area *area)
{
    const struct wr_layout *layout = area->layout;
    uint32_t room = layout->entry.room;
    area->entry.room = room;
    area->entry.island =
        room == WR_NONE ? WR_NONE : area->rooms[room].islands[layout->entry.island];
    area->entry.position = layout->entry.position;
    area->entry.facing = layout->entry.facing;
    area->entry.marker = layout->entry.marker;
}

/* ---- The area ---- */

static bool fill(struct wr_area *area)
{
    const struct wr_layout *layout = area->layout;
    area->id = layout->id;
    area->game = layout->game;
    area->allowed_overlap = layout->overlap;
    area->names = layout->names;
    area->area_rooms = layout->area_rooms;
    area->area_room_count = layout->area_room_count;
    area->hooks = layout->hooks;
    area->hook_count = layout->hook_count;
    area->exits = layout->exits;
    area->exit_count = layout->exit_count;
    area->near_misses = layout->near_misses;
    area->near_miss_count = layout->near_miss_count;
    area->overlaps = layout->overlaps;
    area->overlap_count = layout->overlap_count;
    area->made->meshes = WR_ZERO(area->arena, wr_built_mesh, layout->area_room_count);
    if (!area->made->meshes || !list_rooms(area) || !list_links(area) || !list_islands(area))
        return false;
    fill_entry(area);
    return true;
}

static enum wr_result judge(struct wr_context *context, struct wr_layout *layout,
                            const struct wr_build_options *options, uint32_t *unreachable)
{
    enum wr_result named = wr_names_check(context, layout, options->mod);
    enum wr_result judged = wr_layout_judge(context, layout, unreachable);
    if (judged == WR_OK)
        judged = wr_stated_judge(context, layout);
    if (judged == WR_OK && !options->generated) /* else the template was told */
        judged = wr_layout_unlock(context, layout);
    return named != WR_OK && judged != WR_NO_MEMORY ? named : judged;
}

static enum wr_result make(struct wr_context *context, struct wr_layout *layout,
                           const struct wr_build_options *options, struct wr_area **out)
{
    struct wr_area *area = WR_ZERO(layout->arena, struct wr_area, 1);
    struct wr_area_made *made = WR_ZERO(layout->arena, struct wr_area_made, 1);
    if (!area || !made)
        return wr_no_memory(context);
    *area = (struct wr_area){.arena = layout->arena, .layout = layout, .made = made};
    made->vis = options->vis;
    area->verdict = judge(context, layout, options, &area->unreachable);
    if (area->verdict == WR_NO_MEMORY)
        return WR_NO_MEMORY;
    if (!fill(area))
        return wr_no_memory(context);
    *out = area;
    return WR_OK;
}

enum wr_result wr_area_settle(struct wr_context *context, struct wr_layout *layout,
                              const struct wr_build_options *options, struct wr_area **out)
{
    struct wr_area *area = NULL;
    enum wr_result result = wr_context_whole(context, make(context, layout, options, &area));
    if (result != WR_OK)
        wr_layout_free(layout);
    else
        *out = area;
    return result;
}

static enum wr_result make_area(struct wr_context *context, const struct wr_map *map,
                                struct wr_kits *kits, const struct wr_build_options *options,
                                struct wr_area **out)
{
    struct wr_layout *layout;
    enum wr_result result = wr_layout_look(context, map, kits);
    if (result == WR_OK)
        result = wr_layout_place(context, map, kits, options, &layout);
    return result == WR_OK ? wr_area_settle(context, layout, options, out) : result;
}

enum wr_result wr_area_make(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_area **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, make_area(context, map, kits, options, out));
}

void wr_area_free(struct wr_area *area)
{
    if (!area)
        return;
    wr_visibility_finish(&area->made->visibility);
    wr_layout_free(area->layout);
}

/* ---- Looking ---- */

static enum wr_result look(struct wr_context *context, struct wr_area *area)
{
    struct wr_area_made *made = area->made;
    if (made->looked)
        return WR_OK;
    enum wr_result result =
        wr_visibility_make(context, area->layout, made->vis, &made->visibility);
    made->looked = result == WR_OK;
    area->seen = made->visibility.rooms;
    return result;
}

enum wr_result wr_area_look(struct wr_context *context, struct wr_area *area)
{
    wr_context_enter(context);
    return wr_context_leave(context, look(context, area));
}

static int order_numbers(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

bool wr_area_sees(const struct wr_area *area, uint32_t a, uint32_t b)
{
    if (!area->seen)
        return area->made->looked && a != b;
    const struct wr_seen *seen = &area->seen[a];
    return seen->count &&
           bsearch(&b, seen->items, seen->count, sizeof *seen->items, order_numbers);
}
