/* Rooms within a run stand one behind the other, each at the hook of the one before. */
#include "builder/solver/flat/chart.h"
#include "builder/solver/lengths.h"

/* What a vector is along a way, and to its left. */
static double along(const double at[2], uint32_t way)
{
    return way < 2 ? at[way] : -at[way - 2];
}

static double to_left(const double at[2], uint32_t way)
{
    return along(at, (way + 1) % WR_WAYS);
}

static void hook_at(const struct wr_chart *chart, uint32_t node, uint32_t hook, double out[2])
{
    wr_standing standing = chart->rooms[node].standing;
    standing.spot = (wr_spot){0, 0, 0};
    wr_spot spot = wr_standing_hook(chart->puzzle->pieces, &standing, hook);
    out[0] = (double)spot.x;
    out[1] = (double)spot.y;
}

/* The hook by which a link leaves a node. */
static uint32_t hook_of(const struct wr_chart *chart, uint32_t link, uint32_t node)
{
    return chart->hooks[link][chart->puzzle->links[link].nodes[0] != node];
}

static void measure_box(struct wr_chart *chart, uint32_t node)
{
    wr_charted *room = &chart->rooms[node];
    wr_spot low, high;
    room->standing.spot = (wr_spot){0, 0, 0};
    wr_standing_box(chart->puzzle->pieces, &room->standing, &low, &high);
    room->low[0] = (double)low.x;
    room->low[1] = (double)low.y;
    room->high[0] = (double)high.x;
    room->high[1] = (double)high.y;
}

/* What the lengths of a room within a run do between its two hooks. */
static void pulls_of(const struct wr_chart *chart, const wr_run *run, uint32_t at,
                     struct wr_pulls *pulls)
{
    const wr_run_step *step = &chart->steps[run->first + at];
    const wr_standing *standing = &chart->rooms[step->node].standing;
    const wr_stance *stance = wr_standing_stance(chart->puzzle->pieces, standing);
    uint8_t in = stance->hooks[hook_of(chart, step[0].link, step->node)].moved;
    uint8_t out = stance->hooks[hook_of(chart, step[1].link, step->node)].moved;
    pulls->count = 0;
    wr_pulls_add(pulls, chart->puzzle->pieces, step->node, standing, 0,
                 (const uint8_t[2]){in, out}, 1);
}

/* Adds a room within a run behind those before it. */
static void add_within(struct wr_chart *chart, const wr_run *run, uint32_t at,
                       wr_run_span *span)
{
    const wr_run_step *step = &chart->steps[run->first + at];
    const wr_charted *room = &chart->rooms[step->node];
    double in[2], out[2];
    struct wr_pulls pulls;
    measure_box(chart, step->node);
    hook_at(chart, step->node, hook_of(chart, step[0].link, step->node), in);
    hook_at(chart, step->node, hook_of(chart, step[1].link, step->node), out);
    pulls_of(chart, run, at, &pulls);
    double range[2] = {0, 0}, far = along(out, run->way) - along(in, run->way);
    for (uint32_t i = 0; i < pulls.count; i++)
        wr_pull_widen(range, along((const double[2]){pulls.of[i].x, pulls.of[i].y}, run->way),
                      &pulls.of[i]);
    double low = to_left(room->low, run->way), high = to_left(room->high, run->way);
    double left = (low > high ? low : high) - to_left(in, run->way) + span->across;
    double right = (low > high ? high : low) - to_left(in, run->way) + span->across;
    span->left = left > span->left ? left : span->left;
    span->right = right < span->right ? right : span->right;
    span->least += far + range[0];
    span->most += far + range[1];
    span->across += to_left(out, run->way) - to_left(in, run->way);
}

void wr_spans_measure(struct wr_chart *chart)
{
    for (uint32_t i = 0; i < chart->puzzle->node_count; i++)
        measure_box(chart, i);
    for (uint32_t r = 0; r < chart->run_count; r++) {
        const wr_run *run = &chart->runs[r];
        const wr_run_step *steps = &chart->steps[run->first];
        wr_run_span *span = &chart->spans[r];
        *span = (wr_run_span){.least = 0};
        hook_at(chart, run->ends[0], hook_of(chart, steps[0].link, run->ends[0]),
                span->hooks[0]);
        hook_at(chart, run->ends[1], hook_of(chart, steps[run->count - 1].link, run->ends[1]),
                span->hooks[1]);
        for (uint32_t i = 0; i + 1 < run->count; i++)
            add_within(chart, run, i, span);
    }
}

/* How far a run leads from hook to hook. */
static double length_of(const struct wr_chart *chart, const wr_run *run,
                        const wr_run_span *span)
{
    const double *a = chart->rooms[run->ends[0]].at, *b = chart->rooms[run->ends[1]].at;
    const double way[2] = {b[0] + span->hooks[1][0] - a[0] - span->hooks[0][0],
                           b[1] + span->hooks[1][1] - a[1] - span->hooks[0][1]};
    return along(way, run->way);
}

/* Each of its rooms does its part of what lies between the least and the most. */
static void stretch(struct wr_chart *chart, const wr_run *of, const wr_run_span *span)
{
    double room = span->most - span->least;
    double part = room > 0 ? (length_of(chart, of, span) - span->least) / room : 0;
    part = part >= 0 ? part <= 1 ? part : 1 : 0; /* what is no number, too */
    for (uint32_t i = 0; i + 1 < of->count; i++) {
        struct wr_pulls pulls;
        wr_standing *standing = &chart->rooms[chart->steps[of->first + i].node].standing;
        pulls_of(chart, of, i, &pulls);
        for (uint32_t k = 0; k < pulls.count; k++) {
            const struct wr_length_pull *pull = &pulls.of[k];
            double by = along((const double[2]){pull->x, pull->y}, of->way);
            double least = (double)(by < 0 ? pull->limits->to : pull->limits->from);
            double most = (double)(by < 0 ? pull->limits->from : pull->limits->to);
            int64_t length = wr_length_nearest(pull->limits, least + part * (most - least));
            if (by != 0)
                standing->lengths.of[pull->stretch] = (int32_t)length;
        }
    }
}

void wr_spans_stretch(struct wr_chart *chart)
{
    for (uint32_t r = 0; r < chart->run_count; r++)
        stretch(chart, &chart->runs[r], &chart->spans[r]);
}
