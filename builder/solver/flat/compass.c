/* Ways are changed one by one, at first also to worse ones: a run should lead about as it is
 * drawn, runs leave a room in the order they are drawn in, and each round must turn once and be
 * able to close. */
#include "builder/solver/flat/chart.h"

#include <math.h>

/* What each fault counts. */
static const double at_room = 6, of_round = 4, of_drawn_way = 2;

/* ---- What is wrong ---- */

/* By how much a run leads another way than it is drawn. */
static double wrong_way(const struct wr_chart *chart, uint32_t run)
{
    static const int ways[WR_WAYS][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    wr_drawn a = chart->drawing.places[chart->runs[run].ends[0]];
    wr_drawn b = chart->drawing.places[chart->runs[run].ends[1]];
    const int *way = ways[chart->runs[run].way];
    double x = b.x - a.x, y = b.y - a.y, far = sqrt(x * x + y * y);
    return far > 0 ? of_drawn_way * (1 - (x * way[0] + y * way[1]) / far) : 0;
}

/* Two runs that leave by one way, runs in another order, ways that no piece has. */
static double wrong_room(const struct wr_chart *chart, uint32_t node)
{
    const uint32_t *ends = &chart->ends[chart->starts[node]];
    uint32_t count = chart->starts[node + 1] - chart->starts[node], ways = 0, around = 0;
    double wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t way = wr_chart_leaves(chart, ends[i]);
        uint32_t next = wr_chart_leaves(chart, ends[i + 1 < count ? i + 1 : 0]);
        wrong += ways >> way & 1 ? at_room : 0;
        ways |= 1u << way;
        around += (next + WR_WAYS - way) % WR_WAYS;
    }
    if (count > 2 && around != WR_WAYS)
        wrong += at_room;
    return wrong + (chart->shapes[node].leads[ways] ? 0 : at_room);
}

/* How far two spans are apart. */
static double gap(const double a[2], const double b[2])
{
    return a[0] > b[1] ? a[0] - b[1] : b[0] > a[1] ? b[0] - a[1] : 0;
}

/* Turning otherwise than once, and what is missing to come back. */
static double wrong_round(const struct wr_chart *chart, uint32_t round)
{
    const uint32_t *ends = &chart->rounds[chart->round_starts[round]];
    uint32_t count = chart->round_starts[round + 1] - chart->round_starts[round];
    double spans[WR_WAYS][2] = {{0}}, rooms = 0;
    int around = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t way = wr_chart_leaves(chart, ends[i]);
        uint32_t next = wr_chart_leaves(chart, ends[i + 1 < count ? i + 1 : 0]);
        const wr_run *run = &chart->runs[ends[i] / 2];
        double own = chart->shapes[run->ends[0]].reach + chart->shapes[run->ends[1]].reach;
        spans[way][0] += run->least + own;
        spans[way][1] += run->most + own;
        rooms += own;
        around += (int)((next + WR_WAYS + 1 - way) % WR_WAYS) - 1;
    }
    double missing = gap(spans[0], spans[2]) + gap(spans[1], spans[3]);
    return missing * count / rooms + (around == chart->turns[round] ? 0 : of_round);
}

static double wrong_about(const struct wr_chart *chart, uint32_t run)
{
    double sum = wrong_way(chart, run);
    for (int side = 0; side < 2; side++)
        sum += wrong_room(chart, chart->runs[run].ends[side]);
    for (uint32_t i = chart->rounds_of_starts[run]; i < chart->rounds_of_starts[run + 1]; i++)
        sum += wrong_round(chart, chart->rounds_of[i]);
    return sum;
}

/* ---- Choosing ---- */

static void start_as_drawn(struct wr_chart *chart)
{
    for (uint32_t r = 0; r < chart->run_count; r++) {
        uint32_t best = 0;
        double least = HUGE_VAL;
        for (uint32_t way = 0; way < WR_WAYS; way++) {
            chart->runs[r].way = way;
            double wrong = wrong_way(chart, r);
            if (wrong < least) {
                least = wrong;
                best = way;
            }
        }
        chart->runs[r].way = best;
    }
}

static void change(struct wr_chart *chart, uint32_t run, double heat)
{
    uint32_t old = chart->runs[run].way;
    double before = wrong_about(chart, run), chance = wr_random_unit(chart->random);
    chart->runs[run].way = (old + 1 + wr_random_below(chart->random, WR_WAYS - 1)) % WR_WAYS;
    if (wrong_about(chart, run) - before >= heat * chance * chance)
        chart->runs[run].way = old;
}

void wr_compass_choose(struct wr_chart *chart)
{
    enum { ROUNDS = 200 };
    const double cooler = 0.97;
    double heat = 6;
    start_as_drawn(chart);
    for (int round = 0; round < ROUNDS; round++, heat *= cooler)
        for (uint32_t i = 0; i < chart->run_count; i++)
            change(chart, wr_random_below(chart->random, chart->run_count), heat);
}
