/* All rooms but the last are drawn, as often as not among those whose lengths part their
 * doorways; of the last ones all are tried that look the right way. */
#include "builder/solver/rings/stretched_bridge.h"
#include "builder/solver/lengths.h"

#include <string.h>

struct crossing {
    const struct wr_joins *joins;
    const struct wr_pieces *pieces;
    wr_bridge_end from, to;
    wr_bridge_room rooms[WR_BRIDGE_ROOMS];
    uint32_t count;
    double exactly;
    wr_random *random;
    wr_bridge_fn *visit;
    void *user;
};

/* ---- One room ---- */

/* The doorway one stands at after some rooms. */
static wr_bridge_end end_of(const struct crossing *c, uint32_t put)
{
    if (put == 0)
        return c->from;
    return (wr_bridge_end){&c->rooms[put - 1].standing, c->rooms[put - 1].out};
}

static wr_spot spot_of(const struct crossing *c, const wr_bridge_end *end)
{
    return wr_standing_hook(c->pieces, end->room, end->hook);
}

/* Puts a room's first doorway to the one before, its lengths as they are. */
static void hang(struct crossing *c, uint32_t at)
{
    wr_bridge_end before = end_of(c, at);
    wr_bridge_room *room = &c->rooms[at];
    room->standing.spot = (wr_spot){0, 0, 0};
    room->standing.spot = wr_spot_sub(spot_of(c, &before),
                                      wr_standing_hook(c->pieces, &room->standing, room->in));
}

static void put(struct crossing *c, uint32_t at, const wr_step *step)
{
    c->rooms[at] = (wr_bridge_room){
        .standing = {.stance = step->stance,
                     .lengths = wr_lengths_draw(c->pieces, step->stance, c->random)},
        .in = step->in,
        .out = step->out};
    hang(c, at);
}

static bool stretches(const struct crossing *c, const wr_step *step)
{
    return wr_hook_out(c->pieces, step->stance, step->in)->moved !=
           wr_hook_out(c->pieces, step->stance, step->out)->moved;
}

/* The pick-th step at a doorway, of all or of those that stretch; their number where there are
 * fewer. */
static uint32_t find_step(const struct crossing *c, const wr_bridge_end *end, bool only,
                          uint32_t pick, const wr_step **out)
{
    const struct wr_joins *joins = c->joins;
    uint32_t range[2], count = 0;
    wr_joins_from(joins, end->room->stance, end->hook, range);
    for (uint32_t i = range[0]; i < range[1]; i++) {
        uint32_t hook = wr_joins_hook(joins, joins->joins[i].stance, joins->joins[i].hook);
        for (uint32_t s = joins->first_step[hook]; s < joins->first_step[hook + 1]; s++) {
            if (only && !stretches(c, &joins->steps[s]))
                continue;
            *out = &joins->steps[s];
            if (count++ == pick)
                return pick;
        }
    }
    return count;
}

static bool draw_room(struct crossing *c, uint32_t at)
{
    wr_bridge_end end = end_of(c, at);
    const wr_step *step = NULL;
    bool only = wr_random_below(c->random, 2);
    uint32_t count = find_step(c, &end, only, UINT32_MAX, &step);
    if (count == 0)
        return false;
    find_step(c, &end, only, wr_random_below(c->random, count), &step);
    put(c, at, step);
    return true;
}

/* ---- The last one ---- */

static void pull_room(const struct crossing *c, struct wr_pulls *pulls, uint32_t at)
{
    const wr_bridge_room *room = &c->rooms[at];
    uint32_t stance = room->standing.stance;
    uint8_t moved[2] = {wr_hook_out(c->pieces, stance, room->out)->moved,
                        wr_hook_out(c->pieces, stance, room->in)->moved};
    wr_pulls_add(pulls, c->pieces, at, &room->standing, 0, moved, 1);
}

static bool holds(const double range[2], double miss, double tolerance)
{
    return miss + range[0] <= tolerance && miss + range[1] >= -tolerance;
}

static bool may_meet(const struct crossing *c, const struct wr_pulls *pulls)
{
    struct wr_way_box box = wr_pulls_box(pulls);
    double tolerance = (double)c->pieces->tolerance;
    return holds(box.x, pulls->x, tolerance) && holds(box.y, pulls->y, tolerance) &&
           holds(box.z, pulls->z, tolerance);
}

static bool meet(struct crossing *c, const struct wr_pulls *before)
{
    struct wr_pulls pulls = *before;
    wr_bridge_end end = end_of(c, c->count);
    wr_spot miss = wr_spot_sub(spot_of(c, &c->to), spot_of(c, &end));
    pulls.x = (double)miss.x, pulls.y = (double)miss.y, pulls.z = (double)miss.z;
    pull_room(c, &pulls, c->count - 1);
    if (!may_meet(c, &pulls) || !wr_pulls_meet(&pulls, c->pieces, c->exactly, c->random))
        return false;
    for (uint32_t i = 0; i < pulls.count; i++)
        c->rooms[pulls.of[i].room].standing.lengths.of[pulls.of[i].stretch] =
            (int32_t)pulls.of[i].length;
    for (uint32_t i = 0; i < c->count; i++)
        hang(c, i);
    return true;
}

/* Whether a step behind the rooms that are put makes a bridge that is taken. `pulls` are
 * theirs, and `drawn` they themselves before lengths changed. */
static bool end_with(struct crossing *c, const wr_step *step, const struct wr_pulls *pulls,
                     const wr_bridge_room *drawn)
{
    const wr_piece_hook *to = wr_hook_out(c->pieces, c->to.room->stance, c->to.hook);
    if (!wr_hooks_meet(c->pieces, wr_hook_out(c->pieces, step->stance, step->out), to))
        return false;
    memcpy(c->rooms, drawn, (c->count - 1) * sizeof *drawn);
    put(c, c->count - 1, step);
    return meet(c, pulls) && c->visit(c->user, c->rooms, c->count);
}

/* Tries each step behind the rooms that are put, from a drawn join on. */
static bool end_chain(struct crossing *c)
{
    const struct wr_joins *joins = c->joins;
    wr_bridge_room drawn[WR_BRIDGE_ROOMS];
    wr_bridge_end end = end_of(c, c->count - 1);
    struct wr_pulls pulls = {.count = 0};
    uint32_t range[2];
    for (uint32_t i = 0; i + 1 < c->count; i++)
        pull_room(c, &pulls, i);
    memcpy(drawn, c->rooms, sizeof drawn);
    wr_joins_from(joins, end.room->stance, end.hook, range);
    uint32_t count = range[1] - range[0], turn = wr_random_below(c->random, count ? count : 1);
    for (uint32_t i = 0; i < count; i++) {
        const wr_join *join = &joins->joins[range[0] + (turn + i) % count];
        uint32_t hook = wr_joins_hook(joins, join->stance, join->hook);
        for (uint32_t s = joins->first_step[hook]; s < joins->first_step[hook + 1]; s++)
            if (end_with(c, &joins->steps[s], &pulls, drawn))
                return true;
    }
    return false;
}

bool wr_bridge_stretch(const struct wr_joins *joins, const wr_bridge_end ends[2],
                       uint32_t count, wr_random *random, uint64_t *steps, uint64_t limit,
                       wr_bridge_fn *visit, void *user)
{
    static const uint32_t tries[] = {0, 1, 8, 32, 96};
    struct crossing c = {
        .joins = joins,
        .pieces = joins->pieces,
        .from = ends[0],
        .to = ends[1],
        .count = count,
        .exactly = wr_lengths_exactly(joins->pieces),
        .random = random,
        .visit = visit,
        .user = user,
    };
    if (count == 0 || count >= sizeof tries / sizeof *tries)
        return false;
    for (uint32_t i = 0; i < tries[count] && *steps < limit; i++) {
        uint32_t at = 0;
        ++*steps;
        while (at + 1 < count && draw_room(&c, at))
            at++;
        if (at + 1 == count && end_chain(&c))
            return true;
    }
    return false;
}
