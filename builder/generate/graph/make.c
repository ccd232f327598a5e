/* Making a level of a given graph: choose, place, and say why not. */
#include "builder/generate/graph/make.h"
#include "builder/generate/generator.h"
#include "builder/generate/graph/explain.h"
#include "builder/generate/graph/kept_nodes.h"

#include <string.h>

/* A budget that grows with the graph; a level of 40 rooms is usually found in a hundredth of
 * it. Corridors and patterns are drawn, and some drawings have no level (a round that the kit
 * cannot close), so that it is spent on many of them: of two long rounds, one drawing in four
 * has a level that its share finds. Where rooms stretch no search proves of one that it has
 * none: the first few are tried in brief before that. */
enum {
    STEPS_A_ROOM = 400000,
    PLANS = 30,
    SHARES = 54,
    BRIEF_PLANS = 8,
    BRIEF_PLANS_A_SHARE = 16
};

/* How much of the budget each plan gets: many short tries, and long ones in between. */
static const uint64_t SHARE[PLANS] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 3,
                                      1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 3};

static enum wr_result timed_out(const struct wr_making *m, const struct wr_blueprint *b,
                                const struct wr_effort *effort)
{
    return wr_fail(
        m->context, WR_NO_FIT, wr_at(m->template->source, WR_WHOLE_FILE), "timed-out",
        "give a longer --timeout, or a --budget, which counts steps and gives the "
        "same on every machine",
        "the time was over after %llu steps; at most %u of %u rooms stood together",
        (unsigned long long)effort->steps, (unsigned)effort->deepest, (unsigned)b->node_count);
}

/* The hooks that meet on a link, whose nodes stand. */
static wr_draft_link link_of(const struct wr_pieces *pieces, const wr_puzzle_link *link,
                             const wr_standing *standings)
{
    const wr_standing *a = &standings[link->nodes[0]], *b = &standings[link->nodes[1]];
    uint32_t at = wr_standings_contact(pieces, &pieces->direct, a, b);
    return (wr_draft_link){
        .rooms = {link->nodes[0], link->nodes[1]},
        .hooks = {pieces->direct.hooks[at][0], pieces->direct.hooks[at][1]},
    };
}

/* Kept rooms come first, in their order. */
static void number_nodes(const struct wr_blueprint *b, uint32_t *numbers)
{
    uint32_t count = b->kept->room_count;
    for (uint32_t i = 0; i < b->node_count; i++)
        numbers[i] = b->kept_rooms[i] != WR_NONE ? b->kept_rooms[i] : count++;
}

static enum wr_result draft_solution(const struct wr_making *m, const struct wr_blueprint *b,
                                     const wr_standing *standings, struct wr_draft *out)
{
    uint32_t *numbers = WR_TAKE(m->arena, uint32_t, b->node_count);
    out->rooms = WR_TAKE(m->arena, wr_draft_room, b->node_count);
    out->links = WR_TAKE(m->arena, wr_draft_link, b->link_count);
    if (!numbers || !out->rooms || !out->links)
        return wr_no_memory(m->context);
    number_nodes(b, numbers);
    for (uint32_t i = 0; i < b->node_count; i++)
        out->rooms[numbers[i]] = (wr_draft_room){b->names[i], standings[i], b->keys[i]};
    for (uint32_t i = 0; i < b->link_count; i++) {
        out->links[i] = link_of(&m->kit->pieces, &b->links[i], standings);
        for (int side = 0; side < 2; side++)
            out->links[i].rooms[side] = numbers[out->links[i].rooms[side]];
        out->links[i].lock = b->passages[i].lock;
        out->links[i].optional = b->passages[i].optional;
        out->links[i].hidden = b->passages[i].hidden;
    }
    out->room_count = b->node_count;
    out->link_count = b->link_count;
    out->kept_count = b->kept->room_count;
    out->entry = b->entry == WR_NONE ? WR_NONE : numbers[b->entry];
    out->exit = b->exit == WR_NONE ? WR_NONE : numbers[b->exit];
    return WR_OK;
}

/* ---- Where it stands ---- */

/* The box of all slabs. */
static void extent_of(const struct wr_pieces *pieces, const wr_standing *standings,
                      uint32_t count, wr_spot *low, wr_spot *high)
{
    for (uint32_t i = 0; i < count; i++) {
        wr_spot a, z;
        wr_standing_box(pieces, &standings[i], &a, &z);
        low->x = i == 0 || a.x < low->x ? a.x : low->x;
        low->y = i == 0 || a.y < low->y ? a.y : low->y;
        low->z = i == 0 || a.z < low->z ? a.z : low->z;
        high->x = i == 0 || z.x > high->x ? z.x : high->x;
        high->y = i == 0 || z.y > high->y ? z.y : high->y;
        high->z = i == 0 || z.z > high->z ? z.z : high->z;
    }
}

/* How far to go to be inside: whole metres where that is enough. */
static int64_t way_in(int64_t low, int64_t high, int64_t least, int64_t most)
{
    const int64_t metre = WR_UNITS_PER_METRE;
    int64_t way = low < least ? least - low : high > most ? most - high : 0;
    int64_t whole =
        way > 0 ? (way + metre - 1) / metre * metre : -((-way + metre - 1) / metre * metre);
    return low + whole >= least && high + whole <= most ? whole : way;
}

/* A level without a fixed room was only kept to the size of its bounds. */
static void move_inside(const struct wr_blueprint *b, wr_standing *standings)
{
    const struct wr_rules *rules = &b->rules;
    wr_spot low, high;
    if (!rules->bounded || rules->anchored)
        return;
    extent_of(&b->kit->pieces, standings, b->node_count, &low, &high);
    wr_spot way = {way_in(low.x, high.x, rules->low.x, rules->high.x),
                   way_in(low.y, high.y, rules->low.y, rules->high.y),
                   way_in(low.z, high.z, rules->low.z, rules->high.z)};
    for (uint32_t i = 0; i < b->node_count; i++)
        standings[i].spot = wr_spot_add(standings[i].spot, way);
}

enum wr_result wr_graph_draft(const struct wr_making *m, const struct wr_blueprint *b,
                              wr_standing *standings, struct wr_draft *out)
{
    move_inside(b, standings);
    return draft_solution(m, b, standings, out);
}

/* ---- Plans ---- */

struct wr_puzzle wr_graph_puzzle(const struct wr_making *m, const struct wr_blueprint *b)
{
    return (struct wr_puzzle){.pieces = &m->kit->pieces,
                              .nodes = b->nodes,
                              .links = b->links,
                              .node_count = b->node_count,
                              .link_count = b->link_count,
                              .rules = &b->rules,
                              .context = m->context};
}

enum wr_result wr_graph_plan(const struct wr_making *m, wr_random *random, bool long_rounds,
                             uint32_t most, uint64_t budget, struct wr_blueprint *out)
{
    *out = (struct wr_blueprint){
        .template = m->template,
        .kit = m->kit,
        .arena = m->arena,
        .entry = WR_NONE,
        .exit = WR_NONE,
        .long_rounds = long_rounds,
        .most = most,
        .budget = budget,
        .context = m->context,
    };
    if (!wr_blueprint_keep(out, m->kept))
        return wr_no_memory(m->context);
    enum wr_result result = m->template->way == WR_WAY_PATTERNS
                                ? wr_blueprint_patterns(m->context, out, random)
                                : wr_blueprint_graph(m->context, out, random);
    if (result == WR_OK)
        result = wr_blueprint_choose(m->context, out, random);
    if (result == WR_OK)
        result = wr_blueprint_unlock(m->context, out);
    if (result == WR_OK)
        result = wr_blueprint_rule(m->context, out);
    if (result == WR_OK)
        result = wr_blueprint_count(m->context, out);
    return result == WR_OK ? wr_blueprint_cross(m->context, out) : result;
}

/* ---- Placing ---- */

/* A plan that is tried. */
struct attempt {
    uint64_t number;
    bool brief;               /* it is tried again, for longer */
    bool fixed;               /* nothing in it was drawn: the others are the same */
    bool last;                /* none comes after it, so that its failure is explained */
    uint64_t steps, restarts; /* of all so far */
};

/* One solution, or the most compact or the widest of some, as the template's spread says. */
struct placing {
    const struct wr_making *m;
    const struct wr_blueprint *b;
    struct wr_puzzle puzzle;
    wr_random *random;
    wr_standing *nodes, *others, *corridors;
    struct wr_effort effort;
};

static int64_t width_of(const struct placing *p, const wr_standing *standings)
{
    wr_spot low, high;
    extent_of(&p->m->kit->pieces, standings, p->b->node_count, &low, &high);
    return high.x - low.x + high.y - low.y;
}

static enum wr_verdict solve_again(struct placing *p, wr_standing *out, uint64_t budget)
{
    struct wr_effort effort;
    enum wr_verdict verdict =
        wr_puzzle_solve(&p->puzzle, p->random, budget, out, p->corridors, &effort);
    wr_effort_add(&p->effort, effort);
    return verdict;
}

/* Further solutions may cost a few times what the first did. */
static enum wr_verdict spread(struct placing *p)
{
    enum { MORE = 8, TIMES = 4, AT_LEAST = 2000 };
    float wish = p->m->template->spread;
    uint32_t more = (uint32_t)((wish < 0 ? -wish : wish) * MORE + 0.5f);
    uint64_t budget = TIMES * p->effort.steps + AT_LEAST;
    for (uint32_t i = 0; i < more; i++) {
        enum wr_verdict verdict = solve_again(p, p->others, budget);
        if (verdict == WR_OUT_OF_MEMORY)
            return verdict;
        if (verdict != WR_SOLVED)
            continue;
        int64_t gain = width_of(p, p->others) - width_of(p, p->nodes);
        if (wish < 0 ? gain < 0 : gain > 0)
            memcpy(p->nodes, p->others, p->b->node_count * sizeof *p->nodes);
    }
    return WR_SOLVED;
}

static uint64_t budget_of(const struct placing *p, const struct attempt *plan)
{
    uint64_t all = p->m->budget ? p->m->budget : (uint64_t)STEPS_A_ROOM * p->b->node_count;
    uint64_t shares = wr_puzzle_stretches(&p->puzzle) ? SHARES + 1 : SHARES;
    uint64_t times = plan->brief ? 1 : SHARE[plan->number];
    uint64_t parts = plan->brief ? shares * BRIEF_PLANS_A_SHARE : shares;
    return all / parts * times + (all % parts * times + parts - 1) / parts;
}

static enum wr_result place(const struct wr_making *m, const struct wr_blueprint *b,
                            wr_random *random, struct attempt *plan, struct wr_draft *out)
{
    struct placing p = {
        .m = m,
        .b = b,
        .puzzle = wr_graph_puzzle(m, b),
        .random = random,
        .nodes = WR_TAKE(m->arena, wr_standing, b->node_count),
        .others = WR_TAKE(m->arena, wr_standing, b->node_count),
        .corridors = WR_TAKE(m->arena, wr_standing, b->link_count),
        .effort = wr_effort_none(),
    };
    if (!p.nodes || !p.others || !p.corridors)
        return wr_no_memory(m->context);
    plan->brief &= !plan->fixed && wr_puzzle_stretches(&p.puzzle);
    enum wr_verdict verdict = solve_again(&p, p.nodes, budget_of(&p, plan));
    if (verdict == WR_SOLVED)
        verdict = spread(&p);
    out->steps = plan->steps += p.effort.steps;
    p.effort.steps = plan->steps;
    p.effort.restarts = plan->restarts += p.effort.restarts;
    plan->last |= verdict == WR_UNSOLVABLE && plan->fixed;
    bool spent = m->budget && plan->steps >= m->budget;
    plan->last |= verdict == WR_OUT_OF_TIME || spent;
    if (verdict == WR_OUT_OF_MEMORY)
        return wr_no_memory(m->context);
    if (verdict == WR_OUT_OF_TIME)
        return timed_out(m, b, &p.effort);
    if (verdict != WR_SOLVED)
        return plan->last ? wr_explain(m->context, b, &p.effort,
                                       plan->fixed ? 0 : plan->number + 1, spent)
                          : WR_NO_FIT;
    return wr_graph_draft(m, b, p.nodes, out);
}

/* What is left of a budget that somebody states; never 0. */
static uint64_t budget_left(const struct wr_making *m, const struct attempt *plan)
{
    return !m->budget ? 0 : m->budget > plan->steps ? m->budget - plan->steps : 1;
}

/* Where rooms stretch, three of four plans have long corridors on rounds, which then close more
 * easily, and short ones elsewhere, which need less room; the first does not. */
static bool has_long_rounds(const struct wr_making *m, const struct attempt *plan)
{
    return m->kit->pieces.stretches && plan->number % 4 != (plan->brief ? 0 : 3);
}

/* Draws a plan and places it. One that nothing was drawn for, or that took all there is, is the
 * last. */
static enum wr_result make_plan(const struct wr_making *m, struct attempt *plan,
                                struct wr_draft *out)
{
    struct wr_blueprint blueprint;
    wr_random plans = wr_random_of(m->seed, 2 * plan->number + 1), untouched = plans;
    wr_random places = wr_random_of(m->seed, 2 * plan->number + 2);
    bool long_rounds = has_long_rounds(m, plan);
    enum wr_result result =
        wr_graph_plan(m, &plans, long_rounds, WR_PLAN_ROOMS, budget_left(m, plan), &blueprint);
    if (!long_rounds)
        plan->fixed = plans.state == untouched.state;
    plan->steps += wr_blueprint_steps(&blueprint);
    if (result == WR_OK)
        return place(m, &blueprint, &places, plan, out);
    plan->last |=
        plan->fixed || blueprint.end == WR_PLAN_LATE || blueprint.end == WR_PLAN_NO_BUDGET;
    return result;
}

static void next_plan(struct attempt *plan)
{
    plan->number++;
    if (!plan->brief || plan->number < BRIEF_PLANS)
        return;
    plan->brief = false;
    plan->number = 0;
}

/* Only what is said of the last plan is reported. */
enum wr_result wr_make_graph(const struct wr_making *m, struct wr_draft *out)
{
    struct wr_making quiet = *m;
    struct attempt plan = {.brief = m->kit->pieces.stretches};
    enum wr_result result = WR_NO_FIT;
    for (; result == WR_NO_FIT && !plan.last; next_plan(&plan)) {
        wr_arena_mark here = wr_arena_here(m->arena);
        wr_context_progress(m->context, "plans tried", plan.brief ? 0 : plan.number, PLANS);
        quiet.context = wr_context_recorder(m->context);
        if (!quiet.context)
            return wr_no_memory(m->context);
        wr_context_set_jobs(quiet.context, wr_context_jobs(m->context));
        *out = (struct wr_draft){0};
        plan.last = !plan.brief && plan.number + 1 == PLANS;
        result = make_plan(&quiet, &plan, out);
        if (result != WR_NO_FIT || plan.last)
            wr_context_replay(m->context, quiet.context);
        wr_context_destroy(quiet.context);
        if (result != WR_OK)
            wr_arena_rewind(m->arena, here);
    }
    out->steps = plan.steps;
    return result;
}
