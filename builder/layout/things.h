/* What stands in a level beside its rooms: what their kits put there, and what the map does. */
#ifndef WR_BUILDER_LAYOUT_THINGS_H
#define WR_BUILDER_LAYOUT_THINGS_H

#include "builder/layout/layout.h"

/* Something that stands in the level. */
typedef struct wr_placed_thing {
    const wr_marker *marker;
    const wr_placed_room *room; /* NULL: in none, by the area's own coordinates */
    wr_motion motion;           /* of its coordinates to the area's */
} wr_placed_thing;

static inline wr_placed_thing wr_thing_of(const wr_placed_room *room, const wr_marker *marker)
{
    return (wr_placed_thing){marker, room, room->motion};
}

/* A thing of the map. */
static inline wr_placed_thing wr_thing_of_map(const struct wr_layout *layout, uint32_t index)
{
    const wr_map_thing *thing = &layout->map->things[index];
    if (thing->room != WR_NONE)
        return wr_thing_of(&layout->rooms[thing->room], &thing->marker);
    return (wr_placed_thing){&thing->marker, NULL, {.cosine = 1}};
}

/* Where things are walked through: room by room what kits put there, then what the map does. */
typedef struct wr_thing_walk {
    uint32_t room, index;
} wr_thing_walk;

/* The next thing; false behind the last. A walk begins with zeros. */
static inline bool wr_thing_next(const struct wr_layout *layout, wr_thing_walk *walk,
                                 wr_placed_thing *out)
{
    for (; walk->room < layout->room_count; walk->room++, walk->index = 0) {
        const wr_placed_room *room = &layout->rooms[walk->room];
        if (walk->index >= room->room->marker_count)
            continue;
        *out = wr_thing_of(room, &room->room->markers[walk->index++]);
        return true;
    }
    if (walk->index >= layout->map->thing_count)
        return false;
    *out = wr_thing_of_map(layout, walk->index++);
    return true;
}

/* Where it stands in the area. */
static inline wr_vec3 wr_thing_spot(const wr_placed_thing *thing)
{
    return wr_motion_point(&thing->motion, thing->marker->position);
}

#endif
