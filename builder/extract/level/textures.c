/* Names without endings are looked up among the files of a folder. */
#include "builder/extract/level/textures.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What pictures are called, those first that are taken first. */
static const char *const endings[] = {".tga", ".tpc", ".pcx", ".bmp", ".png", ".jpg", ".dds"};
enum { ENDINGS = sizeof endings / sizeof *endings, TPC = 1 };

/* A file of the folder. */
struct picture {
    const char *stem; /* lower-case */
    const char *name;
    unsigned ending;
    const wr_level_texture *texture; /* that it is the picture of; NULL: nobody asked yet */
};

struct finding {
    struct wr_taking *taking;
    struct wr_taken_pictures pictures;
    const char *folder;
    struct picture *files; /* in order */
    size_t file_count;
    struct wr_level_textures *out;
    uint32_t missing;
    const char *first_missing;
};

/* ---- Names ------------------------------------------------------------------------------- */

/* Which ending a name has; ENDINGS for none of these. */
static unsigned ending_of(const char *name)
{
    size_t size = strlen(name);
    for (unsigned i = 0; i < ENDINGS; i++)
        if (size > 4 && wr_text_same(name + size - 4, endings[i]))
            return i;
    return ENDINGS;
}

/* The name without its ending, lower-case. */
static char *stem_of(struct wr_arena *arena, const char *name)
{
    size_t size = strlen(name) - (ending_of(name) < ENDINGS ? 4 : 0);
    char *stem = wr_arena_text(arena, name, size);
    for (size_t i = 0; stem && i < size; i++)
        if (stem[i] >= 'A' && stem[i] <= 'Z')
            stem[i] = (char)(stem[i] + ('a' - 'A'));
    return stem;
}

static int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int order_textures(const void *a, const void *b)
{
    return strcmp(((const wr_level_texture *)a)->name, ((const wr_level_texture *)b)->name);
}

/* ---- The folder -------------------------------------------------------------------------- */

static int order_stems(const void *a, const void *b)
{
    return strcmp(((const struct picture *)a)->stem, ((const struct picture *)b)->stem);
}

static int order_pictures(const void *a, const void *b)
{
    const struct picture *p = a, *q = b;
    int order = strcmp(p->stem, q->stem);
    if (order == 0 && p->ending != q->ending)
        return p->ending < q->ending ? -1 : 1;
    return order ? order : strcmp(p->name, q->name);
}

/* The first picture of each stem, in order. */
static enum wr_result list_pictures(struct finding *finding)
{
    struct wr_taking *taking = finding->taking;
    char **names;
    size_t count, kept = 0;
    enum wr_result result =
        wr_folder_list(taking->context, taking->arena, finding->folder, &names, &count);
    if (result != WR_OK)
        return result;
    struct picture *pictures = WR_TAKE(taking->arena, struct picture, count);
    if (!pictures)
        return wr_no_memory(taking->context);
    for (size_t i = 0; i < count; i++) {
        unsigned ending = ending_of(names[i]);
        if (ending == ENDINGS)
            continue;
        pictures[kept] =
            (struct picture){stem_of(taking->arena, names[i]), names[i], ending, NULL};
        if (!pictures[kept++].stem)
            return wr_no_memory(taking->context);
    }
    if (kept > 0)
        qsort(pictures, kept, sizeof *pictures, order_pictures);
    finding->files = pictures;
    for (size_t i = 0; i < kept; i++)
        if (i == 0 || strcmp(pictures[i].stem, pictures[i - 1].stem) != 0)
            pictures[finding->file_count++] = pictures[i];
    return WR_OK;
}

/* ---- Pictures of the kit ----------------------------------------------------------------- */

static enum wr_result read_picture(struct finding *finding, const struct picture *picture,
                                   wr_level_texture *texture)
{
    struct wr_taking *taking = finding->taking;
    struct wr_source *source = WR_ZERO(taking->arena, struct wr_source, 1);
    char *path = wr_path_join(taking->arena, finding->folder, picture->name);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = source && path && scratch ? WR_OK : wr_no_memory(taking->context);
    if (result == WR_OK)
        result = wr_file_read(finding->pictures.lenient,
                              picture->ending == TPC ? taking->arena : scratch, path, source);
    if (result == WR_OK) {
        source->binary = true;
        result = wr_taken_pictures_add(&finding->pictures, picture->stem, source,
                                       picture->ending == TPC, &texture->picture);
    }
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY || result == WR_STOPPED ? result : WR_OK;
}

/* ---- All of them ------------------------------------------------------------------------- */

static enum wr_result find_texture(struct finding *finding, wr_level_texture *texture)
{
    struct picture key = {.stem = stem_of(finding->taking->arena, texture->name)};
    if (!key.stem)
        return wr_no_memory(finding->taking->context);
    struct picture *found =
        finding->file_count > 0
            ? bsearch(&key, finding->files, finding->file_count, sizeof key, order_stems)
            : NULL;
    if (found && found->texture) { /* by another ending */
        const char *name = texture->name;
        *texture = *found->texture;
        texture->name = name;
        return WR_OK;
    }
    if (found) {
        found->texture = texture;
        return read_picture(finding, found, texture);
    }
    if (finding->missing++ == 0)
        finding->first_missing = texture->name;
    return WR_OK;
}

static enum wr_result find_all(struct finding *finding)
{
    struct wr_taking *taking = finding->taking;
    struct wr_level_textures *out = finding->out;
    enum wr_result result = list_pictures(finding);
    for (uint32_t i = 0; result == WR_OK && i < out->count; i++) {
        wr_context_progress(taking->context, "textures read", i, out->count);
        result = wr_context_stopped(taking->context) ? WR_STOPPED
                                                     : find_texture(finding, &out->items[i]);
    }
    if (result == WR_OK && finding->missing > 0)
        wr_warn(taking->context, WR_NOWHERE, "level-texture",
                "faces of it are drawn as grey boxes are: by what they are made of",
                "%" PRIu32 " texture%s no picture in %s; the first is '%.64s'",
                finding->missing, finding->missing == 1 ? " has" : "s have", finding->folder,
                finding->first_missing);
    return result;
}

/* Each name once. */
static bool keep_names(struct wr_arena *arena, const char **names, size_t count,
                       struct wr_level_textures *out)
{
    *out = (struct wr_level_textures){.items = WR_ZERO(arena, wr_level_texture, count)};
    if (!out->items)
        return false;
    if (count > 0)
        qsort(names, count, sizeof *names, order_texts);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0)
            out->items[out->count++].name = names[i];
    return true;
}

enum wr_result wr_level_textures_find(struct wr_taking *taking, const char **names,
                                      size_t count, struct wr_level_textures *out)
{
    struct finding finding = {
        .taking = taking, .folder = taking->options->textures, .out = out};
    if (!keep_names(taking->arena, names, count, out))
        return wr_no_memory(taking->context);
    if (!finding.folder)
        return WR_OK;
    if (!wr_taken_pictures_start(&finding.pictures, taking))
        return WR_NO_MEMORY;
    enum wr_result result = find_all(&finding);
    wr_taken_pictures_finish(&finding.pictures);
    return result;
}

const wr_level_texture *wr_level_texture_of(const struct wr_level_textures *textures,
                                            const char *name)
{
    wr_level_texture key = {.name = name};
    const wr_level_texture *found =
        textures->count > 0
            ? bsearch(&key, textures->items, textures->count, sizeof key, order_textures)
            : NULL;
    return found && found->picture.resref ? found : NULL;
}
