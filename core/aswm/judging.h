/* What the parts of the judge share: faults are counted before they are told. */
#ifndef WR_CORE_ASWM_JUDGING_H
#define WR_CORE_ASWM_JUDGING_H

#include "core/aswm/aswm.h"

struct wr_aswm_judging {
    struct wr_context *context;
    const struct wr_aswm *mesh;
    const struct wr_source *source;
    struct wr_arena *scratch;
    bool wrong;
};

/* One kind of fault: how often it was met, and the first index that has it. */
typedef struct wr_aswm_fault {
    uint64_t count;
    uint32_t first;
} wr_aswm_fault;

static inline void wr_aswm_met(wr_aswm_fault *fault, uint32_t index)
{
    if (fault->count++ == 0)
        fault->first = index;
}

/* Tells of a fault that was met: "<thing> <first> <what>", and how many more there are. */
void wr_aswm_charge(struct wr_aswm_judging *judging, const wr_aswm_fault *fault,
                    enum wr_severity severity, size_t at, const char *slug, const char *thing,
                    const char *what);

/* Edges, links, planes and flags of triangles. */
void wr_aswm_judge_mesh(struct wr_aswm_judging *judging);
/* How many pairs of triangles of a tile are marked as seeing each other though a wall stands
 * between their middles; `marks` is added to. The tile's nodes must be its walkable triangles.
 */
uint32_t wr_aswm_blocked_marks(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                               uint64_t *marks);
/* The tables of tiles. */
void wr_aswm_judge_tables(struct wr_aswm_judging *judging);
/* Islands and the routes between them. */
enum wr_result wr_aswm_judge_islands(struct wr_aswm_judging *judging);

#endif
