/* Do the floors of two rooms lie in each other?
 *
 * Rooms whose boxes meet are compared face by face: where two faces overlap seen from above and
 * no storey is between them, the depth there is how far the point lies from the border of the
 * one floor plus how far from that of the other. In a strip that two floors share this is the
 * width of the strip, wherever in it one measures. */
#include "builder/layout/overlap.h"
#include "builder/layout/boxes.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <stdatomic.h>
#include <string.h>

/* Rooms heaped on one spot overlap pair by pair: a run of rooms ends with its MOST_DEEP-th
 * fault, and the runs after it are left out. No room lies in MOST_OVERLAPS others. */
enum { CHUNK = 64, LARGEST_POLYGON = 8, MOST_DEEP = 64, MOST_OVERLAPS = 4096 };
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

/* ---- Floors ---- */

/* A face of a placed room seen from above, counter-clockwise, with its plane z = a x + b y + c.
 */
struct tile {
    point corners[3];
    point low, high;
    double a, b, c;
};

/* A floor's vertices in the area, made once for all its neighbours. */
struct floor {
    const struct wr_walkmesh *mesh;
    const wr_vec3 *vertices;
};

static bool floor_make(struct floor *floor, struct wr_arena *scratch, const wr_floor *from)
{
    *floor = (struct floor){from->mesh, from->mesh->vertices};
    if (!from->motion)
        return true;
    wr_vec3 *vertices = WR_TAKE(scratch, wr_vec3, from->mesh->vertex_count);
    for (uint32_t v = 0; vertices && v < from->mesh->vertex_count; v++)
        vertices[v] = wr_motion_point(from->motion, from->mesh->vertices[v]);
    floor->vertices = vertices;
    return vertices != NULL;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* False for a face that stands upright: it has no area from above. */
static bool tile_make(struct tile *tile, const struct floor *floor, uint32_t face)
{
    const uint32_t *v = floor->mesh->faces[face].v;
    wr_vec3 p = floor->vertices[v[0]], q = floor->vertices[v[1]], r = floor->vertices[v[2]];
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

static bool apart(const struct tile *tile, point low, point high)
{
    return tile->high.x <= low.x || tile->low.x >= high.x || tile->high.y <= low.y ||
           tile->low.y >= high.y;
}

static double height_at(const struct tile *tile, point p)
{
    return tile->a * p.x + tile->b * p.y + tile->c;
}

/* The tiles of faces [from, to) that reach into a region. */
struct tiles {
    struct tile *items;
    uint32_t count;
};

static bool tiles_make(struct tiles *tiles, struct wr_arena *scratch, const struct floor *floor,
                       uint32_t from, uint32_t to, point low, point high)
{
    tiles->count = 0;
    tiles->items = WR_TAKE(scratch, struct tile, to - from);
    if (!tiles->items)
        return false;
    for (uint32_t f = from; f < to; f++) {
        struct tile *tile = &tiles->items[tiles->count];
        if (tile_make(tile, floor, f) && !apart(tile, low, high))
            tiles->count++;
    }
    return true;
}

/* ---- Depth ---- */

static double segment_distance(point p, wr_vec3 a, wr_vec3 b)
{
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = a.x + dx * along - p.x, y = a.y + dy * along - p.y;
    return sqrt(x * x + y * y);
}

/* How far a point of a floor lies from the floor's border on its own storey. */
static double inside(const struct floor *floor, point p, double z)
{
    double nearest = INFINITY;
    for (uint32_t e = 0; e < floor->mesh->edge_count; e++) {
        uint32_t edge = floor->mesh->edges[e].edge;
        wr_vec3 a = floor->vertices[wr_edge_start(floor->mesh, edge)];
        wr_vec3 b = floor->vertices[wr_edge_end(floor->mesh, edge)];
        if (most(a.z, b.z) < z - WR_HEADROOM || least(a.z, b.z) > z + WR_HEADROOM)
            continue;
        nearest = least(nearest, segment_distance(p, a, b));
    }
    return nearest;
}

/* The deepest place of what two tiles share: its middle or one of its corners. */
static double deepest(const struct floor floors[2], const struct tile *a, const struct tile *b,
                      const struct common *common, point *where)
{
    double depth = -1;
    for (int i = -1; i < common->count; i++) {
        point p = i < 0 ? common->middle : common->corners[i];
        double here =
            inside(&floors[0], p, height_at(a, p)) + inside(&floors[1], p, height_at(b, p));
        if (here <= depth)
            continue;
        depth = here;
        *where = p;
    }
    return depth;
}

/* Looks for overlapping tiles; the deepest is kept in `out`. With `any`, the first found ends
 * the search and depth stays 0. True when something was found. */
static bool compare_tiles(const struct floor floors[2], const struct tiles tiles[2], bool any,
                          wr_overlap *out)
{
    bool found = false;
    for (uint32_t i = 0; i < tiles[0].count; i++)
        for (uint32_t j = 0; j < tiles[1].count; j++) {
            const struct tile *a = &tiles[0].items[i], *b = &tiles[1].items[j];
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
            if (any)
                return true;
        }
    return found;
}

static bool compare_kind(const struct floor floors[2], struct wr_arena *scratch, point low,
                         point high, bool walkable, wr_overlap *out, bool *found)
{
    struct tiles tiles[2];
    for (int side = 0; side < 2; side++) {
        const struct wr_walkmesh *mesh = floors[side].mesh;
        uint32_t to = walkable ? mesh->walkable_count : mesh->face_count;
        if (!tiles_make(&tiles[side], scratch, &floors[side], 0, to, low, high))
            return false;
    }
    *found = compare_tiles(floors, tiles, !walkable, out);
    return true;
}

static bool compare_floors(const struct floor floors[2], wr_box a, wr_box b,
                           struct wr_arena *scratch, wr_overlap *out, bool *found)
{
    point low = {most(a.min.x, b.min.x), most(a.min.y, b.min.y)};
    point high = {least(a.max.x, b.max.x), least(a.max.y, b.max.y)};
    *found = false;
    if (low.x >= high.x || low.y >= high.y)
        return true;
    if (!compare_kind(floors, scratch, low, high, true, out, found))
        return false;
    return *found || compare_kind(floors, scratch, low, high, false, out, found);
}

/* ---- All pairs ---- */

/* The overlaps a run of floors has with later ones. */
struct found {
    wr_overlap *items;
    size_t count, capacity;
    size_t deep;      /* how many are faults */
    uint32_t crowded; /* the room too many others lie in, or WR_NONE */
};

struct search {
    const wr_floor *floors;
    const wr_box *items;
    uint32_t count;
    double allowed;
    const struct wr_boxes *boxes;
    struct found *found; /* one a chunk */
    atomic_size_t last;  /* the chunk the search ends with */
};

static bool search_pair(const struct search *search, struct wr_arena *scratch,
                        const struct floor *own, uint32_t index, uint32_t other,
                        struct found *found)
{
    struct floor floors[2] = {*own};
    wr_overlap overlap = {.rooms = {index, other}};
    bool any;
    if (!floor_make(&floors[1], scratch, &search->floors[other]) ||
        !compare_floors(floors, search->items[index], search->items[other], scratch, &overlap,
                        &any))
        return false;
    if (!any)
        return true;
    if (!wr_grow(&found->items, &found->capacity, found->count + 1, sizeof overlap))
        return false;
    found->items[found->count++] = overlap;
    found->deep += wr_overlap_breaks(&overlap, search->allowed);
    return true;
}

static bool search_floor(const struct search *search, struct wr_arena *scratch, uint32_t index,
                         struct found *found)
{
    struct floor own;
    uint32_t *others;
    uint32_t count;
    size_t before = found->count;
    if (!wr_boxes_after(search->boxes, scratch, index, &others, &count))
        return false;
    if (count == 0)
        return true;
    if (!floor_make(&own, scratch, &search->floors[index]))
        return false;
    for (uint32_t i = 0; i < count && found->deep < MOST_DEEP; i++) {
        wr_arena_mark here = wr_arena_here(scratch);
        if (!search_pair(search, scratch, &own, index, others[i], found))
            return false;
        wr_arena_rewind(scratch, here);
        if (found->count - before > MOST_OVERLAPS) {
            found->crowded = index;
            break;
        }
    }
    return true;
}

/* Chunks after this one need not be searched. */
static void end_with(struct search *search, size_t index)
{
    size_t last = atomic_load(&search->last);
    while (index < last && !atomic_compare_exchange_weak(&search->last, &last, index))
        continue;
}

static enum wr_result search_chunk(void *user, struct wr_context *context, unsigned worker,
                                   size_t index)
{
    (void)worker;
    struct search *search = user;
    struct found *found = &search->found[index];
    if (index > atomic_load(&search->last))
        return WR_OK;
    struct wr_arena *scratch = wr_arena_create();
    bool fine = scratch != NULL;
    size_t end = (index + 1) * CHUNK;
    if (end > search->count)
        end = search->count;
    found->crowded = WR_NONE;
    for (size_t i = index * CHUNK; fine && found->crowded == WR_NONE && i < end; i++) {
        fine = search_floor(search, scratch, (uint32_t)i, found);
        wr_arena_reset(scratch);
    }
    if (found->deep >= MOST_DEEP || found->crowded != WR_NONE)
        end_with(search, index);
    wr_arena_destroy(scratch);
    return fine ? WR_OK : wr_no_memory(context);
}

/* What was found up to the last chunk: what is after it depends on chance. */
static enum wr_result gather(struct wr_context *context, struct wr_arena *arena,
                             const struct search *search, size_t chunks, wr_overlap **out,
                             uint32_t *count)
{
    size_t total = 0, last = atomic_load(&search->last);
    chunks = last < chunks ? last + 1 : chunks;
    for (size_t i = 0; i < chunks; i++)
        total += search->found[i].count;
    *out = WR_TAKE(arena, wr_overlap, total);
    if (!*out)
        return wr_no_memory(context);
    for (size_t i = 0; i < chunks; i++)
        for (size_t k = 0; k < search->found[i].count; k++)
            (*out)[(*count)++] = search->found[i].items[k];
    if (chunks == 0 || search->found[chunks - 1].crowded == WR_NONE)
        return WR_OK;
    return wr_fail(context, WR_LIMIT, WR_NOWHERE, "rooms-crowded",
                   "many rooms stand on one spot: give them places of their own",
                   "more than %d rooms lie in room %u", MOST_OVERLAPS,
                   (unsigned)search->found[chunks - 1].crowded);
}

enum wr_result wr_overlaps_find(struct wr_context *context, struct wr_arena *arena,
                                const wr_floor *floors, const wr_box *boxes, uint32_t count,
                                double allowed, wr_overlap **out, uint32_t *out_count)
{
    size_t chunks = ((size_t)count + CHUNK - 1) / CHUNK;
    struct wr_arena *scratch = wr_arena_create();
    struct search search = {
        .floors = floors,
        .items = boxes,
        .count = count,
        .allowed = allowed,
        .boxes = scratch ? wr_boxes_make(scratch, boxes, count) : NULL,
        .found = scratch ? WR_ZERO(scratch, struct found, chunks) : NULL,
    };
    enum wr_result result = WR_OK;
    atomic_init(&search.last, SIZE_MAX);
    *out_count = 0;
    if (!search.boxes || !search.found) {
        result = wr_no_memory(context);
        chunks = 0;
    }
    if (result == WR_OK)
        result = wr_parallel(context, "rooms compared", chunks, search_chunk, &search);
    if (result == WR_OK)
        result = gather(context, arena, &search, chunks, out, out_count);
    for (size_t i = 0; i < chunks; i++)
        wr_free(search.found[i].items);
    wr_arena_destroy(scratch);
    return result;
}

/* ---- Judging ---- */

bool wr_overlap_breaks(const wr_overlap *overlap, double allowed)
{
    return overlap->depth > allowed;
}

enum wr_result wr_overlap_judge(struct wr_context *context, const wr_overlap *overlap,
                                double allowed, const char *a, const char *b, wr_where where)
{
    wr_fixed_text depth = wr_fixed(overlap->depth, 3);
    if (wr_overlap_breaks(overlap, allowed))
        return wr_fail(
            context, WR_INVALID, where, "rooms-overlap",
            "move one of them, give them different heights, or allow it with --overlap METRES "
            "(in the map: \"overlap\")",
            "the floors of rooms '%s' and '%s' lie %s m in each other at (%s, %s, %s)", a, b,
            depth.text, wr_fixed(overlap->point.x, 2).text, wr_fixed(overlap->point.y, 2).text,
            wr_fixed(overlap->point.z, 2).text);
    if (overlap->depth > WR_OVERLAP_DEPTH)
        wr_warn(context, where, "rooms-deep", NULL,
                "the floors of rooms '%s' and '%s' lie %s m in each other, more than %s m, and "
                "that was allowed",
                a, b, depth.text, wr_fixed(WR_OVERLAP_DEPTH, 2).text);
    else if (overlap->depth > WR_HOOK_REACH)
        wr_note(context, where, "rooms-touch", NULL,
                "the floors of rooms '%s' and '%s' lie %s m in each other, which is allowed", a,
                b, depth.text);
    else if (overlap->depth == 0)
        wr_note(context, where, "rooms-touch", NULL,
                "faces nobody walks on of rooms '%s' and '%s' overlap, which is allowed", a, b);
    return WR_OK;
}

static enum wr_result judge_all(struct wr_context *context, const struct wr_layout *layout)
{
    enum wr_result first = WR_OK;
    for (uint32_t i = 0; i < layout->overlap_count; i++) {
        const wr_placed_room *a = &layout->rooms[layout->overlaps[i].rooms[0]];
        const wr_placed_room *b = &layout->rooms[layout->overlaps[i].rooms[1]];
        enum wr_result result = wr_overlap_judge(context, &layout->overlaps[i], layout->overlap,
                                                 a->name, b->name, b->where);
        if (first == WR_OK)
            first = result;
    }
    return first;
}

enum wr_result wr_layout_overlap(struct wr_context *context, struct wr_layout *layout)
{
    struct wr_arena *arena = wr_arena_create();
    wr_floor *floors = arena ? WR_TAKE(arena, wr_floor, layout->room_count) : NULL;
    wr_box *boxes = arena ? WR_TAKE(arena, wr_box, layout->room_count) : NULL;
    enum wr_result result = WR_OK;
    if (floors && boxes) {
        for (uint32_t r = 0; r < layout->room_count; r++) {
            floors[r] = (wr_floor){layout->rooms[r].room->mesh, &layout->rooms[r].motion};
            boxes[r] = layout->rooms[r].box;
        }
        result = wr_overlaps_find(context, layout->arena, floors, boxes, layout->room_count,
                                  layout->overlap, &layout->overlaps, &layout->overlap_count);
    } else {
        result = wr_no_memory(context);
    }
    wr_arena_destroy(arena);
    return result == WR_OK ? judge_all(context, layout) : result;
}
