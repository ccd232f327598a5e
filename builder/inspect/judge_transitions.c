/* Transitions against their twins: where each edge leads, what is across it, and what can be
 * walked to. */
#include "builder/inspect/judge_transitions.h"

#include "core/base/disjoint.h"
#include "core/base/math.h"
#include "core/base/text.h"
#include "core/walkmesh/adjacency.h"
#include "kits/kits.h"

#include <stdio.h>
#include <stdlib.h>

/* A transition edge seen from where it leads: sorted so that its twin can be found. */
struct crossing {
    uint32_t room, to; /* `to` may be any number */
    wr_vec3 start, end;
    uint32_t edge;
    const struct crossing *across; /* what another room has between the same points, or NULL */
};

struct crossings {
    struct crossing *items;
    size_t count;
    bool reordered; /* the edges count the rooms in another order than the layout */
};

static int order_places(const struct crossing *p, const struct crossing *q)
{
    int order = wr_vec3_order(p->start, q->start);
    return order ? order : wr_vec3_order(p->end, q->end);
}

static int order_crossings(const void *a, const void *b)
{
    const struct crossing *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return order_places(p, q);
}

static size_t count_crossings(const struct wr_judged_module *module)
{
    size_t count = 0;
    for (uint32_t r = 0; r < module->room_count; r++)
        for (uint32_t e = 0; module->rooms[r].mesh && e < module->rooms[r].mesh->edge_count;
             e++)
            count += module->rooms[r].mesh->edges[e].transition != -1;
    return count;
}

static void add_crossings(const struct wr_judged_module *module, uint32_t index,
                          struct crossings *out)
{
    const struct wr_walkmesh *mesh = module->rooms[index].mesh;
    for (uint32_t e = 0; mesh && e < mesh->edge_count; e++) {
        const wr_edge *edge = &mesh->edges[e];
        if (edge->transition != -1)
            out->items[out->count++] =
                (struct crossing){.room = index,
                                  .to = (uint32_t)edge->transition,
                                  .start = mesh->vertices[wr_edge_start(mesh, edge->edge)],
                                  .end = mesh->vertices[wr_edge_end(mesh, edge->edge)],
                                  .edge = edge->edge};
    }
}

/* ---- What meets what ---- */

static int order_by_place(const void *a, const void *b)
{
    const struct crossing *p = *(const struct crossing *const *)a;
    const struct crossing *q = *(const struct crossing *const *)b;
    int order = order_places(p, q);
    return order ? order : (p->room > q->room) - (p->room < q->room);
}

/* The first of sorted crossings that is not before `key`. */
static size_t first_from(const struct crossing **sorted, size_t count,
                         const struct crossing *key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (order_by_place(&sorted[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The edge of another room that runs back between the same points: that of the room it leads
 * to, or the first there is. */
static const struct crossing *find_across(const struct crossing **sorted, size_t count,
                                          const struct crossing *of)
{
    const uint32_t rooms[] = {of->to, 0, of->room + 1};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        struct crossing key = {.room = rooms[i], .start = of->end, .end = of->start};
        size_t at = first_from(sorted, count, &key);
        if (at < count && order_places(sorted[at], &key) == 0 && sorted[at]->room != of->room &&
            (i > 0 || sorted[at]->room == of->to))
            return sorted[at];
    }
    return NULL;
}

static enum wr_result list_crossings(struct wr_context *context,
                                     const struct wr_judged_module *module,
                                     struct crossings *out)
{
    size_t count = count_crossings(module);
    *out = (struct crossings){.items = WR_TAKE(module->arena, struct crossing, count)};
    const struct crossing **sorted = WR_TAKE(module->arena, const struct crossing *, count);
    if (!out->items || !sorted)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < module->room_count; r++)
        add_crossings(module, r, out);
    if (count == 0)
        return WR_OK;
    qsort(out->items, count, sizeof *out->items, order_crossings);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &out->items[i];
    qsort(sorted, count, sizeof *sorted, order_by_place);
    for (size_t i = 0; i < count; i++)
        out->items[i].across = find_across(sorted, count, &out->items[i]);
    return WR_OK;
}

/* The number by which edges that meet a room call it; false where they do not agree, or call
 * two rooms by one number. `called` has an entry a room and comes as WR_NONE. */
static bool find_calls(const struct wr_judged_module *module, const struct crossings *crossings,
                       uint32_t *called, bool *taken)
{
    for (size_t i = 0; i < crossings->count; i++) {
        const struct crossing *crossing = &crossings->items[i];
        if (!crossing->across)
            continue;
        uint32_t *call = &called[crossing->across->room], to = crossing->to;
        if (*call == to)
            continue;
        if (*call != WR_NONE || to >= module->room_count || taken[to])
            return false;
        *call = to;
        taken[to] = true;
    }
    return true;
}

/* Where every edge is right but for the numbers of rooms, it is the layout that was shuffled:
 * its own lines say the cure. */
static enum wr_result check_order(struct wr_context *context,
                                  const struct wr_judged_module *module,
                                  struct crossings *crossings)
{
    uint32_t *called = WR_TAKE(module->arena, uint32_t, module->room_count);
    bool *taken = WR_ZERO(module->arena, bool, module->room_count);
    enum wr_result result = WR_OK;
    if (!called || !taken)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < module->room_count; r++)
        called[r] = WR_NONE;
    if (!find_calls(module, crossings, called, taken))
        return WR_OK;
    for (uint32_t r = 0; r < module->room_count; r++)
        if (called[r] != WR_NONE && called[r] != r)
            result = wr_fail(
                context, WR_INVALID, wr_at(&module->lyt_source, WR_WHOLE_FILE), "layout-order",
                "move its line back, or let `warren rebuild --relink` find the transitions "
                "anew",
                "'%s' is room %u of the layout, but all edges that meet it lead to room %u",
                module->rooms[r].name, (unsigned)r, (unsigned)called[r]);
    crossings->reordered = result != WR_OK;
    return result;
}

/* ---- What leads nowhere ---- */

static uint32_t island_of(const struct wr_judged_module *module,
                          const struct crossing *crossing)
{
    const struct wr_judged_room *room = &module->rooms[crossing->room];
    return room->first_island + room->islands[crossing->edge / 3];
}

static bool leads_somewhere(const struct wr_judged_module *module,
                            const struct crossing *crossing)
{
    return crossing->to < module->room_count && crossing->to != crossing->room;
}

/* What is across a crossing, for whoever mends it by hand. */
static const char *advise(const struct wr_judged_module *module,
                          const struct crossing *crossing, char text[160])
{
    const struct crossing *across = crossing->across;
    if (!across)
        return leads_somewhere(module, crossing)
                   ? "both rooms must list the edge, with the same vertices to the last bit"
                   : "no other room has an edge there: list the room it led to, or let it bear "
                     "-1";
    const char *name = module->rooms[across->room].name;
    if (across->room != crossing->to)
        snprintf(text, 160, "room %u, '%.40s', has the edge that leads back",
                 (unsigned)across->room, name);
    else
        snprintf(text, 160, "edge %u of '%.40s' is the one across, but leads to room %d",
                 (unsigned)across->edge, name, (int)across->to);
    return text;
}

static enum wr_result tell_nowhere(struct wr_context *context,
                                   const struct wr_judged_module *module,
                                   const struct crossing *crossing)
{
    char hint[160];
    wr_where where = wr_at(&module->rooms[crossing->room].source, WR_WHOLE_FILE);
    if (crossing->to == crossing->room)
        return wr_fail(context, WR_INVALID, where, "transition-nowhere",
                       advise(module, crossing, hint), "edge %u leads to its own room, %u",
                       (unsigned)crossing->edge, (unsigned)crossing->to);
    return wr_fail(
        context, WR_INVALID, where, "transition-nowhere", advise(module, crossing, hint),
        "edge %u leads to room %d, but the layout has rooms 0 to %u", (unsigned)crossing->edge,
        (int)crossing->to, (unsigned)module->room_count - 1);
}

static enum wr_result tell_twin_missing(struct wr_context *context,
                                        const struct wr_judged_module *module,
                                        const struct crossing *crossing)
{
    char hint[160];
    return wr_fail(
        context, WR_INVALID, wr_at(&module->rooms[crossing->room].source, WR_WHOLE_FILE),
        "transition-without-twin", advise(module, crossing, hint),
        "edge %u at (%s, %s, %s) leads to room %u ('%s'), which has no edge that leads back",
        (unsigned)crossing->edge, wr_fixed(crossing->start.x, 3).text,
        wr_fixed(crossing->start.y, 3).text, wr_fixed(crossing->start.z, 3).text,
        (unsigned)crossing->to, module->rooms[crossing->to].name);
}

/* Joins the islands across every crossing that has its twin, and reports the others. */
static enum wr_result cross(struct wr_context *context, const struct wr_judged_module *module,
                            const struct crossings *crossings, uint32_t *parents)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < crossings->count; i++) {
        const struct crossing *crossing = &crossings->items[i], *across = crossing->across;
        bool twin = across && (crossings->reordered ||
                               (across->room == crossing->to && across->to == crossing->room));
        if (twin)
            wr_disjoint_join(parents, island_of(module, crossing), island_of(module, across));
        else if (!leads_somewhere(module, crossing))
            result = wr_judged_worse(result, tell_nowhere(context, module, crossing));
        else if (!module->rooms[crossing->to].elsewhere)
            result = wr_judged_worse(result, tell_twin_missing(context, module, crossing));
    }
    return result;
}

/* ---- Walking ---- */

/* Islands that bear transitions should form one level; each further piece is a warning. */
static void warn_pieces(struct wr_context *context, const struct wr_judged_module *module,
                        const struct crossings *crossings, uint32_t *parents, bool *seen)
{
    const struct crossing *first = NULL;
    for (size_t i = 0; i < crossings->count; i++) {
        const struct crossing *crossing = &crossings->items[i];
        if (!leads_somewhere(module, crossing) && !crossings->reordered)
            continue;
        first = first ? first : crossing;
        uint32_t root = wr_disjoint_root(parents, island_of(module, crossing));
        uint32_t home = wr_disjoint_root(parents, island_of(module, first));
        if (root == home || seen[root])
            continue;
        seen[root] = true;
        wr_warn(context, wr_at(&module->rooms[crossing->room].source, WR_WHOLE_FILE),
                "module-in-pieces", "link it with the rest of the level",
                "the floor at edge %u cannot be reached from room '%s'",
                (unsigned)crossing->edge, module->rooms[first->room].name);
    }
}

static enum wr_result number_islands(struct wr_context *context,
                                     struct wr_judged_module *module)
{
    for (uint32_t r = 0; r < module->room_count; r++) {
        struct wr_judged_room *room = &module->rooms[r];
        room->first_island = module->island_count;
        if (room->mesh && room->islands)
            module->island_count += wr_adjacency_islands(room->mesh, room->islands);
        else if (room->mesh)
            return wr_no_memory(context);
    }
    return WR_OK;
}

enum wr_result wr_judge_transitions(struct wr_context *context, struct wr_judged_module *module)
{
    struct crossings crossings;
    enum wr_result result = number_islands(context, module);
    if (result != WR_OK)
        return result;
    uint32_t *parents = WR_TAKE(module->arena, uint32_t, module->island_count);
    bool *seen = WR_ZERO(module->arena, bool, module->island_count);
    if (!parents || !seen)
        return wr_no_memory(context);
    wr_disjoint_start(parents, module->island_count);
    result = list_crossings(context, module, &crossings);
    if (result == WR_OK)
        result = check_order(context, module, &crossings);
    if (result == WR_NO_MEMORY)
        return result;
    result = wr_judged_worse(result, cross(context, module, &crossings, parents));
    warn_pieces(context, module, &crossings, parents, seen);
    return result;
}
