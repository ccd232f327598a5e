/* HolocronToolset kits, version 1: a JSON of components beside a folder of their files. Source:
 * formats/holocron-pykotor, sections 1.1, 2.1 and 9. */
#include "kits/kit_holocron.h"
#include "core/base/math.h"
#include "core/files/file.h"
#include "core/text/json.h"

#include <stdio.h>
#include <string.h>

/* What the peer's own generator writes where it knows no better. */
static const float default_width = 2.0f, default_height = 3.0f;

static void warn_field(struct wr_holocron *reader, const wr_json *where, const char *hint,
                       const char *field, const char *thing)
{
    char path[WR_JSON_PATH_SIZE];
    wr_warn(reader->context, where->where, "holocron-field", hint,
            "%s: the %s of a %s is missing or wrong", wr_json_path(where, path), field, thing);
}

/* A text that is there and not empty, or NULL. */
static const char *text_of(wr_json *object, const char *key)
{
    const wr_json *value = wr_json_find(object, key);
    return value && value->kind == WR_JSON_STRING && value->text[0] ? value->text : NULL;
}

static bool number_of(wr_json *object, const char *key, float *out)
{
    const wr_json *value = wr_json_find(object, key);
    if (!value || value->kind != WR_JSON_NUMBER || !isfinite((float)value->number))
        return false;
    *out = (float)value->number;
    return true;
}

static bool index_of(wr_json *object, const char *key, uint32_t bound, uint32_t *out)
{
    const wr_json *value = wr_json_find(object, key);
    if (!value || value->kind != WR_JSON_NUMBER || !(value->number >= 0) ||
        !(value->number < bound) || value->number != (double)(uint32_t)value->number)
        return false;
    *out = (uint32_t)value->number;
    return true;
}

static wr_json *list_of(wr_json *object, const char *key)
{
    wr_json *value = wr_json_find(object, key);
    return value && value->kind == WR_JSON_LIST ? value : NULL;
}

static bool within(struct wr_holocron *reader, const wr_json *list, uint32_t most,
                   const char *what)
{
    if (!list || list->count <= most)
        return true;
    reader->result = wr_fail(reader->context, WR_LIMIT, list->where, "kit-limit", NULL,
                             "%u %s are too many; the most is %u", (unsigned)list->count, what,
                             (unsigned)most);
    return false;
}

static const char *number_name(struct wr_holocron *reader, const char *prefix, uint32_t number)
{
    char text[WR_NUMBER_SIZE];
    int size = snprintf(text, sizeof text, "%s%u", prefix, (unsigned)number);
    return wr_arena_text(reader->arena, text, (size_t)size);
}

/* ---- Doors
 * ----------------------------------------------------------------------------------- */

static const char *blueprint_of(struct wr_holocron *reader, wr_json *door, const char *key)
{
    const char *text = text_of(door, key);
    if (text && wr_kit_blueprint_valid(text))
        return text;
    warn_field(reader, door, "the door has no blueprint for this game", key, "door");
    return NULL;
}

static bool read_door(struct wr_holocron *reader, wr_json *json, uint32_t index, wr_door *door)
{
    *door = (wr_door){.name = number_name(reader, "door", index),
                      .width = default_width,
                      .height = default_height,
                      .meets_any = true}; /* the peer lets any two doors meet */
    if (!door->name)
        return wr_holocron_starve(reader);
    if (json->kind != WR_JSON_OBJECT) {
        warn_field(reader, json, "a door of 2 by 3 m without blueprints is used", "value",
                   "door");
        return true;
    }
    if (!number_of(json, "width", &door->width) || !(door->width > 0)) {
        door->width = default_width;
        warn_field(reader, json, "2 m are used", "width", "door");
    }
    if (!number_of(json, "height", &door->height) || !(door->height > 0)) {
        door->height = default_height;
        warn_field(reader, json, "3 m are used", "height", "door");
    }
    door->blueprints[0] = blueprint_of(reader, json, "utd_k1");
    door->blueprints[1] = blueprint_of(reader, json, "utd_k2");
    return true;
}

static bool read_doors(struct wr_holocron *reader, wr_json *root)
{
    wr_json *list = list_of(root, "doors");
    if (!list)
        return true;
    if (!within(reader, list, WR_MOST_DOORS, "doors"))
        return false;
    wr_door *doors = WR_TAKE(reader->arena, wr_door, list->count);
    if (!doors)
        return wr_holocron_starve(reader);
    reader->kit->doors = doors;
    for (wr_json *json = list->first; json; json = json->next)
        if (!read_door(reader, json, json->index, &doors[reader->kit->door_count++]))
            return false;
    return true;
}

/* ---- Hooks
 * ----------------------------------------------------------------------------------- */

/* The peer's bearing looks along +Y at 0. */
static float facing_of(float rotation)
{
    wr_motion quarter = wr_motion_of((wr_placement){.turn = 90});
    return wr_motion_facing(&quarter, rotation);
}

static bool read_hook(struct wr_holocron *reader, wr_json *json, wr_hook *hook)
{
    float rotation;
    uint32_t id;
    *hook = (wr_hook){.facing = NAN, .id = -1, .foot = WR_NONE, .island = WR_NONE};
    bool placed = number_of(json, "x", &hook->position.x) &&
                  number_of(json, "y", &hook->position.y) &&
                  number_of(json, "z", &hook->position.z);
    if (json->kind != WR_JSON_OBJECT || !placed) {
        warn_field(reader, json, "the hook is left out", "position", "hook");
        return false;
    }
    if (!index_of(json, "door", reader->kit->door_count, &hook->door)) {
        warn_field(reader, json, "the hook is left out", "door", "hook");
        return false;
    }
    if (number_of(json, "rotation", &rotation))
        hook->facing = facing_of(rotation);
    else
        warn_field(reader, json, "the way out is taken from the walkmesh", "rotation", "hook");
    if (index_of(json, "edge", INT32_MAX, &id))
        hook->id = (int32_t)id;
    else
        warn_field(reader, json, "the open edge nearest to the hook is used", "edge", "hook");
    return true;
}

/* The same hook listed again, as one shipped kit has it. */
static bool is_repeated(struct wr_holocron *reader, const wr_json *json, const wr_room *room,
                        const wr_hook *hook)
{
    for (uint32_t i = 0; i < room->hook_count; i++) {
        const wr_hook *other = &room->hooks[i];
        if (other->id != hook->id ||
            wr_distance(other->position, hook->position) > WR_HOOK_REACH)
            continue;
        wr_warn(reader->context, json->where, "hook-twice", "the second one is left out",
                "hook %u of room '%s' is hook %s again", (unsigned)json->index, room->name,
                other->name);
        return true;
    }
    return false;
}

static bool read_hooks(struct wr_holocron *reader, wr_json *component, wr_room *room,
                       struct wr_room_places *places)
{
    wr_json *list = list_of(component, "doorhooks");
    if (!within(reader, list, WR_MOST_HOOKS, "hooks of a component"))
        return false;
    uint32_t count = list ? list->count : 0;
    wr_hook *hooks = WR_TAKE(reader->arena, wr_hook, count);
    wr_where *wheres = WR_TAKE(reader->reading->scratch, wr_where, count);
    if (!hooks || !wheres)
        return wr_holocron_starve(reader);
    room->hooks = hooks;
    places->hooks = wheres;
    for (wr_json *json = list ? list->first : NULL; json; json = json->next) {
        wr_hook *hook = &hooks[room->hook_count];
        if (!read_hook(reader, json, hook) || is_repeated(reader, json, room, hook))
            continue;
        hook->name = number_name(reader, "", json->index);
        if (!hook->name)
            return wr_holocron_starve(reader);
        wheres[room->hook_count++] = json->where;
    }
    return true;
}

/* ---- Files
 * ----------------------------------------------------------------------------------- */

/* The path of `id` + suffix in the kit's folder, whatever the case of its name; NULL where
 * there is none. */
static const char *find_file(struct wr_holocron *reader, const char *id, const char *suffix)
{
    size_t size = strlen(id);
    const char *found = NULL;
    for (size_t i = 0; i < reader->file_count; i++) {
        const char *name = reader->files[i];
        wr_view stem = {name, size};
        if (strlen(name) != size + strlen(suffix) || !wr_text_same(name + size, suffix) ||
            !wr_view_same(stem, wr_view_of(id)))
            continue;
        bool exact = memcmp(name, id, size) == 0 && strcmp(name + size, suffix) == 0;
        found = exact || !found ? name : found;
        if (exact)
            break;
    }
    if (!found)
        return NULL;
    const char *path = wr_path_join(reader->arena, reader->kit->folder, found);
    if (!path)
        wr_holocron_starve(reader);
    enum wr_result kept = path ? wr_kit_keeps(reader->context, reader->kit, path) : WR_OK;
    if (kept == WR_OK)
        return path;
    reader->starved |= kept == WR_NO_MEMORY;
    reader->result = kept;
    return NULL;
}

static bool read_mesh(struct wr_holocron *reader, wr_room *room, struct wr_room_places *places)
{
    const struct wr_kit_reading *reading = reader->reading;
    struct wr_walkmesh *mesh;
    const char *path = find_file(reader, room->id, ".wok");
    if (!path && !reader->starved && reader->result == WR_OK)
        wr_warn(reader->context, places->room, "kit-room-missing-file",
                "put the file there; until then the room is left out",
                "room '%s' lacks its walkmesh '%s/%s.wok'", room->name, reader->kit->folder,
                room->id);
    if (!path)
        return false;
    enum wr_result result =
        wr_file_read(reader->context, reading->scratch, path, &places->mesh_source);
    if (!result)
        result = wr_kit_mesh_read(reader->context, reader->arena, &places->mesh_source,
                                  reading->surfaces, &mesh);
    if (result) {
        reader->result = result;
        return false;
    }
    room->mesh = mesh;
    room->model = find_file(reader, room->id, ".mdl");
    return true;
}

/* ---- Rooms
 * ----------------------------------------------------------------------------------- */

/* An id that names files must not lead elsewhere. */
static bool is_plain(struct wr_holocron *reader, const wr_json *json, const char *id)
{
    if (wr_path_inside(id) && !strpbrk(id, "/\\"))
        return true;
    reader->result = wr_fail(reader->context, WR_INVALID, json->where, "path-outside",
                             "an id is the name of a file or folder beside the kit",
                             "'%s' cannot be an id", id);
    return false;
}

static bool read_component(struct wr_holocron *reader, wr_json *json, wr_room *room,
                           struct wr_room_places *places)
{
    const char *id = json->kind == WR_JSON_OBJECT ? text_of(json, "id") : NULL;
    if (!id) {
        warn_field(reader, json, "the room is left out", "id", "component");
        return false;
    }
    if (!is_plain(reader, json, id))
        return false;
    *room = (wr_room){
        .kit = reader->kit, .id = id, .weight = 1, .most = WR_NONE, .low = WR_ROOM_LOW};
    *places = (struct wr_room_places){.room = json->where, .mesh = json->where};
    room->name = text_of(json, "name");
    if (!room->name) {
        room->name = id;
        warn_field(reader, json, "its id is used", "name", "component");
    }
    return read_mesh(reader, room, places) && read_hooks(reader, json, room, places);
}

static enum wr_result warn_names(struct wr_holocron *reader, bool ids)
{
    const struct wr_kit *kit = reader->kit;
    struct wr_named *names =
        WR_TAKE(reader->reading->scratch, struct wr_named, kit->room_count);
    if (!names)
        return wr_no_memory(reader->context);
    for (uint32_t i = 0; i < kit->room_count; i++)
        names[i] = (struct wr_named){ids ? kit->rooms[i].id : kit->rooms[i].name,
                                     reader->reading->places[i].room};
    uint32_t count = wr_names_repeated(names, kit->room_count);
    for (uint32_t i = 0; i < count; i++)
        wr_warn(reader->context, names[i].where, "name-twice",
                "a map cannot ask for either by this name",
                "another component before this one has the %s '%s'", ids ? "id" : "name",
                names[i].text);
    return WR_OK;
}

static enum wr_result read_components(struct wr_holocron *reader, wr_json *list)
{
    struct wr_kit *kit = reader->kit;
    if (!within(reader, list, WR_MOST_ROOMS, "components"))
        return reader->result;
    struct wr_room_places *places =
        WR_TAKE(reader->reading->scratch, struct wr_room_places, list->count);
    kit->rooms = WR_TAKE(reader->arena, wr_room, list->count);
    if (!kit->rooms || !places)
        return wr_no_memory(reader->context);
    reader->reading->places = places;
    for (wr_json *json = list->first; json && !reader->starved; json = json->next)
        kit->room_count += read_component(reader, json, &kit->rooms[kit->room_count],
                                          &places[kit->room_count]);
    if (reader->starved)
        return WR_NO_MEMORY;
    enum wr_result result = warn_names(reader, true);
    if (!result)
        result = warn_names(reader, false);
    return result ? result : reader->result;
}

/* ---- The kit
 * --------------------------------------------------------------------------------- */

/* The folder of the files: named by the id, else by the JSON, else the one the JSON lies in. */
static bool find_folder(struct wr_holocron *reader)
{
    struct wr_kit *kit = reader->kit;
    const char *stem = wr_path_name(kit->path), *dot = strrchr(stem, '.');
    const char *by_id = wr_path_join(reader->arena, kit->folder, kit->id);
    const char *name =
        wr_arena_text(reader->arena, stem, dot ? (size_t)(dot - stem) : strlen(stem));
    const char *by_stem = name ? wr_path_join(reader->arena, kit->folder, name) : NULL;
    if (!by_id || !by_stem)
        return wr_holocron_starve(reader);
    if (wr_folder_exists(reader->context, by_id))
        kit->folder = by_id;
    else if (wr_folder_exists(reader->context, by_stem))
        kit->folder = by_stem;
    reader->result = wr_folder_list(reader->context, reader->reading->scratch, kit->folder,
                                    &reader->files, &reader->file_count);
    return reader->result == WR_OK;
}

static bool read_names(struct wr_holocron *reader, wr_json *root)
{
    struct wr_kit *kit = reader->kit;
    const char *stem = wr_path_name(kit->path), *dot = strrchr(stem, '.');
    kit->id = text_of(root, "id");
    if (!kit->id)
        kit->id = wr_arena_text(reader->arena, stem, dot ? (size_t)(dot - stem) : strlen(stem));
    if (!kit->id)
        return wr_holocron_starve(reader);
    kit->name = text_of(root, "name");
    if (!kit->name) {
        kit->name = kit->id;
        warn_field(reader, root, "its id is used", "name", "kit");
    }
    return is_plain(reader, root, kit->id);
}

/* Tile kits, in both of their shapes: templates with a format_version, or tiles. */
static const wr_json *tile_mark(wr_json *root)
{
    const wr_json *version = wr_json_find(root, "format_version");
    if (version && !(version->kind == WR_JSON_NUMBER && version->number < 2))
        return version;
    const wr_json *tiles = wr_json_find(root, "tiles");
    return tiles ? tiles : wr_json_find(root, "templates");
}

static enum wr_result read_root(struct wr_holocron *reader, wr_json *root)
{
    const wr_json *tiles = root->kind == WR_JSON_OBJECT ? tile_mark(root) : NULL;
    if (tiles)
        return wr_fail(reader->context, WR_INVALID, tiles->where, "kit-tile-format",
                       "Warren reads kits of whole rooms: version 1, with components",
                       "this is a tile kit, whose pieces are no rooms yet");
    wr_json *components = root->kind == WR_JSON_OBJECT ? list_of(root, "components") : NULL;
    if (!components)
        return wr_fail(reader->context, WR_INVALID, root->where, "kit-unknown",
                       "a HolocronToolset kit has a list of components", "this JSON is no kit");
    if (!read_names(reader, root) || !find_folder(reader) || !read_doors(reader, root))
        return reader->result;
    enum wr_result result = read_components(reader, components);
    return result ? result : wr_holocron_settle(reader);
}

enum wr_result wr_kit_holocron_read(struct wr_kit_reading *reading)
{
    struct wr_holocron reader = {.reading = reading,
                                 .context = reading->context,
                                 .arena = reading->kit->arena,
                                 .kit = reading->kit};
    wr_json *root;
    reading->kit->holocron = true;
    enum wr_result result =
        wr_json_read(reading->context, reader.arena, &reading->source, &root);
    return result ? result : read_root(&reader, root);
}
