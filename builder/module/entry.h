/* Where the player arrives: on the floor, away from walls, looking into the room. */
#ifndef WR_BUILDER_MODULE_ENTRY_H
#define WR_BUILDER_MODULE_ENTRY_H

#include "builder/layout/layout.h"

typedef struct wr_module_entry {
    wr_vec3 position; /* on a walkable face of the module */
    float facing;     /* degrees counter-clockwise from +X */
    float clearance;  /* metres to the nearest wall, as seen from above */
    bool moved;       /* it is not where the layout's entry is */
} wr_module_entry;

/* The layout's entry, moved to the nearest spot of its floor that is WR_ENTRY_CLEARANCE from
 * all walls where it is not; where there is none, to the spot farthest from them. Where nobody
 * said a direction, and where a wall is nearer than WR_ENTRY_VIEW in the one that was said, it
 * is that of the longest way to a wall. */
enum wr_result wr_module_entry_find(struct wr_context *context, const struct wr_layout *layout,
                                    wr_module_entry *out);

#endif
