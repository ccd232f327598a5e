/* A glTF under way. Private to core/scene. */
#ifndef WR_CORE_SCENE_GLTF_READING_H
#define WR_CORE_SCENE_GLTF_READING_H

#include "core/scene/gltf.h"
#include "core/text/json.h"

/* One of the lists of the file. */
struct gltf_list {
    wr_json **items;
    uint32_t count;
};

enum gltf_kind {
    GLTF_ACCESSORS,
    GLTF_VIEWS,
    GLTF_BUFFERS,
    GLTF_IMAGES,
    GLTF_TEXTURES,
    GLTF_MATERIALS,
    GLTF_MESHES,
    GLTF_NODES,
    GLTF_SCENES,
    GLTF_KINDS
};

struct gltf_bytes {
    const uint8_t *data;
    size_t size;
    bool sought; /* it was looked for; `data` is NULL where it is not to be had */
};

/* What an accessor is read as; each is read once. */
enum gltf_use { GLTF_POINTS, GLTF_NORMALS, GLTF_UVS, GLTF_COLOURS, GLTF_INDICES, GLTF_USES };

struct gltf_values {
    void *items[GLTF_USES]; /* NULL: not read yet */
};

struct gltf {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source; /* the JSON alone */
    const char *folder;
    struct gltf_bytes rest; /* of a .glb: its second chunk */
    wr_json *root;
    struct gltf_list lists[GLTF_KINDS];
    struct gltf_bytes *buffers; /* one a buffer */
    struct gltf_values *values; /* one an accessor */
    uint64_t there, taken;      /* bytes of all buffers, and of what accessors became */
    struct wr_scene *scene;
    enum wr_result result; /* of the first fault */
    uint64_t said;         /* errors before it */
};

bool wr_gltf_fail(struct gltf *gltf, enum wr_result result, const wr_json *at, const char *slug,
                  const char *hint, const char *what);
bool wr_gltf_starve(struct gltf *gltf);
/* Whether enough is said. */
bool wr_gltf_full(const struct gltf *gltf);
/* Notes that a member was not `ok`, which it returns. */
bool wr_gltf_keep(struct gltf *gltf, bool ok);

/* An index into a list that a member names. False where it is missing, which is reported where
 * it is `required`, or names nothing. */
bool wr_gltf_index(struct gltf *gltf, wr_json *object, const char *key, enum gltf_kind kind,
                   bool required, uint32_t *out);
/* A whole number from 0 up; `otherwise` where it is missing. False where it is none. */
bool wr_gltf_count(struct gltf *gltf, wr_json *object, const char *key, uint64_t otherwise,
                   uint64_t *out);
/* `count` numbers of a list; what is there stays where the member is missing. */
bool wr_gltf_numbers(struct gltf *gltf, wr_json *object, const char *key, uint32_t count,
                     double *out);
/* A name, or "" */
const char *wr_gltf_name(struct gltf *gltf, wr_json *object);

/* What a URI of a buffer or image leads to: bytes inside it, or a path beside the file. */
bool wr_gltf_resolve(struct gltf *gltf, const wr_json *uri, struct gltf_bytes *inside,
                     const char **path);
/* The bytes of a view. */
bool wr_gltf_view(struct gltf *gltf, uint32_t index, struct gltf_bytes *out);
/* What an accessor holds, as it is used: points and normals as wr_vec3 with Z up, pairs and
 * fours of float, uint32_t. */
bool wr_gltf_values(struct gltf *gltf, uint32_t accessor, enum gltf_use use, const void **out,
                    uint32_t *count);

#endif
