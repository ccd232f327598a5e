/* Walkmeshes, of whatever has a floor. */
#include "builder/bake/floor.h"
#include "builder/convert/areas.h"

#include "core/aswm/floors.h"
#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/scene/floor.h"
#include "core/scene/gltf.h"

#include <string.h>

/* The triangles of an area as a walkmesh, which is the caller's to free. */
static enum wr_result mesh_of_area(struct wr_conversion *conversion, struct wr_aswm_area *area,
                                   struct wr_walkmesh **out)
{
    wr_triangles triangles;
    enum wr_result result = wr_convert_change_area(conversion, area);
    if (result == WR_OK)
        result =
            wr_aswm_triangles(conversion->context, conversion->arena, &area->mesh, &triangles);
    return result == WR_OK ? wr_walkmesh_make(conversion->context, WR_WOK, &triangles,
                                              &conversion->surfaces, out)
                           : result;
}

/* A scene of one node, called as the file. */
static enum wr_result write_scene(struct wr_conversion *conversion,
                                  const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    const char *file = wr_path_name(conversion->from), *dot = strrchr(file, '.');
    wr_scene_mesh floor = {.name = wr_arena_text(conversion->arena, file,
                                                 dot ? (size_t)(dot - file) : strlen(file))};
    wr_scene_node node = {.name = floor.name,
                          .parent = WR_SCENE_NONE,
                          .own = wr_affine_none(),
                          .world = wr_affine_none()};
    struct wr_scene scene = {.nodes = &node,
                             .node_count = 1,
                             .meshes = &floor,
                             .mesh_count = 1,
                             .materials = wr_scene_surfaces(conversion->arena),
                             .material_count = WR_SURFACE_COUNT};
    if (!floor.name || !scene.materials ||
        !wr_scene_of_walkmesh(conversion->arena, mesh, &floor))
        return wr_no_memory(conversion->context);
    return wr_gltf_write(conversion->context, &scene, conversion->form == WR_FORM_GLB, out);
}

static enum wr_result write_mesh(struct wr_conversion *conversion,
                                 const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    if (conversion->form == WR_FORM_WOK)
        return wr_bwm_append(conversion->context, mesh, conversion->where, out);
    if (conversion->form != WR_FORM_OBJ)
        return write_scene(conversion, mesh, out);
    wr_obj_write(mesh, out);
    return WR_OK;
}

enum wr_result wr_convert_floor(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_context *context = conversion->context;
    struct wr_bake_floor floor;
    struct wr_walkmesh *made = NULL;
    enum wr_result result = wr_bake_floor_read(context, conversion->arena, conversion->from,
                                               &conversion->surfaces, &floor);
    if (result == WR_OK && floor.kind == WR_BAKE_LEVEL)
        result = wr_bake_floor_stand(context, conversion->arena, &conversion->surfaces, &floor);
    if (result == WR_OK && floor.kind == WR_BAKE_AREA)
        result = mesh_of_area(conversion, &floor.area, &made);
    if (result == WR_OK)
        result = write_mesh(conversion, made ? made : floor.mesh, out);
    wr_walkmesh_free(made);
    return result;
}
