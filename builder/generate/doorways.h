/* Counting doorways: whether a room has them for all that it must be linked to. Rooms in each
 * other's way are left out of account, so that what does not go here does not go at all. */
#ifndef WR_BUILDER_GENERATE_DOORWAYS_H
#define WR_BUILDER_GENERATE_DOORWAYS_H

#include "builder/solver/rules.h"

/* Of pieces with more doorways, and of more rules, nothing is counted. */
enum { WR_DOORWAYS_COUNTED = 64, WR_NEEDS_COUNTED = 8 };

/* Which doorways of a piece can meet one of another: a bit each. */
struct wr_doorways {
    const struct wr_pieces *pieces;
    const uint64_t *bits; /* piece_count squared */
};

/* False when memory is out. */
bool wr_doorways_make(const struct wr_pieces *pieces, struct wr_arena *arena,
                      struct wr_doorways *out);
static inline uint64_t wr_doorways_to(const struct wr_doorways *doorways, uint32_t from,
                                      uint32_t to)
{
    return doorways->bits[(size_t)from * doorways->pieces->piece_count + to];
}
/* How many of some links can have a doorway each, where `bits` says which a link may take. */
uint32_t wr_doorways_match(const uint64_t *bits, uint32_t count);

/* What rules ask of the neighbours of a piece, and what of it can be had. */
struct wr_needs {
    const wr_must *musts[WR_NEEDS_COUNTED]; /* those about the piece */
    uint32_t count;
    bool met[1 << WR_NEEDS_COUNTED];    /* sets of them that can be met at once */
    bool offers[1 << WR_NEEDS_COUNTED]; /* by the next neighbour */
};

void wr_needs_start(struct wr_needs *needs, const wr_must *musts, uint32_t count,
                    uint32_t piece);
/* The next neighbour may be a piece. */
void wr_needs_offer(struct wr_needs *needs, uint32_t piece);
/* All that the next neighbour may be was offered. */
void wr_needs_next(struct wr_needs *needs);
/* Of pieces that cannot have all neighbours they must: those of the one that can have most. */
struct wr_shortage {
    uint32_t rules, met;
};
/* Whether all of a piece's needs can be met at once; else it is noted, unless one of them
 * cannot be met by itself, which is no matter of counting. */
bool wr_needs_are_met(const struct wr_needs *needs, struct wr_shortage *shortage);

#endif
