/* Placeables that stand on the floor of an area, as cutters. */
#ifndef WR_BUILDER_BAKE_PLACEABLES_H
#define WR_BUILDER_BAKE_PLACEABLES_H

#include "builder/bake/cutters.h"

/* What became of those that nobody walks through. */
struct wr_bake_placed {
    uint32_t cut, left_out;
};

/* Appends a cutter for each triangle of the walkmeshes of placeables that are static and not
 * walkable, where they stand. A folder (or NULL) has the walkmeshes, as `.mdb`, `.obj`, `.wok`
 * or `.pwk`, called as the model, which a placeables.2da in it tells, or as the placeable's
 * blueprint. Notes each that has none: "placeable-ignored". Fails as readers and
 * wr_aswm_cutter_make do. */
enum wr_result wr_bake_placeables(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_bake_places *places, const char *folder,
                                  const wr_surfaces *surfaces, struct wr_aswm_cutters *out,
                                  struct wr_bake_placed *placed);

#endif
