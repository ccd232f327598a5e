/* Which faces of a walkmesh lie beside, above and below each other, by where they are: walkable
 * and other faces need not share vertices. */
#include "core/model/greybox_space.h"

#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/planes.h"

#include <stdlib.h>
#include <string.h>

/* ---- Edges ------------------------------------------------------------------------------- */

struct place {
    wr_vec3 at;
    uint32_t vertex;
};

static int order_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->at.x != q->at.x)
        return p->at.x < q->at.x ? -1 : 1;
    if (p->at.y != q->at.y)
        return p->at.y < q->at.y ? -1 : 1;
    if (p->at.z != q->at.z)
        return p->at.z < q->at.z ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* One number for all vertices of a place. */
static bool number_places(struct wr_arena *scratch, const struct wr_walkmesh *mesh,
                          uint32_t *numbers)
{
    struct place *places = WR_TAKE(scratch, struct place, mesh->vertex_count);
    if (!places)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        places[v] = (struct place){mesh->vertices[v], v};
    if (mesh->vertex_count > 0)
        qsort(places, mesh->vertex_count, sizeof *places, order_places);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        numbers[places[i].vertex] = i > 0 && wr_vec3_same(places[i].at, places[i - 1].at)
                                        ? numbers[places[i - 1].vertex]
                                        : places[i].vertex;
    return true;
}

static bool find_mates(struct wr_greybox_space *space, struct wr_arena *scratch)
{
    const struct wr_walkmesh *mesh = space->mesh;
    uint32_t *numbers = WR_TAKE(scratch, uint32_t, mesh->vertex_count);
    uint32_t count = 3 * mesh->face_count;
    wr_edge_ends *sides = WR_TAKE(scratch, wr_edge_ends, count);
    if (!numbers || !sides || !number_places(scratch, mesh, numbers))
        return false;
    for (uint32_t e = 0; e < count; e++) {
        uint32_t a = numbers[wr_edge_start(mesh, e)], b = numbers[wr_edge_end(mesh, e)];
        sides[e] = wr_edge_ends_of(a, b, e);
        space->mates[e] = WR_GREYBOX_NONE;
    }
    if (count > 0)
        qsort(sides, count, sizeof *sides, wr_edge_ends_order);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1;
             end < count && sides[end].low == sides[i].low && sides[end].high == sides[i].high;
             end++)
            ;
        if (end - i != 2)
            continue;
        space->mates[sides[i].edge] = sides[i + 1].edge;
        space->mates[sides[i + 1].edge] = sides[i].edge;
    }
    return true;
}

static bool runs_along(const struct wr_walkmesh *mesh, uint32_t edge, uint32_t other)
{
    return wr_vec3_same(mesh->vertices[wr_edge_start(mesh, edge)],
                        mesh->vertices[wr_edge_start(mesh, other)]);
}

/* ---- Patches ----------------------------------------------------------------------------- */

/* From the floor over what stands on it: which way faces look, and the ceiling above them. */
static bool spread(struct wr_greybox_space *space, struct wr_arena *scratch, float height)
{
    const struct wr_walkmesh *mesh = space->mesh;
    uint32_t *queue = WR_TAKE(scratch, uint32_t, mesh->face_count), count = 0;
    bool *met = WR_ZERO(scratch, bool, mesh->face_count);
    if (!queue || !met)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        float z = mesh->vertices[v[0]].z;
        for (int k = 1; k < 3; k++)
            z = mesh->vertices[v[k]].z > z ? mesh->vertices[v[k]].z : z;
        space->level[f] = z + height;
        met[f] = wr_greybox_is_walkable(space, f);
        if (met[f])
            queue[count++] = f;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = 3 * queue[i]; e < 3 * queue[i] + 3; e++) {
            uint32_t mate = space->mates[e];
            if (mate == WR_GREYBOX_NONE || met[mate / 3])
                continue;
            met[mate / 3] = true;
            queue[count++] = mate / 3;
            space->turned[mate / 3] = space->turned[queue[i]] != runs_along(mesh, e, mate);
            float a = mesh->vertices[wr_edge_start(mesh, e)].z;
            float b = mesh->vertices[wr_edge_end(mesh, e)].z;
            space->level[mate / 3] = wr_greybox_is_walkable(space, queue[i])
                                         ? (a > b ? a : b) + height
                                         : space->level[queue[i]];
        }
    return true;
}

bool wr_greybox_space_make(struct wr_greybox_space *space, struct wr_arena *scratch,
                           const struct wr_walkmesh *mesh, float height)
{
    *space = (struct wr_greybox_space){
        .mesh = mesh,
        .mates = WR_TAKE(scratch, uint32_t, 3 * (size_t)mesh->face_count),
        .side = WR_TAKE(scratch, uint8_t, mesh->face_count),
        .turned = WR_ZERO(scratch, bool, mesh->face_count),
        .level = WR_TAKE(scratch, float, mesh->face_count),
        .pile = WR_TAKE(scratch, uint32_t, mesh->node_count),
    };
    if (!space->mates || !space->side || !space->turned || !space->level || !space->pile)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        space->side[f] = (uint8_t)wr_face_side(mesh, f);
    return find_mates(space, scratch) && spread(space, scratch, height);
}

/* ---- Rims -------------------------------------------------------------------------------- */

static wr_vec3 corner(const struct wr_greybox_space *space, uint32_t edge)
{
    return space->mesh->vertices[space->mesh->faces[edge / 3].v[edge % 3]];
}

static uint32_t next_of(uint32_t edge)
{
    return edge - edge % 3 + (edge + 1) % 3;
}

static bool is_over(wr_vec3 top, wr_vec3 foot)
{
    return top.x == foot.x && top.y == foot.y && top.z > foot.z;
}

/* One step up two triangles of an upright piece: from its foot `edge` to the edge on its top,
 * WR_GREYBOX_NONE where it is no such piece. Where the foot starts, its corners come out. */
static uint32_t climb(const struct wr_greybox_space *space, uint32_t foot, wr_vec3 *low,
                      wr_vec3 *high, uint32_t *second)
{
    if (space->side[foot / 3] != WR_SIDE_UPRIGHT)
        return WR_GREYBOX_NONE;
    uint32_t right = next_of(foot), left = next_of(right);
    wr_vec3 a = corner(space, foot), b = corner(space, right), c = corner(space, left);
    bool over_end = is_over(c, b);
    if (!over_end && !is_over(c, a))
        return WR_GREYBOX_NONE;
    uint32_t across = space->mates[over_end ? left : right];
    if (across == WR_GREYBOX_NONE || space->side[across / 3] != WR_SIDE_UPRIGHT)
        return WR_GREYBOX_NONE;
    wr_vec3 d = corner(space, next_of(next_of(across)));
    if (!is_over(d, over_end ? a : b))
        return WR_GREYBOX_NONE;
    *low = over_end ? d : c;
    *high = over_end ? c : d;
    *second = across / 3;
    for (uint32_t e = 3 * *second; e < 3 * *second + 3; e++) {
        wr_vec3 p = corner(space, e), q = corner(space, next_of(e));
        if ((wr_vec3_same(p, *low) && wr_vec3_same(q, *high)) ||
            (wr_vec3_same(p, *high) && wr_vec3_same(q, *low)))
            return e;
    }
    return WR_GREYBOX_NONE;
}

wr_greybox_rim wr_greybox_rim_of(const struct wr_greybox_space *space, uint32_t edge,
                                 wr_greybox_face_fn *visit, void *user)
{
    wr_vec3 start = corner(space, edge), low, high;
    wr_greybox_rim rim = {.start = start.z, .end = corner(space, next_of(edge)).z};
    uint32_t foot = space->mates[edge], top, second;
    for (uint32_t steps = 0; foot != WR_GREYBOX_NONE && steps < space->mesh->face_count;
         steps++) {
        top = climb(space, foot, &low, &high, &second);
        if (top == WR_GREYBOX_NONE)
            return rim;
        bool along = low.x == start.x && low.y == start.y;
        rim.start = along ? low.z : high.z;
        rim.end = along ? high.z : low.z;
        rim.rises = true;
        if (visit) {
            visit(user, foot / 3);
            visit(user, second);
        }
        foot = space->mates[top];
        rim.open = foot == WR_GREYBOX_NONE;
    }
    return rim;
}

/* Whether a face has an edge, higher than `z` at one end, that a floor lies across. */
static bool bears_floor(const struct wr_greybox_space *space, uint32_t face, float z)
{
    for (uint32_t e = 3 * face; e < 3 * face + 3; e++) {
        uint32_t mate = space->mates[e];
        bool higher = corner(space, e).z > z || corner(space, next_of(e)).z > z;
        if (higher && mate != WR_GREYBOX_NONE && space->side[mate / 3] == WR_SIDE_UP)
            return true;
    }
    return false;
}

/* Whether a face lies in the plane of another one. */
static bool lies_in_plane(const struct wr_greybox_space *space, uint32_t face, uint32_t other)
{
    wr_vec3 a = corner(space, 3 * other);
    wr_dvec3 n =
        wr_triangle_normal(a, corner(space, 3 * other + 1), corner(space, 3 * other + 2));
    double most = WR_CENTIMETRE * wr_length(n);
    for (uint32_t e = 3 * face; e < 3 * face + 3; e++)
        if (fabs(wr_dot(n, wr_sub(wr_widen(corner(space, e)), wr_widen(a)))) > most)
            return false;
    return true;
}

bool wr_greybox_is_flank(const struct wr_greybox_space *space, uint32_t edge)
{
    wr_vec3 a = corner(space, edge), b = corner(space, next_of(edge));
    float z = a.z > b.z ? a.z : b.z;
    uint32_t foot = space->mates[edge] / 3;
    bool found = bears_floor(space, foot, z);
    for (uint32_t e = 3 * foot; e < 3 * foot + 3 && !found; e++) {
        uint32_t mate = space->mates[e];
        found = mate != WR_GREYBOX_NONE && space->side[mate / 3] == WR_SIDE_UPRIGHT &&
                lies_in_plane(space, mate / 3, foot) && bears_floor(space, mate / 3, z);
    }
    return found;
}

/* ---- Above and below --------------------------------------------------------------------- */

static bool holds(const wr_box *box, double x, double y)
{
    return x >= box->min.x && x <= box->max.x && y >= box->min.y && y <= box->max.y;
}

static bool covers(const struct wr_walkmesh *mesh, uint32_t face, double x, double y)
{
    for (uint32_t e = 3 * face; e < 3 * face + 3; e++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, e)];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, e)];
        if (((double)b.x - a.x) * (y - a.y) - ((double)b.y - a.y) * (x - a.x) < 0)
            return false;
    }
    return true;
}

double wr_greybox_height(const struct wr_greybox_space *space, uint32_t face, double x,
                         double y)
{
    const uint32_t *v = space->mesh->faces[face].v;
    const wr_vec3 *p = space->mesh->vertices;
    wr_dvec3 n = wr_triangle_normal(p[v[0]], p[v[1]], p[v[2]]);
    return p[v[0]].z - (n.x * (x - p[v[0]].x) + n.y * (y - p[v[0]].y)) / n.z;
}

/* The nearest face over `from` in the direction `way`, 1 or -1. */
static uint32_t nearest(const struct wr_greybox_space *space, double x, double y, double from,
                        int way, double *z)
{
    const struct wr_walkmesh *mesh = space->mesh;
    uint32_t best = WR_GREYBOX_NONE, count = 0;
    if (mesh->node_count > 0)
        space->pile[count++] = 0;
    while (count > 0) {
        const wr_tree_node *node = &mesh->nodes[space->pile[--count]];
        if (!holds(&node->box, x, y))
            continue;
        if (node->face < 0) {
            space->pile[count++] = (uint32_t)node->left;
            space->pile[count++] = (uint32_t)node->right;
            continue;
        }
        uint32_t face = (uint32_t)node->face;
        if (space->side[face] != WR_SIDE_UP || !covers(mesh, face, x, y))
            continue;
        double at = wr_greybox_height(space, face, x, y);
        if (way * (at - from) >= 0 && (best == WR_GREYBOX_NONE || way * (*z - at) > 0)) {
            best = face;
            *z = at;
        }
    }
    return best;
}

uint32_t wr_greybox_above(const struct wr_greybox_space *space, double x, double y, double from,
                          double *z)
{
    return nearest(space, x, y, from, 1, z);
}

uint32_t wr_greybox_below(const struct wr_greybox_space *space, double x, double y, double from,
                          double *z)
{
    return nearest(space, x, y, from, -1, z);
}
