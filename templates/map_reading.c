/* What both readers of maps use. */
#include "kits/kit_set.h"
#include "templates/map.h"

#include "core/base/path.h"
#include "core/base/suggestion.h"

#include <stdio.h>
#include <string.h>

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

const char *wr_map_keep_path(struct wr_map_reading *reading, const char *text)
{
    char *copy = wr_arena_text(reading->map->arena, text, strlen(text));
    if (wr_map_took(reading, copy))
        wr_path_slashes(copy);
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

uint32_t wr_map_find_room(struct wr_map_reading *reading, wr_json *json)
{
    char hint[WR_SUGGESTION_SIZE];
    if (!reading->names_known || reading->result != WR_OK)
        return WR_NONE;
    uint32_t index = wr_names_find(&reading->names, json->text);
    if (index != WR_NONE)
        return index;
    reading->ok = false;
    bool cheap = reading->names.count <= 5000 && reading->unknown_rooms++ < 20;
    wr_fail(reading->context, WR_INVALID, json->where, "room-unknown",
            cheap ? wr_suggestion(hint, json->text, reading->names.items) : NULL,
            "no room of the map is called '%.64s'", json->text);
    return WR_NONE;
}

const char *wr_map_read_text(struct wr_map_reading *reading, wr_json *object, const char *key,
                             bool required)
{
    const char *text = NULL;
    wr_json_get_text(reading->context, object, key, required, &text, &reading->ok);
    return wr_map_keep(reading, text);
}

const char *wr_map_read_kit(struct wr_map_reading *reading, wr_json *object, bool required)
{
    const char *text = NULL;
    wr_json_get_text(reading->context, object, "kit", required, &text, &reading->ok);
    return text && wr_kit_is_path(text) ? wr_map_keep_path(reading, text)
                                        : wr_map_keep(reading, text);
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

/* Whether a colour is there. */
static bool read_colour(struct wr_map_reading *reading, const char *key, bool required,
                        float out[3])
{
    wr_vec3 color;
    if (!wr_json_get_vec3(reading->context, reading->root, key, required, &color, &reading->ok))
        return false;
    out[0] = color.x;
    out[1] = color.y;
    out[2] = color.z;
    return true;
}

void wr_map_read_lighting(struct wr_map_reading *reading, bool required)
{
    float *light = reading->map->lighting;
    light[0] = light[1] = light[2] = 0.5f;
    read_colour(reading, "lighting", required, light);
}

void wr_map_read_sun(struct wr_map_reading *reading)
{
    reading->map->has_sun = read_colour(reading, "sun", false, reading->map->sun);
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
