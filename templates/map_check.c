/* The rules of a map that can be judged without its kits. */
#include <stdlib.h>
#include <string.h>

#include "core/base/math.h"
#include "core/base/path.h"
#include "core/base/tolerance.h"
#include "kits/kit.h"
#include "templates/map.h"
#include "templates/map_judge.h"

static wr_json *root_of(const struct judge *judge)
{
    return judge->reading ? judge->reading->root : NULL;
}

static wr_json *room_place(const struct judge *judge, uint32_t room)
{
    return judge->reading ? judge->reading->rooms[room] : NULL;
}

/* ---- Single values ----------------------------------------------------------------------- */

/* The rooms' names take more of it than the game does; who is told only one limit meets the
 * other next. */
static void judge_long_id(struct judge *judge, struct spot spot, const char *id, size_t size)
{
    unsigned rooms = judge->map->room_count, most = WR_MAP_LONGEST_ID - (sizeof "_room" - 1);
    for (unsigned last = rooms ? rooms - 1 : 0; most > 0; last /= 10) {
        most--;
        if (last < 10)
            break;
    }
    fault(judge, spot, "id-too-long",
          "the game knows names of 16 characters, and each room's is <id>_room<number>",
          "the id '%.64s' has %zu characters; with %u room%s it may have at most %u", id, size,
          rooms, rooms == 1 ? "" : "s", most);
}

static void judge_id(struct judge *judge)
{
    const char *id = judge->map->id;
    struct spot spot = at(root_of(judge), "id");
    if (!id && judge->reading)
        return;
    size_t size = id ? strlen(id) : 0;
    size_t known = id ? strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    if (size == 0)
        fault(judge, spot, "map-empty-text", NULL, "the id is empty");
    else if (known < size)
        fault(judge, spot, "id-characters", "an id is made of a-z, 0-9 and _",
              "the id '%.64s' holds a character the game does not take in a name", id);
    else if (wr_name_reserved(id))
        fault(judge, spot, "id-reserved", "choose another id",
              "the id '%s' is the name of a device on Windows", id);
    else if (size > WR_MAP_LONGEST_ID)
        judge_long_id(judge, spot, id, size);
}

static void judge_colour(struct judge *judge, const char *key, const float colour[3])
{
    struct spot spot = at(root_of(judge), key);
    for (unsigned i = 0; i < 3; i++) {
        float part = colour[i];
        char number[WR_NUMBER_SIZE];
        if (part >= 0.0f && part <= 1.0f)
            continue;
        wr_print_f32(number, part);
        fault(judge, item_at(spot, i), "map-lighting",
              "red, green and blue lie between 0 and 1", "the %s of the %s is %s",
              (const char *[]){"red", "green", "blue"}[i], key, number);
    }
}

/* A length that is said is above 0 and at most a metre. */
static void judge_length(struct judge *judge, const char *key, float length, double most,
                         const char *slug)
{
    char number[WR_NUMBER_SIZE];
    if (isnan(length) || (length > 0.0f && length <= (float)most))
        return;
    wr_print_f32(number, length);
    fault(judge, at(root_of(judge), key), slug, NULL,
          "the %s is %s m, which is not above 0 and at most %s m", key, number,
          wr_fixed(most, 1).text);
}

static void judge_door_pairs(struct judge *judge)
{
    wr_json *root = root_of(judge), *list = root ? member(root, "door_pairs") : NULL;
    wr_json *pair = list ? list->first : NULL;
    for (uint32_t i = 0; i < judge->map->door_pair_count; i++) {
        for (unsigned side = 0; side < 2; side++)
            judge_text(judge, item_at(at(pair, NULL), side),
                       judge->map->door_pairs[i].doors[side], "door of a pair");
        pair = pair ? pair->next : NULL;
    }
}

static void judge_kits(struct judge *judge)
{
    struct spot spot = at(root_of(judge), "kits");
    for (uint32_t i = 0; i < judge->map->kit_count; i++)
        judge_text(judge, item_at(spot, i), judge->map->kits[i], "path to a kit");
}

/* ---- Rooms ------------------------------------------------------------------------------- */

/* Which stretches there are only the kit knows. */
static void judge_lengths(struct judge *judge, uint32_t index)
{
    const wr_map_room *room = &judge->map->rooms[index];
    struct spot spot = at(room_place(judge, index), "stretch");
    if (!room->lengths)
        return;
    if (room->length_count == 0 || room->length_count > WR_MOST_STRETCHES)
        fault(judge, spot, "stretch-count", "give one length a stretch of the kit room",
              "%s has %lu lengths; a room has 1 to %d stretches", room_label(judge, index),
              (unsigned long)room->length_count, (int)WR_MOST_STRETCHES);
    for (uint32_t i = 0; i < room->length_count; i++)
        if (!isfinite(room->lengths[i]))
            fault(judge, item_at(spot, i), "stretch-length", NULL,
                  "a length of %s is not a number", room_label(judge, index));
    if (room->mesh)
        fault(judge, spot, "map-both", "remove one of the two",
              "a room with a 'walkmesh' of its own cannot have a 'stretch'");
}

static void judge_room(struct judge *judge, uint32_t index)
{
    const wr_map_room *room = &judge->map->rooms[index];
    wr_json *json = room_place(judge, index);
    judge_text(judge, at(json, "name"), room->name, "name of a room");
    judge_text(judge, at(json, "room"), room->room, "room to place");
    if (room->kit)
        judge_text(judge, at(json, "kit"), room->kit, "kit of a room");
    if (room->group)
        judge_text(judge, at(json, "group"), room->group, "group of a room");
    if (room->key)
        judge_text(judge, at(json, "key"), room->key, "key of a room");
    wr_map_judge_point(judge, at(json, "position"), room->placement.position,
                       room_label(judge, index));
    wr_map_judge_angle(judge, at(json, "turn"), room->placement.turn, judge->label);
    judge_lengths(judge, index);
}

/* ---- What the module calls rooms --------------------------------------------------------- */

/* A resource's name, as files and archives have it. */
static void judge_resref(struct judge *judge, uint32_t index)
{
    const char *resref = judge->map->rooms[index].resref;
    struct spot spot = at(room_place(judge, index), "resref");
    size_t size = strlen(resref);
    if (size == 0)
        fault(judge, spot, "map-empty-text", NULL, "the resref of a room is empty");
    else if (strspn(resref, WR_RESREF_CHARACTERS) < size)
        fault(judge, spot, "resref-characters", "a resref is made of a-z, 0-9 and _",
              "the resref '%.64s' holds a character the game does not take in a name", resref);
    else if (size > WR_MAP_LONGEST_ID)
        fault(judge, spot, "resref-too-long", "shorten it, or leave it to the build",
              "the resref '%.64s' has %zu characters; the game knows names of %d", resref, size,
              WR_MAP_LONGEST_ID);
    else if (wr_name_reserved(resref))
        fault(judge, spot, "id-reserved", "choose another resref",
              "the resref '%s' is the name of a device on Windows", resref);
}

/* Rooms with a resref, by it. */
static enum wr_result judge_resrefs(struct judge *judge)
{
    const struct wr_map *map = judge->map;
    const char **items = WR_TAKE(judge->scratch, const char *, map->room_count);
    uint32_t *rooms = WR_TAKE(judge->scratch, uint32_t, map->room_count), count = 0;
    struct wr_names names;
    if (!items || !rooms)
        return wr_no_memory(judge->context);
    for (uint32_t i = 0; i < map->room_count; i++) {
        if (!map->rooms[i].resref)
            continue;
        judge_resref(judge, i);
        items[count] = map->rooms[i].resref;
        rooms[count++] = i;
    }
    enum wr_result result = wr_names_make(judge->context, judge->scratch, items, count, &names);
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        uint32_t first = wr_names_find(&names, items[i]);
        if (first != i && *items[i])
            fault(judge, at(room_place(judge, rooms[i]), "resref"), "resref-duplicate",
                  "a module has each name once",
                  "two rooms of the map have the resref '%.64s', rooms %lu and %lu", items[i],
                  (unsigned long)rooms[first], (unsigned long)rooms[i]);
    }
    return result;
}

static void judge_room_name(struct judge *judge, const char *name, uint32_t first,
                            uint32_t second)
{
    wr_json *json = room_place(judge, second);
    if (!json || member(json, "name"))
        fault(judge, at(json, "name"), "room-duplicate", "give each room its own name",
              "two rooms of the map are called '%.64s', rooms %lu and %lu", name,
              (unsigned long)first, (unsigned long)second);
    else
        fault(judge, at(json, NULL), "room-duplicate", "give this room a name",
              "a room without a name would be called '%.64s' here, as room %lu is", name,
              (unsigned long)first);
}

static void judge_rooms(struct judge *judge, const struct wr_names *names)
{
    const struct wr_map *map = judge->map;
    bool known = !judge->reading || judge->reading->names_known;
    if (map->room_count == 0 && known)
        fault(judge, at(root_of(judge), "rooms"), "map-empty", NULL, "the map places no room");
    for (uint32_t i = 0; i < map->room_count; i++)
        judge_room(judge, i);
    for (uint32_t i = 0; known && i < map->room_count; i++) {
        uint32_t first = wr_names_find(names, names->items[i]);
        if (first != i)
            judge_room_name(judge, names->items[i], first, i);
    }
}

/* ---- Rooms the map carries itself ----------------------------------------------------------
 */

static void judge_embedded_room(struct judge *judge, const struct wr_names *names,
                                uint32_t index)
{
    const wr_room *room = &judge->map->embedded->rooms[index];
    wr_json *json = judge->reading ? judge->reading->embedded[index] : NULL;
    judge_text(judge, at(json, "id"), room->id, "id of an embedded room");
    if (wr_names_find(names, names->items[index]) != index)
        fault(judge, at(json, "id"), "embedded-duplicate", NULL,
              "two embedded rooms have the id '%.64s'", names->items[index]);
    wr_json *hook = json ? member(json, "hooks") : NULL;
    hook = hook ? hook->first : NULL;
    for (uint32_t i = 0; i < room->hook_count; i++, hook = hook ? hook->next : NULL)
        wr_map_judge_point(judge, at(hook, "position"), room->hooks[i].position,
                           "a hook of an embedded room");
}

/* Writing keeps no doors: each hook of an embedded room has the same one. */
static void judge_embedded_doors(struct judge *judge)
{
    const struct wr_kit *kit = judge->map->embedded;
    for (uint32_t i = 0; i < kit->door_count; i++)
        if (kit->doors[i].width != WR_EMBEDDED_WIDTH ||
            kit->doors[i].height != WR_EMBEDDED_HEIGHT ||
            strcmp(kit->doors[i].name, WR_EMBEDDED_DOOR) != 0)
            fault(judge, at(NULL, NULL), "embedded-door", "make a kit of these rooms",
                  "the embedded rooms have a door '%.64s', and a map file can only hold '%s', "
                  "%s m wide and %s m high",
                  kit->doors[i].name, WR_EMBEDDED_DOOR, wr_fixed(WR_EMBEDDED_WIDTH, 1).text,
                  wr_fixed(WR_EMBEDDED_HEIGHT, 1).text);
}

static void judge_carried(struct judge *judge, const struct wr_names *names, uint32_t index)
{
    const wr_map_room *room = &judge->map->rooms[index];
    if (room->kit || !room->room || wr_names_find(names, room->room) != WR_NONE)
        return;
    fault(judge, at(room_place(judge, index), "room"), "embedded-unknown", NULL,
          "the map carries no room '%.64s' itself", room->room);
}

static enum wr_result judge_embedded(struct judge *judge)
{
    const struct wr_map *map = judge->map;
    uint32_t count = map->embedded ? map->embedded->room_count : 0;
    if (judge->reading && !judge->reading->embedded_known)
        return WR_OK;
    struct wr_names names;
    enum wr_result result =
        wr_names_of_embedded(judge->context, judge->scratch, map, false, &names);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < count; i++)
        judge_embedded_room(judge, &names, i);
    for (uint32_t i = 0; i < map->room_count; i++)
        judge_carried(judge, &names, i);
    if (map->embedded)
        judge_embedded_doors(judge);
    return WR_OK;
}

/* ---- Links ------------------------------------------------------------------------------- */

/* One end of a link, number 2 * link + side; or an exit, of numbers behind those. */
struct doorway {
    uint32_t room, end;
    const char *hook;
};

static int by_doorway(const void *a, const void *b)
{
    const struct doorway *first = a, *second = b;
    if (first->room != second->room)
        return first->room < second->room ? -1 : 1;
    int order = strcmp(first->hook, second->hook);
    if (order != 0)
        return order;
    return first->end < second->end ? -1 : first->end > second->end;
}

/* Marks each end of a link, and each exit, whose doorway an earlier one has named. */
static bool find_repeated(struct judge *judge, bool *repeated)
{
    const struct wr_map *map = judge->map;
    size_t links = 2 * (size_t)map->link_count, count = links + map->exit_count;
    struct doorway *ends = WR_TAKE(judge->scratch, struct doorway, count);
    if (!ends)
        return false;
    for (size_t i = 0; i < links; i++) {
        const char *hook = map->links[i / 2].hooks[i % 2];
        ends[i] =
            (struct doorway){map->links[i / 2].rooms[i % 2], (uint32_t)i, hook ? hook : ""};
    }
    for (size_t i = links; i < count; i++) {
        const wr_map_exit *exit = &map->exits[i - links];
        ends[i] = (struct doorway){exit->room, (uint32_t)i, exit->hook ? exit->hook : ""};
    }
    qsort(ends, count, sizeof *ends, by_doorway);
    for (size_t i = 1; i < count; i++)
        if (ends[i - 1].room == ends[i].room && strcmp(ends[i - 1].hook, ends[i].hook) == 0)
            repeated[ends[i].end] = true;
    return true;
}

static void judge_link(struct judge *judge, uint32_t index, const bool *repeated)
{
    const wr_map_link *link = &judge->map->links[index];
    wr_json *json = judge->reading ? judge->reading->links[index] : NULL;
    if (link->rooms[0] == link->rooms[1]) {
        fault(judge, at(json, NULL), "link-self", NULL, "a link leads from %s to the same room",
              room_label(judge, link->rooms[0]));
        return;
    }
    if (link->lock)
        judge_text(judge, at(json, "lock"), link->lock, "lock of a link");
    else if (link->optional || (json && member(json, "optional") && !member(json, "lock")))
        fault(judge, at(json, "optional"), "optional-without-lock", "give the link a 'lock'",
              "a link without a lock cannot be optional");
    for (uint32_t side = 0; side < 2; side++) {
        struct spot spot = at(json, side == 0 ? "from" : "to");
        judge_text(judge, item_at(spot, 1), link->hooks[side], "doorway of a link");
        if (repeated[side])
            fault(judge, item_at(spot, 1), "link-doorway-twice",
                  "a doorway leads to one room only", "doorway '%.64s' of %s is in two links",
                  link->hooks[side], room_label(judge, link->rooms[side]));
    }
}

static bool link_is_whole(struct judge *judge, uint32_t index)
{
    const wr_map_link *link = &judge->map->links[index];
    if (link->rooms[0] < judge->map->room_count && link->rooms[1] < judge->map->room_count)
        return true;
    fault(judge, at(NULL, NULL), "link-room", NULL,
          "link %lu names a room the map does not have", (unsigned long)index);
    return false;
}

static enum wr_result judge_links(struct judge *judge)
{
    uint32_t count = judge->map->link_count;
    bool *repeated = WR_ZERO(judge->scratch, bool, 2 * (size_t)count + judge->map->exit_count);
    if (!repeated || !find_repeated(judge, repeated))
        return wr_no_memory(judge->context);
    for (uint32_t i = 0; i < count; i++)
        if (link_is_whole(judge, i))
            judge_link(judge, i, repeated + 2 * (size_t)i);
    return wr_map_judge_exits(judge, repeated + 2 * (size_t)count);
}

/* ---- Keys and locks ---------------------------------------------------------------------- */

/* Rooms with keys, by the keys' names; `rooms` says whose each is. */
static enum wr_result list_keys(struct judge *judge, struct wr_names *out, uint32_t **rooms)
{
    const struct wr_map *map = judge->map;
    const char **items = WR_TAKE(judge->scratch, const char *, map->room_count);
    *rooms = WR_TAKE(judge->scratch, uint32_t, map->room_count);
    uint32_t count = 0;
    for (uint32_t i = 0; items && *rooms && i < map->room_count; i++)
        if (map->rooms[i].key) {
            (*rooms)[count] = i;
            items[count++] = map->rooms[i].key;
        }
    if (!items || !*rooms)
        return wr_no_memory(judge->context);
    return wr_names_make(judge->context, judge->scratch, items, count, out);
}

/* Marks the key a lock names; a lock no room has the key of can never be opened. */
static void judge_lock(struct judge *judge, const struct wr_names *keys, bool *used,
                       wr_json *json, const char *lock)
{
    uint32_t key = lock && *lock ? wr_names_find(keys, lock) : 0;
    if (!lock || !*lock)
        return;
    if (key != WR_NONE)
        used[key] = true;
    else
        fault(judge, at(json, "lock"), "lock-without-key", "give a room this 'key'",
              "no room has the key '%.64s'", lock);
}

static void judge_locks(struct judge *judge, const struct wr_names *keys, bool *used)
{
    const struct wr_map *map = judge->map;
    for (uint32_t i = 0; i < map->link_count; i++)
        judge_lock(judge, keys, used, judge->reading ? judge->reading->links[i] : NULL,
                   map->links[i].lock);
    for (uint32_t i = 0; i < map->exit_count; i++)
        judge_lock(judge, keys, used, judge->reading ? judge->reading->exits[i] : NULL,
                   map->exits[i].lock);
}

static enum wr_result judge_keys(struct judge *judge)
{
    struct wr_names keys;
    uint32_t *rooms;
    enum wr_result result = list_keys(judge, &keys, &rooms);
    if (result != WR_OK)
        return result;
    bool *used = WR_ZERO(judge->scratch, bool, keys.count);
    if (!used)
        return wr_no_memory(judge->context);
    judge_locks(judge, &keys, used);
    bool whole = judge->ok && (!judge->reading || judge->reading->ok);
    for (uint32_t i = 0; whole && i < keys.count; i++)
        if (!used[wr_names_find(&keys, keys.items[i])]) {
            wr_json *json = place_of(at(room_place(judge, rooms[i]), "key"));
            wr_warn(judge->context, json ? json->where : WR_NOWHERE, "key-unused", NULL,
                    "no lock needs the key '%.64s'", keys.items[i]);
        }
    return WR_OK;
}

/* ---- The whole --------------------------------------------------------------------------- */

static void judge_entry(struct judge *judge)
{
    const wr_map_entry *entry = &judge->map->entry;
    wr_json *json = judge->reading ? member(judge->reading->root, "entry") : NULL;
    if (entry->room == WR_NONE && !json)
        return;
    if (!json && entry->room >= judge->map->room_count)
        fault(judge, at(json, NULL), "entry-room", NULL,
              "the entry is in a room the map does not have");
    if (entry->marker)
        judge_text(judge, at(json, "marker"), entry->marker, "marker of the entry");
    wr_map_judge_point(judge, at(json, "position"), entry->position, "the entry");
    wr_map_judge_angle(judge, at(json, "facing"), entry->facing, "the entry");
    if (entry->tag)
        judge_text(judge, at(json, "tag"), entry->tag, "tag of the entry");
    wr_map_judge_tag(judge, at(json, "tag"), entry->tag);
}

static enum wr_result judge_map(struct judge *judge)
{
    struct wr_names names = {0};
    enum wr_result result = WR_OK;
    if (judge->reading)
        names = judge->reading->names;
    else
        result = wr_names_of_rooms(judge->context, judge->scratch, judge->map, &names);
    if (result != WR_OK)
        return result;
    judge_id(judge);
    judge_kits(judge);
    judge_door_pairs(judge);
    judge_colour(judge, "lighting", judge->map->lighting);
    if (judge->map->has_sun)
        judge_colour(judge, "sun", judge->map->sun);
    judge_length(judge, "tolerance", judge->map->tolerance, WR_NEAR_MISS, "map-tolerance");
    judge_length(judge, "overlap", judge->map->overlap, WR_OVERLAP_MOST, "map-overlap");
    judge_rooms(judge, &names);
    judge_entry(judge);
    wr_map_judge_things(judge);
    result = judge_embedded(judge);
    if (result == WR_OK)
        result = judge_resrefs(judge);
    if (result == WR_OK)
        result = wr_map_check_replaces(judge->context, judge->scratch, judge->map);
    judge->ok &= result != WR_INVALID;
    if (result != WR_NO_MEMORY)
        result = judge_links(judge);
    if (result == WR_OK && judge->map->visible_count > 0)
        result = wr_map_judge_visible(judge);
    return result == WR_OK ? judge_keys(judge) : result;
}

enum wr_result wr_map_check(struct wr_context *context, const struct wr_map *map,
                            struct wr_map_reading *reading)
{
    struct judge judge = {.context = context, .map = map, .reading = reading, .ok = true};
    judge.scratch = reading ? reading->scratch : wr_arena_create();
    if (!judge.scratch)
        return wr_no_memory(context);
    enum wr_result result = judge_map(&judge);
    if (!reading)
        wr_arena_destroy(judge.scratch);
    if (result != WR_OK)
        return result;
    if (reading)
        reading->ok &= judge.ok;
    return judge.ok ? WR_OK : WR_INVALID;
}
