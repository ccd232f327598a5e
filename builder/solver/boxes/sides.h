/* Contacts of boxes that slide along each other, by sides: which side of one the other
 * lies at, and how far they have to lie beside each other there. */
#ifndef WR_BUILDER_SOLVER_BOXES_SIDES_H
#define WR_BUILDER_SOLVER_BOXES_SIDES_H

#include "builder/solver/pieces.h"

enum wr_box_side { WR_EAST, WR_NORTH, WR_WEST, WR_SOUTH, WR_SIDES };

/* Along the side: how far the first has to reach beyond where the second begins, and the second
 * beyond where the first begins; WR_NO_MARGIN: they do not meet at that side. */
typedef struct wr_margin {
    int32_t first, second;
} wr_margin;

#define WR_NO_MARGIN INT32_MAX

struct wr_box_sides {
    int64_t unit;        /* every length is a multiple of it; those here are counted in it */
    int32_t (*sizes)[2]; /* one a stance: along x and y */
    wr_margin *margins;  /* of pairs of stances, WR_SIDES each */
    uint32_t *alike;     /* one a stance: those with equal numbers have equal margins */
};

/* Whether contacts can be encoded so. */
enum wr_encoding { WR_ENCODED, WR_NOT_ENCODABLE, WR_ENCODING_NO_MEMORY };

/* Encodes those of the stances that are used (one entry a stance) in memory of the arena. */
enum wr_encoding wr_box_sides_make(const struct wr_pieces *pieces, const bool *used,
                                   struct wr_arena *arena, struct wr_box_sides *out);

/* The WR_SIDES margins of a pair of stances. */
static inline const wr_margin *wr_box_sides_of(const struct wr_box_sides *sides,
                                               uint32_t stance_count, uint32_t a, uint32_t b)
{
    return sides->margins + WR_SIDES * ((size_t)a * stance_count + b);
}

/* Whether all are boxes on one storey that may not overlap at all, none too large to count. */
bool wr_pieces_are_boxes(const struct wr_pieces *pieces);

#endif
