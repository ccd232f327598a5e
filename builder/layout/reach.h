/* Which floors the player can reach. */
#ifndef WR_BUILDER_LAYOUT_REACH_H
#define WR_BUILDER_LAYOUT_REACH_H

#include "builder/layout/layout.h"

/* Settles layout->entry: the map's, else the first spawn marker, else the middle of the first
 * room with a floor. An entry off every walkable face is WR_INVALID "entry-off-floor". */
enum wr_result wr_layout_enter(struct wr_context *context, struct wr_layout *layout);

/* Joins islands of rooms across links (union-find) into those of the area, which are numbered
 * by their first rooms, and says which of them the entry reaches: none where it is not settled.
 */
enum wr_result wr_layout_islands(struct wr_context *context, struct wr_layout *layout);

/* The same, and warns "unreachable" of each
 * island that bears a linked hook and cannot be reached from the entry; `count` says how many
 * there are. */
enum wr_result wr_layout_reach(struct wr_context *context, struct wr_layout *layout,
                               uint32_t *count);

#endif
