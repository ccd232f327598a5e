/* What a map carries inside itself: walkmeshes, and whole rooms as a kit of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/format/bwm.h"
#include "core/text/base64.h"
#include "kits/kit.h"
#include "templates/map.h"

/* How the two formats spell an embedded room. */
struct spelling {
    const char *list, *mesh, *facing, *id;
    double turn; /* from the format's 0 to +X, in degrees */
    const char *const *room_keys, *const *hook_keys;
};

static const char *const warren_room_keys[] = {"id",  "name",  "walkmesh", "mdl",
                                               "mdx", "hooks", NULL};
static const char *const warren_hook_keys[] = {"name", "position", "facing", "id", NULL};
static const char *const indoor_room_keys[] = {"id",  "name",  "bwm", "mdl",
                                               "mdx", "hooks", NULL};
static const char *const indoor_hook_keys[] = {"position", "rotation", "edge", NULL};

static const struct spelling warren = {"embedded", "walkmesh",       "facing",        "id",
                                       0.0,        warren_room_keys, warren_hook_keys};
/* There a door of rotation 0 faces +Y. */
static const struct spelling indoor = {
    "embedded_components", "bwm", "rotation", "edge", 90.0, indoor_room_keys, indoor_hook_keys};

struct carrier {
    struct wr_map_reading *reading;
    const struct spelling *spelling;
    struct wr_arena *arena; /* of the kit */
};

/* ---- Bytes ------------------------------------------------------------------------------- */

/* The bytes a text stands for; false where it is absent or wrong. */
static bool read_bytes(struct wr_map_reading *reading, struct wr_arena *arena, wr_json *object,
                       const char *key, bool required, const uint8_t **data, size_t *size)
{
    const char *text;
    char path[WR_JSON_PATH_SIZE];
    if (!wr_json_get_text(reading->context, object, key, required, &text, &reading->ok))
        return false;
    size_t bad;
    wr_json *json = wr_json_find(object, key);
    if (!wr_base64_check(wr_view_of(text), size, &bad)) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, json->where, "map-base64",
                "base64 is A-Z, a-z, 0-9, + and /, padded with = to a multiple of 4",
                "%s is not base64 at its character %zu", wr_json_path(json, path), bad + 1);
        return false;
    }
    uint8_t *bytes = WR_TAKE(arena, uint8_t, *size);
    if (!wr_map_took(reading, bytes))
        return false;
    wr_base64_decode(wr_view_of(text), bytes);
    *data = bytes;
    return true;
}

/* Findings about bytes inside a text name it: "my.indoor:rooms[2].walkmesh_override". */
static const char *inner_name(struct wr_map_reading *reading, wr_json *json)
{
    char path[WR_JSON_PATH_SIZE];
    const char *outer = reading->map->path, *inner = wr_json_path(json, path);
    size_t size = strlen(outer) + strlen(inner) + 2;
    char *name = WR_TAKE(reading->map->arena, char, size);
    if (wr_map_took(reading, name))
        snprintf(name, size, "%s:%s", outer, inner);
    return name;
}

static wr_surfaces surfaces_of(const struct wr_map_reading *reading)
{
    if (reading->given_surfaces)
        return *reading->given_surfaces;
    return wr_surfaces_default(reading->map->game == WR_K2 ? WR_K2 : WR_K1);
}

/* The bytes under a key as a source of their own; NULL where they are absent or no WOK. */
static const struct wr_source *read_wok(struct wr_map_reading *reading, struct wr_arena *arena,
                                        wr_json *object, const char *key, bool required)
{
    char path[WR_JSON_PATH_SIZE];
    struct wr_source wok = {.binary = true};
    if (!read_bytes(reading, arena, object, key, required, &wok.data, &wok.size))
        return NULL;
    wr_json *json = wr_json_find(object, key);
    if (!wr_bwm_recognise(wok.data, wok.size)) {
        reading->ok = false;
        wr_fail(reading->context, WR_INVALID, json->where, "map-walkmesh",
                "the text stands for the bytes of a .wok file, in base64",
                "%s does not hold a walkmesh", wr_json_path(json, path));
        return NULL;
    }
    wok.name = inner_name(reading, json);
    struct wr_source *source =
        wok.name ? wr_arena_copy(reading->map->arena, &wok, 1, sizeof wok) : NULL;
    wr_map_took(reading, source);
    return source;
}

struct wr_walkmesh *wr_map_read_mesh(struct wr_map_reading *reading, struct wr_arena *arena,
                                     wr_json *object, const char *key, bool required)
{
    const struct wr_source *source = read_wok(reading, arena, object, key, required);
    const wr_surfaces surfaces = surfaces_of(reading);
    struct wr_walkmesh *mesh = NULL;
    if (!source)
        return NULL;
    enum wr_result result = wr_kit_mesh_read(reading->context, arena, source, &surfaces, &mesh);
    if (result == WR_OK)
        return mesh;
    reading->ok = false;
    if (result == WR_NO_MEMORY)
        reading->result = result;
    return NULL;
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static const char *keep_text(struct carrier *carrier, wr_json *object, const char *key,
                             bool required)
{
    struct wr_map_reading *reading = carrier->reading;
    const char *text = NULL;
    if (!wr_json_get_text(reading->context, object, key, required, &text, &reading->ok))
        return NULL;
    text = wr_arena_text(carrier->arena, text, strlen(text));
    wr_map_took(reading, text);
    return text;
}

static const char *hook_name(struct carrier *carrier, uint32_t index)
{
    char name[24];
    int size = snprintf(name, sizeof name, "hook%lu", (unsigned long)index);
    const char *copy = wr_arena_text(carrier->arena, name, (size_t)size);
    wr_map_took(carrier->reading, copy);
    return copy;
}

static void read_hook(struct carrier *carrier, wr_json *json, uint32_t index, wr_hook *hook)
{
    struct wr_map_reading *reading = carrier->reading;
    const struct spelling *spelling = carrier->spelling;
    float facing = 0.0f;
    int64_t id = -1;
    if (spelling == &warren)
        hook->name = keep_text(carrier, json, "name", false);
    if (!hook->name)
        hook->name = hook_name(carrier, index);
    wr_json_get_vec3(reading->context, json, "position", true, &hook->position, &reading->ok);
    bool said =
        wr_json_get_f32(reading->context, json, spelling->facing, false, &facing, &reading->ok);
    hook->facing = (float)((double)facing + spelling->turn);
    if (spelling == &warren && !said)
        hook->facing = NAN;
    wr_json_get_integer(reading->context, json, spelling->id, false, -1, INT32_MAX, &id,
                        &reading->ok);
    hook->id = (int32_t)id;
    wr_map_done(reading, json, spelling->hook_keys);
}

static void read_hooks(struct carrier *carrier, wr_json *object, wr_room *room)
{
    struct wr_map_reading *reading = carrier->reading;
    wr_json *list =
        wr_json_get(reading->context, object, "hooks", WR_JSON_LIST, false, &reading->ok);
    if (!list)
        return;
    wr_hook *hooks = WR_ZERO(carrier->arena, wr_hook, list->count);
    room->hooks = hooks;
    if (!wr_map_took(reading, hooks))
        return;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next) {
        uint32_t index = room->hook_count++;
        if (wr_map_is_kind(reading, item, WR_JSON_OBJECT))
            read_hook(carrier, item, index, &hooks[index]);
    }
}

static void read_room(struct carrier *carrier, wr_json *json, wr_room *room,
                      wr_map_model *model)
{
    struct wr_map_reading *reading = carrier->reading;
    struct wr_arena *arena = carrier->arena;
    *room = (wr_room){.weight = 1.0f, .most = WR_NONE, .low = WR_ROOM_LOW};
    room->id = keep_text(carrier, json, "id", true);
    room->name = keep_text(carrier, json, "name", false);
    if (!room->name)
        room->name = room->id;
    room->mesh = wr_map_read_mesh(reading, arena, json, carrier->spelling->mesh, true);
    read_bytes(reading, arena, json, "mdl", false, &model->mdl, &model->mdl_size);
    read_bytes(reading, arena, json, "mdx", false, &model->mdx, &model->mdx_size);
    read_hooks(carrier, json, room);
    wr_map_done(reading, json, carrier->spelling->room_keys);
}

/* ---- The kit -------------------------------------------------------------------------------
 */

static wr_door *new_door(struct wr_arena *arena)
{
    wr_door *door = WR_ZERO(arena, wr_door, 1);
    if (door)
        *door = (wr_door){.name = WR_EMBEDDED_DOOR,
                          .width = WR_EMBEDDED_WIDTH,
                          .height = WR_EMBEDDED_HEIGHT,
                          .blueprints = {WR_EMBEDDED_DOOR, WR_EMBEDDED_DOOR},
                          .rows = {WR_EMBEDDED_ROW_K1, WR_EMBEDDED_ROW_K2},
                          .meets_any = true};
    return door;
}

/* A kit of the rooms in a list that is not empty; the arena is the kit's from then on. */
static void read_kit(struct carrier *carrier, wr_json *list)
{
    struct wr_map_reading *reading = carrier->reading;
    struct wr_map *map = reading->map;
    wr_room *rooms = WR_ZERO(carrier->arena, wr_room, list->count);
    wr_door *door = new_door(carrier->arena);
    map->models = WR_ZERO(carrier->arena, wr_map_model, list->count);
    reading->embedded = WR_ZERO(reading->scratch, wr_json *, list->count);
    bool took = rooms && door && map->models && reading->embedded;
    if (!wr_map_took(reading, took ? rooms : NULL))
        return;
    bool was_ok = reading->ok;
    reading->ok = true;
    uint32_t count = 0;
    for (wr_json *item = list->first; item && reading->result == WR_OK; item = item->next) {
        reading->embedded[count] = item;
        if (wr_map_is_kind(reading, item, WR_JSON_OBJECT))
            read_room(carrier, item, &rooms[count], &map->models[count]);
        count++;
    }
    reading->embedded_known = reading->ok && reading->result == WR_OK;
    reading->ok &= was_ok;
    if (!reading->embedded_known)
        return;
    enum wr_result result = wr_kit_adopt(reading->context, carrier->arena, WR_EMBEDDED_KIT,
                                         door, 1, rooms, count, &map->embedded);
    carrier->arena = NULL;
    reading->embedded_known = result == WR_OK;
    reading->ok &= result == WR_OK;
    if (result == WR_NO_MEMORY)
        reading->result = result;
}

static void name_rooms(struct wr_map_reading *reading)
{
    enum wr_result result = wr_names_of_embedded(reading->context, reading->scratch,
                                                 reading->map, false, &reading->embedded_ids);
    if (result == WR_OK)
        result = wr_names_of_embedded(reading->context, reading->scratch, reading->map, true,
                                      &reading->embedded_titles);
    if (result != WR_OK)
        reading->result = result;
}

void wr_map_read_embedded(struct wr_map_reading *reading)
{
    struct carrier carrier = {reading, reading->format == WR_WARREN_MAP ? &warren : &indoor,
                              NULL};
    const char *key = carrier.spelling->list;
    wr_json *list =
        wr_json_get(reading->context, reading->root, key, WR_JSON_LIST, false, &reading->ok);
    reading->embedded_known = list || !wr_json_find(reading->root, key);
    if (!list || list->count == 0)
        return;
    carrier.arena = wr_arena_create();
    if (!wr_map_took(reading, carrier.arena))
        return;
    read_kit(&carrier, list);
    wr_arena_destroy(carrier.arena);
    if (reading->map->embedded)
        name_rooms(reading);
}

/* ---- Writing -------------------------------------------------------------------------------
 */

void wr_map_write_bytes(struct wr_map_writer *writer, const char *key, const uint8_t *data,
                        size_t size)
{
    struct wr_bytes text = {0};
    wr_base64_encode(&text, data, size);
    wr_bytes_char(&text, '\0');
    if (text.failed)
        writer->no_memory = true;
    else
        wr_dump_text(&writer->dump, key, (const char *)text.data);
    wr_bytes_finish(&text);
}

void wr_map_write_mesh(struct wr_map_writer *writer, const char *key,
                       const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    if (bytes.failed)
        writer->no_memory = true;
    else
        wr_map_write_bytes(writer, key, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

enum wr_result wr_map_write_with(struct wr_context *context, const struct wr_map *map,
                                 struct wr_bytes *out, void write(struct wr_map_writer *))
{
    struct wr_map_writer writer = {.map = map};
    enum wr_result result = wr_map_check(context, map, NULL);
    if (result != WR_OK)
        return result;
    wr_dump_start(&writer.dump, out, true);
    write(&writer);
    wr_dump_end(&writer.dump);
    return writer.no_memory || out->failed ? wr_no_memory(context) : WR_OK;
}
