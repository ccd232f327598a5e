/* The names of a module's rooms, and whether the game can hold them. */
#include "builder/layout/names.h"

#include <stdio.h>
#include <string.h>

#include "core/base/path.h"
#include "core/base/text.h"

static unsigned digits_of(uint32_t number)
{
    unsigned digits = 1;
    while (number >= 10) {
        number /= 10;
        digits++;
    }
    return digits;
}

#define ROOM "_room"
enum { ROOM_MARK = sizeof ROOM - 1, MAP_MARK = sizeof "lbl_map" - 1 };

wr_where wr_names_id_where(const struct wr_layout *layout)
{
    const struct wr_map *map = layout->map;
    if (!map->source || layout->id != map->id)
        return WR_NOWHERE;
    return wr_at(map->source, map->id_place.offset);
}

/* ---- Giving them ------------------------------------------------------------------------- */

bool wr_name_numbered(const char *name, const char *id, const char *middle, uint32_t *number)
{
    size_t head = strlen(id), part = strlen(middle);
    char again[16];
    if (strncmp(name, id, head) != 0 || strncmp(name + head, middle, part) != 0 ||
        !wr_parse_u32(wr_view_of(name + head + part), number))
        return false;
    snprintf(again, sizeof again, "%u", (unsigned)*number);
    return strcmp(again, name + head + part) == 0;
}

static bool is_room(const char *name, const struct wr_layout *layout, uint32_t *number)
{
    return wr_name_numbered(name, layout->id, ROOM, number);
}

static const char *numbered(const struct wr_layout *layout, uint32_t number)
{
    size_t size = strlen(layout->id) + sizeof ROOM + 11;
    char *name = WR_TAKE(layout->arena, char, size);
    if (name)
        snprintf(name, size, "%s" ROOM "%u", layout->id, (unsigned)number);
    return name;
}

/* What the map calls an area room; NULL where it leaves that to the build. */
static const char *stated(const struct wr_layout *layout, uint32_t area_room)
{
    uint32_t room = layout->area_rooms[area_room].first;
    while (room != WR_NONE && !layout->map->rooms[room].resref)
        room = layout->rooms[room].next;
    return room == WR_NONE ? NULL : layout->map->rooms[room].resref;
}

/* The numbers that stated names have taken, below three times the count of rooms: of those
 * behind all indices one is always free. */
static bool *find_taken(const struct wr_layout *layout, struct wr_arena *arena)
{
    uint32_t number;
    size_t most = 3 * (size_t)layout->area_room_count;
    bool *taken = WR_ZERO(arena, bool, most);
    for (uint32_t i = 0; taken && i < layout->area_room_count; i++) {
        const char *name = stated(layout, i);
        if (name && is_room(name, layout, &number) && number < most)
            taken[number] = true;
    }
    return taken;
}

bool wr_names_give(struct wr_layout *layout)
{
    uint32_t count = layout->area_room_count, behind = count;
    const char **names = WR_TAKE(layout->arena, const char *, count);
    bool *taken = find_taken(layout, layout->arena);
    if (!names || !taken)
        return false;
    layout->names = names;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = i;
        names[i] = stated(layout, i);
        while (!names[i] && taken[number])
            number = behind++;
        if (!names[i])
            names[i] = numbered(layout, number);
        if (!names[i])
            return false;
    }
    return true;
}

/* ---- Checking them ----------------------------------------------------------------------- */

/* The number with the most digits that a room without a name of its own has; WR_NONE where all
 * rooms have their own. */
static uint32_t highest_number(const struct wr_layout *layout)
{
    uint32_t number, highest = WR_NONE;
    for (uint32_t i = 0; i < layout->area_room_count; i++)
        if (!stated(layout, i) && is_room(layout->names[i], layout, &number) &&
            (highest == WR_NONE || number > highest))
            highest = number;
    return highest;
}

static enum wr_result check_length(struct wr_context *context, const struct wr_layout *layout,
                                   bool mod)
{
    uint32_t number = highest_number(layout);
    size_t longest = WR_LONGEST_NAME, size = strlen(layout->id);
    if (number != WR_NONE)
        longest -= ROOM_MARK + digits_of(number);
    bool minimap = mod && longest > WR_LONGEST_NAME - MAP_MARK;
    longest = minimap ? WR_LONGEST_NAME - MAP_MARK : longest;
    if (size <= longest)
        return WR_OK;
    return wr_fail(
        context, WR_LIMIT, wr_names_id_where(layout), "id-too-long",
        minimap ? "shorten it, or give --id: the game knows names of 16 characters, and the "
                  "minimap is lbl_map<id>"
                : "shorten it, or give --id: the game knows names of 16 characters, and each "
                  "room's "
                  "is <id>_room<number>",
        "the id '%s' has %zu characters; with %u room%s%s it may have at most %zu", layout->id,
        size, (unsigned)layout->area_room_count, layout->area_room_count == 1 ? "" : "s",
        minimap ? " and --mod" : "", longest);
}

/* ---- Names that Warren gives to something else ---- */

/* Models without a walkmesh follow the rooms under `<id>_pad<n>` and `<id>_sky`. */
static bool is_warrens(const char *name, const char *id)
{
    size_t size = strlen(id);
    uint32_t number;
    return wr_name_numbered(name, id, "_pad", &number) ||
           (strncmp(name, id, size) == 0 && strcmp(name + size, "_sky") == 0);
}

static enum wr_result check_stated(struct wr_context *context, const struct wr_layout *layout)
{
    const struct wr_map *map = layout->map;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < map->room_count; i++) {
        const wr_map_room *room = &map->rooms[i];
        if (room->resref && is_warrens(room->resref, layout->id))
            result = wr_fail(context, WR_INVALID, wr_where_in_map(map, room->resref_place),
                             "resref-taken", "give the room another 'resref', or none",
                             "room '%.64s' cannot be called '%s': so is a model of Warren's, "
                             "which no room is",
                             room->name, room->resref);
    }
    return result;
}

enum wr_result wr_names_check(struct wr_context *context, const struct wr_layout *layout,
                              bool mod)
{
    size_t size = strlen(layout->id);
    if (size == 0 || strspn(layout->id, "abcdefghijklmnopqrstuvwxyz0123456789_") != size)
        return wr_fail(context, WR_INVALID, wr_names_id_where(layout), "id-characters",
                       "an id is made of a-z, 0-9 and _",
                       "the id '%.64s' holds a character the game does not take in a name",
                       layout->id);
    if (wr_name_reserved(layout->id))
        return wr_fail(context, WR_INVALID, wr_at(layout->map->source, WR_WHOLE_FILE),
                       "id-reserved", "choose another id",
                       "the id '%s' is the name of a device on Windows", layout->id);
    enum wr_result result = check_length(context, layout, mod);
    enum wr_result own = check_stated(context, layout);
    return result == WR_OK ? own : result;
}

/* ---- Files ------------------------------------------------------------------------------- */

wr_room_file wr_room_file_of(const struct wr_layout *layout, uint32_t area_room)
{
    wr_room_file file;
    snprintf(file.name, sizeof file.name, "%.48s.wok", layout->names[area_room]);
    return file;
}

bool wr_room_file_stale(const struct wr_layout *layout, const char *name)
{
    size_t size = strlen(name), tail = sizeof ".wok" - 1;
    char stem[64];
    uint32_t number;
    if (size <= tail || size - tail >= sizeof stem || strcmp(name + size - tail, ".wok") != 0)
        return false;
    memcpy(stem, name, size - tail);
    stem[size - tail] = '\0';
    if (!is_room(stem, layout, &number))
        return false;
    if (number < layout->area_room_count && strcmp(layout->names[number], stem) == 0)
        return false;
    for (uint32_t i = 0; i < layout->area_room_count; i++)
        if (strcmp(layout->names[i], stem) == 0)
            return false;
    return true;
}

void wr_key_tag(const char *key, char out[WR_LONGEST_TAG + 1])
{
    snprintf(out, WR_LONGEST_TAG + 1, "key_%s", key);
}
