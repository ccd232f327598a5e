/* Outlines of a room: its faces merged by storey and material, its walls, and lines of equal
 * height where it slopes. */
#include "builder/floorplan/floorplan.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"

#include <stdlib.h>
#include <string.h>

/* One face where it is drawn. */
struct piece {
    enum wr_layer layer;
    uint32_t storey, material, face;
};

struct outlining {
    const struct wr_floorplan *floorplan;
    wr_floorplan_room *room;
    struct wr_arena *arena, *scratch;
    uint32_t *places; /* one a vertex: vertices on one spot of the plan share the lowest rank */
    wr_point *spots;  /* where the places are */
    uint32_t place_count;
    struct piece *pieces;
    uint32_t piece_count;
    bool failed;
};

/* ---- Places ---- */

struct ranked {
    float x, y;
    uint32_t vertex;
};

static int order_ranked(const void *a, const void *b)
{
    const struct ranked *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

static bool find_places(struct outlining *outlining)
{
    const wr_floorplan_room *room = outlining->room;
    uint32_t count = room->mesh->vertex_count, places = 0;
    struct ranked *ranked = WR_TAKE(outlining->scratch, struct ranked, count);
    outlining->places = WR_TAKE(outlining->scratch, uint32_t, count);
    outlining->spots = WR_TAKE(outlining->scratch, wr_point, count);
    if (!ranked || !outlining->places || !outlining->spots)
        return false;
    for (uint32_t v = 0; v < count; v++)
        ranked[v] = (struct ranked){room->points[v].x, room->points[v].y, v};
    qsort(ranked, count, sizeof *ranked, order_ranked);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && ranked[i].x == ranked[i - 1].x && ranked[i].y == ranked[i - 1].y;
        if (!same)
            outlining->spots[places++] = (wr_point){(double)ranked[i].x, (double)ranked[i].y};
        outlining->places[ranked[i].vertex] = places - 1;
    }
    outlining->place_count = places;
    return true;
}

/* ---- Pieces ---- */

static void add_piece(struct outlining *outlining, enum wr_layer layer, uint32_t storey,
                      uint32_t face)
{
    outlining->pieces[outlining->piece_count++] =
        (struct piece){layer, storey, outlining->room->mesh->materials[face], face};
}

/* Blocking faces that look down are ceilings; upright ones are nothing in a plan. */
static bool is_drawn(const wr_floorplan_room *room, uint32_t face)
{
    const uint32_t *v = room->mesh->faces[face].v;
    enum wr_side side =
        wr_triangle_side(room->points[v[0]], room->points[v[1]], room->points[v[2]]);
    bool up = side == (room->motion.mirrored ? WR_SIDE_DOWN : WR_SIDE_UP);
    return up || (side != WR_SIDE_NONE && side != WR_SIDE_UPRIGHT &&
                  face < room->mesh->walkable_count);
}

static int order_pieces(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->layer != q->layer)
        return p->layer < q->layer ? -1 : 1;
    if (p->storey != q->storey)
        return p->storey < q->storey ? -1 : 1;
    if (p->material != q->material)
        return p->material < q->material ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}

static bool find_pieces(struct outlining *outlining)
{
    wr_floorplan_room *room = outlining->room;
    const struct wr_walkmesh *mesh = room->mesh;
    outlining->pieces = WR_TAKE(outlining->scratch, struct piece,
                                (size_t)mesh->face_count + mesh->walkable_count);
    if (!outlining->pieces)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        bool floor = f < mesh->walkable_count;
        if (!is_drawn(room, f))
            continue;
        add_piece(outlining, floor ? WR_LAYER_FLOOR : WR_LAYER_BLOCKED, room->storeys[f], f);
        uint32_t echo = floor ? wr_floorplan_echo_of(outlining->floorplan, room, f) : WR_NONE;
        if (echo != WR_NONE)
            add_piece(outlining, WR_LAYER_ECHO, echo, f);
    }
    qsort(outlining->pieces, outlining->piece_count, sizeof *outlining->pieces, order_pieces);
    return true;
}

/* ---- Merging ---- */

/* A directed side in the plan is the pair of its ends in one number. */
static uint64_t pair(uint32_t start, uint32_t end)
{
    return (uint64_t)start << 32 | end;
}

static uint32_t start_of(uint64_t side)
{
    return (uint32_t)(side >> 32);
}

static uint32_t end_of(uint64_t side)
{
    return (uint32_t)side;
}

/* Sorts by one end, a number below `most`; those alike in it keep their order. Then `firsts`
 * says where those of each number begin. */
static void deal(const uint64_t *from, uint32_t count, int shift, uint32_t *firsts,
                 uint32_t most, uint64_t *to)
{
    memset(firsts, 0, most * sizeof *firsts);
    for (uint32_t i = 0; i < count; i++)
        firsts[(uint32_t)(from[i] >> shift)]++;
    for (uint32_t k = 1; k < most; k++)
        firsts[k] += firsts[k - 1];
    for (uint32_t i = count; i-- > 0;)
        to[--firsts[(uint32_t)(from[i] >> shift)]] = from[i];
}

/* Returns where the sides that leave each place begin; one more says where the last ends. */
static uint32_t *sort_sides(const struct outlining *outlining, uint64_t *sides, uint32_t count)
{
    uint32_t places = outlining->place_count;
    uint32_t *firsts = WR_TAKE(outlining->scratch, uint32_t, 2 * (size_t)places + 1);
    uint64_t *aside = WR_TAKE(outlining->scratch, uint64_t, count);
    if (!firsts || !aside)
        return NULL;
    deal(sides, count, 0, firsts, 2 * places, aside);
    deal(aside, count, 32, firsts, places + 1, sides);
    return firsts;
}

/* The sides of a run of pieces, all wound counter-clockwise as seen from above: low ends first,
 * and behind high ones a bit that is set where it runs down. */
static uint32_t gather_sides(const struct outlining *outlining, const struct piece *pieces,
                             uint32_t count, uint64_t *out)
{
    uint32_t sides = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = outlining->room->mesh->faces[pieces[i].face].v;
        bool turned = (wr_floorplan_face_area(outlining->room, pieces[i].face) < 0) !=
                      outlining->room->motion.mirrored;
        for (int k = 0; k < 3; k++) {
            uint32_t a = outlining->places[v[k]], b = outlining->places[v[(k + 1) % 3]];
            if (a < b)
                out[sides++] = pair(a, 2 * b + turned);
            else if (a > b)
                out[sides++] = pair(b, 2 * a + !turned);
        }
    }
    return sides;
}

/* Sides that run both ways cancel out; what is left borders the run. */
static uint32_t cancel_sides(uint64_t *sides, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, next; i < count; i = next) {
        uint32_t low = start_of(sides[i]), high = end_of(sides[i]) / 2;
        int32_t sum = 0;
        for (next = i; next < count && (sides[next] ^ sides[i]) < 2; next++)
            sum += sides[next] & 1 ? -1 : 1;
        for (int32_t k = 0; k < sum; k++)
            sides[kept++] = pair(low, high);
        for (int32_t k = 0; k > sum; k--)
            sides[kept++] = pair(high, low);
    }
    return kept;
}

/* Whether the middle of three points lies on the line of the others. */
static bool is_straight(wr_point a, wr_point b, wr_point c)
{
    double x = c.x - a.x, y = c.y - a.y, length = sqrt(x * x + y * y);
    double off = (b.x - a.x) * y - (b.y - a.y) * x;
    double along = (b.x - a.x) * x + (b.y - a.y) * y;
    return length > 0 && (off < 0 ? -off : off) <= WR_WELD_DISTANCE * length && along > 0 &&
           along < length * length;
}

/* Drops the points of a closed run that lie on a straight line; returns how many stay. */
static uint32_t straighten(wr_point *points, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept >= 2 && is_straight(points[kept - 2], points[kept - 1], points[i]))
            kept--;
        points[kept++] = points[i];
    }
    while (kept > 3 && is_straight(points[kept - 2], points[kept - 1], points[0]))
        kept--;
    if (kept > 3 && is_straight(points[kept - 1], points[0], points[1])) {
        kept--;
        points[0] = points[kept];
    }
    return kept;
}

/* Follows sides from one to the next until none is left. Where several leave one place any will
 * do: all loops are wound alike, and as many sides leave a place as reach it. */
static bool chain(struct outlining *outlining, uint64_t *sides, uint32_t count, wr_outline *out)
{
    const uint32_t *firsts = sort_sides(outlining, sides, count);
    uint32_t *used = WR_ZERO(outlining->scratch, uint32_t, outlining->place_count);
    out->points = WR_TAKE(outlining->arena, wr_point, count);
    out->contours = WR_TAKE(outlining->arena, wr_contour, count);
    if (!firsts || !used || !out->points || !out->contours)
        return false;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t home = start_of(sides[s]), at = home, from = out->point_count;
        if (firsts[home] + used[home] > s)
            continue;
        do {
            out->points[out->point_count++] = outlining->spots[at];
            at = end_of(sides[firsts[at] + used[at]++]);
        } while (at != home);
        uint32_t kept = straighten(out->points + from, out->point_count - from);
        out->point_count = from + kept;
        if (kept > 2)
            out->contours[out->contour_count++] = (wr_contour){from, kept, true};
    }
    return true;
}

static bool merge(struct outlining *outlining, const struct piece *pieces, uint32_t count,
                  wr_outline *out)
{
    wr_arena_mark mark = wr_arena_here(outlining->scratch);
    uint64_t *sides = WR_TAKE(outlining->scratch, uint64_t, 3 * (size_t)count);
    if (!sides)
        return false;
    *out = (wr_outline){
        .layer = pieces->layer, .storey = pieces->storey, .material = pieces->material};
    for (uint32_t i = 0; i < count; i++) {
        double area = wr_floorplan_face_area(outlining->room, pieces[i].face) / 2;
        out->area += area < 0 ? -area : area;
    }
    uint32_t found = gather_sides(outlining, pieces, count, sides);
    bool fine = sort_sides(outlining, sides, found) &&
                chain(outlining, sides, cancel_sides(sides, found), out);
    wr_arena_rewind(outlining->scratch, mark);
    return fine;
}

static wr_outline *add_outline(struct outlining *outlining)
{
    wr_floorplan_room *room = outlining->room;
    wr_outline *outlines =
        wr_arena_more(outlining->arena, room->outlines, room->outline_count, sizeof *outlines);
    if (!outlines)
        return NULL;
    room->outlines = outlines;
    outlines[room->outline_count] = (wr_outline){0};
    return &outlines[room->outline_count++];
}

static bool merge_faces(struct outlining *outlining)
{
    for (uint32_t i = 0, next; i < outlining->piece_count; i = next) {
        const struct piece *piece = &outlining->pieces[i];
        for (next = i; next < outlining->piece_count; next++) {
            const struct piece *other = &outlining->pieces[next];
            if (other->layer != piece->layer || other->storey != piece->storey ||
                other->material != piece->material)
                break;
        }
        wr_outline *outline = add_outline(outlining);
        if (!outline || !merge(outlining, piece, next - i, outline))
            return false;
        if (outline->layer == WR_LAYER_FLOOR)
            outlining->room->area += outline->area;
    }
    return true;
}

/* ---- Walls ---- */

/* Whether an edge is a wall in a layer of a storey. */
static bool is_wall(const struct outlining *outlining, const wr_edge *edge, bool echo,
                    uint32_t storey)
{
    const wr_floorplan_room *room = outlining->room;
    uint32_t face = edge->edge / 3;
    if (room->edge_uses[edge->edge] != WR_EDGE_WALL)
        return false;
    return (echo ? wr_floorplan_echo_of(outlining->floorplan, room, face)
                 : room->storeys[face]) == storey;
}

static wr_point plan_point(const wr_floorplan_room *room, uint32_t vertex)
{
    return (wr_point){(double)room->points[vertex].x, (double)room->points[vertex].y};
}

/* The walls of one loop; runs of them become contours. */
static void wall_loop(const struct outlining *outlining, uint32_t from, uint32_t to, bool echo,
                      uint32_t storey, wr_outline *out)
{
    const struct wr_walkmesh *mesh = outlining->room->mesh;
    bool open = false, whole = true;
    uint32_t before = out->contour_count;
    for (uint32_t i = from; i < to; i++) {
        const wr_edge *edge = &mesh->edges[i];
        bool wall = is_wall(outlining, edge, echo, storey);
        whole &= wall;
        if (wall && !open) {
            out->contours[out->contour_count++] = (wr_contour){out->point_count, 1, false};
            out->points[out->point_count++] =
                plan_point(outlining->room, wr_edge_start(mesh, edge->edge));
        }
        open = wall;
        if (!wall)
            continue;
        out->points[out->point_count++] =
            plan_point(outlining->room, wr_edge_end(mesh, edge->edge));
        out->contours[out->contour_count - 1].count++;
    }
    if (whole && out->contour_count == before + 1) {
        wr_contour *contour = &out->contours[before];
        contour->closed = true;
        contour->count = straighten(out->points + contour->first, contour->count - 1);
        out->point_count = contour->first + contour->count;
    }
}

static bool find_walls_of(struct outlining *outlining, bool echo, uint32_t storey)
{
    const struct wr_walkmesh *mesh = outlining->room->mesh;
    uint32_t count = 0, from = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += is_wall(outlining, &mesh->edges[i], echo, storey);
    if (count == 0)
        return true;
    wr_outline *out = add_outline(outlining);
    if (!out)
        return false;
    out->layer = echo ? WR_LAYER_ECHO_WALL : WR_LAYER_WALL;
    out->storey = storey;
    out->contours = WR_TAKE(outlining->arena, wr_contour, count);
    out->points = WR_TAKE(outlining->arena, wr_point, 2 * (size_t)count);
    if (!out->contours || !out->points)
        return false;
    for (uint32_t p = 0; p < mesh->perimeter_count; p++) {
        wall_loop(outlining, from, mesh->perimeters[p], echo, storey, out);
        from = mesh->perimeters[p];
    }
    return true;
}

static bool find_walls(struct outlining *outlining)
{
    bool fine = true;
    for (uint32_t s = outlining->room->lowest; fine && s <= outlining->room->highest; s++)
        fine = find_walls_of(outlining, true, s) && find_walls_of(outlining, false, s);
    return fine;
}

/* ---- Heights ---- */

static wr_point cross_height(wr_vec3 a, wr_vec3 b, double z)
{
    double t = (z - (double)a.z) / ((double)b.z - (double)a.z);
    return (wr_point){(double)a.x + t * ((double)b.x - (double)a.x),
                      (double)a.y + t * ((double)b.y - (double)a.y)};
}

static bool add_height(struct outlining *outlining, uint32_t face, int32_t step)
{
    wr_floorplan_room *room = outlining->room;
    const uint32_t *v = room->mesh->faces[face].v;
    wr_height_line line = {.step = step, .storey = room->storeys[face]};
    double z = step * WR_RISE;
    int ends = 0;
    for (int k = 0; k < 3; k++) {
        wr_vec3 a = room->points[v[k]], b = room->points[v[(k + 1) % 3]];
        if (((double)a.z < z) != ((double)b.z < z))
            line.ends[ends++] = cross_height(a, b, z);
    }
    if (ends != 2)
        return true;
    wr_height_line *lines = wr_arena_more(outlining->arena, room->height_lines,
                                          room->height_line_count, sizeof *lines);
    if (!lines)
        return false;
    room->height_lines = lines;
    lines[room->height_line_count++] = line;
    return true;
}

static bool find_heights_of(struct outlining *outlining, uint32_t face)
{
    enum { MOST = 64 }; /* of one face: more is no floor but a cliff */
    const wr_floorplan_room *room = outlining->room;
    const uint32_t *v = room->mesh->faces[face].v;
    wr_vec3 a = room->points[v[0]], b = room->points[v[1]], c = room->points[v[2]];
    wr_dvec3 normal = wr_triangle_normal(a, b, c);
    double low = (double)a.z < (double)b.z ? (double)a.z : (double)b.z;
    double high = (double)a.z > (double)b.z ? (double)a.z : (double)b.z;
    low = low < (double)c.z ? low : (double)c.z;
    high = high > (double)c.z ? high : (double)c.z;
    bool flat = fabs(normal.z) >= WR_FLAT_NORMAL * wr_length(normal);
    if (flat || high - low > MOST * WR_RISE || fabs(low) > INT32_MAX / 4 ||
        fabs(high) > INT32_MAX / 4)
        return true;
    for (int32_t step = (int32_t)(low / WR_RISE) - 1; step * WR_RISE <= high; step++)
        if (step * WR_RISE > low && !add_height(outlining, face, step))
            return false;
    return true;
}

static bool find_height_lines(struct outlining *outlining)
{
    bool fine = true;
    for (uint32_t f = 0; fine && f < outlining->room->mesh->walkable_count; f++)
        fine = find_heights_of(outlining, f);
    return fine;
}

bool wr_floorplan_outline_room(const struct wr_floorplan *floorplan, wr_floorplan_room *room,
                               struct wr_arena *arena, struct wr_arena *scratch)
{
    struct outlining outlining = {
        .floorplan = floorplan, .room = room, .arena = arena, .scratch = scratch};
    return find_places(&outlining) && find_pieces(&outlining) && merge_faces(&outlining) &&
           find_walls(&outlining) && find_height_lines(&outlining);
}
