/* A name takes the nearest edges; what lies behind them says what they are. */
#include "builder/extract/scene/doorways.h"
#include "builder/extract/hooks.h"
#include "builder/extract/named.h"
#include "builder/extract/scene/borders.h"
#include "builder/extract/threshold.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* A doorway that a mesh stands in: how far it reaches before and behind it; metres. */
#define DEPTH 1.5

/* ---- How wide ---------------------------------------------------------------------------- */

static wr_box box_of(const wr_scene_mesh *mesh)
{
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < mesh->part_count; i++)
        for (uint32_t k = 0; k < mesh->parts[i].point_count; k++)
            box = wr_box_add(box, mesh->parts[i].points[k]);
    return box;
}

/* The longest of the level sides of a mesh's box, as it stands. */
static wr_dvec3 longest_side(const wr_scene_node *node, wr_box box)
{
    const wr_dvec3 sides[3] = {{(double)box.max.x - box.min.x, 0, 0},
                               {0, (double)box.max.y - box.min.y, 0},
                               {0, 0, (double)box.max.z - box.min.z}};
    wr_dvec3 longest = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        wr_dvec3 side = wr_affine_vector(&node->world, sides[i]);
        side.z = 0;
        if (wr_length(side) > wr_length(longest))
            longest = side;
    }
    return longest;
}

static wr_dvec3 middle_of(const wr_scene_node *node, wr_box box)
{
    wr_dvec3 own = wr_scale(wr_add(wr_widen(box.min), wr_widen(box.max)), 0.5);
    return wr_affine_point(&node->world, own);
}

/* What `width` notes, in metres; of a mesh as wide as its box; else an edge. */
static wr_named_extent extent_of(const struct wr_scene *scene, const wr_scene_node *node,
                                 wr_dvec3 at)
{
    double width;
    if (wr_scene_number(node, "width", &width) && width > 0)
        return (wr_named_extent){.kind = WR_EXTENT_ROUND, .origin = at, .radius = width / 2};
    if (node->mesh == WR_SCENE_NONE)
        return (wr_named_extent){.kind = WR_EXTENT_EDGE};
    wr_dvec3 side = longest_side(node, box_of(&scene->meshes[node->mesh]));
    double length = wr_length(side);
    if (!(length > 0))
        return (wr_named_extent){.kind = WR_EXTENT_EDGE};
    wr_dvec3 deep = wr_scale((wr_dvec3){-side.y, side.x, 0}, 2 * DEPTH / length);
    return (wr_named_extent){
        .kind = WR_EXTENT_BOX,
        .origin = wr_sub(at, wr_scale(wr_add(side, deep), 0.5)),
        .along = side,
        .across = deep,
    };
}

/* Where it stands: a mesh at the foot of its middle. */
static wr_dvec3 place_of(const struct wr_scene *scene, const wr_scene_node *node)
{
    wr_dvec3 at = {node->world.m[0][3], node->world.m[1][3], node->world.m[2][3]};
    if (node->mesh == WR_SCENE_NONE || scene->meshes[node->mesh].part_count == 0)
        return at;
    const wr_scene_mesh *mesh = &scene->meshes[node->mesh];
    wr_dvec3 middle = middle_of(node, box_of(mesh));
    double lowest = INFINITY;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        for (uint32_t k = 0; k < mesh->parts[i].point_count; k++) {
            wr_dvec3 point = wr_affine_point(&node->world, wr_widen(mesh->parts[i].points[k]));
            lowest = point.z < lowest ? point.z : lowest;
        }
    return (wr_dvec3){middle.x, middle.y, lowest};
}

/* ---- Edges ------------------------------------------------------------------------------- */

/* An edge that nobody goes through is one of several. */
static wr_named_row find_row(const struct wr_taking *taking, wr_named_doorway *doorway,
                             wr_dvec3 at)
{
    wr_named_row row = wr_named_find(taking, doorway);
    if (doorway->extent.kind != WR_EXTENT_EDGE || row.count == 0 ||
        (double)wr_threshold_width(taking->rooms[row.room].mesh, row.edges, row.count) >=
            WR_DOOR_OVERLAP)
        return row;
    doorway->extent =
        (wr_named_extent){.kind = WR_EXTENT_ROUND, .origin = at, .radius = WR_DOOR_OVERLAP};
    return wr_named_find(taking, doorway);
}

static bool find_rows(struct wr_taking *taking, const struct wr_scenery *scenery,
                      struct wr_scenery_doorways *out)
{
    const struct wr_scene *scene = scenery->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wr_scenery_node *as = &scenery->nodes[i];
        if (as->role != WR_ROLE_HOOK)
            continue;
        wr_dvec3 at = place_of(scene, &scene->nodes[i]);
        wr_named_doorway doorway = {.name = as->name,
                                    .at = wr_narrow(at),
                                    .extent = extent_of(scene, &scene->nodes[i], at),
                                    .room = as->room,
                                    .linked = true};
        wr_named_row row = find_row(taking, &doorway, at);
        struct wr_scenery_doorway *items =
            wr_arena_more(taking->arena, out->items, out->count, sizeof *items);
        wr_named_row *own = wr_arena_copy(taking->arena, &row, 1, sizeof row);
        if (!items || !own)
            return false;
        out->items = items;
        items[out->count++] = (struct wr_scenery_doorway){i, own};
    }
    return true;
}

/* Which open edges of rooms stay what they are: one a place of a room's table. */
struct kept {
    bool **edges;
};

static bool start_kept(const struct wr_taking *taking, struct kept *kept)
{
    kept->edges = WR_TAKE(taking->arena, bool *, taking->room_count);
    for (uint32_t r = 0; kept->edges && r < taking->room_count; r++) {
        kept->edges[r] = WR_ZERO(taking->arena, bool, taking->rooms[r].mesh->edge_count);
        if (!kept->edges[r])
            return false;
    }
    return kept->edges != NULL;
}

/* The edges of a doorway between rooms, and those that lie on them on the other side. */
static void keep_row(const struct wr_taking *taking, const struct kept *kept,
                     const wr_named_row *row)
{
    const struct wr_walkmesh *mesh = taking->rooms[row->room].mesh;
    uint32_t other = (uint32_t)row->transition;
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t twin = wr_border_twin(taking, row->room, row->edges[i], other);
        if (twin != WR_NONE)
            kept->edges[other][twin] = true;
    }
    for (uint32_t place = 0; place < mesh->edge_count; place++)
        for (uint32_t i = 0; i < row->count; i++)
            kept->edges[row->room][place] |= mesh->edges[place].edge == row->edges[i];
}

static void close_border(const struct wr_taking *taking, const struct kept *kept, uint32_t room,
                         uint32_t other)
{
    struct wr_walkmesh *mesh = taking->rooms[room].mesh;
    for (uint32_t place = 0; place < mesh->edge_count; place++)
        if (mesh->edges[place].transition == (int32_t)other && !kept->edges[room][place])
            mesh->edges[place].transition = -1;
}

enum wr_result wr_scenery_borders(struct wr_taking *taking, const struct wr_scenery *scenery,
                                  struct wr_scenery_doorways *out)
{
    struct kept kept;
    *out = (struct wr_scenery_doorways){0};
    if (!wr_borders_find(taking) || !find_rows(taking, scenery, out) ||
        !start_kept(taking, &kept))
        return wr_no_memory(taking->context);
    for (uint32_t i = 0; i < out->count; i++)
        if (out->items[i].row->transition >= 0)
            keep_row(taking, &kept, out->items[i].row);
    for (uint32_t i = 0; i < out->count; i++) {
        const wr_named_row *row = out->items[i].row;
        if (wr_context_stopped(taking->context))
            return WR_STOPPED;
        if (row->transition < 0)
            continue;
        close_border(taking, &kept, row->room, (uint32_t)row->transition);
        close_border(taking, &kept, (uint32_t)row->transition, row->room);
    }
    return WR_OK;
}

/* ---- Hooks ------------------------------------------------------------------------------- */

static uint32_t hook_with(const struct wr_taking *taking, uint32_t room, uint32_t edge)
{
    for (uint32_t h = 0; h < taking->hook_count; h++)
        for (uint32_t i = 0; taking->hooks[h].room == room && i < taking->hooks[h].edge_count;
             i++)
            if (taking->hooks[h].edges[i] == edge)
                return h;
    return WR_NONE;
}

/* A hook between rooms gets the name of the first that means it. */
static void name_hook(struct wr_taking *taking, const struct wr_scenery *scenery,
                      const struct wr_scenery_doorway *doorway, bool *named)
{
    const wr_named_row *row = doorway->row;
    uint32_t hook = hook_with(taking, row->room, row->edges[0]);
    const char *name = scenery->nodes[doorway->node].name;
    if (hook == WR_NONE || (named[hook] && scenery->nodes[doorway->node].door))
        return;
    if (named[hook])
        wr_warn(taking->context, scenery->where, "extract-hooks",
                "take one of them out, or put it on an edge of its own",
                "'%s' names a doorway that another one has", name);
    else
        wr_named_rename(taking, hook, name);
    named[hook] = true;
}

/* A doorway that leads on to nothing. */
static enum wr_result add_hook(struct wr_taking *taking, const struct wr_scenery *scenery,
                               const struct wr_scenery_doorway *doorway)
{
    const wr_scenery_node *node = &scenery->nodes[doorway->node];
    const wr_named_row *row = doorway->row;
    if (node->door && row->count > 0 && wr_named_is_taken(taking, row))
        return WR_OK;
    return wr_named_hook(taking, node->name, row, scenery->where);
}

/* Hooks come before doors, which may stand in the doorways they name. */
static bool is_next(const struct wr_scenery *scenery, const struct wr_scenery_doorway *doorway,
                    bool between, bool doors)
{
    return (doorway->row->transition >= 0) == between &&
           scenery->nodes[doorway->node].door == doors;
}

enum wr_result wr_scenery_hooks(struct wr_taking *taking, const struct wr_scenery *scenery,
                                const struct wr_scenery_doorways *doorways)
{
    enum wr_result result = wr_taking_hooks(taking);
    if (result != WR_OK)
        return result;
    bool *named = WR_ZERO(taking->arena, bool, taking->hook_count);
    if (!named)
        return wr_no_memory(taking->context);
    for (int doors = 0; doors < 2; doors++)
        for (uint32_t i = 0; i < doorways->count; i++)
            if (is_next(scenery, &doorways->items[i], true, doors))
                name_hook(taking, scenery, &doorways->items[i], named);
    for (int doors = 0; doors < 2; doors++)
        for (uint32_t i = 0; result == WR_OK && i < doorways->count; i++)
            if (is_next(scenery, &doorways->items[i], false, doors))
                result = add_hook(taking, scenery, &doorways->items[i]);
    return result == WR_OK ? wr_taken_hooks_order(taking) : result;
}
