/* How a level begins around rooms that are kept: which fulfil wishes, where it is entered, and
 * what has to be joined. */
#include "builder/generate/grow/beginning.h"

#include <string.h>

enum { ATTACH_TRIES = 64, LOOKS = 16, DEEPEST_OF = 3 };

/* ---- What stands ---- */

static void release(struct wr_growth *g, uint32_t wish)
{
    if (g->wish_rooms[wish] == WR_NONE)
        return;
    g->rooms[g->wish_rooms[wish]].wish = WR_NONE;
    g->wish_rooms[wish] = WR_NONE;
    g->missing_wishes++;
}

void wr_growth_fulfil(struct wr_growth *g, uint32_t wish, uint32_t room)
{
    release(g, wish);
    if (g->rooms[room].wish != WR_NONE)
        release(g, g->rooms[room].wish);
    g->wish_rooms[wish] = room;
    g->rooms[room].wish = wish;
    g->missing_wishes--;
}

/* A room that bears the name of one that must be there is that one. */
static void fulfil_by_name(struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    for (uint32_t i = 0; !kept->adds && i < g->wishes.count; i++) {
        const char *name = g->wishes.list[i].name;
        uint32_t room = name ? wr_kept_find(kept, name) : WR_NONE;
        if (room != WR_NONE)
            wr_growth_fulfil(g, i, room);
    }
}

static bool put_rooms(struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    for (uint32_t i = 0; i < kept->room_count; i++) {
        uint32_t room = wr_growth_put(g, kept->standings[i], WR_NONE);
        if (room == WR_NONE)
            return false;
        g->rooms[room].kept = true;
    }
    for (uint32_t i = 0; i < kept->link_count; i++) {
        const wr_kept_link *link = &kept->links[i];
        wr_growth_link(g, wr_growth_hook(g, link->rooms[0], link->hooks[0]),
                       wr_growth_hook(g, link->rooms[1], link->hooks[1]));
    }
    for (uint32_t i = 0; i < kept->room_count; i++)
        for (uint32_t h = 0; h < wr_growth_hook_count(g, i); h++)
            if (kept->shut[kept->first_hooks[i] + h] &&
                g->mates[wr_growth_hook(g, i, h)] == WR_UNLINKED)
                wr_growth_shut(g, wr_growth_hook(g, i, h));
    return !g->failed;
}

static void set_base(struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    if (!kept->adds)
        return;
    g->base_rooms = kept->room_count;
    g->base_loops = wr_kept_loops(kept);
    g->base_ends = g->dead_ends;
    g->base_parts = kept->part_count - 1;
}

bool wr_growth_put_kept(struct wr_growth *g)
{
    if (!put_rooms(g))
        return false;
    fulfil_by_name(g);
    set_base(g);
    return true;
}

/* ---- Where it is entered ---- */

const bool *wr_growth_entry_set(const struct wr_growth *g)
{
    const struct wr_wishes *w = &g->wishes;
    return w->entry_wish != WR_NONE ? w->list[w->entry_wish].fits : w->entry;
}

/* Puts a room to any open hook; WR_NONE where that failed. */
static uint32_t attach_anywhere(struct wr_growth *g, wr_attachment want)
{
    uint32_t room = WR_NONE;
    bool final;
    for (int i = 0; room == WR_NONE && i < ATTACH_TRIES && wr_growth_goes_on(g); i++) {
        uint32_t size = wr_frontier_size(&g->frontier);
        if (size == 0)
            break;
        uint32_t hook = wr_frontier_at(&g->frontier, 3, wr_random_below(&g->picks, size));
        room = wr_growth_attach(g, hook, want, &final);
        g->steps++;
    }
    return room;
}

/* A way back from what is kept to a room that may be the entry. */
static uint32_t grow_entry(struct wr_growth *g)
{
    uint32_t left = wr_growth_left(g), most = g->wishes.path ? left : left / 2 + 1;
    uint32_t between = left > 1 ? wr_random_below(&g->picks, most) : 0;
    uint32_t room = WR_NONE, hook = WR_UNLINKED;
    bool final;
    for (uint32_t i = 0; i <= between && (i == 0 || room != WR_NONE); i++) {
        wr_attachment want = {.hooks = 2, .on_path = true};
        if (i == between)
            want = (wr_attachment){.only = wr_growth_entry_set(g), .on_path = true};
        if (i > 0)
            hook = wr_growth_open_hook(g, room);
        room = i == 0                ? attach_anywhere(g, want)
               : hook == WR_UNLINKED ? WR_NONE
                                     : wr_growth_attach(g, hook, want, &final);
    }
    return room;
}

/* One of the kept rooms that may be the entry, each as likely; WR_NONE where none may. */
static uint32_t draw_kept_entry(struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    const bool *set = wr_growth_entry_set(g);
    uint32_t own = kept->part.entry.room, seen = 0, drawn = WR_NONE;
    if (g->wishes.entry_wish != WR_NONE && g->wish_rooms[g->wishes.entry_wish] != WR_NONE)
        return g->wish_rooms[g->wishes.entry_wish];
    if (own != WR_NONE && (!set || set[wr_growth_piece(g, own)]))
        return own;
    for (uint32_t i = 0; i < kept->room_count; i++)
        if ((!set || set[wr_growth_piece(g, i)]) && wr_random_below(&g->choices, ++seen) == 0)
            drawn = i;
    return drawn;
}

static bool find_entry(struct wr_growth *g)
{
    if (g->making->kept->adds && wr_growth_left(g) == 0) {
        g->entry = 0;
        return true;
    }
    if (g->making->kept->adds)
        g->entry = attach_anywhere(g, (wr_attachment){.only = wr_growth_entry_set(g)});
    else
        g->entry = draw_kept_entry(g);
    if (g->entry == WR_NONE && !g->making->kept->adds)
        g->entry = grow_entry(g);
    return g->entry != WR_NONE;
}

bool wr_growth_enter_kept(struct wr_growth *g)
{
    uint32_t wish = g->wishes.entry_wish;
    if (!find_entry(g))
        return false;
    if (wish != WR_NONE && g->wish_rooms[wish] != g->entry &&
        g->wishes.list[wish].fits[wr_growth_piece(g, g->entry)])
        wr_growth_fulfil(g, wish, g->entry);
    for (uint32_t i = 0; i < g->slot_count; i++)
        g->rooms[i].depth = WR_NONE;
    wr_growth_spread_depth(g, g->entry, 0);
    return !g->failed;
}

/* ---- What hangs together ---- */

bool wr_growth_join_kept(struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    for (uint32_t i = 0; !kept->adds && i < kept->room_count; i++)
        if (g->rooms[i].depth == WR_NONE && !wr_growth_join(g, i))
            return false;
    for (uint32_t i = 0; !kept->adds && i < kept->room_count; i++)
        if (!wr_growth_settle(g, i))
            return false;
    return true;
}

/* ---- The path ---- */

const bool *wr_growth_exit_set(const struct wr_growth *g)
{
    return g->wishes.exit_wish != WR_NONE ? g->wishes.list[g->wishes.exit_wish].fits
                                          : g->wishes.exit;
}

bool wr_growth_has_path(struct wr_growth *g)
{
    const bool *set = wr_growth_exit_set(g);
    wr_span span = g->making->template->grow.critical_path;
    uint32_t deepest = 0;
    for (uint32_t i = g->base_rooms; i < g->slot_count; i++) {
        const wr_grown_room *room = &g->rooms[i];
        if (room->stands && room->depth != WR_NONE && room->depth + 1 > deepest &&
            (!set || set[wr_growth_piece(g, i)]))
            deepest = room->depth + 1;
    }
    if (deepest < span.least || deepest > span.most)
        return false;
    g->most_depth = deepest - 1;
    return true;
}

uint32_t wr_growth_path_start(struct wr_growth *g, uint32_t length)
{
    uint32_t best = g->entry;
    for (int i = 0, found = 0; i < LOOKS && found < DEEPEST_OF; i++) {
        uint32_t room = wr_random_below(&g->picks, g->slot_count);
        const wr_grown_room *at = &g->rooms[room];
        if (!at->stands || at->depth == WR_NONE || at->depth + 2 > length ||
            wr_growth_open_hook(g, room) == WR_UNLINKED)
            continue;
        best = at->depth > g->rooms[best].depth ? room : best;
        found++;
    }
    return best;
}
