/* A floor's walls in a grid of cells, and walks over it from face to face. */
#include "builder/module/path_floor.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/adjacency.h"

#include <string.h>

/* ---- Doorways ---- */

double wr_path_plan_distance(wr_vec3 a, wr_vec3 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

static wr_vec3 between(wr_vec3 a, wr_vec3 b, double part)
{
    wr_dvec3 way = wr_sub(wr_widen(b), wr_widen(a));
    return wr_narrow(wr_add(wr_widen(a), wr_scale(way, part)));
}

wr_vec3 wr_path_middle(const wr_vec3 *points, uint32_t count, uint32_t *piece)
{
    double length = 0, at = 0;
    for (uint32_t k = 0; k + 1 < count; k++)
        length += wr_path_plan_distance(points[k], points[k + 1]);
    for (uint32_t k = 0; k + 1 < count; k++) {
        double own = wr_path_plan_distance(points[k], points[k + 1]);
        if (at + own > length / 2 || (k + 2 == count && own > 0)) {
            double part = (length / 2 - at) / own, least = 2 * WR_CENTIMETRE / own;
            least = least < 0.5 ? least : 0.5;
            part = part < least ? least : part > 1 - least ? 1 - least : part;
            *piece = k;
            return between(points[k], points[k + 1], part);
        }
        at += own;
    }
    *piece = 0;
    return points[0];
}

static bool start_doors(struct wr_path_floor *floor, const struct wr_path_room *room,
                        struct wr_arena *arena)
{
    floor->door_count = room->rim_count;
    floor->doors = WR_ZERO(arena, wr_path_door, room->rim_count);
    for (uint32_t d = 0; floor->doors && d < room->rim_count; d++) {
        const wr_path_rim *rim = &room->rims[d];
        floor->doors[d] = (wr_path_door){
            .middle.at = rim->middle, .in_x = rim->in_x, .in_y = rim->in_y, .link = rim->link};
    }
    return floor->doors != NULL;
}

/* Whether an open edge is a piece of a doorway, not a wall; the doorway whose middle is on it
 * gets to know its face. */
static bool is_doorway(struct wr_path_floor *floor, const struct wr_path_room *room,
                       uint32_t edge)
{
    uint32_t start = wr_edge_start(floor->mesh, edge), end = wr_edge_end(floor->mesh, edge);
    bool found = false;
    for (uint32_t d = 0; d < room->rim_count; d++)
        for (uint32_t k = 0; k + 1 < room->rims[d].count; k++) {
            uint32_t a = room->rims[d].vertices[k], b = room->rims[d].vertices[k + 1];
            if (!(a == start && b == end) && !(a == end && b == start))
                continue;
            found = true;
            if (k == room->rims[d].piece)
                floor->doors[d].middle.faces[0] = floor->doors[d].middle.faces[1] = edge / 3;
        }
    return found;
}

/* ---- Walls ---- */

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void add_wall(struct wr_path_floor *floor, wr_vec3 a, wr_vec3 b)
{
    floor->walls[floor->wall_count++] = (wr_path_wall){(double)a.x,
                                                       (double)a.y,
                                                       (double)b.x,
                                                       (double)b.y,
                                                       lesser((double)a.z, (double)b.z),
                                                       larger((double)a.z, (double)b.z)};
}

static bool overlaps(double low, double high, float other_low, float other_high)
{
    return low <= (double)other_high && high >= (double)other_low;
}

/* Whether something that stands in the area may be near this floor. */
static bool is_here(const struct wr_path_floor *floor, const wr_path_solid *solid)
{
    const double near = WR_PATH_CLEARANCE + WR_CENTIMETRE;
    const wr_box *box = &floor->box;
    return overlaps((double)box->min.x - near, (double)box->max.x + near, solid->box.min.x,
                    solid->box.max.x) &&
           overlaps((double)box->min.y - near, (double)box->max.y + near, solid->box.min.y,
                    solid->box.max.y) &&
           overlaps((double)box->min.z - WR_HEADROOM, (double)box->max.z + WR_HEADROOM,
                    solid->box.min.z, solid->box.max.z);
}

static uint32_t count_solids(const struct wr_path_floor *floor,
                             const struct wr_path_solids *solids)
{
    uint32_t count = 0;
    for (uint32_t i = 0; solids && i < solids->count; i++)
        count += is_here(floor, &solids->items[i]) ? solids->items[i].count : 0;
    return count;
}

static void add_solids(struct wr_path_floor *floor, const struct wr_path_solids *solids)
{
    floor->solid_from = floor->wall_count;
    for (uint32_t i = 0; solids && i < solids->count; i++)
        for (uint32_t w = 0; is_here(floor, &solids->items[i]) && w < solids->items[i].count;
             w++)
            floor->walls[floor->wall_count++] = solids->walls[solids->items[i].first + w];
}

/* Open edges are walls, but for those of doorways. */
static bool find_walls(struct wr_path_floor *floor, const struct wr_path_room *room,
                       struct wr_arena *arena)
{
    const struct wr_walkmesh *mesh = floor->mesh;
    bool *on_rim = WR_ZERO(arena, bool, mesh->vertex_count);
    uint32_t open = 0;
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++)
        open += mesh->adjacency[edge / 3][edge % 3] < 0;
    floor->walls =
        WR_TAKE(arena, wr_path_wall, (size_t)open + count_solids(floor, room->solids));
    if (!on_rim || !floor->walls)
        return false;
    for (uint32_t d = 0; d < room->rim_count; d++)
        for (uint32_t k = 0; k < room->rims[d].count; k++)
            on_rim[room->rims[d].vertices[k]] = true;
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++) {
        uint32_t start = wr_edge_start(mesh, edge), end = wr_edge_end(mesh, edge);
        bool wall = mesh->adjacency[edge / 3][edge % 3] < 0;
        if (wall && !(on_rim[start] && on_rim[end] && is_doorway(floor, room, edge)))
            add_wall(floor, mesh->vertices[start], mesh->vertices[end]);
    }
    add_solids(floor, room->solids);
    return true;
}

static void find_box(struct wr_path_floor *floor)
{
    const struct wr_walkmesh *mesh = floor->mesh;
    floor->box = wr_box_empty();
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++)
            floor->box = wr_box_add(floor->box, mesh->vertices[mesh->faces[f].v[k]]);
}

/* ---- Cells ---- */

static uint32_t cell_of(double at, double cell, uint32_t count)
{
    double index = at / cell;
    if (!(index > 0))
        return 0;
    return index < count ? (uint32_t)index : count - 1;
}

static uint32_t column_of(const struct wr_path_floor *floor, double x)
{
    return cell_of(x - (double)floor->box.min.x, floor->cell, floor->columns);
}

static uint32_t row_of(const struct wr_path_floor *floor, double y)
{
    return cell_of(y - (double)floor->box.min.y, floor->cell, floor->rows);
}

/* Counts or files a wall in each cell it crosses, row by row; rounding may add a neighbour. */
static void file_wall(struct wr_path_floor *floor, uint32_t index, bool counting)
{
    const wr_path_wall *wall = &floor->walls[index];
    double bottom = lesser(wall->ay, wall->by), top = larger(wall->ay, wall->by);
    uint32_t last_row = row_of(floor, top);
    for (uint32_t row = row_of(floor, bottom); row <= last_row; row++) {
        double from = larger((double)floor->box.min.y + row * floor->cell, bottom);
        double to = lesser((double)floor->box.min.y + (row + 1) * floor->cell, top);
        double x0 = wall->ax, x1 = wall->bx;
        if (top > bottom) {
            double slope = (wall->bx - wall->ax) / (wall->by - wall->ay);
            x0 = wall->ax + (from - wall->ay) * slope;
            x1 = wall->ax + (to - wall->ay) * slope;
        }
        uint32_t last = column_of(floor, larger(x0, x1) + WR_CENTIMETRE);
        for (uint32_t c = column_of(floor, lesser(x0, x1) - WR_CENTIMETRE); c <= last; c++) {
            uint32_t cell = row * floor->columns + c;
            if (counting)
                floor->firsts[cell]++;
            else
                floor->items[--floor->firsts[cell]] = index;
        }
    }
}

static bool file_walls(struct wr_path_floor *floor, struct wr_arena *arena)
{
    enum { FEW = 64 };
    const double usual = 2; /* metres */
    double width = (double)floor->box.max.x - (double)floor->box.min.x;
    double depth = (double)floor->box.max.y - (double)floor->box.min.y;
    double most = FEW + 2 * (double)floor->wall_count;
    floor->cell =
        larger(usual, larger(sqrt(width * depth / most), larger(width, depth) / most));
    floor->columns = 1 + (uint32_t)(width / floor->cell);
    floor->rows = 1 + (uint32_t)(depth / floor->cell);
    size_t cells = (size_t)floor->columns * floor->rows;
    uint32_t sum = 0;
    floor->firsts = WR_ZERO(arena, uint32_t, cells + 1);
    if (!floor->firsts)
        return false;
    for (uint32_t w = 0; w < floor->wall_count; w++)
        file_wall(floor, w, true);
    for (size_t c = 0; c <= cells; c++) {
        sum += floor->firsts[c];
        floor->firsts[c] = sum;
    }
    floor->items = WR_TAKE(arena, uint32_t, sum);
    for (uint32_t w = 0; floor->items && w < floor->wall_count; w++)
        file_wall(floor, w, false);
    return floor->items != NULL;
}

enum wr_result wr_path_floor_make(struct wr_context *context, const struct wr_path_room *room,
                                  struct wr_arena *arena, struct wr_path_floor *out)
{
    *out = (struct wr_path_floor){.mesh = room->mesh};
    enum wr_result result = wr_adjacency_derive(context, arena, room->mesh, NULL);
    if (result != WR_OK)
        return result;
    out->islands = WR_TAKE(arena, uint32_t, room->mesh->walkable_count);
    if (!out->islands)
        return wr_no_memory(context);
    out->island_count = wr_adjacency_islands(room->mesh, out->islands);
    if (room->mesh->walkable_count == 0)
        return WR_OK;
    find_box(out);
    if (!start_doors(out, room, arena) || !find_walls(out, room, arena) ||
        !file_walls(out, arena))
        return wr_no_memory(context);
    return WR_OK;
}

/* ---- Walking ---- */

double wr_path_height(const struct wr_walkmesh *mesh, uint32_t face, double x, double y)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_dvec3 a = wr_widen(mesh->vertices[v[0]]);
    wr_dvec3 n =
        wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]);
    if (n.z == 0)
        return a.z;
    return a.z - (n.x * (x - a.x) + n.y * (y - a.y)) / n.z;
}

/* A straight way in the plan. */
struct way {
    double x, y, dx, dy, square;
};

static double side_of(const struct way *way, wr_vec3 v)
{
    return way->dx * ((double)v.y - way->y) - way->dy * ((double)v.x - way->x);
}

/* Which part of the way has passed when it crosses the edge between two vertices on different
 * sides of it. */
static double crossing(const struct way *way, wr_vec3 a, wr_vec3 b)
{
    double sa = side_of(way, a), sb = side_of(way, b), part = sa / (sa - sb);
    double x = (double)a.x + ((double)b.x - (double)a.x) * part - way->x;
    double y = (double)a.y + ((double)b.y - (double)a.y) * part - way->y;
    return (x * way->dx + y * way->dy) / way->square;
}

/* The edge by which a way leaves a face it entered by `entry` (3: it began there); a vertex on
 * the way counts as left of it, in every face alike. 3 where it does not. */
static uint32_t exit_of(const struct wr_walkmesh *mesh, const struct way *way, uint32_t face,
                        uint32_t entry, double *part)
{
    const uint32_t *v = mesh->faces[face].v;
    bool left[3];
    uint32_t best = 3;
    for (int k = 0; k < 3; k++)
        left[k] = side_of(way, mesh->vertices[v[k]]) >= 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (k == entry || left[k] == left[(k + 1) % 3])
            continue;
        double at = crossing(way, mesh->vertices[v[k]], mesh->vertices[v[(k + 1) % 3]]);
        if (best == 3 || at > *part) {
            best = k;
            *part = at;
        }
    }
    return best;
}

/* Walks until `way` ends within a face, or within a hair of it in `wanted`. */
static bool walk_from(const struct wr_path_floor *floor, const struct way *way, uint32_t face,
                      const uint32_t wanted[2], uint32_t *out)
{
    const struct wr_walkmesh *mesh = floor->mesh;
    uint32_t entry = 3;
    double before = -WR_ROUNDING, hair = 1e3 * WR_ROUNDING;
    for (uint32_t steps = 0; steps <= mesh->walkable_count; steps++) {
        double part = 0;
        uint32_t edge = exit_of(mesh, way, face, entry, &part);
        bool there = edge == 3 || part >= 1;
        *out = face;
        if (wanted && (there || part >= 1 - hair) && (face == wanted[0] || face == wanted[1]))
            return true;
        if (there && (!wanted || edge == 3 || part > 1 + hair))
            return !wanted;
        int32_t across = mesh->adjacency[face][edge];
        if (across < 0 || part < before - hair)
            return false;
        before = part;
        face = (uint32_t)across / 3;
        entry = (uint32_t)across % 3;
    }
    return false;
}

static bool way_of(struct way *way, wr_vec3 from, double x, double y)
{
    *way =
        (struct way){(double)from.x, (double)from.y, x - (double)from.x, y - (double)from.y, 0};
    way->square = way->dx * way->dx + way->dy * way->dy;
    return way->square > 0;
}

bool wr_path_walk(const struct wr_path_floor *floor, const wr_path_spot *from, double x,
                  double y, wr_path_spot *out)
{
    struct way way;
    uint32_t face = from->faces[0];
    if (way_of(&way, from->at, x, y) && !walk_from(floor, &way, from->faces[0], NULL, &face))
        return false;
    out->at = wr_vec3_of((float)x, (float)y, (float)wr_path_height(floor->mesh, face, x, y));
    out->faces[0] = out->faces[1] = face;
    return true;
}

static bool leads(const struct wr_path_floor *floor, const wr_path_spot *from,
                  const wr_path_spot *to)
{
    struct way way;
    uint32_t face;
    return way_of(&way, from->at, (double)to->at.x, (double)to->at.y) &&
           (walk_from(floor, &way, from->faces[0], to->faces, &face) ||
            (from->faces[1] != from->faces[0] &&
             walk_from(floor, &way, from->faces[1], to->faces, &face)));
}

/* A way along an edge may be found in one direction only. */
bool wr_path_leads(const struct wr_path_floor *floor, const wr_path_spot *from,
                   const wr_path_spot *to)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (from->faces[i] == to->faces[k])
                return true;
    return leads(floor, from, to) || leads(floor, to, from);
}

/* ---- Distances from walls ---- */

static double point_square(double x, double y, double ax, double ay, double bx, double by)
{
    double dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy, part = 0;
    if (square > 0)
        part = ((x - ax) * dx + (y - ay) * dy) / square;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    x -= ax + part * dx;
    y -= ay + part * dy;
    return x * x + y * y;
}

static bool opposite(double a, double b)
{
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

/* The square of the distance between a straight way and a wall, `best` if that is not nearer.
 */
static double hop_square(const double from[2], const double to[2], const wr_path_wall *wall,
                         double best)
{
    double dx = to[0] - from[0], dy = to[1] - from[1];
    double wx = wall->bx - wall->ax, wy = wall->by - wall->ay;
    double a = dx * (wall->ay - from[1]) - dy * (wall->ax - from[0]);
    double b = dx * (wall->by - from[1]) - dy * (wall->bx - from[0]);
    bool across = opposite(a, b);
    double off = best * (dx * dx + dy * dy);
    if (!across && a * a >= off && b * b >= off)
        return best;
    if (across && opposite(wx * (from[1] - wall->ay) - wy * (from[0] - wall->ax),
                           wx * (to[1] - wall->ay) - wy * (to[0] - wall->ax)))
        return 0;
    best = lesser(best, point_square(from[0], from[1], wall->ax, wall->ay, wall->bx, wall->by));
    best = lesser(best, point_square(to[0], to[1], wall->ax, wall->ay, wall->bx, wall->by));
    best = lesser(best, point_square(wall->ax, wall->ay, from[0], from[1], to[0], to[1]));
    return lesser(best, point_square(wall->bx, wall->by, from[0], from[1], to[0], to[1]));
}

/* How far two ranges are apart. */
static double gap(double low, double high, double other_low, double other_high)
{
    return larger(0, larger(other_low - high, low - other_high));
}

/* Whether a wall's box is so far from that of a straight way that it cannot be nearer than
 * `best`. */
static bool is_far(const double from[2], const double to[2], const wr_path_wall *wall,
                   double best)
{
    double x = gap(lesser(from[0], to[0]), larger(from[0], to[0]), lesser(wall->ax, wall->bx),
                   larger(wall->ax, wall->bx));
    double y = gap(lesser(from[1], to[1]), larger(from[1], to[1]), lesser(wall->ay, wall->by),
                   larger(wall->ay, wall->by));
    return x * x + y * y >= best;
}

/* The least square of the distances from a straight way to walls from one on whose heights
 * reach into [low, high], `best` if none is nearer. */
static double walls_square(const struct wr_path_floor *floor, uint32_t from_wall,
                           const double from[2], const double to[2], double low, double high,
                           double best)
{
    double reach = sqrt(best);
    bool point = from[0] == to[0] && from[1] == to[1];
    uint32_t first = column_of(floor, lesser(from[0], to[0]) - reach);
    uint32_t last = column_of(floor, larger(from[0], to[0]) + reach);
    uint32_t end = row_of(floor, larger(from[1], to[1]) + reach);
    for (uint32_t row = row_of(floor, lesser(from[1], to[1]) - reach); row <= end; row++) {
        const uint32_t *firsts = &floor->firsts[row * floor->columns];
        for (uint32_t i = firsts[first]; i < firsts[last + 1]; i++) {
            const wr_path_wall *wall = &floor->walls[floor->items[i]];
            if (floor->items[i] < from_wall || wall->high < low || wall->low > high ||
                is_far(from, to, wall, best))
                continue;
            best = point ? lesser(best, point_square(from[0], from[1], wall->ax, wall->ay,
                                                     wall->bx, wall->by))
                         : hop_square(from, to, wall, best);
        }
    }
    return best;
}

/* Walls farther up or down belong to another storey. */
static const double other_storey = WR_HEADROOM / 2;

double wr_path_clearance(const struct wr_path_floor *floor, wr_vec3 at, double most)
{
    double place[2] = {(double)at.x, (double)at.y};
    return sqrt(walls_square(floor, 0, place, place, (double)at.z - other_storey,
                             (double)at.z + other_storey, most * most));
}

/* Doorways excuse a little less than they may, so that rounding does no harm. */
static const double excused = WR_PATH_DOORWAY - WR_CENTIMETRE;

/* Whether a place keeps off what stands there, and a little more. */
static bool keeps_off_solids(const struct wr_path_floor *floor, wr_vec3 at)
{
    const double far = WR_PATH_CLEARANCE + WR_CENTIMETRE;
    double place[2] = {(double)at.x, (double)at.y};
    return floor->solid_from == floor->wall_count ||
           !(walls_square(floor, floor->solid_from, place, place, (double)at.z - other_storey,
                          (double)at.z + other_storey, far * far) < far * far);
}

bool wr_path_excused(const struct wr_path_floor *floor, wr_vec3 at)
{
    for (uint32_t d = 0; d < floor->door_count; d++)
        if (wr_distance(at, floor->doors[d].middle.at) < excused)
            return keeps_off_solids(floor, at);
    return false;
}

/* The part of a way within a ball round a doorway's middle. */
static bool excused_part(wr_vec3 a, wr_vec3 b, wr_vec3 middle, double *from, double *to)
{
    wr_dvec3 way = wr_sub(wr_widen(b), wr_widen(a));
    wr_dvec3 off = wr_sub(wr_widen(a), wr_widen(middle));
    double square = wr_dot(way, way), along = wr_dot(way, off);
    double root = along * along - square * (wr_dot(off, off) - excused * excused);
    if (!(square > 0) || !(root > 0))
        return false;
    *from = larger(0, (-along - sqrt(root)) / square);
    *to = lesser(1, (-along + sqrt(root)) / square);
    return *from < *to;
}

/* The parts of a way that no doorway excuses, in order. */
struct parts {
    double from[9], to[9];
    int count;
};

static void excuse(struct parts *parts, double from, double to)
{
    struct parts left = {.count = 0};
    for (int i = 0; i < parts->count && left.count < 8; i++) {
        double a = parts->from[i], b = parts->to[i];
        if (a < lesser(from, b)) {
            left.from[left.count] = a;
            left.to[left.count++] = lesser(from, b);
        }
        if (b > larger(to, a)) {
            left.from[left.count] = larger(to, a);
            left.to[left.count++] = b;
        }
    }
    *parts = left;
}

double wr_path_hop_clearance(const struct wr_path_floor *floor, wr_vec3 a, wr_vec3 b,
                             double most)
{
    double from[2] = {(double)a.x, (double)a.y}, to[2] = {(double)b.x, (double)b.y};
    double low = lesser((double)a.z, (double)b.z) - other_storey;
    double high = larger((double)a.z, (double)b.z) + other_storey;
    double best = walls_square(floor, 0, from, to, low, high, most * most);
    if (!(best < most * most))
        return most;
    struct parts parts = {{0}, {1}, 1};
    for (uint32_t d = 0; d < floor->door_count && parts.count < 4; d++) {
        double first, last;
        if (excused_part(a, b, floor->doors[d].middle.at, &first, &last))
            excuse(&parts, first, last);
    }
    best = most * most;
    if (floor->solid_from < floor->wall_count)
        best = walls_square(floor, floor->solid_from, from, to, low, high, best);
    for (int i = 0; i < parts.count; i++) {
        double dx = to[0] - from[0], dy = to[1] - from[1];
        double start[2] = {from[0] + dx * parts.from[i], from[1] + dy * parts.from[i]};
        double end[2] = {from[0] + dx * parts.to[i], from[1] + dy * parts.to[i]};
        best = walls_square(floor, 0, start, end, low, high, best);
    }
    return sqrt(best);
}

double wr_path_keeps(const struct wr_path_floor *floor, const wr_path_spot *a,
                     const wr_path_spot *b)
{
    if (!wr_path_leads(floor, a, b))
        return -1;
    return wr_path_hop_clearance(floor, a->at, b->at, WR_PATH_CLEARANCE);
}
