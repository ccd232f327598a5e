/* In which order a puzzle's nodes are placed. */
#ifndef WR_BUILDER_SOLVER_ORDER_H
#define WR_BUILDER_SOLVER_ORDER_H

#include "builder/solver/puzzle.h"

enum { WR_TIE_OVER = 5 };
#define WR_NOT_ASKED (UINT32_MAX - 1)

/* A node of an earlier rank that another must stay in reach of: `hops` links away through nodes
 * that are placed later (1: linked directly). */
typedef struct wr_tie {
    uint32_t rank, hops;
    uint32_t link; /* the puzzle's, where it is linked directly */
    const uint32_t
        *over;     /* the nodes between, the later one's neighbour first; NULL: too many */
    uint32_t leap; /* over them, or WR_NOT_ASKED: the search fills it in */
} wr_tie;

/* A node in its rank: the search places them one after another. */
typedef struct wr_ranked {
    uint32_t node;
    const wr_tie *links; /* hops 1 */
    wr_tie *ties;        /* more hops, nearest first */
    uint32_t link_count, tie_count;
} wr_ranked;

/* Cycles first, each as a chain from what stands back to what stands, shortest first; trees
 * last. Ties over more than WR_TIE_OVER nodes name them only where rooms stretch. False when
 * memory is out. `random` breaks ties between equals. */
bool wr_order_make(const struct wr_puzzle *puzzle, wr_random *random, struct wr_arena *arena,
                   wr_ranked *out);

#endif
