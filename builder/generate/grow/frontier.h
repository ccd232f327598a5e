/* The frontier: doorways that are still open, by how they may be picked. */
#ifndef WR_BUILDER_GENERATE_GROW_FRONTIER_H
#define WR_BUILDER_GENERATE_GROW_FRONTIER_H

#include "builder/solver/spot_grid.h"

/* Doorways of rooms with one link at most are apart: going on from there leaves the number of
 * dead ends as it is, from elsewhere it makes one more. */
enum wr_frontier_pool { WR_POOL_ENDS, WR_POOL_MIDDLES, WR_POOLS };

/* Hooks are numbered by the caller. */
struct wr_frontier {
    struct wr_frontier_item *items; /* one a hook */
    size_t item_capacity;
    uint32_t *open[WR_POOLS]; /* in no order */
    size_t open_capacity[WR_POOLS];
    uint32_t open_count[WR_POOLS];
    uint32_t newest[WR_POOLS], serial;
    struct wr_spot_grid grid; /* of all hooks without a link, open or not */
};

void wr_frontier_start(struct wr_frontier *frontier, const struct wr_pieces *pieces);
void wr_frontier_finish(struct wr_frontier *frontier);
void wr_frontier_clear(struct wr_frontier *frontier);

/* Makes room for hooks with lower numbers than `count`; false when memory is out. */
bool wr_frontier_reserve(struct wr_frontier *frontier, size_t count);
/* A hook without a link appears or goes; it is not open yet. Adding fails when memory is out.
 */
bool wr_frontier_add(struct wr_frontier *frontier, uint32_t hook, wr_spot at);
void wr_frontier_remove(struct wr_frontier *frontier, uint32_t hook, wr_spot at);
/* Opens a hook that is closed, or moves one to another pool. */
bool wr_frontier_open(struct wr_frontier *frontier, uint32_t hook, enum wr_frontier_pool pool);
void wr_frontier_close(struct wr_frontier *frontier, uint32_t hook);
bool wr_frontier_is_open(const struct wr_frontier *frontier, uint32_t hook);

static inline uint32_t wr_frontier_size(const struct wr_frontier *frontier)
{
    return frontier->open_count[0] + frontier->open_count[1];
}
/* The hook opened last in some pools (a bit each), or the one opened before `hook` in its pool;
 * UINT32_MAX where there is none. */
uint32_t wr_frontier_newest(const struct wr_frontier *frontier, unsigned pools);
uint32_t wr_frontier_older(const struct wr_frontier *frontier, uint32_t hook);
/* The i-th hook of some pools, in no order. */
uint32_t wr_frontier_at(const struct wr_frontier *frontier, unsigned pools, uint32_t i);

#endif
