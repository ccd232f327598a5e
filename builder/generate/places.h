/* Where along their walls the doors of a room that is said instead of drawn may stand. */
#ifndef WR_BUILDER_GENERATE_PLACES_H
#define WR_BUILDER_GENERATE_PLACES_H

#include "kits/kits.h"

/* Of a door whose kit names no step, metres: places of walls of even and of odd metres meet. */
#define WR_PLACES_STEP 0.5
/* More there are not of one door. */
enum { WR_PLACES_MOST = 32 };

/* From `first` to `last` steps from where the door is drawn, which is one of them. A room whose
 * doors all stand at some of these places is one, with any other lengths. */
typedef struct wr_places {
    uint32_t stretch; /* the length that says where the door stands, or WR_NONE: it stays */
    uint32_t axis;
    double step; /* metres */
    int32_t first, last;
} wr_places;

/* All walls keep their doors apart: where two have a wall in common, one ends where the other
 * begins. Where there are more places than `most`, each second, third, … step is one. */
wr_places wr_places_of(const wr_room *room, uint32_t hook, uint32_t most);

/* Whether the corners of a room that is said instead of drawn, and all places of its doors, are
 * whole units of pieces. */
bool wr_places_are_whole(const wr_room *room);

#endif
