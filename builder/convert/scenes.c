/* Scenes: of modules, of maps, which are built first, of kits and of single models. */
#include "builder/convert/scenes.h"
#include "builder/area/area.h"
#include "builder/convert/scening.h"
#include "builder/module/emit.h"

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/files/files.h"

#include <stdio.h>
#include <string.h>

/* ---- Models --------------------------------------------------------------------------------
 */

/* Called as the file. */
static enum wr_result scene_of_model(struct wr_conversion *conversion,
                                     const struct wr_resources *beside, struct wr_bytes *out)
{
    struct wr_scening scening;
    const wr_affine own = wr_affine_none();
    const wr_entry *mdl = wr_resources_find_file(beside, wr_path_name(conversion->from));
    const char *name = mdl ? wr_entry_name(conversion->arena, mdl) : NULL;
    if (!name)
        return wr_no_memory(conversion->context);
    enum wr_result result = wr_scening_start(conversion->context, conversion->arena, beside,
                                             conversion->where, &scening);
    if (result != WR_OK)
        return result;
    uint32_t node = wr_scening_stand(&scening, WR_SCENE_NONE, name, NULL, &own);
    struct wr_model *model;
    struct wr_source rows = {0};
    const wr_entry *mdx = wr_resources_find(beside, name, WR_RES_MDX);
    if (mdx)
        result = wr_entry_read(conversion->context, conversion->arena, mdx, &rows);
    rows.binary = true;
    if (result == WR_OK)
        result = wr_model_read(conversion->context, conversion->arena, &conversion->file.source,
                               mdx ? &rows : NULL, &model);
    if (result == WR_OK)
        result = wr_scening_model(&scening, node, model);
    return result == WR_OK ? wr_scening_end(&scening, conversion->form == WR_FORM_GLB, out)
                           : result;
}

static enum wr_result convert_model(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_resources beside;
    const char *folder = wr_path_folder(conversion->arena, conversion->from);
    if (!folder)
        return wr_no_memory(conversion->context);
    enum wr_result result = wr_scening_open(conversion->context, conversion->arena, folder,
                                            conversion->options->game_folder, &beside);
    return result == WR_OK ? scene_of_model(conversion, &beside, out) : result;
}

/* ---- Maps ----------------------------------------------------------------------------------
 */

/* Where the module of a map lies: in memory alone. */
#define BUILT ".warren-scene"

static enum wr_result build(struct wr_context *context, struct wr_conversion *conversion,
                            struct wr_map *map, struct wr_kits *kits)
{
    struct wr_build_summary summary = {0};
    const struct wr_build_options options = {
        .output = BUILT, .surfaces = conversion->options->surfaces, .mod = true, .force = true};
    struct wr_area *area;
    enum wr_result result = wr_area_make(context, map, kits, &options, &area);
    if (result != WR_OK)
        return result;
    result = area->verdict;
    if (result == WR_OK)
        result = wr_emit(context, area, &options, &summary);
    wr_area_free(area);
    return result;
}

static enum wr_result build_map(struct wr_context *context, struct wr_conversion *conversion,
                                char module[80])
{
    const struct wr_convert_options *options = conversion->options;
    struct wr_map *map = NULL;
    struct wr_kits *kits =
        options->kits ? options->kits : wr_kits_create(&conversion->surfaces);
    enum wr_result result = kits ? WR_OK : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_map_load(context, conversion->from, options->surfaces, &map);
    if (result == WR_OK)
        result = build(context, conversion, map, kits);
    if (result == WR_OK)
        snprintf(module, 80, BUILT "/%.40s.mod", map->id);
    wr_map_free(map);
    if (!options->kits)
        wr_kits_free(kits);
    return result;
}

/* Built as `warren build --mod` would, and taken from there. */
static enum wr_result convert_map(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_context *context = conversion->context;
    const struct wr_files *files = wr_context_files(context);
    struct wr_memory *memory = wr_memory_create(files ? files : wr_files_system());
    struct wr_context *within = memory ? wr_context_recorder(context) : NULL;
    char module[80];
    enum wr_result result = within ? WR_OK : wr_no_memory(context);
    if (result == WR_OK) {
        wr_context_set_files(within, wr_memory_files(memory));
        result = build_map(within, conversion, module);
    }
    if (result == WR_OK)
        result = wr_scene_of_module(within, conversion, module, out);
    if (within)
        wr_context_replay(context, within);
    wr_context_destroy(within);
    wr_memory_destroy(memory);
    return result;
}

/* ---- What it is ----------------------------------------------------------------------------
 */

/* Whether a folder has a layout; one that cannot be listed has none. */
static enum wr_result look_for_layout(struct wr_conversion *conversion, bool *found)
{
    char **names;
    size_t count = 0;
    struct wr_context *quiet = wr_context_within(conversion->context, NULL, NULL);
    enum wr_result result =
        quiet ? wr_folder_list(quiet, conversion->arena, conversion->from, &names, &count)
              : WR_NO_MEMORY;
    wr_context_destroy(quiet);
    *found = false;
    for (size_t i = 0; result == WR_OK && i < count; i++) {
        size_t size = strlen(names[i]);
        *found = *found || (size > 4 && wr_text_same(names[i] + size - 4, ".lyt"));
    }
    return result == WR_NO_MEMORY ? wr_no_memory(conversion->context) : WR_OK;
}

enum wr_result wr_convert_scene(struct wr_conversion *conversion, struct wr_bytes *out)
{
    const struct wr_kind *kind = conversion->kind;
    enum wr_pictured pictured = kind ? kind->pictured : WR_PICTURED_NOTHING;
    bool area = true;
    enum wr_result result = kind ? WR_OK : look_for_layout(conversion, &area);
    if (result != WR_OK)
        return result;
    if (!area)
        return wr_scene_of_kit(conversion, out);
    switch (pictured) {
    case WR_PICTURED_KIT:
        return wr_scene_of_kit(conversion, out);
    case WR_PICTURED_MAP:
        return convert_map(conversion, out);
    case WR_PICTURED_MODEL:
        return convert_model(conversion, out);
    default:
        return wr_scene_of_module(conversion->context, conversion, conversion->from, out);
    }
}
