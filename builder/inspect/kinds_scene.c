/* The kinds of scenes: glTF. */
#include "builder/inspect/kinds_scene.h"

#include "core/scene/gltf.h"

#include <string.h>

bool wr_kind_is_gltf_binary(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "glTF", 4) == 0;
}

enum wr_result wr_kind_show_gltf(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_dump *dump)
{
    struct wr_scene *scene;
    enum wr_result result = wr_gltf_read(context, file->arena, &file->source, &scene);
    if (result == WR_OK)
        wr_scene_dump(scene, dump);
    return result;
}

enum wr_result wr_kind_check_gltf(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_scene *scene;
    return wr_gltf_read(context, file->arena, &file->source, &scene);
}

/* A material that is no surface is named, where there is one. */
static enum wr_result refuse(struct wr_context *context, const struct wr_kind_file *file,
                             const struct wr_scene *scene, const uint32_t *surfaces)
{
    static const char cure[] = "name materials as surfacemat.2da does: Stone, Grass, Nonwalk";
    wr_where where = wr_at(&file->source, WR_WHOLE_FILE);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (surfaces[i] == WR_SCENE_NONE)
            return wr_fail(context, WR_INVALID, where, "scene-no-floor", cure,
                           "no face has a surface for its material; one is '%.40s'",
                           scene->materials[i].name);
    return wr_fail(context, WR_INVALID, where, "scene-no-floor", cure,
                   "no face has a surface for its material");
}

/* All of a scene, with the surfaces that its materials are called as. */
static enum wr_result read_floor(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_scene_floor *out)
{
    struct wr_scene *scene;
    enum wr_result result = wr_gltf_read(context, file->arena, &file->source, &scene);
    if (result != WR_OK)
        return result;
    uint32_t *nodes = WR_TAKE(file->arena, uint32_t, scene->node_count);
    *out =
        (struct wr_scene_floor){.scene = scene,
                                .nodes = nodes,
                                .node_count = scene->node_count,
                                .surfaces = wr_scene_named(file->arena, scene, file->surfaces)};
    if (!out->surfaces || !nodes)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < scene->node_count; i++)
        nodes[i] = i;
    return WR_OK;
}

static void warn_dropped(struct wr_context *context, wr_where where, uint32_t dropped)
{
    if (dropped > 0)
        wr_warn(context, where, "scene-dropped", NULL, "%u faces without area were left out",
                (unsigned)dropped);
}

enum wr_result wr_kind_floors_of_gltf(struct wr_context *context,
                                      const struct wr_kind_file *file, struct wr_walkmesh **out)
{
    struct wr_scene_floor floor;
    uint32_t dropped = 0;
    wr_where where = wr_at(&file->source, WR_WHOLE_FILE);
    enum wr_result result = read_floor(context, file, &floor);
    if (result == WR_OK)
        result = wr_scene_walkmesh(context, file->arena, &floor, where, file->surfaces,
                                   &dropped, out);
    if (result != WR_OK)
        return result;
    warn_dropped(context, where, dropped);
    return (*out)->face_count == 0 ? refuse(context, file, floor.scene, floor.surfaces) : WR_OK;
}

enum wr_result wr_kind_walkmeshes_of_gltf(struct wr_context *context,
                                          const struct wr_kind_file *file,
                                          enum wr_scene_paint paint,
                                          struct wr_walkmesh_set *out)
{
    struct wr_scene_floor floor;
    uint32_t dropped = 0;
    wr_where where = wr_at(&file->source, WR_WHOLE_FILE);
    enum wr_result result = read_floor(context, file, &floor);
    if (result != WR_OK)
        return result;
    floor.paint = paint;
    result =
        wr_scene_walkmeshes(context, file->arena, &floor, where, file->surfaces, &dropped, out);
    if (result != WR_OK)
        return result;
    warn_dropped(context, where, dropped);
    return out->kind == WR_WOK && out->meshes[0]->face_count == 0
               ? refuse(context, file, floor.scene, floor.surfaces)
               : WR_OK;
}
