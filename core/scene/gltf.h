/* glTF 2.0, as .gltf with its buffers beside or inside it, and as .glb. Source: the Khronos
 * specification of glTF 2.0. */
#ifndef WR_CORE_SCENE_GLTF_H
#define WR_CORE_SCENE_GLTF_H

#include "core/base/bytes.h"
#include "core/scene/scene.h"

bool wr_gltf_recognise(const uint8_t *data, size_t size);

/* Reads the default scene: its nodes, each behind its parent, and what they use. Buffers are
 * sought beside the file; those elsewhere are refused. Lines and points are passed over, as are
 * skins, morphs and animations. WR_SYNTAX and WR_INVALID "gltf-...", WR_LIMIT "gltf-large", and
 * the findings of JSON. */
enum wr_result wr_gltf_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, struct wr_scene **out);

/* Appends a scene: as one .glb, or as a .gltf with its buffer inside. */
enum wr_result wr_gltf_write(struct wr_context *context, const struct wr_scene *scene,
                             bool binary, struct wr_bytes *out);

#endif
