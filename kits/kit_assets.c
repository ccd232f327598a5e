/* Listing what a kit's folder offers beside its rooms. */
#include "kits/kit_assets.h"
#include "kits/kit.h"

#include "core/base/diag.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

/* A folder of the kit while it is looked through. */
struct shelf {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_kit *kit;
    char **folders; /* what lies in the kit's folder */
    size_t folder_count;
    wr_kit_file *files; /* of one of its folders, sorted by name, suffix and path */
    uint32_t file_count;
};

/* ---- Files ------------------------------------------------------------------------------- */

static char *lower(struct wr_arena *arena, const char *text, size_t size)
{
    char *copy = wr_arena_text(arena, text, size);
    for (size_t i = 0; copy && i < size; i++)
        if (copy[i] >= 'A' && copy[i] <= 'Z')
            copy[i] = (char)(copy[i] - 'A' + 'a');
    return copy;
}

static int order_files(const void *a, const void *b)
{
    const wr_kit_file *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    order = order ? order : strcmp(p->suffix, q->suffix);
    return order ? order : strcmp(p->path, q->path);
}

static enum wr_result add_file(struct shelf *shelf, const char *folder, const char *name)
{
    size_t size = strlen(name);
    const char *dot = strrchr(name, '.');
    if (name[size - 1] == '/' || !dot || dot == name)
        return WR_OK;
    wr_kit_file *file = &shelf->files[shelf->file_count];
    file->name = lower(shelf->arena, name, (size_t)(dot - name));
    file->suffix = lower(shelf->arena, dot + 1, strlen(dot + 1));
    file->path = wr_path_join(shelf->arena, folder, name);
    shelf->file_count++;
    if (!file->name || !file->suffix || !file->path)
        return wr_no_memory(shelf->context);
    return wr_kit_keeps(shelf->context, shelf->kit, file->path);
}

/* Keeps the first of files whose names differ in case only. */
static void drop_twins(struct shelf *shelf)
{
    uint32_t kept = 0;
    if (shelf->file_count)
        qsort(shelf->files, shelf->file_count, sizeof *shelf->files, order_files);
    for (uint32_t i = 0; i < shelf->file_count; i++) {
        const wr_kit_file *last = kept ? &shelf->files[kept - 1] : NULL;
        if (!last || strcmp(last->name, shelf->files[i].name) != 0 ||
            strcmp(last->suffix, shelf->files[i].suffix) != 0)
            shelf->files[kept++] = shelf->files[i];
    }
    shelf->file_count = kept;
}

/* Lists one folder of the kit, `name` with a '/' behind it; a missing one is empty. */
static enum wr_result open_folder(struct shelf *shelf, const char *name)
{
    char **names = NULL;
    size_t count = 0;
    const char *found = NULL;
    for (size_t i = 0; i < shelf->folder_count && !found; i++)
        if (wr_text_same(shelf->folders[i], name))
            found = shelf->folders[i];
    shelf->file_count = 0;
    if (!found)
        return WR_OK;
    char *folder = wr_arena_text(shelf->arena, found, strlen(found) - 1);
    folder = folder ? wr_path_join(shelf->arena, shelf->kit->folder, folder) : NULL;
    if (!folder)
        return wr_no_memory(shelf->context);
    enum wr_result result =
        wr_folder_list(shelf->context, shelf->arena, folder, &names, &count);
    if (result != WR_OK)
        return result;
    shelf->files = WR_TAKE(shelf->arena, wr_kit_file, count);
    result = shelf->files ? WR_OK : wr_no_memory(shelf->context);
    for (size_t i = 0; i < count && result == WR_OK; i++)
        result = add_file(shelf, folder, names[i]);
    if (result == WR_OK)
        drop_twins(shelf);
    return result;
}

/* ---- Images ------------------------------------------------------------------------------ */

static bool has_suffix(const wr_kit_file *file, const char *suffix)
{
    return strcmp(file->suffix, suffix) == 0;
}

/* Of a TGA and a TPC of one name, which stand side by side, the TGA is taken: it is the one an
 * author can have changed. */
static enum wr_result list_images(struct shelf *shelf, const char *folder, wr_kit_image **out,
                                  uint32_t *count)
{
    enum wr_result result = open_folder(shelf, folder);
    if (result != WR_OK)
        return result;
    *out = WR_TAKE(shelf->arena, wr_kit_image, shelf->file_count);
    *count = 0;
    if (!*out)
        return wr_no_memory(shelf->context);
    for (uint32_t i = 0; i < shelf->file_count; i++) {
        const wr_kit_file *file = &shelf->files[i];
        wr_kit_image *last = *count ? &(*out)[*count - 1] : NULL;
        bool known = last && strcmp(last->name, file->name) == 0;
        if (has_suffix(file, "txi") && known)
            last->txi = file->path;
        else if (!known && (has_suffix(file, "tga") || has_suffix(file, "tpc")))
            (*out)[(*count)++] =
                (wr_kit_image){file->name, file->path, NULL, has_suffix(file, "tpc")};
    }
    return WR_OK;
}

const wr_kit_image *wr_kit_image_find(const wr_kit_image *images, uint32_t count,
                                      const char *name)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(images[middle].name, name);
        if (order == 0)
            return &images[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---- Padding ----------------------------------------------------------------------------- */

/* The next number in a text, which moves past it; false where there is none or it is too
 * large. */
static bool next_number(wr_view *text, uint32_t *out)
{
    size_t from = 0, to;
    while (from < text->size && (text->data[from] < '0' || text->data[from] > '9'))
        from++;
    for (to = from; to < text->size && text->data[to] >= '0' && text->data[to] <= '9';)
        to++;
    wr_view digits = {text->data + from, to - from};
    *text = (wr_view){text->data + to, text->size - to};
    return wr_parse_u32(digits, out);
}

static bool find_door(const struct wr_kit *kit, wr_view name, uint32_t *out)
{
    for (uint32_t i = 0; i < kit->door_count; i++)
        if (wr_view_same(wr_view_of(kit->doors[i].name), name)) {
            *out = i;
            return true;
        }
    return false;
}

/* `<door>_size<n>` */
static bool read_named_door(const struct wr_kit *kit, wr_view name, wr_kit_padding *out)
{
    static const char mark[] = "_size";
    size_t length = sizeof mark - 1, end = name.size;
    while (end > 0 && name.data[end - 1] >= '0' && name.data[end - 1] <= '9')
        end--;
    wr_view size = {name.data + end, name.size - end};
    if (end < length || memcmp(name.data + end - length, mark, length) != 0)
        return false;
    return wr_parse_u32(size, &out->size) &&
           find_door(kit, (wr_view){name.data, end - length}, &out->door);
}

/* HolocronToolset takes the first two numbers of a name, whatever stands around them. */
static bool read_numbered_door(const struct wr_kit *kit, wr_view name, wr_kit_padding *out)
{
    return next_number(&name, &out->door) && next_number(&name, &out->size) &&
           out->door < kit->door_count;
}

/* `side_<door>_size<n>` or `top_<door>_size<n>`. */
static bool read_padding(const struct wr_kit *kit, const wr_kit_file *file, wr_kit_padding *out)
{
    const char *name = file->name;
    out->top = strncmp(name, "top_", 4) == 0;
    if (!out->top && strncmp(name, "side_", 5) != 0)
        return false;
    out->path = file->path;
    wr_view rest = wr_view_of(name + (out->top ? 4 : 5));
    return kit->holocron ? read_numbered_door(kit, rest, out) : read_named_door(kit, rest, out);
}

static int order_paddings(const void *a, const void *b)
{
    const wr_kit_padding *p = a, *q = b;
    if (p->door != q->door)
        return p->door < q->door ? -1 : 1;
    if (p->top != q->top)
        return p->top ? 1 : -1;
    if (p->size != q->size)
        return p->size < q->size ? -1 : 1;
    return strcmp(p->path, q->path);
}

static enum wr_result list_paddings(struct shelf *shelf, struct wr_kit_assets *out)
{
    enum wr_result result = open_folder(shelf, "doorway/");
    if (result != WR_OK)
        return result;
    out->paddings = WR_TAKE(shelf->arena, wr_kit_padding, shelf->file_count);
    if (!out->paddings)
        return wr_no_memory(shelf->context);
    for (uint32_t i = 0; i < shelf->file_count; i++) {
        const wr_kit_file *file = &shelf->files[i];
        struct wr_source source = {.name = file->path, .binary = true};
        if (!has_suffix(file, "mdl"))
            continue;
        if (read_padding(shelf->kit, file, &out->paddings[out->padding_count]))
            out->padding_count++;
        else
            wr_warn(shelf->context, wr_at(&source, WR_WHOLE_FILE), "padding-name",
                    "call it side_<door>_size<centimetres>.mdl or top_<door>_size<…>.mdl",
                    "the name tells no door of kit '%s' and no size: the model is not used",
                    shelf->kit->name);
    }
    if (out->padding_count)
        qsort(out->paddings, out->padding_count, sizeof *out->paddings, order_paddings);
    return WR_OK;
}

/* ---- The folder -------------------------------------------------------------------------- */

static enum wr_result list_files(struct shelf *shelf, const char *folder, const char *suffix,
                                 wr_kit_file **out, uint32_t *count)
{
    enum wr_result result = open_folder(shelf, folder);
    *out = shelf->files;
    *count = 0;
    for (uint32_t i = 0; result == WR_OK && i < shelf->file_count; i++)
        if (!suffix || has_suffix(&shelf->files[i], suffix))
            shelf->files[(*count)++] = shelf->files[i];
    return result;
}

enum wr_result wr_kit_assets_list(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_kit *kit, struct wr_kit_assets *out)
{
    struct shelf shelf = {.context = context, .arena = arena, .kit = kit};
    *out = (struct wr_kit_assets){0};
    if (!kit->folder || !wr_folder_exists(context, kit->folder))
        return WR_OK; /* rooms a map carries have none */
    enum wr_result result =
        wr_folder_list(context, arena, kit->folder, &shelf.folders, &shelf.folder_count);
    if (result == WR_OK)
        result = list_images(&shelf, "textures/", &out->textures, &out->texture_count);
    if (result == WR_OK)
        result = list_images(&shelf, "lightmaps/", &out->lightmaps, &out->lightmap_count);
    if (result == WR_OK)
        result = list_files(&shelf, "always/", NULL, &out->always, &out->always_count);
    if (result == WR_OK)
        result = list_files(&shelf, "skyboxes/", "mdl", &out->skyboxes, &out->skybox_count);
    return result == WR_OK ? list_paddings(&shelf, out) : result;
}

enum wr_result wr_kit_blueprint_find(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_kit *kit, uint32_t door, enum wr_game game,
                                     const char **out)
{
    const char *name = kit->doors[door].blueprints[game == WR_K2];
    struct shelf shelf = {.context = context, .arena = arena, .kit = kit};
    *out = NULL;
    if (!name || !kit->folder || !wr_folder_exists(context, kit->folder))
        return WR_OK;
    enum wr_result result =
        wr_folder_list(context, arena, kit->folder, &shelf.folders, &shelf.folder_count);
    size_t size = strlen(name);
    for (size_t i = 0; result == WR_OK && i < shelf.folder_count && !*out; i++) {
        const char *file = shelf.folders[i];
        if (strlen(file) != size + 4 || !wr_text_same(file + size, ".utd") ||
            !wr_view_same((wr_view){file, size}, wr_view_of(name)))
            continue;
        *out = wr_path_join(arena, kit->folder, file);
        if (!*out)
            return wr_no_memory(context);
        result = wr_kit_keeps(context, kit, *out);
    }
    return result;
}
