/* One door a doorway: which hooks bear one, and which of two linked types hangs there. */
#include "builder/module/doors.h"
#include "builder/layout/names.h"

#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

static bool leads_on(const struct wr_layout *layout, uint32_t hook)
{
    return layout->hooks[hook].link != WR_NONE || layout->hooks[hook].exit != WR_NONE;
}

/* Kits list a doorway twice at times: the hook that leads on stands for both, else the first.
 */
static bool repeats_another(const struct wr_layout *layout, uint32_t hook)
{
    const wr_placed_room *room = &layout->rooms[layout->hooks[hook].room];
    uint32_t foot = wr_hook_of(layout, hook)->foot;
    for (uint32_t h = 0; h < room->room->hook_count; h++) {
        uint32_t other = room->first_hook + h;
        if (other != hook && room->room->hooks[h].foot == foot &&
            (other < hook || leads_on(layout, other)))
            return true;
    }
    return false;
}

/* A link has one door, which its first hook stands for; a doorway that leads nowhere has one
 * too. */
static bool bears_door(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    if (wr_hook_of(layout, hook)->foot == WR_NONE)
        return false; /* a fault of its kit: nobody walks there */
    if (link == WR_NONE)
        return leads_on(layout, hook) || !repeats_another(layout, hook);
    return layout->links[link].hooks[0] == hook;
}

static wr_module_door door_at(const struct wr_layout *layout, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    uint32_t wider = link == WR_NONE ? hook : wr_link_door(layout, &layout->links[link]);
    const wr_placed_hook *placed = &layout->hooks[wider];
    const char *lock = link == WR_NONE ? NULL : layout->links[link].lock;
    return (wr_module_door){
        .hook = wider,
        .link = link,
        .exit = placed->exit,
        .position = placed->position,
        .facing = wr_bearing_of(placed->out_x, placed->out_y),
        .type = wr_door_of(layout, wider),
        .lock = placed->exit == WR_NONE ? lock : layout->exits[placed->exit].said->lock,
        .record = WR_NONE,
    };
}

/* ---- Where rooms meet and are not linked ---- */

/* A door on its way to the doors it may stand upon. */
struct standing {
    float x;
    uint32_t door;
};

static int order_standing(const void *a, const void *b)
{
    const struct standing *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->door < q->door ? -1 : p->door > q->door;
}

/* Which of two doors on one spot stays: one that opens, else the wider, else the earlier. */
static bool gives_way(const wr_module_door *items, uint32_t door, uint32_t other)
{
    bool opens = items[door].link != WR_NONE || items[door].exit != WR_NONE;
    bool other_opens = items[other].link != WR_NONE || items[other].exit != WR_NONE;
    if (opens != other_opens)
        return other_opens;
    if (items[door].type->width != items[other].type->width)
        return items[other].type->width > items[door].type->width;
    return door > other;
}

/* Two rooms may meet at doorways that do not lead on: one door closes both. */
static bool drop_twins(struct wr_arena *arena, struct wr_module_doors *doors)
{
    struct standing *all = WR_TAKE(arena, struct standing, doors->count);
    bool *gone = WR_ZERO(arena, bool, doors->count);
    uint32_t kept = 0;
    if (!all || !gone)
        return false;
    for (uint32_t i = 0; i < doors->count; i++)
        all[i] = (struct standing){doors->items[i].position.x, i};
    if (doors->count > 0)
        qsort(all, doors->count, sizeof *all, order_standing);
    for (uint32_t i = 1; i < doors->count; i++)
        for (uint32_t k = i; k-- > 0 && (double)all[i].x - (double)all[k].x < WR_DOORS_APART;) {
            uint32_t a = all[i].door, b = all[k].door;
            if (!gone[a] && !gone[b] &&
                wr_distance(doors->items[a].position, doors->items[b].position) <
                    WR_DOORS_APART)
                gone[gives_way(doors->items, a, b) ? a : b] = true;
        }
    for (uint32_t i = 0; i < doors->count; i++)
        if (!gone[i])
            doors->items[kept++] = doors->items[i];
    doors->count = kept;
    return true;
}

/* ---- Doors that the map knows ------------------------------------------------------------ */

/* The layout's hook that a door of the map hangs at; WR_NONE: it has that no more. */
static uint32_t hook_of(const struct wr_layout *layout, const wr_map_door *door)
{
    if (door->room == WR_NONE)
        return WR_NONE;
    const wr_placed_room *room = &layout->rooms[door->room];
    for (uint32_t h = 0; h < room->room->hook_count; h++)
        if (strcmp(room->room->hooks[h].name, door->hook) == 0)
            return room->first_hook + h;
    return WR_NONE;
}

/* The door of a doorway or, where that is linked, of the one it is one with. */
static uint32_t door_in(const struct wr_layout *layout, const uint32_t *doors, uint32_t hook)
{
    uint32_t link = layout->hooks[hook].link;
    if (link == WR_NONE || doors[hook] != WR_NONE)
        return doors[hook];
    const uint32_t *ends = layout->links[link].hooks;
    return doors[ends[ends[0] == hook]];
}

static void look_out(const struct wr_layout *layout, uint32_t hook, wr_module_door *door)
{
    const wr_placed_hook *placed = &layout->hooks[hook];
    if (door->hook != hook && door->link != WR_NONE && placed->link == door->link)
        door->facing += door->facing < 180 ? 180 : -180;
}

static bool give_records(struct wr_arena *arena, const struct wr_layout *layout,
                         struct wr_module_doors *doors)
{
    const struct wr_map_replaces *replaces = &layout->map->replaces;
    if (replaces->door_count == 0)
        return true;
    uint32_t *at = WR_TAKE(arena, uint32_t, layout->hook_count);
    if (!at)
        return false;
    for (uint32_t h = 0; h < layout->hook_count; h++)
        at[h] = WR_NONE;
    for (uint32_t i = 0; i < doors->count; i++)
        at[doors->items[i].hook] = i;
    for (uint32_t i = 0; i < replaces->door_count; i++) {
        uint32_t hook = hook_of(layout, &replaces->doors[i]);
        uint32_t door = hook == WR_NONE ? WR_NONE : door_in(layout, at, hook);
        if (door == WR_NONE || doors->items[door].record != WR_NONE)
            continue;
        doors->items[door].record = i;
        look_out(layout, hook, &doors->items[door]);
    }
    return true;
}

/* ---- Numbers ---- */

/* Numbers of tags first, then those of places in the list, then those behind all. */
static bool give_numbers(struct wr_arena *arena, const struct wr_layout *layout,
                         struct wr_module_doors *doors)
{
    const wr_map_door *known = layout->map->replaces.doors;
    uint32_t behind = doors->count, number;
    size_t most = 3 * (size_t)doors->count;
    bool *taken = WR_ZERO(arena, bool, most);
    if (!taken)
        return false;
    for (uint32_t i = 0; i < doors->count; i++) {
        wr_module_door *door = &doors->items[i];
        door->number = WR_NONE;
        if (door->record != WR_NONE &&
            wr_name_numbered(known[door->record].tag, layout->id, "_dor", &number) &&
            number < most && !taken[number]) {
            taken[number] = true;
            door->number = number;
        }
    }
    for (uint32_t i = 0; i < doors->count; i++) {
        wr_module_door *door = &doors->items[i];
        number = i;
        while (door->number == WR_NONE && taken[number])
            number = behind++;
        if (door->number == WR_NONE)
            door->number = number;
    }
    return true;
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
    return drop_twins(arena, out) && give_records(arena, layout, out) &&
           give_numbers(arena, layout, out);
}

double wr_module_door_turn(const wr_module_door *door)
{
    double turn = door->facing - 90;
    return turn > 180 ? turn - 360 : turn;
}

float wr_module_door_bearing(const wr_module_door *door)
{
    return (float)(wr_module_door_turn(door) * 3.14159265358979323846 / 180);
}
