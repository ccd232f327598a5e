/* What stands, and how it is put up and taken away. */
#include "builder/generate/grow/growth.h"
#include "builder/generate/footprint.h"
#include "builder/solver/lengths.h"

#include "core/base/disjoint.h"

#include <math.h>
#include <string.h>

enum { PICK_STREAM = 21, CHOICE_STREAM, LOOP_STREAM, MEND_STREAM };

/* ---- Starting ---- */

static int64_t limit_of(float metres)
{
    const int64_t far = INT64_MAX / 4;
    if (isinf(metres))
        return metres < 0 ? -far : far;
    return wr_units_of((double)metres);
}

static void set_bounds(struct wr_growth *g)
{
    const struct wr_template *t = g->making->template;
    g->ground.low = (wr_spot){limit_of(t->bounds.min.x), limit_of(t->bounds.min.y),
                              limit_of(t->bounds.min.z)};
    g->ground.high = (wr_spot){limit_of(t->bounds.max.x), limit_of(t->bounds.max.y),
                               limit_of(t->bounds.max.z)};
    g->ground.most_storeys = t->storeys;
}

bool wr_growth_start(struct wr_growth *g, const struct wr_making *making)
{
    const struct wr_pieces *pieces = &making->kit->pieces;
    struct wr_wishes wishes = g->wishes;
    *g = (struct wr_growth){
        .making = making,
        .pieces = pieces,
        .joins = &making->growing->joins,
        .sums = &making->growing->sums,
        .wishes = wishes,
        .arena = making->arena,
        .exactly = wr_lengths_exactly(pieces),
        .hooks_a_room = 1,
        .piece_counts = WR_TAKE(making->arena, uint32_t, pieces->piece_count),
        .wish_rooms = WR_TAKE(making->arena, uint32_t, wishes.count),
    };
    wr_frontier_start(&g->frontier, pieces);
    wr_ground_start(&g->ground, pieces, wr_units_of((double)making->template->distance));
    set_bounds(g);
    for (uint32_t p = 0; p < pieces->piece_count; p++)
        if (pieces->pieces[p].hook_count > g->hooks_a_room)
            g->hooks_a_room = pieces->pieces[p].hook_count;
    return g->piece_counts && g->wish_rooms;
}

void wr_growth_finish(struct wr_growth *g)
{
    wr_ground_finish(&g->ground);
    wr_frontier_finish(&g->frontier);
    wr_free(g->rooms);
    wr_free(g->free_slots);
    wr_free(g->mates);
    wr_free(g->blocks);
    wr_free(g->block_parents);
    wr_free(g->block_longest);
    wr_free(g->parked);
    wr_free(g->arrivals);
}

bool wr_growth_goes_on(struct wr_growth *g)
{
    enum { LOOKS = 64, SHOWS = 4096 };
    if (g->failed || g->steps >= g->budget)
        return false;
    uint32_t look = g->looks++;
    if (look % SHOWS == SHOWS - 1)
        wr_context_progress(g->making->context, "rooms placed", g->room_count, g->wishes.rooms);
    if (look % LOOKS == 0 && wr_context_late(g->making->context))
        g->late = true;
    return !g->late;
}

void wr_growth_clear(struct wr_growth *g, uint64_t attempt)
{
    uint64_t seed = wr_mix(g->making->seed + attempt);
    wr_ground_clear(&g->ground);
    wr_frontier_clear(&g->frontier);
    memset(g->piece_counts, 0, g->pieces->piece_count * sizeof *g->piece_counts);
    for (uint32_t i = 0; i < g->wishes.count; i++)
        g->wish_rooms[i] = WR_NONE;
    g->missing_wishes = g->wishes.count;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        g->missing_wishes += g->wishes.least[p];
    g->slot_count = g->room_count = g->free_count = g->parked_count = 0;
    g->link_count = g->dead_ends = g->block_count = g->arrival_count = 0;
    g->retreats = 0;
    g->base_rooms = g->base_loops = g->base_ends = g->base_parts = 0;
    g->entry = WR_NONE;
    g->most_depth = WR_NONE;
    g->picks = wr_random_of(seed, PICK_STREAM);
    g->choices = wr_random_of(seed, CHOICE_STREAM);
    g->loops = wr_random_of(seed, LOOP_STREAM);
    g->mends = wr_random_of(seed, MEND_STREAM);
}

/* ---- Rooms ---- */

static uint32_t take_slot(struct wr_growth *g)
{
    if (g->free_count)
        return g->free_slots[--g->free_count];
    uint32_t slot = g->slot_count;
    size_t hooks = ((size_t)slot + 1) * g->hooks_a_room;
    if (hooks > UINT32_MAX / 2 || !wr_frontier_reserve(&g->frontier, hooks) ||
        !wr_grow(&g->rooms, &g->room_capacity, (size_t)slot + 1, sizeof *g->rooms) ||
        !wr_grow(&g->free_slots, &g->free_capacity, (size_t)slot + 1, sizeof *g->free_slots) ||
        !wr_grow(&g->mates, &g->mate_capacity, hooks, sizeof *g->mates) ||
        !wr_grow(&g->blocks, &g->block_capacity, hooks, sizeof *g->blocks))
        return WR_NONE;
    g->rooms[slot] = (wr_grown_room){.stands = false};
    g->slot_count++;
    return slot;
}

/* A new room fulfils the first wish that waits for one like it. */
static void grant(struct wr_growth *g, uint32_t room)
{
    uint32_t piece = wr_growth_piece(g, room);
    g->rooms[room].wish = WR_NONE;
    if (g->piece_counts[piece]++ < g->wishes.least[piece])
        g->missing_wishes--;
    for (uint32_t i = 0; i < g->wishes.count; i++) {
        bool waits = g->wish_rooms[i] == WR_NONE && !g->wishes.list[i].placed;
        bool end = i == g->wishes.entry_wish || (i == g->wishes.exit_wish && g->wishes.path);
        if (!waits || end || !g->wishes.list[i].fits[piece])
            continue;
        g->wish_rooms[i] = room;
        g->rooms[room].wish = i;
        g->missing_wishes--;
        return;
    }
}

static void withdraw(struct wr_growth *g, uint32_t room)
{
    uint32_t piece = wr_growth_piece(g, room), wish = g->rooms[room].wish;
    if (--g->piece_counts[piece] < g->wishes.least[piece])
        g->missing_wishes++;
    if (wish == WR_NONE)
        return;
    g->wish_rooms[wish] = WR_NONE;
    g->missing_wishes++;
}

wr_spot wr_growth_spot(const struct wr_growth *g, uint32_t hook)
{
    return wr_standing_hook(g->pieces, &g->rooms[wr_growth_room(g, hook)].standing,
                            hook % g->hooks_a_room);
}

static enum wr_frontier_pool pool_of(const struct wr_growth *g, uint32_t room)
{
    return g->rooms[room].degree <= 1 ? WR_POOL_ENDS : WR_POOL_MIDDLES;
}

uint32_t wr_growth_put(struct wr_growth *g, wr_standing standing, uint32_t depth)
{
    uint32_t room = take_slot(g);
    if (room == WR_NONE || !wr_ground_put(&g->ground, room, standing) ||
        !wr_grow(&g->arrivals, &g->arrival_capacity, (size_t)g->arrival_count + 1,
                 sizeof *g->arrivals)) {
        g->failed = true;
        return WR_NONE;
    }
    g->rooms[room] = (wr_grown_room){.standing = standing,
                                     .depth = depth,
                                     .arrival = g->arrival_count,
                                     .stamp = g->rooms[room].stamp,
                                     .stands = true};
    g->arrivals[g->arrival_count++] = room;
    g->room_count++;
    grant(g, room);
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t hook = wr_growth_hook(g, room, h);
        g->mates[hook] = WR_UNLINKED;
        g->blocks[hook] = WR_NONE;
        if (!wr_frontier_add(&g->frontier, hook, wr_growth_spot(g, hook)) ||
            !wr_frontier_open(&g->frontier, hook, WR_POOL_ENDS))
            g->failed = true;
    }
    if (g->room_count > g->most_rooms)
        g->most_rooms = g->room_count;
    return room;
}

/* ---- Links ---- */

static void change_degree(struct wr_growth *g, uint32_t room, int by)
{
    g->dead_ends -= g->rooms[room].degree == 1;
    g->rooms[room].degree += (uint32_t)by;
    g->dead_ends += g->rooms[room].degree == 1;
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t hook = wr_growth_hook(g, room, h);
        if (g->mates[hook] == WR_UNLINKED && wr_frontier_is_open(&g->frontier, hook) &&
            !wr_frontier_open(&g->frontier, hook, pool_of(g, room)))
            g->failed = true;
    }
}

/* Makes a room's open hooks the newest: moving between pools has made others newer. */
static void renew(struct wr_growth *g, uint32_t room)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t hook = wr_growth_hook(g, room, h);
        if (g->mates[hook] != WR_UNLINKED || !wr_frontier_is_open(&g->frontier, hook))
            continue;
        wr_frontier_close(&g->frontier, hook);
        if (!wr_frontier_open(&g->frontier, hook, pool_of(g, room)))
            g->failed = true;
    }
}

void wr_growth_link(struct wr_growth *g, uint32_t hook, uint32_t other)
{
    wr_frontier_remove(&g->frontier, hook, wr_growth_spot(g, hook));
    wr_frontier_remove(&g->frontier, other, wr_growth_spot(g, other));
    g->mates[hook] = other;
    g->mates[other] = hook;
    g->link_count++;
    change_degree(g, wr_growth_room(g, hook), 1);
    change_degree(g, wr_growth_room(g, other), 1);
    renew(g, wr_growth_room(g, other));
}

void wr_growth_shut(struct wr_growth *g, uint32_t hook)
{
    wr_frontier_remove(&g->frontier, hook, wr_growth_spot(g, hook));
    g->mates[hook] = hook;
}

static void unlink_hook(struct wr_growth *g, uint32_t hook)
{
    uint32_t sides[2] = {hook, g->mates[hook]};
    for (int i = 0; i < 2; i++) {
        g->mates[sides[i]] = WR_UNLINKED;
        g->blocks[sides[i]] = WR_NONE;
        change_degree(g, wr_growth_room(g, sides[i]), -1);
        if (!wr_frontier_add(&g->frontier, sides[i], wr_growth_spot(g, sides[i])) ||
            !wr_frontier_open(&g->frontier, sides[i], pool_of(g, wr_growth_room(g, sides[i]))))
            g->failed = true;
    }
    g->link_count--;
}

void wr_growth_take(struct wr_growth *g, uint32_t room)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t hook = wr_growth_hook(g, room, h);
        if (g->mates[hook] != WR_UNLINKED)
            unlink_hook(g, hook);
        wr_frontier_remove(&g->frontier, hook, wr_growth_spot(g, hook));
    }
    wr_ground_take(&g->ground, room);
    withdraw(g, room);
    g->rooms[room].stands = false;
    g->free_slots[g->free_count++] = room;
    g->room_count--;
}

void wr_growth_undo(struct wr_growth *g, uint32_t mark)
{
    while (g->arrival_count > mark) {
        uint32_t room = g->arrivals[--g->arrival_count];
        if (g->rooms[room].stands && g->rooms[room].arrival == g->arrival_count)
            wr_growth_take(g, room);
    }
}

/* ---- Asking ---- */

bool wr_growth_is_free(struct wr_growth *g, wr_standing standing, const uint32_t *beside,
                       uint32_t beside_count)
{
    enum wr_refusal refusal = wr_ground_judge(&g->ground, standing, beside, beside_count);
    g->steps++;
    g->refused[refusal]++;
    return refusal == WR_FREE;
}

bool wr_growth_is_forbidden(const struct wr_growth *g, uint32_t piece, uint32_t other)
{
    return g->wishes.forbidden[(size_t)piece * g->pieces->piece_count + other];
}

/* Whether one of a room's neighbours, other than `without`, is in a set of pieces. */
static bool has_neighbour(const struct wr_growth *g, uint32_t room, const bool *set,
                          uint32_t without)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t mate = g->mates[wr_growth_hook(g, room, h)];
        if (mate != WR_UNLINKED && wr_growth_room(g, mate) != room &&
            wr_growth_room(g, mate) != without &&
            set[wr_growth_piece(g, wr_growth_room(g, mate))])
            return true;
    }
    return false;
}

bool wr_growth_is_satisfied(const struct wr_growth *g, uint32_t room, uint32_t without)
{
    uint32_t piece = wr_growth_piece(g, room);
    for (uint32_t i = 0; i < g->wishes.duty_count; i++)
        if (g->wishes.duties[i].rooms[piece] &&
            !has_neighbour(g, room, g->wishes.duties[i].others, without))
            return false;
    return true;
}

uint32_t wr_growth_left(const struct wr_growth *g)
{
    return g->room_count < g->wishes.rooms ? g->wishes.rooms - g->room_count : 0;
}

bool wr_growth_is_done(const struct wr_growth *g)
{
    return g->room_count == g->wishes.rooms && g->missing_wishes == 0 &&
           (!g->wishes.asks_loops || wr_growth_loops(g) >= g->wishes.loops);
}
