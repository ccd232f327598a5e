/* Vertices, and those where lines cross what lies between two of them: each line crosses it in
 * one, whoever asks. */
#ifndef WR_CORE_ASWM_CROSSINGS_H
#define WR_CORE_ASWM_CROSSINGS_H

#include "core/base/arena.h"
#include "core/core.h"

struct wr_crossings {
    struct wr_arena *arena;
    wr_vec3 *vertices;
    uint32_t count;
    struct wr_crossing *slots; /* a power of two of them */
    uint32_t slot_count, used;
    bool failed; /* memory is out */
};

/* Begins with copies of some vertices; false when memory is out. Ends with its arena. */
bool wr_crossings_start(struct wr_crossings *crossings, struct wr_arena *arena,
                        const wr_vec3 *vertices, uint32_t count);
/* The vertex between a and b, in either order, where x (axis 0) or y (axis 1) is `line`; made
 * where it was not asked for before. */
uint32_t wr_crossings_at(struct wr_crossings *crossings, uint32_t a, uint32_t b, int axis,
                         double line);

#endif
