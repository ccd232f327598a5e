/* Kept rooms as nodes of a graph: named ones are the nodes of that name, others the corridors
 * between two of these. */
#include "builder/generate/graph/kept_nodes.h"

#include <stdio.h>
#include <string.h>

bool wr_blueprint_keep(struct wr_blueprint *b, const struct wr_kept *kept)
{
    b->kept = kept;
    b->kept_nodes = WR_TAKE(b->arena, uint32_t, kept->room_count);
    b->kept_links = WR_ZERO(b->arena, bool, kept->link_count);
    for (uint32_t i = 0; b->kept_nodes && i < kept->room_count; i++)
        b->kept_nodes[i] = WR_NONE;
    return b->kept_nodes && b->kept_links;
}

void wr_blueprint_keep_room(struct wr_blueprint *b, uint32_t node, uint32_t room)
{
    b->kept_nodes[room] = node;
    b->kept_rooms[node] = room;
    b->nodes[node].fixed = true;
    b->nodes[node].stance = b->kept->standings[room].stance;
    b->nodes[node].spot = b->kept->standings[room].spot;
}

void wr_blueprint_keep_node(struct wr_blueprint *b, uint32_t node)
{
    uint32_t room = b->names[node] ? wr_kept_find(b->kept, b->names[node]) : WR_NONE;
    if (room != WR_NONE)
        wr_blueprint_keep_room(b, node, room);
}

/* ---- Chains ---- */

/* Fills in `before` by which link each kept room is come to from one, through rooms without
 * names in the template alone. */
static void spread(const struct wr_blueprint *b, uint32_t from, uint32_t to, uint32_t *before,
                   uint32_t *queue)
{
    const struct wr_kept *kept = b->kept;
    uint32_t count = 1;
    for (uint32_t i = 0; i < kept->room_count; i++)
        before[i] = WR_NONE;
    queue[0] = from;
    for (uint32_t i = 0; i < count && before[to] == WR_NONE; i++)
        for (uint32_t k = 0; k < kept->link_count; k++) {
            const uint32_t *rooms = kept->links[k].rooms;
            bool second = rooms[1] == queue[i];
            uint32_t next = rooms[!second];
            if ((rooms[0] != queue[i] && !second) || next == from || before[next] != WR_NONE)
                continue;
            if (next != to && b->kept_nodes[next] != WR_NONE)
                continue;
            before[next] = k;
            queue[count++] = next;
        }
}

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static const char *hook_name(const struct wr_blueprint *b, uint32_t link, uint32_t room)
{
    const wr_kept_link *at = &b->kept->links[link];
    const wr_kit_piece *piece = &b->kit->rooms[b->kept->pieces[room]];
    return piece->room->hooks[piece->hooks[at->hooks[at->rooms[1] == room]]].name;
}

/* What the template asks of a passage, and a kept chain is not; NULL where it is all that. */
static const char *what_differs(const struct wr_blueprint *b, const wr_passage *passage,
                                const uint32_t *links, uint32_t length, uint32_t from,
                                uint32_t to)
{
    const wr_corridor_rule *rule =
        passage->corridor ? passage->corridor : &b->template->corridor;
    if (length < rule->length.least || length > rule->length.most)
        return "its corridor has another number of rooms there";
    if ((passage->hooks[0] && strcmp(passage->hooks[0], hook_name(b, links[0], from)) != 0) ||
        (passage->hooks[1] && strcmp(passage->hooks[1], hook_name(b, links[length], to)) != 0))
        return "it names another doorway there";
    for (uint32_t i = 0; i <= length; i++) {
        wr_passage own = {0};
        wr_blueprint_keep_link(b, links[i], b->kept->links[links[i]].rooms[0], &own);
        if (!same_word(own.lock, i ? NULL : passage->lock) ||
            own.hidden != (i == 0 && passage->hidden))
            return "it is locked or hidden otherwise there";
    }
    return NULL;
}

uint32_t wr_blueprint_kept_chain(struct wr_blueprint *b, uint32_t from, uint32_t to,
                                 const wr_passage *passage, const uint32_t **chain,
                                 const uint32_t **links)
{
    uint32_t a = b->kept_rooms[from], z = b->kept_rooms[to], length = 0;
    uint32_t count = b->kept->room_count;
    if (a == WR_NONE || z == WR_NONE)
        return WR_NONE;
    uint32_t *before = WR_TAKE(b->arena, uint32_t, count);
    uint32_t *rooms = WR_TAKE(b->arena, uint32_t, count);
    uint32_t *ways = WR_TAKE(b->arena, uint32_t, (size_t)count + 1);
    if (!before || !rooms || !ways)
        return WR_NONE;
    spread(b, a, z, before, rooms);
    if (before[z] == WR_NONE)
        return WR_NONE;
    for (uint32_t at = z; at != a; length++) {
        const uint32_t *ends = b->kept->links[before[at]].rooms;
        at = ends[ends[0] == at];
    }
    length--;
    for (uint32_t at = z, i = length;; i--) {
        const uint32_t *ends = b->kept->links[before[at]].rooms;
        ways[i] = before[at];
        at = ends[ends[0] == at];
        if (i == 0)
            break;
        rooms[i - 1] = at;
    }
    b->kept_reason = what_differs(b, passage, ways, length, a, z);
    *chain = rooms;
    *links = ways;
    return b->kept_reason ? WR_NONE : length;
}

void wr_blueprint_keep_link(const struct wr_blueprint *b, uint32_t link, uint32_t from,
                            wr_passage *passage)
{
    const wr_kept_link *kept = &b->kept->links[link];
    const struct wr_map *part = &b->kept->part;
    uint32_t first = kept->rooms[0] == from ? 0 : 1;
    passage->hooks[0] = hook_name(b, link, kept->rooms[first]);
    passage->hooks[1] = hook_name(b, link, kept->rooms[1 - first]);
    for (uint32_t i = 0; i < part->link_count; i++) {
        const wr_map_link *said = &part->links[i];
        uint32_t side = said->rooms[0] == kept->rooms[first] ? 0 : 1;
        if (said->rooms[side] != kept->rooms[first] ||
            said->rooms[1 - side] != kept->rooms[1 - first] ||
            strcmp(said->hooks[side], passage->hooks[0]) != 0)
            continue;
        passage->lock = said->lock;
        passage->optional = said->optional;
        passage->hidden = said->hidden;
    }
}

/* ---- All that is kept ---- */

static enum wr_result no_node(struct wr_context *context, const struct wr_blueprint *b,
                              uint32_t room)
{
    char named[160] = "";
    size_t size = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        const char *name = b->names[i];
        if (!name || size + strlen(name) + 3 > sizeof named)
            continue;
        size +=
            (size_t)snprintf(named + size, sizeof named - size, "%s%s", size ? ", " : "", name);
    }
    char hint[256];
    snprintf(hint, sizeof hint,
             "keep rooms that bear its names (%s), and whole corridors between two of them",
             named);
    return wr_fail(context, WR_NO_FIT, wr_kept_where(b->kept, room), "keep-no-node", hint,
                   "the template has no room '%s', and in a graph a room has its place by name",
                   b->kept->part.rooms[room].name);
}

enum wr_result wr_blueprint_kept_all(struct wr_context *context, const struct wr_blueprint *b)
{
    const struct wr_kept *kept = b->kept;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < kept->room_count; i++)
        if (b->kept_nodes[i] == WR_NONE)
            result = no_node(context, b, i);
    for (uint32_t i = 0; result == WR_OK && i < kept->link_count; i++) {
        const uint32_t *rooms = kept->links[i].rooms;
        if (!b->kept_links[i])
            result = wr_fail(
                context, WR_NO_FIT, wr_kept_where(kept, rooms[1]), "keep-link",
                "keep one of them only, or let the template link them so",
                "'%s' and '%s' are linked and stay so, but the template does not link them "
                "so%s%s",
                kept->part.rooms[rooms[0]].name, kept->part.rooms[rooms[1]].name,
                b->kept_reason ? ": " : "", b->kept_reason ? b->kept_reason : "");
    }
    return result;
}

/* ---- What they are ---- */

static enum wr_result misfit(struct wr_context *context, const struct wr_blueprint *b,
                             uint32_t node, const char *why)
{
    return wr_fail(context, WR_NO_FIT, wr_kept_where(b->kept, b->kept_rooms[node]),
                   "keep-misfit", "do not keep it, or change the template",
                   "'%s' is kept, but the template %s",
                   b->kept->part.rooms[b->kept_rooms[node]].name, why);
}

enum wr_result wr_blueprint_choose_kept(struct wr_context *context, struct wr_blueprint *b,
                                        uint32_t node, uint32_t degree, const bool *fits)
{
    uint32_t room = b->kept_rooms[node], *piece = WR_TAKE(b->arena, uint32_t, 1);
    const char *key = b->kept->part.rooms[room].key;
    const wr_placement *placed = b->placements[node];
    if (!piece)
        return wr_no_memory(context);
    *piece = b->kept->pieces[room];
    b->nodes[node].pieces = piece;
    b->nodes[node].piece_count = 1;
    b->nodes[node].stance = b->kept->standings[room].stance;
    if (fits && !fits[*piece])
        return misfit(context, b, node, "wants another room there");
    if (placed &&
        wr_spot_order(wr_spot_of(placed->position), b->kept->standings[room].spot) != 0)
        return misfit(context, b, node, "puts it elsewhere");
    if (b->keys[node] && !same_word(b->keys[node], key))
        return misfit(context, b, node, "puts a key there that it has not");
    if (degree > b->kit->pieces.pieces[*piece].hook_count)
        return misfit(context, b, node, "needs more doorways of it than it has");
    b->keys[node] = key;
    return WR_OK;
}
