/* Judging a module: each walkmesh alone, then transitions against their twins, visibility
 * against the layout, floors against each other. */
#include "builder/module.h"
#include "builder/names.h"
#include "builder/overlap.h"

#include "core/base/disjoint.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/format/lyt.h"
#include "core/format/vis.h"
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/judge.h"

#include <stdlib.h>
#include <string.h>

/* A room as its files have it. */
struct room {
    const char *name;
    size_t part;            /* of the shelf: its walkmesh */
    struct wr_arena *arena; /* of the walkmesh and its source */
    struct wr_source source;
    struct wr_walkmesh *mesh; /* NULL: there is none, or it cannot be read */
    bool missing;
    bool elsewhere; /* nothing of the room is in the archive */
    uint32_t *islands, first_island;
};

struct module {
    struct wr_arena *arena;
    struct wr_shelf *shelf;
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

static enum wr_result read_mesh(struct wr_context *context, const struct module *module,
                                struct room *room)
{
    room->arena = wr_arena_create();
    if (!room->arena)
        return wr_no_memory(context);
    enum wr_result result =
        wr_shelf_read(context, room->arena, module->shelf, room->part, &room->source);
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
    if (room->missing)
        return WR_OK;
    enum wr_result result = read_mesh(context, module, room);
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
    return module->shelf->archive && strcmp(name, "****") != 0 &&
           !wr_archive_find(module->shelf->archive, name, WR_RES_MDL);
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
        room->part = wr_shelf_take(module->shelf, room->name, ".wok");
        room->missing = room->part == module->shelf->count;
        room->elsewhere = room->missing && lies_elsewhere(module, room->name);
        if (!room->missing || room->elsewhere)
            last = i + 1;
    }
    enum wr_result result = WR_OK;
    module->room_count = last;
    for (uint32_t i = 0; i < last; i++)
        if (module->rooms[i].missing && !module->rooms[i].elsewhere &&
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
    uint32_t room, to;
    wr_vec3 start, end;
    uint32_t edge;
};

struct crossings {
    struct crossing *items;
    size_t count;
};

static int order_crossings(const void *a, const void *b)
{
    const struct crossing *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    int order = wr_vec3_order(p->start, q->start);
    return order ? order : wr_vec3_order(p->end, q->end);
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

static enum wr_result add_crossing(struct wr_context *context, const struct module *module,
                                   uint32_t index, const wr_edge *edge, struct crossings *out)
{
    const struct room *room = &module->rooms[index];
    if (edge->transition < 0 || (uint32_t)edge->transition >= module->room_count ||
        (uint32_t)edge->transition == index)
        return wr_fail(context, WR_INVALID, wr_at(&room->source, WR_WHOLE_FILE),
                       "transition-nowhere", "rebuild the module from its map",
                       "edge %u leads to room %d, but the layout has rooms 0 to %u",
                       (unsigned)edge->edge, (int)edge->transition,
                       (unsigned)module->room_count - 1);
    out->items[out->count++] = (struct crossing){
        index,
        (uint32_t)edge->transition,
        room->mesh->vertices[wr_edge_start(room->mesh, edge->edge)],
        room->mesh->vertices[wr_edge_end(room->mesh, edge->edge)],
        edge->edge,
    };
    return WR_OK;
}

static enum wr_result list_crossings(struct wr_context *context, const struct module *module,
                                     struct crossings *out)
{
    enum wr_result result = WR_OK;
    out->count = 0;
    out->items = WR_TAKE(module->arena, struct crossing, count_crossings(module));
    if (!out->items)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < module->room_count; r++) {
        const struct wr_walkmesh *mesh = module->rooms[r].mesh;
        for (uint32_t e = 0; mesh && e < mesh->edge_count; e++)
            if (mesh->edges[e].transition != -1)
                result = worse(result, add_crossing(context, module, r, &mesh->edges[e], out));
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, order_crossings);
    return result;
}

static const struct crossing *find_twin(const struct crossings *crossings,
                                        const struct crossing *of)
{
    struct crossing key = {of->to, of->room, of->end, of->start, 0};
    if (crossings->count == 0)
        return NULL;
    return bsearch(&key, crossings->items, crossings->count, sizeof key, order_crossings);
}

static uint32_t island_of(const struct module *module, const struct crossing *crossing)
{
    const struct room *room = &module->rooms[crossing->room];
    return room->first_island + room->islands[crossing->edge / 3];
}

/* Joins the islands across every crossing that has its twin, and reports the others. */
static enum wr_result cross(struct wr_context *context, const struct module *module,
                            const struct crossings *crossings, uint32_t *parents)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < crossings->count; i++) {
        const struct crossing *crossing = &crossings->items[i];
        const struct crossing *twin = find_twin(crossings, crossing);
        if (module->rooms[crossing->to].elsewhere)
            continue;
        if (twin)
            wr_disjoint_join(parents, island_of(module, crossing), island_of(module, twin));
        else
            result = wr_fail(
                context, WR_INVALID,
                wr_at(&module->rooms[crossing->room].source, WR_WHOLE_FILE),
                "transition-without-twin",
                "both rooms must list the edge, with the same vertices to the last bit",
                "edge %u at (%s, %s, %s) leads to room %u ('%s'), which has no edge "
                "that leads back",
                (unsigned)crossing->edge, wr_fixed(crossing->start.x, 3).text,
                wr_fixed(crossing->start.y, 3).text, wr_fixed(crossing->start.z, 3).text,
                (unsigned)crossing->to, module->rooms[crossing->to].name);
    }
    return result;
}

/* ---- Walking ---- */

/* Islands that bear transitions should form one level; each further piece is a warning. */
static void warn_pieces(struct wr_context *context, const struct module *module,
                        const struct crossings *crossings, uint32_t *parents, bool *seen)
{
    for (size_t i = 0; i < crossings->count; i++) {
        uint32_t root = wr_disjoint_root(parents, island_of(module, &crossings->items[i]));
        uint32_t home = wr_disjoint_root(parents, island_of(module, &crossings->items[0]));
        if (root == home || seen[root])
            continue;
        seen[root] = true;
        wr_warn(context, wr_at(&module->rooms[crossings->items[i].room].source, WR_WHOLE_FILE),
                "module-in-pieces", "link it with the rest of the level",
                "the floor at edge %u cannot be reached from room '%s'",
                (unsigned)crossings->items[i].edge,
                module->rooms[crossings->items[0].room].name);
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
    size_t part = wr_shelf_take(module->shelf, module->name, ".vis");
    if (part == module->shelf->count)
        return wr_fail(context, WR_NOT_FOUND, wr_at(&module->lyt_source, WR_WHOLE_FILE),
                       "module-vis-missing", "the game draws nothing it is not told of",
                       "the module has no %s.vis", module->name);
    enum wr_result result =
        wr_shelf_read(context, module->arena, module->shelf, part, &module->vis_source);
    if (result == WR_OK)
        result = wr_vis_read(context, module->arena, &module->vis_source, &vis);
    module->files++;
    return result == WR_OK ? compare_vis(context, module, &vis) : result;
}

/* ---- The module ---- */

static enum wr_result look_at(struct wr_context *context, struct module *module,
                              wr_module_look_fn *look, void *user)
{
    struct wr_module_view view = {.shelf = module->shelf,
                                  .surfaces = module->surfaces,
                                  .lyt = &module->lyt,
                                  .lyt_source = &module->lyt_source,
                                  .whole = true};
    view.meshes = WR_ZERO(module->arena, const struct wr_walkmesh *, module->lyt.room_count);
    if (!view.meshes)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < module->lyt.room_count; i++) {
        const struct room *room = &module->rooms[i];
        view.meshes[i] = room->islands ? room->mesh : NULL;
        view.whole = view.whole && !room->elsewhere && (room->missing || room->islands);
    }
    return look(user, context, &view);
}

static enum wr_result check_module(struct wr_context *context, struct module *module,
                                   size_t lyt, wr_module_look_fn *look, void *user)
{
    enum wr_result result =
        wr_shelf_read(context, module->arena, module->shelf, lyt, &module->lyt_source);
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
        module->files += !module->rooms[i].missing;
    enum wr_result woks =
        wr_parallel(context, "rooms judged", module->room_count, read_room, module);
    if (woks == WR_OK)
        woks = worse(check_transitions(context, module), check_overlaps(context, module));
    result = worse(worse(result, woks), check_vis(context, module));
    return look ? worse(result, look_at(context, module, look, user)) : result;
}

enum wr_result wr_module_check(struct wr_context *context, size_t lyt, struct wr_shelf *shelf,
                               const struct wr_check_options *options, wr_module_look_fn *look,
                               void *user, uint32_t *files)
{
    struct module module = {.arena = wr_arena_create(),
                            .shelf = shelf,
                            .surfaces = options->surfaces,
                            .overlap =
                                options->overlap > 0 ? options->overlap : WR_OVERLAP_DEPTH};
    if (!module.arena)
        return wr_no_memory(context);
    module.name = wr_arena_text(module.arena, shelf->names[lyt], strlen(shelf->names[lyt]) - 4);
    enum wr_result result =
        module.name ? check_module(context, &module, lyt, look, user) : wr_no_memory(context);
    *files += module.files;
    for (uint32_t i = 0; module.rooms && i < module.lyt.room_count; i++)
        wr_arena_destroy(module.rooms[i].arena);
    wr_arena_destroy(module.arena);
    return result;
}
