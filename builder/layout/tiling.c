/* Tilings: faces of two floors are compared one by one.
 *
 * Where two faces overlap seen from above and no storey is between them, the depth there is how
 * far the point lies from the border of the one floor plus how far from that of the other. In a
 * strip that two floors share this is the width of the strip, wherever in it one measures. */
#include "builder/layout/tiling.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

enum { LARGEST_POLYGON = 8 };
/* Overlaps of less than this are rounding, not geometry. */
#define SLIVER_AREA (WR_WELD_DISTANCE * WR_WELD_DISTANCE)

typedef struct point {
    double x, y;
} point;

/* ---- Polygons ---- */

static double cross(point o, point a, point b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* The part of a convex polygon on the left of the line from a to b. */
static int clip(const point *in, int count, point a, point b, point *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        point p = in[i], q = in[(i + 1) % count];
        double dp = cross(a, b, p), dq = cross(a, b, q);
        if (dp >= 0)
            out[kept++] = p;
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            double share = dp / (dp - dq);
            out[kept++] = (point){p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share};
        }
    }
    return kept;
}

/* What two triangles have in common. */
struct common {
    point corners[LARGEST_POLYGON];
    int count;
    point middle;
};

/* Both triangles counter-clockwise; false where they share no area. */
static bool common_part(const point a[3], const point b[3], struct common *out)
{
    point *first = out->corners, second[LARGEST_POLYGON];
    int count = clip(a, 3, b[0], b[1], first);
    count = clip(first, count, b[1], b[2], second);
    count = clip(second, count, b[2], b[0], first);
    double area = 0, x = 0, y = 0;
    for (int i = 1; i + 1 < count; i++) {
        double part = cross(first[0], first[i], first[i + 1]);
        area += part;
        x += part * (first[0].x + first[i].x + first[i + 1].x) / 3;
        y += part * (first[0].y + first[i].y + first[i + 1].y) / 3;
    }
    if (area <= SLIVER_AREA)
        return false;
    out->count = count;
    out->middle = (point){x / area, y / area};
    return true;
}

/* ---- Tiles ---- */

/* A face of a placed room seen from above, counter-clockwise, with its plane z = a x + b y + c.
 */
struct wr_tile {
    point corners[3];
    point low, high;
    double a, b, c;
};

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* False for a face that stands upright: it has no area from above. */
static bool tile_make(struct wr_tile *tile, const struct wr_tiling *tiling, uint32_t face)
{
    const uint32_t *v = tiling->mesh->faces[face].v;
    wr_vec3 p = tiling->vertices[v[0]], q = tiling->vertices[v[1]], r = tiling->vertices[v[2]];
    wr_dvec3 n = wr_triangle_normal(p, q, r);
    if (n.z * n.z <= 1e-12 * wr_dot(n, n) || n.z == 0)
        return false;
    bool turned = n.z < 0;
    tile->corners[0] = (point){p.x, p.y};
    tile->corners[1] = turned ? (point){r.x, r.y} : (point){q.x, q.y};
    tile->corners[2] = turned ? (point){q.x, q.y} : (point){r.x, r.y};
    tile->low = (point){least(p.x, least(q.x, r.x)), least(p.y, least(q.y, r.y))};
    tile->high = (point){most(p.x, most(q.x, r.x)), most(p.y, most(q.y, r.y))};
    tile->a = -n.x / n.z;
    tile->b = -n.y / n.z;
    tile->c = p.z - tile->a * p.x - tile->b * p.y;
    return true;
}

static bool apart(const struct wr_tile *tile, point low, point high)
{
    return tile->high.x <= low.x || tile->low.x >= high.x || tile->high.y <= low.y ||
           tile->low.y >= high.y;
}

static double height_at(const struct wr_tile *tile, point p)
{
    return tile->a * p.x + tile->b * p.y + tile->c;
}

bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh, const wr_motion *motion)
{
    wr_vec3 *vertices = motion ? WR_TAKE(arena, wr_vec3, mesh->vertex_count) : mesh->vertices;
    *tiling = (struct wr_tiling){
        .mesh = mesh,
        .vertices = vertices,
        .tiles = WR_TAKE(arena, struct wr_tile, mesh->face_count),
        .chosen = WR_TAKE(arena, uint32_t, mesh->face_count),
    };
    if (!vertices || !tiling->tiles || !tiling->chosen)
        return false;
    for (uint32_t v = 0; motion && v < mesh->vertex_count; v++)
        vertices[v] = wr_motion_point(motion, mesh->vertices[v]);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (f == mesh->walkable_count)
            tiling->walkable = tiling->count;
        tiling->count += tile_make(&tiling->tiles[tiling->count], tiling, f);
    }
    if (mesh->walkable_count == mesh->face_count)
        tiling->walkable = tiling->count;
    return true;
}

/* Chooses the tiles that reach into a region. */
static void choose(struct wr_tiling *tiling, uint32_t count, point low, point high)
{
    tiling->chosen_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!apart(&tiling->tiles[i], low, high))
            tiling->chosen[tiling->chosen_count++] = i;
}

/* ---- Depth ---- */

static double segment_distance_squared(point p, wr_vec3 a, wr_vec3 b)
{
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = a.x + dx * along - p.x, y = a.y + dy * along - p.y;
    return x * x + y * y;
}

/* How far a point of a floor lies from the floor's border on its own storey. */
static double inside(const struct wr_tiling *floor, point p, double z)
{
    double nearest = INFINITY;
    for (uint32_t e = 0; e < floor->mesh->edge_count; e++) {
        uint32_t edge = floor->mesh->edges[e].edge;
        wr_vec3 a = floor->vertices[wr_edge_start(floor->mesh, edge)];
        wr_vec3 b = floor->vertices[wr_edge_end(floor->mesh, edge)];
        if (most(a.z, b.z) < z - WR_HEADROOM || least(a.z, b.z) > z + WR_HEADROOM)
            continue;
        nearest = least(nearest, segment_distance_squared(p, a, b));
    }
    return sqrt(nearest);
}

/* The deepest place of what two tiles share: its middle or one of its corners. */
static double deepest(struct wr_tiling *const floors[2], const struct wr_tile *a,
                      const struct wr_tile *b, const struct common *common, point *where)
{
    double depth = -1;
    for (int i = -1; i < common->count; i++) {
        point p = i < 0 ? common->middle : common->corners[i];
        double here =
            inside(floors[0], p, height_at(a, p)) + inside(floors[1], p, height_at(b, p));
        if (here <= depth)
            continue;
        depth = here;
        *where = p;
    }
    return depth;
}

/* Looks for overlapping tiles among those chosen; the deepest is kept in `out`, one deeper than
 * `enough` ends the search. With `any`, the first found ends it, and depth stays 0. True when
 * something was found. */
static bool compare_tiles(struct wr_tiling *const floors[2], bool any, double enough,
                          wr_overlap *out)
{
    bool found = false;
    for (uint32_t i = 0; i < floors[0]->chosen_count; i++)
        for (uint32_t j = 0; j < floors[1]->chosen_count; j++) {
            const struct wr_tile *a = &floors[0]->tiles[floors[0]->chosen[i]];
            const struct wr_tile *b = &floors[1]->tiles[floors[1]->chosen[j]];
            struct common common;
            if (apart(b, a->low, a->high) || !common_part(a->corners, b->corners, &common))
                continue;
            point at = common.middle;
            double za = height_at(a, at), zb = height_at(b, at);
            if (za - zb >= WR_HEADROOM || zb - za >= WR_HEADROOM)
                continue;
            double depth = any ? 0 : deepest(floors, a, b, &common, &at);
            if (!found || depth > out->depth) {
                out->depth = depth;
                out->point = wr_vec3_of((float)at.x, (float)at.y, (float)height_at(a, at));
            }
            found = true;
            if (any || depth > enough)
                return true;
        }
    return found;
}

bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_box within, double enough,
                     wr_overlap *out)
{
    struct wr_tiling *const floors[2] = {a, b};
    point low = {within.min.x, within.min.y}, high = {within.max.x, within.max.y};
    if (low.x >= high.x || low.y >= high.y)
        return false;
    for (int kind = 0; kind < 2; kind++) {
        for (int side = 0; side < 2; side++)
            choose(floors[side], kind == 0 ? floors[side]->walkable : floors[side]->count, low,
                   high);
        if (compare_tiles(floors, kind == 1, enough, out))
            return true;
    }
    return false;
}
