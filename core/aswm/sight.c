/* Which triangles of a tile see each other in whole: nothing but floor lies in the hull of the
 * two. Walls are the sides of walkable triangles behind which no floor goes on.
 * Source: formats/aswm, 2. */
#include "core/aswm/baking.h"

#include "core/base/math.h"

enum { CORNERS = 6, WALLS = 3 * WR_ASWM_NODES_MOST };

/* How near a wall may come to a hull that it has no corner in common with, and how deep may one
 * reach into it that has; metres. */
#define NEAR 1e-4
#define DEEP 1e-6

struct point {
    double x, y;
    uint32_t v; /* of the mesh */
};

struct box {
    double low[2], high[2];
};

struct wall {
    struct point end[2];
    struct box box; /* by NEAR larger */
};

struct hull {
    uint32_t count;
    struct point corner[CORNERS + 1]; /* counter-clockwise, the first again at the end */
    double length[CORNERS];           /* of the side behind each corner */
    struct box box;
    const uint32_t *own[2]; /* the corners of the two triangles */
};

static struct point point_of(const struct wr_aswm *mesh, uint32_t v)
{
    return (struct point){mesh->vertices[v].x, mesh->vertices[v].y, v};
}

/* Above 0 where c lies on the left of the way from a to b: twice the area between them. */
static double left_of(struct point a, struct point b, struct point c)
{
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

static struct box box_of(const struct point *points, uint32_t count, double margin)
{
    struct box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < count; i++) {
        double x = points[i].x, y = points[i].y;
        box.low[0] = x - margin < box.low[0] ? x - margin : box.low[0];
        box.low[1] = y - margin < box.low[1] ? y - margin : box.low[1];
        box.high[0] = x + margin > box.high[0] ? x + margin : box.high[0];
        box.high[1] = y + margin > box.high[1] ? y + margin : box.high[1];
    }
    return box;
}

static bool boxes_meet(const struct box *a, const struct box *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1];
}

/* ---- Walls ---------------------------------------------------------------------------------
 */

static uint32_t third_corner(const wr_aswm_triangle *triangle, const wr_aswm_edge *edge)
{
    for (int i = 0; i < 2; i++)
        if (triangle->v[i] != edge->v[0] && triangle->v[i] != edge->v[1])
            return triangle->v[i];
    return triangle->v[2];
}

/* Whether floor goes on behind a side: not where the triangle there is folded back. */
static bool goes_on(const struct wr_aswm *mesh, const wr_aswm_triangle *triangle, int slot)
{
    uint32_t link = triangle->link[slot];
    if (link == WR_ASWM_NONE || !wr_aswm_walkable(mesh, link))
        return false;
    const wr_aswm_edge *edge = &mesh->edges[triangle->edge[slot]];
    struct point a = point_of(mesh, edge->v[0]), b = point_of(mesh, edge->v[1]);
    double here = left_of(a, b, point_of(mesh, third_corner(triangle, edge)));
    double there = left_of(a, b, point_of(mesh, third_corner(&mesh->triangles[link], edge)));
    return (here > 0 && there < 0) || (here < 0 && there > 0);
}

static uint32_t find_walls(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                           struct wall walls[WALLS])
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < tile->table.node_count; node++) {
        const wr_aswm_triangle *triangle =
            &mesh->triangles[tile->first + tile->table.node_to_local[node]];
        for (int slot = 0; slot < 3; slot++) {
            const wr_aswm_edge *edge = &mesh->edges[triangle->edge[slot]];
            if (goes_on(mesh, triangle, slot))
                continue;
            struct wall *wall = &walls[count++];
            wall->end[0] = point_of(mesh, edge->v[0]);
            wall->end[1] = point_of(mesh, edge->v[1]);
            wall->box = box_of(wall->end, 2, NEAR);
        }
    }
    return count;
}

/* ---- Hulls ---------------------------------------------------------------------------------
 */

static bool comes_before(struct point a, struct point b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static void sort_points(struct point points[CORNERS])
{
    for (int i = 1; i < CORNERS; i++) {
        struct point moved = points[i];
        int at = i;
        for (; at > 0 && comes_before(moved, points[at - 1]); at--)
            points[at] = points[at - 1];
        points[at] = moved;
    }
}

/* One half of a hull, from the first of the sorted points on to the last. */
static void add_chain(struct hull *hull, const struct point *points, int step)
{
    uint32_t base = hull->count;
    for (int i = 0; i < CORNERS; i++) {
        struct point point = points[i * step];
        while (hull->count >= base + 2 && left_of(hull->corner[hull->count - 2],
                                                  hull->corner[hull->count - 1], point) <= 0)
            hull->count--;
        hull->corner[hull->count++] = point;
    }
    hull->count--; /* it is the first of the other half */
}

static struct hull hull_of(const struct wr_aswm *mesh, const wr_aswm_triangle *a,
                           const wr_aswm_triangle *b)
{
    struct hull hull = {.own = {a->v, b->v}};
    struct point points[CORNERS];
    for (int i = 0; i < 3; i++) {
        points[i] = point_of(mesh, a->v[i]);
        points[i + 3] = point_of(mesh, b->v[i]);
    }
    sort_points(points);
    add_chain(&hull, points, 1);
    add_chain(&hull, points + CORNERS - 1, -1);
    hull.corner[hull.count] = hull.corner[0];
    for (uint32_t i = 0; i < hull.count; i++) {
        double x = hull.corner[i + 1].x - hull.corner[i].x;
        double y = hull.corner[i + 1].y - hull.corner[i].y;
        hull.length[i] = sqrt(x * x + y * y);
    }
    hull.box = box_of(points, CORNERS, 0);
    return hull;
}

static bool is_own(const struct hull *hull, uint32_t v)
{
    bool own = false;
    for (int i = 0; i < 3; i++)
        own |= hull->own[0][i] == v || hull->own[1][i] == v;
    return own;
}

/* Cuts a wall down to what lies in the hull, whose sides are moved out by `margin`: the deepest
 * that the middle of that lies in it, below 0 where nothing does. */
static double depth_of(const struct hull *hull, const struct wall *wall, double margin)
{
    double from = 0, to = 1, deepest = INFINITY, x, y;
    double dx = wall->end[1].x - wall->end[0].x, dy = wall->end[1].y - wall->end[0].y;
    for (uint32_t i = 0; i < hull->count && from <= to; i++) {
        struct point a = hull->corner[i], b = hull->corner[i + 1];
        double start = left_of(a, b, wall->end[0]) + margin * hull->length[i];
        double slope = (b.x - a.x) * dy - (b.y - a.y) * dx;
        if (slope > 0 && -start / slope > from)
            from = -start / slope;
        if (slope < 0 && -start / slope < to)
            to = -start / slope;
        if (slope == 0 && start < 0)
            return -1;
    }
    if (from > to)
        return -1;
    x = wall->end[0].x + dx * (from + to) / 2;
    y = wall->end[0].y + dy * (from + to) / 2;
    for (uint32_t i = 0; i < hull->count; i++) {
        double side = left_of(hull->corner[i], hull->corner[i + 1], (struct point){x, y, 0});
        double depth = side / hull->length[i] + margin;
        deepest = depth < deepest ? depth : deepest;
    }
    return deepest;
}

/* Both ends of a wall lie outside the same side. */
static bool is_beside(const struct hull *hull, const struct wall *wall)
{
    for (uint32_t i = 0; i < hull->count; i++) {
        struct point a = hull->corner[i], b = hull->corner[i + 1];
        double off = -NEAR * hull->length[i];
        if (left_of(a, b, wall->end[0]) < off && left_of(a, b, wall->end[1]) < off)
            return true;
    }
    return false;
}

static bool is_in_the_way(const struct hull *hull, const struct wall *wall)
{
    bool first = is_own(hull, wall->end[0].v), second = is_own(hull, wall->end[1].v);
    for (int i = 0; i < 2; i++) {
        const struct wall end = {.end = {wall->end[i], wall->end[i]}};
        if (!is_own(hull, wall->end[i].v) && depth_of(hull, &end, NEAR) >= 0)
            return true;
    }
    return first || second ? depth_of(hull, wall, 0) > DEEP : depth_of(hull, wall, NEAR) >= 0;
}

/* ---- Sight --------------------------------------------------------------------------------
 */

struct sight {
    const struct wr_aswm *mesh;
    struct wall walls[WALLS];
    uint32_t count;
};

/* What was in the way goes first: it mostly is in the way of the next pair, too. */
static void put_first(struct sight *sight, uint32_t index)
{
    struct wall found = sight->walls[index];
    sight->walls[index] = sight->walls[0];
    sight->walls[0] = found;
}

static bool sees(struct sight *sight, const wr_aswm_triangle *a, const wr_aswm_triangle *b)
{
    struct hull hull = hull_of(sight->mesh, a, b);
    if (hull.count < 3)
        return false;
    for (uint32_t i = 0; i < sight->count; i++) {
        const struct wall *wall = &sight->walls[i];
        if (!boxes_meet(&hull.box, &wall->box) || is_beside(&hull, wall) ||
            !is_in_the_way(&hull, wall))
            continue;
        put_first(sight, i);
        return false;
    }
    return true;
}

void wr_aswm_sight(const struct wr_aswm *mesh, const wr_aswm_tile *tile, uint8_t *next)
{
    struct sight sight = {.mesh = mesh};
    uint32_t nodes = tile->table.node_count;
    const uint32_t *locals = tile->table.node_to_local;
    const wr_aswm_triangle *triangles = &mesh->triangles[tile->first];
    sight.count = find_walls(mesh, tile, sight.walls);
    for (uint32_t a = 0; a < nodes; a++)
        for (uint32_t b = a + 1; b < nodes; b++) {
            uint8_t *there = &next[a * nodes + b], *back = &next[b * nodes + a];
            if (*there == WR_ASWM_NO_NODE ||
                !sees(&sight, &triangles[locals[a]], &triangles[locals[b]]))
                continue;
            *there |= WR_ASWM_SEEN;
            *back |= WR_ASWM_SEEN;
        }
}
