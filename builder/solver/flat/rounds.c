/* Rounds are those that runs close which are no part of a tree, and sums of these. */
#include "builder/solver/flat/chart.h"

#define NONE UINT32_MAX

enum { MOST_ROUNDS = 64 };

/* ---- Rounds that a run closes ---- */

/* A tree of runs, breadth first. */
struct tree {
    uint32_t *by, *depth, *queue; /* one a node: the end it was reached by, and how far out */
    bool *in;                     /* one a run */
};

static bool grow_tree(const struct wr_chart *chart, struct tree *tree)
{
    uint32_t n = chart->puzzle->node_count, head = 0, tail = 0, root = 0;
    tree->by = WR_TAKE(chart->arena, uint32_t, n);
    tree->depth = WR_TAKE(chart->arena, uint32_t, n);
    tree->queue = WR_TAKE(chart->arena, uint32_t, n);
    tree->in = WR_ZERO(chart->arena, bool, chart->run_count);
    if (!tree->by || !tree->depth || !tree->queue || !tree->in)
        return false;
    for (uint32_t i = 0; i < n; i++)
        tree->depth[i] = NONE;
    while (chart->within[root])
        root++;
    tree->depth[root] = 0;
    tree->queue[tail++] = root;
    while (head < tail) {
        uint32_t node = tree->queue[head++];
        for (uint32_t i = chart->starts[node]; i < chart->starts[node + 1]; i++) {
            uint32_t end = chart->ends[i], far = wr_chart_far(chart, end);
            if (tree->depth[far] != NONE)
                continue;
            tree->depth[far] = tree->depth[node] + 1;
            tree->by[far] = end;
            tree->in[end / 2] = true;
            tree->queue[tail++] = far;
        }
    }
    return true;
}

/* The round that a run closes: along it, and back through the tree. Returns its length. */
static uint32_t walk_round(const struct wr_chart *chart, const struct tree *tree, uint32_t run,
                           uint32_t *out)
{
    uint32_t a = chart->runs[run].ends[0], b = chart->runs[run].ends[1], count = 0, down = 0;
    out[count++] = 2 * run;
    while (a != b) {
        if (tree->depth[b] >= tree->depth[a]) {
            out[count++] = tree->by[b] ^ 1;
            b = wr_chart_node(chart, tree->by[b]);
        } else {
            tree->queue[down++] = tree->by[a];
            a = wr_chart_node(chart, tree->by[a]);
        }
    }
    while (down > 0)
        out[count++] = tree->queue[--down];
    return count;
}

/* Twice what a round encloses, more than 0 against the clock. */
static double area_of(const struct wr_chart *chart, uint32_t round)
{
    double sum = 0;
    for (uint32_t i = chart->round_starts[round]; i < chart->round_starts[round + 1]; i++) {
        wr_drawn a = chart->drawing.places[wr_chart_node(chart, chart->rounds[i])];
        wr_drawn b = chart->drawing.places[wr_chart_far(chart, chart->rounds[i])];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

/* ---- Sums of rounds ---- */

/* Runs that lie in an odd number of them. */
struct sums {
    bool *chords;   /* the rounds that chords close, row after row: one a run */
    bool *sum;      /* one a run */
    uint32_t *ends; /* two a node: those of the sum that leave it, or NONE */
    uint32_t count; /* of chords */
};

/* The ends of the sum at each node; false where there are more than two. */
static bool link_sum(const struct wr_chart *chart, const struct sums *sums)
{
    for (uint32_t i = 0; i < 2 * chart->puzzle->node_count; i++)
        sums->ends[i] = NONE;
    for (uint32_t e = 0; e < 2 * chart->run_count; e++) {
        uint32_t *at = &sums->ends[2 * wr_chart_node(chart, e)];
        if (!sums->sum[e / 2])
            continue;
        at += at[0] != NONE;
        if (at[0] != NONE)
            return false;
        *at = e;
    }
    return true;
}

/* Walks the sum, if it is one round; returns its length, or 0. */
static uint32_t walk_sum(const struct wr_chart *chart, const struct sums *sums, uint32_t *out)
{
    uint32_t runs = 0, count = 0, first = 0;
    for (uint32_t r = 0; r < chart->run_count; r++) {
        runs += sums->sum[r];
        first = sums->sum[r] ? 2 * r : first;
    }
    if (runs == 0 || !link_sum(chart, sums))
        return 0;
    uint32_t end = first;
    do {
        const uint32_t *at = &sums->ends[2 * wr_chart_far(chart, end)];
        out[count++] = end;
        end = at[at[0] == (end ^ 1)];
    } while (end != first);
    return count == runs ? count : 0;
}

static uint32_t size_of(uint32_t set)
{
    uint32_t size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

static void add_up(const struct wr_chart *chart, const struct sums *sums, uint32_t set)
{
    for (uint32_t r = 0; r < chart->run_count; r++) {
        sums->sum[r] = false;
        for (uint32_t c = 0; c < sums->count; c++)
            sums->sum[r] ^= (set >> c & 1) && sums->chords[c * chart->run_count + r];
    }
}

/* The rounds that chords close; false when memory is out. */
static bool add_chords(struct wr_chart *chart, const struct tree *tree, struct sums *sums)
{
    for (uint32_t r = 0; r < chart->run_count; r++)
        sums->count += !tree->in[r];
    size_t room = sums->count > MOST_ROUNDS ? sums->count : MOST_ROUNDS;
    sums->chords = WR_ZERO(chart->arena, bool, (size_t)sums->count * chart->run_count);
    sums->sum = WR_TAKE(chart->arena, bool, chart->run_count);
    sums->ends = WR_TAKE(chart->arena, uint32_t, 2 * (size_t)chart->puzzle->node_count);
    chart->round_count = 0;
    chart->round_starts = WR_ZERO(chart->arena, uint32_t, room + 1);
    chart->rounds = WR_TAKE(chart->arena, uint32_t, room * (chart->puzzle->node_count + 1));
    chart->turns = WR_TAKE(chart->arena, int, room);
    if (!sums->chords || !sums->sum || !sums->ends || !chart->round_starts || !chart->rounds ||
        !chart->turns)
        return false;
    for (uint32_t r = 0; r < chart->run_count; r++) {
        if (tree->in[r])
            continue;
        uint32_t c = chart->round_count++, *out = chart->rounds + chart->round_starts[c];
        uint32_t count = walk_round(chart, tree, r, out);
        for (uint32_t i = 0; i < count; i++)
            sums->chords[c * chart->run_count + out[i] / 2] = true;
        chart->round_starts[c + 1] = chart->round_starts[c] + count;
    }
    return true;
}

/* ---- All of them ---- */

/* The rounds of each run, row after row. */
static bool list_rounds_of(struct wr_chart *chart)
{
    uint32_t all = chart->round_starts[chart->round_count];
    uint32_t *starts = WR_ZERO(chart->arena, uint32_t, (size_t)chart->run_count + 2);
    chart->rounds_of = WR_TAKE(chart->arena, uint32_t, all);
    chart->places_of = WR_TAKE(chart->arena, uint32_t, all);
    chart->rounds_of_starts = starts;
    if (!starts || !chart->rounds_of || !chart->places_of)
        return false;
    for (uint32_t i = 0; i < all; i++)
        starts[chart->rounds[i] / 2 + 2]++;
    for (uint32_t r = 2; r < chart->run_count + 2; r++)
        starts[r] += starts[r - 1];
    for (uint32_t k = 0; k < chart->round_count; k++)
        for (uint32_t i = chart->round_starts[k]; i < chart->round_starts[k + 1]; i++) {
            uint32_t at = starts[chart->rounds[i] / 2 + 1]++;
            chart->rounds_of[at] = k;
            chart->places_of[at] = i;
        }
    return true;
}

bool wr_rounds_find(struct wr_chart *chart)
{
    enum { ALL = 6, FEW = 3, MOST_CHORDS = 20 };
    struct tree tree;
    struct sums sums = {.count = 0};
    if (!grow_tree(chart, &tree) || !add_chords(chart, &tree, &sums))
        return false;
    uint32_t sets = sums.count <= MOST_CHORDS ? 1u << sums.count : 0;
    for (uint32_t set = 1; set < sets && chart->round_count < MOST_ROUNDS; set++) {
        uint32_t size = size_of(set), *starts = &chart->round_starts[chart->round_count];
        if (size < 2 || (size > FEW && sums.count > ALL))
            continue;
        add_up(chart, &sums, set);
        starts[1] = starts[0] + walk_sum(chart, &sums, chart->rounds + starts[0]);
        chart->round_count += starts[1] > starts[0];
    }
    for (uint32_t k = 0; k < chart->round_count; k++)
        chart->turns[k] = area_of(chart, k) > 0 ? WR_WAYS : -WR_WAYS;
    return list_rounds_of(chart);
}
