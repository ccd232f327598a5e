/* Making a level of a given graph: choose, place, and say why not. */
#include "builder/generate/generator.h"

#include <stdio.h>

/* A budget that grows with the graph; a level of 40 rooms is usually found in a fiftieth of it.
 * Corridors and patterns are drawn, and some drawings have no level (a round that the kit
 * cannot close), so that it is spent on several of them. */
enum { STEPS_A_ROOM = 200000, PLANS = 15, SHARES = 27 };

/* How much of the budget each plan gets: many short tries, and long ones in between. */
static const uint64_t SHARE[PLANS] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 3};

static enum wr_result explain(const struct wr_making *m, const struct wr_blueprint *b,
                              enum wr_verdict verdict, const struct wr_effort *effort)
{
    wr_where where = wr_at(m->template->source, WR_WHOLE_FILE);
    if (verdict == WR_OUT_OF_MEMORY)
        return wr_no_memory(m->context);
    if (verdict == WR_OUT_OF_TIME)
        return wr_fail(
            m->context, WR_NO_FIT, where, "timed-out",
            "a longer --timeout, or a --budget, which counts steps and gives the "
            "same on every machine",
            "the time was over after %llu steps; at most %u of %u rooms stood together",
            (unsigned long long)effort->steps, (unsigned)effort->deepest,
            (unsigned)b->node_count);
    if (verdict == WR_UNSOLVABLE)
        return wr_fail(
            m->context, WR_NO_FIT, where, "no-layout",
            "allow more rooms or other corridors, or take a link away",
            "no level of this graph exists: every way to place its %u rooms was tried, "
            "and at most %u stood together",
            (unsigned)b->node_count, (unsigned)effort->deepest);
    return wr_fail(m->context, WR_NO_FIT, where, "budget-spent",
                   "raise the budget, try another seed, or give the graph more freedom",
                   "no level was found in %llu steps; at most %u of %u rooms stood together",
                   (unsigned long long)effort->steps, (unsigned)effort->deepest,
                   (unsigned)b->node_count);
}

/* The hooks that meet on a link, whose nodes stand. */
static wr_draft_link link_of(const struct wr_pieces *pieces, const wr_puzzle_link *link,
                             const wr_standing *standings)
{
    const wr_standing *a = &standings[link->nodes[0]], *b = &standings[link->nodes[1]];
    uint32_t at = wr_contact_find(pieces, &pieces->direct, a->stance, b->stance,
                                  wr_spot_sub(b->spot, a->spot));
    return (wr_draft_link){
        .rooms = {link->nodes[0], link->nodes[1]},
        .hooks = {pieces->direct.hooks[at][0], pieces->direct.hooks[at][1]},
    };
}

static enum wr_result draft_solution(const struct wr_making *m, const struct wr_blueprint *b,
                                     const wr_standing *standings, struct wr_draft *out)
{
    out->rooms = WR_TAKE(m->arena, wr_draft_room, b->node_count);
    out->links = WR_TAKE(m->arena, wr_draft_link, b->link_count);
    if (!out->rooms || !out->links)
        return wr_no_memory(m->context);
    for (uint32_t i = 0; i < b->node_count; i++)
        out->rooms[i] = (wr_draft_room){b->names[i], standings[i], b->keys[i]};
    for (uint32_t i = 0; i < b->link_count; i++) {
        out->links[i] = link_of(&m->kit->pieces, &b->links[i], standings);
        out->links[i].lock = b->passages[i].lock;
        out->links[i].hidden = b->passages[i].hidden;
    }
    out->room_count = b->node_count;
    out->link_count = b->link_count;
    out->entry = b->entry;
    out->exit = b->exit;
    return WR_OK;
}

static enum wr_result place(const struct wr_making *m, const struct wr_blueprint *b,
                            wr_random *random, uint64_t plan, struct wr_draft *out)
{
    struct wr_puzzle puzzle = {&m->kit->pieces, b->nodes,      b->links,
                               b->node_count,   b->link_count, m->deadline};
    struct wr_effort effort;
    wr_standing *nodes = WR_TAKE(m->arena, wr_standing, b->node_count);
    wr_standing *corridors = WR_TAKE(m->arena, wr_standing, b->link_count);
    if (!nodes || !corridors)
        return wr_no_memory(m->context);
    uint64_t budget = m->budget ? m->budget : (uint64_t)STEPS_A_ROOM * b->node_count;
    budget = (budget * SHARE[plan] + SHARES - 1) / SHARES;
    enum wr_verdict verdict =
        wr_puzzle_solve(&puzzle, random, budget, nodes, corridors, &effort);
    out->steps = effort.steps;
    if (verdict != WR_SOLVED)
        return explain(m, b, verdict, &effort);
    return draft_solution(m, b, nodes, out);
}

/* Draws a plan and places it. */
static enum wr_result make_plan(const struct wr_making *m, uint64_t plan, struct wr_draft *out)
{
    struct wr_blueprint blueprint = {
        .template = m->template,
        .kit = m->kit,
        .arena = m->arena,
        .entry = WR_NONE,
        .exit = WR_NONE,
    };
    wr_random plans = wr_random_of(m->seed, 2 * plan + 1);
    wr_random places = wr_random_of(m->seed, 2 * plan + 2);
    enum wr_result result = m->template->way == WR_WAY_PATTERNS
                                ? wr_blueprint_patterns(m->context, &blueprint, &plans)
                                : wr_blueprint_graph(m->context, &blueprint, &plans);
    if (result == WR_OK)
        result = wr_blueprint_unlock(m->context, &blueprint);
    if (result == WR_OK)
        result = wr_blueprint_choose(m->context, &blueprint);
    return result == WR_OK ? place(m, &blueprint, &places, plan, out) : result;
}

/* Only what is said of the last plan is reported. */
enum wr_result wr_make_graph(const struct wr_making *m, struct wr_draft *out)
{
    struct wr_making quiet = *m;
    enum wr_result result = WR_NO_FIT;
    uint64_t steps = 0;
    for (uint64_t plan = 0; result == WR_NO_FIT && plan < PLANS; plan++) {
        quiet.context = wr_context_recorder();
        if (!quiet.context)
            return wr_no_memory(m->context);
        *out = (struct wr_draft){0};
        result = make_plan(&quiet, plan, out);
        steps += out->steps;
        if (result != WR_NO_FIT || plan + 1 == PLANS)
            wr_context_replay(m->context, quiet.context);
        wr_context_destroy(quiet.context);
    }
    out->steps = steps;
    return result;
}
