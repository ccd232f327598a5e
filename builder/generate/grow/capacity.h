/* How many loops the rooms of a level can hold at the most, told before anything grows. */
#ifndef WR_BUILDER_GENERATE_GROW_CAPACITY_H
#define WR_BUILDER_GENERATE_GROW_CAPACITY_H

#include "builder/generate/wishes.h"

/* What keeps a level from holding more. */
enum wr_capacity_limit {
    WR_LIMIT_DOORWAYS, /* there are no more doorways to link */
    WR_LIMIT_PLANE,    /* no room stands over another, so that loops lie beside each other */
    WR_LIMIT_LISTED,   /* all levels were looked at: said by who did that */
};

typedef struct wr_capacity {
    uint32_t loops;
    enum wr_capacity_limit limit;
} wr_capacity;

/* No level of so many rooms has more loops; that one has as many is not said. Needs the wishes'
 * lengths, terms of pieces, and sets. False when memory is out. */
bool wr_capacity_find(const struct wr_making *making, const struct wr_wishes *wishes,
                      uint32_t rooms, wr_capacity *out);

#endif
