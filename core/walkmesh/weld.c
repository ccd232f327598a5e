/* Making one vertex of vertices that lie on one spot. */
#include "core/walkmesh/weld.h"

#include "core/base/tolerance.h"

#include <stdlib.h>

#define CELL                                                                                   \
    (4.0 * WR_WELD_DISTANCE) /* large enough that most vertices look into few cells            \
                              */
#define NONE UINT32_MAX

/* A cube of space and the vertices kept in it, a list through `struct grid.next`. */
struct cell {
    double at[3];
    uint32_t first;
};

struct grid {
    struct cell *cells; /* sorted by place */
    size_t count;
    uint32_t *next; /* one a vertex */
};

static int order_cells(const void *left, const void *right)
{
    const struct cell *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->at[i] != b->at[i])
            return a->at[i] < b->at[i] ? -1 : 1;
    return 0;
}

static struct cell cell_of(double x, double y, double z)
{
    return (struct cell){{floor(x / CELL), floor(y / CELL), floor(z / CELL)}, NONE};
}

static bool make_grid(struct wr_arena *scratch, const struct wr_walkmesh *mesh,
                      struct grid *grid)
{
    grid->cells = WR_TAKE(scratch, struct cell, mesh->vertex_count);
    grid->next = WR_TAKE(scratch, uint32_t, mesh->vertex_count);
    if (!grid->cells || !grid->next)
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 p = mesh->vertices[v];
        grid->cells[v] = cell_of(p.x, p.y, p.z);
    }
    qsort(grid->cells, mesh->vertex_count, sizeof *grid->cells, order_cells);
    grid->count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (v == 0 || order_cells(&grid->cells[v], &grid->cells[grid->count - 1]) != 0)
            grid->cells[grid->count++] = grid->cells[v];
    return true;
}

static struct cell *find_cell(const struct grid *grid, struct cell wanted)
{
    return bsearch(&wanted, grid->cells, grid->count, sizeof wanted, order_cells);
}

/* The lowest kept vertex on the spot of `vertex`, or `best`, among those of one cell. */
static uint32_t search_cell(const struct grid *grid, const struct wr_walkmesh *mesh,
                            const struct cell *cell, wr_vec3 point, uint32_t best)
{
    for (uint32_t v = cell ? cell->first : NONE; v != NONE; v = grid->next[v])
        if (v < best && wr_distance(mesh->vertices[v], point) <= WR_WELD_DISTANCE)
            best = v;
    return best;
}

/* The lowest kept vertex on a spot, or NONE. */
static uint32_t find_vertex(const struct grid *grid, const struct wr_walkmesh *mesh,
                            wr_vec3 point)
{
    const double reach = WR_WELD_DISTANCE;
    struct cell low = cell_of(point.x - reach, point.y - reach, point.z - reach);
    struct cell high = cell_of(point.x + reach, point.y + reach, point.z + reach);
    uint32_t best = NONE;
    for (unsigned corner = 0; corner < 8; corner++) {
        struct cell wanted = low;
        bool again = false;
        for (unsigned i = 0; i < 3; i++) {
            again |= (corner >> i & 1) && high.at[i] == low.at[i];
            wanted.at[i] = corner >> i & 1 ? high.at[i] : low.at[i];
        }
        if (!again)
            best = search_cell(grid, mesh, find_cell(grid, wanted), point, best);
    }
    return best;
}

/* A vertex is kept when no kept one lies on its spot, so kept ones never lie on one spot and
 * none is carried farther than the distance. Fills out[vertex] with the kept one. */
static uint32_t weld_vertices(struct grid *grid, const struct wr_walkmesh *mesh, uint32_t *out)
{
    uint32_t welded = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 p = mesh->vertices[v];
        out[v] = find_vertex(grid, mesh, p);
        if (out[v] != NONE) {
            welded++;
            continue;
        }
        struct cell *cell = find_cell(grid, cell_of(p.x, p.y, p.z));
        grid->next[v] = cell->first;
        cell->first = out[v] = v;
    }
    return welded;
}

static bool has_area(const struct wr_walkmesh *mesh, wr_face face)
{
    const wr_vec3 *p = mesh->vertices;
    wr_dvec3 normal = wr_triangle_normal(p[face.v[0]], p[face.v[1]], p[face.v[2]]);
    return normal.x != 0 || normal.y != 0 || normal.z != 0;
}

static uint32_t drop_faces(struct wr_walkmesh *mesh, const uint32_t *kept)
{
    uint32_t count = 0, walkable = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_face face = mesh->faces[f];
        for (int i = 0; i < 3; i++)
            face.v[i] = kept[face.v[i]];
        if (!has_area(mesh, face))
            continue;
        walkable += f < mesh->walkable_count;
        mesh->faces[count] = face;
        mesh->materials[count++] = mesh->materials[f];
    }
    uint32_t dropped = mesh->face_count - count;
    mesh->face_count = count;
    mesh->walkable_count = walkable;
    return dropped;
}

/* Closes the gaps between used vertices, in their order. `map` is overwritten. */
static void drop_vertices(struct wr_walkmesh *mesh, uint32_t *map)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        map[v] = NONE;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int i = 0; i < 3; i++)
            map[mesh->faces[f].v[i]] = 0;
    uint32_t count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (map[v] != NONE) {
            mesh->vertices[count] = mesh->vertices[v];
            map[v] = count++;
        }
    mesh->vertex_count = count;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int i = 0; i < 3; i++)
            mesh->faces[f].v[i] = map[mesh->faces[f].v[i]];
}

enum wr_result wr_walkmesh_weld(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, uint32_t *welded, uint32_t *dropped)
{
    struct grid grid;
    uint32_t *map = WR_TAKE(scratch, uint32_t, mesh->vertex_count);
    if (!map || !make_grid(scratch, mesh, &grid))
        return wr_no_memory(context);
    uint32_t merged = weld_vertices(&grid, mesh, map);
    uint32_t lost = drop_faces(mesh, map);
    drop_vertices(mesh, map);
    wr_walkmesh_forget(mesh);
    if (welded)
        *welded = merged;
    if (dropped)
        *dropped = lost;
    return WR_OK;
}
