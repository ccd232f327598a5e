/* What is common is found at once: up to five rooms by chains from a room back to itself;
 * beyond, among samples of both halves, joined by a hash. What is rare is found by chains of
 * any length. Where no sums of two halves meet, that alone is the proof that nothing closes. */
#include "builder/solver/rings/rings.h"

#include "core/base/diag.h"
#include "core/base/grid.h"
#include "core/base/tolerance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rooms put, and samples of a half, before a search without a budget tries all; and the most
 * samples, where there are more sums than few. */
enum {
    LOOKS = 1 << 16,
    FEW_SAMPLES = 1 << 13,
    FEW_SUMS = 1 << 16,
    SAMPLES = 1 << 16,
    TRIES = 16
};

/* A search under way. */
struct ringing {
    struct wr_ring_search *search;
    const struct wr_joins *joins;
    const struct wr_pieces *pieces;
    wr_random *random;
    uint64_t looks;
    wr_ring ring; /* under way */
    uint32_t put; /* rooms of it */
    bool spent;
};

/* ---- Judging ---- */

static bool climbs(const struct wr_pieces *pieces, const wr_ring *ring)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < ring->length; i++) {
        const wr_bridge_room *room = &ring->rooms[i];
        int64_t z =
            room->standing.spot.z + wr_hook_out(pieces, room->standing.stance, room->in)->at.z;
        low = z < low ? z : low;
        high = z > high ? z : high;
    }
    return high - low >= wr_units_of(WR_HEADROOM);
}

static bool rooms_overlap(const struct wr_pieces *pieces, const wr_bridge_room *rooms,
                          uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (wr_stances_overlap(pieces, rooms[k].standing.stance, rooms[i].standing.stance,
                                   wr_spot_sub(rooms[i].standing.spot, rooms[k].standing.spot)))
                return true;
    return false;
}

/* Where one comes into a room, or goes out. */
static wr_spot door_of(const struct wr_pieces *pieces, const wr_bridge_room *room, bool out)
{
    return wr_spot_add(
        room->standing.spot,
        wr_hook_out(pieces, room->standing.stance, out ? room->out : room->in)->at);
}

int64_t wr_ring_gap(const struct wr_pieces *pieces, const wr_ring *ring)
{
    wr_spot gap = {0, 0, 0};
    for (uint32_t i = 0; i < ring->length; i++) {
        wr_spot from = door_of(pieces, &ring->rooms[i], true);
        wr_spot to = door_of(pieces, &ring->rooms[(i + 1) % ring->length], false);
        gap = wr_spot_larger(gap, wr_spot_sub(to, from));
    }
    return wr_units_larger(wr_units_larger(gap.x, gap.y), gap.z);
}

static bool meets(const struct wr_pieces *pieces, const wr_bridge_room *a,
                  const wr_bridge_room *b)
{
    return wr_hooks_meet(pieces, wr_hook_out(pieces, a->standing.stance, a->out),
                         wr_hook_out(pieces, b->standing.stance, b->in));
}

static bool is_ring(const struct ringing *r)
{
    const wr_ring *ring = &r->ring;
    enum wr_ring_climb climb = r->search->climb;
    if (climb != WR_RING_ANY && climbs(r->pieces, ring) != (climb == WR_RING_CLIMBS))
        return false;
    for (uint32_t i = 0; i < ring->length; i++) {
        if (!meets(r->pieces, &ring->rooms[i], &ring->rooms[(i + 1) % ring->length]))
            return false;
    }
    return wr_ring_gap(r->pieces, ring) <= r->pieces->tolerance &&
           !rooms_overlap(r->pieces, ring->rooms, ring->length);
}

/* ---- Putting rooms ---- */

/* Puts the room of a step behind what is put. */
static void put(struct ringing *r, uint32_t step)
{
    const wr_step *put = &r->joins->steps[step];
    wr_spot at = {0, 0, 0};
    if (r->put > 0)
        at = door_of(r->pieces, &r->ring.rooms[r->put - 1], true);
    at = wr_spot_sub(at, wr_hook_out(r->pieces, put->stance, put->in)->at);
    r->ring.rooms[r->put++] =
        (wr_bridge_room){wr_standing_at(put->stance, at), put->in, put->out};
}

/* Keeps what is put if it is a ring; true when there are as many as were wanted. */
static bool take_ring(struct ringing *r)
{
    if (is_ring(r))
        r->search->rings[r->search->found++] = r->ring;
    return r->search->found == r->search->most;
}

/* Where all rooms may turn, a ring comes in every turn: looking at one is enough, unless rings
 * are wanted to stand in all of them. */
static bool one_turn_does(const struct ringing *r)
{
    return r->search->most == 1 && wr_pieces_all_turn(r->pieces);
}

/* ---- By chains ---- */

/* Keeps what is put if the rooms of a chain close it. */
static bool take_chain(void *user, const wr_bridge_room *rooms, uint32_t count)
{
    struct ringing *r = user;
    memcpy(&r->ring.rooms[1], rooms, count * sizeof *rooms);
    return take_ring(r);
}

/* Closes the room that is put by chains that lead from its way out to its way in. */
static bool close_room(struct ringing *r, uint64_t limit)
{
    const wr_bridge_room *room = &r->ring.rooms[0];
    const wr_bridge_end ends[2] = {{&room->standing, room->out}, {&room->standing, room->in}};
    bool done = wr_bridge_find(r->search->sums, ends, r->search->length - 1, r->random,
                               &r->looks, limit, take_chain, r);
    r->spent |= r->looks >= limit || wr_context_stopped(r->search->context);
    return done;
}

static void find_by_chains(struct ringing *r, uint64_t limit)
{
    uint32_t count = r->joins->step_count;
    uint32_t turn = count ? wr_random_below(r->random, count) : 0;
    bool one_turn = one_turn_does(r), done = false;
    for (uint32_t i = 0; i < count && !done && !r->spent; i++) {
        uint32_t step = (turn + i) % count;
        const wr_step *first = &r->joins->steps[step];
        if (one_turn && wr_hook_out(r->pieces, first->stance, first->in)->facing != 0)
            continue;
        put(r, step);
        done = close_room(r, limit);
        r->put = 0;
    }
    r->search->proved = !done && !r->spent;
}

/* ---- Among samples ---- */

/* A chain drawn at random; its key says what it must be met by. */
struct sample {
    uint64_t key;
    uint32_t steps[WR_RING_MOST / 2];
};

/* A step on from what is put, any at all or, after a room, one of a join's. */
static bool draw_step(struct ringing *r, uint32_t *step)
{
    uint32_t first = 0, count = r->joins->step_count;
    if (r->put > 0) {
        const wr_bridge_room *last = &r->ring.rooms[r->put - 1];
        uint32_t range[2];
        wr_joins_from(r->joins, last->standing.stance, last->out, range);
        if (range[0] == range[1])
            return false;
        const wr_join *join =
            &r->joins->joins[range[0] + wr_random_below(r->random, range[1] - range[0])];
        uint32_t hook = wr_joins_hook(r->joins, join->stance, join->hook);
        first = r->joins->first_step[hook];
        count = r->joins->first_step[hook + 1] - first;
    }
    if (count == 0)
        return false;
    *step = first + wr_random_below(r->random, count);
    return true;
}

static bool draw_chain(struct ringing *r, uint32_t length, struct sample *out)
{
    r->put = 0;
    for (uint32_t i = 0; i < length; i++) {
        bool drawn = false;
        for (int tries = 0; tries < TRIES && !drawn; tries++)
            drawn = draw_step(r, &out->steps[i]);
        if (!drawn)
            return false;
        put(r, out->steps[i]);
    }
    return !rooms_overlap(r->pieces, r->ring.rooms, length);
}

/* Where the chain leads, in cells; seen from its other end when `back`. */
static uint64_t key_of(const struct ringing *r, bool back, int corner)
{
    const wr_bridge_room *first = &r->ring.rooms[0], *last = &r->ring.rooms[r->put - 1];
    int64_t width = 16 * r->pieces->tolerance + 1, reach = r->pieces->tolerance;
    uint32_t half = r->pieces->turn_count / 2;
    uint32_t in = wr_hook_out(r->pieces, first->standing.stance, first->in)->facing;
    uint32_t out = wr_hook_out(r->pieces, last->standing.stance, last->out)->facing;
    wr_spot to = wr_spot_sub(door_of(r->pieces, last, true), door_of(r->pieces, first, false));
    if (back) {
        uint32_t facing = in;
        to = (wr_spot){-to.x + (corner & 1 ? reach : -reach),
                       -to.y + (corner & 2 ? reach : -reach),
                       -to.z + (corner & 4 ? reach : -reach)};
        in = (out + half) % r->pieces->turn_count;
        out = (facing + half) % r->pieces->turn_count;
    }
    uint64_t key = wr_mix((uint64_t)wr_cell_of(to.x, width));
    key = wr_mix(key ^ (uint64_t)wr_cell_of(to.y, width));
    return wr_mix(key ^ (uint64_t)wr_cell_of(to.z, width) ^ ((uint64_t)in << 48 | out));
}

static int order_samples(const void *a, const void *b)
{
    const struct sample *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return memcmp(p->steps, q->steps, sizeof p->steps);
}

static uint32_t draw_samples(struct ringing *r, uint32_t length, uint32_t most,
                             struct sample *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < most; i++) {
        out[count].steps[WR_RING_MOST / 2 - 1] = 0;
        out[count].steps[WR_RING_MOST / 2 - 2] = 0;
        if (draw_chain(r, length, &out[count])) {
            out[count].key = key_of(r, false, 0);
            count++;
        }
    }
    qsort(out, count, sizeof *out, order_samples);
    return count;
}

static uint32_t first_with(const struct sample *samples, uint32_t count, uint64_t key)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (samples[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Joins the chain that is put with those that lead back from its end. */
static bool join_sample(struct ringing *r, const struct sample *seconds, uint32_t count,
                        uint32_t length)
{
    uint32_t before = r->put;
    uint64_t seen = 0;
    for (int corner = 0; corner < 8; corner++) {
        uint64_t key = key_of(r, true, corner);
        if (corner && key == seen)
            continue;
        seen = key;
        uint32_t at = first_with(seconds, count, key);
        for (uint32_t i = 0; i < TRIES && at + i < count && seconds[at + i].key == key; i++) {
            for (uint32_t k = 0; k < length; k++)
                put(r, seconds[at + i].steps[k]);
            uint32_t found = r->search->found;
            bool done = take_ring(r);
            r->put = before;
            if (done || r->search->found > found) /* one ring a chain: many kinds of rings */
                return done;
        }
    }
    return false;
}

static bool find_among_samples(struct ringing *r, uint64_t budget)
{
    uint32_t most = budget < SAMPLES ? (uint32_t)budget : SAMPLES;
    uint32_t second = r->search->length / 2, first = r->search->length - second;
    struct sample *seconds = wr_alloc((size_t)most * sizeof *seconds), chain;
    if (!seconds)
        return false;
    uint32_t count = r->joins->step_count ? draw_samples(r, second, most, seconds) : 0;
    bool done = count == 0;
    for (uint32_t i = 0; i < most && !done; i++)
        done = draw_chain(r, first, &chain) && join_sample(r, seconds, count, second);
    wr_free(seconds);
    return true;
}

/* ---- All of it ---- */

/* Whether sums of two halves meet; so they may where there are too many of them. */
static bool may_close(const struct ringing *r)
{
    const struct wr_sums *sums = r->search->sums;
    uint32_t half = r->search->length / 2, rest = r->search->length - half;
    if (rest > sums->rooms)
        return true;
    for (uint32_t i = 0; i < sums->sets[half].count; i++) {
        const wr_sum *sum = &sums->sets[half].sums[i];
        if (wr_sums_may(sums, rest, (wr_spot){-sum->x, -sum->y, -sum->z}, sum->out, sum->in))
            return true;
    }
    return false;
}

/* Tries every chain, where any may close. */
static bool find_all(struct ringing *r)
{
    if (!wr_sums_extend(r->search->sums, (r->search->length + 1) / 2, WR_SUMS_MOST))
        return false;
    r->put = 0;
    r->spent = false;
    if (may_close(r))
        find_by_chains(r, WR_RING_ALL);
    else
        r->search->proved = true;
    return true;
}

/* What is found at once. */
static bool find_soon(struct ringing *r, uint64_t looks, uint64_t samples)
{
    if (r->search->length > WR_RING_BY_CHAINS && looks < WR_RING_ALL)
        return find_among_samples(r, samples);
    find_by_chains(r, looks);
    return true;
}

static bool is_settled(const struct wr_ring_search *search)
{
    return search->found || search->proved;
}

/* More samples come before sums that are many. */
static bool find_to_the_end(struct ringing *r)
{
    const struct wr_ring_search *search = r->search;
    if (!find_soon(r, LOOKS, FEW_SAMPLES))
        return false;
    if (is_settled(search))
        return true;
    if (!wr_sums_extend(search->sums, search->length / 2, FEW_SUMS))
        return false;
    if (search->sums->rooms < search->length / 2 && !find_among_samples(r, SAMPLES))
        return false;
    return is_settled(search) || find_all(r);
}

bool wr_rings_find(struct wr_ring_search *search, wr_random *random)
{
    struct ringing r = {
        .search = search,
        .joins = search->sums->joins,
        .pieces = search->sums->joins->pieces,
        .random = random,
        .ring = {.length = search->length},
    };
    search->found = 0;
    search->proved = false;
    if (search->length < WR_RING_LEAST || search->length > WR_RING_MOST)
        return true;
    bool fine =
        search->budget ? find_soon(&r, search->budget, search->budget) : find_to_the_end(&r);
    search->proved &= !r.pieces->stretches; /* with other lengths more may close */
    return fine && !wr_context_stopped(search->context);
}

bool wr_rings_survey(struct wr_context *context, struct wr_sums *sums, enum wr_ring_climb climb,
                     wr_random *random, wr_ring_lengths *out)
{
    bool fine = true;
    *out = (wr_ring_lengths){0};
    for (uint32_t length = WR_RING_LEAST; fine && length <= WR_RING_MOST; length++) {
        wr_ring ring;
        struct wr_ring_search search = {.context = context,
                                        .sums = sums,
                                        .length = length,
                                        .climb = climb,
                                        .most = 1,
                                        .rings = &ring};
        fine = wr_rings_find(&search, random);
        out->of[length] = search.found    ? WR_LENGTH_CLOSES
                          : search.proved ? WR_LENGTH_NEVER
                                          : WR_LENGTH_UNKNOWN;
    }
    return fine;
}

/* "4, 6 and 8": the lengths of which so much is known; empty where there is none. */
static size_t list_lengths(const wr_ring_lengths *lengths, enum wr_length_fate fate,
                           const char *last, char *out, size_t size)
{
    uint32_t list[WR_RING_MOST], count = 0;
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = WR_RING_LEAST; i <= WR_RING_MOST; i++)
        if (lengths->of[i] == fate)
            list[count++] = i;
    for (uint32_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "" : i + 1 == count ? last : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%u", before, (unsigned)list[i]);
    }
    return used;
}

wr_lengths_text wr_ring_lengths_text(const wr_ring_lengths *lengths)
{
    wr_lengths_text out;
    char closes[32], never[32], unknown[32];
    bool some = list_lengths(lengths, WR_LENGTH_CLOSES, " and ", closes, sizeof closes);
    bool not = list_lengths(lengths, WR_LENGTH_NEVER, " or ", never, sizeof never);
    bool open = list_lengths(lengths, WR_LENGTH_UNKNOWN, " or ", unknown, sizeof unknown);
    snprintf(out.text, sizeof out.text, "%s%s%s%s%s%s%s", some ? "loops of " : "no loops",
             closes, some ? " rooms" : "", not ? (some ? ", not of " : " of ") : "", never,
             open ? "; none was found of " : "", unknown);
    return out;
}
