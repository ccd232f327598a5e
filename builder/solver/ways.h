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

/* Tables of chains of any nodes of a puzzle: a table a count of rooms, in it a list a heading
 * that the chain is entered and left with. */
struct wr_ways {
    const struct wr_puzzle *puzzle;
    struct wr_way_list *lists;
    uint32_t turn_count, made;
};

/* For chains of up to so many rooms; false when memory is out. */
bool wr_ways_start(struct wr_ways *ways, const struct wr_puzzle *puzzle, uint32_t most,
                   struct wr_arena *arena);
/* Where chains of so many rooms lead that are entered and left with these headings. */
const struct wr_way_list *wr_ways_of(struct wr_ways *ways, uint32_t rooms, uint32_t in,
                                     uint32_t out);

#endif
