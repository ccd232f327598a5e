/* From walkmeshes that stand where they are to what a plan shows: transitions say where
 * doorways are. */
#include "builder/floorplan/floorplan.h"

#include "core/walkmesh/walkmesh.h"

bool wr_floorplan_stand(struct wr_floorplan *floorplan, const char *name,
                        const struct wr_walkmesh *mesh, wr_floorplan_room *out)
{
    if (!mesh)
        mesh = wr_walkmesh_new(floorplan->arena, WR_WOK, 0, 0);
    if (!mesh)
        return false;
    *out = (wr_floorplan_room){
        .name = name,
        .mesh = mesh,
        .motion = wr_motion_of((wr_placement){.turn = 0}),
        .points = mesh->vertices,
        .edge_uses = WR_ZERO(floorplan->arena, uint8_t, 3 * (size_t)mesh->walkable_count),
    };
    return out->edge_uses != NULL;
}

static bool leads_somewhere(const struct wr_floorplan *floorplan, uint32_t room, int32_t to)
{
    return to >= 0 && (uint32_t)to < floorplan->room_count && (uint32_t)to != room;
}

static bool add_edge(struct wr_floorplan *floorplan, uint32_t index, const wr_edge *edge,
                     bool follows)
{
    wr_floorplan_room *room = &floorplan->rooms[index];
    bool fine = true;
    if (!follows) {
        wr_floorplan_doorway *doorway = wr_floorplan_add_doorway(floorplan, index);
        if (doorway && leads_somewhere(floorplan, index, edge->transition))
            doorway->other = (uint32_t)edge->transition;
        fine = doorway && wr_floorplan_add_doorway_point(
                              floorplan, room->points[wr_edge_start(room->mesh, edge->edge)]);
    }
    return fine && wr_floorplan_add_doorway_point(
                       floorplan, room->points[wr_edge_end(room->mesh, edge->edge)]);
}

bool wr_floorplan_open(struct wr_floorplan *floorplan, uint32_t index)
{
    wr_floorplan_room *room = &floorplan->rooms[index];
    const struct wr_walkmesh *mesh = room->mesh;
    for (uint32_t p = 0, i = 0; p < mesh->perimeter_count; p++) {
        int32_t last = -1;
        for (; i < mesh->perimeters[p]; i++) {
            const wr_edge *edge = &mesh->edges[i];
            int32_t to = edge->transition;
            bool linked = leads_somewhere(floorplan, index, to);
            if (to != -1)
                room->edge_uses[edge->edge] = linked ? WR_EDGE_LINKED : WR_EDGE_CLOSED;
            bool drawn = to != -1 && (!linked || (uint32_t)to > index);
            if (drawn && !add_edge(floorplan, index, edge, to == last))
                return false;
            last = drawn ? to : -1;
        }
    }
    return true;
}

static bool stand_all(struct wr_floorplan *floorplan, const struct wr_walkmesh *const *meshes,
                      uint32_t count)
{
    floorplan->rooms = WR_ZERO(floorplan->arena, wr_floorplan_room, count);
    bool fine = floorplan->rooms != NULL;
    for (uint32_t r = 0; fine && r < count; r++)
        fine = wr_floorplan_stand(floorplan, "", meshes[r], &floorplan->rooms[r]);
    floorplan->room_count = count;
    for (uint32_t r = 0; fine && r < count; r++)
        fine = wr_floorplan_open(floorplan, r);
    return fine;
}

enum wr_result wr_floorplan_of_meshes(struct wr_context *context,
                                      const struct wr_walkmesh *const *meshes, uint32_t count,
                                      struct wr_floorplan **out)
{
    struct wr_floorplan *floorplan = wr_floorplan_create();
    if (!floorplan)
        return wr_no_memory(context);
    enum wr_result result = stand_all(floorplan, meshes, count)
                                ? wr_floorplan_finish(context, floorplan)
                                : wr_no_memory(context);
    if (result == WR_OK)
        *out = floorplan;
    else
        wr_floorplan_free(floorplan);
    return result;
}
