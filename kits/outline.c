/* The floor of a room that is said instead of drawn: its walls, its doorways, its walkmesh. */
#include "kits/outline.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <stdio.h>

static uint32_t after(const wr_room_outline *outline, uint32_t corner)
{
    return corner + 1 < outline->corner_count ? corner + 1 : 0;
}

wr_dvec3 wr_outline_wall(const wr_room_outline *outline, const wr_vec3 *corners, uint32_t wall,
                         wr_dvec3 *way, double *length)
{
    wr_vec3 a = corners[wall], b = corners[after(outline, wall)];
    bool first = a.x < b.x || (a.x == b.x && a.y <= b.y);
    wr_dvec3 from = wr_widen(first ? a : b), to = wr_widen(first ? b : a);
    wr_dvec3 along = wr_sub(to, from);
    *length = wr_length(along);
    *way = *length > 0 ? wr_scale(along, 1 / *length) : along;
    return from;
}

/* ---- The shape ----------------------------------------------------------------------------
 */

static double turn(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    return ((double)b.x - a.x) * ((double)c.y - a.y) -
           ((double)b.y - a.y) * ((double)c.x - a.x);
}

static double distance_to(wr_vec3 point, wr_vec3 a, wr_vec3 b)
{
    wr_dvec3 along = wr_sub(wr_widen(b), wr_widen(a)),
             to = wr_sub(wr_widen(point), wr_widen(a));
    double length = wr_dot(along, along), t = length > 0 ? wr_dot(to, along) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return wr_length(wr_sub(to, wr_scale(along, t)));
}

static bool crosses(const wr_room_outline *outline, uint32_t i, uint32_t k)
{
    wr_vec3 a = outline->corners[i], b = outline->corners[after(outline, i)];
    wr_vec3 c = outline->corners[k], d = outline->corners[after(outline, k)];
    return (turn(a, b, c) > 0) != (turn(a, b, d) > 0) &&
           (turn(c, d, a) > 0) != (turn(c, d, b) > 0);
}

/* Two walls that are no neighbours and meet, or a corner that comes too near to a wall. */
static bool walls_meet(const wr_room_outline *outline, uint32_t i, uint32_t k)
{
    if (i == k)
        return false;
    wr_vec3 a = outline->corners[i], b = outline->corners[after(outline, i)];
    bool beside = after(outline, i) == k || after(outline, k) == i;
    if (after(outline, i) != k && distance_to(outline->corners[k], a, b) < WR_OUTLINE_APART)
        return true;
    return !beside && crosses(outline, i, k);
}

static double area_of(const wr_room_outline *outline)
{
    double twice = 0;
    for (uint32_t i = 2; i < outline->corner_count; i++)
        twice += turn(outline->corners[0], outline->corners[i - 1], outline->corners[i]);
    return twice / 2;
}

static enum wr_result refuse_size(struct wr_context *context, wr_where where, const char *room,
                                  const char *hint, const char *what)
{
    return wr_fail(context, WR_INVALID, where, "outline-size", hint,
                   "the outline of room '%s' %s", room, what);
}

/* A corner that turns by less than about half a degree. */
static bool is_straight(const wr_room_outline *outline, uint32_t corner)
{
    wr_vec3 a = outline->corners[corner], b = outline->corners[after(outline, corner)];
    wr_vec3 c = outline->corners[after(outline, after(outline, corner))];
    double sides = wr_distance(a, b) * wr_distance(b, c);
    return fabs(turn(a, b, c)) < 0.01 * sides;
}

static enum wr_result judge_walls(struct wr_context *context, const wr_room_outline *outline,
                                  const char *room, wr_where where)
{
    for (uint32_t i = 0; i < outline->corner_count; i++) {
        double length;
        wr_dvec3 way;
        wr_outline_wall(outline, outline->corners, i, &way, &length);
        if (!(length >= WR_OUTLINE_SHORTEST))
            return refuse_size(context, where, room, "leave the corner out, or move it",
                               "has a wall shorter than 10 cm");
        if (is_straight(outline, i))
            return refuse_size(context, where, room,
                               "leave it out: doors stand anywhere along a wall",
                               "has a corner in a straight wall");
    }
    return WR_OK;
}

static enum wr_result tell_crossing(struct wr_context *context, const char *room, wr_vec3 at,
                                    wr_where where)
{
    return wr_fail(context, WR_INVALID, where, "outline-crosses",
                   "list the corners in the order of a walk around the floor",
                   "walls of the outline of room '%s' cross or touch, near \"%s %s\"", room,
                   wr_fixed(at.x, 2).text, wr_fixed(at.y, 2).text);
}

static enum wr_result judge_crossing(struct wr_context *context, const wr_room_outline *outline,
                                     const char *room, wr_where where)
{
    for (uint32_t i = 0; i < outline->corner_count; i++)
        for (uint32_t k = 0; k < outline->corner_count; k++)
            if (walls_meet(outline, i, k))
                return tell_crossing(context, room, outline->corners[k], where);
    return WR_OK;
}

enum wr_result wr_outline_judge(struct wr_context *context, const wr_room_outline *outline,
                                const char *room, wr_where where)
{
    for (uint32_t i = 0; i < outline->corner_count; i++) {
        wr_vec3 at = outline->corners[i];
        if (!(fabs((double)at.x) <= WR_PULL_LONGEST && fabs((double)at.y) <= WR_PULL_LONGEST))
            return refuse_size(context, where, room, "make several rooms of it",
                               "reaches farther than 1000 m");
    }
    enum wr_result result = judge_walls(context, outline, room, where);
    if (result == WR_OK)
        result = judge_crossing(context, outline, room, where);
    if (result == WR_OK && !(fabs(area_of(outline)) >= WR_OUTLINE_SMALLEST))
        result = refuse_size(context, where, room, "nobody could stand there: make it larger",
                             "holds less than a square metre");
    return result;
}

/* ---- Doors on walls -----------------------------------------------------------------------
 */

/* What a doorway takes of its wall, in metres from the end that places are counted from. */
struct span {
    double from, to, wall;
};

static struct span span_of(const wr_room *room, const wr_vec3 *corners, uint32_t hook)
{
    double length, half = 0.5 * (double)room->kit->doors[room->hooks[hook].door].width;
    wr_dvec3 way;
    wr_dvec3 from =
        wr_outline_wall(room->outline, corners, room->outline->walls[hook], &way, &length);
    double at = wr_dot(wr_sub(wr_widen(room->hooks[hook].position), from), way);
    return (struct span){at - half, at + half, length};
}

static bool is_off(struct span span)
{
    return !(span.from >= -WR_PULL_PLANE && span.to <= span.wall + WR_PULL_PLANE);
}

static enum wr_result tell_off(struct wr_context *context, const wr_room *room, uint32_t hook,
                               struct span span, wr_where where)
{
    return wr_fail(context, WR_INVALID, where, "outline-door-off",
                   "let it stand farther from the end, make the wall longer, or the door "
                   "narrower",
                   "door '%s' of room '%s' would reach from %s to %s m along a wall that is %s "
                   "m long",
                   room->hooks[hook].name, room->name, wr_fixed(span.from, 3).text,
                   wr_fixed(span.to, 3).text, wr_fixed(span.wall, 3).text);
}

static enum wr_result tell_meeting(struct wr_context *context, const wr_room *room,
                                   uint32_t hook, uint32_t other, wr_where where)
{
    return wr_fail(context, WR_INVALID, where, "outline-doors-meet",
                   "let one of them stand elsewhere along the wall",
                   "doors '%s' and '%s' of room '%s' stand in each other",
                   room->hooks[other].name, room->hooks[hook].name, room->name);
}

enum wr_result wr_outline_fits(struct wr_context *context, const wr_room *room,
                               const wr_vec3 *corners, const wr_where *hooks, wr_where where)
{
    enum wr_result result = WR_OK;
    const uint32_t *walls = room->outline->walls;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        struct span own = span_of(room, corners, h);
        if (is_off(own)) {
            result = tell_off(context, room, h, own, hooks ? hooks[h] : where);
            continue;
        }
        for (uint32_t i = 0; i < h; i++) {
            struct span other = span_of(room, corners, i);
            if (walls[i] == walls[h] && !is_off(other) && own.from < other.to - WR_PULL_PLANE &&
                other.from < own.to - WR_PULL_PLANE)
                result = tell_meeting(context, room, h, i, hooks ? hooks[h] : where);
        }
    }
    return result;
}

/* ---- The walkmesh -------------------------------------------------------------------------
 */

/* The corners of the floor with the ends of its doorways, and of the edge from each the number
 * of the hook, or -1. */
struct ring {
    wr_vec3 points[WR_OUTLINE_RING];
    int32_t hooks[WR_OUTLINE_RING];
    uint32_t count;
};

/* Ends of doorways that are as good as one, or as a corner, are one. */
static void add_point(struct ring *ring, wr_dvec3 point, int32_t hook)
{
    if (ring->count > 0 && wr_length(wr_sub(point, wr_widen(ring->points[ring->count - 1]))) <=
                               2 * WR_PULL_PLANE) {
        ring->hooks[ring->count - 1] = hook;
        return;
    }
    ring->points[ring->count] = wr_narrow(point);
    ring->hooks[ring->count++] = hook;
}

/* The doors of a wall in the order of a walk along it. */
static uint32_t doors_of(const wr_room *room, const wr_vec3 *corners, uint32_t wall,
                         bool backwards, uint32_t out[WR_OUTLINE_DOORS])
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        if (room->outline->walls[h] != wall)
            continue;
        double from = span_of(room, corners, h).from;
        uint32_t at = count++;
        for (; at > 0 && (from < span_of(room, corners, out[at - 1]).from) != backwards; at--)
            out[at] = out[at - 1];
        out[at] = h;
    }
    return count;
}

static void add_wall(struct ring *ring, const wr_room *room, const wr_vec3 *corners,
                     uint32_t wall)
{
    uint32_t doors[WR_OUTLINE_DOORS];
    double length;
    wr_dvec3 way, corner = wr_widen(corners[wall]);
    wr_dvec3 from = wr_outline_wall(room->outline, corners, wall, &way, &length);
    bool backwards = wr_length(wr_sub(from, corner)) > 0.5 * length;
    uint32_t count = doors_of(room, corners, wall, backwards, doors);
    add_point(ring, corner, -1);
    for (uint32_t i = 0; i < count; i++) {
        struct span span = span_of(room, corners, doors[i]);
        double begin = backwards ? span.to : span.from, end = backwards ? span.from : span.to;
        add_point(ring, wr_add(from, wr_scale(way, begin)), (int32_t)doors[i]);
        if ((backwards ? end : length - end) > 2 * WR_PULL_PLANE)
            add_point(ring, wr_add(from, wr_scale(way, end)), -1);
    }
}

static void mark_doorways(const struct ring *ring, const struct wr_walkmesh *mesh,
                          struct wr_marks *marks)
{
    for (uint32_t edge = 0; edge < 3 * mesh->face_count; edge++) {
        uint32_t start = wr_edge_start(mesh, edge);
        uint32_t next = start + 1 < ring->count ? start + 1 : 0;
        if (ring->hooks[start] >= 0 && wr_edge_end(mesh, edge) == next)
            marks->items[marks->count++] =
                (wr_edge){.edge = edge, .transition = ring->hooks[start]};
    }
}

static enum wr_result make_mesh(struct wr_context *context, struct wr_arena *scratch,
                                const struct ring *ring, const wr_room *room, wr_where where,
                                struct wr_walkmesh *mesh)
{
    struct wr_marks marks = {.items = WR_TAKE(scratch, wr_edge, ring->count)};
    if (!marks.items)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < ring->count; i++)
        mesh->vertices[i] = ring->points[i];
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] = room->outline->material;
    if (!wr_outline_cut(ring->points, ring->count, mesh->faces))
        return wr_fail(context, WR_INVALID, where, "outline-crosses",
                       "let its walls be farther apart, and its corners clearer",
                       "the floor of room '%s' cannot be cut into triangles", room->name);
    mesh->walkable_count = mesh->face_count;
    mark_doorways(ring, mesh, &marks);
    return wr_walkmesh_derive(context, scratch, mesh, &marks, WR_NOWHERE, NULL);
}

enum wr_result wr_outline_mesh(struct wr_context *context, struct wr_arena *arena,
                               const wr_room *room, const wr_vec3 *corners, wr_where where,
                               struct wr_walkmesh **out)
{
    struct ring ring = {.count = 0};
    for (uint32_t wall = 0; wall < room->outline->corner_count; wall++)
        add_wall(&ring, room, corners, wall);
    struct wr_arena *scratch = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, ring.count, ring.count - 2);
    enum wr_result result = scratch && mesh
                                ? make_mesh(context, scratch, &ring, room, where, mesh)
                                : wr_no_memory(context);
    wr_arena_destroy(scratch);
    *out = mesh;
    return result;
}
