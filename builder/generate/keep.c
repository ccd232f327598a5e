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

static bool take_links(struct part *p)
{
    wr_map_link *links = WR_TAKE(p->arena, wr_map_link, p->map->link_count);
    p->out->links = links;
    p->out->link_count = 0;
    for (uint32_t i = 0; links && i < p->map->link_count; i++) {
        wr_map_link link = p->map->links[i];
        if (!is_kept(p, link.rooms[0]) || !is_kept(p, link.rooms[1]))
            continue;
        for (int side = 0; side < 2; side++)
            link.rooms[side] = p->numbers[link.rooms[side]];
        links[p->out->link_count++] = link;
    }
    return links != NULL;
}

static bool take_exits(struct part *p)
{
    wr_map_exit *exits = WR_TAKE(p->arena, wr_map_exit, p->map->exit_count);
    p->out->exits = exits;
    p->out->exit_count = 0;
    for (uint32_t i = 0; exits && i < p->map->exit_count; i++) {
        if (!is_kept(p, p->map->exits[i].room))
            continue;
        exits[p->out->exit_count] = p->map->exits[i];
        exits[p->out->exit_count++].room = p->numbers[p->map->exits[i].room];
    }
    return exits != NULL;
}

/* What stands in no room belongs to all of them together. */
static bool take_things(struct part *p)
{
    wr_map_thing *things = WR_TAKE(p->arena, wr_map_thing, p->map->thing_count);
    bool all = p->out->room_count == p->map->room_count;
    p->out->things = things;
    p->out->thing_count = 0;
    for (uint32_t i = 0; things && i < p->map->thing_count; i++) {
        uint32_t room = p->map->things[i].room;
        if (room == WR_NONE ? !all : !is_kept(p, room))
            continue;
        things[p->out->thing_count] = p->map->things[i];
        things[p->out->thing_count++].room = room == WR_NONE ? WR_NONE : p->numbers[room];
    }
    return things != NULL;
}

static bool take_sights(struct part *p)
{
    wr_map_sight *visible = WR_TAKE(p->arena, wr_map_sight, p->map->visible_count);
    p->out->visible = visible;
    p->out->visible_count = 0;
    for (uint32_t i = 0; visible && i < p->map->visible_count; i++) {
        wr_map_sight sight = p->map->visible[i];
        if (!is_kept(p, sight.rooms[0]) || !is_kept(p, sight.rooms[1]))
            continue;
        for (int side = 0; side < 2; side++)
            sight.rooms[side] = p->numbers[sight.rooms[side]];
        visible[p->out->visible_count++] = sight;
    }
    return visible != NULL;
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
    if (!take_rooms(&part) || !take_links(&part) || !take_exits(&part) || !take_things(&part) ||
        !take_sights(&part) || !take_doors(&part) || !take_kits(&part))
        return wr_no_memory(context);
    take_entry(&part);
    return WR_OK;
}
