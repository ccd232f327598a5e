/* Choosing where the player arrives: a grid of spots round the layout's entry is weighed by
 * what is near and what keeps off walls. */
#include "builder/module/entry.h"
#include "builder/layout/stitch.h"

#include "core/base/tolerance.h"

#include <string.h>

/* Spots are tried so far apart, and so far off to each side. */
static const double STRIDE = WR_ENTRY_STRIDE;
enum { SPOTS = 24, VIEWS = 16 };

/* The floor of the entry's room as the module has it. */
struct ground {
    struct wr_arena *arena;
    const struct wr_walkmesh *mesh;
    bool *near; /* one a walkable face: it hangs together with the entry's */
    wr_vec3 asked;
};

/* ---- The floor --------------------------------------------------------------------------- */

static bool gather_floor(struct ground *ground, uint32_t from)
{
    const struct wr_walkmesh *mesh = ground->mesh;
    uint32_t *queue = WR_TAKE(ground->arena, uint32_t, mesh->walkable_count);
    ground->near = WR_ZERO(ground->arena, bool, mesh->walkable_count);
    if (!queue || !ground->near)
        return false;
    uint32_t head = 0, tail = 1;
    queue[0] = from;
    ground->near[from] = true;
    for (; head < tail; head++)
        for (int corner = 0; corner < 3; corner++) {
            int32_t across = mesh->adjacency[queue[head]][corner];
            uint32_t face = (uint32_t)across / 3;
            if (across < 0 || ground->near[face])
                continue;
            ground->near[face] = true;
            queue[tail++] = face;
        }
    return true;
}

/* Whether an open edge stops a player who stands at that height; doorways do not. */
static bool is_wall(const struct wr_walkmesh *mesh, const wr_edge *edge, float height)
{
    if (edge->transition >= 0)
        return false;
    double a = mesh->vertices[wr_edge_start(mesh, edge->edge)].z - (double)height;
    double b = mesh->vertices[wr_edge_end(mesh, edge->edge)].z - (double)height;
    return !(a > WR_HEADROOM && b > WR_HEADROOM) && !(a < -WR_HEADROOM && b < -WR_HEADROOM);
}

/* ---- Distances, seen from above ---------------------------------------------------------- */

static double distance_to(wr_vec3 p, wr_vec3 a, wr_vec3 b)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    double px = (double)p.x - a.x, py = (double)p.y - a.y;
    double length = x * x + y * y;
    double along = length > 0 ? (px * x + py * y) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    px -= along * x;
    py -= along * y;
    return sqrt(px * px + py * py);
}

static double clearance_at(const struct ground *ground, wr_vec3 point)
{
    const struct wr_walkmesh *mesh = ground->mesh;
    double nearest = WR_AREA_REACH;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        const wr_edge *edge = &mesh->edges[i];
        if (!is_wall(mesh, edge, point.z))
            continue;
        double distance = distance_to(point, mesh->vertices[wr_edge_start(mesh, edge->edge)],
                                      mesh->vertices[wr_edge_end(mesh, edge->edge)]);
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

/* How far a ray goes before it meets a wall from a to b. */
static double way_to(wr_vec3 from, double x, double y, wr_vec3 a, wr_vec3 b)
{
    double ex = (double)b.x - a.x, ey = (double)b.y - a.y;
    double ax = (double)a.x - from.x, ay = (double)a.y - from.y;
    double across = x * ey - y * ex;
    if (across == 0)
        return WR_AREA_REACH;
    double way = (ax * ey - ay * ex) / across, along = (ax * y - ay * x) / across;
    return way >= 0 && along >= 0 && along <= 1 ? way : WR_AREA_REACH;
}

static double view_of(const struct ground *ground, wr_vec3 from, double degrees)
{
    const struct wr_walkmesh *mesh = ground->mesh;
    double nearest = WR_AREA_REACH, x, y;
    wr_turn_of(degrees, &x, &y);
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        const wr_edge *edge = &mesh->edges[i];
        if (!is_wall(mesh, edge, from.z))
            continue;
        double way = way_to(from, x, y, mesh->vertices[wr_edge_start(mesh, edge->edge)],
                            mesh->vertices[wr_edge_end(mesh, edge->edge)]);
        nearest = way < nearest ? way : nearest;
    }
    return nearest;
}

static float longest_view(const struct ground *ground, wr_vec3 from)
{
    double best = -1, facing = 0;
    for (int i = 0; i < VIEWS; i++) {
        double degrees = 360.0 * i / VIEWS, view = view_of(ground, from, degrees);
        if (view > best) {
            best = view;
            facing = degrees;
        }
    }
    return (float)facing;
}

/* ---- Spots ------------------------------------------------------------------------------- */

struct choice {
    wr_vec3 point;
    double clearance, distance;
};

/* Far enough from walls wins, then the nearer; else the one farther from walls. */
static bool is_better(const struct choice *a, const struct choice *b)
{
    bool fine = a->clearance >= WR_ENTRY_CLEARANCE;
    if (fine != (b->clearance >= WR_ENTRY_CLEARANCE))
        return fine;
    return fine ? a->distance < b->distance : a->clearance > b->clearance;
}

static void try_spot(const struct ground *ground, wr_vec3 point, struct choice *best)
{
    wr_hit hit;
    if (!wr_walkmesh_face_at(ground->mesh, point, WR_ALL_SURFACES, &hit) ||
        hit.face >= ground->mesh->walkable_count || !ground->near[hit.face])
        return;
    struct choice one = {hit.point, clearance_at(ground, hit.point),
                         wr_distance(hit.point, ground->asked)};
    if (is_better(&one, best))
        *best = one;
}

static struct choice choose(struct wr_context *context, const struct ground *ground,
                            wr_vec3 start)
{
    struct choice best = {start, clearance_at(ground, start), 0};
    if (best.clearance >= WR_ENTRY_CLEARANCE)
        return best;
    for (int y = -SPOTS; y <= SPOTS; y++)
        for (int x = -SPOTS; x <= SPOTS && !wr_context_stopped(context); x++) {
            wr_vec3 point = {(float)(ground->asked.x + x * STRIDE),
                             (float)(ground->asked.y + y * STRIDE), ground->asked.z};
            try_spot(ground, point, &best);
        }
    return best;
}

static enum wr_result choose_on(struct wr_context *context, struct ground *ground,
                                const struct wr_layout *layout, wr_module_entry *out)
{
    wr_hit hit;
    if (!wr_walkmesh_nearest(ground->mesh, ground->asked, INFINITY, &hit))
        return wr_fail(context, WR_INVALID, wr_at(layout->map->source, WR_WHOLE_FILE),
                       "entry-off-floor", NULL, "the entry's room has no walkable face");
    if (!gather_floor(ground, hit.face))
        return wr_no_memory(context);
    struct choice best = choose(context, ground, hit.point);
    bool chosen = layout->map->entry.room == WR_NONE && !layout->entry.marker;
    chosen |= view_of(ground, best.point, layout->entry.facing) < WR_ENTRY_VIEW;
    *out = (wr_module_entry){
        .position = best.point,
        .facing = chosen ? longest_view(ground, best.point) : layout->entry.facing,
        .clearance = (float)best.clearance,
        .moved = best.distance > 0,
    };
    return WR_OK;
}

enum wr_result wr_module_entry_find(struct wr_context *context, const struct wr_layout *layout,
                                    wr_module_entry *out)
{
    struct wr_arena *arena = wr_arena_create(), *scratch = wr_arena_create();
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result =
        arena && scratch
            ? wr_area_room_mesh(context, layout, layout->rooms[layout->entry.room].area_room,
                                arena, scratch, &mesh, NULL)
            : wr_no_memory(context);
    if (result == WR_OK) {
        struct ground ground = {
            .arena = scratch, .mesh = mesh, .asked = layout->entry.position};
        result = choose_on(context, &ground, layout, out);
    }
    wr_arena_destroy(arena);
    wr_arena_destroy(scratch);
    return result;
}
