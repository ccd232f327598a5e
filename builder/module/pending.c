/* Stand-ins for parts of a module that are being written: whoever lands the real function
 * removes its stand-in here, and the file with the last. */
#include "builder/module/assembly.h"

#include "core/base/system.h"

#include <stdio.h>
#include <string.h>

enum wr_result wr_module_models_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout, enum wr_game game,
                                     struct wr_module_models **out)
{
    (void)context, (void)arena, (void)layout, (void)game;
    *out = NULL;
    return WR_OK;
}

enum wr_result wr_module_model_make(struct wr_context *context,
                                    const struct wr_module_models *models, uint32_t area_room,
                                    const struct wr_walkmesh *mesh, struct wr_arena *arena,
                                    struct wr_arena *scratch, wr_module_model *out)
{
    (void)context, (void)models, (void)area_room, (void)mesh, (void)arena, (void)scratch;
    *out = (wr_module_model){0};
    return WR_OK;
}

enum wr_result wr_module_assets_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout,
                                     struct wr_module_models *models,
                                     struct wr_module_assets *out)
{
    (void)context, (void)arena, (void)layout, (void)models;
    *out = (struct wr_module_assets){0};
    return WR_OK;
}

enum wr_result wr_module_blueprint(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_kit *kit, uint32_t door, enum wr_game game,
                                   const char **out)
{
    char file[64];
    const char *name = kit->doors[door].blueprints[game - 1];
    *out = NULL;
    if (!name || !kit->folder)
        return WR_OK;
    snprintf(file, sizeof file, "%.16s.utd", name);
    char *path = wr_path_join(arena, kit->folder, file);
    if (!path)
        return wr_no_memory(context);
    *out = wr_file_exists(path) ? path : NULL;
    return WR_OK;
}

enum wr_result wr_minimap_make(struct wr_context *context, const struct wr_layout *layout,
                               enum wr_game game, struct wr_minimap_mapping *mapping,
                               struct wr_bytes *tga)
{
    (void)context, (void)layout, (void)game, (void)tga;
    *mapping = (struct wr_minimap_mapping){.zoom = 1};
    return WR_OK;
}

enum wr_result wr_load_screen_make(struct wr_context *context, const struct wr_layout *layout,
                                   struct wr_bytes *tga)
{
    (void)context, (void)layout, (void)tga;
    return WR_OK;
}
