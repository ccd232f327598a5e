/* Judging a module: each walkmesh alone, then all of them together, and visibility against the
 * layout. */
#include "builder/inspect/judge_module.h"
#include "builder/inspect/judge_transitions.h"
#include "builder/layout/names.h"
#include "builder/layout/overlap.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/format/vis.h"
#include "core/walkmesh/judge.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

const wr_entry *wr_module_take(const struct wr_module_parts *parts, const char *name,
                               uint16_t type)
{
    const wr_entry *found = wr_resources_find(parts->resources, name, type);
    if (found)
        parts->taken[found - parts->resources->entries] = true;
    return found;
}

static enum wr_result read_mesh(struct wr_context *context, struct wr_judged_room *room)
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
    struct wr_judged_module *module = user;
    struct wr_judged_room *room = &module->rooms[index];
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
static bool lies_elsewhere(const struct wr_judged_module *module, const char *name)
{
    return module->layout->container->archive && strcmp(name, "****") != 0 &&
           !wr_resources_find(module->parts->resources, name, WR_RES_MDL);
}

/* Models without a walkmesh (padding, skyboxes) may follow the rooms; one between them would
 * shift indices. */
static enum wr_result find_rooms(struct wr_context *context, struct wr_judged_module *module)
{
    uint32_t last = 0;
    module->rooms = WR_ZERO(module->arena, struct wr_judged_room, module->lyt.room_count);
    if (!module->rooms)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < module->lyt.room_count; i++) {
        struct wr_judged_room *room = &module->rooms[i];
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

static enum wr_result check_names(struct wr_context *context,
                                  const struct wr_judged_module *module)
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

/* ---- Floors ---- */

static enum wr_result check_overlaps(struct wr_context *context,
                                     const struct wr_judged_module *module)
{
    wr_floor *floors = WR_TAKE(module->arena, wr_floor, module->room_count);
    wr_box *boxes = WR_TAKE(module->arena, wr_box, module->room_count);
    const struct wr_judged_room **rooms =
        WR_TAKE(module->arena, const struct wr_judged_room *, module->room_count);
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
    enum wr_result result = wr_overlaps_find(context, module->arena, NULL, floors, boxes, count,
                                             module->overlap, &overlaps, &overlap_count);
    for (uint32_t i = 0; result != WR_NO_MEMORY && i < overlap_count; i++) {
        const struct wr_judged_room *a = rooms[overlaps[i].rooms[0]],
                                    *b = rooms[overlaps[i].rooms[1]];
        result = wr_judged_worse(result, wr_overlap_judge(context, &overlaps[i],
                                                          module->overlap, a->name, b->name,
                                                          wr_at(&b->source, WR_WHOLE_FILE)));
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

static enum wr_result compare_vis(struct wr_context *context, struct wr_judged_module *module,
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

static enum wr_result check_vis(struct wr_context *context, struct wr_judged_module *module)
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

static enum wr_result look_at(struct wr_context *context, struct wr_judged_module *module,
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
        const struct wr_judged_room *room = &module->rooms[i];
        view.meshes[i] = room->islands ? room->mesh : NULL;
        view.whole = view.whole && !room->elsewhere && (!room->part || room->islands);
    }
    return look(user, context, &view);
}

static enum wr_result check_module(struct wr_context *context, struct wr_judged_module *module,
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
    result = wr_judged_worse(result, find_rooms(context, module));
    if (!module->rooms)
        return result;
    for (uint32_t i = 0; i < module->room_count; i++)
        module->files += module->rooms[i].part != NULL;
    enum wr_result woks =
        wr_parallel(context, "rooms judged", module->room_count, read_room, module);
    if (woks == WR_OK)
        woks = wr_judged_worse(wr_judge_transitions(context, module),
                               check_overlaps(context, module));
    result = wr_judged_worse(wr_judged_worse(result, woks), check_vis(context, module));
    return look ? wr_judged_worse(result, look_at(context, module, look, user)) : result;
}

enum wr_result wr_module_check(struct wr_context *context, const wr_entry *lyt,
                               const struct wr_module_parts *parts,
                               const struct wr_check_options *options, wr_module_look_fn *look,
                               void *user, uint32_t *files)
{
    struct wr_judged_module module = {.arena = wr_arena_create(),
                                      .parts = parts,
                                      .layout = lyt,
                                      .surfaces = options->surfaces,
                                      .overlap = options->overlap > 0 ? options->overlap
                                                                      : WR_OVERLAP_DEPTH};
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
