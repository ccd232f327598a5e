/* What both ways share: the files a kit takes along, all made before any of them is moved, and
 * what is said of losses. */
#include "builder/convert/kit_making.h"

#include "core/base/bytes.h"
#include "core/files/file.h"
#include "kits/kit.h"
#include "kits/kit_assets.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *wr_kit_name(const struct wr_kit_making *making, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return size < 0 || (size_t)size >= sizeof text
               ? NULL
               : wr_arena_text(making->conversion->arena, text, (size_t)size);
}

void wr_kit_lose(const struct wr_kit_making *making, const char *what, const char *then)
{
    bool holocron = making->kit->holocron;
    wr_warn(making->conversion->context, making->conversion->where, "kit-cannot-hold",
            "keep the kit that it was made of", "a kit of %s cannot hold %s: %s",
            holocron ? "Warren's" : "HolocronToolset", what, then);
}

/* ---- One file -----------------------------------------------------------------------------
 */

static enum wr_result enter(struct wr_kit_making *making, const char *folder, uint32_t *out)
{
    struct wr_context *context = making->conversion->context;
    for (*out = 0; *out < making->folder_count; ++*out)
        if (strcmp(making->folders[*out], folder) == 0)
            return WR_OK;
    enum wr_result result = wr_staging_make(context, folder, &making->stagings[*out]);
    if (result == WR_OK)
        making->folders[making->folder_count++] = folder;
    return result;
}

static enum wr_result refuse_existing(const struct wr_kit_making *making, const char *folder,
                                      const char *name)
{
    const struct wr_conversion *conversion = making->conversion;
    const char *path = wr_path_join(conversion->arena, folder, name);
    if (!path)
        return wr_no_memory(conversion->context);
    if (conversion->options->force || !wr_file_in_way(conversion->context, path))
        return WR_OK;
    return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "file-exists",
                   "choose another name, or give --force to replace it",
                   "'%s' is there already", path);
}

enum wr_result wr_kit_make_at(struct wr_kit_making *making, const char *folder,
                              const char *name, const void *data, size_t size)
{
    struct wr_conversion *conversion = making->conversion;
    struct wr_context *context = conversion->context;
    uint32_t index;
    if (!name || !folder ||
        !wr_grow(&making->made, &making->made_capacity, making->made_count + 1,
                 sizeof *making->made))
        return wr_no_memory(context);
    if (wr_context_stopped(context))
        return WR_STOPPED;
    enum wr_result result = refuse_existing(making, folder, name);
    if (result == WR_OK)
        result = enter(making, folder, &index);
    if (result == WR_OK)
        result = wr_staging_check(context, making->stagings[index], name);
    if (result == WR_OK)
        result = wr_staging_write(context, making->stagings[index], name, data, size,
                                  conversion->flags);
    if (result == WR_OK)
        making->made[making->made_count++] = (wr_kit_made){index, name};
    return result;
}

enum wr_result wr_kit_make_file(struct wr_kit_making *making, const char *folder,
                                const char *name, const void *data, size_t size)
{
    const char *path = *folder ? wr_path_join(making->conversion->arena, making->folder, folder)
                               : making->folder;
    return wr_kit_make_at(making, path, name, data, size);
}

enum wr_result wr_kit_copy_file(struct wr_kit_making *making, const char *folder,
                                const char *name, const char *from)
{
    struct wr_context *context = making->conversion->context;
    struct wr_arena *arena;
    struct wr_source *source;
    enum wr_result result = wr_file_load(context, from, &arena, &source);
    if (result != WR_OK)
        return result;
    result = wr_kit_make_file(making, folder, name, source->data, source->size);
    wr_arena_destroy(arena);
    return result;
}

/* The file beside another with its stem and another suffix, whatever the case of its name; NULL
 * where there is none. A folder is listed once for all that follow each other in it. */
static enum wr_result find_beside(struct wr_kit_making *making, const char *from,
                                  const char *suffix, const char **out)
{
    struct wr_context *context = making->conversion->context;
    struct wr_arena *arena = making->conversion->arena;
    const char *name = wr_path_name(from), *dot = strrchr(name, '.');
    const char *folder = wr_path_folder(arena, from);
    name = wr_kit_name(making, "%.*s%s", (int)(dot ? dot - name : (ptrdiff_t)strlen(name)),
                       name, suffix);
    *out = folder && name ? wr_path_join(arena, folder, name) : NULL;
    if (!*out)
        return wr_no_memory(context);
    if (wr_file_exists(context, *out))
        return WR_OK;
    enum wr_result result = WR_OK;
    if (!making->listed || strcmp(making->listed, folder) != 0)
        result = wr_folder_names_load(context, arena, folder, &making->there);
    if (result != WR_OK)
        return result;
    making->listed = folder;
    name = wr_folder_names_twin(&making->there, name);
    *out = name ? wr_path_join(arena, folder, name) : NULL;
    return name && !*out ? wr_no_memory(context) : WR_OK;
}

enum wr_result wr_kit_copy_beside(struct wr_kit_making *making, const char *folder,
                                  const char *stem, const char *from, const char *suffix)
{
    const char *path;
    enum wr_result result = find_beside(making, from, suffix, &path);
    if (result == WR_OK && path)
        result = wr_kit_keeps(making->conversion->context, making->kit, path);
    return result == WR_OK && path
               ? wr_kit_copy_file(making, folder, wr_kit_name(making, "%s%s", stem, suffix),
                                  path)
               : result;
}

enum wr_result wr_kit_copy_model(struct wr_kit_making *making, const char *folder,
                                 const char *stem, const char *from)
{
    enum wr_result result =
        wr_kit_copy_file(making, folder, wr_kit_name(making, "%s.mdl", stem), from);
    return result == WR_OK ? wr_kit_copy_beside(making, folder, stem, from, ".mdx") : result;
}

/* ---- What lies in folders -----------------------------------------------------------------
 */

static enum wr_result copy_images(struct wr_kit_making *making, const char *folder,
                                  const wr_kit_image *images, uint32_t count)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        const wr_kit_image *image = &images[i];
        result = wr_kit_copy_file(making, folder, wr_path_name(image->path), image->path);
        if (result == WR_OK && image->txi)
            result = wr_kit_copy_file(making, folder, wr_path_name(image->txi), image->txi);
    }
    return result;
}

static enum wr_result copy_files(struct wr_kit_making *making, const char *folder,
                                 const wr_kit_file *files, uint32_t count)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < count; i++)
        result = wr_kit_copy_file(making, folder, wr_path_name(files[i].path), files[i].path);
    return result;
}

static enum wr_result copy_skyboxes(struct wr_kit_making *making,
                                    const struct wr_kit_assets *assets)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < assets->skybox_count; i++)
        result = wr_kit_copy_model(making, "skyboxes", assets->skyboxes[i].name,
                                   assets->skyboxes[i].path);
    return result;
}

static bool repeats(const wr_kit_padding *one, const wr_kit_padding *before)
{
    return one->door == before->door && one->top == before->top && one->size == before->size;
}

/* HolocronToolset goes by the first two numbers of a name, Warren by the door's name. */
static enum wr_result copy_paddings(struct wr_kit_making *making,
                                    const struct wr_kit_assets *assets, bool numbered)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < assets->padding_count; i++) {
        const wr_kit_padding *one = &assets->paddings[i];
        const char *side = one->top ? "top" : "side";
        if (i > 0 && repeats(one, one - 1))
            continue;
        const char *stem =
            numbered ? wr_kit_name(making, "%s_door%u_size%u", side, (unsigned)one->door,
                                   (unsigned)one->size)
                     : wr_kit_name(making, "%s_%s_size%u", side,
                                   making->kit->doors[one->door].name, (unsigned)one->size);
        if (!stem)
            return wr_no_memory(making->conversion->context);
        result = wr_kit_copy_model(making, "doorway", stem, one->path);
    }
    return result;
}

static bool has_tpc(const wr_kit_image *images, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (images[i].tpc)
            return true;
    return false;
}

enum wr_result wr_kit_copy_assets(struct wr_kit_making *making, bool to_holocron)
{
    struct wr_conversion *conversion = making->conversion;
    struct wr_kit_assets assets;
    enum wr_result result =
        wr_kit_assets_list(conversion->context, conversion->arena, making->kit, &assets);
    if (result == WR_OK)
        result = copy_images(making, "textures", assets.textures, assets.texture_count);
    if (result == WR_OK)
        result = copy_images(making, "lightmaps", assets.lightmaps, assets.lightmap_count);
    if (result == WR_OK)
        result = copy_files(making, "always", assets.always, assets.always_count);
    if (result == WR_OK)
        result = copy_skyboxes(making, &assets);
    if (result == WR_OK)
        result = copy_paddings(making, &assets, to_holocron);
    if (result == WR_OK && to_holocron &&
        (has_tpc(assets.textures, assets.texture_count) ||
         has_tpc(assets.lightmaps, assets.lightmap_count)))
        wr_kit_lose(making, "textures and lightmaps that are TPC",
                    "they lie in their folders, but HolocronToolset takes TGA only");
    return result;
}
