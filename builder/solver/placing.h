/* Solving a puzzle by placing one room after another, going back where none fits. */
#ifndef WR_BUILDER_SOLVER_PLACING_H
#define WR_BUILDER_SOLVER_PLACING_H

#include "builder/solver/puzzle.h"

struct wr_placing;

/* Takes its memory from the arena; NULL when that is out. What was started is finished, too. */
struct wr_placing *wr_placing_start(const struct wr_puzzle *puzzle, wr_random *random,
                                    struct wr_arena *arena);
void wr_placing_finish(struct wr_placing *placing);

/* Begins anew, in a new order, and goes on for so many steps. */
enum wr_verdict wr_placing_try(struct wr_placing *placing, uint64_t steps);
/* Calls `visit` with every way there is, until it returns true (WR_SOLVED); WR_UNSOLVABLE once
 * all were seen. Not for puzzles with corridors. */
enum wr_verdict wr_placing_all(struct wr_placing *placing, uint64_t steps,
                               bool visit(void *user), void *user);
/* The same where rooms stretch, with one candidate a node; lengths are changed where rounds do
 * not quite close. */
enum wr_verdict wr_placing_follow(struct wr_placing *placing,
                                  const struct wr_proposal *proposal, uint64_t steps);
/* What was found. */
void wr_placing_tell(const struct wr_placing *placing, wr_standing *nodes,
                     wr_standing *corridors);

/* Whether nodes, and corridors of links, that stand otherwise keep the puzzle's rules
 * (WR_SOLVED). */
enum wr_verdict wr_placing_judge(struct wr_placing *placing, const wr_standing *nodes,
                                 const wr_standing *corridors);

/* Of all tries. */
uint64_t wr_placing_steps(const struct wr_placing *placing);
struct wr_effort wr_placing_effort(const struct wr_placing *placing);

#endif
