/* The doors of a level: one a doorway, whoever asks. */
#ifndef WR_BUILDER_MODULE_DOORS_H
#define WR_BUILDER_MODULE_DOORS_H

#include "builder/layout/layout.h"

/* A doorway that bears a door. Of two linked ones the wider type of door wins, and hangs where
 * its own hook is; of equally wide ones the earlier room's. */
typedef struct wr_module_door {
    uint32_t hook; /* the layout's: place, direction and type of the door */
    uint32_t link; /* or WR_NONE: no room is behind it */
    uint32_t exit; /* of the layout's, or WR_NONE; with neither it never opens */
    wr_vec3 position;
    double facing; /* degrees counter-clockwise from +X, out of the hook's room */
    const wr_door *type;
    const char *lock; /* the key that opens it, or NULL */
    uint32_t record;  /* which of the doors that the map replaces it is; WR_NONE: a new one */
    uint32_t number;  /* of its name, <id>_dor<number> */
} wr_module_door;

struct wr_module_doors {
    wr_module_door *items; /* by the hook that stands for the doorway */
    uint32_t count;
};

/* Degrees counter-clockwise from +Y, as radians: how the GIT says where a door looks. */
float wr_module_door_bearing(const wr_module_door *door);

/* Lists the doorways in `arena`: each linked pair, merged rooms' inner ones too, and each that
 * leads nowhere, once even where a kit lists it twice or another room's lies upon it. A door
 * that the map knows looks out of the doorway it names, and keeps its number where its tag is
 * one of Warren's names; others get the number of their place in the list, or the next that is
 * free. False when memory is out. */
bool wr_module_doors_find(struct wr_arena *arena, const struct wr_layout *layout,
                          struct wr_module_doors *out);

/* How far a door that looks along +Y is turned to look as this one does, in degrees, above
 * -180 and up to 180: what LYT and GIT call its turn. */
double wr_module_door_turn(const wr_module_door *door);

#endif
