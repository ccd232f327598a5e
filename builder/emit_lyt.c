/* The LYT: one line a room, and a door hook for every doorway, linked or not. */
#include "builder/emit.h"
#include "builder/names.h"

#include "core/format/lyt.h"

#include <stdio.h>
#include <string.h>

enum { DOOR_NAME = 16 };

/* Kits list a doorway twice at times: the hook that is linked stands for both, else the first.
 */
static bool repeats_another(const struct wr_layout *layout, uint32_t hook)
{
    const wr_placed_room *room = &layout->rooms[layout->hooks[hook].room];
    uint32_t foot = wr_hook_of(layout, hook)->foot;
    for (uint32_t h = 0; foot != WR_NONE && h < room->room->hook_count; h++) {
        uint32_t other = room->first_hook + h;
        if (other != hook && room->room->hooks[h].foot == foot &&
            (other < hook || layout->hooks[other].link != WR_NONE))
            return true;
    }
    return false;
}

/* A link has one door, at its first room; a doorway that leads nowhere has one too. Doors hang
 * between merged rooms as well, so inner links count. */
static bool bears_door(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    if (link == WR_NONE)
        return !repeats_another(layout, hook);
    return layout->links[link].hooks[0] == hook;
}

/* Where a door looks, in degrees counter-clockwise from +X. */
static double facing_of(const struct wr_layout *layout, uint32_t hook)
{
    const wr_placed_hook *placed = &layout->hooks[hook];
    return wr_bearing_of(placed->out_x, placed->out_y);
}

static wr_lyt_hook door_hook(const struct wr_layout *layout, uint32_t hook, const char *room,
                             const char *door)
{
    /* A door that looks along +Y is not turned. */
    double half = (facing_of(layout, hook) - 90) / 2, cosine, sine;
    wr_turn_of(half, &cosine, &sine);
    return (wr_lyt_hook){
        .room = room,
        .door = door,
        .position = layout->hooks[hook].position,
        .w = (float)cosine,
        .z = (float)sine,
    };
}

static void list_rooms(const struct wr_layout *layout, const wr_room_names *names,
                       wr_lyt_item *rooms)
{
    for (uint32_t i = 0; i < layout->area_room_count; i++)
        rooms[i] = (wr_lyt_item){
            wr_room_name(names, i),
            layout->rooms[layout->area_rooms[i].first].placement.position,
        };
}

static uint32_t list_doors(const struct wr_layout *layout, const wr_room_names *names,
                           char (*doors)[DOOR_NAME], wr_lyt_hook *out)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        if (!bears_door(layout, h))
            continue;
        uint32_t area_room = layout->rooms[layout->hooks[h].room].area_room;
        snprintf(doors[count], DOOR_NAME, "door_%02u", (unsigned)count);
        out[count] = door_hook(layout, h, wr_room_name(names, area_room), doors[count]);
        count++;
    }
    return count;
}

enum wr_result wr_emit_lyt(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    const struct wr_layout *layout = emission->layout;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    wr_room_names names = wr_room_names_make(arena, layout);
    wr_lyt_item *rooms = WR_TAKE(arena, wr_lyt_item, layout->area_room_count);
    wr_lyt_hook *hooks = WR_TAKE(arena, wr_lyt_hook, layout->hook_count);
    char(*doors)[DOOR_NAME] = wr_arena_take(arena, layout->hook_count, DOOR_NAME);
    char *scene = wr_arena_take(arena, strlen(layout->id) + sizeof ".max", 1);
    enum wr_result result = WR_OK;
    if (names.items && rooms && hooks && doors && scene) {
        sprintf(scene, "%s.max", layout->id);
        struct wr_lyt lyt = {
            .dependency = scene,
            .rooms = rooms,
            .room_count = layout->area_room_count,
            .hooks = hooks,
            .hook_count = list_doors(layout, &names, doors, hooks),
        };
        list_rooms(layout, &names, rooms);
        wr_lyt_write(&lyt, out);
    } else {
        result = wr_no_memory(context);
    }
    wr_arena_destroy(arena);
    return result;
}
