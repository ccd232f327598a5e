/* Blueprints: graphs of rooms that are not chosen yet. */
#include "builder/generate/blueprint.h"

#include <stdio.h>
#include <string.h>

/* ---- Growing ---- */

/* Arena arrays that double: what is outgrown stays behind until the arena ends. */
static bool grow(struct wr_arena *arena, void *items, size_t from, size_t to, size_t size)
{
    void *old, *grown;
    memcpy(&old, items, sizeof old);
    grown = wr_arena_take(arena, to, size);
    if (!grown)
        return false;
    if (from)
        memcpy(grown, old, from * size);
    memcpy(items, &grown, sizeof grown);
    return true;
}

static bool grow_nodes(struct wr_blueprint *b)
{
    size_t from = b->node_capacity, to = from ? 2 * from : 32;
    if (b->node_count < from)
        return true;
    b->node_capacity = to;
    return grow(b->arena, &b->nodes, from, to, sizeof *b->nodes) &&
           grow(b->arena, &b->names, from, to, sizeof *b->names) &&
           grow(b->arena, &b->choices, from, to, sizeof *b->choices) &&
           grow(b->arena, &b->places, from, to, sizeof *b->places) &&
           grow(b->arena, &b->keys, from, to, sizeof *b->keys);
}

bool wr_blueprint_node(struct wr_blueprint *b, const char *name, const wr_choice *choice,
                       wr_place place)
{
    char own[32];
    if (!grow_nodes(b))
        return false;
    snprintf(own, sizeof own, "room%u", (unsigned)b->node_count);
    b->names[b->node_count] = name ? name : wr_arena_text(b->arena, own, strlen(own));
    b->nodes[b->node_count] = (wr_puzzle_node){0};
    b->choices[b->node_count] = choice;
    b->places[b->node_count] = place;
    b->keys[b->node_count] = NULL;
    return b->names[b->node_count++] != NULL;
}

static bool add_link(struct wr_blueprint *b, uint32_t from, uint32_t to, wr_passage passage)
{
    if (b->link_count == b->link_capacity) {
        size_t capacity = b->link_capacity ? 2 * b->link_capacity : 32;
        if (!grow(b->arena, &b->links, b->link_capacity, capacity, sizeof *b->links) ||
            !grow(b->arena, &b->passages, b->link_capacity, capacity, sizeof *b->passages))
            return false;
        b->link_capacity = capacity;
    }
    b->links[b->link_count] = (wr_puzzle_link){{from, to}, &b->kit->pieces.direct};
    b->passages[b->link_count++] = passage;
    return true;
}

bool wr_blueprint_link(struct wr_blueprint *b, uint32_t from, uint32_t to, wr_passage passage,
                       wr_random *random)
{
    const wr_corridor_rule *rule = passage.corridor ? passage.corridor : &b->template->corridor;
    uint32_t length = rule->length.least;
    if (rule->length.most > length)
        length += wr_random_below(random, rule->length.most - length + 1);
    for (uint32_t i = 0; i < length; i++) {
        if (!wr_blueprint_node(b, NULL, &rule->rooms, rule->rooms.place) ||
            !add_link(b, from, b->node_count - 1, passage))
            return false;
        from = b->node_count - 1;
        passage = (wr_passage){0};
    }
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

/* A node with a place of its own: its piece in the stance nearest to what the template says. */
static enum wr_result fix_node(struct wr_context *context, struct wr_blueprint *b,
                               uint32_t node, const wr_placement *placement)
{
    const struct wr_pieces *pieces = &b->kit->pieces;
    for (uint32_t s = 0; s < pieces->stance_count; s++) {
        const wr_stance *stance = &pieces->stances[s];
        const wr_room *room = b->kit->rooms[stance->piece].room;
        if (!wr_choice_fits(b->choices[node], room) || !stands_at(pieces, placement, stance))
            continue;
        const double unit = WR_UNITS_PER_METRE;
        b->nodes[node].fixed = true;
        b->nodes[node].stance = s;
        b->nodes[node].spot = (wr_spot){(int64_t)((double)placement->position.x * unit),
                                        (int64_t)((double)placement->position.y * unit),
                                        (int64_t)((double)placement->position.z * unit)};
        return WR_OK;
    }
    return wr_fail(context, WR_NO_FIT, wr_at(b->template->source, b->places[node].offset),
                   "no-room-stands", "turns must be those of the kit's doorways",
                   "no room that fits '%s' can stand turned as the template says",
                   b->names[node]);
}

enum wr_result wr_blueprint_graph(struct wr_context *context, struct wr_blueprint *b,
                                  wr_random *random)
{
    const struct wr_template *template = b->template;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < template->node_count; i++) {
        const wr_template_node *node = &template->nodes[i];
        if (!wr_blueprint_node(b, node->name, &node->rooms, node->place))
            return wr_no_memory(context);
        b->keys[i] = node->key;
        if (node->placed && result == WR_OK)
            result = fix_node(context, b, i, &node->placement);
    }
    for (uint32_t i = 0; i < template->link_count; i++) {
        const wr_template_link *link = &template->links[i];
        wr_passage passage = {link->lock, link->hidden, &link->corridor};
        if (!wr_blueprint_link(b, link->nodes[0], link->nodes[1], passage, random))
            return wr_no_memory(context);
    }
    b->entry = template->entry_node;
    b->exit = template->exit_node;
    return result;
}

/* ---- Choosing ---- */

static enum wr_result nothing_fits(struct wr_context *context, const struct wr_blueprint *b,
                                   uint32_t node, uint32_t degree, uint32_t meant,
                                   uint32_t most)
{
    wr_where where = wr_at(b->template->source, b->places[node].offset);
    if (meant == 0)
        return wr_fail(context, WR_NO_FIT, where, "no-room-fits",
                       "'warren show' on the kit lists its rooms and their tags",
                       "no room that takes part is what '%s' asks for", b->names[node]);
    return wr_fail(context, WR_NO_FIT, where, "no-room-fits",
                   "take links away, or allow rooms with more doorways",
                   "'%s' needs %u doorways, but the %u rooms it may be have at most %u",
                   b->names[node], (unsigned)degree, (unsigned)meant, (unsigned)most);
}

static enum wr_result choose_node(struct wr_context *context, struct wr_blueprint *b,
                                  uint32_t node, uint32_t degree)
{
    const struct wr_pieces *pieces = &b->kit->pieces;
    uint32_t *list = WR_TAKE(b->arena, uint32_t, pieces->piece_count);
    uint32_t count = 0, meant = 0, most = 0;
    if (!list)
        return wr_no_memory(context);
    for (uint32_t p = 0; p < pieces->piece_count; p++) {
        const wr_choice *choice = b->choices[node];
        if (choice && !wr_choice_fits(choice, b->kit->rooms[p].room))
            continue;
        meant++;
        if (pieces->pieces[p].hook_count > most)
            most = pieces->pieces[p].hook_count;
        if (pieces->pieces[p].hook_count >= degree && pieces->pieces[p].weight > 0)
            list[count++] = p;
    }
    if (b->nodes[node].fixed) {
        list[0] = pieces->stances[b->nodes[node].stance].piece;
        count = 1;
    }
    if (count == 0)
        return nothing_fits(context, b, node, degree, meant, most);
    b->nodes[node].pieces = list;
    b->nodes[node].piece_count = count;
    return WR_OK;
}

enum wr_result wr_blueprint_choose(struct wr_context *context, struct wr_blueprint *b)
{
    enum wr_result first = WR_OK;
    uint32_t *degrees = WR_ZERO(b->arena, uint32_t, b->node_count);
    if (!degrees)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < b->link_count; i++)
        for (int side = 0; side < 2; side++)
            degrees[b->links[i].nodes[side]]++;
    for (uint32_t i = 0; i < b->node_count; i++) {
        enum wr_result result = choose_node(context, b, i, degrees[i]);
        if (first == WR_OK)
            first = result;
    }
    return first;
}
