/* An OBJ under way. Private to core/scene. */
#ifndef WR_CORE_SCENE_OBJ_READING_H
#define WR_CORE_SCENE_OBJ_READING_H

#include "core/format/obj_text.h"
#include "core/scene/obj_read.h"

/* Materials of an OBJ, found by name. */
struct obj_library {
    struct wr_context *context;
    struct wr_arena *arena;
    const char *folder; /* of the OBJ */
    struct wr_scene *scene;
    uint32_t *order; /* materials by name */
};

/* The number of a material, which is new where none is called so; WR_SCENE_NONE, which is
 * reported, when memory is out or there are too many: WR_LIMIT "obj-too-large". */
uint32_t wr_obj_material(struct obj_library *library, wr_view name);
/* Reads an MTL beside the OBJ: colours (`Kd`) and pictures (`map_Kd`). False when memory is
 * out, or there is too much of it; a file that is not there, or lies elsewhere, is a warning at
 * `where`. */
bool wr_obj_library_read(struct obj_library *library, wr_view name, wr_where where);

#endif
