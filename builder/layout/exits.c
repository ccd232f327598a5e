/* Which doorways the map's exits are. */
#include "builder/layout/exits.h"

#include "core/base/suggestion.h"

#include <stddef.h>

static wr_where exit_place(const struct wr_layout *layout, const wr_map_exit *said)
{
    return wr_where_in_map(layout->map, said->place);
}

bool wr_exit_has_door(const struct wr_layout *layout, const wr_exit *exit)
{
    return exit->said->way != WR_EXIT_BY_TRIGGER &&
           wr_door_hangs(wr_door_of(layout, exit->hook));
}

static enum wr_result find_hook(struct wr_context *context, const struct wr_layout *layout,
                                const wr_map_exit *said, uint32_t *out)
{
    const wr_placed_room *room = &layout->rooms[said->room];
    char hint[WR_SUGGESTION_SIZE];
    uint32_t hook = wr_room_hook(room->room, said->hook);
    if (hook == WR_NONE)
        return wr_fail(
            context, WR_NOT_FOUND, exit_place(layout, said), "exit-hook-not-found",
            wr_suggestion_among(hint, said->hook, room->room->hooks, room->room->hook_count,
                                sizeof(wr_hook), offsetof(wr_hook, name)),
            "room '%s' (%s) has no hook '%s'", room->name, room->room->name, said->hook);
    *out = room->first_hook + hook;
    return WR_OK;
}

/* What is where an exit is to be; kits list a doorway twice at times. */
static enum wr_result judge_taken(struct wr_context *context, const struct wr_layout *layout,
                                  const wr_map_exit *said, uint32_t hook)
{
    const wr_placed_room *room = &layout->rooms[said->room];
    uint32_t foot = wr_hook_of(layout, hook)->foot;
    for (uint32_t h = 0; h < room->room->hook_count; h++) {
        const wr_placed_hook *other = &layout->hooks[room->first_hook + h];
        if (room->room->hooks[h].foot != foot)
            continue;
        if (other->link != WR_NONE) {
            const uint32_t *hooks = layout->links[other->link].hooks;
            uint32_t behind = hooks[layout->hooks[hooks[0]].room == said->room];
            return wr_fail(context, WR_INVALID, exit_place(layout, said), "exit-linked",
                           "take the exit out, or move that room away",
                           "doorway '%s' of room '%s' leads to room '%s' already", said->hook,
                           room->name, layout->rooms[layout->hooks[behind].room].name);
        }
        if (other->exit != WR_NONE)
            return wr_fail(context, WR_INVALID, exit_place(layout, said), "exit-doorway-twice",
                           "a doorway leads to one place only",
                           "hook '%s' of room '%s' is where hook '%s' is, another exit's",
                           said->hook, room->name, room->room->hooks[h].name);
    }
    return WR_OK;
}

static enum wr_result judge_door(struct wr_context *context, const struct wr_layout *layout,
                                 const wr_map_exit *said, uint32_t hook)
{
    const wr_door *door = wr_door_of(layout, hook);
    if (wr_door_hangs(door) || (said->way != WR_EXIT_BY_DOOR && !said->lock))
        return WR_OK;
    return wr_fail(context, WR_INVALID, exit_place(layout, said), "exit-arch",
                   "leave it to a trigger, or give the door type a blueprint in its kit",
                   "doorway '%s' of room '%s' is an open arch ('%s'): it has no door to %s",
                   said->hook, layout->rooms[said->room].name, door->name,
                   said->lock ? "lock" : "leave by");
}

static enum wr_result add_exit(struct wr_context *context, struct wr_layout *layout,
                               const wr_map_exit *said)
{
    uint32_t hook;
    enum wr_result result = find_hook(context, layout, said, &hook);
    if (result != WR_OK)
        return result;
    if (wr_hook_of(layout, hook)->foot == WR_NONE)
        return wr_fail(context, WR_INVALID, exit_place(layout, said), "exit-threshold",
                       "`warren check` of the kit says why",
                       "hook '%s' of room '%s' stands at no edge of a floor", said->hook,
                       layout->rooms[said->room].name);
    result = judge_taken(context, layout, said, hook);
    if (result == WR_OK)
        result = judge_door(context, layout, said, hook);
    if (result != WR_OK)
        return result;
    layout->hooks[hook].exit = layout->exit_count;
    layout->exits[layout->exit_count++] = (wr_exit){hook, said};
    return WR_OK;
}

enum wr_result wr_layout_exits(struct wr_context *context, struct wr_layout *layout)
{
    const struct wr_map *map = layout->map;
    enum wr_result first = WR_OK;
    layout->exits = WR_TAKE(layout->arena, wr_exit, map->exit_count);
    if (!layout->exits)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < map->exit_count; i++) {
        enum wr_result result = add_exit(context, layout, &map->exits[i]);
        first = first == WR_OK ? result : first;
    }
    return first;
}
