/* Cutting faces at vertices that lie on their edges, so that both sides have the same ones. */
#include "core/walkmesh/planes.h"
#include "core/walkmesh/repairing.h"

#include <stdlib.h>
#include <string.h>

/* A face with the cuts of one of its edges. */
struct wedge {
    uint32_t face;
    const wr_cut *cuts;
    uint32_t count;
    bool refused;
    uint32_t first; /* of its pieces among the new faces */
};

struct cutting {
    struct wr_mending *mending;
    struct wedge *wedges;
    size_t count;
    struct wr_walkmesh mesh; /* with the pieces */
    int32_t *marks;
    uint32_t *origins;
};

static int order_cuts(const void *a, const void *b)
{
    const wr_cut *p = a, *q = b;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    if (p->along != q->along)
        return p->along < q->along ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* Sorts them, and takes out what is there twice or lies beyond an end. */
static size_t sort_cuts(const struct wr_walkmesh *mesh, wr_cut *cuts, size_t count)
{
    size_t kept = 0;
    qsort(cuts, count, sizeof *cuts, order_cuts);
    for (size_t i = 0; i < count; i++) {
        uint32_t edge = cuts[i].edge;
        double length = wr_distance(mesh->vertices[wr_edge_start(mesh, edge)],
                                    mesh->vertices[wr_edge_end(mesh, edge)]);
        bool again =
            kept && cuts[kept - 1].edge == edge && cuts[kept - 1].vertex == cuts[i].vertex;
        if (!again && cuts[i].along > 0 && cuts[i].along < length)
            cuts[kept++] = cuts[i];
    }
    return kept;
}

/* The i-th point along a cut edge: its start, the cuts, its end. */
static uint32_t point_along(const struct wr_walkmesh *mesh, const struct wedge *wedge,
                            uint32_t i)
{
    uint32_t edge = wedge->cuts[0].edge;
    if (i == 0)
        return wr_edge_start(mesh, edge);
    return i <= wedge->count ? wedge->cuts[i - 1].vertex : wr_edge_end(mesh, edge);
}

static wr_face piece_of(const struct wr_walkmesh *mesh, const struct wedge *wedge, uint32_t i)
{
    uint32_t apex = mesh->faces[wedge->face].v[(wedge->cuts[0].edge + 2) % 3];
    return (wr_face){{point_along(mesh, wedge, i), point_along(mesh, wedge, i + 1), apex}};
}

/* Whether every piece has area and looks where the face looked. */
static bool cuts_well(const struct wr_walkmesh *mesh, const struct wedge *wedge)
{
    const wr_vec3 *at = mesh->vertices;
    const uint32_t *v = mesh->faces[wedge->face].v;
    wr_dvec3 whole = wr_triangle_normal(at[v[0]], at[v[1]], at[v[2]]);
    for (uint32_t i = 0; i <= wedge->count; i++) {
        wr_face piece = piece_of(mesh, wedge, i);
        wr_vec3 a = at[piece.v[0]], b = at[piece.v[1]], c = at[piece.v[2]];
        if (wr_triangle_side(a, b, c) != wr_face_side(mesh, wedge->face) ||
            !(wr_dot(whole, wr_triangle_normal(a, b, c)) > 0))
            return false;
    }
    return true;
}

static bool list_wedges(struct cutting *cutting, const wr_cut *cuts, size_t count)
{
    cutting->wedges = WR_TAKE(cutting->mending->arena, struct wedge, count);
    for (size_t i = 0, end; cutting->wedges && i < count; i = end) {
        struct wedge wedge = {.face = cuts[i].edge / 3, .cuts = &cuts[i]};
        for (end = i; end < count && cuts[end].edge == cuts[i].edge;)
            end++;
        wedge.count = (uint32_t)(end - i);
        while (end < count && cuts[end].edge / 3 == wedge.face)
            end++;
        wedge.refused = !cuts_well(&cutting->mending->mesh, &wedge);
        cutting->wedges[cutting->count++] = wedge;
    }
    return cutting->wedges != NULL;
}

/* ---- The mesh with the pieces ------------------------------------------------------------ */

static void put_face(struct cutting *cutting, uint32_t face)
{
    const struct wr_mending *mending = cutting->mending;
    uint32_t to = cutting->mesh.face_count++;
    cutting->mesh.faces[to] = mending->mesh.faces[face];
    cutting->mesh.materials[to] = mending->mesh.materials[face];
    cutting->origins[to] = mending->origins[face];
    memcpy(&cutting->marks[3 * (size_t)to], &mending->marks[3 * (size_t)face],
           3 * sizeof *cutting->marks);
}

static void put_pieces(struct cutting *cutting, struct wedge *wedge)
{
    const struct wr_mending *mending = cutting->mending;
    const int32_t *marks = &mending->marks[3 * (size_t)wedge->face];
    uint32_t corner = wedge->cuts[0].edge % 3;
    wedge->first = cutting->mesh.face_count;
    for (uint32_t i = 0; i <= wedge->count; i++) {
        uint32_t to = cutting->mesh.face_count;
        put_face(cutting, wedge->face);
        cutting->mesh.faces[to] = piece_of(&mending->mesh, wedge, i);
        cutting->marks[3 * (size_t)to] = -1;
        cutting->marks[3 * (size_t)to + 1] = i == wedge->count ? marks[(corner + 1) % 3] : -1;
        cutting->marks[3 * (size_t)to + 2] = i == 0 ? marks[(corner + 2) % 3] : -1;
    }
}

static bool put_together(struct cutting *cutting)
{
    struct wr_mending *mending = cutting->mending;
    size_t count = mending->mesh.face_count;
    for (size_t i = 0; i < cutting->count; i++)
        count += cutting->wedges[i].refused ? 0 : cutting->wedges[i].count;
    cutting->mesh = mending->mesh;
    cutting->mesh.face_count = 0;
    cutting->mesh.faces = WR_TAKE(mending->arena, wr_face, count);
    cutting->mesh.materials = WR_TAKE(mending->arena, uint32_t, count);
    cutting->marks = WR_TAKE(mending->arena, int32_t, 3 * count);
    cutting->origins = WR_TAKE(mending->arena, uint32_t, count);
    if (!cutting->mesh.faces || !cutting->mesh.materials || !cutting->marks ||
        !cutting->origins || count > INT32_MAX / 3)
        return false;
    size_t next = 0;
    for (uint32_t f = 0; f < mending->mesh.face_count; f++) {
        struct wedge *wedge = next < cutting->count && cutting->wedges[next].face == f
                                  ? &cutting->wedges[next++]
                                  : NULL;
        if (wedge && !wedge->refused)
            put_pieces(cutting, wedge);
        else
            put_face(cutting, f);
        if (f + 1 == mending->mesh.walkable_count)
            cutting->mesh.walkable_count = cutting->mesh.face_count;
    }
    return true;
}

/* The wedge a new face is a piece of, or NULL. */
static struct wedge *wedge_of(const struct cutting *cutting, uint32_t face)
{
    size_t low = 0, high = cutting->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cutting->wedges[middle].first <= face)
            low = middle + 1;
        else
            high = middle;
    }
    struct wedge *wedge = low ? &cutting->wedges[low - 1] : NULL;
    return wedge && !wedge->refused && face <= wedge->first + wedge->count ? wedge : NULL;
}

/* Refuses what would let more than two walkable faces share an edge; the outer edges of a face
 * were there before. */
static bool refuse_harm(struct cutting *cutting, bool *refused)
{
    struct wr_mending with = *cutting->mending;
    with.mesh = cutting->mesh;
    size_t count = 3 * (size_t)with.mesh.walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(&with, NULL);
    for (size_t i = 0, end; edges && i < count; i = end) {
        end = wr_edge_run(edges, count, i);
        for (size_t k = i; k < end && end - i > 2; k++) {
            uint32_t face = edges[k].edge / 3, corner = edges[k].edge % 3;
            struct wedge *wedge = wedge_of(cutting, face);
            if (!wedge || (corner == 2 && face == wedge->first) ||
                (corner == 1 && face == wedge->first + wedge->count))
                continue;
            wedge->refused = *refused = true;
        }
    }
    return edges != NULL;
}

static void tell_cuts(struct wr_mending *mending, const struct wedge *wedge)
{
    for (uint32_t i = 0; i < wedge->count; i++)
        wr_repair_tell(mending, &mending->report->cut, WR_REPAIR_FACE,
                       mending->origins[wedge->face], "mended-edge", NULL,
                       "face %u had vertex %u at %s on an edge, %s mm aside: it is cut there",
                       (unsigned)mending->origins[wedge->face], (unsigned)wedge->cuts[i].vertex,
                       wr_repair_place_of(mending->mesh.vertices[wedge->cuts[i].vertex]).text,
                       wr_fixed(1000 * wedge->cuts[i].aside, 3).text);
}

enum wr_result wr_repair_cut(struct wr_mending *mending, wr_cut *cuts, size_t count)
{
    struct cutting cutting = {.mending = mending};
    bool refused = false, any = false;
    count = sort_cuts(&mending->mesh, cuts, count);
    if (!list_wedges(&cutting, cuts, count) || !put_together(&cutting) ||
        !refuse_harm(&cutting, &refused) || (refused && !put_together(&cutting)))
        return wr_no_memory(mending->context);
    for (size_t i = 0; i < cutting.count; i++)
        if (!cutting.wedges[i].refused) {
            any = true;
            tell_cuts(mending, &cutting.wedges[i]);
        }
    if (!any)
        return WR_OK;
    mending->mesh = cutting.mesh;
    mending->marks = cutting.marks;
    mending->origins = cutting.origins;
    return WR_OK;
}
