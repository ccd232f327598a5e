/* What a map says about who is drawn from where. */
#ifndef WR_BUILDER_SIGHT_STATED_H
#define WR_BUILDER_SIGHT_STATED_H

#include "builder/sight/visibility.h"

/* Warns of pairs of rooms with a doorway between them that the map takes out of each other's
 * sight. Needs links. */
enum wr_result wr_stated_judge(struct wr_context *context, const struct wr_layout *layout);

/* Puts the map's pairs into what the doorways show, and takes them out of it; notes in
 * `changed` which of them made a difference. Rooms of one area room are passed over, and so is
 * all of it where every room sees every other. */
enum wr_result wr_stated_apply(struct wr_context *context, const struct wr_layout *layout,
                               struct wr_visibility *visibility);

#endif
