/* A chart: how rooms of one storey are to stand, links leading east, north, west or south.
 *
 * Links are joined to runs: rooms of two doorways that face away from each other are within
 * one. What is at the ends of runs are rooms that may turn. */
#ifndef WR_BUILDER_SOLVER_FLAT_CHART_H
#define WR_BUILDER_SOLVER_FLAT_CHART_H

#include "builder/solver/drawing.h"
#include "builder/solver/neighbours.h"

/* East, north, west, south. */
enum { WR_WAYS = 4, WR_WAY_SETS = 1 << WR_WAYS };

/* What a node may be. */
typedef struct wr_chart_shape {
    bool leads[WR_WAY_SETS]; /* by bits of ways: some piece has doorways to all of them */
    double reach;            /* from its middle to its doorways, units, on average */
    double least, most;      /* from doorway to doorway, of one within a run */
} wr_chart_shape;

/* Links in a row. */
typedef struct wr_run {
    uint32_t ends[2];      /* nodes */
    uint32_t first, count; /* of its links, in `steps` */
    double least, most;    /* what lies between its ends, units */
    uint32_t way;          /* from the first to the second */
} wr_run;

/* A link of a run, and the node it leads to. */
typedef struct wr_run_step {
    uint32_t link, node;
} wr_run_step;

/* How a node is to stand; east and north, units. */
typedef struct wr_charted {
    wr_standing standing;   /* but for its spot */
    double at[2];           /* its spot */
    double low[2], high[2]; /* its box, from there */
} wr_charted;

/* A run once its nodes are cast; along it and across, units. */
typedef struct wr_run_span {
    double hooks[2][2]; /* of its ends, from their spots: east and north */
    double least, most; /* from hook to hook */
    double across;      /* the second hook from the line of the first, to its left */
    double left, right; /* of what lies between, from that line */
} wr_run_span;

struct wr_chart {
    const struct wr_puzzle *puzzle;
    struct wr_arena *arena;
    wr_random *random;
    struct wr_neighbours graph;
    struct wr_drawing drawing;
    wr_chart_shape *shapes; /* one a node */
    bool *within;           /* one a node: in a run */
    bool *core;             /* one a run: left when what hangs is taken off again and again */
    wr_run *runs;
    wr_run_step *steps;
    uint32_t run_count, step_count;
    /* Ends of runs, 2 * run + side, row after row those at a node, against the clock as drawn.
     */
    uint32_t *starts, *ends;
    /* Rounds, as ends of the runs they leave by; the rounds of each run, and where in
     * `rounds` it is in them. */
    uint32_t *round_starts, *rounds, round_count;
    uint32_t *rounds_of_starts, *rounds_of, *places_of;
    int *turns;           /* one a round: quarters it turns by, as drawn */
    wr_charted *rooms;    /* one a node */
    wr_run_span *spans;   /* one a run */
    uint16_t (*hooks)[2]; /* one a link */
};

/* ---- chart.c ---- */

/* What does not change from drawing to drawing; false when memory is out. */
bool wr_chart_start(struct wr_chart *chart, const struct wr_puzzle *puzzle,
                    struct wr_arena *arena, wr_random *random);
/* Sorts the ends at each node and finds rounds, once it is drawn. */
bool wr_chart_order(struct wr_chart *chart);
/* The way a hook of a stance faces; WR_WAYS where it is askew. */
uint32_t wr_chart_way(const struct wr_pieces *pieces, uint32_t stance, uint32_t hook);

static inline uint32_t wr_chart_node(const struct wr_chart *chart, uint32_t end)
{
    return chart->runs[end / 2].ends[end % 2];
}
static inline uint32_t wr_chart_far(const struct wr_chart *chart, uint32_t end)
{
    return chart->runs[end / 2].ends[1 - end % 2];
}
/* The way by which an end leaves its node. */
static inline uint32_t wr_chart_leaves(const struct wr_chart *chart, uint32_t end)
{
    return (chart->runs[end / 2].way + 2 * (end % 2)) % WR_WAYS;
}

/* ---- rounds.c ---- */

/* Finds rounds, once ends are sorted: all, so that where each can close, all can at once; of
 * many, those of one, two or three that chords close. False when memory is out. */
bool wr_rounds_find(struct wr_chart *chart);

/* ---- compass.c ---- */

/* Chooses which way each run leads, so that rooms and rounds can be so, or nearly. False when
 * memory is out. */
bool wr_compass_choose(struct wr_chart *chart);

/* ---- casting.c ---- */

/* Draws which piece each node is, in which stance, and by which hooks it is linked; `cast` is
 * false where something was not found. False when memory is out. */
bool wr_casting_draw(struct wr_chart *chart, bool *cast);

/* ---- spans.c ---- */

/* Measures the boxes of rooms, and the runs between them. */
void wr_spans_measure(struct wr_chart *chart);
/* Makes the rooms within runs so long that these lead from hook to hook, where rooms lie now.
 */
void wr_spans_stretch(struct wr_chart *chart);

/* ---- compaction.c ---- */

/* Moves rooms from where they are drawn to where doorways meet and nothing lies on anything, or
 * near it: first those of the core. Where these are not `settled`, what hangs on them is moved
 * only if it is to be `anyway`. False when memory is out. */
bool wr_compaction_move(struct wr_chart *chart, bool anyway, bool *settled);

#endif
