/* Shortest ways from several sources, one after the other. */
#include "builder/module/path_graph.h"

struct wr_path_item {
    double cost;
    uint32_t place;
};

bool wr_path_search_start(struct wr_path_search *search, struct wr_arena *arena,
                          const struct wr_path_graph *graph)
{
    uint32_t count = graph->count;
    search->ways = graph->ways;
    search->starts = graph->starts;
    search->ends = graph->ends;
    search->costs = WR_TAKE(arena, double, count);
    search->owners = WR_TAKE(arena, uint32_t, count);
    search->before = WR_TAKE(arena, uint32_t, count);
    search->reached = WR_TAKE(arena, uint32_t, count);
    if (!search->costs || !search->owners || !search->before || !search->reached)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        search->costs[i] = INFINITY;
        search->owners[i] = search->before[i] = WR_NONE;
    }
    return true;
}

void wr_path_search_again(struct wr_path_search *search)
{
    while (search->reached_count > 0)
        search->costs[search->reached[--search->reached_count]] = INFINITY;
}

void wr_path_search_finish(struct wr_path_search *search)
{
    wr_free(search->heap);
    search->heap = NULL;
}

static bool sooner(const struct wr_path_item *a, const struct wr_path_item *b)
{
    return a->cost < b->cost || (a->cost == b->cost && a->place < b->place);
}

static void push(struct wr_path_search *search, double cost, uint32_t place)
{
    if (search->failed || !wr_grow(&search->heap, &search->heap_capacity,
                                   (size_t)search->heap_count + 1, sizeof *search->heap)) {
        search->failed = true;
        return;
    }
    struct wr_path_item item = {cost, place};
    uint32_t at = search->heap_count++;
    for (; at && sooner(&item, &search->heap[(at - 1) / 2]); at = (at - 1) / 2)
        search->heap[at] = search->heap[(at - 1) / 2];
    search->heap[at] = item;
}

static struct wr_path_item pop(struct wr_path_search *search)
{
    struct wr_path_item *heap = search->heap, top = heap[0];
    struct wr_path_item last = heap[--search->heap_count];
    uint32_t at = 0, count = search->heap_count;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && sooner(&heap[child + 1], &heap[child]))
            child++;
        if (!sooner(&heap[child], &last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

static void reach(struct wr_path_search *search, uint32_t place, double cost, uint32_t owner,
                  uint32_t way)
{
    if (!(cost < search->costs[place]))
        return;
    if (!(search->costs[place] < INFINITY))
        search->reached[search->reached_count++] = place;
    search->costs[place] = cost;
    search->owners[place] = owner;
    search->before[place] = way;
    push(search, cost, place);
}

void wr_path_search_from(struct wr_path_search *search, uint32_t source, double most)
{
    search->heap_count = 0;
    reach(search, source, 0, source, WR_NONE);
    while (search->heap_count && !search->failed) {
        struct wr_path_item item = pop(search);
        if (item.cost > search->costs[item.place])
            continue;
        for (uint32_t i = search->starts[item.place]; i < search->starts[item.place + 1]; i++) {
            const wr_path_way *way = &search->ways[search->ends[i]];
            double cost = item.cost + way->cost;
            if (cost <= most)
                reach(search, wr_path_other(way, item.place), cost, source, search->ends[i]);
        }
    }
}
