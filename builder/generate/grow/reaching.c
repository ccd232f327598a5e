/* Growing towards rooms that stand apart. */
#include "builder/generate/grow/beginning.h"

enum { JOIN_TRIES = 400, NEAREST = 4 };

static double distance_between(const struct wr_growth *g, uint32_t hook, uint32_t other)
{
    wr_spot apart = wr_spot_sub(wr_growth_spot(g, hook), wr_growth_spot(g, other));
    double x = (double)apart.x, y = (double)apart.y, z = (double)apart.z;
    return x * x + y * y + z * z;
}

void wr_growth_spread_depth(struct wr_growth *g, uint32_t room, uint32_t depth)
{
    wr_arena_mark here = wr_arena_here(g->arena);
    uint32_t *queue = WR_TAKE(g->arena, uint32_t, g->slot_count), count = 1;
    g->failed |= !queue;
    if (g->failed || g->rooms[room].depth <= depth)
        count = 0;
    if (count)
        g->rooms[queue[0] = room].depth = depth;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t h = 0; h < wr_growth_hook_count(g, queue[i]); h++) {
            uint32_t mate = g->mates[wr_growth_hook(g, queue[i], h)];
            uint32_t next = mate == WR_UNLINKED ? queue[i] : wr_growth_room(g, mate);
            if (g->rooms[next].depth <= g->rooms[queue[i]].depth + 1)
                continue;
            g->rooms[next].depth = g->rooms[queue[i]].depth + 1;
            queue[count++] = next;
        }
    wr_arena_rewind(g->arena, here);
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

uint32_t wr_growth_open_hook(struct wr_growth *g, uint32_t room)
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

/* An open hook of a room, or of one that is kept with it. */
static uint32_t hook_beside(struct wr_growth *g, uint32_t room)
{
    const struct wr_kept *kept = g->making->kept;
    if (room >= kept->room_count)
        return wr_growth_open_hook(g, room);
    uint32_t turn = wr_random_below(&g->mends, kept->room_count);
    for (uint32_t i = 0; i < kept->room_count; i++) {
        uint32_t other = (turn + i) % kept->room_count;
        uint32_t hook = kept->parts[other] == kept->parts[room] ? wr_growth_open_hook(g, other)
                                                                : WR_UNLINKED;
        if (hook != WR_UNLINKED)
            return hook;
    }
    return WR_UNLINKED;
}

static bool reaches(struct wr_growth *g, uint32_t from, uint32_t target)
{
    for (uint32_t k = 0; k <= wr_growth_longest_chain(g); k++)
        if (wr_growth_bridge(g, from, target, k, 0))
            return true;
    return false;
}

bool wr_growth_join(struct wr_growth *g, uint32_t room)
{
    uint32_t mark = g->arrival_count;
    for (int i = 0; i < JOIN_TRIES && wr_growth_goes_on(g); i++) {
        uint32_t target = hook_beside(g, room), before = g->arrival_count;
        uint32_t from = target == WR_UNLINKED ? target : near_hook(g, target);
        bool final;
        if (from == WR_UNLINKED || wr_growth_left(g) == 0) {
            wr_growth_undo(g, mark);
            continue;
        }
        if (reaches(g, from, target)) {
            uint32_t mate = wr_growth_room(g, g->mates[target]);
            wr_growth_spread_depth(g, wr_growth_room(g, target), g->rooms[mate].depth + 1);
            return true;
        }
        double old = distance_between(g, from, target);
        uint32_t added =
            wr_growth_attach(g, from, (wr_attachment){.hooks = 2, .on_path = true}, &final);
        uint32_t on = added == WR_NONE ? WR_UNLINKED : wr_growth_open_hook(g, added);
        if (on != WR_UNLINKED && distance_between(g, on, target) > old &&
            wr_random_below(&g->mends, 4) > 0)
            wr_growth_undo(g, before);
    }
    return false;
}
