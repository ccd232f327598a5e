/* A face is what all other planes leave of a large square on its own: cut by one after another,
 * it remembers for each of its edges the plane that cut it, so that corners are where three
 * planes meet and carry no error of the cutting. */
#include "core/wmp/planes.h"

#include <stdlib.h>
#include <string.h>

#define FAR 1e6 /* quants: how far a level may reach */
#define INSIDE 0.01
#define SAME 0.01

enum { SQUARE = 4, NO_PLANE = UINT16_MAX };

struct plane {
    wr_dvec3 normal; /* outward, as long as the points say */
    double distance;
    double length; /* of the normal */
};

/* A corner, and the plane that cut the edge that begins there. */
struct rim {
    wr_dvec3 point;
    uint16_t plane;
};

struct carving {
    struct wr_arena *arena;
    wr_wmp_block *block;
    struct plane *planes;
    struct rim *rims, *spare;
    uint32_t count; /* of rims */
    uint32_t corner_room;
};

static struct plane plane_of(const wr_dvec3 points[3])
{
    wr_dvec3 inward = wr_cross(wr_sub(points[1], points[0]), wr_sub(points[2], points[0]));
    wr_dvec3 normal = wr_scale(inward, -1);
    return (struct plane){normal, wr_dot(normal, points[0]), wr_length(normal)};
}

static double height_over(const struct plane *plane, wr_dvec3 point)
{
    return (wr_dot(plane->normal, point) - plane->distance) / plane->length;
}

/* A square around the foot of the origin; its corners turn right as seen from outside. */
static void start_square(struct carving *c, const struct plane *plane)
{
    wr_dvec3 n = wr_scale(plane->normal, 1 / plane->length);
    wr_dvec3 aside = fabs(n.z) < 0.9 ? (wr_dvec3){0, 0, 1} : (wr_dvec3){1, 0, 0};
    wr_dvec3 u = wr_cross(aside, n), foot = wr_scale(n, plane->distance / plane->length);
    u = wr_scale(u, FAR / wr_length(u));
    wr_dvec3 v = wr_cross(n, u);
    wr_dvec3 ends[SQUARE] = {wr_add(u, v), wr_sub(u, v), wr_scale(wr_add(u, v), -1),
                             wr_sub(v, u)};
    c->count = SQUARE;
    for (int i = 0; i < SQUARE; i++)
        c->rims[i] = (struct rim){wr_add(foot, ends[i]), NO_PLANE};
}

static wr_dvec3 between(struct rim a, struct rim b, double at_a, double at_b)
{
    return wr_add(a.point, wr_scale(wr_sub(b.point, a.point), at_a / (at_a - at_b)));
}

static void cut(struct carving *c, uint16_t by)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        struct rim a = c->rims[i], b = c->rims[(i + 1) % c->count];
        double at_a = height_over(&c->planes[by], a.point);
        double at_b = height_over(&c->planes[by], b.point);
        if (at_a <= INSIDE)
            c->spare[made++] = a;
        if (at_a <= INSIDE && at_b > INSIDE)
            c->spare[made++] = (struct rim){between(a, b, at_a, at_b), by};
        else if (at_a > INSIDE && at_b <= INSIDE)
            c->spare[made++] = (struct rim){between(a, b, at_a, at_b), a.plane};
    }
    struct rim *old = c->rims;
    c->rims = c->spare;
    c->spare = old;
    c->count = made;
}

/* Where three planes meet; the point as it was cut where they hardly do. */
static wr_dvec3 meet(const struct plane *a, const struct plane *b, const struct plane *d,
                     wr_dvec3 cut_point)
{
    wr_dvec3 bd = wr_cross(b->normal, d->normal), da = wr_cross(d->normal, a->normal),
             ab = wr_cross(a->normal, b->normal);
    double volume = wr_dot(a->normal, bd);
    if (fabs(volume) < 1e-6 * a->length * b->length * d->length)
        return cut_point;
    wr_dvec3 sum = wr_add(wr_add(wr_scale(bd, a->distance), wr_scale(da, b->distance)),
                          wr_scale(ab, d->distance));
    wr_dvec3 point = wr_scale(sum, 1 / volume);
    return wr_length(wr_sub(point, cut_point)) < 2 * INSIDE ? point : cut_point;
}

static uint32_t vertex_at(wr_wmp_block *block, wr_dvec3 point)
{
    for (uint32_t v = 0; v < block->vertex_count; v++)
        if (wr_length(wr_sub(block->vertices[v], point)) < SAME)
            return v;
    block->vertices[block->vertex_count] =
        (wr_dvec3){point.x + 0.0, point.y + 0.0, point.z + 0.0};
    return block->vertex_count++;
}

static bool add_corner(struct carving *c, wr_wmp_face *face, wr_dvec3 point)
{
    wr_wmp_block *block = c->block;
    void *vertices =
        wr_arena_more(c->arena, block->vertices, block->vertex_count, sizeof *block->vertices);
    void *corners =
        wr_arena_more(c->arena, block->corners, block->corner_count, sizeof *block->corners);
    if (!vertices || !corners)
        return false;
    block->vertices = vertices;
    block->corners = corners;
    uint32_t vertex = vertex_at(block, point);
    for (uint32_t i = 0; i < face->count; i++)
        if (block->corners[face->first + i] == vertex)
            return true;
    block->corners[block->corner_count++] = vertex;
    face->count++;
    return true;
}

static bool keep_face(struct carving *c, uint32_t f)
{
    wr_wmp_face *face = &c->block->faces[f];
    face->first = c->block->corner_count;
    face->count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        struct rim before = c->rims[(i + c->count - 1) % c->count], at = c->rims[i];
        wr_dvec3 point = at.point;
        if (before.plane != NO_PLANE && at.plane != NO_PLANE)
            point = meet(&c->planes[f], &c->planes[before.plane], &c->planes[at.plane], point);
        if (!add_corner(c, face, point))
            return false;
    }
    if (face->count < 3) {
        c->block->corner_count = face->first;
        face->count = 0;
    }
    return true;
}

/* What is left of a square that nothing cuts short reaches nowhere. */
static bool is_open(const struct carving *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->rims[i].plane == NO_PLANE)
            return true;
    return false;
}

static bool carve_face(struct carving *c, uint32_t f)
{
    const struct plane *plane = &c->planes[f];
    c->count = 0;
    if (plane->length > 0)
        start_square(c, plane);
    for (uint32_t by = 0; by < c->block->face_count && c->count > 0; by++)
        if (by != f && c->planes[by].length > 0)
            cut(c, (uint16_t)by);
    if (is_open(c))
        c->count = 0;
    return keep_face(c, f);
}

int wr_wmp_make_vertices(struct wr_arena *arena, wr_wmp_block *block)
{
    uint32_t count = block->face_count, most = 2 * (count + SQUARE);
    struct carving c = {.arena = arena,
                        .block = block,
                        .planes = WR_TAKE(arena, struct plane, count),
                        .rims = WR_TAKE(arena, struct rim, most),
                        .spare = WR_TAKE(arena, struct rim, most)};
    int whole = 0;
    if (!c.planes || !c.rims || !c.spare)
        return -1;
    for (uint32_t f = 0; f < count; f++)
        c.planes[f] = plane_of(block->faces[f].plane);
    for (uint32_t f = 0; f < count; f++) {
        if (!carve_face(&c, f))
            return -1;
        whole += block->faces[f].count > 0;
    }
    return whole;
}
