/* The floor that is baked: triangles of whatever a path leads to. */
#ifndef WR_BUILDER_BAKE_FLOOR_H
#define WR_BUILDER_BAKE_FLOOR_H

#include "builder/inspect/kinds.h"
#include "core/aswm/area.h"

enum wr_bake_kind {
    WR_BAKE_AREA,  /* `area` */
    WR_BAKE_MESH,  /* `mesh` */
    WR_BAKE_LEVEL, /* of GameStudio: nothing but `source` */
};

/* What a path leads to. It lives in the arena it was read into. */
struct wr_bake_floor {
    enum wr_bake_kind kind;
    struct wr_source source;
    struct wr_aswm_area area;
    struct wr_walkmesh *mesh; /* of a module: all of its rooms in one */
    const char *const *rooms; /* of a module: the room of each face, as its layout calls it */
};

/* Asks whether a path is a module: an archive, or a folder with a layout. */
enum wr_result wr_bake_is_module(struct wr_context *context, const char *path, bool *module);
/* Reads a file or a module; `up` is that of an OBJ. WR_INVALID "bake-kind". */
enum wr_result wr_bake_floor_read(struct wr_context *context, struct wr_arena *arena,
                                  const char *path, const wr_surfaces *surfaces, enum wr_up up,
                                  struct wr_bake_floor *out);
/* Makes the mesh of a level: where one can stand on it. WR_INVALID "wmp-no-floor". */
enum wr_result wr_bake_floor_stand(struct wr_context *context, struct wr_arena *arena,
                                   const wr_surfaces *surfaces, struct wr_bake_floor *floor);

#endif
