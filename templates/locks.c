/* Locks and keys: walks that take every key, and what they tell of each lock. */
#include "templates/locks.h"

#include <string.h>

/* An end is a way seen from one of its places: way * 2 + side. */
struct wr_lock_walk {
    const struct wr_lock_graph *graph;
    uint32_t *first, *ends;  /* of each place: the ends that leave it */
    uint32_t *waiting;       /* of each key: an end that was met before it */
    uint32_t *next;          /* of each end: the next that waits for the same key */
    uint32_t *queue, queued; /* places that were reached, in order */
    bool *reached, *held;
};

static void list_ends(struct wr_lock_walk *walk)
{
    const struct wr_lock_graph *graph = walk->graph;
    for (uint32_t i = 0; i < graph->way_count * 2; i++)
        walk->first[graph->ends[i / 2][i % 2]]++;
    for (uint32_t i = 0; i < graph->place_count; i++)
        walk->first[i + 1] += walk->first[i];
    for (uint32_t i = graph->way_count * 2; i-- > 0;)
        walk->ends[--walk->first[graph->ends[i / 2][i % 2]]] = i;
}

struct wr_lock_walk *wr_lock_walk_make(const struct wr_lock_graph *graph,
                                       struct wr_arena *arena)
{
    struct wr_lock_walk *walk = WR_ZERO(arena, struct wr_lock_walk, 1);
    size_t places = graph->place_count, ends = (size_t)graph->way_count * 2;
    if (!walk)
        return NULL;
    *walk = (struct wr_lock_walk){
        .graph = graph,
        .first = WR_ZERO(arena, uint32_t, places + 1),
        .ends = WR_TAKE(arena, uint32_t, ends),
        .waiting = WR_TAKE(arena, uint32_t, graph->key_count),
        .next = WR_TAKE(arena, uint32_t, ends),
        .queue = WR_TAKE(arena, uint32_t, places),
        .reached = WR_TAKE(arena, bool, places),
        .held = WR_TAKE(arena, bool, graph->key_count),
    };
    if (!walk->first || !walk->ends || !walk->waiting || !walk->next || !walk->queue ||
        !walk->reached || !walk->held)
        return NULL;
    list_ends(walk);
    return walk;
}

const uint32_t *wr_lock_walk_ends(const struct wr_lock_walk *walk, uint32_t place,
                                  uint32_t *count)
{
    *count = walk->first[place + 1] - walk->first[place];
    return walk->ends + walk->first[place];
}

/* ---- Walking ----------------------------------------------------------------------------- */

static void reach(struct wr_lock_walk *walk, uint32_t place)
{
    if (walk->reached[place])
        return;
    walk->reached[place] = true;
    walk->queue[walk->queued++] = place;
}

static void cross(struct wr_lock_walk *walk, uint32_t end)
{
    reach(walk, walk->graph->ends[end / 2][1 - end % 2]);
}

static void take_key(struct wr_lock_walk *walk, uint32_t key)
{
    if (key == WR_NONE || walk->held[key])
        return;
    walk->held[key] = true;
    for (uint32_t end = walk->waiting[key]; end != WR_NONE; end = walk->next[end])
        cross(walk, end);
}

static void leave(struct wr_lock_walk *walk, uint32_t end)
{
    uint32_t lock = walk->graph->locks[end / 2];
    if (lock == WR_NONE || walk->held[lock]) {
        cross(walk, end);
        return;
    }
    walk->next[end] = walk->waiting[lock];
    walk->waiting[lock] = end;
}

/* `all`: every key but the one is held from the beginning. */
static void begin(struct wr_lock_walk *walk, bool all, uint32_t without)
{
    const struct wr_lock_graph *graph = walk->graph;
    memset(walk->reached, 0, graph->place_count * sizeof *walk->reached);
    memset(walk->waiting, 0xff, graph->key_count * sizeof *walk->waiting);
    for (uint32_t i = 0; i < graph->key_count; i++)
        walk->held[i] = all && i != without;
    walk->queued = 0;
}

static void go_on(struct wr_lock_walk *walk, uint32_t place, uint32_t without)
{
    reach(walk, place);
    for (uint32_t i = 0; i < walk->queued; i++) {
        uint32_t at = walk->queue[i];
        if (walk->graph->keys[at] != without)
            take_key(walk, walk->graph->keys[at]);
        for (uint32_t e = walk->first[at]; e < walk->first[at + 1]; e++)
            leave(walk, walk->ends[e]);
    }
}

void wr_lock_walk_from(struct wr_lock_walk *walk, uint32_t place, uint32_t without)
{
    begin(walk, false, without);
    go_on(walk, place, without);
}

bool wr_lock_walk_reached(const struct wr_lock_walk *walk, uint32_t place)
{
    return walk->reached[place];
}

bool wr_lock_walk_holds(const struct wr_lock_walk *walk, uint32_t key)
{
    return walk->held[key];
}

uint32_t wr_lock_walks(const struct wr_lock_graph *graph)
{
    const uint64_t most = 1 << 27;
    uint64_t size = (uint64_t)graph->place_count + graph->way_count + graph->key_count + 1;
    return (uint32_t)(most / size);
}

/* ---- Bridges ----------------------------------------------------------------------------- */

/* A search in depth: when places were met, and the earliest that is seen from below each. */
struct depth {
    const struct wr_lock_walk *walk;
    uint32_t *met, *low;         /* of each place; 0: not met */
    uint32_t *at, *came, *stack; /* of each place: its next end, the end it was entered by */
    uint32_t count, height;
    bool *bridges; /* of each way */
};

static void enter(struct depth *depth, uint32_t place, uint32_t end)
{
    depth->met[place] = depth->low[place] = ++depth->count;
    depth->at[place] = depth->walk->first[place];
    depth->came[place] = end;
    depth->stack[depth->height++] = place;
}

static void lower(uint32_t *low, uint32_t to)
{
    *low = to < *low ? to : *low;
}

/* Leaves the topmost place by its next end, or for good. */
static void step(struct depth *depth)
{
    const struct wr_lock_walk *walk = depth->walk;
    uint32_t place = depth->stack[depth->height - 1], came = depth->came[place];
    if (depth->at[place] < walk->first[place + 1]) {
        uint32_t end = walk->ends[depth->at[place]++];
        uint32_t other = walk->graph->ends[end / 2][1 - end % 2];
        if (depth->met[other] == 0)
            enter(depth, other, end);
        else if (came == WR_NONE || end / 2 != came / 2)
            lower(&depth->low[place], depth->met[other]);
        return;
    }
    depth->height--;
    if (came == WR_NONE)
        return;
    uint32_t before = walk->graph->ends[came / 2][came % 2];
    depth->bridges[came / 2] = depth->low[place] > depth->met[before];
    lower(&depth->low[before], depth->low[place]);
}

/* The ways that nothing leads around, whatever is open; NULL when memory is out. */
static const bool *find_bridges(const struct wr_lock_walk *walk, struct wr_arena *arena)
{
    uint32_t places = walk->graph->place_count;
    struct depth depth = {
        .walk = walk,
        .met = WR_ZERO(arena, uint32_t, places),
        .low = WR_TAKE(arena, uint32_t, places),
        .at = WR_TAKE(arena, uint32_t, places),
        .came = WR_TAKE(arena, uint32_t, places),
        .stack = WR_TAKE(arena, uint32_t, places),
        .bridges = WR_ZERO(arena, bool, walk->graph->way_count),
    };
    if (!depth.met || !depth.low || !depth.at || !depth.came || !depth.stack || !depth.bridges)
        return NULL;
    for (uint32_t i = 0; i < places; i++) {
        if (depth.met[i] == 0)
            enter(&depth, i, WR_NONE);
        while (depth.height > 0)
            step(&depth);
    }
    return depth.bridges;
}

/* ---- Judging ----------------------------------------------------------------------------- */

/* Whether both sides of a way are reached without its key. */
static bool is_idle(struct wr_lock_walk *walk, uint32_t start, uint32_t way)
{
    const uint32_t *ends = walk->graph->ends[way], lock = walk->graph->locks[way];
    begin(walk, start == WR_NONE, lock);
    go_on(walk, start == WR_NONE ? ends[0] : start, lock);
    return walk->reached[ends[0]] && walk->reached[ends[1]];
}

bool wr_locks_judge(const struct wr_lock_graph *graph, uint32_t start, struct wr_arena *arena,
                    enum wr_lock_fault *out)
{
    struct wr_lock_walk *walk = wr_lock_walk_make(graph, arena);
    const bool *bridges = walk ? find_bridges(walk, arena) : NULL;
    uint32_t left = wr_lock_walks(graph);
    if (!bridges)
        return false;
    if (start != WR_NONE)
        wr_lock_walk_from(walk, start, WR_NONE);
    for (uint32_t i = 0; i < graph->way_count; i++) {
        uint32_t lock = graph->locks[i];
        bool stuck = lock != WR_NONE && start != WR_NONE && !walk->held[lock];
        out[i] = stuck ? WR_LOCK_STUCK : WR_LOCK_FINE;
    }
    for (uint32_t i = 0; i < graph->way_count && left > 0; i++) {
        if (graph->locks[i] == WR_NONE || out[i] == WR_LOCK_STUCK || bridges[i])
            continue;
        if (is_idle(walk, start, i))
            out[i] = WR_LOCK_IDLE;
        left--;
    }
    return true;
}
