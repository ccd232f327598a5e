/* Models of area rooms: which files they come from, and how one is made to stand where its room
 * does. */
#include "builder/module/models.h"
#include "builder/layout/names.h"
#include "builder/module/sources.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/walkmesh/transform.h"
#include "kits/kit.h"
#include "kits/kit_assets.h"

#include <stdlib.h>
#include <string.h>

/* ---- Files ------------------------------------------------------------------------------- */

/* A file beside another with its stem and the suffix ".mdx", whatever the case of its name. */
static enum wr_result find_mdx(struct wr_context *context, struct wr_arena *arena,
                               const char *mdl, const char **out)
{
    size_t size = strlen(mdl);
    char *path = wr_arena_text(arena, mdl, size), **names;
    size_t count;
    *out = NULL;
    if (!path)
        return wr_no_memory(context);
    if (size > 4)
        memcpy(path + size - 4, ".mdx", 4);
    if (wr_file_exists(context, path)) {
        *out = path;
        return WR_OK;
    }
    char *folder = wr_path_folder(arena, mdl);
    if (!folder)
        return wr_no_memory(context);
    enum wr_result result = wr_folder_list(context, arena, folder, &names, &count);
    for (size_t i = 0; result == WR_OK && i < count; i++)
        if (wr_text_same(names[i], wr_path_name(path)))
            *out = wr_path_join(arena, folder, names[i]);
    return result;
}

/* The size of the MDX a model says it has; 0 for what is no binary model. */
static uint32_t mdx_size_of(const struct wr_source *mdl)
{
    struct wr_reader reader = {.data = mdl->data, .size = mdl->size};
    bool binary = wr_reader_u32(&reader) == 0;
    wr_reader_u32(&reader);
    return binary ? wr_reader_u32(&reader) : 0;
}

enum wr_result wr_model_load(struct wr_context *context, struct wr_arena *arena,
                             struct wr_arena *scratch, const struct wr_kit *kit,
                             const char *path, struct wr_model **out)
{
    struct wr_source mdl, mdx;
    const char *mdx_path;
    enum wr_result result = wr_file_read(context, scratch, path, &mdl);
    if (result == WR_OK)
        result = find_mdx(context, arena, path, &mdx_path);
    if (result == WR_OK && !mdx_path && mdx_size_of(&mdl) > 0)
        result = wr_fail(context, WR_NOT_FOUND, wr_at(&mdl, WR_WHOLE_FILE), "model-mdx-missing",
                         "put the MDX beside the MDL, under its name",
                         "the model needs an MDX, and there is none beside it");
    if (result == WR_OK && mdx_path && kit)
        result = wr_kit_keeps(context, kit, mdx_path);
    if (result == WR_OK && mdx_path)
        result = wr_file_read(context, arena, mdx_path, &mdx);
    if (result != WR_OK)
        return result;
    mdl.binary = mdx.binary = true;
    mdl.name = path;
    return wr_model_read(context, arena, &mdl, mdx_path ? &mdx : NULL, out);
}

/* ---- Which rooms there are --------------------------------------------------------------- */

/* A placed room on its way to its source. */
struct standing {
    const wr_room *room;
    uint32_t placed;
};

/* The order of rooms in memory only brings the same ones together. */
static int order_standing(const void *a, const void *b)
{
    const struct standing *p = a, *q = b;
    if (p->room != q->room)
        return (uintptr_t)p->room < (uintptr_t)q->room ? -1 : 1;
    return p->placed < q->placed ? -1 : p->placed > q->placed;
}

/* Numbers sources in the order of their first placed room. */
static bool number_sources(struct wr_module_models *models, struct wr_arena *scratch)
{
    const struct wr_layout *layout = models->layout;
    uint32_t count = layout->room_count;
    struct standing *all = WR_TAKE(scratch, struct standing, count);
    uint32_t *firsts = WR_TAKE(scratch, uint32_t, count); /* of the room each placed one is */
    models->source_of = WR_TAKE(models->arena, uint32_t, count);
    models->sources = WR_TAKE(models->arena, wr_model_source, count);
    if (!all || !firsts || !models->source_of || !models->sources)
        return false;
    for (uint32_t i = 0; i < count; i++)
        all[i] = (struct standing){layout->rooms[i].room, i};
    if (count)
        qsort(all, count, sizeof *all, order_standing);
    for (uint32_t i = 0; i < count; i++)
        firsts[all[i].placed] =
            i > 0 && all[i].room == all[i - 1].room ? firsts[all[i - 1].placed] : all[i].placed;
    for (uint32_t i = 0; i < count; i++) {
        const wr_placed_room *placed = &layout->rooms[i];
        models->source_of[i] =
            firsts[i] == i ? models->source_count : models->source_of[firsts[i]];
        if (firsts[i] == i)
            models->sources[models->source_count++] =
                (wr_model_source){.room = placed->room, .first = i};
    }
    return true;
}

static bool number_kits(struct wr_module_models *models)
{
    models->kits = WR_TAKE(models->arena, const struct wr_kit *, models->source_count);
    if (!models->kits)
        return false;
    for (uint32_t i = 0; i < models->source_count; i++) {
        wr_model_source *source = &models->sources[i];
        while (source->kit < models->kit_count &&
               models->kits[source->kit] != source->room->kit)
            source->kit++;
        if (source->kit == models->kit_count)
            models->kits[models->kit_count++] = source->room->kit;
    }
    return true;
}

/* ---- Reading them ------------------------------------------------------------------------ */

/* The model a map carries for a room of its own; NULL where it has none. */
static const wr_map_model *carried_model(const struct wr_map *map, const wr_room *room)
{
    if (!map->embedded || room->kit != map->embedded || !map->models)
        return NULL;
    for (uint32_t i = 0; i < map->embedded->room_count; i++)
        if (strcmp(map->embedded->rooms[i].id, room->id) == 0)
            return map->models[i].mdl_size > 0 ? &map->models[i] : NULL;
    return NULL;
}

static enum wr_result read_carried(struct wr_context *context, struct wr_module_models *models,
                                   const wr_map_model *carried, const wr_room *room,
                                   struct wr_model **out)
{
    struct wr_bytes name = {0};
    wr_bytes_print(&name, "%s: model of room '%.64s'", models->layout->map->path, room->id);
    char *kept =
        name.failed ? NULL : wr_arena_text(models->arena, (const char *)name.data, name.size);
    wr_bytes_finish(&name);
    if (!kept)
        return wr_no_memory(context);
    struct wr_source mdl = {kept, carried->mdl, carried->mdl_size, true};
    struct wr_source mdx = {kept, carried->mdx, carried->mdx_size, true};
    return wr_model_read(context, models->arena, &mdl, &mdx, out);
}

/* Says by how much a model's walkmesh and the kit's differ. */
static void warn_of_difference(struct wr_context *context, const struct wr_model *model,
                               const wr_room *room, const wr_model_fit *fit)
{
    struct wr_source source = {.name = model->file, .binary = true};
    wr_warn(
        context, wr_at(&source, WR_WHOLE_FILE), "model-walkmesh-differs",
        "what is seen and what is walked on may not meet: export both from one room",
        "the walkmesh of room '%s' has %u triangles, %u of them not in its model, which has "
        "%u; the worst is %s m off, near (%s, %s, %s)",
        room->name, (unsigned)fit->first_count, (unsigned)fit->unmatched,
        (unsigned)fit->second_count, wr_fixed(fit->worst, 3).text,
        wr_fixed(fit->where.x, 2).text, wr_fixed(fit->where.y, 2).text,
        wr_fixed(fit->where.z, 2).text);
}

/* A room as its file has it. */
static const wr_room *drawn_of(const wr_room *room)
{
    return room->drawn ? room->drawn : room;
}

/* A model whose walkmesh is the kit's but lies elsewhere is moved with it. */
static enum wr_result align(struct wr_context *context, struct wr_arena *scratch,
                            wr_model_source *source)
{
    struct wr_walkmesh *mesh;
    wr_model_fit fit;
    if (!wr_model_has_walkmesh(source->model))
        return WR_OK;
    enum wr_result result = wr_model_walkmesh(context, scratch, source->model, &mesh);
    if (result == WR_OK)
        result = wr_model_align(context, scratch, drawn_of(source->room)->mesh, mesh, &fit);
    if (result != WR_OK)
        return result;
    if (!fit.agrees)
        warn_of_difference(context, source->model, source->room, &fit);
    if (wr_length(wr_widen(fit.offset)) > WR_WELD_DISTANCE)
        source->offset = wr_vec3_of(0 - fit.offset.x, 0 - fit.offset.y, 0 - fit.offset.z);
    return WR_OK;
}

/* A room's file, on the way to finding the first room that has it. */
struct origin {
    const char *path;
    uint32_t source;
};

static int order_origins(const void *a, const void *b)
{
    const struct origin *p = a, *q = b;
    int order = strcmp(p->path, q->path);
    return order ? order : p->source < q->source ? -1 : p->source > q->source;
}

/* Rooms that differ in their walkmesh only share what is read: the first that needs the file
 * reads it. */
static bool find_twins(struct wr_module_models *models, struct wr_arena *scratch)
{
    struct origin *origins = WR_TAKE(scratch, struct origin, models->source_count);
    uint32_t count = 0;
    if (!origins)
        return false;
    for (uint32_t i = 0; i < models->source_count; i++) {
        models->sources[i].twin = i;
        if (models->sources[i].room->model)
            origins[count++] = (struct origin){models->sources[i].room->model, i};
    }
    if (count)
        qsort(origins, count, sizeof *origins, order_origins);
    for (uint32_t i = 1; i < count; i++)
        if (strcmp(origins[i].path, origins[i - 1].path) == 0)
            models->sources[origins[i].source].twin =
                models->sources[origins[i - 1].source].twin;
    return true;
}

static enum wr_result read_source(struct wr_context *context, struct wr_module_models *models,
                                  struct wr_arena *scratch, uint32_t index)
{
    wr_model_source *source = &models->sources[index];
    const wr_room *room = source->room;
    const wr_map_model *carried = carried_model(models->layout->map, room);
    struct wr_model *model = NULL;
    enum wr_result result = WR_OK;
    source->model = models->sources[source->twin].model;
    if (!source->model && carried)
        result = read_carried(context, models, carried, room, &model);
    else if (!source->model && room->model)
        result = wr_model_load(context, models->arena, scratch, models->kits[source->kit],
                               room->model, &model);
    if (result != WR_OK)
        return result;
    const wr_model_source *twin = &models->sources[source->twin];
    bool aligned = source->model && drawn_of(twin->room) == drawn_of(room);
    source->model = model ? model : source->model;
    source->offset = aligned ? twin->offset : source->offset;
    if (source->model && !aligned)
        result = align(context, scratch, source);
    if (result == WR_OK && source->model && room->drawn)
        result = wr_model_stretch_judge(context, source->model, room, source->offset);
    return result;
}

/* ---- What gets a grey box ---------------------------------------------------------------- */

static void note_greyboxes(struct wr_context *context, const struct wr_module_models *models)
{
    for (uint32_t k = 0; k < models->kit_count; k++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < models->source_count; i++)
            count += models->sources[i].kit == k && !models->sources[i].model;
        if (count)
            wr_note(context, wr_at(models->layout->map->source, WR_WHOLE_FILE), "model-made",
                    NULL,
                    "%u rooms of kit '%s' have no model: grey boxes are made of their "
                    "walkmeshes",
                    (unsigned)count, models->kits[k]->name);
    }
}

/* Whether a group has rooms with a model and others without. */
static bool is_mixed(const struct wr_module_models *models, const wr_area_room *group)
{
    const struct wr_layout *layout = models->layout;
    uint32_t room = group->first, modelled = 0;
    for (uint32_t i = 0; i < group->count; i++, room = layout->rooms[room].next)
        modelled += models->sources[models->source_of[room]].model != NULL;
    return modelled > 0 && modelled < group->count;
}

static void warn_of_mixed(struct wr_context *context, const struct wr_module_models *models)
{
    const struct wr_layout *layout = models->layout;
    uint32_t count = 0, first = WR_NONE;
    for (uint32_t i = 0; i < layout->area_room_count; i++) {
        if (!is_mixed(models, &layout->area_rooms[i]))
            continue;
        count++;
        first = first == WR_NONE ? layout->area_rooms[i].first : first;
    }
    if (count)
        wr_warn(context, layout->rooms[first].where, "model-merged",
                "merge rooms that all have a model, or none",
                "%u groups, that of room '%s' first, have rooms with models and others "
                "without: each becomes one grey box",
                (unsigned)count, layout->rooms[first].name);
}

/* The first fault counts, but for memory. */
static enum wr_result worse(enum wr_result result, enum wr_result one)
{
    return result == WR_OK || one == WR_NO_MEMORY ? one : result;
}

enum wr_result wr_module_models_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout, enum wr_game game,
                                     struct wr_module_models **out)
{
    struct wr_module_models *models = WR_ZERO(arena, struct wr_module_models, 1);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = WR_OK;
    if (models)
        *models = (struct wr_module_models){.arena = arena, .layout = layout, .game = game};
    if (!models || !scratch || !number_sources(models, scratch) || !number_kits(models) ||
        !find_twins(models, scratch) || !wr_openings_make(models))
        result = wr_no_memory(context);
    for (uint32_t i = 0; models && i < models->source_count; i++) {
        if (result == WR_NO_MEMORY)
            continue;
        wr_arena_reset(scratch);
        result = worse(result, read_source(context, models, scratch, i));
    }
    wr_arena_destroy(scratch);
    if (result != WR_OK)
        return result;
    note_greyboxes(context, models);
    warn_of_mixed(context, models);
    *out = models;
    return WR_OK;
}

/* ---- Kits before they are used ----------------------------------------------------------- */

/* All that a build may do to a model: what it refuses, it refuses here. */
static enum wr_result try_all(struct wr_context *context, struct wr_model *model,
                              const struct wr_walkmesh *floor)
{
    enum wr_game other = model->game == WR_K1 ? WR_K2 : WR_K1;
    enum wr_result result = wr_model_mirror(context, model);
    if (result == WR_OK)
        result = wr_model_turn(context, model, 0, 1);
    if (result == WR_OK)
        result = wr_model_convert(context, model, other);
    if (result == WR_OK)
        result = floor ? wr_model_set_walkmesh(context, model, floor)
                       : wr_model_remove_walkmesh(context, model);
    return result ? result : wr_model_set_name(context, model, "tried");
}

/* The model of a kit's room, and how it lies to it. */
static enum wr_result read_alone(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_arena *scratch, const wr_room *room,
                                 struct wr_model **out, wr_vec3 *offset)
{
    enum wr_result result = wr_model_load(context, arena, scratch, room->kit, room->model, out);
    wr_model_source source = {.room = room, .model = result == WR_OK ? *out : NULL};
    if (result == WR_OK)
        result = align(context, scratch, &source);
    *offset = source.offset;
    return result;
}

static enum wr_result check_room(struct wr_context *context, struct wr_arena *arena,
                                 const wr_room *room)
{
    struct wr_model *model;
    wr_vec3 offset;
    wr_arena_reset(arena);
    enum wr_result result = read_alone(context, arena, arena, room, &model, &offset);
    if (result == WR_OK && room->stretch_count > 0)
        result = wr_model_stretches_check(context, model, room, offset);
    return result ? result : try_all(context, model, room->mesh);
}

/* A model that no room is: padding, a skybox. */
static enum wr_result check_extra(struct wr_context *context, struct wr_arena *arena,
                                  const char *path)
{
    struct wr_model *model;
    wr_arena_reset(arena);
    enum wr_result result = wr_model_load(context, arena, arena, NULL, path, &model);
    return result ? result : try_all(context, model, NULL);
}

enum wr_result wr_kit_models_check(struct wr_context *context, const struct wr_kit *kit)
{
    struct wr_kit_assets assets = {0};
    struct wr_arena *arena = wr_arena_create(), *scratch = wr_arena_create();
    enum wr_result result = arena && scratch ? wr_kit_assets_list(context, arena, kit, &assets)
                                             : wr_no_memory(context);
    for (uint32_t i = 0; i < kit->room_count; i++)
        if (kit->rooms[i].model && result != WR_NO_MEMORY)
            result = worse(result, check_room(context, scratch, &kit->rooms[i]));
    for (uint32_t i = 0; i < assets.padding_count; i++)
        if (result != WR_NO_MEMORY)
            result = worse(result, check_extra(context, scratch, assets.paddings[i].path));
    for (uint32_t i = 0; i < assets.skybox_count; i++)
        if (result != WR_NO_MEMORY)
            result = worse(result, check_extra(context, scratch, assets.skyboxes[i].path));
    wr_arena_destroy(scratch);
    wr_arena_destroy(arena);
    return result;
}

/* ---- Looked at alone --------------------------------------------------------------------- */

enum wr_result wr_room_model(struct wr_context *context, struct wr_arena *arena,
                             struct wr_arena *scratch, const wr_room *room,
                             struct wr_model **out, wr_vec3 *offset)
{
    *out = NULL;
    if (!room->model)
        return WR_OK;
    enum wr_result result = read_alone(context, arena, scratch, room, out, offset);
    return result == WR_OK && room->drawn ? wr_model_stretch(context, *out, room, *offset)
                                          : result;
}

/* ---- Making one -------------------------------------------------------------------------- */

/* A model on its way to an area room. */
struct making {
    struct wr_context *context;
    const struct wr_module_models *models;
    const wr_area_room *room;
    struct wr_arena *arena, *scratch;
};

/* A placed room's model as it stands in its area room. Its walkmesh is not brought along. */
static enum wr_result make_part(const struct making *making, uint32_t room,
                                struct wr_model **out)
{
    const struct wr_module_models *models = making->models;
    const wr_motion *motion = &models->layout->rooms[room].motion;
    wr_model_stand stand = wr_model_stand_of(models, making->room->first, room);
    const struct wr_model *form = stand.source->forms[stand.mirrored][stand.turned];
    enum wr_result result = WR_OK;
    if (form && making->room->count == 1)
        *out = wr_model_copy(form, making->arena);
    else
        result = wr_model_form_make(making->context, models, &stand, making->arena, out);
    if (result != WR_OK || !*out)
        return result ? result : wr_no_memory(making->context);
    if (stand.turned)
        wr_model_set_turn(*out, motion->cosine, motion->sine, stand.shift);
    return WR_OK;
}

static enum wr_result make_joined(const struct making *making, struct wr_model **out)
{
    const struct wr_layout *layout = making->models->layout;
    struct wr_model **parts = WR_TAKE(making->scratch, struct wr_model *, making->room->count);
    if (!parts)
        return wr_no_memory(making->context);
    enum wr_result result = WR_OK;
    uint32_t room = making->room->first;
    for (uint32_t i = 0; i < making->room->count && result == WR_OK; i++) {
        result = wr_context_whole(making->context, make_part(making, room, &parts[i]));
        room = layout->rooms[room].next;
    }
    if (result != WR_OK)
        return result;
    return wr_model_join(making->context, making->arena, parts, making->room->count, out);
}

static enum wr_result make_model(const struct making *making, const struct wr_walkmesh *mesh,
                                 const char *name, wr_module_model *out)
{
    const struct wr_layout *layout = making->models->layout;
    uint32_t first = making->room->first;
    struct wr_model *model = NULL;
    const struct wr_walkmesh *floor =
        wr_walkmesh_seen_from(making->scratch, mesh, layout->rooms[first].placement.position);
    if (!floor)
        return wr_no_memory(making->context);
    enum wr_result result = making->room->count == 1 ? make_part(making, first, &model)
                                                     : make_joined(making, &model);
    if (result == WR_OK)
        result = wr_model_set_walkmesh(making->context, model, floor);
    if (result == WR_OK)
        result = wr_model_set_name(making->context, model, name);
    if (result != WR_OK)
        return result;
    *out = (wr_module_model){model->mdl, model->mdx, model->mdl_size, model->mdx_size};
    return WR_OK;
}

enum wr_result wr_module_model_make(struct wr_context *context,
                                    const struct wr_module_models *models, uint32_t area_room,
                                    const struct wr_walkmesh *mesh, struct wr_arena *arena,
                                    struct wr_arena *scratch, wr_module_model *out)
{
    const wr_area_room *room = &models->layout->area_rooms[area_room];
    const wr_model_source *source = &models->sources[models->source_of[room->first]];
    struct making making = {context, models, room, arena, scratch};
    const char *name = models->layout->names[area_room];
    if (!source->model || is_mixed(models, room))
        return wr_room_greybox(context, models, area_room, name, mesh, arena, scratch, out);
    return make_model(&making, mesh, name, out);
}
