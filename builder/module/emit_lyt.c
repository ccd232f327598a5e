/* The LYT: one line a room, and a door hook for every doorway, linked or not. */
#include "builder/layout/names.h"
#include "builder/layout/things.h"
#include "builder/module/assembly.h"
#include "builder/module/emit.h"

#include "core/format/lyt.h"
#include "kits/kit.h"
#include "kits/marker_row.h"

#include <stdio.h>
#include <string.h>

enum { DOOR_NAME = 16 };

static wr_lyt_hook door_hook(const wr_module_door *door, const char *room, const char *name)
{
    /* A door that looks along +Y is not turned. */
    double half = (door->facing - 90) / 2, cosine, sine;
    wr_turn_of(half, &cosine, &sine);
    return (wr_lyt_hook){
        .room = room,
        .door = name,
        .position = door->position,
        .w = (float)cosine,
        .z = (float)sine,
    };
}

/* Rooms that are only seen follow those that have a walkmesh, whose indices must not change. */
static wr_lyt_item *list_rooms(struct wr_arena *arena, const struct wr_emission *emission,
                               uint32_t *count)
{
    const struct wr_layout *layout = emission->layout;
    const struct wr_module_assets *assets =
        emission->assembly ? &emission->assembly->assets : NULL;
    uint32_t extras = assets ? assets->extra_count : 0;
    *count = layout->area_room_count + extras;
    wr_lyt_item *rooms = WR_TAKE(arena, wr_lyt_item, *count);
    for (uint32_t i = 0; rooms && i < layout->area_room_count; i++)
        rooms[i] = (wr_lyt_item){
            layout->names[i],
            layout->rooms[layout->area_rooms[i].first].placement.position,
        };
    for (uint32_t i = 0; rooms && i < extras; i++)
        rooms[layout->area_room_count + i] =
            (wr_lyt_item){assets->extras[i].name, assets->extras[i].position};
    return rooms;
}

static void list_doors(const struct wr_layout *layout, const struct wr_module_doors *doors,
                       char (*texts)[DOOR_NAME], wr_lyt_hook *out)
{
    for (uint32_t i = 0; i < doors->count; i++) {
        uint32_t room = layout->rooms[layout->hooks[doors->items[i].hook].room].area_room;
        snprintf(texts[i], DOOR_NAME, "door_%02u", (unsigned)i);
        out[i] = door_hook(&doors->items[i], layout->names[room], texts[i]);
    }
}

/* Models of one kind, under the names that things give them; false when memory is out. */
static bool list_models(struct wr_arena *arena, const struct wr_layout *layout,
                        enum wr_marker_kind kind, wr_lyt_item **items, uint32_t *count)
{
    wr_placed_thing thing;
    for (wr_thing_walk walk = {0}; wr_thing_next(layout, &walk, &thing);) {
        if (thing.marker->kind != kind || wr_marker_becomes(thing.marker) != kind)
            continue;
        wr_lyt_item *more = wr_arena_more(arena, *items, *count, sizeof *more);
        if (!more)
            return false;
        *items = more;
        more[(*count)++] =
            (wr_lyt_item){wr_marker_value(thing.marker, "blueprint"), wr_thing_spot(&thing)};
    }
    return true;
}

enum wr_result wr_emit_lyt(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    const struct wr_layout *layout = emission->layout;
    struct wr_arena *arena = wr_arena_create();
    struct wr_module_doors doors;
    struct wr_lyt lyt = {0};
    if (!arena)
        return wr_no_memory(context);
    wr_lyt_hook *hooks = WR_TAKE(arena, wr_lyt_hook, layout->hook_count);
    char(*texts)[DOOR_NAME] = wr_arena_take(arena, layout->hook_count, DOOR_NAME);
    char *scene = wr_arena_take(arena, strlen(layout->id) + sizeof ".max", 1);
    enum wr_result result = WR_OK;
    lyt.rooms = list_rooms(arena, emission, &lyt.room_count);
    bool fine = list_models(arena, layout, WR_TRACK, &lyt.tracks, &lyt.track_count) &&
                list_models(arena, layout, WR_OBSTACLE, &lyt.obstacles, &lyt.obstacle_count);
    if (fine && lyt.rooms && hooks && texts && scene &&
        wr_module_doors_find(arena, layout, &doors)) {
        sprintf(scene, "%s.max", layout->id);
        list_doors(layout, &doors, texts, hooks);
        lyt.dependency = scene;
        lyt.hooks = hooks;
        lyt.hook_count = doors.count;
        wr_lyt_write(&lyt, out);
    } else {
        result = wr_no_memory(context);
    }
    wr_arena_destroy(arena);
    return result;
}
