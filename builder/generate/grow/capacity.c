/* Two bounds. A level of n rooms and L loops has n - 1 + L links, and each takes two doorways.
 * And where no room can stand over another, a level is a graph in the plane (Euler): each loop
 * has a face of so many links, and so has the outside. */
#include "builder/generate/grow/capacity.h"

#include "core/base/tolerance.h"

struct counting {
    const struct wr_making *making;
    const struct wr_wishes *wishes;
    const struct wr_pieces *pieces;
    uint32_t rooms;
    bool *may; /* one a piece: whether it can come */
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
        sum += c->may[p] ? (uint64_t)least * c->pieces->pieces[p].hook_count : 0;
        best = c->may[p] && c->pieces->pieces[p].hook_count > best
                   ? c->pieces->pieces[p].hook_count
                   : best;
    }
    for (uint32_t value = best; left > 0 && value > 0; value--)
        for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
            uint32_t taken = c->wishes->least[p];
            taken = p == forced && taken == 0 ? 1 : taken;
            if (!c->may[p] || c->pieces->pieces[p].hook_count != value ||
                c->wishes->most[p] <= taken)
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

/* Whether no two pieces can stand over each other: all doorways are on one height, all floors
 * within headroom of each other. Dead ends can lie anywhere and leave a graph in the plane. */
static bool is_flat(const struct counting *c)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++) {
        const wr_piece *piece = &c->pieces->pieces[p];
        if (c->may[p] && piece->hook_count > 1 &&
            (!wr_piece_is_level(piece, &low, &high) || !is_one(c, p)))
            return false;
    }
    return low < high;
}

/* Twice the links are the faces' together; the outside is no smaller than any loop. */
static uint64_t most_loops_in_plane(const struct counting *c, uint32_t shortest)
{
    uint64_t sides = 2 * (uint64_t)(c->rooms - 1);
    return sides > shortest ? (sides - shortest) / (shortest - 2) : 0;
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

bool wr_capacity_find(const struct wr_making *m, const struct wr_wishes *wishes, uint32_t rooms,
                      wr_capacity *out)
{
    struct counting c = {
        .making = m, .wishes = wishes, .pieces = &m->kit->pieces, .rooms = rooms};
    wr_arena_mark here = wr_arena_here(m->arena);
    *out = (wr_capacity){0, WR_LIMIT_DOORWAYS};
    c.may = WR_TAKE(m->arena, bool, c.pieces->piece_count);
    if (!c.may)
        return false;
    for (uint32_t p = 0; p < c.pieces->piece_count; p++)
        c.may[p] = may_come(&c, p);
    uint64_t links = most_doorways(&c) / 2, loops = links >= rooms ? links - (rooms - 1) : 0;
    uint64_t pairs = (uint64_t)rooms * (rooms - 1) / 2;
    uint32_t shortest = shortest_loop(&c);
    loops = links > pairs && loops > pairs - (rooms - 1) ? pairs - (rooms - 1) : loops;
    loops = rooms < shortest ? 0 : loops;
    if (loops > 0 && is_flat(&c)) {
        uint64_t plane = most_loops_in_plane(&c, shortest);
        out->limit = plane < loops ? WR_LIMIT_PLANE : out->limit;
        loops = plane < loops ? plane : loops;
    }
    out->loops = loops < UINT32_MAX ? (uint32_t)loops : UINT32_MAX;
    wr_arena_rewind(m->arena, here);
    return true;
}
