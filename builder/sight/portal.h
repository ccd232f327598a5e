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

#endif
