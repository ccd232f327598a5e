/* Pictures of whatever a path means. */
#include "builder/view/view.h"
#include "builder/inspect/kinds_ascii.h"
#include "builder/inspect/kinds_wmp.h"
#include "builder/layout/exits.h"
#include "builder/layout/layout.h"
#include "builder/layout/locks.h"
#include "builder/layout/reach.h"
#include "builder/picture/raster.h"
#include "builder/view/area_plan.h"
#include "builder/view/floorplan_module.h"
#include "builder/view/page.h"
#include "builder/view/scene_plan.h"

#include "core/aswm/area.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/scene/gltf.h"
#include "kits/kit.h"

#include <string.h>

struct viewing {
    struct wr_context *context;
    const struct wr_draw_options *options;
    struct wr_kits *kits; /* the caller's, or one of our own */
    struct wr_arena *arena;
    wr_surfaces surfaces;
};

/* ---- Writing ---- */

static enum wr_result write_picture(struct viewing *viewing, const struct wr_picture *picture,
                                    struct wr_bytes *out)
{
    if (picture->height > WR_LARGEST_PICTURE && viewing->options->format == WR_PNG)
        return wr_fail(viewing->context, WR_LIMIT, WR_NOWHERE, "picture-too-large",
                       "write an SVG, or fewer levels on one sheet",
                       "the picture would be %s pixels high; at most %d can be written",
                       wr_fixed(picture->height, 0).text, WR_LARGEST_PICTURE);
    if (viewing->options->format == WR_PNG)
        return wr_picture_write_png(viewing->context, picture, out);
    wr_picture_write_svg(picture, out);
    return out->failed ? wr_no_memory(viewing->context) : WR_OK;
}

/* ---- Maps ---- */

/* What is wrong with a map is reported and drawn; `wrong` says that there was something. */
static enum wr_result floorplan_of_map(struct viewing *viewing, const struct wr_map *map,
                                       const struct wr_generated *generated,
                                       struct wr_floorplan **out, enum wr_result *wrong)
{
    struct wr_build_options options = {.game = viewing->options->game,
                                       .surfaces = &viewing->surfaces};
    struct wr_layout *layout;
    enum wr_result result = wr_layout_look(viewing->context, map, viewing->kits);
    if (result == WR_OK)
        result = wr_layout_place(viewing->context, map, viewing->kits, &options, &layout);
    if (result != WR_OK)
        return result;
    enum wr_result linked = wr_layout_link(viewing->context, layout);
    if (linked == WR_OK)
        linked = wr_layout_exits(viewing->context, layout);
    enum wr_result judged[] = {linked, wr_layout_overlap(viewing->context, layout),
                               wr_layout_enter(viewing->context, layout)};
    for (int i = 0; i < 3; i++) {
        if (*wrong == WR_OK)
            *wrong = judged[i];
        if (judged[i] == WR_NO_MEMORY)
            result = WR_NO_MEMORY;
    }
    if (*wrong == WR_OK && !generated)
        result = wr_layout_unlock(viewing->context, layout);
    if (result == WR_OK)
        result = wr_floorplan_of_layout(viewing->context, layout, generated, out);
    wr_layout_free(layout);
    return result;
}

/* A floorplan keeps pointing into its map. */
static enum wr_result load_map(struct viewing *viewing, const char *path, struct wr_map **out)
{
    return wr_map_load(viewing->context, path, viewing->options->surfaces, out);
}

/* ---- Paths ---- */

#define PICTURED                                                                               \
    "maps, modules, kits, walkmeshes, models, glTF, areas of NWN2 and levels of GameStudio "   \
    "have one"

/* What a path means. */
struct subject {
    enum { A_LEVEL, A_KIT, AN_AREA, A_SCENE } what;
    struct wr_floorplan *floorplan;
    struct wr_area_plan area;
    struct wr_scene_plan scene;
    struct wr_kit *kit;
    struct wr_map *map;
    struct wr_walkmesh *floors; /* of a level of GameStudio */
    enum wr_result wrong;       /* it is drawn, and something is wrong with it */
};

static void subject_finish(struct subject *subject)
{
    wr_floorplan_free(subject->floorplan);
    wr_kit_free(subject->kit);
    wr_map_free(subject->map);
    wr_walkmesh_free(subject->floors);
}

/* The one LYT of a module; NULL in `out` when there is none. */
static enum wr_result find_lyt(struct viewing *viewing, const struct wr_resources *resources,
                               const wr_entry **out)
{
    *out = NULL;
    for (size_t i = 0; i < resources->count; i++) {
        const wr_entry *entry = &resources->entries[i];
        if (entry->type != WR_RES_LYT)
            continue;
        if (*out)
            return wr_fail(viewing->context, WR_INVALID,
                           wr_at(&resources->source, WR_WHOLE_FILE), "view-modules",
                           resources->container->archive ? NULL : "name the one that is meant",
                           "it holds more than one module: '%s' and '%s'", (*out)->file,
                           entry->file);
        *out = entry;
    }
    return WR_OK;
}

static enum wr_result load_module(struct viewing *viewing, const struct wr_resources *resources,
                                  const wr_entry *lyt, struct subject *subject)
{
    struct wr_source source;
    const char *id = wr_entry_name(viewing->arena, lyt);
    enum wr_result result = id ? wr_entry_read(viewing->context, viewing->arena, lyt, &source)
                               : wr_no_memory(viewing->context);
    return result == WR_OK ? wr_floorplan_of_module(viewing->context, resources, id, &source,
                                                    &viewing->surfaces, &subject->floorplan)
                           : result;
}

static enum wr_result load_kit(struct viewing *viewing, const char *path,
                               struct subject *subject)
{
    subject->what = A_KIT;
    return wr_kit_load(viewing->context, path, &viewing->surfaces, &subject->kit);
}

static enum wr_result load_folder(struct viewing *viewing, const char *path,
                                  struct subject *subject)
{
    struct wr_resources resources;
    const wr_entry *lyt;
    const char *kit = wr_path_join(viewing->arena, path, "kit.xml");
    if (!kit)
        return wr_no_memory(viewing->context);
    if (wr_file_exists(viewing->context, kit))
        return load_kit(viewing, path, subject);
    enum wr_result result =
        wr_resources_open(viewing->context, viewing->arena, path, &resources);
    if (result == WR_OK)
        result = find_lyt(viewing, &resources, &lyt);
    if (result != WR_OK)
        return result;
    return lyt ? load_module(viewing, &resources, lyt, subject)
               : load_kit(viewing, path, subject);
}

/* ---- Files, by what a picture of them shows ---- */

static enum wr_result load_kit_file(struct viewing *viewing, const struct wr_kind_file *file,
                                    struct subject *subject)
{
    return load_kit(viewing, file->source.name, subject);
}

/* The module of a LYT: the files beside that. */
static enum wr_result load_layout(struct viewing *viewing, const struct wr_kind_file *file,
                                  struct subject *subject)
{
    struct wr_resources resources;
    const char *folder = wr_path_folder(viewing->arena, file->source.name);
    const wr_entry named = {.file = wr_path_name(file->source.name)};
    const char *id = wr_entry_name(viewing->arena, &named);
    if (!folder || !id)
        return wr_no_memory(viewing->context);
    enum wr_result result =
        wr_resources_open(viewing->context, viewing->arena, folder, &resources);
    return result == WR_OK
               ? wr_floorplan_of_module(viewing->context, &resources, id, &file->source,
                                        &viewing->surfaces, &subject->floorplan)
               : result;
}

static enum wr_result load_map_file(struct viewing *viewing, const struct wr_kind_file *file,
                                    struct subject *subject)
{
    enum wr_result result = load_map(viewing, file->source.name, &subject->map);
    return result == WR_OK ? floorplan_of_map(viewing, subject->map, NULL, &subject->floorplan,
                                              &subject->wrong)
                           : result;
}

static enum wr_result load_mesh(struct viewing *viewing, const struct wr_kind_file *file,
                                struct subject *subject)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = file->source.binary
                                ? wr_kit_mesh_read(viewing->context, viewing->arena,
                                                   &file->source, &viewing->surfaces, &mesh)
                                : wr_kind_mesh_of_text(viewing->context, file, WR_UP_Z, &mesh);
    if (result != WR_OK)
        return result;
    return wr_floorplan_of_mesh(viewing->context, wr_path_name(file->source.name), mesh,
                                &subject->floorplan);
}

static enum wr_result load_floors(struct viewing *viewing, const struct wr_kind_file *file,
                                  struct subject *subject)
{
    enum wr_result result = wr_kind_floors_of_wmp(viewing->context, file, &subject->floors);
    return result == WR_OK
               ? wr_floorplan_of_mesh(viewing->context, wr_path_name(file->source.name),
                                      subject->floors, &subject->floorplan)
               : result;
}

/* The triangle under a place; WR_ASWM_NONE, reported, where there is none. */
static uint32_t find_end(struct viewing *viewing, const struct wr_kind_file *file,
                         const struct wr_aswm *mesh, const double *end)
{
    uint32_t triangle = wr_aswm_triangle_over(mesh, end[0], end[1]);
    if (triangle == WR_ASWM_NONE)
        wr_fail(viewing->context, WR_INVALID, wr_at(&file->source, WR_WHOLE_FILE),
                "view-route-end", "a picture without --route shows where the floor is",
                "there is no floor at %s, %s to go over", wr_fixed(end[0], 2).text,
                wr_fixed(end[1], 2).text);
    return triangle;
}

/* What is wrong with the way is told, and the area drawn without it. */
static enum wr_result find_way(struct viewing *viewing, const struct wr_kind_file *file,
                               const struct wr_aswm *mesh, struct subject *subject)
{
    const struct wr_draw_way *ends = &viewing->options->way;
    wr_aswm_way *way = WR_TAKE(viewing->arena, wr_aswm_way, 1);
    if (!way)
        return wr_no_memory(viewing->context);
    uint32_t from = find_end(viewing, file, mesh, ends->from),
             to = find_end(viewing, file, mesh, ends->to);
    subject->wrong = WR_INVALID;
    if (from == WR_ASWM_NONE || to == WR_ASWM_NONE)
        return WR_OK;
    if (wr_aswm_find_way(viewing->context, viewing->arena, mesh, from, to, way) != WR_OK)
        return WR_NO_MEMORY;
    if (way->count == 0) {
        wr_fail(viewing->context, WR_INVALID, wr_at(&file->source, WR_WHOLE_FILE),
                "view-route-none", "the picture shows what lies between them",
                "no way leads from triangle %u to triangle %u", (unsigned)from, (unsigned)to);
        return WR_OK;
    }
    subject->wrong = WR_OK;
    subject->area.way = way;
    subject->area.ends = *ends;
    return WR_OK;
}

static enum wr_result load_area(struct viewing *viewing, const struct wr_kind_file *file,
                                struct subject *subject)
{
    struct wr_aswm_area *area = WR_TAKE(viewing->arena, struct wr_aswm_area, 1);
    if (!area)
        return wr_no_memory(viewing->context);
    subject->what = AN_AREA;
    enum wr_result result =
        wr_aswm_area_read(viewing->context, viewing->arena, &file->source, area);
    subject->area =
        (struct wr_area_plan){.title = wr_path_name(file->source.name), .mesh = &area->mesh};
    if (result == WR_OK && viewing->options->way.wanted)
        result = find_way(viewing, file, &area->mesh, subject);
    return result;
}

/* A file's bytes are in the arena; what says so lives as long. */
static enum wr_result show_scene(struct viewing *viewing, const struct wr_kind_file *file,
                                 const struct wr_scene *scene, struct subject *subject)
{
    const struct wr_source *source =
        wr_arena_copy(viewing->arena, &file->source, 1, sizeof *source);
    if (!source || !scene)
        return wr_no_memory(viewing->context);
    subject->what = A_SCENE;
    subject->scene = (struct wr_scene_plan){.title = wr_path_name(source->name),
                                            .scene = scene,
                                            .where = wr_at(source, WR_WHOLE_FILE)};
    return WR_OK;
}

static enum wr_result load_model(struct viewing *viewing, const struct wr_kind_file *file,
                                 struct subject *subject)
{
    struct wr_model *model;
    const char *name = wr_path_name(file->source.name);
    enum wr_result result =
        wr_model_read(viewing->context, viewing->arena, &file->source, NULL, &model);
    return result == WR_OK
               ? show_scene(viewing, file, wr_scene_seen(viewing->arena, model, name), subject)
               : result;
}

static enum wr_result load_scene(struct viewing *viewing, const struct wr_kind_file *file,
                                 struct subject *subject)
{
    struct wr_scene *scene;
    enum wr_result result =
        wr_gltf_read(viewing->context, viewing->arena, &file->source, &scene);
    return result == WR_OK ? show_scene(viewing, file, scene, subject) : result;
}

/* A picture needs a LYT; where an archive has none, it may lie in one that makes a module with
 * it. */
static enum wr_result load_archive(struct viewing *viewing, const struct wr_kind_file *file,
                                   struct subject *subject)
{
    struct wr_resources resources;
    const wr_entry *lyt;
    enum wr_result result =
        file->source.data ? wr_kind_open(viewing->context, file, &resources)
                          : wr_resources_open_module(viewing->context, NULL, viewing->arena,
                                                     file->source.name, &resources);
    if (result == WR_OK)
        result = find_lyt(viewing, &resources, &lyt);
    if (result != WR_OK)
        return result;
    if (lyt)
        return load_module(viewing, &resources, lyt, subject);
    return wr_fail(viewing->context, WR_INVALID, wr_at(&resources.source, WR_WHOLE_FILE),
                   "view-kind", PICTURED, "there is no picture of an archive without a LYT");
}

static enum wr_result load_file(struct viewing *viewing, const char *path,
                                struct subject *subject)
{
    static enum wr_result (*const loaders[])(struct viewing *, const struct wr_kind_file *,
                                             struct subject *) = {
        [WR_PICTURED_KIT] = load_kit_file,   [WR_PICTURED_LAYOUT] = load_layout,
        [WR_PICTURED_MAP] = load_map_file,   [WR_PICTURED_MESH] = load_mesh,
        [WR_PICTURED_MODULE] = load_archive, [WR_PICTURED_AREA] = load_area,
        [WR_PICTURED_FLOORS] = load_floors,  [WR_PICTURED_MODEL] = load_model,
        [WR_PICTURED_SCENE] = load_scene,
    };
    const struct wr_kind *kind;
    struct wr_kind_file file = {.arena = viewing->arena, .surfaces = &viewing->surfaces};
    enum wr_result result = wr_kind_read(viewing->context, path, &file, &kind);
    if (result != WR_OK)
        return result;
    if (!kind)
        return wr_kind_refuse(viewing->context, &file);
    if (kind->pictured != WR_PICTURED_NOTHING)
        return loaders[kind->pictured](viewing, &file, subject);
    return wr_fail(viewing->context, WR_INVALID, wr_at(&file.source, WR_WHOLE_FILE),
                   "view-kind", kind->view_cure ? kind->view_cure : PICTURED,
                   "there is no picture of a %s", kind->name);
}

static enum wr_result load(struct viewing *viewing, const char *path, struct subject *subject)
{
    *subject = (struct subject){.what = A_LEVEL};
    return wr_folder_exists(viewing->context, path) ? load_folder(viewing, path, subject)
                                                    : load_file(viewing, path, subject);
}

/* ---- Beginning and end ---- */

static enum wr_result check_width(struct wr_context *context,
                                  const struct wr_draw_options *options)
{
    enum { LEAST = 400 };
    if (options->width == 0 ||
        (options->width >= LEAST && options->width <= WR_LARGEST_PICTURE))
        return WR_OK;
    return wr_fail(context, WR_LIMIT, WR_NOWHERE, "picture-width",
                   "leave the width out to get what the plan needs",
                   "a picture is %d to %d pixels wide, not %u", LEAST, WR_LARGEST_PICTURE,
                   options->width);
}

static enum wr_result start(struct viewing *viewing, struct wr_context *context,
                            struct wr_kits *kits, const struct wr_draw_options *options)
{
    enum wr_result result = check_width(context, options);
    enum wr_game game = options->game ? options->game : WR_K1;
    *viewing = (struct viewing){.context = context, .options = options, .kits = kits};
    if (result != WR_OK)
        return result;
    viewing->surfaces = options->surfaces ? *options->surfaces : wr_surfaces_default(game);
    viewing->arena = wr_arena_create();
    if (!kits)
        viewing->kits = wr_kits_create(&viewing->surfaces);
    return viewing->arena && viewing->kits ? WR_OK : wr_no_memory(context);
}

static void finish(struct viewing *viewing, const struct wr_kits *given)
{
    wr_arena_destroy(viewing->arena);
    if (!given)
        wr_kits_free(viewing->kits);
}

/* ---- The functions ---- */

static enum wr_result draw(struct viewing *viewing, const struct subject *subject,
                           struct wr_bytes *out)
{
    struct wr_picture picture = wr_picture_start(viewing->arena);
    double width = viewing->options->width;
    enum wr_result result;
    switch (subject->what) {
    case A_KIT:
        result = wr_kit_draw(viewing->context, subject->kit, width, &picture);
        break;
    case AN_AREA:
        result = wr_area_plan_draw(viewing->context, &subject->area, width, &picture);
        break;
    case A_SCENE:
        result = wr_scene_plan_draw(viewing->context, &subject->scene, width, &picture);
        break;
    default:
        result = wr_plan_draw(viewing->context, subject->floorplan, width, &picture);
    }
    return result == WR_OK ? write_picture(viewing, &picture, out) : result;
}

static enum wr_result draw_path(struct wr_context *context, const char *path,
                                struct wr_kits *kits, const struct wr_draw_options *options,
                                struct wr_bytes *out)
{
    struct viewing viewing;
    struct subject subject = {0};
    size_t size = out->size;
    enum wr_result result = start(&viewing, context, kits, options);
    if (result == WR_OK)
        result = load(&viewing, path, &subject);
    if (result == WR_OK && options->way.wanted && subject.what != AN_AREA)
        result = wr_fail(context, WR_INVALID, WR_NOWHERE, "view-route-kind",
                         "the plan of a generated level shows the way to its exit",
                         "--route is for areas of NWN2, which '%s' is not", path);
    if (result == WR_OK)
        result = draw(&viewing, &subject, out);
    result = wr_context_whole(context, result);
    if (result != WR_OK)
        out->size = size;
    subject_finish(&subject);
    finish(&viewing, kits);
    return result == WR_OK ? subject.wrong : result;
}

enum wr_result wr_draw(struct wr_context *context, const char *path, struct wr_kits *kits,
                       const struct wr_draw_options *options, struct wr_bytes *out)
{
    wr_context_enter(context);
    return wr_context_leave(context, draw_path(context, path, kits, options, out));
}

/* A PNG of many levels, whose width nobody gave, becomes as wide as it must to be written. */
static enum wr_result draw_sheet(struct viewing *viewing,
                                 struct wr_floorplan *const *floorplans, size_t count,
                                 struct wr_bytes *out)
{
    struct wr_picture picture = wr_picture_start(viewing->arena);
    double width = viewing->options->width;
    enum wr_result result =
        wr_sheet_draw(viewing->context, floorplans, (uint32_t)count, width, &picture);
    bool may_widen = width <= 0 && viewing->options->format == WR_PNG;
    while (result == WR_OK && may_widen && picture.height > WR_LARGEST_PICTURE &&
           picture.width < WR_LARGEST_PICTURE) {
        width = 2 * picture.width < WR_LARGEST_PICTURE ? 2 * picture.width : WR_LARGEST_PICTURE;
        picture = wr_picture_start(viewing->arena);
        result = wr_sheet_draw(viewing->context, floorplans, (uint32_t)count, width, &picture);
    }
    return result == WR_OK ? write_picture(viewing, &picture, out) : result;
}

/* The floorplans of a sheet, freed in the end whatever happened. */
static enum wr_result view_many(struct wr_context *context, size_t count, struct wr_kits *kits,
                                const struct wr_draw_options *options, struct wr_bytes *out,
                                enum wr_result each(struct viewing *, void *, size_t,
                                                    struct wr_floorplan **, enum wr_result *),
                                void *user)
{
    struct viewing viewing;
    size_t size = out->size;
    enum wr_result wrong = WR_OK, result = start(&viewing, context, kits, options);
    struct wr_floorplan **floorplans =
        result == WR_OK ? WR_ZERO(viewing.arena, struct wr_floorplan *, count) : NULL;
    if (result == WR_OK && (!floorplans || count > UINT32_MAX))
        result = wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < count; i++) {
        result = each(&viewing, user, i, &floorplans[i], &wrong);
        wr_context_progress(context, "levels placed", i + 1, count);
    }
    if (result == WR_OK)
        result = draw_sheet(&viewing, floorplans, count, out);
    result = wr_context_whole(context, result);
    if (result != WR_OK)
        out->size = size;
    for (size_t i = 0; floorplans && i < count; i++)
        wr_floorplan_free(floorplans[i]);
    finish(&viewing, kits);
    return result == WR_OK ? wrong : result;
}

struct given_maps {
    const struct wr_map *const *items;
    const char *const *names;                    /* or NULL */
    const struct wr_generated *const *generated; /* or NULL */
};

static enum wr_result floorplan_of_given_map(struct viewing *viewing, void *user, size_t index,
                                             struct wr_floorplan **out, enum wr_result *wrong)
{
    const struct given_maps *maps = user;
    const struct wr_generated *generated = maps->generated ? maps->generated[index] : NULL;
    enum wr_result result =
        floorplan_of_map(viewing, maps->items[index], generated, out, wrong);
    if (result == WR_OK && maps->names)
        (*out)->label = maps->names[index];
    return result;
}

enum wr_result wr_draw_maps(struct wr_context *context, const struct wr_map *const *maps,
                            const char *const *names, size_t count, struct wr_kits *kits,
                            const struct wr_draw_options *options, struct wr_bytes *out)
{
    struct given_maps given = {maps, names, NULL};
    wr_context_enter(context);
    return wr_context_leave(
        context, view_many(context, count, kits, options, out, floorplan_of_given_map, &given));
}

enum wr_result wr_draw_generated(struct wr_context *context, const struct wr_map *const *maps,
                                 const struct wr_generated *const *generated,
                                 const char *const *names, size_t count, struct wr_kits *kits,
                                 const struct wr_draw_options *options, struct wr_bytes *out)
{
    struct given_maps given = {maps, names, generated};
    return view_many(context, count, kits, options, out, floorplan_of_given_map, &given);
}

struct paths {
    const char *const *items;
    struct subject *subjects;
};

/* "3" of "out/3/", "first-map/map.json" of "examples/first-map/map.json": the name of a folder,
 * and of a file with its folder's, since many are called alike. */
static const char *label_of(struct wr_context *context, struct wr_arena *arena,
                            const char *path)
{
    size_t end = wr_path_trimmed(path);
    unsigned names = wr_folder_exists(context, path) ? 1 : 2;
    size_t start = end;
    while (start > 0 && (!wr_path_separates(path[start - 1]) || --names > 0))
        start--;
    return wr_arena_text(arena, path + start, end - start);
}

static enum wr_result floorplan_of_path(struct viewing *viewing, void *user, size_t index,
                                        struct wr_floorplan **out, enum wr_result *wrong)
{
    struct paths *paths = user;
    struct subject *subject = &paths->subjects[index];
    enum wr_result result = load(viewing, paths->items[index], subject);
    if (result == WR_OK && subject->what == A_KIT)
        return wr_fail(viewing->context, WR_INVALID, WR_NOWHERE, "view-kit-on-sheet",
                       "a kit alone is drawn room by room",
                       "'%s' is a kit, and a sheet shows levels", paths->items[index]);
    if (result == WR_OK && subject->what == AN_AREA)
        return wr_fail(viewing->context, WR_INVALID, WR_NOWHERE, "view-area-on-sheet",
                       "draw it alone", "'%s' is an area of NWN2, and a sheet shows levels",
                       paths->items[index]);
    if (result == WR_OK && subject->what == A_SCENE)
        return wr_fail(viewing->context, WR_INVALID, WR_NOWHERE, "view-scene-on-sheet",
                       "draw it alone", "'%s' is no level, and a sheet shows levels",
                       paths->items[index]);
    *out = subject->floorplan;
    subject->floorplan = NULL;
    if (result == WR_OK)
        (*out)->label = label_of(viewing->context, viewing->arena, paths->items[index]);
    if (result == WR_OK && !(*out)->label)
        result = wr_no_memory(viewing->context);
    *wrong = *wrong == WR_OK ? subject->wrong : *wrong;
    return result;
}

static enum wr_result draw_paths(struct wr_context *context, const char *const *paths,
                                 size_t count, struct wr_kits *kits,
                                 const struct wr_draw_options *options, struct wr_bytes *out)
{
    struct paths all = {paths, wr_alloc(count * sizeof *all.subjects)};
    if (!all.subjects)
        return wr_no_memory(context);
    memset(all.subjects, 0, count * sizeof *all.subjects);
    enum wr_result result =
        view_many(context, count, kits, options, out, floorplan_of_path, &all);
    for (size_t i = 0; i < count; i++)
        subject_finish(&all.subjects[i]);
    wr_free(all.subjects);
    return result;
}

enum wr_result wr_draw_sheet(struct wr_context *context, const char *const *paths, size_t count,
                             struct wr_kits *kits, const struct wr_draw_options *options,
                             struct wr_bytes *out)
{
    wr_context_enter(context);
    return wr_context_leave(context, draw_paths(context, paths, count, kits, options, out));
}
