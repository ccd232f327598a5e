/* Rooms that stand, as a layout, and how they are made anew with one of them changed. Private
 * to builder/sketch. */
#ifndef WR_BUILDER_SKETCH_STATE_H
#define WR_BUILDER_SKETCH_STATE_H

#include "builder/layout/facets.h"
#include "builder/layout/link.h"
#include "builder/sketch/sketch.h"

/* Everything lives in the layout's arena. */
struct wr_sketch_state {
    struct wr_map map; /* that of the sketch, with links between the rooms that stand */
    struct wr_layout layout;
    wr_hook_pair *pairs; /* all that may be linked */
    size_t pair_count;
    wr_sketched seen;
};

/* What becomes of one room. */
enum wr_change_kind { WR_CHANGE_ADD, WR_CHANGE_MOVE, WR_CHANGE_REMOVE };
typedef struct wr_change {
    enum wr_change_kind kind;
    uint32_t room;         /* its number, afterwards where it is put in */
    wr_placed_room placed; /* where it stands then */
} wr_change;

/* The rooms of a layout that are placed and no more, which must outlive them. Fails where a
 * build could not go on: WR_LIMIT "hooks-crowded" and "rooms-crowded". */
enum wr_result wr_sketch_state_start(struct wr_context *context, struct wr_context *quiet,
                                     const struct wr_layout *placed, struct wr_arena *arena,
                                     struct wr_sketch_state *out);
/* Makes `next` of `now`, in another arena. `quiet` hears findings, which nobody wants. False
 * when memory is out. */
bool wr_sketch_state_change(struct wr_context *quiet, struct wr_facets_table *facets,
                            const struct wr_sketch_state *now, const wr_change *change,
                            struct wr_arena *arena, struct wr_sketch_state *next);

#endif
