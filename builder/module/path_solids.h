/* What stands in an area, as path points see it: the walkmeshes (PWK) of its placeables. */
#ifndef WR_BUILDER_MODULE_PATH_SOLIDS_H
#define WR_BUILDER_MODULE_PATH_SOLIDS_H

#include "builder/module/path_floor.h"
#include "core/format/gff.h"

/* Where a module's resources are asked for. */
struct wr_path_library {
    /* Reads a resource into `arena`; false in `there` where there is none. */
    enum wr_result (*read)(struct wr_context *context, const void *user, struct wr_arena *arena,
                           const char *name, uint16_t type, struct wr_source *out, bool *there);
    const void *user;
};

/* Finds what the placeables of a GIT cover, in `arena`, in the order of their blueprints. The
 * model of a placeable is that which the row of placeables.2da has that its blueprint (UTP)
 * names, where the library has both; else it is taken to be called like the blueprint. Where
 * the library has a PWK of that name, all its faces are in the way. A PWK, UTP or table that
 * cannot be read is a warning "path-placeable" and left. */
enum wr_result wr_path_solids_make(struct wr_context *context, const struct wr_gff *git,
                                   const struct wr_path_library *library,
                                   struct wr_arena *arena, struct wr_path_solids *out);

#endif
