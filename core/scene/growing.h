/* A scene that grows: nodes, meshes, materials and pictures are added one by one. */
#ifndef WR_CORE_SCENE_GROWING_H
#define WR_CORE_SCENE_GROWING_H

#include "core/scene/scene.h"

struct wr_drawn_mesh; /* core/model/drawn.h */

/* It all lives in `arena`. Growing does not fail: when memory is out, `failed` stays true, and
 * what is handed out is WR_SCENE_NONE. */
struct wr_scene_growing {
    struct wr_arena *arena;
    struct wr_scene scene;
    bool failed;
};

/* Each takes a copy of the struct and of the name in it, and gives its number. */
uint32_t wr_scene_add_node(struct wr_scene_growing *growing, const wr_scene_node *node);
uint32_t wr_scene_add_mesh(struct wr_scene_growing *growing, const wr_scene_mesh *mesh);
uint32_t wr_scene_add_material(struct wr_scene_growing *growing,
                               const wr_scene_material *material);
uint32_t wr_scene_add_image(struct wr_scene_growing *growing, const wr_scene_image *image);

/* A mesh of a model, of one material. */
uint32_t wr_scene_add_drawn(struct wr_scene_growing *growing, const struct wr_drawn_mesh *drawn,
                            uint32_t material);

/* Light colours that a name decides, so that neighbours differ: for what has no picture. */
void wr_scene_colour(const char *name, float out[4]);

/* From a place and where it looks, degrees counter-clockwise from +X. */
wr_affine wr_affine_facing(wr_vec3 place, double facing);

#endif
