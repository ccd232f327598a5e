/* Scenes of whatever has rooms. */
#ifndef WR_BUILDER_CONVERT_SCENES_H
#define WR_BUILDER_CONVERT_SCENES_H

#include "builder/convert/conversion.h"

/* Each appends a glTF. A scene has a node for each room, called as the module calls it, with
 * its model's meshes, its walkmesh `<room>_wok`, its doorways `hook_<name>`, doors `door_<tag>`
 * and whatever else stands in it, `<kind>_<name>`; docs/convert.md tells of it. */

/* A module: an archive or a folder. */
enum wr_result wr_scene_of_module(struct wr_context *context, struct wr_conversion *conversion,
                                  const char *module, struct wr_bytes *out);
/* A kit, its rooms side by side. */
enum wr_result wr_scene_of_kit(struct wr_conversion *conversion, struct wr_bytes *out);

#endif
