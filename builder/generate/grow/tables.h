/* What growing knows of a kit before any seed: joins, sums, and the rings it closes. */
#ifndef WR_BUILDER_GENERATE_GROW_TABLES_H
#define WR_BUILDER_GENERATE_GROW_TABLES_H

#include "builder/generate/kit_pieces.h"
#include "builder/solver/rings/rings.h"

/* Rings of one length, some of all there are. */
typedef struct wr_ring_pool {
    wr_ring *rings;
    uint32_t count;
} wr_ring_pool;

struct wr_grow_tables {
    struct wr_joins joins;
    struct wr_sums sums;
    const uint32_t *lengths; /* the template's, without those no ring can have */
    uint32_t length_count;
    uint32_t shortest; /* loop the kit may close; those that are shorter it does not */
    wr_ring_pool pools[WR_RING_MOST + 1];
};

/* WR_NO_FIT "loop-cannot-close" where loops are asked for, and the kit closes none of the
 * lengths that may be; a warning where it closes only some. Finished even then. */
enum wr_result wr_grow_tables_make(struct wr_context *context,
                                   const struct wr_template *template,
                                   const struct wr_kit_pieces *kit, struct wr_arena *arena,
                                   struct wr_grow_tables *out);
void wr_grow_tables_finish(struct wr_grow_tables *tables);

#endif
