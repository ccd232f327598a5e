/* Rooms that stand: what was found out about pairs of them is kept when one of them changes. */
#include "builder/sketch/state.h"
#include "builder/layout/boxes.h"
#include "builder/layout/overlap.h"
#include "builder/layout/tiling.h"

#include <stdlib.h>

/* A change on its way: from one state to the next. */
struct changing {
    struct wr_context *quiet;
    struct wr_facets_table *facets;
    const struct wr_sketch_state *now;
    const wr_change *change;
    struct wr_arena *arena;
    struct wr_sketch_state *next;
};

/* ---- Numbers ---- */

/* The number a room has afterwards; WR_NONE for the one that is changed. */
static uint32_t number_of(const wr_change *change, uint32_t room)
{
    if (change->kind == WR_CHANGE_ADD)
        return room < change->room ? room : room + 1;
    if (room == change->room)
        return WR_NONE;
    return change->kind == WR_CHANGE_MOVE || room < change->room ? room : room - 1;
}

static uint32_t hook_of(const struct changing *c, uint32_t hook)
{
    const struct wr_layout *from = &c->now->layout, *to = &c->next->layout;
    uint32_t room = number_of(c->change, from->hooks[hook].room);
    return room == WR_NONE ? WR_NONE : to->rooms[room].first_hook + from->hooks[hook].hook;
}

/* ---- Rooms and hooks ---- */

static bool list_rooms(struct changing *c)
{
    const struct wr_layout *from = &c->now->layout;
    struct wr_layout *to = &c->next->layout;
    const wr_change *change = c->change;
    to->room_count =
        from->room_count + (change->kind == WR_CHANGE_ADD) - (change->kind == WR_CHANGE_REMOVE);
    to->rooms = WR_TAKE(c->arena, wr_placed_room, to->room_count);
    if (!to->rooms)
        return false;
    for (uint32_t r = 0; r < from->room_count; r++)
        if (number_of(change, r) != WR_NONE)
            to->rooms[number_of(change, r)] = from->rooms[r];
    if (change->kind != WR_CHANGE_REMOVE)
        to->rooms[change->room] = change->placed;
    to->hook_count = 0;
    for (uint32_t r = 0; r < to->room_count; r++) {
        to->rooms[r].first_hook = to->hook_count;
        to->hook_count += to->rooms[r].room->hook_count;
    }
    return true;
}

static void place_hooks(struct wr_layout *layout, uint32_t room)
{
    const wr_placed_room *placed = &layout->rooms[room];
    for (uint32_t h = 0; h < placed->room->hook_count; h++)
        wr_place_hook(placed, &placed->room->hooks[h], &layout->hooks[placed->first_hook + h]);
}

static bool list_hooks(struct changing *c)
{
    const struct wr_layout *from = &c->now->layout;
    struct wr_layout *to = &c->next->layout;
    to->hooks = WR_TAKE(c->arena, wr_placed_hook, to->hook_count);
    if (!to->hooks)
        return false;
    for (uint32_t h = 0; h < from->hook_count; h++)
        if (hook_of(c, h) != WR_NONE)
            to->hooks[hook_of(c, h)] = from->hooks[h];
    if (c->change->kind != WR_CHANGE_REMOVE)
        place_hooks(to, c->change->room);
    for (uint32_t r = 0; r < to->room_count; r++)
        for (uint32_t h = 0; h < to->rooms[r].room->hook_count; h++) {
            wr_placed_hook *hook = &to->hooks[to->rooms[r].first_hook + h];
            hook->room = r;
            hook->hook = h;
            hook->link = hook->exit = WR_NONE;
        }
    return true;
}

/* ---- What the map states ---- */

/* A room that is moved keeps its links; they are judged anew. */
static uint32_t linked_room(const wr_change *change, uint32_t room)
{
    return change->kind == WR_CHANGE_MOVE ? room : number_of(change, room);
}

static bool list_stated(struct changing *c)
{
    const struct wr_map *from = &c->now->map;
    struct wr_map *to = &c->next->map;
    *to = *from;
    to->room_count = c->next->layout.room_count;
    to->links = WR_TAKE(c->arena, wr_map_link, from->link_count);
    to->link_count = 0;
    for (uint32_t i = 0; to->links && i < from->link_count; i++) {
        wr_map_link link = from->links[i];
        for (int side = 0; side < 2; side++)
            link.rooms[side] = linked_room(c->change, link.rooms[side]);
        if (link.rooms[0] != WR_NONE && link.rooms[1] != WR_NONE)
            to->links[to->link_count++] = link;
    }
    return to->links != NULL;
}

/* ---- Pairs of hooks ---- */

static bool append_pair(struct changing *c, wr_hook_pair pair)
{
    wr_hook_pair *pairs =
        wr_arena_more(c->arena, c->next->pairs, c->next->pair_count, sizeof pair);
    if (!pairs)
        return false;
    pairs[c->next->pair_count++] = pair;
    c->next->pairs = pairs;
    return true;
}

static bool add_pair(struct changing *c, struct wr_arena *scratch, uint32_t hook,
                     uint32_t other)
{
    const struct wr_layout *layout = &c->next->layout;
    double distance = wr_distance(layout->hooks[hook].position, layout->hooks[other].position);
    wr_link_fault fault;
    uint32_t a = hook < other ? hook : other, b = hook < other ? other : hook;
    if (!(distance <= layout->reach))
        return true;
    if (!wr_link_judge(layout, scratch, a, b, &fault))
        return false;
    if (fault.reason)
        return true;
    return append_pair(c, (wr_hook_pair){distance, a, b});
}

static bool keep_pairs(struct changing *c)
{
    for (size_t i = 0; i < c->now->pair_count; i++) {
        wr_hook_pair pair = c->now->pairs[i];
        pair.a = hook_of(c, pair.a);
        pair.b = hook_of(c, pair.b);
        if (pair.a == WR_NONE || pair.b == WR_NONE)
            continue;
        if (!append_pair(c, pair))
            return false;
    }
    return true;
}

static bool list_pairs(struct changing *c, struct wr_arena *scratch)
{
    const struct wr_layout *layout = &c->next->layout;
    c->next->pairs = WR_TAKE(c->arena, wr_hook_pair, 1);
    c->next->pair_count = 0;
    if (!c->next->pairs || !keep_pairs(c))
        return false;
    if (c->change->kind == WR_CHANGE_REMOVE)
        return true;
    const wr_placed_room *room = &layout->rooms[c->change->room];
    for (uint32_t i = 0; i < room->room->hook_count; i++)
        for (uint32_t other = 0; other < layout->hook_count; other++)
            if (layout->hooks[other].room != c->change->room &&
                !add_pair(c, scratch, room->first_hook + i, other))
                return false;
    return true;
}

/* ---- Overlaps ---- */

static bool append_overlap(struct changing *c, wr_overlap overlap)
{
    struct wr_layout *layout = &c->next->layout;
    wr_overlap *overlaps =
        wr_arena_more(c->arena, layout->overlaps, layout->overlap_count, sizeof overlap);
    if (!overlaps)
        return false;
    overlaps[layout->overlap_count++] = overlap;
    layout->overlaps = overlaps;
    return true;
}

static bool add_overlap(struct changing *c, struct wr_arena *scratch, uint32_t a, uint32_t b)
{
    const struct wr_layout *layout = &c->next->layout;
    const wr_placed_room *p = &layout->rooms[a], *q = &layout->rooms[b];
    const struct wr_facets *facets_p = wr_facets_of(c->facets, p->room->mesh);
    const struct wr_facets *facets_q = wr_facets_of(c->facets, q->room->mesh);
    struct wr_tiling tilings[2];
    wr_overlap overlap = {.rooms = {a, b}};
    if (!facets_p || !facets_q || !wr_tiling_make(&tilings[0], scratch, facets_p, &p->motion) ||
        !wr_tiling_make(&tilings[1], scratch, facets_q, &q->motion))
        return false;
    if (!wr_tilings_meet(&tilings[0], &tilings[1], &overlap))
        return true;
    return append_overlap(c, overlap);
}

static bool keep_overlaps(struct changing *c)
{
    const struct wr_layout *from = &c->now->layout;
    for (uint32_t i = 0; i < from->overlap_count; i++) {
        wr_overlap overlap = from->overlaps[i];
        for (int side = 0; side < 2; side++)
            overlap.rooms[side] = number_of(c->change, overlap.rooms[side]);
        if (overlap.rooms[0] == WR_NONE || overlap.rooms[1] == WR_NONE)
            continue;
        if (!append_overlap(c, overlap))
            return false;
    }
    return true;
}

static int order_overlaps(const void *a, const void *b)
{
    const wr_overlap *p = a, *q = b;
    int side = p->rooms[0] == q->rooms[0];
    return p->rooms[side] < q->rooms[side] ? -1 : p->rooms[side] > q->rooms[side];
}

static bool list_overlaps(struct changing *c, struct wr_arena *scratch)
{
    struct wr_layout *layout = &c->next->layout;
    uint32_t room = c->change->room;
    layout->overlaps = WR_TAKE(c->arena, wr_overlap, 1);
    layout->overlap_count = 0;
    if (!layout->overlaps || !keep_overlaps(c))
        return false;
    if (c->change->kind == WR_CHANGE_REMOVE)
        return true;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        if (r == room || !wr_boxes_meet(layout->rooms[r].box, layout->rooms[room].box))
            continue;
        wr_arena_mark here = wr_arena_here(scratch);
        if (!add_overlap(c, scratch, r < room ? r : room, r < room ? room : r))
            return false;
        wr_arena_rewind(scratch, here);
    }
    qsort(layout->overlaps, layout->overlap_count, sizeof *layout->overlaps, order_overlaps);
    return true;
}

/* ---- All of it ---- */

static void sum_up(struct wr_sketch_state *state, enum wr_result linked)
{
    const struct wr_layout *layout = &state->layout;
    wr_sketched *seen = &state->seen;
    *seen = (wr_sketched){
        .verdict = linked,
        .room_count = layout->room_count,
        .hooks = layout->hooks,
        .hook_count = layout->hook_count,
        .links = layout->links,
        .link_count = layout->link_count,
        .near_misses = layout->near_misses,
        .near_miss_count = layout->near_miss_count,
        .overlaps = layout->overlaps,
        .overlap_count = layout->overlap_count,
    };
    for (uint32_t i = 0; i < layout->overlap_count; i++)
        if (seen->verdict == WR_OK && wr_overlap_breaks(&layout->overlaps[i], layout->overlap))
            seen->verdict = WR_INVALID;
}

/* Linking sorts pairs, unless it ends with a link that the map states. */
static enum wr_result link_all(struct wr_context *quiet, struct wr_sketch_state *state,
                               struct wr_arena *scratch)
{
    enum wr_result result =
        wr_layout_link_pairs(quiet, &state->layout, scratch, state->pairs, state->pair_count);
    if (result != WR_OK && state->pair_count)
        qsort(state->pairs, state->pair_count, sizeof *state->pairs, wr_order_hook_pairs);
    return result;
}

/* What was found out with the whole map at hand; pairs before any of them is linked. */
static enum wr_result survey(struct wr_context *context, struct wr_context *quiet,
                             struct wr_sketch_state *state, struct wr_arena *scratch)
{
    struct wr_layout *layout = &state->layout;
    enum wr_result result = wr_layout_pairs(context, layout, &state->pairs, &state->pair_count);
    if (result != WR_OK)
        return result;
    enum wr_result apart = wr_layout_overlap(quiet, layout);
    if (apart == WR_LIMIT)
        return wr_layout_overlap(context, layout); /* says why */
    enum wr_result linked = link_all(quiet, state, scratch);
    if (apart == WR_NO_MEMORY || linked == WR_NO_MEMORY)
        return wr_no_memory(context);
    sum_up(state, linked);
    return WR_OK;
}

enum wr_result wr_sketch_state_start(struct wr_context *context, struct wr_context *quiet,
                                     const struct wr_layout *placed, struct wr_arena *arena,
                                     struct wr_sketch_state *out)
{
    struct wr_arena *scratch = wr_arena_create();
    *out = (struct wr_sketch_state){.map = *placed->map, .layout = *placed};
    out->layout.arena = arena;
    out->layout.map = &out->map;
    out->layout.hooks =
        wr_arena_copy(arena, placed->hooks, placed->hook_count, sizeof *placed->hooks);
    enum wr_result result = !scratch || !out->layout.hooks
                                ? wr_no_memory(context)
                                : survey(context, quiet, out, scratch);
    wr_arena_destroy(scratch);
    return result;
}

static bool make(struct changing *c, struct wr_arena *scratch)
{
    if (!list_rooms(c) || !list_hooks(c) || !list_stated(c) || !list_pairs(c, scratch) ||
        !list_overlaps(c, scratch))
        return false;
    enum wr_result linked = link_all(c->quiet, c->next, scratch);
    sum_up(c->next, linked);
    return linked != WR_NO_MEMORY;
}

bool wr_sketch_state_change(struct wr_context *quiet, struct wr_facets_table *facets,
                            const struct wr_sketch_state *now, const wr_change *change,
                            struct wr_arena *arena, struct wr_sketch_state *next)
{
    struct changing changing = {quiet, facets, now, change, arena, next};
    struct wr_arena *scratch = wr_arena_create();
    *next = (struct wr_sketch_state){.layout = now->layout};
    next->layout.arena = arena;
    next->layout.map = &next->map;
    bool fine = scratch && make(&changing, scratch);
    wr_arena_destroy(scratch);
    return fine;
}
