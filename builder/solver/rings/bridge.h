/* Bridges: chains of rooms from one open doorway to another. */
#ifndef WR_BUILDER_SOLVER_RINGS_BRIDGE_H
#define WR_BUILDER_SOLVER_RINGS_BRIDGE_H

#include "builder/solver/puzzle.h"
#include "builder/solver/rings/sums.h"

#include "core/base/random.h"

enum { WR_BRIDGE_ROOMS = 7 };

/* An open doorway of a room that stands, which is the caller's. */
typedef struct wr_bridge_end {
    const wr_standing *room;
    uint32_t hook;
} wr_bridge_end;

/* A room of a bridge: where it stands, where one comes in and goes out. */
typedef struct wr_bridge_room {
    wr_standing standing;
    uint16_t in, out;
} wr_bridge_room;

/* Called with the rooms of a bridge, which fit doorway to doorway; whether there is ground for
 * them is the caller's to judge. True ends the search. */
typedef bool wr_bridge_fn(void *user, const wr_bridge_room *rooms, uint32_t count);

/* Looks for bridges of `count` rooms (0: the doorways meet) from one end to the other, in an
 * order that is drawn, until one is taken or `*steps` reaches `limit`. Returns whether one was
 * taken. */
bool wr_bridge_find(const struct wr_sums *sums, const wr_bridge_end ends[2], uint32_t count,
                    wr_random *random, uint64_t *steps, uint64_t limit, wr_bridge_fn *visit,
                    void *user);

#endif
