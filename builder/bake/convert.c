/* Files turned into others. */
#include "builder/bake/bake.h"
#include "builder/bake/floor.h"

#include "core/aswm/bake.h"
#include "core/aswm/floors.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"

#include <string.h>

struct conversion {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_convert_options *options;
    wr_surfaces surfaces;
    struct wr_bake_floor floor;
    wr_where where; /* of what is read */
};

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && wr_text_same(name + size - tail, suffix);
}

/* The mesh of what was read: made of its triangles where it is an area. It is the caller's to
 * free where `made` says so. */
static enum wr_result mesh_of(struct conversion *conversion, struct wr_walkmesh **out,
                              bool *made)
{
    wr_triangles triangles;
    *made = conversion->floor.kind == WR_BAKE_AREA;
    *out = conversion->floor.mesh;
    if (!*made)
        return WR_OK;
    enum wr_result result = wr_aswm_triangles(conversion->context, conversion->arena,
                                              &conversion->floor.area.mesh, &triangles);
    return result == WR_OK ? wr_walkmesh_make(conversion->context, WR_WOK, &triangles,
                                              &conversion->surfaces, out)
                           : result;
}

static enum wr_result write_mesh(struct conversion *conversion, bool text, struct wr_bytes *out)
{
    struct wr_walkmesh *mesh = NULL;
    bool made;
    enum wr_result result = mesh_of(conversion, &mesh, &made);
    if (result != WR_OK)
        return result;
    if (text)
        wr_obj_write(mesh, out);
    else
        result = wr_bwm_append(conversion->context, mesh, conversion->where, out);
    if (made)
        wr_walkmesh_free(mesh);
    return result;
}

static void clean(struct wr_aswm *mesh)
{
    memset(mesh->name, 0, sizeof mesh->name);
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        memset(mesh->tiles[i].name, 0, WR_ASWM_NAME);
    for (uint32_t i = 0; i < mesh->island_count; i++)
        mesh->islands[i].tile = 0;
    for (size_t i = 0; i < (size_t)mesh->island_count * mesh->island_count; i++) {
        mesh->routes[i].pad = 0;
        if (mesh->routes[i].next == WR_ASWM_NO_ISLAND)
            mesh->routes[i].weight = 0;
    }
}

static enum wr_result write_area(struct conversion *conversion, struct wr_bytes *out)
{
    if (conversion->floor.kind != WR_BAKE_AREA)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "'warren bake' makes an area of a walkmesh", "this is no area of NWN2");
    if (conversion->options->clean)
        clean(&conversion->floor.area.mesh);
    return wr_aswm_area_write(conversion->context, &conversion->floor.area, conversion->where,
                              out);
}

static enum wr_result write_as(struct conversion *conversion, const char *to,
                               struct wr_bytes *out)
{
    if (ends_in(to, ".trx") || ends_in(to, ".trn"))
        return write_area(conversion, out);
    if (ends_in(to, ".obj") || ends_in(to, ".wok"))
        return write_mesh(conversion, ends_in(to, ".obj"), out);
    return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-kind",
                   "known are .trx, .trn, .wok and .obj",
                   "what %s is to be does not show in its name", to);
}

static enum wr_result convert(struct conversion *conversion, const char *from, const char *to)
{
    struct wr_bytes bytes = {0};
    unsigned flags = (conversion->options->force ? WR_OVERWRITE : 0u) |
                     (conversion->options->durable ? WR_DURABLE : 0u);
    enum wr_result result = wr_bake_floor_read(conversion->context, conversion->arena, from,
                                               &conversion->surfaces, &conversion->floor);
    conversion->where = wr_at(&conversion->floor.source, WR_WHOLE_FILE);
    if (result == WR_OK)
        result = write_as(conversion, to, &bytes);
    if (result == WR_OK && bytes.failed)
        result = wr_no_memory(conversion->context);
    if (result == WR_OK)
        result = wr_file_write(conversion->context, to, bytes.data, bytes.size, flags);
    wr_bytes_finish(&bytes);
    return result;
}

enum wr_result wr_convert(struct wr_context *context, const char *from, const char *to,
                          const struct wr_convert_options *options)
{
    static const struct wr_convert_options none = {0};
    struct conversion conversion = {
        .context = context, .arena = wr_arena_create(), .options = options ? options : &none};
    wr_context_enter(context);
    const wr_surfaces *surfaces = conversion.options->surfaces;
    conversion.surfaces = surfaces ? *surfaces : wr_surfaces_default(WR_K1);
    enum wr_result result =
        conversion.arena ? convert(&conversion, from, to) : wr_no_memory(context);
    wr_arena_destroy(conversion.arena);
    return wr_context_leave(context, result);
}
