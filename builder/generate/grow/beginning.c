/* How a level begins: the entry, rooms that have their place, and the path to the exit. */
#include "builder/generate/footprint.h"
#include "builder/generate/grow/growth.h"

enum { ENTRY_TRIES = 64, PATH_TRIES = 40, JOIN_TRIES = 400, NEAREST = 4, LONGEST_CHAIN = 3 };

/* ---- The entry ---- */

/* Anywhere that is allowed: the origin, else the middle of the bounds. */
static wr_spot start_of(const struct wr_growth *g, uint32_t stance, bool middle)
{
    const wr_stance *own = &g->pieces->stances[stance];
    const wr_spot *low = &g->ground.low, *high = &g->ground.high;
    if (!middle)
        return (wr_spot){0, 0, 0};
    return (wr_spot){(low->x + high->x) / 2 - (own->low.x + own->high.x) / 2,
                     (low->y + high->y) / 2 - (own->low.y + own->high.y) / 2,
                     (low->z + high->z) / 2 - own->low.z};
}

static bool may_enter(const struct wr_growth *g, uint32_t piece)
{
    const struct wr_wishes *w = &g->wishes;
    const bool *set = w->entry_wish != WR_NONE ? w->list[w->entry_wish].fits : w->entry;
    uint32_t hooks = g->pieces->pieces[piece].hook_count;
    return !g->making->kit->rooms[piece].cap && w->most[piece] > 0 && (!set || set[piece]) &&
           (hooks > 0 || w->rooms == 1);
}

/* A piece that may be the entry, by weight. */
static uint32_t draw_entry(struct wr_growth *g)
{
    double sum = 0;
    uint32_t last = WR_NONE;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        sum += may_enter(g, p) ? g->wishes.weights[p] + 1e-9 : 0;
    double at = wr_random_unit(&g->choices) * sum;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++) {
        if (!may_enter(g, p))
            continue;
        last = p;
        at -= g->wishes.weights[p] + 1e-9;
        if (at < 0)
            break;
    }
    return last;
}

static bool put_entry(struct wr_growth *g)
{
    for (int i = 0; i < ENTRY_TRIES && !g->failed; i++) {
        uint32_t piece = draw_entry(g);
        if (piece == WR_NONE)
            return false;
        uint32_t first = g->pieces->first_stance[piece];
        uint32_t count = g->pieces->first_stance[piece + 1] - first;
        uint32_t stance = first + wr_random_below(&g->choices, count);
        wr_standing standing = {stance, start_of(g, stance, false)};
        if (!wr_growth_is_free(g, standing, NULL, 0)) {
            standing.spot = start_of(g, stance, true);
            if (!wr_growth_is_free(g, standing, NULL, 0))
                continue;
        }
        g->entry = wr_growth_put(g, standing, 0);
        return g->entry != WR_NONE;
    }
    return false;
}

/* ---- Rooms that have their place ---- */

static bool put_placed(struct wr_growth *g)
{
    for (uint32_t i = 0; i < g->wishes.count; i++) {
        const wr_wish *wish = &g->wishes.list[i];
        if (!wish->placed)
            continue;
        if (!wr_growth_is_free(g, wish->standing, NULL, 0))
            return false;
        uint32_t room = wr_growth_put(g, wish->standing, WR_NONE);
        if (room == WR_NONE)
            return false;
        if (g->rooms[room].wish != WR_NONE) { /* another's, that is still to come */
            g->wish_rooms[g->rooms[room].wish] = WR_NONE;
            g->missing_wishes++;
        }
        g->wish_rooms[i] = room;
        g->rooms[room].wish = i;
        g->rooms[room].kept = true;
        g->missing_wishes--;
        if (g->entry == WR_NONE || i == g->wishes.entry_wish)
            g->entry = room;
    }
    return true;
}

static double distance_between(const struct wr_growth *g, uint32_t hook, uint32_t other)
{
    wr_spot apart = wr_spot_sub(wr_growth_spot(g, hook), wr_growth_spot(g, other));
    double x = (double)apart.x, y = (double)apart.y, z = (double)apart.z;
    return x * x + y * y + z * z;
}

/* Marks what hangs together with a room by its depth. */
static void spread_depth(struct wr_growth *g, uint32_t room, uint32_t depth)
{
    if (g->rooms[room].depth <= depth)
        return;
    g->rooms[room].depth = depth;
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t mate = g->mates[wr_growth_hook(g, room, h)];
        if (mate != WR_UNLINKED)
            spread_depth(g, wr_growth_room(g, mate), depth + 1);
    }
}

/* An open hook of what hangs together, one of the nearest to a hook elsewhere. */
static uint32_t near_hook(struct wr_growth *g, uint32_t target)
{
    uint32_t best[NEAREST], count = 0, size = wr_frontier_size(&g->frontier);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t hook = wr_frontier_at(&g->frontier, 3, i), at = count;
        if (g->rooms[wr_growth_room(g, hook)].depth == WR_NONE)
            continue;
        double own = distance_between(g, hook, target);
        while (at > 0 && distance_between(g, best[at - 1], target) > own)
            at--;
        if (at == NEAREST)
            continue;
        count += count < NEAREST;
        for (uint32_t k = count - 1; k > at; k--)
            best[k] = best[k - 1];
        best[at] = hook;
    }
    return count ? best[wr_random_below(&g->mends, count)] : WR_UNLINKED;
}

static uint32_t open_hook_of(struct wr_growth *g, uint32_t room)
{
    uint32_t count = wr_growth_hook_count(g, room);
    uint32_t turn = count ? wr_random_below(&g->mends, count) : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t hook = wr_growth_hook(g, room, (turn + i) % count);
        if (g->mates[hook] == WR_UNLINKED)
            return hook;
    }
    return WR_UNLINKED;
}

static bool reaches(struct wr_growth *g, uint32_t from, uint32_t target)
{
    for (uint32_t k = 0; k <= LONGEST_CHAIN; k++)
        if (wr_growth_bridge(g, from, target, k, 0))
            return true;
    return false;
}

/* Grows towards a room that stands apart until a chain leads to it. */
static bool join_room(struct wr_growth *g, uint32_t room)
{
    uint32_t mark = g->arrival_count;
    for (int i = 0; i < JOIN_TRIES && wr_growth_goes_on(g); i++) {
        uint32_t target = open_hook_of(g, room), before = g->arrival_count;
        uint32_t from = target == WR_UNLINKED ? target : near_hook(g, target);
        bool final;
        if (from == WR_UNLINKED || wr_growth_left(g) == 0) {
            wr_growth_undo(g, mark);
            continue;
        }
        if (reaches(g, from, target)) {
            spread_depth(g, room, g->rooms[wr_growth_room(g, g->mates[target])].depth + 1);
            return true;
        }
        double old = distance_between(g, from, target);
        uint32_t added =
            wr_growth_attach(g, from, (wr_attachment){.hooks = 2, .on_path = true}, &final);
        uint32_t on = added == WR_NONE ? WR_UNLINKED : open_hook_of(g, added);
        if (on != WR_UNLINKED && distance_between(g, on, target) > old &&
            wr_random_below(&g->mends, 4) > 0)
            wr_growth_undo(g, before);
    }
    return false;
}

static bool join_placed(struct wr_growth *g)
{
    spread_depth(g, g->entry, 0);
    for (uint32_t i = 0; i < g->wishes.count; i++)
        if (g->wishes.list[i].placed && g->rooms[g->wish_rooms[i]].depth == WR_NONE &&
            !join_room(g, g->wish_rooms[i]))
            return false;
    return true;
}

/* ---- The path ---- */

/* A room on the path, and where to go back to. */
typedef struct tread {
    uint32_t room, mark;
} tread;

static const bool *exit_set(const struct wr_growth *g)
{
    if (g->wishes.exit_wish != WR_NONE)
        return g->wishes.list[g->wishes.exit_wish].fits;
    return g->wishes.exit;
}

static uint32_t step_on(struct wr_growth *g, uint32_t room, bool last)
{
    uint32_t count = wr_growth_hook_count(g, room);
    uint32_t turn = count ? wr_random_below(&g->picks, count) : 0;
    wr_attachment want = {
        .only = last ? exit_set(g) : NULL, .hooks = last ? 1 : 2, .on_path = !last};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t hook = wr_growth_hook(g, room, (turn + i) % count);
        bool final;
        if (g->mates[hook] != WR_UNLINKED)
            continue;
        uint32_t next = wr_growth_attach(g, hook, want, &final);
        if (next != WR_NONE)
            return next;
    }
    return WR_NONE;
}

static void keep_rooms(struct wr_growth *g)
{
    for (uint32_t i = 0; i < g->arrival_count; i++)
        if (g->rooms[g->arrivals[i]].stands)
            g->rooms[g->arrivals[i]].kept = true;
}

static void end_path(struct wr_growth *g, uint32_t exit)
{
    uint32_t wish = g->wishes.exit_wish;
    if (wish == WR_NONE)
        return;
    if (g->rooms[exit].wish != WR_NONE) {
        g->wish_rooms[g->rooms[exit].wish] = WR_NONE;
        g->missing_wishes++;
    }
    g->rooms[exit].wish = wish;
    g->wish_rooms[wish] = exit;
    g->missing_wishes--;
}

/* Depth first, going back a few steps where it is stuck. */
static bool grow_path(struct wr_growth *g)
{
    uint32_t length = g->wishes.path, done = 1;
    uint64_t tries = (uint64_t)PATH_TRIES * length + PATH_TRIES;
    tread *treads = WR_TAKE(g->arena, tread, length);
    g->failed |= !treads;
    if (g->failed)
        return false;
    treads[0] = (tread){g->entry, g->arrival_count};
    while (done < length && tries-- > 0 && wr_growth_goes_on(g)) {
        uint32_t mark = g->arrival_count;
        uint32_t next = step_on(g, treads[done - 1].room, done + 1 == length);
        if (next != WR_NONE) {
            treads[done++] = (tread){next, mark};
            continue;
        }
        uint32_t back = 1 + wr_random_below(&g->mends, 3);
        if (back >= done)
            back = done - 1;
        done -= back;
        if (back)
            wr_growth_undo(g, treads[done].mark);
    }
    if (done < length)
        return false;
    end_path(g, treads[length - 1].room);
    return true;
}

/* ---- All of it ---- */

static bool has_placed(const struct wr_growth *g)
{
    for (uint32_t i = 0; i < g->wishes.count; i++)
        if (g->wishes.list[i].placed)
            return true;
    return false;
}

/* The entry is a room that waits for its wish. */
static void grant_entry(struct wr_growth *g)
{
    uint32_t wish = g->wishes.entry_wish;
    if (wish == WR_NONE || g->wish_rooms[wish] != WR_NONE)
        return;
    if (g->rooms[g->entry].wish != WR_NONE) {
        g->wish_rooms[g->rooms[g->entry].wish] = WR_NONE;
        g->missing_wishes++;
    }
    g->wish_rooms[wish] = g->entry;
    g->rooms[g->entry].wish = wish;
    g->missing_wishes--;
}

static bool exit_is_placed(const struct wr_growth *g)
{
    return g->wishes.exit_wish != WR_NONE && g->wishes.list[g->wishes.exit_wish].placed;
}

bool wr_growth_begin(struct wr_growth *g)
{
    bool placed = has_placed(g);
    if (placed ? !put_placed(g) : !put_entry(g))
        return false;
    if (!placed || g->wishes.entry_wish == WR_NONE ||
        g->wishes.list[g->wishes.entry_wish].placed)
        grant_entry(g);
    g->rooms[g->entry].kept = true;
    if (placed && !join_placed(g))
        return false;
    if (!wr_growth_settle(g, g->entry))
        return false;
    if (g->wishes.path && !exit_is_placed(g)) {
        g->most_depth = g->wishes.path - 1;
        if (!grow_path(g))
            return false;
    }
    keep_rooms(g);
    return !g->failed;
}
