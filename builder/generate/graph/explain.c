/* Explaining by leaving out. A part of a plan that has no level is grown room by room until it
 * fails, then every room it fails without is taken away. Parts stay connected: the search puts
 * what is not linked to the same place. */
#include "builder/generate/graph/explain.h"

#include "core/base/bytes.h"

#include <string.h>

/* Steps a question may cost, for each of its rooms and at least; and the last one, which is to
 * be sure. */
enum { STEPS_A_ROOM = 400, STEPS_AT_LEAST = 4000, STEPS_TO_BE_SURE = 200000 };

struct explaining {
    struct wr_context *context;
    const struct wr_blueprint *b;
    struct wr_arena *arena;
    wr_random random;
    bool *in;           /* one a node: it is in the part */
    uint32_t *renumber; /* one a node */
    wr_puzzle_node *nodes;
    wr_puzzle_link *links;
    const uint16_t *(*hooks)[2];
    wr_standing *standings, *corridors;
    bool starved;
    const char *told; /* the slug of what was reported */
};

/* ---- Questions ---- */

/* The part as a puzzle of its own. */
static struct wr_puzzle part_of(struct explaining *e, struct wr_rules *rules)
{
    const struct wr_blueprint *b = e->b;
    uint32_t nodes = 0, links = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        if (e->in[i]) {
            e->renumber[i] = nodes;
            e->nodes[nodes++] = b->nodes[i];
        }
    for (uint32_t i = 0; i < b->link_count; i++) {
        const uint32_t *ends = b->links[i].nodes;
        if (!e->in[ends[0]] || !e->in[ends[1]])
            continue;
        if (b->rules.hooks)
            memcpy(e->hooks[links], b->rules.hooks[i], sizeof *e->hooks);
        e->links[links] = b->links[i];
        e->links[links].nodes[0] = e->renumber[ends[0]];
        e->links[links++].nodes[1] = e->renumber[ends[1]];
    }
    if (rules->hooks)
        rules->hooks = (const uint16_t *(*)[2])e->hooks;
    return (struct wr_puzzle){.pieces = &b->kit->pieces,
                              .nodes = e->nodes,
                              .links = e->links,
                              .node_count = nodes,
                              .link_count = links,
                              .rules = rules};
}

/* A part has not all neighbours of its rooms, so that none can be asked for. */
static enum wr_verdict ask(struct explaining *e, struct wr_rules rules, uint64_t budget,
                           uint32_t *count)
{
    struct wr_effort effort;
    struct wr_puzzle part = part_of(e, &rules);
    if (part.node_count < e->b->node_count)
        rules.must_count = 0;
    if (count)
        *count = part.node_count;
    if (budget == 0)
        budget = STEPS_AT_LEAST + (uint64_t)STEPS_A_ROOM * part.node_count;
    enum wr_verdict verdict =
        wr_puzzle_solve(&part, &e->random, budget, e->standings, e->corridors, &effort);
    e->starved |= verdict == WR_OUT_OF_MEMORY;
    return verdict;
}

static bool fails(struct explaining *e)
{
    return ask(e, e->b->rules, 0, NULL) != WR_SOLVED;
}

/* ---- The smallest part ---- */

static bool is_linked(const struct explaining *e, uint32_t node, const bool *to)
{
    for (uint32_t i = 0; i < e->b->link_count; i++)
        for (int side = 0; side < 2; side++)
            if (e->b->links[i].nodes[side] == node && to[e->b->links[i].nodes[1 - side]])
                return true;
    return false;
}

/* Where walking over a part begins: at all fixed rooms, which hold it together, else anywhere.
 */
static void begin_walk(const struct explaining *e, bool *reached)
{
    const struct wr_blueprint *b = e->b;
    uint32_t first = WR_NONE;
    bool fixed = false;
    for (uint32_t i = 0; i < b->node_count; i++) {
        reached[i] = e->in[i] && b->nodes[i].fixed;
        fixed |= reached[i];
        if (e->in[i] && first == WR_NONE)
            first = i;
    }
    if (!fixed && first != WR_NONE)
        reached[first] = true;
}

static bool is_whole(const struct explaining *e, bool *reached)
{
    bool further = true;
    begin_walk(e, reached);
    while (further) {
        further = false;
        for (uint32_t i = 0; i < e->b->node_count; i++)
            if (e->in[i] && !reached[i] && is_linked(e, i, reached))
                reached[i] = further = true;
    }
    return memcmp(e->in, reached, e->b->node_count * sizeof *reached) == 0;
}

/* Puts one room more into the part: one that is linked to it, those first that close a loop. */
static bool grow_part(struct explaining *e)
{
    const struct wr_blueprint *b = e->b;
    uint32_t best = WR_NONE, best_links = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        uint32_t links = b->nodes[i].fixed ? b->link_count + 1 : 0;
        for (uint32_t k = 0; k < b->link_count; k++)
            for (int side = 0; side < 2; side++)
                links += b->links[k].nodes[side] == i && e->in[b->links[k].nodes[1 - side]];
        if (!e->in[i] && links > best_links) {
            best = i;
            best_links = links;
        }
    }
    if (best != WR_NONE)
        e->in[best] = true;
    return best != WR_NONE;
}

/* Grows the part from a node until it fails; false where it does not. */
static bool find_failing(struct explaining *e, uint32_t from)
{
    memset(e->in, 0, e->b->node_count * sizeof *e->in);
    e->in[from] = true;
    while (!e->starved && !fails(e))
        if (!grow_part(e))
            return false;
    return !e->starved;
}

static bool shrink(struct explaining *e)
{
    bool *reached = WR_TAKE(e->arena, bool, e->b->node_count);
    if (!reached)
        return false;
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        if (!e->in[i])
            continue;
        e->in[i] = false;
        if (!is_whole(e, reached) || !fails(e))
            e->in[i] = true;
    }
    return !e->starved;
}

/* ---- Words ---- */

static const char *say(struct explaining *e, const char *slug)
{
    e->told = slug;
    return slug;
}

static bool is_named(const struct wr_blueprint *b, uint32_t node)
{
    const char *name = b->names[node];
    return strncmp(name, "room", 4) != 0 || name[4] < '0' || name[4] > '9';
}

/* How many rooms of the part come after a node. */
static uint32_t named_left(const struct explaining *e, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t i = node + 1; i < e->b->node_count; i++)
        count += e->in[i];
    return count;
}

/* At most so many names, then how many more. */
static void name_rooms(const struct explaining *e, struct wr_bytes *out)
{
    enum { NAMES = 8 };
    uint32_t named = 0, others = 0;
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        if (!e->in[i])
            continue;
        if (!is_named(e->b, i) || named == NAMES) {
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

/* ---- Loops ---- */

static bool is_loop(const struct explaining *e, uint32_t count)
{
    uint32_t links = 0;
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        uint32_t degree = 0;
        for (uint32_t k = 0; e->in[i] && k < e->b->link_count; k++)
            for (int side = 0; side < 2; side++)
                degree +=
                    e->b->links[k].nodes[side] == i && e->in[e->b->links[k].nodes[1 - side]];
        if (e->in[i] && degree != 2)
            return false;
        links += degree;
    }
    return count > 2 && links == 2 * count;
}

/* The next room of a loop after two of them. */
static uint32_t next_of_loop(const struct explaining *e, uint32_t before, uint32_t at)
{
    for (uint32_t k = 0; k < e->b->link_count; k++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = e->b->links[k].nodes[1 - side];
            if (e->b->links[k].nodes[side] == at && e->in[other] && other != before)
                return other;
        }
    return WR_NONE;
}

static uint32_t first_of_loop(const struct explaining *e)
{
    uint32_t first = WR_NONE;
    for (uint32_t i = 0; i < e->b->node_count; i++)
        if (e->in[i] && (first == WR_NONE || (!is_named(e->b, first) && is_named(e->b, i))))
            first = i;
    return first;
}

/* "'gate', 2 rooms, 'fork'": in the order one walks them. */
static void name_loop(const struct explaining *e, struct wr_bytes *out)
{
    uint32_t first = first_of_loop(e), at = first, before = WR_NONE, between = 0;
    bool some = false;
    do {
        uint32_t next = next_of_loop(e, before, at);
        if (is_named(e->b, at)) {
            if (between)
                wr_bytes_print(out, "%s%u more", some ? ", " : "", (unsigned)between);
            wr_bytes_print(out, "%s'%s'", some || between ? ", " : "", e->b->names[at]);
            some = true;
            between = 0;
        } else {
            between++;
        }
        before = at;
        at = next;
    } while (at != first && at != WR_NONE);
    if (between && some)
        wr_bytes_print(out, ", %u more", (unsigned)between);
}

/* Whether a loop of so many rooms closes, each of which may be what any room of the part may.
 */
static bool loop_closes(struct explaining *e, const uint32_t *pieces, uint32_t piece_count,
                        uint32_t length)
{
    wr_puzzle_node *nodes = WR_ZERO(e->arena, wr_puzzle_node, length);
    wr_puzzle_link *links = WR_ZERO(e->arena, wr_puzzle_link, length);
    wr_standing *standings = WR_TAKE(e->arena, wr_standing, 2 * (size_t)length);
    struct wr_effort effort;
    if (!nodes || !links || !standings)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        nodes[i] = (wr_puzzle_node){.pieces = pieces, .piece_count = piece_count};
        links[i] = (wr_puzzle_link){{i, (i + 1) % length}, &e->b->kit->pieces.direct};
    }
    struct wr_puzzle loop = {.pieces = &e->b->kit->pieces,
                             .nodes = nodes,
                             .links = links,
                             .node_count = length,
                             .link_count = length};
    return wr_puzzle_solve(&loop, &e->random, STEPS_AT_LEAST * length, standings,
                           standings + length, &effort) == WR_SOLVED;
}

static uint32_t *pieces_of_part(struct explaining *e, uint32_t *count)
{
    uint32_t all = e->b->kit->pieces.piece_count;
    uint32_t *pieces = WR_TAKE(e->arena, uint32_t, all);
    bool *seen = WR_ZERO(e->arena, bool, all);
    *count = 0;
    for (uint32_t i = 0; pieces && seen && i < e->b->node_count; i++)
        for (uint32_t k = 0; e->in[i] && k < e->b->nodes[i].piece_count; k++) {
            uint32_t piece = e->b->nodes[i].pieces[k];
            if (!seen[piece])
                pieces[(*count)++] = piece;
            seen[piece] = true;
        }
    return seen ? pieces : NULL;
}

/* "close with 4 and 6 rooms": the lengths near this one that do. */
static void name_lengths(struct explaining *e, uint32_t length, struct wr_bytes *out)
{
    enum { AROUND = 4, LENGTHS = 2 * AROUND + 1 };
    uint32_t count, found[LENGTHS], found_count = 0;
    const uint32_t *pieces = pieces_of_part(e, &count);
    uint32_t from = length > AROUND + 3 ? length - AROUND : 3;
    for (uint32_t n = from; pieces && n <= length + AROUND; n++)
        if (loop_closes(e, pieces, count, n))
            found[found_count++] = n;
    for (uint32_t i = 0; i < found_count; i++)
        wr_bytes_print(out, "%s%u",
                       i == 0                ? ""
                       : i + 1 < found_count ? ", "
                                             : " and ",
                       (unsigned)found[i]);
}

static enum wr_result tell_loop(struct explaining *e, uint32_t length, bool sure)
{
    struct wr_bytes names = {0}, lengths = {0};
    name_loop(e, &names);
    name_lengths(e, length, &lengths);
    bool some = lengths.size > 0;
    wr_bytes_char(&names, '\0');
    wr_bytes_char(&lengths, '\0');
    enum wr_result result = WR_NO_MEMORY;
    if (!names.failed && !lengths.failed) {
        const char *walk = (const char *)names.data;
        result = wr_fail(e->context, WR_NO_FIT, wr_at(e->b->template->source, WR_WHOLE_FILE),
                         say(e, "loop-open"),
                         "give its links corridors of other lengths, or its rooms more choice",
                         "the loop of %u rooms%s%s%s %s%s%s%s", (unsigned)length,
                         *walk ? " (" : "", walk, *walk ? ")" : "",
                         sure ? "cannot close" : "was not closed in any way tried",
                         some ? "; with the same choice of rooms, loops close that have " : "",
                         some ? (const char *)lengths.data : "", some ? " rooms" : "");
    }
    wr_bytes_finish(&names);
    wr_bytes_finish(&lengths);
    return result;
}

/* ---- Rules ---- */

enum { RULES = 7 };
static const char *const RULE_NAMES[RULES] = {
    "'count' and 'repeat' of rooms",
    "'must_not' and 'repeat' of rooms",
    "'must' of neighbours",
    "the doorways links name",
    "'distance'",
    "'bounds'",
    "'storeys'",
};

static struct wr_rules without(const struct wr_rules *rules, int which)
{
    struct wr_rules less = *rules;
    switch (which) {
    case 0:
        less.most = NULL;
        break;
    case 1:
        less.apart = NULL;
        break;
    case 2:
        less.must_count = 0;
        break;
    case 3:
        less.hooks = NULL;
        break;
    case 4:
        less.gap = 0;
        break;
    case 5:
        less.bounded = false;
        break;
    default:
        less.storeys = 0;
        break;
    }
    return less;
}

static bool has_rule(const struct wr_rules *rules, int which)
{
    return which == 0   ? rules->most != NULL
           : which == 1 ? rules->apart != NULL
           : which == 2 ? rules->must_count > 0
           : which == 3 ? rules->hooks != NULL
           : which == 4 ? rules->gap > 0
           : which == 5 ? rules->bounded
                        : rules->storeys > 0;
}

/* The first rule without which the part would have a level; RULES where there is none. */
static int rule_in_the_way(struct explaining *e)
{
    for (int i = 0; i < RULES && !e->starved; i++)
        if (has_rule(&e->b->rules, i) && ask(e, without(&e->b->rules, i), 0, NULL) == WR_SOLVED)
            return i;
    return RULES;
}

/* ---- All of it ---- */

static enum wr_result tell_rule(struct explaining *e, int rule, uint32_t count,
                                const char *names, bool sure)
{
    const char *cannot = count == 1 ? "not" : "they cannot";
    return wr_fail(e->context, WR_NO_FIT, wr_at(e->b->template->source, WR_WHOLE_FILE),
                   say(e, "rule-in-the-way"),
                   "ask for less there, or give the rooms more choice",
                   "%s %s in the way: without that rule, %s can stand%s, with it %s",
                   RULE_NAMES[rule], rule == 3 || rule < 2 ? "are" : "is", names,
                   count == 1 ? "" : " together", sure ? cannot : "no way was found");
}

static bool both_fixed(const struct explaining *e)
{
    for (uint32_t i = 0; i < e->b->node_count; i++)
        if (e->in[i] && !e->b->nodes[i].fixed)
            return false;
    return true;
}

/* ---- What is in the way of a room ---- */

/* Ways the others are placed in before something is said of all. */
enum { HIT_TRIES = 6 };

/* Whether a room stands so that it meets all it is linked to, as the part stands without it. */
static bool meets_all(const struct explaining *e, uint32_t node, wr_standing standing)
{
    const struct wr_blueprint *b = e->b;
    for (uint32_t i = 0; i < b->link_count; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = b->links[i].nodes[1 - side];
            if (b->links[i].nodes[side] != node || !e->in[other])
                continue;
            wr_standing at = e->standings[e->renumber[other]];
            if (wr_contact_find(&b->kit->pieces, b->links[i].contacts, at.stance,
                                standing.stance,
                                wr_spot_sub(standing.spot, at.spot)) == UINT32_MAX)
                return false;
        }
    return true;
}

/* Counts a place, and the rooms it lies in. */
static void count_hits(const struct explaining *e, uint32_t node, wr_standing standing,
                       uint32_t *places, uint32_t *hits)
{
    if (!meets_all(e, node, standing))
        return;
    ++*places;
    for (uint32_t i = 0; i < e->b->node_count; i++) {
        wr_standing at = e->in[i] ? e->standings[e->renumber[i]] : standing;
        if (e->in[i] && wr_stances_overlap(&e->b->kit->pieces, at.stance, standing.stance,
                                           wr_spot_sub(standing.spot, at.spot)))
            hits[i]++;
    }
}

/* All places a room can have beside one it is linked to. */
static void look_for_places(const struct explaining *e, uint32_t node, uint32_t other,
                            uint32_t *places, uint32_t *hits)
{
    const struct wr_pieces *pieces = &e->b->kit->pieces;
    const struct wr_contacts *direct = &pieces->direct;
    wr_standing at = e->standings[e->renumber[other]];
    for (uint32_t k = 0; k < e->b->nodes[node].piece_count; k++) {
        uint32_t piece = e->b->nodes[node].pieces[k];
        for (uint32_t s = pieces->first_stance[piece]; s < pieces->first_stance[piece + 1];
             s++) {
            size_t pair = (size_t)at.stance * pieces->stance_count + s;
            for (uint32_t o = direct->start[pair]; o < direct->start[pair + 1]; o++)
                count_hits(e, node, (wr_standing){s, wr_spot_add(at.spot, direct->offsets[o])},
                           places, hits);
        }
    }
}

/* The room all places of a node lie in, in each way the others were placed; WR_NONE where there
 * is none. The node is out of the part meanwhile. */
static uint32_t hit_by(struct explaining *e, uint32_t node)
{
    uint32_t *hits = WR_ZERO(e->arena, uint32_t, e->b->node_count), places = 0, other = WR_NONE;
    bool *linked = WR_ZERO(e->arena, bool, e->b->node_count);
    if (!hits || !linked)
        return WR_NONE;
    linked[node] = true;
    for (uint32_t i = 0; i < e->b->node_count; i++)
        if (e->in[i] && is_linked(e, i, linked))
            other = i;
    for (int i = 0; other != WR_NONE && i < HIT_TRIES; i++) {
        if (ask(e, e->b->rules, 0, NULL) != WR_SOLVED)
            return WR_NONE;
        look_for_places(e, node, other, &places, hits);
    }
    for (uint32_t i = 0; places > 0 && i < e->b->node_count; i++)
        if (hits[i] == places)
            return i;
    return WR_NONE;
}

/* A room of the part whose every place lies in another; false where there is none. */
static bool find_hit(struct explaining *e, uint32_t *node, uint32_t *other)
{
    for (uint32_t i = 0; i < e->b->node_count && !e->starved; i++) {
        if (!e->in[i] || e->b->nodes[i].fixed)
            continue;
        e->in[i] = false;
        *node = i;
        *other = hit_by(e, i);
        e->in[i] = true;
        if (*other != WR_NONE)
            return true;
    }
    return false;
}

static enum wr_result tell_hit(struct explaining *e, const char *names, uint32_t node,
                               uint32_t other)
{
    return wr_fail(
        e->context, WR_NO_FIT, wr_at(e->b->template->source, WR_WHOLE_FILE),
        say(e, "no-layout"),
        "move it, allow other rooms or longer corridors, or take a link away",
        "%s cannot stand together as they are linked: every place for '%s' lies in '%s'", names,
        e->b->names[node], e->b->names[other]);
}

static enum wr_result tell_rooms(struct explaining *e, uint32_t count, const char *names,
                                 bool sure)
{
    uint32_t node, other;
    wr_where where = wr_at(e->b->template->source, WR_WHOLE_FILE);
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
    if (find_hit(e, &node, &other))
        return tell_hit(e, names, node, other);
    return wr_fail(e->context, WR_NO_FIT, where, say(e, "no-layout"),
                   "allow other rooms or longer corridors, or take a link away",
                   "%s %s, though without any one of them the others can", names,
                   sure ? "cannot stand together as they are linked"
                        : "were not placed together in any way tried");
}

static enum wr_result tell_part(struct explaining *e)
{
    struct wr_bytes names = {0};
    uint32_t count;
    enum wr_verdict verdict = ask(e, e->b->rules, STEPS_TO_BE_SURE, &count);
    int rule = verdict == WR_SOLVED ? RULES : rule_in_the_way(e);
    name_rooms(e, &names);
    wr_bytes_char(&names, '\0');
    enum wr_result result = names.failed || e->starved ? WR_NO_MEMORY : WR_OK;
    if (result == WR_OK && verdict != WR_SOLVED) {
        bool sure = verdict == WR_UNSOLVABLE;
        const char *rooms = (const char *)names.data;
        result = rule < RULES        ? tell_rule(e, rule, count, rooms, sure)
                 : is_loop(e, count) ? tell_loop(e, count, sure)
                                     : tell_rooms(e, count, rooms, sure);
    }
    wr_bytes_finish(&names);
    return result;
}

static enum wr_result tell_budget(struct explaining *e, const struct wr_effort *effort)
{
    return wr_fail(e->context, WR_NO_FIT, wr_at(e->b->template->source, WR_WHOLE_FILE),
                   say(e, "budget-spent"),
                   "raise the budget, try another seed, or give the graph more freedom",
                   "no level was found in %llu steps; at most %u of %u rooms stood together, "
                   "and every part that was tried alone can stand",
                   (unsigned long long)effort->steps, (unsigned)effort->deepest,
                   (unsigned)e->b->node_count);
}

static bool start(struct explaining *e)
{
    const struct wr_blueprint *b = e->b;
    e->in = WR_TAKE(e->arena, bool, b->node_count);
    e->renumber = WR_TAKE(e->arena, uint32_t, b->node_count);
    e->nodes = WR_TAKE(e->arena, wr_puzzle_node, b->node_count);
    e->links = WR_TAKE(e->arena, wr_puzzle_link, b->link_count);
    e->hooks = wr_arena_zero(e->arena, b->link_count, sizeof *e->hooks);
    e->standings = WR_TAKE(e->arena, wr_standing, b->node_count);
    e->corridors = WR_TAKE(e->arena, wr_standing, b->link_count);
    return e->in && e->renumber && e->nodes && e->links && e->hooks && e->standings &&
           e->corridors;
}

/* The node a failing part is grown from: fixed, else with the most links. */
static uint32_t beginning(const struct wr_blueprint *b)
{
    uint32_t best = 0, best_links = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        uint32_t links = b->nodes[i].fixed ? b->link_count + 1 : 0;
        for (uint32_t k = 0; k < b->link_count; k++)
            links += b->links[k].nodes[0] == i || b->links[k].nodes[1] == i;
        if (links > best_links) {
            best = i;
            best_links = links;
        }
    }
    return best;
}

enum wr_result wr_explain(struct wr_context *context, const struct wr_blueprint *b,
                          const struct wr_effort *effort, uint64_t drawings)
{
    struct explaining e = {.context = context,
                           .b = b,
                           .arena = wr_arena_create(),
                           .random = wr_random_of(b->node_count, 3)};
    enum wr_result result = WR_OK;
    if (!e.arena || !start(&e))
        result = WR_NO_MEMORY;
    else if (find_failing(&e, beginning(b)) && shrink(&e))
        result = tell_part(&e);
    if (result == WR_NO_MEMORY || e.starved)
        result = wr_no_memory(context);
    else if (result == WR_OK)
        result = tell_budget(&e, effort);
    if (result == WR_NO_FIT && drawings && e.told)
        wr_note(context, WR_NOWHERE, e.told, NULL,
                "corridors and patterns are drawn by the seed; this is what kept the last of "
                "%u drawings from being a level",
                (unsigned)drawings);
    wr_arena_destroy(e.arena);
    return result;
}
