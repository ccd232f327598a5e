/* Maps: loading and freeing. */
#include "templates/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/suggestion.h"
#include "core/files/file.h"
#include "kits/kit.h"

void wr_map_free(struct wr_map *map)
{
    if (!map)
        return;
    wr_kit_free(map->embedded);
    wr_arena_destroy(map->arena);
}

#define MAP_HINT "a map starts with \"format\": \"warren-map\""
#define KIT_HINT                                                                               \
    "a map names the kits and rooms it is built from; 'warren view' draws a kit's rooms"

static void refuse(struct wr_map_reading *reading)
{
    const wr_json *root = reading->root, *format = NULL;
    for (const wr_json *member = root->first; member; member = member->next)
        if (member->key && strcmp(member->key, "format") == 0)
            format = member;
    reading->ok = false;
    const struct wr_source *source = reading->map->source;
    if (format && format->kind == WR_JSON_STRING &&
        strcmp(format->text, "warren-template") == 0)
        wr_fail(reading->context, WR_INVALID, format->where, "map-format",
                "'warren generate' makes levels of it", "this is a template, not a map");
    else if (format && format->kind == WR_JSON_STRING)
        wr_fail(reading->context, WR_INVALID, format->where, "map-format", MAP_HINT,
                "'%.64s' is no kind of map", format->text);
    else if (wr_kit_recognise_holocron(source->data, source->size))
        wr_fail(reading->context, WR_INVALID, root->where, "map-format", KIT_HINT,
                "this is a kit, not a map");
    else
        wr_fail(reading->context, WR_INVALID, root->where, "map-format", MAP_HINT,
                "this is neither a Warren map nor an .indoor file");
}

static void read_format(struct wr_map_reading *reading, const struct wr_source *source)
{
    reading->format = wr_map_recognise(source->data, source->size);
    if (reading->format == WR_WARREN_MAP)
        wr_map_read_warren(reading);
    else if (reading->format == WR_INDOOR_MAP)
        wr_map_read_indoor(reading);
    else
        refuse(reading);
}

/* What is no object or list is not worth a parser's complaints. */
static bool is_nested(const struct wr_source *source)
{
    size_t at = wr_text_start(source->data, source->size);
    return at < source->size && (source->data[at] == '{' || source->data[at] == '[');
}

static enum wr_result refuse_text(struct wr_context *context, const struct wr_source *source)
{
    wr_where where = wr_at(source, WR_WHOLE_FILE);
    if (wr_kit_recognise_xml(source->data, source->size))
        return wr_fail(context, WR_INVALID, where, "map-format", KIT_HINT,
                       "this is a kit, not a map");
    return wr_fail(context, WR_SYNTAX, where, "map-format", MAP_HINT,
                   "this is neither a Warren map nor an .indoor file");
}

static enum wr_result read_into(struct wr_map_reading *reading, const struct wr_source *source)
{
    if (!is_nested(source))
        return refuse_text(reading->context, source);
    enum wr_result result =
        wr_json_read(reading->context, reading->scratch, source, &reading->root);
    if (result != WR_OK)
        return result;
    reading->ok = true;
    read_format(reading, source);
    if (reading->result != WR_OK)
        return reading->result;
    if (reading->format != WR_NO_MAP && !reading->refused)
        result = wr_map_check(reading->context, reading->map, reading);
    return result != WR_OK ? result : reading->ok ? WR_OK : WR_INVALID;
}

static struct wr_map *new_map(struct wr_arena *arena, const struct wr_source *source)
{
    struct wr_map *map = WR_ZERO(arena, struct wr_map, 1);
    if (!map)
        return NULL;
    map->arena = arena;
    map->source = source;
    map->path = source->name;
    map->folder = wr_path_folder(arena, source->name);
    map->tolerance = map->overlap = NAN;
    map->entry.room = WR_NONE;
    map->skybox = "";
    return map->folder ? map : NULL;
}

enum wr_result wr_map_parse(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, const wr_surfaces *surfaces,
                            struct wr_map **out)
{
    struct wr_map_reading reading = {.context = context, .given_surfaces = surfaces};
    reading.map = new_map(arena, source);
    reading.scratch = reading.map ? wr_arena_create() : NULL;
    if (!reading.scratch) {
        wr_arena_destroy(arena);
        return wr_no_memory(context);
    }
    enum wr_result result = read_into(&reading, source);
    wr_arena_destroy(reading.scratch);
    if (result == WR_OK)
        *out = reading.map;
    else
        wr_map_free(reading.map);
    return result;
}

enum wr_result wr_map_read(struct wr_context *context, const char *name, const void *data,
                           size_t size, const wr_surfaces *surfaces, struct wr_map **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    wr_context_enter(context);
    enum wr_result result = wr_file_of_bytes(context, name, data, size, &arena, &source);
    if (result == WR_OK)
        result = wr_map_parse(context, arena, source, surfaces, out);
    return wr_context_leave(context, result);
}

static bool is_map(const uint8_t *data, size_t size)
{
    return wr_map_recognise(data, size) != WR_NO_MAP;
}

static enum wr_result refuse_folder(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    char hint[WR_SUGGESTION_SIZE];
    const char *map, *kit = NULL;
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_folder_find(context, arena, path, is_map, &map);
    if (result == WR_OK && !map)
        result = wr_folder_find(context, arena, path, wr_kit_recognise_xml, &kit);
    if (map)
        snprintf(hint, sizeof hint, "it holds the map '%.128s'", map);
    else
        snprintf(hint, sizeof hint, "%s",
                 kit ? KIT_HINT : "name a map; 'warren check' is what takes folders");
    wr_arena_destroy(arena);
    return result == WR_OK ? wr_fail_folder(context, path, hint) : result;
}

static enum wr_result load_map(struct wr_context *context, const char *path,
                               const wr_surfaces *surfaces, struct wr_map **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    if (wr_folder_exists(context, path))
        return refuse_folder(context, path);
    enum wr_result result = wr_file_load(context, path, &arena, &source);
    return result == WR_OK ? wr_map_parse(context, arena, source, surfaces, out) : result;
}

enum wr_result wr_map_load(struct wr_context *context, const char *path,
                           const wr_surfaces *surfaces, struct wr_map **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, load_map(context, path, surfaces, out));
}
