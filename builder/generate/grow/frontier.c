/* A dense array a pool for picking any, a list a pool for picking the newest. */
#include "builder/generate/grow/frontier.h"

#define NO_HOOK UINT32_MAX

struct wr_frontier_item {
    uint32_t at; /* in its pool's array, or NO_HOOK when closed */
    uint32_t newer, older, serial;
    enum wr_frontier_pool pool;
};

void wr_frontier_start(struct wr_frontier *f, const struct wr_pieces *pieces)
{
    int64_t sum = 1;
    *f = (struct wr_frontier){.newest = {NO_HOOK, NO_HOOK}};
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        sum += pieces->stances[s].high.x - pieces->stances[s].low.x;
    int64_t width = sum / (pieces->stance_count ? pieces->stance_count : 1) + 1;
    wr_grid_start(&f->grid.cells);
    f->grid.width = f->grid.height = width;
}

void wr_frontier_finish(struct wr_frontier *f)
{
    wr_grid_finish(&f->grid.cells);
    wr_free(f->items);
    for (int pool = 0; pool < WR_POOLS; pool++)
        wr_free(f->open[pool]);
}

void wr_frontier_clear(struct wr_frontier *f)
{
    for (size_t i = 0; i < f->item_capacity; i++)
        f->items[i].at = NO_HOOK;
    for (int pool = 0; pool < WR_POOLS; pool++) {
        f->open_count[pool] = 0;
        f->newest[pool] = NO_HOOK;
    }
    f->serial = 0;
    wr_grid_clear(&f->grid.cells);
}

bool wr_frontier_reserve(struct wr_frontier *f, size_t count)
{
    size_t old = f->item_capacity;
    if (!wr_grow(&f->items, &f->item_capacity, count, sizeof *f->items))
        return false;
    for (size_t i = old; i < f->item_capacity; i++)
        f->items[i].at = NO_HOOK;
    return true;
}

bool wr_frontier_add(struct wr_frontier *f, uint32_t hook, wr_spot at)
{
    wr_cell cell = wr_spot_cell(&f->grid, at);
    return wr_grid_add(&f->grid.cells, cell, cell, hook);
}

void wr_frontier_remove(struct wr_frontier *f, uint32_t hook, wr_spot at)
{
    wr_frontier_close(f, hook);
    wr_cell cell = wr_spot_cell(&f->grid, at);
    wr_grid_remove(&f->grid.cells, cell, cell, hook);
}

bool wr_frontier_is_open(const struct wr_frontier *f, uint32_t hook)
{
    return f->items[hook].at != NO_HOOK;
}

void wr_frontier_close(struct wr_frontier *f, uint32_t hook)
{
    struct wr_frontier_item *item = &f->items[hook];
    if (item->at == NO_HOOK)
        return;
    uint32_t last = f->open[item->pool][--f->open_count[item->pool]];
    f->open[item->pool][item->at] = last;
    f->items[last].at = item->at;
    item->at = NO_HOOK;
    if (item->older != NO_HOOK)
        f->items[item->older].newer = item->newer;
    if (item->newer != NO_HOOK)
        f->items[item->newer].older = item->older;
    else
        f->newest[item->pool] = item->older;
}

bool wr_frontier_open(struct wr_frontier *f, uint32_t hook, enum wr_frontier_pool pool)
{
    struct wr_frontier_item *item = &f->items[hook];
    if (item->at != NO_HOOK && item->pool == pool)
        return true;
    wr_frontier_close(f, hook);
    if (!wr_grow(&f->open[pool], &f->open_capacity[pool], (size_t)f->open_count[pool] + 1,
                 sizeof **f->open))
        return false;
    *item = (struct wr_frontier_item){f->open_count[pool], NO_HOOK, f->newest[pool],
                                      f->serial++, pool};
    f->open[pool][f->open_count[pool]++] = hook;
    if (item->older != NO_HOOK)
        f->items[item->older].newer = hook;
    f->newest[pool] = hook;
    return true;
}

uint32_t wr_frontier_newest(const struct wr_frontier *f, unsigned pools)
{
    uint32_t best = NO_HOOK;
    for (int pool = 0; pool < WR_POOLS; pool++) {
        uint32_t hook = pools >> pool & 1 ? f->newest[pool] : NO_HOOK;
        if (hook != NO_HOOK &&
            (best == NO_HOOK || f->items[hook].serial > f->items[best].serial))
            best = hook;
    }
    return best;
}

uint32_t wr_frontier_older(const struct wr_frontier *f, uint32_t hook)
{
    return f->items[hook].older;
}

uint32_t wr_frontier_at(const struct wr_frontier *f, unsigned pools, uint32_t i)
{
    for (int pool = 0; pool < WR_POOLS; pool++) {
        uint32_t count = pools >> pool & 1 ? f->open_count[pool] : 0;
        if (i < count)
            return f->open[pool][i];
        i -= count;
    }
    return NO_HOOK;
}
