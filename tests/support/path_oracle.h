/* Judges path points against a level's walkmesh by going along every hop step by step; shares
 * no code with what made them. */
#ifndef WR_TESTS_SUPPORT_PATH_ORACLE_H
#define WR_TESTS_SUPPORT_PATH_ORACLE_H

#include "builder/module/paths.h"
#include "core/core.h"

/* What was found. Everything but `narrow`, `bare` and the figures is a fault. */
struct path_faults {
    uint32_t order;     /* hops that are not listed by both ends, twice, unsorted or loops */
    uint32_t off_floor; /* hops with a step where there is no floor, or with a jump */
    uint32_t torn;      /* islands whose points do not hang together */
    uint32_t mixed;     /* hops between two islands */
    uint32_t doorways;  /* linked doorways without a point in the middle and one each side */
    uint32_t narrow;    /* hops that come too near to the perimeter */
    uint32_t bare;      /* islands without a point */
    uint32_t islands;
    double worst_detour; /* over hops, times the straight way where that can be walked */
};

/* `mesh` is the whole level as one walkmesh; the layout says where doorways are. */
void path_oracle_judge(const struct wr_layout *layout, const struct wr_walkmesh *mesh,
                       const struct wr_paths *paths, struct path_faults *out);

#endif
