/* Showing and judging scenes, for the table of kinds. */
#ifndef WR_BUILDER_INSPECT_KINDS_SCENE_H
#define WR_BUILDER_INSPECT_KINDS_SCENE_H

#include "builder/inspect/kinds.h"
#include "core/scene/set.h"

bool wr_kind_is_gltf_binary(const uint8_t *data, size_t size);
enum wr_result wr_kind_show_gltf(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_dump *dump);
enum wr_result wr_kind_check_gltf(struct wr_context *context, const struct wr_kind_file *file);

/* The walkmesh of all faces of a scene whose materials are surfaces by name. WR_INVALID
 * "scene-no-floor" where there is none. */
enum wr_result wr_kind_floors_of_gltf(struct wr_context *context,
                                      const struct wr_kind_file *file,
                                      struct wr_walkmesh **out);
/* The same as a set, as names of nodes say, with links that are painted in a way, too. A room
 * has faces, or it is "scene-no-floor". */
enum wr_result wr_kind_walkmeshes_of_gltf(struct wr_context *context,
                                          const struct wr_kind_file *file,
                                          enum wr_scene_paint paint,
                                          struct wr_walkmesh_set *out);

#endif
