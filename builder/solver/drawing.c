/* Any two nodes are to lie as far from each other as the way between them is long: rounds come
 * out wide, and what hangs on them turns away from them. Pairs drawn by chance are moved to
 * where they should be, at first at once, then by ever smaller parts (stress, as Kamada and
 * Kawai measured it in 1989, brought down as Zheng, Pawar and Goodman did in 2018). */
#include "builder/solver/drawing.h"
#include "builder/solver/neighbours.h"

#include <math.h>

/* ---- How far things are from each other ---- */

/* From the middle of a piece to its doorways, on average, along walls. */
static double reach_of_piece(const struct wr_pieces *pieces, uint32_t piece)
{
    const wr_piece *of = &pieces->pieces[piece];
    const wr_stance *stance = &pieces->stances[pieces->first_stance[piece]];
    double x = (double)(stance->low.x + stance->high.x) / 2, sum = 0;
    double y = (double)(stance->low.y + stance->high.y) / 2;
    for (uint32_t h = 0; h < of->hook_count; h++)
        sum += fabs((double)of->hooks[h].at.x - x) + fabs((double)of->hooks[h].at.y - y);
    sum /= of->hook_count > 0 ? of->hook_count : 1;
    for (uint32_t i = 0; i < of->stretch_count; i++) {
        const wr_piece_stretch *stretch = &of->stretches[i];
        sum +=
            (double)(stretch->from + stretch->to) / 4 * (fabs(stretch->x) + fabs(stretch->y));
    }
    return sum;
}

/* Of all pieces it may be. Ways turn, and so lead less far than they are long. */
static double reach_of_node(const struct wr_puzzle *puzzle, uint32_t node)
{
    const double straight = 0.85;
    const wr_puzzle_node *of = &puzzle->nodes[node];
    double sum = 0;
    for (uint32_t i = 0; i < of->piece_count; i++)
        sum += reach_of_piece(puzzle->pieces, of->pieces[i]);
    return straight * sum / (of->piece_count > 0 ? of->piece_count : 1);
}

/* A node on which others hang is as wide as a circle of them all. */
static void find_reaches(const struct wr_puzzle *puzzle, double *reaches)
{
    const double circle = 1.5;
    double sum = 0;
    for (uint32_t i = 0; i < puzzle->node_count; i++)
        sum += reaches[i] = reach_of_node(puzzle, i);
    for (uint32_t i = 0; puzzle->hanging && i < puzzle->node_count; i++)
        if (puzzle->hanging[i] > 0)
            reaches[i] = circle * sum / puzzle->node_count * sqrt(1.0 + puzzle->hanging[i]);
}

struct measuring {
    const struct wr_neighbours *graph;
    uint32_t *queue; /* of those that were come nearer to, a ring */
    bool *queued;
};

/* The shortest ways from a node to all others. */
static void measure_from(const struct measuring *m, struct wr_drawing *drawing, uint32_t from)
{
    uint32_t n = drawing->count, head = 0, count = 1;
    double *to = drawing->distances + (size_t)from * n;
    m->queue[0] = from;
    while (count > 0) {
        uint32_t at = m->queue[head];
        head = (head + 1) % n;
        count--;
        m->queued[at] = false;
        for (uint32_t e = m->graph->starts[at]; e < m->graph->starts[at + 1]; e++) {
            uint32_t next = m->graph->nodes[e];
            double way = to[at] + drawing->reaches[at] + drawing->reaches[next];
            if (next == from || (to[next] > 0 && to[next] <= way))
                continue;
            to[next] = way;
            if (!m->queued[next])
                m->queue[(head + count++) % n] = next;
            m->queued[next] = true;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        drawing->longest = to[i] > drawing->longest ? to[i] : drawing->longest;
}

bool wr_drawing_start(const struct wr_puzzle *puzzle, struct wr_arena *arena,
                      struct wr_drawing *out)
{
    uint32_t n = puzzle->node_count;
    struct wr_neighbours graph;
    struct measuring m = {.graph = &graph};
    *out = (struct wr_drawing){.count = n};
    if (n > WR_MOST_DRAWN || n == 0) {
        out->count = 0;
        return true;
    }
    out->places = WR_TAKE(arena, wr_drawn, n);
    out->reaches = WR_TAKE(arena, double, n);
    out->distances = WR_ZERO(arena, double, (size_t)n *n);
    m.queue = WR_TAKE(arena, uint32_t, n);
    m.queued = WR_ZERO(arena, bool, n);
    if (!out->places || !out->reaches || !out->distances || !m.queue || !m.queued ||
        !wr_neighbours_of(arena, n, puzzle->links, puzzle->link_count, &graph))
        return false;
    find_reaches(puzzle, out->reaches);
    for (uint32_t i = 0; i < n; i++)
        measure_from(&m, out, i);
    return true;
}

/* ---- Drawing ---- */

static double draw_within(double width, wr_random *random)
{
    enum { PARTS = 1 << 20 };
    return ((double)wr_random_below(random, PARTS) / PARTS - 0.5) * width;
}

/* Moves two nodes to where they lie as far apart as they should, or by a part of that. */
static void move_pair(wr_drawn *a, wr_drawn *b, double wanted, double part)
{
    double x = a->x - b->x, y = a->y - b->y, far = sqrt(x * x + y * y);
    if (far < 1)
        return;
    double by = part * (far - wanted) / (2 * far);
    a->x -= x * by;
    a->y -= y * by;
    b->x += x * by;
    b->y += y * by;
}

void wr_drawing_draw(struct wr_drawing *drawing, wr_random *random)
{
    enum { ROUNDS = 16 };
    uint32_t n = drawing->count;
    double heat = drawing->longest * drawing->longest;
    for (uint32_t i = 0; i < n; i++) {
        drawing->places[i].x = draw_within(drawing->longest, random);
        drawing->places[i].y = draw_within(drawing->longest, random);
    }
    for (int round = 0; round < ROUNDS; round++, heat /= 2)
        for (uint32_t pair = 0; pair < n * (n - 1) / 2; pair++) {
            uint32_t a = wr_random_below(random, n), b = wr_random_below(random, n);
            double wanted = drawing->distances[(size_t)a * n + b];
            double part = wanted > 0 ? heat / (wanted * wanted) : 0;
            if (part > 0)
                move_pair(&drawing->places[a], &drawing->places[b], wanted,
                          part < 1 ? part : 1);
        }
}
