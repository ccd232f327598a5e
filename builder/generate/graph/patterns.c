/* Patterns: each takes a way of the level, from one room to another, and puts something more
 * interesting there. What they put there are ways again, so that patterns compose.
 *
 * Locks come to ways that all who want the exit must walk, and a way that has a door already is
 * not doubled: so no key lies behind its own lock, and no way leads around one. */
#include "builder/generate/graph/kept_nodes.h"

#include <stdio.h>
#include <string.h>

/* A way between two nodes; `from` is the one nearer to the entry. */
struct way {
    uint32_t from, to;
    wr_passage passage;
    bool needed; /* nobody gets to the exit without it */
};

struct weaving {
    struct wr_context *context;
    struct wr_blueprint *blueprint;
    wr_random *random;
    struct way *ways; /* on the heap */
    size_t count, capacity;
    uint32_t *degrees; /* how many ways each node has; on the heap */
    uint32_t *busy;    /* how many nodes have so many ways, or more; on the heap */
    size_t degree_capacity, busy_capacity;
    unsigned names; /* of locks given so far */
};

/* ---- Doorways ---- */

/* How many rooms with at least so many doorways a level may have of a choice. */
static uint64_t count_wide(const struct wr_blueprint *b, const wr_choice *choice,
                           uint32_t doorways)
{
    uint64_t count = 0;
    for (uint32_t p = 0; p < b->kit->pieces.piece_count; p++) {
        const wr_piece *piece = &b->kit->pieces.pieces[p];
        if (wr_kit_piece_comes(&b->kit->rooms[p]) && wr_piece_door_count(piece) >= doorways &&
            (!choice || wr_choice_fits(choice, b->kit->rooms[p].room)))
            count += b->kit->rooms[p].count.most;
    }
    return count;
}

/* How many other nodes have so many ways already. */
static uint64_t count_busy(const struct weaving *w, uint32_t node, uint32_t ways)
{
    uint32_t busy = ways < w->busy_capacity ? w->busy[ways] : 0;
    return busy - (node != WR_NONE && w->degrees[node] >= ways);
}

/* Counts what it takes to look at a node; false once planning has to end. */
static bool may_look(const struct weaving *w, const wr_choice *choice)
{
    uint64_t words = 1 + (uint64_t)(choice ? choice->count : 0);
    return wr_blueprint_works(w->blueprint, words * w->blueprint->kit->pieces.piece_count);
}

/* Whether there is a room for a node with one way more, and enough of them for all such nodes.
 */
static bool has_doorway_left(const struct weaving *w, uint32_t node)
{
    const struct wr_blueprint *b = w->blueprint;
    uint32_t ways = w->degrees[node] + 1;
    return may_look(w, b->choices[node]) &&
           count_wide(b, b->choices[node], ways) > count_busy(w, node, ways);
}

/* Whether a level has rooms for some more nodes with so many ways. */
static bool has_rooms_left(const struct weaving *w, uint32_t ways, uint32_t nodes)
{
    return may_look(w, NULL) &&
           count_wide(w->blueprint, NULL, ways) >= count_busy(w, WR_NONE, ways) + nodes;
}

static bool grow_counts(uint32_t **counts, size_t *capacity, size_t count)
{
    size_t before = *capacity;
    if (!wr_grow(counts, capacity, count, sizeof **counts))
        return false;
    for (size_t i = before; i < *capacity; i++)
        (*counts)[i] = 0;
    return true;
}

static bool begin_way_at(struct weaving *w, uint32_t node)
{
    if (!grow_counts(&w->degrees, &w->degree_capacity, w->blueprint->node_count) ||
        !grow_counts(&w->busy, &w->busy_capacity, (size_t)w->degrees[node] + 2))
        return false;
    w->busy[++w->degrees[node]]++;
    return true;
}

static void end_way_at(struct weaving *w, uint32_t node)
{
    w->busy[w->degrees[node]--]--;
}

static bool add_way(struct weaving *w, uint32_t from, uint32_t to, wr_passage passage,
                    bool needed)
{
    if (!wr_grow(&w->ways, &w->capacity, w->count + 1, sizeof *w->ways) ||
        !begin_way_at(w, from) || !begin_way_at(w, to))
        return false;
    w->ways[w->count++] = (struct way){from, to, passage, needed};
    return true;
}

/* A new room that a way goes on to; WR_NONE when planning has to end. */
static uint32_t lengthen(struct weaving *w, uint32_t from, wr_passage passage, bool needed,
                         const wr_choice *rooms)
{
    struct wr_blueprint *b = w->blueprint;
    return wr_blueprint_node(b, NULL, rooms, passage.place) &&
                   add_way(w, from, b->node_count - 1, passage, needed)
               ? b->node_count - 1
               : WR_NONE;
}

static uint32_t draw(struct weaving *w, wr_span span, uint32_t least)
{
    uint32_t low = span.least > least ? span.least : least;
    uint32_t high = span.most == WR_NONE || span.most < low ? low : span.most;
    return low + wr_random_below(w->random, high - low + 1);
}

/* Rooms of two ways, the first the longer one where the lengths leave a choice. */
static void draw_two(struct weaving *w, wr_span span, uint32_t *longer, uint32_t *shorter)
{
    *longer = span.most;
    *shorter = span.least;
    if (span.least == span.most)
        return;
    *shorter += wr_random_below(w->random, span.most - span.least);
    *longer -= wr_random_below(w->random, span.most - *shorter);
}

/* A chain of `length` new rooms from one node to another; the passage is that of its first way.
 */
static bool chain(struct weaving *w, uint32_t from, uint32_t to, uint32_t length,
                  const wr_choice *rooms, wr_passage passage, bool needed)
{
    for (uint32_t i = 0; i < length; i++) {
        from = lengthen(w, from, passage, needed, rooms);
        if (from == WR_NONE)
            return false;
        passage = (wr_passage){.place = passage.place};
    }
    return add_way(w, from, to, passage, needed);
}

static bool is_key(const struct wr_template *template, const char *name)
{
    for (uint32_t i = 0; i < template->node_count; i++)
        if (template->nodes[i].key && strcmp(template->nodes[i].key, name) == 0)
            return true;
    return false;
}

/* A name that no key of the template has. */
static const char *new_key(struct weaving *w, const char *kind)
{
    char name[32];
    do
        snprintf(name, sizeof name, "%s%u", kind, ++w->names);
    while (is_key(w->blueprint->template, name));
    return wr_arena_text(w->blueprint->arena, name, strlen(name));
}

/* ---- The patterns ---- */

/* From where the way forks, one that is locked goes on, and another leads to a room with the
 * key. */
static bool lock_and_key(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    struct wr_blueprint *b = w->blueprint;
    const char *key = new_key(w, "key");
    if (!key || !wr_blueprint_node(b, NULL, &rule->rooms, rule->place))
        return false;
    uint32_t vault = b->node_count - 1;
    b->keys[vault] = key;
    way.passage.lock = key;
    return chain(w, way.from, vault, draw(w, rule->length, 0), NULL,
                 (wr_passage){.place = rule->place}, true) &&
           chain(w, way.from, way.to, draw(w, rule->length, 0), NULL, way.passage, true);
}

/* A long way, and the short one that is opened from the long one's last room. */
static bool shortcut(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    const char *latch = new_key(w, "latch");
    uint32_t longer, shorter;
    draw_two(w, rule->length, &longer, &shorter);
    if (!latch || !chain(w, way.from, way.to, longer, NULL, way.passage, false))
        return false;
    w->blueprint->keys[w->blueprint->node_count - 1] = latch;
    return chain(w, way.from, way.to, shorter, &rule->rooms,
                 (wr_passage){.lock = latch, .optional = true, .place = rule->place}, false);
}

static bool two_ways(struct weaving *w, const wr_pattern_rule *rule, struct way way,
                     bool hidden)
{
    return chain(w, way.from, way.to, draw(w, rule->length, 0), NULL, way.passage, false) &&
           chain(w, way.from, way.to, draw(w, rule->length, 0), &rule->rooms,
                 (wr_passage){.hidden = hidden, .place = rule->place}, false);
}

/* A room on the way, and a round that leaves it and comes back. */
static bool hub(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    wr_passage open = {.place = rule->place};
    uint32_t middle = lengthen(w, way.from, way.passage, way.needed, &rule->rooms);
    return middle != WR_NONE && add_way(w, middle, way.to, open, way.needed) &&
           chain(w, middle, middle, draw(w, rule->length, 2), NULL, open, false);
}

/* A way that has no doors yet is replaced. */
static bool replace(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    way.passage.place = rule->place;
    switch (rule->pattern) {
    case WR_LOCK_AND_KEY:
        return lock_and_key(w, rule, way);
    case WR_SHORTCUT:
        return shortcut(w, rule, way);
    case WR_HIDDEN_ROUTE:
        return two_ways(w, rule, way, true);
    case WR_HUB:
        return hub(w, rule, way);
    case WR_TWO_WAYS:
        return two_ways(w, rule, way, false);
    }
    return false;
}

/* ---- Where they go ---- */

/* What a way must have at its ends before a pattern is woven into it. Many crossings find no
 * ground beside each other: they are put off while there are other ways. Where no room at an
 * end has a doorway left, the way gets one more there, in which it forks. */
enum ends { FORKS, CROSSINGS, NEW_FORKS };

enum { CROSSING = 4 };

static bool is_doubled(enum wr_pattern pattern)
{
    return pattern == WR_SHORTCUT || pattern == WR_HIDDEN_ROUTE || pattern == WR_TWO_WAYS;
}

static bool may_take(const struct way *way, enum wr_pattern pattern)
{
    bool open = !way->passage.lock && !way->passage.hidden;
    return pattern == WR_HUB || (open && (way->needed || pattern != WR_LOCK_AND_KEY));
}

static bool may_fork(const struct weaving *w, uint32_t node, enum ends ends)
{
    return (ends == CROSSINGS || w->degrees[node] + 1 < CROSSING) && has_doorway_left(w, node);
}

static bool may_weave(const struct weaving *w, const struct way *way, enum wr_pattern pattern,
                      enum ends ends)
{
    if (!may_take(way, pattern))
        return false;
    if (pattern == WR_HUB)
        return true;
    if (ends == NEW_FORKS)
        return has_rooms_left(w, CROSSING - 1, is_doubled(pattern) ? 2 : 1);
    return may_fork(w, way->from, ends) && (!is_doubled(pattern) || may_fork(w, way->to, ends));
}

/* A way the pattern can be woven into, from one that is drawn on; count where there is none. */
static size_t draw_way(struct weaving *w, enum wr_pattern pattern)
{
    size_t start = wr_random_below(w->random, (uint32_t)w->count);
    for (int ends = FORKS; ends <= NEW_FORKS; ends++)
        for (size_t i = 0; i < w->count; i++) {
            size_t at = (start + i) % w->count;
            if (may_weave(w, &w->ways[at], pattern, (enum ends)ends))
                return at;
        }
    return w->count;
}

static void take_away(struct weaving *w, size_t at)
{
    end_way_at(w, w->ways[at].from);
    end_way_at(w, w->ways[at].to);
    w->ways[at] = w->ways[--w->count];
}

/* Takes a way away to be replaced. An end that has no doorway left gets a room more, in which
 * the way forks. False when planning has to end. */
static bool take_way(struct weaving *w, size_t at, const wr_pattern_rule *rule, struct way *out)
{
    struct way way = *out = w->ways[at];
    wr_passage open = {.place = rule->place};
    bool forks = rule->pattern != WR_HUB && !has_doorway_left(w, way.from);
    bool joins = is_doubled(rule->pattern) && !has_doorway_left(w, way.to);
    take_away(w, at);
    if (forks)
        out->from = lengthen(w, way.from, open, way.needed, NULL);
    if (!joins || out->from == WR_NONE)
        return out->from != WR_NONE;
    out->to = w->blueprint->node_count;
    return wr_blueprint_node(w->blueprint, NULL, NULL, rule->place) &&
           add_way(w, out->to, way.to, open, way.needed);
}

static bool needs_way(const struct weaving *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (may_take(&w->ways[i], WR_LOCK_AND_KEY))
            return false;
    return true;
}

/* All ways that led to the exit lead to a new room, and from there one alone goes on. */
static bool add_way_to_exit(struct weaving *w, wr_place place)
{
    struct wr_blueprint *b = w->blueprint;
    if (!wr_blueprint_node(b, NULL, NULL, place) ||
        !add_way(w, b->node_count - 1, b->exit, (wr_passage){.place = place}, true))
        return false;
    for (size_t i = 0; i + 1 < w->count; i++) {
        if (w->ways[i].to != b->exit)
            continue;
        w->ways[i].to = b->node_count - 1;
        end_way_at(w, b->exit);
        if (!begin_way_at(w, b->node_count - 1))
            return false;
    }
    return true;
}

static enum wr_result ended(const struct weaving *w, wr_place place)
{
    return wr_blueprint_ended(w->context, w->blueprint, place);
}

static enum wr_result no_place(const struct weaving *w, const wr_pattern_rule *rule)
{
    bool round = w->blueprint->entry == w->blueprint->exit;
    return wr_fail(
        w->context, WR_NO_FIT, wr_at(w->blueprint->template->source, rule->place.offset),
        "pattern-no-place",
        round ? "let the level end at another node"
              : "weave it in earlier, or allow rooms with more doorways",
        round ? "no way leads on to the exit for pattern '%s', since the entry is the exit"
              : "no way of the level has a doorway left for pattern '%s'",
        wr_pattern_name(rule->pattern));
}

static enum wr_result weave(struct weaving *w, const wr_pattern_rule *rule)
{
    bool ends = w->blueprint->entry != w->blueprint->exit;
    if (rule->pattern == WR_LOCK_AND_KEY && ends && needs_way(w) &&
        !add_way_to_exit(w, rule->place))
        return ended(w, rule->place);
    size_t at = draw_way(w, rule->pattern);
    if (w->blueprint->end != WR_PLAN_NO_MEMORY)
        return ended(w, rule->place);
    if (at == w->count)
        return no_place(w, rule);
    struct way way;
    return take_way(w, at, rule, &way) && replace(w, rule, way) ? WR_OK : ended(w, rule->place);
}

/* ---- All of them ---- */

/* The entry, the rooms the level must have, and the exit, one after another. */
static bool begin(struct weaving *w, const struct wr_template *template)
{
    struct wr_blueprint *b = w->blueprint;
    for (uint32_t i = 0; i < template->node_count; i++)
        if (!wr_blueprint_take_node(b, i))
            return false;
    b->entry = template->entry_node;
    b->exit = template->exit_node;
    if (b->entry == WR_NONE) {
        if (!wr_blueprint_node(b, "entry", &template->entry, template->entry.place))
            return false;
        b->entry = b->node_count - 1;
        wr_blueprint_keep_node(b, b->entry);
    }
    if (b->exit == WR_NONE) {
        if (!wr_blueprint_node(b, "exit", &template->exit, template->exit.place))
            return false;
        b->exit = b->node_count - 1;
        wr_blueprint_keep_node(b, b->exit);
    }
    uint32_t from = b->entry;
    bool needed = b->exit != b->entry;
    for (uint32_t i = 0; i < template->node_count; i++) {
        if (i == b->entry || i == b->exit)
            continue;
        from = add_way(w, from, i, (wr_passage){0}, needed) ? i : WR_NONE;
        if (from == WR_NONE)
            return false;
    }
    return add_way(w, from, b->exit, (wr_passage){0}, needed);
}

static enum wr_result weave_all(struct weaving *w, const struct wr_template *template)
{
    if (!begin(w, template))
        return ended(w, (wr_place){0});
    for (uint32_t i = 0; i < template->pattern_count; i++) {
        uint32_t times = draw(w, template->patterns[i].times, 0);
        for (uint32_t k = 0; k < times; k++) {
            enum wr_result result = weave(w, &template->patterns[i]);
            if (result != WR_OK)
                return result;
        }
    }
    for (size_t i = 0; i < w->count; i++)
        if (!wr_blueprint_link(w->blueprint, w->ways[i].from, w->ways[i].to, w->ways[i].passage,
                               w->random))
            return ended(w, w->ways[i].passage.place);
    return wr_blueprint_kept_all(w->context, w->blueprint);
}

enum wr_result wr_blueprint_patterns(struct wr_context *context, struct wr_blueprint *b,
                                     wr_random *random)
{
    struct weaving w = {.context = context, .blueprint = b, .random = random};
    enum wr_result result = weave_all(&w, b->template);
    wr_free(w.ways);
    wr_free(w.degrees);
    wr_free(w.busy);
    return result;
}
