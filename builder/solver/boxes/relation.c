/* From stances and sides to clauses and ties. */
#include "builder/solver/boxes/relation.h"
#include "builder/solver/rules.h"

enum { X, Y };

/* ---- Walls ---- */

static uint32_t origin_of(const struct wr_relation *r)
{
    return 2 * r->bodies.count;
}

static wr_guards guard(uint32_t variable)
{
    return (wr_guards){{variable}, 1};
}

/* With one more, but for WR_NO_VARIABLE. */
static wr_guards guard_too(wr_guards guards, uint32_t variable)
{
    if (variable != WR_NO_VARIABLE)
        guards.variables[guards.count++] = variable;
    return guards;
}

/* `to` is exactly so far above `from`. */
static bool tie_exactly(struct wr_relation *r, uint32_t axis, uint32_t from, uint32_t to,
                        int32_t distance, wr_guards guards)
{
    return wr_walls_tie(&r->walls, axis, (wr_bound){from, to, distance}, guards) &&
           wr_walls_tie(&r->walls, axis, (wr_bound){to, from, -distance}, guards);
}

/* The sizes between which all of a body's stances lie; one that has none cannot be anyway. */
static bool tie_sizes(struct wr_relation *r, uint32_t number)
{
    const struct wr_body *body = &r->bodies.list[number];
    const wr_guards none = {.count = 0};
    uint32_t low = wr_low_wall(number), high = wr_high_wall(number);
    for (uint32_t axis = 0; body->stance_count && axis < WR_AXES; axis++) {
        int32_t least = INT32_MAX, most = 0;
        for (uint32_t i = 0; i < body->stance_count; i++) {
            int32_t size = r->sides.sizes[body->stances[i]][axis];
            least = size < least ? size : least;
            most = size > most ? size : most;
            if (!tie_exactly(r, axis, low, high, size, guard(r->choices[number].first + i)))
                return false;
        }
        if (!wr_walls_tie(&r->walls, axis, (wr_bound){low, high, most}, none) ||
            !wr_walls_tie(&r->walls, axis, (wr_bound){high, low, -least}, none))
            return false;
    }
    return true;
}

/* ---- What a body is ---- */

static uint32_t make_variable(struct wr_relation *r, double weight)
{
    return wr_logic_variable(r->logic, true, weight + wr_random_unit(r->random));
}

/* Stances with the same margins are a class, where there are several. */
static bool make_classes(struct wr_relation *r, uint32_t number)
{
    const struct wr_body *body = &r->bodies.list[number];
    struct wr_body_choice *choice = &r->choices[number];
    const uint32_t *alike = r->sides.alike;
    bool several = false;
    choice->classes = WR_TAKE(r->arena, uint32_t, body->stance_count);
    wr_literal *literals = WR_TAKE(r->arena, wr_literal, (size_t)body->stance_count + 1);
    if (!choice->classes || !literals)
        return false;
    for (uint32_t i = 0; i < body->stance_count; i++) {
        several |= alike[body->stances[i]] != alike[body->stances[0]];
        choice->classes[i] = WR_NO_VARIABLE;
    }
    for (uint32_t i = 0; several && i < body->stance_count; i++) {
        if (choice->classes[i] != WR_NO_VARIABLE)
            continue;
        uint32_t class = make_variable(r, 0), count = 0;
        literals[count++] = wr_opposite(2 * class);
        for (uint32_t k = i; k < body->stance_count; k++) {
            if (alike[body->stances[k]] != alike[body->stances[i]])
                continue;
            wr_literal is[2] = {wr_opposite(2 * (choice->first + k)), 2 * class};
            choice->classes[k] = class;
            literals[count++] = 2 * (choice->first + k);
            if (!wr_logic_clause(r->logic, is, 2))
                return false;
        }
        if (!wr_logic_clause(r->logic, literals, count))
            return false;
    }
    return true;
}

/* It is one of its stances, and no other. */
static bool make_choice(struct wr_relation *r, uint32_t number)
{
    const struct wr_body *body = &r->bodies.list[number];
    struct wr_body_choice *choice = &r->choices[number];
    wr_literal *literals = WR_TAKE(r->arena, wr_literal, body->stance_count);
    if (!literals)
        return false;
    for (uint32_t i = 0; i < body->stance_count; i++) {
        uint32_t variable = make_variable(r, 0);
        literals[i] = 2 * variable;
        if (i == 0)
            choice->first = variable;
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

static bool is_on_grid(const struct wr_relation *r, wr_spot way)
{
    const int64_t far = (1 << 20) * r->sides.unit;
    return way.x % r->sides.unit == 0 && way.y % r->sides.unit == 0 && way.z == 0 &&
           way.x > -far && way.x < far && way.y > -far && way.y < far;
}

/* Where the low corner of something fixed is, from that of the first that is. */
static wr_spot way_of(const struct wr_relation *r, uint32_t node, const wr_puzzle_node *first)
{
    const wr_puzzle_node *of = &r->puzzle->nodes[node];
    wr_spot way = wr_spot_sub(of->spot, first->spot);
    return wr_spot_add(way, wr_spot_sub(r->puzzle->pieces->stances[of->stance].low,
                                        r->puzzle->pieces->stances[first->stance].low));
}

const wr_puzzle_node *wr_first_fixed(const struct wr_puzzle *puzzle)
{
    for (uint32_t i = 0; i < puzzle->node_count; i++)
        if (puzzle->nodes[i].fixed)
            return &puzzle->nodes[i];
    return NULL;
}

static bool tie_fixed(struct wr_relation *r)
{
    const wr_guards none = {.count = 0};
    const wr_puzzle_node *first = wr_first_fixed(r->puzzle);
    for (uint32_t i = 0; first && i < r->puzzle->node_count; i++) {
        if (!r->puzzle->nodes[i].fixed)
            continue;
        wr_spot way = way_of(r, i, first);
        if (!tie_exactly(r, X, origin_of(r), wr_low_wall(i), (int32_t)(way.x / r->sides.unit),
                         none) ||
            !tie_exactly(r, Y, origin_of(r), wr_low_wall(i), (int32_t)(way.y / r->sides.unit),
                         none))
            return false;
    }
    return true;
}

/* ---- Where bodies meet ---- */

/* The first or second of a meeting. */
static uint32_t end_of(const struct wr_relation *r, uint32_t meeting, uint32_t which)
{
    return r->bodies.meetings[meeting][which];
}

/* One wall of the first is one of the second. */
static bool tie_touching(struct wr_relation *r, uint32_t meeting, uint32_t side)
{
    uint32_t a = end_of(r, meeting, 0), b = end_of(r, meeting, 1);
    bool beyond = wr_side_is_beyond(side);
    return tie_exactly(r, wr_side_axis(side), beyond ? wr_high_wall(a) : wr_low_wall(a),
                       beyond ? wr_low_wall(b) : wr_high_wall(b), 0,
                       guard(r->sides_at[meeting] + side));
}

static bool tie_margin(struct wr_relation *r, uint32_t meeting, uint32_t side, wr_margin margin,
                       wr_guards guards)
{
    uint32_t along = 1 - wr_side_axis(side);
    uint32_t a = end_of(r, meeting, 0), b = end_of(r, meeting, 1);
    return wr_walls_tie(&r->walls, along,
                        (wr_bound){wr_high_wall(a), wr_low_wall(b), -margin.first}, guards) &&
           wr_walls_tie(&r->walls, along,
                        (wr_bound){wr_high_wall(b), wr_low_wall(a), -margin.second}, guards);
}

static bool forbid(struct wr_relation *r, wr_guards guards)
{
    wr_literal literals[WR_GUARDS];
    for (uint32_t i = 0; i < guards.count; i++)
        literals[i] = wr_opposite(2 * guards.variables[i]);
    return wr_logic_clause(r->logic, literals, guards.count);
}

/* Whether a stance is the first of its class. */
static bool leads(const struct wr_relation *r, const struct wr_body *body, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (r->sides.alike[body->stances[i]] == r->sides.alike[body->stances[at]])
            return false;
    return true;
}

static wr_margin margin_at(const struct wr_relation *r, uint32_t meeting, uint32_t i,
                           uint32_t k, uint32_t side)
{
    const struct wr_body *a = &r->bodies.list[end_of(r, meeting, 0)],
                         *b = &r->bodies.list[end_of(r, meeting, 1)];
    return wr_box_sides_of(&r->sides, r->puzzle->pieces->stance_count, a->stances[i],
                           b->stances[k])[side];
}

/* The margins that all classes keep, and beyond those what each pair of them asks. */
static bool tie_side(struct wr_relation *r, uint32_t meeting, uint32_t side)
{
    const struct wr_body *a = &r->bodies.list[end_of(r, meeting, 0)],
                         *b = &r->bodies.list[end_of(r, meeting, 1)];
    const struct wr_body_choice *p = &r->choices[end_of(r, meeting, 0)];
    const struct wr_body_choice *q = &r->choices[end_of(r, meeting, 1)];
    wr_guards at_side = guard(r->sides_at[meeting] + side);
    wr_margin least = {WR_NO_MARGIN, WR_NO_MARGIN};
    for (uint32_t i = 0; i < a->stance_count; i++)
        for (uint32_t k = 0; k < b->stance_count; k++) {
            wr_margin margin = margin_at(r, meeting, i, k, side);
            least.first = margin.first < least.first ? margin.first : least.first;
            least.second = margin.second < least.second ? margin.second : least.second;
        }
    if (least.first == WR_NO_MARGIN)
        return forbid(r, at_side);
    if (!tie_touching(r, meeting, side) || !tie_margin(r, meeting, side, least, at_side))
        return false;
    for (uint32_t i = 0; i < a->stance_count; i++)
        for (uint32_t k = 0; leads(r, a, i) && k < b->stance_count; k++) {
            wr_margin margin = margin_at(r, meeting, i, k, side);
            wr_guards guards = guard_too(guard_too(at_side, p->classes[i]), q->classes[k]);
            if (!leads(r, b, k) ||
                (margin.first == least.first && margin.second == least.second))
                continue;
            if (margin.first == WR_NO_MARGIN ? !forbid(r, guards)
                                             : !tie_margin(r, meeting, side, margin, guards))
                return false;
        }
    return true;
}

static bool make_meeting(struct wr_relation *r, uint32_t meeting)
{
    const double early = 2;
    bool round = r->bodies.list[end_of(r, meeting, 0)].round &&
                 r->bodies.list[end_of(r, meeting, 1)].round;
    wr_literal literals[WR_SIDES];
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        uint32_t variable = make_variable(r, round ? early : 1);
        literals[side] = 2 * variable;
        if (side == 0)
            r->sides_at[meeting] = variable;
    }
    if (!wr_logic_clause(r->logic, literals, WR_SIDES))
        return false;
    for (uint32_t side = 0; side < WR_SIDES; side++)
        if (!tie_side(r, meeting, side))
            return false;
    return true;
}

/* ---- What meetings share ---- */

/* Whether one doorway, at any of its places, is all that a body has at a side. */
static bool has_one_door(const struct wr_relation *r, const struct wr_body *body, uint32_t side)
{
    const struct wr_pieces *pieces = r->puzzle->pieces;
    for (uint32_t i = 0; i < body->stance_count; i++) {
        const wr_stance *stance = &pieces->stances[body->stances[i]];
        const wr_piece *piece = &pieces->pieces[stance->piece];
        uint32_t door = UINT32_MAX;
        for (uint32_t h = 0; h < piece->hook_count; h++) {
            if (stance->hooks[h].facing * WR_SIDES != side * pieces->turn_count)
                continue;
            if (door != UINT32_MAX && wr_piece_door(piece, h) != door)
                return false;
            door = wr_piece_door(piece, h);
        }
    }
    return true;
}

/* That a body meets another at a side of its own: the variable. */
static uint32_t side_of(const struct wr_relation *r, uint32_t meeting, uint32_t body,
                        uint32_t side)
{
    bool first = end_of(r, meeting, 0) == body;
    return r->sides_at[meeting] + (first ? side : (side + WR_SIDES / 2) % WR_SIDES);
}

/* Two bodies that meet a third do not do so by its only doorway at a side. */
static bool share_no_door(struct wr_relation *r, uint32_t body, uint32_t one, uint32_t other)
{
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        wr_guards both =
            guard_too(guard(side_of(r, one, body, side)), side_of(r, other, body, side));
        if (has_one_door(r, &r->bodies.list[body], side) && !forbid(r, both))
            return false;
    }
    return true;
}

static bool part_doors(struct wr_relation *r)
{
    for (uint32_t i = 0; r->puzzle->pieces->slides && i < r->bodies.meeting_count; i++)
        for (uint32_t k = 0; k < i; k++)
            for (uint32_t end = 0; end < 2; end++) {
                uint32_t body = end_of(r, i, end);
                if ((end_of(r, k, 0) == body || end_of(r, k, 1) == body) &&
                    !share_no_door(r, body, i, k))
                    return false;
            }
    return true;
}

/* Pieces that may not be linked are none that meet. */
static bool part_pieces(struct wr_relation *r)
{
    const struct wr_rules *rules = r->puzzle->rules;
    const struct wr_pieces *pieces = r->puzzle->pieces;
    for (uint32_t i = 0; rules && rules->apart && i < r->puzzle->link_count; i++) {
        const uint32_t *ends = r->puzzle->links[i].nodes;
        const struct wr_body *a = &r->bodies.list[ends[0]], *b = &r->bodies.list[ends[1]];
        for (uint32_t p = 0; p < a->stance_count; p++)
            for (uint32_t q = 0; q < b->stance_count; q++) {
                size_t own = pieces->stances[a->stances[p]].piece;
                uint32_t its = pieces->stances[b->stances[q]].piece;
                if (rules->apart[own * pieces->piece_count + its] &&
                    !forbid(r, guard_too(guard(r->choices[ends[0]].first + p),
                                         r->choices[ends[1]].first + q)))
                    return false;
            }
    }
    return true;
}

/* ---- Lying apart ---- */

bool wr_relation_part(struct wr_relation *r, uint32_t a, uint32_t b, uint32_t phase)
{
    wr_literal literals[WR_SIDES];
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        uint32_t variable = wr_logic_variable(r->logic, side == phase, side == phase);
        bool beyond = wr_side_is_beyond(side);
        wr_bound bound = {wr_low_wall(beyond ? b : a), wr_high_wall(beyond ? a : b), 0};
        literals[side] = 2 * variable;
        if (!wr_walls_tie(&r->walls, wr_side_axis(side), bound, guard(variable)))
            return false;
    }
    r->apart[a * r->bodies.count + b] = r->apart[b * r->bodies.count + a] = true;
    return wr_logic_clause(r->logic, literals, WR_SIDES);
}

/* ---- All of it ---- */

static bool encode_all(struct wr_relation *r)
{
    uint32_t n = r->bodies.count;
    for (uint32_t i = 0; i < n; i++)
        if (!make_choice(r, i) || !make_classes(r, i) || !tie_sizes(r, i))
            return false;
    for (uint32_t i = 0; i < r->bodies.meeting_count; i++) {
        uint32_t a = end_of(r, i, 0), b = end_of(r, i, 1);
        r->apart[a * n + b] = r->apart[b * n + a] = true;
        if (!make_meeting(r, i))
            return false;
    }
    return part_doors(r) && part_pieces(r) && tie_fixed(r);
}

/* What is fixed lies on one grid, not too far. */
static bool can_encode(const struct wr_relation *r)
{
    const wr_puzzle_node *first = wr_first_fixed(r->puzzle);
    for (uint32_t i = 0; first && i < r->puzzle->node_count; i++)
        if (r->puzzle->nodes[i].fixed && !is_on_grid(r, way_of(r, i, first)))
            return false;
    return true;
}

static uint32_t count_variables(const struct wr_relation *r)
{
    uint32_t n = r->bodies.count, count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += 2 * r->bodies.list[i].stance_count;
    return count + WR_SIDES * (r->bodies.meeting_count + n * (n - 1) / 2);
}

static bool take_memory(struct wr_relation *r)
{
    uint32_t n = r->bodies.count, variables = count_variables(r);
    r->choices = WR_TAKE(r->arena, struct wr_body_choice, n);
    r->sides_at = WR_TAKE(r->arena, uint32_t, r->bodies.meeting_count);
    r->apart = WR_ZERO(r->arena, bool, (size_t)n *n);
    if (!r->choices || !r->sides_at || !r->apart ||
        !wr_walls_start(&r->walls, 2 * n + 1, variables, r->arena))
        return false;
    r->logic = wr_logic_start(wr_walls_theory(&r->walls), variables, r->arena);
    r->walls.logic = r->logic;
    return r->logic != NULL;
}

/* The stances that something may have, one entry each; NULL when memory is out. */
static bool *used_stances(const struct wr_relation *r)
{
    bool *used = WR_ZERO(r->arena, bool, r->puzzle->pieces->stance_count);
    for (uint32_t i = 0; used && i < r->bodies.count; i++)
        for (uint32_t k = 0; k < r->bodies.list[i].stance_count; k++)
            used[r->bodies.list[i].stances[k]] = true;
    return used;
}

enum wr_encoding wr_relation_start(const struct wr_puzzle *puzzle, wr_random *random,
                                   struct wr_arena *arena, struct wr_relation *r)
{
    enum { MOST_BODIES = 128 };
    *r = (struct wr_relation){.puzzle = puzzle, .random = random, .arena = arena};
    if (!wr_bodies_make(puzzle, arena, &r->bodies))
        return WR_ENCODING_NO_MEMORY;
    if (r->bodies.count > MOST_BODIES)
        return WR_NOT_ENCODABLE;
    const bool *used = used_stances(r);
    enum wr_encoding encoding = used ? wr_box_sides_make(puzzle->pieces, used, arena, &r->sides)
                                     : WR_ENCODING_NO_MEMORY;
    if (encoding != WR_ENCODED)
        return encoding;
    if (!can_encode(r))
        return WR_NOT_ENCODABLE;
    return take_memory(r) && encode_all(r) ? WR_ENCODED : WR_ENCODING_NO_MEMORY;
}

void wr_relation_finish(struct wr_relation *r)
{
    wr_logic_finish(r->logic);
    wr_walls_finish(&r->walls);
}
