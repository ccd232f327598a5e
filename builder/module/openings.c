/* Grey boxes of area rooms: where their walls stay open, and how high. */
#include "builder/module/sources.h"

#include "core/base/tolerance.h"
#include "core/model/greybox.h"

#include <string.h>

static const wr_door *door_of(const struct wr_layout *layout, uint32_t hook)
{
    const struct wr_kit *kit = layout->rooms[layout->hooks[hook].room].room->kit;
    return &kit->doors[wr_hook_of(layout, hook)->door];
}

/* Of two linked types of door the wider one hangs. */
static float height_of(const struct wr_layout *layout, const wr_link *link)
{
    const wr_door *a = door_of(layout, link->hooks[0]), *b = door_of(layout, link->hooks[1]);
    return b->width > a->width ? b->height : a->height;
}

static uint32_t area_room_of(const struct wr_layout *layout, uint32_t hook)
{
    return layout->rooms[layout->hooks[hook].room].area_room;
}

static void add_opening(struct wr_module_models *models, uint32_t *at, uint32_t hook,
                        uint32_t other, float height)
{
    const struct wr_layout *layout = models->layout;
    models->openings[at[area_room_of(layout, hook)]++] =
        (wr_opening){area_room_of(layout, other), layout->hooks[hook].position, height};
}

bool wr_openings_make(struct wr_module_models *models)
{
    const struct wr_layout *layout = models->layout;
    uint32_t count = layout->area_room_count;
    models->openings = WR_TAKE(models->arena, wr_opening, 2 * (size_t)layout->link_count);
    models->opening_starts = WR_ZERO(models->arena, uint32_t, (size_t)count + 1);
    uint32_t *at = WR_TAKE(models->arena, uint32_t, (size_t)count + 1);
    if (!models->openings || !models->opening_starts || !at)
        return false;
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (int side = 0; side < 2; side++)
            models->opening_starts[area_room_of(layout, layout->links[i].hooks[side]) + 1]++;
    for (uint32_t i = 0; i < count; i++)
        models->opening_starts[i + 1] += models->opening_starts[i];
    memcpy(at, models->opening_starts, (count + (size_t)1) * sizeof *at);
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        float height = height_of(layout, link);
        add_opening(models, at, link->hooks[0], link->hooks[1], height);
        add_opening(models, at, link->hooks[1], link->hooks[0], height);
    }
    return true;
}

/* How high the doorway is that an edge with a transition belongs to: two rooms may share
 * several, so the nearest one tells. */
static float opening_at(const struct wr_module_models *models, uint32_t area_room,
                        const struct wr_walkmesh *mesh, const wr_edge *edge)
{
    wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, edge->edge)]);
    wr_dvec3 b = wr_widen(mesh->vertices[wr_edge_end(mesh, edge->edge)]);
    wr_vec3 middle = wr_narrow(wr_scale(wr_add(a, b), 0.5));
    double nearest = INFINITY;
    float height = WR_GREYBOX_HEIGHT;
    for (uint32_t i = models->opening_starts[area_room];
         i < models->opening_starts[area_room + 1]; i++) {
        const wr_opening *opening = &models->openings[i];
        double distance = wr_distance(opening->position, middle);
        if (opening->other != (uint32_t)edge->transition || distance >= nearest)
            continue;
        nearest = distance;
        height = opening->height;
    }
    return height;
}

/* Whether an edge of an area room's walkmesh is one of a placed room's. */
static bool is_same_edge(const wr_placed_room *placed, uint32_t own,
                         const struct wr_walkmesh *mesh, uint32_t edge)
{
    const struct wr_walkmesh *kit = placed->room->mesh;
    wr_vec3 a = wr_placed_vertex(placed, wr_edge_start(kit, own));
    wr_vec3 b = wr_placed_vertex(placed, wr_edge_end(kit, own));
    wr_vec3 p = mesh->vertices[wr_edge_start(mesh, edge)];
    wr_vec3 q = mesh->vertices[wr_edge_end(mesh, edge)];
    return (wr_distance(a, p) < WR_CENTIMETRE && wr_distance(b, q) < WR_CENTIMETRE) ||
           (wr_distance(a, q) < WR_CENTIMETRE && wr_distance(b, p) < WR_CENTIMETRE);
}

/* Whoever leaves by an exit walks through a wall that is open there. */
static void open_exits(const struct wr_layout *layout, uint32_t area_room,
                       const struct wr_walkmesh *mesh, float *openings)
{
    for (uint32_t e = 0; e < layout->exit_count; e++) {
        uint32_t number = layout->exits[e].hook;
        const wr_placed_room *placed = &layout->rooms[layout->hooks[number].room];
        const wr_hook *hook = wr_hook_of(layout, number);
        if (placed->area_room != area_room)
            continue;
        for (uint32_t i = 0; i < mesh->edge_count; i++)
            for (uint32_t t = 0; t < hook->threshold_count; t++)
                if (is_same_edge(placed, hook->threshold[t], mesh, mesh->edges[i].edge))
                    openings[i] = door_of(layout, number)->height;
    }
}

static const wr_room *first_room(const struct wr_layout *layout, uint32_t area_room)
{
    return layout->rooms[layout->area_rooms[area_room].first].room;
}

/* Heights of openings, one an edge; `height` becomes that of the walls. */
static float *open_walls(const struct wr_module_models *models, uint32_t area_room,
                         const struct wr_walkmesh *mesh, struct wr_arena *scratch,
                         float *height)
{
    float *openings = WR_ZERO(scratch, float, mesh->edge_count);
    float said = first_room(models->layout, area_room)->height;
    *height = said > 0 ? said : WR_GREYBOX_HEIGHT;
    if (openings)
        open_exits(models->layout, area_room, mesh, openings);
    for (uint32_t i = 0; openings && i < mesh->edge_count; i++) {
        if (mesh->edges[i].transition >= 0)
            openings[i] = opening_at(models, area_room, mesh, &mesh->edges[i]);
        if (openings[i] > 0 && openings[i] + WR_GREYBOX_LINTEL > *height)
            *height = openings[i] + WR_GREYBOX_LINTEL;
    }
    return openings;
}

enum wr_result wr_room_greybox(struct wr_context *context,
                               const struct wr_module_models *models, uint32_t area_room,
                               const char *name, const struct wr_walkmesh *mesh,
                               struct wr_arena *arena, struct wr_arena *scratch,
                               wr_module_model *out)
{
    const struct wr_layout *layout = models->layout;
    uint32_t first = layout->area_rooms[area_room].first;
    struct wr_greybox look = {.name = name,
                              .game = models->game,
                              .origin = layout->rooms[first].placement.position,
                              .ceiling = true,
                              .low = first_room(layout, area_room)->low};
    look.openings = open_walls(models, area_room, mesh, scratch, &look.height);
    if (!look.openings)
        return wr_no_memory(context);
    struct wr_bytes mdl = {0}, mdx = {0};
    enum wr_result result = wr_greybox_make(context, scratch, mesh, &look, &mdl, &mdx);
    if (result == WR_OK)
        *out =
            (wr_module_model){wr_arena_copy(arena, mdl.data, mdl.size, 1),
                              wr_arena_copy(arena, mdx.data, mdx.size, 1), mdl.size, mdx.size};
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    if (result == WR_OK && (!out->mdl || !out->mdx))
        return wr_no_memory(context);
    return result;
}
