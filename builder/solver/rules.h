/* What a puzzle asks beyond doors that meet and rooms that do not overlap. */
#ifndef WR_BUILDER_SOLVER_RULES_H
#define WR_BUILDER_SOLVER_RULES_H

#include "builder/solver/order.h"

#define WR_ANY_HOOK UINT16_MAX
#define WR_NO_HOOK (UINT16_MAX - 1)

/* Each piece in one set (one entry a piece) must be linked to one in another. */
typedef struct wr_must {
    const bool *rooms, *others;
} wr_must;

/* Zero asks for nothing. */
struct wr_rules {
    const uint32_t *weights; /* one a piece: how often it is tried first; 0: last. NULL: even */
    const uint32_t *most;    /* one a piece: how many nodes may be it */
    const bool *apart;       /* piece_count squared: pieces that may not be linked */
    const wr_must *musts;
    uint32_t must_count;
    const uint16_t *(*hooks)[2]; /* one a link, a side, a piece: the hook it takes, WR_ANY_HOOK,
                                    or WR_NO_HOOK where the piece has none of that name; a side
                                    may be NULL: any. A hook stands for all places of its
                                    doorway */
    int64_t gap;                 /* least, between nodes that are not linked, units */
    bool bounded, anchored;      /* a box holds all slabs; where it stands, or only its size */
    wr_spot low, high;
    uint32_t storeys;      /* heights of hooks there may be; 0: any */
    int64_t storey_height; /* heights that differ by less than half are one */
};

/* The ranks of a search that stand, and one that is to be judged. */
struct wr_board {
    const struct wr_puzzle *puzzle;
    const wr_ranked *order;
    const uint32_t *ranks;               /* one a node */
    const wr_standing *standings;        /* one a rank */
    const wr_standing *corridors;        /* one a link; WR_NO_STANCE: it has none yet */
    uint32_t rank;                       /* of what is judged; those below stand */
    const uint32_t *starts, *neighbours; /* nodes, row after row */
};

/* Whether a rank may stand so. Else the earlier ranks that are to blame are marked in
 * `conflicts`, a bit each. */
bool wr_rules_allow(const struct wr_board *board, uint64_t *conflicts);

/* Whether one side of a link, a piece, may take a hook: one of a doorway that is wanted may be
 * at any of its places. `wanted` is that side of `hooks`. */
bool wr_rules_take_hook(const struct wr_pieces *pieces, const uint16_t *wanted, uint32_t piece,
                        uint16_t hook);

/* The doorways of a rank's room that links with what stands take, but for that with another
 * rank: a bit each; doorways whose numbers differ by 64 share one. */
uint64_t wr_rules_doors(const struct wr_board *board, uint32_t rank, uint32_t but);

/* The doorway of a room by which it meets another, or WR_NO_DOOR. */
uint32_t wr_rules_door(const struct wr_pieces *pieces, const wr_standing *room,
                       const wr_standing *other);
#define WR_NO_DOOR UINT32_MAX

#endif
