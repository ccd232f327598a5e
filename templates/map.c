/* Maps: loading and freeing, and what the readers of both formats share. */
#include "templates/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/suggestion.h"
#include "core/base/system.h"
#include "kits/kit.h"

void wr_map_free(struct wr_map *map)
{
    if (!map)
        return;
    wr_kit_free(map->embedded);
    wr_arena_destroy(map->arena);
}

/* ---- What both readers use -------------------------------------------------------------- */

bool wr_map_took(struct wr_map_reading *reading, const void *memory)
{
    if (!memory && reading->result == WR_OK)
        reading->result = wr_no_memory(reading->context);
    return memory != NULL;
}

const char *wr_map_keep(struct wr_map_reading *reading, const char *text)
{
    if (!text)
        return NULL;
    const char *copy = wr_arena_text(reading->map->arena, text, strlen(text));
    wr_map_took(reading, copy);
    return copy;
}

const char *wr_map_default_name(struct wr_arena *arena, uint32_t index)
{
    char name[24];
    int size = snprintf(name, sizeof name, "room%lu", (unsigned long)index);
    return wr_arena_text(arena, name, (size_t)size);
}

/* Room for the rooms of a list, and where each was written. */
static bool take_rooms(struct wr_map_reading *reading, uint32_t count)
{
    struct wr_map *map = reading->map;
    map->rooms = WR_ZERO(map->arena, wr_map_room, count);
    reading->rooms = WR_ZERO(reading->scratch, wr_json *, count);
    return wr_map_took(reading, map->rooms) && wr_map_took(reading, reading->rooms);
}

static void read_room(struct wr_map_reading *reading, wr_json *item, wr_map_read_room *read)
{
    struct wr_map *map = reading->map;
    uint32_t index = map->room_count++;
    wr_map_room *room = &map->rooms[index];
    reading->rooms[index] = item;
    room->place.offset = item->where.offset;
    if (wr_map_is_kind(reading, item, WR_JSON_OBJECT))
        read(reading, item, room);
    if (room->name)
        return;
    room->name = wr_map_default_name(map->arena, index);
    wr_map_took(reading, room->name);
}

void wr_map_read_rooms(struct wr_map_reading *reading, bool required, wr_map_read_room *read)
{
    wr_json *list = wr_json_get(reading->context, reading->root, "rooms", WR_JSON_LIST,
                                required, &reading->ok);
    reading->names_known = list != NULL;
    if (!list || !take_rooms(reading, list->count))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_room(reading, item, read);
    if (reading->result == WR_OK)
        reading->result = wr_names_of_rooms(reading->context, reading->scratch, reading->map,
                                            &reading->names);
}

const char *wr_map_read_text(struct wr_map_reading *reading, wr_json *object, const char *key,
                             bool required)
{
    const char *text = NULL;
    wr_json_get_text(reading->context, object, key, required, &text, &reading->ok);
    return wr_map_keep(reading, text);
}

bool wr_map_is_kind(struct wr_map_reading *reading, wr_json *json, enum wr_json_kind kind)
{
    char path[WR_JSON_PATH_SIZE];
    if (json->kind == kind)
        return true;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, json->where, "json-type", NULL,
            "%s must be %s, not %s", wr_json_path(json, path), wr_json_kind_name(kind),
            wr_json_kind_name(json->kind));
    return false;
}

void wr_map_read_lighting(struct wr_map_reading *reading, bool required)
{
    float *light = reading->map->lighting;
    wr_vec3 color;
    light[0] = light[1] = light[2] = 0.5f;
    if (!wr_json_get_vec3(reading->context, reading->root, "lighting", required, &color,
                          &reading->ok))
        return;
    light[0] = color.x;
    light[1] = color.y;
    light[2] = color.z;
}

static bool was_warned(struct wr_map_reading *reading, const char *key)
{
    const unsigned most = sizeof reading->warned / sizeof *reading->warned;
    for (unsigned i = 0; i < reading->warned_count; i++)
        if (strcmp(reading->warned[i], key) == 0)
            return true;
    if (reading->warned_count == most)
        return true;
    reading->warned[reading->warned_count++] = key;
    return false;
}

void wr_map_done(struct wr_map_reading *reading, wr_json *object, const char *const *known)
{
    char path[WR_JSON_PATH_SIZE], hint[WR_SUGGESTION_SIZE];
    if (reading->format == WR_WARREN_MAP) {
        wr_json_done(reading->context, object, known, &reading->ok);
        return;
    }
    for (wr_json *member = object->first; member; member = member->next)
        if (!member->taken && !was_warned(reading, member->key))
            wr_warn(reading->context, member->key_where, "indoor-unknown-key",
                    wr_nearest_word(member->key, known)
                        ? wr_suggestion(hint, member->key, known)
                        : NULL,
                    "%s is ignored: Warren knows no such key in an .indoor file",
                    wr_json_path(member, path));
}

/* ---- Loading ----------------------------------------------------------------------------- */

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

enum wr_result wr_map_read(struct wr_context *context, struct wr_arena *arena,
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

static bool is_map(const uint8_t *data, size_t size)
{
    return wr_map_recognise(data, size) != WR_NO_MAP;
}

static enum wr_result refuse_folder(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    char hint[WR_SUGGESTION_SIZE];
    if (!arena)
        return wr_no_memory(context);
    const char *map = wr_folder_find(context, arena, path, is_map);
    const char *kit = wr_folder_find(context, arena, path, wr_kit_recognise_xml);
    if (map)
        snprintf(hint, sizeof hint, "it holds the map '%.128s'", map);
    else
        snprintf(hint, sizeof hint, "%s",
                 kit ? KIT_HINT : "name a map; 'warren check' is what takes folders");
    wr_arena_destroy(arena);
    return wr_fail_folder(context, path, hint);
}

enum wr_result wr_map_load(struct wr_context *context, const char *path,
                           const wr_surfaces *surfaces, struct wr_map **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    if (wr_folder_exists(path))
        return refuse_folder(context, path);
    enum wr_result result = wr_file_load(context, path, &arena, &source);
    return result == WR_OK ? wr_map_read(context, arena, source, surfaces, out) : result;
}
