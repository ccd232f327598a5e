/* Whether walkmeshes lie in each other, for rooms being placed and for modules that were built.
 */
#ifndef WR_BUILDER_LAYOUT_OVERLAP_H
#define WR_BUILDER_LAYOUT_OVERLAP_H

#include "builder/layout/facets.h"
#include "builder/layout/layout.h"

/* A derived walkmesh and where it stands; no motion where it is in area coordinates already. */
typedef struct wr_floor {
    const struct wr_walkmesh *mesh;
    const wr_motion *motion;
} wr_floor;

/* All pairs of floors that overlap, by number; `boxes` hold them in the area, `known` (or NULL)
 * what is true of some of their meshes. `out` lives in `arena`. Where very many lie deeper in
 * each other than is `allowed` the last of them are left out; WR_LIMIT "rooms-crowded" where
 * thousands lie in one. */
enum wr_result wr_overlaps_find(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_facets_table *known, const wr_floor *floors,
                                const wr_box *boxes, uint32_t count, double allowed,
                                wr_overlap **out, uint32_t *out_count);

/* Whether two floors lie deeper in each other than is `allowed`. */
bool wr_overlap_breaks(const wr_overlap *overlap, double allowed);

/* Reports an overlap of two rooms: WR_INVALID "rooms-overlap" where it breaks that rule, a
 * warning where they lie deeper than WR_OVERLAP_DEPTH, else a note. */
enum wr_result wr_overlap_judge(struct wr_context *context, const wr_overlap *overlap,
                                double allowed, const char *a, const char *b, wr_where where);

#endif
