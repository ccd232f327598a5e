/* Points that stand near to others: one goes where the others do without it, or moves aside as
 * long as it sees those it has hops to. */
#include "builder/module/path_points.h"

#include "core/base/tolerance.h"

/* Points nearer to others than this part of the spacing are looked at. */
#define CLOSE 0.95
/* How many times as long the hops of a point that moves aside may become. */
#define LONGER 1.4
enum { MOST_NEIGHBOURS = 4, ROUNDS = 3 };

struct thinning {
    const struct wr_path_graph *graph;
    struct wr_path_points *points;
    struct wr_arena *arena;
    double spacing;
    struct wr_path_search near;         /* round a point */
    struct wr_path_search cover;        /* from its neighbours, and what is to stand for it */
    struct wr_path_search aside;        /* from a place that may do so */
    uint32_t covered;                   /* whose neighbours `cover` is from, or WR_NONE */
    uint32_t *bare, bare_count;         /* its places that are near to none of them */
    uint32_t *at;                       /* of each place: its point, or WR_NONE */
    uint32_t *others_near, other_count; /* places of other points that `near` has reached */
    uint32_t *firsts, *nexts; /* of each point: the places nearest to it; lists of places */
    uint32_t *links;          /* of each point: the last of its hops, or WR_NONE */
    uint32_t (*others)[2];    /* of each hop: the hop of either end before it */
    bool *kept, *gone;        /* points inside doorways; points that were taken away */
    uint32_t changes, *looks; /* of each point: how many there were when it was looked at */
    bool failed;
};

/* The points a point has hops to. */
struct neighbours {
    uint32_t items[MOST_NEIGHBOURS], count;
};

static const wr_path_spot *spot_of(const struct thinning *t, uint32_t point)
{
    return &t->points->spots[point];
}

static bool sees(const struct thinning *t, const wr_path_spot *a, const wr_path_spot *b)
{
    return wr_path_keeps(t->graph->floor, a, b) >= WR_PATH_CLEARANCE;
}

/* ---- Hops -------------------------------------------------------------------------------- */

/* A hop to or from a point that was taken away is none. */
static bool is_dead(const struct thinning *t, const wr_path_way *hop)
{
    return t->gone[hop->a] || t->gone[hop->b];
}

static uint32_t hop_before(const struct thinning *t, uint32_t point, uint32_t hop)
{
    return t->others[hop][t->points->hops[hop].a == point ? 0 : 1];
}

/* Links are made in the order of hops. */
static void link_hop(struct thinning *t, uint32_t hop)
{
    const wr_path_way *way = &t->points->hops[hop];
    uint32_t(*others)[2] = wr_arena_more(t->arena, t->others, hop, sizeof *others);
    t->failed |= !others;
    if (!others)
        return;
    t->others = others;
    others[hop][0] = t->links[way->a];
    others[hop][1] = t->links[way->b];
    t->links[way->a] = t->links[way->b] = hop;
}

static void add_hop(struct thinning *t, uint32_t a, uint32_t b)
{
    struct wr_path_points *points = t->points;
    wr_path_way *hops = wr_arena_more(t->arena, points->hops, points->hop_count, sizeof *hops);
    t->failed |= !hops;
    if (!hops)
        return;
    points->hops = hops;
    hops[points->hop_count++] = (wr_path_way){a, b, 0};
    link_hop(t, points->hop_count - 1);
}

/* False where a point has none, or more than can be listed. */
static bool find_neighbours(const struct thinning *t, uint32_t point, struct neighbours *out)
{
    out->count = 0;
    for (uint32_t i = t->links[point]; i != WR_NONE; i = hop_before(t, point, i)) {
        const wr_path_way *hop = &t->points->hops[i];
        if (is_dead(t, hop))
            continue;
        if (out->count == MOST_NEIGHBOURS)
            return false;
        out->items[out->count++] = wr_path_other(hop, point);
    }
    return out->count > 0;
}

static bool is_hop(const struct thinning *t, uint32_t a, uint32_t b)
{
    uint32_t i = t->links[a];
    while (i != WR_NONE && wr_path_other(&t->points->hops[i], a) != b)
        i = hop_before(t, a, i);
    return i != WR_NONE;
}

static bool see_each_other(const struct thinning *t, const struct neighbours *neighbours)
{
    for (uint32_t i = 0; i < neighbours->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            uint32_t a = neighbours->items[i], b = neighbours->items[k];
            if (!is_hop(t, a, b) && !sees(t, spot_of(t, a), spot_of(t, b)))
                return false;
        }
    return true;
}

static void join_neighbours(struct thinning *t, const struct neighbours *neighbours)
{
    for (uint32_t i = 0; i < neighbours->count; i++)
        for (uint32_t k = 0; k < i && !t->failed; k++)
            if (!is_hop(t, neighbours->items[i], neighbours->items[k]))
                add_hop(t, neighbours->items[i], neighbours->items[k]);
}

/* ---- What a point is there for ----------------------------------------------------------- */

/* Goes out from the neighbours of a point, and lists those of its places that are near to none.
 */
static void cover(struct thinning *t, uint32_t point, const struct neighbours *neighbours)
{
    wr_path_search_again(&t->cover);
    for (uint32_t i = 0; i < neighbours->count; i++)
        wr_path_search_from(&t->cover, t->points->places[neighbours->items[i]], t->spacing);
    t->failed |= t->cover.failed;
    t->bare_count = 0;
    for (uint32_t i = t->firsts[point]; i != WR_NONE; i = t->nexts[i])
        if (!(t->cover.costs[i] < INFINITY))
            t->bare[t->bare_count++] = i;
    t->covered = point;
}

/* Whether all places of a point are near to some of what is to stand for it: its neighbours,
 * and `place` unless it is WR_NONE. */
static bool is_covered(struct thinning *t, uint32_t point, const struct neighbours *neighbours,
                       uint32_t place)
{
    if (t->covered != point)
        cover(t, point, neighbours);
    if (t->bare_count == 0 || place == WR_NONE || t->failed)
        return t->bare_count == 0 && !t->failed;
    wr_path_search_again(&t->aside);
    wr_path_search_from(&t->aside, place, t->spacing);
    t->failed |= t->aside.failed;
    bool covered = !t->failed;
    for (uint32_t i = 0; i < t->bare_count && covered; i++)
        covered = t->aside.costs[t->bare[i]] < INFINITY;
    return covered;
}

/* Places go to the neighbours they were found near to, the rest stay. */
static void hand_over(struct thinning *t, uint32_t point)
{
    uint32_t i = t->firsts[point], next;
    for (t->firsts[point] = WR_NONE; i != WR_NONE; i = next) {
        uint32_t owner = t->at[t->cover.owners[i]];
        owner = owner == WR_NONE ? point : owner;
        next = t->nexts[i];
        t->nexts[i] = t->firsts[owner];
        t->firsts[owner] = i;
    }
}

/* ---- Thinning ---------------------------------------------------------------------------- */

/* Goes out from a point, and lists the other points it comes to. */
static void look_around(struct thinning *t, uint32_t point)
{
    wr_path_search_again(&t->near);
    wr_path_search_from(&t->near, t->points->places[point], 2 * t->spacing);
    t->failed |= t->near.failed;
    t->other_count = 0;
    for (uint32_t i = 0; i < t->near.reached_count; i++) {
        uint32_t other = t->near.reached[i];
        if (t->at[other] != WR_NONE && t->at[other] != point)
            t->others_near[t->other_count++] = other;
    }
}

/* How far a place is from the points around. */
static double from_others(const struct thinning *t, uint32_t place)
{
    const wr_path_spot *spots = t->graph->spots;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < t->other_count; i++) {
        double far = wr_distance(spots[t->others_near[i]].at, spots[place].at);
        nearest = far < nearest ? far : nearest;
    }
    return nearest;
}

static bool take_away(struct thinning *t, uint32_t point, const struct neighbours *neighbours)
{
    if (!see_each_other(t, neighbours) || !is_covered(t, point, neighbours, WR_NONE))
        return false;
    t->changes++;
    hand_over(t, point);
    join_neighbours(t, neighbours);
    t->at[t->points->places[point]] = WR_NONE;
    t->gone[point] = true;
    return true;
}

static double hops_length(const struct thinning *t, wr_vec3 at,
                          const struct neighbours *neighbours)
{
    double sum = 0;
    for (uint32_t i = 0; i < neighbours->count; i++)
        sum += wr_distance(at, spot_of(t, neighbours->items[i])->at);
    return sum;
}

static bool sees_all(const struct thinning *t, const wr_path_spot *spot,
                     const struct neighbours *neighbours)
{
    bool all = true;
    for (uint32_t i = 0; i < neighbours->count && all; i++)
        all = sees(t, spot, spot_of(t, neighbours->items[i]));
    return all;
}

/* The place from which all neighbours are seen and that is farthest from other points. */
static uint32_t find_aside(struct thinning *t, uint32_t point,
                           const struct neighbours *neighbours, double nearest)
{
    const struct wr_path_graph *graph = t->graph;
    double most = LONGER * hops_length(t, spot_of(t, point)->at, neighbours);
    uint32_t best = WR_NONE;
    for (uint32_t i = 0; i < t->near.reached_count; i++) {
        uint32_t place = t->near.reached[i];
        const wr_path_spot *spot = &graph->spots[place];
        if (place >= graph->weak || graph->island[place] == WR_NONE ||
            t->near.costs[place] > t->spacing || hops_length(t, spot->at, neighbours) > most)
            continue;
        double far = from_others(t, place);
        if (far > nearest && sees_all(t, spot, neighbours) &&
            is_covered(t, point, neighbours, place)) {
            nearest = far;
            best = place;
        }
    }
    return best;
}

static void move_aside(struct thinning *t, uint32_t point, const struct neighbours *neighbours,
                       double nearest)
{
    struct wr_path_points *points = t->points;
    uint32_t place = find_aside(t, point, neighbours, nearest);
    if (place == WR_NONE)
        return;
    wr_path_search_from(&t->cover, place, t->spacing);
    t->failed |= t->cover.failed;
    t->changes++;
    t->at[points->places[point]] = WR_NONE;
    hand_over(t, point);
    t->at[place] = point;
    points->places[point] = place;
    points->spots[point] = t->graph->spots[place];
}

/* Whether another point is close, be there a way to it or not: quicker to tell. */
static bool is_crowded(const struct thinning *t, uint32_t point)
{
    bool crowded = false;
    for (uint32_t i = 0; i < t->points->count && !crowded; i++)
        crowded = i != point && !t->gone[i] &&
                  wr_distance(spot_of(t, i)->at, spot_of(t, point)->at) < CLOSE * t->spacing;
    return crowded;
}

/* A point is looked at again once anything has changed. */
static void look_at(struct thinning *t, uint32_t point)
{
    struct neighbours neighbours;
    if (t->looks[point] == t->changes)
        return;
    t->looks[point] = t->changes;
    t->covered = WR_NONE;
    if (t->kept[point] || t->gone[point] || !is_crowded(t, point) ||
        !find_neighbours(t, point, &neighbours) || !sees_all(t, spot_of(t, point), &neighbours))
        return;
    look_around(t, point);
    double nearest = from_others(t, t->points->places[point]);
    if (nearest < CLOSE * t->spacing && !t->failed && !take_away(t, point, &neighbours))
        move_aside(t, point, &neighbours, nearest);
}

/* ---- The whole --------------------------------------------------------------------------- */

static void list_places(struct thinning *t, const struct wr_path_search *search)
{
    for (uint32_t i = 0; i < t->points->count; i++)
        t->at[t->points->places[i]] = i;
    for (uint32_t i = 0; i < t->graph->count; i++)
        if (search->costs[i] <= t->spacing) {
            uint32_t owner = t->at[search->owners[i]];
            t->nexts[i] = t->firsts[owner];
            t->firsts[owner] = i;
        }
}

static uint32_t *none_of(struct wr_arena *arena, uint32_t count)
{
    uint32_t *items = WR_TAKE(arena, uint32_t, count);
    for (uint32_t i = 0; items && i < count; i++)
        items[i] = WR_NONE;
    return items;
}

static bool start(struct thinning *t, const struct wr_path_search *search)
{
    const struct wr_path_graph *graph = t->graph;
    struct wr_path_points *points = t->points;
    t->at = none_of(t->arena, graph->count);
    t->nexts = none_of(t->arena, graph->count);
    t->firsts = none_of(t->arena, points->count);
    t->links = none_of(t->arena, points->count);
    t->others_near = none_of(t->arena, points->count);
    t->bare = none_of(t->arena, graph->count);
    t->looks = none_of(t->arena, points->count);
    t->kept = WR_ZERO(t->arena, bool, points->count);
    t->gone = WR_ZERO(t->arena, bool, points->count);
    if (!t->at || !t->nexts || !t->firsts || !t->links || !t->others_near || !t->bare ||
        !t->looks || !t->kept || !t->gone || !wr_path_search_start(&t->near, t->arena, graph) ||
        !wr_path_search_start(&t->cover, t->arena, graph) ||
        !wr_path_search_start(&t->aside, t->arena, graph))
        return false;
    for (uint32_t i = 0; i < points->hop_count && !t->failed; i++)
        link_hop(t, i);
    for (uint32_t d = 0; d < graph->floor->door_count; d++)
        t->kept[points->door_points[d]] = true;
    list_places(t, search);
    return !t->failed;
}

/* Numbers the points anew, without those that were taken away and their hops. */
static bool close_ranks(struct thinning *t)
{
    struct wr_path_points *points = t->points;
    uint32_t *numbers = WR_TAKE(t->arena, uint32_t, points->count), count = 0, hops = 0;
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < points->count; i++) {
        numbers[i] = count;
        points->spots[count] = points->spots[i];
        points->places[count] = points->places[i];
        count += !t->gone[i];
    }
    for (uint32_t i = 0; i < points->hop_count; i++) {
        wr_path_way hop = points->hops[i];
        if (is_dead(t, &hop))
            continue;
        uint32_t a = numbers[hop.a], b = numbers[hop.b];
        points->hops[hops++] =
            (wr_path_way){a, b, wr_distance(spot_of(t, a)->at, spot_of(t, b)->at)};
    }
    for (uint32_t d = 0; d < t->graph->floor->door_count; d++)
        points->door_points[d] = numbers[points->door_points[d]];
    points->count = count;
    points->hop_count = hops;
    return true;
}

bool wr_path_points_thin(const struct wr_path_graph *graph, double spacing,
                         const struct wr_path_search *search, struct wr_arena *arena,
                         struct wr_path_points *points)
{
    struct thinning t = {.graph = graph, .points = points, .arena = arena, .spacing = spacing};
    bool fine = start(&t, search);
    for (int round = 0; fine && round < ROUNDS; round++)
        for (uint32_t i = 0; i < points->count && !t.failed; i++)
            look_at(&t, i);
    fine = fine && !t.failed && close_ranks(&t);
    wr_path_search_finish(&t.near);
    wr_path_search_finish(&t.cover);
    wr_path_search_finish(&t.aside);
    return fine;
}
