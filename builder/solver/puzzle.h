/* Placing the nodes of a graph so that every link's doors meet and nothing overlaps. */
#ifndef WR_BUILDER_SOLVER_PUZZLE_H
#define WR_BUILDER_SOLVER_PUZZLE_H

#include "builder/solver/standings.h"
#include "core/base/diag.h"
#include "core/base/random.h"

#include <stdatomic.h>
#include <string.h>

/* A node may be any of some pieces; one that stands already keeps its place. */
typedef struct wr_puzzle_node {
    const uint32_t *pieces;
    uint32_t piece_count;
    bool fixed;
    uint32_t stance;
    wr_spot spot;
    wr_lengths lengths;
} wr_puzzle_node;

/* Where one that is fixed stands. */
static inline wr_standing wr_puzzle_node_at(const wr_puzzle_node *node)
{
    return (wr_standing){node->stance, node->spot, node->lengths};
}

/* Whether two may be the same pieces. */
static inline bool wr_puzzle_nodes_are_alike(const wr_puzzle_node *a, const wr_puzzle_node *b)
{
    return a->piece_count == b->piece_count &&
           memcmp(a->pieces, b->pieces, a->piece_count * sizeof *a->pieces) == 0;
}

/* Two nodes whose doors must meet, as one of `contacts` says. */
typedef struct wr_puzzle_link {
    uint32_t nodes[2];
    const struct wr_contacts *contacts;
} wr_puzzle_link;

struct wr_puzzle {
    const struct wr_pieces *pieces;
    const wr_puzzle_node *nodes;
    const wr_puzzle_link *links;
    uint32_t node_count, link_count;
    const uint32_t *hanging; /* one a node: how many hang on it that are not here; or NULL */
    const struct wr_rules *rules; /* or NULL */
    /* When to give up, and how many jobs large puzzles may use; NULL: never, and one. */
    struct wr_context *context;
    const atomic_bool *stop; /* when it turns true, that is when to give up, too; or NULL */
};

/* How each node may stand, but for where, and by which hooks it is linked. */
struct wr_proposal {
    const wr_standing *standings; /* one a node; spots do not count */
    const uint16_t (*hooks)[2];   /* one a link, its first node's first */
};

enum wr_verdict {
    WR_SOLVED,
    WR_UNSOLVABLE,    /* the whole space was searched */
    WR_OUT_OF_BUDGET, /* the steps ran out */
    WR_OUT_OF_TIME,
    WR_OUT_OF_MEMORY,
};

/* Counts of what a search did; steps are candidates looked at, and what budgets count. */
struct wr_effort {
    uint64_t steps, restarts;
    uint32_t deepest; /* how many nodes stood at most */
    uint32_t stuck;   /* a node that found no place beside them, or WR_NOT_STUCK */
    uint32_t part;    /* how many nodes there were to place; 0: all */
};

#define WR_NOT_STUCK UINT32_MAX

static inline struct wr_effort wr_effort_none(void)
{
    return (struct wr_effort){.stuck = WR_NOT_STUCK};
}
/* Adds what a further search did; where it got stuck counts if no more stood before. */
static inline void wr_effort_add(struct wr_effort *effort, struct wr_effort more)
{
    effort->steps += more.steps;
    effort->restarts += more.restarts;
    if (more.deepest < effort->deepest ||
        (more.deepest == effort->deepest && more.stuck == WR_NOT_STUCK))
        return;
    effort->deepest = more.deepest;
    effort->stuck = more.stuck;
    effort->part = more.part;
}

/* Solves a puzzle within `budget` steps; `nodes` has one entry a node, `corridors` one a link
 * (WR_NO_STANCE for direct ones). The same random state gives the same answer everywhere. */
enum wr_verdict wr_puzzle_solve(const struct wr_puzzle *puzzle, wr_random *random,
                                uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                struct wr_effort *effort);

/* The same by one search of the whole, however large it is. */
enum wr_verdict wr_puzzle_search(const struct wr_puzzle *puzzle, wr_random *random,
                                 uint64_t budget, wr_standing *nodes, wr_standing *corridors,
                                 struct wr_effort *effort);

/* Whether some node may be a piece that stretches: else all lengths are as drawn, and searches
 * prove what they prove of other kits. */
static inline bool wr_puzzle_stretches(const struct wr_puzzle *puzzle)
{
    for (uint32_t i = 0; puzzle->pieces->stretches && i < puzzle->node_count; i++)
        for (uint32_t k = 0; k < puzzle->nodes[i].piece_count; k++)
            if (puzzle->pieces->pieces[puzzle->nodes[i].pieces[k]].stretch_count)
                return true;
    return false;
}

/* Whether it is time to give up. */
static inline bool wr_puzzle_is_late(const struct wr_puzzle *puzzle)
{
    if (puzzle->stop && atomic_load_explicit(puzzle->stop, memory_order_relaxed))
        return true;
    return wr_context_late(puzzle->context);
}

#endif
