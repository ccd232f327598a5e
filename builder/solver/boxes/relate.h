/* Solving a puzzle of boxes by deciding which side of which other each of them lies at; where
 * exactly they stand follows from that. It ends: a puzzle it does not solve has no solution. */
#ifndef WR_BUILDER_SOLVER_BOXES_RELATE_H
#define WR_BUILDER_SOLVER_BOXES_RELATE_H

#include "builder/solver/puzzle.h"

struct wr_relate;

/* Takes its memory from the arena; NULL when that is out. What was started is finished, too. */
struct wr_relate *wr_relate_start(const struct wr_puzzle *puzzle, wr_random *random,
                                  struct wr_arena *arena);
void wr_relate_finish(struct wr_relate *relate);

/* Whether the puzzle can be encoded at all: its pieces are boxes on one storey, and doors may
 * be anywhere along a side. */
bool wr_relate_is_encoded(const struct wr_relate *relate);

/* Goes on for so many steps, of a puzzle that can be encoded. The puzzle's rules are not looked
 * at. */
enum wr_verdict wr_relate_try(struct wr_relate *relate, uint64_t steps);
/* What was found, after WR_SOLVED: one entry a node, and one a link, as wr_puzzle_solve tells.
 */
void wr_relate_tell(const struct wr_relate *relate, wr_standing *nodes, wr_standing *corridors);
/* Of all tries, in steps of a search that places rooms. */
uint64_t wr_relate_steps(const struct wr_relate *relate);

#endif
