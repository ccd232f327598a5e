/* Joining triangles into convex polygons, edge by edge (after Hertel and Mehlhorn): an edge
 * between two polygons is taken away where what remains is convex and nearly level. */
#include "builder/generate/footprint.h"

#include "core/base/disjoint.h"
#include "core/base/math.h"
#include "core/base/pull.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* A polygon's corners, as vertices of the walkmesh; counter-clockwise. */
struct polygon {
    uint32_t *corners, count;
    int64_t low, high;
};

struct joining {
    const struct wr_walkmesh *mesh;
    const wr_spot *spots; /* one a vertex */
    const uint8_t *moved; /* one a vertex: bits of the stretches that move it; or NULL */
    const wr_piece_stretch *stretches;
    uint32_t stretch_count;
    struct polygon *polygons; /* one a face; joined ones under their lowest face */
    uint32_t *parents;
    uint32_t *scratch;
    struct wr_arena *arena;
};

/* a b - c d, exact below 2^62, else of the right sign: products of rooms wider than 32 km are
 * more than an integer holds, and wrap around. */
static int64_t difference(int64_t a, int64_t b, int64_t c, int64_t d)
{
    double rough = (double)a * (double)b - (double)c * (double)d;
    if (rough > 0x1p62 || rough < -0x1p62)
        return rough > 0 ? INT64_MAX : -INT64_MAX;
    return (int64_t)((uint64_t)a * (uint64_t)b - (uint64_t)c * (uint64_t)d);
}

static int64_t turn_at(const struct joining *j, uint32_t a, uint32_t b, uint32_t c)
{
    wr_spot p = j->spots[a], q = j->spots[b], r = j->spots[c];
    return difference(q.x - p.x, r.y - q.y, q.y - p.y, r.x - q.x);
}

/* How far along an axis the least or greatest lengths move a vertex: bits say of which stretch
 * it is the greatest. */
static int64_t way_of(const struct joining *j, uint32_t vertex, uint32_t greatest, bool along_y)
{
    double way = 0;
    for (uint32_t i = 0; i < j->stretch_count; i++) {
        const wr_piece_stretch *stretch = &j->stretches[i];
        int64_t length = greatest >> i & 1 ? stretch->to : stretch->from;
        if (j->moved[vertex] >> i & 1)
            way += (along_y ? stretch->y : stretch->x) * (double)length;
    }
    return (int64_t)way;
}

static int64_t turn_with(const struct joining *j, uint32_t a, uint32_t b, uint32_t c,
                         uint32_t greatest)
{
    wr_spot corners[3] = {j->spots[a], j->spots[b], j->spots[c]};
    const uint32_t vertices[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        corners[i].x += way_of(j, vertices[i], greatest, false);
        corners[i].y += way_of(j, vertices[i], greatest, true);
    }
    return difference(corners[1].x - corners[0].x, corners[2].y - corners[1].y,
                      corners[1].y - corners[0].y, corners[2].x - corners[1].x);
}

/* As it is drawn, and with the least and greatest lengths: what lies between is so, too. */
static bool is_convex(const struct joining *j, const uint32_t *corners, uint32_t count)
{
    if (j->stretch_count > 0 && count > WR_SLAB_CORNERS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
        bool fine = turn_at(j, a, b, c) >= 0;
        for (uint32_t set = 0; fine && j->stretch_count > 0 && set >> j->stretch_count == 0;
             set++)
            fine = turn_with(j, a, b, c, set) >= 0;
        if (!fine)
            return false;
    }
    return true;
}

static uint32_t find_corner(const struct polygon *polygon, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < polygon->count; i++)
        if (polygon->corners[i] == from && polygon->corners[(i + 1) % polygon->count] == to)
            return i;
    return UINT32_MAX;
}

/* All corners of both, the edge from `a` to `b` (of p, and back of q) taken away. */
static uint32_t splice(struct joining *j, const struct polygon *p, const struct polygon *q,
                       uint32_t a, uint32_t b)
{
    uint32_t at_p = find_corner(p, a, b), at_q = find_corner(q, b, a), count = 0;
    if (at_p == UINT32_MAX || at_q == UINT32_MAX)
        return 0;
    for (uint32_t i = 1; i < p->count; i++)
        j->scratch[count++] = p->corners[(at_p + i) % p->count];
    for (uint32_t i = 1; i < q->count; i++)
        j->scratch[count++] = q->corners[(at_q + i) % q->count];
    return count;
}

static bool try_join(struct joining *j, uint32_t face, uint32_t other, uint32_t edge)
{
    uint32_t own = wr_disjoint_root(j->parents, face);
    uint32_t its = wr_disjoint_root(j->parents, other);
    struct polygon *p = &j->polygons[own], *q = &j->polygons[its];
    int64_t low = p->low < q->low ? p->low : q->low,
            high = p->high > q->high ? p->high : q->high;
    if (own == its || p->count == 0 || q->count == 0 || high - low > wr_units_of(WR_DOOR_STEP))
        return true;
    uint32_t count = splice(j, p, q, wr_edge_start(j->mesh, edge), wr_edge_end(j->mesh, edge));
    if (count == 0 || !is_convex(j, j->scratch, count))
        return true;
    struct polygon joined = {wr_arena_copy(j->arena, j->scratch, count, sizeof *j->scratch),
                             count, low, high};
    wr_disjoint_join(j->parents, own, its);
    p->count = q->count = 0;
    j->polygons[wr_disjoint_root(j->parents, own)] = joined;
    return joined.corners != NULL;
}

static bool start_polygons(struct joining *j)
{
    for (uint32_t f = 0; f < j->mesh->walkable_count; f++) {
        const uint32_t *v = j->mesh->faces[f].v;
        struct polygon *polygon = &j->polygons[f];
        *polygon = (struct polygon){.low = INT64_MAX, .high = INT64_MIN};
        if (turn_at(j, v[0], v[1], v[2]) <= 0)
            continue;
        polygon->corners = wr_arena_copy(j->arena, v, 3, sizeof *v);
        polygon->count = 3;
        if (!polygon->corners)
            return false;
        for (int k = 0; k < 3; k++) {
            int64_t z = j->spots[v[k]].z;
            polygon->low = z < polygon->low ? z : polygon->low;
            polygon->high = z > polygon->high ? z : polygon->high;
        }
    }
    return true;
}

static bool join_all(struct joining *j)
{
    for (uint32_t f = 0; f < j->mesh->walkable_count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            int32_t across = j->mesh->adjacency[f][k];
            if (across >= 0 && (uint32_t)across / 3 > f &&
                !try_join(j, f, (uint32_t)across / 3, 3 * f + k))
                return false;
        }
    return true;
}

/* Of a floor that is said instead of drawn: the ends of doorways on its straight walls are none
 * of its corners, which stay straight with any lengths. */
static void drop_straight(const struct joining *j, struct polygon *polygon)
{
    uint32_t kept = 0, count = polygon->count, *corners = polygon->corners;
    uint32_t first = corners[0], before = corners[count - 1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = corners[i];
        if (turn_at(j, before, at, i + 1 < count ? corners[i + 1] : first) != 0)
            corners[kept++] = at;
        before = at;
    }
    polygon->count = kept;
}

static bool slab_of(const struct joining *j, const struct polygon *polygon, wr_slab *out)
{
    wr_spot *points = WR_TAKE(j->arena, wr_spot, polygon->count);
    uint8_t *moved = j->moved ? WR_TAKE(j->arena, uint8_t, polygon->count) : NULL;
    for (uint32_t i = 0; points && i < polygon->count; i++) {
        points[i] = j->spots[polygon->corners[i]];
        if (moved)
            moved[i] = j->moved[polygon->corners[i]];
    }
    *out = (wr_slab){points, polygon->count, polygon->low,
                     polygon->high + wr_units_of(WR_HEADROOM), moved};
    return points && (moved || !j->moved);
}

static bool make_joining(struct joining *j, const wr_room *room, struct wr_arena *arena)
{
    uint32_t faces = room->mesh->walkable_count, vertices = room->mesh->vertex_count;
    wr_spot *spots = WR_TAKE(arena, wr_spot, vertices);
    *j = (struct joining){
        .mesh = room->mesh,
        .spots = spots,
        .polygons = WR_TAKE(arena, struct polygon, faces),
        .parents = WR_TAKE(arena, uint32_t, faces),
        .scratch = WR_TAKE(arena, uint32_t, 3 * (size_t)faces + 3),
        .arena = arena,
    };
    if (!spots || !j->polygons || !j->parents || !j->scratch)
        return false;
    for (uint32_t v = 0; v < vertices; v++)
        spots[v] = wr_spot_of(room->mesh->vertices[v]);
    wr_disjoint_start(j->parents, faces);
    return true;
}

static bool note_moved(struct joining *j, const wr_room *room, const wr_piece *piece)
{
    uint8_t *moved = WR_ZERO(j->arena, uint8_t, room->mesh->vertex_count);
    for (uint32_t v = 0; moved && v < room->mesh->vertex_count; v++)
        for (uint32_t i = 0; i < piece->stretch_count; i++)
            if (!room->stretches[i].slides &&
                wr_pull_takes(room->stretches[i].axis, room->stretches[i].at,
                              wr_widen(room->mesh->vertices[v])))
                moved[v] |= (uint8_t)(1u << i);
    j->stretches = piece->stretches;
    j->stretch_count = piece->stretch_count;
    j->moved = moved;
    return moved != NULL;
}

bool wr_footprint_make(const wr_room *room, const wr_piece *piece, struct wr_arena *arena,
                       wr_slab **out, uint32_t *count)
{
    struct joining j;
    if (!make_joining(&j, room, arena) ||
        (piece->stretch_count > 0 && !note_moved(&j, room, piece)) || !start_polygons(&j) ||
        !join_all(&j))
        return false;
    *out = WR_TAKE(arena, wr_slab, room->mesh->walkable_count);
    *count = 0;
    for (uint32_t f = 0; room->outline && f < room->mesh->walkable_count; f++)
        if (j.polygons[f].count)
            drop_straight(&j, &j.polygons[f]);
    for (uint32_t f = 0; *out && f < room->mesh->walkable_count; f++)
        if (j.polygons[f].count && !slab_of(&j, &j.polygons[f], &(*out)[(*count)++]))
            return false;
    return *out != NULL;
}
