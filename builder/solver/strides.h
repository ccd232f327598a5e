/* Strides: at which offsets one more piece can link two stances. The search asks before it
 * places the second last room of a round, instead of finding out with the last. */
#ifndef WR_BUILDER_SOLVER_STRIDES_H
#define WR_BUILDER_SOLVER_STRIDES_H

#include "builder/solver/pieces.h"

/* Finds the strides of prepared pieces, kept in a table of bits that says "perhaps" or "no".
 * Pieces with so many contacts that a stride is nearly everywhere get none. False when memory
 * is out. */
bool wr_strides_make(struct wr_pieces *pieces, struct wr_arena *arena);

/* Whether some piece may link stance a and stance b at this offset; never false where one does.
 */
bool wr_strides_may(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot offset);

#endif
