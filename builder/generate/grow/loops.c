/* Closing loops: a chain of rooms from one open doorway to another, or a whole ring. */
#include "builder/generate/grow/around.h"
#include "builder/solver/rings/stretched_bridge.h"

enum {
    STARTS = 3,         /* doorways a loop is tried from at a time */
    ENDS = 24,          /* doorways it is tried to, from each */
    BRIDGE_STEPS = 400, /* of a search for one bridge */
    PLANTS = 6,         /* rings tried at a time */
    LOOKS = 8,          /* doorways looked at to find one with ground before it */
    NEWEST = 16,        /* doorways that count as new */
    PROBES = 8,         /* rooms put to a doorway to see whether there is ground */
    LONGEST_CHAIN = 3,
    LONGEST_STRETCHED = 4
};

/* A loop under way. */
struct loop {
    struct wr_growth *g;
    uint32_t hooks[2]; /* open doorways it starts and ends at; a ring only starts */
    uint32_t length;   /* of the loop, in rooms; 0: any */
    uint32_t rooms[WR_RING_MOST], room_count;
    uint32_t links[WR_RING_MOST], link_count; /* one hook of each */
};

/* ---- Putting a chain ---- */

static bool pieces_may(const struct loop *l, const wr_bridge_room *rooms, uint32_t count,
                       uint32_t before, uint32_t after)
{
    const struct wr_growth *g = l->g;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t piece = i < count ? g->pieces->stances[rooms[i].standing.stance].piece : after;
        if (before != WR_NONE && piece != WR_NONE && wr_growth_is_forbidden(g, before, piece))
            return false;
        uint32_t times = g->piece_counts[piece == WR_NONE ? 0 : piece];
        for (uint32_t k = 0; i < count && k <= i; k++)
            times += g->pieces->stances[rooms[k].standing.stance].piece == piece;
        if (i < count && times > g->wishes.most[piece])
            return false;
        before = piece;
    }
    return true;
}

/* Puts rooms one after the other, linked to each other; `beside` stand at both ends. */
static bool put_rooms(struct loop *l, const wr_bridge_room *rooms, uint32_t count,
                      const uint32_t beside[2], uint32_t depth, uint32_t end_depth)
{
    struct wr_growth *g = l->g;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t near[2] = {i > 0 ? l->rooms[i - 1] : beside[0],
                            i + 1 == count ? beside[1] : beside[0]};
        uint32_t own = depth + i + 1, back = end_depth + count - i;
        own = back < own ? back : own;
        if ((g->most_depth != WR_NONE && own > g->most_depth) ||
            !wr_growth_is_free(g, rooms[i].standing, near, 2))
            return false;
        uint32_t room = wr_growth_put(g, rooms[i].standing, own);
        if (room == WR_NONE)
            return false;
        l->rooms[l->room_count++] = room;
        if (i == 0)
            continue;
        l->links[l->link_count] = wr_growth_hook(g, l->rooms[i - 1], rooms[i - 1].out);
        wr_growth_link(g, l->links[l->link_count++], wr_growth_hook(g, room, rooms[i].in));
    }
    return true;
}

/* Whether all rooms of the loop, and those it starts and ends at, have what they need. */
static bool settle(struct loop *l)
{
    for (uint32_t i = 0; i < l->room_count; i++)
        if (!wr_growth_settle(l->g, l->rooms[i]))
            return false;
    return true;
}

/* Whether the last room's doorway, or with none that of the start, is exactly at the end. */
static bool meets_end(const struct loop *l, const wr_bridge_room *rooms, uint32_t count)
{
    const struct wr_growth *g = l->g;
    wr_spot at =
        count ? wr_standing_hook(g->pieces, &rooms[count - 1].standing, rooms[count - 1].out)
              : wr_growth_spot(g, l->hooks[0]);
    return wr_growth_meet_exactly(g, at, wr_growth_spot(g, l->hooks[1]));
}

static bool take_bridge(void *user, const wr_bridge_room *rooms, uint32_t count)
{
    struct loop *l = user;
    struct wr_growth *g = l->g;
    uint32_t ends[2] = {wr_growth_room(g, l->hooks[0]), wr_growth_room(g, l->hooks[1])};
    l->room_count = l->link_count = 0;
    if (!meets_end(l, rooms, count) ||
        !pieces_may(l, rooms, count, wr_growth_piece(g, ends[0]), wr_growth_piece(g, ends[1])))
        return false;
    uint32_t mark = g->arrival_count;
    if (!put_rooms(l, rooms, count, ends, g->rooms[ends[0]].depth, g->rooms[ends[1]].depth)) {
        wr_growth_undo(g, mark);
        return g->failed;
    }
    uint32_t first = l->hooks[1];
    if (count) {
        first = wr_growth_hook(g, l->rooms[0], rooms[0].in);
        uint32_t last = wr_growth_hook(g, l->rooms[count - 1], rooms[count - 1].out);
        l->links[l->link_count++] = last;
        wr_growth_link(g, last, l->hooks[1]);
    }
    l->links[l->link_count++] = l->hooks[0];
    wr_growth_link(g, l->hooks[0], first);
    if (g->wishes.lengths_differ && l->length)
        wr_around_bind(g, ends[1], l->links, l->link_count, l->length);
    return true;
}

/* ---- From doorway to doorway ---- */

uint32_t wr_growth_longest_chain(const struct wr_growth *g)
{
    return g->pieces->stretches ? LONGEST_STRETCHED : LONGEST_CHAIN;
}

/* Finds a bridge and takes it: of rooms as they are drawn, or of others by their lengths. */
static bool find_bridge(struct wr_growth *g, const wr_bridge_end ends[2], uint32_t count,
                        struct loop *loop)
{
    uint64_t limit = g->steps + BRIDGE_STEPS;
    return wr_bridge_find(g->sums, ends, count, &g->loops, &g->steps, limit, take_bridge,
                          loop) ||
           (g->pieces->stretches && !g->failed &&
            wr_bridge_stretch(g->joins, ends, count, &g->loops, &g->steps,
                              g->steps + BRIDGE_STEPS, take_bridge, loop));
}

bool wr_growth_bridge(struct wr_growth *g, uint32_t from, uint32_t to, uint32_t count,
                      uint32_t length)
{
    struct loop loop = {.g = g, .hooks = {from, to}, .length = length};
    uint32_t rooms[2] = {wr_growth_room(g, from), wr_growth_room(g, to)};
    wr_standing standings[2] = {g->rooms[rooms[0]].standing, g->rooms[rooms[1]].standing};
    wr_bridge_end ends[2] = {{&standings[0], from % g->hooks_a_room},
                             {&standings[1], to % g->hooks_a_room}};
    uint32_t mark = g->arrival_count;
    if (count > wr_growth_left(g) ||
        (count == 0 && wr_growth_both_kept(g, rooms[0], rooms[1])) ||
        !wr_growth_keeps_depths(g, rooms[0], rooms[1], count))
        return false;
    if (!find_bridge(g, ends, count, &loop) || g->failed)
        return false;
    if (settle(&loop))
        return true;
    wr_growth_undo(g, mark); /* with its rooms the loop goes, too */
    return false;
}

/* Whether some room would find ground at a hook, by a few samples. */
static bool has_ground(struct wr_growth *g, uint32_t hook)
{
    uint32_t room = wr_growth_room(g, hook), range[2];
    wr_joins_from(g->joins, g->rooms[room].standing.stance, hook % g->hooks_a_room, range);
    for (int i = 0; i < PROBES && range[0] < range[1]; i++) {
        const wr_join *join =
            &g->joins->joins[range[0] + wr_random_below(&g->loops, range[1] - range[0])];
        wr_standing standing =
            wr_joins_standing(g->joins, &g->rooms[room].standing, hook % g->hooks_a_room, join);
        g->steps++;
        if (wr_ground_judge(&g->ground, standing, &room, 1) == WR_FREE)
            return true;
    }
    return false;
}

/* An open hook, one of the newest as often as any other: there is more ground where the level
 * grows. */
static uint32_t any_hook(struct wr_growth *g)
{
    uint32_t size = wr_frontier_size(&g->frontier), hook = WR_UNLINKED;
    for (int i = 0; i < LOOKS && size; i++) {
        uint32_t back = wr_random_below(&g->loops, NEWEST);
        hook = wr_frontier_newest(&g->frontier, 3);
        while (i % 2 == 0 && back-- > 0 && wr_frontier_older(&g->frontier, hook) != WR_UNLINKED)
            hook = wr_frontier_older(&g->frontier, hook);
        if (i % 2)
            hook = wr_frontier_at(&g->frontier, 3, wr_random_below(&g->loops, size));
        if (has_ground(g, hook))
            return hook;
    }
    return hook;
}

static bool is_worth_it(struct wr_growth *g, uint32_t hook)
{
    return wr_frontier_is_open(&g->frontier, hook) && has_ground(g, hook);
}

/* Ends of loops of one length that start at a hook: open doorways of rooms so far away that
 * what is missing is a chain of a few rooms. */
static bool close_length(struct wr_growth *g, uint32_t hook, uint32_t length)
{
    uint32_t rooms[WR_AROUND_ROOMS];
    uint32_t count =
        wr_around_search(g, wr_growth_room(g, hook), length - 1, rooms, WR_AROUND_ROOMS);
    uint32_t turn = wr_random_below(&g->loops, count), tries = 0;
    for (uint32_t i = 0; i < count && tries < ENDS; i++) {
        uint32_t room = rooms[(turn + i) % count];
        uint32_t between = length - 1 - g->rooms[room].distance;
        if (between > wr_growth_longest_chain(g) ||
            (g->wishes.lengths_differ && wr_around_longest(g, room) > length))
            continue;
        for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
            uint32_t other = wr_growth_hook(g, room, h);
            if (other == hook || g->mates[other] != WR_UNLINKED ||
                (between && !is_worth_it(g, other)))
                continue;
            tries++;
            if (wr_growth_bridge(g, hook, other, between, length))
                return true;
        }
    }
    return false;
}

/* Loops of any length: doorways near by, however long the way round is. */
static bool close_any(struct wr_growth *g, uint32_t hook)
{
    const struct wr_spot_grid *grid = &g->frontier.grid;
    uint32_t room = wr_growth_room(g, hook), tries = 0;
    uint32_t longest = wr_growth_longest_chain(g),
             first = wr_random_below(&g->loops, longest + 1);
    wr_cell middle = wr_spot_cell(grid, wr_growth_spot(g, hook)), cell;
    uint32_t turn = wr_random_below(&g->loops, 27);
    for (uint32_t i = 0; i < 27; i++) {
        uint32_t at = (turn + i) % 27;
        cell = (wr_cell){middle.x + (int32_t)(at % 3) - 1, middle.y + (int32_t)(at / 3 % 3) - 1,
                         middle.z + (int32_t)(at / 9) - 1};
        for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX && tries < ENDS;
             e = grid->cells.entries[e].next) {
            uint32_t other = grid->cells.entries[e].id, end = wr_growth_room(g, other);
            if (end == room || wr_growth_are_linked(g, room, end))
                continue;
            tries++;
            uint32_t most = is_worth_it(g, other) ? longest : 0;
            for (uint32_t k = 0; k <= most; k++)
                if (wr_growth_bridge(g, hook, other, (first + k) % (most + 1), 0))
                    return true;
        }
    }
    return false;
}

/* ---- Rings ---- */

/* Whether all rooms of a ring are exactly at the next ones. */
static bool ring_meets(const struct wr_growth *g, const wr_ring *ring)
{
    bool meets = true;
    for (uint32_t i = 0; g->pieces->stretches && i < ring->length; i++) {
        const wr_bridge_room *room = &ring->rooms[i];
        const wr_bridge_room *next = &ring->rooms[(i + 1) % ring->length];
        meets &=
            wr_growth_meet_exactly(g, wr_standing_hook(g->pieces, &room->standing, room->out),
                                   wr_standing_hook(g->pieces, &next->standing, next->in));
    }
    return meets;
}

/* Puts a whole ring, one of whose rooms has a doorway to spare for the hook. */
static bool plant_at(struct wr_growth *g, uint32_t hook, const wr_ring *ring, uint32_t member,
                     uint32_t spare)
{
    struct loop loop = {.g = g, .length = ring->length};
    wr_bridge_room rooms[WR_RING_MOST];
    uint32_t from = wr_growth_room(g, hook), beside[2] = {from, from};
    uint32_t depth = g->rooms[from].depth, mark = g->arrival_count;
    for (uint32_t i = 0; i < ring->length; i++)
        rooms[i] = ring->rooms[(member + i) % ring->length];
    wr_spot miss =
        wr_spot_sub(wr_growth_spot(g, hook),
                    wr_spot_add(rooms[0].standing.spot,
                                wr_hook_out(g->pieces, rooms[0].standing.stance, spare)->at));
    for (uint32_t i = 0; i < ring->length; i++)
        rooms[i].standing.spot = wr_spot_add(rooms[i].standing.spot, miss);
    if (!ring_meets(g, ring) ||
        !pieces_may(&loop, rooms, ring->length, wr_growth_piece(g, from), WR_NONE) ||
        wr_growth_is_forbidden(
            g, g->pieces->stances[rooms[0].standing.stance].piece,
            g->pieces->stances[rooms[ring->length - 1].standing.stance].piece) ||
        !put_rooms(&loop, rooms, ring->length, beside, depth, depth + 1)) {
        wr_growth_undo(g, mark);
        return false;
    }
    uint32_t out = wr_growth_hook(g, loop.rooms[ring->length - 1], rooms[ring->length - 1].out);
    wr_growth_link(g, out, wr_growth_hook(g, loop.rooms[0], rooms[0].in));
    wr_growth_link(g, hook, wr_growth_hook(g, loop.rooms[0], spare));
    loop.links[loop.link_count++] = out;
    wr_around_distance(g, loop.rooms[0], loop.rooms[0], 0); /* the way back is in the links */
    if (g->wishes.lengths_differ)
        wr_around_bind(g, loop.rooms[0], loop.links, loop.link_count, loop.length);
    if (settle(&loop))
        return true;
    wr_growth_undo(g, mark);
    return false;
}

static bool plant(struct wr_growth *g, uint32_t hook, const wr_ring *ring)
{
    const wr_piece_hook *out = wr_growth_out(g, hook);
    uint32_t turn = wr_random_below(&g->loops, ring->length);
    for (uint32_t i = 0; i < ring->length; i++) {
        uint32_t member = (turn + i) % ring->length;
        const wr_bridge_room *room = &ring->rooms[member];
        uint32_t piece = g->pieces->stances[room->standing.stance].piece;
        for (uint32_t h = 0; h < g->pieces->pieces[piece].hook_count; h++)
            if (h != room->in && h != room->out &&
                wr_hooks_meet(g->pieces, out,
                              wr_hook_out(g->pieces, room->standing.stance, h)) &&
                plant_at(g, hook, ring, member, h))
                return true;
    }
    return false;
}

static bool plant_length(struct wr_growth *g, uint32_t hook, uint32_t length)
{
    if (length > WR_RING_MOST || length > wr_growth_left(g))
        return false;
    const wr_ring_pool *pool = &g->making->growing->pools[length];
    for (uint32_t i = 0; i < PLANTS && pool->count; i++)
        if (plant(g, hook, &pool->rings[wr_random_below(&g->loops, pool->count)]))
            return true;
    return false;
}

/* ---- One loop more ---- */

static uint32_t draw_length(struct wr_growth *g)
{
    if (g->wishes.length_count)
        return g->wishes.lengths[wr_random_below(&g->loops, g->wishes.length_count)];
    return 4 + wr_random_below(&g->loops, 3);
}

bool wr_growth_close_loop(struct wr_growth *g)
{
    uint32_t length = draw_length(g);
    bool any = g->wishes.length_count == 0;
    for (uint32_t i = 0; i < STARTS && wr_growth_goes_on(g); i++) {
        uint32_t hook = any_hook(g);
        g->steps++;
        if (hook == WR_UNLINKED)
            return false;
        if (any ? close_any(g, hook) : close_length(g, hook, length))
            return true;
        if (!any && plant_length(g, hook, length))
            return true;
    }
    uint32_t hook = any_hook(g);
    return any && hook != WR_UNLINKED && plant_length(g, hook, length);
}
