/* Adding to scenes. */
#include "core/scene/growing.h"

#include "core/model/drawn.h"

#include <string.h>

/* One more in an array of the arena, which may move; NULL when memory is out. */
static void *more(struct wr_scene_growing *growing, void **items, uint32_t count, size_t size)
{
    void *grown = growing->failed ? NULL : wr_arena_more(growing->arena, *items, count, size);
    growing->failed |= !grown;
    *items = grown ? grown : *items;
    return grown;
}

static const char *copy_name(struct wr_scene_growing *growing, const char *name)
{
    const char *copy = wr_arena_text(growing->arena, name, strlen(name));
    growing->failed |= !copy;
    return copy;
}

uint32_t wr_scene_add_node(struct wr_scene_growing *growing, const wr_scene_node *node)
{
    struct wr_scene *scene = &growing->scene;
    void *items = scene->nodes;
    if (!more(growing, &items, scene->node_count, sizeof *node))
        return WR_SCENE_NONE;
    scene->nodes = items;
    wr_scene_node *own = &scene->nodes[scene->node_count];
    *own = *node;
    own->name = copy_name(growing, node->name);
    own->world = node->parent == WR_SCENE_NONE
                     ? node->own
                     : wr_affine_of(&scene->nodes[node->parent].world, &node->own);
    return growing->failed ? WR_SCENE_NONE : scene->node_count++;
}

uint32_t wr_scene_add_mesh(struct wr_scene_growing *growing, const wr_scene_mesh *mesh)
{
    struct wr_scene *scene = &growing->scene;
    void *items = scene->meshes;
    if (!more(growing, &items, scene->mesh_count, sizeof *mesh))
        return WR_SCENE_NONE;
    scene->meshes = items;
    scene->meshes[scene->mesh_count] = *mesh;
    scene->meshes[scene->mesh_count].name = copy_name(growing, mesh->name);
    return growing->failed ? WR_SCENE_NONE : scene->mesh_count++;
}

uint32_t wr_scene_add_material(struct wr_scene_growing *growing,
                               const wr_scene_material *material)
{
    struct wr_scene *scene = &growing->scene;
    void *items = scene->materials;
    if (!more(growing, &items, scene->material_count, sizeof *material))
        return WR_SCENE_NONE;
    scene->materials = items;
    scene->materials[scene->material_count] = *material;
    scene->materials[scene->material_count].name = copy_name(growing, material->name);
    return growing->failed ? WR_SCENE_NONE : scene->material_count++;
}

uint32_t wr_scene_add_image(struct wr_scene_growing *growing, const wr_scene_image *image)
{
    struct wr_scene *scene = &growing->scene;
    void *items = scene->images;
    if (!more(growing, &items, scene->image_count, sizeof *image))
        return WR_SCENE_NONE;
    scene->images = items;
    scene->images[scene->image_count] = *image;
    scene->images[scene->image_count].name = copy_name(growing, image->name);
    return growing->failed ? WR_SCENE_NONE : scene->image_count++;
}

/* ---- Meshes of models ----------------------------------------------------------------------
 */

static bool take_corners(struct wr_arena *arena, const struct wr_drawn_mesh *drawn,
                         wr_scene_part *part)
{
    uint32_t count = drawn->corner_count;
    wr_vec3 *points = WR_TAKE(arena, wr_vec3, count), *normals = WR_TAKE(arena, wr_vec3, count);
    float(*uvs)[2] = wr_arena_take(arena, count, sizeof *uvs);
    if (!points || !normals || !uvs)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = drawn->corners[i].position;
        normals[i] = drawn->corners[i].normal;
        uvs[i][0] = drawn->corners[i].u;
        uvs[i][1] = drawn->corners[i].v;
    }
    part->points = points;
    part->normals = normals;
    part->uvs = (const float(*)[2])uvs;
    part->point_count = count;
    return true;
}

static bool take_faces(struct wr_arena *arena, const struct wr_drawn_mesh *drawn,
                       wr_scene_part *part)
{
    uint32_t(*triangles)[3] = wr_arena_take(arena, drawn->face_count, sizeof *triangles);
    for (uint32_t f = 0; triangles && f < drawn->face_count; f++)
        for (int k = 0; k < 3; k++)
            triangles[f][k] = drawn->faces[f].v[k];
    part->triangles = (const uint32_t(*)[3])triangles;
    part->triangle_count = drawn->face_count;
    return triangles != NULL;
}

uint32_t wr_scene_add_drawn(struct wr_scene_growing *growing, const struct wr_drawn_mesh *drawn,
                            uint32_t material)
{
    wr_scene_part *part = WR_ZERO(growing->arena, wr_scene_part, 1);
    const wr_scene_mesh mesh = {.name = drawn->name, .parts = part, .part_count = 1};
    if (!part || !take_corners(growing->arena, drawn, part) ||
        !take_faces(growing->arena, drawn, part)) {
        growing->failed = true;
        return WR_SCENE_NONE;
    }
    part->material = material;
    return wr_scene_add_mesh(growing, &mesh);
}

/* ---- Colours ------------------------------------------------------------------------------
 */

void wr_scene_colour(const char *name, float out[4])
{
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (uint8_t)*name) * 16777619u;
    for (int i = 0; i < 3; i++)
        out[i] = 0.35f + (float)(hash >> 8 * i & 15) * 0.03f;
    out[3] = 1;
}

/* ---- Places --------------------------------------------------------------------------------
 */

wr_affine wr_affine_facing(wr_vec3 place, double facing)
{
    double cosine, sine;
    wr_turn_of(facing, &cosine, &sine);
    return (wr_affine){{{cosine, 0 - sine, 0, (double)place.x},
                        {sine, cosine, 0, (double)place.y},
                        {0, 0, 1, (double)place.z}}};
}
