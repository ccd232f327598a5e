/* Why a level does not grow: its rules are left out one after another, and the first without
 * which it does grow is named. */
#include "builder/generate/grow/growth.h"

#include "core/base/text.h"

#include <math.h>
#include <string.h>

/* Steps a try without a rule may cost. */
enum { TRY_STEPS = 60000, TRY_STEPS_A_ROOM = 1000 };

/* ---- Rules ---- */

enum rule {
    NEIGHBOURS,
    COUNTS,
    DISTANCE,
    BOUNDS,
    STOREYS,
    PATH,
    LOOP_LENGTHS,
    LOOPS,
    DEAD_ENDS,
    NODES,
    EXIT,
    RULES
};

static const char *const rule_names[RULES] = {
    [NEIGHBOURS] = "'neighbours' is",
    [COUNTS] = "'count' and 'repeat' of rooms are",
    [DISTANCE] = "'distance' is",
    [BOUNDS] = "'bounds' is",
    [STOREYS] = "'storeys' is",
    [PATH] = "'critical_path' is",
    [LOOP_LENGTHS] = "'loop_lengths' is",
    [LOOPS] = "the number of loops is",
    [DEAD_ENDS] = "'dead_ends' is",
    [NODES] = "'nodes' is",
    [EXIT] = "'exit' is",
};

/* A template, and its kit, without one of their rules. */
struct lesser {
    struct wr_template template;
    struct wr_kit_pieces kit;
    struct wr_grow_tables tables;
    struct wr_arena *arena;
};

static bool is_bounded(const wr_box *box)
{
    return isfinite(box->min.x) || isfinite(box->min.y) || isfinite(box->min.z) ||
           isfinite(box->max.x) || isfinite(box->max.y) || isfinite(box->max.z);
}

static bool asks_loops(const wr_grow_rule *grow)
{
    return grow->loops.least != WR_NONE || !isnan(grow->loop_share);
}

static bool has_rule(const struct wr_making *m, enum rule rule)
{
    const struct wr_template *t = m->template;
    switch (rule) {
    case NEIGHBOURS:
        return t->neighbour_count > 0;
    case COUNTS:
        return true;
    case DISTANCE:
        return t->distance > 0;
    case BOUNDS:
        return is_bounded(&t->bounds);
    case STOREYS:
        return t->storeys > 0;
    case PATH:
        return t->grow.critical_path.least != WR_NONE;
    case LOOP_LENGTHS:
        return t->grow.loop_length_count > 0 && asks_loops(&t->grow);
    case LOOPS:
        return asks_loops(&t->grow);
    case DEAD_ENDS:
        return !isnan(t->grow.dead_ends);
    case NODES:
        return t->node_count > 0;
    case EXIT:
        return t->exit.count > 0;
    case RULES:
        break;
    }
    return false;
}

/* Where the template says a rule. */
static wr_where where_said(const struct wr_template *t, enum rule rule)
{
    const wr_template_places *places = &t->places;
    const wr_place said[RULES] = {
        [NEIGHBOURS] = places->neighbours,
        [COUNTS] = places->rooms.offset ? places->rooms : places->repeat,
        [DISTANCE] = places->distance,
        [BOUNDS] = places->bounds,
        [STOREYS] = places->storeys,
        [PATH] = places->path,
        [LOOP_LENGTHS] = places->loop_lengths,
        [LOOPS] = places->loops,
        [DEAD_ENDS] = places->dead_ends,
        [NODES] = places->nodes,
        [EXIT] = places->exit,
    };
    return wr_at(t->source, said[rule].offset ? said[rule].offset : WR_WHOLE_FILE);
}

static bool free_counts(struct lesser *l)
{
    uint32_t count = l->kit.pieces.piece_count;
    wr_kit_piece *rooms = WR_TAKE(l->arena, wr_kit_piece, count);
    for (uint32_t p = 0; rooms && p < count; p++) {
        rooms[p] = l->kit.rooms[p];
        rooms[p].count = (wr_span){0, WR_NONE};
        rooms[p].repeat = WR_REPEAT_FREE;
    }
    l->kit.rooms = rooms;
    return rooms != NULL;
}

/* False when memory is out. */
static bool leave_out(struct lesser *l, enum rule rule)
{
    struct wr_template *t = &l->template;
    const wr_box anywhere = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    switch (rule) {
    case NEIGHBOURS:
        t->neighbour_count = 0;
        break;
    case COUNTS:
        return free_counts(l);
    case DISTANCE:
        t->distance = 0;
        break;
    case BOUNDS:
        t->bounds = anywhere;
        break;
    case STOREYS:
        t->storeys = 0;
        break;
    case PATH:
        t->grow.critical_path = (wr_span){WR_NONE, WR_NONE};
        break;
    case LOOPS:
        t->grow.loops = (wr_span){WR_NONE, WR_NONE};
        t->grow.loop_share = NAN;
        break;
    case LOOP_LENGTHS:
        l->tables.length_count = 0;
        break;
    case DEAD_ENDS:
        t->grow.dead_ends = NAN;
        break;
    case NODES:
        t->node_count = 0;
        t->entry_node = t->exit_node = WR_NONE;
        break;
    case EXIT:
        t->exit = (wr_choice){0};
        break;
    case RULES:
        break;
    }
    return true;
}

/* ---- Trying ---- */

/* Steps of a try. */
static uint64_t steps_of_try(const struct wr_making *m)
{
    return TRY_STEPS + TRY_STEPS_A_ROOM * (uint64_t)m->template->grow.rooms.most;
}

static enum wr_result grow(const struct wr_making *m)
{
    struct wr_growth growth = {0};
    struct wr_draft draft;
    enum wr_result result = wr_wishes_make(m, &growth.wishes);
    if (result != WR_OK)
        return result;
    if (!wr_growth_run(&growth, m, &draft))
        result = growth.failed ? WR_NO_MEMORY : WR_NO_FIT;
    wr_growth_finish(&growth);
    return result;
}

/* Whether a level of some seed near this one grows without the rule; RULES leaves none out. */
static enum wr_result try_without(const struct wr_making *m, enum rule rule, bool *grows)
{
    struct lesser lesser = {*m->template, *m->kit, *m->growing, wr_arena_create()};
    struct wr_context *quiet = wr_context_within(m->context, NULL, NULL);
    struct wr_making making = *m;
    enum wr_result result = WR_NO_MEMORY;
    if (lesser.arena && quiet && leave_out(&lesser, rule)) {
        making.context = quiet;
        making.template = &lesser.template;
        making.kit = &lesser.kit;
        making.growing = &lesser.tables;
        making.roster = NULL;
        making.arena = lesser.arena;
        making.budget = steps_of_try(m);
        result = grow(&making);
        *grows = result == WR_OK;
    }
    wr_context_destroy(quiet);
    wr_arena_destroy(lesser.arena);
    return result == WR_NO_MEMORY ? wr_no_memory(m->context) : WR_OK;
}

enum wr_result wr_explain_growth(const struct wr_making *m, const char *what)
{
    bool short_of_steps = false;
    if (m->budget > 0 && m->budget < steps_of_try(m)) {
        enum wr_result result = try_without(m, RULES, &short_of_steps);
        if (result != WR_OK || short_of_steps)
            return result;
    }
    for (enum rule rule = 0; rule < RULES; rule++) {
        bool grows = false;
        if (!has_rule(m, rule))
            continue;
        enum wr_result result = try_without(m, rule, &grows);
        if (result != WR_OK)
            return result;
        if (grows)
            return wr_fail(m->context, WR_NO_FIT, where_said(m->template, rule),
                           "rule-in-the-way",
                           "ask for less there, or give the rooms more choice",
                           "%s in the way: without that rule such a level grows, with it %s",
                           rule_names[rule], what);
    }
    return WR_OK;
}
