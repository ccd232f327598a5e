/* Gathering a module: what it is made of is found once, and listed in the archive's order. */
#include "builder/module/assembly.h"
#include "builder/floorplan/floorplan.h"
#include "builder/module/path_solids.h"

#include "core/base/bytes.h"
#include "core/files/file.h"

#include <stdio.h>
#include <string.h>

typedef enum wr_result write_fn(struct wr_context *context, const struct wr_assembly *assembly,
                                struct wr_bytes *out);

/* ---- Parts ------------------------------------------------------------------------------- */

/* Keeps bytes that were made, and adds them. */
static enum wr_result keep(struct wr_context *context, struct wr_assembly *assembly,
                           const char *name, uint16_t type, const struct wr_bytes *bytes)
{
    uint8_t *data =
        bytes->failed ? NULL : wr_arena_copy(assembly->arena, bytes->data, bytes->size, 1);
    if (!data)
        return wr_no_memory(context);
    wr_parts_add(&assembly->parts, name, type, data, bytes->size, NULL);
    return WR_OK;
}

static enum wr_result add_written(struct wr_context *context, struct wr_assembly *assembly,
                                  const char *name, uint16_t type, write_fn *write)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = write(context, assembly, &bytes);
    if (result == WR_OK)
        result = keep(context, assembly, name, type, &bytes);
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result write_pth(struct wr_context *context, const struct wr_assembly *assembly,
                                struct wr_bytes *out)
{
    return wr_paths_write(context, &assembly->paths, assembly->arena, out);
}

static enum wr_result add_texts(struct wr_context *context, struct wr_assembly *assembly)
{
    const char *id = assembly->layout->id;
    const struct {
        const char *name;
        uint16_t type;
        write_fn *write;
    } texts[] = {
        {"module", WR_RES_IFO, wr_module_write_ifo},
        {id, WR_RES_ARE, wr_module_write_are},
        {id, WR_RES_GIT, wr_module_write_git},
        {id, WR_RES_PTH, write_pth},
    };
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < sizeof texts / sizeof *texts; i++)
        result = add_written(context, assembly, texts[i].name, texts[i].type, texts[i].write);
    if (result == WR_OK)
        result = keep(context, assembly, id, WR_RES_LYT, &assembly->lyt);
    if (result == WR_OK)
        wr_parts_add_vis(&assembly->parts, id);
    return result;
}

static void add_assets(struct wr_assembly *assembly)
{
    for (uint32_t i = 0; i < assembly->assets.count; i++) {
        const wr_module_asset *asset = &assembly->assets.items[i];
        if (asset->path)
            wr_parts_add_file(&assembly->parts, asset->name, asset->type, asset->path,
                              asset->path);
        else
            wr_parts_add(&assembly->parts, asset->name, asset->type, asset->bytes,
                         (size_t)asset->size, "a kit's");
    }
}

static void add_rooms(struct wr_assembly *assembly)
{
    static const uint16_t types[] = {WR_RES_WOK, WR_RES_MDL, WR_RES_MDX};
    for (uint32_t i = 0; i < assembly->layout->area_room_count; i++)
        for (int t = 0; t < 3; t++)
            wr_parts_add_room(&assembly->parts, assembly->layout->names[i], types[t], i);
}

static bool has_part(const struct wr_assembly *assembly, const char *name)
{
    for (uint32_t i = 0; i < assembly->assets.count; i++)
        if (strcmp(assembly->assets.items[i].name, name) == 0)
            return true;
    return false;
}

static void screen_name(const struct wr_assembly *assembly, char name[64])
{
    snprintf(name, 64, "load_%s", assembly->layout->id);
}

/* The minimap, and a load screen where the kit brings none, of one floorplan. */
static enum wr_result draw_pictures(struct wr_context *context, struct wr_assembly *assembly)
{
    const struct wr_layout *layout = assembly->layout;
    char name[64];
    struct wr_floorplan *floorplan;
    enum wr_result result = wr_floorplan_of_layout(context, layout, NULL, &floorplan);
    if (result != WR_OK)
        return result;
    screen_name(assembly, name);
    result = wr_minimap_make(context, floorplan, layout->game, &assembly->mapping,
                             &assembly->minimap);
    if (result == WR_OK && !has_part(assembly, name))
        result = wr_load_screen_make(context, floorplan, &assembly->screen);
    wr_floorplan_free(floorplan);
    return result;
}

static void add_pictures(struct wr_assembly *assembly)
{
    char name[64];
    snprintf(name, sizeof name, "lbl_map%s", assembly->layout->id);
    wr_parts_add(&assembly->parts, name, WR_RES_TGA, assembly->minimap.data,
                 assembly->minimap.size, NULL);
    screen_name(assembly, name);
    if (assembly->screen.size > 0)
        wr_parts_add(&assembly->parts, name, WR_RES_TGA, assembly->screen.data,
                     assembly->screen.size, NULL);
}

/* ---- Gathering --------------------------------------------------------------------------- */

/* An asset by name and type; NULL where there is none. */
static const wr_module_asset *find_asset(const struct wr_module_assets *assets,
                                         const char *name, uint16_t type)
{
    for (uint32_t low = 0, high = assets->count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        const wr_module_asset *item = &assets->items[middle];
        int order = strcmp(item->name, name);
        if (order == 0 && item->type == type)
            return item;
        if (order < 0 || (order == 0 && item->type < type))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static enum wr_result read_asset(struct wr_context *context, const void *user,
                                 struct wr_arena *arena, const char *name, uint16_t type,
                                 struct wr_source *out, bool *there)
{
    char lower[WR_RESREF + 1] = "";
    for (size_t i = 0; i < WR_RESREF && name[i]; i++)
        lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    const wr_module_asset *item = find_asset(user, lower, type);
    *there = item && strlen(name) <= WR_RESREF;
    if (!*there)
        return WR_OK;
    if (item->path)
        return wr_file_read(context, arena, item->path, out);
    *out =
        (struct wr_source){.name = item->name, .data = item->bytes, .size = (size_t)item->size};
    return WR_OK;
}

/* What stands in the level, by its own GIT, where a kit brings walkmeshes of placeables. */
static enum wr_result find_solids(struct wr_context *context,
                                  const struct wr_assembly *assembly,
                                  struct wr_path_solids *out)
{
    const struct wr_path_library library = {read_asset, &assembly->assets};
    struct wr_bytes bytes = {0};
    struct wr_gff *git;
    uint32_t count = 0;
    for (uint32_t i = 0; i < assembly->assets.count; i++)
        count += assembly->assets.items[i].type == WR_RES_PWK;
    enum wr_result result = count > 0 ? wr_module_write_git(context, assembly, &bytes) : WR_OK;
    struct wr_source source = {
        .name = "git", .data = bytes.data, .size = bytes.size, .binary = true};
    if (result == WR_OK && count > 0)
        result = wr_gff_read(context, assembly->arena, &source, &git);
    if (result == WR_OK && count > 0)
        result = wr_path_solids_make(context, git, &library, assembly->arena, out);
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result make_paths(struct wr_context *context, struct wr_assembly *assembly)
{
    struct wr_path_solids solids = {0};
    enum wr_result result = find_solids(context, assembly, &solids);
    return result == WR_OK ? wr_paths_make(context, assembly->layout, &solids, assembly->arena,
                                           &assembly->paths)
                           : result;
}

static enum wr_result gather(struct wr_context *context, struct wr_assembly *assembly)
{
    const struct wr_layout *layout = assembly->layout;
    enum wr_result result = wr_module_models_make(context, assembly->arena, layout,
                                                  layout->game, &assembly->models);
    if (result == WR_OK)
        result = wr_module_assets_make(context, assembly->arena, layout, assembly->models,
                                       &assembly->assets);
    if (result == WR_OK)
        result = wr_ways_out_make(context, assembly->arena, layout, &assembly->ways_out);
    if (result == WR_OK)
        result = wr_module_entry_find(context, layout, &assembly->entry);
    if (result == WR_OK)
        result = draw_pictures(context, assembly);
    if (result == WR_OK)
        result = make_paths(context, assembly);
    return result;
}

static enum wr_result write_lyt(struct wr_context *context, struct wr_assembly *assembly,
                                struct wr_emission emission)
{
    emission.assembly = assembly;
    return wr_emit_lyt(context, &emission, &assembly->lyt);
}

static enum wr_result assemble(struct wr_context *context, struct wr_assembly *assembly,
                               const struct wr_emission *emission)
{
    const struct wr_layout *layout = assembly->layout;
    enum wr_result result = gather(context, assembly);
    if (result == WR_OK)
        result = write_lyt(context, assembly, *emission);
    if (result == WR_OK)
        result = add_texts(context, assembly);
    if (result == WR_OK)
        result = wr_module_add_blueprints(context, assembly);
    if (result != WR_OK)
        return result;
    add_pictures(assembly);
    add_assets(assembly);
    add_rooms(assembly);
    return wr_parts_check(context, &assembly->parts, wr_at(layout->map->source, WR_WHOLE_FILE));
}

enum wr_result wr_assembly_make(struct wr_context *context, const struct wr_emission *emission,
                                struct wr_assembly *out)
{
    const struct wr_layout *layout = emission->layout;
    struct wr_arena *arena = wr_arena_create();
    *out = (struct wr_assembly){.arena = arena, .layout = layout, .parts = {.arena = arena}};
    if (!arena)
        return wr_no_memory(context);
    if (!wr_module_doors_find(arena, layout, &out->doors) || !wr_module_hang_doors(out))
        return wr_no_memory(context);
    return assemble(context, out, emission);
}

void wr_assembly_finish(struct wr_assembly *assembly)
{
    wr_bytes_finish(&assembly->lyt);
    wr_bytes_finish(&assembly->minimap);
    wr_bytes_finish(&assembly->screen);
    wr_arena_destroy(assembly->arena);
    *assembly = (struct wr_assembly){0};
}

enum wr_result wr_assembly_room(struct wr_context *context, const struct wr_assembly *assembly,
                                uint32_t area_room, const struct wr_walkmesh *mesh,
                                struct wr_arena *arena, struct wr_arena *scratch,
                                wr_module_model *out)
{
    return wr_module_model_make(context, assembly->models, area_room, mesh, arena, scratch,
                                out);
}
