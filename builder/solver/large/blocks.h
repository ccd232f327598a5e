/* Blocks: a large graph cut at its bridges. */
#ifndef WR_BUILDER_SOLVER_LARGE_BLOCKS_H
#define WR_BUILDER_SOLVER_LARGE_BLOCKS_H

#include "builder/solver/puzzle.h"

#define WR_NO_BLOCK UINT32_MAX

/* Nodes that hang together though any one link is cut; most often a single one. Nodes that are
 * fixed count as linked to each other. */
typedef struct wr_block {
    uint32_t first, count;            /* in `members` */
    uint32_t first_inner, link_count; /* links between its nodes, in `inner` */
    uint32_t parent;                  /* the block it hangs on, or WR_NO_BLOCK */
    uint32_t link, gate, anchor;      /* the bridge to it, own end and its end */
    uint32_t span;                    /* blocks from this one on that hang on it; 1: only it */
    uint32_t weight;                  /* nodes of all those */
} wr_block;

/* A tree of blocks: the first is the root, and what hangs on a block comes right behind it. */
struct wr_blocks {
    wr_block *blocks;
    uint32_t count;
    uint32_t *members, *inner; /* nodes and links, block after block */
    uint32_t *owners;          /* one a node: its block */
    uint32_t *places;          /* one a node: which of its block's it is */
    uint32_t *link_owners;     /* one a link: the block whose corridor it would be */
    uint32_t *child_starts;    /* one a block, and one more */
    uint32_t *children;
};

/* False when memory is out. Where the graph does not hang together, `count` is 0. */
bool wr_blocks_cut(const struct wr_puzzle *puzzle, struct wr_arena *arena,
                   struct wr_blocks *out);

static inline bool wr_block_is_below(const struct wr_blocks *blocks, uint32_t block,
                                     uint32_t above)
{
    return block >= above && block - above < blocks->blocks[above].span;
}

#endif
