/* Simulated annealing: every room stands from the beginning, and pays for what it overlaps and
 * for links that do not meet. A move puts one room, or some that hang together, where it meets
 * those it is linked to. It is taken when less is paid then; by chance also when a little more
 * is, ever less so. Which room lies inside of which round changes easily while rooms still
 * overlap: that is what placing them one after another is bad at. */
#include "builder/solver/anneal.h"
#include "builder/solver/boxes/sides.h"
#include "builder/solver/neighbours.h"
#include "builder/solver/rules.h"

#include <string.h>

/* Something that stands: a node, or (numbered after the nodes) the corridor of a link. */
struct body {
    wr_standing standing; /* WR_NO_STANCE: it does not stand */
    wr_spot low, high;    /* of its box, the skin taken off */
};

/* What moves together: some nodes with the corridors between them; BORDER: the corridors that
 * lead out, which are chosen anew. */
enum role { OUTSIDE, INSIDE, BORDER };

struct wr_anneal {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    wr_random *random;
    struct wr_neighbours graph;
    uint32_t *hangs; /* one a node: the node towards the rounds, if it is in none */
    bool *boxes;     /* one a stance: it fills its box */
    uint32_t body_count;
    double size; /* of a usual room, units */
    struct body *bodies;
    double *gaps;             /* one a link: what it pays for not meeting */
    double total;             /* of all that is paid */
    uint8_t *roles;           /* one a body */
    uint32_t *group, *border; /* bodies, and the links that lead out */
    uint32_t group_count, border_count;
    struct body *kept; /* of the group, while a move is tried */
    double *kept_gaps; /* of the border */
};

/* What is paid at least, for any overlap and any doors that do not meet; rooms that are as far
 * apart as one is wide pay 1 more. Together with the heat, tuned on the public graphs. */
static const double OVERLAP = 0.05, APART = 0.35;
static const double HOT = 0.2, COLD = 0.02;

/* ---- What is paid ---- */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool stands(const struct body *body)
{
    return body->standing.stance != WR_NO_STANCE;
}

static double overlap_of(const struct wr_anneal *a, const struct body *p, const struct body *q)
{
    if (p->low.x >= q->high.x || q->low.x >= p->high.x || p->low.y >= q->high.y ||
        q->low.y >= p->high.y || p->low.z >= q->high.z || q->low.z >= p->high.z)
        return 0;
    uint32_t one = p->standing.stance, other = q->standing.stance;
    if (!(a->boxes[one] && a->boxes[other]) &&
        !wr_stances_overlap(a->pieces, one, other,
                            wr_spot_sub(q->standing.spot, p->standing.spot)))
        return 0;
    int64_t x = least(p->high.x, q->high.x) - most(p->low.x, q->low.x);
    int64_t y = least(p->high.y, q->high.y) - most(p->low.y, q->low.y);
    return OVERLAP + (double)least(x, y) / a->size;
}

static int64_t between(int64_t low, int64_t high, int64_t other_low, int64_t other_high)
{
    return most(0, most(low - other_high, other_low - high));
}

static double gap_of(const struct wr_anneal *a, const struct body *p, const struct body *q)
{
    int64_t x = between(p->low.x, p->high.x, q->low.x, q->high.x);
    int64_t y = between(p->low.y, p->high.y, q->low.y, q->high.y);
    int64_t z = between(p->low.z, p->high.z, q->low.z, q->high.z);
    return APART + (double)(x + y + z) / a->size;
}

/* ---- Putting things up ---- */

static struct body body_of(const struct wr_anneal *a, wr_standing standing)
{
    const wr_stance *stance = &a->pieces->stances[standing.stance];
    struct body body = {standing, wr_spot_add(standing.spot, stance->low),
                        wr_spot_add(standing.spot, stance->high)};
    body.high.x -= a->pieces->skin;
    body.high.y -= a->pieces->skin;
    return body;
}

static void take_down(struct wr_anneal *a, uint32_t body)
{
    const wr_spot high = {INT64_MIN, INT64_MIN, INT64_MIN};
    const wr_spot low = {INT64_MAX, INT64_MAX, INT64_MAX};
    a->bodies[body] = (struct body){{.stance = WR_NO_STANCE}, low, high};
}

static double corridor_pays(const struct wr_anneal *a, const struct body *corridor)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->body_count; i++)
        sum += overlap_of(a, corridor, &a->bodies[i]);
    return sum;
}

/* Puts up the corridor of a link that overlaps least, from a random one on. */
static void put_corridor(struct wr_anneal *a, uint32_t link, wr_spot from, uint32_t contact)
{
    const struct wr_contacts *contacts = a->puzzle->links[link].contacts;
    const wr_via *vias = contacts->vias + contacts->via_start[contact];
    uint32_t count = contacts->via_start[contact + 1] - contacts->via_start[contact];
    uint32_t start = count > 1 ? wr_random_below(a->random, count) : 0;
    struct body best = {0};
    double best_pays = -1;
    for (uint32_t i = 0; i < count && best_pays != 0; i++) {
        const wr_via *via = &vias[(start + i) % count];
        struct body body =
            body_of(a, wr_standing_at(via->stance, wr_spot_add(from, via->offset)));
        double pays = corridor_pays(a, &body);
        if (best_pays < 0 || pays < best_pays) {
            best = body;
            best_pays = pays;
        }
    }
    a->bodies[a->puzzle->node_count + link] = best;
}

/* Links two nodes, as far as they meet. */
static void join(struct wr_anneal *a, uint32_t link)
{
    const wr_puzzle_link *of = &a->puzzle->links[link];
    const struct body *p = &a->bodies[of->nodes[0]], *q = &a->bodies[of->nodes[1]];
    uint32_t at =
        wr_contact_find(a->pieces, of->contacts, p->standing.stance, q->standing.stance,
                        wr_spot_sub(q->standing.spot, p->standing.spot));
    a->gaps[link] = at == UINT32_MAX ? gap_of(a, p, q) : 0;
    if (at != UINT32_MAX && of->contacts->vias)
        put_corridor(a, link, p->standing.spot, at);
}

/* ---- Places ---- */

static uint32_t other_end(const struct wr_anneal *a, uint32_t link, uint32_t node)
{
    const uint32_t *nodes = a->puzzle->links[link].nodes;
    return nodes[0] == node ? nodes[1] : nodes[0];
}

/* Offsets of stances from where a neighbour stands. */
struct side {
    wr_spot spot;
    uint32_t stance; /* the neighbour's */
    const struct wr_contacts *contacts;
    const wr_spot *offsets;
    uint32_t count;
};

static struct side side_of(const struct wr_anneal *a, uint32_t link, uint32_t neighbour,
                           uint32_t first, uint32_t end)
{
    const wr_standing *at = &a->bodies[neighbour].standing;
    const struct wr_contacts *contacts = a->puzzle->links[link].contacts;
    const uint32_t *row = &contacts->start[(size_t)at->stance * a->pieces->stance_count];
    return (struct side){at->spot, at->stance, contacts, contacts->offsets + row[first],
                         row[end] - row[first]};
}

/* One of several, each as likely as any; `seen` counts them. */
static void draw(struct wr_anneal *a, wr_spot spot, uint32_t *seen, wr_spot *out)
{
    if (wr_random_below(a->random, ++*seen) == 0)
        *out = spot;
}

/* Draws among the places of a stance that meet both neighbours. */
static bool draw_common(struct wr_anneal *a, const struct side *p, const struct side *q,
                        uint32_t stance, uint32_t *seen, wr_spot *out)
{
    uint32_t before = *seen;
    wr_spot way = wr_spot_sub(q->spot, p->spot);
    for (uint32_t i = 0; a->pieces->tolerance && i < p->count; i++)
        if (wr_contact_find(a->pieces, q->contacts, q->stance, stance,
                            wr_spot_sub(p->offsets[i], way)) != UINT32_MAX)
            draw(a, wr_spot_add(p->spot, p->offsets[i]), seen, out);
    for (uint32_t i = 0, k = 0; !a->pieces->tolerance && i < p->count && k < q->count;) {
        int order = wr_spot_order(p->offsets[i], wr_spot_add(q->offsets[k], way));
        if (order == 0)
            draw(a, wr_spot_add(p->spot, p->offsets[i]), seen, out);
        i += order <= 0;
        k += order >= 0;
    }
    return *seen > before;
}

/* Anywhere beside one neighbour. */
static bool beside_one(struct wr_anneal *a, uint32_t node, uint32_t link, uint32_t piece,
                       wr_standing *out)
{
    uint32_t neighbour = other_end(a, link, node);
    uint32_t first = a->pieces->first_stance[piece], end = a->pieces->first_stance[piece + 1];
    struct side all = side_of(a, link, neighbour, first, end);
    if (all.count == 0)
        return false;
    uint32_t at = wr_random_below(a->random, all.count);
    out->spot = wr_spot_add(all.spot, all.offsets[at]);
    for (out->stance = first;; out->stance++) {
        struct side one = side_of(a, link, neighbour, out->stance, out->stance + 1);
        if (at < one.count)
            return true;
        at -= one.count;
    }
}

/* Anywhere beside two neighbours. */
static bool beside_two(struct wr_anneal *a, uint32_t node, const uint32_t links[2],
                       uint32_t piece, wr_standing *out)
{
    uint32_t p_node = other_end(a, links[0], node), q_node = other_end(a, links[1], node);
    uint32_t first = a->pieces->first_stance[piece], end = a->pieces->first_stance[piece + 1];
    uint32_t seen = 0, before = 0;
    for (uint32_t stance = first; stance < end; stance++, before = seen) {
        struct side p = side_of(a, links[0], p_node, stance, stance + 1);
        struct side q = side_of(a, links[1], q_node, stance, stance + 1);
        wr_spot spot;
        uint32_t here = 0;
        if (!draw_common(a, &p, &q, stance, &here, &spot))
            continue;
        seen += here;
        if (wr_random_below(a->random, seen) >= before)
            *out = wr_standing_at(stance, spot);
    }
    return seen > 0;
}

/* By weight, where there are weights. */
static uint32_t draw_piece(struct wr_anneal *a, uint32_t node)
{
    const wr_puzzle_node *of = &a->puzzle->nodes[node];
    const uint32_t *weights = a->puzzle->rules ? a->puzzle->rules->weights : NULL;
    uint32_t total = 0;
    for (uint32_t i = 0; weights && i < of->piece_count; i++)
        total += weights[of->pieces[i]];
    if (total == 0)
        return of->pieces[wr_random_below(a->random, of->piece_count)];
    uint32_t at = wr_random_below(a->random, total);
    for (uint32_t i = 0;; i++) {
        if (at < weights[of->pieces[i]])
            return of->pieces[i];
        at -= weights[of->pieces[i]];
    }
}

/* Two random links of some; false where there is only one. */
static bool draw_links(struct wr_anneal *a, const uint32_t *links, uint32_t count,
                       uint32_t out[2])
{
    uint32_t first = wr_random_below(a->random, count);
    out[0] = links[first];
    if (count == 1)
        return false;
    uint32_t second = wr_random_below(a->random, count - 1);
    out[1] = links[second + (second >= first)];
    return true;
}

/* ---- Groups ---- */

static void enlist(struct wr_anneal *a, uint32_t body, enum role role)
{
    a->roles[body] = (uint8_t)role;
    a->group[a->group_count++] = body;
}

static void dismiss(struct wr_anneal *a)
{
    for (uint32_t i = 0; i < a->group_count; i++)
        a->roles[a->group[i]] = OUTSIDE;
    a->group_count = a->border_count = 0;
}

/* Adds the corridors of the nodes that were chosen, and keeps what stands. */
static void close_group(struct wr_anneal *a)
{
    uint32_t n = a->puzzle->node_count, count = a->group_count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = a->graph.starts[a->group[i]]; e < a->graph.starts[a->group[i] + 1];
             e++) {
            uint32_t link = a->graph.links[e];
            if (a->roles[n + link] != OUTSIDE)
                continue;
            bool inner = a->roles[other_end(a, link, a->group[i])] == INSIDE;
            enlist(a, n + link, inner ? INSIDE : BORDER);
            if (!inner)
                a->border[a->border_count++] = link;
        }
    for (uint32_t i = 0; i < a->group_count; i++)
        a->kept[i] = a->bodies[a->group[i]];
    for (uint32_t i = 0; i < a->border_count; i++)
        a->kept_gaps[i] = a->gaps[a->border[i]];
}

static void put_back(struct wr_anneal *a)
{
    for (uint32_t i = 0; i < a->group_count; i++)
        a->bodies[a->group[i]] = a->kept[i];
    for (uint32_t i = 0; i < a->border_count; i++)
        a->gaps[a->border[i]] = a->kept_gaps[i];
}

/* Whether the overlap of a body of the group with another is its to pay: what lies within is
 * the same wherever the group stands, and pairs are counted once. */
static bool is_due(const struct wr_anneal *a, uint32_t own, uint32_t other)
{
    if (a->roles[other] == OUTSIDE)
        return true;
    return a->roles[own] == BORDER && (a->roles[other] == INSIDE || other < own);
}

/* What the group pays, or more than the limit. */
static double group_pays(const struct wr_anneal *a, double limit)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->border_count; i++)
        sum += a->gaps[a->border[i]];
    for (uint32_t i = 0; i < a->group_count && sum <= limit; i++) {
        uint32_t own = a->group[i];
        const struct body *body = &a->bodies[own];
        for (uint32_t k = 0; stands(body) && k < a->body_count; k++)
            if (is_due(a, own, k))
                sum += overlap_of(a, body, &a->bodies[k]);
    }
    return sum;
}

/* ---- Moving ---- */

/* About exponentially distributed: the exact shape does not matter. */
static double patience(wr_random *random)
{
    const double half = 0.693;
    uint32_t bits = wr_random_u32(random), halves = 0;
    for (; bits & 1; bits >>= 1)
        halves++;
    return half * (halves + (double)(bits & 0xff) / 256);
}

/* Links the group where it stands now; puts it back where that pays too much. */
static void settle(struct wr_anneal *a, double before, double heat)
{
    for (uint32_t i = 0; i < a->border_count; i++)
        take_down(a, a->puzzle->node_count + a->border[i]);
    for (uint32_t i = 0; i < a->border_count; i++)
        join(a, a->border[i]);
    double limit = before + heat * patience(a->random), after = group_pays(a, limit);
    if (after <= limit)
        a->total += after - before;
    else
        put_back(a);
}

static bool draw_place(struct wr_anneal *a, uint32_t node, wr_standing *out)
{
    enum { TWO_OF = 4 };
    uint32_t links[2], count = a->graph.starts[node + 1] - a->graph.starts[node];
    uint32_t piece = draw_piece(a, node);
    if (count == 0)
        return false;
    bool two = draw_links(a, a->graph.links + a->graph.starts[node], count, links) &&
               wr_random_below(a->random, TWO_OF);
    return (two && beside_two(a, node, links, piece, out)) ||
           beside_one(a, node, links[0], piece, out);
}

/* Puts another room, or the same elsewhere. */
static void move_one(struct wr_anneal *a, uint32_t node, double heat)
{
    wr_standing standing;
    if (a->puzzle->nodes[node].fixed || !draw_place(a, node, &standing))
        return;
    enlist(a, node, INSIDE);
    close_group(a);
    double before = group_pays(a, 1e9);
    a->bodies[node] = body_of(a, standing);
    settle(a, before, heat);
    dismiss(a);
}

/* Where the group would go so that a link out of it meets, as offsets from where it is. */
static struct side ways_of(const struct wr_anneal *a, uint32_t link, uint32_t *stance)
{
    const uint32_t *nodes = a->puzzle->links[link].nodes;
    uint32_t inner = a->roles[nodes[0]] == INSIDE ? nodes[0] : nodes[1];
    *stance = a->bodies[inner].standing.stance;
    struct side side = side_of(a, link, other_end(a, link, inner), *stance, *stance + 1);
    side.spot = wr_spot_sub(side.spot, a->bodies[inner].standing.spot);
    return side;
}

static bool draw_way(struct wr_anneal *a, wr_spot *out)
{
    enum { TWO_OF = 8 };
    uint32_t links[2], stances[2], seen = 0;
    if (a->border_count == 0)
        return false;
    bool two =
        draw_links(a, a->border, a->border_count, links) && wr_random_below(a->random, TWO_OF);
    struct side p = ways_of(a, links[0], &stances[0]);
    if (two) {
        struct side q = ways_of(a, links[1], &stances[1]);
        if (draw_common(a, &p, &q, stances[1], &seen, out))
            return true;
    }
    if (p.count)
        *out = wr_spot_add(p.spot, p.offsets[wr_random_below(a->random, p.count)]);
    return p.count > 0;
}

/* Gathers nodes that hang together, and all that hang on them outside of rounds. */
static void gather(struct wr_anneal *a, uint32_t node)
{
    uint32_t size = 1 + wr_random_below(a->random, a->puzzle->node_count / 2 + 1);
    enlist(a, node, INSIDE);
    for (uint32_t i = 0; a->group_count < size && i < 4 * size; i++) {
        uint32_t from = a->group[wr_random_below(a->random, a->group_count)];
        uint32_t count = a->graph.starts[from + 1] - a->graph.starts[from];
        if (count == 0)
            return;
        uint32_t link =
            a->graph.links[a->graph.starts[from] + wr_random_below(a->random, count)];
        if (a->roles[other_end(a, link, from)] == OUTSIDE)
            enlist(a, other_end(a, link, from), INSIDE);
    }
    for (uint32_t i = 0; i < a->group_count; i++)
        for (uint32_t e = a->graph.starts[a->group[i]]; e < a->graph.starts[a->group[i] + 1];
             e++) {
            uint32_t next = other_end(a, a->graph.links[e], a->group[i]);
            if (a->roles[next] == OUTSIDE && a->hangs[next] == a->group[i])
                enlist(a, next, INSIDE);
        }
}

static void shift(struct wr_anneal *a, wr_spot way)
{
    for (uint32_t i = 0; i < a->group_count; i++) {
        struct body *body = &a->bodies[a->group[i]];
        if (a->roles[a->group[i]] == INSIDE && stands(body))
            *body = (struct body){
                wr_standing_at(body->standing.stance, wr_spot_add(body->standing.spot, way)),
                wr_spot_add(body->low, way), wr_spot_add(body->high, way)};
    }
}

static void move_group(struct wr_anneal *a, uint32_t node, double heat)
{
    wr_spot way;
    bool fixed = false;
    gather(a, node);
    for (uint32_t i = 0; i < a->group_count; i++)
        fixed |= a->puzzle->nodes[a->group[i]].fixed;
    close_group(a);
    if (!fixed && draw_way(a, &way)) {
        double before = group_pays(a, 1e9);
        shift(a, way);
        settle(a, before, heat);
    }
    dismiss(a);
}

/* ---- Starting ---- */

static double size_of(const struct wr_puzzle *puzzle)
{
    const struct wr_pieces *pieces = puzzle->pieces;
    double sum = 0;
    for (uint32_t i = 0; i < puzzle->node_count; i++) {
        const wr_puzzle_node *node = &puzzle->nodes[i];
        double own = 0;
        for (uint32_t k = 0; k < node->piece_count; k++) {
            const wr_stance *stance = &pieces->stances[pieces->first_stance[node->pieces[k]]];
            own += (double)(stance->high.x - stance->low.x + stance->high.y - stance->low.y);
        }
        sum += own / (2 * (double)node->piece_count);
    }
    return sum / puzzle->node_count + 1;
}

/* Takes leaves off again and again; the group serves as a queue. */
static bool find_hanging(struct wr_anneal *a, struct wr_arena *arena)
{
    uint32_t n = a->puzzle->node_count, count = 0;
    uint32_t *left = WR_TAKE(arena, uint32_t, n);
    for (uint32_t i = 0; left && i < n; i++) {
        a->hangs[i] = UINT32_MAX;
        left[i] = a->graph.starts[i + 1] - a->graph.starts[i];
        if (left[i] == 1)
            a->group[count++] = i;
    }
    for (uint32_t head = 0; left && head < count; head++) {
        uint32_t node = a->group[head];
        for (uint32_t e = a->graph.starts[node]; e < a->graph.starts[node + 1]; e++) {
            uint32_t next = other_end(a, a->graph.links[e], node);
            if (a->hangs[next] == node)
                continue;
            a->hangs[node] = next;
            if (--left[next] == 1)
                a->group[count++] = next;
        }
    }
    return left != NULL;
}

static bool take_memory(struct wr_anneal *a, struct wr_arena *arena)
{
    uint32_t n = a->puzzle->node_count, links = a->puzzle->link_count, all = n + links;
    a->hangs = WR_TAKE(arena, uint32_t, n);
    a->boxes = WR_TAKE(arena, bool, a->pieces->stance_count);
    a->bodies = WR_TAKE(arena, struct body, all);
    a->kept = WR_TAKE(arena, struct body, all);
    a->gaps = WR_ZERO(arena, double, links);
    a->kept_gaps = WR_TAKE(arena, double, links);
    a->roles = WR_ZERO(arena, uint8_t, all);
    a->group = WR_TAKE(arena, uint32_t, all);
    a->border = WR_TAKE(arena, uint32_t, links);
    return wr_neighbours_of(arena, n, a->puzzle->links, links, &a->graph) && a->hangs &&
           a->boxes && a->bodies && a->kept && a->gaps && a->kept_gaps && a->roles &&
           a->group && a->border;
}

struct wr_anneal *wr_anneal_start(const struct wr_puzzle *puzzle, wr_random *random,
                                  struct wr_arena *arena)
{
    struct wr_anneal *a = WR_ZERO(arena, struct wr_anneal, 1);
    if (!a)
        return NULL;
    a->puzzle = puzzle;
    a->pieces = puzzle->pieces;
    a->random = random;
    a->size = size_of(puzzle);
    a->body_count = puzzle->node_count;
    for (uint32_t i = 0; i < puzzle->link_count; i++)
        if (puzzle->links[i].contacts->vias)
            a->body_count = puzzle->node_count + puzzle->link_count;
    if (!take_memory(a, arena))
        return NULL;
    for (uint32_t i = 0; i < a->pieces->stance_count; i++)
        a->boxes[i] = wr_stance_is_box(a->pieces, &a->pieces->stances[i]);
    return find_hanging(a, arena) ? a : NULL;
}

/* ---- Trying ---- */

/* All rooms anywhere in a heap twice as wide as one of them. */
static void heap_up(struct wr_anneal *a)
{
    uint32_t n = a->puzzle->node_count, wide = (uint32_t)(2 * a->size);
    for (uint32_t i = 0; i < n + a->puzzle->link_count; i++)
        take_down(a, i);
    for (uint32_t i = 0; i < n; i++) {
        const wr_puzzle_node *node = &a->puzzle->nodes[i];
        const uint32_t *first = a->pieces->first_stance + draw_piece(a, i);
        wr_standing at = {.stance = first[0] + wr_random_below(a->random, first[1] - first[0])};
        at.spot.x = wr_random_below(a->random, wide);
        at.spot.y = wr_random_below(a->random, wide);
        a->bodies[i] = body_of(a, node->fixed ? wr_puzzle_node_at(node) : at);
    }
    for (uint32_t i = 0; i < a->puzzle->link_count; i++)
        join(a, i);
}

static double all_pay(const struct wr_anneal *a)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->body_count; i++)
        for (uint32_t k = 0; k < i; k++)
            sum += overlap_of(a, &a->bodies[i], &a->bodies[k]);
    for (uint32_t i = 0; i < a->puzzle->link_count; i++)
        sum += a->gaps[i];
    return sum;
}

bool wr_anneal_try(struct wr_anneal *a, uint64_t moves, uint64_t *moved)
{
    enum { ONE_GROUP_OF = 7, LOOKS = 256 };
    const double nothing = OVERLAP / 2; /* what rounding may leave of a sum */
    heap_up(a);
    a->total = all_pay(a);
    for (uint64_t i = 0; i < moves && a->total > nothing; i++) {
        double heat = HOT + (COLD - HOT) * ((double)i / (double)moves);
        uint32_t node = wr_random_below(a->random, a->puzzle->node_count);
        if (wr_random_below(a->random, ONE_GROUP_OF) == 0)
            move_group(a, node, heat);
        else
            move_one(a, node, heat);
        ++*moved;
        if (i % LOOKS == 0 && wr_puzzle_is_late(a->puzzle))
            return false;
    }
    return a->total <= nothing;
}

/* Where nothing is fixed the first room stands at zero. */
static wr_spot find_zero(const struct wr_anneal *a)
{
    wr_spot zero = a->bodies[0].standing.spot;
    for (uint32_t i = 0; i < a->puzzle->node_count; i++)
        if (a->puzzle->nodes[i].fixed)
            zero = (wr_spot){0, 0, 0};
    return zero;
}

void wr_anneal_tell(const struct wr_anneal *a, wr_standing *nodes, wr_standing *corridors)
{
    uint32_t n = a->puzzle->node_count;
    wr_spot zero = find_zero(a);
    for (uint32_t i = 0; i < n + a->puzzle->link_count; i++) {
        wr_standing *out = i < n ? &nodes[i] : &corridors[i - n];
        *out = a->bodies[i].standing;
        out->spot = wr_spot_sub(out->spot, zero);
    }
}
