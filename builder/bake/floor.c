/* Floors are read: of areas, of walkmeshes, of all rooms of a module. */
#include "builder/bake/floor.h"
#include "builder/inspect/kinds_ascii.h"
#include "builder/inspect/kinds_scene.h"
#include "builder/inspect/kinds_wmp.h"

#include "core/files/file.h"
#include "core/format/lyt.h"
#include "core/format/trx.h"
#include "core/walkmesh/repair.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* ---- Rooms of a module ---------------------------------------------------------------------
 */

struct rooms {
    struct wr_context *context;
    struct wr_arena *arena;
    const wr_surfaces *surfaces;
    struct wr_walkmesh **meshes;
    const char **names; /* of the rooms of these */
    uint32_t count, vertices, faces;
};

enum wr_result wr_bake_is_module(struct wr_context *context, const char *path, bool *module)
{
    const struct wr_kind *kind = wr_kind_called(path);
    const char *layout;
    *module = kind && kind->container;
    if (!wr_folder_exists(context, path))
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_folder_find(context, arena, path, wr_lyt_recognise, &layout);
    *module = layout != NULL;
    wr_arena_destroy(arena);
    return result;
}

static const wr_entry *find_layout(const struct wr_resources *resources)
{
    for (size_t i = 0; i < resources->count; i++)
        if (resources->entries[i].type == WR_RES_LYT)
            return &resources->entries[i];
    return NULL;
}

static enum wr_result read_room(struct rooms *rooms, const wr_entry *entry, const char *name)
{
    struct wr_source source;
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_entry_read(rooms->context, rooms->arena, entry, &source);
    source.binary = true;
    if (result == WR_OK)
        result = wr_bwm_read(rooms->context, rooms->arena, &source, &mesh);
    if (result != WR_OK)
        return result;
    rooms->names[rooms->count] = name;
    rooms->meshes[rooms->count++] = mesh;
    rooms->vertices += mesh->vertex_count;
    rooms->faces += mesh->face_count;
    return WR_OK;
}

static enum wr_result read_rooms(struct rooms *rooms, const struct wr_resources *resources,
                                 const wr_entry *layout)
{
    struct wr_source source;
    struct wr_lyt lyt;
    enum wr_result result = wr_entry_read(rooms->context, rooms->arena, layout, &source);
    if (result == WR_OK)
        result = wr_lyt_read(rooms->context, rooms->arena, &source, &lyt);
    if (result != WR_OK)
        return result;
    rooms->meshes = WR_TAKE(rooms->arena, struct wr_walkmesh *, lyt.room_count);
    rooms->names = WR_TAKE(rooms->arena, const char *, lyt.room_count);
    if (!rooms->meshes || !rooms->names)
        return wr_no_memory(rooms->context);
    for (uint32_t i = 0; result == WR_OK && i < lyt.room_count; i++) {
        const wr_entry *entry = wr_resources_find(resources, lyt.rooms[i].model, WR_RES_WOK);
        if (entry)
            result = read_room(rooms, entry, lyt.rooms[i].model);
    }
    return result;
}

/* All rooms in one mesh; what they share is not one yet. */
static struct wr_walkmesh *put_together(const struct rooms *rooms)
{
    struct wr_walkmesh *all =
        wr_walkmesh_new(rooms->arena, WR_WOK, rooms->vertices, rooms->faces);
    uint32_t vertex = 0, face = 0;
    for (uint32_t i = 0; all && i < rooms->count; i++) {
        const struct wr_walkmesh *mesh = rooms->meshes[i];
        memcpy(all->vertices + vertex, mesh->vertices,
               sizeof *mesh->vertices * mesh->vertex_count);
        memcpy(all->materials + face, mesh->materials,
               sizeof *mesh->materials * mesh->face_count);
        for (uint32_t f = 0; f < mesh->face_count; f++)
            for (int k = 0; k < 3; k++)
                all->faces[face + f].v[k] = vertex + mesh->faces[f].v[k];
        vertex += mesh->vertex_count;
        face += mesh->face_count;
    }
    return all;
}

/* Corners that rooms share become one, and sides are cut at what lies on them: as a repair does
 * it, of which nothing has to be told. */
static enum wr_result join(struct rooms *rooms, struct wr_walkmesh *all,
                           struct wr_walkmesh **out, uint32_t **origins)
{
    struct wr_context *quiet = wr_context_within(rooms->context, NULL, NULL);
    struct wr_repair_task task = {
        .mesh = all, .walkable = rooms->surfaces->walkable, .origins = origins};
    wr_repaired report;
    struct wr_marks marks;
    if (!quiet)
        return wr_no_memory(rooms->context);
    enum wr_result result = wr_repair_mesh(quiet, rooms->arena, &task, &report, out, &marks);
    if (result == WR_OK)
        result = wr_walkmesh_derive(quiet, rooms->arena, *out, NULL, WR_NOWHERE, NULL);
    wr_context_destroy(quiet);
    return result == WR_NO_MEMORY ? wr_no_memory(rooms->context) : result;
}

/* The room of each face, by the face that it was before rooms were joined. */
static enum wr_result name_faces(const struct rooms *rooms, const uint32_t *origins,
                                 struct wr_bake_floor *floor)
{
    const char **before = WR_TAKE(rooms->arena, const char *, rooms->faces);
    const char **names = WR_TAKE(rooms->arena, const char *, floor->mesh->face_count);
    uint32_t face = 0;
    if (!before || !names)
        return wr_no_memory(rooms->context);
    for (uint32_t i = 0; i < rooms->count; i++)
        for (uint32_t f = 0; f < rooms->meshes[i]->face_count; f++)
            before[face++] = rooms->names[i];
    for (uint32_t f = 0; f < floor->mesh->face_count; f++)
        names[f] = before[origins[f]];
    floor->rooms = names;
    return WR_OK;
}

static enum wr_result join_rooms(struct rooms *rooms, struct wr_bake_floor *out)
{
    struct wr_walkmesh *all = put_together(rooms);
    uint32_t *origins = NULL;
    out->kind = WR_BAKE_MESH;
    if (!all)
        return wr_no_memory(rooms->context);
    enum wr_result result = join(rooms, all, &out->mesh, &origins);
    return result == WR_OK ? name_faces(rooms, origins, out) : result;
}

static enum wr_result read_module(struct wr_context *context, struct wr_arena *arena,
                                  const char *path, const wr_surfaces *surfaces,
                                  struct wr_bake_floor *out)
{
    struct rooms rooms = {.context = context, .arena = arena, .surfaces = surfaces};
    struct wr_resources resources;
    enum wr_result result = wr_resources_open_module(context, context, arena, path, &resources);
    if (result != WR_OK)
        return result;
    out->source = resources.source;
    const wr_entry *layout = find_layout(&resources);
    if (!layout)
        return wr_fail(context, WR_NOT_FOUND, wr_at(&out->source, WR_WHOLE_FILE),
                       "bake-no-layout", NULL, "the module has no layout (LYT)");
    result = read_rooms(&rooms, &resources, layout);
    if (result != WR_OK)
        return result;
    if (rooms.faces == 0)
        return wr_fail(context, WR_INVALID, wr_at(&out->source, WR_WHOLE_FILE), "aswm-empty",
                       NULL, "no room of the layout has a walkmesh");
    return join_rooms(&rooms, out);
}

/* ---- Files
 * ----------------------------------------------------------------------------------- */

static enum wr_result read_bwm(struct wr_context *context, struct wr_arena *arena,
                               const wr_surfaces *surfaces, struct wr_bake_floor *out)
{
    struct rooms rooms = {.context = context, .arena = arena, .surfaces = surfaces};
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_bwm_read(context, arena, &out->source, &mesh);
    return result == WR_OK ? join(&rooms, mesh, &out->mesh, NULL) : result;
}

static enum wr_result read_file(struct wr_context *context, struct wr_arena *arena,
                                const char *path, const wr_surfaces *surfaces, enum wr_up up,
                                struct wr_bake_floor *out)
{
    struct wr_kind_file file = {.arena = arena, .surfaces = surfaces};
    const struct wr_kind *kind;
    enum wr_result result = wr_kind_read(context, path, &file, &kind);
    if (result != WR_OK)
        return result;
    out->source = file.source;
    out->kind = WR_BAKE_MESH;
    if (kind && kind->recognise == wr_trx_recognise) {
        out->kind = WR_BAKE_AREA;
        return wr_aswm_area_read(context, arena, &out->source, &out->area);
    }
    if (kind && kind->pictured == WR_PICTURED_FLOORS) {
        out->kind = WR_BAKE_LEVEL;
        return WR_OK;
    }
    if (kind && strcmp(kind->name, "glTF") == 0)
        return wr_kind_floors_of_gltf(context, &file, &out->mesh);
    if (kind && kind->pictured == WR_PICTURED_MESH && kind->binary)
        return read_bwm(context, arena, surfaces, out);
    if (kind && kind->pictured == WR_PICTURED_MESH)
        return wr_kind_mesh_of_text(context, &file, up, &out->mesh);
    return wr_fail(context, WR_INVALID, wr_at(&out->source, WR_WHOLE_FILE), "bake-kind",
                   "known are TRX, TRN, WOK, OBJ, ASCII, glTF, WMP and modules",
                   "this is no area, walkmesh, level or module");
}

enum wr_result wr_bake_floor_stand(struct wr_context *context, struct wr_arena *arena,
                                   const wr_surfaces *surfaces, struct wr_bake_floor *floor)
{
    struct wr_kind_file file = {.arena = arena, .source = floor->source};
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_kind_floors_of_wmp(context, &file, &mesh);
    if (result != WR_OK)
        return result;
    struct rooms rooms = {.context = context,
                          .arena = arena,
                          .meshes = &mesh,
                          .count = 1,
                          .vertices = mesh->vertex_count,
                          .faces = mesh->face_count};
    floor->kind = WR_BAKE_MESH;
    floor->mesh = put_together(&rooms);
    result = floor->mesh ? WR_OK : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_walkmesh_sort(context, arena, floor->mesh, surfaces->walkable, NULL);
    if (result == WR_OK)
        result = wr_walkmesh_derive(context, arena, floor->mesh, NULL,
                                    wr_at(&floor->source, WR_WHOLE_FILE), NULL);
    wr_walkmesh_free(mesh);
    return result;
}

enum wr_result wr_bake_floor_read(struct wr_context *context, struct wr_arena *arena,
                                  const char *path, const wr_surfaces *surfaces, enum wr_up up,
                                  struct wr_bake_floor *out)
{
    bool module;
    *out = (struct wr_bake_floor){0};
    enum wr_result result = wr_bake_is_module(context, path, &module);
    if (result != WR_OK)
        return result;
    return module ? read_module(context, arena, path, surfaces, out)
                  : read_file(context, arena, path, surfaces, up, out);
}
