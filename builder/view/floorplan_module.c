/* From a built module to what a plan shows: the LYT says which rooms there are, walkmeshes
 * where they stand and lead, the report, where there is one, how they are called. */
#include "builder/view/floorplan_module.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/gff.h"
#include "core/format/lyt.h"
#include "core/text/json.h"
#include "kits/kit.h"

#include <string.h>

struct reading {
    struct wr_context *context;
    struct wr_floorplan *floorplan;
    struct wr_arena *scratch;
    const wr_surfaces *surfaces;
    const struct wr_resources *resources;
    struct wr_lyt lyt;
    wr_json *report, *names; /* its rooms */
    bool ok;                 /* of the report */
};

/* ---- Rooms ---- */

static enum wr_result read_room(struct reading *reading, const char *name, const wr_entry *wok,
                                wr_floorplan_room *room)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    struct wr_source source;
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_entry_read(reading->context, floorplan->arena, wok, &source);
    source.binary = true;
    if (result == WR_OK)
        result = wr_bwm_read_room(reading->context, floorplan->arena, &source,
                                  reading->surfaces, &mesh);
    if (result != WR_OK)
        return result;
    const char *called = wr_arena_text(floorplan->arena, name, strlen(name));
    return called && wr_floorplan_stand(floorplan, called, mesh, room)
               ? WR_OK
               : wr_no_memory(reading->context);
}

/* A room without a walkmesh (a blanked slot, a sky) keeps its index and shows nothing. */
static enum wr_result leave_empty(struct reading *reading, wr_floorplan_room *room)
{
    return wr_floorplan_stand(reading->floorplan, "", NULL, room)
               ? WR_OK
               : wr_no_memory(reading->context);
}

static enum wr_result read_rooms(struct reading *reading)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    floorplan->rooms = WR_ZERO(floorplan->arena, wr_floorplan_room, reading->lyt.room_count);
    if (!floorplan->rooms)
        return wr_no_memory(reading->context);
    for (uint32_t i = 0; i < reading->lyt.room_count; i++) {
        const char *name = reading->lyt.rooms[i].model;
        const wr_entry *wok = wr_resources_find(reading->resources, name, WR_RES_WOK);
        enum wr_result result = wok ? read_room(reading, name, wok, &floorplan->rooms[i])
                                    : leave_empty(reading, &floorplan->rooms[i]);
        if (result != WR_OK)
            return result;
        floorplan->room_count = i + 1;
        wr_context_progress(reading->context, "walkmeshes read", i + 1,
                            reading->lyt.room_count);
    }
    return WR_OK;
}

/* ---- The report ---- */

static const char *kept_text(struct reading *reading, wr_json *object, const char *key)
{
    const char *text = NULL;
    wr_json_get_text(reading->context, object, key, true, &text, &reading->ok);
    return text ? wr_arena_text(reading->floorplan->arena, text, strlen(text)) : NULL;
}

/* Several rooms that became one are named together. */
static bool name_room(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    struct wr_bytes joined = {0};
    int64_t index;
    const char *name = kept_text(reading, item, "name");
    if (!wr_json_get_integer(reading->context, item, "index", true, 0, UINT32_MAX, &index,
                             &reading->ok) ||
        !name || index >= floorplan->room_count)
        return true;
    wr_floorplan_room *room = &floorplan->rooms[index];
    if (!room->tip) {
        room->name = room->tip = name;
        return true;
    }
    wr_bytes_print(&joined, "%s + %s", room->name, name);
    if (!joined.failed)
        room->name = room->tip =
            wr_arena_text(floorplan->arena, (const char *)joined.data, joined.size);
    bool fine = !joined.failed && room->name;
    wr_bytes_finish(&joined);
    return fine;
}

/* The floorplan's room that a room of the report became. */
static uint32_t room_called(const struct reading *reading, const char *name)
{
    const wr_json *item = name && reading->names ? reading->names->first : NULL;
    for (; item; item = item->next) {
        const wr_json *index = NULL, *called = NULL;
        for (const wr_json *member = item->first; member; member = member->next) {
            if (member->key && strcmp(member->key, "index") == 0)
                index = member;
            else if (member->key && strcmp(member->key, "name") == 0)
                called = member;
        }
        if (called && called->text && strcmp(called->text, name) == 0)
            return index && index->number >= 0 && index->number < reading->floorplan->room_count
                       ? (uint32_t)index->number
                       : WR_NONE;
    }
    return WR_NONE;
}

/* The edges of a doorway without a room behind bear no transition: it is the open edge nearest
 * to its hook. */
static bool add_end(struct reading *reading, wr_json *item, enum wr_edge_use use)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    wr_vec3 at;
    double distance = INFINITY;
    uint32_t index = room_called(reading, kept_text(reading, item, "room"));
    if (!wr_json_get_vec3(reading->context, item, "position", true, &at, &reading->ok))
        return true;
    wr_floorplan_doorway *doorway =
        wr_floorplan_add_doorway(floorplan, index == WR_NONE ? 0 : index);
    if (!doorway)
        return false;
    doorway->name = kept_text(reading, item, "hook");
    wr_room room = {.mesh = index == WR_NONE ? NULL : floorplan->rooms[index].mesh};
    uint32_t edge = room.mesh ? wr_room_edge_near(&room, at, -1, &distance) : WR_NONE;
    if (edge == WR_NONE || distance > WR_DOOR_OVERLAP)
        return wr_floorplan_add_doorway_point(floorplan, at);
    floorplan->rooms[index].edge_uses[edge] = (uint8_t)use;
    return wr_floorplan_add_doorway_point(
               floorplan, room.mesh->vertices[wr_edge_start(room.mesh, edge)]) &&
           wr_floorplan_add_doorway_point(floorplan,
                                          room.mesh->vertices[wr_edge_end(room.mesh, edge)]);
}

static bool add_closed(struct reading *reading, wr_json *item)
{
    return add_end(reading, item, WR_EDGE_CLOSED);
}

/* Out of the floor, which lies on the left of its edge. */
static void look_out(const struct wr_floorplan *floorplan, wr_floorplan_doorway *doorway)
{
    if (doorway->count < 2)
        return;
    wr_dvec3 a = wr_widen(floorplan->doorway_points[doorway->first]);
    wr_dvec3 b = wr_widen(floorplan->doorway_points[doorway->first + doorway->count - 1]);
    double x = b.y - a.y, y = a.x - b.x, length = sqrt(x * x + y * y);
    doorway->out_x = length > 0 ? x / length : 0;
    doorway->out_y = length > 0 ? y / length : 0;
}

static bool add_exit(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    uint32_t before = floorplan->doorway_count;
    if (!add_end(reading, item, WR_EDGE_LINKED))
        return false;
    if (floorplan->doorway_count == before)
        return true;
    wr_floorplan_doorway *doorway = &floorplan->doorways[before];
    wr_json *title = wr_json_find(item, "title");
    bool titled = title && title->kind == WR_JSON_STRING && *title->text;
    doorway->exit = kept_text(reading, item, titled ? "title" : "module");
    look_out(floorplan, doorway);
    return true;
}

static bool add_marker(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    wr_floorplan_marker marker = {.name = kept_text(reading, item, "name")};
    const char *kind = kept_text(reading, item, "kind");
    wr_json_get_vec3(reading->context, item, "position", true, &marker.position, &reading->ok);
    wr_json_get_f32(reading->context, item, "facing", true, &marker.facing, &reading->ok);
    for (int k = WR_SPAWN; kind && k < WR_MARKER_KINDS; k++)
        if (strcmp(kind, wr_marker_kind_name((enum wr_marker_kind)k)) == 0)
            marker.kind = (enum wr_marker_kind)k;
    wr_floorplan_marker *markers = wr_arena_more(floorplan->arena, floorplan->markers,
                                                 floorplan->marker_count, sizeof *markers);
    if (!markers)
        return false;
    floorplan->markers = markers;
    markers[floorplan->marker_count++] = marker;
    return true;
}

static bool add_route_room(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    uint32_t room = item->kind == WR_JSON_STRING ? room_called(reading, item->text) : WR_NONE;
    if (room == WR_NONE)
        return true;
    uint32_t *route = wr_arena_more(floorplan->arena, floorplan->route, floorplan->route_count,
                                    sizeof *route);
    if (!route)
        return false;
    floorplan->route = route;
    route[floorplan->route_count++] = room;
    return true;
}

/* Calls `each` for the items of a list. */
static bool read_list(struct reading *reading, wr_json *root, const char *key, bool required,
                      bool each(struct reading *, wr_json *))
{
    wr_json *list =
        wr_json_get(reading->context, root, key, WR_JSON_LIST, required, &reading->ok);
    bool fine = true;
    for (wr_json *item = list ? list->first : NULL; item && fine; item = item->next)
        fine = each(reading, item);
    return fine;
}

static void read_entry(struct reading *reading, wr_json *root)
{
    wr_floorplan_spot *entry = &reading->floorplan->entry;
    wr_json *spot =
        wr_json_get(reading->context, root, "entry", WR_JSON_OBJECT, false, &reading->ok);
    if (!spot)
        return;
    entry->there = wr_json_get_vec3(reading->context, spot, "position", true, &entry->position,
                                    &reading->ok);
    wr_json_get_f32(reading->context, spot, "facing", false, &entry->facing, &reading->ok);
}

/* ---- What the generator says ---- */

static wr_floorplan_spot middle_of_room(const struct wr_floorplan *floorplan, uint32_t index)
{
    wr_floorplan_spot spot = {.facing = NAN};
    if (index != WR_NONE)
        spot.there = wr_floorplan_middle_of(floorplan->rooms[index].mesh, &spot.position);
    return spot;
}

/* A room of the report, where a key lies in it. */
static bool add_key(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    if (!wr_json_find(item, "key"))
        return true;
    const char *name = kept_text(reading, item, "key");
    wr_floorplan_spot spot =
        middle_of_room(floorplan, room_called(reading, kept_text(reading, item, "name")));
    wr_floorplan_key *keys =
        wr_arena_more(floorplan->arena, floorplan->keys, floorplan->key_count, sizeof *keys);
    if (!keys)
        return false;
    floorplan->keys = keys;
    if (name && spot.there)
        keys[floorplan->key_count++] = (wr_floorplan_key){name, spot};
    return true;
}

/* A link of the report, where its door is locked or hidden. */
static bool lock_door(struct reading *reading, wr_json *item)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    uint32_t rooms[2] = {WR_NONE, WR_NONE}, count = 0;
    bool hidden = false, locked = wr_json_find(item, "lock") != NULL;
    if (!locked && !wr_json_find(item, "hidden"))
        return true;
    const char *lock = locked ? kept_text(reading, item, "lock") : NULL;
    wr_json *names =
        wr_json_get(reading->context, item, "rooms", WR_JSON_LIST, true, &reading->ok);
    for (wr_json *name = names ? names->first : NULL; name && count < 2; name = name->next)
        rooms[count++] = room_called(reading, name->text);
    wr_json_get_bool(reading->context, item, "hidden", false, &hidden, &reading->ok);
    for (uint32_t i = 0; i < floorplan->doorway_count; i++) {
        wr_floorplan_doorway *doorway = &floorplan->doorways[i];
        if (rooms[0] == WR_NONE || rooms[1] == WR_NONE ||
            !((doorway->room == rooms[0] && doorway->other == rooms[1]) ||
              (doorway->room == rooms[1] && doorway->other == rooms[0])))
            continue;
        doorway->hidden = hidden;
        doorway->lock = lock;
    }
    return true;
}

static enum wr_result read_doors(struct reading *reading)
{
    if (!reading->report)
        return WR_OK;
    if (!read_list(reading, reading->report, "rooms", false, add_key) ||
        !read_list(reading, reading->report, "links", false, lock_door))
        return wr_no_memory(reading->context);
    return reading->ok ? WR_OK : WR_INVALID;
}

static enum wr_result read_generated(struct reading *reading)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    wr_json *generated = reading->report
                             ? wr_json_get(reading->context, reading->report, "generated",
                                           WR_JSON_OBJECT, false, &reading->ok)
                             : NULL;
    if (!generated)
        return WR_OK;
    wr_json *exit = wr_json_find(generated, "exit");
    if (exit && exit->kind == WR_JSON_STRING)
        floorplan->exit = middle_of_room(floorplan, room_called(reading, exit->text));
    if (!read_list(reading, generated, "critical_path", false, add_route_room))
        return wr_no_memory(reading->context);
    return reading->ok ? WR_OK : WR_INVALID;
}

/* ---- The report as a whole ---- */

/* It lies in the module's folder, or beside its archive; NULL in `root` where there is none. */
static enum wr_result open_report(struct reading *reading, wr_json **root)
{
    struct wr_source *source = WR_TAKE(reading->scratch, struct wr_source, 1);
    struct wr_bytes name = {0};
    *root = NULL;
    wr_bytes_text(&name, reading->floorplan->id);
    wr_bytes_add(&name, ".report.json", sizeof ".report.json");
    char *path = name.failed ? NULL
                             : wr_path_join(reading->scratch, reading->resources->folder,
                                            (const char *)name.data);
    wr_bytes_finish(&name);
    if (!path || !source)
        return wr_no_memory(reading->context);
    if (!wr_file_exists(reading->context, path))
        return WR_OK;
    enum wr_result result = wr_file_read(reading->context, reading->scratch, path, source);
    return result == WR_OK ? wr_json_read(reading->context, reading->scratch, source, root)
                           : result;
}

static enum wr_result read_report(struct reading *reading)
{
    wr_json *root;
    enum wr_result result = open_report(reading, &root);
    if (result != WR_OK || !root)
        return result;
    const char *title = NULL;
    wr_json *written = wr_json_find(root, "title");
    if (written && written->kind == WR_JSON_STRING)
        title = kept_text(reading, root, "title");
    reading->floorplan->title = title;
    reading->names = wr_json_find(root, "rooms");
    bool fine = read_list(reading, root, "rooms", true, name_room) &&
                read_list(reading, root, "closed", false, add_closed) &&
                read_list(reading, root, "exits", false, add_exit) &&
                read_list(reading, root, "markers", false, add_marker);
    read_entry(reading, root);
    reading->report = root;
    if (!fine)
        return wr_no_memory(reading->context);
    return reading->ok ? WR_OK : WR_INVALID;
}

/* ---- The arrival ---- */

/* Where the player arrives, unless a report has said it. */
static enum wr_result read_arrival(struct reading *reading)
{
    const wr_entry *part = wr_resources_find(reading->resources, "module", WR_RES_IFO);
    wr_floorplan_spot *entry = &reading->floorplan->entry;
    struct wr_source source;
    struct wr_gff *gff;
    if (entry->there || !part || !part->resource)
        return WR_OK;
    enum wr_result result = wr_entry_read(reading->context, reading->scratch, part, &source);
    if (result == WR_OK)
        result = wr_gff_read(reading->context, reading->scratch, &source, &gff);
    if (result != WR_OK)
        return result;
    double x = (double)wr_gff_float(gff->root, "Mod_Entry_Dir_X", 1);
    double y = (double)wr_gff_float(gff->root, "Mod_Entry_Dir_Y", 0);
    entry->facing = (float)wr_bearing_of(x, y);
    entry->position = wr_vec3_of(wr_gff_float(gff->root, "Mod_Entry_X", 0),
                                 wr_gff_float(gff->root, "Mod_Entry_Y", 0),
                                 wr_gff_float(gff->root, "Mod_Entry_Z", 0));
    entry->there = wr_vec3_finite(entry->position) && isfinite(entry->facing);
    return WR_OK;
}

/* ---- The whole ---- */

static enum wr_result read_module(struct reading *reading, const char *id,
                                  const struct wr_source *lyt)
{
    struct wr_floorplan *floorplan = reading->floorplan;
    floorplan->id = wr_arena_text(floorplan->arena, id, strlen(id));
    if (!floorplan->id)
        return wr_no_memory(reading->context);
    enum wr_result result = wr_lyt_read(reading->context, reading->scratch, lyt, &reading->lyt);
    if (result == WR_OK)
        result = read_rooms(reading);
    if (result == WR_OK)
        result = read_report(reading);
    for (uint32_t r = 0; result == WR_OK && r < floorplan->room_count; r++)
        if (!wr_floorplan_open(floorplan, r))
            result = wr_no_memory(reading->context);
    if (result == WR_OK)
        result = read_doors(reading);
    if (result == WR_OK)
        result = read_generated(reading);
    if (result == WR_OK)
        result = read_arrival(reading);
    return result == WR_OK ? wr_floorplan_finish(reading->context, floorplan) : result;
}

enum wr_result wr_floorplan_of_module(struct wr_context *context,
                                      const struct wr_resources *resources, const char *id,
                                      const struct wr_source *lyt, const wr_surfaces *surfaces,
                                      struct wr_floorplan **out)
{
    struct reading reading = {.context = context,
                              .floorplan = wr_floorplan_create(),
                              .scratch = wr_arena_create(),
                              .surfaces = surfaces,
                              .resources = resources,
                              .ok = true};
    enum wr_result result = reading.floorplan && reading.scratch
                                ? read_module(&reading, id, lyt)
                                : wr_no_memory(context);
    wr_arena_destroy(reading.scratch);
    if (result == WR_OK)
        *out = reading.floorplan;
    else
        wr_floorplan_free(reading.floorplan);
    return result;
}
