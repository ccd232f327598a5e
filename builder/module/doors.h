/* The doors of a level: one a doorway, whoever asks. */
#ifndef WR_BUILDER_MODULE_DOORS_H
#define WR_BUILDER_MODULE_DOORS_H

#include "builder/layout/layout.h"

/* A doorway that bears a door. Of two linked ones the wider type of door wins, and hangs where
 * its own hook is; of equally wide ones the earlier room's. */
typedef struct wr_module_door {
    uint32_t hook; /* the layout's: place, direction and type of the door */
    uint32_t link; /* or WR_NONE: it never opens */
    wr_vec3 position;
    double facing; /* degrees counter-clockwise from +X, out of the hook's room */
    const wr_door *type;
    const char *lock; /* the key that opens it, or NULL */
} wr_module_door;

struct wr_module_doors {
    wr_module_door *items; /* by the hook that stands for the doorway */
    uint32_t count;
};

/* Lists the doorways in `arena`: each linked pair, merged rooms' inner ones too, and each that
 * leads nowhere, once even where a kit lists it twice or another room's lies upon it. False
 * when memory is out. */
bool wr_module_doors_find(struct wr_arena *arena, const struct wr_layout *layout,
                          struct wr_module_doors *out);

/* How far a door that looks along +Y is turned to look as this one does, in degrees, above
 * -180 and up to 180: what LYT and GIT call its turn. */
double wr_module_door_turn(const wr_module_door *door);

#endif
