/* Places on a grid over a room's floor, finer and with those in the middle of edges where a
 * coarse grid leaves gaps. */
#include "builder/module/path_graph.h"

#include "core/base/disjoint.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"

#include <stdlib.h>

/* How far inside a doorway its place is best, metres, best first. */
static const double depths[] = {0.8, 0.6, 0.9, 0.4, 0.2, 0.1};

/* A part of the floor that is cut off and has no doorway is left alone below this, m². */
#define SMALL_PART 8.0
/* An island below this gets a place where one is found at once, m². */
#define SMALL_ISLAND 1.0

/* Finer and finer ways to look at a floor; the last looks through gaps too narrow to walk. */
enum { COARSE, FINE, FINEST, NARROW };

struct making {
    struct wr_path_graph *graph;
    const struct wr_path_floor *floor;
    int stage;
    double grid, left, bottom; /* where the grid begins */
    uint32_t columns, rows;
    int32_t *cells;              /* the first place of each cell, or -1 */
    int32_t *nexts;              /* the next place of the same cell */
    uint32_t *parts;             /* sets of connected places */
    uint32_t grid_from, grid_to; /* which places are on the grid */
};

/* ---- Places ---- */

static double needed(void)
{
    return WR_PATH_CLEARANCE + WR_PATH_CLEARANCE / 30; /* rounding does no harm */
}

static bool add_spot(struct wr_path_graph *graph, const wr_path_spot *spot, double clear)
{
    struct wr_arena *arena = graph->arena;
    uint32_t count = graph->count;
    wr_path_spot *spots = wr_arena_more(arena, graph->spots, count, sizeof *spots);
    float *clears = wr_arena_more(arena, graph->clear, count, sizeof *clears);
    uint32_t *islands = wr_arena_more(arena, graph->island, count, sizeof *islands);
    if (!spots || !clears || !islands) {
        graph->failed = true;
        return false;
    }
    graph->spots = spots;
    graph->clear = clears;
    graph->island = islands;
    spots[count] = *spot;
    clears[count] = (float)clear;
    islands[count] = graph->floor->islands[spot->faces[0]];
    graph->count++;
    return true;
}

static bool add_way(struct wr_path_graph *graph, uint32_t a, uint32_t b, double cost)
{
    wr_path_way *ways =
        wr_arena_more(graph->arena, graph->ways, graph->way_count, sizeof *ways);
    if (!ways) {
        graph->failed = true;
        return false;
    }
    graph->ways = ways;
    ways[graph->way_count++] = (wr_path_way){a, b, cost};
    return true;
}

/* ---- Inside doorways ---- */

/* Another doorway's place serves as well where it is near and in sight. */
static bool share_door(struct wr_path_graph *graph, uint32_t door)
{
    const wr_path_door *own = &graph->floor->doors[door];
    for (uint32_t d = 0; d < door; d++) {
        uint32_t spot = graph->door_spots[d];
        if (wr_distance(graph->spots[spot].at, own->middle.at) < WR_PATH_DOORWAY &&
            wr_path_leads(graph->floor, &own->middle, &graph->spots[spot])) {
            graph->door_spots[door] = spot;
            return true;
        }
    }
    return false;
}

static wr_path_spot middle_of_face(const struct wr_walkmesh *mesh, uint32_t face)
{
    wr_dvec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = wr_add(sum, wr_widen(mesh->vertices[mesh->faces[face].v[k]]));
    return (wr_path_spot){wr_narrow(wr_scale(sum, 1.0 / 3)), {face, face}};
}

static bool add_door(struct wr_path_graph *graph, uint32_t door)
{
    const struct wr_path_floor *floor = graph->floor;
    const wr_path_door *own = &floor->doors[door];
    wr_path_spot best = middle_of_face(floor->mesh, own->middle.faces[0]), spot;
    double clear = -1;
    if (share_door(graph, door))
        return true;
    for (size_t i = 0; i < sizeof depths / sizeof *depths && clear < needed(); i++) {
        if (!wr_path_walk(floor, &own->middle, (double)own->middle.at.x + own->in_x * depths[i],
                          (double)own->middle.at.y + own->in_y * depths[i], &spot))
            continue;
        double now = wr_path_clearance(floor, spot.at, WR_PATH_FREE);
        if (now > clear) {
            clear = now;
            best = spot;
        }
    }
    graph->door_spots[door] = graph->count;
    return add_spot(graph, &best, clear < 0 ? 0 : clear);
}

static bool add_doors(struct wr_path_graph *graph)
{
    uint32_t count = graph->floor->door_count;
    graph->door_spots = WR_TAKE(graph->arena, uint32_t, count);
    if (!graph->door_spots)
        return false;
    for (uint32_t d = 0; d < count; d++)
        if (!add_door(graph, d))
            return false;
    return true;
}

/* ---- On the grid ---- */

static bool fits(const struct making *m, wr_vec3 at, double *clear)
{
    *clear = wr_path_clearance(m->floor, at, WR_PATH_FREE);
    return *clear >= needed() || wr_path_excused(m->floor, at);
}

/* How many cells a grid has at most. */
static double cells_of(const struct wr_path_floor *floor)
{
    enum { LEAST = 1 << 12 };
    return LEAST + 4 * (double)floor->mesh->walkable_count;
}

/* Where a line of the grid crosses a face: from *low to *high. */
static void cross_face(const struct wr_walkmesh *mesh, uint32_t face, double y, double *low,
                       double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        wr_dvec3 a = wr_widen(mesh->vertices[mesh->faces[face].v[k]]);
        wr_dvec3 b = wr_widen(mesh->vertices[mesh->faces[face].v[(k + 1) % 3]]);
        if ((a.y <= y) == (b.y <= y))
            continue;
        double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        *low = x < *low ? x : *low;
        *high = x > *high ? x : *high;
    }
}

/* The first line of the grid that is not before `at`. */
static int64_t line_after(double at, double from, double grid)
{
    double line = (at - from) / grid;
    int64_t whole = (int64_t)line;
    return (double)whole < line ? whole + 1 : whole;
}

static bool add_row(struct making *m, uint32_t face, int64_t row)
{
    double y = m->bottom + (double)row * m->grid, low, high, clear;
    cross_face(m->floor->mesh, face, y, &low, &high);
    for (int64_t i = low < high ? line_after(low, m->left, m->grid) : INT64_MAX;
         m->left + (double)i * m->grid < high; i++) {
        double x = m->left + (double)i * m->grid;
        wr_path_spot spot = {
            wr_vec3_of((float)x, (float)y, (float)wr_path_height(m->floor->mesh, face, x, y)),
            {face, face}};
        if (fits(m, spot.at, &clear) && !add_spot(m->graph, &spot, clear))
            return false;
    }
    return true;
}

/* A room's floor may lie on itself, as storeys do, but not without end. */
static bool add_grid(struct making *m)
{
    enum { STOREYS = 8 };
    const struct wr_walkmesh *mesh = m->floor->mesh;
    double most = STOREYS * cells_of(m->floor);
    for (uint32_t f = 0; f < mesh->walkable_count && m->graph->count < most; f++) {
        double low = INFINITY, high = -INFINITY;
        if (wr_face_side(mesh, f) != WR_SIDE_UP)
            continue;
        for (int k = 0; k < 3; k++) {
            double y = (double)mesh->vertices[mesh->faces[f].v[k]].y;
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
        for (int64_t row = line_after(low, m->bottom, m->grid);
             m->bottom + (double)row * m->grid < high; row++)
            if (!add_row(m, f, row))
                return false;
    }
    return true;
}

/* ---- In the middle of edges ---- */

/* The freest of a few places of an edge, the first that is as free as any. */
static wr_path_spot on_edge(const struct making *m, uint32_t edge, double *clear)
{
    static const double parts[] = {0.5, 0.25, 0.75};
    const struct wr_walkmesh *mesh = m->floor->mesh;
    wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, edge)]);
    wr_dvec3 b = wr_widen(mesh->vertices[wr_edge_end(mesh, edge)]);
    wr_path_spot best = {
        .faces = {edge / 3, (uint32_t)mesh->adjacency[edge / 3][edge % 3] / 3}};
    *clear = -1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && *clear < WR_PATH_FREE; i++) {
        wr_vec3 at = wr_narrow(wr_add(a, wr_scale(wr_sub(b, a), parts[i])));
        double now = wr_path_clearance(m->floor, at, WR_PATH_FREE);
        if (now > *clear) {
            *clear = now;
            best.at = at;
        }
    }
    return best;
}

/* Whether a spot on an edge is on a floor; what stands upright is left. */
static bool stand(const struct wr_walkmesh *mesh, wr_path_spot *spot)
{
    bool up[2];
    for (int i = 0; i < 2; i++)
        up[i] = wr_face_side(mesh, spot->faces[i]) == WR_SIDE_UP;
    if (up[0] != up[1])
        spot->faces[up[0] ? 1 : 0] = spot->faces[up[0] ? 0 : 1];
    return up[0] || up[1];
}

/* Where no wall is near, places of the grid are, and ways between them. */
static bool add_edges(struct making *m, bool weak)
{
    const double half_diagonal = 0.71;
    const struct wr_walkmesh *mesh = m->floor->mesh;
    double clear, open = half_diagonal * m->grid + needed();
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++) {
        int32_t across = mesh->adjacency[edge / 3][edge % 3];
        if (across < 0 || (uint32_t)across / 3 < edge / 3)
            continue;
        wr_path_spot spot = on_edge(m, edge, &clear);
        if (!stand(mesh, &spot))
            continue;
        bool fit = (clear >= needed() && clear < open) || wr_path_excused(m->floor, spot.at);
        if ((weak || fit) && !add_spot(m->graph, &spot, clear))
            return false;
    }
    return true;
}

/* ---- Ways ---- */

/* The way between two places in sight of each other, where it keeps from walls. */
static bool try_way(struct making *m, uint32_t a, uint32_t b)
{
    struct wr_path_graph *graph = m->graph;
    const wr_path_spot *p = &graph->spots[a], *q = &graph->spots[b];
    double length = wr_distance(p->at, q->at);
    if (graph->island[a] != graph->island[b] || !wr_path_leads(m->floor, p, q))
        return true;
    bool free = (double)graph->clear[a] + (double)graph->clear[b] >= length + 2 * needed();
    if (free || wr_path_hop_clearance(m->floor, p->at, q->at, needed()) >= needed())
        return add_way(graph, a, b, length);
    return true;
}

static uint32_t column_at(const struct making *m, uint32_t place)
{
    double at = ((double)m->graph->spots[place].at.x - m->left) / m->grid + 0.5;
    return at < 0 ? 0 : at < m->columns ? (uint32_t)at : m->columns - 1;
}

static uint32_t row_at(const struct making *m, uint32_t place)
{
    double at = ((double)m->graph->spots[place].at.y - m->bottom) / m->grid + 0.5;
    return at < 0 ? 0 : at < m->rows ? (uint32_t)at : m->rows - 1;
}

static bool file_grid(struct making *m)
{
    size_t cells = (size_t)m->columns * m->rows;
    m->cells = WR_TAKE(m->graph->arena, int32_t, cells);
    m->nexts = WR_TAKE(m->graph->arena, int32_t, m->graph->count);
    if (!m->cells || !m->nexts)
        return false;
    for (size_t c = 0; c < cells; c++)
        m->cells[c] = -1;
    for (uint32_t i = m->grid_to; i-- > m->grid_from;) {
        size_t cell = (size_t)row_at(m, i) * m->columns + column_at(m, i);
        m->nexts[i] = m->cells[cell];
        m->cells[cell] = (int32_t)i;
    }
    return true;
}

/* Ways to all places of a cell of the grid; no floor has as many storeys as are looked at. */
static bool join_cell(struct making *m, uint32_t place, int64_t column, int64_t row)
{
    int most = 64;
    if (column < 0 || row < 0 || column >= m->columns || row >= m->rows)
        return true;
    for (int32_t i = m->cells[(size_t)row * m->columns + (size_t)column]; i >= 0 && most > 0;
         i = m->nexts[i], most--)
        if ((uint32_t)i != place && !try_way(m, place, (uint32_t)i))
            return false;
    return true;
}

static bool join_grid(struct making *m)
{
    static const int around[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    for (uint32_t i = m->grid_from; i < m->grid_to; i++)
        for (int k = 0; k < 4; k++)
            if (!join_cell(m, i, (int64_t)column_at(m, i) + around[k][0],
                           (int64_t)row_at(m, i) + around[k][1]))
                return false;
    return true;
}

/* Places inside doorways reach two cells round them, and each other. */
static bool join_doors(struct making *m)
{
    for (uint32_t i = 0; i < m->grid_from; i++) {
        for (uint32_t k = 0; k < i; k++)
            if (!try_way(m, k, i))
                return false;
        for (int64_t row = -2; row <= 2; row++)
            for (int64_t column = -2; column <= 2; column++)
                if (!join_cell(m, i, column_at(m, i) + column, row_at(m, i) + row))
                    return false;
    }
    return true;
}

/* Places of each face: those on its edges see all others in it. Weak places make narrow ways.
 */
struct on_faces {
    uint32_t *firsts, *items;
};

static bool list_faces(const struct making *m, struct on_faces *out)
{
    const struct wr_path_graph *graph = m->graph;
    uint32_t faces = m->floor->mesh->walkable_count, sum = 0;
    out->firsts = WR_ZERO(graph->arena, uint32_t, (size_t)faces + 1);
    out->items = WR_TAKE(graph->arena, uint32_t, 2 * (size_t)graph->count);
    if (!out->firsts || !out->items)
        return false;
    for (int filling = 0; filling < 2; filling++) {
        for (uint32_t i = graph->count; i-- > 0;)
            for (int k = 0; k < 2; k++) {
                uint32_t face = graph->spots[i].faces[k];
                if (k == 1 && face == graph->spots[i].faces[0])
                    continue;
                if (filling)
                    out->items[--out->firsts[face]] = i;
                else
                    out->firsts[face]++;
            }
        for (uint32_t f = 0; !filling && f <= faces; f++) {
            sum += out->firsts[f];
            out->firsts[f] = sum;
        }
    }
    return true;
}

/* Places on edges reach the cells round them. */
static bool join_edges(struct making *m, bool *joined)
{
    for (uint32_t i = m->grid_to; i < m->graph->weak; i++) {
        uint32_t before = m->graph->way_count;
        for (int64_t row = -1; row <= 1; row++)
            for (int64_t column = -1; column <= 1; column++)
                if (!join_cell(m, i, column_at(m, i) + column, row_at(m, i) + row))
                    return false;
        joined[i] = m->graph->way_count > before;
    }
    return true;
}

/* Two places of one face, the second on its edge. */
static bool join_in_face(struct making *m, uint32_t a, uint32_t b, const bool *joined)
{
    struct wr_path_graph *graph = m->graph;
    if (b >= graph->weak)
        return add_way(graph, a, b,
                       WR_PATH_NARROW_COST *
                           wr_distance(graph->spots[a].at, graph->spots[b].at));
    return joined[b] && a < m->grid_to && a >= m->grid_from ? true : try_way(m, a, b);
}

static bool join_faces(struct making *m)
{
    const struct wr_path_graph *graph = m->graph;
    struct on_faces lists;
    bool *joined = WR_ZERO(graph->arena, bool, graph->count);
    if (!joined || !list_faces(m, &lists) || !join_edges(m, joined))
        return false;
    for (uint32_t f = 0; f < m->floor->mesh->walkable_count; f++)
        for (uint32_t i = lists.firsts[f]; i < lists.firsts[f + 1]; i++)
            for (uint32_t k = lists.firsts[f]; k < i && lists.items[i] >= m->grid_to; k++)
                if (!join_in_face(m, lists.items[k], lists.items[i], joined))
                    return false;
    return true;
}

/* ---- Is it whole? ---- */

static void find_parts(struct making *m)
{
    const struct wr_path_graph *graph = m->graph;
    wr_disjoint_start(m->parts, graph->count);
    for (uint32_t i = 0; i < graph->way_count; i++)
        if (graph->ways[i].a < graph->weak && graph->ways[i].b < graph->weak)
            wr_disjoint_join(m->parts, graph->ways[i].a, graph->ways[i].b);
}

/* The main part of each island: that of its first doorway, or the largest. What is small and
 * has no doorway is dropped; true when nothing else is left. */
struct census {
    uint32_t *sizes; /* of parts, by their lowest place */
    uint32_t *mains; /* of islands */
    bool *doored;    /* parts with a doorway */
};

static bool count_parts(const struct making *m, struct census *census)
{
    struct wr_path_graph *graph = m->graph;
    uint32_t islands = m->floor->island_count;
    census->sizes = WR_ZERO(graph->arena, uint32_t, graph->count);
    census->doored = WR_ZERO(graph->arena, bool, graph->count);
    census->mains = WR_TAKE(graph->arena, uint32_t, islands);
    if (!census->sizes || !census->doored || !census->mains)
        return false;
    for (uint32_t i = 0; i < islands; i++)
        census->mains[i] = WR_NONE;
    for (uint32_t i = 0; i < graph->weak; i++)
        census->sizes[wr_disjoint_root(m->parts, i)]++;
    for (uint32_t d = 0; d < m->floor->door_count; d++)
        census->doored[wr_disjoint_root(m->parts, graph->door_spots[d])] = true;
    for (uint32_t i = 0; i < graph->weak; i++) {
        uint32_t *best = &census->mains[graph->island[i]], part = wr_disjoint_root(m->parts, i);
        if (part != i)
            continue;
        if (*best == WR_NONE || (census->doored[i] && !census->doored[*best]) ||
            (census->doored[i] == census->doored[*best] &&
             census->sizes[i] > census->sizes[*best]))
            *best = i;
    }
    return true;
}

static double island_area(const struct wr_path_floor *floor, uint32_t island)
{
    const struct wr_walkmesh *mesh = floor->mesh;
    double area = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        if (floor->islands[f] == island)
            area += wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                       mesh->vertices[v[2]])
                        .z /
                    2;
    }
    return area;
}

/* Whether a part must be connected with the main one of its island. */
static bool must_join(const struct making *m, const struct census *census, uint32_t part)
{
    return part != census->mains[m->graph->island[part]] &&
           (census->doored[part] || census->sizes[part] * m->grid * m->grid >= SMALL_PART);
}

static bool is_whole(const struct making *m, const struct census *census)
{
    const struct wr_path_graph *graph = m->graph;
    for (uint32_t i = 0; i < graph->weak; i++)
        if (wr_disjoint_root(m->parts, i) == i && must_join(m, census, i))
            return false;
    for (uint32_t i = 0; i < m->floor->island_count; i++)
        if (census->mains[i] == WR_NONE && island_area(m->floor, i) >= SMALL_ISLAND)
            return false;
    return true;
}

/* Small parts are not used; weak places only where an island is in parts. */
static void drop_parts(const struct making *m, const struct census *census)
{
    struct wr_path_graph *graph = m->graph;
    for (uint32_t i = graph->weak; i-- > 0;) {
        uint32_t part = wr_disjoint_root(m->parts, i);
        if (part != census->mains[graph->island[part]] && !must_join(m, census, part) &&
            part != i)
            graph->island[i] = WR_NONE;
    }
    for (uint32_t i = 0; i < graph->weak; i++)
        if (graph->island[i] != WR_NONE && wr_disjoint_root(m->parts, i) == i &&
            i != census->mains[graph->island[i]] && !must_join(m, census, i))
            graph->island[i] = WR_NONE;
    for (uint32_t i = 0; i < m->floor->island_count; i++)
        graph->bare += census->mains[i] == WR_NONE;
}

/* ---- The whole ---- */

static void size_grid(struct making *m)
{
    enum { MOST_LINES = 1 << 12 };
    const wr_box *box = &m->floor->box;
    double width = (double)box->max.x - (double)box->min.x;
    double depth = (double)box->max.y - (double)box->min.y;
    double least = sqrt(width * depth / cells_of(m->floor));
    double longest = (width > depth ? width : depth) / MOST_LINES;
    m->grid = m->grid > least ? m->grid : least;
    m->grid = m->grid > longest ? m->grid : longest;
    /* Off round numbers, on which corners are. */
    m->left = (double)box->min.x + 0.37 * m->grid;
    m->bottom = (double)box->min.y + 0.43 * m->grid;
    m->columns = 2 + (uint32_t)(width / m->grid);
    m->rows = 2 + (uint32_t)(depth / m->grid);
}

static bool make_stage(struct making *m)
{
    struct wr_path_graph *graph = m->graph;
    graph->spots = NULL;
    graph->clear = NULL;
    graph->island = NULL;
    graph->ways = NULL;
    graph->count = graph->way_count = graph->bare = 0;
    graph->weak = WR_NONE;
    size_grid(m);
    graph->grid = m->grid;
    if (!add_doors(graph))
        return false;
    m->grid_from = graph->count;
    if (!add_grid(m))
        return false;
    m->grid_to = graph->count;
    if (!add_edges(m, false))
        return false;
    uint32_t weak = graph->count;
    if (m->stage == NARROW && !add_edges(m, true))
        return false;
    graph->weak = weak;
    m->parts = WR_TAKE(graph->arena, uint32_t, graph->count);
    return m->parts && file_grid(m) && join_grid(m) && join_doors(m) && join_faces(m);
}

static bool index_ways(struct wr_path_graph *graph)
{
    uint32_t sum = 0;
    graph->starts = WR_ZERO(graph->arena, uint32_t, (size_t)graph->count + 1);
    graph->ends = WR_TAKE(graph->arena, wr_path_end, 2 * (size_t)graph->way_count);
    if (!graph->starts || !graph->ends)
        return false;
    for (uint32_t i = 0; i < graph->way_count; i++) {
        graph->starts[graph->ways[i].a]++;
        graph->starts[graph->ways[i].b]++;
    }
    for (uint32_t i = 0; i <= graph->count; i++) {
        sum += graph->starts[i];
        graph->starts[i] = sum;
    }
    for (uint32_t i = graph->way_count; i-- > 0;) {
        const wr_path_way *way = &graph->ways[i];
        graph->ends[--graph->starts[way->a]] = (wr_path_end){way->b, i, way->cost};
        graph->ends[--graph->starts[way->b]] = (wr_path_end){way->a, i, way->cost};
    }
    return true;
}

enum wr_result wr_path_graph_make(struct wr_context *context, const struct wr_path_floor *floor,
                                  double grid, struct wr_arena *arena,
                                  struct wr_path_graph *out)
{
    static const double parts[] = {1, 0.5, 0.25, 0.25};
    struct making m = {.graph = out, .floor = floor};
    *out = (struct wr_path_graph){.floor = floor, .arena = arena};
    for (m.stage = COARSE; m.stage <= NARROW; m.stage++) {
        struct census census;
        wr_arena_mark mark = wr_arena_here(arena);
        m.grid = grid * parts[m.stage];
        if (!make_stage(&m))
            return wr_no_memory(context);
        find_parts(&m);
        if (!count_parts(&m, &census))
            return wr_no_memory(context);
        if (m.stage == NARROW || is_whole(&m, &census)) {
            drop_parts(&m, &census);
            break;
        }
        wr_arena_rewind(arena, mark);
    }
    return index_ways(out) ? WR_OK : wr_no_memory(context);
}
