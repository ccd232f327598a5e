/* Reading a kit from a file or a folder: telling what it is, reading it, and judging it. */
#include "core/base/text.h"
#include "core/files/file.h"
#include "kits/kit.h"

#include <string.h>

/* ---- A text --------------------------------------------------------------------------------
 */

static enum wr_result read_text(struct wr_kit_reading *reading)
{
    const struct wr_source *source = &reading->source;
    size_t start = wr_text_start(source->data, source->size);
    char first = (char)(start < source->size ? source->data[start] : 0);
    if (first == '<')
        return wr_kit_xml_read(reading);
    if (first == '{')
        return wr_kit_holocron_read(reading);
    return wr_fail(reading->context, WR_SYNTAX, wr_at(&reading->source, WR_WHOLE_FILE),
                   "kit-unknown", "a kit is Warren's XML or a HolocronToolset JSON",
                   "this is no kit");
}

static enum wr_result finish_rooms(struct wr_kit_reading *reading)
{
    struct wr_kit *kit = reading->kit;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        enum wr_result result =
            wr_thresholds_find(reading->context, kit->arena, &kit->rooms[i]);
        result = wr_context_whole(reading->context, result);
        if (result)
            return result;
    }
    return wr_kit_check(reading->context, kit, reading->places, reading->surfaces);
}

static enum wr_result read_kit(struct wr_kit_reading *reading, const char *path)
{
    struct wr_arena *arena = reading->kit->arena;
    reading->kit->path = wr_arena_text(arena, path, strlen(path));
    reading->kit->folder = wr_path_folder(arena, path);
    if (!reading->kit->path || !reading->kit->folder)
        return wr_no_memory(reading->context);
    reading->kit->id = reading->kit->name = "";
    enum wr_result result = read_text(reading);
    if (result == WR_OK)
        return finish_rooms(reading);
    /* What could be read is judged too, so that all faults are told at once. */
    if (result != WR_NO_MEMORY && reading->kit->room_count > 0)
        finish_rooms(reading);
    return result;
}

/* A kit in an arena of its own; NULL when memory is out. */
static struct wr_kit *new_kit(void)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_kit *kit = arena ? WR_ZERO(arena, struct wr_kit, 1) : NULL;
    if (kit)
        kit->arena = arena;
    else
        wr_arena_destroy(arena);
    return kit;
}

enum wr_result wr_kit_parse(struct wr_context *context, const struct wr_source *source,
                            const char *path, const wr_surfaces *surfaces, struct wr_kit **out)
{
    wr_surfaces usual = wr_surfaces_default(WR_K1);
    struct wr_kit_reading reading = {.context = context,
                                     .scratch = wr_arena_create(),
                                     .surfaces = surfaces ? surfaces : &usual,
                                     .source = *source,
                                     .kit = new_kit()};
    enum wr_result result = WR_NO_MEMORY;
    if (reading.scratch && reading.kit)
        result = read_kit(&reading, path);
    else
        wr_no_memory(context);
    if (!result)
        *out = reading.kit;
    else
        wr_kit_free(reading.kit);
    wr_arena_destroy(reading.scratch);
    return result;
}

enum wr_result wr_kit_read(struct wr_context *context, const char *name, const void *data,
                           size_t size, const wr_surfaces *surfaces, struct wr_kit **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    wr_context_enter(context);
    enum wr_result result = wr_file_of_bytes(context, name, data, size, &arena, &source);
    if (result == WR_OK) {
        result = wr_kit_parse(context, source, name, surfaces, out);
        wr_arena_destroy(arena);
    }
    return wr_context_leave(context, result);
}

/* ---- A path
 * ---------------------------------------------------------------------------------- */

/* The file of a kit that a folder stands for, or NULL: kit.xml in it, else the JSON of its name
 * beside it. */
static enum wr_result file_of_folder(struct wr_context *context, struct wr_arena *arena,
                                     const char *folder, const char **out)
{
    size_t size = wr_path_trimmed(folder);
    char *xml = wr_path_join(arena, folder, "kit.xml");
    char *json = wr_arena_take(arena, size + sizeof ".json", 1);
    if (!xml || !json)
        return wr_no_memory(context);
    memcpy(json, folder, size);
    memcpy(json + size, ".json", sizeof ".json");
    *out = wr_file_exists(context, xml) ? xml : wr_file_exists(context, json) ? json : NULL;
    return WR_OK;
}

enum wr_result wr_kit_path(struct wr_context *context, struct wr_arena *arena, const char *path,
                           const char **out)
{
    *out = path;
    return wr_folder_exists(context, path) ? file_of_folder(context, arena, path, out) : WR_OK;
}

static enum wr_result load(struct wr_context *context, struct wr_arena *arena, const char *path,
                           const wr_surfaces *surfaces, struct wr_kit **out)
{
    const char *file;
    enum wr_result result = wr_kit_path(context, arena, path, &file);
    if (result)
        return result;
    if (!file) {
        struct wr_source folder = {.name = path};
        return wr_fail(context, WR_NOT_FOUND, wr_at(&folder, WR_WHOLE_FILE), "kit-unknown",
                       "a kit's folder holds kit.xml, or lies beside the JSON of its name",
                       "this folder is no kit");
    }
    struct wr_source source;
    result = wr_file_read(context, arena, file, &source);
    return result ? result : wr_kit_parse(context, &source, file, surfaces, out);
}

static enum wr_result load_kit(struct wr_context *context, const char *path,
                               const wr_surfaces *surfaces, struct wr_kit **out)
{
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = load(context, arena, path, surfaces, out);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_kit_load(struct wr_context *context, const char *path,
                           const wr_surfaces *surfaces, struct wr_kit **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, load_kit(context, path, surfaces, out));
}
