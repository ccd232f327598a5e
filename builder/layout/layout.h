/* Placed rooms and their links: the one model both ways of making a level meet in. */
#ifndef WR_BUILDER_LAYOUT_LAYOUT_H
#define WR_BUILDER_LAYOUT_LAYOUT_H

#include "builder/layout/building.h"
#include "builder/layout/longer.h"
#include "builder/layout/placed.h"
#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"
#include "templates/maps.h"

struct wr_profile;

/* A room where it stands. */
typedef struct wr_placed_room {
    const wr_room *room;
    const struct wr_profile *profile;
    const char *name; /* as the map calls it */
    wr_placement placement;
    wr_motion motion;
    wr_box box;          /* of all its vertices, in the area */
    uint32_t first_hook; /* its hooks follow each other in the layout's, in the kit's order */
    uint32_t area_room;  /* its index in the LYT, shared by the rooms of a group */
    uint32_t next;       /* the next room of its group, or WR_NONE */
    wr_where where;      /* in the map */
} wr_placed_room;

struct wr_facets_table; /* builder/layout/facets.h */

struct wr_layout {
    struct wr_arena *arena;
    const struct wr_map *map;
    const char *id;
    enum wr_game game;
    wr_surfaces surfaces;
    double reach, seam_distance, overlap;

    struct wr_longer_rooms longer;
    wr_placed_room *rooms;
    wr_placed_hook *hooks;
    wr_link *links;
    wr_area_room *area_rooms;
    const char *const *names; /* one an area room: its LYT, VIS and files call it so */
    uint32_t room_count, hook_count, link_count, area_room_count;
    wr_exit *exits; /* in the order of the map */
    uint32_t exit_count;

    const struct wr_facets_table *facets; /* of meshes that are known; or NULL */
    wr_near_miss *near_misses;
    wr_overlap *overlaps;
    uint32_t near_miss_count, overlap_count;

    struct wr_seams *seams; /* one a link, see seam.h */

    struct {
        uint32_t room; /* placed room */
        uint32_t island;
        wr_vec3 position;
        float facing;
        const char *marker; /* or NULL */
    } entry;
    uint32_t *first_islands; /* one a placed room: where its islands begin in these two */
    uint32_t *islands;       /* which of the area's it is part of, see reach.h */
    bool *reached;           /* whether it is come to from the entry */
    uint32_t island_count, area_island_count;
};

/* Places the rooms a map names: finds kits and rooms, applies placements, lists hooks, numbers
 * area rooms (rooms of a group take the index of their first). All rooms not found are
 * reported. */
enum wr_result wr_layout_place(struct wr_context *context, const struct wr_map *map,
                               struct wr_kits *kits, const struct wr_build_options *options,
                               struct wr_layout **out);
void wr_layout_free(struct wr_layout *layout);
/* Lets kits be found where a map says they are. */
enum wr_result wr_layout_look(struct wr_context *context, const struct wr_map *map,
                              struct wr_kits *kits);
/* Links, overlaps, entry, seams and reach of a layout whose rooms are placed. */
enum wr_result wr_layout_judge(struct wr_context *context, struct wr_layout *layout,
                               uint32_t *unreachable);
/* Places one room. WR_LIMIT "room-too-far". */
enum wr_result wr_place_room(struct wr_context *context, const wr_room *room, const char *name,
                             wr_placement placement, wr_where where, wr_placed_room *out);
/* Sets where a hook stands and looks, from where its room stands. */
void wr_place_hook(const wr_placed_room *room, const wr_hook *hook, wr_placed_hook *out);

/* Finds the links: those the map states, then pairs of hooks by proximity. Stated links that
 * break a rule are errors; pairs that nearly match become near misses. */
enum wr_result wr_layout_link(struct wr_context *context, struct wr_layout *layout);

/* Finds rooms whose footprints overlap: deeper than the layout allows on walkable faces is an
 * error, deeper than WR_OVERLAP_DEPTH a warning. */
enum wr_result wr_layout_overlap(struct wr_context *context, struct wr_layout *layout);

/* Where in its text a map says something. */
static inline wr_where wr_where_in_map(const struct wr_map *map, wr_place place)
{
    return map->source ? wr_at(map->source, place.offset) : WR_NOWHERE;
}

/* A vertex of a placed room in the area: of a room that stands where its walkmesh's file has
 * it, what that says, to the last bit. */
static inline bool wr_placed_as_written(const wr_placed_room *placed)
{
    const wr_motion *motion = &placed->motion;
    return placed->room->written && !motion->mirrored && motion->cosine == 1 &&
           motion->sine == 0 && wr_vec3_same(motion->move, placed->room->origin);
}
static inline wr_vec3 wr_placed_vertex(const wr_placed_room *placed, uint32_t vertex)
{
    return wr_placed_as_written(placed)
               ? placed->room->written[vertex]
               : wr_motion_point(&placed->motion, placed->room->mesh->vertices[vertex]);
}

/* The kit's hook behind a placed one. */
static inline const wr_hook *wr_hook_of(const struct wr_layout *layout, uint32_t hook)
{
    const wr_placed_hook *placed = &layout->hooks[hook];
    return &layout->rooms[placed->room].room->hooks[placed->hook];
}

/* The door type of a placed hook. */
static inline const wr_door *wr_door_of(const struct wr_layout *layout, uint32_t hook)
{
    const struct wr_kit *kit = layout->rooms[layout->hooks[hook].room].room->kit;
    return &kit->doors[wr_hook_of(layout, hook)->door];
}

/* Whether anything hangs in doorways of a type: else it is an open arch. */
static inline bool wr_door_hangs(const wr_door *door)
{
    return door->blueprints[0] || door->blueprints[1] || door->rows[0] || door->rows[1];
}

/* Of two linked doorways the one whose door hangs there: that of the wider type, of equally
 * wide ones the earlier room's. */
static inline uint32_t wr_link_door(const struct wr_layout *layout, const wr_link *link)
{
    const uint32_t *hooks = link->hooks;
    return hooks[wr_door_of(layout, hooks[1])->width > wr_door_of(layout, hooks[0])->width];
}

static inline bool wr_link_is_inner(const struct wr_layout *layout, const wr_link *link)
{
    return layout->rooms[layout->hooks[link->hooks[0]].room].area_room ==
           layout->rooms[layout->hooks[link->hooks[1]].room].area_room;
}

#endif
