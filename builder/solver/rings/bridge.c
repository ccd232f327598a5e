/* Rooms are put one by one, as long as sums of the rest may lead to where the bridge ends. */
#include "builder/solver/rings/bridge.h"

struct crossing {
    const struct wr_sums *sums;
    const struct wr_joins *joins;
    const struct wr_pieces *pieces;
    const wr_piece_hook *goal;
    wr_spot goal_at;
    wr_bridge_room rooms[WR_BRIDGE_ROOMS];
    uint32_t put, count;
    wr_random *random;
    uint64_t *steps, limit;
    wr_bridge_fn *visit;
    void *user;
};

static uint16_t number_of(const struct crossing *c, const wr_piece_hook *hook)
{
    return wr_sums_end(c->sums, hook->facing, hook->kind);
}

/* Whether some rooms more may lead from a doorway to the goal. */
static bool may_arrive(const struct crossing *c, uint32_t stance, uint32_t hook, wr_spot at,
                       uint32_t rooms)
{
    const wr_piece_hook *out = wr_hook_out(c->pieces, stance, hook);
    if (rooms == 0)
        return wr_hooks_meet(c->pieces, out, c->goal) &&
               wr_spots_meet(c->pieces, at, c->goal_at);
    return wr_sums_may(c->sums, rooms, wr_spot_sub(c->goal_at, at), number_of(c, out),
                       number_of(c, c->goal));
}

static bool go_on(struct crossing *c, uint32_t stance, uint32_t hook, wr_spot at);

/* Puts a room to a doorway, and what may follow it. */
static bool put(struct crossing *c, const wr_step *step, wr_spot at)
{
    wr_spot in = wr_hook_out(c->pieces, step->stance, step->in)->at;
    wr_spot end = wr_spot_add(at, wr_step_length(c->pieces, step));
    ++*c->steps;
    if (!may_arrive(c, step->stance, step->out, end, c->count - c->put - 1))
        return false;
    c->rooms[c->put++] = (wr_bridge_room){wr_standing_at(step->stance, wr_spot_sub(at, in)),
                                          step->in, step->out};
    bool taken = go_on(c, step->stance, step->out, end);
    c->put--;
    return taken;
}

static bool go_on(struct crossing *c, uint32_t stance, uint32_t hook, wr_spot at)
{
    const struct wr_joins *joins = c->joins;
    uint32_t range[2];
    if (c->put == c->count)
        return c->visit(c->user, c->rooms, c->count);
    wr_joins_from(joins, stance, hook, range);
    uint32_t count = range[1] - range[0];
    uint32_t turn = count ? wr_random_below(c->random, count) : 0;
    for (uint32_t i = 0; i < count && *c->steps < c->limit; i++) {
        const wr_join *join = &joins->joins[range[0] + (turn + i) % count];
        uint32_t in = wr_joins_hook(joins, join->stance, join->hook);
        for (uint32_t s = joins->first_step[in]; s < joins->first_step[in + 1]; s++)
            if (put(c, &joins->steps[s], at))
                return true;
    }
    return false;
}

bool wr_bridge_find(const struct wr_sums *sums, const wr_bridge_end ends[2], uint32_t count,
                    wr_random *random, uint64_t *steps, uint64_t limit, wr_bridge_fn *visit,
                    void *user)
{
    const wr_standing *from = ends[0].room, *to = ends[1].room;
    const struct wr_pieces *pieces = sums->joins->pieces;
    struct crossing c = {
        .sums = sums,
        .joins = sums->joins,
        .pieces = pieces,
        .goal = wr_hook_out(pieces, to->stance, ends[1].hook),
        .goal_at = wr_standing_hook(pieces, to, ends[1].hook),
        .count = count,
        .random = random,
        .steps = steps,
        .limit = limit,
        .visit = visit,
        .user = user,
    };
    wr_spot at = wr_standing_hook(pieces, from, ends[0].hook);
    ++*steps;
    return count <= WR_BRIDGE_ROOMS && may_arrive(&c, from->stance, ends[0].hook, at, count) &&
           go_on(&c, from->stance, ends[0].hook, at);
}
