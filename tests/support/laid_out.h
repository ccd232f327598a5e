/* Maps laid out and welded, for tests that ask about whole levels. */
#ifndef WR_TESTS_SUPPORT_LAID_OUT_H
#define WR_TESTS_SUPPORT_LAID_OUT_H

#include "builder/layout/layout.h"
#include "tests/support/findings.h"

/* A level with its seams, and all of it as one walkmesh. */
struct laid_out {
    struct findings findings;
    struct wr_arena *arena, *scratch;
    struct wr_layout *layout;
    struct wr_walkmesh *mesh; /* of the whole level, derived */
};

/* Fails the test where the map cannot be built. */
void laid_out_start(struct laid_out *level, const struct wr_map *map, struct wr_kits *kits);
void laid_out_end(struct laid_out *level);

#endif
