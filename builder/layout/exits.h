/* Doorways that lead out of the module. */
#ifndef WR_BUILDER_LAYOUT_EXITS_H
#define WR_BUILDER_LAYOUT_EXITS_H

#include "builder/layout/layout.h"

/* Finds the doorways of the map's exits. Needs links, of which none may be in their place.
 * WR_NOT_FOUND "exit-hook-not-found"; WR_INVALID "exit-linked", "exit-doorway-twice",
 * "exit-threshold" and "exit-arch". */
enum wr_result wr_layout_exits(struct wr_context *context, struct wr_layout *layout);

/* Whether an exit is left by a door; else by a trigger across its doorway. */
bool wr_exit_has_door(const struct wr_layout *layout, const wr_exit *exit);

#endif
