/* Rooms that are longer than their kit has them: each of these made once, as a room like any
 * other, so that all that comes after a placement need not know. */
#ifndef WR_BUILDER_LAYOUT_LONGER_H
#define WR_BUILDER_LAYOUT_LONGER_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "kits/kits.h"

/* Those that were asked for: kit rooms with lengths. One thread asks at a time; the rooms are
 * read-only. */
struct wr_longer_rooms {
    struct wr_arena *arena;
    const wr_room **slots;
    size_t capacity, count;
};

void wr_longer_rooms_start(struct wr_longer_rooms *table, struct wr_arena *arena);
/* A room of a kit with lengths, one a stretch in the kit's order, those left out 0; itself
 * where all are 0. More than it has stretches are "stretch-count", a length that a stretch does
 * not allow is "stretch-length". */
enum wr_result wr_longer_room(struct wr_context *context, struct wr_longer_rooms *table,
                              const wr_room *room, const float *lengths, uint32_t count,
                              wr_where where, const wr_room **out);

#endif
