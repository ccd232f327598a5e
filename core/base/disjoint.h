/* Disjoint sets (union-find) over numbers; the lowest number of a set stands for it. */
#ifndef WR_CORE_BASE_DISJOINT_H
#define WR_CORE_BASE_DISJOINT_H

#include <stdint.h>

/* parents[i] == i at the start: each number is a set of its own. */
static inline void wr_disjoint_start(uint32_t *parents, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parents[i] = i;
}

static inline uint32_t wr_disjoint_root(uint32_t *parents, uint32_t i)
{
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

static inline void wr_disjoint_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = wr_disjoint_root(parents, a);
    b = wr_disjoint_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

#endif
