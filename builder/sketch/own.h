/* What a sketch is made of. Private to builder/sketch. */
#ifndef WR_BUILDER_SKETCH_OWN_H
#define WR_BUILDER_SKETCH_OWN_H

#include "builder/sketch/state.h"

struct wr_sketch {
    struct wr_layout *placed; /* the map's rooms at the beginning */
    struct wr_context *quiet; /* for findings that are no news */
    struct wr_arena *lasting; /* of what is known of rooms wherever they stand */
    struct wr_facets_table facets;
    struct wr_longer_rooms longer;
    struct wr_arena *arenas[2];       /* of these two */
    struct wr_sketch_state states[2]; /* now, and what was tried or offered last */
    int now;
};

#endif
