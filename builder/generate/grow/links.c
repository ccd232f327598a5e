/* Links that close loops: which may be, and whether one is due. */
#include "builder/generate/grow/around.h"

/* Rooms that must be left for a loop that closes by lengths. */
enum { LOOP_OF_LENGTHS = 5 };

static bool wants(const struct wr_growth *g, uint32_t length)
{
    const struct wr_wishes *w = &g->wishes;
    for (uint32_t i = 0; i < w->length_count; i++)
        if (w->lengths[i] == length)
            return true;
    return w->length_count == 0 && length >= WR_RING_LEAST;
}

static bool has_room_for_loop(const struct wr_growth *g)
{
    return !g->wishes.asks_loops || !g->wishes.exact_loops ||
           wr_growth_loops(g) < g->wishes.loops;
}

bool wr_growth_keeps_depths(const struct wr_growth *g, uint32_t a, uint32_t b, uint32_t between)
{
    uint32_t p = g->rooms[a].depth, q = g->rooms[b].depth;
    return g->most_depth == WR_NONE || (p > q ? p - q : q - p) <= between + 1;
}

bool wr_growth_are_linked(const struct wr_growth *g, uint32_t a, uint32_t b)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, a); h++) {
        uint32_t mate = g->mates[wr_growth_hook(g, a, h)];
        if (mate != WR_UNLINKED && wr_growth_room(g, mate) == b)
            return true;
    }
    return false;
}

bool wr_growth_meet_exactly(const struct wr_growth *g, wr_spot spot, wr_spot other)
{
    wr_spot miss = wr_spot_sub(spot, other);
    double x = (double)miss.x, y = (double)miss.y;
    return !g->pieces->stretches || x * x + y * y <= g->exactly * g->exactly;
}

bool wr_growth_may_close(struct wr_growth *g, uint32_t hook, uint32_t other)
{
    uint32_t a = wr_growth_room(g, hook), b = wr_growth_room(g, other);
    if (a == b || wr_growth_both_kept(g, a, b) || wr_growth_are_linked(g, a, b) ||
        !has_room_for_loop(g) || !wr_growth_keeps_depths(g, a, b, 0) ||
        !wr_growth_meet_exactly(g, wr_growth_spot(g, hook), wr_growth_spot(g, other)) ||
        wr_growth_is_forbidden(g, wr_growth_piece(g, a), wr_growth_piece(g, b)))
        return false;
    if (g->wishes.length_count == 0)
        return true;
    uint32_t apart = wr_around_distance(g, a, b, g->wishes.longest - 1);
    return apart != WR_NONE && wants(g, apart + 1) && wr_around_longest(g, b) <= apart + 1;
}

void wr_growth_close(struct wr_growth *g, uint32_t hook, uint32_t other)
{
    wr_growth_link(g, hook, other);
    if (!g->wishes.lengths_differ)
        return;
    uint32_t room = wr_growth_room(g, other); /* may_close searched from the first one's */
    wr_around_bind(g, room, &hook, 1, g->rooms[room].distance + 1);
}

bool wr_growth_owes_loop(const struct wr_growth *g)
{
    const struct wr_wishes *w = &g->wishes;
    uint32_t loops = wr_growth_loops(g);
    if (!w->asks_loops || loops >= w->loops || g->room_count < 2)
        return false;
    if (loops >= g->base_loops && /* in step with the rooms */
        (uint64_t)(loops - g->base_loops + 1) * (w->rooms - g->base_rooms) <=
            (uint64_t)(w->loops - g->base_loops) * (g->room_count - g->base_rooms))
        return true;
    uint32_t rooms = w->longest ? w->longest : g->pieces->stretches ? LOOP_OF_LENGTHS : 2;
    return wr_growth_left(g) == 0 || (uint64_t)(w->loops - loops) * rooms >= wr_growth_left(g);
}
