/* Walkthroughs: from key to key, each by the shortest way through what is open. */
#include "builder/generate/walkthrough.h"
#include "builder/layout/locks.h"

struct tour {
    struct wr_lock_graph graph; /* its places are rooms */
    struct wr_lock_walk *walk;
    uint32_t entry, exit;
    bool *needed, *held;      /* keys */
    uint32_t *before, *queue; /* of each room: where a leg comes from, or WR_NONE */
    uint32_t *visits;         /* of each room */
};

static enum wr_result begin(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_layout *layout, struct tour *tour)
{
    uint32_t *firsts;
    enum wr_result result =
        wr_layout_locks(context, layout, arena, false, &tour->graph, &firsts);
    if (result != WR_OK)
        return result;
    uint32_t rooms = tour->graph.place_count, keys = tour->graph.key_count;
    tour->walk = wr_lock_walk_make(&tour->graph, arena);
    tour->needed = WR_ZERO(arena, bool, keys);
    tour->held = WR_ZERO(arena, bool, keys);
    tour->before = WR_TAKE(arena, uint32_t, rooms);
    tour->queue = WR_TAKE(arena, uint32_t, rooms);
    tour->visits = WR_ZERO(arena, uint32_t, rooms);
    return tour->walk && tour->needed && tour->held && tour->before && tour->queue &&
                   tour->visits
               ? WR_OK
               : wr_no_memory(context);
}

static uint32_t find_needed(struct tour *tour)
{
    uint32_t count = 0, most = wr_lock_walks(&tour->graph);
    for (uint32_t k = 0; k < tour->graph.key_count && k < most; k++) {
        wr_lock_walk_from(tour->walk, tour->entry, k);
        tour->needed[k] = !wr_lock_walk_reached(tour->walk, tour->exit);
        count += tour->needed[k];
    }
    return count;
}

/* ---- Legs ---- */

/* Spreads over what is open; where the next leg ends: the exit, else the nearest key that is
 * needed, else any, else WR_NONE. */
static uint32_t spread(struct tour *tour, uint32_t from)
{
    const struct wr_lock_graph *graph = &tour->graph;
    uint32_t needed = WR_NONE, other = WR_NONE, queued = 0;
    for (uint32_t i = 0; i < graph->place_count; i++)
        tour->before[i] = WR_NONE;
    tour->before[from] = from;
    tour->queue[queued++] = from;
    for (uint32_t i = 0; i < queued; i++) {
        uint32_t at = tour->queue[i], key = graph->keys[at], count;
        const uint32_t *ends = wr_lock_walk_ends(tour->walk, at, &count);
        if (at == tour->exit)
            return at;
        if (key != WR_NONE && !tour->held[key]) {
            needed = needed == WR_NONE && tour->needed[key] ? at : needed;
            other = other == WR_NONE ? at : other;
        }
        for (uint32_t e = 0; e < count; e++) {
            uint32_t to = graph->ends[ends[e] / 2][1 - ends[e] % 2];
            uint32_t lock = graph->locks[ends[e] / 2];
            if (tour->before[to] != WR_NONE || (lock != WR_NONE && !tour->held[lock]))
                continue;
            tour->before[to] = at;
            tour->queue[queued++] = to;
        }
    }
    return needed != WR_NONE ? needed : other;
}

static void visit(struct tour *tour, uint32_t room)
{
    uint32_t key = tour->graph.keys[room];
    tour->visits[room]++;
    if (key != WR_NONE)
        tour->held[key] = true;
}

/* Walks the leg backwards; the order does not count. */
static void walk_leg(struct tour *tour, uint32_t from, uint32_t to)
{
    for (; to != from; to = tour->before[to])
        visit(tour, to);
}

static void sum_up(const struct tour *tour, struct wr_walkthrough *out)
{
    for (uint32_t i = 0; i < tour->graph.place_count; i++) {
        out->rooms += tour->visits[i];
        out->twice += tour->visits[i] > 1;
    }
}

static void go(struct tour *tour, struct wr_walkthrough *out)
{
    uint32_t at = tour->entry;
    out->locks = find_needed(tour);
    visit(tour, at);
    while (at != tour->exit) {
        uint32_t to = spread(tour, at);
        if (to == WR_NONE)
            return;
        walk_leg(tour, at, to);
        at = to;
    }
    sum_up(tour, out);
}

enum wr_result wr_walkthrough_measure(struct wr_context *context,
                                      const struct wr_layout *layout, uint32_t entry,
                                      uint32_t exit, struct wr_walkthrough *out)
{
    struct tour tour = {.entry = entry, .exit = exit};
    *out = (struct wr_walkthrough){0};
    if (entry == WR_NONE || exit == WR_NONE)
        return WR_OK;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        arena ? begin(context, arena, layout, &tour) : wr_no_memory(context);
    if (result == WR_OK)
        go(&tour, out);
    wr_arena_destroy(arena);
    return result;
}
