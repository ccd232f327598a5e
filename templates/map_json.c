/* Warren's own map: JSON whose every member is named in map.schema.json. */
#include <string.h>

#include "core/base/suggestion.h"
#include "templates/map.h"

static const char *const map_keys[] = {
    "format", "version",   "id",       "title",      "game",       "kit",
    "kits",   "tolerance", "overlap",  "links_only", "door_pairs", "entry",
    "rooms",  "links",     "embedded", "lighting",   "skybox",     "$schema",
    "sun",    "visible",   "exits",    "things",     "replaces",   NULL};
static const char *const room_keys[] = {"name",     "kit",     "room",  "embedded", "position",
                                        "turn",     "mirror",  "group", "resref",   "key",
                                        "walkmesh", "stretch", NULL};
static const char *const link_keys[] = {"from", "to", "lock", "optional", "hidden", NULL};
static const char *const exit_keys[] = {"from",    "module", "tag",        "to",
                                        "arrival", "title",  "title_line", "by",
                                        "lock",    "hidden", NULL};
static const char *const sight_keys[] = {"rooms", "seen", NULL};
static const char *const entry_keys[] = {"room", "marker", "position", "facing", "tag", NULL};

/* Stands for a kit whose fault was reported. */
static const char unknown_kit[] = "?";

/* The index of a text among the NULL-ended `words`, or -1. */
static int read_word(struct wr_map_reading *reading, wr_json *object, const char *key,
                     const char *const *words, const char *slug)
{
    const char *text;
    char hint[WR_SUGGESTION_SIZE], path[WR_JSON_PATH_SIZE];
    if (!wr_json_get_text(reading->context, object, key, false, &text, &reading->ok))
        return -1;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    reading->ok = false;
    wr_json *json = wr_json_find(object, key);
    wr_fail(reading->context, WR_INVALID, json->where, slug, wr_suggestion(hint, text, words),
            "%s cannot be '%.64s'", wr_json_path(json, path), text);
    return -1;
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void read_kit_of_room(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    char path[WR_JSON_PATH_SIZE];
    room->kit = wr_map_read_kit(reading, json, false);
    if (room->kit)
        return;
    room->kit = reading->default_kit ? reading->default_kit : unknown_kit;
    if (wr_json_find(json, "kit") || wr_json_find(reading->root, "kit"))
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, json->where, "json-missing",
            "name it here, or once for all rooms beside 'rooms'", "%s has no 'kit'",
            wr_json_path(json, path));
}

/* Which room: of a kit, or one the map carries itself. */
static void read_what(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    wr_json *embedded = wr_json_find(json, "embedded");
    if (!embedded) {
        room->room = wr_map_read_text(reading, json, "room", true);
        read_kit_of_room(reading, json, room);
        return;
    }
    room->room = wr_map_read_text(reading, json, "embedded", true);
    wr_json *kit = wr_json_find(json, "kit"), *other = wr_json_find(json, "room");
    if (!kit && !other)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, (kit ? kit : other)->key_where, "map-both",
            "remove one of the two",
            "a room the map carries itself cannot have a '%s' beside 'embedded'",
            kit ? "kit" : "room");
}

static void read_placement(struct wr_map_reading *reading, wr_json *json,
                           wr_placement *placement)
{
    static const char *const mirrors[] = {"none", "x", "y", "xy", NULL};
    wr_json_get_vec3(reading->context, json, "position", true, &placement->position,
                     &reading->ok);
    wr_json_get_f32(reading->context, json, "turn", false, &placement->turn, &reading->ok);
    int mirror = read_word(reading, json, "mirror", mirrors, "map-mirror");
    placement->mirror_x = mirror == 1 || mirror == 3;
    placement->mirror_y = mirror == 2 || mirror == 3;
}

static void read_resref(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    room->resref = wr_map_read_text(reading, json, "resref", false);
    if (room->resref)
        room->resref_place.offset = wr_json_find(json, "resref")->where.offset;
}

/* How much longer the room is at each of its stretches. */
static void read_lengths(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    wr_json *list =
        wr_json_get(reading->context, json, "stretch", WR_JSON_LIST, false, &reading->ok);
    if (!list)
        return;
    float *lengths = WR_ZERO(reading->map->arena, float, list->count);
    if (!wr_map_took(reading, lengths))
        return;
    uint32_t count = 0;
    for (wr_json *item = list->first; item; item = item->next, count++)
        if (wr_map_is_kind(reading, item, WR_JSON_NUMBER))
            wr_json_f32(reading->context, item, &lengths[count], &reading->ok);
    room->lengths = lengths;
    room->length_count = count;
    room->lengths_place.offset = list->where.offset;
}

static void read_room(struct wr_map_reading *reading, wr_json *json, wr_map_room *room)
{
    room->name = wr_map_read_text(reading, json, "name", false);
    if (!room->name && wr_json_find(json, "name"))
        reading->names_known = false;
    read_what(reading, json, room);
    read_placement(reading, json, &room->placement);
    room->group = wr_map_read_text(reading, json, "group", false);
    read_resref(reading, json, room);
    room->key = wr_map_read_text(reading, json, "key", false);
    room->mesh = wr_map_read_mesh(reading, reading->map->arena, json, "walkmesh", false);
    read_lengths(reading, json, room);
    wr_map_done(reading, json, room_keys);
}

/* ---- Links ------------------------------------------------------------------------------- */

static bool is_text(struct wr_map_reading *reading, wr_json *json)
{
    return wr_map_is_kind(reading, json, WR_JSON_STRING);
}

/* ["room", "hook"] */
static void read_end(struct wr_map_reading *reading, wr_json *object, const char *key,
                     uint32_t *room, const char **hook)
{
    char path[WR_JSON_PATH_SIZE];
    *room = WR_NONE;
    wr_json *end = wr_json_get(reading->context, object, key, WR_JSON_LIST, true, &reading->ok);
    if (!end)
        return;
    if (end->count != 2) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, end->where, "json-type",
                "write [\"room\", \"doorway\"]", "%s must be a list of two texts, not of %u",
                wr_json_path(end, path), end->count);
        return;
    }
    bool known = is_text(reading, end->first);
    if (is_text(reading, end->first->next))
        *hook = wr_map_keep(reading, end->first->next->text);
    if (known)
        *room = wr_map_find_room(reading, end->first);
}

static void read_link(struct wr_map_reading *reading, wr_json *json)
{
    struct wr_map *map = reading->map;
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_map_link link = {.place = {json->where.offset}};
    read_end(reading, json, "from", &link.rooms[0], &link.hooks[0]);
    read_end(reading, json, "to", &link.rooms[1], &link.hooks[1]);
    link.lock = wr_map_read_text(reading, json, "lock", false);
    wr_json_get_bool(reading->context, json, "optional", false, &link.optional, &reading->ok);
    wr_json_get_bool(reading->context, json, "hidden", false, &link.hidden, &reading->ok);
    wr_map_done(reading, json, link_keys);
    if (link.rooms[0] == WR_NONE || link.rooms[1] == WR_NONE || !link.hooks[0] ||
        !link.hooks[1])
        return; /* reported, and not judged any further */
    reading->links[map->link_count] = json;
    map->links[map->link_count++] = link;
}

static void read_links(struct wr_map_reading *reading)
{
    wr_json *list = wr_json_get(reading->context, reading->root, "links", WR_JSON_LIST, false,
                                &reading->ok);
    if (!list)
        return;
    reading->map->links = WR_ZERO(reading->map->arena, wr_map_link, list->count);
    reading->links = WR_ZERO(reading->scratch, wr_json *, list->count);
    if (!wr_map_took(reading, reading->map->links) || !wr_map_took(reading, reading->links))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_link(reading, item);
}

/* ---- Ways out ---------------------------------------------------------------------------- */

static void read_title(struct wr_map_reading *reading, wr_json *json, wr_map_exit *exit)
{
    int64_t line = -1;
    exit->title = wr_map_read_text(reading, json, "title", false);
    wr_json_get_integer(reading->context, json, "title_line", false, 0, INT32_MAX, &line,
                        &reading->ok);
    exit->title_line = (int32_t)line;
    wr_json *both = wr_json_find(json, "title_line");
    if (!both || !wr_json_find(json, "title"))
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, both->key_where, "map-both", "remove one of the two",
            "an exit with a 'title' cannot have a 'title_line'");
}

static void read_exit(struct wr_map_reading *reading, wr_json *json)
{
    static const char *const goals[] = {"waypoint", "door", NULL};
    static const char *const ways[] = {"door", "trigger", NULL};
    struct wr_map *map = reading->map;
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_map_exit exit = {.place = {json->where.offset}};
    read_end(reading, json, "from", &exit.room, &exit.hook);
    exit.module = wr_map_read_text(reading, json, "module", true);
    exit.tag = wr_map_read_text(reading, json, "tag", false);
    exit.arrival = wr_map_read_text(reading, json, "arrival", false);
    read_title(reading, json, &exit);
    if (read_word(reading, json, "to", goals, "exit-word") == 1)
        exit.goal = WR_EXIT_TO_DOOR;
    exit.way = (enum wr_exit_way)(read_word(reading, json, "by", ways, "exit-word") + 1);
    exit.lock = wr_map_read_text(reading, json, "lock", false);
    wr_json_get_bool(reading->context, json, "hidden", false, &exit.hidden, &reading->ok);
    wr_map_done(reading, json, exit_keys);
    if (exit.room == WR_NONE || !exit.hook || !exit.module)
        return; /* reported, and not judged any further */
    reading->exits[map->exit_count] = json;
    map->exits[map->exit_count++] = exit;
}

static void read_exits(struct wr_map_reading *reading)
{
    wr_json *list = wr_json_get(reading->context, reading->root, "exits", WR_JSON_LIST, false,
                                &reading->ok);
    if (!list)
        return;
    reading->map->exits = WR_ZERO(reading->map->arena, wr_map_exit, list->count);
    reading->exits = WR_ZERO(reading->scratch, wr_json *, list->count);
    if (!wr_map_took(reading, reading->map->exits) || !wr_map_took(reading, reading->exits))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_exit(reading, item);
}

/* ---- What is seen, and the entry --------------------------------------------------------- */

/* {"rooms": ["a", "b"], "seen": true} */
static void read_sight(struct wr_map_reading *reading, wr_json *json)
{
    struct wr_map *map = reading->map;
    char path[WR_JSON_PATH_SIZE];
    wr_map_sight sight = {{WR_NONE, WR_NONE}, true, {json->where.offset}};
    if (!wr_map_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_json *rooms =
        wr_json_get(reading->context, json, "rooms", WR_JSON_LIST, true, &reading->ok);
    if (rooms && rooms->count != 2) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, rooms->where, "json-type",
                "write [\"room\", \"room\"]", "%s must be a list of two texts, not of %u",
                wr_json_path(rooms, path), rooms->count);
    } else if (rooms) {
        wr_json *ends[2] = {rooms->first, rooms->first->next};
        for (int i = 0; i < 2; i++)
            if (is_text(reading, ends[i]))
                sight.rooms[i] = wr_map_find_room(reading, ends[i]);
    }
    wr_json_get_bool(reading->context, json, "seen", true, &sight.seen, &reading->ok);
    wr_map_done(reading, json, sight_keys);
    if (sight.rooms[0] == WR_NONE || sight.rooms[1] == WR_NONE)
        return; /* reported, and not judged any further */
    reading->visible[map->visible_count] = json;
    map->visible[map->visible_count++] = sight;
}

static void read_visible(struct wr_map_reading *reading)
{
    wr_json *list = wr_json_get(reading->context, reading->root, "visible", WR_JSON_LIST, false,
                                &reading->ok);
    if (!list)
        return;
    reading->map->visible = WR_ZERO(reading->map->arena, wr_map_sight, list->count);
    reading->visible = WR_ZERO(reading->scratch, wr_json *, list->count);
    if (!wr_map_took(reading, reading->map->visible) || !wr_map_took(reading, reading->visible))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next)
        read_sight(reading, item);
}

/* A marker or a point, and not both: neither may be passed over in silence. */
static void read_spot(struct wr_map_reading *reading, wr_json *json, wr_map_entry *entry)
{
    entry->marker = wr_map_read_text(reading, json, "marker", false);
    bool marked = wr_json_find(json, "marker") != NULL;
    wr_json *position = wr_json_find(json, "position"), *facing = wr_json_find(json, "facing");
    wr_json_get_vec3(reading->context, json, "position", !marked, &entry->position,
                     &reading->ok);
    wr_json_get_f32(reading->context, json, "facing", false, &entry->facing, &reading->ok);
    wr_json *extra = position ? position : facing;
    if (!marked || !extra)
        return;
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, extra->key_where, "map-both", "remove one of the two",
            "an entry at a marker cannot have a '%s' of its own", extra->key);
}

static void read_entry(struct wr_map_reading *reading)
{
    wr_map_entry *entry = &reading->map->entry;
    wr_json *json = wr_json_get(reading->context, reading->root, "entry", WR_JSON_OBJECT, false,
                                &reading->ok);
    const char *room;
    if (!json)
        return;
    entry->place.offset = json->where.offset;
    if (wr_json_get_text(reading->context, json, "room", true, &room, &reading->ok))
        entry->room = wr_map_find_room(reading, wr_json_find(json, "room"));
    read_spot(reading, json, entry);
    entry->tag = wr_map_read_text(reading, json, "tag", false);
    wr_map_done(reading, json, entry_keys);
}

/* ---- The head ------------------------------------------------------------------------------
 */

static void read_version(struct wr_map_reading *reading)
{
    int64_t version = WR_MAP_VERSION;
    wr_json_find(reading->root, "format");
    wr_json_get_integer(reading->context, reading->root, "version", true, 1, INT32_MAX,
                        &version, &reading->ok);
    if (version == WR_MAP_VERSION)
        return;
    reading->ok = false;
    reading->refused = true;
    wr_fail(reading->context, WR_INVALID, wr_json_find(reading->root, "version")->where,
            "map-version", "a newer Warren may read it",
            "this map is of version %lld, and this Warren reads version %d", (long long)version,
            WR_MAP_VERSION);
}

static void read_kits(struct wr_map_reading *reading)
{
    struct wr_map *map = reading->map;
    wr_json *list =
        wr_json_get(reading->context, reading->root, "kits", WR_JSON_LIST, false, &reading->ok);
    if (!list)
        return;
    const char **kits = WR_ZERO(map->arena, const char *, list->count);
    map->kits = kits;
    if (!wr_map_took(reading, kits))
        return;
    for (wr_json *item = list->first; item; item = item->next)
        kits[map->kit_count++] =
            is_text(reading, item) ? wr_map_keep_path(reading, item->text) : NULL;
}

static void read_door_pair(struct wr_map_reading *reading, wr_json *json, wr_door_pair *pair)
{
    char path[WR_JSON_PATH_SIZE];
    pair->place.offset = json->where.offset;
    if (json->kind != WR_JSON_LIST || json->count != 2) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, json->where, "json-type",
                "write [\"door\", \"door\"]", "%s must be a list of two strings",
                wr_json_path(json, path));
        return;
    }
    wr_json *doors[2] = {json->first, json->first->next};
    for (int i = 0; i < 2; i++)
        if (is_text(reading, doors[i]))
            pair->doors[i] = wr_map_keep(reading, doors[i]->text);
}

static void read_door_pairs(struct wr_map_reading *reading)
{
    struct wr_map *map = reading->map;
    wr_json *list = wr_json_get(reading->context, reading->root, "door_pairs", WR_JSON_LIST,
                                false, &reading->ok);
    wr_door_pair *pairs = list ? WR_ZERO(map->arena, wr_door_pair, list->count) : NULL;
    if (!list || !wr_map_took(reading, pairs))
        return;
    map->door_pairs = pairs;
    for (wr_json *item = list->first; item; item = item->next)
        read_door_pair(reading, item, &pairs[map->door_pair_count++]);
}

static void read_default_kit(struct wr_map_reading *reading)
{
    reading->default_kit = wr_map_read_kit(reading, reading->root, false);
    if (!reading->default_kit || *reading->default_kit)
        return;
    reading->ok = false;
    reading->default_kit = unknown_kit;
    wr_fail(reading->context, WR_INVALID, wr_json_find(reading->root, "kit")->where,
            "map-empty-text", NULL, "the kit of all rooms is empty");
}

static void read_head(struct wr_map_reading *reading)
{
    static const char *const games[] = {"k1", "k2", NULL};
    struct wr_map *map = reading->map;
    map->id = wr_map_read_text(reading, reading->root, "id", true);
    if (map->id)
        map->id_place.offset = wr_json_find(reading->root, "id")->where.offset;
    map->title = wr_map_read_text(reading, reading->root, "title", false);
    int game = read_word(reading, reading->root, "game", games, "map-game");
    if (game >= 0)
        map->game = game == 0 ? WR_K1 : WR_K2;
    read_kits(reading);
    read_default_kit(reading);
    wr_json_get_f32(reading->context, reading->root, "tolerance", false, &map->tolerance,
                    &reading->ok);
    wr_json_get_f32(reading->context, reading->root, "overlap", false, &map->overlap,
                    &reading->ok);
    wr_json_get_bool(reading->context, reading->root, "links_only", false, &map->links_only,
                     &reading->ok);
    read_door_pairs(reading);
    wr_map_read_lighting(reading, false);
    wr_map_read_sun(reading);
    const char *skybox = wr_map_read_text(reading, reading->root, "skybox", false);
    map->skybox = skybox ? skybox : "";
    wr_map_read_text(reading, reading->root, "$schema", false);
}

void wr_map_read_warren(struct wr_map_reading *reading)
{
    read_version(reading);
    if (reading->refused)
        return;
    read_head(reading);
    wr_map_read_embedded(reading);
    if (reading->result == WR_OK)
        wr_map_read_rooms(reading, true, read_room);
    if (reading->result != WR_OK)
        return;
    read_links(reading);
    read_exits(reading);
    wr_map_read_things(reading);
    read_visible(reading);
    read_entry(reading);
    wr_map_read_replaces(reading);
    wr_map_done(reading, reading->root, map_keys);
}
