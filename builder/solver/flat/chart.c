/* Runs are walked from each room that may turn over those that lead straight on. */
#include "builder/solver/flat/chart.h"

#include <math.h>

#define NONE UINT32_MAX

enum { EAST = 1, NORTH = 2, WEST = 4, SOUTH = 8 };

/* ---- What nodes may be ---- */

uint32_t wr_chart_way(const struct wr_pieces *pieces, uint32_t stance, uint32_t hook)
{
    uint32_t turns = pieces->turn_count;
    uint32_t facing = pieces->stances[stance].hooks[hook].facing;
    return facing * WR_WAYS % turns ? WR_WAYS : facing * WR_WAYS / turns;
}

/* How long a stance is from west to east, or from south to north, at least and at most. */
static void measure(const struct wr_pieces *pieces, const wr_stance *stance, uint32_t axis,
                    wr_chart_shape *shape)
{
    double least =
        (double)(axis ? stance->high.y - stance->low.y : stance->high.x - stance->low.x);
    double most = least;
    for (uint32_t i = 0; i < pieces->pieces[stance->piece].stretch_count; i++) {
        double along = fabs(axis ? stance->stretches[i].y : stance->stretches[i].x);
        least += along * (double)stance->stretches[i].from;
        most += along * (double)stance->stretches[i].to;
    }
    if (shape->most == 0 || least < shape->least)
        shape->least = least;
    if (most > shape->most)
        shape->most = most;
}

static void add_stance(const struct wr_pieces *pieces, uint32_t number, wr_chart_shape *shape)
{
    const wr_stance *stance = &pieces->stances[number];
    uint32_t ways = 0;
    for (uint32_t h = 0; h < pieces->pieces[stance->piece].hook_count; h++)
        ways |= 1u << wr_chart_way(pieces, number, h);
    for (uint32_t set = 0; set < WR_WAY_SETS; set++)
        shape->leads[set] |= (set & ways) == set;
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint32_t both = axis ? NORTH | SOUTH : EAST | WEST;
        if ((ways & both) == both)
            measure(pieces, stance, axis, shape);
    }
}

static wr_chart_shape shape_of(const struct wr_puzzle *puzzle, uint32_t node, double reach)
{
    const wr_puzzle_node *of = &puzzle->nodes[node];
    const uint32_t *first = puzzle->pieces->first_stance;
    wr_chart_shape shape = {.reach = reach};
    for (uint32_t i = 0; i < of->piece_count; i++)
        for (uint32_t s = first[of->pieces[i]]; s < first[of->pieces[i] + 1]; s++)
            add_stance(puzzle->pieces, s, &shape);
    return shape;
}

/* ---- Runs ---- */

/* Two doorways, which face away from each other whatever it is. */
static bool is_within(const struct wr_chart *chart, uint32_t node)
{
    const bool *leads = chart->shapes[node].leads;
    return chart->graph.starts[node + 1] - chart->graph.starts[node] == 2 &&
           (leads[EAST | WEST] || leads[NORTH | SOUTH]) && !leads[EAST | NORTH] &&
           !leads[NORTH | WEST] && !leads[WEST | SOUTH] && !leads[SOUTH | EAST];
}

/* Where a run goes on beyond a node it came to by a link. */
static uint32_t beyond(const struct wr_chart *chart, uint32_t node, uint32_t link)
{
    uint32_t at = chart->graph.starts[node];
    return chart->graph.links[at] == link ? at + 1 : at;
}

/* Follows a run that leaves a node. */
static void follow(struct wr_chart *chart, uint32_t node, uint32_t edge)
{
    wr_run *run = &chart->runs[chart->run_count];
    *run = (wr_run){.ends = {node, NONE}, .first = chart->step_count};
    for (;;) {
        uint32_t next = chart->graph.nodes[edge], link = chart->graph.links[edge];
        chart->steps[run->first + run->count++] = (wr_run_step){link, next};
        run->ends[1] = next;
        if (!chart->within[next])
            return;
        run->least += chart->shapes[next].least;
        run->most += chart->shapes[next].most;
        edge = beyond(chart, next, link);
    }
}

/* Each run is found from both ends, and kept once. */
static void find_runs(struct wr_chart *chart)
{
    for (uint32_t node = 0; node < chart->puzzle->node_count; node++)
        for (uint32_t e = chart->graph.starts[node];
             !chart->within[node] && e < chart->graph.starts[node + 1]; e++) {
            follow(chart, node, e);
            const wr_run *run = &chart->runs[chart->run_count];
            uint32_t last = chart->steps[run->first + run->count - 1].link;
            if (chart->graph.links[e] > last || (run->count == 1 && run->ends[1] < node))
                continue;
            chart->step_count += run->count;
            chart->run_count++;
        }
}

/* False when memory is out. */
static bool find_core(struct wr_chart *chart)
{
    uint32_t *counts = WR_ZERO(chart->arena, uint32_t, chart->puzzle->node_count);
    if (!counts)
        return false;
    for (uint32_t r = 0; r < chart->run_count; r++) {
        chart->core[r] = true;
        counts[chart->runs[r].ends[0]]++;
        counts[chart->runs[r].ends[1]]++;
    }
    for (bool fewer = true; fewer;) {
        fewer = false;
        for (uint32_t r = 0; r < chart->run_count; r++) {
            const uint32_t *ends = chart->runs[r].ends;
            if (!chart->core[r] || (counts[ends[0]] > 1 && counts[ends[1]] > 1))
                continue;
            chart->core[r] = false;
            counts[ends[0]]--;
            counts[ends[1]]--;
            fewer = true;
        }
    }
    return true;
}

bool wr_chart_start(struct wr_chart *chart, const struct wr_puzzle *puzzle,
                    struct wr_arena *arena, wr_random *random)
{
    uint32_t n = puzzle->node_count, links = puzzle->link_count;
    *chart = (struct wr_chart){
        .puzzle = puzzle,
        .arena = arena,
        .random = random,
        .shapes = WR_TAKE(arena, wr_chart_shape, n),
        .within = WR_ZERO(arena, bool, n),
        .runs = WR_TAKE(arena, wr_run, (size_t)links + 1),
        .steps = WR_TAKE(arena, wr_run_step, 2 * (size_t)links + 1),
        .core = WR_TAKE(arena, bool, (size_t)links + 1),
        .starts = WR_TAKE(arena, uint32_t, (size_t)n + 2),
        .ends = WR_TAKE(arena, uint32_t, 2 * (size_t)links),
        .rooms = WR_TAKE(arena, wr_charted, n),
        .spans = WR_TAKE(arena, wr_run_span, (size_t)links + 1),
        .hooks = wr_arena_take(arena, links, sizeof *chart->hooks),
    };
    if (!chart->shapes || !chart->within || !chart->runs || !chart->core || !chart->steps ||
        !chart->starts || !chart->ends || !chart->rooms || !chart->spans || !chart->hooks ||
        !wr_neighbours_of(arena, n, puzzle->links, links, &chart->graph) ||
        !wr_drawing_start(puzzle, arena, &chart->drawing))
        return false;
    for (uint32_t i = 0; i < n; i++)
        chart->shapes[i] = shape_of(puzzle, i, chart->drawing.reaches[i]);
    for (uint32_t i = 0; i < n; i++)
        chart->within[i] = is_within(chart, i);
    find_runs(chart);
    if (chart->run_count == 0 && links > 0) { /* a round of nothing else */
        chart->within[0] = false;
        find_runs(chart);
    }
    return find_core(chart);
}

/* ---- Around nodes ---- */

static double turn_between(wr_drawn a, wr_drawn b)
{
    return a.x * b.y - a.y * b.x;
}

static wr_drawn leads_to(const struct wr_chart *chart, uint32_t end)
{
    wr_drawn from = chart->drawing.places[wr_chart_node(chart, end)];
    wr_drawn to = chart->drawing.places[wr_chart_far(chart, end)];
    return (wr_drawn){to.x - from.x, to.y - from.y};
}

static bool is_upper(wr_drawn way)
{
    return way.y > 0 || (way.y == 0 && way.x > 0);
}

/* Against the clock, from the east on. */
static bool comes_before(wr_drawn a, wr_drawn b)
{
    return is_upper(a) != is_upper(b) ? is_upper(a) : turn_between(a, b) > 0;
}

static void sort_row(const struct wr_chart *chart, uint32_t *ends, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t end = ends[i], at = i;
        for (; at > 0 && comes_before(leads_to(chart, end), leads_to(chart, ends[at - 1]));
             at--)
            ends[at] = ends[at - 1];
        ends[at] = end;
    }
}

static void sort_ends(struct wr_chart *chart)
{
    uint32_t n = chart->puzzle->node_count, *starts = chart->starts;
    for (uint32_t i = 0; i < n + 2; i++)
        starts[i] = 0;
    for (uint32_t e = 0; e < 2 * chart->run_count; e++)
        starts[wr_chart_node(chart, e) + 2]++;
    for (uint32_t i = 2; i < n + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t e = 0; e < 2 * chart->run_count; e++)
        chart->ends[starts[wr_chart_node(chart, e) + 1]++] = e;
    for (uint32_t i = 0; i < n; i++)
        sort_row(chart, chart->ends + starts[i], starts[i + 1] - starts[i]);
}

bool wr_chart_order(struct wr_chart *chart)
{
    sort_ends(chart);
    return wr_rounds_find(chart);
}
