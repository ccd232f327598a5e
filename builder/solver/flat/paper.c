/* A node is moved to where its stress would be least if the others pulled it straight, a step
 * of stress majorization (Gansner, Koren and North, 2004), or as much of the way as crosses no
 * link. */
#include "builder/solver/flat/paper.h"

#include <math.h>

/* Areas, and lengths, below which three places are in a line, and two are one. */
static const double flat_area = 1e-15, hair = 1e-12;

/* ---- Making ---- */

static void measure(struct wr_paper *paper, const struct wr_drawing *drawing,
                    const uint32_t *nodes)
{
    uint32_t n = paper->count;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            size_t from = nodes ? nodes[a] : a, to = nodes ? nodes[b] : b;
            double far = drawing->distances[from * drawing->count + to];
            double strength = a != b && far > 0 ? drawing->longest / far : 0;
            paper->strengths[(size_t)a * n + b] = strength;
            paper->weights[a] += strength * strength;
        }
}

bool wr_paper_start(struct wr_paper *paper, const struct wr_drawing *drawing,
                    const uint32_t *nodes, uint32_t count, const uint32_t (*ends)[2],
                    uint32_t link_count, struct wr_arena *arena)
{
    *paper = (struct wr_paper){
        .places = WR_ZERO(arena, wr_drawn, count),
        .strengths = WR_TAKE(arena, double, (size_t)count *count),
        .weights = WR_ZERO(arena, double, count),
        .ends = ends,
        .boxes = WR_TAKE(arena, struct wr_paper_box, link_count),
        .near = WR_TAKE(arena, uint32_t, (size_t)link_count + 1),
        .count = count,
        .link_count = link_count,
    };
    if (!paper->places || !paper->strengths || !paper->weights || !paper->boxes ||
        !paper->near ||
        !wr_neighbours_make(arena, count, ends, NULL, link_count, &paper->graph))
        return false;
    measure(paper, drawing, nodes);
    return true;
}

/* ---- Boxes ---- */

static const struct wr_paper_box empty = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

static void widen(struct wr_paper_box *box, wr_drawn at)
{
    box->low_x = at.x < box->low_x ? at.x : box->low_x;
    box->low_y = at.y < box->low_y ? at.y : box->low_y;
    box->high_x = at.x > box->high_x ? at.x : box->high_x;
    box->high_y = at.y > box->high_y ? at.y : box->high_y;
}

static struct wr_paper_box box_of(const struct wr_paper *paper, uint32_t link)
{
    struct wr_paper_box box = empty;
    for (int side = 0; side < 2; side++)
        widen(&box, paper->places[paper->ends[link][side]]);
    return box;
}

void wr_paper_show(struct wr_paper *paper, uint32_t link)
{
    paper->boxes[link] = box_of(paper, link);
}

void wr_paper_hide(struct wr_paper *paper, uint32_t link)
{
    paper->boxes[link] = empty;
}

/* The links among the first so many that come near a box. */
static void find_near(struct wr_paper *paper, const struct wr_paper_box *box, uint32_t links)
{
    double low_x = box->low_x - hair, low_y = box->low_y - hair;
    double high_x = box->high_x + hair, high_y = box->high_y + hair;
    uint32_t count = 0;
    for (uint32_t i = 0; i < links; i++) {
        const struct wr_paper_box *other = &paper->boxes[i];
        paper->near[count] = i;
        count += (other->low_x <= high_x) & (other->high_x >= low_x) &
                 (other->low_y <= high_y) & (other->high_y >= low_y);
    }
    paper->near_count = count;
}

/* Those that links of a node may come near while it goes to a place. */
static void find_near_way(struct wr_paper *paper, uint32_t node, wr_drawn place)
{
    struct wr_paper_box box = empty;
    widen(&box, place);
    widen(&box, paper->places[node]);
    for (uint32_t e = paper->graph.starts[node]; e < paper->graph.starts[node + 1]; e++)
        widen(&box, paper->places[paper->graph.nodes[e]]);
    find_near(paper, &box, paper->link_count);
}

/* ---- Crossing ---- */

/* Twice the area of three places, less than 0 where they lie clockwise. */
static double area(wr_drawn a, wr_drawn b, wr_drawn c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Whether two links that leave one place lie on each other. */
static bool overlap(wr_drawn from, wr_drawn a, wr_drawn b)
{
    double along = (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
    return along >= 0 && fabs(area(from, a, b)) <= flat_area;
}

/* Whether two places lie well on one side of a line. */
static bool beside(wr_drawn from, wr_drawn to, wr_drawn a, wr_drawn b)
{
    double one = area(from, to, a), other = area(from, to, b);
    return (one > flat_area && other > flat_area) || (one < -flat_area && other < -flat_area);
}

static bool touch(const wr_drawn *at, const uint32_t *l, const uint32_t *m)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (l[i] == m[k])
                return overlap(at[l[i]], at[l[1 - i]], at[m[1 - k]]);
    return !beside(at[l[0]], at[l[1]], at[m[0]], at[m[1]]) &&
           !beside(at[m[0]], at[m[1]], at[l[0]], at[l[1]]);
}

static bool touches_near(const struct wr_paper *paper, uint32_t link)
{
    for (uint32_t i = 0; i < paper->near_count; i++)
        if (paper->near[i] != link &&
            touch(paper->places, paper->ends[link], paper->ends[paper->near[i]]))
            return true;
    return false;
}

static bool node_touches_near(const struct wr_paper *paper, uint32_t node)
{
    for (uint32_t e = paper->graph.starts[node]; e < paper->graph.starts[node + 1]; e++)
        if (touches_near(paper, paper->graph.links[e]))
            return true;
    return false;
}

bool wr_paper_crosses(struct wr_paper *paper)
{
    for (uint32_t i = 0; i < paper->link_count; i++) {
        find_near(paper, &paper->boxes[i], i);
        if (touches_near(paper, i))
            return true;
    }
    return false;
}

bool wr_paper_would_cross(struct wr_paper *paper, uint32_t link)
{
    struct wr_paper_box box = box_of(paper, link);
    find_near(paper, &box, paper->link_count);
    return touches_near(paper, link);
}

/* ---- Stress ---- */

/* Of two places, and how far apart they are. */
static double apart(wr_drawn a, wr_drawn b)
{
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

double wr_paper_stress_of(const struct wr_paper *paper, uint32_t node, wr_drawn place,
                          const bool *placed)
{
    const double *strengths = paper->strengths + (size_t)node * paper->count;
    double sum = 0;
    for (uint32_t i = 0; i < paper->count; i++) {
        if (strengths[i] <= 0 || (placed && !placed[i]))
            continue;
        double miss = apart(place, paper->places[i]) * strengths[i] - 1;
        sum += miss * miss;
    }
    return sum;
}

double wr_paper_stress(const struct wr_paper *paper)
{
    double sum = 0, n = paper->count;
    for (uint32_t i = 0; i < paper->count; i++)
        sum += wr_paper_stress_of(paper, i, paper->places[i], NULL);
    return sum / (n * n);
}

/* ---- Settling ---- */

/* The way the others pull a node, from where it is, and somewhat beyond; returns the stress it
 * has there. */
static double pull(const struct wr_paper *paper, uint32_t node, wr_drawn *by)
{
    const double tiny = 1e-24, beyond = 1.4;
    const double *strengths = paper->strengths + (size_t)node * paper->count;
    wr_drawn at = paper->places[node];
    double pull_x = 0, pull_y = 0, stress = 0;
    for (uint32_t i = 0; i < paper->count; i++) {
        double x = at.x - paper->places[i].x, y = at.y - paper->places[i].y;
        double far = sqrt(x * x + y * y + tiny);
        double miss = 1 - far * strengths[i], part = strengths[i] * miss / far;
        pull_x += x * part;
        pull_y += y * part;
        stress += strengths[i] > 0 ? miss * miss : 0;
    }
    pull_x *= beyond / paper->weights[node];
    pull_y *= beyond / paper->weights[node];
    *by = (wr_drawn){pull_x, pull_y};
    return stress;
}

static void show_links(struct wr_paper *paper, uint32_t node)
{
    for (uint32_t e = paper->graph.starts[node]; e < paper->graph.starts[node + 1]; e++)
        wr_paper_show(paper, paper->graph.links[e]);
}

/* Moves a node, by half as much each time that crosses something. */
static void move(struct wr_paper *paper, uint32_t node, wr_drawn by)
{
    enum { TRIES = 6 };
    wr_drawn stood = paper->places[node];
    find_near_way(paper, node, (wr_drawn){stood.x + by.x, stood.y + by.y});
    for (int i = 0; i < TRIES; i++, by.x /= 2, by.y /= 2) {
        paper->places[node] = (wr_drawn){stood.x + by.x, stood.y + by.y};
        if (!node_touches_near(paper, node)) {
            show_links(paper, node);
            return;
        }
    }
    paper->places[node] = stood;
}

void wr_paper_settle(struct wr_paper *paper, uint32_t rounds, double part)
{
    double before = HUGE_VAL;
    for (uint32_t round = 0; round < rounds; round++) {
        double stress = 0;
        for (uint32_t i = 0; i < paper->count; i++) {
            wr_drawn by;
            if (paper->weights[i] <= 0)
                continue;
            stress += pull(paper, i, &by);
            move(paper, i, by);
        }
        if (stress >= before * (1 - part))
            return;
        before = stress;
    }
}
