/* One or two rooms come out of a table; before them, up to two more are put one by one. */
#include "builder/solver/rings/bridge.h"

struct crossing {
    const struct wr_spans *spans;
    const struct wr_joins *joins;
    const struct wr_pieces *pieces;
    wr_bridge_end from, to;
    wr_bridge_room rooms[WR_BRIDGE_ROOMS];
    uint32_t put, count;
    wr_random *random;
    uint64_t *steps, limit;
    wr_bridge_fn *visit;
    void *user;
};

/* The doorway one stands at after the rooms put so far. */
static wr_bridge_end end_of(const struct crossing *c)
{
    if (c->put == 0)
        return c->from;
    const wr_bridge_room *last = &c->rooms[c->put - 1];
    return (wr_bridge_end){&last->standing, last->out};
}

static uint16_t opposite(const struct wr_pieces *pieces, uint16_t facing)
{
    return (uint16_t)((facing + pieces->turn_count / 2) % pieces->turn_count);
}

static bool ends_meet(const struct crossing *c, wr_bridge_end a, wr_bridge_end b)
{
    return wr_hooks_meet(c->pieces, wr_hook_out(c->pieces, a.room->stance, a.hook),
                         wr_hook_out(c->pieces, b.room->stance, b.hook)) &&
           wr_spots_meet(c->pieces, wr_standing_hook(c->pieces, a.room, a.hook),
                         wr_standing_hook(c->pieces, b.room, b.hook));
}

wr_gap wr_bridge_gap(const struct wr_pieces *pieces, wr_bridge_end from, wr_bridge_end to)
{
    return (wr_gap){
        .length = wr_spot_sub(wr_standing_hook(pieces, to.room, to.hook),
                              wr_standing_hook(pieces, from.room, from.hook)),
        .in = opposite(pieces, wr_hook_out(pieces, from.room->stance, from.hook)->facing),
        .out = opposite(pieces, wr_hook_out(pieces, to.room->stance, to.hook)->facing),
    };
}

static wr_bridge_room room_after(const struct wr_pieces *pieces, wr_bridge_end end,
                                 const wr_step *step)
{
    wr_spot at = wr_standing_hook(pieces, end.room, end.hook);
    return (wr_bridge_room){
        .standing = wr_standing_at(
            step->stance, wr_spot_sub(at, wr_hook_out(pieces, step->stance, step->in)->at)),
        .in = step->in,
        .out = step->out,
    };
}

/* The rooms of a span out of a table, put behind the others. */
static bool take_span(void *user, const wr_span_steps *span)
{
    struct crossing *c = user;
    uint32_t before = c->put;
    bool meets = true;
    ++*c->steps;
    for (uint32_t i = 0; c->put < c->count && meets; i++) {
        const wr_step *step = &c->joins->steps[span->steps[i]];
        wr_bridge_end end = end_of(c);
        c->rooms[c->put] = room_after(c->pieces, end, step);
        meets = i > 0 ||
                wr_hooks_meet(c->pieces, wr_hook_out(c->pieces, end.room->stance, end.hook),
                              wr_hook_out(c->pieces, step->stance, step->in));
        c->put++;
    }
    bool taken =
        meets && ends_meet(c, end_of(c), c->to) && c->visit(c->user, c->rooms, c->count);
    c->put = before;
    return taken || *c->steps >= c->limit;
}

static bool close_gap(struct crossing *c, const struct wr_span_table *table)
{
    wr_gap gap = wr_bridge_gap(c->pieces, end_of(c), c->to);
    ++*c->steps;
    return wr_span_find(c->spans, table, &gap, wr_random_u32(c->random), take_span, c);
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Whether as many rooms as are still to come can lead as far. */
static bool in_reach(const struct crossing *c)
{
    wr_bridge_end end = end_of(c);
    wr_spot left = wr_spot_sub(wr_standing_hook(c->pieces, c->to.room, c->to.hook),
                               wr_standing_hook(c->pieces, end.room, end.hook));
    int64_t rooms = c->count - c->put, tolerance = c->pieces->tolerance;
    return size_of(left.x) <= rooms * c->spans->longest.x + tolerance &&
           size_of(left.y) <= rooms * c->spans->longest.y + tolerance &&
           size_of(left.z) <= rooms * c->spans->longest.z + tolerance;
}

static bool go_on(struct crossing *c)
{
    uint32_t left = c->count - c->put, range[2];
    if (!in_reach(c))
        return false;
    if (left <= 2)
        return close_gap(c, left == 1 ? &c->spans->one : &c->spans->two);
    wr_bridge_end end = end_of(c);
    wr_joins_from(c->joins, end.room->stance, end.hook, range);
    uint32_t count = range[1] - range[0];
    uint32_t turn = count ? wr_random_below(c->random, count) : 0;
    for (uint32_t i = 0; i < count && *c->steps < c->limit; i++) {
        const wr_join *join = &c->joins->joins[range[0] + (turn + i) % count];
        uint32_t hook = wr_joins_hook(c->joins, join->stance, join->hook);
        for (uint32_t s = c->joins->first_step[hook]; s < c->joins->first_step[hook + 1]; s++) {
            c->rooms[c->put] = room_after(c->pieces, end, &c->joins->steps[s]);
            c->put++;
            bool taken = go_on(c);
            c->put--;
            if (taken)
                return true;
        }
    }
    return false;
}

/* Whether a search ended with a bridge, and not only at its limit, is for `visit` to know. */
struct taking {
    wr_bridge_fn *visit;
    void *user;
    bool taken;
};

static bool take_bridge(void *user, const wr_bridge_room *rooms, uint32_t count)
{
    struct taking *taking = user;
    return taking->taken = taking->visit(taking->user, rooms, count);
}

bool wr_bridge_find(const struct wr_spans *spans, const wr_bridge_end ends[2], uint32_t count,
                    wr_random *random, uint64_t *steps, uint64_t limit, wr_bridge_fn *visit,
                    void *user)
{
    struct taking taking = {visit, user, false};
    struct crossing c = {
        .spans = spans,
        .joins = spans->joins,
        .pieces = spans->joins->pieces,
        .from = ends[0],
        .to = ends[1],
        .count = count,
        .random = random,
        .steps = steps,
        .limit = limit,
        .visit = take_bridge,
        .user = &taking,
    };
    if (count > WR_BRIDGE_ROOMS)
        return false;
    if (count == 0)
        return ends_meet(&c, c.from, c.to) && visit(user, NULL, 0);
    go_on(&c);
    return taking.taken;
}
