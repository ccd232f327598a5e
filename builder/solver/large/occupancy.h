/* Occupancy: which blocks stand on the ground, and what others would evict there. */
#ifndef WR_BUILDER_SOLVER_LARGE_OCCUPANCY_H
#define WR_BUILDER_SOLVER_LARGE_OCCUPANCY_H

#include "builder/solver/ground.h"
#include "builder/solver/large/answers.h"
#include "builder/solver/neighbours.h"

enum { WR_CROWD_CELLS = 1 << 12, WR_CROWD_SCALES = 5, WR_NO_CORRIDOR = -1 };
#define WR_NO_OFFER UINT64_MAX

/* How a block fares. */
typedef struct wr_occupancy_state {
    uint32_t stood;   /* nodes that stand, of it and of what hangs on it */
    uint32_t penalty; /* grows whenever it is evicted */
    uint32_t stamp;
    bool stands;
} wr_occupancy_state;

/* Where a block may stand. */
struct wr_offer {
    uint32_t answer;  /* of a block of several nodes */
    uint32_t contact; /* of the bridge */
    wr_standing gate; /* the node the bridge leads to; of the root the first */
    int64_t via;      /* the bridge's corridor, or WR_NO_CORRIDOR */
};

struct wr_occupancy {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    const struct wr_rules *rules; /* or NULL */
    const struct wr_blocks *blocks;
    wr_answers *answers;
    wr_random *random;
    wr_standing *nodes, *corridors; /* where they stand */
    struct wr_neighbours graph;     /* where doorways have several places, or are named */
    struct wr_ground ground;
    wr_occupancy_state *states;
    uint32_t *counts, *tally; /* one a piece: nodes that are it; those of an offer */
    uint32_t *evicted;        /* blocks in the way of the offer that was weighed last */
    uint32_t evicted_count, stamp;
    /* How many nodes stand there, or are to; in cells of twice the width a scale. Some cells
     * share a count. */
    uint32_t (*crowds)[WR_CROWD_CELLS];
    uint32_t *rooms; /* one a block: what to keep free around it */
    int64_t cell_width;
    uint64_t steps; /* bodies that were judged */
    uint32_t deepest;
};

/* Takes its memory from the arena; false when memory is out. Finished even then. */
bool wr_occupancy_start(struct wr_occupancy *occupancy, const struct wr_puzzle *puzzle,
                        const struct wr_blocks *blocks, wr_answers *answers, wr_standing *nodes,
                        wr_standing *corridors, struct wr_arena *arena);
void wr_occupancy_finish(struct wr_occupancy *occupancy);
void wr_occupancy_clear(struct wr_occupancy *occupancy);
/* Bounds whose place nothing says are put around the root, before it is weighed. */
void wr_occupancy_bound(struct wr_occupancy *occupancy, wr_standing root);

/* What a block would evict; WR_NO_OFFER where it must not stand, or where
 * that is `limit` or more. Chooses the bridge's corridor where the offer has none. */
uint64_t wr_occupancy_weigh(struct wr_occupancy *occupancy, uint32_t block,
                            struct wr_offer *offer, uint64_t limit);
/* False when memory is out. */
bool wr_occupancy_put(struct wr_occupancy *occupancy, uint32_t block,
                      const struct wr_offer *offer);
/* Takes a block down, with all that hangs on it. */
void wr_occupancy_take(struct wr_occupancy *occupancy, uint32_t block);

/* What it costs to take a block down. */
uint64_t wr_occupancy_cost(const struct wr_occupancy *occupancy, uint32_t block);
/* The block of a room on the ground. */
uint32_t wr_occupancy_owner(const struct wr_occupancy *occupancy, uint32_t id);
/* How much stands around the doorways by which so many branches of `weight` nodes could leave a
 * place that is entered by a hook: those with most room, near things counting most. */
uint64_t wr_occupancy_crowd(struct wr_occupancy *occupancy, const wr_standing *at,
                            uint32_t entry, uint32_t branches, uint32_t weight);

#endif
