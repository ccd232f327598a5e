/* Sides are chosen, places follow; where two bodies overlap then, it is asked that they lie
 * apart, and chosen anew. */
#include "builder/solver/boxes/relate.h"
#include "builder/solver/boxes/relation.h"

enum { X, Y };

struct wr_relate {
    struct wr_relation relation;
    bool encoded;
    int32_t (*places)[WR_AXES]; /* of low corners, one a body */
    uint32_t *stances;          /* one a body */
};

/* ---- Places ---- */

static uint32_t chosen_stance(const struct wr_relate *r, uint32_t body)
{
    uint32_t i = 0, first = r->relation.choices[body].first;
    while (!wr_logic_is(r->relation.logic, 2 * (first + i)))
        i++;
    return r->relation.bodies.list[body].stances[i];
}

/* Somewhere between its bounds from what has a place already: any such choice can be gone on
 * with. */
static int32_t place_one(const struct wr_relate *r, uint32_t body, uint32_t axis)
{
    const struct wr_bounds *bounds = &r->relation.walls.bounds[axis];
    int32_t low = -WR_BOUNDLESS, high = WR_BOUNDLESS;
    for (uint32_t other = 0; other < body; other++) {
        int32_t at = r->places[other][axis];
        int32_t most = wr_bounds_most(bounds, wr_low_wall(other), wr_low_wall(body));
        int32_t back = wr_bounds_most(bounds, wr_low_wall(body), wr_low_wall(other));
        if (most < WR_BOUNDLESS && at + most < high)
            high = at + most;
        if (back < WR_BOUNDLESS && at - back > low)
            low = at - back;
    }
    if (low > -WR_BOUNDLESS && high < WR_BOUNDLESS)
        return low + (high - low) / 2;
    return low > -WR_BOUNDLESS ? low : high < WR_BOUNDLESS ? high : 0;
}

static void place_all(struct wr_relate *r)
{
    for (uint32_t body = 0; body < r->relation.bodies.count; body++)
        r->stances[body] = chosen_stance(r, body);
    for (uint32_t axis = 0; axis < WR_AXES; axis++)
        for (uint32_t body = 0; body < r->relation.bodies.count; body++)
            r->places[body][axis] = place_one(r, body, axis);
}

/* How far two bodies would have to move apart at a side of the first. */
static int32_t depth_at(const struct wr_relate *r, uint32_t a, uint32_t b, uint32_t side)
{
    uint32_t axis = wr_side_axis(side);
    bool beyond = wr_side_is_beyond(side);
    uint32_t first = beyond ? a : b, second = beyond ? b : a;
    int32_t size = r->relation.sides.sizes[r->stances[first]][axis];
    return r->places[first][axis] + size - r->places[second][axis];
}

static bool lie_apart(const struct wr_relate *r, uint32_t a, uint32_t b)
{
    for (uint32_t side = 0; side < WR_SIDES; side++)
        if (depth_at(r, a, b, side) <= 0)
            return true;
    return false;
}

/* Where b is least deep in a. */
static uint32_t nearest_side(const struct wr_relate *r, uint32_t a, uint32_t b)
{
    uint32_t best = 0;
    for (uint32_t side = 1; side < WR_SIDES; side++)
        if (depth_at(r, a, b, side) < depth_at(r, a, b, best))
            best = side;
    return best;
}

/* Asks of all that overlap that they do not; WR_SOLVED where nothing does. */
static enum wr_verdict part(struct wr_relate *r)
{
    uint32_t n = r->relation.bodies.count;
    bool fine = true;
    place_all(r);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++) {
            if (r->relation.apart[a * n + b] || lie_apart(r, a, b))
                continue;
            if (fine)
                wr_logic_backtrack(r->relation.logic);
            fine = false;
            if (!wr_relation_part(&r->relation, a, b, nearest_side(r, a, b)))
                return WR_OUT_OF_MEMORY;
        }
    return fine ? WR_SOLVED : WR_OUT_OF_BUDGET;
}

/* ---- Starting ---- */

struct wr_relate *wr_relate_start(const struct wr_puzzle *puzzle, wr_random *random,
                                  struct wr_arena *arena)
{
    struct wr_relate *r = WR_ZERO(arena, struct wr_relate, 1);
    if (!r)
        return NULL;
    enum wr_encoding encoding = wr_relation_start(puzzle, random, arena, &r->relation);
    uint32_t n = r->relation.bodies.count;
    r->encoded = encoding == WR_ENCODED;
    r->stances = WR_TAKE(arena, uint32_t, n);
    r->places = wr_arena_take(arena, n, sizeof *r->places);
    if (encoding != WR_ENCODING_NO_MEMORY && r->stances && r->places)
        return r;
    wr_relate_finish(r);
    return NULL;
}

void wr_relate_finish(struct wr_relate *r)
{
    if (r)
        wr_relation_finish(&r->relation);
}

bool wr_relate_is_encoded(const struct wr_relate *r)
{
    return r->encoded;
}

/* ---- Trying ---- */

/* Placing one room takes as long as some steps of logic (measured). */
enum { LOGIC_A_STEP = 6 };

uint64_t wr_relate_steps(const struct wr_relate *r)
{
    return r->relation.logic ? wr_logic_steps(r->relation.logic) / LOGIC_A_STEP : 0;
}

enum wr_verdict wr_relate_try(struct wr_relate *r, uint64_t steps)
{
    enum { SPAN = 1 << 20 };
    uint64_t limit = wr_relate_steps(r) + steps;
    while (wr_relate_steps(r) < limit) {
        uint64_t left = (limit - wr_relate_steps(r)) * LOGIC_A_STEP;
        enum wr_logic_result result =
            wr_logic_run(r->relation.logic, left < SPAN ? left : SPAN);
        if (result == WR_UNSATISFIABLE)
            return WR_UNSOLVABLE;
        if (result == WR_LOGIC_NO_MEMORY)
            return WR_OUT_OF_MEMORY;
        enum wr_verdict verdict = result == WR_SATISFIABLE ? part(r) : WR_OUT_OF_BUDGET;
        if (verdict != WR_OUT_OF_BUDGET)
            return verdict;
        if (wr_puzzle_is_late(r->relation.puzzle))
            return WR_OUT_OF_TIME;
    }
    return WR_OUT_OF_BUDGET;
}

static wr_standing standing_of(const struct wr_relate *r, uint32_t body, wr_spot zero)
{
    uint32_t stance = r->stances[body];
    wr_spot low = r->relation.puzzle->pieces->stances[stance].low;
    wr_spot at = {r->places[body][X] * r->relation.sides.unit - low.x,
                  r->places[body][Y] * r->relation.sides.unit - low.y, 0};
    return wr_standing_at(stance, wr_spot_add(at, zero));
}

/* What has to be added to all places so that the first fixed body is where it stands. */
static wr_spot find_zero(const struct wr_relate *r)
{
    const wr_puzzle_node *first = wr_first_fixed(r->relation.puzzle);
    wr_spot none = {0, 0, 0};
    if (!first)
        return none;
    wr_standing standing = standing_of(r, (uint32_t)(first - r->relation.puzzle->nodes), none);
    return wr_spot_sub(first->spot, standing.spot);
}

void wr_relate_tell(const struct wr_relate *r, wr_standing *nodes, wr_standing *corridors)
{
    wr_spot zero = find_zero(r);
    for (uint32_t i = 0; i < r->relation.puzzle->node_count; i++)
        nodes[i] = standing_of(r, i, zero);
    for (uint32_t i = 0; i < r->relation.puzzle->link_count; i++)
        corridors[i] = r->relation.bodies.corridors[i] != WR_NO_BODY
                           ? standing_of(r, r->relation.bodies.corridors[i], zero)
                           : (wr_standing){.stance = WR_NO_STANCE};
}
