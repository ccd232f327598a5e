/* Each triangle is cut on its own, along the sides of cutters in it. Where these cross an edge
 * is found once for all triangles at it, so that they share the vertices there. */
#include "core/aswm/carve.h"

#include "core/aswm/carving.h"

#include "core/base/tolerance.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PACKET_MOST ((uint64_t)128 << 20)
enum { TRIANGLE_SIZE = 64 };

/* A point of a triangle that lies on a side of a cutter. */
struct mark {
    uint32_t cutter, side;
    double along;
    uint32_t point; /* of the patch */
};

struct cut {
    struct wr_carving *carving;
    struct wr_patch patch;
    const wr_aswm_triangle *triangle;
    wr_patch_point corners[3];
    uint32_t v[3]; /* their vertices, counter-clockwise from above */
    struct mark *marks;
    uint32_t mark_count;
    bool inner; /* something lies on its border or inside: it is to be cut */
};

/* ---- Marks ---------------------------------------------------------------------------------
 */

static void add_mark(struct cut *cut, uint32_t cutter, uint32_t side, double along,
                     uint32_t point)
{
    struct wr_carving *carving = cut->carving;
    struct mark *marks =
        wr_arena_more(carving->scratch, cut->marks, cut->mark_count, sizeof *marks);
    if (!marks) {
        carving->failed = true;
        return;
    }
    cut->marks = marks;
    marks[cut->mark_count++] = (struct mark){cutter, side, along, point};
}

static int order_marks(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    if (a->cutter != b->cutter)
        return a->cutter < b->cutter ? -1 : 1;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    if (a->along != b->along)
        return a->along < b->along ? -1 : 1;
    return a->point < b->point ? -1 : a->point > b->point;
}

/* The sides of cutters that go through a corner. */
static void mark_corner(struct cut *cut, uint32_t corner)
{
    wr_plan_point at = wr_carving_plan(cut->carving, cut->v[corner]);
    for (uint32_t i = 0; i < cut->carving->near_count; i++) {
        const wr_aswm_cutter *cutter = wr_carving_near(cut->carving, i);
        if (!wr_carving_touch(cutter, at, at))
            continue;
        for (uint32_t side = 0; side < cutter->count; side++) {
            wr_plan_point a = cutter->corners[side];
            wr_plan_point b = cutter->corners[wr_cutter_after(cutter, side)];
            if (wr_plan_distance(a, b, at) <= WR_CARVE_DISTANCE)
                add_mark(cut, cut->carving->near[i], side, wr_plan_along(a, b, at), corner);
        }
    }
}

/* The border from one corner to the next, with all that crosses it, is put into the patch. */
static void mark_border(struct cut *cut, uint32_t from)
{
    struct wr_carving *carving = cut->carving;
    uint32_t to = from == 2 ? 0 : from + 1, point = 0, last = WR_ASWM_NONE;
    bool turned = cut->v[from] > cut->v[to];
    struct wr_crossed_edge edge = wr_carving_edge(carving, cut->v[from], cut->v[to]);
    for (uint32_t i = 0; i < edge.count && !carving->failed; i++) {
        const wr_edge_hit *hit = &carving->hits[edge.first + (turned ? edge.count - 1 - i : i)];
        if (hit->vertex != last)
            point = wr_patch_border(&cut->patch, to, wr_widen(carving->vertices[hit->vertex]),
                                    hit->vertex);
        last = hit->vertex;
        add_mark(cut, hit->cutter, hit->side, hit->along, point);
        cut->inner = true;
    }
}

/* Whether a corner of a cutter lies inside of the triangle, off its border. */
static bool is_inside(const struct cut *cut, wr_plan_point at)
{
    for (int i = 0; i < 3; i++) {
        wr_plan_point a = wr_carving_plan(cut->carving, cut->v[i]);
        wr_plan_point b = wr_carving_plan(cut->carving, cut->v[i == 2 ? 0 : i + 1]);
        if (wr_plan_turn(a, b, at) <= 0 || wr_plan_distance(a, b, at) <= WR_CARVE_DISTANCE)
            return false;
    }
    return true;
}

/* Where the triangle is over a place in plan. */
static wr_dvec3 raise(const struct cut *cut, wr_plan_point at)
{
    wr_plan_point p[3];
    double z = 0;
    for (int i = 0; i < 3; i++)
        p[i] = wr_carving_plan(cut->carving, cut->v[i]);
    double all = wr_plan_turn(p[0], p[1], p[2]);
    for (int i = 0; i < 3; i++)
        z += cut->corners[i].at.z * wr_plan_turn(p[(i + 1) % 3], p[(i + 2) % 3], at) / all;
    return (wr_dvec3){at.x, at.y, z};
}

static void mark_inside(struct cut *cut)
{
    for (uint32_t i = 0; i < cut->carving->near_count; i++) {
        const wr_aswm_cutter *cutter = wr_carving_near(cut->carving, i);
        for (uint32_t corner = 0; corner < cutter->count; corner++) {
            wr_plan_point at = cutter->corners[corner];
            if (!is_inside(cut, at))
                continue;
            uint32_t point = wr_patch_inside(&cut->patch, raise(cut, at));
            uint32_t before = corner == 0 ? cutter->count - 1 : corner - 1;
            add_mark(cut, cut->carving->near[i], before, 1, point);
            add_mark(cut, cut->carving->near[i], corner, 0, point);
            cut->inner = true;
        }
    }
}

/* ---- Cutting -------------------------------------------------------------------------------
 */

static void draw_lines(struct cut *cut)
{
    struct mark *marks = cut->marks;
    qsort(marks, cut->mark_count, sizeof *marks, order_marks);
    for (uint32_t i = 1; i < cut->mark_count && !cut->patch.tangled; i++)
        if (marks[i - 1].cutter == marks[i].cutter && marks[i - 1].side == marks[i].side)
            wr_patch_line(&cut->patch, marks[i - 1].point, marks[i].point);
}

static bool is_cut_out(const struct wr_carving *carving, wr_plan_point at)
{
    for (uint32_t i = 0; i < carving->near_count; i++)
        if (wr_aswm_cutter_holds(wr_carving_near(carving, i), at))
            return true;
    return false;
}

/* Keeps a piece, whose corners are counter-clockwise, as the triangle had its own. */
static void keep(struct cut *cut, const uint32_t v[3])
{
    wr_aswm_triangle piece = *cut->triangle;
    bool turned = cut->v[1] != piece.v[1];
    for (int i = 0; i < 3; i++)
        piece.v[i] = v[turned && i > 0 ? 3 - i : i];
    wr_carving_keep(cut->carving, &piece);
}

static wr_plan_point centre_of(const struct cut *cut, const uint32_t points[3])
{
    wr_plan_point centre = {0, 0};
    for (int i = 0; i < 3; i++) {
        centre.x += cut->patch.points[points[i]].at.x / 3;
        centre.y += cut->patch.points[points[i]].at.y / 3;
    }
    return centre;
}

/* The vertex of a point; made where it is inside the triangle. */
static uint32_t vertex_of(struct cut *cut, uint32_t point)
{
    wr_patch_point *at = &cut->patch.points[point];
    if (at->vertex == WR_ASWM_NONE)
        at->vertex = wr_carving_vertex(cut->carving, at->at);
    return at->vertex;
}

static void keep_outside(struct cut *cut)
{
    const struct wr_patch *patch = &cut->patch;
    for (uint32_t side = 0; side < patch->side_count && !cut->carving->failed; side += 3) {
        uint32_t points[3], v[3];
        for (uint32_t i = 0; i < 3; i++)
            points[i] = patch->sides[side + i].corner;
        if (is_cut_out(cut->carving, centre_of(cut, points)))
            continue;
        for (int i = 0; i < 3; i++)
            v[i] = vertex_of(cut, points[i]);
        keep(cut, v);
    }
}

/* ---- Slivers -------------------------------------------------------------------------------
 */

/* The points along one of the ways from one end of a sliver to the other. */
struct chain {
    uint32_t *vertices;
    uint32_t count;
};

static void extend(struct cut *cut, struct chain *chain, uint32_t vertex)
{
    uint32_t *vertices =
        wr_arena_more(cut->carving->scratch, chain->vertices, chain->count, sizeof *vertices);
    if (!vertices) {
        cut->carving->failed = true;
        return;
    }
    chain->vertices = vertices;
    vertices[chain->count++] = vertex;
}

/* Appends what lies between two vertices of the triangle, and the latter. */
static void extend_along(struct cut *cut, struct chain *chain, uint32_t from, uint32_t to)
{
    struct wr_carving *carving = cut->carving;
    struct wr_crossed_edge edge = wr_carving_edge(carving, from, to);
    for (uint32_t i = 0; i < edge.count && !carving->failed; i++) {
        uint32_t at = edge.first + (from > to ? edge.count - 1 - i : i);
        if (carving->hits[at].vertex != chain->vertices[chain->count - 1])
            extend(cut, chain, carving->hits[at].vertex);
    }
    extend(cut, chain, to);
}

static void keep_sliver(struct cut *cut, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t v[3] = {a, b, c};
    wr_plan_point centre = {0, 0};
    for (int i = 0; i < 3; i++) {
        centre.x += wr_carving_plan(cut->carving, v[i]).x / 3;
        centre.y += wr_carving_plan(cut->carving, v[i]).y / 3;
    }
    if (a != b && b != c && c != a && !is_cut_out(cut->carving, centre))
        keep(cut, v);
}

/* How far along the longest side a vertex lies. */
static double along_side(const struct cut *cut, uint32_t side, uint32_t vertex)
{
    const wr_vec3 *vertices = cut->carving->vertices;
    wr_dvec3 from = wr_widen(vertices[cut->v[side]]);
    wr_dvec3 way = wr_sub(wr_widen(vertices[cut->v[side == 2 ? 0 : side + 1]]), from);
    return wr_dot(wr_sub(wr_widen(vertices[vertex]), from), way);
}

static uint32_t longest_side(const struct cut *cut)
{
    const wr_vec3 *at = cut->carving->vertices;
    uint32_t longest = 0;
    double most = -1;
    for (uint32_t i = 0; i < 3; i++) {
        double length = wr_distance(at[cut->v[i]], at[cut->v[i == 2 ? 0 : i + 1]]);
        longest = length > most ? i : longest;
        most = length > most ? length : most;
    }
    return longest;
}

/* A triangle that is thinner than what tells points apart: cut across, from one point to the
 * nearest on the other way along it. */
static void carve_sliver(struct cut *cut)
{
    uint32_t side = longest_side(cut), low = 0, high = 0;
    uint32_t from = cut->v[side], to = cut->v[(side + 1) % 3], top = cut->v[(side + 2) % 3];
    struct chain under = {0}, over = {0};
    extend(cut, &under, from);
    extend(cut, &over, from);
    if (cut->carving->failed)
        return;
    extend_along(cut, &under, from, to);
    extend_along(cut, &over, from, top);
    if (!cut->carving->failed)
        extend_along(cut, &over, top, to);
    while (!cut->carving->failed && (low + 1 < under.count || high + 1 < over.count)) {
        bool ahead =
            high + 1 == over.count ||
            (low + 1 < under.count && along_side(cut, side, under.vertices[low + 1]) <=
                                          along_side(cut, side, over.vertices[high + 1]));
        uint32_t next = ahead ? under.vertices[low + 1] : over.vertices[high + 1];
        keep_sliver(cut, under.vertices[low], next, over.vertices[high]);
        low += ahead;
        high += !ahead;
    }
}

/* ---- Triangles -----------------------------------------------------------------------------
 */

/* The axis along which a triangle shows most of itself, from where it turns left. In plan, if
 * it has any area to speak of there. */
static int best_axis(struct cut *cut)
{
    const wr_vec3 *vertices = cut->carving->vertices;
    wr_dvec3 normal =
        wr_triangle_normal(vertices[cut->v[0]], vertices[cut->v[1]], vertices[cut->v[2]]);
    double part[3] = {normal.x, normal.y, normal.z};
    int axis = fabs(normal.z) > WR_UPRIGHT * wr_length(normal) ? 2
               : fabs(normal.x) > fabs(normal.y)               ? 0
                                                               : 1;
    if (part[axis] < 0) {
        uint32_t v = cut->v[1];
        cut->v[1] = cut->v[2];
        cut->v[2] = v;
    }
    return axis;
}

static void start(struct cut *cut, struct wr_carving *carving, const wr_aswm_triangle *triangle)
{
    *cut = (struct cut){.carving = carving, .triangle = triangle};
    memcpy(cut->v, triangle->v, sizeof cut->v);
    int axis = best_axis(cut);
    for (int i = 0; i < 3; i++)
        cut->corners[i] =
            (wr_patch_point){.at = wr_widen(carving->vertices[cut->v[i]]), .vertex = cut->v[i]};
    wr_patch_start(&cut->patch, carving->scratch, cut->corners, axis);
}

static void carve_wide(struct cut *cut)
{
    struct wr_carving *carving = cut->carving;
    for (uint32_t corner = 0; corner < 3; corner++) {
        mark_corner(cut, corner);
        mark_border(cut, corner);
    }
    mark_inside(cut);
    if (cut->inner && !cut->patch.failed && !carving->failed)
        draw_lines(cut);
    carving->failed |= cut->patch.failed;
    carving->tangled |= cut->patch.tangled;
    if (carving->failed || carving->tangled)
        return;
    wr_patch_widen(&cut->patch);
    keep_outside(cut);
}

static void carve_triangle(struct wr_carving *carving, const wr_aswm_triangle *triangle)
{
    struct cut cut;
    start(&cut, carving, triangle);
    const wr_vec3 *at = carving->vertices;
    if (wr_triangle_height(at[cut.v[0]], at[cut.v[1]], at[cut.v[2]]) > WR_CARVE_DISTANCE)
        carve_wide(&cut);
    else
        carve_sliver(&cut);
}

/* ---- All of it -----------------------------------------------------------------------------
 */

static enum wr_result carve_tile(struct wr_carving *carving, wr_aswm_tile *tile, wr_where where)
{
    enum { ROUND = 0xff };
    uint32_t before = carving->triangle_count;
    wr_carving_approach(carving, tile);
    for (uint32_t i = 0; i < tile->triangle_count && !carving->failed; i++) {
        const wr_aswm_triangle *triangle = &carving->mesh->triangles[tile->first + i];
        carving->face = tile->first + i;
        if (wr_carving_is_near(carving, triangle))
            carve_triangle(carving, triangle);
        else
            wr_carving_keep(carving, triangle);
        wr_arena_reset(carving->scratch);
        if (carving->tangled)
            return wr_fail(carving->context, WR_LIMIT, where, "cutter-tangled",
                           "join cutters that lie over each other",
                           "too many lines of cutters cross in triangle %" PRIu32
                           ", or lie too close to be told apart",
                           carving->face);
        if ((uint64_t)carving->triangle_count * TRIANGLE_SIZE >= PACKET_MOST)
            return wr_fail(carving->context, WR_LIMIT, where, "trx-large", NULL,
                           "cut along its cutters the mesh takes 128 MiB and more");
        if ((i & ROUND) == ROUND && wr_context_stopped(carving->context))
            return WR_STOPPED;
    }
    tile->first = before;
    tile->triangle_count = carving->triangle_count - before;
    return carving->failed ? wr_no_memory(carving->context) : WR_OK;
}

enum wr_result wr_aswm_carve(struct wr_context *context, struct wr_arena *arena,
                             struct wr_aswm *mesh, const struct wr_aswm_cutters *cutters,
                             uint32_t **faces, wr_where where)
{
    struct wr_carving carving;
    enum wr_result result = WR_OK;
    uint32_t first = 0;
    if (cutters->count == 0)
        return WR_OK;
    if (!wr_carving_start(&carving, context, arena, mesh, cutters))
        result = wr_no_memory(context);
    for (uint32_t i = 0; result == WR_OK && i < wr_aswm_tile_count(mesh); i++) {
        mesh->tiles[i].first = first;
        first += mesh->tiles[i].triangle_count;
        result = carve_tile(&carving, &mesh->tiles[i], where);
    }
    if (result == WR_OK && carving.triangle_count == 0)
        result =
            wr_fail(context, WR_INVALID, where, "cutter-all",
                    "make the cutters smaller, or leave one out", "the cutters leave no floor");
    if (result == WR_OK && !wr_carving_end(&carving, faces))
        result = wr_no_memory(context);
    wr_arena_destroy(carving.scratch);
    return result;
}
