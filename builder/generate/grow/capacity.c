/* Two bounds. A level of n rooms and L loops has n - 1 + L links, and each takes two doorways.
 * And where no room can stand over another, a level is a graph in the plane (Euler): each loop
 * has a face of so many links, and so has the outside, which reaches round all the ground the
 * rooms take. */
#include "builder/generate/grow/capacity.h"

#include "core/base/disjoint.h"
#include "core/base/tolerance.h"

#include <math.h>

struct counting {
    const struct wr_making *making;
    const struct wr_wishes *wishes;
    const struct wr_pieces *pieces;
    uint32_t rooms;
    bool *may;         /* one a piece: whether it can come */
    uint32_t *classes; /* one a kind: of doors that meet, directly or by way of others */
    bool *apart;       /* one a class: its links are counted by pairs of rooms */
    uint32_t *values;  /* one a piece: doorways to link */
};

/* ---- Which pieces can come ---- */

/* How far its doorways are apart in height. */
static int64_t climb_of(const wr_piece *piece)
{
    int64_t low = 0, high = 0;
    for (uint32_t h = 1; h < piece->hook_count; h++) {
        int64_t up = piece->hooks[h].at.z - piece->hooks[0].at.z;
        low = up < low ? up : low;
        high = up > high ? up : high;
    }
    return high - low;
}

static bool may_come(const struct counting *c, uint32_t piece)
{
    bool level = c->making->template->storeys == 1;
    return !c->making->kit->rooms[piece].cap && c->wishes->most[piece] > 0 &&
           !(level && climb_of(&c->pieces->pieces[piece]) > wr_units_of(WR_HEADROOM));
}

/* ---- Doorways ---- */

static bool kinds_meet(const struct wr_pieces *pieces, uint32_t a, uint32_t b)
{
    uint32_t mirrored = pieces->mirrored_kind, size = pieces->kind_count;
    for (int mirrors = 0; mirrors < 4; mirrors++)
        if (pieces->meets[(a + (mirrors & 1 ? mirrored : 0)) * size + b +
                          (mirrors & 2 ? mirrored : 0)])
            return true;
    return false;
}

/* One kind with all it meets, and all those meet. */
static void class_kinds(struct counting *c)
{
    uint32_t count = c->pieces->mirrored_kind;
    wr_disjoint_start(c->classes, count);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (kinds_meet(c->pieces, a, b))
                wr_disjoint_join(c->classes, a, b);
    for (uint32_t a = 0; a < count; a++)
        c->classes[a] = wr_disjoint_root(c->classes, a);
}

static bool has_class(const struct counting *c, uint32_t piece, uint32_t class)
{
    const wr_piece *own = &c->pieces->pieces[piece];
    for (uint32_t h = 0; h < own->hook_count; h++)
        if (c->classes[own->hooks[h].kind] == class)
            return true;
    return false;
}

static void value_pieces(struct counting *c)
{
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        const wr_piece *piece = &c->pieces->pieces[p];
        c->values[p] = 0;
        for (uint32_t h = 0; h < piece->hook_count; h++)
            c->values[p] += !c->apart[c->classes[piece->hooks[h].kind]];
    }
}

/* ---- The most doorways that rooms can have ---- */

/* Takes what must come, then the best that may, one piece as if it had to come. */
static uint64_t most_doorways_with(const struct counting *c, uint32_t forced)
{
    uint32_t left = c->rooms, best = 0;
    uint64_t sum = 0;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        uint32_t least = c->wishes->least[p];
        least = p == forced && least == 0 ? 1 : least;
        least = least < left ? least : left;
        left -= c->may[p] ? least : 0;
        sum += c->may[p] ? (uint64_t)least * c->values[p] : 0;
        best = c->may[p] && c->values[p] > best ? c->values[p] : best;
    }
    for (uint32_t value = best; left > 0 && value > 0; value--)
        for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
            uint32_t taken = c->wishes->least[p];
            taken = p == forced && taken == 0 ? 1 : taken;
            if (!c->may[p] || c->values[p] != value || c->wishes->most[p] <= taken)
                continue;
            uint32_t more = c->wishes->most[p] - taken;
            more = more < left ? more : left;
            sum += (uint64_t)more * value;
            left -= more;
        }
    return sum;
}

/* The same, one of a set among them. */
static uint64_t most_doorways_of(const struct counting *c, const bool *set)
{
    uint64_t most = 0;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        uint64_t own = c->may[p] && set[p] ? most_doorways_with(c, p) : 0;
        most = own > most ? own : most;
    }
    return most;
}

static uint64_t most_doorways(const struct counting *c)
{
    uint64_t most = most_doorways_with(c, WR_NONE), own;
    const bool *ends[2] = {c->wishes->entry, c->wishes->exit};
    for (int i = 0; i < 2; i++) {
        own = ends[i] ? most_doorways_of(c, ends[i]) : most;
        most = own < most ? own : most;
    }
    for (uint32_t i = 0; i < c->wishes->count; i++) {
        own = most_doorways_of(c, c->wishes->list[i].fits);
        most = own < most ? own : most;
    }
    return most;
}

/* ---- Links ---- */

/* Pairs of rooms that have doors of a class: no two are linked twice. */
static uint64_t pairs_of(const struct counting *c, uint32_t class)
{
    uint64_t rooms = 0;
    bool alone = !kinds_meet(c->pieces, class, class);
    for (uint32_t kind = 0; alone && kind < c->pieces->mirrored_kind; kind++)
        alone = kind == class || c->classes[kind] != class;
    if (alone)
        return 0;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++)
        if (c->may[p] && has_class(c, p, class))
            rooms += c->wishes->most[p] < c->rooms ? c->wishes->most[p] : c->rooms;
    rooms = rooms < c->rooms ? rooms : c->rooms;
    return rooms * (rooms - (rooms > 0)) / 2;
}

/* A class that few rooms have is counted by its pairs, where that makes fewer links. */
static uint64_t most_links(struct counting *c)
{
    uint64_t links = UINT64_MAX, pairs = 0;
    value_pieces(c);
    links = most_doorways(c) / 2;
    for (uint32_t class = 0; class < c->pieces->mirrored_kind; class ++) {
        if (c->classes[class] != class)
            continue;
        uint64_t own = pairs_of(c, class);
        c->apart[class] = true;
        value_pieces(c);
        uint64_t others = most_doorways(c) / 2 + pairs + own;
        c->apart[class] = others < links;
        pairs += others < links ? own : 0;
        links = others < links ? others : links;
    }
    return links;
}

/* ---- The plane ---- */

/* Whether all doorways of a room hang together: else it would be two rooms in the plane. */
static bool is_one(const struct counting *c, uint32_t piece)
{
    const wr_kit_piece *own = &c->making->kit->rooms[piece];
    if (own->room->island_count < 2)
        return true;
    for (uint32_t h = 1; h < c->pieces->pieces[piece].hook_count; h++)
        if (own->room->hooks[own->hooks[h]].island != own->room->hooks[own->hooks[0]].island)
            return false;
    return true;
}

static bool rises(const wr_piece *piece)
{
    for (uint32_t i = 0; i < piece->stretch_count; i++)
        if (piece->stretches[i].z != 0)
            return true;
    return false;
}

/* Whether no two pieces of so many doorways can stand over each other: all doorways are on one
 * height, all floors within headroom of each other. Dead ends can lie anywhere and leave a
 * graph in the plane. */
static bool is_flat(const struct counting *c, uint32_t doorways)
{
    int64_t highest_low = INT64_MIN, lowest_high = INT64_MAX;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        const wr_piece *piece = &c->pieces->pieces[p];
        if (!c->may[p] || piece->hook_count < doorways)
            continue;
        if (climb_of(piece) > 0 || rises(piece) || !is_one(c, p))
            return false;
        for (uint32_t i = 0; i < piece->slab_count; i++) {
            int64_t low = piece->slabs[i].low - piece->hooks[0].at.z;
            int64_t high = piece->slabs[i].high - piece->hooks[0].at.z;
            highest_low = low > highest_low ? low : highest_low;
            lowest_high = high < lowest_high ? high : lowest_high;
        }
    }
    return highest_low < lowest_high;
}

/* What a piece takes of the ground, less what neighbours may lie in it. */
static double ground_of(const struct wr_pieces *pieces, const wr_piece *piece)
{
    double area = 0, edge = 0;
    for (uint32_t i = 0; i < piece->slab_count; i++) {
        const wr_slab *slab = &piece->slabs[i];
        for (uint32_t k = 0; k < slab->count; k++) {
            wr_spot p = slab->points[k], q = slab->points[(k + 1) % slab->count];
            double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y);
            area += (double)p.x * dy - (double)p.y * dx;
            edge += sqrt(dx * dx + dy * dy);
        }
    }
    area = area / 2 - edge * (double)pieces->skin;
    return area > 0 ? area : 0;
}

static int64_t size_of(int64_t x)
{
    return x < 0 ? -x : x;
}

/* The longest way along the axes from a piece's doorway to another of its doorways, and to the
 * farthest of its floor along one axis. */
static void reach_of(const struct wr_pieces *pieces, uint32_t piece, double *step,
                     double *beyond)
{
    const wr_piece *own = &pieces->pieces[piece];
    const wr_stance *stance = &pieces->stances[pieces->first_stance[piece]];
    for (uint32_t h = 0; h < own->hook_count; h++) {
        wr_spot at = stance->hooks[h].at;
        double ways[4] = {(double)(stance->high.x - at.x), (double)(stance->high.y - at.y),
                          (double)(at.x - stance->low.x), (double)(at.y - stance->low.y)};
        for (int i = 0; i < 4; i++)
            *beyond = ways[i] > *beyond ? ways[i] : *beyond;
        for (uint32_t k = 0; k < h; k++) {
            wr_spot way = wr_spot_sub(stance->hooks[k].at, at);
            double length = (double)(size_of(way.x) + size_of(way.y));
            *step = length > *step ? length : *step;
        }
    }
}

/* How many rooms there are at least on the way round the outside: it reaches round a box that
 * has all the ground in it, but for what the outermost rooms have beyond their doorways. */
static uint32_t rooms_outside(const struct counting *c)
{
    double ground = INFINITY, step = 0, beyond = 0;
    if (c->pieces->stretches || c->pieces->turn_count != 4 || !is_flat(c, 1))
        return 0;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        if (!c->may[p] || c->pieces->pieces[p].hook_count == 0)
            continue;
        if (c->making->kit->rooms[p].room->island_count > 1)
            return 0; /* what lies outermost may not hang together with its doorways */
        double own = ground_of(c->pieces, &c->pieces->pieces[p]);
        ground = own < ground ? own : ground;
        reach_of(c->pieces, p, &step, &beyond);
    }
    step += 4 * (double)c->pieces->tolerance;
    double round = 4 * sqrt(ground * c->rooms) - 8 * beyond;
    return round > 0 && step > 0 && isfinite(round) ? (uint32_t)(round / step) : 0;
}

/* Twice the links are the faces' together. */
static uint64_t most_loops_in_plane(const struct counting *c, uint32_t shortest)
{
    uint32_t outside = rooms_outside(c);
    uint64_t sides = 2 * (uint64_t)(c->rooms - 1);
    outside = outside > shortest ? outside : shortest;
    return sides > outside ? (sides - outside) / (shortest - 2) : 0;
}

/* ---- Both ---- */

static uint32_t shortest_loop(const struct counting *c)
{
    uint32_t shortest = c->making->growing->shortest;
    for (uint32_t i = 0; i < c->wishes->length_count; i++)
        if (i == 0 || c->wishes->lengths[i] < shortest)
            shortest = c->wishes->lengths[i];
    return shortest;
}

static bool start(struct counting *c)
{
    struct wr_arena *arena = c->making->arena;
    uint32_t kinds = c->pieces->mirrored_kind;
    c->may = WR_ZERO(arena, bool, c->pieces->piece_count);
    c->classes = WR_TAKE(arena, uint32_t, kinds);
    c->apart = WR_ZERO(arena, bool, kinds);
    c->values = WR_TAKE(arena, uint32_t, c->pieces->piece_count);
    if (!c->may || !c->classes || !c->apart || !c->values)
        return false;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++)
        c->may[p] = may_come(c, p);
    class_kinds(c);
    return true;
}

bool wr_capacity_find(const struct wr_making *m, const struct wr_wishes *wishes, uint32_t rooms,
                      wr_capacity *out)
{
    struct counting c = {
        .making = m, .wishes = wishes, .pieces = &m->kit->pieces, .rooms = rooms};
    wr_arena_mark here = wr_arena_here(m->arena);
    *out = (wr_capacity){0, WR_LIMIT_DOORWAYS};
    if (!start(&c))
        return false;
    uint64_t links = most_links(&c), loops = links >= rooms ? links - (rooms - 1) : 0;
    uint64_t pairs = (uint64_t)rooms * (rooms - 1) / 2;
    uint32_t shortest = shortest_loop(&c);
    loops = links > pairs && loops > pairs - (rooms - 1) ? pairs - (rooms - 1) : loops;
    loops = rooms < shortest ? 0 : loops;
    if (loops > 0 && is_flat(&c, 2)) {
        uint64_t plane = most_loops_in_plane(&c, shortest);
        out->limit = plane < loops ? WR_LIMIT_PLANE : out->limit;
        loops = plane < loops ? plane : loops;
    }
    out->loops = loops < UINT32_MAX ? (uint32_t)loops : UINT32_MAX;
    wr_arena_rewind(m->arena, here);
    return true;
}
