/* From the entry across every link: which islands of which rooms can be walked to. */
#include "builder/layout/reach.h"

#include "core/base/disjoint.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <string.h>

/* ---- The entry ---- */

static const wr_marker *find_marker(const wr_room *room, const char *name)
{
    for (uint32_t i = 0; i < room->marker_count; i++)
        if (strcmp(room->markers[i].name, name) == 0)
            return &room->markers[i];
    return NULL;
}

/* Puts the entry at a point of a room (in the room's coordinates), on the floor under or near
 * it. */
static bool enter_at(struct wr_layout *layout, uint32_t index, wr_vec3 point, float facing,
                     double reach)
{
    const wr_placed_room *room = &layout->rooms[index];
    wr_hit hit;
    if (!wr_walkmesh_nearest(room->room->mesh, point, (float)reach, &hit))
        return false;
    layout->entry.room = index;
    layout->entry.island = room->room->islands[hit.face];
    layout->entry.position = wr_motion_point(&room->motion, hit.point);
    layout->entry.facing = wr_motion_facing(&room->motion, facing);
    return true;
}

static enum wr_result enter_marker(struct wr_context *context, struct wr_layout *layout,
                                   uint32_t index, const wr_marker *marker, wr_where where)
{
    if (!enter_at(layout, index, marker->position, marker->facing, WR_HEADROOM))
        return wr_fail(context, WR_INVALID, where, "entry-off-floor",
                       "move the marker onto a walkable face",
                       "marker '%s' of room '%s' has no floor within %s m", marker->name,
                       layout->rooms[index].name, wr_fixed(WR_HEADROOM, 1).text);
    layout->entry.marker = marker->name;
    return WR_OK;
}

static enum wr_result enter_as_stated(struct wr_context *context, struct wr_layout *layout)
{
    const wr_map_entry *entry = &layout->map->entry;
    const wr_placed_room *room = &layout->rooms[entry->room];
    wr_where where =
        layout->map->source ? wr_at(layout->map->source, entry->place.offset) : WR_NOWHERE;
    if (entry->marker) {
        const wr_marker *marker = find_marker(room->room, entry->marker);
        if (marker)
            return enter_marker(context, layout, entry->room, marker, where);
        char hint[WR_SUGGESTION_SIZE];
        const char *nearest = wr_suggestion_among(hint, entry->marker, room->room->markers,
                                                  room->room->marker_count, sizeof(wr_marker),
                                                  offsetof(wr_marker, name));
        return wr_fail(context, WR_NOT_FOUND, where, "entry-marker-not-found",
                       nearest ? nearest : "the room has no marker: give a 'position' instead",
                       "room '%s' (%s) has no marker '%s'", room->name, room->room->name,
                       entry->marker);
    }
    if (enter_at(layout, entry->room, entry->position, entry->facing, WR_HEADROOM))
        return WR_OK;
    return wr_fail(context, WR_INVALID, where, "entry-off-floor",
                   "entry positions are in the room's own coordinates",
                   "the entry has no floor of room '%s' within %s m", room->name,
                   wr_fixed(WR_HEADROOM, 1).text);
}

static bool enter_first_spawn(struct wr_context *context, struct wr_layout *layout,
                              enum wr_result *result)
{
    for (uint32_t r = 0; r < layout->room_count; r++) {
        const wr_room *room = layout->rooms[r].room;
        for (uint32_t i = 0; i < room->marker_count; i++)
            if (room->markers[i].kind == WR_SPAWN) {
                *result =
                    enter_marker(context, layout, r, &room->markers[i], layout->rooms[r].where);
                return true;
            }
    }
    return false;
}

enum wr_result wr_layout_enter(struct wr_context *context, struct wr_layout *layout)
{
    enum wr_result result;
    if (layout->map->entry.room != WR_NONE)
        return enter_as_stated(context, layout);
    if (enter_first_spawn(context, layout, &result))
        return result;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        wr_box box = layout->rooms[r].room->box;
        wr_vec3 middle = wr_narrow(wr_scale(wr_add(wr_widen(box.min), wr_widen(box.max)), 0.5));
        if (enter_at(layout, r, middle, 0, INFINITY))
            return WR_OK;
    }
    return wr_fail(context, WR_INVALID, wr_at(layout->map->source, WR_WHOLE_FILE),
                   "entry-off-floor", NULL, "no room of the map has a walkable face");
}

/* ---- Reaching ---- */

static uint32_t island_of_hook(const struct wr_layout *layout, uint32_t hook)
{
    return layout->first_islands[layout->hooks[hook].room] + wr_hook_of(layout, hook)->island;
}

/* A hook without a threshold is in no link, so that each has an island. */
static void join_islands(struct wr_layout *layout)
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const uint32_t *hooks = layout->links[i].hooks;
        wr_disjoint_join(layout->islands, island_of_hook(layout, hooks[0]),
                         island_of_hook(layout, hooks[1]));
    }
}

/* Roots become numbers: each set's root is its lowest member, and so is met first. */
static void number_islands(struct wr_layout *layout)
{
    for (uint32_t i = 0; i < layout->island_count; i++) {
        bool first = layout->islands[i] == i;
        layout->islands[i] =
            first ? layout->area_island_count++ : layout->islands[layout->islands[i]];
    }
}

static void mark_reached(struct wr_layout *layout)
{
    if (layout->entry.room == WR_NONE)
        return;
    uint32_t entry = layout->first_islands[layout->entry.room] + layout->entry.island;
    for (uint32_t i = 0; i < layout->island_count; i++)
        layout->reached[i] = layout->islands[i] == layout->islands[entry];
}

static bool list_islands(struct wr_layout *layout)
{
    layout->island_count = layout->area_island_count = 0;
    layout->first_islands = WR_TAKE(layout->arena, uint32_t, layout->room_count);
    for (uint32_t r = 0; layout->first_islands && r < layout->room_count; r++) {
        layout->first_islands[r] = layout->island_count;
        layout->island_count += layout->rooms[r].room->island_count;
    }
    layout->islands = WR_TAKE(layout->arena, uint32_t, layout->island_count);
    layout->reached = WR_ZERO(layout->arena, bool, layout->island_count);
    return layout->first_islands && layout->islands && layout->reached;
}

enum wr_result wr_layout_islands(struct wr_context *context, struct wr_layout *layout)
{
    if (!list_islands(layout))
        return wr_no_memory(context);
    wr_disjoint_start(layout->islands, layout->island_count);
    join_islands(layout);
    for (uint32_t i = 0; i < layout->island_count; i++)
        layout->islands[i] = wr_disjoint_root(layout->islands, i);
    number_islands(layout);
    mark_reached(layout);
    return WR_OK;
}

/* Warns of each island with a linked hook once. */
static uint32_t warn_unreached(struct wr_context *context, const struct wr_layout *layout,
                               bool *warned)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        if (layout->hooks[h].link == WR_NONE)
            continue;
        uint32_t island = island_of_hook(layout, h);
        if (layout->reached[island] || warned[island])
            continue;
        const wr_placed_room *room = &layout->rooms[layout->hooks[h].room];
        warned[island] = true;
        count++;
        wr_warn(context, room->where, "unreachable",
                "link it with the rest of the level, or move the entry",
                "the floor of room '%s' at hook '%s' cannot be reached from the entry",
                room->name, wr_hook_of(layout, h)->name);
    }
    return count;
}

enum wr_result wr_layout_reach(struct wr_context *context, struct wr_layout *layout,
                               uint32_t *count)
{
    enum wr_result result = wr_layout_islands(context, layout);
    if (result != WR_OK)
        return result;
    bool *warned = wr_alloc(layout->island_count);
    if (!warned)
        return wr_no_memory(context);
    memset(warned, 0, layout->island_count);
    *count = warn_unreached(context, layout, warned);
    wr_free(warned);
    return WR_OK;
}
