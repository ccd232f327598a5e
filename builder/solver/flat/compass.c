/* Ways are changed one by one, at first also to worse ones: a run should lead about as it is
 * drawn, runs leave a room in the order they are drawn in, and each round must turn once and be
 * able to close. */
#include "builder/solver/flat/chart.h"

#include <math.h>

/* What each fault counts. */
static const double at_room = 12, of_round = 12, of_missing = 2, of_drawn_way = 2;

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

/* How a round leads. */
struct tally {
    double spans[WR_WAYS][2]; /* that way, at least and at most; units */
    double room;              /* a room's reach */
    int around;               /* quarters it turns by */
};

struct compass {
    struct wr_chart *chart;
    struct tally *tallies; /* one a round */
};

static int turn(uint32_t from, uint32_t to)
{
    return (int)((to + WR_WAYS + 1 - from) % WR_WAYS) - 1;
}

/* What is missing to come back, and to spare something; in rooms. */
static double missing(const struct tally *tally)
{
    const double spare = 0.2;
    double spans[WR_WAYS][2];
    for (int way = 0; way < WR_WAYS; way++) {
        double free = tally->spans[way][1] - tally->spans[way][0];
        spans[way][0] = tally->spans[way][0] + spare * free;
        spans[way][1] = tally->spans[way][1] - spare * free;
    }
    return (gap(spans[0], spans[2]) + gap(spans[1], spans[3])) / tally->room;
}

/* Turning otherwise than once, and what is missing. */
static double wrong_round(const struct compass *c, uint32_t round)
{
    const struct tally *tally = &c->tallies[round];
    double wrong = tally->around == c->chart->turns[round] ? 0 : of_round;
    return wrong + of_missing * missing(tally);
}

/* Counts the run at a place of a round, where it leads now, or no more. */
static void count_run(struct compass *c, uint32_t round, uint32_t at, int sign)
{
    const struct wr_chart *chart = c->chart;
    const uint32_t *ends = chart->rounds;
    struct tally *tally = &c->tallies[round];
    uint32_t first = chart->round_starts[round], last = chart->round_starts[round + 1] - 1;
    uint32_t before = wr_chart_leaves(chart, ends[at == first ? last : at - 1]);
    uint32_t way = wr_chart_leaves(chart, ends[at]);
    uint32_t after = wr_chart_leaves(chart, ends[at == last ? first : at + 1]);
    const wr_run *run = &chart->runs[ends[at] / 2];
    double own = chart->shapes[run->ends[0]].reach + chart->shapes[run->ends[1]].reach;
    tally->spans[way][0] += sign * (run->least + own);
    tally->spans[way][1] += sign * (run->most + own);
    tally->around += sign * (turn(before, way) + turn(way, after));
}

static void count_all(struct compass *c)
{
    const struct wr_chart *chart = c->chart;
    for (uint32_t k = 0; k < chart->round_count; k++) {
        struct tally *tally = &c->tallies[k];
        uint32_t first = chart->round_starts[k], count = chart->round_starts[k + 1] - first;
        *tally = (struct tally){.around = 0};
        for (uint32_t i = 0; i < count; i++) {
            count_run(c, k, first + i, 1);
            tally->room +=
                chart->shapes[wr_chart_node(chart, chart->rounds[first + i])].reach / count;
        }
        tally->around /= 2; /* each turn was counted from both sides */
    }
}

static double wrong_about(const struct compass *c, uint32_t run)
{
    const struct wr_chart *chart = c->chart;
    double sum = wrong_way(chart, run);
    for (int side = 0; side < 2; side++)
        sum += wrong_room(chart, chart->runs[run].ends[side]);
    for (uint32_t i = chart->rounds_of_starts[run]; i < chart->rounds_of_starts[run + 1]; i++)
        sum += wrong_round(c, chart->rounds_of[i]);
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

static void lead(struct compass *c, uint32_t run, uint32_t way)
{
    struct wr_chart *chart = c->chart;
    uint32_t first = chart->rounds_of_starts[run], end = chart->rounds_of_starts[run + 1];
    for (uint32_t i = first; i < end; i++)
        count_run(c, chart->rounds_of[i], chart->places_of[i], -1);
    chart->runs[run].way = way;
    for (uint32_t i = first; i < end; i++)
        count_run(c, chart->rounds_of[i], chart->places_of[i], 1);
}

static void change(struct compass *c, uint32_t run, double heat)
{
    wr_random *random = c->chart->random;
    uint32_t old = c->chart->runs[run].way;
    double before = wrong_about(c, run), chance = wr_random_unit(random);
    lead(c, run, (old + 1 + wr_random_below(random, WR_WAYS - 1)) % WR_WAYS);
    if (wrong_about(c, run) - before >= heat * chance * chance)
        lead(c, run, old);
}

bool wr_compass_choose(struct wr_chart *chart)
{
    enum { ROUNDS = 300 };
    const double cooler = 0.98;
    struct compass c = {chart, WR_TAKE(chart->arena, struct tally, chart->round_count)};
    double heat = 12;
    if (!c.tallies)
        return false;
    start_as_drawn(chart);
    count_all(&c);
    for (int round = 0; round < ROUNDS; round++, heat *= cooler)
        for (uint32_t i = 0; i < chart->run_count; i++)
            change(&c, wr_random_below(chart->random, chart->run_count), heat);
    return true;
}
