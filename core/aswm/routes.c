/* The shortest routes from each island to each other. Source: formats/aswm, 2. */
#include "core/aswm/routes.h"
#include "core/aswm/baking.h"

#include "core/base/math.h"
#include "core/base/parallel.h"

struct routes {
    const struct wr_aswm *mesh;
    wr_aswm_route *table;
    struct wr_route_search *searches; /* one a worker */
};

bool wr_route_search_start(struct wr_route_search *search, struct wr_arena *arena,
                           uint32_t count)
{
    search->heap = (struct wr_heap){0};
    search->cost = WR_TAKE(arena, double, count);
    search->steps = WR_TAKE(arena, uint32_t, count);
    search->next = WR_TAKE(arena, uint16_t, count);
    search->weight = WR_TAKE(arena, float, count);
    search->done = WR_TAKE(arena, bool, count);
    return search->cost && search->steps && search->next && search->weight && search->done;
}

void wr_route_search_finish(struct wr_route_search *search)
{
    wr_heap_finish(&search->heap);
}

static void forget(struct wr_route_search *search, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        search->cost[i] = INFINITY;
        search->next[i] = WR_ASWM_NO_ISLAND;
        search->weight[i] = 0;
        search->done[i] = false;
    }
}

/* The ways of islands lead both ways, and are as long. */
static bool reach(struct wr_route_search *search, const wr_aswm_island *by, uint32_t way)
{
    uint32_t to = by->next[way], steps = search->steps[by->index] + 1;
    double cost = search->cost[by->index] + (double)by->distance[way];
    if (search->done[to] || cost > search->cost[to] ||
        (cost == search->cost[to] && steps >= search->steps[to]))
        return true;
    search->cost[to] = cost;
    search->steps[to] = steps;
    search->next[to] = (uint16_t)by->index;
    search->weight[to] = by->distance[way];
    return wr_heap_push(&search->heap, cost, to);
}

/* Finds from every island the next one on the way to `goal`. */
bool wr_route_search_run(struct wr_route_search *search, const struct wr_aswm *mesh,
                         uint32_t goal)
{
    forget(search, mesh->island_count);
    search->heap.count = 0;
    search->cost[goal] = 0;
    search->steps[goal] = 0;
    bool fine = wr_heap_push(&search->heap, 0, goal);
    while (fine && search->heap.count > 0) {
        uint32_t index = wr_heap_pop(&search->heap).item;
        const wr_aswm_island *island = &mesh->islands[index];
        if (search->done[index])
            continue;
        search->done[index] = true;
        for (uint32_t way = 0; fine && way < island->way_count; way++)
            fine = reach(search, island, way);
    }
    return fine;
}

static enum wr_result make_column(void *user, struct wr_context *context, unsigned worker,
                                  size_t goal)
{
    struct routes *routes = user;
    struct wr_route_search *search = &routes->searches[worker];
    uint32_t count = routes->mesh->island_count;
    if (!wr_route_search_run(search, routes->mesh, (uint32_t)goal))
        return wr_no_memory(context);
    for (uint32_t from = 0; from < count; from++)
        routes->table[(size_t)from * count + goal] =
            (wr_aswm_route){search->next[from], 0, search->weight[from]};
    return WR_OK;
}

enum wr_result wr_aswm_routes(struct wr_context *context, struct wr_arena *arena,
                              struct wr_aswm *mesh)
{
    uint32_t count = mesh->island_count, workers = wr_context_jobs(context);
    struct routes routes = {mesh, WR_TAKE(arena, wr_aswm_route, (size_t)count * count),
                            WR_ZERO(arena, struct wr_route_search, workers)};
    bool fine = routes.table && routes.searches;
    for (uint32_t i = 0; fine && i < workers; i++)
        fine = wr_route_search_start(&routes.searches[i], arena, count);
    enum wr_result result =
        fine ? wr_parallel(context, NULL, count, make_column, &routes) : wr_no_memory(context);
    for (uint32_t i = 0; routes.searches && i < workers; i++)
        wr_route_search_finish(&routes.searches[i]);
    mesh->routes = routes.table;
    return result;
}
