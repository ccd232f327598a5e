/* A literal that becomes true makes bounds hold; what they narrow tells which others cannot. */
#include "builder/solver/boxes/walls.h"

#include <string.h>

#define NONE UINT32_MAX

/* Lists of a guard: the place of a tie, times WR_GUARDS, plus which of its guards. */
struct wr_wall_tie {
    wr_bound bound;
    uint32_t axis;
    wr_guards guards;
    uint32_t next[WR_GUARDS], next_facing;
};

bool wr_walls_start(struct wr_walls *w, uint32_t points, uint32_t most_variables,
                    struct wr_arena *arena)
{
    size_t cells = (size_t)points * points;
    *w = (struct wr_walls){
        .guarded = WR_TAKE(arena, uint32_t, most_variables),
        .held = wr_arena_take(arena, most_variables, sizeof *w->held),
        .reason = WR_TAKE(arena, wr_literal, WR_GUARDS * ((size_t)points + 2)),
    };
    if (!w->guarded || !w->held || !w->reason)
        return false;
    memset(w->guarded, 0xff, most_variables * sizeof *w->guarded);
    for (uint32_t axis = 0; axis < WR_AXES; axis++) {
        w->facing[axis] = WR_TAKE(arena, uint32_t, cells);
        if (!w->facing[axis] || !wr_bounds_start(&w->bounds[axis], points, arena))
            return false;
        memset(w->facing[axis], 0xff, cells * sizeof *w->facing[axis]);
    }
    return true;
}

void wr_walls_finish(struct wr_walls *w)
{
    for (uint32_t axis = 0; axis < WR_AXES; axis++)
        wr_bounds_finish(&w->bounds[axis]);
    wr_free(w->ties);
}

/* ---- Why ---- */

static uint32_t add_guards(struct wr_walls *w, uint32_t count, const wr_guards *guards)
{
    for (uint32_t i = 0; i < guards->count; i++)
        w->reason[count++] = wr_opposite(2 * guards->variables[i]);
    return count;
}

/* A tie, and the way back that leaves no room for it: not all of their guards can be true. */
static uint32_t explain(struct wr_walls *w, const struct wr_wall_tie *tie)
{
    uint32_t count = add_guards(w, 0, &tie->guards);
    for (uint32_t at = tie->bound.from; at != tie->bound.to;) {
        uint32_t last = wr_bounds_last(&w->bounds[tie->axis], tie->bound.to, at);
        count = add_guards(w, count, &w->ties[last].guards);
        at = w->ties[last].bound.from;
    }
    return count;
}

/* ---- Holding ---- */

/* Ties with one guard that have no room any more between two points that came nearer. */
static bool rule_out(struct wr_walls *w, uint32_t axis, uint32_t from, uint32_t to)
{
    size_t cell = (size_t)from * w->bounds[axis].point_count + to;
    for (uint32_t i = w->facing[axis][cell]; i != NONE; i = w->ties[i].next_facing) {
        const struct wr_wall_tie *tie = &w->ties[i];
        wr_literal opposite = wr_opposite(2 * tie->guards.variables[0]);
        if (wr_bounds_allow(&w->bounds[axis], tie->bound) || wr_logic_is(w->logic, opposite))
            continue;
        if (!wr_logic_propagate(w->logic, w->reason, explain(w, tie)))
            return false;
    }
    return true;
}

static bool make_hold(struct wr_walls *w, uint32_t name)
{
    const struct wr_wall_tie *tie = &w->ties[name];
    struct wr_bounds *bounds = &w->bounds[tie->axis];
    if (wr_bounds_most(bounds, tie->bound.from, tie->bound.to) <= tie->bound.most)
        return true;
    if (!wr_bounds_allow(bounds, tie->bound))
        return wr_logic_conflict(w->logic, w->reason, explain(w, tie));
    size_t before = bounds->history_count;
    if (!wr_bounds_add(bounds, tie->bound, name))
        return wr_logic_fail(w->logic);
    wr_logic_spend(w->logic, bounds->history_count - before);
    for (size_t i = before; i < bounds->history_count; i++)
        if (!rule_out(w, tie->axis, bounds->history[i].from, bounds->history[i].to))
            return false;
    return true;
}

static bool is_open(const struct wr_walls *w, const wr_guards *guards)
{
    for (uint32_t i = 0; i < guards->count; i++)
        if (!wr_logic_is(w->logic, 2 * guards->variables[i]))
            return false;
    return true;
}

static bool hold(void *self, wr_literal literal)
{
    struct wr_walls *w = self;
    for (uint32_t axis = 0; axis < WR_AXES; axis++)
        w->held[w->held_count][axis] = w->bounds[axis].history_count;
    w->held_count++;
    if (literal & 1)
        return true;
    for (uint32_t i = w->guarded[literal / 2]; i != NONE;) {
        const struct wr_wall_tie *tie = &w->ties[i / WR_GUARDS];
        uint32_t next = tie->next[i % WR_GUARDS];
        if (is_open(w, &tie->guards) && !make_hold(w, i / WR_GUARDS))
            return false;
        i = next;
    }
    return true;
}

static void release(void *self, uint32_t count)
{
    struct wr_walls *w = self;
    w->held_count -= count;
    for (uint32_t axis = 0; axis < WR_AXES; axis++)
        wr_bounds_take_back(&w->bounds[axis], w->held[w->held_count][axis]);
}

struct wr_theory wr_walls_theory(struct wr_walls *w)
{
    return (struct wr_theory){w, hold, release};
}

/* ---- Ties ---- */

static void enlist(struct wr_walls *w, uint32_t name)
{
    struct wr_wall_tie *tie = &w->ties[name];
    for (uint32_t i = 0; i < tie->guards.count; i++) {
        uint32_t *list = &w->guarded[tie->guards.variables[i]];
        tie->next[i] = *list;
        *list = WR_GUARDS * name + i;
    }
    if (tie->guards.count == 1) {
        uint32_t points = w->bounds[tie->axis].point_count;
        uint32_t *list =
            &w->facing[tie->axis][(size_t)tie->bound.to * points + tie->bound.from];
        tie->next_facing = *list;
        *list = name;
    }
}

bool wr_walls_tie(struct wr_walls *w, uint32_t axis, wr_bound bound, wr_guards guards)
{
    uint32_t name = (uint32_t)w->tie_count;
    if (!wr_grow(&w->ties, &w->tie_capacity, w->tie_count + 1, sizeof *w->ties))
        return false;
    w->ties[w->tie_count++] =
        (struct wr_wall_tie){.bound = bound, .axis = axis, .guards = guards};
    enlist(w, name);
    if (guards.count == 0)
        return wr_bounds_most(&w->bounds[axis], bound.from, bound.to) <= bound.most ||
               wr_bounds_add(&w->bounds[axis], bound, name);
    if (guards.count > 1 || wr_bounds_allow(&w->bounds[axis], bound))
        return true;
    wr_literal never = wr_opposite(2 * guards.variables[0]);
    return wr_logic_clause(w->logic, &never, 1);
}
