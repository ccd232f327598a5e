/* Walkmeshes out of scenes, and into them. */
#ifndef WR_CORE_SCENE_FLOOR_H
#define WR_CORE_SCENE_FLOOR_H

#include "core/scene/scene.h"
#include "core/walkmesh/walkmesh.h"

/* How links to rooms are painted on a mesh: green is so much more than the room. */
enum wr_scene_paint {
    WR_PAINT_NONE = 0,
    WR_PAINT_CORNER = 100, /* KOTORMax: the corner a side starts at */
    WR_PAINT_SIDE = 200,   /* KotorBlender: both corners of the side */
};

/* Which faces of a scene are what one walks on, and what follows. */
struct wr_scene_floor {
    const struct wr_scene *scene;
    const uint32_t *nodes; /* whose meshes count */
    uint32_t node_count;
    const uint32_t *surfaces; /* one a material, and one for none: its row of surfacemat.2da;
                                 WR_SCENE_NONE: no walkmesh */
    wr_dvec3 origin;          /* becomes 0, 0, 0 */
    enum wr_scene_paint paint;
    bool upward; /* walkable faces that do not look up are left out: sides of slabs */
};

/* The surfaces of materials by their names, for wr_scene_floor. NULL when memory is out. */
uint32_t *wr_scene_named(struct wr_arena *arena, const struct wr_scene *scene,
                         const wr_surfaces *surfaces);

/* Faces of a walkmesh out of a scene. A small file may use one mesh thousands of times: what it
 * asks for is not to be gigabytes. */
enum { WR_SCENE_MOST_FACES = 1 << 22 };

/* How much of a node's faces of some materials looks which way, in square metres. */
struct wr_scene_looks {
    double all;
    double up, down; /* seen along Z, and against it */
    double along_y;
};
/* Adds the faces of a node whose surface is in a set. */
void wr_scene_look(const struct wr_scene *scene, uint32_t node, const uint32_t *surfaces,
                   uint64_t among, struct wr_scene_looks *looks);

/* The faces that have a surface as a WOK, welded, sorted and derived, with the links that
 * Warren noted or somebody painted. One without faces where there are none. Faces without area
 * are left out, and counted in `dropped`. WR_LIMIT "bwm-too-large", WR_INVALID "scene-far" at
 * `where`. */
enum wr_result wr_scene_walkmesh(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_scene_floor *floor, wr_where where,
                                 const wr_surfaces *surfaces, uint32_t *dropped,
                                 struct wr_walkmesh **out);

/* Fills a mesh with the faces of a walkmesh, a part a material in the order of their numbers,
 * with its links. Material `i` of the scene is to be surface `i`. False when memory is out. */
bool wr_scene_of_walkmesh(struct wr_arena *arena, const struct wr_walkmesh *walkmesh,
                          wr_scene_mesh *out);
/* The materials that go with it: WR_SURFACE_COUNT of them, of their own colours. NULL when
 * memory is out. */
wr_scene_material *wr_scene_surfaces(struct wr_arena *arena);

#endif
