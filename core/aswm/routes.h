/* Shortest ways between islands. */
#ifndef WR_CORE_ASWM_ROUTES_H
#define WR_CORE_ASWM_ROUTES_H

#include "core/aswm/aswm.h"
#include "core/base/heap.h"

/* A search to one island from all others, one number each. */
struct wr_route_search {
    struct wr_heap heap;
    double *cost; /* metres, along the centres of islands; infinity: no way leads */
    uint32_t *steps;
    uint16_t *next; /* WR_ASWM_NO_ISLAND: none */
    float *weight;  /* of the way there */
    bool *done;
};

/* False when memory is out; ends with wr_route_search_finish all the same. */
bool wr_route_search_start(struct wr_route_search *search, struct wr_arena *arena,
                           uint32_t count);
void wr_route_search_finish(struct wr_route_search *search);
/* Finds from each island the next on the way to `goal`; ways must lead both ways. Of ways that
 * are as long, those of fewer steps. False when memory is out. */
bool wr_route_search_run(struct wr_route_search *search, const struct wr_aswm *mesh,
                         uint32_t goal);

#endif
