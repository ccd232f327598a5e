/* What is put into a page: a map with its kits, a kit, or a module, and the files they are of.
 */
#include "builder/page/given.h"

#include "builder/inspect/kinds.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/text/base64.h"
#include "kits/kit.h"
#include "templates/map.h"

#include <string.h>

/* What browsers still take as one text, once it is base64. */
#define MOST_BYTES ((uint64_t)192 << 20)

struct giving {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_kits *kits;
    const struct wr_page_options *options;
    const char *map, *module; /* the map's text, and where the page finds the module */
    const char **found;       /* kits, where the page finds them */
    const struct wr_kit **taken;
    uint32_t kit_count;
    struct wr_bytes files; /* members of an object */
    uint64_t bytes;
};

/* ---- Files ---- */

/* Bytes of others, quoted, are the only place where a '<' could come from. */
static void quote(struct wr_bytes *out, const char *text)
{
    struct wr_bytes quoted = {0};
    wr_bytes_json(&quoted, text);
    for (size_t i = 0; i < quoted.size; i++)
        if (quoted.data[i] == '<')
            wr_bytes_text(out, "\\u003c");
        else
            wr_bytes_char(out, (char)quoted.data[i]);
    out->failed |= quoted.failed;
    wr_bytes_finish(&quoted);
}

static enum wr_result give_file(void *user, struct wr_context *context, const char *from,
                                const char *to)
{
    struct giving *giving = user;
    struct wr_arena *arena;
    struct wr_source *source;
    enum wr_result result = wr_file_load(context, from, &arena, &source);
    if (result != WR_OK)
        return result;
    giving->bytes += source->size;
    if (giving->bytes > MOST_BYTES) {
        result = wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "page-too-large",
                         "take one module, or fewer rooms",
                         "a page holds %u MiB of files, and here are more",
                         (unsigned)(MOST_BYTES >> 20));
    } else {
        if (giving->files.size)
            wr_bytes_char(&giving->files, ',');
        quote(&giving->files, to);
        wr_bytes_text(&giving->files, ":\"");
        wr_base64_encode(&giving->files, source->data, source->size);
        wr_bytes_char(&giving->files, '"');
    }
    wr_arena_destroy(arena);
    return giving->files.failed ? wr_no_memory(context) : result;
}

static enum wr_result give_folder(struct giving *giving, const char *from, const char *to)
{
    return wr_folder_walk(giving->context, giving->arena, from, to, give_file, giving);
}

/* Where the page finds a file: given/<number>/<name>, so that two of one name do not meet. */
static const char *place_of(const struct giving *giving, const char *path)
{
    struct wr_bytes text = {0};
    wr_bytes_print(&text, "given/%u/%s", (unsigned)giving->kit_count, wr_path_name(path));
    char *place =
        text.failed ? NULL : wr_arena_text(giving->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return place;
}

/* ---- Kits ---- */

static bool is_taken(const struct giving *giving, const struct wr_kit *kit)
{
    for (uint32_t i = 0; i < giving->kit_count; i++)
        if (giving->taken[i] == kit)
            return true;
    return false;
}

/* A HolocronToolset kit's files lie in a folder of its name beside it, those of Warren's beside
 * its XML. */
static enum wr_result give_kit_files(struct giving *giving, const struct wr_kit *kit,
                                     const char *place)
{
    size_t size = strlen(kit->path), end = strlen(".json");
    const char *folder = wr_path_folder(giving->arena, place);
    if (!folder)
        return wr_no_memory(giving->context);
    if (!kit->holocron || size <= end)
        return give_folder(giving, kit->folder, folder);
    const char *from = wr_arena_text(giving->arena, kit->path, size - end);
    const char *to = wr_arena_text(giving->arena, place, strlen(place) - end);
    enum wr_result result =
        from && to ? give_file(giving, giving->context, kit->path, place) : WR_NO_MEMORY;
    return result == WR_OK && wr_folder_exists(giving->context, from)
               ? give_folder(giving, from, to)
               : result;
}

static enum wr_result give_kit(struct giving *giving, const struct wr_kit *kit)
{
    if (is_taken(giving, kit))
        return WR_OK;
    const char *place = place_of(giving, kit->path);
    if (!place)
        return wr_no_memory(giving->context);
    giving->found[giving->kit_count] = place;
    giving->taken[giving->kit_count++] = kit;
    return give_kit_files(giving, kit, place);
}

static bool has_room_for(struct giving *giving, uint32_t kits)
{
    giving->found = WR_TAKE(giving->arena, const char *, kits);
    giving->taken = WR_TAKE(giving->arena, const struct wr_kit *, kits);
    return giving->found && giving->taken;
}

static enum wr_result take_kit(struct giving *giving, const char *path)
{
    struct wr_kit *kit = NULL;
    if (!has_room_for(giving, 1))
        return wr_no_memory(giving->context);
    enum wr_result result = wr_kit_load(giving->context, path, giving->options->surfaces, &kit);
    if (result == WR_OK)
        result = give_kit(giving, kit);
    wr_kit_free(kit);
    return result;
}

/* ---- Maps ---- */

static const char *ends_in_id(const char *name, const struct wr_kit *kit)
{
    size_t size = strlen(name);
    bool is_path = (size > 4 && strcmp(name + size - 4, ".xml") == 0) ||
                   (size > 5 && strcmp(name + size - 5, ".json") == 0);
    return is_path ? kit->id : name;
}

/* The page has no folder that a kit's path could start from: such kits are called by their id.
 */
static enum wr_result give_kits(struct giving *giving, struct wr_map *map, const char *folder)
{
    enum wr_result result = wr_kits_set_map_folder(giving->kits, folder);
    for (uint32_t i = 0; result == WR_OK && i < map->kit_count; i++)
        result = wr_kits_add_of_map(giving->kits, map->kits[i]);
    for (uint32_t i = 0; result == WR_OK && i < map->room_count; i++) {
        wr_map_room *room = (wr_map_room *)&map->rooms[i];
        const struct wr_kit *kit;
        if (!room->kit)
            continue;
        result = wr_kits_find(giving->context, giving->kits, room->kit, &kit);
        if (result == WR_OK)
            result = give_kit(giving, kit);
        if (result == WR_OK)
            room->kit = ends_in_id(room->kit, kit);
    }
    map->kit = NULL;
    map->kit_count = 0;
    return result;
}

static enum wr_result take_map(struct giving *giving, const char *path)
{
    struct wr_map *map = NULL;
    struct wr_bytes text = {0};
    const char *folder = wr_path_folder(giving->arena, path);
    enum wr_result result =
        folder ? wr_map_load(giving->context, path, giving->options->surfaces, &map)
               : WR_NO_MEMORY;
    if (result == WR_OK && !has_room_for(giving, map->room_count))
        result = wr_no_memory(giving->context);
    if (result == WR_OK)
        result = give_kits(giving, map, folder);
    if (result == WR_OK)
        result = wr_map_write(giving->context, map, &text);
    if (result == WR_OK)
        giving->map = wr_arena_text(giving->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    wr_map_free(map);
    return result == WR_OK && !giving->map ? wr_no_memory(giving->context) : result;
}

/* ---- Modules ---- */

/* What belongs to a module's RIM lies beside it: NAME_s.rim. */
static enum wr_result give_beside(struct giving *giving, const char *path)
{
    static const char end[] = ".rim";
    size_t size = strlen(path);
    struct wr_bytes from = {0};
    if (size < sizeof end || strcmp(path + size - 4, end) != 0)
        return WR_OK;
    wr_bytes_add(&from, path, size - 4);
    wr_bytes_add(&from, "_s.rim", sizeof "_s.rim");
    enum wr_result result = from.failed ? wr_no_memory(giving->context) : WR_OK;
    if (result == WR_OK && wr_file_exists(giving->context, (const char *)from.data))
        result = give_file(giving, giving->context, (const char *)from.data,
                           place_of(giving, (const char *)from.data));
    wr_bytes_finish(&from);
    return result;
}

static enum wr_result take_module(struct giving *giving, const char *path)
{
    giving->module = place_of(giving, path);
    if (!giving->module)
        return wr_no_memory(giving->context);
    enum wr_result result = give_file(giving, giving->context, path, giving->module);
    return result == WR_OK ? give_beside(giving, path) : result;
}

static enum wr_result take_module_folder(struct giving *giving, const char *path)
{
    giving->module = "given/module";
    return give_folder(giving, path, giving->module);
}

/* ---- What it is ---- */

static enum wr_result refuse(struct giving *giving, const char *path, const char *what)
{
    struct wr_source source = {.name = path};
    return wr_fail(giving->context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "page-kind",
                   "give a map, a kit's folder or file, a MOD or RIM, or a module's folder",
                   "there is no page of a %s", what);
}

static enum wr_result take_file(struct giving *giving, const char *path)
{
    const struct wr_kind *kind;
    wr_surfaces usual = wr_surfaces_default(WR_K1);
    struct wr_kind_file file = {.arena = giving->arena, .surfaces = &usual};
    enum wr_result result = wr_kind_read(giving->context, path, &file, &kind);
    if (result != WR_OK)
        return result;
    switch (kind ? kind->pictured : WR_PICTURED_NOTHING) {
    case WR_PICTURED_MAP:
        return take_map(giving, path);
    case WR_PICTURED_KIT:
        return take_kit(giving, path);
    case WR_PICTURED_MODULE:
        return take_module(giving, path);
    case WR_PICTURED_LAYOUT:
        return take_module_folder(giving, wr_path_folder(giving->arena, path));
    default:
        return kind ? refuse(giving, path, kind->name) : wr_kind_refuse(giving->context, &file);
    }
}

static bool is_layout(const char *name)
{
    size_t size = strlen(name), end = strlen(".lyt");
    return size > end && wr_text_same(name + size - end, ".lyt");
}

static enum wr_result take(struct giving *giving, const char *path)
{
    char **names;
    size_t count;
    if (!wr_folder_exists(giving->context, path))
        return take_file(giving, path);
    enum wr_result result =
        wr_folder_list(giving->context, giving->arena, path, &names, &count);
    for (size_t i = 0; result == WR_OK && i < count; i++)
        if (is_layout(names[i]))
            return take_module_folder(giving, path);
    return result == WR_OK ? take_kit(giving, path) : result;
}

/* ---- As JSON ---- */

static void write_text(struct wr_bytes *out, const char *key, const char *text)
{
    wr_bytes_print(out, ",\"%s\":", key);
    if (text)
        quote(out, text);
    else
        wr_bytes_text(out, "null");
}

static void write(const struct giving *giving, const char *path, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"viewer\":%s", giving->options->viewer ? "true" : "false");
    write_text(out, "name", wr_path_name(path));
    write_text(out, "map", giving->map);
    write_text(out, "module", giving->module);
    wr_bytes_text(out, ",\"kits\":[");
    for (uint32_t i = 0; i < giving->kit_count; i++) {
        wr_bytes_text(out, i ? "," : "");
        quote(out, giving->found[i]);
    }
    wr_bytes_text(out, "],\"files\":{");
    wr_bytes_add(out, giving->files.data, giving->files.size);
    wr_bytes_text(out, "}}");
}

enum wr_result wr_page_given(struct wr_context *context, struct wr_kits *kits,
                             const struct wr_page_options *options, struct wr_bytes *out)
{
    struct giving giving = {
        .context = context, .kits = kits, .options = options, .arena = wr_arena_create()};
    enum wr_result result = WR_OK;
    if (!options->source) {
        wr_bytes_text(out, "null");
    } else {
        result = giving.arena ? take(&giving, options->source) : wr_no_memory(context);
        if (result == WR_OK)
            write(&giving, options->source, out);
    }
    wr_bytes_finish(&giving.files);
    wr_arena_destroy(giving.arena);
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
}
