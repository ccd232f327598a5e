/* Rings: rooms that close a loop, for a kit alone. What a kit cannot close, no level can ask
 * for. */
#ifndef WR_BUILDER_PUZZLE_RINGS_H
#define WR_BUILDER_PUZZLE_RINGS_H

#include "builder/puzzle/bridge.h"

enum { WR_RING_LEAST = 3, WR_RING_MOST = 8, WR_RING_EXACT = 5 };

/* How high a ring may go: no matter, on one storey, or over two at least. */
enum wr_ring_climb { WR_RING_ANY, WR_RING_LEVEL, WR_RING_CLIMBS };

/* Rooms one after the other, the last one's way out at the first one's way in. */
typedef struct wr_ring {
    uint32_t length;
    wr_bridge_room rooms[WR_RING_MOST];
} wr_ring;

struct wr_ring_search {
    const struct wr_spans *spans;
    uint32_t length;
    enum wr_ring_climb climb;
    uint64_t budget;  /* gaps looked at, or samples of each half; 0: all, or the most */
    uint32_t most;    /* rings wanted */
    wr_ring *rings;   /* `most` of them */
    const bool *uses; /* one a piece, or NULL for all */
    uint32_t found;   /* out */
    bool proved;      /* out: everything was looked at, so that there are no others */
};

/* Finds rings whose rooms do not overlap, in an order that is drawn: exactly up to
 * WR_RING_EXACT rooms, else among samples of both halves. Exact searches without a budget see
 * every ring. False when memory is out. */
bool wr_rings_find(struct wr_ring_search *search, wr_random *random);

/* The farthest two doorways of the ring that should meet are apart on an axis, units. */
int64_t wr_ring_gap(const struct wr_pieces *pieces, const wr_ring *ring);

/* "4, 6 and 8" and "3, 5 and 7": which lengths a kit closes, and which it does not, as text for
 * messages. */
typedef struct wr_ring_lengths {
    bool closes[WR_RING_MOST + 1], proved[WR_RING_MOST + 1];
} wr_ring_lengths;

bool wr_rings_survey(const struct wr_spans *spans, const bool *uses, enum wr_ring_climb climb,
                     wr_random *random, wr_ring_lengths *out);
typedef struct wr_lengths_text {
    char text[96];
} wr_lengths_text;
/* The lengths that are closed, or those that are not. */
wr_lengths_text wr_ring_lengths_text(const wr_ring_lengths *lengths, bool closed);

#endif
