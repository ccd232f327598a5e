/* Repair: putting blocks to what stands, and placing anew what is in their way. */
#ifndef WR_BUILDER_SOLVER_LARGE_REPAIR_H
#define WR_BUILDER_SOLVER_LARGE_REPAIR_H

#include "builder/solver/large/answers.h"

struct wr_repair;

/* Takes its memory from the arena; NULL when that is out. What was started is finished, too.
 * `answers` has one entry a block, and gets more of them; `nodes` and `corridors` are where
 * things stand. */
struct wr_repair *wr_repair_start(const struct wr_puzzle *puzzle,
                                  const struct wr_blocks *blocks, wr_answers *answers,
                                  uint64_t seed, wr_standing *nodes, wr_standing *corridors,
                                  struct wr_arena *arena);
void wr_repair_finish(struct wr_repair *repair);

/* Lets the tries from now on put each single node as it is proposed, where nothing is in the
 * way, and the root so; NULL: nothing is proposed. */
void wr_repair_follow(struct wr_repair *repair, const struct wr_proposal *proposal);

/* Begins anew, and goes on for so many steps. */
enum wr_verdict wr_repair_try(struct wr_repair *repair, wr_random *random, uint64_t steps);

/* Of all tries. */
struct wr_effort wr_repair_effort(const struct wr_repair *repair);

#endif
