/* The way from the entry to the exit: within each room from face to face (the shortest chain by
 * the middles of their common edges), then pulled tight like a string. */
#include "builder/floorplan/floorplan.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* How far from a corner the way keeps, metres; of a narrow passage, which part at each side. */
#define CLEARANCE (60 * WR_CENTIMETRE)
#define SIDE_PART 0.3

/* An edge that is crossed, seen in walking direction. */
struct portal {
    wr_point left, right;
    uint32_t face; /* that is left through it */
};

struct walk {
    struct wr_floorplan *floorplan;
    const wr_floorplan_room *room;
    struct wr_arena *scratch;
    wr_vec3 from, to;
    uint32_t first, last; /* faces */

    double *costs; /* one a face, to where it is entered */
    wr_point *entries;
    uint32_t *ways; /* the edge of the face before through which it is entered */
    struct portal *portals;
    uint32_t portal_count;
};

static wr_point flat(wr_vec3 point)
{
    return (wr_point){(double)point.x, (double)point.y};
}

static bool add_point(struct wr_floorplan *floorplan, wr_point at, uint32_t storey)
{
    wr_way_point *way =
        wr_arena_more(floorplan->arena, floorplan->way, floorplan->way_count, sizeof *way);
    if (!way)
        return false;
    floorplan->way = way;
    way[floorplan->way_count++] = (wr_way_point){at, storey};
    return true;
}

/* ---- From face to face ---- */

static wr_point middle_of_edge(const wr_floorplan_room *room, uint32_t edge)
{
    wr_point a = flat(room->points[wr_edge_start(room->mesh, edge)]);
    wr_point b = flat(room->points[wr_edge_end(room->mesh, edge)]);
    return (wr_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static double distance(wr_point a, wr_point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* Spreads from the first face until nothing gets shorter. */
static bool spread(struct walk *walk)
{
    const struct wr_walkmesh *mesh = walk->room->mesh;
    uint32_t faces = mesh->walkable_count, head = 0, waiting = 1;
    uint32_t *queue = WR_TAKE(walk->scratch, uint32_t, faces);
    bool *queued = WR_ZERO(walk->scratch, bool, faces);
    walk->costs = WR_TAKE(walk->scratch, double, faces);
    walk->entries = WR_TAKE(walk->scratch, wr_point, faces);
    walk->ways = WR_TAKE(walk->scratch, uint32_t, faces);
    if (!queue || !queued || !walk->costs || !walk->entries || !walk->ways)
        return false;
    for (uint32_t f = 0; f < faces; f++)
        walk->costs[f] = INFINITY;
    queue[0] = walk->first;
    walk->costs[walk->first] = 0;
    walk->entries[walk->first] = flat(walk->from);
    for (; waiting > 0; waiting--) {
        uint32_t face = queue[head];
        head = (head + 1) % faces;
        queued[face] = false;
        for (uint32_t k = 0; k < 3; k++) {
            if (mesh->adjacency[face][k] < 0)
                continue;
            uint32_t next = (uint32_t)mesh->adjacency[face][k] / 3, edge = 3 * face + k;
            wr_point middle = middle_of_edge(walk->room, edge);
            double cost = walk->costs[face] + distance(walk->entries[face], middle);
            if (cost >= walk->costs[next])
                continue;
            walk->costs[next] = cost;
            walk->entries[next] = middle;
            walk->ways[next] = edge;
            if (!queued[next])
                queue[(head + waiting++ - 1) % faces] = next;
            queued[next] = true;
        }
    }
    return true;
}

/* An edge as a portal, drawn in from corners. Faces are wound with their inside on the left. */
static struct portal portal_of(const struct walk *walk, uint32_t edge)
{
    wr_point right = flat(walk->room->points[wr_edge_start(walk->room->mesh, edge)]);
    wr_point left = flat(walk->room->points[wr_edge_end(walk->room->mesh, edge)]);
    double length = distance(left, right);
    double part = length * SIDE_PART > CLEARANCE ? CLEARANCE / length : SIDE_PART;
    wr_point off = {(left.x - right.x) * part, (left.y - right.y) * part};
    struct portal portal = {
        {left.x - off.x, left.y - off.y}, {right.x + off.x, right.y + off.y}, edge / 3};
    if (walk->room->motion.mirrored)
        portal = (struct portal){portal.right, portal.left, portal.face};
    return portal;
}

/* The portals on the way, in walking order; the last is the goal itself. */
static bool find_portals(struct walk *walk)
{
    uint32_t count = 0;
    for (uint32_t f = walk->last; f != walk->first; f = walk->ways[f] / 3)
        count++;
    walk->portals = WR_TAKE(walk->scratch, struct portal, (size_t)count + 1);
    if (!walk->portals)
        return false;
    walk->portal_count = count + 1;
    walk->portals[count] = (struct portal){flat(walk->to), flat(walk->to), walk->last};
    for (uint32_t f = walk->last; f != walk->first; f = walk->ways[f] / 3)
        walk->portals[--count] = portal_of(walk, walk->ways[f]);
    return true;
}

/* ---- Pulling tight ---- */

static double turn(wr_point apex, wr_point a, wr_point b)
{
    return (a.x - apex.x) * (b.y - apex.y) - (a.y - apex.y) * (b.x - apex.x);
}

/* The next corner of the string from `apex`, behind portal `from`: the index of the portal it
 * stands on. */
static uint32_t next_corner(const struct walk *walk, wr_point apex, uint32_t from,
                            wr_point *corner)
{
    const struct portal *portals = walk->portals;
    uint32_t left = from, right = from;
    for (uint32_t i = from + 1; i < walk->portal_count; i++) {
        if (turn(apex, portals[left].left, portals[i].right) > 0) {
            *corner = portals[left].left;
            return left;
        }
        if (turn(apex, portals[right].right, portals[i].left) < 0) {
            *corner = portals[right].right;
            return right;
        }
        if (turn(apex, portals[right].right, portals[i].right) >= 0)
            right = i;
        if (turn(apex, portals[left].left, portals[i].left) <= 0)
            left = i;
    }
    *corner = flat(walk->to);
    return walk->portal_count - 1;
}

/* Where a straight line crosses a portal: its nearest point on it. */
static wr_point crossing(const struct portal *portal, wr_point a, wr_point b)
{
    double from = turn(a, b, portal->right), to = turn(a, b, portal->left);
    double part = from != to ? from / (from - to) : 0;
    part = part > 0 ? part < 1 ? part : 1 : 0;
    return (wr_point){portal->right.x + part * (portal->left.x - portal->right.x),
                      portal->right.y + part * (portal->left.y - portal->right.y)};
}

/* Adds a point wherever the storey changes, and each corner. */
static bool add_string(struct walk *walk)
{
    wr_point apex = flat(walk->from);
    uint32_t at = 0;
    bool fine = true;
    while (fine && at < walk->portal_count) {
        wr_point corner;
        uint32_t end = next_corner(walk, apex, at, &corner);
        for (uint32_t i = at; fine && i < end; i++) {
            uint32_t storey = walk->room->storeys[walk->portals[i].face];
            if (storey != walk->room->storeys[walk->portals[i + 1].face])
                fine = add_point(walk->floorplan, crossing(&walk->portals[i], apex, corner),
                                 storey);
        }
        fine = fine &&
               add_point(walk->floorplan, corner, walk->room->storeys[walk->portals[end].face]);
        apex = corner;
        at = end + 1;
    }
    return fine;
}

/* ---- From room to room ---- */

/* The walkable face of the room nearest to a point of the floorplan. */
static bool find_face(const struct walk *walk, wr_vec3 point, uint32_t *face)
{
    wr_hit hit;
    if (!wr_walkmesh_nearest(walk->room->mesh, wr_motion_origin(&walk->room->motion, point),
                             INFINITY, &hit))
        return false;
    *face = hit.face;
    return true;
}

static bool walk_room(struct walk *walk)
{
    if (!find_face(walk, walk->from, &walk->first) || !find_face(walk, walk->to, &walk->last))
        return add_point(walk->floorplan, flat(walk->to), WR_NONE);
    if (!spread(walk))
        return false;
    if (!isfinite(walk->costs[walk->last]))
        return add_point(walk->floorplan, flat(walk->to), WR_NONE);
    return find_portals(walk) && add_string(walk);
}

static const wr_floorplan_doorway *doorway_between(const struct wr_floorplan *floorplan,
                                                   uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < floorplan->doorway_count; i++) {
        const wr_floorplan_doorway *doorway = &floorplan->doorways[i];
        if ((doorway->room == a && doorway->other == b) ||
            (doorway->room == b && doorway->other == a))
            return doorway;
    }
    return NULL;
}

static wr_vec3 middle_of(const struct wr_floorplan *floorplan,
                         const wr_floorplan_doorway *doorway)
{
    const wr_vec3 *points = floorplan->doorway_points + doorway->first;
    wr_dvec3 sum = wr_add(wr_widen(points[0]), wr_widen(points[doorway->count - 1]));
    return wr_narrow(wr_scale(sum, 0.5));
}

/* Where the way leaves the room of the route at `index`; false: there it ends. */
static bool leaves_at(const struct wr_floorplan *floorplan, uint32_t index, wr_vec3 *out)
{
    const wr_floorplan_doorway *doorway = NULL;
    if (index + 1 < floorplan->route_count)
        doorway =
            doorway_between(floorplan, floorplan->route[index], floorplan->route[index + 1]);
    if (doorway && doorway->count)
        *out = middle_of(floorplan, doorway);
    else if (index + 1 == floorplan->route_count && floorplan->exit.there)
        *out = floorplan->exit.position;
    else
        return false;
    return true;
}

bool wr_floorplan_find_way(struct wr_floorplan *floorplan, struct wr_arena *scratch)
{
    wr_vec3 at = floorplan->entry.position;
    if (floorplan->route_count == 0 || !floorplan->entry.there)
        return true;
    bool fine = add_point(floorplan, flat(at), floorplan->entry.storey);
    for (uint32_t i = 0; fine && i < floorplan->route_count; i++) {
        struct walk walk = {.floorplan = floorplan,
                            .room = &floorplan->rooms[floorplan->route[i]],
                            .scratch = scratch,
                            .from = at};
        if (!leaves_at(floorplan, i, &walk.to))
            break;
        fine = walk_room(&walk);
        at = walk.to;
        wr_arena_reset(scratch);
    }
    return fine;
}
