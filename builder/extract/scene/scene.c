/* A scene: nodes with floors become rooms, and what has a name becomes what the name says. */
#include "builder/extract/scene/scene.h"
#include "builder/extract/made_room.h"
#include "builder/extract/scene/doorways.h"
#include "builder/extract/scene/markers.h"
#include "builder/extract/scene/model.h"
#include "builder/extract/scene/roles.h"
#include "builder/extract/scene/rooms.h"
#include "builder/extract/scene/surfaces.h"

#include "core/files/file.h"
#include "core/scene/gltf.h"
#include "core/scene/obj_read.h"
#include "core/walkmesh/planes.h"

enum { HEAD = 65536 };

bool wr_taking_is_scene(struct wr_context *context, const char *source, bool *starved)
{
    uint8_t head[HEAD];
    size_t size = wr_file_peek(context, source, head, HEAD, starved);
    return wr_gltf_recognise(head, size) || wr_scene_obj_recognise(head, size);
}

static enum wr_result read_scene(struct wr_taking *taking, struct wr_scenery *scenery)
{
    struct wr_source *source = WR_ZERO(taking->arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(taking->context);
    scenery->source = source;
    enum wr_result result =
        wr_file_read(taking->context, taking->arena, taking->options->source, source);
    scenery->where = wr_at(source, WR_WHOLE_FILE);
    if (result != WR_OK)
        return result;
    scenery->gltf = wr_gltf_recognise(source->data, source->size);
    return scenery->gltf
               ? wr_gltf_read(taking->context, taking->arena, source, &scenery->scene)
               : wr_scene_obj_read(taking->context, taking->arena, source, &scenery->scene);
}

/* Whether Y is up: glTF is upright already. */
static bool has_y_up(const struct wr_taking *taking, const struct wr_scenery *scenery)
{
    struct wr_scene_looks looks = {0};
    if (scenery->gltf || taking->options->up == WR_UP_Z)
        return false;
    for (uint32_t i = 0; i < scenery->scene->node_count; i++)
        wr_scene_look(scenery->scene, i, scenery->surfaces, taking->surfaces.walkable, &looks);
    return taking->options->up == WR_UP_Y || wr_floor_y_up(looks.up, looks.along_y);
}

/* Metres, with Z up. */
static enum wr_result set_upright(struct wr_taking *taking, struct wr_scenery *scenery)
{
    static const wr_affine turn = {{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}};
    double scale = taking->options->scale > 0 ? (double)taking->options->scale : 1;
    wr_affine all = has_y_up(taking, scenery) ? turn : wr_affine_none();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            all.m[i][k] *= scale;
    wr_scene_move(scenery->scene, &all);
    return WR_OK;
}

static enum wr_result take(struct wr_taking *taking, struct wr_scenery *scenery)
{
    struct wr_scenery_doorways doorways;
    enum wr_result result = read_scene(taking, scenery);
    if (result == WR_OK)
        result = wr_scenery_surfaces(taking, scenery);
    if (result == WR_OK)
        result = set_upright(taking, scenery);
    if (result == WR_OK)
        result = wr_scenery_roles(taking, scenery);
    if (result == WR_OK)
        result = wr_scenery_rooms(taking, scenery);
    if (result == WR_OK)
        result = wr_scenery_borders(taking, scenery, &doorways);
    if (result == WR_OK)
        result = wr_scenery_files(taking, scenery);
    if (result == WR_OK)
        result = wr_scenery_hooks(taking, scenery, &doorways);
    if (result == WR_OK)
        result = wr_scenery_markers(taking, scenery);
    return result == WR_OK ? wr_scenery_models(taking, scenery) : result;
}

enum wr_result wr_taking_scene(struct wr_taking *taking)
{
    struct wr_scenery scenery = {0};
    struct wr_taken_design *design = WR_ZERO(taking->arena, struct wr_taken_design, 1);
    if (!design)
        return wr_no_memory(taking->context);
    *design = (struct wr_taken_design){.kind = "scene", .ambient = {0.5f, 0.5f, 0.5f}};
    taking->design = design;
    taking->game = taking->game ? taking->game : WR_K1;
    taking->surfaces = taking->options->surfaces ? *taking->options->surfaces
                                                 : wr_surfaces_default(taking->game);
    wr_made_area_name(taking, "scene");
    return take(taking, &scenery);
}
