/* Choosing what nodes may be: by what the template asks of each, by their links, and by how
 * often rooms must come. */
#include "builder/generate/graph/kept_nodes.h"

#include <string.h>

struct choosing {
    struct wr_context *context;
    struct wr_blueprint *blueprint;
    wr_random *random;
    uint32_t *degrees;       /* links of each node */
    uint32_t *starts, *ends; /* of each node: ends (2 * link + side) that name a doorway */
    const wr_choice *last;   /* what `fits` is about: nodes that follow each other ask alike */
    bool *fits;              /* one a piece */
};

static wr_where place_of(const struct wr_blueprint *b, uint32_t node)
{
    return wr_blueprint_at(b, b->places[node]);
}

static wr_called called(const struct choosing *c, uint32_t node)
{
    return wr_blueprint_called(c->blueprint, node);
}

/* ---- Doorways ---- */

static const char *hook_of(const struct wr_blueprint *b, uint32_t end)
{
    return b->passages[end / 2].hooks[end % 2];
}

/* Links of each node, and row after row the ends of those that name a doorway. */
static bool list_ends(struct choosing *c)
{
    const struct wr_blueprint *b = c->blueprint;
    c->degrees = WR_ZERO(b->arena, uint32_t, b->node_count);
    c->starts = WR_ZERO(b->arena, uint32_t, (size_t)b->node_count + 2);
    c->ends = WR_TAKE(b->arena, uint32_t, 2 * (size_t)b->link_count);
    if (!c->degrees || !c->starts || !c->ends)
        return false;
    for (uint32_t e = 0; e < 2 * b->link_count; e++) {
        uint32_t node = b->links[e / 2].nodes[e % 2];
        c->degrees[node]++;
        c->starts[node + 2] += hook_of(b, e) != NULL;
    }
    for (uint32_t i = 2; i < b->node_count + 2; i++)
        c->starts[i] += c->starts[i - 1];
    for (uint32_t e = 0; e < 2 * b->link_count; e++)
        if (hook_of(b, e))
            c->ends[c->starts[b->links[e / 2].nodes[e % 2] + 1]++] = e;
    return true;
}

/* ---- Nodes ---- */

static bool has_hook(const wr_kit_piece *piece, uint32_t hook_count, const char *name)
{
    for (uint32_t h = 0; h < hook_count; h++)
        if (strcmp(piece->room->hooks[piece->hooks[h]].name, name) == 0)
            return true;
    return false;
}

/* The link that asks a node for a doorway that a piece does not have, or WR_NONE. */
static uint32_t link_without_hook(const struct choosing *c, uint32_t node, uint32_t piece)
{
    const struct wr_blueprint *b = c->blueprint;
    for (uint32_t i = c->starts[node]; i < c->starts[node + 1]; i++)
        if (!has_hook(&b->kit->rooms[piece], b->kit->pieces.pieces[piece].hook_count,
                      hook_of(b, c->ends[i])))
            return c->ends[i] / 2;
    return WR_NONE;
}

/* Why nothing fits: how many are meant, and one of them; the most doorways of those; the link
 * that asks for a doorway they lack. */
struct lack {
    uint32_t meant, piece, most, link;
};

static enum wr_result lacks_hook(const struct choosing *c, uint32_t node, struct lack lack)
{
    enum { MOST = 64 };
    const struct wr_blueprint *b = c->blueprint;
    const wr_kit_piece *piece = &b->kit->rooms[lack.piece];
    const wr_piece *shape = &b->kit->pieces.pieces[lack.piece];
    const wr_passage *passage = &b->passages[lack.link];
    const char *name = passage->hooks[b->links[lack.link].nodes[1] == node];
    const char *known[MOST + 1] = {NULL};
    char hint[WR_SUGGESTION_SIZE];
    for (uint32_t h = 0; h < shape->hook_count; h++)
        if (wr_piece_door(shape, h) < MOST)
            known[wr_piece_door(shape, h)] = piece->room->hooks[piece->hooks[h]].name;
    return wr_fail(c->context, WR_NO_FIT, wr_blueprint_at(b, passage->place), "no-room-fits",
                   lack.meant == 1 ? wr_suggestion(hint, name, known)
                                   : "'warren show' on the kit lists the doorways of its rooms",
                   "no room that %s may be (%u) has a doorway '%s' and enough others",
                   called(c, node).text, (unsigned)lack.meant, name);
}

static enum wr_result nothing_fits(const struct choosing *c, uint32_t node, struct lack lack)
{
    const struct wr_blueprint *b = c->blueprint;
    if (lack.meant == 0)
        return wr_fail(c->context, WR_NO_FIT, place_of(b, node), "no-room-fits",
                       "'warren show' on the kit lists its rooms and their tags",
                       "no room that takes part is what %s asks for", called(c, node).text);
    if (lack.most < c->degrees[node])
        return wr_fail(c->context, WR_NO_FIT, place_of(b, node), "no-room-fits",
                       "take links away, or allow rooms with more doorways",
                       "%s needs %u doorways, but the rooms it may be (%u) have at most %u",
                       called(c, node).text, (unsigned)c->degrees[node], (unsigned)lack.meant,
                       (unsigned)lack.most);
    return lacks_hook(c, node, lack);
}

/* Which pieces are meant by a choice. */
static const bool *set_of(struct choosing *c, const wr_choice *choice)
{
    const struct wr_kit_pieces *kit = c->blueprint->kit;
    for (uint32_t p = 0; c->last != choice && p < kit->pieces.piece_count; p++)
        c->fits[p] = wr_choice_fits(choice, kit->rooms[p].room);
    c->last = choice;
    return c->fits;
}

static uint32_t list_pieces(struct choosing *c, uint32_t node, uint32_t *list,
                            struct lack *lack)
{
    const struct wr_blueprint *b = c->blueprint;
    const bool *fits = b->choices[node] ? set_of(c, b->choices[node]) : NULL;
    uint32_t count = 0;
    for (uint32_t p = 0; p < b->kit->pieces.piece_count; p++) {
        uint32_t hooks = wr_piece_door_count(&b->kit->pieces.pieces[p]), missing;
        if (!wr_kit_piece_comes(&b->kit->rooms[p]) || (fits && !fits[p]))
            continue;
        missing = hooks < c->degrees[node] ? WR_NONE : link_without_hook(c, node, p);
        lack->meant++;
        lack->most = hooks > lack->most ? hooks : lack->most;
        if (missing != WR_NONE) {
            lack->link = missing;
            lack->piece = p;
        }
        if (hooks >= c->degrees[node] && missing == WR_NONE)
            list[count++] = p;
    }
    return count;
}

/* Draws what stands at a fixed node: of the pieces listed, those that can be turned so. */
static enum wr_result choose_fixed(const struct choosing *c, uint32_t node, uint32_t *list,
                                   uint32_t *count)
{
    struct wr_blueprint *b = c->blueprint;
    uint32_t seen = 0, drawn = 0;
    for (uint32_t i = 0; i < *count; i++) {
        uint32_t stance = wr_stance_at(b->kit, list[i], b->placements[node]);
        if (stance == WR_NO_STANCE)
            continue;
        if (seen++ == 0 || wr_random_below(c->random, seen) == 0) {
            b->nodes[node].stance = stance;
            drawn = list[i];
        }
    }
    if (seen == 0)
        return wr_fail(c->context, WR_NO_FIT, place_of(b, node), "no-room-stands",
                       "turns must be those of the kit's doorways",
                       "no room that %s may be (%u) can stand turned as the template says",
                       called(c, node).text, (unsigned)*count);
    list[0] = drawn;
    *count = 1;
    return WR_OK;
}

static enum wr_result choose_node(struct choosing *c, uint32_t node)
{
    struct wr_blueprint *b = c->blueprint;
    struct lack lack = {0};
    uint64_t looks = 1 + (uint64_t)c->starts[node + 1] - c->starts[node];
    if (!wr_blueprint_works(b, looks * b->kit->pieces.piece_count))
        return wr_blueprint_ended(c->context, b, b->places[node]);
    if (b->kept_rooms[node] != WR_NONE)
        return wr_blueprint_choose_kept(c->context, b, node, c->degrees[node],
                                        b->choices[node] ? set_of(c, b->choices[node]) : NULL);
    uint32_t *list = WR_TAKE(b->arena, uint32_t, (size_t)b->kit->pieces.piece_count + 1);
    if (!list)
        return wr_no_memory(c->context);
    uint32_t count = list_pieces(c, node, list, &lack);
    if (count == 0)
        return nothing_fits(c, node, lack);
    enum wr_result result = WR_OK;
    if (b->nodes[node].fixed)
        result = choose_fixed(c, node, list, &count);
    b->nodes[node].pieces = list;
    b->nodes[node].piece_count = count;
    return result;
}

/* ---- Entry and exit ---- */

static uint32_t count_fitting(const struct wr_blueprint *b, uint32_t node, const bool *fits)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->nodes[node].piece_count; i++)
        count += fits[b->nodes[node].pieces[i]];
    return count;
}

static bool narrow(struct wr_blueprint *b, uint32_t node, const bool *fits)
{
    wr_puzzle_node *at = &b->nodes[node];
    uint32_t *list = WR_TAKE(b->arena, uint32_t, at->piece_count), count = 0;
    for (uint32_t i = 0; list && i < at->piece_count; i++)
        if (fits[at->pieces[i]])
            list[count++] = at->pieces[i];
    at->pieces = list;
    at->piece_count = count;
    return list != NULL;
}

/* Draws the node that is to be the entry or the exit. */
static enum wr_result draw_end(struct choosing *c, const wr_choice *choice, const char *what,
                               uint32_t other, uint32_t *out)
{
    struct wr_blueprint *b = c->blueprint;
    uint32_t seen = 0;
    if (*out != WR_NONE || choice->count == 0)
        return WR_OK;
    const bool *fits = set_of(c, choice);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (i != other && count_fitting(b, i, fits) > 0 &&
            wr_random_below(c->random, ++seen) == 0)
            *out = i;
    if (*out == WR_NONE)
        return wr_fail(c->context, WR_NO_FIT, wr_at(b->template->source, choice->place.offset),
                       "no-room-fits", "let a node be such a room",
                       "no node may be a room the %s asks for", what);
    return narrow(b, *out, fits) ? WR_OK : wr_no_memory(c->context);
}

/* ---- Counts ---- */

static bool may_be(const wr_puzzle_node *node, uint32_t piece)
{
    for (uint32_t i = 0; i < node->piece_count; i++)
        if (node->pieces[i] == piece)
            return true;
    return false;
}

/* Whether the template, not the kit, says how often a room comes, and where. */
static bool is_counted(const struct wr_template *template, const wr_room *room, wr_place *place)
{
    bool counted = template->repeat == WR_REPEAT_NEVER;
    *place = template->places.repeat;
    for (uint32_t i = 0; i < template->rule_count; i++) {
        const wr_room_rule *rule = &template->rules[i];
        bool never = rule->sets_repeat && rule->repeat == WR_REPEAT_NEVER;
        if ((never || rule->count.least != WR_NONE) && wr_choice_fits(&rule->rooms, room)) {
            *place = rule->place;
            counted = true;
        }
    }
    return counted;
}

/* `few`: fewer nodes may be the room than it must come; else more must be it than it may. */
static enum wr_result wrong_count(const struct choosing *c, uint32_t piece, bool few,
                                  uint32_t bound, uint32_t there)
{
    const struct wr_blueprint *b = c->blueprint;
    const wr_room *room = b->kit->rooms[piece].room;
    wr_place place = {0};
    bool counted = is_counted(b->template, room, &place);
    const char *hint = few ? "let a node be one, or give the room a 'count' of [0, null] in "
                             "'rooms'"
                           : "let nodes be other rooms, or give the room a 'count' in 'rooms'";
    return wr_fail(c->context, WR_NO_FIT, wr_blueprint_at(b, place), "room-count",
                   counted ? "change its count, or what nodes may be" : hint,
                   "%s wants %s %u of '%s' in a level, but %u of the %u rooms %s be it",
                   counted ? "the template" : "the kit", few ? "at least" : "no more than",
                   (unsigned)bound, room->id, (unsigned)there, (unsigned)b->node_count,
                   few ? "may" : "must");
}

static bool settle(struct wr_blueprint *b, uint32_t node, uint32_t piece)
{
    uint32_t *list = WR_TAKE(b->arena, uint32_t, 1);
    if (!list)
        return false;
    *list = piece;
    b->nodes[node].pieces = list;
    b->nodes[node].piece_count = 1;
    return true;
}

/* Draws nodes for a room the level must have, each as likely as the others. */
static enum wr_result draw_nodes(const struct choosing *c, uint32_t piece, uint32_t wanted,
                                 uint32_t there)
{
    struct wr_blueprint *b = c->blueprint;
    for (uint32_t i = 0; wanted > 0 && i < b->node_count; i++) {
        if (b->nodes[i].piece_count < 2 || !may_be(&b->nodes[i], piece))
            continue;
        if (wr_random_below(c->random, there--) >= wanted)
            continue;
        if (!settle(b, i, piece))
            return wr_no_memory(c->context);
        wanted--;
    }
    return WR_OK;
}

static enum wr_result count_piece(const struct choosing *c, uint32_t piece)
{
    const struct wr_blueprint *b = c->blueprint;
    wr_span span = b->kit->rooms[piece].count;
    uint32_t settled = 0, open = 0;
    if (!wr_kit_piece_comes(&b->kit->rooms[piece]) || (span.least == 0 && span.most == WR_NONE))
        return WR_OK;
    for (uint32_t i = 0; i < b->node_count; i++) {
        bool fits = may_be(&b->nodes[i], piece);
        settled += fits && b->nodes[i].piece_count == 1;
        open += fits && b->nodes[i].piece_count > 1;
    }
    if (settled > span.most)
        return wrong_count(c, piece, false, span.most, settled);
    if (settled >= span.least)
        return WR_OK;
    if (settled + open < span.least)
        return wrong_count(c, piece, true, span.least, settled + open);
    return draw_nodes(c, piece, span.least - settled, open);
}

/* ---- All of it ---- */

static enum wr_result choose_all(struct choosing *c)
{
    struct wr_blueprint *b = c->blueprint;
    enum wr_result first = WR_OK;
    for (uint32_t i = 0; i < b->node_count && b->end == WR_PLAN_NO_MEMORY; i++) {
        bool like_last = i > 0 && !b->names[i] && !b->names[i - 1] &&
                         b->places[i].offset == b->places[i - 1].offset;
        if (first != WR_OK && like_last)
            continue;
        enum wr_result result = choose_node(c, i);
        if (first == WR_OK)
            first = result;
    }
    if (first == WR_OK)
        first = draw_end(c, &b->template->entry, "entry", b->exit, &b->entry);
    if (first == WR_OK)
        first = draw_end(c, &b->template->exit, "exit", b->entry, &b->exit);
    if (first == WR_OK)
        first = wr_blueprint_break_runs(c->context, b, c->random);
    for (uint32_t p = 0; first == WR_OK && p < b->kit->pieces.piece_count; p++)
        first = count_piece(c, p);
    return first;
}

enum wr_result wr_blueprint_choose(struct wr_context *context, struct wr_blueprint *b,
                                   wr_random *random)
{
    struct choosing c = {
        .context = context,
        .blueprint = b,
        .random = random,
        .fits = WR_TAKE(b->arena, bool, b->kit->pieces.piece_count),
    };
    return c.fits && list_ends(&c) ? choose_all(&c) : wr_no_memory(context);
}
