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

/* An edge of a floor's border. */
struct wr_rim {
    double x, y, dx, dy, length_squared;
    point low, high;
    float least_z, most_z;
};

/* A face of a placed room seen from above, counter-clockwise, with its plane z = a x + b y + c.
 */
struct wr_tile {
    point corners[3];
    point low, high;
    double least_z, most_z; /* no point of it lies lower or higher, rounding included */
    double a, b, c;
    double most; /* no point of it lies farther inside its floor; below 0: not known yet */
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
    tile->least_z = least(p.z, least(q.z, r.z)) - WR_WELD_DISTANCE;
    tile->most_z = most(p.z, most(q.z, r.z)) + WR_WELD_DISTANCE;
    tile->most = -1;
    return true;
}

static bool apart(const struct wr_tile *tile, point low, point high)
{
    return tile->high.x <= low.x || tile->low.x >= high.x || tile->high.y <= low.y ||
           tile->low.y >= high.y;
}

/* Whether a storey lies between a tile and all that is between two heights. */
static bool storey_between(const struct wr_tile *tile, double least_z, double most_z)
{
    return tile->least_z - most_z >= WR_HEADROOM || least_z - tile->most_z >= WR_HEADROOM;
}

static double height_at(const struct wr_tile *tile, point p)
{
    return tile->a * p.x + tile->b * p.y + tile->c;
}

static bool is_flat(const struct wr_tiling *tiling)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t v = 0; v < tiling->mesh->vertex_count; v++) {
        low = least(low, tiling->vertices[v].z);
        high = most(high, tiling->vertices[v].z);
    }
    return high - low <= WR_HEADROOM - WR_WELD_DISTANCE;
}

static void make_tiles(struct wr_tiling *tiling, uint32_t until)
{
    for (; tiling->faces < until; tiling->faces++)
        tiling->count += tile_make(&tiling->tiles[tiling->count], tiling, tiling->faces);
}

bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh, const wr_motion *motion)
{
    wr_vec3 *vertices = motion ? WR_TAKE(arena, wr_vec3, mesh->vertex_count) : mesh->vertices;
    *tiling = (struct wr_tiling){
        .mesh = mesh,
        .vertices = vertices,
        .tiles = WR_TAKE(arena, struct wr_tile, mesh->face_count),
        .rims = WR_TAKE(arena, struct wr_rim, mesh->edge_count),
        .chosen = WR_TAKE(arena, uint32_t, mesh->face_count),
    };
    if (!vertices || !tiling->tiles || !tiling->rims || !tiling->chosen)
        return false;
    for (uint32_t v = 0; motion && v < mesh->vertex_count; v++)
        vertices[v] = wr_motion_point(motion, mesh->vertices[v]);
    make_tiles(tiling, mesh->walkable_count);
    tiling->walkable = tiling->count;
    tiling->flat = is_flat(tiling);
    return true;
}

/* Chooses the tiles that reach into a region and are on a storey with some of it. */
static void choose(struct wr_tiling *tiling, uint32_t count, wr_box within)
{
    point low = {within.min.x, within.min.y}, high = {within.max.x, within.max.y};
    tiling->chosen_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!apart(&tiling->tiles[i], low, high) &&
            !storey_between(&tiling->tiles[i], within.min.z, within.max.z))
            tiling->chosen[tiling->chosen_count++] = i;
}

/* ---- Depth ---- */

static void make_rims(struct wr_tiling *floor)
{
    for (uint32_t e = 0; !floor->rimmed && e < floor->mesh->edge_count; e++) {
        uint32_t edge = floor->mesh->edges[e].edge;
        wr_vec3 a = floor->vertices[wr_edge_start(floor->mesh, edge)];
        wr_vec3 b = floor->vertices[wr_edge_end(floor->mesh, edge)];
        struct wr_rim *rim = &floor->rims[e];
        *rim = (struct wr_rim){.x = a.x, .y = a.y, .dx = (double)b.x - a.x};
        rim->dy = (double)b.y - a.y;
        rim->length_squared = rim->dx * rim->dx + rim->dy * rim->dy;
        rim->low = (point){least(a.x, b.x), least(a.y, b.y)};
        rim->high = (point){most(a.x, b.x), most(a.y, b.y)};
        rim->least_z = a.z < b.z ? a.z : b.z;
        rim->most_z = a.z < b.z ? b.z : a.z;
    }
    floor->rimmed = true;
}

static double rim_distance_squared(point p, const struct wr_rim *rim)
{
    double along =
        rim->length_squared > 0
            ? ((p.x - rim->x) * rim->dx + (p.y - rim->y) * rim->dy) / rim->length_squared
            : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = rim->x + rim->dx * along - p.x, y = rim->y + rim->dy * along - p.y;
    return x * x + y * y;
}

/* How far a point lies beside a rim's box: no less than beside the rim, but for rounding. */
static double box_distance_squared(point p, const struct wr_rim *rim)
{
    double x = most(0, most(rim->low.x - p.x, p.x - rim->high.x));
    double y = most(0, most(rim->low.y - p.y, p.y - rim->high.y));
    return (x * x + y * y) * (1 - WR_ROUNDING);
}

/* How far a point of a floor lies from the part of its border that is on one storey with all
 * heights from low to high: no less than from what is on one storey with one of them. */
static double inside(struct wr_tiling *floor, point p, double low, double high)
{
    double nearest = INFINITY;
    make_rims(floor);
    for (uint32_t e = 0; e < floor->mesh->edge_count; e++) {
        const struct wr_rim *rim = &floor->rims[e];
        if (rim->most_z < high - WR_HEADROOM || rim->least_z > low + WR_HEADROOM ||
            box_distance_squared(p, rim) > nearest)
            continue;
        nearest = least(nearest, rim_distance_squared(p, rim));
    }
    return sqrt(nearest);
}

static double distance(point p, point q)
{
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

/* Going some way changes the distance from the border by no more than that, as long as the
 * storey stays. */
static double most_inside(struct wr_tiling *floor, struct wr_tile *tile)
{
    if (tile->most < 0) {
        const point *c = tile->corners;
        point middle = {(c[0].x + c[1].x + c[2].x) / 3, (c[0].y + c[1].y + c[2].y) / 3};
        double radius =
            most(distance(middle, c[0]), most(distance(middle, c[1]), distance(middle, c[2])));
        tile->most =
            inside(floor, middle, tile->least_z, tile->most_z) + radius + WR_WELD_DISTANCE;
    }
    return tile->most;
}

/* Two floors, how deep a place must lie to be of interest, and whether the first such will do.
 */
struct comparing {
    struct wr_tiling *floors[2];
    double deeper;
    bool first;
};

/* The deepest place of what two tiles share: its middle or one of its corners, unless none of
 * these can be of interest. */
static double deepest(const struct comparing *c, const struct wr_tile *a,
                      const struct wr_tile *b, const struct common *common, point *where)
{
    double depth = -1, radius = 0;
    for (int i = 0; i < common->count; i++)
        radius = most(radius, distance(common->middle, common->corners[i]));
    for (int i = -1; i < common->count; i++) {
        point p = i < 0 ? common->middle : common->corners[i];
        double za = height_at(a, p), zb = height_at(b, p);
        double here = inside(c->floors[0], p, za, za) + inside(c->floors[1], p, zb, zb);
        bool flat = c->floors[0]->flat && c->floors[1]->flat;
        if (i < 0 && flat && here + 2 * radius + WR_WELD_DISTANCE <= c->deeper)
            return here;
        if (here <= depth)
            continue;
        depth = here;
        *where = p;
        if (c->first && depth > c->deeper)
            break;
    }
    return depth;
}

static bool tiles_apart(const struct wr_tile *a, const struct wr_tile *b)
{
    return apart(b, a->low, a->high) || storey_between(b, a->least_z, a->most_z);
}

/* What two tiles share on one storey; false where that is nothing. */
static bool tiles_share(const struct wr_tile *a, const struct wr_tile *b, struct common *out)
{
    if (!common_part(a->corners, b->corners, out))
        return false;
    double apart_by = height_at(a, out->middle) - height_at(b, out->middle);
    return apart_by < WR_HEADROOM && apart_by > -WR_HEADROOM;
}

static void choose_all(struct comparing *c, bool walkable, wr_box within)
{
    for (int side = 0; side < 2; side++) {
        struct wr_tiling *floor = c->floors[side];
        if (!walkable)
            make_tiles(floor, floor->mesh->face_count);
        choose(floor, walkable ? floor->walkable : floor->count, within);
    }
}

static bool is_empty(wr_box box)
{
    return box.min.x >= box.max.x || box.min.y >= box.max.y;
}

/* Looks at walkable tiles among those chosen and keeps what lies deeper than is of interest,
 * and than all before it; with `first` no more than one such place. True when something was
 * found. */
static bool find_depth(struct comparing *c, wr_overlap *out)
{
    bool found = false;
    for (uint32_t i = 0; i < c->floors[0]->chosen_count; i++)
        for (uint32_t j = 0; j < c->floors[1]->chosen_count; j++) {
            struct wr_tile *a = &c->floors[0]->tiles[c->floors[0]->chosen[i]];
            struct wr_tile *b = &c->floors[1]->tiles[c->floors[1]->chosen[j]];
            struct common common;
            if (tiles_apart(a, b) ||
                most_inside(c->floors[0], a) + most_inside(c->floors[1], b) <= c->deeper ||
                !tiles_share(a, b, &common))
                continue;
            point at = common.middle;
            double depth = deepest(c, a, b, &common, &at);
            if (depth <= c->deeper)
                continue;
            c->deeper = out->depth = depth;
            out->point = wr_vec3_of((float)at.x, (float)at.y, (float)height_at(a, at));
            if (c->first)
                return true;
            found = true;
        }
    return found;
}

static bool find_any(const struct comparing *c, wr_overlap *out)
{
    for (uint32_t i = 0; i < c->floors[0]->chosen_count; i++)
        for (uint32_t j = 0; j < c->floors[1]->chosen_count; j++) {
            const struct wr_tile *a = &c->floors[0]->tiles[c->floors[0]->chosen[i]];
            const struct wr_tile *b = &c->floors[1]->tiles[c->floors[1]->chosen[j]];
            struct common common;
            if (tiles_apart(a, b) || !tiles_share(a, b, &common))
                continue;
            point at = common.middle;
            out->depth = 0;
            out->point = wr_vec3_of((float)at.x, (float)at.y, (float)height_at(a, at));
            return true;
        }
    return false;
}

bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_box within, wr_overlap *out)
{
    struct comparing comparing = {{a, b}, -1, false};
    if (is_empty(within))
        return false;
    choose_all(&comparing, true, within);
    if (find_depth(&comparing, out))
        return true;
    choose_all(&comparing, false, within);
    return find_any(&comparing, out);
}

/* From a place in a strip that boxes share the nearest ways out of both floors, to either side,
 * are together no longer than the strip is wide. */
static bool is_thin(const struct wr_tiling *a, const struct wr_tiling *b, wr_box within,
                    double allowed)
{
    double x = (double)within.max.x - within.min.x, y = (double)within.max.y - within.min.y;
    return a->flat && b->flat && least(x, y) <= allowed - WR_WELD_DISTANCE;
}

bool wr_tilings_break(struct wr_tiling *a, struct wr_tiling *b, wr_box within, double allowed,
                      wr_overlap *out)
{
    struct comparing comparing = {{a, b}, allowed, true};
    if (is_empty(within) || is_thin(a, b, within, allowed))
        return false;
    choose_all(&comparing, true, within);
    return find_depth(&comparing, out);
}
