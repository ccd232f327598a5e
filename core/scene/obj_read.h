/* Wavefront OBJ as a scene, with the materials of its MTL. */
#ifndef WR_CORE_SCENE_OBJ_READ_H
#define WR_CORE_SCENE_OBJ_READ_H

#include "core/scene/scene.h"

/* Whether a text may be an OBJ: its first statement is one of it. */
bool wr_scene_obj_recognise(const uint8_t *data, size_t size);

/* Reads objects (`o`, `g`) as nodes of a mesh each, coordinates as the file has them: which
 * axis is up it does not say. Files of materials beside it are read, too; what is missing of
 * them, or leads out of the folder, is a warning "obj-library". Fails as wr_obj_text_read does.
 */
enum wr_result wr_scene_obj_read(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_scene **out);

#endif
