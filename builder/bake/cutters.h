/* The cutters of an area, out of its GIT. */
#ifndef WR_BUILDER_BAKE_CUTTERS_H
#define WR_BUILDER_BAKE_CUTTERS_H

#include "core/aswm/carve.h"
#include "core/format/gff.h"

/* What stands in an area. It lives in the arena it was read into. */
struct wr_bake_places {
    struct wr_source source;
    struct wr_gff *git;
};

/* Reads a GIT. WR_INVALID "bake-git" where it is another GFF. */
enum wr_result wr_bake_places_read(struct wr_context *context, struct wr_arena *arena,
                                   const char *path, struct wr_bake_places *out);
/* Appends its walkmesh cutters: triggers of type 3, whose corners count from where they stand.
 * All that is wrong with them is told, by their tags. Fails as wr_aswm_cutter_make does. */
enum wr_result wr_bake_cutters(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_bake_places *places,
                               struct wr_aswm_cutters *out);

#endif
