/* Footprints: the walkable floor of a room as convex slabs. */
#ifndef WR_BUILDER_GENERATE_FOOTPRINT_H
#define WR_BUILDER_GENERATE_FOOTPRINT_H

#include "builder/solver/pieces.h"
#include "kits/kits.h"

/* Joins the walkable faces of a room into convex slabs, each as high as its floor and the
 * headroom above it; upright and downward faces are left out. The stretches are the piece's.
 * False when memory is out. */
bool wr_footprint_make(const wr_room *room, const wr_piece *piece, struct wr_arena *arena,
                       wr_slab **out, uint32_t *count);

#endif
