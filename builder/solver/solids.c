/* Solids: what stands, in boxes, and what is in whose way. */
#include "builder/solver/frames.h"

bool wr_solid_is_free(const struct wr_pieces *pieces, const struct wr_solid *what,
                      const struct wr_solid *others, uint32_t count, uint32_t *culprit)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct wr_solid *other = &others[i];
        if (what->low.x >= other->high.x || other->low.x >= what->high.x ||
            what->low.y >= other->high.y || other->low.y >= what->high.y ||
            what->low.z >= other->high.z || other->low.z >= what->high.z)
            continue;
        if (wr_standings_overlap(pieces, &other->standing, &what->standing)) {
            *culprit = other->rank;
            return false;
        }
    }
    return true;
}
