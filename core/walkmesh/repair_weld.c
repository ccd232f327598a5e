/* Welding near vertices, where it does no harm. */
#include "core/base/tolerance.h"
#include "core/walkmesh/repairing.h"
#include "core/walkmesh/weld.h"

#include <stdlib.h>

/* ---- Sparing what would be harmed -------------------------------------------------------- */

static wr_dvec3 normal_by(const struct wr_walkmesh *mesh, const uint32_t v[3],
                          const uint32_t *map)
{
    const wr_vec3 *p = mesh->vertices;
    return map ? wr_triangle_normal(p[map[v[0]]], p[map[v[1]]], p[map[v[2]]])
               : wr_triangle_normal(p[v[0]], p[v[1]], p[v[2]]);
}

static bool is_moved(const uint32_t v[3], const uint32_t *map)
{
    return map[v[0]] != v[0] || map[v[1]] != v[1] || map[v[2]] != v[2];
}

/* A face that turns over, or loses the area it has. */
static bool suffers(const struct wr_walkmesh *mesh, uint32_t face, const uint32_t *map,
                    bool collapse)
{
    const uint32_t *v = mesh->faces[face].v;
    if (!is_moved(v, map))
        return false;
    wr_dvec3 before = normal_by(mesh, v, NULL), after = normal_by(mesh, v, map);
    if (wr_length(before) == 0)
        return false;
    if (wr_length(after) == 0)
        return !collapse;
    return wr_dot(before, after) < 0;
}

static void spare_faces(const struct wr_mending *mending, const uint32_t *map, bool collapse,
                        uint8_t *bad)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3 && suffers(mesh, f, map, collapse); k++)
            bad[map[mesh->faces[f].v[k]]] |= map[mesh->faces[f].v[k]] != mesh->faces[f].v[k];
}

/* Faces that a weld makes the double of another one, or takes their area: they will go. */
static uint8_t *find_going(struct wr_mending *mending, const uint32_t *map)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    wr_corners *all = WR_TAKE(mending->arena, wr_corners, mesh->walkable_count);
    uint8_t *going = WR_ZERO(mending->arena, uint8_t, mesh->walkable_count);
    if (!all || !going)
        return NULL;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        const uint32_t to[3] = {map[v[0]], map[v[1]], map[v[2]]};
        all[f] = wr_corners_of(to, f);
        going[f] = wr_length(normal_by(mesh, v, map)) == 0;
    }
    if (mesh->walkable_count)
        qsort(all, mesh->walkable_count, sizeof *all, wr_corners_order);
    for (uint32_t i = 1; i < mesh->walkable_count; i++)
        if (wr_corners_same(&all[i - 1], &all[i]))
            going[all[i].face] = 1;
    return going;
}

/* Whether the edges of a run had other vertices before, and how many of them stay. */
static uint32_t count_staying(const struct wr_walkmesh *mesh, const wr_edge_ends *run,
                              size_t count, const uint8_t *going, bool *mixed)
{
    uint32_t staying = 0;
    wr_edge_ends first = {0};
    *mixed = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t edge = run[i].edge;
        if (going[edge / 3])
            continue;
        wr_edge_ends own =
            wr_edge_ends_of(wr_edge_start(mesh, edge), wr_edge_end(mesh, edge), edge);
        if (staying++ == 0)
            first = own;
        *mixed |= own.low != first.low || own.high != first.high;
    }
    return staying;
}

static bool spare_edges(struct wr_mending *mending, const uint32_t *map, uint8_t *bad)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    size_t count = 3 * (size_t)mesh->walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(mending, map);
    const uint8_t *going = find_going(mending, map);
    if (!edges || !going)
        return false;
    for (size_t i = 0, end; i < count; i = end) {
        bool mixed;
        end = wr_edge_run(edges, count, i);
        if (end - i > 2 && edges[i].low != edges[i].high &&
            count_staying(mesh, edges + i, end - i, going, &mixed) > 2 && mixed)
            bad[edges[i].low] = bad[edges[i].high] = 1;
    }
    return true;
}

enum wr_result wr_repair_spare(struct wr_mending *mending, uint32_t *map, bool collapse)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    wr_arena_mark here = wr_arena_here(mending->arena);
    uint8_t *bad = WR_ZERO(mending->arena, uint8_t, mesh->vertex_count);
    if (!bad)
        return wr_no_memory(mending->context);
    spare_faces(mending, map, collapse, bad);
    if (mesh->kind == WR_WOK && !spare_edges(mending, map, bad))
        return wr_no_memory(mending->context);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (bad[map[v]])
            map[v] = v;
    wr_arena_rewind(mending->arena, here);
    return WR_OK;
}

void wr_repair_join(struct wr_mending *mending, const uint32_t *map)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            mesh->faces[f].v[k] = map[mesh->faces[f].v[k]];
}

/* ---- Near vertices ----------------------------------------------------------------------- */

/* The first face of each vertex, as the file numbers it, plus 1; 0 for none. */
static uint32_t *find_faces(struct wr_mending *mending)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t *faces = WR_ZERO(mending->arena, uint32_t, mesh->vertex_count);
    for (uint32_t f = mesh->face_count; faces && f-- > 0;)
        for (int k = 0; k < 3; k++)
            faces[mesh->faces[f].v[k]] = mending->origins[f] + 1;
    return faces;
}

static void tell_welds(struct wr_mending *mending, const uint32_t *map, const uint32_t *faces)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (map[v] == v)
            continue;
        double apart = wr_distance(mesh->vertices[v], mesh->vertices[map[v]]);
        wr_repair_tell(
            mending, &mending->report->welded, WR_REPAIR_VERTEX, v, "mended-vertex-doubled",
            NULL, "vertex %u of face %u at %s lay %s mm from vertex %u: it is that now",
            (unsigned)v, (unsigned)faces[v] - 1, wr_repair_place_of(mesh->vertices[v]).text,
            wr_fixed(1000 * apart, 3).text, (unsigned)map[v]);
    }
}

/* Those that are near each other but must not be one. */
static void tell_spared(struct wr_mending *mending, const uint32_t *near, const uint32_t *faces)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (near[v] != v)
            wr_repair_tell(
                mending, &mending->report->left, WR_REPAIR_VERTEX, v, "left-vertex-doubled",
                "decide by hand which faces belong together there",
                "vertex %u of face %u at %s is near vertex %u, but as one they would "
                "turn a face over or let three floors share an edge",
                (unsigned)v, (unsigned)faces[v] - 1, wr_repair_place_of(mesh->vertices[v]).text,
                (unsigned)near[v]);
}

enum wr_result wr_repair_weld(struct wr_mending *mending)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t *faces = find_faces(mending), welded;
    uint32_t *map = WR_TAKE(mending->arena, uint32_t, mesh->vertex_count);
    uint8_t *used = WR_TAKE(mending->arena, uint8_t, mesh->vertex_count);
    if (!faces || !map || !used)
        return wr_no_memory(mending->context);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        used[v] = faces[v] != 0;
    if (!wr_weld_map(mending->context, mesh, WR_MEND_DISTANCE, used, map, &welded))
        return wr_context_stopped(mending->context) ? WR_STOPPED
                                                    : wr_no_memory(mending->context);
    if (welded == 0)
        return WR_OK;
    if (mending->looking) {
        tell_spared(mending, map, faces);
        return WR_OK;
    }
    enum wr_result result = wr_repair_spare(mending, map, true);
    if (result != WR_OK)
        return result;
    tell_welds(mending, map, faces);
    wr_repair_join(mending, map);
    return WR_OK;
}
