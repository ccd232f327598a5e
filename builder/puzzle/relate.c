/* Each room is one of its stances, and each link is at one of four sides: that is logic. What
 * it means for where walls are is bounds, and a choice of sides fits where its bounds do. That
 * two rooms without a link lie apart is asked only once they do not. */
#include "builder/puzzle/relate.h"

#include "builder/puzzle/sides.h"
#include "builder/puzzle/walls.h"

#include <string.h>

#define NONE UINT32_MAX

enum { X, Y };
enum { MOST_BODIES = 128 };

/* A room, or the corridor of a link. */
struct body {
    uint32_t *stances;
    uint32_t stance_count;
    uint32_t first;    /* variable: it is its first stance; those of the others follow */
    uint32_t *classes; /* one a stance: the variable of those with its margins, or NONE */
    bool round;        /* it is in a round */
};

/* Two bodies that meet. */
struct meeting {
    uint32_t bodies[2];
    uint32_t first; /* variable: the second is east of the first; the other sides follow */
};

struct wr_relate {
    const struct wr_puzzle *puzzle;
    const struct wr_pieces *pieces;
    wr_random *random;
    struct wr_arena *arena;
    struct wr_sides sides;
    struct body *bodies; /* nodes, then corridors */
    uint32_t *corridors; /* one a link: a body, or NONE */
    struct meeting *meetings;
    uint32_t body_count, meeting_count, variable_count;
    struct wr_walls walls;
    struct wr_logic *logic;
    bool *apart; /* pairs of bodies whose lying apart is asked, or follows */
    int32_t (*places)[WR_AXES];
    bool can;
};

/* ---- Bodies and meetings ---- */

/* Numbers what there is. */
static bool count_bodies(struct wr_relate *r)
{
    r->corridors = WR_TAKE(r->arena, uint32_t, r->puzzle->link_count);
    r->body_count = r->puzzle->node_count;
    for (uint32_t i = 0; r->corridors && i < r->puzzle->link_count; i++)
        r->corridors[i] = r->puzzle->links[i].contacts->vias ? r->body_count++ : NONE;
    return r->corridors != NULL;
}

static bool add_stance(const struct wr_relate *r, struct body *body, uint32_t stance)
{
    for (uint32_t i = 0; i < body->stance_count; i++)
        if (body->stances[i] == stance)
            return true;
    body->stances = wr_arena_more(r->arena, body->stances, body->stance_count, sizeof stance);
    if (!body->stances)
        return false;
    body->stances[body->stance_count++] = stance;
    return true;
}

static bool list_node(struct wr_relate *r, uint32_t node)
{
    const wr_puzzle_node *of = &r->puzzle->nodes[node];
    struct body *body = &r->bodies[node];
    if (of->fixed)
        return add_stance(r, body, of->stance);
    for (uint32_t i = 0; i < of->piece_count; i++) {
        const uint32_t *first = r->pieces->first_stance + of->pieces[i];
        for (uint32_t stance = first[0]; stance < first[1]; stance++)
            if (!add_stance(r, body, stance))
                return false;
    }
    return true;
}

/* A corridor is whatever stands anywhere between two stances; most links have the same. */
static bool list_corridor(struct wr_relate *r, uint32_t link)
{
    const struct wr_contacts *contacts = r->puzzle->links[link].contacts;
    size_t pairs = (size_t)r->pieces->stance_count * r->pieces->stance_count;
    struct body *body = &r->bodies[r->corridors[link]];
    for (uint32_t i = 0; i < link; i++)
        if (r->puzzle->links[i].contacts == contacts) {
            *body = r->bodies[r->corridors[i]];
            return true;
        }
    for (uint32_t i = 0; i < contacts->via_start[contacts->start[pairs]]; i++)
        if (!add_stance(r, body, contacts->vias[i].stance))
            return false;
    return true;
}

static void meet(struct wr_relate *r, uint32_t a, uint32_t b)
{
    r->meetings[r->meeting_count++] = (struct meeting){{a, b}, NONE};
    r->apart[a * r->body_count + b] = r->apart[b * r->body_count + a] = true;
}

static bool list_bodies(struct wr_relate *r)
{
    for (uint32_t i = 0; i < r->puzzle->node_count; i++)
        if (!list_node(r, i))
            return false;
    for (uint32_t i = 0; i < r->puzzle->link_count; i++) {
        const wr_puzzle_link *link = &r->puzzle->links[i];
        if (r->corridors[i] == NONE) {
            meet(r, link->nodes[0], link->nodes[1]);
            continue;
        }
        meet(r, link->nodes[0], r->corridors[i]);
        meet(r, r->corridors[i], link->nodes[1]);
        if (!list_corridor(r, i))
            return false;
    }
    return true;
}

/* Takes leaves off until none is left: the others are in rounds, or between them. */
static bool find_rounds(struct wr_relate *r)
{
    uint32_t *degrees = WR_ZERO(r->arena, uint32_t, r->body_count);
    if (!degrees)
        return false;
    for (uint32_t i = 0; i < r->meeting_count; i++)
        for (uint32_t side = 0; side < 2; side++)
            degrees[r->meetings[i].bodies[side]]++;
    for (uint32_t i = 0; i < r->body_count; i++)
        r->bodies[i].round = degrees[i] > 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->meeting_count; i++) {
            uint32_t a = r->meetings[i].bodies[0], b = r->meetings[i].bodies[1];
            if (!r->bodies[a].round || !r->bodies[b].round ||
                (degrees[a] > 1 && degrees[b] > 1))
                continue;
            r->bodies[degrees[a] > 1 ? b : a].round = false;
            degrees[a]--;
            degrees[b]--;
            changed = true;
        }
    }
    return true;
}

/* ---- Walls ---- */

/* Each body has two walls on each axis. */
static uint32_t low_of(uint32_t body)
{
    return 2 * body;
}

static uint32_t high_of(uint32_t body)
{
    return 2 * body + 1;
}

static uint32_t origin_of(const struct wr_relate *r)
{
    return 2 * r->body_count;
}

static wr_guards guard(uint32_t variable)
{
    return (wr_guards){{variable}, 1};
}

/* With one more, but for NONE. */
static wr_guards guard_too(wr_guards guards, uint32_t variable)
{
    if (variable != NONE)
        guards.variables[guards.count++] = variable;
    return guards;
}

/* `to` is exactly so far above `from`. */
static bool tie_exactly(struct wr_relate *r, uint32_t axis, uint32_t from, uint32_t to,
                        int32_t distance, wr_guards guards)
{
    return wr_walls_tie(&r->walls, axis, (wr_bound){from, to, distance}, guards) &&
           wr_walls_tie(&r->walls, axis, (wr_bound){to, from, -distance}, guards);
}

/* The sizes between which all of a body's stances lie. */
static bool tie_sizes(struct wr_relate *r, const struct body *body, uint32_t number)
{
    const wr_guards none = {.count = 0};
    uint32_t low = low_of(number), high = high_of(number);
    for (uint32_t axis = 0; axis < WR_AXES; axis++) {
        int32_t least = INT32_MAX, most = 0;
        for (uint32_t i = 0; i < body->stance_count; i++) {
            int32_t size = r->sides.sizes[body->stances[i]][axis];
            least = size < least ? size : least;
            most = size > most ? size : most;
            if (!tie_exactly(r, axis, low, high, size, guard(body->first + i)))
                return false;
        }
        if (!wr_walls_tie(&r->walls, axis, (wr_bound){low, high, most}, none) ||
            !wr_walls_tie(&r->walls, axis, (wr_bound){high, low, -least}, none))
            return false;
    }
    return true;
}

/* ---- What a body is ---- */

static uint32_t make_variable(struct wr_relate *r, double weight)
{
    return wr_logic_variable(r->logic, true, weight + wr_random_unit(r->random));
}

/* Stances with the same margins are a class, where there are several. */
static bool make_classes(struct wr_relate *r, struct body *body)
{
    const uint32_t *alike = r->sides.alike;
    bool several = false;
    body->classes = WR_TAKE(r->arena, uint32_t, body->stance_count);
    wr_literal *literals = WR_TAKE(r->arena, wr_literal, (size_t)body->stance_count + 1);
    if (!body->classes || !literals)
        return false;
    for (uint32_t i = 0; i < body->stance_count; i++) {
        several |= alike[body->stances[i]] != alike[body->stances[0]];
        body->classes[i] = NONE;
    }
    for (uint32_t i = 0; several && i < body->stance_count; i++) {
        if (body->classes[i] != NONE)
            continue;
        uint32_t class = make_variable(r, 0), count = 0;
        literals[count++] = wr_opposite(2 * class);
        for (uint32_t k = i; k < body->stance_count; k++) {
            if (alike[body->stances[k]] != alike[body->stances[i]])
                continue;
            wr_literal is[2] = {wr_opposite(2 * (body->first + k)), 2 * class};
            body->classes[k] = class;
            literals[count++] = 2 * (body->first + k);
            if (!wr_logic_clause(r->logic, is, 2))
                return false;
        }
        if (!wr_logic_clause(r->logic, literals, count))
            return false;
    }
    return true;
}

/* It is one of its stances, and no other. */
static bool make_choice(struct wr_relate *r, struct body *body)
{
    wr_literal *literals = WR_TAKE(r->arena, wr_literal, body->stance_count);
    if (!literals)
        return false;
    for (uint32_t i = 0; i < body->stance_count; i++) {
        uint32_t variable = make_variable(r, 0);
        literals[i] = 2 * variable;
        if (i == 0)
            body->first = variable;
    }
    if (!wr_logic_clause(r->logic, literals, body->stance_count))
        return false;
    for (uint32_t i = 0; i < body->stance_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            wr_literal both[2] = {wr_opposite(literals[i]), wr_opposite(literals[k])};
            if (!wr_logic_clause(r->logic, both, 2))
                return false;
        }
    return true;
}

static bool is_on_grid(const struct wr_relate *r, wr_spot way)
{
    return way.x % r->sides.unit == 0 && way.y % r->sides.unit == 0 && way.z == 0;
}

/* Where the low corner of something fixed is, from that of the first that is. */
static wr_spot way_of(const struct wr_relate *r, uint32_t node, const wr_puzzle_node *first)
{
    const wr_puzzle_node *of = &r->puzzle->nodes[node];
    wr_spot way = wr_spot_sub(of->spot, first->spot);
    return wr_spot_add(way, wr_spot_sub(r->pieces->stances[of->stance].low,
                                        r->pieces->stances[first->stance].low));
}

static const wr_puzzle_node *first_fixed(const struct wr_puzzle *puzzle)
{
    for (uint32_t i = 0; i < puzzle->node_count; i++)
        if (puzzle->nodes[i].fixed)
            return &puzzle->nodes[i];
    return NULL;
}

static bool tie_fixed(struct wr_relate *r)
{
    const wr_guards none = {.count = 0};
    const wr_puzzle_node *first = first_fixed(r->puzzle);
    for (uint32_t i = 0; first && i < r->puzzle->node_count; i++) {
        if (!r->puzzle->nodes[i].fixed)
            continue;
        wr_spot way = way_of(r, i, first);
        if (!tie_exactly(r, X, origin_of(r), low_of(i), (int32_t)(way.x / r->sides.unit),
                         none) ||
            !tie_exactly(r, Y, origin_of(r), low_of(i), (int32_t)(way.y / r->sides.unit), none))
            return false;
    }
    return true;
}

/* ---- Where bodies meet ---- */

/* One wall of the first is one of the second. */
static bool tie_touching(struct wr_relate *r, const struct meeting *m, uint32_t side)
{
    uint32_t a = m->bodies[0], b = m->bodies[1];
    bool beyond = side == WR_EAST || side == WR_NORTH;
    return tie_exactly(r, side == WR_EAST || side == WR_WEST ? X : Y,
                       beyond ? high_of(a) : low_of(a), beyond ? low_of(b) : high_of(b), 0,
                       guard(m->first + side));
}

static bool tie_margin(struct wr_relate *r, const struct meeting *m, uint32_t side,
                       wr_margin margin, wr_guards guards)
{
    uint32_t axis = side == WR_EAST || side == WR_WEST ? Y : X;
    uint32_t a = m->bodies[0], b = m->bodies[1];
    return wr_walls_tie(&r->walls, axis, (wr_bound){high_of(a), low_of(b), -margin.first},
                        guards) &&
           wr_walls_tie(&r->walls, axis, (wr_bound){high_of(b), low_of(a), -margin.second},
                        guards);
}

static bool forbid(struct wr_relate *r, wr_guards guards)
{
    wr_literal literals[WR_GUARDS];
    for (uint32_t i = 0; i < guards.count; i++)
        literals[i] = wr_opposite(2 * guards.variables[i]);
    return wr_logic_clause(r->logic, literals, guards.count);
}

/* Whether a stance is the first of its class. */
static bool leads(const struct wr_relate *r, const struct body *body, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (r->sides.alike[body->stances[i]] == r->sides.alike[body->stances[at]])
            return false;
    return true;
}

static wr_margin margin_at(const struct wr_relate *r, const struct meeting *m, uint32_t i,
                           uint32_t k, uint32_t side)
{
    const struct body *a = &r->bodies[m->bodies[0]], *b = &r->bodies[m->bodies[1]];
    return wr_sides_of(&r->sides, r->pieces->stance_count, a->stances[i], b->stances[k])[side];
}

/* The margins that all classes keep, and beyond those what each pair of them asks. */
static bool tie_side(struct wr_relate *r, const struct meeting *m, uint32_t side)
{
    const struct body *a = &r->bodies[m->bodies[0]], *b = &r->bodies[m->bodies[1]];
    wr_margin least = {WR_NO_MARGIN, WR_NO_MARGIN};
    for (uint32_t i = 0; i < a->stance_count; i++)
        for (uint32_t k = 0; k < b->stance_count; k++) {
            wr_margin margin = margin_at(r, m, i, k, side);
            least.first = margin.first < least.first ? margin.first : least.first;
            least.second = margin.second < least.second ? margin.second : least.second;
        }
    if (least.first == WR_NO_MARGIN)
        return forbid(r, guard(m->first + side));
    if (!tie_touching(r, m, side) || !tie_margin(r, m, side, least, guard(m->first + side)))
        return false;
    for (uint32_t i = 0; i < a->stance_count; i++)
        for (uint32_t k = 0; leads(r, a, i) && k < b->stance_count; k++) {
            wr_margin margin = margin_at(r, m, i, k, side);
            wr_guards guards =
                guard_too(guard_too(guard(m->first + side), a->classes[i]), b->classes[k]);
            if (!leads(r, b, k) ||
                (margin.first == least.first && margin.second == least.second))
                continue;
            if (margin.first == WR_NO_MARGIN ? !forbid(r, guards)
                                             : !tie_margin(r, m, side, margin, guards))
                return false;
        }
    return true;
}

static bool make_meeting(struct wr_relate *r, struct meeting *m)
{
    const double early = 2;
    bool round = r->bodies[m->bodies[0]].round && r->bodies[m->bodies[1]].round;
    wr_literal literals[WR_SIDES];
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        uint32_t variable = make_variable(r, round ? early : 1);
        literals[side] = 2 * variable;
        if (side == 0)
            m->first = variable;
    }
    if (!wr_logic_clause(r->logic, literals, WR_SIDES))
        return false;
    for (uint32_t side = 0; side < WR_SIDES; side++)
        if (!tie_side(r, m, side))
            return false;
    return true;
}

/* ---- Lying apart ---- */

/* How far two bodies would have to move apart at a side of the first. */
static int32_t depth_at(const struct wr_relate *r, const int32_t (*sizes)[WR_AXES], uint32_t a,
                        uint32_t b, uint32_t side)
{
    uint32_t axis = side == WR_EAST || side == WR_WEST ? X : Y;
    bool beyond = side == WR_EAST || side == WR_NORTH;
    uint32_t first = beyond ? a : b, second = beyond ? b : a;
    return r->places[first][axis] + sizes[first][axis] - r->places[second][axis];
}

/* From now on b lies at one side of a; first of all where it nearly does. */
static bool keep_apart(struct wr_relate *r, const int32_t (*sizes)[WR_AXES], uint32_t a,
                       uint32_t b)
{
    wr_literal literals[WR_SIDES];
    uint32_t best = 0;
    for (uint32_t side = 1; side < WR_SIDES; side++)
        if (depth_at(r, sizes, a, b, side) < depth_at(r, sizes, a, b, best))
            best = side;
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        uint32_t variable = wr_logic_variable(r->logic, side == best, side == best);
        bool beyond = side == WR_EAST || side == WR_NORTH;
        wr_bound bound = {low_of(beyond ? b : a), high_of(beyond ? a : b), 0};
        literals[side] = 2 * variable;
        if (!wr_walls_tie(&r->walls, side == WR_EAST || side == WR_WEST ? X : Y, bound,
                          guard(variable)))
            return false;
    }
    r->apart[a * r->body_count + b] = r->apart[b * r->body_count + a] = true;
    return wr_logic_clause(r->logic, literals, WR_SIDES);
}

/* ---- Places ---- */

static uint32_t stance_of(const struct wr_relate *r, const struct body *body)
{
    uint32_t i = 0;
    while (!wr_logic_is(r->logic, 2 * (body->first + i)))
        i++;
    return body->stances[i];
}

/* Somewhere between its bounds from what has a place already: any such choice can be gone on
 * with. */
static int32_t place_one(const struct wr_relate *r, uint32_t body, uint32_t axis)
{
    const struct wr_bounds *bounds = &r->walls.bounds[axis];
    int32_t low = -WR_BOUNDLESS, high = WR_BOUNDLESS;
    for (uint32_t other = 0; other < body; other++) {
        int32_t at = r->places[other][axis];
        int32_t most = wr_bounds_most(bounds, low_of(other), low_of(body));
        int32_t back = wr_bounds_most(bounds, low_of(body), low_of(other));
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
    for (uint32_t axis = 0; axis < WR_AXES; axis++)
        for (uint32_t body = 0; body < r->body_count; body++)
            r->places[body][axis] = place_one(r, body, axis);
}

static bool lie_apart(const struct wr_relate *r, const int32_t (*sizes)[WR_AXES], uint32_t a,
                      uint32_t b)
{
    for (uint32_t side = 0; side < WR_SIDES; side++)
        if (depth_at(r, sizes, a, b, side) <= 0)
            return true;
    return false;
}

/* Asks of all that overlap that they do not; WR_SOLVED where nothing does. */
static enum wr_verdict part(struct wr_relate *r)
{
    int32_t sizes[MOST_BODIES][WR_AXES];
    bool fine = true;
    place_all(r);
    for (uint32_t i = 0; i < r->body_count; i++)
        memcpy(sizes[i], r->sides.sizes[stance_of(r, &r->bodies[i])], sizeof sizes[i]);
    for (uint32_t a = 0; a < r->body_count; a++)
        for (uint32_t b = 0; b < a; b++) {
            if (r->apart[a * r->body_count + b] ||
                lie_apart(r, (const int32_t(*)[WR_AXES])sizes, a, b))
                continue;
            if (fine)
                wr_logic_retreat(r->logic);
            fine = false;
            if (!keep_apart(r, (const int32_t(*)[WR_AXES])sizes, a, b))
                return WR_OUT_OF_MEMORY;
        }
    return fine ? WR_SOLVED : WR_OUT_OF_BUDGET;
}

/* ---- Starting ---- */

static bool say_all(struct wr_relate *r)
{
    for (uint32_t i = 0; i < r->body_count; i++)
        if (!make_choice(r, &r->bodies[i]) || !make_classes(r, &r->bodies[i]) ||
            !tie_sizes(r, &r->bodies[i], i))
            return false;
    if (!tie_fixed(r))
        return false;
    for (uint32_t i = 0; i < r->meeting_count; i++)
        if (!make_meeting(r, &r->meetings[i]))
            return false;
    return true;
}

static uint32_t count_variables(const struct wr_relate *r)
{
    uint32_t n = r->body_count, count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += 2 * r->bodies[i].stance_count;
    return count + WR_SIDES * (r->meeting_count + n * (n - 1) / 2);
}

/* Links are direct or through a corridor, and what is fixed lies on one grid. */
static bool may_say(const struct wr_relate *r)
{
    const wr_puzzle_node *first = first_fixed(r->puzzle);
    for (uint32_t i = 0; i < r->puzzle->link_count; i++) {
        const wr_puzzle_link *link = &r->puzzle->links[i];
        if ((!link->contacts->vias && link->contacts != &r->pieces->direct) ||
            link->nodes[0] == link->nodes[1])
            return false;
    }
    for (uint32_t i = 0; first && i < r->puzzle->node_count; i++)
        if (r->puzzle->nodes[i].fixed && !is_on_grid(r, way_of(r, i, first)))
            return false;
    return true;
}

/* Memory for what bodies there are; false when it is out. */
static bool take_bodies(struct wr_relate *r)
{
    uint32_t n = r->body_count;
    r->bodies = WR_ZERO(r->arena, struct body, n);
    r->meetings = WR_TAKE(r->arena, struct meeting, 2 * (size_t)r->puzzle->link_count);
    r->apart = WR_ZERO(r->arena, bool, (size_t)n *n);
    r->places = wr_arena_take(r->arena, n, sizeof *r->places);
    return r->bodies && r->meetings && r->apart && r->places && list_bodies(r) &&
           find_rounds(r);
}

static bool take_logic(struct wr_relate *r)
{
    uint32_t variables = count_variables(r);
    if (!wr_walls_start(&r->walls, 2 * r->body_count + 1, variables, r->arena))
        return false;
    r->logic = wr_logic_start(wr_walls_theory(&r->walls), variables, r->arena);
    r->walls.logic = r->logic;
    return r->logic && say_all(r);
}

struct wr_relate *wr_relate_start(const struct wr_puzzle *puzzle, wr_random *random,
                                  struct wr_arena *arena)
{
    struct wr_relate *r = WR_ZERO(arena, struct wr_relate, 1);
    if (!r)
        return NULL;
    r->puzzle = puzzle;
    r->pieces = puzzle->pieces;
    r->random = random;
    r->arena = arena;
    if (!count_bodies(r))
        return NULL;
    if (r->body_count > MOST_BODIES)
        return r;
    enum wr_saying saying = wr_sides_make(r->pieces, arena, &r->sides);
    if (saying == WR_SAYING_NO_MEMORY)
        return NULL;
    r->can = saying == WR_SAID && may_say(r);
    if (!r->can || (take_bodies(r) && take_logic(r)))
        return r;
    wr_relate_finish(r);
    return NULL;
}

void wr_relate_finish(struct wr_relate *r)
{
    if (!r)
        return;
    wr_logic_finish(r->logic);
    wr_walls_finish(&r->walls);
}

bool wr_relate_can(const struct wr_relate *r)
{
    return r->can;
}

/* ---- Trying ---- */

/* Placing one room takes as long as some steps of logic (measured). */
enum { LOGIC_A_STEP = 6 };

uint64_t wr_relate_steps(const struct wr_relate *r)
{
    return r->logic ? wr_logic_steps(r->logic) / LOGIC_A_STEP : 0;
}

enum wr_verdict wr_relate_try(struct wr_relate *r, uint64_t steps)
{
    enum { SPAN = 1 << 20 };
    uint64_t limit = wr_relate_steps(r) + steps;
    while (wr_relate_steps(r) < limit) {
        uint64_t left = (limit - wr_relate_steps(r)) * LOGIC_A_STEP;
        enum wr_ruling ruling = wr_logic_run(r->logic, left < SPAN ? left : SPAN);
        if (ruling == WR_NEVER)
            return WR_UNSOLVABLE;
        if (ruling == WR_NO_ROOM)
            return WR_OUT_OF_MEMORY;
        enum wr_verdict verdict = ruling == WR_HOLDS ? part(r) : WR_OUT_OF_BUDGET;
        if (verdict != WR_OUT_OF_BUDGET)
            return verdict;
        if (wr_puzzle_is_late(r->puzzle))
            return WR_OUT_OF_TIME;
    }
    return WR_OUT_OF_BUDGET;
}

static wr_standing standing_of(const struct wr_relate *r, uint32_t body, wr_spot zero)
{
    uint32_t stance = stance_of(r, &r->bodies[body]);
    wr_spot low = r->pieces->stances[stance].low;
    wr_spot at = {r->places[body][X] * r->sides.unit - low.x,
                  r->places[body][Y] * r->sides.unit - low.y, 0};
    return (wr_standing){stance, wr_spot_add(at, zero)};
}

/* What has to be added to all places so that the first fixed body is where it stands. */
static wr_spot find_zero(const struct wr_relate *r)
{
    const wr_puzzle_node *first = first_fixed(r->puzzle);
    wr_spot none = {0, 0, 0};
    if (!first)
        return none;
    wr_standing standing = standing_of(r, (uint32_t)(first - r->puzzle->nodes), none);
    return wr_spot_sub(first->spot, standing.spot);
}

void wr_relate_tell(const struct wr_relate *r, wr_standing *nodes, wr_standing *corridors)
{
    wr_spot zero = find_zero(r);
    for (uint32_t i = 0; i < r->puzzle->node_count; i++)
        nodes[i] = standing_of(r, i, zero);
    for (uint32_t i = 0; i < r->puzzle->link_count; i++)
        corridors[i] = r->corridors[i] != NONE ? standing_of(r, r->corridors[i], zero)
                                               : (wr_standing){WR_NO_STANCE, {0, 0, 0}};
}
