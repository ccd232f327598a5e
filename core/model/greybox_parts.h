/* The meshes of a grey box between making and writing. Private to greybox*.c. */
#ifndef WR_CORE_MODEL_GREYBOX_PARTS_H
#define WR_CORE_MODEL_GREYBOX_PARTS_H

#include "core/model/greybox.h"

/* A corner as it is drawn. */
typedef struct wr_greybox_corner {
    wr_vec3 position, normal;
    float u, v;
} wr_greybox_corner;

typedef struct wr_greybox_face {
    wr_vec3 normal;
    uint32_t material;
    uint16_t v[3];
} wr_greybox_face;

/* A mesh of the model. */
struct wr_greybox_part {
    char name[32];
    const char *texture;
    wr_greybox_corner *corners;
    wr_greybox_face *faces;
    uint32_t corner_count, face_count;
    const wr_tree_node *tree; /* the walkmesh's part alone has one, in area coordinates */
    uint32_t node_count;
};

/* Appends the model that consists of the parts. */
enum wr_result wr_greybox_write(struct wr_context *context, struct wr_arena *scratch,
                                const struct wr_greybox *look,
                                const struct wr_greybox_part *parts, uint32_t count,
                                struct wr_bytes *mdl, struct wr_bytes *mdx);

#endif
