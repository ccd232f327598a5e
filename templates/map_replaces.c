/* What of a module a map stands for: rooms by their resrefs, doors by their rows in the GIT. */
#include "templates/map.h"

#include "core/base/math.h"

#include <stdlib.h>
#include <string.h>

static const char *const replaces_keys[] = {"rooms", "doors", NULL};
static const char *const door_keys[] = {"row", "tag", "position", "at", NULL};

/* ---- Reading ----------------------------------------------------------------------------- */

/* ["room", "hook"]: a room that the map has no more is no fault. */
static void read_doorway(struct wr_map_reading *reading, wr_json *json, wr_map_door *door)
{
    char path[WR_JSON_PATH_SIZE];
    wr_json *at = wr_json_get(reading->context, json, "at", WR_JSON_LIST, true, &reading->ok);
    if (!at)
        return;
    if (at->count != 2) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, at->where, "json-type",
                "write [\"room\", \"doorway\"]", "%s must be a list of two texts, not of %u",
                wr_json_path(at, path), at->count);
        return;
    }
    if (!wr_map_is_kind(reading, at->first, WR_JSON_STRING) ||
        !wr_map_is_kind(reading, at->first->next, WR_JSON_STRING))
        return;
    door->room_name = wr_map_keep(reading, at->first->text);
    door->hook = wr_map_keep(reading, at->first->next->text);
    if (reading->names_known && door->room_name)
        door->room = wr_names_find(&reading->names, door->room_name);
}

static void read_door(struct wr_map_reading *reading, wr_json *json, wr_map_door *door)
{
    int64_t row = 0;
    *door = (wr_map_door){.room = WR_NONE, .place = {json->where.offset}};
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_json_get_integer(reading->context, json, "row", true, 0, INT32_MAX, &row, &reading->ok);
    door->row = (uint32_t)row;
    door->tag = wr_map_read_text(reading, json, "tag", true);
    wr_json_get_vec3(reading->context, json, "position", true, &door->position, &reading->ok);
    read_doorway(reading, json, door);
    wr_map_done(reading, json, door_keys);
}

static void read_doors(struct wr_map_reading *reading, wr_json *json)
{
    struct wr_map_replaces *out = &reading->map->replaces;
    wr_json *list =
        wr_json_get(reading->context, json, "doors", WR_JSON_LIST, false, &reading->ok);
    wr_map_door *doors = list ? WR_ZERO(reading->map->arena, wr_map_door, list->count) : NULL;
    if (!list || !wr_map_took(reading, doors))
        return;
    out->doors = doors;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_door(reading, item, &doors[out->door_count++]);
}

static void read_rooms(struct wr_map_reading *reading, wr_json *json)
{
    struct wr_map_replaces *out = &reading->map->replaces;
    wr_json *list =
        wr_json_get(reading->context, json, "rooms", WR_JSON_LIST, false, &reading->ok);
    const char **rooms = list ? WR_ZERO(reading->map->arena, const char *, list->count) : NULL;
    if (!list || !wr_map_took(reading, rooms))
        return;
    out->rooms = rooms;
    for (wr_json *item = list->first; item; item = item->next)
        if (wr_map_is_kind(reading, item, WR_JSON_STRING))
            rooms[out->room_count++] = wr_map_keep(reading, item->text);
}

void wr_map_read_replaces(struct wr_map_reading *reading)
{
    wr_json *json = wr_json_get(reading->context, reading->root, "replaces", WR_JSON_OBJECT,
                                false, &reading->ok);
    if (!json)
        return;
    reading->map->replaces.place.offset = json->where.offset;
    read_rooms(reading, json);
    read_doors(reading, json);
    wr_map_done(reading, json, replaces_keys);
}

/* ---- Judging ----------------------------------------------------------------------------- */

static int by_row(const void *a, const void *b)
{
    const wr_map_door *p = *(const wr_map_door *const *)a, *q = *(const wr_map_door *const *)b;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    return p < q ? -1 : p > q;
}

static int order_doorways(const wr_map_door *p, const wr_map_door *q)
{
    int order = strcmp(p->room_name, q->room_name);
    return order ? order : strcmp(p->hook, q->hook);
}

static int by_doorway(const void *a, const void *b)
{
    const wr_map_door *p = *(const wr_map_door *const *)a, *q = *(const wr_map_door *const *)b;
    int order = order_doorways(p, q);
    return order ? order : p < q ? -1 : p > q;
}

static wr_where where_of(const struct wr_map *map, wr_place place)
{
    return map->source ? wr_at(map->source, place.offset) : WR_NOWHERE;
}

static bool is_name(const char *text)
{
    size_t size = text ? strlen(text) : 0;
    return size > 0 && size <= WR_MAP_LONGEST_ID && strspn(text, WR_RESREF_CHARACTERS) == size;
}

static enum wr_result judge_rooms(struct wr_context *context, const struct wr_map *map)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < map->replaces.room_count; i++)
        if (!is_name(map->replaces.rooms[i]))
            result =
                wr_fail(context, WR_INVALID, where_of(map, map->replaces.place),
                        "resref-characters", "a resref is made of 1 to 16 of a-z, 0-9 and _",
                        "'replaces' names a room '%.64s' that no module can have",
                        map->replaces.rooms[i]);
    return result;
}

static bool is_near(wr_vec3 at)
{
    return wr_vec3_finite(at) && at.x >= -WR_MAP_FARTHEST && at.x <= WR_MAP_FARTHEST &&
           at.y >= -WR_MAP_FARTHEST && at.y <= WR_MAP_FARTHEST && at.z >= -WR_MAP_FARTHEST &&
           at.z <= WR_MAP_FARTHEST;
}

static enum wr_result judge_door(struct wr_context *context, const struct wr_map *map,
                                 const wr_map_door *door)
{
    if (door->room != WR_NONE && door->room >= map->room_count)
        return wr_fail(context, WR_INVALID, where_of(map, door->place), "link-room", NULL,
                       "the door of row %u is in a room the map does not have",
                       (unsigned)door->row);
    if (!is_near(door->position))
        return wr_fail(context, WR_INVALID, where_of(map, door->place), "map-coordinate",
                       "area coordinates lie between -100000 and 100000 m",
                       "the door of row %u stands farther than 100 km from the origin",
                       (unsigned)door->row);
    if (*door->room_name && *door->hook)
        return WR_OK;
    return wr_fail(context, WR_INVALID, where_of(map, door->place), "map-empty-text", NULL,
                   "the doorway of the door of row %u is empty", (unsigned)door->row);
}

static enum wr_result judge_pairs(struct wr_context *context, const struct wr_map *map,
                                  const wr_map_door **sorted)
{
    enum wr_result result = WR_OK;
    uint32_t count = map->replaces.door_count;
    qsort(sorted, count, sizeof *sorted, by_row);
    for (uint32_t i = 1; i < count; i++)
        if (sorted[i]->row == sorted[i - 1]->row)
            result = wr_fail(context, WR_INVALID, where_of(map, sorted[i]->place),
                             "door-row-twice", "a row of the GIT is one door",
                             "two doors of the map are row %u", (unsigned)sorted[i]->row);
    qsort(sorted, count, sizeof *sorted, by_doorway);
    for (uint32_t i = 1; i < count; i++)
        if (order_doorways(sorted[i - 1], sorted[i]) == 0)
            result = wr_fail(context, WR_INVALID, where_of(map, sorted[i]->place),
                             "door-doorway-twice", "a doorway has one door",
                             "doorway '%.64s' of room '%.64s' has two doors, rows %u and %u",
                             sorted[i]->hook, sorted[i]->room_name,
                             (unsigned)sorted[i - 1]->row, (unsigned)sorted[i]->row);
    return result;
}

enum wr_result wr_map_check_replaces(struct wr_context *context, struct wr_arena *scratch,
                                     const struct wr_map *map)
{
    uint32_t count = map->replaces.door_count;
    const wr_map_door **sorted = WR_TAKE(scratch, const wr_map_door *, count);
    if (!sorted)
        return wr_no_memory(context);
    enum wr_result result = judge_rooms(context, map), one;
    for (uint32_t i = 0; i < count; i++) {
        const wr_map_door *door = &map->replaces.doors[i];
        sorted[i] = door;
        if (!door->tag || !door->room_name || !door->hook)
            return WR_INVALID; /* its reader said so */
        one = judge_door(context, map, door);
        result = result == WR_OK ? one : result;
    }
    one = judge_pairs(context, map, sorted);
    return result == WR_OK ? one : result;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void write_door(struct wr_dump *dump, const struct wr_map *map, const wr_map_door *door)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "row", door->row);
    wr_dump_text(dump, "tag", door->tag);
    wr_dump_vec3(dump, "position", door->position);
    wr_dump_list(dump, "at");
    wr_dump_text(dump, NULL,
                 door->room == WR_NONE ? door->room_name : map->rooms[door->room].name);
    wr_dump_text(dump, NULL, door->hook);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

void wr_map_dump_replaces(struct wr_dump *dump, const struct wr_map *map)
{
    const struct wr_map_replaces *replaces = &map->replaces;
    if (replaces->room_count + replaces->door_count == 0)
        return;
    wr_dump_object(dump, "replaces");
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < replaces->room_count; i++)
        wr_dump_text(dump, NULL, replaces->rooms[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "doors");
    for (uint32_t i = 0; i < replaces->door_count; i++)
        write_door(dump, map, &replaces->doors[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}
