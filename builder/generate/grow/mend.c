/* Mending: what is stuck is taken away, and grows anew. */
#include "builder/generate/grow/growth.h"

enum { LOOKS = 200 };

/* ---- Opening again ---- */

void wr_growth_reopen(struct wr_growth *g, uint32_t hook)
{
    bool end = g->rooms[wr_growth_room(g, hook)].degree <= 1;
    if (!wr_frontier_is_open(&g->frontier, hook) &&
        !wr_frontier_open(&g->frontier, hook, end ? WR_POOL_ENDS : WR_POOL_MIDDLES))
        g->failed = true;
}

/* Hooks near a room that was taken away may find ground now. */
static void open_near(struct wr_growth *g, wr_standing standing)
{
    const struct wr_spot_grid *grid = &g->frontier.grid;
    wr_spot low, high;
    wr_standing_box(g->pieces, &standing, &low, &high);
    wr_cell from = wr_spot_cell(grid, low), to = wr_spot_cell(grid, high), cell;
    for (cell.z = from.z - 1; cell.z <= to.z + 1; cell.z++)
        for (cell.y = from.y - 1; cell.y <= to.y + 1; cell.y++)
            for (cell.x = from.x - 1; cell.x <= to.x + 1; cell.x++)
                for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX;
                     e = grid->cells.entries[e].next)
                    wr_growth_reopen(g, grid->cells.entries[e].id);
}

/* ---- Pruning ---- */

static uint32_t neighbour_of_end(const struct wr_growth *g, uint32_t room)
{
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++) {
        uint32_t mate = g->mates[wr_growth_hook(g, room, h)];
        if (mate != WR_UNLINKED)
            return wr_growth_room(g, mate);
    }
    return WR_NONE;
}

static bool may_go(const struct wr_growth *g, uint32_t room)
{
    const wr_grown_room *grown = &g->rooms[room];
    return grown->stands && !grown->kept && grown->degree == 1 &&
           wr_growth_is_satisfied(g, neighbour_of_end(g, room), room);
}

static uint32_t any_end(struct wr_growth *g)
{
    uint32_t kept = g->making->kept->room_count; /* they are the first */
    for (int i = 0; i < LOOKS && g->slot_count > kept; i++) {
        uint32_t room = kept + wr_random_below(&g->mends, g->slot_count - kept);
        if (may_go(g, room))
            return room;
    }
    return WR_NONE;
}

bool wr_growth_prune(struct wr_growth *g, uint32_t size)
{
    uint32_t room = any_end(g);
    g->steps++;
    if (room == WR_NONE)
        return false;
    for (uint32_t i = 0; i < size && room != WR_NONE; i++) {
        uint32_t next = neighbour_of_end(g, room);
        wr_standing standing = g->rooms[room].standing;
        wr_growth_take(g, room);
        open_near(g, standing);
        room = may_go(g, next) ? next : WR_NONE;
    }
    return true;
}

bool wr_growth_retreat(struct wr_growth *g, uint32_t room)
{
    if (!may_go(g, room))
        return false;
    for (uint32_t h = 0; h < wr_growth_hook_count(g, room); h++)
        if (wr_frontier_is_open(&g->frontier, wr_growth_hook(g, room, h)))
            return false;
    wr_growth_take(g, room);
    return true;
}
