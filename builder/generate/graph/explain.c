/* Explaining why a blueprint has no level: the smallest subgraph that fails, and what is in its
 * way, in words. */
#include "builder/generate/graph/explain.h"
#include "builder/generate/graph/conflict.h"
#include "builder/generate/graph/hindrance.h"
#include "builder/generate/graph/loop.h"

/* What the last question may cost, which is to be sure. */
enum { STEPS_TO_BE_SURE = 200000 };

struct explaining {
    struct wr_context *context;
    const struct wr_blueprint *b;
    struct wr_subgraph subgraph;
    const char *told; /* the slug of what was reported */
};

/* ---- Words ---- */

static const char *say(struct explaining *e, const char *slug)
{
    e->told = slug;
    return slug;
}

/* How many rooms of the subgraph come after a node. */
static uint32_t named_left(const struct explaining *e, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t i = node + 1; i < e->b->node_count; i++)
        count += e->subgraph.in[i];
    return count;
}

/* At most so many names, then how many more. */
static void name_rooms(const struct explaining *e, struct wr_bytes *out)
{
    enum { NAMES = 8 };
    uint32_t named = 0, others = 0;
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        if (!e->subgraph.in[i])
            continue;
        if (!e->b->names[i] || named == NAMES) {
            others++;
            continue;
        }
        uint32_t left = named_left(e, i);
        wr_bytes_text(out, named++ == 0 ? "" : left || others ? ", " : " and ");
        wr_bytes_print(out, "'%s'", e->b->names[i]);
    }
    if (others)
        wr_bytes_print(out, "%s%u room%s%s", named ? " and " : "", (unsigned)others,
                       others == 1 ? "" : "s", named ? " between them" : "");
}

/* ---- Places ---- */

/* Where the subgraph is in the template: the first link within it, else its first room. */
static wr_where where_is(const struct explaining *e)
{
    wr_place place = {0};
    for (uint32_t i = e->b->node_count; i-- > 0;)
        if (e->subgraph.in[i] && e->b->places[i].offset)
            place = e->b->places[i];
    for (uint32_t i = e->b->link_count; i-- > 0;) {
        const uint32_t *nodes = e->b->links[i].nodes;
        if (e->subgraph.in[nodes[0]] && e->subgraph.in[nodes[1]] &&
            e->b->passages[i].place.offset)
            place = e->b->passages[i].place;
    }
    return wr_blueprint_at(e->b, place);
}

/* ---- Loops ---- */

/* Why it does not close: proved, because it is too straight, or not found. */
static void say_verdict(const struct explaining *e, bool sure, struct wr_bytes *out)
{
    uint32_t whole = e->b->kit->pieces.turn_count, turning = wr_loop_turning(&e->subgraph);
    wr_bytes_text(out, sure ? "cannot close" : "was not closed in any way tried");
    if (turning < whole)
        wr_bytes_print(out,
                       ": its rooms turn by %u degrees together at most, and a loop on "
                       "one storey takes 360",
                       (unsigned)(360u * turning / whole));
}

/* Whether lengths that are chosen may close it. */
static bool stretches(const struct explaining *e)
{
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        const wr_puzzle_node *node = &e->b->nodes[i];
        for (uint32_t k = 0; e->subgraph.in[i] && k < node->piece_count; k++)
            if (e->b->kit->pieces.pieces[node->pieces[k]].stretch_count)
                return true;
    }
    return false;
}

static void say_loop(struct explaining *e, uint32_t length, bool sure, struct wr_bytes *out)
{
    struct wr_bytes walk = {0}, lengths = {0};
    wr_loop_name(&e->subgraph, &walk);
    wr_loop_name_lengths(&e->subgraph, length, &lengths);
    wr_bytes_print(out, "the loop of %u rooms ", (unsigned)length);
    if (walk.size > 0)
        wr_bytes_print(out, "(%.*s) ", (int)walk.size, (const char *)walk.data);
    say_verdict(e, sure, out);
    if (lengths.size > 0)
        wr_bytes_print(out,
                       "; with the same choice of rooms%s, loops close that have %.*s rooms",
                       stretches(e) ? ", as long as they have to be" : "", (int)lengths.size,
                       (const char *)lengths.data);
    wr_bytes_char(out, '\0');
    out->failed |= walk.failed || lengths.failed;
    wr_bytes_finish(&walk);
    wr_bytes_finish(&lengths);
}

static enum wr_result tell_loop(struct explaining *e, uint32_t length, bool sure)
{
    struct wr_bytes text = {0};
    bool straight = wr_loop_turning(&e->subgraph) < e->b->kit->pieces.turn_count;
    say_loop(e, length, sure, &text);
    enum wr_result result =
        text.failed
            ? WR_NO_MEMORY
            : wr_fail(e->context, WR_NO_FIT, where_is(e), say(e, "loop-open"),
                      straight ? "let it have more rooms that turn, such as corners"
                               : "give its links corridors of other lengths, or its rooms "
                                 "more choice",
                      "%s", (const char *)text.data);
    wr_bytes_finish(&text);
    return result;
}

/* ---- Rules ---- */

static const char *const RULE_NAMES[WR_NO_RULE] = {
    [WR_RULE_COUNTS] = "'count' and 'repeat' of rooms are",
    [WR_RULE_APART] = "'must_not' and 'repeat' of rooms are",
    [WR_RULE_MUST] = "'must' of neighbours is",
    [WR_RULE_DOORWAYS] = "the doorways links name are",
    [WR_RULE_DISTANCE] = "'distance' is",
    [WR_RULE_BOUNDS] = "'bounds' is",
    [WR_RULE_STOREYS] = "'storeys' is",
};

/* Where the template says a rule. */
static wr_where where_said(const struct explaining *e, enum wr_graph_rule rule)
{
    const wr_template_places *places = &e->b->template->places;
    const wr_place said[WR_NO_RULE] = {
        [WR_RULE_COUNTS] = places->rooms.offset ? places->rooms : places->repeat,
        [WR_RULE_APART] = places->neighbours.offset ? places->neighbours : places->repeat,
        [WR_RULE_MUST] = places->neighbours,
        [WR_RULE_DISTANCE] = places->distance,
        [WR_RULE_BOUNDS] = places->bounds,
        [WR_RULE_STOREYS] = places->storeys,
    };
    return rule == WR_RULE_DOORWAYS ? where_is(e) : wr_blueprint_at(e->b, said[rule]);
}

static enum wr_result tell_rule(struct explaining *e, enum wr_graph_rule rule, uint32_t count,
                                const char *names, bool sure)
{
    const char *cannot = count == 1 ? "not" : "they cannot";
    return wr_fail(e->context, WR_NO_FIT, where_said(e, rule), say(e, "rule-in-the-way"),
                   "ask for less there, or give the rooms more choice",
                   "%s in the way: without that rule, %s can stand%s, with it %s",
                   RULE_NAMES[rule], names, count == 1 ? "" : " together",
                   sure ? cannot : "no way was found");
}

/* ---- Rooms ---- */

static bool both_fixed(const struct explaining *e)
{
    for (uint32_t i = 0; i < e->b->node_count; i++)
        if (e->subgraph.in[i] && !e->b->nodes[i].fixed)
            return false;
    return true;
}

static enum wr_result tell_hit(struct explaining *e, const char *names, uint32_t node,
                               uint32_t other)
{
    return wr_fail(
        e->context, WR_NO_FIT, wr_blueprint_at(e->b, e->b->places[node]), say(e, "no-layout"),
        "move it, allow other rooms or longer corridors, or take a link away",
        "%s cannot stand together as they are linked: every place for %s lies in %s", names,
        wr_blueprint_called(e->b, node).text, wr_blueprint_called(e->b, other).text);
}

static enum wr_result tell_rooms(struct explaining *e, uint32_t count, const char *names,
                                 bool sure)
{
    uint32_t node, other;
    wr_where where = where_is(e);
    if (count == 1)
        return wr_fail(e->context, WR_NO_FIT, where, say(e, "no-layout"),
                       "look at its place and the rules for it", "%s can stand nowhere", names);
    if (count == 2 && both_fixed(e))
        return wr_fail(e->context, WR_NO_FIT, where, say(e, "no-layout"), "move one of them",
                       "%s cannot both stand where they are put", names);
    if (count == 2)
        return wr_fail(e->context, WR_NO_FIT, where, say(e, "link-impossible"),
                       "allow other rooms, or name door types that may meet", "%s %s", names,
                       sure ? "cannot be linked: no two of their doorways meet"
                            : "were not linked in any way tried");
    if (wr_hindrance_room(&e->subgraph, &node, &other))
        return tell_hit(e, names, node, other);
    return wr_fail(e->context, WR_NO_FIT, where, say(e, "no-layout"),
                   "allow other rooms or longer corridors, or take a link away",
                   "%s %s, though without any one of them the others can", names,
                   sure ? "cannot stand together as they are linked"
                        : "were not placed together in any way tried");
}

/* ---- All of it ---- */

static enum wr_result tell_subgraph(struct explaining *e)
{
    struct wr_bytes names = {0};
    uint32_t count;
    enum wr_verdict verdict =
        wr_subgraph_ask(&e->subgraph, e->b->rules, STEPS_TO_BE_SURE, &count);
    enum wr_graph_rule rule =
        verdict == WR_SOLVED ? WR_NO_RULE : wr_hindrance_rule(&e->subgraph);
    name_rooms(e, &names);
    wr_bytes_char(&names, '\0');
    enum wr_result result = names.failed || e->subgraph.over ? WR_NO_MEMORY : WR_OK;
    if (result == WR_OK && verdict != WR_SOLVED) {
        bool sure = verdict == WR_UNSOLVABLE;
        const char *rooms = (const char *)names.data;
        result = rule < WR_NO_RULE                 ? tell_rule(e, rule, count, rooms, sure)
                 : wr_loop_is(&e->subgraph, count) ? tell_loop(e, count, sure)
                                                   : tell_rooms(e, count, rooms, sure);
    }
    wr_bytes_finish(&names);
    return result;
}

/* ---- A search that ended without a proof ---- */

static void name_stuck(const struct explaining *e, uint32_t node, struct wr_bytes *out)
{
    enum { NAMES = 3 };
    const struct wr_blueprint *b = e->b;
    uint32_t links = 0, named = 0;
    wr_bytes_text(out, wr_blueprint_called(b, node).text);
    for (uint32_t i = 0; b->names[node] && i < b->link_count; i++) {
        const uint32_t *ends = b->links[i].nodes;
        if (ends[0] != node && ends[1] != node)
            continue;
        const char *name = b->names[ends[ends[0] == node]];
        if (name && named < NAMES)
            wr_bytes_print(out, "%s '%s'", named++ ? "," : ", which is linked to", name);
        links++;
    }
    if (named > 0 && links > named)
        wr_bytes_print(out, " and %u more", (unsigned)(links - named));
}

static bool has_rounds(const struct wr_blueprint *b)
{
    return b->link_count >= b->node_count;
}

/* What of this template can be loosened. */
static void say_cures(const struct wr_blueprint *b, struct wr_bytes *out)
{
    const struct wr_rules *rules = &b->rules;
    wr_bytes_text(out, "raise the budget");
    if (rules->bounded)
        wr_bytes_text(out, ", make 'bounds' wider");
    if (rules->gap)
        wr_bytes_text(out, ", lower 'distance'");
    if (rules->storeys)
        wr_bytes_text(out, ", allow more 'storeys'");
    if (b->template->rule_count || b->template->repeat == WR_REPEAT_NEVER)
        wr_bytes_text(out, ", let rooms come more often");
    if (b->template->neighbour_count)
        wr_bytes_text(out, ", ask less of 'neighbours'");
    if (!b->template->mirror)
        wr_bytes_text(out, ", let rooms be mirrored");
    if (has_rounds(b))
        wr_bytes_text(out, ", take away a link that closes a round");
    wr_bytes_text(out, b->template->corridor.length.most == 0
                           ? ", or put corridors on links"
                           : ", or allow corridors more lengths and more kinds of rooms");
}

static void say_budget(const struct explaining *e, const struct wr_effort *effort,
                       struct wr_bytes *out)
{
    wr_bytes_print(out, "no level was found, and none is ruled out: in %llu steps",
                   (unsigned long long)effort->steps);
    if (effort->restarts > 1)
        wr_bytes_print(out, " and %llu beginnings", (unsigned long long)effort->restarts);
    wr_bytes_print(out, " at most %u of %u rooms", (unsigned)effort->deepest,
                   (unsigned)(effort->part ? effort->part : e->b->node_count));
    if (effort->part)
        wr_bytes_text(out, " in rounds and next to them");
    wr_bytes_text(out, " stood at once");
    if (effort->stuck != WR_NOT_STUCK) {
        wr_bytes_text(out, "; no place was left for ");
        name_stuck(e, effort->stuck, out);
    }
    wr_bytes_char(out, '\0');
}

static enum wr_result tell_budget(struct explaining *e, const struct wr_effort *effort)
{
    struct wr_bytes text = {0}, cures = {0};
    wr_where where = wr_at(e->b->template->source, WR_WHOLE_FILE);
    if (effort->stuck != WR_NOT_STUCK)
        where = wr_blueprint_at(e->b, e->b->places[effort->stuck]);
    say_budget(e, effort, &text);
    say_cures(e->b, &cures);
    wr_bytes_char(&cures, '\0');
    enum wr_result result = WR_NO_MEMORY;
    if (!text.failed && !cures.failed)
        result = wr_fail(e->context, WR_NO_FIT, where, say(e, "budget-spent"),
                         (const char *)cures.data, "%s", (const char *)text.data);
    wr_bytes_finish(&text);
    wr_bytes_finish(&cures);
    return result;
}

static enum wr_result tell_late(const struct explaining *e, const struct wr_effort *effort)
{
    return wr_fail(
        e->context, WR_NO_FIT, wr_at(e->b->template->source, WR_WHOLE_FILE), "timed-out",
        "give a longer --timeout to be told why",
        "no level was found in %llu steps, and the time was over before it was known "
        "why",
        (unsigned long long)effort->steps);
}

enum wr_result wr_explain(struct wr_context *context, const struct wr_blueprint *b,
                          const struct wr_effort *effort, uint64_t drawings, bool spent)
{
    struct explaining e = {.context = context, .b = b};
    enum wr_result result = WR_OK;
    if (!wr_subgraph_start(&e.subgraph, b))
        result = WR_NO_MEMORY;
    else if (wr_conflict_find(&e.subgraph))
        result = tell_subgraph(&e);
    if (e.subgraph.late)
        result = e.told ? WR_NO_FIT : tell_late(&e, effort);
    else if (result == WR_OK && !e.subgraph.over)
        result = tell_budget(&e, effort);
    if (!e.subgraph.late && (result == WR_NO_MEMORY || e.subgraph.over))
        result = wr_no_memory(context);
    if (result == WR_NO_FIT && drawings && e.told)
        wr_note(context, WR_NOWHERE, e.told,
                spent ? "raise the budget: it was spent before another was drawn" : NULL,
                "the seed draws corridors, patterns, and which node is a room that must come; "
                "this is "
                "what kept the last of %u drawings from being a level",
                (unsigned)drawings);
    wr_subgraph_finish(&e.subgraph);
    return result;
}
