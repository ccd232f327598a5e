/* A leap is kept as a table of the hashed cells it leads to, seen from a doorway that faces 0.
 * It grows at its front out of the leap over all nodes but the first, by the steps through that
 * one; chains that lead the same way are one from then on. */
#include "builder/solver/leaps.h"
#include "builder/solver/rings/sums.h"

#include <string.h>

enum {
    MOST_PLACES = 8,     /* of two stances: beside each other in more, chains lead everywhere */
    MOST_SUMS = 1 << 15, /* of a leap */
    MOST_TOTAL = 1 << 19, /* of all leaps */
    CELL = 16,            /* tolerances */
    WORD = 64
};

/* Over one node and then the rest of them. */
struct leap {
    uint32_t set, rest; /* the first node's; a leap, or WR_NO_LEAP */
    struct wr_sum_set sums;
    int64_t longest, highest; /* sum, on any axis in any turn; units */
    uint16_t *marks; /* of cells, each in the first slot from its own on that was free: 0;
                        NULL: there would be too many sums */
    uint64_t mask;
};

struct wr_leaps {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    struct wr_door_classes classes;
    bool known;               /* chains do not lead everywhere */
    uint32_t *sets;           /* one a node: the first that may be the same pieces */
    struct wr_sum_set *steps; /* one a node; made for those that are sets */
    struct leap *leaps;
    size_t leap_capacity;
    uint32_t leap_count;
    uint64_t total;
    int64_t rounding, cell; /* units */
    uint32_t shift;         /* of cells: they are powers of two */
};

/* ---- Steps ---- */

/* Most nodes may be what others may be, too: each is compared with those that came first. */
static void find_sets(struct wr_leaps *l, uint32_t *firsts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->puzzle->node_count; i++) {
        uint32_t k = 0;
        while (k < count &&
               !wr_puzzle_nodes_are_alike(&l->puzzle->nodes[firsts[k]], &l->puzzle->nodes[i]))
            k++;
        if (k == count)
            firsts[count++] = i;
        l->sets[i] = firsts[k];
    }
}

static bool prepare(struct wr_leaps *l)
{
    size_t count = l->puzzle->node_count;
    uint32_t *firsts = wr_alloc((count + 1) * sizeof *firsts);
    l->sets = wr_alloc((count + 1) * sizeof *l->sets);
    l->steps = wr_alloc((count + 1) * sizeof *l->steps);
    bool fine = firsts && l->sets && l->steps && wr_door_classes_make(l->pieces, &l->classes);
    if (l->steps)
        memset(l->steps, 0, (count + 1) * sizeof *l->steps);
    if (fine)
        find_sets(l, firsts);
    wr_free(firsts);
    return fine;
}

static uint16_t end_of(const struct wr_leaps *l, uint32_t facing, uint32_t class)
{
    return (uint16_t)(facing * l->classes.count + class);
}

/* Steps through a stance, in at a hook that faces 0. */
static bool enter_steps(const struct wr_leaps *l, uint32_t stance, struct wr_sum_set *set)
{
    const wr_piece_hook *hooks = l->pieces->stances[stance].hooks;
    uint32_t count = l->pieces->pieces[l->pieces->stances[stance].piece].hook_count;
    for (uint32_t in = 0; in < count; in++)
        for (uint32_t out = 0; out < count && hooks[in].facing == 0; out++) {
            wr_spot way = wr_spot_sub(hooks[out].at, hooks[in].at);
            wr_sum sum = {(int32_t)way.x, (int32_t)way.y, (int32_t)way.z,
                          end_of(l, 0, l->classes.of[hooks[in].kind]),
                          end_of(l, hooks[out].facing, l->classes.of[hooks[out].kind])};
            if (in != out && !wr_sum_set_enter(set, sum))
                return false;
        }
    return true;
}

static bool make_steps(struct wr_leaps *l, uint32_t node)
{
    const wr_puzzle_node *from = &l->puzzle->nodes[node];
    struct wr_sum_set *set = &l->steps[node];
    if (set->heads)
        return true;
    if (!wr_sum_set_start(set, 0))
        return false;
    for (uint32_t i = 0; i < from->piece_count; i++) {
        uint32_t end = l->pieces->first_stance[from->pieces[i] + 1];
        for (uint32_t s = l->pieces->first_stance[from->pieces[i]]; s < end; s++)
            if (!enter_steps(l, s, set))
                return false;
    }
    return true;
}

/* ---- Leaps ---- */

/* Enters all that begin with steps whose way out faces so, and go on over the rest. */
static bool enter_facing(struct wr_leaps *l, const struct wr_sum_set *steps,
                         const struct wr_sum_set *rest, uint32_t facing, struct wr_sum_set *out)
{
    uint32_t turns = l->pieces->turn_count, size = l->classes.count;
    uint32_t turn = (facing + turns / 2) % turns;
    for (uint32_t i = 0; i < rest->count && out->count <= MOST_SUMS; i++) {
        const wr_sum *on = &rest->sums[i];
        wr_spot way = wr_spot_turn((wr_spot){on->x, on->y, on->z}, turn, turns);
        uint16_t end = end_of(l, (on->out / size + turn) % turns, on->out % size);
        for (uint32_t k = 0; k < steps->count; k++) {
            const wr_sum *step = &steps->sums[k];
            if (step->out / size != facing ||
                !l->classes.meets[step->out % size * size + on->in])
                continue;
            wr_sum sum = {step->x + (int32_t)way.x, step->y + (int32_t)way.y,
                          step->z + (int32_t)way.z, step->in, end};
            if (!wr_sum_set_enter(out, sum))
                return false;
        }
    }
    return true;
}

static uint64_t cell_of(const struct wr_leaps *l, int64_t value)
{
    return wr_sum_cell(value, l->shift);
}

static uint16_t mark_of(uint64_t hash)
{
    return (uint16_t)(hash >> 48 | 1);
}

/* The slot of a cell, or the free one where it would be. */
static uint64_t slot_of(const struct leap *leap, uint64_t hash)
{
    uint64_t slot = hash & leap->mask;
    while (leap->marks[slot] && leap->marks[slot] != mark_of(hash))
        slot = (slot + 1) & leap->mask;
    return slot;
}

static bool mark_cells(const struct wr_leaps *l, struct leap *leap)
{
    uint64_t slots = 16;
    while (slots < 2 * (uint64_t)leap->sums.count)
        slots *= 2;
    leap->mask = slots - 1;
    leap->marks = wr_alloc((size_t)slots * sizeof *leap->marks);
    if (!leap->marks)
        return false;
    memset(leap->marks, 0, (size_t)slots * sizeof *leap->marks);
    for (uint32_t i = 0; i < leap->sums.count; i++) {
        const wr_sum *sum = &leap->sums.sums[i];
        leap->longest = wr_units_larger(wr_units_larger(leap->longest, sum->x), sum->y);
        leap->highest = wr_units_larger(leap->highest, sum->z);
        uint64_t hash = wr_sum_hash(sum->in, sum->out, cell_of(l, sum->x), cell_of(l, sum->y),
                                    cell_of(l, sum->z));
        leap->marks[slot_of(leap, hash)] = mark_of(hash);
    }
    if (l->rounding > 0) /* no quarter turns: as long as the diagonal */
        leap->longest += leap->longest / 2;
    return true;
}

/* Fills a leap; one with too many sums stays without marks. */
static bool fill(struct wr_leaps *l, struct leap *leap)
{
    const struct wr_sum_set *rest =
        leap->rest == WR_NO_LEAP ? NULL : &l->leaps[leap->rest].sums;
    const struct wr_sum_set *steps = &l->steps[leap->set];
    if (!wr_sum_set_start(&leap->sums, 0))
        return false;
    for (uint32_t i = 0; !rest && i < steps->count; i++)
        if (!wr_sum_set_enter(&leap->sums, steps->sums[i]))
            return false;
    for (uint32_t facing = 0; rest && facing < l->pieces->turn_count; facing++)
        if (!enter_facing(l, steps, rest, facing, &leap->sums))
            return false;
    l->total += leap->sums.count;
    return leap->sums.count > MOST_SUMS || mark_cells(l, leap);
}

/* The leap over a node and then a rest. */
static bool find_leap(struct wr_leaps *l, uint32_t node, uint32_t rest, uint32_t *out)
{
    uint32_t set = l->sets[node];
    for (*out = 0; *out < l->leap_count; ++*out)
        if (l->leaps[*out].set == set && l->leaps[*out].rest == rest)
            return true;
    if (!make_steps(l, set) ||
        !wr_grow(&l->leaps, &l->leap_capacity, (size_t)l->leap_count + 1, sizeof *l->leaps))
        return false;
    struct leap *leap = &l->leaps[l->leap_count++];
    *leap = (struct leap){.set = set, .rest = rest};
    return l->total > MOST_TOTAL || fill(l, leap);
}

bool wr_leaps_over(struct wr_leaps *l, const uint32_t *nodes, uint32_t count, uint32_t *out)
{
    uint32_t rest = WR_NO_LEAP;
    *out = WR_NO_LEAP;
    if (!l->known)
        return true;
    if (!l->sets && !prepare(l))
        return false;
    for (uint32_t i = count; i-- > 0;) {
        if (!find_leap(l, nodes[i], rest, out))
            return false;
        rest = *out;
        if (!l->leaps[rest].marks) {
            *out = WR_NO_LEAP;
            return true;
        }
    }
    return true;
}

/* ---- All of it ---- */

static bool suit(const struct wr_pieces *pieces)
{
    const int64_t farthest = INT32_MAX / (4 * WR_LEAP_MOST + 1);
    uint64_t pairs = (uint64_t)pieces->stance_count * pieces->stance_count;
    return wr_pieces_all_turn(pieces) && pieces->direct.start[pairs] < MOST_PLACES * pairs &&
           pieces->direct.longest.x < farthest && pieces->direct.longest.y < farthest &&
           pieces->direct.longest.z < farthest;
}

struct wr_leaps *wr_leaps_start(const struct wr_puzzle *puzzle)
{
    const struct wr_pieces *pieces = puzzle->pieces;
    struct wr_leaps *l = wr_alloc(sizeof *l);
    if (!l)
        return NULL;
    *l = (struct wr_leaps){.puzzle = puzzle, .pieces = pieces};
    l->rounding = 4 % pieces->turn_count == 0 ? 0 : 4 * WR_LEAP_MOST + 2;
    while ((int64_t)1 << l->shift < CELL * (pieces->tolerance + l->rounding + 1))
        l->shift++;
    l->cell = (int64_t)1 << l->shift;
    l->known = suit(pieces);
    return l;
}

bool wr_leaps_are_known(const struct wr_leaps *l)
{
    return l->known;
}

void wr_leaps_finish(struct wr_leaps *l)
{
    if (!l)
        return;
    for (uint32_t i = 0; i < l->leap_count; i++) {
        wr_sum_set_finish(&l->leaps[i].sums);
        wr_free(l->leaps[i].marks);
    }
    for (uint32_t i = 0; l->steps && i < l->puzzle->node_count; i++)
        wr_sum_set_finish(&l->steps[i]);
    wr_door_classes_finish(&l->classes);
    wr_free(l->leaps);
    wr_free(l->steps);
    wr_free(l->sets);
    wr_free(l);
}

/* ---- Asking ---- */

static bool leads_there(const struct wr_leaps *l, const struct leap *leap, uint32_t in,
                        uint32_t out, wr_spot way, int64_t play)
{
    uint64_t x0 = cell_of(l, way.x - play), x1 = cell_of(l, way.x + play);
    uint64_t y0 = cell_of(l, way.y - play), y1 = cell_of(l, way.y + play);
    uint64_t z0 = cell_of(l, way.z - play), z1 = cell_of(l, way.z + play);
    for (uint64_t z = z0; z <= z1; z++)
        for (uint64_t y = y0; y <= y1; y++)
            for (uint64_t x = x0; x <= x1; x++)
                if (leap->marks[slot_of(leap, wr_sum_hash(in, out, x, y, z))])
                    return true;
    return false;
}

static bool is_near(const struct leap *leap, wr_spot way, int64_t play)
{
    int64_t longest = leap->longest + play, highest = leap->highest + play;
    return way.x <= longest && -way.x <= longest && way.y <= longest && -way.y <= longest &&
           way.z <= highest && -way.z <= highest;
}

/* Whether a leap may lead from one doorway to another, `way` between them. */
static bool may_lead(const struct wr_leaps *l, const struct leap *leap,
                     const wr_piece_hook *from, const wr_piece_hook *to, wr_spot way,
                     int64_t play)
{
    uint32_t turns = l->pieces->turn_count, size = l->classes.count;
    uint32_t back = (turns - from->facing + turns / 2) % turns;
    const bool *first = l->classes.meets + l->classes.of[from->kind] * size;
    const bool *last = l->classes.meets + l->classes.of[to->kind] * size;
    uint32_t out = (to->facing + turns / 2 + back) % turns;
    way = wr_spot_turn(way, back, turns);
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; first[i] && k < size; k++)
            if (last[k] && leads_there(l, leap, end_of(l, 0, i), end_of(l, out, k), way, play))
                return true;
    return false;
}

static bool is_taken(const wr_leap_end *end, uint32_t hook)
{
    return hook < WORD && end->taken >> hook & 1;
}

bool wr_leaps_may(const struct wr_leaps *l, uint32_t leap, const wr_leap_end *from,
                  const wr_leap_end *to, uint32_t misses)
{
    int64_t play = l->rounding + misses * l->pieces->tolerance;
    const wr_stance *a = &l->pieces->stances[from->standing.stance];
    const wr_stance *b = &l->pieces->stances[to->standing.stance];
    wr_spot offset = wr_spot_sub(to->standing.spot, from->standing.spot);
    for (uint32_t i = 0; i < l->pieces->pieces[a->piece].hook_count; i++)
        for (uint32_t k = 0; k < l->pieces->pieces[b->piece].hook_count; k++) {
            wr_spot way = wr_spot_add(offset, wr_spot_sub(b->hooks[k].at, a->hooks[i].at));
            if (!is_taken(from, i) && !is_taken(to, k) && is_near(&l->leaps[leap], way, play) &&
                may_lead(l, &l->leaps[leap], &a->hooks[i], &b->hooks[k], way, play))
                return true;
        }
    return false;
}
