/* Growing a level: its beginning, then rooms and loops in turn, mended where it is stuck, until
 * all that the template wants is there. */
#include "builder/generate/grow/around.h"

#include <math.h>

enum {
    STEPS = 2000000,
    STEPS_A_ROOM = 4000,
    PATIENCE = 200000,
    PATIENCE_A_ROOM = 2000,
    AROUND_KEPT = 8, /* times as many steps, and as much patience as there are */
    LARGE = 1000,    /* rooms from which a level is mended rather than begun anew */
    WISH_TRIES = 24,
    SPREAD_LOOKS = 7,
    CLOSING_TRIES = 12,
    RETREATS = 2,      /* a room */
    LARGEST_POCKET = 6 /* as a power of two */
};

/* ---- Where to go on ---- */

static double distance_from_entry(const struct wr_growth *g, uint32_t hook)
{
    wr_spot apart = wr_spot_sub(wr_growth_spot(g, hook), g->rooms[g->entry].standing.spot);
    double x = (double)apart.x, y = (double)apart.y;
    return x * x + y * y;
}

/* The pool that brings the share of dead ends nearer to the one that is wanted. */
static unsigned pools_for(const struct wr_growth *g)
{
    unsigned pools = 3;
    if (!isnan(g->wishes.dead_ends))
        pools = wr_growth_wants_ends(g, 0) ? 1u << WR_POOL_MIDDLES : 1u << WR_POOL_ENDS;
    return wr_frontier_newest(&g->frontier, pools) == UINT32_MAX ? 3 : pools;
}

static uint32_t pick_hook(struct wr_growth *g)
{
    unsigned pools = pools_for(g);
    double spread = g->wishes.spread, size = spread < 0 ? -spread : spread;
    bool newest = wr_random_unit(&g->picks) >= g->wishes.branching;
    uint32_t looks = 1 + (uint32_t)(size * SPREAD_LOOKS + 0.5), best = UINT32_MAX;
    uint32_t hook = wr_frontier_newest(&g->frontier, pools), count = 0;
    for (int pool = 0; pool < WR_POOLS; pool++)
        count += pools >> pool & 1 ? g->frontier.open_count[pool] : 0;
    for (uint32_t i = 0; i < looks && hook != UINT32_MAX; i++) {
        if (!newest)
            hook = wr_frontier_at(&g->frontier, pools, wr_random_below(&g->picks, count));
        double own = distance_from_entry(g, hook);
        if (best == UINT32_MAX || (spread < 0) == (own < distance_from_entry(g, best)))
            best = hook;
        if (newest)
            hook = wr_frontier_older(&g->frontier, hook);
    }
    return best;
}

/* ---- One room more ---- */

static bool has_exit(const struct wr_growth *g)
{
    if (!g->wishes.exit)
        return true;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        if (g->wishes.exit[p] && g->piece_counts[p] > 0)
            return true;
    return false;
}

/* One of the rooms that must still come, as a set of pieces; `own` is room for one. */
static const bool *draw_wish(struct wr_growth *g, bool *own)
{
    uint32_t count = 0, pick = wr_random_below(&g->choices, g->missing_wishes + !has_exit(g));
    for (uint32_t i = 0; i < g->wishes.count; i++)
        if (g->wish_rooms[i] == WR_NONE && count++ == pick)
            return g->wishes.list[i].fits;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        own[p] = false;
    for (uint32_t p = 0; p < g->pieces->piece_count; p++)
        for (uint32_t k = g->piece_counts[p]; k < g->wishes.least[p]; k++)
            if (count++ == pick) {
                own[p] = true;
                return own;
            }
    return g->wishes.exit ? g->wishes.exit : own;
}

static bool put_wish(struct wr_growth *g)
{
    wr_arena_mark here = wr_arena_here(g->arena);
    bool *own = WR_TAKE(g->arena, bool, g->pieces->piece_count), final, put = false;
    g->failed |= !own;
    wr_attachment want = {.only = own ? draw_wish(g, own) : NULL};
    for (int i = 0; i < WISH_TRIES && !put && wr_growth_goes_on(g); i++) {
        uint32_t hook = pick_hook(g);
        if (hook == UINT32_MAX)
            break;
        uint32_t room = wr_growth_attach(g, hook, want, &final);
        put = room != WR_NONE && wr_growth_settle(g, room);
        g->steps++;
    }
    wr_arena_rewind(g->arena, here);
    return put;
}

static void park(struct wr_growth *g, uint32_t hook)
{
    if (!wr_grow(&g->parked, &g->parked_capacity, (size_t)g->parked_count + 1,
                 sizeof *g->parked)) {
        g->failed = true;
        return;
    }
    g->parked[g->parked_count++] = hook;
}

static void unpark(struct wr_growth *g)
{
    while (g->parked_count > 0) {
        uint32_t hook = g->parked[--g->parked_count], room = wr_growth_room(g, hook);
        if (room < g->slot_count && g->rooms[room].stands &&
            hook % g->hooks_a_room < wr_growth_hook_count(g, room) &&
            g->mates[hook] == WR_UNLINKED)
            wr_growth_reopen(g, hook);
    }
}

/* With forks alone, hardly more of the rooms can be dead ends. */
static const double MANY_ENDS = 0.4;

/* How many doorways a room should have for the share of dead ends: one that leads on where
 * there are enough, one that branches where there is nothing to branch from. */
static uint32_t hooks_for(struct wr_growth *g)
{
    bool few = wr_growth_wants_ends(g, 0);
    if (wr_growth_left(g) < 2)
        return 0;
    if (isnan(g->wishes.dead_ends)) /* a way that does not branch leads on */
        return wr_random_unit(&g->picks) < g->wishes.branching ? 0 : 2;
    if (few && g->frontier.open_count[WR_POOL_MIDDLES])
        return 0;
    if (few)
        return g->wishes.dead_ends > MANY_ENDS ? 4 : 3;
    return 2;
}

static bool is_leaf(const struct wr_growth *g, uint32_t piece)
{
    return g->pieces->pieces[piece].hook_count == 1 && g->wishes.weights[piece] > 0 &&
           g->piece_counts[piece] < g->wishes.most[piece];
}

/* Where most rooms are to be dead ends, those with one doorway take the doorways of one that
 * branches, all but the last, which leads to the next. `leaves` is room for a set. */
static wr_attachment shape_for(struct wr_growth *g, bool *leaves)
{
    uint32_t open =
        g->frontier.open_count[WR_POOL_MIDDLES] + g->frontier.open_count[WR_POOL_ENDS];
    bool few = wr_growth_wants_ends(g, 1), any = false;
    if (!(g->wishes.dead_ends > MANY_ENDS) || !few || open < 2 || wr_growth_left(g) < 2)
        return (wr_attachment){.hooks = hooks_for(g)};
    for (uint32_t p = 0; p < g->pieces->piece_count; p++) {
        leaves[p] = is_leaf(g, p);
        any |= leaves[p];
    }
    return any ? (wr_attachment){.only = leaves} : (wr_attachment){.hooks = hooks_for(g)};
}

/* A way that must not branch goes back where it is stuck. */
static void retreat(struct wr_growth *g, uint32_t room)
{
    if (g->retreats < RETREATS * g->wishes.rooms && isnan(g->wishes.dead_ends) &&
        wr_random_unit(&g->picks) >= g->wishes.branching && wr_growth_retreat(g, room))
        g->retreats++;
}

/* Puts a room of the wanted shape to a hook; WR_NONE where none fits. */
static uint32_t put_shaped(struct wr_growth *g, uint32_t hook, bool shapely, bool *leaves,
                           bool *final)
{
    wr_attachment want = shapely ? shape_for(g, leaves) : (wr_attachment){0};
    uint32_t room = wr_growth_attach(g, hook, want, final);
    if (room == WR_NONE && want.only)
        room = wr_growth_attach(g, hook, (wr_attachment){.hooks = hooks_for(g)}, final);
    return room;
}

/* Tries open hooks until one takes a room; those that take none are closed. With `shapely`,
 * only rooms with as many doorways as they should have. */
static bool put_any(struct wr_growth *g, bool shapely)
{
    wr_arena_mark here = wr_arena_here(g->arena);
    bool *leaves = WR_TAKE(g->arena, bool, g->pieces->piece_count), put = false;
    g->failed |= !leaves;
    while (!put && wr_growth_goes_on(g)) {
        uint32_t hook = pick_hook(g);
        bool final;
        if (hook == UINT32_MAX)
            break;
        uint32_t room = put_shaped(g, hook, shapely, leaves, &final);
        put = room != WR_NONE && wr_growth_settle(g, room);
        if (put)
            break;
        wr_frontier_close(&g->frontier, hook);
        if (!final)
            park(g, hook);
        if (shapely)
            retreat(g, wr_growth_room(g, hook));
        g->steps++;
    }
    wr_arena_rewind(g->arena, here);
    return put;
}

static bool put_room(struct wr_growth *g)
{
    uint32_t missing = g->missing_wishes + !has_exit(g), left = wr_growth_left(g);
    g->arrival_count = 0;
    if (missing > 0 && wr_random_below(&g->picks, left) < missing && put_wish(g))
        return true;
    if (missing >= left)
        return false;
    if (put_any(g, true))
        return true;
    if (g->parked_count == 0)
        return false;
    unpark(g);
    return put_any(g, false);
}

/* ---- Until it is done ---- */

static bool close_loop(struct wr_growth *g)
{
    int tries = wr_growth_left(g) == 0 ? CLOSING_TRIES : 1;
    while (tries-- > 0 && !g->failed) {
        g->arrival_count = 0;
        if (wr_growth_close_loop(g))
            return true;
    }
    return false;
}

/* Takes something away so that something else fits: more, the longer nothing came of it. */
static bool mend(struct wr_growth *g, uint32_t stuck)
{
    uint32_t size = 1u << (stuck / 4 < LARGEST_POCKET ? stuck / 4 : LARGEST_POCKET);
    unpark(g);
    if (wr_growth_owes_loop(g) && size < g->wishes.longest)
        size = g->wishes.longest;
    return wr_growth_prune(g, size);
}

/* All rooms stand. Where loops are still missing, the budget ends soon, unless there come more.
 */
static void note_loops(struct wr_growth *g)
{
    uint32_t loops = wr_growth_loops(g);
    if (g->stood && loops <= g->most_loops)
        return;
    g->stood = true;
    g->most_loops = loops;
    g->budget = g->whole_budget;
    if (g->patience && loops + 1 < g->wishes.loops && g->patience < g->budget - g->steps)
        g->budget = g->steps + g->patience;
}

static bool grow_level(struct wr_growth *g)
{
    uint32_t rooms = g->wishes.rooms - g->base_rooms;
    uint32_t stuck = 0, most_stuck = 4 + rooms / 8;
    while (wr_growth_goes_on(g)) {
        if (wr_growth_left(g) == 0)
            note_loops(g);
        if (wr_growth_is_done(g) && has_exit(g))
            return true;
        if (wr_growth_owes_loop(g) && close_loop(g))
            continue;
        if (wr_growth_left(g) > 0 && put_room(g))
            continue;
        stuck++;
        if ((rooms < LARGE && stuck > most_stuck) || !mend(g, stuck))
            return false;
    }
    return false;
}

/* ---- The result ---- */

/* Rooms that were there, and that nothing hung together with then. */
static uint32_t parts_apart(const struct wr_growth *g)
{
    const struct wr_kept *kept = g->making->kept;
    uint32_t count = 0;
    for (uint32_t i = 0; kept->adds && i < kept->room_count; i++)
        count += g->rooms[i].stamp != g->stamp;
    return count;
}

/* Depths from the entry over all links; false where a room is not reached. */
static bool measure_depths(struct wr_growth *g, uint32_t *queue)
{
    uint32_t count = wr_around_search(g, g->entry, UINT32_MAX, queue, g->room_count);
    return count == g->room_count - parts_apart(g);
}

static uint32_t find_exit(const struct wr_growth *g, const uint32_t *queue)
{
    if (g->wishes.exit_wish != WR_NONE)
        return g->wish_rooms[g->wishes.exit_wish];
    for (uint32_t i = g->room_count - parts_apart(g); i-- > 0;)
        if (queue[i] < g->base_rooms)
            continue; /* what was there is no end of what is new */
        else if (queue[i] != g->entry || g->room_count == 1)
            if (!g->wishes.exit || g->wishes.exit[wr_growth_piece(g, queue[i])])
                return queue[i];
    return WR_NONE;
}

static bool is_satisfied(const struct wr_growth *g, const uint32_t *queue)
{
    for (uint32_t i = 0; g->wishes.duty_count && i < g->room_count - parts_apart(g); i++)
        if (queue[i] >= g->base_rooms && !wr_growth_is_satisfied(g, queue[i], WR_NONE))
            return false;
    return true;
}

static void take_links(const struct wr_growth *g, const uint32_t *numbers, struct wr_draft *out)
{
    for (uint32_t room = 0; room < g->slot_count; room++)
        for (uint32_t h = 0; g->rooms[room].stands && h < wr_growth_hook_count(g, room); h++) {
            uint32_t hook = wr_growth_hook(g, room, h), mate = g->mates[hook];
            if (mate == WR_UNLINKED || mate <= hook)
                continue;
            out->links[out->link_count++] =
                (wr_draft_link){.rooms = {numbers[room], numbers[wr_growth_room(g, mate)]},
                                .hooks = {(uint16_t)h, (uint16_t)(mate % g->hooks_a_room)}};
        }
}

static bool take_rooms(const struct wr_growth *g, uint32_t exit, struct wr_draft *out)
{
    const struct wr_kept *kept = g->making->kept;
    uint32_t *numbers = WR_TAKE(g->arena, uint32_t, g->slot_count);
    out->rooms = WR_TAKE(g->arena, wr_draft_room, g->room_count);
    out->links = WR_TAKE(g->arena, wr_draft_link, g->link_count);
    out->room_count = out->link_count = 0;
    if (!numbers || !out->rooms || !out->links)
        return false;
    for (uint32_t room = 0; room < g->slot_count; room++) {
        if (!g->rooms[room].stands)
            continue;
        uint32_t wish = g->rooms[room].wish;
        const char *name = wish == WR_NONE ? NULL : g->wishes.list[wish].name;
        if (room < kept->room_count)
            name = kept->part.rooms[room].name;
        numbers[room] = out->room_count;
        out->rooms[out->room_count++] =
            (wr_draft_room){.name = name, .standing = g->rooms[room].standing};
    }
    out->kept_count = kept->room_count;
    take_links(g, numbers, out);
    out->entry = g->making->kept->adds ? g->making->kept->part.entry.room : numbers[g->entry];
    out->exit = exit == WR_NONE ? WR_NONE : numbers[exit];
    return true;
}

/* Whether the way to the exit is as long as was drawn, or, where rooms were there before, as it
 * may be. */
static bool is_path(const struct wr_growth *g, uint32_t length)
{
    wr_span span = g->making->template->grow.critical_path;
    return g->making->kept->room_count > 0 ? length >= span.least && length <= span.most
                                           : length == g->wishes.path;
}

bool wr_growth_draft(struct wr_growth *g, struct wr_draft *out)
{
    uint32_t *queue = WR_TAKE(g->arena, uint32_t, g->room_count);
    g->failed |= !queue;
    if (g->failed || !measure_depths(g, queue))
        return false;
    if (g->wishes.entry_wish != WR_NONE && g->wish_rooms[g->wishes.entry_wish] != g->entry) {
        g->entry = g->wish_rooms[g->wishes.entry_wish];
        measure_depths(g, queue);
    }
    uint32_t exit = find_exit(g, queue);
    if (!is_satisfied(g, queue) || (exit == WR_NONE && g->wishes.exit))
        return false;
    if (g->wishes.path && (exit == WR_NONE || !is_path(g, g->rooms[exit].distance + 1)))
        return false;
    g->failed |= !take_rooms(g, exit, out);
    return !g->failed;
}

/* ---- All of it ---- */

/* A budget that somebody states is spent. Where all levels were listed and there is none, a few
 * steps say how far one comes. */
static void set_budget(struct wr_growth *g)
{
    const struct wr_making *m = g->making;
    uint64_t rooms = g->wishes.rooms;
    g->whole_budget = STEPS + STEPS_A_ROOM * rooms;
    if (g->wishes.asks_loops)
        g->patience = PATIENCE + PATIENCE_A_ROOM * rooms;
    if (m->roster)
        g->whole_budget = PATIENCE;
    if (m->kept->room_count > 0) {
        g->whole_budget *= AROUND_KEPT;
        g->patience = 0;
    }
    if (m->budget) {
        g->whole_budget = m->budget;
        g->patience = 0;
    }
    g->budget = g->whole_budget;
}

/* Around rooms that are kept, not every number the template allows may come about: others are
 * drawn, where those go together. */
static void draw_again(struct wr_growth *g, uint64_t attempt)
{
    struct wr_making quiet = *g->making;
    struct wr_wishes drawn = g->wishes;
    quiet.context = wr_context_within(g->making->context, NULL, NULL);
    enum wr_result result =
        quiet.context ? wr_wishes_draw(&quiet, attempt, &drawn) : WR_NO_MEMORY;
    wr_context_destroy(quiet.context);
    g->failed |= result == WR_NO_MEMORY;
    if (result == WR_OK)
        g->wishes = drawn;
}

bool wr_growth_run(struct wr_growth *g, const struct wr_making *m, struct wr_draft *out)
{
    bool made = false;
    *out = (struct wr_draft){.entry = WR_NONE, .exit = WR_NONE};
    g->failed = !wr_growth_start(g, m);
    set_budget(g);
    for (uint64_t attempt = 0; !made && wr_growth_goes_on(g); attempt++) {
        wr_arena_mark here = wr_arena_here(m->arena);
        if (attempt > 0 && m->kept->room_count > 0)
            draw_again(g, attempt);
        wr_growth_clear(g, attempt);
        g->steps++;
        made = wr_growth_begin(g) && grow_level(g) && wr_growth_draft(g, out);
        if (!made)
            wr_arena_rewind(m->arena, here);
    }
    out->steps = g->steps;
    return made;
}
