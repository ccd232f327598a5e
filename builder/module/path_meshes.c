/* Rooms of a module for its path points: walkmeshes as they stand, whose edges say where they
 * lead. */
#include "builder/module/paths.h"

#include "core/base/tolerance.h"

/* A room with more doorways is none of the game's: those beyond are not gone through. */
enum { MOST_RIMS = 250 };
/* How many edges are looked at, in all, for the other side of a doorway. */
enum { MOST_LOOKS = 1 << 26 };

/* Edges in a row that lead from one room to another. */
struct run {
    uint32_t to;
    const uint32_t *vertices; /* one more than there are edges */
    uint32_t count;
};

struct room {
    const struct wr_walkmesh *mesh;
    struct run *runs;
    uint32_t run_count;
    wr_path_rim *rims;
    uint32_t rim_count;
};

struct area {
    struct wr_arena *arena;
    struct room *rooms;
    uint32_t count, links, looks;
};

/* ---- Runs -------------------------------------------------------------------------------- */

/* The room that an edge leads to, or WR_NONE. */
static uint32_t behind(const struct area *area, uint32_t room, const wr_edge *edge)
{
    int64_t to = edge->transition;
    bool there = to >= 0 && to < area->count && to != room && area->rooms[to].mesh;
    return there ? (uint32_t)to : WR_NONE;
}

/* A loop of edges, from where it is not in the middle of a run. */
struct loop {
    uint32_t begin, count, first;
};

static const wr_edge *edge_of(const struct room *room, const struct loop *loop, uint32_t i)
{
    return &room->mesh->edges[loop->begin + (loop->first + i) % loop->count];
}

static void find_first(const struct area *area, uint32_t room, struct loop *loop)
{
    const struct room *own = &area->rooms[room];
    while (loop->first < loop->count &&
           behind(area, room, edge_of(own, loop, 0)) ==
               behind(area, room, edge_of(own, loop, loop->count - 1)))
        loop->first++;
    loop->first %= loop->count;
}

/* Adds the run that begins with an edge of a loop; returns how many edges it has. */
static uint32_t add_run(struct area *area, uint32_t room, const struct loop *loop, uint32_t i)
{
    struct room *own = &area->rooms[room];
    uint32_t to = behind(area, room, edge_of(own, loop, i)), count = 1;
    while (i + count < loop->count && behind(area, room, edge_of(own, loop, i + count)) == to)
        count++;
    if (to == WR_NONE)
        return count;
    uint32_t *vertices = WR_TAKE(area->arena, uint32_t, (size_t)count + 1);
    if (!vertices)
        return 0;
    for (uint32_t k = 0; k < count; k++)
        vertices[k] = wr_edge_start(own->mesh, edge_of(own, loop, i + k)->edge);
    vertices[count] = wr_edge_end(own->mesh, edge_of(own, loop, i + count - 1)->edge);
    own->runs[own->run_count++] = (struct run){to, vertices, count + 1};
    return count;
}

static bool list_runs(struct area *area, uint32_t room)
{
    struct room *own = &area->rooms[room];
    const struct wr_walkmesh *mesh = own->mesh;
    own->runs = WR_TAKE(area->arena, struct run, mesh ? mesh->edge_count : 0);
    for (uint32_t p = 0, begin = 0; own->runs && mesh && p < mesh->perimeter_count; p++) {
        struct loop loop = {.begin = begin, .count = mesh->perimeters[p] - begin};
        begin = mesh->perimeters[p];
        if (loop.count == 0)
            continue;
        find_first(area, room, &loop);
        for (uint32_t i = 0, count; i < loop.count; i += count) {
            count = add_run(area, room, &loop, i);
            if (count == 0)
                return false;
        }
    }
    return own->runs != NULL;
}

/* ---- Links ------------------------------------------------------------------------------- */

/* How far a point is from a piece of a line. */
static double distance(wr_vec3 point, wr_vec3 a, wr_vec3 b)
{
    wr_dvec3 way = wr_sub(wr_widen(b), wr_widen(a)), to = wr_sub(wr_widen(point), wr_widen(a));
    double square = wr_dot(way, way), part = square > 0 ? wr_dot(way, to) / square : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return wr_length(wr_sub(to, wr_scale(way, part)));
}

/* The piece of a room's runs back to another that a doorway's middle lies on. */
struct other_side {
    const struct run *run;
    uint32_t piece;
    double distance;
};

static struct other_side find_other_side(struct area *area, uint32_t room, uint32_t to,
                                         wr_vec3 middle)
{
    const struct room *own = &area->rooms[room];
    struct other_side best = {NULL, 0, INFINITY};
    for (uint32_t i = 0; i < own->run_count && area->looks < MOST_LOOKS; i++, area->looks++)
        for (uint32_t k = 0; own->runs[i].to == to && k + 1 < own->runs[i].count; k++) {
            const uint32_t *v = own->runs[i].vertices;
            double now =
                distance(middle, own->mesh->vertices[v[k]], own->mesh->vertices[v[k + 1]]);
            area->looks++;
            if (now < best.distance)
                best = (struct other_side){&own->runs[i], k, now};
        }
    return best;
}

/* A run's points, in the order of its room's rim, on whose left its floor is. */
static bool add_rim(struct area *area, uint32_t room, const struct run *run, wr_path_rim rim)
{
    struct room *own = &area->rooms[room];
    wr_path_rim *rims = wr_arena_more(area->arena, own->rims, own->rim_count, sizeof *rims);
    if (!rims)
        return false;
    wr_vec3 a = own->mesh->vertices[run->vertices[0]];
    wr_vec3 b = own->mesh->vertices[run->vertices[run->count - 1]];
    double length = wr_path_plan_distance(a, b);
    if (!(length > WR_CENTIMETRE)) { /* a whole loop */
        a = own->mesh->vertices[run->vertices[rim.piece]];
        b = own->mesh->vertices[run->vertices[rim.piece + 1]];
        length = wr_path_plan_distance(a, b);
    }
    rim.link = area->links;
    rim.vertices = run->vertices;
    rim.count = run->count;
    rim.in_x = length > 0 ? ((double)a.y - (double)b.y) / length : 0;
    rim.in_y = length > 0 ? ((double)b.x - (double)a.x) / length : 0;
    own->rims = rims;
    rims[own->rim_count++] = rim;
    return true;
}

/* Both sides of a run that leads to a later room, where that leads back. */
static bool add_link(struct area *area, uint32_t room, const struct run *run)
{
    const struct room *own = &area->rooms[room];
    wr_vec3 *points = WR_TAKE(area->arena, wr_vec3, run->count);
    wr_path_rim rim = {0}, other = {0};
    if (!points)
        return false;
    for (uint32_t k = 0; k < run->count; k++)
        points[k] = own->mesh->vertices[run->vertices[k]];
    other.middle = rim.middle = wr_path_middle(points, run->count, &rim.piece);
    struct other_side side = find_other_side(area, run->to, room, rim.middle);
    if (!side.run || side.distance > WR_SEAM_DISTANCE || own->rim_count >= MOST_RIMS ||
        area->rooms[run->to].rim_count >= MOST_RIMS)
        return true;
    other.piece = side.piece;
    bool fine = add_rim(area, room, run, rim) && add_rim(area, run->to, side.run, other);
    area->links++;
    return fine;
}

static bool add_links(struct area *area, uint32_t room)
{
    const struct room *own = &area->rooms[room];
    bool fine = true;
    for (uint32_t i = 0; fine && i < own->run_count; i++)
        if (own->runs[i].to > room)
            fine = add_link(area, room, &own->runs[i]);
    return fine;
}

/* ---- The whole --------------------------------------------------------------------------- */

/* A mesh of its own, whose tables are made anew. */
static enum wr_result make_room(struct wr_context *context, const struct wr_path_rooms *rooms,
                                uint32_t index, struct wr_arena *arena,
                                struct wr_path_room *out)
{
    const struct area *area = rooms->user;
    const struct room *room = &area->rooms[index];
    if (!room->mesh)
        return WR_OK;
    *out =
        (struct wr_path_room){.mesh = wr_arena_copy(arena, room->mesh, 1, sizeof *room->mesh),
                              .rims = room->rims,
                              .rim_count = room->rim_count};
    if (!out->mesh)
        return wr_no_memory(context);
    out->mesh->arena = arena;
    return WR_OK;
}

static bool find_doorways(struct area *area, const struct wr_walkmesh *const *meshes)
{
    area->rooms = area->arena ? WR_ZERO(area->arena, struct room, area->count) : NULL;
    bool fine = area->rooms != NULL;
    for (uint32_t r = 0; fine && r < area->count; r++)
        area->rooms[r].mesh = meshes[r];
    for (uint32_t r = 0; fine && r < area->count; r++)
        fine = list_runs(area, r);
    for (uint32_t r = 0; fine && r < area->count; r++)
        fine = add_links(area, r);
    return fine;
}

enum wr_result wr_paths_of_meshes(struct wr_context *context,
                                  const struct wr_walkmesh *const *meshes, uint32_t count,
                                  const struct wr_path_solids *solids, struct wr_arena *arena,
                                  struct wr_paths *out)
{
    struct area area = {.arena = wr_arena_create(), .count = count};
    struct wr_path_rooms rooms = {
        .count = count, .solids = solids, .room = make_room, .user = &area};
    for (uint32_t r = 0; r < count; r++)
        rooms.area += meshes[r] ? wr_walkmesh_area(meshes[r]) : 0;
    enum wr_result result = find_doorways(&area, meshes) ? WR_OK : wr_no_memory(context);
    rooms.links = area.links;
    if (result == WR_OK)
        result = wr_paths_of_rooms(context, &rooms, arena, out);
    wr_arena_destroy(area.arena);
    return result;
}
