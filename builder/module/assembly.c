/* Gathering a module: what it is made of is found once, and listed in the archive's order. */
#include "builder/module/assembly.h"

#include "core/base/bytes.h"

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
        {id, WR_RES_PTH, wr_module_write_pth},
    };
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < sizeof texts / sizeof *texts; i++)
        result = add_written(context, assembly, texts[i].name, texts[i].type, texts[i].write);
    if (result == WR_OK)
        result = keep(context, assembly, id, WR_RES_LYT, &assembly->lyt);
    if (result == WR_OK)
        result = keep(context, assembly, id, WR_RES_VIS, &assembly->vis);
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
            wr_parts_add_room(&assembly->parts, wr_room_name(&assembly->names, i), types[t], i);
}

static bool has_part(const struct wr_assembly *assembly, const char *name)
{
    for (uint32_t i = 0; i < assembly->assets.count; i++)
        if (strcmp(assembly->assets.items[i].name, name) == 0)
            return true;
    return false;
}

/* The minimap, and a load screen where the kit brings none. */
static enum wr_result add_pictures(struct wr_context *context, struct wr_assembly *assembly,
                                   const struct wr_bytes *minimap)
{
    char name[64];
    snprintf(name, sizeof name, "lbl_map%s", assembly->layout->id);
    enum wr_result result = keep(context, assembly, name, WR_RES_TGA, minimap);
    snprintf(name, sizeof name, "load_%s", assembly->layout->id);
    if (result != WR_OK || has_part(assembly, name))
        return result;
    struct wr_bytes screen = {0};
    result = wr_load_screen_make(context, assembly->layout, &screen);
    if (result == WR_OK)
        result = keep(context, assembly, name, WR_RES_TGA, &screen);
    wr_bytes_finish(&screen);
    return result;
}

/* ---- Gathering --------------------------------------------------------------------------- */

static enum wr_result gather(struct wr_context *context, struct wr_assembly *assembly,
                             struct wr_bytes *minimap)
{
    const struct wr_layout *layout = assembly->layout;
    enum wr_result result = wr_module_models_make(context, assembly->arena, layout,
                                                  layout->game, &assembly->models);
    if (result == WR_OK)
        result = wr_module_assets_make(context, assembly->arena, layout, assembly->models,
                                       &assembly->assets);
    if (result == WR_OK)
        result = wr_module_entry_find(context, layout, &assembly->entry);
    if (result == WR_OK)
        result = wr_minimap_make(context, layout, layout->game, &assembly->mapping, minimap);
    if (result == WR_OK)
        result = wr_paths_make(context, layout, assembly->arena, &assembly->paths);
    return result;
}

static enum wr_result write_texts(struct wr_context *context, struct wr_assembly *assembly,
                                  struct wr_emission emission)
{
    emission.assembly = assembly;
    enum wr_result result = wr_emit_lyt(context, &emission, &assembly->lyt);
    return result == WR_OK ? wr_emit_vis(context, &emission, &assembly->vis) : result;
}

static enum wr_result assemble(struct wr_context *context, struct wr_assembly *assembly,
                               const struct wr_emission *emission)
{
    const struct wr_layout *layout = assembly->layout;
    struct wr_bytes minimap = {0};
    enum wr_result result = gather(context, assembly, &minimap);
    if (result == WR_OK)
        result = write_texts(context, assembly, *emission);
    if (result == WR_OK)
        result = add_texts(context, assembly);
    if (result == WR_OK)
        result = wr_module_add_blueprints(context, assembly);
    if (result == WR_OK)
        result = add_pictures(context, assembly, &minimap);
    wr_bytes_finish(&minimap);
    if (result != WR_OK)
        return result;
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
    out->names = wr_room_names_make(arena, layout);
    if (!out->names.items || !wr_module_doors_find(arena, layout, &out->doors))
        return wr_no_memory(context);
    return assemble(context, out, emission);
}

void wr_assembly_finish(struct wr_assembly *assembly)
{
    wr_bytes_finish(&assembly->lyt);
    wr_bytes_finish(&assembly->vis);
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
