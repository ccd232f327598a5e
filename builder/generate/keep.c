/* A part of a map: rooms by their names, and whatever belongs to nothing but them. */
#include "builder/generate/keep.h"

#include "core/base/path.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "templates/map.h"

#include <string.h>

/* What is taken over, and which number each room has in it. */
struct part {
    const struct wr_map *map;
    struct wr_map *out;
    struct wr_arena *arena;
    uint32_t *numbers; /* one a room of the map, or WR_NONE */
};

wr_where wr_map_whole(const struct wr_map *map)
{
    return map->source ? wr_at(map->source, WR_WHOLE_FILE) : WR_NOWHERE;
}

/* ---- Rooms ---- */

static enum wr_result fits_nothing(struct wr_context *context, const struct wr_map *map,
                                   const char *pattern)
{
    char hint[WR_SUGGESTION_SIZE];
    return wr_fail(context, WR_NOT_FOUND, wr_map_whole(map), "keep-nothing",
                   wr_suggestion_among(hint, pattern, map->rooms, map->room_count,
                                       sizeof *map->rooms, offsetof(wr_map_room, name)),
                   "the map has no room '%.64s' to keep", pattern);
}

/* Marks the rooms whose names fit. */
static bool mark(const struct part *p, const char *pattern)
{
    bool any = false;
    for (uint32_t i = 0; i < p->map->room_count; i++)
        if (wr_view_fits(wr_view_of(pattern), wr_view_of(p->map->rooms[i].name))) {
            p->numbers[i] = 0;
            any = true;
        }
    return any;
}

static enum wr_result choose_rooms(struct wr_context *context, struct part *p,
                                   const struct wr_generator_options *options)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < p->map->room_count; i++)
        p->numbers[i] = options->room_count == 0 ? 0 : WR_NONE;
    for (uint32_t i = 0; i < options->room_count; i++)
        if (!mark(p, options->rooms[i]))
            result = fits_nothing(context, p->map, options->rooms[i]);
    return result;
}

static bool take_rooms(struct part *p)
{
    wr_map_room *rooms = WR_TAKE(p->arena, wr_map_room, p->map->room_count);
    p->out->rooms = rooms;
    p->out->room_count = 0;
    for (uint32_t i = 0; rooms && i < p->map->room_count; i++) {
        if (p->numbers[i] == WR_NONE)
            continue;
        p->numbers[i] = p->out->room_count;
        rooms[p->out->room_count++] = p->map->rooms[i];
    }
    return rooms != NULL;
}

/* ---- What belongs to them ---- */

static bool is_kept(const struct part *p, uint32_t room)
{
    return room != WR_NONE && p->numbers[room] != WR_NONE;
}

/* Gives the rooms that something is about their numbers in the part; false where one of them is
 * not kept. What stands in no room belongs to all of them together. */
static bool renumber(const struct part *p, unsigned char *at, uint32_t count)
{
    bool all = p->out->room_count == p->map->room_count;
    uint32_t rooms[2];
    memcpy(rooms, at, count * sizeof *rooms);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_kept(p, rooms[i]) && !(all && rooms[i] == WR_NONE))
            return false;
        rooms[i] = rooms[i] == WR_NONE ? WR_NONE : p->numbers[rooms[i]];
    }
    memcpy(at, rooms, count * sizeof *rooms);
    return true;
}

/* A copy of those of some things that are about kept rooms alone: `rooms` of them, which each
 * thing names at an offset. NULL when memory is out. */
static void *take(const struct part *p, const void *things, uint32_t *count, size_t size,
                  size_t offset, uint32_t rooms)
{
    unsigned char *out = wr_arena_copy(p->arena, things, *count, size);
    uint32_t kept = 0;
    for (uint32_t i = 0; out && i < *count; i++) {
        memmove(out + kept * size, out + i * size, size);
        kept += renumber(p, out + kept * size + offset, rooms);
    }
    *count = kept;
    return out;
}

static bool take_things(struct part *p)
{
    struct wr_map *out = p->out;
    out->links = take(p, out->links, &out->link_count, sizeof *out->links,
                      offsetof(wr_map_link, rooms), 2);
    out->exits = take(p, out->exits, &out->exit_count, sizeof *out->exits,
                      offsetof(wr_map_exit, room), 1);
    out->things = take(p, out->things, &out->thing_count, sizeof *out->things,
                       offsetof(wr_map_thing, room), 1);
    out->visible = take(p, out->visible, &out->visible_count, sizeof *out->visible,
                        offsetof(wr_map_sight, rooms), 2);
    return out->links && out->exits && out->things && out->visible;
}

/* Doors of rooms that go, go with them: that is what a door without a room says. */
static bool take_doors(struct part *p)
{
    uint32_t count = p->map->replaces.door_count;
    wr_map_door *doors = WR_TAKE(p->arena, wr_map_door, count);
    p->out->replaces.doors = doors;
    for (uint32_t i = 0; doors && i < count; i++) {
        doors[i] = p->map->replaces.doors[i];
        doors[i].room = is_kept(p, doors[i].room) ? p->numbers[doors[i].room] : WR_NONE;
    }
    return doors != NULL;
}

/* As they are from anywhere, not from beside the map alone. */
static bool take_kits(struct part *p)
{
    const char **kits = WR_TAKE(p->arena, const char *, p->map->kit_count);
    p->out->kits = kits;
    for (uint32_t i = 0; kits && i < p->map->kit_count; i++) {
        kits[i] = p->map->kits[i];
        if (!wr_path_rooted(kits[i]) && p->map->folder)
            kits[i] = wr_path_join(p->arena, p->map->folder, kits[i]);
        if (!kits[i])
            return false;
    }
    return kits != NULL;
}

static void take_entry(struct part *p)
{
    uint32_t room = p->map->entry.room;
    if (is_kept(p, room))
        p->out->entry.room = p->numbers[room];
    else
        p->out->entry = (wr_map_entry){.room = WR_NONE};
}

enum wr_result wr_keep_part(struct wr_context *context,
                            const struct wr_generator_options *options, struct wr_arena *arena,
                            struct wr_map *out)
{
    struct part part = {options->keep, out, arena,
                        WR_TAKE(arena, uint32_t, options->keep->room_count)};
    const char *kit = wr_map_common_kit(options->keep);
    *out = *options->keep;
    out->kit = kit ? kit : ""; /* so that no room's line depends on rooms to come */
    if (!part.numbers)
        return wr_no_memory(context);
    enum wr_result result = choose_rooms(context, &part, options);
    if (result != WR_OK)
        return result;
    if (!take_rooms(&part) || !take_things(&part) || !take_doors(&part) || !take_kits(&part))
        return wr_no_memory(context);
    take_entry(&part);
    return WR_OK;
}
