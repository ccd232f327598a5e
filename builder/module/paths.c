/* Path points of an area: those of its rooms, made in parallel, and of the doorways between. */
#include "builder/module/paths.h"
#include "builder/module/path_points.h"

#include "core/base/parallel.h"
#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

/* No place of a floor is farther from a point, metres; in the open, so far are points apart. In
 * the game's own areas the nearest other point is 4.6 m away in the median. Source:
 * formats/module, 4. */
#define USUAL_SPACING 5.0
/* How many points the floor of a huge level gets at most, beside those of doorways; and how
 * much of the square of its spacing a point takes. */
#define MOST_POINTS 2000
#define SHARE 0.8

/* What a room gives. */
struct room_paths {
    wr_vec3 *points;
    uint32_t count;
    uint32_t (*hops)[2];
    uint32_t hop_count;
    uint32_t *door_points, *door_links; /* one a linked doorway */
    wr_vec3 *door_middles;
    uint32_t door_count;
    uint32_t narrow, bare;
};

struct paths_work {
    const struct wr_path_rooms *from;
    double spacing;
    struct room_paths *rooms;
    struct wr_arena **kept, **scratch; /* one a worker */
};

/* ---- Rooms ---- */

static bool keep_doors(const struct wr_path_floor *floor, const struct wr_path_points *points,
                       struct wr_arena *arena, struct room_paths *out)
{
    out->door_count = floor->door_count;
    out->door_points = WR_TAKE(arena, uint32_t, floor->door_count);
    out->door_links = WR_TAKE(arena, uint32_t, floor->door_count);
    out->door_middles = WR_TAKE(arena, wr_vec3, floor->door_count);
    if (!out->door_points || !out->door_links || !out->door_middles)
        return false;
    for (uint32_t d = 0; d < floor->door_count; d++) {
        out->door_points[d] = points->door_points[d];
        out->door_links[d] = floor->doors[d].link;
        out->door_middles[d] = floor->doors[d].middle.at;
    }
    return true;
}

static bool keep(const struct wr_path_points *points, struct wr_arena *arena,
                 struct room_paths *out)
{
    out->count = points->count;
    out->hop_count = points->hop_count;
    out->narrow = points->narrow;
    out->points = WR_TAKE(arena, wr_vec3, points->count);
    out->hops = wr_arena_take(arena, points->hop_count, sizeof *out->hops);
    if (!out->points || !out->hops)
        return false;
    for (uint32_t i = 0; i < points->count; i++)
        out->points[i] = points->spots[i].at;
    for (uint32_t i = 0; i < points->hop_count; i++) {
        out->hops[i][0] = points->hops[i].a;
        out->hops[i][1] = points->hops[i].b;
    }
    return true;
}

/* A third of the spacing, and finer in small rooms. */
static double grid_of(const struct wr_path_floor *floor, double spacing)
{
    const double finest = 0.75;
    double width = (double)floor->box.max.x - (double)floor->box.min.x;
    double depth = (double)floor->box.max.y - (double)floor->box.min.y;
    double grid = spacing / 3, small = (width < depth ? width : depth) / 4;
    grid = grid < small ? grid : small;
    return grid < finest ? finest : grid;
}

/* Doorways that something stands in are gone through all the same. */
static uint32_t count_blocked(const struct wr_path_floor *floor,
                              const struct wr_path_points *points)
{
    uint32_t count = 0;
    if (floor->solid_from == floor->wall_count)
        return 0;
    for (uint32_t d = 0; d < floor->door_count; d++)
        count += wr_path_hop_clearance(floor, points->spots[points->door_points[d]].at,
                                       floor->doors[d].middle.at,
                                       WR_PATH_CLEARANCE) < WR_PATH_CLEARANCE;
    return count;
}

static int order_rims(const void *a, const void *b)
{
    const wr_path_rim *p = a, *q = b;
    const float at[3] = {p->middle.x, p->middle.y, p->middle.z};
    const float other[3] = {q->middle.x, q->middle.y, q->middle.z};
    for (int i = 0; i < 3; i++)
        if (at[i] != other[i])
            return at[i] < other[i] ? -1 : 1;
    return p->link < q->link ? -1 : p->link > q->link;
}

static enum wr_result make_room(struct wr_context *context, const struct paths_work *work,
                                uint32_t index, struct wr_arena *kept, struct wr_arena *scratch)
{
    struct wr_path_room room = {0};
    struct wr_path_floor floor;
    struct wr_path_graph graph;
    struct wr_path_points points;
    struct room_paths *out = &work->rooms[index];
    enum wr_result result = work->from->room(context, work->from, index, scratch, &room);
    if (result != WR_OK || !room.mesh || room.mesh->walkable_count == 0)
        return result;
    room.solids = work->from->solids;
    if (room.rim_count > 1) /* whatever order links have */
        qsort(room.rims, room.rim_count, sizeof *room.rims, order_rims);
    result = wr_path_floor_make(context, &room, scratch, &floor);
    if (result == WR_OK)
        result = wr_path_graph_make(context, &floor, grid_of(&floor, work->spacing), scratch,
                                    &graph);
    if (result == WR_OK)
        result = wr_path_points_make(context, &graph, work->spacing, scratch, &points);
    if (result != WR_OK)
        return result;
    if (!keep_doors(&floor, &points, kept, out) || !keep(&points, kept, out))
        return wr_no_memory(context);
    out->bare = graph.bare;
    out->narrow += count_blocked(&floor, &points);
    return WR_OK;
}

static enum wr_result work_room(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    struct paths_work *work = user;
    if (!work->kept[worker])
        work->kept[worker] = wr_arena_create();
    if (!work->scratch[worker])
        work->scratch[worker] = wr_arena_create();
    if (!work->kept[worker] || !work->scratch[worker])
        return wr_no_memory(context);
    wr_arena_reset(work->scratch[worker]);
    return make_room(context, work, (uint32_t)index, work->kept[worker], work->scratch[worker]);
}

/* ---- Joining rooms ---- */

/* The hops of the area, each once. */
struct hop_list {
    uint32_t (*items)[2];
    uint32_t count;
};

static uint32_t count_points(const struct paths_work *work, uint32_t *firsts, uint32_t *hops)
{
    uint32_t count = 0;
    *hops = 0;
    for (uint32_t r = 0; r < work->from->count; r++) {
        firsts[r] = count;
        count += work->rooms[r].count;
        *hops += work->rooms[r].hop_count + work->rooms[r].door_count;
    }
    return count;
}

/* Doorways' middles follow the points of all rooms, link by link. */
static void list_hops(const struct paths_work *work, const uint32_t *firsts, uint32_t middles,
                      struct wr_paths *out, struct hop_list *hops)
{
    for (uint32_t r = 0; r < work->from->count; r++) {
        const struct room_paths *room = &work->rooms[r];
        if (room->count)
            memcpy(out->points + firsts[r], room->points, room->count * sizeof *out->points);
        for (uint32_t i = 0; i < room->hop_count; i++) {
            hops->items[hops->count][0] = firsts[r] + room->hops[i][0];
            hops->items[hops->count++][1] = firsts[r] + room->hops[i][1];
        }
        for (uint32_t d = 0; d < room->door_count; d++) {
            uint32_t middle = middles + room->door_links[d];
            out->points[middle] = room->door_middles[d];
            hops->items[hops->count][0] = firsts[r] + room->door_points[d];
            hops->items[hops->count++][1] = middle;
        }
        out->narrow += room->narrow;
        out->bare += room->bare;
    }
}

static void sort_neighbours(uint32_t *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k && items[k] < items[k - 1]; k--) {
            uint32_t item = items[k];
            items[k] = items[k - 1];
            items[k - 1] = item;
        }
}

static void index_hops(const struct hop_list *hops, struct wr_paths *out)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < hops->count; i++) {
        out->starts[hops->items[i][0]]++;
        out->starts[hops->items[i][1]]++;
    }
    for (uint32_t i = 0; i <= out->count; i++) {
        sum += out->starts[i];
        out->starts[i] = sum;
    }
    for (uint32_t i = 0; i < hops->count; i++) {
        out->neighbours[--out->starts[hops->items[i][0]]] = hops->items[i][1];
        out->neighbours[--out->starts[hops->items[i][1]]] = hops->items[i][0];
    }
    for (uint32_t i = 0; i < out->count; i++)
        sort_neighbours(out->neighbours + out->starts[i], out->starts[i + 1] - out->starts[i]);
}

static enum wr_result join_rooms(struct wr_context *context, const struct paths_work *work,
                                 struct wr_arena *arena, struct wr_paths *out)
{
    uint32_t *firsts = wr_alloc((work->from->count + (size_t)1) * sizeof *firsts), most;
    if (!firsts)
        return wr_no_memory(context);
    uint32_t middles = count_points(work, firsts, &most);
    struct hop_list hops = {wr_alloc((size_t)most * sizeof *hops.items), 0};
    out->count = middles + work->from->links;
    out->points = WR_ZERO(arena, wr_vec3, out->count);
    out->starts = WR_ZERO(arena, uint32_t, (size_t)out->count + 1);
    out->neighbours = WR_TAKE(arena, uint32_t, 2 * (size_t)most);
    bool fine = hops.items && out->points && out->starts && out->neighbours;
    if (fine) {
        list_hops(work, firsts, middles, out, &hops);
        index_hops(&hops, out);
    }
    wr_free(hops.items);
    wr_free(firsts);
    return fine ? WR_OK : wr_no_memory(context);
}

/* ---- The area ---- */

static double spacing_of(double area)
{
    double spacing = sqrt(area / (SHARE * MOST_POINTS));
    return spacing > USUAL_SPACING ? spacing : USUAL_SPACING;
}

enum wr_result wr_paths_of_rooms(struct wr_context *context, const struct wr_path_rooms *rooms,
                                 struct wr_arena *arena, struct wr_paths *out)
{
    unsigned jobs = wr_context_jobs(context);
    struct wr_arena *own = wr_arena_create();
    struct paths_work work = {.from = rooms, .spacing = spacing_of(rooms->area)};
    enum wr_result result = WR_OK;
    *out = (struct wr_paths){0};
    if (own) {
        work.rooms = WR_ZERO(own, struct room_paths, rooms->count);
        work.kept = WR_ZERO(own, struct wr_arena *, jobs);
        work.scratch = WR_ZERO(own, struct wr_arena *, jobs);
    }
    if (work.rooms && work.kept && work.scratch) {
        result = wr_parallel(context, "paths", rooms->count, work_room, &work);
        if (result == WR_OK)
            result = join_rooms(context, &work, arena, out);
    } else {
        result = wr_no_memory(context);
    }
    for (unsigned i = 0; work.kept && work.scratch && i < jobs; i++) {
        wr_arena_destroy(work.kept[i]);
        wr_arena_destroy(work.scratch[i]);
    }
    wr_arena_destroy(own);
    return result;
}
