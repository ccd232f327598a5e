/* The kinds of the game's own files: GFF, archives, KEY, BIF and pictures. */
#include "builder/inspect/kinds_game.h"
#include "builder/inspect/judge.h"

#include "core/base/system.h"
#include "core/format/key.h"

#include <string.h>

/* ---- GFF --------------------------------------------------------------------------------- */

enum wr_result wr_kind_show_gff(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_gff *gff;
    enum wr_result result = wr_gff_read(context, file->arena, &file->source, &gff);
    if (result == WR_OK)
        wr_gff_dump(gff, dump);
    return result;
}

enum wr_result wr_kind_check_gff(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_gff *gff;
    return wr_gff_read(context, file->arena, &file->source, &gff);
}

/* ---- Archives ---------------------------------------------------------------------------- */

enum wr_result wr_kind_show_archive(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_dump *dump)
{
    struct wr_archive *archive;
    enum wr_result result = wr_archive_read(context, file->arena, &file->source, &archive);
    if (result == WR_OK)
        wr_archive_dump(archive, dump);
    return result;
}

/* A resource by what its bytes are; what Warren does not read is passed over, and so is a text
 * that only looks like one of its texts. */
static enum wr_result check_resource(struct wr_context *context,
                                     const struct wr_kind_file *file,
                                     const struct wr_archive *archive, const wr_resource *item,
                                     struct wr_arena *arena)
{
    struct wr_kind_file inner = {.arena = arena, .surfaces = file->surfaces};
    enum wr_result result = wr_archive_source(context, arena, archive, item, &inner.source);
    const struct wr_kind *kind =
        result == WR_OK ? wr_kind_of(inner.source.data, inner.source.size) : NULL;
    bool text = item->type == WR_RES_LYT || item->type == WR_RES_VIS;
    if (!kind || (!kind->binary && !text))
        return result;
    inner.source.binary = kind->binary;
    struct wr_source mdx;
    const wr_resource *rows =
        item->type == WR_RES_MDL ? wr_archive_find(archive, item->name, WR_RES_MDX) : NULL;
    if (rows) {
        result = wr_archive_source(context, arena, archive, rows, &mdx);
        mdx.binary = true;
        inner.companion = &mdx;
    }
    return result ? result : kind->check(context, &inner);
}

enum wr_result wr_kind_check_archive(struct wr_context *context,
                                     const struct wr_kind_file *file)
{
    struct wr_archive *archive;
    enum wr_result result = wr_archive_read(context, file->arena, &file->source, &archive);
    if (result == WR_OK && strcmp(archive->type, "MOD ") == 0)
        return wr_module_judge(context, file->arena, archive,
                               &(struct wr_check_options){file->surfaces, file->overlap});
    struct wr_arena *arena = result == WR_OK ? wr_arena_create() : NULL;
    if (result == WR_OK && !arena)
        return wr_no_memory(context);
    for (uint32_t i = 0; arena && i < archive->count; i++) {
        wr_arena_reset(arena);
        enum wr_result one = check_resource(context, file, archive, &archive->items[i], arena);
        result = result != WR_OK ? result : one;
    }
    wr_arena_destroy(arena);
    return result;
}

/* ---- KEY and BIF ------------------------------------------------------------------------- */

enum wr_result wr_kind_show_key(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_key *key;
    enum wr_result result = wr_key_read(context, file->arena, &file->source, &key);
    if (result == WR_OK)
        wr_key_dump(key, dump);
    return result;
}

enum wr_result wr_kind_check_key(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_key *key;
    return wr_key_read(context, file->arena, &file->source, &key);
}

enum wr_result wr_kind_show_bif(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_bif *bif;
    enum wr_result result = wr_bif_read(context, file->arena, &file->source, &bif);
    if (result == WR_OK)
        wr_bif_dump(bif, dump);
    return result;
}

enum wr_result wr_kind_check_bif(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_bif *bif;
    return wr_bif_read(context, file->arena, &file->source, &bif);
}

/* ---- Models ------------------------------------------------------------------------------ */

enum wr_result wr_kind_show_model(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_dump *dump)
{
    struct wr_model *model;
    enum wr_result result = wr_model_read(context, file->arena, &file->source, NULL, &model);
    if (result == WR_OK)
        wr_model_dump(model, dump);
    return result;
}

/* The MDX beside an MDL, where there is one. */
static enum wr_result find_rows(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_source *mdx)
{
    size_t length = strlen(file->source.name);
    char *path = wr_arena_text(file->arena, file->source.name, length);
    if (!path)
        return wr_no_memory(context);
    if (length > 0 && (path[length - 1] == 'l' || path[length - 1] == 'L'))
        path[length - 1] = (char)(path[length - 1] + ('x' - 'l'));
    if (strcmp(path, file->source.name) == 0 || !wr_file_exists(path))
        return WR_OK;
    enum wr_result result = wr_file_read(context, file->arena, path, mdx);
    mdx->binary = true;
    return result;
}

enum wr_result wr_kind_check_model(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_model *model;
    struct wr_source mdx = {0};
    enum wr_result result = WR_OK;
    if (file->companion)
        mdx = *file->companion;
    else
        result = find_rows(context, file, &mdx);
    if (result == WR_OK)
        result =
            wr_model_read(context, file->arena, &file->source, mdx.data ? &mdx : NULL, &model);
    if (result != WR_OK)
        return result;
    wr_model_judge_names(context, model, &file->source);
    return wr_model_judge(context, file->arena, model, &file->source);
}

/* ---- Pictures ---------------------------------------------------------------------------- */

enum wr_result wr_kind_show_tga(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_tga tga;
    enum wr_result result = wr_tga_read(context, file->arena, &file->source, &tga);
    if (result == WR_OK)
        wr_tga_dump(&tga, dump);
    return result;
}

enum wr_result wr_kind_check_tga(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_tga tga;
    return wr_tga_read(context, file->arena, &file->source, &tga);
}
