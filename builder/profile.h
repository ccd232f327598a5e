/* What the builder needs to know of a kit room once, however often it is placed. */
#ifndef WR_BUILDER_PROFILE_H
#define WR_BUILDER_PROFILE_H

#include "builder/layout.h"

/* A vertex of a threshold and the others on the very same spot: they move together. */
typedef struct wr_twin {
    uint32_t vertex, twin;
} wr_twin;

/* A threshold's edge and an edge of a non-walkable face between the same vertices: they split
 * together. */
typedef struct wr_border {
    uint32_t edge, border;
} wr_border;

struct wr_profile {
    const wr_room *room;
    const wr_twin *twins;     /* by vertex, then by twin */
    const wr_border *borders; /* by edge, then by border */
    uint32_t twin_count, border_count;
    uint32_t stray_count;   /* edges of all hooks whose id meets nothing */
    bool *threshold_vertex; /* one a vertex of the room */
};

/* The first twin of a threshold's vertex; twin_count where it has none. */
uint32_t wr_profile_twins(const struct wr_profile *profile, uint32_t vertex);
/* The first border of a threshold's edge; border_count where it has none. */
uint32_t wr_profile_borders(const struct wr_profile *profile, uint32_t edge);

/* Makes the profiles of all rooms a layout places and points the placed rooms at them. */
enum wr_result wr_profiles_make(struct wr_context *context, struct wr_layout *layout);

#endif
