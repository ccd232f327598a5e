/* A chain of one more room is a room, and a chain that goes on from how that is left. Of short
 * chains some boxes are told apart, of longer ones one is around them all. Any doors are taken
 * to meet. */
#include "builder/solver/ways.h"

enum { TOLD_APART = 3, MOST_BOXES = 24 };

struct wr_way_box wr_way_within(const wr_stance *stance, uint32_t stretch_count, uint32_t from,
                                uint32_t to)
{
    wr_spot way = wr_spot_sub(stance->hooks[to].at, stance->hooks[from].at);
    struct wr_way_box box = {.x = {(double)way.x, (double)way.x},
                             .y = {(double)way.y, (double)way.y},
                             .z = {(double)way.z, (double)way.z}};
    for (uint32_t i = 0; i < stretch_count; i++) {
        const wr_piece_stretch *stretch = &stance->stretches[i];
        struct wr_length_pull whole = {.limits = stretch};
        int times = (stance->hooks[to].moved >> i & 1) - (stance->hooks[from].moved >> i & 1);
        wr_pull_widen(box.x, times * stretch->x, &whole);
        wr_pull_widen(box.y, times * stretch->y, &whole);
        wr_pull_widen(box.z, times * stretch->z, &whole);
    }
    return box;
}

/* ---- Lists ---- */

static bool holds_range(const double a[2], const double b[2])
{
    return a[0] <= b[0] && a[1] >= b[1];
}

static bool holds(const struct wr_way_box *a, const struct wr_way_box *b)
{
    return holds_range(a->x, b->x) && holds_range(a->y, b->y) && holds_range(a->z, b->z);
}

static void unite(double a[2], const double b[2])
{
    a[0] = b[0] < a[0] ? b[0] : a[0];
    a[1] = b[1] > a[1] ? b[1] : a[1];
}

static struct wr_way_box around(struct wr_way_box a, const struct wr_way_box *b)
{
    unite(a.x, b->x);
    unite(a.y, b->y);
    unite(a.z, b->z);
    return a;
}

static double size_of(const struct wr_way_box *box)
{
    return box->x[1] - box->x[0] + (box->y[1] - box->y[0]) + (box->z[1] - box->z[0]);
}

/* Adds a box; where there are enough, to the one that grows least. */
static void add(struct wr_way_list *list, uint32_t most, const struct wr_way_box *box)
{
    uint32_t best = 0;
    double least = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct wr_way_box both = around(list->boxes[i], box);
        double growth = size_of(&both) - size_of(&list->boxes[i]);
        if (holds(&list->boxes[i], box))
            return;
        if (i == 0 || growth < least) {
            best = i;
            least = growth;
        }
    }
    if (list->count < most)
        list->boxes[list->count++] = *box;
    else
        list->boxes[best] = around(list->boxes[best], box);
}

static uint32_t most_boxes(uint32_t rooms)
{
    return rooms <= TOLD_APART ? MOST_BOXES : 1;
}

/* ---- Tables ---- */

static struct wr_way_list *table_of(const struct wr_ways *ways, uint32_t rooms)
{
    return ways->lists + (size_t)rooms * ways->turn_count * ways->turn_count;
}

static void add_piece(const struct wr_ways *ways, uint32_t piece)
{
    const struct wr_pieces *pieces = ways->puzzle->pieces;
    uint32_t turns = ways->turn_count, hooks = pieces->pieces[piece].hook_count;
    for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1]; s++)
        for (uint32_t i = 0; i < hooks * hooks; i++) {
            const wr_stance *stance = &pieces->stances[s];
            uint32_t from = i / hooks, to = i % hooks;
            uint32_t in = (stance->hooks[from].facing + turns / 2) % turns;
            struct wr_way_box box =
                wr_way_within(stance, pieces->pieces[piece].stretch_count, from, to);
            if (from != to)
                add(&table_of(ways, 1)[in * turns + stance->hooks[to].facing], MOST_BOXES,
                    &box);
        }
}

static void add_sums(struct wr_way_list *to, uint32_t most, const struct wr_way_list *a,
                     const struct wr_way_list *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            const struct wr_way_box *p = &a->boxes[i], *q = &b->boxes[k];
            struct wr_way_box sum = {.x = {p->x[0] + q->x[0], p->x[1] + q->x[1]},
                                     .y = {p->y[0] + q->y[0], p->y[1] + q->y[1]},
                                     .z = {p->z[0] + q->z[0], p->z[1] + q->z[1]}};
            add(to, most, &sum);
        }
}

static void make_next(struct wr_ways *ways)
{
    uint32_t turns = ways->turn_count, most = most_boxes(ways->made + 1);
    struct wr_way_list *room = table_of(ways, 1), *rest = table_of(ways, ways->made);
    struct wr_way_list *next = table_of(ways, ++ways->made);
    for (uint32_t in = 0; in < turns; in++)
        for (uint32_t over = 0; over < turns; over++)
            for (uint32_t out = 0; room[in * turns + over].count > 0 && out < turns; out++)
                add_sums(&next[in * turns + out], most, &room[in * turns + over],
                         &rest[over * turns + out]);
}

bool wr_ways_start(struct wr_ways *ways, const struct wr_puzzle *puzzle, uint32_t most,
                   struct wr_arena *arena)
{
    uint32_t turns = puzzle->pieces->turn_count;
    size_t lists = ((size_t)most + 2) * turns * turns, told = (TOLD_APART + 1) * turns * turns;
    bool *seen = WR_ZERO(arena, bool, puzzle->pieces->piece_count);
    struct wr_way_box *boxes = WR_TAKE(arena, struct wr_way_box, lists + told * MOST_BOXES);
    *ways = (struct wr_ways){.puzzle = puzzle, .turn_count = turns, .made = 1};
    ways->lists = WR_ZERO(arena, struct wr_way_list, lists);
    if (!seen || !boxes || !ways->lists)
        return false;
    for (size_t i = 0; i < lists; i++) {
        ways->lists[i].boxes = boxes;
        boxes += most_boxes((uint32_t)(i / turns / turns));
    }
    for (uint32_t n = 0; n < puzzle->node_count; n++)
        for (uint32_t i = 0; i < puzzle->nodes[n].piece_count; i++) {
            uint32_t piece = puzzle->nodes[n].pieces[i];
            if (!seen[piece])
                add_piece(ways, piece);
            seen[piece] = true;
        }
    return true;
}

const struct wr_way_list *wr_ways_of(struct wr_ways *ways, uint32_t rooms, uint32_t in,
                                     uint32_t out)
{
    while (ways->made < rooms)
        make_next(ways);
    return &table_of(ways, rooms)[in * ways->turn_count + out];
}
