/* HolocronToolset's .indoor file. Source: formats/holocron-pykotor, sections 1.2 and 10. */
#include <stdlib.h>
#include <string.h>

#include "templates/map.h"

static const char *const map_keys[] = {"module_id",
                                       "moduleId",
                                       "warp",
                                       "name",
                                       "lighting",
                                       "skybox",
                                       "rooms",
                                       "target_game_type",
                                       "embedded_components",
                                       "indoor_map_version",
                                       "tile_layout",
                                       "area_layout",
                                       "area_designer_v01",
                                       NULL};
static const char *const room_keys[] = {
    "position",    "rotation",          "flip_x", "flip_y", "kit", "component",
    "module_root", "walkmesh_override", NULL};

/* ---- What Warren does not build ------------------------------------------------------------
 */

static void refuse(struct wr_map_reading *reading, wr_json *json, const char *slug,
                   const char *sentence)
{
    reading->ok = false;
    reading->refused = true;
    wr_fail(reading->context, WR_INVALID, json->key_where, slug,
            "HolocronToolset can turn it into a module", "%s", sentence);
}

/* A member that is there and says something. */
static wr_json *find_said(struct wr_map_reading *reading, const char *key)
{
    wr_json *json = wr_json_find(reading->root, key);
    bool empty = json && (json->kind == WR_JSON_NULL ||
                          (json->kind == WR_JSON_OBJECT && json->count == 0));
    return empty ? NULL : json;
}

static void refuse_newer_kinds(struct wr_map_reading *reading)
{
    wr_json *tiles = find_said(reading, "tile_layout");
    wr_json *area = find_said(reading, "area_layout");
    area = area ? area : find_said(reading, "area_designer_v01");
    int64_t version = 1;
    wr_json_get_integer(reading->context, reading->root, "indoor_map_version", false, 0,
                        INT32_MAX, &version, &reading->ok);
    if (tiles)
        refuse(reading, tiles, "indoor-tile-layout",
               "Warren does not build maps laid out in tiles");
    if (area)
        refuse(reading, area, "indoor-area-layout",
               "Warren does not build maps of the area designer");
    if (version > 1 && !tiles && !area)
        refuse(reading, wr_json_find(reading->root, "indoor_map_version"), "indoor-version",
               "Warren reads version 1 of .indoor files, and this is a later one");
}

/* ---- Names ---------------------------------------------------------------------------------
 */

/* Resource names are the same in capitals and small letters; Warren writes small ones. */
static const char *small_letters(struct wr_map_reading *reading, const char *text)
{
    char *copy = wr_arena_text(reading->map->arena, text, strlen(text));
    if (!wr_map_took(reading, copy))
        return NULL;
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return copy;
}

/* The first of the three keys that says something; each is read, so that a wrong one is told.
 */
static void read_id(struct wr_map_reading *reading)
{
    static const char *const keys[] = {"warp", "module_id", "moduleId"};
    const char *id = NULL;
    bool was_ok = reading->ok;
    for (size_t i = 0; i < 3; i++) {
        const char *text;
        if (!wr_json_get_text(reading->context, reading->root, keys[i], false, &text,
                              &reading->ok) ||
            id || !*text)
            continue;
        id = text;
        reading->map->id_place.offset = wr_json_find(reading->root, keys[i])->where.offset;
    }
    if (!id && was_ok && reading->ok) {
        id = "test01";
        wr_warn(reading->context, reading->root->where, "indoor-no-id", "give it a 'module_id'",
                "the map has no id, and is called '%s'", id);
    }
    reading->map->id = id ? small_letters(reading, id) : NULL;
}

static bool is_number(const char *key)
{
    size_t digits = strspn(key, "0123456789");
    return digits > 0 && digits <= 9 && key[digits] == '\0';
}

/* The title in the lowest language number: English, where there is one. Numbers are twice the
 * language plus the gender. */
static void read_title(struct wr_map_reading *reading)
{
    wr_json *name = wr_json_get(reading->context, reading->root, "name", WR_JSON_OBJECT, true,
                                &reading->ok);
    wr_json *best = NULL;
    unsigned count = 0;
    for (wr_json *member = name ? name->first : NULL; member; member = member->next) {
        member->taken = true;
        if (!is_number(member->key) || !wr_map_is_kind(reading, member, WR_JSON_STRING))
            continue;
        count++;
        if (!best || strtol(member->key, NULL, 10) < strtol(best->key, NULL, 10))
            best = member;
    }
    if (count > 1)
        wr_warn(reading->context, name->where, "indoor-languages", NULL,
                "the map has its title in %u languages, and Warren keeps language %s only",
                count, best->key);
    if (best)
        reading->map->title = wr_map_keep(reading, best->text);
}

/* ---- Rooms ---------------------------------------------------------------------------------
 */

static bool means_embedded(const char *kit)
{
    return strcmp(kit, WR_EMBEDDED_KIT) == 0 || strcmp(kit, WR_EMBEDDED_KIT_NAME) == 0;
}

/* A room the map carries may be named by id or by display name; the map keeps the id. */
static const char *embedded_id(const struct wr_map_reading *reading, const char *component)
{
    uint32_t index = wr_names_find(&reading->embedded_ids, component);
    if (index == WR_NONE)
        index = wr_names_find(&reading->embedded_titles, component);
    return index == WR_NONE ? component : reading->map->embedded->rooms[index].id;
}

static void read_what(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    room->kit = wr_map_read_kit(reading, json, true);
    room->room = wr_map_read_text(reading, json, "component", true);
    bool carries = wr_json_find(reading->root, "embedded_components") != NULL;
    if (!room->kit || !carries || !means_embedded(room->kit))
        return;
    room->kit = NULL;
    if (room->room && reading->map->embedded)
        room->room = embedded_id(reading, room->room);
}

static void read_room(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    wr_placement *placement = &room->placement;
    read_what(reading, json, room);
    wr_json_get_vec3(reading->context, json, "position", true, &placement->position,
                     &reading->ok);
    wr_json_get_f32(reading->context, json, "rotation", true, &placement->turn, &reading->ok);
    wr_json_get_bool(reading->context, json, "flip_x", false, &placement->mirror_x,
                     &reading->ok);
    wr_json_get_bool(reading->context, json, "flip_y", false, &placement->mirror_y,
                     &reading->ok);
    room->mesh =
        wr_map_read_mesh(reading, reading->map->arena, json, "walkmesh_override", false);
    wr_json_find(json, "module_root"); /* says where a module kit comes from: not our matter */
    wr_map_done(reading, json, room_keys);
}

static void read_head(struct wr_map_reading *reading)
{
    struct wr_map *map = reading->map;
    bool second = false;
    read_id(reading);
    read_title(reading);
    wr_map_read_lighting(reading, true);
    const char *skybox = wr_map_read_text(reading, reading->root, "skybox", false);
    map->skybox = skybox ? skybox : "";
    if (wr_json_get_bool(reading->context, reading->root, "target_game_type", false, &second,
                         &reading->ok))
        map->game = second ? WR_K2 : WR_K1;
}

void wr_map_read_indoor(struct wr_map_reading *reading)
{
    refuse_newer_kinds(reading);
    if (reading->refused)
        return;
    read_head(reading);
    wr_map_read_embedded(reading);
    if (reading->result == WR_OK)
        wr_map_read_rooms(reading, true, read_room);
    if (reading->result == WR_OK)
        wr_map_done(reading, reading->root, map_keys);
}
