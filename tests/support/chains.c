/* Growing levels hook to hook. */
#include "tests/support/chains.h"
#include "tests/support/scenes.h"

#include "core/base/random.h"
#include "core/base/tolerance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rectangle around a placed room, seen from above, and its heights. */
struct plot {
    double x[4], y[4];
    double low, high;
};

struct growth {
    struct chain *chain;
    const struct wr_kit *kit;
    const char *kit_name;
    struct wr_random random;
    unsigned style;
    struct plot *plots;
    const wr_room **kit_rooms; /* one a room of the chain */
    uint32_t *open;            /* room * 256 + hook */
    size_t open_count, open_capacity;
};

/* By how much the rectangles of neighbours may lie in each other. */
static const double SHRINK = 0.1;

static wr_box floor_box(const wr_room *room)
{
    wr_box box = wr_box_empty();
    for (uint32_t f = 0; f < room->mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            box = wr_box_add(box, room->mesh->vertices[room->mesh->faces[f].v[k]]);
    return box;
}

static struct plot plot_of(const wr_room *room, wr_placement placement)
{
    struct plot plot;
    wr_box box = floor_box(room);
    wr_motion motion = wr_motion_of(placement);
    for (int k = 0; k < 4; k++) {
        bool right = k == 1 || k == 2, top = k >= 2;
        double x = right ? (double)box.max.x - SHRINK : (double)box.min.x + SHRINK;
        double y = top ? (double)box.max.y - SHRINK : (double)box.min.y + SHRINK;
        wr_motion_direction(&motion, &x, &y);
        plot.x[k] = x + (double)placement.position.x;
        plot.y[k] = y + (double)placement.position.y;
    }
    plot.low = (double)box.min.z + (double)placement.position.z;
    plot.high = (double)box.max.z + (double)placement.position.z;
    return plot;
}

static void extent(const struct plot *plot, double x, double y, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 4; k++) {
        double along = plot->x[k] * x + plot->y[k] * y;
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

/* Whether a side of `a` separates the two. */
static bool separates(const struct plot *a, const struct plot *b)
{
    for (int k = 0; k < 2; k++) {
        double x = a->y[k + 1] - a->y[k], y = a->x[k] - a->x[k + 1], low[2], high[2];
        extent(a, x, y, &low[0], &high[0]);
        extent(b, x, y, &low[1], &high[1]);
        if (high[0] <= low[1] || high[1] <= low[0])
            return true;
    }
    return false;
}

static bool plots_meet(const struct plot *a, const struct plot *b)
{
    if (a->high + 2.1 <= b->low || b->high + 2.1 <= a->low)
        return false;
    return !separates(a, b) && !separates(b, a);
}

static bool is_free(const struct growth *growth, const struct plot *plot)
{
    for (uint32_t i = 0; i < growth->chain->count; i++)
        if (plots_meet(&growth->plots[i], plot))
            return false;
    return true;
}

static float chance(struct growth *growth, float size)
{
    return size * (2 * (float)wr_random_unit(&growth->random) - 1);
}

static void add_room(struct growth *growth, const wr_room *room, wr_placement placement,
                     uint32_t parent, uint32_t joined_hook)
{
    struct chain *chain = growth->chain;
    uint32_t number = chain->count++;
    char name[16];
    int size = snprintf(name, sizeof name, "r%u", (unsigned)number);
    chain->rooms[number] = (wr_map_room){
        .name = wr_arena_text(chain->arena, name, (size_t)size),
        .kit = growth->kit_name,
        .room = room->id,
        .placement = placement,
    };
    chain->parents[number] = parent;
    growth->kit_rooms[number] = room;
    growth->plots[number] = plot_of(room, placement);
    for (uint32_t h = 0; h < room->hook_count && h < 256; h++) {
        if (h == joined_hook || room->hooks[h].foot == WR_NONE)
            continue;
        if (!wr_grow(&growth->open, &growth->open_capacity, growth->open_count + 1,
                     sizeof *growth->open))
            abort();
        growth->open[growth->open_count++] = number * 256 + h;
    }
}

/* One and the same pose, said in another way: mirroring x is mirroring y and half a turn. */
static wr_placement said_otherwise(wr_placement placement)
{
    placement.mirror_x = !placement.mirror_x;
    placement.mirror_y = !placement.mirror_y;
    placement.turn += placement.turn < 180 ? 180.0f : -180.0f;
    return placement;
}

static wr_placement snapped(wr_placement placement, wr_vec3 target, const wr_hook *hook)
{
    float quarter = 90 * (float)(int)(placement.turn / 90 + 0.5f);
    if (placement.turn - quarter > 5 || quarter - placement.turn > 5)
        return placement;
    placement.turn = quarter < 360 ? quarter : 0;
    placement.position = wr_vec3_of(0, 0, 0);
    wr_motion motion = wr_motion_of(placement);
    wr_vec3 at = wr_motion_point(&motion, hook->position);
    placement.position = wr_narrow(wr_sub(wr_widen(target), wr_widen(at)));
    return placement;
}

static wr_placement pose(struct growth *growth, uint32_t to, uint32_t to_hook,
                         const wr_room *room, uint32_t hook)
{
    const wr_room *there = growth->kit_rooms[to];
    wr_placement to_placement = growth->chain->rooms[to].placement;
    bool mirrored = growth->style & CHAIN_MIRRORED && wr_random_below(&growth->random, 2);
    wr_placement placement = scene_meeting(there, to_placement, to_hook, room, hook, mirrored);
    wr_motion motion = wr_motion_of(to_placement);
    if (growth->style & CHAIN_SNAPPED)
        placement = snapped(placement, wr_motion_point(&motion, there->hooks[to_hook].position),
                            &room->hooks[hook]);
    if (growth->style & CHAIN_JITTERED) {
        placement.position.x += chance(growth, 0.005f);
        placement.position.y += chance(growth, 0.005f);
        placement.position.z += chance(growth, 0.003f);
    }
    if (growth->style & CHAIN_MIRRORED && wr_random_below(&growth->random, 2))
        placement = said_otherwise(placement);
    return placement;
}

/* Tries one random room at one random open doorway. */
static void try_room(struct growth *growth)
{
    size_t slot = wr_random_below(&growth->random, (uint32_t)growth->open_count);
    uint32_t to = growth->open[slot] / 256, to_hook = growth->open[slot] % 256;
    const wr_room *room =
        &growth->kit->rooms[wr_random_below(&growth->random, growth->kit->room_count)];
    /* Dead ends only while there are other doorways to go on from. */
    if (room->hook_count < (growth->open_count < 8 ? 2 : 1))
        return;
    uint32_t hook = wr_random_below(&growth->random, room->hook_count);
    if (room->hooks[hook].foot == WR_NONE ||
        !wr_doors_meet(growth->kit, growth->kit_rooms[to]->hooks[to_hook].door, growth->kit,
                       room->hooks[hook].door))
        return;
    wr_placement placement = pose(growth, to, to_hook, room, hook);
    struct plot plot = plot_of(room, placement);
    if (!is_free(growth, &plot))
        return;
    growth->open[slot] = growth->open[--growth->open_count];
    add_room(growth, room, placement, to, hook);
}

static void start(struct growth *growth)
{
    wr_placement placement = {
        {chance(growth, 20), chance(growth, 20), chance(growth, 5)}, 0, 0, 0};
    const wr_room *first;
    do
        first = &growth->kit->rooms[wr_random_below(&growth->random, growth->kit->room_count)];
    while (first->hook_count < 2);
    if (growth->style & CHAIN_TURNED)
        placement.turn = 180 + chance(growth, 180);
    add_room(growth, first, placement, WR_NONE, WR_NONE);
}

static void grow_once(struct chain *chain, const struct wr_kit *kit, const char *kit_name,
                      struct wr_random random, unsigned style, uint32_t most)
{
    chain->arena = wr_arena_create();
    chain->count = 0;
    chain->rooms = chain->arena ? WR_ZERO(chain->arena, wr_map_room, most) : NULL;
    chain->parents = chain->arena ? WR_ZERO(chain->arena, uint32_t, most) : NULL;
    struct growth growth = {
        .chain = chain,
        .kit = kit,
        .kit_name = kit_name,
        .random = random,
        .style = style,
        .plots = malloc(most * sizeof *growth.plots),
        .kit_rooms = malloc(most * sizeof *growth.kit_rooms),
    };
    if (!chain->rooms || !chain->parents || !growth.plots || !growth.kit_rooms)
        abort();
    start(&growth);
    for (uint32_t i = 0; i < 60 * most && chain->count < most && growth.open_count; i++)
        try_room(&growth);
    free(growth.plots);
    free(growth.kit_rooms);
    wr_free(growth.open);
}

/* Growth may wall itself in: the largest of several is taken. */
void chain_grow(struct chain *chain, const struct wr_kit *kit, const char *kit_name,
                uint64_t seed, unsigned style, uint32_t most)
{
    enum { TRIES = 40 };
    *chain = (struct chain){0};
    for (uint64_t i = 0; i < TRIES && chain->count < most; i++) {
        struct chain other;
        grow_once(&other, kit, kit_name, wr_random_of(seed, i), style, most);
        if (other.count > chain->count) {
            chain_free(chain);
            *chain = other;
        } else {
            chain_free(&other);
        }
    }
}

void chain_drop(struct chain *chain, uint32_t room)
{
    uint32_t kept = 0;
    uint32_t *numbers = malloc(chain->count * sizeof *numbers);
    if (!numbers)
        abort();
    for (uint32_t i = 0; i < chain->count; i++) {
        uint32_t parent = chain->parents[i];
        bool gone = i == room || (parent != WR_NONE && numbers[parent] == WR_NONE);
        numbers[i] = gone ? WR_NONE : kept;
        if (gone)
            continue;
        chain->rooms[kept] = chain->rooms[i];
        chain->parents[kept++] = parent == WR_NONE ? WR_NONE : numbers[parent];
    }
    chain->count = kept;
    free(numbers);
}

/* The later room of the first overlap that is a fault; WR_NONE where there is none. */
static uint32_t find_clash(struct wr_context *context, struct wr_map *map, struct wr_kits *kits)
{
    struct wr_layout *layout;
    struct wr_build_options options = {0};
    uint32_t clash = WR_NONE;
    if (wr_layout_place(context, map, kits, &options, &layout) != WR_OK)
        abort();
    wr_layout_overlap(context, layout);
    for (uint32_t i = 0; i < layout->overlap_count && clash == WR_NONE; i++)
        if (layout->overlaps[i].depth > WR_OVERLAP_DEPTH)
            clash = layout->overlaps[i].rooms[1];
    wr_layout_free(layout);
    return clash;
}

void chain_settle(struct chain *chain, struct wr_map *map, struct wr_kits *kits)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    if (!context)
        abort();
    for (;;) {
        map->rooms = chain->rooms;
        map->room_count = chain->count;
        uint32_t clash = find_clash(context, map, kits);
        if (clash == WR_NONE)
            break;
        chain_drop(chain, clash);
    }
    wr_context_destroy(context);
}

void chain_free(struct chain *chain)
{
    wr_arena_destroy(chain->arena);
}
