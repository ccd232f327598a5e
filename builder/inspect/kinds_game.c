/* The kinds of the game's own files: GFF, archives, KEY, BIF and pictures. */
#include "builder/inspect/kinds_game.h"

#include "core/files/file.h"
#include "core/format/gff_json.h"
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

enum wr_result wr_kind_show_gff_json(struct wr_context *context,
                                     const struct wr_kind_file *file, struct wr_dump *dump)
{
    struct wr_gff *gff;
    enum wr_result result = wr_gff_json_read(context, file->arena, &file->source, &gff);
    if (result == WR_OK)
        wr_gff_dump(gff, dump);
    return result;
}

enum wr_result wr_kind_check_gff_json(struct wr_context *context,
                                      const struct wr_kind_file *file)
{
    struct wr_gff *gff;
    return wr_gff_json_read(context, file->arena, &file->source, &gff);
}

/* ---- Archives ---------------------------------------------------------------------------- */

enum wr_result wr_kind_open(struct wr_context *context, const struct wr_kind_file *file,
                            struct wr_resources *out)
{
    if (file->source.data)
        return wr_resources_of_archive(context, file->arena, &file->source, out);
    return wr_resources_open(context, file->arena, file->source.name, out);
}

enum wr_result wr_kind_show_archive(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_dump *dump)
{
    struct wr_resources resources;
    enum wr_result result = wr_kind_open(context, file, &resources);
    if (result == WR_OK)
        wr_archive_dump(resources.container->archive, dump);
    return result;
}

enum wr_result wr_kind_check_archive(struct wr_context *context,
                                     const struct wr_kind_file *file)
{
    struct wr_resources resources;
    return wr_kind_open(context, file, &resources);
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
    if (strcmp(path, file->source.name) == 0 || !wr_file_exists(context, path))
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

enum wr_result wr_kind_show_tpc(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump)
{
    struct wr_tpc tpc;
    struct wr_tga picture;
    enum wr_result result = wr_tpc_read(context, &file->source, &tpc);
    if (result == WR_OK)
        result = wr_tpc_picture(context, file->arena, &tpc, &picture);
    if (result == WR_OK && !wr_tpc_dump(file->arena, &tpc, &picture, dump))
        result = wr_no_memory(context);
    return result;
}

enum wr_result wr_kind_check_tpc(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_tpc tpc;
    return wr_tpc_read(context, &file->source, &tpc);
}
