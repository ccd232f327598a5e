/* Choosing path points: a set that covers the floor, then a sparse net between them, with
 * points where it bends. */
#include "builder/module/path_points.h"

#include "core/base/disjoint.h"
#include "core/base/tolerance.h"

#include <stdlib.h>

/* How many times as long as it must be a way over the net may become before a hop is added. */
#define DETOUR 2.2
#define TOO_LONG 3.0 /* where both ends see each other */
/* Points have no more hops than this, but where the net would fall apart. */
enum { MOST_HOPS = 4 };
/* How many times as long as the shortest a way with one bend may be. */
#define ROUND 1.3

/* A point in the net. */
struct knot {
    uint32_t degree, link; /* its hops, and the last of them */
    double length;         /* in a search over hops */
    bool waits;
};

struct choosing {
    const struct wr_path_graph *graph;
    struct wr_arena *arena;
    struct wr_path_points *out;
    double spacing;
    struct wr_path_search search; /* over the graph's places, from those chosen */
    struct wr_path_search near;   /* from one of them */
    uint32_t *points;             /* of each place: its point, or WR_NONE */
    struct knot *knots;           /* one a point */
    uint32_t *sets;               /* of points that hang together */
    uint32_t (*nexts)[2];         /* of each hop: the next hop of either end */
    bool failed;
};

/* ---- Points ---- */

static double needed(void)
{
    return WR_PATH_CLEARANCE;
}

static uint32_t add_point(struct choosing *c, uint32_t place)
{
    struct wr_path_points *out = c->out;
    uint32_t count = out->count;
    wr_path_spot *spots = wr_arena_more(c->arena, out->spots, count, sizeof *spots);
    struct knot *knots = wr_arena_more(c->arena, c->knots, count, sizeof *knots);
    uint32_t *sets = wr_arena_more(c->arena, c->sets, count, sizeof *sets);
    uint32_t *places = wr_arena_more(c->arena, out->places, count, sizeof *places);
    if (!spots || !knots || !sets || !places) {
        c->failed = true;
        return WR_NONE;
    }
    out->spots = spots;
    c->knots = knots;
    c->sets = sets;
    out->places = places;
    places[count] = place;
    c->points[place] = count;
    spots[count] = c->graph->spots[place];
    knots[count] = (struct knot){.link = WR_NONE, .length = INFINITY};
    sets[count] = count;
    return out->count++;
}

static bool choose(struct choosing *c, uint32_t place)
{
    if (c->points[place] != WR_NONE)
        return true;
    if (add_point(c, place) == WR_NONE)
        return false;
    wr_path_search_from(&c->search, place, c->spacing);
    c->failed = c->search.failed;
    return !c->failed;
}

/* Places in the order they are offered: in the open first. */
enum { CLASSES = 8 };
static uint32_t class_of(const struct choosing *c, uint32_t place)
{
    double part = (double)c->graph->clear[place] / WR_PATH_FREE;
    uint32_t class = (uint32_t)(part * CLASSES);
    return class < CLASSES ? CLASSES - 1 - class : 0;
}

static bool choose_points(struct choosing *c)
{
    const struct wr_path_graph *graph = c->graph;
    uint32_t doors = graph->floor->door_count, usable = graph->weak;
    usable = usable < graph->count ? usable : graph->count;
    c->out->door_points = WR_TAKE(c->arena, uint32_t, doors);
    if (!c->out->door_points)
        return false;
    for (uint32_t d = 0; d < doors; d++) {
        if (!choose(c, graph->door_spots[d]))
            return false;
        c->out->door_points[d] = c->points[graph->door_spots[d]];
    }
    for (uint32_t class = 0; class < CLASSES; class ++)
        for (uint32_t i = 0; i < usable; i++)
            if (graph->island[i] != WR_NONE && !(c->search.costs[i] < INFINITY) &&
                class_of(c, i) == class && !choose(c, i))
                return false;
    return true;
}

/* ---- Neighbours ---- */

/* A way of the graph where the nearest points change: they are neighbours. */
struct border {
    uint32_t a, b, way; /* points, a < b */
    double cost;        /* from point to point over this way */
};

static int order_pairs(const void *a, const void *b)
{
    const struct border *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return p->way < q->way ? -1 : p->way > q->way;
}

static int order_costs(const void *a, const void *b)
{
    const struct border *p = a, *q = b;
    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return order_pairs(a, b);
}

/* The shortest border of each pair of neighbours, short ones first. */
static bool find_borders(struct choosing *c, struct border **out, uint32_t *count)
{
    const struct wr_path_graph *graph = c->graph;
    const struct wr_path_search *search = &c->search;
    uint32_t kept = 0, found = 0;
    struct border *borders = WR_TAKE(c->arena, struct border, graph->way_count);
    if (!borders)
        return false;
    for (uint32_t i = 0; i < graph->way_count; i++) {
        const wr_path_way *way = &graph->ways[i];
        uint32_t a = search->owners[way->a], b = search->owners[way->b];
        if (a == WR_NONE || b == WR_NONE || a == b)
            continue;
        a = c->points[a];
        b = c->points[b];
        borders[found++] =
            (struct border){a < b ? a : b, a < b ? b : a, i,
                            search->costs[way->a] + way->cost + search->costs[way->b]};
    }
    if (found)
        qsort(borders, found, sizeof *borders, order_pairs);
    for (uint32_t i = 0; i < found; i++)
        if (kept == 0 || borders[i].a != borders[kept - 1].a ||
            borders[i].b != borders[kept - 1].b)
            borders[kept++] = borders[i];
    if (kept)
        qsort(borders, kept, sizeof *borders, order_costs);
    *out = borders;
    *count = kept;
    return true;
}

/* ---- The net ---- */

static bool add_hop(struct choosing *c, uint32_t a, uint32_t b, bool narrow)
{
    struct wr_path_points *out = c->out;
    uint32_t count = out->hop_count;
    wr_path_way *hops = wr_arena_more(c->arena, out->hops, count, sizeof *hops);
    uint32_t(*nexts)[2] = wr_arena_more(c->arena, c->nexts, count, sizeof *nexts);
    if (!hops || !nexts) {
        c->failed = true;
        return false;
    }
    out->hops = hops;
    c->nexts = nexts;
    hops[count] = (wr_path_way){a, b, wr_distance(out->spots[a].at, out->spots[b].at)};
    nexts[count][0] = c->knots[a].link;
    nexts[count][1] = c->knots[b].link;
    c->knots[a].link = c->knots[b].link = count;
    c->knots[a].degree++;
    c->knots[b].degree++;
    wr_disjoint_join(c->sets, a, b);
    out->hop_count++;
    out->narrow += narrow;
    return true;
}

/* The hop of a point that follows another; starts with that of its knot. */
static uint32_t next_hop(const struct choosing *c, uint32_t point, uint32_t hop)
{
    return c->nexts[hop][c->out->hops[hop].a == point ? 0 : 1];
}

static bool joined(const struct choosing *c, uint32_t a, uint32_t b)
{
    uint32_t hop = c->knots[a].link;
    while (hop != WR_NONE && wr_path_other(&c->out->hops[hop], a) != b)
        hop = next_hop(c, a, hop);
    return hop != WR_NONE;
}

/* Lengths from the point a queue starts with, as far as `most`; every point that is reached
 * stays listed. Points are gone through again until none comes nearer: nets are small. */
static uint32_t spread(struct choosing *c, uint32_t *reached, uint32_t *queue, double most)
{
    uint32_t head = 0, tail = 1, count = 1, capacity = c->out->count;
    queue[0] = reached[0];
    while (head != tail) {
        uint32_t at = queue[head++ % capacity];
        c->knots[at].waits = false;
        for (uint32_t hop = c->knots[at].link; hop != WR_NONE; hop = next_hop(c, at, hop)) {
            struct knot *next = &c->knots[wr_path_other(&c->out->hops[hop], at)];
            double length = c->knots[at].length + c->out->hops[hop].cost;
            if (length > most || !(length < next->length))
                continue;
            if (!(next->length < INFINITY))
                reached[count++] = (uint32_t)(next - c->knots);
            next->length = length;
            if (!next->waits)
                queue[tail++ % capacity] = (uint32_t)(next - c->knots);
            next->waits = true;
        }
    }
    return count;
}

/* Whether the way over hops is no longer than `most`. */
static bool near_by_net(struct choosing *c, uint32_t from, uint32_t to, double most)
{
    wr_arena_mark mark = wr_arena_here(c->arena);
    uint32_t *queue = WR_TAKE(c->arena, uint32_t, c->out->count);
    uint32_t *reached = WR_TAKE(c->arena, uint32_t, c->out->count);
    if (!queue || !reached) {
        c->failed = true;
        return true;
    }
    c->knots[from].length = 0;
    reached[0] = from;
    uint32_t count = spread(c, reached, queue, most);
    bool near = c->knots[to].length <= most;
    for (uint32_t i = 0; i < count; i++)
        c->knots[reached[i]].length = INFINITY;
    wr_arena_rewind(c->arena, mark);
    return near;
}

/* The places from one point over a border to the other. */
static uint32_t *trace(struct choosing *c, const struct border *border, uint32_t *count)
{
    const struct wr_path_search *search = &c->search;
    const wr_path_way *ways = c->graph->ways;
    uint32_t ends[2] = {ways[border->way].a, ways[border->way].b}, before = 0, total = 0;
    if (c->points[search->owners[ends[0]]] != border->a) {
        ends[0] = ways[border->way].b;
        ends[1] = ways[border->way].a;
    }
    for (int i = 0; i < 2; i++) {
        total++;
        for (uint32_t at = ends[i]; search->before[at] != WR_NONE; total++)
            at = wr_path_other(&ways[search->before[at]], at);
        before = i == 0 ? total : before;
    }
    uint32_t *places = WR_TAKE(c->arena, uint32_t, total);
    if (!places) {
        c->failed = true;
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        uint32_t at = ends[i], k = i == 0 ? before - 1 : before;
        places[k] = at;
        while (search->before[at] != WR_NONE) {
            at = wr_path_other(&ways[search->before[at]], at);
            k = i == 0 ? k - 1 : k + 1;
            places[k] = at;
        }
    }
    *count = total;
    return places;
}

static bool join(struct choosing *c, uint32_t a, uint32_t b, bool narrow)
{
    return a == b || joined(c, a, b) || add_hop(c, a, b, narrow);
}

static uint32_t point_of(struct choosing *c, uint32_t place)
{
    return c->points[place] == WR_NONE ? add_point(c, place) : c->points[place];
}

/* Hops along a trace, each as far as it goes: a straight one must keep from walls as far as
 * what it replaces. */
static bool add_trace(struct choosing *c, const uint32_t *places, uint32_t count, uint32_t to)
{
    const wr_path_spot *spots = c->graph->spots;
    uint32_t from = c->points[places[0]];
    for (uint32_t at = 0; at + 1 < count;) {
        uint32_t best = at + 1;
        double worst =
                   wr_path_keeps(c->graph->floor, &spots[places[at]], &spots[places[at + 1]]),
               kept = worst;
        for (uint32_t next = at + 2; next < count; next++) {
            double piece =
                wr_path_keeps(c->graph->floor, &spots[places[next - 1]], &spots[places[next]]);
            double straight =
                wr_path_keeps(c->graph->floor, &spots[places[at]], &spots[places[next]]);
            worst = piece < worst ? piece : worst;
            if (straight >= worst && straight >= 0) {
                best = next;
                kept = straight;
            }
        }
        uint32_t point = best + 1 == count ? to : point_of(c, places[best]);
        if (c->failed || !join(c, from, point, kept < needed()))
            return false;
        from = point;
        at = best;
    }
    return true;
}

static double way_by(const wr_path_spot *a, const wr_path_spot *middle, const wr_path_spot *b)
{
    return wr_distance(a->at, middle->at) + wr_distance(middle->at, b->at);
}

static bool sees_both(const struct choosing *c, const wr_path_spot *a,
                      const wr_path_spot *middle, const wr_path_spot *b)
{
    return wr_path_keeps(c->graph->floor, a, middle) >= needed() &&
           wr_path_keeps(c->graph->floor, middle, b) >= needed();
}

/* The place of a point that is there already and sees both ends, the nearest by. */
static uint32_t find_between(const struct choosing *c, const struct border *border)
{
    const wr_path_spot *spots = c->graph->spots;
    const wr_path_spot *a = &c->out->spots[border->a], *b = &c->out->spots[border->b];
    double best = ROUND * border->cost;
    uint32_t found = WR_NONE;
    for (uint32_t i = 0; i < c->near.reached_count; i++) {
        uint32_t place = c->near.reached[i], point = c->points[place];
        if (point == WR_NONE || point == border->a || point == border->b)
            continue;
        double way = way_by(a, &spots[place], b);
        if (way < best && sees_both(c, a, &spots[place], b)) {
            best = way;
            found = place;
        }
    }
    return found;
}

/* How far a place is from points among those that were reached. */
static double from_others(const struct choosing *c, uint32_t place)
{
    const wr_path_spot *spots = c->graph->spots;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < c->near.reached_count; i++) {
        uint32_t other = c->near.reached[i];
        double far = c->points[other] == WR_NONE
                         ? INFINITY
                         : wr_distance(spots[other].at, spots[place].at);
        nearest = far < nearest ? far : nearest;
    }
    return nearest;
}

/* The place between two points that sees both and is farthest from other points. */
static uint32_t find_bend(struct choosing *c, const struct border *border)
{
    const wr_path_spot *a = &c->out->spots[border->a], *b = &c->out->spots[border->b];
    const struct wr_path_graph *graph = c->graph;
    uint32_t found = WR_NONE;
    double best = 0;
    for (uint32_t i = 0; i < c->near.reached_count; i++) {
        uint32_t place = c->near.reached[i];
        const wr_path_spot *spot = &graph->spots[place];
        if (place >= graph->weak || graph->island[place] == WR_NONE ||
            way_by(a, spot, b) > ROUND * border->cost)
            continue;
        double far = from_others(c, place);
        if (far > best && sees_both(c, a, spot, b)) {
            best = far;
            found = place;
        }
    }
    return found;
}

/* Hops by one place in between, a point's where there is one; false where no place sees both
 * ends. */
static bool join_by_bend(struct choosing *c, const struct border *border)
{
    wr_path_search_again(&c->near);
    wr_path_search_from(&c->near, c->out->places[border->a], ROUND * border->cost);
    uint32_t bend = find_between(c, border);
    if (bend == WR_NONE)
        bend = find_bend(c, border);
    c->failed |= c->near.failed;
    if (bend == WR_NONE || c->failed)
        return false;
    uint32_t point = point_of(c, bend);
    return !c->failed && join(c, border->a, point, false) && join(c, point, border->b, false);
}

static bool join_pair(struct choosing *c, const struct border *border)
{
    uint32_t count = 0;
    const struct wr_path_points *out = c->out;
    double kept =
        wr_path_keeps(c->graph->floor, &out->spots[border->a], &out->spots[border->b]);
    if (kept >= needed())
        return add_hop(c, border->a, border->b, false);
    if (border->cost < WR_PATH_NARROW_COST && join_by_bend(c, border))
        return true;
    const uint32_t *places = c->failed ? NULL : trace(c, border, &count);
    return places && add_trace(c, places, count, border->b);
}

/* Goes through neighbours, nearest first, and adds a hop where there is none and the way over
 * the others is too long. */
static bool make_net(struct choosing *c)
{
    struct border *borders;
    uint32_t count;
    if (!find_borders(c, &borders, &count))
        return false;
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        const struct border *border = &borders[i];
        uint32_t a = border->a, b = border->b;
        bool apart = wr_disjoint_root(c->sets, a) != wr_disjoint_root(c->sets, b);
        bool full = c->knots[a].degree >= MOST_HOPS || c->knots[b].degree >= MOST_HOPS;
        bool narrow = border->cost >= WR_PATH_NARROW_COST;
        if (!apart &&
            (full || narrow || joined(c, a, b) || near_by_net(c, a, b, DETOUR * border->cost)))
            continue;
        if (!join_pair(c, border))
            return false;
    }
    return !c->failed;
}

static bool start(struct choosing *c)
{
    const struct wr_path_graph *graph = c->graph;
    c->points = WR_TAKE(c->arena, uint32_t, graph->count);
    if (!c->points || !wr_path_search_start(&c->search, c->arena, graph) ||
        !wr_path_search_start(&c->near, c->arena, graph))
        return false;
    for (uint32_t i = 0; i < graph->count; i++)
        c->points[i] = WR_NONE;
    return true;
}

/* Weak places lie beyond the spacing: the search is made again, until it has all of them. */
static bool reach_weak(struct choosing *c)
{
    if (c->graph->weak >= c->graph->count)
        return true;
    wr_path_search_again(&c->search);
    for (uint32_t i = 0; i < c->out->count && !c->search.failed; i++)
        wr_path_search_from(&c->search, c->out->places[i], INFINITY);
    return !c->search.failed;
}

/* Knots of the points that are left, and their hops. */
static bool tie_again(struct choosing *c)
{
    struct wr_path_points *out = c->out;
    const wr_path_way *hops = out->hops;
    uint32_t count = out->hop_count, narrow = out->narrow;
    for (uint32_t i = 0; i < c->graph->count; i++)
        c->points[i] = WR_NONE;
    for (uint32_t i = 0; i < out->count; i++) {
        c->points[out->places[i]] = i;
        c->knots[i] = (struct knot){.link = WR_NONE, .length = INFINITY};
        c->sets[i] = i;
    }
    out->hops = NULL;
    c->nexts = NULL;
    out->hop_count = 0;
    for (uint32_t i = 0; i < count && !c->failed; i++)
        add_hop(c, hops[i].a, hops[i].b, false);
    out->narrow = narrow;
    return !c->failed;
}

/* Whether two points have no hop between them, and the way over others is far too long. */
static bool is_apart(struct choosing *c, uint32_t a, uint32_t b)
{
    const wr_path_spot *spots = c->out->spots;
    return !joined(c, a, b) &&
           !near_by_net(c, a, b, TOO_LONG * wr_distance(spots[a].at, spots[b].at));
}

/* Whether a later point is so near and apart, be there a way to it or not: quicker to tell. */
static bool is_apart_from_any(struct choosing *c, uint32_t point)
{
    const struct wr_path_points *out = c->out;
    const double near = (2 + WR_ROUNDING) * c->spacing;
    bool apart = false;
    for (uint32_t i = point + 1; i < out->count && !apart; i++)
        apart = wr_distance(out->spots[i].at, out->spots[point].at) <= near &&
                is_apart(c, point, i);
    return apart;
}

/* Hops from a point to later ones that it sees. */
static void shorten_from(struct choosing *c, uint32_t point)
{
    const struct wr_path_points *out = c->out;
    wr_path_search_again(&c->near);
    wr_path_search_from(&c->near, out->places[point], 2 * c->spacing);
    c->failed |= c->near.failed;
    for (uint32_t k = 0; k < c->near.reached_count && !c->failed; k++) {
        uint32_t other = c->points[c->near.reached[k]];
        if (other != WR_NONE && other > point && is_apart(c, point, other) &&
            wr_path_keeps(c->graph->floor, &out->spots[point], &out->spots[other]) >= needed())
            add_hop(c, point, other, false);
    }
}

/* Hops between points that see each other, where the way over others is far too long. */
static bool shorten(struct choosing *c)
{
    for (uint32_t i = 0; i < c->out->count && !c->failed; i++)
        if (is_apart_from_any(c, i))
            shorten_from(c, i);
    return !c->failed;
}

enum wr_result wr_path_points_make(struct wr_context *context,
                                   const struct wr_path_graph *graph, double spacing,
                                   struct wr_arena *arena, struct wr_path_points *out)
{
    struct choosing c = {.graph = graph, .arena = arena, .out = out, .spacing = spacing};
    *out = (struct wr_path_points){0};
    bool fine = start(&c) && choose_points(&c) && reach_weak(&c) && make_net(&c) &&
                wr_path_points_thin(graph, spacing, &c.search, arena, out) && tie_again(&c) &&
                shorten(&c);
    wr_path_search_finish(&c.search);
    wr_path_search_finish(&c.near);
    return fine ? WR_OK : wr_no_memory(context);
}
