/* Walls after floors: corners are added one by one, and found to be one when all are there. */
#include "core/brush/walls.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/polygon.h"

#include <stdlib.h>

enum { NONWALK = 7 };

struct walls {
    const struct wr_solids *solids;
    wr_vec3 *vertices;
    wr_face *faces;
    uint32_t *materials, *parts;
    uint32_t *corners; /* of one polygon */
    uint32_t vertex_count, face_count;
};

static bool is_wall(const struct wr_solid_face *face)
{
    return face->material != WR_BRUSH_NOTHING && face->normal.z < WR_BRUSH_SLOPE &&
           face->normal.z > -WR_BRUSH_SLOPE;
}

/* Makes room for the floors and for all that might be a wall. */
static bool make_room(struct walls *walls, struct wr_arena *arena, struct wr_arena *scratch,
                      const wr_triangles *floors)
{
    size_t vertices = floors->vertex_count, faces = floors->face_count, most = 0;
    for (uint32_t f = 0; f < walls->solids->facet_count; f++) {
        size_t count = walls->solids->facets[f].count;
        vertices += count;
        faces += count;
        most = count > most ? count : most;
    }
    walls->vertices = WR_TAKE(arena, wr_vec3, vertices);
    walls->faces = WR_TAKE(arena, wr_face, faces);
    walls->materials = WR_TAKE(arena, uint32_t, faces);
    walls->parts = WR_TAKE(arena, uint32_t, faces);
    walls->corners = WR_TAKE(scratch, uint32_t, most);
    return walls->vertices && walls->faces && walls->materials && walls->parts &&
           walls->corners;
}

static void take_floors(struct walls *walls, const wr_triangles *floors, const uint32_t *parts)
{
    walls->vertex_count = floors->vertex_count;
    walls->face_count = floors->face_count;
    for (uint32_t v = 0; v < floors->vertex_count; v++)
        walls->vertices[v] = floors->vertices[v];
    for (uint32_t f = 0; f < floors->face_count; f++) {
        walls->faces[f] = floors->faces[f];
        walls->materials[f] = floors->materials[f];
        walls->parts[f] = parts[f];
    }
}

/* Of what a wall looks at, a little before its middle. */
static uint32_t part_of(const struct wr_solids *solids, uint32_t facet)
{
    const struct wr_solid_face *face = &solids->facets[facet];
    wr_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < face->count; i++)
        sum = wr_add(sum, wr_scale(solids->corners[face->first + i], 1.0 / face->count));
    sum = wr_add(sum, wr_scale(face->normal, solids->zones.lift));
    sum.z -= solids->zones.lift;
    return wr_solids_part(solids, facet, sum);
}

/* A polygon that is not convex is left out. */
static void add_wall(struct walls *walls, uint32_t facet)
{
    const struct wr_solids *solids = walls->solids;
    const struct wr_solid_face *face = &solids->facets[facet];
    uint32_t begun = walls->vertex_count;
    for (uint32_t i = 0; i < face->count; i++) {
        wr_dvec3 corner = wr_scale(solids->corners[face->first + i], solids->metres);
        walls->vertices[begun + i] = wr_narrow(corner);
        walls->corners[i] = begun + i;
    }
    if (!wr_polygon_cut(walls->vertices, walls->corners, face->count,
                        walls->faces + walls->face_count))
        return;
    walls->vertex_count += face->count;
    uint32_t part = part_of(solids, facet);
    for (uint32_t i = 0; i + 2 < face->count; i++) {
        walls->parts[walls->face_count] = part;
        walls->materials[walls->face_count++] = NONWALK;
    }
}

/* A vertex by where it lies. */
struct spot {
    wr_vec3 at;
    uint32_t vertex;
};

static int order_spots(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    int order = wr_vec3_order(a->at, b->at);
    return order != 0 ? order : a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

/* Names the first vertex of each spot in place of all others, and closes their gaps. */
static bool share_vertices(struct walls *walls, struct wr_arena *scratch)
{
    uint32_t count = walls->vertex_count, kept = 0;
    struct spot *spots = WR_TAKE(scratch, struct spot, count);
    uint32_t *names = WR_TAKE(scratch, uint32_t, count);
    if (!spots || !names)
        return false;
    for (uint32_t v = 0; v < count; v++)
        spots[v] = (struct spot){walls->vertices[v], v};
    if (count > 0)
        qsort(spots, count, sizeof *spots, order_spots);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i > 0 && wr_vec3_same(spots[i].at, spots[i - 1].at);
        names[spots[i].vertex] = same ? names[spots[i - 1].vertex] : spots[i].vertex;
    }
    for (uint32_t v = 0; v < count; v++) {
        bool first = names[v] == v;
        if (first)
            walls->vertices[kept] = walls->vertices[v];
        names[v] = first ? kept++ : names[names[v]];
    }
    walls->vertex_count = kept;
    for (uint32_t i = 0; i < 3 * walls->face_count; i++)
        walls->faces[i / 3].v[i % 3] = names[walls->faces[i / 3].v[i % 3]];
    return true;
}

/* The corners of a wall's triangle, in order. */
struct corners {
    uint32_t v[3], face;
};

static int order_corners(const void *left, const void *right)
{
    const struct corners *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->v[i] != b->v[i])
            return a->v[i] < b->v[i] ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

static struct corners corners_of(const struct walls *walls, uint32_t face)
{
    const uint32_t *v = walls->faces[face].v;
    uint32_t low = v[0] < v[1] ? v[0] : v[1], high = v[0] < v[1] ? v[1] : v[0];
    uint32_t least = v[2] < low ? v[2] : low, most = v[2] > high ? v[2] : high;
    return (struct corners){{least, v[2] < low ? low : v[2] > high ? high : v[2], most}, face};
}

static bool is_thin(const struct walls *walls, uint32_t face)
{
    const uint32_t *v = walls->faces[face].v;
    const wr_vec3 *p = walls->vertices;
    return !(wr_triangle_height(p[v[0]], p[v[1]], p[v[2]]) > WR_WELD_DISTANCE);
}

/* Takes triangles out that have no area, and all but the first of those that are one: solids
 * that touch have a wall in common. */
static bool drop_doubled(struct walls *walls, struct wr_arena *scratch, uint32_t first)
{
    uint32_t count = walls->face_count - first, kept = first;
    struct corners *all = WR_TAKE(scratch, struct corners, count);
    bool *dropped = WR_TAKE(scratch, bool, count);
    if (!all || !dropped)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        all[i] = corners_of(walls, first + i);
        dropped[i] = is_thin(walls, first + i);
    }
    if (count > 0)
        qsort(all, count, sizeof *all, order_corners);
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t *a = all[i - 1].v, *b = all[i].v;
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2])
            dropped[all[i].face - first] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!dropped[i]) {
            walls->parts[kept] = walls->parts[first + i];
            walls->faces[kept++] = walls->faces[first + i];
        }
    walls->face_count = kept;
    return true;
}

bool wr_walls_add(struct wr_arena *arena, struct wr_arena *scratch,
                  const struct wr_solids *solids, wr_triangles *floors, uint32_t **parts)
{
    struct walls walls = {.solids = solids};
    if (!make_room(&walls, arena, scratch, floors))
        return false;
    take_floors(&walls, floors, *parts);
    for (uint32_t f = 0; f < solids->facet_count; f++)
        if (is_wall(&solids->facets[f]))
            add_wall(&walls, f);
    if (!share_vertices(&walls, scratch) || !drop_doubled(&walls, scratch, floors->face_count))
        return false;
    *parts = walls.parts;
    *floors = (wr_triangles){walls.vertices, walls.faces, walls.materials, walls.vertex_count,
                             walls.face_count};
    return true;
}
