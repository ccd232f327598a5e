/* Ways: how far chains of rooms with lengths may lead, by how they turn. */
#ifndef WR_BUILDER_SOLVER_WAYS_H
#define WR_BUILDER_SOLVER_WAYS_H

#include "builder/solver/lengths.h"
#include "builder/solver/puzzle.h"

/* From one doorway of a piece to another, with all lengths it may have. */
struct wr_way_box wr_way_within(const wr_stance *stance, uint32_t stretch_count, uint32_t from,
                                uint32_t to);

/* Where chains may lead: somewhere in one of some boxes. */
struct wr_way_list {
    struct wr_way_box *boxes;
    uint32_t count;
};

/* A chain of nodes, of which all that are alike are one: a node, and the chain behind it. */
struct wr_way_chain {
    uint32_t kind;             /* of its first node, see `kinds` */
    uint32_t rooms;            /* how many it has */
    uint32_t longer, next;     /* the first chain by a node longer, and the next beside this */
    struct wr_way_list *lists; /* one a heading that it is entered and left with */
};

/* Tables of chains of a puzzle's nodes, made as they are asked for. */
struct wr_ways {
    const struct wr_puzzle *puzzle;
    struct wr_arena *arena;
    uint32_t *kinds;             /* one a node: those alike have one */
    struct wr_way_list **rooms;  /* one a kind: lists of a single room */
    struct wr_way_chain *chains; /* on the heap; the first has no room */
    size_t chain_capacity;
    uint32_t chain_count, turn_count;
};

#define WR_NO_WAY_CHAIN UINT32_MAX

/* False when memory is out. Finished even then. */
bool wr_ways_start(struct wr_ways *ways, const struct wr_puzzle *puzzle);
void wr_ways_finish(struct wr_ways *ways);
/* The chain of some nodes in the order in which it is walked; WR_NO_WAY_CHAIN when memory is
 * out. */
uint32_t wr_ways_over(struct wr_ways *ways, const uint32_t *nodes, uint32_t count);
/* Where a chain of at least one room leads that is entered and left with these headings. */
const struct wr_way_list *wr_ways_of(const struct wr_ways *ways, uint32_t chain, uint32_t in,
                                     uint32_t out);

#endif
