/* Finding on the walkmesh what a hook stands for: its foot, its threshold and the way out. */
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

/* The open edges that may belong to one hook's threshold. */
struct candidates {
    const struct wr_walkmesh *mesh;
    const uint32_t *listed; /* only these, NULL: no list */
    uint32_t listed_count;
    int32_t id; /* only edges that bear it, -1: any */
};

static bool is_listed(const struct candidates *all, uint32_t edge)
{
    for (uint32_t i = 0; i < all->listed_count; i++)
        if (all->listed[i] == edge)
            return true;
    return false;
}

/* The direction out of the room, level and of unit length; false for an edge that stands
 * upright. The floor is on an edge's left, on its right under a face that looks down. */
static bool outward(const struct wr_walkmesh *mesh, uint32_t edge, double *x, double *y)
{
    wr_vec3 a = mesh->vertices[wr_edge_start(mesh, edge)];
    wr_vec3 b = mesh->vertices[wr_edge_end(mesh, edge)];
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0))
        return false;
    if (mesh->normals[edge / 3].z < 0)
        length = -length;
    *x = dy / length + 0.0; /* no -0 */
    *y = -dx / length + 0.0;
    return true;
}

static bool is_candidate(const struct candidates *all, const wr_edge *edge)
{
    double x, y;
    if (all->listed ? !is_listed(all, edge->edge) : all->id >= 0 && edge->transition != all->id)
        return false;
    return outward(all->mesh, edge->edge, &x, &y);
}

static double distance_squared(const struct wr_walkmesh *mesh, uint32_t edge, wr_dvec3 point)
{
    wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, edge)]);
    wr_dvec3 along = wr_sub(wr_widen(mesh->vertices[wr_edge_end(mesh, edge)]), a);
    wr_dvec3 to = wr_sub(point, a);
    double length = wr_dot(along, along), t = length > 0 ? wr_dot(to, along) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wr_dvec3 off = wr_sub(to, wr_scale(along, t));
    return wr_dot(off, off);
}

/* The place of the nearest candidate in the edge table, or WR_NONE. */
static uint32_t nearest(const struct candidates *all, wr_vec3 point, double *distance)
{
    const wr_edge *edges = all->mesh->edges;
    uint32_t best = WR_NONE;
    double least = INFINITY;
    for (uint32_t i = 0; i < all->mesh->edge_count; i++) {
        double d = distance_squared(all->mesh, edges[i].edge, wr_widen(point));
        bool lower = d == least && best != WR_NONE && edges[i].edge < edges[best].edge;
        if ((d < least || lower) && is_candidate(all, &edges[i])) {
            least = d;
            best = i;
        }
    }
    *distance = sqrt(least);
    return best;
}

uint32_t wr_room_edge_near(const wr_room *room, wr_vec3 point, int32_t id, double *distance)
{
    struct candidates all = {.mesh = room->mesh, .id = id};
    uint32_t place = nearest(&all, point, distance);
    return place == WR_NONE ? WR_NONE : room->mesh->edges[place].edge;
}

int32_t wr_room_transition(const wr_room *room, uint32_t edge)
{
    for (uint32_t i = 0; i < room->mesh->edge_count; i++)
        if (room->mesh->edges[i].edge == edge)
            return room->mesh->edges[i].transition;
    return -1;
}

/* ---- The run ------------------------------------------------------------------------ */

/* A threshold that grows from its foot along one loop. */
struct run {
    const struct candidates *all;
    const wr_hook *hook;
    uint32_t begin, end;  /* of the loop, in the edge table */
    double x, y;          /* out of the foot */
    double reach;         /* from the hook along the foot; infinite where edges are marked */
    uint32_t first, last; /* in the edge table; may wrap around the loop's end */
    uint32_t count;
};

static void find_loop(struct run *run, uint32_t foot)
{
    const struct wr_walkmesh *mesh = run->all->mesh;
    run->end = mesh->edge_count;
    for (uint32_t i = 0; i < mesh->perimeter_count; i++) {
        run->end = mesh->perimeters[i];
        if (foot < run->end)
            return;
        run->begin = run->end;
    }
}

static bool within_reach(const struct run *run, uint32_t vertex)
{
    wr_vec3 at = run->all->mesh->vertices[vertex], from = run->hook->position;
    double along = run->x * ((double)at.y - from.y) - run->y * ((double)at.x - from.x);
    return (along < 0 ? -along : along) <= run->reach;
}

static bool belongs(const struct run *run, uint32_t place)
{
    const struct wr_walkmesh *mesh = run->all->mesh;
    uint32_t edge = mesh->edges[place].edge;
    double x, y;
    return is_candidate(run->all, &mesh->edges[place]) && outward(mesh, edge, &x, &y) &&
           x * run->x + y * run->y >= WR_FACING_COSINE &&
           within_reach(run, wr_edge_start(mesh, edge)) &&
           within_reach(run, wr_edge_end(mesh, edge));
}

static uint32_t after(const struct run *run, uint32_t place)
{
    return place + 1 == run->end ? run->begin : place + 1;
}

static uint32_t before(const struct run *run, uint32_t place)
{
    return (place == run->begin ? run->end : place) - 1;
}

static void grow(struct run *run)
{
    uint32_t whole = run->end - run->begin;
    for (; run->count < whole; run->count++) {
        uint32_t next = after(run, run->last);
        if (!belongs(run, next))
            break;
        run->last = next;
    }
    for (; run->count < whole; run->count++) {
        uint32_t next = before(run, run->first);
        if (!belongs(run, next))
            break;
        run->first = next;
    }
}

/* ---- One hook --------------------------------------------------------------------------- */

/* Whether a foot this far from its hook counts. Written so that a distance that is no number
 * does not. */
static bool is_near(double distance)
{
    return distance <= WR_HOOK_OFF_PERIMETER;
}

/* Chooses the candidates and the foot among them, as a place in the edge table. */
static uint32_t choose_foot(const wr_room *room, const wr_hook *hook, struct candidates *all)
{
    double distance;
    *all = (struct candidates){.mesh = room->mesh, .id = hook->id};
    if (hook->threshold_count > 0) {
        all->listed = hook->threshold;
        all->listed_count = hook->threshold_count;
    }
    uint32_t place = nearest(all, hook->position, &distance);
    bool marked = all->listed || all->id >= 0;
    /* An id on no edge leaves all edges; a foreign kit's wrong id must not lose a good doorway.
     */
    if (marked && !all->listed &&
        (place == WR_NONE || (room->kit->holocron && !is_near(distance)))) {
        all->id = -1;
        place = nearest(all, hook->position, &distance);
    }
    return place != WR_NONE && is_near(distance) ? place : WR_NONE;
}

static enum wr_result keep(struct wr_context *context, struct wr_arena *arena,
                           const struct run *run, wr_hook *hook)
{
    uint32_t *edges = WR_TAKE(arena, uint32_t, run->count);
    if (!edges)
        return wr_no_memory(context);
    uint32_t place = run->first;
    for (uint32_t i = 0; i < run->count; i++, place = after(run, place))
        edges[i] = run->all->mesh->edges[place].edge;
    hook->stray_count = 0;
    for (uint32_t i = 0; i < run->all->listed_count; i++) {
        bool inside = false;
        for (uint32_t k = 0; k < run->count; k++)
            inside |= edges[k] == run->all->listed[i];
        hook->stray_count += !inside;
    }
    hook->threshold = edges;
    hook->threshold_count = run->count;
    return WR_OK;
}

static enum wr_result find_threshold(struct wr_context *context, struct wr_arena *arena,
                                     const wr_room *room, wr_hook *hook)
{
    struct candidates all;
    uint32_t place = choose_foot(room, hook, &all);
    hook->foot = WR_NONE;
    hook->island = WR_NONE;
    hook->out_x = hook->out_y = 0;
    if (place == WR_NONE) {
        hook->threshold_count = 0;
        hook->stray_count = 0;
        return WR_OK;
    }
    struct run run = {.all = &all, .hook = hook, .first = place, .last = place, .count = 1};
    run.reach = INFINITY;
    if (!all.listed && all.id < 0)
        run.reach = 0.5 * room->kit->doors[hook->door].width + WR_SEAM_DISTANCE;
    hook->foot = room->mesh->edges[place].edge;
    hook->island = room->islands[hook->foot / 3];
    outward(room->mesh, hook->foot, &run.x, &run.y);
    hook->out_x = run.x;
    hook->out_y = run.y;
    find_loop(&run, place);
    grow(&run);
    return keep(context, arena, &run, hook);
}

/* ---- A room ------------------------------------------------------------------------------ */

/* An edge that bears a hook's id and belongs to no threshold is a stray of that hook. */
static enum wr_result count_strays(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_walkmesh *mesh, wr_hook *hooks,
                                   uint32_t count)
{
    wr_arena_mark here = wr_arena_here(arena);
    bool *taken = wr_arena_zero(arena, mesh->walkable_count, 3 * sizeof *taken);
    if (!taken)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < hooks[i].threshold_count; k++)
            taken[hooks[i].threshold[k]] = true;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        for (uint32_t k = 0; k < count; k++)
            hooks[k].stray_count += hooks[k].id >= 0 && !taken[mesh->edges[i].edge] &&
                                    hooks[k].id == mesh->edges[i].transition;
    wr_arena_rewind(arena, here);
    return WR_OK;
}

static void fill_box(wr_room *room)
{
    room->box = wr_box_empty();
    for (uint32_t i = 0; i < room->mesh->vertex_count; i++)
        room->box = wr_box_add(room->box, room->mesh->vertices[i]);
}

static enum wr_result fill_islands(struct wr_context *context, struct wr_arena *arena,
                                   wr_room *room)
{
    uint32_t *islands = WR_TAKE(arena, uint32_t, room->mesh->walkable_count);
    if (!islands)
        return wr_no_memory(context);
    room->island_count = wr_adjacency_islands(room->mesh, islands);
    room->islands = islands;
    return WR_OK;
}

enum wr_result wr_thresholds_find(struct wr_context *context, struct wr_arena *arena,
                                  wr_room *room)
{
    wr_hook *hooks = wr_arena_copy(arena, room->hooks, room->hook_count, sizeof *hooks);
    if (!hooks)
        return wr_no_memory(context);
    fill_box(room);
    enum wr_result result = fill_islands(context, arena, room);
    for (uint32_t i = 0; i < room->hook_count && !result; i++)
        result = find_threshold(context, arena, room, &hooks[i]);
    if (!result)
        result = count_strays(context, arena, room->mesh, hooks, room->hook_count);
    if (!result)
        room->hooks = hooks;
    return result;
}
