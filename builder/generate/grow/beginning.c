/* How a level begins: the entry, rooms that have their place, and the path to the exit. */
#include "builder/generate/grow/beginning.h"
#include "builder/generate/footprint.h"
#include "builder/solver/lengths.h"

enum { ENTRY_TRIES = 64, PATH_TRIES = 40 };

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
    const bool *set = wr_growth_entry_set(g);
    uint32_t hooks = g->pieces->pieces[piece].hook_count;
    return wr_kit_piece_comes(&g->making->kit->rooms[piece]) && w->most[piece] > 0 &&
           (!set || set[piece]) && (hooks > 0 || w->rooms == 1);
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
        wr_standing standing = wr_standing_at(stance, start_of(g, stance, false));
        if (i % 2 == 0) /* else as it is drawn, which may take less ground */
            standing.lengths = wr_lengths_draw(g->pieces, stance, &g->choices);
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
        if (!wish->placed || g->wish_rooms[i] != WR_NONE)
            continue;
        if (!wr_growth_is_free(g, wish->standing, NULL, 0))
            return false;
        uint32_t room = wr_growth_put(g, wish->standing, WR_NONE);
        if (room == WR_NONE)
            return false;
        wr_growth_fulfil(g, i, room);
        g->rooms[room].kept = true;
        if (g->entry == WR_NONE || i == g->wishes.entry_wish)
            g->entry = room;
    }
    return true;
}

static bool join_placed(struct wr_growth *g)
{
    wr_growth_spread_depth(g, g->entry, 0);
    for (uint32_t i = 0; i < g->wishes.count; i++)
        if (g->wishes.list[i].placed && g->rooms[g->wish_rooms[i]].depth == WR_NONE &&
            !wr_growth_join(g, g->wish_rooms[i]))
            return false;
    return true;
}

/* ---- The path ---- */

/* A room on the path, and where to go back to. */
typedef struct tread {
    uint32_t room, mark;
} tread;

static uint32_t step_on(struct wr_growth *g, uint32_t room, bool last)
{
    uint32_t count = wr_growth_hook_count(g, room);
    uint32_t turn = count ? wr_random_below(&g->picks, count) : 0;
    wr_attachment want = {
        .only = last ? wr_growth_exit_set(g) : NULL, .hooks = last ? 1 : 2, .on_path = !last};
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

/* Depth first, going back a few steps where it is stuck. */
static bool grow_path(struct wr_growth *g)
{
    uint32_t length = g->wishes.path, start = g->entry;
    if (g->making->kept->room_count > 0)
        start = wr_growth_path_start(g, length);
    uint32_t least = g->rooms[start].depth + 1, done = least;
    uint64_t tries = (uint64_t)PATH_TRIES * length + PATH_TRIES;
    tread *treads = WR_TAKE(g->arena, tread, length);
    g->failed |= !treads;
    if (g->failed)
        return false;
    treads[done - 1] = (tread){start, g->arrival_count};
    while (done < length && tries-- > 0 && wr_growth_goes_on(g)) {
        uint32_t mark = g->arrival_count;
        uint32_t next = step_on(g, treads[done - 1].room, done + 1 == length);
        if (next != WR_NONE) {
            treads[done++] = (tread){next, mark};
            continue;
        }
        uint32_t back = 1 + wr_random_below(&g->mends, 3);
        if (back > done - least)
            back = done - least;
        done -= back;
        if (back)
            wr_growth_undo(g, treads[done].mark);
    }
    if (done < length)
        return false;
    if (g->wishes.exit_wish != WR_NONE)
        wr_growth_fulfil(g, g->wishes.exit_wish, treads[length - 1].room);
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
    if (wish != WR_NONE && g->wish_rooms[wish] == WR_NONE)
        wr_growth_fulfil(g, wish, g->entry);
}

static bool exit_is_placed(const struct wr_growth *g)
{
    return g->wishes.exit_wish != WR_NONE && g->wishes.list[g->wishes.exit_wish].placed;
}

static bool begin_path(struct wr_growth *g)
{
    g->most_depth = g->wishes.path - 1;
    return grow_path(g);
}

static bool begin_around_kept(struct wr_growth *g)
{
    if (!wr_growth_put_kept(g) || !put_placed(g) || !wr_growth_enter_kept(g) ||
        !wr_growth_join_kept(g) || !join_placed(g) ||
        (g->entry >= g->making->kept->room_count && !wr_growth_settle(g, g->entry)))
        return false;
    uint32_t end = g->wishes.exit_wish;
    bool ends = end != WR_NONE && g->wish_rooms[end] != WR_NONE;
    if (g->wishes.path && !ends && !wr_growth_has_path(g) && !begin_path(g))
        return false;
    keep_rooms(g);
    return !g->failed;
}

bool wr_growth_begin(struct wr_growth *g)
{
    bool placed = has_placed(g);
    if (g->making->kept->room_count > 0)
        return begin_around_kept(g);
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
    if (g->wishes.path && !exit_is_placed(g) && !begin_path(g))
        return false;
    keep_rooms(g);
    return !g->failed;
}
