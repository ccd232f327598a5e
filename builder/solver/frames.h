/* A search that places nodes: what its parts share. */
#ifndef WR_BUILDER_SOLVER_FRAMES_H
#define WR_BUILDER_SOLVER_FRAMES_H

#include "builder/solver/drawing.h"
#include "builder/solver/leaps.h"
#include "builder/solver/lengths.h"
#include "builder/solver/order.h"
#include "builder/solver/rules.h"
#include "builder/solver/ways.h"

enum { WR_FRAME_WORD = 64 };

/* A place a rank's node may take. Where rooms stretch: by which contacts with its first two
 * neighbours, which the lengths bring about. */
struct wr_candidate {
    wr_standing standing;
    uint32_t contacts[2];
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

/* A rank as it stood before a later one moved it. */
struct wr_past {
    wr_standing standing;
    uint8_t settled;
};

/* A rank under search. Where rooms stretch, each hangs on the one it was put to by a joint of
 * two hooks; what lies between two doorways moves with the lengths on the way between them. A
 * round that is closed settles those on its way. */
struct wr_frame {
    wr_standing standing;
    uint32_t first_solid;      /* what earlier ranks put up ends here */
    struct wr_candidate *list; /* for nodes with several placed neighbours */
    size_t list_capacity;
    struct wr_cycle *cycles; /* one a piece the node may be */
    uint32_t left;           /* of all cycles */
    uint64_t *conflicts;     /* bits of earlier ranks */
    uint64_t own, taken;     /* bits of hooks: its links', and later ranks' links to it, too */
    uint32_t joint;          /* the rank it hangs on, or WR_NO_RANK */
    uint16_t joint_hooks[2]; /* of that, and its own */
    uint8_t settled;         /* bits of stretches */
    struct wr_past *past;    /* of earlier ranks; on the heap, made when it is needed */
    bool moved;              /* earlier ranks, so that its past counts */
    uint32_t ear;       /* the rank its ear begins at: the chain up to one that closes it */
    uint32_t tries;     /* of the ear that begins here, since what is before it stands */
    uint64_t ear_limit; /* steps at which the try of the ear that begins here is over */
};

#define WR_NO_RANK UINT32_MAX

struct wr_placing {
    const struct wr_puzzle *puzzle;
    const struct wr_proposal *proposal; /* NULL: nothing is */
    const struct wr_pieces *pieces;
    wr_random *random;
    struct wr_arena *arena;
    wr_ranked *order;
    struct wr_frame *frames;
    struct wr_solid *solids;
    struct wr_board board; /* where there are rules */
    uint32_t *ranks;
    wr_standing *standings;
    wr_standing *corridors; /* one a link */
    wr_spot longest;        /* of any link's contacts; not asked where rooms stretch */
    uint32_t words;
    uint64_t steps, limit;
    uint32_t solid_count;
    bool failed;  /* out of memory */
    bool leaping; /* all links are direct and no room stretches, so that leaps tell */
    bool stretching;
    double exactly;            /* units: how far doorways that lengths bring together miss */
    struct wr_ways ways;       /* of rooms with lengths */
    struct wr_drawing drawing; /* where rooms stretch; else of no nodes */
    struct wr_leaps *leaps;
    bool greedy;             /* a corridor was chosen that was in the way of another, or took
                                its doorway */
    struct wr_effort effort; /* but for steps */
    uint64_t looks;
};

static inline void wr_frame_blame(struct wr_frame *frame, uint32_t rank)
{
    frame->conflicts[rank / WR_FRAME_WORD] |= (uint64_t)1 << rank % WR_FRAME_WORD;
}

/* ---- candidates.c ---- */

/* Begins to list the places of a rank, where all it is linked to stands that has an earlier
 * rank. */
void wr_candidates_open(struct wr_placing *placing, uint32_t rank);
/* Takes the next; false where there is none left. */
bool wr_candidates_next(struct wr_placing *placing, uint32_t rank, struct wr_candidate *out);

/* ---- solids.c ---- */

/* What stands so; a corridor is its link's, a node WR_NO_STANCE's. */
static inline struct wr_solid wr_solid_of(const struct wr_pieces *pieces, wr_standing standing,
                                          uint32_t rank, uint32_t link)
{
    struct wr_solid solid = {.standing = standing, .rank = rank, .link = link};
    wr_standing_box(pieces, &standing, &solid.low, &solid.high);
    solid.high.x -= pieces->skin;
    solid.high.y -= pieces->skin;
    return solid;
}
/* Whether a solid may stand among others; else the rank of the first that is in its way. */
bool wr_solid_is_free(const struct wr_pieces *pieces, const struct wr_solid *what,
                      const struct wr_solid *others, uint32_t count, uint32_t *culprit);

/* ---- corridors.c ---- */

/* Puts up the corridor of a rank's link among so many solids, the first that is free from a
 * random one on; else what is to blame is marked. */
bool wr_corridor_put(struct wr_placing *placing, uint32_t rank, const wr_tie *tie,
                     uint32_t *solid_count);

/* ---- stretching.c ---- */

/* What a search with lengths takes; false when memory is out. Finished even then. */
bool wr_stretching_start(struct wr_placing *placing);
void wr_stretching_finish(struct wr_placing *placing);
/* The places of a piece beside its placed neighbours, of which there are at least two, by
 * lengths that may bring it there: the count after they were added to the frame's list. */
size_t wr_stretching_list(struct wr_placing *placing, uint32_t rank, size_t count,
                          uint32_t piece);
/* Draws the lengths of a piece, and puts it to its only neighbour by a contact. */
wr_standing wr_stretching_draw(struct wr_placing *placing, uint32_t rank, uint32_t stance,
                               uint32_t contact);
/* Notes by which contacts a rank stands that has at most one neighbour. */
void wr_stretching_hang(struct wr_placing *placing, uint32_t rank,
                        const struct wr_candidate *candidate);
/* Brings a rank to all of its neighbours by lengths, moves what that moves, and judges it;
 * false, and everything as it was, where that cannot be. */
bool wr_stretching_close(struct wr_placing *placing, uint32_t rank,
                         struct wr_candidate *candidate);
/* Takes back what a rank moved. */
void wr_stretching_undo(struct wr_placing *placing, uint32_t rank);
/* Whether a chain of rooms to come may link a rank that stands, but for bits of its hooks, with
 * an earlier one. */
bool wr_stretching_may_join(struct wr_placing *placing, uint32_t rank, uint64_t taken,
                            wr_tie *tie);

/* ---- foresight.c ---- */

/* Takes the hooks of a rank's links, once it stands, or gives them back. */
void wr_foresight_take(struct wr_placing *placing, uint32_t rank, bool take);
/* Whether a candidate of a rank lets the rooms to come link it with what it is tied to; blames
 * what keeps them from it. */
bool wr_foresight_allows(struct wr_placing *placing, const struct wr_candidate *candidate,
                         uint32_t rank);
/* The bits of all places of the doorway that a hook of a stance is one of. */
uint64_t wr_foresight_places(const struct wr_placing *placing, uint32_t stance, uint32_t hook);
/* The bits of the hooks by which a candidate is linked to earlier ranks. */
uint64_t wr_foresight_taken(const struct wr_placing *placing,
                            const struct wr_candidate *candidate, const wr_ranked *ranked);

/* ---- guide.c ---- */

/* Whether the drawing says where a rank is to go. */
bool wr_guide_leads(const struct wr_placing *placing, uint32_t rank);
/* How far a candidate of a rank is from where it should be, and what is to come beside it;
 * units, summed. */
double wr_guide_miss(const struct wr_placing *placing, const struct wr_candidate *candidate,
                     uint32_t rank);

#endif
