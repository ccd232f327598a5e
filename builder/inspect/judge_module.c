/* Judging a module: each walkmesh alone, then transitions against their twins, visibility
 * against the layout, floors against each other. */
#include "builder/inspect/judge_module.h"
#include "builder/layout/names.h"
#include "builder/layout/overlap.h"

#include "core/base/disjoint.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/format/lyt.h"
#include "core/format/vis.h"
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A room as its files have it. */
struct room {
    const char *name;
    const wr_entry *part;   /* its walkmesh, or NULL */
    struct wr_arena *arena; /* of the walkmesh and its source */
    struct wr_source source;
    struct wr_walkmesh *mesh; /* NULL: there is none, or it cannot be read */
    bool elsewhere;           /* nothing of the room is in the archive */
    uint32_t *islands, first_island;
};

struct module {
    struct wr_arena *arena;
    const struct wr_module_parts *parts;
    const wr_entry *layout;
    const char *name; /* of its LYT, without suffix */
    struct wr_source lyt_source, vis_source;
    struct wr_lyt lyt;
    struct room *rooms;
    uint32_t room_count, island_count;
    const wr_surfaces *surfaces;
    double overlap; /* how deep floors may lie in each other */
    uint32_t files;
};

static enum wr_result worse(enum wr_result a, enum wr_result b)
{
    return a != WR_OK ? a : b;
}

/* ---- Reading ---- */

const wr_entry *wr_module_take(const struct wr_module_parts *parts, const char *name,
                               uint16_t type)
{
    const wr_entry *found = wr_resources_find(parts->resources, name, type);
    if (found)
        parts->taken[found - parts->resources->entries] = true;
    return found;
}

static enum wr_result read_mesh(struct wr_context *context, struct room *room)
{
    room->arena = wr_arena_create();
    if (!room->arena)
        return wr_no_memory(context);
    enum wr_result result = wr_entry_read(context, room->arena, room->part, &room->source);
    room->source.binary = true;
    if (result == WR_OK)
        result = wr_bwm_read(context, room->arena, &room->source, &room->mesh);
    return result;
}

static enum wr_result read_room(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    (void)worker;
    struct module *module = user;
    struct room *room = &module->rooms[index];
    if (!room->part)
        return WR_OK;
    enum wr_result result = read_mesh(context, room);
    if (result != WR_OK)
        return result;
    result = wr_walkmesh_judge(context, room->mesh, module->surfaces, &room->source);
    if (result != WR_OK)
        return result;
    room->islands = WR_TAKE(room->arena, uint32_t, room->mesh->walkable_count);
    return room->islands ? WR_OK : wr_no_memory(context);
}

/* Modules may use rooms the game has; then neither model nor walkmesh is in the archive. */
static bool lies_elsewhere(const struct module *module, const char *name)
{
    return module->layout->container->archive && strcmp(name, "****") != 0 &&
           !wr_resources_find(module->parts->resources, name, WR_RES_MDL);
}

/* Models without a walkmesh (padding, skyboxes) may follow the rooms; one between them would
 * shift indices. */
static enum wr_result find_rooms(struct wr_context *context, struct module *module)
{
    uint32_t last = 0;
    module->rooms = WR_ZERO(module->arena, struct room, module->lyt.room_count);
    if (!module->rooms)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < module->lyt.room_count; i++) {
        struct room *room = &module->rooms[i];
        room->name = module->lyt.rooms[i].model;
        room->part = wr_module_take(module->parts, room->name, WR_RES_WOK);
        room->elsewhere = !room->part && lies_elsewhere(module, room->name);
        if (room->part || room->elsewhere)
            last = i + 1;
    }
    enum wr_result result = WR_OK;
    module->room_count = last;
    for (uint32_t i = 0; i < last; i++)
        if (!module->rooms[i].part && !module->rooms[i].elsewhere &&
            strcmp(module->rooms[i].name, "****") != 0)
            result =
                wr_fail(context, WR_NOT_FOUND, wr_at(&module->lyt_source, WR_WHOLE_FILE),
                        "module-wok-missing", "models without a walkmesh must follow all rooms",
                        "room %u, '%s', has no walkmesh beside the layout", (unsigned)i,
                        module->rooms[i].name);
    return result;
}

/* ---- Names ---- */

static enum wr_result check_names(struct wr_context *context, const struct module *module)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < module->lyt.room_count; i++) {
        size_t size = strlen(module->lyt.rooms[i].model);
        if (size > WR_LONGEST_NAME)
            result = wr_fail(context, WR_LIMIT, wr_at(&module->lyt_source, WR_WHOLE_FILE),
                             "module-name-too-long", "use a shorter id",
                             "room %u, '%s', has %zu characters; the game knows 16",
                             (unsigned)i, module->lyt.rooms[i].model, size);
    }
    return result;
}

/* ---- Transitions ---- */

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

static size_t count_crossings(const struct module *module)
{
    size_t count = 0;
    for (uint32_t r = 0; r < module->room_count; r++)
        for (uint32_t e = 0; module->rooms[r].mesh && e < module->rooms[r].mesh->edge_count;
             e++)
            count += module->rooms[r].mesh->edges[e].transition != -1;
    return count;
}

static void add_crossings(const struct module *module, uint32_t index, struct crossings *out)
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

static enum wr_result list_crossings(struct wr_context *context, const struct module *module,
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
static bool find_calls(const struct module *module, const struct crossings *crossings,
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
static enum wr_result check_order(struct wr_context *context, const struct module *module,
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
                "the rooms of a layout keep their order: move its line, or give it the "
                "walkmesh it had",
                "'%s' is room %u of the layout, but all edges that meet it lead to room %u",
                module->rooms[r].name, (unsigned)r, (unsigned)called[r]);
    crossings->reordered = result != WR_OK;
    return result;
}

/* ---- What leads nowhere ---- */

static uint32_t island_of(const struct module *module, const struct crossing *crossing)
{
    const struct room *room = &module->rooms[crossing->room];
    return room->first_island + room->islands[crossing->edge / 3];
}

static bool leads_somewhere(const struct module *module, const struct crossing *crossing)
{
    return crossing->to < module->room_count && crossing->to != crossing->room;
}

/* What is across a crossing, for whoever mends it by hand. */
static const char *advise(const struct module *module, const struct crossing *crossing,
                          char text[160])
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

static enum wr_result tell_nowhere(struct wr_context *context, const struct module *module,
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

static enum wr_result tell_twin_missing(struct wr_context *context, const struct module *module,
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
static enum wr_result cross(struct wr_context *context, const struct module *module,
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
            result = worse(result, tell_nowhere(context, module, crossing));
        else if (!module->rooms[crossing->to].elsewhere)
            result = worse(result, tell_twin_missing(context, module, crossing));
    }
    return result;
}

/* ---- Walking ---- */

/* Islands that bear transitions should form one level; each further piece is a warning. */
static void warn_pieces(struct wr_context *context, const struct module *module,
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

static enum wr_result number_islands(struct wr_context *context, struct module *module)
{
    for (uint32_t r = 0; r < module->room_count; r++) {
        struct room *room = &module->rooms[r];
        room->first_island = module->island_count;
        if (room->mesh && room->islands)
            module->island_count += wr_adjacency_islands(room->mesh, room->islands);
        else if (room->mesh)
            return wr_no_memory(context);
    }
    return WR_OK;
}

static enum wr_result check_transitions(struct wr_context *context, struct module *module)
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
    result = worse(result, cross(context, module, &crossings, parents));
    warn_pieces(context, module, &crossings, parents, seen);
    return result;
}

/* ---- Floors ---- */

static enum wr_result check_overlaps(struct wr_context *context, const struct module *module)
{
    wr_floor *floors = WR_TAKE(module->arena, wr_floor, module->room_count);
    wr_box *boxes = WR_TAKE(module->arena, wr_box, module->room_count);
    const struct room **rooms = WR_TAKE(module->arena, const struct room *, module->room_count);
    uint32_t count = 0, overlap_count;
    wr_overlap *overlaps;
    if (!floors || !boxes || !rooms)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < module->room_count; r++) {
        const struct wr_walkmesh *mesh = module->rooms[r].mesh;
        if (!mesh || mesh->vertex_count == 0)
            continue;
        floors[count] = (wr_floor){mesh, NULL};
        boxes[count] = wr_box_empty();
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            boxes[count] = wr_box_add(boxes[count], mesh->vertices[v]);
        rooms[count++] = &module->rooms[r];
    }
    enum wr_result result = wr_overlaps_find(context, module->arena, floors, boxes, count,
                                             module->overlap, &overlaps, &overlap_count);
    for (uint32_t i = 0; result != WR_NO_MEMORY && i < overlap_count; i++) {
        const struct room *a = rooms[overlaps[i].rooms[0]], *b = rooms[overlaps[i].rooms[1]];
        result = worse(result, wr_overlap_judge(context, &overlaps[i], module->overlap, a->name,
                                                b->name, wr_at(&b->source, WR_WHOLE_FILE)));
    }
    return result;
}

/* ---- Visibility ---- */

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(const char *const *)a, *(const char *const *)b);
}

static bool has_name(const char **sorted, size_t count, const char *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (wr_text_same(sorted[middle], name))
            return true;
        if (wr_text_order(sorted[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static enum wr_result compare_vis(struct wr_context *context, struct module *module,
                                  const struct wr_vis *vis)
{
    wr_where where = wr_at(&module->vis_source, WR_WHOLE_FILE);
    size_t count = module->lyt.room_count;
    const char **rooms = WR_TAKE(module->arena, const char *, count);
    const char **entries = WR_TAKE(module->arena, const char *, vis->entry_count);
    enum wr_result result = WR_OK;
    if (!rooms || !entries)
        return wr_no_memory(context);
    for (size_t i = 0; i < count; i++)
        rooms[i] = module->lyt.rooms[i].model;
    for (uint32_t i = 0; i < vis->entry_count; i++)
        entries[i] = vis->entries[i].room;
    qsort(rooms, count, sizeof *rooms, order_names);
    qsort(entries, vis->entry_count, sizeof *entries, order_names);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rooms[i], "****") != 0 && !has_name(entries, vis->entry_count, rooms[i]))
            result = wr_fail(context, WR_INVALID, where, "vis-room-missing",
                             "every room needs an entry", "room '%s' has no entry", rooms[i]);
    for (uint32_t i = 0; i < vis->entry_count; i++)
        for (uint32_t k = 0; k < vis->entries[i].seen_count; k++)
            if (!has_name(rooms, count, vis->entries[i].seen[k]))
                wr_warn(context, where, "vis-room-unknown", NULL,
                        "'%s' sees '%s', which the layout does not list", vis->entries[i].room,
                        vis->entries[i].seen[k]);
    return result;
}

static enum wr_result check_vis(struct wr_context *context, struct module *module)
{
    struct wr_vis vis;
    const wr_entry *part = wr_module_take(module->parts, module->name, WR_RES_VIS);
    if (!part)
        return wr_fail(context, WR_NOT_FOUND, wr_at(&module->lyt_source, WR_WHOLE_FILE),
                       "module-vis-missing", "the game draws nothing it is not told of",
                       "the module has no %s.vis", module->name);
    enum wr_result result = wr_entry_read(context, module->arena, part, &module->vis_source);
    if (result == WR_OK)
        result = wr_vis_read(context, module->arena, &module->vis_source, &vis);
    module->files++;
    return result == WR_OK ? compare_vis(context, module, &vis) : result;
}

/* ---- The module ---- */

static enum wr_result look_at(struct wr_context *context, struct module *module,
                              wr_module_look_fn *look, void *user)
{
    struct wr_module_view view = {.surfaces = module->surfaces,
                                  .lyt = &module->lyt,
                                  .lyt_source = &module->lyt_source,
                                  .whole = true};
    view.meshes = WR_ZERO(module->arena, const struct wr_walkmesh *, module->lyt.room_count);
    if (!view.meshes)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < module->lyt.room_count; i++) {
        const struct room *room = &module->rooms[i];
        view.meshes[i] = room->islands ? room->mesh : NULL;
        view.whole = view.whole && !room->elsewhere && (!room->part || room->islands);
    }
    return look(user, context, &view);
}

static enum wr_result check_module(struct wr_context *context, struct module *module,
                                   wr_module_look_fn *look, void *user)
{
    enum wr_result result =
        wr_entry_read(context, module->arena, module->layout, &module->lyt_source);
    module->files++;
    if (result == WR_OK)
        result = wr_lyt_read(context, module->arena, &module->lyt_source, &module->lyt);
    if (result != WR_OK)
        return result;
    result = check_names(context, module);
    result = worse(result, find_rooms(context, module));
    if (!module->rooms)
        return result;
    for (uint32_t i = 0; i < module->room_count; i++)
        module->files += module->rooms[i].part != NULL;
    enum wr_result woks =
        wr_parallel(context, "rooms judged", module->room_count, read_room, module);
    if (woks == WR_OK)
        woks = worse(check_transitions(context, module), check_overlaps(context, module));
    result = worse(worse(result, woks), check_vis(context, module));
    return look ? worse(result, look_at(context, module, look, user)) : result;
}

enum wr_result wr_module_check(struct wr_context *context, const wr_entry *lyt,
                               const struct wr_module_parts *parts,
                               const struct wr_check_options *options, wr_module_look_fn *look,
                               void *user, uint32_t *files)
{
    struct module module = {.arena = wr_arena_create(),
                            .parts = parts,
                            .layout = lyt,
                            .surfaces = options->surfaces,
                            .overlap =
                                options->overlap > 0 ? options->overlap : WR_OVERLAP_DEPTH};
    if (!module.arena)
        return wr_no_memory(context);
    module.name = wr_entry_name(module.arena, lyt);
    enum wr_result result =
        module.name ? check_module(context, &module, look, user) : wr_no_memory(context);
    *files += module.files;
    for (uint32_t i = 0; module.rooms && i < module.lyt.room_count; i++)
        wr_arena_destroy(module.rooms[i].arena);
    wr_arena_destroy(module.arena);
    return result;
}
