/* Making one vertex of vertices that lie on one spot. */
#include "core/walkmesh/weld.h"

#include "core/base/grid.h"
#include "core/base/tolerance.h"

enum { CELL = 4 }; /* distances: large enough that most vertices look into few cells */
#define NONE UINT32_MAX

/* The lowest kept vertex on a spot, or NONE. */
static uint32_t find_vertex(const struct wr_grid *kept, const struct wr_walkmesh *mesh,
                            wr_vec3 point, double distance)
{
    wr_cell cells[WR_CELLS_NEAR];
    unsigned count = wr_cells_near(wr_widen(point), distance, CELL * distance, cells);
    uint32_t best = NONE;
    for (unsigned i = 0; i < count; i++)
        for (uint32_t e = wr_grid_first(kept, cells[i]); e != NONE; e = kept->entries[e].next) {
            uint32_t v = kept->entries[e].id;
            if (v < best && wr_distance(mesh->vertices[v], point) <= distance)
                best = v;
        }
    return best;
}

/* A vertex is kept when no kept one lies on its spot, so kept ones never lie on one spot and
 * none is carried farther than the distance. */
bool wr_weld_map(struct wr_context *context, const struct wr_walkmesh *mesh, double distance,
                 const uint8_t *used, uint32_t *out, uint32_t *welded)
{
    enum { LOOK = 4096 };
    struct wr_grid kept;
    bool fine = true;
    wr_grid_start(&kept);
    *welded = 0;
    for (uint32_t v = 0; fine && v < mesh->vertex_count; v++) {
        fine = v % LOOK != LOOK - 1 || !wr_context_stopped(context);
        if (!fine)
            break;
        out[v] = v;
        if (used && !used[v])
            continue;
        uint32_t near = find_vertex(&kept, mesh, mesh->vertices[v], distance);
        if (near != NONE) {
            out[v] = near;
            ++*welded;
            continue;
        }
        wr_cell cell = wr_cell_at(wr_widen(mesh->vertices[v]), CELL * distance);
        fine = wr_grid_add(&kept, cell, cell, v);
    }
    wr_grid_finish(&kept);
    return fine;
}

static bool has_area(const struct wr_walkmesh *mesh, wr_face face)
{
    const wr_vec3 *p = mesh->vertices;
    wr_dvec3 normal = wr_triangle_normal(p[face.v[0]], p[face.v[1]], p[face.v[2]]);
    return normal.x != 0 || normal.y != 0 || normal.z != 0;
}

/* Takes the marks of face `from`, which `at` looks at, over to where it becomes face `to`. */
static void move_marks(struct wr_marks *marks, uint32_t *at, uint32_t *kept, uint32_t from,
                       uint32_t to)
{
    for (; *at < marks->count && marks->items[*at].edge / 3 <= from; ++*at)
        if (to != NONE && marks->items[*at].edge / 3 == from) {
            wr_edge mark = marks->items[*at];
            mark.edge = 3 * to + mark.edge % 3;
            marks->items[(*kept)++] = mark;
        }
}

static uint32_t drop_faces(struct wr_walkmesh *mesh, const uint32_t *kept,
                           struct wr_marks *marks)
{
    struct wr_marks none = {0};
    uint32_t count = 0, walkable = 0, mark = 0, marked = 0;
    marks = marks ? marks : &none;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_face face = mesh->faces[f];
        for (int i = 0; i < 3; i++)
            face.v[i] = kept[face.v[i]];
        bool stays = has_area(mesh, face);
        move_marks(marks, &mark, &marked, f, stays ? count : NONE);
        if (!stays)
            continue;
        walkable += f < mesh->walkable_count;
        mesh->faces[count] = face;
        mesh->materials[count++] = mesh->materials[f];
    }
    uint32_t dropped = mesh->face_count - count;
    marks->count = marked;
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
                                struct wr_walkmesh *mesh, struct wr_marks *marks,
                                uint32_t *welded, uint32_t *dropped)
{
    uint32_t *map = WR_TAKE(scratch, uint32_t, mesh->vertex_count), merged;
    if (!map || !wr_weld_map(context, mesh, WR_WELD_DISTANCE, NULL, map, &merged))
        return wr_no_memory(context);
    if (wr_context_stopped(context))
        return WR_STOPPED;
    uint32_t lost = drop_faces(mesh, map, marks);
    drop_vertices(mesh, map);
    wr_walkmesh_forget(mesh);
    if (welded)
        *welded = merged;
    if (dropped)
        *dropped = lost;
    return WR_OK;
}
