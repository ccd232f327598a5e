/* Tilings: faces of two floors are compared one by one.
 *
 * Where two faces overlap seen from above and no storey is between them, the depth there is how
 * far the point lies from the border of the one floor plus how far from that of the other. In a
 * strip that two floors share this is the width of the strip, wherever in it one measures. */
#include "builder/layout/tiling.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kits.h"

enum {
    LARGEST_POLYGON = 8,
    SOON = 2, /* faces that are looked at first */
};
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
    double least_z, most_z; /* no point of it lies lower or higher, rounding included */
    double a, b, c;
};

/* What is known of a face: whether it was looked at, and has a tile. */
enum { TILE_UNKNOWN, TILE_NONE, TILE_MADE };

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static wr_vec3 vertex_of(const struct wr_tiling *tiling, uint32_t vertex)
{
    wr_vec3 own = tiling->facets->mesh->vertices[vertex];
    return tiling->moved ? wr_motion_point(&tiling->motion, own) : own;
}

/* False for a face that stands upright: it has no area from above. */
static bool tile_make(struct wr_tile *tile, const struct wr_tiling *tiling, uint32_t face)
{
    const uint32_t *v = tiling->facets->mesh->faces[face].v;
    wr_vec3 p = vertex_of(tiling, v[0]), q = vertex_of(tiling, v[1]),
            r = vertex_of(tiling, v[2]);
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
    return true;
}

/* NULL where the face has none. */
static const struct wr_tile *tile_of(struct wr_tiling *tiling, uint32_t face)
{
    struct wr_tile *tile = &tiling->tiles[face];
    if (tiling->states[face] == TILE_UNKNOWN)
        tiling->states[face] = tile_make(tile, tiling, face) ? TILE_MADE : TILE_NONE;
    return tiling->states[face] == TILE_MADE ? tile : NULL;
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

/* Walls are no part of the floor, however high they are. */
static bool is_flat(const struct wr_tiling *tiling)
{
    wr_box floor = tiling->facets->floor;
    float up = tiling->moved ? tiling->motion.move.z : 0;
    double low = (float)((double)floor.min.z + up), high = (float)((double)floor.max.z + up);
    return high - low <= WR_HEADROOM - WR_WELD_DISTANCE;
}

static double farther(float a, float b)
{
    return most(most(a, -a), most(b, -b));
}

/* How much farther apart two points of a mesh may lie in the area than in its own coordinates:
 * each of them was rounded, and the more the farther out it lies. */
static double margin_of(const struct wr_tiling *tiling)
{
    wr_box box = tiling->facets->box;
    wr_vec3 move = tiling->motion.move;
    double own = farther(box.min.x, box.max.x) + farther(box.min.y, box.max.y) +
                 farther(box.min.z, box.max.z);
    return 4 * WR_FLOAT_ROUNDING * (own + farther(move.x, move.y) + farther(move.z, 0));
}

/* A place of the area in own coordinates. */
static point own_place(const struct wr_tiling *tiling, double x, double y)
{
    const wr_motion *motion = &tiling->motion;
    x -= motion->move.x;
    y -= motion->move.y;
    double from_x = motion->cosine * x + motion->sine * y;
    return (point){motion->mirrored ? -from_x : from_x, motion->cosine * y - motion->sine * x};
}

bool wr_tiling_make(struct wr_tiling *tiling, struct wr_arena *arena,
                    const struct wr_facets *facets, const wr_motion *motion)
{
    const struct wr_walkmesh *mesh = facets->mesh;
    *tiling = (struct wr_tiling){
        .facets = facets,
        .moved = motion != NULL,
        .tiles = WR_TAKE(arena, struct wr_tile, mesh->face_count),
        .states = WR_ZERO(arena, uint8_t, mesh->face_count),
        .chosen = WR_TAKE(arena, struct wr_facet, mesh->face_count),
    };
    if (!tiling->tiles || !tiling->states || !tiling->chosen ||
        !wr_rims_take(&tiling->rims, arena, mesh->edge_count))
        return false;
    tiling->motion = motion ? *motion : (wr_motion){.cosine = 1};
    tiling->flat = is_flat(tiling);
    tiling->margin = margin_of(tiling);
    return true;
}

/* ---- Which faces are looked at ---- */

/* How one floor lies seen from another: a map of own coordinates to those of the other, how
 * much higher, and what rounding may add. */
struct view {
    struct wr_plan_map plan;
    double z, margin;
};

static struct view view_of(const struct wr_tiling *seen, const struct wr_tiling *from)
{
    double ax = 1, ay = 0, bx = 0, by = 1;
    wr_vec3 move = seen->motion.move;
    point origin = own_place(from, move.x, move.y);
    wr_motion_direction(&seen->motion, &ax, &ay);
    wr_motion_direction(&seen->motion, &bx, &by);
    point a = own_place(from, move.x + ax, move.y + ay);
    point b = own_place(from, move.x + bx, move.y + by);
    return (struct view){
        .plan = {a.x - origin.x, b.x - origin.x, a.y - origin.y, b.y - origin.y, origin.x,
                 origin.y},
        .z = (double)move.z - from->motion.move.z,
        .margin = seen->margin + from->margin + WR_WELD_DISTANCE,
    };
}

/* Two floors, how deep a place must lie to be of interest, and whether the first such will do.
 */
struct comparing {
    struct wr_tiling *floors[2];
    struct view views[2]; /* of each from the other */
    double deeper;
    bool first, found;
    uint32_t looked;   /* at so many faces of the first already */
    uint32_t faces[2]; /* where the deepest place so far was found */
};

static struct comparing comparing_of(struct wr_tiling *a, struct wr_tiling *b, double deeper)
{
    return (struct comparing){
        .floors = {a, b}, .views = {view_of(a, b), view_of(b, a)}, .deeper = deeper};
}

static double size_of(double a)
{
    return a < 0 ? -a : a;
}

/* The box around a box that is seen, and a storey above and below it. */
static wr_box box_seen(const struct view *view, wr_box box)
{
    const struct wr_plan_map *plan = &view->plan;
    double x = ((double)box.min.x + box.max.x) / 2, half_x = box.max.x - x;
    double y = ((double)box.min.y + box.max.y) / 2, half_y = box.max.y - y;
    double to_x = plan->xx * x + plan->xy * y + plan->x;
    double to_y = plan->yx * x + plan->yy * y + plan->y;
    double reach_x = size_of(plan->xx) * half_x + size_of(plan->xy) * half_y + view->margin;
    double reach_y = size_of(plan->yx) * half_x + size_of(plan->yy) * half_y + view->margin;
    double storey = WR_HEADROOM + view->margin;
    return (wr_box){wr_vec3_of((float)(to_x - reach_x), (float)(to_y - reach_y),
                               (float)(box.min.z + view->z - storey)),
                    wr_vec3_of((float)(to_x + reach_x), (float)(to_y + reach_y),
                               (float)(box.max.z + view->z + storey))};
}

/* wr_box_touch without jumps: of faces that are looked at many do and many do not. */
static bool touches(const struct wr_facet *facet, const wr_box *box)
{
    const wr_box *own = &facet->box;
    return (own->min.x <= box->max.x) & (box->min.x <= own->max.x) &
           (own->min.y <= box->max.y) & (box->min.y <= own->max.y) &
           (own->min.z <= box->max.z) & (box->min.z <= own->max.z);
}

/* Chooses the faces that touch a box, in own coordinates, but for the first few: walkable ones,
 * those first that may lie deepest in the floor; or all of them in their order. */
static void choose(struct wr_tiling *tiling, bool walkable, wr_box within, uint32_t but)
{
    const struct wr_facets *facets = tiling->facets;
    uint32_t count = walkable ? facets->mesh->walkable_count : facets->mesh->face_count;
    tiling->chosen_count = 0;
    const struct wr_facet *items = walkable ? facets->walkable : facets->items;
    for (uint32_t i = 0; i < count; i++)
        if (touches(&items[i], &within) && (but == 0 || but-- == 0))
            tiling->chosen[tiling->chosen_count++] = items[i];
}

/* Chooses among the chosen again. */
static void choose_again(struct wr_tiling *tiling, wr_box within)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tiling->chosen_count; i++)
        if (touches(&tiling->chosen[i], &within))
            tiling->chosen[kept++] = tiling->chosen[i];
    tiling->chosen_count = kept;
}

static wr_box chosen_box(const struct wr_tiling *tiling)
{
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < tiling->chosen_count; i++) {
        box = wr_box_add(box, tiling->chosen[i].box.min);
        box = wr_box_add(box, tiling->chosen[i].box.max);
    }
    return box;
}

/* What lies in both seen from above, at the heights of the first. */
static wr_box common_plan(wr_box a, wr_box b)
{
    wr_box out = wr_box_common(a, b);
    out.min.z = a.min.z;
    out.max.z = a.max.z;
    return out;
}

/* Where a floor, or all of a mesh, lies seen from the other. */
static wr_box whole_seen(const struct comparing *c, int side, bool walkable)
{
    const struct wr_facets *facets = c->floors[side]->facets;
    return box_seen(&c->views[side], walkable ? facets->floor : facets->box);
}

/* Chooses what may meet of two floors: each of them where the other has faces. False where that
 * is nothing. */
static bool choose_both(struct comparing *c, bool walkable)
{
    struct wr_tiling *a = c->floors[0], *b = c->floors[1];
    wr_box within = whole_seen(c, 1, walkable);
    choose(a, walkable, within, c->looked);
    if (a->chosen_count == 0)
        return false;
    choose(b, walkable, box_seen(&c->views[0], common_plan(chosen_box(a), within)), 0);
    if (b->chosen_count == 0)
        return false;
    choose_again(a, box_seen(&c->views[1], chosen_box(b)));
    return a->chosen_count > 0;
}

/* ---- Depth ---- */

static void make_rims(struct wr_tiling *floor)
{
    const struct wr_walkmesh *mesh = floor->facets->mesh;
    for (uint32_t e = floor->rims.count; e < mesh->edge_count; e++) {
        uint32_t edge = mesh->edges[e].edge;
        wr_rims_add(&floor->rims, vertex_of(floor, wr_edge_start(mesh, edge)),
                    vertex_of(floor, wr_edge_end(mesh, edge)));
    }
}

/* How far a place lies from the nearest of a floor's rims, which is likely to be the same as
 * that of the place before. */
static double from_rims(struct wr_tiling *floor, const struct wr_rims *rims,
                        struct wr_rim_search search)
{
    search.rim = floor->rim;
    double distance = wr_rims_nearest(rims, &search);
    floor->rim = search.rim == WR_NONE ? floor->rim : search.rim;
    return distance;
}

/* How far a point of a floor lies from the part of its border that is on one storey with it. */
static double inside(struct wr_tiling *floor, point p, double height)
{
    make_rims(floor);
    return from_rims(
        floor, &floor->rims,
        (struct wr_rim_search){
            .x = p.x, .y = p.y, .low = height - WR_HEADROOM, .high = height + WR_HEADROOM});
}

/* The same before rounding: at no height from low to high more than that, or no less. Where it
 * is no more than `enough`, it may be said to be that. */
static double most_inside(struct wr_tiling *floor, point p, double low, double high,
                          double enough)
{
    point own = own_place(floor, p.x, p.y);
    double up = floor->motion.move.z, storey = WR_HEADROOM - WR_CENTIMETRE;
    return floor->margin + from_rims(floor, &floor->facets->rims,
                                     (struct wr_rim_search){.x = own.x,
                                                            .y = own.y,
                                                            .low = high - up - storey,
                                                            .high = low - up + storey,
                                                            .enough = enough - floor->margin});
}

static double least_inside(struct wr_tiling *floor, point p, double height)
{
    point own = own_place(floor, p.x, p.y);
    double up = floor->motion.move.z, storey = WR_HEADROOM + WR_CENTIMETRE;
    return from_rims(floor, &floor->facets->rims,
                     (struct wr_rim_search){.x = own.x,
                                            .y = own.y,
                                            .low = height - up - storey,
                                            .high = height - up + storey}) -
           floor->margin;
}

/* Two tiles, what they share, and how deep its middle lies in each floor at most, at any height
 * of the tile: so far from a rim, which is on one storey with all of it. */
struct shared {
    const struct wr_tile *tiles[2];
    struct common common;
    double most[2];
    uint32_t rims[2];
};

static double depth_at(const struct comparing *c, const struct shared *shared, point p)
{
    return inside(c->floors[0], p, height_at(shared->tiles[0], p)) +
           inside(c->floors[1], p, height_at(shared->tiles[1], p));
}

/* Bounds are a little more than what they bound, unless both are infinite. */
static bool exceeds(double bound, double than)
{
    return bound + WR_WELD_DISTANCE > than || bound == (double)INFINITY;
}

/* How far the middle lies from the corner farthest off. */
static double radius_of(const struct common *common)
{
    double most_squared = 0;
    for (int i = 0; i < common->count; i++) {
        double x = common->middle.x - common->corners[i].x;
        double y = common->middle.y - common->corners[i].y;
        most_squared = most(most_squared, x * x + y * y);
    }
    return sqrt(most_squared);
}

/* How deep the middle lies in one floor at most; no matter by how much less than `enough`. */
static void measure_middle(const struct comparing *c, struct shared *shared, int side,
                           double enough)
{
    const struct wr_tile *tile = shared->tiles[side];
    shared->most[side] = most_inside(c->floors[side], shared->common.middle, tile->least_z,
                                     tile->most_z, enough);
    shared->rims[side] = c->floors[side]->rim;
}

/* Going some way changes the distance from a border by no more than that, as long as the storey
 * stays: false where no place that the tiles share lies deeper. The first floor was measured.
 */
static bool any_deeper(const struct comparing *c, struct shared *shared, double than)
{
    double radius = radius_of(&shared->common), first = shared->most[0] + radius;
    measure_middle(c, shared, 1, than - first - radius - WR_WELD_DISTANCE);
    return exceeds(first + shared->most[1] + radius, than);
}

/* How deep a place lies in one floor at most: no deeper than from the middle's rim. */
static double most_beside(const struct comparing *c, const struct shared *shared, int side,
                          point p)
{
    const struct wr_tiling *floor = c->floors[side];
    if (shared->most[side] == (double)INFINITY)
        return (double)INFINITY;
    point own = own_place(floor, p.x, p.y);
    const struct wr_rim *rim = &floor->facets->rims.items[shared->rims[side]];
    return floor->margin + sqrt(wr_rim_distance_squared(rim, own.x, own.y));
}

/* The same of one of them. */
static bool is_deeper(const struct comparing *c, const struct shared *shared, point p,
                      double than)
{
    double depths[2] = {most_beside(c, shared, 0, p), most_beside(c, shared, 1, p)};
    for (int side = 0; side < 2 && exceeds(depths[0] + depths[1], than); side++) {
        double height = height_at(shared->tiles[side], p);
        double enough = than - depths[1 - side] - WR_WELD_DISTANCE;
        depths[side] = most_inside(c->floors[side], p, height, height, enough);
    }
    return exceeds(depths[0] + depths[1], than);
}

/* The deepest place of what two tiles share: its middle or one of its corners, unless none of
 * these can be of interest. */
static double deepest(const struct comparing *c, struct shared *shared, point *where)
{
    const struct common *common = &shared->common;
    double depth = -1;
    measure_middle(c, shared, 0, 0);
    if (!any_deeper(c, shared, c->deeper))
        return depth;
    for (int i = -1; i < common->count; i++) {
        point p = i < 0 ? common->middle : common->corners[i];
        if (!is_deeper(c, shared, p, most(depth, c->deeper)))
            continue;
        double here = depth_at(c, shared, p);
        if (here <= depth)
            continue;
        depth = here;
        *where = p;
    }
    return depth;
}

/* How deep the middle lies in one floor at least. On one storey that is next to how deep it
 * lies at most. */
static double least_middle(const struct comparing *c, const struct shared *shared, int side)
{
    struct wr_tiling *floor = c->floors[side];
    point middle = shared->common.middle;
    return floor->flat ? shared->most[side] - 2 * floor->margin
                       : least_inside(floor, middle, height_at(shared->tiles[side], middle));
}

/* Any place of what two tiles share that lies deeper than is of interest: the middle, where one
 * floor tells so or both do, or what is found by looking. */
static double deep_enough(const struct comparing *c, struct shared *shared, point *where)
{
    const struct common *common = &shared->common;
    measure_middle(c, shared, 0, 0);
    double depth = c->floors[0]->flat ? least_middle(c, shared, 0) : 0;
    if (depth > c->deeper)
        return depth;
    if (!any_deeper(c, shared, c->deeper))
        return -1;
    depth = least_middle(c, shared, 0) + least_middle(c, shared, 1);
    for (int i = -1; depth <= c->deeper && i < common->count; i++) {
        *where = i < 0 ? common->middle : common->corners[i];
        if (is_deeper(c, shared, *where, c->deeper))
            depth = depth_at(c, shared, *where);
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

/* Of places equally deep the one on the first faces counts, whatever is looked at first. */
static bool counts(const struct comparing *c, double depth, uint32_t a, uint32_t b)
{
    if (depth != c->deeper || !c->found)
        return depth > c->deeper;
    return a < c->faces[0] || (a == c->faces[0] && b < c->faces[1]);
}

static void compare_tiles(struct comparing *c, uint32_t face_a, uint32_t face_b,
                          struct shared *shared, wr_overlap *out)
{
    const struct wr_tile *a = shared->tiles[0], *b = shared->tiles[1];
    if (tiles_apart(a, b) || !tiles_share(a, b, &shared->common))
        return;
    point at = shared->common.middle;
    double depth = c->first ? deep_enough(c, shared, &at) : deepest(c, shared, &at);
    if (!counts(c, depth, face_a, face_b))
        return;
    c->deeper = out->depth = depth;
    out->point = wr_vec3_of((float)at.x, (float)at.y, (float)height_at(a, at));
    c->found = true;
    c->faces[0] = face_a;
    c->faces[1] = face_b;
}

/* Walkable faces, those first that may lie deepest in the floor. */
struct faces {
    const struct wr_facet *items;
    uint32_t count;
};

/* Compares a face of the first floor with some of the second, the most promising first, and
 * keeps what lies deeper than is of interest, and than all before it; with `first` no more than
 * one such place. */
static void compare_with(struct comparing *c, const struct wr_facet *own, struct faces others,
                         wr_overlap *out)
{
    struct wr_tiling *a = c->floors[0], *b = c->floors[1];
    wr_box near = box_seen(&c->views[0], own->box);
    double most = own->most + a->margin + b->margin;
    struct shared shared;
    shared.tiles[0] = tile_of(a, own->face);
    for (uint32_t i = 0; shared.tiles[0] && i < others.count; i++) {
        const struct wr_facet *other = &others.items[i];
        if (most + other->most < c->deeper)
            break;
        if (!touches(other, &near))
            continue;
        shared.tiles[1] = tile_of(b, other->face);
        if (shared.tiles[1])
            compare_tiles(c, own->face, other->face, &shared, out);
        if (c->first && c->found)
            break;
    }
}

static void find_depth(struct comparing *c, wr_overlap *out)
{
    const struct wr_tiling *a = c->floors[0], *b = c->floors[1];
    struct faces others = {b->chosen, b->chosen_count};
    for (uint32_t i = 0; i < a->chosen_count && !(c->first && c->found); i++) {
        if (a->chosen[i].most + b->chosen[0].most + a->margin + b->margin < c->deeper)
            break;
        compare_with(c, &a->chosen[i], others, out);
    }
}

/* Looks at a few of the most promising faces before any are chosen: floors that lie deep in
 * each other are told by them. */
static void find_soon(struct comparing *c, wr_overlap *out)
{
    const struct wr_facets *a = c->floors[0]->facets, *b = c->floors[1]->facets;
    struct faces others = {b->walkable, b->mesh->walkable_count};
    wr_box within = whole_seen(c, 1, true);
    for (uint32_t i = 0; i < a->mesh->walkable_count && c->looked < SOON && !c->found; i++)
        if (touches(&a->walkable[i], &within)) {
            compare_with(c, &a->walkable[i], others, out);
            c->looked++;
        }
}

/* The first place that two faces share, in their order. */
static bool find_any(const struct comparing *c, wr_overlap *out)
{
    struct wr_tiling *first = c->floors[0], *second = c->floors[1];
    for (uint32_t i = 0; i < first->chosen_count; i++) {
        wr_box near = box_seen(&c->views[0], first->chosen[i].box);
        const struct wr_tile *a = tile_of(first, first->chosen[i].face);
        for (uint32_t j = 0; a && j < second->chosen_count; j++) {
            if (!touches(&second->chosen[j], &near))
                continue;
            const struct wr_tile *b = tile_of(second, second->chosen[j].face);
            struct common common;
            if (!b || tiles_apart(a, b) || !tiles_share(a, b, &common))
                continue;
            point at = common.middle;
            out->depth = 0;
            out->point = wr_vec3_of((float)at.x, (float)at.y, (float)height_at(a, at));
            return true;
        }
    }
    return false;
}

/* Whether a line lies between two floors, or only a strip along a line in both of them that is
 * no wider than is of interest: from a place in it the nearest ways out of both, to either
 * side, are together no longer than the strip is wide. On several storeys a way out may lead to
 * another one. */
static bool are_beside(const struct comparing *c)
{
    const struct wr_facets *a = c->floors[0]->facets, *b = c->floors[1]->facets;
    double strip = c->floors[0]->flat && c->floors[1]->flat ? c->deeper : 0;
    double allowed = strip - c->views[0].margin;
    return wr_hull_beside(&a->hull, &b->hull, &c->views[1].plan, allowed) ||
           wr_hull_beside(&b->hull, &a->hull, &c->views[0].plan, allowed);
}

bool wr_tilings_meet(struct wr_tiling *a, struct wr_tiling *b, wr_overlap *out)
{
    struct comparing comparing = comparing_of(a, b, -1);
    if (choose_both(&comparing, true))
        find_depth(&comparing, out);
    return comparing.found || (choose_both(&comparing, false) && find_any(&comparing, out));
}

bool wr_tilings_break(struct wr_tiling *a, struct wr_tiling *b, double allowed, wr_overlap *out)
{
    struct comparing comparing = comparing_of(a, b, allowed);
    comparing.first = true;
    if (are_beside(&comparing))
        return false;
    find_soon(&comparing, out);
    if (!comparing.found && choose_both(&comparing, true))
        find_depth(&comparing, out);
    return comparing.found;
}
