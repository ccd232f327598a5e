/* Flat puzzles: rooms of one storey, some of which stretch, are drawn before they are placed.
 */
#ifndef WR_BUILDER_SOLVER_FLAT_FLAT_H
#define WR_BUILDER_SOLVER_FLAT_FLAT_H

#include "builder/solver/puzzle.h"

struct wr_flat;

/* Whether all rooms stand on one storey, and nothing says where. */
bool wr_flat_is_suited(const struct wr_puzzle *puzzle);
/* Takes its memory from the arena; NULL when that is out. */
struct wr_flat *wr_flat_start(const struct wr_puzzle *puzzle, uint64_t seed,
                              struct wr_arena *arena);
/* Draws all nodes anew (WR_SOLVED): doorways meet, and hardly anything lies on anything.
 * WR_UNSOLVABLE where links cross however they lie, or nobody knows; WR_OUT_OF_BUDGET where
 * nothing was found for a node to be. */
enum wr_verdict wr_flat_draw(struct wr_flat *flat);
/* How it was drawn last, where that was solved. */
struct wr_proposal wr_flat_proposal(const struct wr_flat *flat);

#endif
