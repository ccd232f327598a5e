/* Cutters near a tile, edges that they cross, and the mesh that is left. */
#include "core/aswm/carving.h"

#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_EDGES = 256 };

/* A power of two of things, so that wr_arena_more finds room where it looks for it. */
static uint32_t room_for(uint32_t count)
{
    uint32_t room = 1;
    while (room < count)
        room *= 2;
    return room;
}

bool wr_carving_start(struct wr_carving *carving, struct wr_context *context,
                      struct wr_arena *arena, struct wr_aswm *mesh,
                      const struct wr_aswm_cutters *cutters)
{
    *carving = (struct wr_carving){.context = context,
                                   .arena = arena,
                                   .scratch = wr_arena_create(),
                                   .mesh = mesh,
                                   .cutters = cutters,
                                   .near = WR_TAKE(arena, uint32_t, cutters->count),
                                   .vertex_count = mesh->vertex_count,
                                   .edge_room = LEAST_EDGES};
    carving->vertices = WR_TAKE(arena, wr_vec3, room_for(mesh->vertex_count));
    carving->edges = WR_ZERO(arena, struct wr_crossed_edge, LEAST_EDGES);
    if (!carving->scratch || !carving->near || !carving->vertices || !carving->edges)
        return false;
    memcpy(carving->vertices, mesh->vertices, sizeof *mesh->vertices * mesh->vertex_count);
    return true;
}

/* ---- What lies near ------------------------------------------------------------------------
 */

bool wr_carving_touch(const wr_aswm_cutter *cutter, wr_plan_point low, wr_plan_point high)
{
    return cutter->low.x - WR_CARVE_DISTANCE <= high.x &&
           cutter->low.y - WR_CARVE_DISTANCE <= high.y &&
           cutter->high.x + WR_CARVE_DISTANCE >= low.x &&
           cutter->high.y + WR_CARVE_DISTANCE >= low.y;
}

static void widen(wr_plan_point *low, wr_plan_point *high, wr_plan_point at)
{
    low->x = at.x < low->x ? at.x : low->x;
    low->y = at.y < low->y ? at.y : low->y;
    high->x = at.x > high->x ? at.x : high->x;
    high->y = at.y > high->y ? at.y : high->y;
}

static void frame_triangle(const struct wr_carving *carving, const wr_aswm_triangle *triangle,
                           wr_plan_point *low, wr_plan_point *high)
{
    for (int i = 0; i < 3; i++)
        widen(low, high, wr_carving_plan(carving, triangle->v[i]));
}

void wr_carving_approach(struct wr_carving *carving, const wr_aswm_tile *tile)
{
    wr_plan_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < tile->triangle_count; i++)
        frame_triangle(carving, &carving->mesh->triangles[tile->first + i], &low, &high);
    carving->near_count = 0;
    for (uint32_t i = 0; i < carving->cutters->count; i++)
        if (wr_carving_touch(&carving->cutters->items[i], low, high))
            carving->near[carving->near_count++] = i;
}

bool wr_carving_is_near(const struct wr_carving *carving, const wr_aswm_triangle *triangle)
{
    wr_plan_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    frame_triangle(carving, triangle, &low, &high);
    for (uint32_t i = 0; i < carving->near_count; i++)
        if (wr_carving_touch(wr_carving_near(carving, i), low, high))
            return true;
    return false;
}

/* ---- Edges ---------------------------------------------------------------------------------
 */

uint32_t wr_carving_vertex(struct wr_carving *carving, wr_dvec3 at)
{
    wr_vec3 *vertices = wr_arena_more(carving->arena, carving->vertices, carving->vertex_count,
                                      sizeof *vertices);
    if (!vertices) {
        carving->failed = true;
        return 0;
    }
    carving->vertices = vertices;
    vertices[carving->vertex_count] = wr_narrow(at);
    return carving->vertex_count++;
}

static void add_hit(struct wr_carving *carving, wr_edge_hit hit)
{
    wr_edge_hit *hits =
        wr_arena_more(carving->arena, carving->hits, carving->hit_count, sizeof *hits);
    if (!hits) {
        carving->failed = true;
        return;
    }
    carving->hits = hits;
    hits[carving->hit_count++] = hit;
}

/* Where a side of a cutter and an edge from a to b have a point in common, off the edge's ends.
 */
static void hit_side(struct wr_carving *carving, wr_plan_point a, wr_plan_point b,
                     uint32_t index, uint32_t side)
{
    const wr_aswm_cutter *cutter = &carving->cutters->items[index];
    wr_plan_point ends[2] = {cutter->corners[side],
                             cutter->corners[wr_cutter_after(cutter, side)]};
    bool on_edge = wr_plan_distance(ends[0], ends[1], a) <= WR_CARVE_DISTANCE ||
                   wr_plan_distance(ends[0], ends[1], b) <= WR_CARVE_DISTANCE;
    for (int i = 0; i < 2; i++) {
        bool touches = wr_plan_distance(a, b, ends[i]) <= WR_CARVE_DISTANCE;
        on_edge |= touches;
        if (touches && wr_plan_distance(a, a, ends[i]) > WR_CARVE_DISTANCE &&
            wr_plan_distance(b, b, ends[i]) > WR_CARVE_DISTANCE)
            add_hit(carving, (wr_edge_hit){index, side, i, wr_plan_along(a, b, ends[i]), 0});
    }
    if (on_edge || !wr_plan_cross(a, b, ends[0], ends[1]))
        return;
    double from = wr_plan_turn(ends[0], ends[1], a), to = wr_plan_turn(ends[0], ends[1], b);
    double near = wr_plan_turn(a, b, ends[0]), far = wr_plan_turn(a, b, ends[1]);
    add_hit(carving, (wr_edge_hit){index, side, near / (near - far), from / (from - to), 0});
}

static int order_hits(const void *left, const void *right)
{
    const wr_edge_hit *a = left, *b = right;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->cutter != b->cutter)
        return a->cutter < b->cutter ? -1 : 1;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    return a->along < b->along ? -1 : a->along > b->along;
}

/* Hits within a millimetre are one vertex. */
static void make_vertices(struct wr_carving *carving, const struct wr_crossed_edge *edge)
{
    wr_dvec3 a = wr_widen(carving->vertices[edge->a]);
    wr_dvec3 way = wr_sub(wr_widen(carving->vertices[edge->b]), a);
    double length = wr_length(way), last = -INFINITY;
    uint32_t vertex = 0;
    for (uint32_t i = edge->first; i < edge->first + edge->count; i++) {
        double part = carving->hits[i].part;
        if ((part - last) * length > WR_CARVE_DISTANCE) {
            vertex = wr_carving_vertex(carving, wr_add(a, wr_scale(way, part)));
            last = part;
        }
        carving->hits[i].vertex = vertex;
    }
}

static void cross_edge(struct wr_carving *carving, struct wr_crossed_edge *edge)
{
    wr_plan_point a = wr_carving_plan(carving, edge->a), low = a, high = a;
    wr_plan_point b = wr_carving_plan(carving, edge->b);
    widen(&low, &high, b);
    edge->first = carving->hit_count;
    for (uint32_t i = 0; i < carving->near_count; i++)
        if (wr_carving_touch(wr_carving_near(carving, i), low, high))
            for (uint32_t side = 0; side < wr_carving_near(carving, i)->count; side++)
                hit_side(carving, a, b, carving->near[i], side);
    edge->count = carving->hit_count - edge->first;
    if (edge->count == 0)
        return;
    qsort(carving->hits + edge->first, edge->count, sizeof *carving->hits, order_hits);
    make_vertices(carving, edge);
}

static struct wr_crossed_edge *slot_of(struct wr_crossed_edge *edges, uint32_t room, uint32_t a,
                                       uint32_t b)
{
    uint64_t hash = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    uint32_t at = (uint32_t)(hash >> 32) & (room - 1);
    while (edges[at].b != 0 && (edges[at].a != a || edges[at].b != b))
        at = (at + 1) & (room - 1);
    return &edges[at];
}

static bool grow(struct wr_carving *carving)
{
    uint32_t room = carving->edge_room * 2;
    if (carving->edge_count < carving->edge_room / 2)
        return true;
    struct wr_crossed_edge *edges = WR_ZERO(carving->arena, struct wr_crossed_edge, room);
    for (uint32_t i = 0; edges && i < carving->edge_room; i++)
        if (carving->edges[i].b != 0)
            *slot_of(edges, room, carving->edges[i].a, carving->edges[i].b) = carving->edges[i];
    if (!edges)
        return false;
    carving->edges = edges;
    carving->edge_room = room;
    return true;
}

struct wr_crossed_edge wr_carving_edge(struct wr_carving *carving, uint32_t a, uint32_t b)
{
    struct wr_crossed_edge edge = {a < b ? a : b, a < b ? b : a, 0, 0};
    if (a == b || !grow(carving)) {
        carving->failed |= a != b;
        return edge;
    }
    struct wr_crossed_edge *slot = slot_of(carving->edges, carving->edge_room, edge.a, edge.b);
    if (slot->b == 0) {
        cross_edge(carving, &edge);
        *slot = edge;
        carving->edge_count++;
    }
    return *slot;
}

/* ---- What is left --------------------------------------------------------------------------
 */

void wr_carving_keep(struct wr_carving *carving, const wr_aswm_triangle *triangle)
{
    wr_aswm_triangle *triangles = wr_arena_more(carving->arena, carving->triangles,
                                                carving->triangle_count, sizeof *triangles);
    uint32_t *faces =
        wr_arena_more(carving->arena, carving->faces, carving->triangle_count, sizeof *faces);
    if (!triangles || !faces) {
        carving->failed = true;
        return;
    }
    carving->triangles = triangles;
    carving->faces = faces;
    triangles[carving->triangle_count] = *triangle;
    faces[carving->triangle_count++] = carving->face;
}

/* Numbers the vertices that are used as they come, and forgets the others. */
static bool sweep_vertices(struct wr_carving *carving)
{
    uint32_t *numbers = WR_ZERO(carving->arena, uint32_t, carving->vertex_count), count = 0;
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < 3 * carving->triangle_count; i++)
        numbers[carving->triangles[i / 3].v[i % 3]] = 1;
    for (uint32_t i = 0; i < carving->vertex_count; i++) {
        bool used = numbers[i];
        numbers[i] = count;
        carving->vertices[count] = carving->vertices[i];
        count += used;
    }
    for (uint32_t i = 0; i < 3 * carving->triangle_count; i++) {
        uint32_t *v = &carving->triangles[i / 3].v[i % 3];
        *v = numbers[*v];
    }
    carving->vertex_count = count;
    return true;
}

bool wr_carving_end(struct wr_carving *carving, uint32_t **faces)
{
    struct wr_aswm *mesh = carving->mesh;
    if (!sweep_vertices(carving))
        return false;
    for (uint32_t i = 0; faces && i < carving->triangle_count; i++)
        carving->faces[i] = (*faces)[carving->faces[i]];
    if (faces)
        *faces = carving->faces;
    mesh->vertices = carving->vertices;
    mesh->vertex_count = carving->vertex_count;
    mesh->triangles = carving->triangles;
    mesh->triangle_count = carving->triangle_count;
    mesh->edge_count = 0;
    return true;
}
