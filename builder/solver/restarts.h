/* How long searches are that begin anew again and again. */
#ifndef WR_BUILDER_SOLVER_RESTARTS_H
#define WR_BUILDER_SOLVER_RESTARTS_H

#include <stdint.h>

/* 1, 1, 2, 1, 1, 2, 4, ...: whatever length were best, these are never far from it (Luby,
 * Sinclair and Zuckerman 1993). */
static inline uint64_t wr_restart_length(uint64_t i)
{
    uint64_t size = 1;
    while (size < i + 1)
        size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

#endif
