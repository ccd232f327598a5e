/* How long a way over a walkmesh of NWN2 must be. */
#ifndef WR_TESTS_SUPPORT_SHORTEST_H
#define WR_TESTS_SUPPORT_SHORTEST_H

#include "tests/support/test.h"

#include "core/aswm/aswm.h"
#include "core/base/heap.h"
#include "core/base/math.h"

/* The shortest way over all walkable triangles, by a search that knows neither tiles nor
 * islands; below 0 where there is none. */
static inline double shortest(const struct wr_aswm *mesh, uint32_t from, uint32_t to)
{
    struct wr_heap heap = {0};
    double *cost = malloc(mesh->triangle_count * sizeof *cost), found = -1;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        cost[i] = INFINITY;
    cost[from] = 0;
    wr_heap_push(&heap, 0, from);
    while (heap.count > 0) {
        wr_heap_item top = wr_heap_pop(&heap);
        const wr_aswm_triangle *here = &mesh->triangles[top.item];
        if (top.item == to && found < 0)
            found = top.key;
        for (int slot = 0; slot < 3; slot++) {
            uint32_t next = here->link[slot];
            if (next == WR_ASWM_NONE || !wr_aswm_walkable(mesh, next))
                continue;
            double x = (double)mesh->triangles[next].x - here->x;
            double y = (double)mesh->triangles[next].y - here->y;
            double way = top.key + sqrt(x * x + y * y);
            if (way >= cost[next])
                continue;
            cost[next] = way;
            wr_heap_push(&heap, way, next);
        }
    }
    wr_heap_finish(&heap);
    free(cost);
    return found;
}

#endif
