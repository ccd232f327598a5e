/* Blueprints: graphs of rooms that are not chosen yet. */
#include "builder/generate/footprint.h"
#include "builder/generate/graph/kept_nodes.h"
#include "builder/solver/large/blocks.h"

#include <stdio.h>
#include <string.h>

/* ---- Planning takes time ---- */

/* Looks are so much cheaper than steps of the search. A glance is at the clock. */
enum { LOOKS_A_STEP = 1024, LOOKS_A_GLANCE = 1 << 14, STEPS_A_ROOM = 1000 };

static bool end(struct wr_blueprint *b, enum wr_plan_end why)
{
    b->end = why;
    return false;
}

bool wr_blueprint_works(struct wr_blueprint *b, uint64_t looks)
{
    uint64_t before = b->work;
    uint64_t budget = b->budget ? b->budget : STEPS_A_ROOM * ((uint64_t)b->node_count + 1);
    if (b->end != WR_PLAN_NO_MEMORY)
        return false;
    b->work += looks;
    if (wr_blueprint_steps(b) > budget)
        return end(b, WR_PLAN_NO_BUDGET);
    if (before / LOOKS_A_GLANCE != b->work / LOOKS_A_GLANCE && wr_context_late(b->context))
        return end(b, WR_PLAN_LATE);
    return true;
}

uint64_t wr_blueprint_steps(const struct wr_blueprint *b)
{
    return b->work / LOOKS_A_STEP;
}

enum wr_result wr_blueprint_ended(struct wr_context *context, const struct wr_blueprint *b,
                                  wr_place place)
{
    switch (b->end) {
    case WR_PLAN_NO_MEMORY:
        break;
    case WR_PLAN_TOO_LARGE:
        return wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, place), "level-too-large",
                       "let patterns come fewer times, or make ways and corridors shorter",
                       "with this the level has more than %u rooms, and no more can be planned",
                       (unsigned)b->most);
    case WR_PLAN_NO_BUDGET:
        return wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, place), "budget-spent",
                       "raise the budget, or ask for fewer rooms",
                       "the budget was spent while the level was planned, at %u rooms",
                       (unsigned)b->node_count);
    case WR_PLAN_LATE:
        return wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, place), "timed-out",
                       "give a longer --timeout, or ask for fewer rooms",
                       "the time was over while the level was planned, at %u rooms",
                       (unsigned)b->node_count);
    }
    return wr_no_memory(context);
}

/* ---- Growing ---- */

/* Makes room for one more in an array of the arena. */
static bool grow(struct wr_arena *arena, void *items, size_t count, size_t size)
{
    void *old, *grown;
    memcpy(&old, items, sizeof old);
    grown = wr_arena_more(arena, old, count, size);
    if (grown)
        memcpy(items, &grown, sizeof grown);
    return grown != NULL;
}

static bool grow_nodes(struct wr_blueprint *b)
{
    size_t count = b->node_count;
    return grow(b->arena, &b->nodes, count, sizeof *b->nodes) &&
           grow(b->arena, &b->names, count, sizeof *b->names) &&
           grow(b->arena, &b->choices, count, sizeof *b->choices) &&
           grow(b->arena, &b->places, count, sizeof *b->places) &&
           grow(b->arena, &b->keys, count, sizeof *b->keys) &&
           grow(b->arena, &b->placements, count, sizeof *b->placements) &&
           grow(b->arena, &b->kept_rooms, count, sizeof *b->kept_rooms);
}

static bool is_taken(const struct wr_template *template, const char *name)
{
    for (uint32_t i = 0; i < template->node_count; i++)
        if (strcmp(template->nodes[i].name, name) == 0)
            return true;
    return false;
}

/* A name no node of the template has: maps tell rooms by it. */
static const char *own_name(struct wr_blueprint *b, const char *stem)
{
    char name[64];
    snprintf(name, sizeof name, "%s", stem);
    for (unsigned i = 2; is_taken(b->template, name); i++)
        snprintf(name, sizeof name, "%s-%u", stem, i);
    return wr_arena_text(b->arena, name, strlen(name));
}

bool wr_blueprint_node(struct wr_blueprint *b, const char *name, const wr_choice *choice,
                       wr_place place)
{
    if (b->node_count == b->most)
        return end(b, WR_PLAN_TOO_LARGE);
    if (!wr_blueprint_works(b, 1) || !grow_nodes(b))
        return false;
    b->names[b->node_count] = name ? own_name(b, name) : NULL;
    b->nodes[b->node_count] = (wr_puzzle_node){0};
    b->choices[b->node_count] = choice;
    b->places[b->node_count] = place;
    b->keys[b->node_count] = NULL;
    b->placements[b->node_count] = NULL;
    b->kept_rooms[b->node_count] = WR_NONE;
    return b->names[b->node_count++] || !name;
}

wr_where wr_blueprint_at(const struct wr_blueprint *b, wr_place place)
{
    return wr_at(b->template->source, place.offset ? place.offset : WR_WHOLE_FILE);
}

/* The pattern that a room without a name belongs to, or that a link of it does. */
static const wr_pattern_rule *pattern_of(const struct wr_blueprint *b, wr_place place)
{
    for (uint32_t i = 0; i < b->template->pattern_count; i++)
        if (place.offset && b->template->patterns[i].place.offset == place.offset)
            return &b->template->patterns[i];
    return NULL;
}

static const wr_template_link *link_at(const struct wr_blueprint *b, wr_place place)
{
    for (uint32_t i = 0; i < b->template->link_count; i++)
        if (place.offset && b->template->links[i].place.offset == place.offset)
            return &b->template->links[i];
    return NULL;
}

static wr_called called_by_place(const struct wr_blueprint *b, wr_place place)
{
    wr_called called = {""};
    const wr_pattern_rule *pattern = pattern_of(b, place);
    const wr_template_link *link = pattern ? NULL : link_at(b, place);
    const wr_template_node *nodes = b->template->nodes;
    if (pattern)
        snprintf(called.text, sizeof called.text, "a room of pattern '%s'",
                 wr_pattern_name(pattern->pattern));
    if (link)
        snprintf(called.text, sizeof called.text,
                 "a room of the corridor from '%.32s' to '%.32s'", nodes[link->nodes[0]].name,
                 nodes[link->nodes[1]].name);
    return called;
}

wr_called wr_blueprint_called(const struct wr_blueprint *b, uint32_t node)
{
    wr_called called = called_by_place(b, b->places[node]);
    for (uint32_t i = 0; !called.text[0] && !b->names[node] && i < b->link_count; i++)
        if (b->links[i].nodes[0] == node || b->links[i].nodes[1] == node)
            called = called_by_place(b, b->passages[i].place);
    if (b->names[node])
        snprintf(called.text, sizeof called.text, "'%.64s'", b->names[node]);
    else if (!called.text[0])
        snprintf(called.text, sizeof called.text, "a room on the way to the exit");
    return called;
}

static bool add_link(struct wr_blueprint *b, uint32_t from, uint32_t to, wr_passage passage)
{
    if (!wr_blueprint_works(b, 1) ||
        !grow(b->arena, &b->links, b->link_count, sizeof *b->links) ||
        !grow(b->arena, &b->passages, b->link_count, sizeof *b->passages))
        return false;
    b->links[b->link_count] = (wr_puzzle_link){{from, to}, &b->kit->pieces.direct};
    b->passages[b->link_count++] = passage;
    return true;
}

/* A chain that is kept, as it is. */
static bool link_kept(struct wr_blueprint *b, uint32_t from, uint32_t to, wr_passage passage,
                      const uint32_t *chain, const uint32_t *links, uint32_t length)
{
    uint32_t room = b->kept_rooms[from];
    for (uint32_t i = 0; i <= length; i++) {
        uint32_t node = i < length ? b->node_count : to;
        if (i < length && !wr_blueprint_node(b, NULL, NULL, passage.place))
            return false;
        if (i < length)
            wr_blueprint_keep_room(b, node, chain[i]);
        wr_blueprint_keep_link(b, links[i], room, &passage);
        b->kept_links[links[i]] = true;
        if (!add_link(b, from, node, passage))
            return false;
        from = node;
        room = b->kept_rooms[node];
    }
    return true;
}

static uint32_t draw_length(const wr_corridor_rule *rule, enum wr_half half, wr_random *random)
{
    uint32_t least = rule->length.least, more = rule->length.most - least;
    if (half == WR_UPPER_HALF)
        least += (more + 1) / 2;
    if (half != WR_BOTH_HALVES)
        more /= 2;
    return more > 0 ? least + wr_random_below(random, more + 1) : least;
}

bool wr_blueprint_link(struct wr_blueprint *b, uint32_t from, uint32_t to, wr_passage passage,
                       wr_random *random)
{
    const uint32_t *chain, *links;
    uint32_t kept = wr_blueprint_kept_chain(b, from, to, &passage, &chain, &links);
    if (kept != WR_NONE)
        return link_kept(b, from, to, passage, chain, links, kept);
    const wr_corridor_rule *rule = passage.corridor ? passage.corridor : &b->template->corridor;
    uint32_t length = draw_length(rule, passage.half, random);
    const char *last = passage.hooks[1];
    for (uint32_t i = 0; i < length; i++) {
        passage.hooks[1] = NULL;
        if (!wr_blueprint_node(b, NULL, &rule->rooms, rule->rooms.place) ||
            !add_link(b, from, b->node_count - 1, passage))
            return false;
        from = b->node_count - 1;
        passage = (wr_passage){.place = passage.place};
    }
    passage.hooks[1] = last;
    return add_link(b, from, to, passage);
}

/* ---- Graphs ---- */

static bool stands_at(const struct wr_pieces *pieces, const wr_placement *placement,
                      const wr_stance *stance)
{
    double turn = (double)placement->turn + (placement->mirror_y ? 180.0 : 0.0);
    double turns = turn * pieces->turn_count / 360;
    turns -= pieces->turn_count * (double)(int64_t)(turns / pieces->turn_count);
    if (turns < 0)
        turns += pieces->turn_count;
    return stance->mirrored == (placement->mirror_x != placement->mirror_y) &&
           turns == (double)stance->turn;
}

uint32_t wr_stance_at(const struct wr_kit_pieces *kit, uint32_t piece,
                      const wr_placement *placement)
{
    const uint32_t *first = kit->pieces.first_stance;
    for (uint32_t s = first[piece]; s < first[piece + 1]; s++)
        if (stands_at(&kit->pieces, placement, &kit->pieces.stances[s]))
            return s;
    return WR_NO_STANCE;
}

static void fix(struct wr_blueprint *b, uint32_t node, const wr_placement *placement)
{
    b->placements[node] = placement;
    b->nodes[node].fixed = true;
    b->nodes[node].stance = WR_NO_STANCE;
    b->nodes[node].spot = wr_spot_of(placement->position);
}

bool wr_blueprint_take_node(struct wr_blueprint *b, uint32_t i)
{
    const wr_template_node *node = &b->template->nodes[i];
    if (!wr_blueprint_node(b, NULL, &node->rooms, node->place))
        return false;
    b->names[i] = node->name;
    b->keys[i] = node->key;
    if (node->placed)
        fix(b, i, &node->placement);
    wr_blueprint_keep_node(b, i);
    return true;
}

/* Cuts the template's graph where nothing leads around. There are no blocks where it is a tree,
 * or corridors may have any length. */
static bool find_rounds(const struct wr_blueprint *b, struct wr_blocks *out)
{
    const struct wr_template *template = b->template;
    struct wr_puzzle graph = {.nodes = b->nodes, .node_count = template->node_count};
    *out = (struct wr_blocks){0};
    if (!b->long_rounds)
        return true;
    wr_puzzle_link *links = WR_ZERO(b->arena, wr_puzzle_link, template->link_count);
    for (uint32_t i = 0; links && i < template->link_count; i++)
        memcpy(links[i].nodes, template->links[i].nodes, sizeof links[i].nodes);
    graph.links = links;
    graph.link_count = template->link_count;
    if (!links || !wr_blocks_cut(&graph, b->arena, out))
        return false;
    out->count = out->count < template->node_count ? out->count : 0;
    return true;
}

static enum wr_half half_of(const struct wr_blocks *rounds, const uint32_t nodes[2])
{
    if (rounds->count == 0)
        return WR_BOTH_HALVES;
    return rounds->owners[nodes[0]] == rounds->owners[nodes[1]] ? WR_UPPER_HALF : WR_LOWER_HALF;
}

enum wr_result wr_blueprint_graph(struct wr_context *context, struct wr_blueprint *b,
                                  wr_random *random)
{
    const struct wr_template *template = b->template;
    struct wr_blocks rounds;
    for (uint32_t i = 0; i < template->node_count; i++)
        if (!wr_blueprint_take_node(b, i))
            return wr_blueprint_ended(context, b, template->nodes[i].place);
    if (!find_rounds(b, &rounds))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < template->link_count; i++) {
        const wr_template_link *link = &template->links[i];
        wr_passage passage = {.lock = link->lock,
                              .half = half_of(&rounds, link->nodes),
                              .optional = link->optional,
                              .hidden = link->hidden,
                              .corridor = &link->corridor,
                              .hooks = {link->hooks[0], link->hooks[1]},
                              .place = link->place};
        if (!wr_blueprint_link(b, link->nodes[0], link->nodes[1], passage, random))
            return wr_blueprint_ended(context, b, link->place);
    }
    b->entry = template->entry_node;
    b->exit = template->exit_node;
    return wr_blueprint_kept_all(context, b);
}
