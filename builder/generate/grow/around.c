/* Breadth first, over a bounded number of rooms. Loops that share links are one block, whose
 * longest is remembered: a later loop that is at least as long makes none of them shorter. */
#include "builder/generate/grow/around.h"

#include "core/base/disjoint.h"

static bool reach(struct wr_growth *g, uint32_t room, uint32_t through, uint32_t distance)
{
    if (g->rooms[room].stamp == g->stamp)
        return false;
    g->rooms[room].stamp = g->stamp;
    g->rooms[room].distance = distance;
    g->rooms[room].through = through;
    return true;
}

uint32_t wr_around_search(struct wr_growth *g, uint32_t room, uint32_t most, uint32_t *rooms,
                          uint32_t capacity)
{
    uint32_t count = 1;
    g->stamp++;
    reach(g, rooms[0] = room, WR_UNLINKED, 0);
    for (uint32_t i = 0; i < count && g->rooms[rooms[i]].distance < most; i++)
        for (uint32_t h = 0; h < wr_growth_hook_count(g, rooms[i]); h++) {
            uint32_t mate = g->mates[wr_growth_hook(g, rooms[i], h)];
            uint32_t next = mate == WR_UNLINKED ? rooms[i] : wr_growth_room(g, mate);
            if (count < capacity && reach(g, next, mate, g->rooms[rooms[i]].distance + 1))
                rooms[count++] = next;
        }
    return count;
}

uint32_t wr_around_distance(struct wr_growth *g, uint32_t from, uint32_t to, uint32_t most)
{
    uint32_t rooms[WR_AROUND_ROOMS];
    wr_around_search(g, from, most, rooms, WR_AROUND_ROOMS);
    return g->rooms[to].stamp == g->stamp ? g->rooms[to].distance : WR_NONE;
}

static uint32_t block_root(struct wr_growth *g, uint32_t hook)
{
    uint32_t block = g->blocks[hook];
    return block == WR_NONE ? WR_NONE : wr_disjoint_root(g->block_parents, block);
}

uint32_t wr_around_longest(struct wr_growth *g, uint32_t room)
{
    uint32_t longest = 0;
    while (g->rooms[room].through != WR_UNLINKED) {
        uint32_t root = block_root(g, g->rooms[room].through);
        if (root != WR_NONE && g->block_longest[root] > longest)
            longest = g->block_longest[root];
        room = wr_growth_room(g, g->mates[g->rooms[room].through]);
    }
    return longest;
}

static void bind_hook(struct wr_growth *g, uint32_t hook, uint32_t block)
{
    uint32_t old = block_root(g, hook), root = wr_disjoint_root(g->block_parents, block);
    if (old != WR_NONE && old != root) {
        uint32_t longest = g->block_longest[old];
        if (g->block_longest[root] > longest)
            longest = g->block_longest[root];
        wr_disjoint_join(g->block_parents, old, root);
        g->block_longest[wr_disjoint_root(g->block_parents, block)] = longest;
    }
    g->blocks[hook] = g->blocks[g->mates[hook]] = block;
}

void wr_around_bind(struct wr_growth *g, uint32_t room, const uint32_t *hooks,
                    uint32_t hook_count, uint32_t length)
{
    uint32_t block = g->block_count;
    if (!wr_grow(&g->block_parents, &g->block_parent_capacity, (size_t)block + 1,
                 sizeof *g->block_parents) ||
        !wr_grow(&g->block_longest, &g->block_longest_capacity, (size_t)block + 1,
                 sizeof *g->block_longest)) {
        g->failed = true;
        return;
    }
    g->block_count++;
    g->block_parents[block] = block;
    g->block_longest[block] = length;
    for (uint32_t i = 0; i < hook_count; i++)
        bind_hook(g, hooks[i], block);
    for (; g->rooms[room].through != WR_UNLINKED;
         room = wr_growth_room(g, g->mates[g->rooms[room].through]))
        bind_hook(g, g->rooms[room].through, block);
}
