/* Rooms are moved by what is wrong, a little of each fault after the other, until nothing is:
 * the hooks of a run must lie on one line and so far apart as it can be long, and boxes of
 * rooms and runs beside each other. */
#include "builder/solver/flat/chart.h"

#include <math.h>

/* A room, or what lies within a run: the rooms at whose ends it is move it. */
struct block {
    double low[2], high[2];
    uint32_t rooms[2];
};

struct compaction {
    struct wr_chart *chart;
    struct block *blocks; /* of nodes, then of runs */
    bool *moved;          /* one a block: takes part */
    uint32_t count;
    uint32_t (*pairs)[2]; /* of blocks that are near each other */
    size_t pair_count, pair_capacity;
    double near, skin, close; /* what is looked at, left between, and good enough; units */
};

static double *spot_of(const struct compaction *c, uint32_t node)
{
    return c->chart->rooms[node].at;
}

/* ---- Runs ---- */

static void move_apart(double *a, double *b, uint32_t axis, double by)
{
    a[axis] -= by / 2;
    b[axis] += by / 2;
}

/* 1 where the left of a run lies to the north or east of it, else -1. */
static double left_of(const wr_run *run)
{
    return run->way == 0 || run->way == WR_WAYS - 1 ? 1 : -1;
}

/* Brings the ends of a run onto one line, and to a distance it can have; returns whether they
 * were. */
static bool pull_run(struct compaction *c, uint32_t run)
{
    const wr_run *of = &c->chart->runs[run];
    const wr_run_span *span = &c->chart->spans[run];
    double *a = spot_of(c, of->ends[0]), *b = spot_of(c, of->ends[1]);
    uint32_t axis = of->way % 2, side = 1 - axis;
    double sign = of->way < 2 ? 1 : -1, left = left_of(of);
    double aside =
        a[side] + span->hooks[0][side] + left * span->across - b[side] - span->hooks[1][side];
    double far = sign * (b[axis] + span->hooks[1][axis] - a[axis] - span->hooks[0][axis]);
    double wanted = far < span->least ? span->least : far > span->most ? span->most : far;
    move_apart(a, b, side, aside);
    move_apart(a, b, axis, sign * (wanted - far));
    return fabs(aside) <= c->close && fabs(wanted - far) <= c->close;
}

/* ---- Boxes ---- */

static void place_room(struct compaction *c, uint32_t node)
{
    const wr_charted *room = &c->chart->rooms[node];
    for (int k = 0; k < 2; k++) {
        c->blocks[node].low[k] = room->at[k] + room->low[k];
        c->blocks[node].high[k] = room->at[k] + room->high[k];
    }
}

static void place_run(struct compaction *c, uint32_t run)
{
    const wr_run *of = &c->chart->runs[run];
    const wr_run_span *span = &c->chart->spans[run];
    struct block *block = &c->blocks[c->chart->puzzle->node_count + run];
    uint32_t axis = of->way % 2, side = 1 - axis;
    double left = left_of(of);
    double a = spot_of(c, of->ends[0])[axis] + span->hooks[0][axis];
    double b = spot_of(c, of->ends[1])[axis] + span->hooks[1][axis];
    double line = spot_of(c, of->ends[0])[side] + span->hooks[0][side];
    block->low[axis] = a < b ? a : b;
    block->high[axis] = a < b ? b : a;
    block->low[side] = line + (left > 0 ? span->right : -span->left);
    block->high[side] = line + (left > 0 ? span->left : -span->right);
}

static void place_blocks(struct compaction *c)
{
    for (uint32_t i = 0; i < c->chart->puzzle->node_count; i++)
        if (!c->chart->within[i])
            place_room(c, i);
    for (uint32_t r = 0; r < c->chart->run_count; r++)
        if (c->chart->runs[r].count > 1)
            place_run(c, r);
}

static bool is_block(const struct compaction *c, uint32_t i)
{
    uint32_t n = c->chart->puzzle->node_count;
    return c->moved[i] && (i < n ? !c->chart->within[i] : c->chart->runs[i - n].count > 1);
}

static bool share_room(const struct block *a, const struct block *b)
{
    return a->rooms[0] == b->rooms[0] || a->rooms[0] == b->rooms[1] ||
           a->rooms[1] == b->rooms[0] || a->rooms[1] == b->rooms[1];
}

static bool are_near(const struct block *a, const struct block *b, double near)
{
    return a->low[0] - near < b->high[0] && b->low[0] - near < a->high[0] &&
           a->low[1] - near < b->high[1] && b->low[1] - near < a->high[1];
}

/* Whether two rooms are linked with nothing between them. */
static bool are_linked(const struct compaction *c, uint32_t a, uint32_t b)
{
    const struct wr_neighbours *graph = &c->chart->graph;
    if (a >= c->chart->puzzle->node_count || b >= c->chart->puzzle->node_count)
        return false;
    for (uint32_t e = graph->starts[a]; e < graph->starts[a + 1]; e++)
        if (graph->nodes[e] == b)
            return true;
    return false;
}

/* False when memory is out. */
static bool find_pairs(struct compaction *c)
{
    c->pair_count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; is_block(c, i) && k < i; k++) {
            const struct block *a = &c->blocks[i], *b = &c->blocks[k];
            if (!is_block(c, k) || !are_near(a, b, c->near) || share_room(a, b) ||
                are_linked(c, i, k))
                continue;
            if (!wr_grow(&c->pairs, &c->pair_capacity, c->pair_count + 1, sizeof *c->pairs))
                return false;
            c->pairs[c->pair_count][0] = i;
            c->pairs[c->pair_count++][1] = k;
        }
    return true;
}

static void move(struct compaction *c, const struct block *block, int axis, double by)
{
    spot_of(c, block->rooms[0])[axis] += by;
    if (block->rooms[1] != block->rooms[0])
        spot_of(c, block->rooms[1])[axis] += by;
}

/* Moves two boxes apart where they lie on each other, the shorter way; returns whether they did
 * not. */
static bool push_apart(struct compaction *c, const struct block *a, const struct block *b)
{
    const double part = 0.25;
    double over[2];
    for (int k = 0; k < 2; k++) {
        double one = a->high[k] - b->low[k], other = b->high[k] - a->low[k];
        over[k] = one < other ? one : other;
        if (over[k] <= 0)
            return true;
    }
    int axis = over[0] < over[1] ? 0 : 1;
    double by = part * (over[axis] + c->skin);
    if (a->low[axis] + a->high[axis] < b->low[axis] + b->high[axis])
        by = -by;
    move(c, a, axis, by);
    move(c, b, axis, -by);
    return false;
}

/* ---- All of it ---- */

/* False when memory is out. */
static bool start(struct compaction *c)
{
    const double grown = 1.2; /* there is room to move where not all is as near as it can be */
    struct wr_chart *chart = c->chart;
    uint32_t n = chart->puzzle->node_count, rooms = 0;
    double reaches = 0;
    c->count = n + chart->run_count;
    c->blocks = WR_ZERO(chart->arena, struct block, c->count);
    c->moved = WR_ZERO(chart->arena, bool, c->count);
    if (!c->blocks || !c->moved)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        wr_charted *room = &chart->rooms[i];
        const double place[2] = {chart->drawing.places[i].x, chart->drawing.places[i].y};
        for (int k = 0; k < 2; k++)
            room->at[k] = grown * place[k] - (room->low[k] + room->high[k]) / 2;
        c->blocks[i].rooms[0] = c->blocks[i].rooms[1] = i;
        reaches += chart->within[i] ? 0 : chart->shapes[i].reach;
        rooms += !chart->within[i];
    }
    for (uint32_t r = 0; r < chart->run_count; r++)
        for (int side = 0; side < 2; side++)
            c->blocks[n + r].rooms[side] = chart->runs[r].ends[side];
    c->near = 2 * reaches / rooms;
    c->skin = c->near / 20;
    c->close = c->near / 400;
    return true;
}

/* One fault after the other; returns whether there was none. */
static bool mend(struct compaction *c, bool boxes)
{
    bool fine = true;
    for (uint32_t r = 0; r < c->chart->run_count; r++)
        if (c->moved[c->chart->puzzle->node_count + r])
            fine &= pull_run(c, r);
    if (!boxes)
        return false;
    place_blocks(c);
    for (size_t i = 0; i < c->pair_count; i++)
        fine &= push_apart(c, &c->blocks[c->pairs[i][0]], &c->blocks[c->pairs[i][1]]);
    return fine;
}

/* Moves all that takes part; `done` is whether nothing is wrong any more. False when memory is
 * out. */
static bool settle(struct compaction *c, bool *done)
{
    enum { ROUNDS = 300, LOOK_AROUND = 10 };
    *done = false;
    for (int round = 0; !*done && round < ROUNDS; round++) {
        if (round % LOOK_AROUND == 0) {
            place_blocks(c);
            if (!find_pairs(c))
                return false;
        }
        *done = mend(c, round % 2 == 0);
    }
    return true;
}

static void take_part(struct compaction *c, uint32_t run)
{
    c->moved[c->chart->puzzle->node_count + run] = true;
    for (int side = 0; side < 2; side++)
        c->moved[c->chart->runs[run].ends[side]] = true;
}

static bool take_core(struct compaction *c)
{
    bool any = false;
    for (uint32_t r = 0; r < c->chart->run_count; r++)
        if (c->chart->core[r]) {
            take_part(c, r);
            any = true;
        }
    return any;
}

/* Where rooms that can turn are now, east and north. */
static void note_spots(const struct compaction *c, wr_drawn *spots)
{
    for (uint32_t i = 0; i < c->chart->puzzle->node_count; i++)
        if (!c->chart->within[i])
            spots[i] = (wr_drawn){spot_of(c, i)[0], spot_of(c, i)[1]};
}

/* What hangs on the core goes where that went, from where all was. */
static void take_rest(struct compaction *c, const wr_drawn *old)
{
    const struct wr_chart *chart = c->chart;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t e = 0; e < 2 * chart->run_count; e++) {
            uint32_t from = wr_chart_node(chart, e), to = wr_chart_far(chart, e);
            if (!c->moved[from] || c->moved[to])
                continue;
            spot_of(c, to)[0] += spot_of(c, from)[0] - old[from].x;
            spot_of(c, to)[1] += spot_of(c, from)[1] - old[from].y;
            take_part(c, e / 2);
            more = true;
        }
    }
    for (uint32_t r = 0; r < chart->run_count; r++)
        take_part(c, r);
}

bool wr_compaction_move(struct wr_chart *chart, bool anyway, bool *settled)
{
    struct compaction c = {.chart = chart};
    wr_drawn *old = WR_TAKE(chart->arena, wr_drawn, chart->puzzle->node_count);
    bool fine = old && start(&c), done;
    *settled = true;
    if (fine)
        note_spots(&c, old);
    if (fine && take_core(&c))
        fine = settle(&c, settled);
    if (fine && (*settled || anyway)) {
        take_rest(&c, old);
        fine = settle(&c, &done);
    }
    wr_free(c.pairs);
    return fine;
}
