/* From a map to placed rooms: names become kit rooms, placements become motions. */
#include "builder/layout/layout.h"
#include "builder/layout/names.h"
#include "builder/layout/profile.h"

#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "kits/kit.h"

#include <string.h>

/* ---- Finding rooms ---- */

/* The nearest name or id of a kit's rooms, or all ids. */
static const char *suggest_room(const struct wr_kit *kit, const char *word,
                                char out[WR_SUGGESTION_SIZE])
{
    const char **known = wr_alloc((kit->room_count + (size_t)1) * sizeof *known);
    if (!known)
        return NULL;
    known[kit->room_count] = NULL;
    for (uint32_t i = 0; i < kit->room_count; i++)
        known[i] = kit->rooms[i].name;
    if (!wr_nearest_word(word, known))
        for (uint32_t i = 0; i < kit->room_count; i++)
            known[i] = kit->rooms[i].id;
    const char *hint = wr_suggestion(out, word, known);
    wr_free(known);
    return hint;
}

static enum wr_result room_not_found(struct wr_context *context, const struct wr_kit *kit,
                                     const wr_map_room *asked, bool ambiguous, wr_where where)
{
    char hint[WR_SUGGESTION_SIZE];
    if (ambiguous)
        return wr_fail(context, WR_INVALID, where, "room-ambiguous",
                       "use the room's id instead of its name",
                       "kit '%s' has more than one room called '%s'", kit->name, asked->room);
    return wr_fail(context, WR_NOT_FOUND, where, "room-not-found",
                   suggest_room(kit, asked->room, hint), "kit '%s' has no room '%s'", kit->name,
                   asked->room);
}

static enum wr_result find_room(struct wr_context *context, const struct wr_kit *kit,
                                const wr_map_room *asked, wr_where where, const wr_room **out)
{
    bool ambiguous = false;
    *out = kit ? wr_kit_room(kit, asked->room, &ambiguous) : NULL;
    if (*out)
        return WR_OK;
    if (!kit)
        return wr_fail(context, WR_INVALID, where, "room-without-kit",
                       "name the kit the room comes from", "room '%s' names no kit",
                       asked->name);
    return room_not_found(context, kit, asked, ambiguous, where);
}

/* Rooms of one kit follow each other in most maps: the last answer is tried before the search.
 * A kit that cannot be had is told of once. */
struct finder {
    const char *kit, *room;
    const wr_room *found;
    const char *lost[8];
    unsigned lost_count;
    enum wr_result lost_result;
};

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_lost(const struct finder *last, const char *kit)
{
    for (unsigned i = 0; kit && i < last->lost_count; i++)
        if (strcmp(last->lost[i], kit) == 0)
            return true;
    return false;
}

static void lose(struct finder *last, const char *kit, enum wr_result result)
{
    last->lost_result = result;
    if (kit && last->lost_count < sizeof last->lost / sizeof *last->lost)
        last->lost[last->lost_count++] = kit;
}

static enum wr_result find_kit(struct wr_context *context, const struct wr_map *map,
                               struct wr_kits *kits, const wr_map_room *asked,
                               struct finder *last, const struct wr_kit **out)
{
    *out = map->embedded;
    if (!asked->kit)
        return WR_OK;
    if (is_lost(last, asked->kit))
        return last->lost_result;
    enum wr_result result =
        wr_kits_find_at(context, kits, asked->kit, wr_where_in_map(map, asked->place), out);
    if (result != WR_OK)
        lose(last, asked->kit, result);
    return result;
}

static enum wr_result find_again(struct wr_context *context, const struct wr_map *map,
                                 struct wr_kits *kits, const wr_map_room *asked,
                                 struct finder *last, const wr_room **out)
{
    const struct wr_kit *kit;
    if (!last->found || !same_name(last->kit, asked->kit) ||
        !same_name(last->room, asked->room)) {
        last->found = NULL;
        enum wr_result result = find_kit(context, map, kits, asked, last, &kit);
        if (result == WR_OK)
            result = find_room(context, kit, asked, wr_where_in_map(map, asked->place),
                               &last->found);
        if (result != WR_OK)
            return result;
        last->kit = asked->kit;
        last->room = asked->room;
    }
    *out = last->found;
    return WR_OK;
}

/* ---- Placing ---- */

static wr_box box_in_area(const wr_room *room, const wr_motion *motion)
{
    wr_box box = wr_box_empty();
    for (int corner = 0; corner < 4; corner++) {
        wr_vec3 point = {corner & 1 ? room->box.max.x : room->box.min.x,
                         corner & 2 ? room->box.max.y : room->box.min.y, room->box.min.z};
        box = wr_box_add(box, wr_motion_point(motion, point));
    }
    return wr_box_add(box,
                      wr_motion_point(motion, room->box.max)); /* no turn changes heights */
}

static bool is_within_area(float least, float most)
{
    /* Where a coordinate is no number, nothing was added and `least` is above `most`. */
    return least >= (float)-WR_AREA_REACH && least <= most && most <= (float)WR_AREA_REACH;
}

/* A room without vertices has no box. */
static enum wr_result check_box(struct wr_context *context, const wr_placed_room *placed)
{
    wr_box box = placed->box;
    if (placed->room->mesh->vertex_count == 0 ||
        (is_within_area(box.min.x, box.max.x) && is_within_area(box.min.y, box.max.y) &&
         is_within_area(box.min.z, box.max.z)))
        return WR_OK;
    return wr_fail(context, WR_LIMIT, placed->where, "room-too-far",
                   "coordinates of an area are exact to a centimetre up to there",
                   "room '%s' (%s) reaches farther from the origin than %s m", placed->name,
                   placed->room->name, wr_fixed(WR_AREA_REACH, 0).text);
}

enum wr_result wr_place_room(struct wr_context *context, const wr_room *room, const char *name,
                             wr_placement placement, wr_where where, wr_placed_room *out)
{
    *out = (wr_placed_room){
        .room = room,
        .name = name,
        .placement = placement,
        .motion = wr_motion_of(placement),
        .next = WR_NONE,
        .where = where,
    };
    out->box = box_in_area(room, &out->motion);
    return check_box(context, out);
}

static enum wr_result place_room(struct wr_context *context, struct wr_layout *layout,
                                 struct wr_kits *kits, uint32_t index, struct finder *last)
{
    const wr_map_room *asked = &layout->map->rooms[index];
    wr_placed_room *placed = &layout->rooms[index];
    const wr_room *room = NULL;
    enum wr_result result = find_again(context, layout->map, kits, asked, last, &room);
    if (result != WR_OK)
        return result;
    if (asked->mesh) {
        wr_room *other;
        result = wr_room_with_mesh(context, layout->arena, room, asked->mesh, &other);
        if (result != WR_OK)
            return result;
        room = other;
    }
    if (asked->lengths)
        result =
            wr_longer_room(context, &layout->longer, room, asked->lengths, asked->length_count,
                           wr_where_in_map(layout->map, asked->lengths_place), &room);
    if (result != WR_OK)
        return result;
    return wr_place_room(context, room, asked->name, asked->placement,
                         wr_where_in_map(layout->map, asked->place), placed);
}

static enum wr_result place_rooms(struct wr_context *context, struct wr_layout *layout,
                                  struct wr_kits *kits)
{
    enum wr_result first = WR_OK;
    struct finder last = {0};
    for (uint32_t i = 0; i < layout->room_count; i++) {
        enum wr_result result = place_room(context, layout, kits, i, &last);
        if (result == WR_NO_MEMORY)
            return result;
        if (first == WR_OK)
            first = result;
    }
    return first;
}

void wr_place_hook(const wr_placed_room *room, const wr_hook *hook, wr_placed_hook *out)
{
    out->position = wr_motion_point(&room->motion, hook->position);
    out->out_x = hook->out_x;
    out->out_y = hook->out_y;
    wr_motion_direction(&room->motion, &out->out_x, &out->out_y);
}

static void place_hooks_of(struct wr_layout *layout, uint32_t index)
{
    const wr_placed_room *placed = &layout->rooms[index];
    for (uint32_t h = 0; h < placed->room->hook_count; h++) {
        wr_placed_hook *out = &layout->hooks[placed->first_hook + h];
        *out = (wr_placed_hook){.room = index, .hook = h, .link = WR_NONE, .exit = WR_NONE};
        wr_place_hook(placed, &placed->room->hooks[h], out);
    }
}

static enum wr_result place_hooks(struct wr_context *context, struct wr_layout *layout)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < layout->room_count; i++) {
        layout->rooms[i].first_hook = (uint32_t)count;
        count += layout->rooms[i].room->hook_count;
    }
    if (count >= WR_NONE)
        return wr_fail(context, WR_LIMIT, wr_at(layout->map->source, WR_WHOLE_FILE),
                       "too-many-hooks", NULL, "the map has more than 4 billion hooks");
    layout->hook_count = (uint32_t)count;
    layout->hooks = WR_TAKE(layout->arena, wr_placed_hook, layout->hook_count);
    if (!layout->hooks)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < layout->room_count; i++)
        place_hooks_of(layout, i);
    return WR_OK;
}

/* ---- Groups ---- */

/* A group's name and its last room so far, in an open hash table. */
struct group {
    const char *name;
    uint32_t last;
};

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static struct group *find_group(struct group *table, size_t mask, const char *name)
{
    size_t slot = hash_text(name) & mask;
    while (table[slot].name && strcmp(table[slot].name, name) != 0)
        slot = (slot + 1) & mask;
    return &table[slot];
}

static void add_area_room(struct wr_layout *layout, uint32_t room)
{
    layout->rooms[room].area_room = layout->area_room_count;
    layout->area_rooms[layout->area_room_count++] = (wr_area_room){room, 1};
}

static void join_area_room(struct wr_layout *layout, uint32_t last, uint32_t room)
{
    uint32_t area_room = layout->rooms[last].area_room;
    layout->rooms[last].next = room;
    layout->rooms[room].area_room = area_room;
    layout->area_rooms[area_room].count++;
}

static enum wr_result number_area_rooms(struct wr_context *context, struct wr_layout *layout,
                                        bool merge_all)
{
    size_t size = 16;
    while (size < 2 * (size_t)layout->room_count)
        size *= 2;
    layout->area_rooms = WR_TAKE(layout->arena, wr_area_room, layout->room_count);
    struct group *groups = wr_alloc(size * sizeof *groups);
    if (!layout->area_rooms || !groups) {
        wr_free(groups);
        return wr_no_memory(context);
    }
    memset(groups, 0, size * sizeof *groups);
    for (uint32_t i = 0; i < layout->room_count; i++) {
        const char *name = merge_all ? "" : layout->map->rooms[i].group;
        struct group *group = name ? find_group(groups, size - 1, name) : NULL;
        if (group && group->name)
            join_area_room(layout, group->last, i);
        else
            add_area_room(layout, i);
        if (group)
            *group = (struct group){name, i};
    }
    wr_free(groups);
    return wr_names_give(layout) ? WR_OK : wr_no_memory(context);
}

/* ---- The layout ---- */

static enum wr_result fill_layout(struct wr_context *context, struct wr_layout *layout,
                                  struct wr_kits *kits, const struct wr_build_options *options)
{
    layout->rooms = WR_ZERO(layout->arena, wr_placed_room, layout->room_count);
    if (!layout->rooms)
        return wr_no_memory(context);
    enum wr_result result = place_rooms(context, layout, kits);
    if (result == WR_OK)
        result = place_hooks(context, layout);
    if (result == WR_OK)
        result = number_area_rooms(context, layout, options->merge_all);
    if (result == WR_OK)
        result = wr_profiles_make(context, layout);
    return result;
}

/* Lengths that are given count up to the size of an area. */
static double chosen(float option, float of_map, double otherwise)
{
    double length = option > 0 ? option : of_map > 0 ? of_map : otherwise;
    return length < WR_AREA_REACH ? length : WR_AREA_REACH;
}

enum wr_result wr_layout_place(struct wr_context *context, const struct wr_map *map,
                               struct wr_kits *kits, const struct wr_build_options *options,
                               struct wr_layout **out)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_layout *layout = arena ? WR_ZERO(arena, struct wr_layout, 1) : NULL;
    if (!layout) {
        wr_arena_destroy(arena);
        return wr_no_memory(context);
    }
    enum wr_game game = options->game ? options->game : map->game ? map->game : WR_K1;
    layout->arena = arena;
    wr_longer_rooms_start(&layout->longer, arena);
    layout->map = map;
    layout->game = game;
    layout->id = options->id ? options->id : map->id;
    layout->surfaces = options->surfaces ? *options->surfaces : wr_surfaces_default(game);
    layout->reach = chosen(options->reach, map->tolerance, WR_HOOK_REACH);
    layout->overlap = chosen(options->overlap, map->overlap, WR_OVERLAP_DEPTH);
    layout->seam_distance = chosen(options->seam_distance, 0, WR_SEAM_DISTANCE);
    layout->room_count = map->room_count;
    layout->entry.room = WR_NONE;
    enum wr_result result = fill_layout(context, layout, kits, options);
    if (result != WR_OK) {
        wr_layout_free(layout);
        return result;
    }
    *out = layout;
    return WR_OK;
}

void wr_layout_free(struct wr_layout *layout)
{
    if (layout)
        wr_arena_destroy(layout->arena);
}
