/* Nodes are cast one after another, each beside one that is: what it is must have doorways all
 * ways its links lead, that meet those of its neighbours. */
#include "builder/solver/flat/chart.h"
#include "builder/solver/lengths.h"
#include "builder/solver/rules.h"

#define NOT_CAST WR_NO_STANCE

struct casting {
    struct wr_chart *chart;
    const struct wr_pieces *pieces;
    const struct wr_rules *rules; /* or NULL */
    uint32_t *counts;             /* one a piece */
    uint8_t *ways;                /* one a link: from its first node to its second */
    uint32_t *queue;              /* of nodes */
    bool *found;                  /* one a node: in the queue, or behind it */
};

/* ---- Links ---- */

static uint32_t side_of(const struct wr_chart *chart, uint32_t link, uint32_t node)
{
    return chart->puzzle->links[link].nodes[0] != node;
}

/* The way a link leaves a node. */
static uint32_t way_of(const struct casting *c, uint32_t link, uint32_t node)
{
    return (c->ways[link] + 2 * side_of(c->chart, link, node)) % WR_WAYS;
}

static void find_ways(struct casting *c)
{
    for (uint32_t r = 0; r < c->chart->run_count; r++) {
        const wr_run *run = &c->chart->runs[r];
        for (uint32_t i = 0; i < run->count; i++) {
            const wr_run_step *step = &c->chart->steps[run->first + i];
            bool forth = side_of(c->chart, step->link, step->node) == 1;
            c->ways[step->link] = (uint8_t)((run->way + (forth ? 0 : 2)) % WR_WAYS);
        }
    }
}

/* ---- Hooks ---- */

/* Whether the rules let a link take a hook of a piece. */
static bool is_named(const struct casting *c, uint32_t link, uint32_t side, uint32_t piece,
                     uint32_t hook)
{
    return !c->rules || !c->rules->hooks ||
           wr_rules_take_hook(c->pieces, c->rules->hooks[link][side], piece, (uint16_t)hook);
}

/* Whether a hook meets that of the neighbour, where that is cast. */
static bool meets(const struct casting *c, uint32_t link, uint32_t side, uint32_t stance,
                  uint32_t hook)
{
    uint32_t other = c->chart->puzzle->links[link].nodes[1 - side];
    uint32_t beside = c->chart->rooms[other].standing.stance;
    if (beside == NOT_CAST)
        return true;
    uint32_t own = c->pieces->stances[stance].hooks[hook].kind;
    uint32_t kind = c->pieces->stances[beside].hooks[c->chart->hooks[link][1 - side]].kind;
    uint32_t pair = c->pieces->stances[stance].piece * c->pieces->piece_count +
                    c->pieces->stances[beside].piece;
    return c->pieces->meets[own * c->pieces->kind_count + kind] &&
           !(c->rules && c->rules->apart && c->rules->apart[pair]);
}

/* Draws one of the hooks of a stance by which a link may leave; false where there is none. */
static bool draw_hook(struct casting *c, uint32_t node, uint32_t link, uint32_t stance)
{
    const wr_piece *piece = &c->pieces->pieces[c->pieces->stances[stance].piece];
    uint32_t side = side_of(c->chart, link, node), way = way_of(c, link, node), seen = 0;
    const struct wr_neighbours *graph = &c->chart->graph;
    for (uint32_t h = 0; h < piece->hook_count; h++) {
        bool fits = wr_chart_way(c->pieces, stance, h) == way &&
                    is_named(c, link, side, c->pieces->stances[stance].piece, h) &&
                    meets(c, link, side, stance, h);
        for (uint32_t e = graph->starts[node]; fits && graph->links[e] != link; e++) {
            uint32_t taken =
                c->chart->hooks[graph->links[e]][side_of(c->chart, graph->links[e], node)];
            fits = wr_piece_door(piece, taken) != wr_piece_door(piece, h);
        }
        if (fits && wr_random_below(c->chart->random, ++seen) == 0)
            c->chart->hooks[link][side] = (uint16_t)h;
    }
    return seen > 0;
}

/* ---- Nodes ---- */

/* A piece by weight, or any; of those within runs every second one that stretches. */
static uint32_t draw_piece(struct casting *c, uint32_t node, bool weighed)
{
    const wr_puzzle_node *of = &c->chart->puzzle->nodes[node];
    const uint32_t *weights = weighed && c->rules ? c->rules->weights : NULL;
    bool stretching = c->chart->within[node] && wr_random_below(c->chart->random, 2) == 0;
    uint32_t seen = 0, drawn = of->pieces[wr_random_below(c->chart->random, of->piece_count)];
    for (uint32_t i = 0; i < of->piece_count; i++) {
        uint32_t piece = of->pieces[i], weight = weights ? weights[piece] : 1;
        if (weight == 0 || (stretching && c->pieces->pieces[piece].stretch_count == 0))
            continue;
        seen += weight;
        if (wr_random_below(c->chart->random, seen) < weight)
            drawn = piece;
    }
    return drawn;
}

static bool draw_hooks(struct casting *c, uint32_t node, uint32_t stance)
{
    const struct wr_neighbours *graph = &c->chart->graph;
    for (uint32_t e = graph->starts[node]; e < graph->starts[node + 1]; e++)
        if (!draw_hook(c, node, graph->links[e], stance))
            return false;
    return true;
}

static bool cast(struct casting *c, uint32_t node)
{
    enum { DRAWS = 60 };
    for (int draw = 0; draw < DRAWS; draw++) {
        uint32_t piece = draw_piece(c, node, draw < DRAWS / 2);
        const uint32_t *first = &c->pieces->first_stance[piece];
        uint32_t stance = first[0] + wr_random_below(c->chart->random, first[1] - first[0]);
        bool spent = c->rules && c->rules->most && c->counts[piece] >= c->rules->most[piece];
        if (spent || !draw_hooks(c, node, stance))
            continue;
        c->counts[piece]++;
        c->chart->rooms[node].standing = (wr_standing){
            .stance = stance,
            .lengths = wr_lengths_draw(c->pieces, stance, c->chart->random),
        };
        return true;
    }
    return false;
}

/* Breadth first, so that each has a neighbour that is cast. */
static bool cast_all(struct casting *c)
{
    const struct wr_neighbours *graph = &c->chart->graph;
    uint32_t n = c->chart->puzzle->node_count, head = 0, tail = 0;
    for (uint32_t i = 0; i < n; i++)
        c->chart->rooms[i].standing.stance = NOT_CAST;
    c->found[0] = true;
    c->queue[tail++] = 0;
    while (head < tail) {
        uint32_t node = c->queue[head++];
        if (!cast(c, node))
            return false;
        for (uint32_t e = graph->starts[node]; e < graph->starts[node + 1]; e++) {
            if (c->found[graph->nodes[e]])
                continue;
            c->found[graph->nodes[e]] = true;
            c->queue[tail++] = graph->nodes[e];
        }
    }
    return true;
}

bool wr_casting_draw(struct wr_chart *chart, bool *cast)
{
    struct casting c = {
        .chart = chart,
        .pieces = chart->puzzle->pieces,
        .rules = chart->puzzle->rules,
        .counts = WR_ZERO(chart->arena, uint32_t, chart->puzzle->pieces->piece_count),
        .ways = WR_TAKE(chart->arena, uint8_t, chart->puzzle->link_count),
        .queue = WR_TAKE(chart->arena, uint32_t, chart->puzzle->node_count),
        .found = WR_ZERO(chart->arena, bool, chart->puzzle->node_count),
    };
    if (!c.counts || !c.ways || !c.queue || !c.found)
        return false;
    find_ways(&c);
    *cast = cast_all(&c);
    return true;
}
