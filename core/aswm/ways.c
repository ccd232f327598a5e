/* All shortest ways at once, by elimination: nodes are taken out of the graph one by one, those
 * with the fewest links first, and what led through them becomes a link of its neighbours. Put
 * back in the opposite order, each finds its distances to all that are there through the few
 * neighbours it had. Such graphs fall apart quickly, so that few is two or three.
 *
 * Distances are whole numbers in doubles, whose sums are exact: in any order the same. */
#include "core/aswm/ways.h"

#include "core/base/math.h"

#include <string.h>

enum { MOST = WR_WAYS_NODES, WIDTH = 128 };

#define UNITS 0x1p28   /* of length in a metre */
#define LONGEST 0x1p45 /* units of one link: all of them together are still exact */

struct elimination {
    const struct wr_ways_graph *graph;
    uint8_t degree[MOST];     /* how many neighbours a node has left */
    uint8_t near[MOST][MOST]; /* these; of one that was taken out, those it had then */
    uint8_t order[MOST];      /* nodes, the last taken out first */
    uint8_t place[MOST];      /* where a node is in it */
    double link[MOST][WIDTH]; /* how long those links are */
};

static double units_of(double length)
{
    if (!(length * UNITS < LONGEST))
        return LONGEST;
    double units = (double)(int64_t)(length * UNITS + 0.5);
    return units < 1 ? 1 : units;
}

static void start(struct elimination *work, const struct wr_ways_graph *graph)
{
    uint32_t count = graph->count;
    work->graph = graph;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            work->link[a][b] = INFINITY;
    memset(work->degree, 0, sizeof work->degree);
}

/* A link, where there is none yet; the shorter of two stays. */
static void add_link(struct elimination *work, uint8_t a, uint8_t b, double length)
{
    if (work->link[a][b] == INFINITY) {
        work->near[a][work->degree[a]++] = b;
        work->near[b][work->degree[b]++] = a;
    }
    if (length < work->link[a][b])
        work->link[a][b] = work->link[b][a] = length;
}

static void add_links(struct elimination *work)
{
    const struct wr_ways_graph *graph = work->graph;
    for (uint32_t node = 0; node < graph->count; node++)
        for (uint32_t i = 0; i < graph->links[node]; i++)
            add_link(work, (uint8_t)node, graph->to[node][i], units_of(graph->length[node][i]));
}

/* ---- Taking out ----------------------------------------------------------------------------
 */

static void forget_neighbour(struct elimination *work, uint8_t node, uint8_t gone)
{
    uint32_t at = 0;
    while (work->near[node][at] != gone)
        at++;
    work->near[node][at] = work->near[node][--work->degree[node]];
}

/* What led through a node leads past it. */
static void take_out(struct elimination *work, uint8_t node)
{
    const uint8_t *near = work->near[node];
    uint32_t count = work->degree[node];
    for (uint32_t i = 0; i < count; i++)
        forget_neighbour(work, near[i], node);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            add_link(work, near[i], near[k],
                     work->link[node][near[i]] + work->link[node][near[k]]);
}

/* Of the nodes that are left, which stand first in the list, one with the fewest neighbours;
 * two are few enough. */
static uint32_t fewest(const struct elimination *work, const uint8_t *left, uint32_t count)
{
    enum { FEW = 2 };
    uint32_t best = 0;
    for (uint32_t i = 0; i < count && work->degree[left[best]] > FEW; i++)
        if (work->degree[left[i]] < work->degree[left[best]])
            best = i;
    return best;
}

static void take_all_out(struct elimination *work)
{
    uint32_t left = work->graph->count;
    for (uint32_t i = 0; i < left; i++)
        work->order[i] = (uint8_t)i;
    while (left > 0) {
        uint32_t at = fewest(work, work->order, left);
        uint8_t node = work->order[at];
        work->order[at] = work->order[--left];
        work->order[left] = node;
        work->place[node] = (uint8_t)left;
        take_out(work, node);
    }
}

/* ---- Putting back --------------------------------------------------------------------------
 */

/* The distances of a node to all nodes before it, which are `there`: their rows and columns are
 * done. */
static void put_back(struct elimination *work, double (*far)[WIDTH], uint32_t place)
{
    uint8_t node = work->order[place];
    double *row = far[place];
    for (uint32_t x = 0; x < place; x++)
        row[x] = INFINITY;
    for (uint32_t i = 0; i < work->degree[node]; i++) {
        uint8_t by = work->near[node][i];
        double step = work->link[node][by];
        const double *there = far[work->place[by]];
        for (uint32_t x = 0; x < place; x++) {
            double way = there[x] + step;
            row[x] = way < row[x] ? way : row[x];
        }
    }
    row[place] = 0;
    for (uint32_t x = 0; x < place; x++)
        far[x][place] = row[x];
}

/* ---- The next node -------------------------------------------------------------------------
 */

/* A link of a node: what lies behind it, and how far. */
struct link {
    uint8_t to;
    double step;
    const double *far; /* of the node behind it, by places */
};

/* A node's links, the lowest node first; those it has not are endless. */
static void sort_links(const struct elimination *work, double (*far)[WIDTH], uint32_t node,
                       struct link links[WR_WAYS_LINKS])
{
    const struct wr_ways_graph *graph = work->graph;
    for (uint32_t i = 0; i < WR_WAYS_LINKS; i++) {
        bool none = i >= graph->links[node];
        struct link link = {WR_ASWM_NO_NODE, 0, far[MOST]};
        if (!none)
            link = (struct link){graph->to[node][i], units_of(graph->length[node][i]),
                                 far[work->place[graph->to[node][i]]]};
        uint32_t at = i;
        for (; at > 0 && link.to < links[at - 1].to; at--)
            links[at] = links[at - 1];
        links[at] = link;
    }
}

static void find_next(const struct elimination *work, double (*far)[WIDTH], uint32_t node,
                      uint8_t *next)
{
    struct link links[WR_WAYS_LINKS];
    uint8_t hops[WIDTH];
    uint32_t count = work->graph->count;
    const double *row = far[work->place[node]];
    sort_links(work, far, node, links);
    for (uint32_t x = 0; x < count; x++) {
        uint8_t hop = links[2].to;
        hop = links[1].far[x] + links[1].step == row[x] ? links[1].to : hop;
        hop = links[0].far[x] + links[0].step == row[x] ? links[0].to : hop;
        hops[x] = row[x] < INFINITY ? hop : WR_ASWM_NO_NODE;
    }
    for (uint32_t x = 0; x < count; x++)
        next[work->order[x]] = hops[x];
    next[node] = WR_ASWM_NO_NODE;
}

/* The distances between all nodes, by their places. */
static void find_all(struct elimination *work, const struct wr_ways_graph *graph,
                     double (*far)[WIDTH])
{
    start(work, graph);
    add_links(work);
    take_all_out(work);
    for (uint32_t x = 0; x < graph->count; x++)
        far[MOST][x] = INFINITY;
    for (uint32_t place = 0; place < graph->count; place++)
        put_back(work, far, place);
}

void wr_ways_find(const struct wr_ways_graph *graph, uint8_t *next)
{
    struct elimination work;
    double far[MOST + 1][WIDTH];
    find_all(&work, graph, far);
    for (uint32_t node = 0; node < graph->count; node++)
        find_next(&work, far, node, next + (size_t)node * graph->count);
}

void wr_ways_measure(const struct wr_ways_graph *graph, double *lengths)
{
    struct elimination work;
    double far[MOST + 1][WIDTH];
    find_all(&work, graph, far);
    for (uint32_t node = 0; node < graph->count; node++)
        for (uint32_t x = 0; x < graph->count; x++)
            lengths[(size_t)node * graph->count + work.order[x]] =
                far[work.place[node]][x] / UNITS;
}
