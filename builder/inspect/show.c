/* Any file as text. */
#include "builder/inspect/kinds.h"

#include "core/base/bytes.h"
#include "core/files/file.h"
#include "core/format/lyt.h"

#include <stdio.h>
#include <string.h>

/* A folder that is a kit's stands for its kit.xml. NULL when memory is out. */
static const char *file_of(struct wr_context *context, struct wr_arena *arena, const char *path)
{
    char *kit = wr_path_join(arena, path, "kit.xml");
    if (!kit)
        return NULL;
    return wr_folder_exists(context, path) && wr_file_exists(context, kit) ? kit : path;
}

static bool is_known(const uint8_t *data, size_t size)
{
    return wr_kind_of(data, size) != NULL;
}

/* The layout of a module is what is meant most often. */
static enum wr_result refuse_folder(struct wr_context *context, struct wr_arena *arena,
                                    const char *path)
{
    char hint[WR_SUGGESTION_SIZE];
    const char *meant;
    enum wr_result result = wr_folder_find(context, arena, path, wr_lyt_recognise, &meant);
    if (result == WR_OK && !meant)
        result = wr_folder_find(context, arena, path, is_known, &meant);
    if (result != WR_OK)
        return result;
    if (meant)
        snprintf(hint, sizeof hint,
                 "show a file in it, as '%.128s'; 'warren check' takes folders", meant);
    return wr_fail_folder(context, path, meant ? hint : "it holds no file that Warren reads");
}

/* Only areas have tiles. */
static enum wr_result refuse_tile(struct wr_context *context, const struct wr_kind_file *file,
                                  const struct wr_kind *kind)
{
    return wr_fail(context, WR_INVALID, wr_at(&file->source, WR_WHOLE_FILE), "show-tile",
                   "leave --tile out", "%s %s has no tiles; areas of NWN2 do",
                   wr_kind_article(kind), kind->name);
}

static enum wr_result show_with(struct wr_context *context, struct wr_kind_file *file,
                                const char *path, bool json, struct wr_bytes *out)
{
    const struct wr_kind *kind;
    struct wr_dump dump;
    const char *name = file_of(context, file->arena, path);
    if (!name)
        return wr_no_memory(context);
    if (wr_folder_exists(context, name))
        return refuse_folder(context, file->arena, name);
    enum wr_result result = wr_kind_read(context, name, file, &kind);
    if (result != WR_OK)
        return result;
    if (!kind)
        return wr_kind_refuse(context, file);
    if (file->tile && kind->pictured != WR_PICTURED_AREA)
        return refuse_tile(context, file, kind);
    wr_dump_start(&dump, out, json);
    if (json)
        wr_dump_line(&dump);
    dump.context = context;
    wr_dump_text(&dump, "kind", kind->name);
    result = kind->show(context, file, &dump);
    if (result != WR_OK)
        return result;
    wr_dump_end(&dump);
    return out->failed ? wr_no_memory(context) : WR_OK;
}

static enum wr_result show(struct wr_context *context, const char *path,
                           const struct wr_show_options *options, struct wr_bytes *out)
{
    wr_surfaces usual = wr_surfaces_default(WR_K1);
    struct wr_kind_file file = {.arena = wr_arena_create(),
                                .surfaces = options->surfaces ? options->surfaces : &usual,
                                .tile = options->tile.wanted ? &options->tile : NULL};
    size_t start = out->size;
    bool failed = out->failed;
    if (!file.arena)
        return wr_no_memory(context);
    enum wr_result result = show_with(context, &file, path, options->json, out);
    result = wr_context_whole(context, result);
    if (result != WR_OK)
        out->size = start;
    if (result == WR_STOPPED)
        out->failed = failed;
    wr_arena_destroy(file.arena);
    return result;
}

enum wr_result wr_show(struct wr_context *context, const char *path,
                       const struct wr_show_options *options, struct wr_bytes *out)
{
    static const struct wr_show_options usual = {0};
    wr_context_enter(context);
    return wr_context_leave(context, show(context, path, options ? options : &usual, out));
}
