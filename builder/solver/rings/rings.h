/* Rings: rooms that close a loop, for a kit alone. What a kit cannot close, no level can ask
 * for. */
#ifndef WR_BUILDER_SOLVER_RINGS_RINGS_H
#define WR_BUILDER_SOLVER_RINGS_RINGS_H

#include "builder/solver/rings/bridge.h"

enum { WR_RING_LEAST = 3, WR_RING_MOST = 8, WR_RING_BY_CHAINS = 5, WR_RING_ALL = 1 << 22 };

/* How high a ring may go: no matter, on one storey, or over two at least. */
enum wr_ring_climb { WR_RING_ANY, WR_RING_LEVEL, WR_RING_CLIMBS };

/* Rooms one after the other, the last one's way out at the first one's way in. */
typedef struct wr_ring {
    uint32_t length;
    wr_bridge_room rooms[WR_RING_MOST];
} wr_ring;

struct wr_ring_search {
    struct wr_context *context; /* asked whether to go on; or NULL */
    struct wr_sums *sums;       /* extended as it needs more */
    uint32_t length;
    enum wr_ring_climb climb;
    uint64_t budget; /* rooms put, or samples of each half; 0: to the end; WR_RING_ALL: all
                        chains at once, so that each ring comes as often as it has rooms */
    uint32_t most;   /* rings wanted */
    wr_ring *rings;  /* `most` of them */
    uint32_t found;  /* out */
    bool proved;     /* out: everything was looked at, so that there are no others */
};

/* Finds rings whose rooms do not overlap, in an order that is drawn: first for a while by
 * chains or, of more than WR_RING_BY_CHAINS rooms, among samples of both halves; then, where
 * nothing was found, to the end. That end is not reached where sums of half the rooms are more
 * than their limit, or may close, and chains are more than WR_RING_ALL. False when memory is
 * out or the call is stopped. */
bool wr_rings_find(struct wr_ring_search *search, wr_random *random);

/* The farthest two doorways of the ring that should meet are apart on an axis, units. */
int64_t wr_ring_gap(const struct wr_pieces *pieces, const wr_ring *ring);

/* What is known of the rings of a length. */
enum wr_length_fate { WR_LENGTH_UNKNOWN, WR_LENGTH_CLOSES, WR_LENGTH_NEVER };

typedef struct wr_ring_lengths {
    enum wr_length_fate of[WR_RING_MOST + 1];
} wr_ring_lengths;

/* Which lengths a kit closes. False when memory is out. */
bool wr_rings_survey(struct wr_context *context, struct wr_sums *sums, enum wr_ring_climb climb,
                     wr_random *random, wr_ring_lengths *out);
typedef struct wr_lengths_text {
    char text[128];
} wr_lengths_text;
/* "loops of 4, 6 and 8 rooms, not of 3 or 5; none was found of 7": for messages. */
wr_lengths_text wr_ring_lengths_text(const wr_ring_lengths *lengths);

#endif
