/* Doorways of the rooms that were taken. */
#ifndef WR_BUILDER_EXTRACT_HOOKS_H
#define WR_BUILDER_EXTRACT_HOOKS_H

#include "builder/extract/taking.h"

/* Finds doorways, and which door stands in each: edges in a row that lead into one room, with
 * their twins there; then edges that lead to what was not taken, or that nothing leads back to
 * (a warning); then doors at the edge of a floor. The hooks of a room are in the order of their
 * doors in the layout. Doors that stand in no doorway are told of once, in a note. */
enum wr_result wr_taking_hooks(struct wr_taking *taking);
/* Brings hooks into the order of rooms again, after some were added at the end. */
enum wr_result wr_taken_hooks_order(struct wr_taking *taking);

#endif
