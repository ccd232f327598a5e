/* Folding: rooms that do nothing but join two others become corridors of a link, which is
 * looked for as one step from room to room. */
#ifndef WR_BUILDER_SOLVER_FOLD_H
#define WR_BUILDER_SOLVER_FOLD_H

#include "builder/solver/puzzle.h"

/* A puzzle of fewer nodes, and what became of the others. */
struct wr_fold {
    struct wr_puzzle puzzle;
    uint32_t *nodes;                    /* one a node: which it was */
    uint32_t *joints;                   /* one a link: the node that is its corridor, or
                                           WR_NO_JOINT */
    wr_standing *standings, *corridors; /* room for a solution of it */
};

#define WR_NO_JOINT UINT32_MAX

/* Makes contacts through some pieces (in ascending order, kept), so that puzzles may be folded
 * by them: of boxes that meet exactly, as long as there are not too many. False when memory is
 * out. */
bool wr_fold_allow(struct wr_pieces *pieces, const uint32_t *through, uint32_t count,
                   struct wr_arena *arena);

/* Folds a puzzle as far as its pieces and rules allow, in memory of the arena; `joint_count` is
 * 0 where nothing was. False when memory is out. */
bool wr_fold_make(const struct wr_puzzle *puzzle, struct wr_arena *arena, struct wr_fold *out,
                  uint32_t *joint_count);
/* Where all nodes of the puzzle stand, by the solution of the fold. */
void wr_fold_tell(const struct wr_fold *fold, wr_standing *nodes);

#endif
