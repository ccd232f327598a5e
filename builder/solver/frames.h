/* A search that places nodes: what its parts share. */
#ifndef WR_BUILDER_SOLVER_FRAMES_H
#define WR_BUILDER_SOLVER_FRAMES_H

#include "builder/solver/leaps.h"
#include "builder/solver/order.h"
#include "builder/solver/rules.h"

enum { WR_FRAME_WORD = 64 };

/* A place a rank's node may take. */
struct wr_candidate {
    uint32_t stance;
    wr_spot spot;
};

/* Candidates of one piece, visited in a full cycle of pseudo-random order. */
struct wr_cycle {
    uint32_t first, count; /* in the rank's list, or in its virtual list of contacts */
    uint32_t at, step, left;
};

/* Something that stands: a rank's node, or a corridor to it. */
struct wr_solid {
    wr_standing standing;
    wr_spot low, high; /* of its box, the skin taken off */
    uint32_t rank;
    uint32_t link; /* of a corridor; of a node WR_NO_STANCE */
};

/* A rank under search. */
struct wr_frame {
    wr_standing standing;
    uint32_t first_solid;      /* what earlier ranks put up ends here */
    struct wr_candidate *list; /* for nodes with several placed neighbours */
    size_t list_capacity;
    struct wr_cycle *cycles; /* one a piece the node may be */
    uint32_t left;           /* of all cycles */
    uint64_t *conflicts;     /* bits of earlier ranks */
    uint64_t own, taken;     /* bits of hooks: its links', and later ranks' links to it, too */
};

struct wr_placing {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    wr_random *random;
    struct wr_arena *arena;
    wr_ranked *order;
    struct wr_frame *frames;
    struct wr_solid *solids;
    struct wr_board board; /* where there are rules */
    uint32_t *ranks;
    wr_standing *standings;
    wr_spot longest; /* of any link's contacts */
    uint32_t words;
    uint64_t steps, limit;
    uint32_t solid_count;
    bool failed;  /* out of memory */
    bool leaping; /* all links are direct, so that leaps tell */
    struct wr_leaps *leaps;
    bool greedy;             /* a corridor was chosen that stood in the way of its sibling */
    struct wr_effort effort; /* but for steps */
    uint64_t looks;
};

static inline void wr_frame_blame(struct wr_frame *frame, uint32_t rank)
{
    frame->conflicts[rank / WR_FRAME_WORD] |= (uint64_t)1 << rank % WR_FRAME_WORD;
}

/* ---- foresight.c ---- */

/* Takes the hooks of a rank's links, once it stands, or gives them back. */
void wr_foresight_take(struct wr_placing *placing, uint32_t rank, bool take);
/* Whether a candidate of a rank lets the rooms to come link it with what it is tied to; blames
 * what keeps them from it. */
bool wr_foresight_allows(struct wr_placing *placing, const struct wr_candidate *candidate,
                         uint32_t rank);

#endif
