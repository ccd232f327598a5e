/* Judging islands and their routes: they are made anew out of the triangles, and compared.
 * Source: formats/aswm, 3, I7, I9 and I10. */
#include "core/aswm/baking.h"
#include "core/aswm/judging.h"
#include "core/aswm/routes.h"
#include "core/aswm/ways.h"

#include "core/base/math.h"

#include <string.h>

/* How far centres and distances of official files stray, at most; in metres and in parts. */
#define STRAY 2e-4
#define COARSE 1e-6

struct faults {
    wr_aswm_fault members, count, centre, ways, exit, distance;
};

static void charge(struct wr_aswm_judging *judging, const wr_aswm_fault *fault,
                   const char *slug, const char *what)
{
    size_t at = fault->count ? judging->mesh->islands[fault->first].at : 0;
    wr_aswm_charge(judging, fault, WR_ERROR, at, slug, "island", what);
}

/* ---- Members ----------------------------------------------------------------------------- */

static void judge_flags(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault wrong = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (wr_aswm_walkable(mesh, i) != (mesh->triangles[i].island != WR_ASWM_NO_ISLAND))
            wr_aswm_met(&wrong, i);
    wr_aswm_charge(judging, &wrong, WR_ERROR, wr_aswm_triangle_at(mesh, wrong.first),
                   "aswm-island", "triangle",
                   "belongs to an island and is not walkable, or is and does not");
}

/* Whether each part of a tile is an island, and no other part is the same. `taken` says of each
 * island that a part was it. */
static bool parts_are_islands(const struct wr_aswm *mesh, const wr_aswm_tile *tile, bool *taken)
{
    struct wr_ways_graph graph;
    uint8_t part[WR_WAYS_NODES];
    uint16_t island[WR_WAYS_NODES];
    bool fine = true;
    wr_ways_graph_of(mesh, tile, &graph);
    uint32_t parts = wr_ways_parts(&graph, part);
    for (uint32_t i = 0; i < parts; i++)
        island[i] = WR_ASWM_NO_ISLAND;
    for (uint32_t node = 0; node < graph.count; node++) {
        uint16_t is = mesh->triangles[tile->first + tile->table.node_to_local[node]].island;
        uint16_t *of = &island[part[node]];
        if (*of == WR_ASWM_NO_ISLAND) {
            fine &= !taken[is];
            taken[is] = true;
            *of = is;
        }
        fine &= *of == is;
    }
    return fine;
}

static bool judge_parts(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault wrong = {0}, empty = {0};
    bool *taken = WR_ZERO(judging->scratch, bool, mesh->island_count);
    if (!taken)
        return false;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        if (!parts_are_islands(mesh, &mesh->tiles[i], taken))
            wr_aswm_met(&wrong, i);
    for (uint32_t i = 0; i < mesh->island_count; i++)
        if (!taken[i])
            wr_aswm_met(&empty, i);
    wr_aswm_charge(judging, &wrong, WR_ERROR, wrong.count ? mesh->tiles[wrong.first].at : 0,
                   "aswm-island", "tile",
                   "has triangles that touch on two islands, or on one that do not");
    charge(judging, &empty, "aswm-island", "has no triangle");
    return true;
}

/* ---- Islands ----------------------------------------------------------------------------- */

static double stray_of(float a)
{
    return STRAY + COARSE * fabs((double)a);
}

static bool is_near(wr_vec3 a, wr_vec3 b)
{
    return fabs((double)a.x - b.x) <= stray_of(b.x) && fabs((double)a.y - b.y) <= stray_of(b.y);
}

static bool touches(const struct wr_aswm *mesh, uint32_t triangle, uint32_t from, uint32_t to)
{
    bool found = false;
    for (int slot = 0; slot < 3; slot++) {
        uint32_t link = mesh->triangles[triangle].link[slot];
        found |= link != WR_ASWM_NONE && mesh->triangles[link].island == to;
    }
    return found && mesh->triangles[triangle].island == from;
}

static void judge_island(const struct wr_aswm *mesh, const wr_aswm_island *made, uint32_t *seen,
                         struct faults *faults)
{
    uint32_t index = made->index;
    const wr_aswm_island *island = &mesh->islands[index];
    bool ways = island->way_count == made->way_count, exits = true, distances = true;
    for (uint32_t i = 0; i < made->way_count; i++)
        seen[made->next[i]] = index;
    for (uint32_t i = 0; i < island->way_count; i++) {
        uint32_t next = island->next[i];
        ways &= seen[next] == index;
        seen[next] = WR_ASWM_NONE; /* it is not to be there twice */
        exits &= touches(mesh, island->exit[i], index, next);
        wr_vec3 a = island->centre, b = mesh->islands[next].centre;
        double length = sqrt(((double)a.x - b.x) * ((double)a.x - b.x) +
                             ((double)a.y - b.y) * ((double)a.y - b.y));
        distances &= fabs(length - (double)island->distance[i]) <= stray_of((float)length);
    }
    if (island->index != index || island->triangle_count != made->triangle_count)
        wr_aswm_met(&faults->count, index);
    if (!is_near(island->centre, made->centre))
        wr_aswm_met(&faults->centre, index);
    if (!ways)
        wr_aswm_met(&faults->ways, index);
    if (!exits)
        wr_aswm_met(&faults->exit, index);
    if (!distances)
        wr_aswm_met(&faults->distance, index);
}

static enum wr_result judge_all(struct wr_aswm_judging *judging)
{
    struct wr_aswm made = *judging->mesh;
    struct faults faults = {0};
    enum wr_result result = wr_aswm_islands(judging->context, judging->scratch, &made);
    uint32_t *seen = WR_TAKE(judging->scratch, uint32_t, made.island_count);
    if (result != WR_OK || !seen)
        return result == WR_OK ? wr_no_memory(judging->context) : result;
    memset(seen, UINT8_MAX, sizeof *seen * made.island_count);
    for (uint32_t i = 0; i < made.island_count; i++)
        judge_island(judging->mesh, &made.islands[i], seen, &faults);
    charge(judging, &faults.count, "aswm-island", "has another number, or number of triangles");
    charge(judging, &faults.centre, "aswm-island-centre",
           "does not have the middle of its triangles for its centre");
    charge(judging, &faults.ways, "aswm-ways",
           "leads to other islands than its triangles touch");
    charge(judging, &faults.exit, "aswm-exit",
           "has a way out by a triangle that does not touch the other island");
    charge(judging, &faults.distance, "aswm-distance", "is not as far from another as it says");
    return WR_OK;
}

/* ---- Routes ------------------------------------------------------------------------------ */

enum { LOST, LONGER, WEIGHT, ROUTE_FAULTS };

static float distance_to(const wr_aswm_island *island, uint32_t next)
{
    for (uint32_t i = 0; i < island->way_count; i++)
        if (island->next[i] == next)
            return island->distance[i];
    return INFINITY;
}

static void judge_column(const struct wr_aswm *mesh, const struct wr_route_search *search,
                         uint32_t goal, wr_aswm_fault faults[ROUTE_FAULTS])
{
    uint32_t count = mesh->island_count;
    for (uint32_t from = 0; from < count; from++) {
        const wr_aswm_route *route = &mesh->routes[(size_t)from * count + goal];
        bool none = route->next == WR_ASWM_NO_ISLAND;
        if (none != (search->next[from] == WR_ASWM_NO_ISLAND)) {
            wr_aswm_met(&faults[LOST], from);
            continue;
        }
        if (none)
            continue;
        double step = (double)distance_to(&mesh->islands[from], route->next);
        double left = search->cost[route->next], shortest = search->cost[from];
        /* Islands of one centre may lie no distance apart: fewer steps lead on then. */
        if (step + left > shortest + stray_of((float)shortest) ||
            (step == 0 && search->steps[route->next] >= search->steps[from]))
            wr_aswm_met(&faults[LONGER], from);
        if (!(fabs((double)route->weight - step) <= stray_of((float)step)))
            wr_aswm_met(&faults[WEIGHT], from);
    }
}

static enum wr_result judge_routes(struct wr_aswm_judging *judging)
{
    const struct wr_aswm *mesh = judging->mesh;
    wr_aswm_fault faults[ROUTE_FAULTS] = {{0}};
    struct wr_route_search search;
    bool fine = wr_route_search_start(&search, judging->scratch, mesh->island_count);
    for (uint32_t goal = 0; fine && goal < mesh->island_count; goal++) {
        if (wr_context_stopped(judging->context))
            break;
        fine = wr_route_search_run(&search, mesh, goal);
        if (fine)
            judge_column(mesh, &search, goal, faults);
    }
    wr_route_search_finish(&search);
    charge(judging, &faults[LOST], "aswm-route",
           "has no route to an island it is linked to, or one to another");
    charge(judging, &faults[LONGER], "aswm-route-long", "has a route that is not the shortest");
    charge(judging, &faults[WEIGHT], "aswm-route-weight",
           "has a route whose weight is not the distance to the next island");
    return fine ? WR_OK : wr_no_memory(judging->context);
}

enum wr_result wr_aswm_judge_islands(struct wr_aswm_judging *judging)
{
    judge_flags(judging);
    if (judging->wrong)
        return WR_OK;
    if (!judge_parts(judging))
        return wr_no_memory(judging->context);
    if (judging->wrong)
        return WR_OK;
    enum wr_result result = judge_all(judging);
    return result == WR_OK && !judging->wrong ? judge_routes(judging) : result;
}
