/* From solids to triangles: sheet by sheet, then all of them welded, then sheet by sheet again.
 */
#include "core/brush/sheets.h"
#include "core/brush/stairs.h"
#include "core/brush/vertices.h"
#include "core/brush/walls.h"

#include "core/base/random.h"
#include "core/base/tolerance.h"

#include <stdlib.h>

enum { LOOK = 256 }; /* triangles or lines, between two looks whether to go on */
/* What a triangle is: nothing where nobody stands; else a material, and 1, and behind it the
 * part of the level and a mark. */
enum { NOWHERE = 0, MATERIAL_BITS = 8, PART_BITS = 12 };
#define NONE UINT32_MAX

/* A line between what is floor and what is not, or is another one; by vertices. */
struct border {
    uint32_t from, to, sheet; /* from == to: it was forgotten */
};

/* A line of the sheet that is being made. */
struct stroke {
    wr_whole from, to;
};

struct making {
    struct wr_context *context;
    struct wr_arena *arena, *scratch; /* what is handed out, and what is forgotten */
    struct wr_solids solids;
    struct wr_sheets sheets;
    struct wr_triangulation mesh;
    struct wr_vertices vertices;
    struct border *borders; /* sheet after sheet */
    uint32_t *border_ends;
    bool *used;             /* of a vertex: a border ends there */
    struct stroke *strokes; /* of one sheet */
    uint32_t *kinds;        /* of the triangles of one sheet */
    uint32_t *names;        /* the vertices of the mesh's points */
    wr_face *faces;
    uint32_t *materials, *parts;
    uint32_t border_count, face_count, stroke_count;
    size_t border_capacity, stroke_capacity, kind_capacity, name_capacity;
};

/* ---- What is floor --------------------------------------------------------------------- */

/* A point within a triangle, in steps: not its middle, which symmetry may put onto a line where
 * two solids meet. */
static wr_dvec3 probe_of(const struct wr_triangulation *mesh, uint32_t triangle)
{
    static const double parts[3] = {0.38196601125, 0.32623792125, 0.2917960675};
    wr_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < 3; i++) {
        wr_whole p = mesh->points[mesh->sides[3 * triangle + i].point];
        sum.x += parts[i] * p.x;
        sum.y += parts[i] * p.y;
    }
    return sum;
}

static uint32_t kind_at(const struct making *making, uint32_t sheet, wr_dvec3 at)
{
    const struct wr_solids *solids = &making->solids;
    uint32_t floor = wr_sheets_floor(&making->sheets, solids, sheet, at.x, at.y);
    if (floor == NONE)
        return NOWHERE;
    at.z = wr_solid_face_height(&solids->facets[floor], at.x, at.y);
    if (!wr_solids_free(solids, at))
        return NOWHERE;
    uint32_t part = wr_solids_part(solids, floor, at),
             mark = wr_zones_at(&solids->zones, at).mark;
    return mark << (MATERIAL_BITS + PART_BITS) | part << MATERIAL_BITS |
           (solids->facets[floor].material + 1);
}

/* The side of a triangle that is so thin that rounding may have made it; NONE of one that is
 * not.
 */
static uint32_t long_side(const struct wr_triangulation *mesh, uint32_t triangle)
{
    enum { THIN = 2 }; /* steps */
    uint32_t best = NONE;
    double longest = 0;
    const wr_triangle_side *sides = &mesh->sides[(size_t)3 * triangle];
    for (uint32_t i = 0; i < 3; i++) {
        wr_whole a = mesh->points[sides[i].point], b = mesh->points[sides[(i + 1) % 3].point];
        double x = (double)b.x - a.x, y = (double)b.y - a.y, length = x * x + y * y;
        if (length > longest) {
            longest = length;
            best = 3 * triangle + i;
        }
    }
    double area =
        (double)wr_whole_turn(mesh->points[sides[0].point], mesh->points[sides[1].point],
                              mesh->points[sides[2].point]);
    return area * area < THIN * THIN * longest ? best : NONE;
}

/* A thin triangle is what lies across its long side. */
static uint32_t stand_in(const struct wr_triangulation *mesh, uint32_t triangle)
{
    enum { MOST = 64 };
    uint32_t at = triangle;
    for (int i = 0; i < MOST; i++) {
        uint32_t side = long_side(mesh, at);
        if (side == NONE || mesh->sides[side].twin == NONE)
            return at;
        at = mesh->sides[side].twin / 3;
    }
    return triangle;
}

static bool is_outside(const struct wr_triangulation *mesh, uint32_t triangle)
{
    for (uint32_t i = 0; i < 3; i++)
        if (mesh->sides[3 * triangle + i].point < WR_SQUARE)
            return true;
    return false;
}

/* Says of each triangle of the mesh what it is. */
static bool tell_kinds(struct making *making, uint32_t sheet)
{
    const struct wr_triangulation *mesh = &making->mesh;
    uint32_t count = mesh->side_count / 3;
    if (!wr_grow(&making->kinds, &making->kind_capacity, count, sizeof *making->kinds))
        return false;
    for (uint32_t t = 0; t < count; t++) {
        bool thin = long_side(mesh, t) != NONE;
        if (t % LOOK == LOOK - 1 && wr_context_stopped(making->context))
            return false;
        making->kinds[t] =
            is_outside(mesh, t) || thin ? NOWHERE : kind_at(making, sheet, probe_of(mesh, t));
    }
    for (uint32_t t = 0; t < count; t++)
        if (long_side(mesh, t) != NONE)
            making->kinds[t] = making->kinds[stand_in(mesh, t)];
    return true;
}

/* ---- Meshes of a sheet ----------------------------------------------------------------- */

/* Points in an order in which neighbours mostly follow each other: bits of x and y in turns. */
struct turn {
    uint64_t key;
    wr_whole at;
};

static uint64_t spread_bits(int32_t value)
{
    uint64_t bits = (uint32_t)value + (uint32_t)WR_STEPS_MOST;
    bits = (bits | bits << 16) & UINT64_C(0x0000ffff0000ffff);
    bits = (bits | bits << 8) & UINT64_C(0x00ff00ff00ff00ff);
    bits = (bits | bits << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits = (bits | bits << 2) & UINT64_C(0x3333333333333333);
    return (bits | bits << 1) & UINT64_C(0x5555555555555555);
}

static int order_turns(const void *left, const void *right)
{
    const struct turn *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

static int order_strokes(const void *left, const void *right)
{
    const struct stroke *a = left, *b = right;
    const int32_t from[4] = {a->from.x, a->from.y, a->to.x, a->to.y};
    const int32_t to[4] = {b->from.x, b->from.y, b->to.x, b->to.y};
    for (int i = 0; i < 4; i++)
        if (from[i] != to[i])
            return from[i] < to[i] ? -1 : 1;
    return 0;
}

static bool add_stroke(void *user, wr_whole from, wr_whole to)
{
    struct making *making = user;
    bool forward = from.x < to.x || (from.x == to.x && from.y < to.y);
    if (!wr_grow(&making->strokes, &making->stroke_capacity, (size_t)making->stroke_count + 1,
                 sizeof *making->strokes))
        return false;
    making->strokes[making->stroke_count++] =
        forward ? (struct stroke){from, to} : (struct stroke){to, from};
    return true;
}

/* Puts strokes in order, each once. */
static void sort_strokes(struct making *making)
{
    uint32_t kept = 0;
    if (making->stroke_count > 0)
        qsort(making->strokes, making->stroke_count, sizeof *making->strokes, order_strokes);
    for (uint32_t i = 0; i < making->stroke_count; i++)
        if (i == 0 || order_strokes(&making->strokes[i - 1], &making->strokes[i]) != 0)
            making->strokes[kept++] = making->strokes[i];
    making->stroke_count = kept;
}

static bool put_points(struct making *making, const wr_whole *others, uint32_t other_count)
{
    uint32_t count = 0;
    size_t most = 2 * (size_t)making->stroke_count + other_count;
    struct turn *turns = WR_TAKE(making->scratch, struct turn, most);
    if (!turns)
        return false;
    for (uint32_t i = 0; i < making->stroke_count; i++) {
        turns[count++].at = making->strokes[i].from;
        turns[count++].at = making->strokes[i].to;
    }
    for (uint32_t i = 0; i < other_count; i++)
        turns[count++].at = others[i];
    for (uint32_t i = 0; i < count; i++)
        turns[i].key = spread_bits(turns[i].at.x) << 1 | spread_bits(turns[i].at.y);
    if (count > 0)
        qsort(turns, count, sizeof *turns, order_turns);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || turns[i].key != turns[i - 1].key)
            wr_triangulation_point(&making->mesh, turns[i].at);
    return !making->mesh.failed;
}

/* Makes the mesh of all strokes and some more points. */
static bool make_mesh(struct making *making, const wr_whole *others, uint32_t other_count)
{
    struct wr_triangulation *mesh = &making->mesh;
    wr_triangulation_start(mesh);
    if (!put_points(making, others, other_count))
        return false;
    for (uint32_t i = 0; i < making->stroke_count && !mesh->failed; i++) {
        if (i % LOOK == LOOK - 1 && wr_context_stopped(making->context))
            return false;
        uint32_t from = wr_triangulation_point(mesh, making->strokes[i].from);
        uint32_t to = wr_triangulation_point(mesh, making->strokes[i].to);
        wr_triangulation_line(mesh, from, to);
    }
    return !mesh->failed;
}

/* ---- First round: borders -------------------------------------------------------------- */

static wr_dvec3 spot_of(const struct making *making, uint32_t sheet, wr_whole at)
{
    uint32_t first = sheet == 0 ? 0 : making->sheets.ends[sheet - 1];
    const struct wr_solid_face *floor = &making->solids.facets[making->sheets.floors[first]];
    return (wr_dvec3){at.x, at.y, wr_solid_face_height(floor, at.x, at.y)};
}

static bool add_border(struct making *making, uint32_t sheet, uint32_t side)
{
    const struct wr_triangulation *mesh = &making->mesh;
    const wr_triangle_side *a = &mesh->sides[side], *b = &mesh->sides[a->twin];
    wr_dvec3 from = spot_of(making, sheet, mesh->points[a->point]);
    wr_dvec3 to = spot_of(making, sheet, mesh->points[b->point]);
    struct border border = {.sheet = sheet};
    if (!wr_vertices_weld(&making->vertices, from, &border.from) ||
        !wr_vertices_weld(&making->vertices, to, &border.to) ||
        !wr_grow(&making->borders, &making->border_capacity, (size_t)making->border_count + 1,
                 sizeof *making->borders))
        return false;
    if (border.from != border.to)
        making->borders[making->border_count++] = border;
    return true;
}

static bool find_borders(struct making *making, uint32_t sheet)
{
    const struct wr_triangulation *mesh = &making->mesh;
    making->stroke_count = 0;
    if (!wr_sheets_outline(&making->sheets, &making->solids, sheet, making->scratch, add_stroke,
                           making))
        return false;
    sort_strokes(making);
    if (!make_mesh(making, NULL, 0) || !tell_kinds(making, sheet))
        return false;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint32_t twin = mesh->sides[side].twin;
        if (twin == NONE || making->kinds[side / 3] <= making->kinds[twin / 3])
            continue;
        if (!add_border(making, sheet, side))
            return false;
    }
    making->border_ends[sheet] = making->border_count;
    return true;
}

/* ---- Between the rounds: straight borders ---------------------------------------------- */

#define MANY (UINT32_MAX - 1)

static void name_border(uint32_t *border, uint32_t name)
{
    *border = *border == NONE ? name : MANY;
}

/* Whether a vertex lies exactly between two others. */
static bool is_straight(const struct making *making, uint32_t a, uint32_t b, uint32_t c)
{
    const struct wr_vertices *vertices = &making->vertices;
    wr_dvec3 from = vertices->spots[a], at = vertices->spots[b], to = vertices->spots[c];
    wr_dvec3 way = wr_sub(to, from), off = wr_sub(at, from);
    double part = (off.x * way.x + off.y * way.y) / (way.x * way.x + way.y * way.y);
    return part > 0 && part < 1 && fabs(off.z - part * way.z) <= making->solids.slack &&
           wr_whole_turn(wr_vertices_whole(vertices, a), wr_vertices_whole(vertices, b),
                         wr_vertices_whole(vertices, c)) == 0;
}

/* Forgets vertices where one border of a sheet goes straight on as another, and nothing else
 * ends. */
static bool straighten(struct making *making)
{
    uint32_t count = making->vertices.count;
    uint32_t *into = WR_TAKE(making->scratch, uint32_t, count);
    uint32_t *out_of = WR_TAKE(making->scratch, uint32_t, count);
    making->used = WR_ZERO(making->scratch, bool, count);
    if (!into || !out_of || !making->used)
        return false;
    for (uint32_t v = 0; v < count; v++)
        into[v] = out_of[v] = NONE;
    for (uint32_t i = 0; i < making->border_count; i++) {
        name_border(&into[making->borders[i].to], i);
        name_border(&out_of[making->borders[i].from], i);
    }
    for (uint32_t v = 0; v < count; v++) {
        making->used[v] = into[v] != NONE || out_of[v] != NONE;
        if (into[v] >= MANY || out_of[v] >= MANY)
            continue;
        struct border *before = &making->borders[into[v]];
        struct border *after = &making->borders[out_of[v]];
        if (before->sheet != after->sheet || !is_straight(making, before->from, v, after->to))
            continue;
        making->used[v] = false;
        before->to = after->to;
        if (into[after->to] == out_of[v])
            into[after->to] = into[v];
        after->to = after->from;
    }
    return true;
}

/* ---- Second round: faces --------------------------------------------------------------- */

/* Takes the borders of a sheet as strokes, and the vertices of others that lie on them. */
static bool take_borders(struct making *making, uint32_t sheet, wr_whole **others,
                         uint32_t *other_count)
{
    const struct wr_vertices *vertices = &making->vertices;
    uint32_t first = sheet == 0 ? 0 : making->border_ends[sheet - 1], near;
    making->stroke_count = 0;
    for (uint32_t i = first; i < making->border_ends[sheet]; i++) {
        struct border border = making->borders[i];
        wr_dvec3 from = vertices->spots[border.from], to = vertices->spots[border.to];
        struct wr_look look = wr_vertices_look(vertices, from, to);
        while (border.from != border.to && wr_vertices_next(vertices, &look, from, to, &near)) {
            if (!making->used[near])
                continue;
            wr_whole *more =
                wr_arena_more(making->scratch, *others, *other_count, sizeof *more);
            if (!more)
                return false;
            *others = more;
            more[(*other_count)++] = wr_vertices_whole(vertices, near);
        }
        if (border.from != border.to &&
            !add_stroke(making, wr_vertices_whole(vertices, border.from),
                        wr_vertices_whole(vertices, border.to)))
            return false;
    }
    sort_strokes(making);
    return true;
}

static bool name_points(struct making *making, uint32_t sheet)
{
    const struct wr_triangulation *mesh = &making->mesh;
    if (!wr_grow(&making->names, &making->name_capacity, mesh->point_count,
                 sizeof *making->names))
        return false;
    for (uint32_t p = WR_SQUARE; p < mesh->point_count; p++)
        if (!wr_vertices_find(&making->vertices, spot_of(making, sheet, mesh->points[p]),
                              &making->names[p]))
            return false;
    return true;
}

static bool add_face(struct making *making, uint32_t triangle)
{
    size_t count = making->face_count;
    wr_face *faces = wr_arena_more(making->arena, making->faces, count, sizeof *faces);
    uint32_t *materials =
        wr_arena_more(making->arena, making->materials, count, sizeof *materials);
    uint32_t *parts = wr_arena_more(making->arena, making->parts, count, sizeof *parts);
    if (!faces || !materials || !parts)
        return false;
    for (uint32_t i = 0; i < 3; i++)
        faces[count].v[i] = making->names[making->mesh.sides[3 * triangle + i].point];
    materials[count] = (making->kinds[triangle] & ((1u << MATERIAL_BITS) - 1)) - 1;
    parts[count] = making->kinds[triangle] >> MATERIAL_BITS & WR_BRUSH_MOST_PARTS;
    making->faces = faces;
    making->materials = materials;
    making->parts = parts;
    making->face_count++;
    return true;
}

static bool make_faces(struct making *making, uint32_t sheet)
{
    wr_whole *others = NULL;
    uint32_t other_count = 0;
    if (!take_borders(making, sheet, &others, &other_count) ||
        !make_mesh(making, others, other_count) || !tell_kinds(making, sheet) ||
        !name_points(making, sheet))
        return false;
    for (uint32_t t = 0; t < making->mesh.side_count / 3; t++)
        if (making->kinds[t] != NOWHERE && !add_face(making, t))
            return false;
    return true;
}

/* ---- All sheets ------------------------------------------------------------------------ */

/* False when memory is out, or the call was stopped, which wr_no_memory knows. */
typedef bool round_fn(struct making *making, uint32_t sheet);

static enum wr_result go_round(struct making *making, round_fn *each)
{
    for (uint32_t sheet = 0; sheet < making->sheets.count; sheet++) {
        wr_arena_mark mark = wr_arena_here(making->scratch);
        if (!each(making, sheet))
            return wr_no_memory(making->context);
        wr_arena_rewind(making->scratch, mark);
        if (wr_context_stopped(making->context))
            return WR_STOPPED;
    }
    return WR_OK;
}

/* A side of a face, and how large that is. */
struct edge {
    uint32_t from, to, face;
    double area;
};

static int order_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->area != b->area)
        return a->area > b->area ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

/* Takes a face out that leads along an edge the same way as a larger one, which rounding may
 * make, or that has no area left in the numbers of a file. */
static bool drop_faces(struct making *making, const wr_vec3 *vertices)
{
    uint32_t count = making->face_count, kept = 0;
    struct edge *edges = WR_TAKE(making->scratch, struct edge, 3 * (size_t)count);
    bool *dropped = WR_ZERO(making->scratch, bool, count);
    if (!edges || !dropped)
        return false;
    for (uint32_t f = 0; f < count; f++) {
        const uint32_t *v = making->faces[f].v;
        double area = wr_triangle_normal(vertices[v[0]], vertices[v[1]], vertices[v[2]]).z;
        dropped[f] = !(area > 0);
        for (uint32_t i = 0; i < 3; i++)
            edges[3 * f + i] = (struct edge){v[i], v[(i + 1) % 3], f, area};
    }
    if (count > 0)
        qsort(edges, 3 * (size_t)count, sizeof *edges, order_edges);
    for (uint32_t i = 1; i < 3 * count; i++)
        if (edges[i].from == edges[i - 1].from && edges[i].to == edges[i - 1].to)
            dropped[edges[i].face] = true;
    for (uint32_t f = 0; f < count; f++)
        if (!dropped[f]) {
            making->faces[kept] = making->faces[f];
            making->parts[kept] = making->parts[f];
            making->materials[kept++] = making->materials[f];
        }
    making->face_count = kept;
    return true;
}

/* Hands out the faces and the vertices they use, in the order they use them. */
static bool hand_out(struct making *making, wr_triangles *out)
{
    uint32_t count = making->vertices.count, used = 0;
    wr_vec3 *vertices = WR_TAKE(making->arena, wr_vec3, count);
    wr_vec3 *all = WR_TAKE(making->scratch, wr_vec3, count);
    uint32_t *numbers = WR_TAKE(making->scratch, uint32_t, count);
    if (!vertices || !all || !numbers)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        all[v] = wr_narrow(wr_scale(making->vertices.spots[v], making->solids.metres));
        numbers[v] = NONE;
    }
    if (!drop_faces(making, all))
        return false;
    for (uint32_t i = 0; i < 3 * making->face_count; i++) {
        uint32_t *v = &making->faces[i / 3].v[i % 3];
        if (numbers[*v] == NONE) {
            vertices[used] = all[*v];
            numbers[*v] = used++;
        }
        *v = numbers[*v];
    }
    *out = (wr_triangles){vertices, making->faces, making->materials, used, making->face_count};
    return true;
}

static enum wr_result make_floors(struct making *making, wr_triangles *out)
{
    enum wr_result result = wr_solids_make(&making->solids);
    if (result != WR_OK)
        return result;
    if (!wr_sheets_make(making->scratch, &making->solids, &making->sheets))
        return wr_no_memory(making->context);
    making->border_ends = WR_TAKE(making->scratch, uint32_t, making->sheets.count);
    if (!making->border_ends)
        return wr_no_memory(making->context);
    result = go_round(making, find_borders);
    if (result == WR_OK &&
        (!straighten(making) || !wr_vertices_settle(&making->vertices, making->scratch)))
        result = wr_no_memory(making->context);
    if (result == WR_OK)
        result = go_round(making, make_faces);
    if (result == WR_OK && !hand_out(making, out))
        result = wr_no_memory(making->context);
    if (result == WR_OK && making->solids.level->walls &&
        !wr_walls_add(making->arena, making->scratch, &making->solids, out, &making->parts))
        result = wr_no_memory(making->context);
    return result;
}

/* The largest power of two of a unit that is no longer than a step may be. */
static double step_length(double unit)
{
    double step = unit;
    while (step > WR_BRUSH_STEP)
        step /= 2;
    while (2 * step <= WR_BRUSH_STEP)
        step *= 2;
    return step;
}

static enum wr_result floors_of(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_brush_level *level, wr_triangles *out,
                                struct wr_brush_told *told)
{
    struct making making = {
        .context = context,
        .arena = arena,
        .scratch = wr_arena_create(),
        .solids = {.context = context, .level = level, .metres = step_length(level->metres)}};
    struct wr_solids *solids = &making.solids;
    solids->arena = making.scratch;
    solids->tall = WR_BRUSH_TALL / solids->metres;
    solids->slack = WR_BRUSH_SLACK / solids->metres;
    wr_vertices_start(&making.vertices, WR_MEND_GAP / solids->metres);
    enum wr_result result = making.scratch ? make_floors(&making, out) : wr_no_memory(context);
    *told = (struct wr_brush_told){solids->skipped, making.sheets.count, making.parts};
    wr_triangulation_finish(&making.mesh);
    wr_vertices_finish(&making.vertices);
    wr_free(making.borders);
    wr_free(making.strokes);
    wr_free(making.kinds);
    wr_free(making.names);
    wr_arena_destroy(making.scratch);
    return result;
}

/* Adds ramps before the steps of the level as it is, of which nothing is told yet. */
static enum wr_result add_ramps(struct wr_context *context, struct wr_arena *arena,
                                struct wr_brush_level *level)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    struct wr_brush_level bare = *level;
    struct wr_brush_told told;
    wr_triangles floors;
    if (!quiet)
        return wr_no_memory(context);
    bare.walls = false;
    enum wr_result result = floors_of(quiet, arena, &bare, &floors, &told);
    if (result == WR_OK && !wr_stairs_add(arena, &floors, told.parts, level))
        result = WR_NO_MEMORY;
    wr_context_destroy(quiet);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : result;
}

enum wr_result wr_brush_floors(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_brush_level *level, wr_triangles *out,
                               struct wr_brush_told *told)
{
    struct wr_brush_level ramped = *level;
    struct wr_brush_told own;
    if (!(level->metres >= WR_ROUNDING && level->metres <= WR_BRUSH_REACH))
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "brush-unit", NULL,
                       "the unit of a level has no length");
    enum wr_result result = level->climb > 0 ? add_ramps(context, arena, &ramped) : WR_OK;
    return result == WR_OK ? floors_of(context, arena, &ramped, out, told ? told : &own)
                           : result;
}
