/* Rings by the sums of their halves. A first half is worth going on with while another half
 * leads back from where it may end; so every way the search goes closes, and only overlaps end
 * it early. Where no two sums meet, that alone is the proof that nothing closes. */
#include "builder/solver/rings/ringing.h"

#include "core/base/diag.h"
#include <string.h>

/* Rooms put, and sums looked at, before a search gives up: each some seconds. */
enum { MOST_PUTS = 1 << 24, MOST_LOOKS = 1 << 25, A_GLANCE = 1 << 12 };

struct closing {
    struct wr_ringing *r;
    const struct wr_sums *sums;
    uint32_t half;                  /* rooms of the first half, at most as many as are left */
    uint8_t *may[WR_SUM_ROOMS + 1]; /* one a sum: a ring may begin so */
    uint64_t puts, looks;
};

/* ---- Which halves meet ---- */

static bool leads_back(struct closing *c, uint32_t rooms, wr_spot way, uint16_t in,
                       uint16_t out);

/* The same with a room more than there are sums of, put before the others. */
static bool steps_back(struct closing *c, uint32_t rooms, wr_spot way, uint16_t in,
                       uint16_t out)
{
    const struct wr_sums *sums = c->sums;
    uint32_t size = sums->classes.count, turns = c->r->pieces->turn_count;
    uint32_t facing = (out / size + turns / 2) % turns;
    for (uint32_t k = 0; k < size; k++)
        for (uint32_t i = sums->first_step[facing * size + k];
             sums->classes.meets[out % size * size + k] &&
             i < sums->first_step[facing * size + k + 1];
             i++) {
            const wr_sum *step = &sums->sets[1].sums[i];
            wr_spot on = wr_spot_add(way, (wr_spot){step->x, step->y, step->z});
            if (leads_back(c, rooms - 1, on, in, step->out))
                return true;
        }
    return false;
}

/* Whether a chain of some rooms leads back over a way, from a doorway that meets `out` to one
 * that meets `in`. */
static bool leads_back(struct closing *c, uint32_t rooms, wr_spot way, uint16_t in,
                       uint16_t out)
{
    if (rooms > c->sums->rooms)
        return steps_back(c, rooms, way, in, out);
    c->looks++;
    return wr_sums_may(c->sums, rooms, (wr_spot){-way.x, -way.y, -way.z}, out, in);
}

static bool mark_halves(struct closing *c)
{
    const struct wr_sum_set *set = &c->sums->sets[c->half];
    uint32_t rest = c->r->search->length - c->half;
    bool any = false;
    for (uint32_t i = 0; i < set->count && c->looks < MOST_LOOKS; i++) {
        const wr_sum *sum = &set->sums[i];
        wr_spot way = {sum->x, sum->y, sum->z};
        c->may[c->half][i] = leads_back(c, rest, way, sum->in, sum->out);
        any |= c->may[c->half][i];
    }
    return any;
}

/* Whether a sum that is marked is one step further. */
static bool leads_on(const struct closing *c, uint32_t rooms, const wr_sum *sum)
{
    const struct wr_sums *sums = c->sums;
    uint32_t size = sums->classes.count, turns = c->r->pieces->turn_count;
    uint32_t facing = (sum->out / size + turns / 2) % turns;
    for (uint32_t k = 0; k < size; k++)
        for (uint32_t i = sums->first_step[facing * size + k];
             sums->classes.meets[sum->out % size * size + k] &&
             i < sums->first_step[facing * size + k + 1];
             i++) {
            const wr_sum *step = &sums->sets[1].sums[i];
            wr_sum longer = {sum->x + step->x, sum->y + step->y, sum->z + step->z, sum->in,
                             step->out};
            struct wr_sum_cursor cursor;
            wr_sums_look(sums, rooms + 1, longer, 0, &cursor);
            for (uint32_t at; (at = wr_sums_next(&cursor)) != UINT32_MAX;)
                if (c->may[rooms + 1][at])
                    return true;
        }
    return false;
}

static void mark_beginnings(struct closing *c)
{
    for (uint32_t rooms = c->half - 1; rooms > 0; rooms--) {
        const struct wr_sum_set *set = &c->sums->sets[rooms];
        for (uint32_t i = 0; i < set->count; i++)
            c->may[rooms][i] = leads_on(c, rooms, &set->sums[i]);
    }
}

/* ---- Putting rooms ---- */

static const wr_piece_hook *hook_of(const struct closing *c, uint32_t room, bool out)
{
    const wr_bridge_room *at = &c->r->ring.rooms[room];
    return wr_hook_out(c->r->pieces, at->standing.stance, out ? at->out : at->in);
}

/* Whether a ring may begin with what is put, or goes on with it to where it closes. */
static bool may_close(struct closing *c)
{
    const struct wr_ringing *r = c->r;
    const struct wr_sums *sums = c->sums;
    const wr_piece_hook *in = hook_of(c, 0, false), *out = hook_of(c, r->put - 1, true);
    wr_spot way = wr_spot_sub(wr_ringing_door(r->pieces, &r->ring.rooms[r->put - 1], true),
                              wr_ringing_door(r->pieces, &r->ring.rooms[0], false));
    if (r->put == r->search->length)
        return true;
    if (r->put > c->half)
        return leads_back(c, r->search->length - r->put, way,
                          wr_sums_end(sums, in->facing, in->kind),
                          wr_sums_end(sums, out->facing, out->kind));
    struct wr_sum_cursor cursor;
    wr_sums_look(sums, r->put,
                 wr_sums_level(sums, way, in->facing, sums->classes.of[in->kind], out->facing,
                               sums->classes.of[out->kind]),
                 sums->rounding, &cursor);
    for (uint32_t at; (at = wr_sums_next(&cursor)) != UINT32_MAX;)
        if (c->may[r->put][at])
            return true;
    return false;
}

static bool go_on(struct closing *c);

/* Puts a room, and whatever rooms may follow. True ends the search. */
static bool put(struct closing *c, uint32_t step)
{
    struct wr_ringing *r = c->r;
    bool done = false;
    if (++c->puts > MOST_PUTS ||
        (c->puts % A_GLANCE == 0 && wr_context_stopped(r->search->context)))
        return r->spent = true;
    wr_ringing_put(r, step);
    if (may_close(c) && !wr_ringing_overlaps(r))
        done = r->put == r->search->length ? wr_ringing_try(r) : go_on(c);
    r->put--;
    return done;
}

static bool go_on(struct closing *c)
{
    const struct wr_joins *joins = c->r->joins;
    const wr_bridge_room *last = &c->r->ring.rooms[c->r->put - 1];
    uint32_t range[2];
    wr_joins_from(joins, last->standing.stance, last->out, range);
    uint32_t count = range[1] - range[0];
    uint32_t turn = count ? wr_random_below(c->r->random, count) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const wr_join *join = &joins->joins[range[0] + (turn + i) % count];
        uint32_t hook = wr_joins_hook(joins, join->stance, join->hook);
        for (uint32_t s = joins->first_step[hook]; s < joins->first_step[hook + 1]; s++)
            if (put(c, s))
                return true;
    }
    return false;
}

static void begin_everywhere(struct closing *c)
{
    const struct wr_joins *joins = c->r->joins;
    uint32_t count = joins->step_count;
    uint32_t turn = count ? wr_random_below(c->r->random, count) : 0;
    bool one_turn = wr_ringing_one_turn(c->r), done = false;
    for (uint32_t i = 0; i < count && !done; i++) {
        const wr_step *step = &joins->steps[(turn + i) % count];
        if (!one_turn || wr_hook_out(c->r->pieces, step->stance, step->in)->facing == 0)
            done = put(c, (turn + i) % count);
    }
    c->r->search->proved = !done && !c->r->spent;
}

/* ---- All of it ---- */

static bool take_marks(struct closing *c)
{
    for (uint32_t rooms = 1; rooms <= c->half; rooms++) {
        c->may[rooms] = wr_alloc((size_t)c->sums->sets[rooms].count + 1);
        if (!c->may[rooms])
            return false;
    }
    return true;
}

bool wr_ringing_close(struct wr_ringing *r)
{
    struct wr_sums *sums = r->search->sums;
    struct closing c = {.r = r, .sums = sums, .half = r->search->length / 2};
    if (!wr_sums_extend(sums, c.half, WR_SUMS_MOST))
        return false;
    if (sums->rooms < c.half)
        return true;
    bool fine = take_marks(&c), any = fine && mark_halves(&c);
    if (any && c.looks < MOST_LOOKS) {
        mark_beginnings(&c);
        begin_everywhere(&c);
    }
    r->search->proved |= fine && !any && c.looks < MOST_LOOKS;
    for (uint32_t rooms = 1; rooms <= c.half; rooms++)
        wr_free(c.may[rooms]);
    return fine;
}
