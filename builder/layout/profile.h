/* What the builder needs to know of a kit room once, however often it is placed. */
#ifndef WR_BUILDER_LAYOUT_PROFILE_H
#define WR_BUILDER_LAYOUT_PROFILE_H

#include "builder/layout/layout.h"

/* Things of a room that go together: a number, and another that shares its fate. */
typedef struct wr_mate {
    uint32_t own, other;
} wr_mate;

/* By `own`, then by `other`. */
typedef struct wr_mates {
    const wr_mate *items;
    uint32_t count;
} wr_mates;

struct wr_profile {
    const wr_room *room;
    wr_mates
        twins; /* threshold vertices and others on the very same spot: they move together */
    wr_mates borders;       /* threshold edges and those of non-walkable faces between the same
                               vertices: they       split together */
    uint32_t stray_count;   /* edges of all hooks whose id meets nothing */
    bool *threshold_vertex; /* one a vertex of the room */
};

/* All mates of one number; none is an empty list. */
wr_mates wr_mates_of(wr_mates mates, uint32_t own);

/* Makes the profiles of all rooms a layout places and points the placed rooms at them. */
enum wr_result wr_profiles_make(struct wr_context *context, struct wr_layout *layout);

#endif
