/* Which area rooms are drawn from which: those within three doorways, until more is known. */
#ifndef WR_BUILDER_VISIBILITY_H
#define WR_BUILDER_VISIBILITY_H

#include "builder/layout.h"

/* Which area rooms lead to which, row after row: neighbours[starts[i] .. starts[i + 1]) of room
 * i, sorted, each once. */
struct wr_doorway_graph {
    uint32_t *starts, *neighbours;
};

/* False when memory is out. */
bool wr_doorway_graph_make(struct wr_arena *arena, const struct wr_layout *layout,
                           struct wr_doorway_graph *out);

/* Appends the VIS of a layout; with `see_all` every room sees every other. */
enum wr_result wr_visibility_write(struct wr_context *context, const struct wr_layout *layout,
                                   bool see_all, struct wr_bytes *out);

#endif
