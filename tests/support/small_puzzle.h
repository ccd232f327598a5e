/* Small random puzzles, and all their solutions by brute force: every place beside what stands,
 * judged by code of its own. */
#ifndef WR_TESTS_SUPPORT_SMALL_PUZZLE_H
#define WR_TESTS_SUPPORT_SMALL_PUZZLE_H

#include "tests/support/solution.h"

enum { PIECES = 4, NODES = 6, LINKS = 8, MOST_SOLUTIONS = 4096 };

/* A puzzle with all it points to. A link may be by way of the last piece. */
struct small_puzzle {
    struct wr_arena *arena;
    struct wr_pieces pieces;
    wr_piece shapes[PIECES];
    uint32_t sets[NODES][PIECES];
    wr_puzzle_node nodes[NODES];
    wr_puzzle_link links[LINKS];
    solution_corridors corridors[LINKS];
    uint32_t corridor;
    bool meets[4];
    struct wr_contacts through;
    struct wr_puzzle puzzle;
};

/* How large pieces are and how many hooks they have; boxes have
 * theirs side by side along stretches of their sides: as places of one doorway where they
 * slide. */
struct small_shape {
    uint32_t nodes, cells, one_hook_of;
    bool corridors, boxes, slides;
};

/* The same for the same seed. */
void small_puzzle_start(struct small_puzzle *small, uint64_t seed, struct small_shape shape);
void small_puzzle_end(struct small_puzzle *small);

/* All that is to be placed: rooms, each after the corridor to it, and corridors that close
 * rounds at the end. */
struct brute {
    const struct small_puzzle *small;
    uint32_t items[NODES + LINKS]; /* a room's number, or UINT32_MAX */
    uint32_t slots[NODES];         /* of rooms among the items */
    solution_pose poses[NODES + LINKS];
    uint32_t ends[2 * LINKS][2]; /* pairs of items that must meet */
    uint32_t count, pair_count;
    uint64_t keys[MOST_SOLUTIONS]; /* of solutions, each once */
    uint32_t solutions;
    bool many; /* more than fit in */
};

/* Finds all solutions, or as many as fit in. */
void brute_solve(struct brute *brute, const struct small_puzzle *small);
/* The same for solutions that look the same, wherever they stand; a pose a node. */
uint64_t brute_key(const struct small_puzzle *small, const solution_pose *poses);

#endif
