/* A chain of one more room is a room, and a chain that goes on from how that is left. Of short
 * chains many boxes are told apart, of longer ones few. Each room is left by doorways that some
 * neighbour of its node has a door for. */
#include "builder/solver/ways.h"
#include "builder/solver/neighbours.h"

enum { TOLD_APART = 3, MOST_BOXES = 24, FEW_BOXES = 4, MOST_DOORS = 64 };

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

/* Widens the box that grows least, so that it holds another. */
static void widen(struct wr_way_list *list, const struct wr_way_box *box)
{
    uint32_t best = 0;
    double least = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct wr_way_box both = around(list->boxes[i], box);
        double growth = size_of(&both) - size_of(&list->boxes[i]);
        if (i == 0 || growth < least) {
            best = i;
            least = growth;
        }
    }
    list->boxes[best] = around(list->boxes[best], box);
}

/* Adds a box; where there are enough, one of them is widened. */
static void add(struct wr_way_list *list, uint32_t most, const struct wr_way_box *box)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (holds(&list->boxes[i], box))
            return;
    if (list->count < most)
        list->boxes[list->count++] = *box;
    else
        widen(list, box);
}

static uint32_t most_boxes(uint32_t rooms)
{
    return rooms <= TOLD_APART ? MOST_BOXES : FEW_BOXES;
}

static struct wr_way_list *make_lists(const struct wr_ways *ways, uint32_t rooms)
{
    size_t count = (size_t)ways->turn_count * ways->turn_count;
    struct wr_way_list *lists = WR_ZERO(ways->arena, struct wr_way_list, count);
    struct wr_way_box *boxes =
        WR_TAKE(ways->arena, struct wr_way_box, count * most_boxes(rooms));
    for (size_t i = 0; lists && boxes && i < count; i++)
        lists[i].boxes = boxes + i * most_boxes(rooms);
    return boxes ? lists : NULL;
}

/* ---- Kinds of nodes ---- */

/* Doors are bits, of which there may be more than there are bits: those share. */
static uint64_t door_bit(uint32_t door)
{
    return (uint64_t)1 << door % MOST_DOORS;
}

/* The doors that a piece has. */
static uint64_t doors_of(const struct wr_pieces *pieces, uint32_t piece)
{
    uint64_t doors = 0;
    for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1]; s++)
        for (uint32_t h = 0; h < pieces->pieces[piece].hook_count; h++)
            doors |= door_bit(pieces->stances[s].hooks[h].kind);
    return doors;
}

/* The doors that meet some of others. */
static uint64_t meeting(const struct wr_pieces *pieces, uint64_t others)
{
    uint64_t doors = 0;
    for (uint32_t a = 0; a < pieces->kind_count; a++)
        for (uint32_t b = 0; b < pieces->kind_count; b++)
            if (pieces->meets[(size_t)a * pieces->kind_count + b] && (others & door_bit(b)))
                doors |= door_bit(a);
    return doors;
}

/* The doors that meet some of a node's neighbours. */
static uint64_t useful_to(const struct wr_puzzle *puzzle, const struct wr_neighbours *graph,
                          const uint64_t *piece_doors, uint32_t node)
{
    uint64_t doors = 0;
    for (uint32_t i = graph->starts[node]; i < graph->starts[node + 1]; i++) {
        const wr_puzzle_node *next = &puzzle->nodes[graph->nodes[i]];
        for (uint32_t p = 0; p < next->piece_count; p++)
            doors |= piece_doors[next->pieces[p]];
    }
    return meeting(puzzle->pieces, doors);
}

static void add_piece(const struct wr_ways *ways, struct wr_way_list *lists, uint32_t piece,
                      uint64_t useful)
{
    const struct wr_pieces *pieces = ways->puzzle->pieces;
    uint32_t turns = ways->turn_count, hooks = pieces->pieces[piece].hook_count;
    for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1]; s++)
        for (uint32_t i = 0; i < hooks * hooks; i++) {
            const wr_stance *stance = &pieces->stances[s];
            const wr_piece_hook *from = &stance->hooks[i / hooks];
            const wr_piece_hook *to = &stance->hooks[i % hooks];
            uint32_t in = (from->facing + turns / 2) % turns;
            struct wr_way_box box = wr_way_within(stance, pieces->pieces[piece].stretch_count,
                                                  i / hooks, i % hooks);
            if (from != to && (useful & door_bit(from->kind)) && (useful & door_bit(to->kind)))
                add(&lists[in * turns + to->facing], MOST_BOXES, &box);
        }
}

static bool add_kind(struct wr_ways *ways, uint32_t kind, const wr_puzzle_node *node,
                     uint64_t useful)
{
    ways->rooms[kind] = make_lists(ways, 1);
    for (uint32_t i = 0; ways->rooms[kind] && i < node->piece_count; i++)
        add_piece(ways, ways->rooms[kind], node->pieces[i], useful);
    return ways->rooms[kind] != NULL;
}

static bool find_kinds(struct wr_ways *ways)
{
    const struct wr_puzzle *puzzle = ways->puzzle;
    uint32_t n = puzzle->node_count, pieces = puzzle->pieces->piece_count, count = 0;
    uint64_t *doors = WR_TAKE(ways->arena, uint64_t, pieces);
    uint64_t *useful = WR_TAKE(ways->arena, uint64_t, n);
    uint32_t *firsts = WR_TAKE(ways->arena, uint32_t, n);
    struct wr_neighbours graph;
    if (!doors || !useful || !firsts ||
        !wr_neighbours_of(ways->arena, n, puzzle->links, puzzle->link_count, &graph))
        return false;
    for (uint32_t p = 0; p < pieces; p++)
        doors[p] = doors_of(puzzle->pieces, p);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kind = 0;
        useful[i] = useful_to(puzzle, &graph, doors, i);
        while (kind < count &&
               (useful[firsts[kind]] != useful[i] ||
                !wr_puzzle_nodes_are_alike(&puzzle->nodes[firsts[kind]], &puzzle->nodes[i])))
            kind++;
        ways->kinds[i] = kind;
        if (kind < count)
            continue;
        firsts[count++] = i;
        if (!add_kind(ways, kind, &puzzle->nodes[i], useful[i]))
            return false;
    }
    return true;
}

bool wr_ways_start(struct wr_ways *ways, const struct wr_puzzle *puzzle)
{
    *ways = (struct wr_ways){
        .puzzle = puzzle, .arena = wr_arena_create(), .turn_count = puzzle->pieces->turn_count};
    if (!ways->arena || !wr_grow(&ways->chains, &ways->chain_capacity, 1, sizeof *ways->chains))
        return false;
    ways->chains[ways->chain_count++] =
        (struct wr_way_chain){.longer = WR_NO_WAY_CHAIN, .next = WR_NO_WAY_CHAIN};
    ways->kinds = WR_TAKE(ways->arena, uint32_t, puzzle->node_count);
    ways->rooms = WR_TAKE(ways->arena, struct wr_way_list *, puzzle->node_count);
    return ways->kinds && ways->rooms && find_kinds(ways);
}

void wr_ways_finish(struct wr_ways *ways)
{
    wr_free(ways->chains);
    wr_arena_destroy(ways->arena);
}

/* ---- Chains ---- */

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

static struct wr_way_list *lists_of(const struct wr_ways *ways, uint32_t kind,
                                    const struct wr_way_chain *rest)
{
    uint32_t turns = ways->turn_count, most = most_boxes(rest->rooms + 1);
    const struct wr_way_list *room = ways->rooms[kind];
    struct wr_way_list *lists = make_lists(ways, rest->rooms + 1);
    for (uint32_t in = 0; lists && in < turns; in++)
        for (uint32_t over = 0; over < turns; over++)
            for (uint32_t out = 0; room[in * turns + over].count > 0 && out < turns; out++)
                add_sums(&lists[in * turns + out], most, &room[in * turns + over],
                         &rest->lists[over * turns + out]);
    return lists;
}

/* The chain of a node of a kind and another chain behind it. */
static uint32_t lengthen(struct wr_ways *ways, uint32_t rest, uint32_t kind)
{
    uint32_t at = ways->chains[rest].longer;
    while (at != WR_NO_WAY_CHAIN && ways->chains[at].kind != kind)
        at = ways->chains[at].next;
    if (at != WR_NO_WAY_CHAIN)
        return at;
    if (!wr_grow(&ways->chains, &ways->chain_capacity, ways->chain_count + 1,
                 sizeof *ways->chains))
        return WR_NO_WAY_CHAIN;
    struct wr_way_chain *behind = &ways->chains[rest];
    struct wr_way_chain chain = {.kind = kind,
                                 .rooms = behind->rooms + 1,
                                 .longer = WR_NO_WAY_CHAIN,
                                 .next = behind->longer};
    chain.lists = behind->rooms == 0 ? ways->rooms[kind] : lists_of(ways, kind, behind);
    if (!chain.lists)
        return WR_NO_WAY_CHAIN;
    behind->longer = ways->chain_count;
    ways->chains[ways->chain_count] = chain;
    return ways->chain_count++;
}

uint32_t wr_ways_over(struct wr_ways *ways, const uint32_t *nodes, uint32_t count)
{
    uint32_t chain = 0;
    while (count > 0 && chain != WR_NO_WAY_CHAIN)
        chain = lengthen(ways, chain, ways->kinds[nodes[--count]]);
    return chain;
}

const struct wr_way_list *wr_ways_of(const struct wr_ways *ways, uint32_t chain, uint32_t in,
                                     uint32_t out)
{
    return &ways->chains[chain].lists[in * ways->turn_count + out];
}
