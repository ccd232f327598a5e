/* From a placed layout to what a plan shows, and from a room of a kit. */
#include "builder/floorplan/floorplan.h"
#include "builder/generate/generate.h"
#include "builder/layout/overlap.h"
#include "builder/layout/things.h"

#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/marker_row.h"

#include <string.h>

/* ---- Rooms ---- */

static const wr_vec3 *move_points(struct wr_arena *arena, const struct wr_walkmesh *mesh,
                                  const wr_motion *motion)
{
    wr_vec3 *points = WR_TAKE(arena, wr_vec3, mesh->vertex_count);
    for (uint32_t v = 0; points && v < mesh->vertex_count; v++)
        points[v] = wr_motion_point(motion, mesh->vertices[v]);
    return points;
}

static bool fill_room(struct wr_floorplan *floorplan, uint32_t index, const wr_room *room,
                      const char *name, const wr_motion *motion)
{
    const struct wr_walkmesh *mesh = room->mesh;
    wr_floorplan_room *out = &floorplan->rooms[index];
    struct wr_bytes tip = {0};
    *out = (wr_floorplan_room){
        .name = name,
        .mesh = mesh,
        .motion = *motion,
        .points = move_points(floorplan->arena, mesh, motion),
        .edge_uses = WR_ZERO(floorplan->arena, uint8_t, 3 * (size_t)mesh->walkable_count),
    };
    wr_bytes_text(&tip, name);
    if (strcmp(name, room->name) != 0)
        wr_bytes_print(&tip, ": %s", room->name);
    if (!tip.failed)
        out->tip = wr_arena_text(floorplan->arena, (const char *)tip.data, tip.size);
    wr_bytes_finish(&tip);
    return out->points && out->edge_uses && out->tip;
}

static void use_edges(wr_floorplan_room *room, const wr_hook *hook, enum wr_edge_use use)
{
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        if (hook->threshold[i] / 3 < room->mesh->walkable_count)
            room->edge_uses[hook->threshold[i]] = (uint8_t)use;
}

/* ---- Doorways ---- */

/* A hook without a threshold is a point. */
static bool add_threshold(struct wr_floorplan *floorplan, const wr_floorplan_room *room,
                          const wr_hook *hook, wr_vec3 position)
{
    const struct wr_walkmesh *mesh = room->mesh;
    if (hook->foot == WR_NONE || hook->threshold_count == 0)
        return wr_floorplan_add_doorway_point(floorplan, position);
    bool fine = wr_floorplan_add_doorway_point(
        floorplan, room->points[wr_edge_start(mesh, hook->threshold[0])]);
    for (uint32_t i = 0; fine && i < hook->threshold_count; i++)
        fine = wr_floorplan_add_doorway_point(
            floorplan, room->points[wr_edge_end(mesh, hook->threshold[i])]);
    return fine;
}

static bool add_doorway(struct wr_floorplan *floorplan, uint32_t room, const wr_hook *hook,
                        const wr_placed_hook *placed, uint32_t other)
{
    wr_floorplan_doorway *doorway = wr_floorplan_add_doorway(floorplan, room);
    if (!doorway)
        return false;
    doorway->other = other;
    doorway->name = hook->name;
    if (hook->foot != WR_NONE) {
        doorway->out_x = placed->out_x;
        doorway->out_y = placed->out_y;
    }
    return add_threshold(floorplan, &floorplan->rooms[room], hook, placed->position);
}

static bool is_near_miss(const struct wr_layout *layout, uint32_t hook)
{
    for (uint32_t i = 0; i < layout->near_miss_count; i++)
        if (layout->near_misses[i].hooks[0] == hook || layout->near_misses[i].hooks[1] == hook)
            return true;
    return false;
}

/* A link is drawn once, at the doorway of its earlier room. */
static bool add_doorways(struct wr_floorplan *floorplan, const struct wr_layout *layout)
{
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        const wr_placed_hook *placed = &layout->hooks[h];
        const wr_hook *hook = wr_hook_of(layout, h);
        const wr_link *link = placed->link == WR_NONE ? NULL : &layout->links[placed->link];
        const wr_map_exit *exit =
            placed->exit == WR_NONE ? NULL : layout->exits[placed->exit].said;
        use_edges(&floorplan->rooms[placed->room], hook,
                  link || exit ? WR_EDGE_LINKED : WR_EDGE_CLOSED);
        if (link && link->hooks[0] != h)
            continue;
        uint32_t other = link ? layout->hooks[link->hooks[1]].room : WR_NONE;
        if (!add_doorway(floorplan, placed->room, hook, placed, other))
            return false;
        wr_floorplan_doorway *doorway = &floorplan->doorways[floorplan->doorway_count - 1];
        doorway->missed = !link && is_near_miss(layout, h);
        doorway->lock = link ? link->lock : exit ? exit->lock : NULL;
        doorway->hidden = (link && link->hidden) || (exit && exit->hidden);
        if (exit)
            doorway->exit = exit->title && *exit->title ? exit->title : exit->module;
    }
    return true;
}

/* ---- Keys and markers ---- */

static wr_floorplan_spot middle_of_room(const struct wr_layout *layout, uint32_t index)
{
    const wr_placed_room *placed = &layout->rooms[index];
    wr_floorplan_spot spot = {.facing = NAN};
    spot.there = wr_floorplan_middle_of(placed->room->mesh, &spot.position);
    if (spot.there)
        spot.position = wr_motion_point(&placed->motion, spot.position);
    return spot;
}

static bool add_keys(struct wr_floorplan *floorplan, const struct wr_layout *layout)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < layout->room_count; r++)
        count += layout->map->rooms[r].key != NULL;
    floorplan->keys = WR_TAKE(floorplan->arena, wr_floorplan_key, count);
    for (uint32_t r = 0; floorplan->keys && r < layout->room_count; r++) {
        if (!layout->map->rooms[r].key)
            continue;
        wr_floorplan_key key = {layout->map->rooms[r].key, middle_of_room(layout, r)};
        if (key.spot.there)
            floorplan->keys[floorplan->key_count++] = key;
    }
    return floorplan->keys != NULL;
}

static bool add_route(struct wr_floorplan *floorplan, const struct wr_layout *layout,
                      const struct wr_generated *generated)
{
    if (!generated || generated->exit == WR_NONE)
        return true;
    floorplan->exit = middle_of_room(layout, generated->exit);
    floorplan->route = WR_TAKE(floorplan->arena, uint32_t, generated->metrics.critical_path);
    floorplan->route_count = floorplan->route ? generated->metrics.critical_path : 0;
    for (uint32_t i = 0; i < floorplan->route_count; i++)
        floorplan->route[i] = generated->critical_path[i];
    return floorplan->route != NULL;
}

static bool add_marker(struct wr_floorplan *floorplan, uint32_t room, const wr_marker *marker,
                       const wr_motion *motion)
{
    wr_floorplan_marker *markers = wr_arena_more(floorplan->arena, floorplan->markers,
                                                 floorplan->marker_count, sizeof *markers);
    if (!markers)
        return false;
    floorplan->markers = markers;
    markers[floorplan->marker_count++] = (wr_floorplan_marker){
        .room = room,
        .kind = marker->kind,
        .name = marker->name,
        .position = wr_motion_point(motion, marker->position),
        .facing = wr_motion_facing(motion, wr_marker_facing(marker)),
    };
    return true;
}

/* What kits and the map put there. */
static bool add_things(struct wr_floorplan *floorplan, const struct wr_layout *layout)
{
    wr_placed_thing thing;
    bool fine = true;
    for (wr_thing_walk walk = {0}; fine && wr_thing_next(layout, &walk, &thing);)
        fine =
            add_marker(floorplan, thing.room ? (uint32_t)(thing.room - layout->rooms) : WR_NONE,
                       thing.marker, &thing.motion);
    return fine;
}

/* ---- The whole ---- */

static enum wr_result finish(struct wr_context *context, struct wr_floorplan *floorplan,
                             bool fine, struct wr_floorplan **out)
{
    enum wr_result result =
        fine ? wr_floorplan_finish(context, floorplan) : wr_no_memory(context);
    if (result != WR_OK) {
        wr_floorplan_free(floorplan);
        return result;
    }
    *out = floorplan;
    return WR_OK;
}

static bool fill_layout(struct wr_floorplan *floorplan, const struct wr_layout *layout)
{
    floorplan->room_count = layout->room_count;
    floorplan->rooms = WR_ZERO(floorplan->arena, wr_floorplan_room, layout->room_count);
    bool fine = floorplan->rooms != NULL;
    for (uint32_t r = 0; fine && r < layout->room_count; r++) {
        const wr_placed_room *placed = &layout->rooms[r];
        fine = fill_room(floorplan, r, placed->room, placed->name, &placed->motion);
    }
    fine = fine && add_things(floorplan, layout);
    floorplan->faults = WR_TAKE(floorplan->arena, wr_vec3, layout->overlap_count);
    fine = fine && floorplan->faults && add_doorways(floorplan, layout) &&
           add_keys(floorplan, layout);
    for (uint32_t i = 0; fine && i < layout->overlap_count; i++)
        if (wr_overlap_breaks(&layout->overlaps[i], layout->overlap))
            floorplan->faults[floorplan->fault_count++] = layout->overlaps[i].point;
    return fine;
}

enum wr_result wr_floorplan_of_layout(struct wr_context *context,
                                      const struct wr_layout *layout,
                                      const struct wr_generated *generated,
                                      struct wr_floorplan **out)
{
    struct wr_floorplan *floorplan = wr_floorplan_create();
    if (!floorplan)
        return wr_no_memory(context);
    floorplan->id = layout->id;
    floorplan->title = layout->map->title;
    if (layout->entry.room != WR_NONE)
        floorplan->entry = (wr_floorplan_spot){
            .there = true, .position = layout->entry.position, .facing = layout->entry.facing};
    floorplan->kept_count = generated ? generated->kept : 0;
    bool fine = fill_layout(floorplan, layout) && add_route(floorplan, layout, generated);
    return finish(context, floorplan, fine, out);
}

/* "2.5 m, narrow"; the type is not said where there is but one. */
static const char *describe_door(struct wr_floorplan *floorplan, const wr_room *room,
                                 const wr_hook *hook)
{
    const wr_door *door = &room->kit->doors[hook->door];
    wr_fixed_text width = wr_fixed((double)door->width, 2);
    struct wr_bytes text = {0};
    for (char *end = width.text + strlen(width.text) - 1; *end == '0' || *end == '.';) {
        bool point = *end == '.';
        *end-- = '\0';
        if (point)
            break;
    }
    wr_bytes_print(&text, "%s m", width.text);
    if (room->kit->door_count > 1)
        wr_bytes_print(&text, ", %s", door->name);
    char *copy = text.failed
                     ? NULL
                     : wr_arena_text(floorplan->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return copy;
}

static bool fill_kit_room(struct wr_floorplan *floorplan, const wr_room *room)
{
    wr_motion motion = wr_motion_of((wr_placement){.turn = 0});
    floorplan->room_count = 1;
    floorplan->rooms = WR_ZERO(floorplan->arena, wr_floorplan_room, 1);
    if (!floorplan->rooms || !fill_room(floorplan, 0, room, room->id, &motion))
        return false;
    for (uint32_t i = 0; i < room->marker_count; i++)
        if (!add_marker(floorplan, 0, &room->markers[i], &motion))
            return false;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        wr_placed_hook placed = {
            .hook = h, .position = hook->position, .out_x = hook->out_x, .out_y = hook->out_y};
        use_edges(&floorplan->rooms[0], hook, WR_EDGE_LINKED);
        if (!add_doorway(floorplan, 0, hook, &placed, 0))
            return false;
        wr_floorplan_doorway *doorway = &floorplan->doorways[floorplan->doorway_count - 1];
        doorway->door = describe_door(floorplan, room, hook);
        if (!doorway->door)
            return false;
    }
    return true;
}

enum wr_result wr_floorplan_of_room(struct wr_context *context, const wr_room *room,
                                    struct wr_floorplan **out)
{
    struct wr_floorplan *floorplan = wr_floorplan_create();
    if (!floorplan)
        return wr_no_memory(context);
    floorplan->id = room->id;
    floorplan->title = room->name;
    return finish(context, floorplan, fill_kit_room(floorplan, room), out);
}

enum wr_result wr_floorplan_of_mesh(struct wr_context *context, const char *name,
                                    const struct wr_walkmesh *mesh, struct wr_floorplan **out)
{
    wr_room room = {.id = name, .name = name, .mesh = mesh};
    return wr_floorplan_of_room(context, &room, out);
}
