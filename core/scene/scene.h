/* Scenes as 3D programs exchange them: nodes in a tree, meshes of triangles, materials, images.
 *
 * Metres, Z up, whatever the file has; texture coordinates in pictures, v upward. What is read
 * is checked: indices lie in their arrays, numbers are finite, no node is below itself. */
#ifndef WR_CORE_SCENE_SCENE_H
#define WR_CORE_SCENE_SCENE_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"

struct wr_dump; /* core/text/dump.h */

#define WR_SCENE_NONE UINT32_MAX

/* A picture as its file has it: PNG, JPEG, TGA. */
typedef struct wr_scene_image {
    const char *name; /* of the image, or of its file without folder and ending */
    const char *path; /* of its file; NULL: `data` */
    const uint8_t *data;
    size_t size;
} wr_scene_image;

typedef struct wr_scene_material {
    const char *name;
    uint32_t image;  /* WR_SCENE_NONE: none */
    float colour[4]; /* red, green, blue and how opaque, 0 to 1, linear */
    bool clear;      /* what is behind it shows where its image says so */
} wr_scene_material;

/* Triangles of one material. */
typedef struct wr_scene_part {
    const wr_vec3 *points;
    const wr_vec3 *normals; /* one a point; NULL: none, as are the two below */
    const float (*uvs)[2];
    const float (*colours)[4]; /* painted */
    uint32_t point_count;
    const uint32_t (*triangles)[3]; /* points, counter-clockwise as seen from outside */
    uint32_t triangle_count;
    uint32_t material; /* WR_SCENE_NONE: none */
} wr_scene_part;

typedef struct wr_scene_mesh {
    const char *name;
    const wr_scene_part *parts;
    uint32_t part_count;
    const uint32_t *links; /* pairs of an edge (3 a triangle of all parts, plus its side) and
                              the room it leads to, as Warren writes them; NULL: none */
    uint32_t link_count;   /* pairs */
} wr_scene_mesh;

/* Rows of a 3x4 matrix: what it makes of x, y and z, and how far it moves. */
typedef struct wr_affine {
    double m[3][4];
} wr_affine;

/* Something that is noted of a node. */
typedef struct wr_scene_extra {
    const char *key, *text; /* text NULL: a number */
    double number;
} wr_scene_extra;

typedef struct wr_scene_node {
    const char *name;
    uint32_t parent;      /* an earlier node; WR_SCENE_NONE: a root */
    uint32_t mesh;        /* WR_SCENE_NONE: none */
    wr_affine own, world; /* to its parent's coordinates; to those of the scene */
    const wr_scene_extra *extras;
    uint32_t extra_count;
} wr_scene_node;

struct wr_scene {
    const char *path; /* of its file: where paths of images start */
    wr_scene_node *nodes;
    uint32_t node_count;
    wr_scene_mesh *meshes;
    uint32_t mesh_count;
    wr_scene_material *materials;
    uint32_t material_count;
    wr_scene_image *images;
    uint32_t image_count;
};

/* The number that is noted under a key, letters alike without case, as one or as its text. */
bool wr_scene_number(const wr_scene_node *node, const char *key, double *out);
/* What is noted as text; NULL when memory is out. */
const char *wr_scene_extra_text(struct wr_arena *arena, const wr_scene_extra *extra);
/* Moves a scene as a whole. */
void wr_scene_move(struct wr_scene *scene, const wr_affine *affine);

void wr_scene_dump(const struct wr_scene *scene, struct wr_dump *dump);

wr_affine wr_affine_none(void);
wr_affine wr_affine_of(const wr_affine *after, const wr_affine *before);
/* From a place, a quaternion (w, x, y, z; one without length is no turn) and scales. */
wr_affine wr_affine_from(const double place[3], const double turn[4], const double scale[3]);
wr_dvec3 wr_affine_point(const wr_affine *affine, wr_dvec3 point);
wr_dvec3 wr_affine_vector(const wr_affine *affine, wr_dvec3 vector);
/* Below 0 where it mirrors, 0 where it makes all flat. */
double wr_affine_determinant(const wr_affine *affine);
/* Of a vector that stands upright on a plane, what stands upright on what it makes of it. */
wr_dvec3 wr_affine_normal(const wr_affine *affine, wr_dvec3 normal);

#endif
