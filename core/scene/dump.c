/* Scenes as text and JSON. */
#include "core/scene/scene.h"

#include "core/text/dump.h"

static void dump_node(const struct wr_scene *scene, const wr_scene_node *node,
                      struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", node->name);
    if (node->parent != WR_SCENE_NONE)
        wr_dump_text(dump, "in", scene->nodes[node->parent].name);
    wr_dump_vec3(dump, "position",
                 (wr_vec3){(float)node->world.m[0][3], (float)node->world.m[1][3],
                           (float)node->world.m[2][3]});
    if (node->mesh != WR_SCENE_NONE)
        wr_dump_count(dump, "mesh", node->mesh);
    wr_dump_object_end(dump);
}

static void dump_part(const struct wr_scene *scene, const wr_scene_part *part,
                      struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "material",
                 part->material == WR_SCENE_NONE ? NULL
                                                 : scene->materials[part->material].name);
    wr_dump_count(dump, "points", part->point_count);
    wr_dump_count(dump, "triangles", part->triangle_count);
    wr_dump_bool(dump, "normals", part->normals != NULL);
    wr_dump_bool(dump, "uvs", part->uvs != NULL);
    wr_dump_bool(dump, "painted", part->colours != NULL);
    wr_dump_object_end(dump);
}

static void dump_meshes(const struct wr_scene *scene, struct wr_dump *dump)
{
    wr_dump_list(dump, "meshes");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "index", i);
        wr_dump_text(dump, "name", scene->meshes[i].name);
        wr_dump_list(dump, "parts");
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++)
            dump_part(scene, &scene->meshes[i].parts[k], dump);
        wr_dump_list_end(dump);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

void wr_scene_dump(const struct wr_scene *scene, struct wr_dump *dump)
{
    wr_dump_list(dump, "nodes");
    for (uint32_t i = 0; i < scene->node_count; i++)
        dump_node(scene, &scene->nodes[i], dump);
    wr_dump_list_end(dump);
    dump_meshes(scene, dump);
    wr_dump_list(dump, "materials");
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const wr_scene_material *material = &scene->materials[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "name", material->name);
        if (material->image != WR_SCENE_NONE)
            wr_dump_text(dump, "image", scene->images[material->image].name);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}
