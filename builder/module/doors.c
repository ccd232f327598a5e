/* One door a doorway: which hooks bear one, and which of two linked types hangs there. */
#include "builder/module/doors.h"

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

/* A link has one door, which its first hook stands for; a doorway that leads nowhere has one
 * too. */
static bool bears_door(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    if (link == WR_NONE)
        return !repeats_another(layout, hook);
    return layout->links[link].hooks[0] == hook;
}

static const wr_door *type_of(const struct wr_layout *layout, uint32_t hook)
{
    const struct wr_kit *kit = layout->rooms[layout->hooks[hook].room].room->kit;
    return &kit->doors[wr_hook_of(layout, hook)->door];
}

static uint32_t wider_of(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    if (link == WR_NONE)
        return hook;
    uint32_t other = layout->links[link].hooks[1];
    return type_of(layout, other)->width > type_of(layout, hook)->width ? other : hook;
}

static wr_module_door door_at(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t wider = wider_of(layout, hook);
    const wr_placed_hook *placed = &layout->hooks[wider];
    return (wr_module_door){
        .hook = wider,
        .link = placed->link,
        .position = placed->position,
        .facing = wr_bearing_of(placed->out_x, placed->out_y),
        .type = type_of(layout, wider),
        .lock = placed->link == WR_NONE ? NULL : layout->links[placed->link].lock,
    };
}

bool wr_module_doors_find(struct wr_arena *arena, const struct wr_layout *layout,
                          struct wr_module_doors *out)
{
    *out =
        (struct wr_module_doors){.items = WR_TAKE(arena, wr_module_door, layout->hook_count)};
    if (!out->items)
        return false;
    for (uint32_t h = 0; h < layout->hook_count; h++)
        if (bears_door(layout, h))
            out->items[out->count++] = door_at(layout, h);
    return true;
}

double wr_module_door_turn(const wr_module_door *door)
{
    double turn = door->facing - 90;
    return turn > 180 ? turn - 360 : turn;
}
