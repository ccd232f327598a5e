/* Openings between area rooms: where one can be seen from the other. */
#ifndef WR_BUILDER_SIGHT_PORTAL_H
#define WR_BUILDER_SIGHT_PORTAL_H

#include "builder/layout/layout.h"
#include "builder/sight/sight.h"

/* A linked doorway as seen from one of its sides. It holds both thresholds, the seam and both
 * doors, each with the larger size of the two. */
typedef struct wr_portal {
    wr_slot plan; /* looks from the room into the next */
    double lean;  /* how far back a line through it may lean, metres a metre: it may be bent */
    double low, high;
    uint32_t to; /* area room */
} wr_portal;

/* All portals; 2i and 2i + 1 are the two sides of one doorway. Those that leave area room i are
 * leaving[starts[i] .. starts[i + 1]), in the order of the links. */
struct wr_portals {
    wr_portal *items;
    uint32_t *starts, *leaving;
    uint32_t count;
};

/* The openings of a layout, whose seams are used where they are made; false when memory is
 * out. Doorways within one area room are none. */
bool wr_portals_make(struct wr_arena *arena, const struct wr_layout *layout,
                     struct wr_portals *out);

/* A doorway of which only the floor is known: edges of the first room, with that room on their
 * left, that lead into the second. */
struct wr_bare_doorway {
    uint32_t rooms[2];
    const wr_vec3 *points; /* two an edge */
    uint32_t point_count;
};

/* The openings of such doorways between `rooms` rooms; false when memory is out. Each reaches
 * WR_SIGHT_ASIDE beside its edges and WR_SIGHT_TALL above them. */
bool wr_portals_of(struct wr_arena *arena, const struct wr_bare_doorway *doorways,
                   uint32_t count, uint32_t rooms, struct wr_portals *out);

#endif
