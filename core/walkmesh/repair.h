/* Mending the geometry of a walkmesh: what follows from it is `walkmesh.h`'s. */
#ifndef WR_CORE_WALKMESH_REPAIR_H
#define WR_CORE_WALKMESH_REPAIR_H

#include "core/walkmesh/walkmesh.h"

/* What is to be mended. */
struct wr_repair_task {
    const struct wr_source
        *source; /* findings point into it, where it is binary; may be NULL */
    const struct wr_walkmesh *mesh; /* in any order */
    uint64_t walkable;              /* materials */
    unsigned rounds;                /* at most; 0: the usual limit, which none needs */
    uint32_t **origins; /* gets one a face of the mended mesh: which one of `mesh` it was, in
                           the arena; NULL: nobody asks */
};

/* Welds near vertices, drops faces without area and doubles, turns floors that look downward,
 * cuts edges at the vertices on them and closes hair gaps, round after round until nothing is
 * left to do; tells of each change, and of what is left to the author, by the numbers of the
 * mesh as it came. Out come a mesh in `arena`, walkable faces first, without derived tables,
 * and its marks. Repairing it again changes nothing, unless rounds ran out
 * ("repair-unfinished"). */
enum wr_result wr_repair_mesh(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_repair_task *task, wr_repaired *report,
                              struct wr_walkmesh **out, struct wr_marks *marks);

#endif
