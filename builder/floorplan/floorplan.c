/* Levels: making, finishing, freeing. */
#include "builder/floorplan/floorplan.h"

#include "core/base/parallel.h"
#include "core/base/tolerance.h"

struct wr_floorplan *wr_floorplan_create(void)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_floorplan *floorplan = arena ? WR_ZERO(arena, struct wr_floorplan, 1) : NULL;
    if (!floorplan) {
        wr_arena_destroy(arena);
        return NULL;
    }
    floorplan->arena = arena;
    floorplan->id = "";
    return floorplan;
}

void wr_floorplan_free(struct wr_floorplan *floorplan)
{
    if (!floorplan)
        return;
    for (unsigned i = 0; i < floorplan->arena_count; i++)
        wr_arena_destroy(floorplan->arenas[i]);
    wr_arena_destroy(floorplan->arena);
}

wr_floorplan_doorway *wr_floorplan_add_doorway(struct wr_floorplan *floorplan, uint32_t room)
{
    wr_floorplan_doorway *doorways = wr_arena_more(floorplan->arena, floorplan->doorways,
                                                   floorplan->doorway_count, sizeof *doorways);
    if (!doorways)
        return NULL;
    floorplan->doorways = doorways;
    wr_floorplan_doorway *doorway = &doorways[floorplan->doorway_count++];
    *doorway = (wr_floorplan_doorway){
        .room = room, .other = WR_NONE, .first = floorplan->doorway_point_count};
    return doorway;
}

bool wr_floorplan_add_doorway_point(struct wr_floorplan *floorplan, wr_vec3 point)
{
    wr_vec3 *points = wr_arena_more(floorplan->arena, floorplan->doorway_points,
                                    floorplan->doorway_point_count, sizeof *points);
    if (!points)
        return false;
    floorplan->doorway_points = points;
    points[floorplan->doorway_point_count++] = point;
    floorplan->doorways[floorplan->doorway_count - 1].count++;
    return true;
}

/* ---- Finishing ---- */

struct outlining {
    struct wr_floorplan *floorplan;
    struct wr_arena **scratch;
};

/* How far it is from a point to a segment, as seen from above. */
static double way_to(wr_dvec3 point, wr_dvec3 a, wr_dvec3 b)
{
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double part = square > 0 ? ((point.x - a.x) * x + (point.y - a.y) * y) / square : 0;
    part = part > 0 ? part < 1 ? part : 1 : 0;
    x = a.x + part * x - point.x;
    y = a.y + part * y - point.y;
    return sqrt(x * x + y * y);
}

static wr_dvec3 corner_of(const struct wr_walkmesh *mesh, uint32_t face, int corner)
{
    return wr_widen(mesh->vertices[mesh->faces[face].v[corner % 3]]);
}

/* Whether no edge that leads nowhere is near. */
static bool stands_clear(const struct wr_walkmesh *mesh, wr_dvec3 point)
{
    const double clear = 100 * WR_CENTIMETRE;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            if (mesh->adjacency[f][k] < 0 &&
                way_to(point, corner_of(mesh, f, k), corner_of(mesh, f, k + 1)) < clear)
                return false;
    return true;
}

/* The middle of a wide face that is not far away. */
static wr_dvec3 clear_point(const struct wr_walkmesh *mesh, wr_dvec3 middle)
{
    const double wide = 150 * WR_CENTIMETRE, far = 0.1;
    wr_dvec3 best = middle;
    double most = -INFINITY;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        wr_dvec3 a = corner_of(mesh, f, 0), b = corner_of(mesh, f, 1),
                 c = corner_of(mesh, f, 2);
        wr_dvec3 point = wr_scale(wr_add(a, wr_add(b, c)), 1.0 / 3);
        double room = way_to(point, a, b), other = way_to(point, b, c);
        room = other < room ? other : room;
        other = way_to(point, c, a);
        room = other < room ? other : room;
        double worth = (room < wide ? room : wide) - far * way_to(middle, point, point);
        if (worth > most) {
            most = worth;
            best = point;
        }
    }
    return best;
}

bool wr_floorplan_middle_of(const struct wr_walkmesh *mesh, wr_vec3 *out)
{
    wr_box box = wr_box_empty();
    wr_hit hit;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            box = wr_box_add(box, mesh->vertices[mesh->faces[f].v[k]]);
    wr_dvec3 middle = wr_scale(wr_add(wr_widen(box.min), wr_widen(box.max)), 0.5);
    if (!wr_walkmesh_nearest(mesh, wr_narrow(middle), INFINITY, &hit))
        return false;
    *out = stands_clear(mesh, wr_widen(hit.point)) ? hit.point
                                                   : wr_narrow(clear_point(mesh, middle));
    return true;
}

static enum wr_result outline_room(void *user, struct wr_context *context, unsigned worker,
                                   size_t index)
{
    struct outlining *outlining = user;
    struct wr_floorplan *floorplan = outlining->floorplan;
    struct wr_arena **kept = &floorplan->arenas[worker],
                    **scratch = &outlining->scratch[worker];
    *kept = *kept ? *kept : wr_arena_create();
    *scratch = *scratch ? *scratch : wr_arena_create();
    bool fine = *kept && *scratch &&
                wr_floorplan_outline_room(floorplan, &floorplan->rooms[index], *kept, *scratch);
    if (*scratch)
        wr_arena_reset(*scratch);
    return fine ? WR_OK : wr_no_memory(context);
}

static enum wr_result outline_rooms(struct wr_context *context, struct wr_floorplan *floorplan)
{
    struct outlining outlining = {.floorplan = floorplan};
    floorplan->arena_count = wr_context_jobs(context);
    floorplan->arenas = WR_ZERO(floorplan->arena, struct wr_arena *, floorplan->arena_count);
    outlining.scratch = WR_ZERO(floorplan->arena, struct wr_arena *, floorplan->arena_count);
    if (!floorplan->arenas || !outlining.scratch) {
        floorplan->arena_count = 0;
        return wr_no_memory(context);
    }
    enum wr_result result =
        wr_parallel(context, "outlines", floorplan->room_count, outline_room, &outlining);
    for (unsigned i = 0; i < floorplan->arena_count; i++)
        wr_arena_destroy(outlining.scratch[i]);
    return result;
}

static void reach(struct wr_floorplan *floorplan, bool *any, double x, double y)
{
    floorplan->left = *any && floorplan->left < x ? floorplan->left : x;
    floorplan->right = *any && floorplan->right > x ? floorplan->right : x;
    floorplan->bottom = *any && floorplan->bottom < y ? floorplan->bottom : y;
    floorplan->top = *any && floorplan->top > y ? floorplan->top : y;
    *any = true;
}

/* Floors, walls and doorways say how far a floorplan reaches; where there are none, the faces
 * that block do. */
static void find_extent(struct wr_floorplan *floorplan)
{
    bool any = false;
    for (int blocked = 0; blocked < 2 && !any; blocked++)
        for (uint32_t r = 0; r < floorplan->room_count; r++)
            for (uint32_t i = 0; i < floorplan->rooms[r].outline_count; i++) {
                const wr_outline *outline = &floorplan->rooms[r].outlines[i];
                if ((outline->layer == WR_LAYER_BLOCKED) != (blocked == 1))
                    continue;
                for (uint32_t p = 0; p < outline->point_count; p++)
                    reach(floorplan, &any, outline->points[p].x, outline->points[p].y);
            }
    for (uint32_t i = 0; i < floorplan->doorway_point_count; i++)
        reach(floorplan, &any, (double)floorplan->doorway_points[i].x,
              (double)floorplan->doorway_points[i].y);
    if (floorplan->entry.there)
        reach(floorplan, &any, (double)floorplan->entry.position.x,
              (double)floorplan->entry.position.y);
}

/* A floorplan of nothing still has an extent, even so far out that a metre is lost there. */
static void widen(double *low, double *high)
{
    const double part = 1e-6;
    double middle = (*low + *high) / 2, least = 100 * WR_CENTIMETRE;
    if (fabs(middle) * part > least)
        least = fabs(middle) * part;
    if (*high - *low < least) {
        *low = middle - least / 2;
        *high = middle + least / 2;
    }
}

static void count_doorways(struct wr_floorplan *floorplan)
{
    floorplan->link_count = floorplan->exit_count = floorplan->closed_count = 0;
    for (uint32_t i = 0; i < floorplan->doorway_count; i++) {
        floorplan->link_count += floorplan->doorways[i].other != WR_NONE;
        floorplan->exit_count += floorplan->doorways[i].exit != NULL;
        floorplan->closed_count +=
            floorplan->doorways[i].other == WR_NONE && !floorplan->doorways[i].exit;
    }
}

enum wr_result wr_floorplan_finish(struct wr_context *context, struct wr_floorplan *floorplan)
{
    count_doorways(floorplan);
    enum wr_result result = wr_floorplan_find_storeys(context, floorplan);
    if (result == WR_OK)
        result = outline_rooms(context, floorplan);
    if (result != WR_OK)
        return result;
    struct wr_arena *scratch = wr_arena_create();
    bool fine = scratch && wr_floorplan_find_way(floorplan, scratch);
    wr_arena_destroy(scratch);
    if (!fine)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        floorplan->area += floorplan->rooms[r].area;
    find_extent(floorplan);
    widen(&floorplan->left, &floorplan->right);
    widen(&floorplan->bottom, &floorplan->top);
    return WR_OK;
}
