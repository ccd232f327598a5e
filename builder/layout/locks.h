/* Locked doors of a map: each key can be got before the door it opens, and no way leads around
 * that. */
#ifndef WR_BUILDER_LAYOUT_LOCKS_H
#define WR_BUILDER_LAYOUT_LOCKS_H

#include "builder/layout/layout.h"
#include "templates/locks.h"

/* A layout's locks, in an arena. Places are rooms, or each of their `floors`: those of a room
 * follow each other from its entry of `firsts` on; behind all of them is one more place an
 * exit, and behind the ways that are links one an exit. Needs links, and exits where there are
 * any. */
enum wr_result wr_layout_locks(struct wr_context *context, const struct wr_layout *layout,
                               struct wr_arena *arena, bool floors, struct wr_lock_graph *out,
                               uint32_t **firsts);

/* Walks from the entry, taking keys on the way, and warns of each lock whose key lies where
 * nobody gets without it, and of each that is not optional and both of whose sides are reached
 * without its key. Needs links and the entry. */
enum wr_result wr_layout_unlock(struct wr_context *context, const struct wr_layout *layout);

#endif
