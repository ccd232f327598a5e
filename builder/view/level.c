/* Levels: making, finishing, freeing. */
#include "builder/view/level.h"

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
