/* Shortest ways from several sources, one after the other. */
#include "builder/module/path_graph.h"

bool wr_path_search_start(struct wr_path_search *search, struct wr_arena *arena,
                          const struct wr_path_graph *graph)
{
    uint32_t count = graph->count;
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
    wr_heap_finish(&search->heap);
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
    search->failed = search->failed || !wr_heap_push(&search->heap, cost, place);
}

void wr_path_search_from(struct wr_path_search *search, uint32_t source, double most)
{
    search->heap.count = 0;
    reach(search, source, 0, source, WR_NONE);
    while (search->heap.count && !search->failed) {
        wr_heap_item item = wr_heap_pop(&search->heap);
        if (item.key > search->costs[item.item])
            continue;
        for (uint32_t i = search->starts[item.item]; i < search->starts[item.item + 1]; i++) {
            const wr_path_end *end = &search->ends[i];
            double cost = item.key + end->cost;
            if (cost <= most)
                reach(search, end->other, cost, source, end->way);
        }
    }
}
