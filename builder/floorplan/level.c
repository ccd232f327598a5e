/* Levels: making, finishing, freeing. */
#include "builder/floorplan/level.h"

#include "core/base/parallel.h"
#include "core/base/tolerance.h"

struct wr_level *wr_level_create(void)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_level *level = arena ? WR_ZERO(arena, struct wr_level, 1) : NULL;
    if (!level) {
        wr_arena_destroy(arena);
        return NULL;
    }
    level->arena = arena;
    level->id = "";
    return level;
}

void wr_level_free(struct wr_level *level)
{
    if (!level)
        return;
    for (unsigned i = 0; i < level->arena_count; i++)
        wr_arena_destroy(level->arenas[i]);
    wr_arena_destroy(level->arena);
}

wr_level_doorway *wr_level_add_doorway(struct wr_level *level, uint32_t room)
{
    wr_level_doorway *doorways =
        wr_arena_more(level->arena, level->doorways, level->doorway_count, sizeof *doorways);
    if (!doorways)
        return NULL;
    level->doorways = doorways;
    wr_level_doorway *doorway = &doorways[level->doorway_count++];
    *doorway =
        (wr_level_doorway){.room = room, .other = WR_NONE, .first = level->doorway_point_count};
    return doorway;
}

bool wr_level_add_doorway_point(struct wr_level *level, wr_vec3 point)
{
    wr_vec3 *points = wr_arena_more(level->arena, level->doorway_points,
                                    level->doorway_point_count, sizeof *points);
    if (!points)
        return false;
    level->doorway_points = points;
    points[level->doorway_point_count++] = point;
    level->doorways[level->doorway_count - 1].count++;
    return true;
}

/* ---- Finishing ---- */

struct outlining {
    struct wr_level *level;
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

bool wr_level_middle_of(const struct wr_walkmesh *mesh, wr_vec3 *out)
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
    struct wr_level *level = outlining->level;
    struct wr_arena **kept = &level->arenas[worker], **scratch = &outlining->scratch[worker];
    *kept = *kept ? *kept : wr_arena_create();
    *scratch = *scratch ? *scratch : wr_arena_create();
    bool fine = *kept && *scratch &&
                wr_level_outline_room(level, &level->rooms[index], *kept, *scratch);
    if (*scratch)
        wr_arena_reset(*scratch);
    return fine ? WR_OK : wr_no_memory(context);
}

static enum wr_result outline_rooms(struct wr_context *context, struct wr_level *level)
{
    struct outlining outlining = {.level = level};
    level->arena_count = wr_context_jobs(context);
    level->arenas = WR_ZERO(level->arena, struct wr_arena *, level->arena_count);
    outlining.scratch = WR_ZERO(level->arena, struct wr_arena *, level->arena_count);
    if (!level->arenas || !outlining.scratch) {
        level->arena_count = 0;
        return wr_no_memory(context);
    }
    enum wr_result result =
        wr_parallel(context, "outlines", level->room_count, outline_room, &outlining);
    for (unsigned i = 0; i < level->arena_count; i++)
        wr_arena_destroy(outlining.scratch[i]);
    return result;
}

static void reach(struct wr_level *level, bool *any, double x, double y)
{
    level->left = *any && level->left < x ? level->left : x;
    level->right = *any && level->right > x ? level->right : x;
    level->bottom = *any && level->bottom < y ? level->bottom : y;
    level->top = *any && level->top > y ? level->top : y;
    *any = true;
}

/* Floors, walls and doorways say how far a level reaches; where there are none, the faces that
 * block do. */
static void find_extent(struct wr_level *level)
{
    bool any = false;
    for (int blocked = 0; blocked < 2 && !any; blocked++)
        for (uint32_t r = 0; r < level->room_count; r++)
            for (uint32_t i = 0; i < level->rooms[r].outline_count; i++) {
                const wr_outline *outline = &level->rooms[r].outlines[i];
                if ((outline->layer == WR_LAYER_BLOCKED) != (blocked == 1))
                    continue;
                for (uint32_t p = 0; p < outline->point_count; p++)
                    reach(level, &any, outline->points[p].x, outline->points[p].y);
            }
    for (uint32_t i = 0; i < level->doorway_point_count; i++)
        reach(level, &any, (double)level->doorway_points[i].x,
              (double)level->doorway_points[i].y);
    if (level->entry.there)
        reach(level, &any, (double)level->entry.position.x, (double)level->entry.position.y);
}

/* A level of nothing still has an extent. */
static void widen_extent(struct wr_level *level)
{
    const double least = 100 * WR_CENTIMETRE;
    double x = (level->left + level->right) / 2, y = (level->bottom + level->top) / 2;
    if (level->right - level->left < least) {
        level->left = x - least / 2;
        level->right = x + least / 2;
    }
    if (level->top - level->bottom < least) {
        level->bottom = y - least / 2;
        level->top = y + least / 2;
    }
}

static void count_doorways(struct wr_level *level)
{
    level->link_count = level->closed_count = 0;
    for (uint32_t i = 0; i < level->doorway_count; i++) {
        level->link_count += level->doorways[i].other != WR_NONE;
        level->closed_count += level->doorways[i].other == WR_NONE;
    }
}

enum wr_result wr_level_finish(struct wr_context *context, struct wr_level *level)
{
    count_doorways(level);
    enum wr_result result = wr_level_find_storeys(context, level);
    if (result == WR_OK)
        result = outline_rooms(context, level);
    if (result != WR_OK)
        return result;
    struct wr_arena *scratch = wr_arena_create();
    bool fine = scratch && wr_level_find_way(level, scratch);
    wr_arena_destroy(scratch);
    if (!fine)
        return wr_no_memory(context);
    for (uint32_t r = 0; r < level->room_count; r++)
        level->area += level->rooms[r].area;
    find_extent(level);
    widen_extent(level);
    return WR_OK;
}
