/* Patterns: each takes a way of the level, from one room to another, and puts something more
 * interesting there. What they put there are ways again, so that patterns compose; a key never
 * lies behind its own lock. */
#include "builder/generate/graph/blueprint.h"

#include <stdio.h>
#include <string.h>

/* A way between two nodes. */
struct way {
    uint32_t from, to;
    wr_passage passage;
};

struct weaving {
    struct wr_context *context;
    struct wr_blueprint *blueprint;
    wr_random *random;
    struct way *ways; /* on the heap */
    size_t count, capacity;
    uint32_t *degrees; /* how many ways each node has; on the heap */
    size_t degree_capacity;
    unsigned names; /* of locks given so far */
};

/* ---- Doorways ---- */

/* How many rooms with at least so many doorways a level may have that a node may be. */
static uint64_t count_wide(const struct wr_blueprint *b, uint32_t node, uint32_t doorways)
{
    uint64_t count = 0;
    const wr_choice *choice = b->choices[node];
    for (uint32_t p = 0; p < b->kit->pieces.piece_count; p++) {
        const wr_piece *piece = &b->kit->pieces.pieces[p];
        if (!b->kit->rooms[p].cap && piece->hook_count >= doorways &&
            (!choice || wr_choice_fits(choice, b->kit->rooms[p].room)))
            count += b->kit->rooms[p].count.most;
    }
    return count;
}

/* How many other nodes have so many ways already. */
static uint64_t count_busy(const struct weaving *w, uint32_t node, uint32_t ways)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < w->blueprint->node_count; i++)
        count += i != node && w->degrees[i] >= ways;
    return count;
}

/* Whether there is a room for a node with one way more, and enough of them for all such nodes.
 * Many crossings find no ground beside each other: they are put off while there are other ways.
 */
static bool has_doorway_left(const struct weaving *w, uint32_t node, bool crossing)
{
    enum { CROSSING = 4 };
    uint32_t ways = w->degrees[node] + 1;
    return (crossing || ways < CROSSING) &&
           count_wide(w->blueprint, node, ways) > count_busy(w, node, ways);
}

/* Whether the rooms at the ends of a way have the doorways a pattern asks of them. */
static bool may_weave(const struct weaving *w, const struct way *way, enum wr_pattern pattern,
                      bool crossing)
{
    switch (pattern) {
    case WR_LOCK_AND_KEY:
        return !way->passage.lock && has_doorway_left(w, way->from, crossing);
    case WR_HUB:
        return true;
    case WR_SHORTCUT:
    case WR_HIDDEN_ROUTE:
    case WR_TWO_WAYS:
        return has_doorway_left(w, way->from, crossing) &&
               has_doorway_left(w, way->to, crossing);
    }
    return false;
}

/* Ways of a node that is new yet. */
static bool begin_degrees(struct weaving *w)
{
    size_t before = w->degree_capacity;
    if (!wr_grow(&w->degrees, &w->degree_capacity, w->blueprint->node_count,
                 sizeof *w->degrees))
        return false;
    for (size_t i = before; i < w->degree_capacity; i++)
        w->degrees[i] = 0;
    return true;
}

static bool add_way(struct weaving *w, uint32_t from, uint32_t to, wr_passage passage)
{
    if (!wr_grow(&w->ways, &w->capacity, w->count + 1, sizeof *w->ways) || !begin_degrees(w))
        return false;
    w->degrees[from]++;
    w->degrees[to]++;
    w->ways[w->count++] = (struct way){from, to, passage};
    return true;
}

static uint32_t draw(struct weaving *w, wr_span span, uint32_t least)
{
    uint32_t low = span.least > least ? span.least : least;
    uint32_t high = span.most == WR_NONE || span.most < low ? low : span.most;
    return low + wr_random_below(w->random, high - low + 1);
}

/* A chain of `length` new rooms from one node to another; the passage is that of its first way.
 */
static bool chain(struct weaving *w, uint32_t from, uint32_t to, uint32_t length,
                  const wr_pattern_rule *rule, const wr_choice *rooms, wr_passage passage)
{
    passage.place = rule->place;
    for (uint32_t i = 0; i < length; i++) {
        if (!wr_blueprint_node(w->blueprint, NULL, rooms, rule->place) ||
            !add_way(w, from, w->blueprint->node_count - 1, passage))
            return false;
        from = w->blueprint->node_count - 1;
        passage = (wr_passage){.place = rule->place};
    }
    return add_way(w, from, to, passage);
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

/* The way is locked; from where it begins, another leads to a room with the key. */
static bool lock_and_key(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    struct wr_blueprint *b = w->blueprint;
    const char *key = new_key(w, "key");
    uint32_t length = draw(w, rule->length, 0);
    if (!key || !wr_blueprint_node(b, NULL, &rule->rooms, rule->place))
        return false;
    uint32_t vault = b->node_count - 1;
    b->keys[vault] = key;
    way.passage.lock = key;
    return chain(w, way.from, vault, length, rule, NULL, (wr_passage){0}) &&
           add_way(w, way.from, way.to, way.passage);
}

/* A long way, and the short one that is opened from the long one's last room. */
static bool shortcut(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    const char *latch = new_key(w, "latch");
    uint32_t length = draw(w, rule->length, 2);
    if (!latch || !chain(w, way.from, way.to, length, rule, NULL, way.passage))
        return false;
    w->blueprint->keys[w->blueprint->node_count - 1] = latch;
    return chain(w, way.from, way.to, 1, rule, &rule->rooms, (wr_passage){.lock = latch});
}

static bool two_ways(struct weaving *w, const wr_pattern_rule *rule, struct way way,
                     bool hidden)
{
    return chain(w, way.from, way.to, draw(w, rule->length, 1), rule, NULL, way.passage) &&
           chain(w, way.from, way.to, draw(w, rule->length, 1), rule, &rule->rooms,
                 (wr_passage){.hidden = hidden});
}

/* A room on the way, and a round that leaves it and comes back. */
static bool hub(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
    struct wr_blueprint *b = w->blueprint;
    if (!wr_blueprint_node(b, NULL, &rule->rooms, rule->place))
        return false;
    uint32_t middle = b->node_count - 1;
    return add_way(w, way.from, middle, way.passage) &&
           add_way(w, middle, way.to, (wr_passage){.place = rule->place}) &&
           chain(w, middle, middle, draw(w, rule->length, 2), rule, NULL, (wr_passage){0});
}

/* A way the pattern can be woven into, from `start` on; count where there is none. */
static size_t find_way(const struct weaving *w, enum wr_pattern pattern, size_t start,
                       bool crossing)
{
    for (size_t i = 0; i < w->count; i++) {
        size_t at = (start + i) % w->count;
        if (may_weave(w, &w->ways[at], pattern, crossing))
            return at;
    }
    return w->count;
}

static size_t draw_way(struct weaving *w, enum wr_pattern pattern)
{
    size_t start = wr_random_below(w->random, (uint32_t)w->count);
    size_t at = find_way(w, pattern, start, false);
    return at < w->count ? at : find_way(w, pattern, start, true);
}

static bool replace(struct weaving *w, const wr_pattern_rule *rule, struct way way)
{
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

static enum wr_result weave(struct weaving *w, const wr_pattern_rule *rule)
{
    size_t at = draw_way(w, rule->pattern);
    if (at == w->count)
        return wr_fail(
            w->context, WR_NO_FIT, wr_at(w->blueprint->template->source, rule->place.offset),
            "pattern-no-place", "weave it in earlier, or allow rooms with more doorways",
            "no way of the level has a doorway left for pattern '%s'",
            wr_pattern_name(rule->pattern));
    struct way way = w->ways[at];
    memmove(&w->ways[at], &w->ways[at + 1], (w->count - at - 1) * sizeof way);
    w->count--;
    w->degrees[way.from]--;
    w->degrees[way.to]--;
    return replace(w, rule, way) ? WR_OK : wr_no_memory(w->context);
}

/* ---- All of them ---- */

/* The entry, the rooms the level must have, and the exit, one after another. */
static bool begin(struct weaving *w, const struct wr_template *template)
{
    struct wr_blueprint *b = w->blueprint;
    for (uint32_t i = 0; i < template->node_count; i++) {
        const wr_template_node *node = &template->nodes[i];
        if (!wr_blueprint_node(b, NULL, &node->rooms, node->place))
            return false;
        b->names[i] = node->name;
        b->keys[i] = node->key;
        if (node->placed)
            wr_blueprint_fix(b, i, &node->placement);
    }
    b->entry = template->entry_node;
    b->exit = template->exit_node;
    if (b->entry == WR_NONE) {
        if (!wr_blueprint_node(b, "entry", &template->entry, template->entry.place))
            return false;
        b->entry = b->node_count - 1;
    }
    if (b->exit == WR_NONE) {
        if (!wr_blueprint_node(b, "exit", &template->exit, template->exit.place))
            return false;
        b->exit = b->node_count - 1;
    }
    uint32_t from = b->entry;
    for (uint32_t i = 0; i < template->node_count; i++) {
        if (i == b->entry || i == b->exit)
            continue;
        if (!add_way(w, from, i, (wr_passage){0}))
            return false;
        from = i;
    }
    return add_way(w, from, b->exit, (wr_passage){0});
}

static enum wr_result weave_all(struct weaving *w, const struct wr_template *template)
{
    if (!begin(w, template))
        return wr_no_memory(w->context);
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
            return wr_no_memory(w->context);
    return WR_OK;
}

enum wr_result wr_blueprint_patterns(struct wr_context *context, struct wr_blueprint *b,
                                     wr_random *random)
{
    struct weaving w = {.context = context, .blueprint = b, .random = random};
    enum wr_result result = weave_all(&w, b->template);
    wr_free(w.ways);
    wr_free(w.degrees);
    return result;
}
