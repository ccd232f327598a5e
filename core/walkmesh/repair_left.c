/* What a repair must not touch, named: only the author knows what was meant. */
#include "core/base/disjoint.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/repairing.h"

#include <stdlib.h>

/* ---- Floors that do not look up ---------------------------------------------------------- */

static void leave_sides(struct wr_mending *mending)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        enum wr_side side = wr_face_side(mesh, f);
        struct wr_repair_place place = wr_repair_place_of(wr_repair_middle(mesh, f));
        unsigned face = (unsigned)mending->origins[f];
        if (side == WR_SIDE_UPRIGHT)
            wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE, mending->origins[f],
                           "left-face-upright", "give it a material that is not walkable",
                           "face %u at %s is walkable but stands upright", face, place.text);
        else if (side == WR_SIDE_DOWN)
            wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE, mending->origins[f],
                           "left-face-downward",
                           "turn it over by hand, or give it a material that is not walkable",
                           "face %u at %s is walkable but looks downward, as a ceiling does",
                           face, place.text);
    }
}

/* ---- Edges that more than two share ------------------------------------------------------ */

/* What an edge of a run has against it: more than two, or two the same way round. */
static bool is_overused(const struct wr_walkmesh *mesh, const wr_edge_ends *run, size_t count)
{
    if (run[0].low == run[0].high)
        return false;
    return count > 2 ||
           (count == 2 && wr_edge_start(mesh, run[0].edge) == wr_edge_start(mesh, run[1].edge));
}

static enum wr_result leave_edges(struct wr_mending *mending)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    size_t count = 3 * (size_t)mesh->walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(mending, NULL);
    for (size_t i = 0, end; edges && i < count; i = end) {
        end = wr_edge_run(edges, count, i);
        if (!is_overused(mesh, edges + i, end - i))
            continue;
        uint32_t face = mending->origins[edges[i].edge / 3];
        wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE, face,
                       "left-edge-overused",
                       "give every walkable face its own side of the edge",
                       "face %u shares its edge at %s with %u other walkable faces%s",
                       (unsigned)face, wr_repair_place_of(mesh->vertices[edges[i].low]).text,
                       (unsigned)(end - i - 1), end - i == 2 ? ", the same way round" : "");
    }
    return edges ? WR_OK : wr_no_memory(mending->context);
}

/* ---- Islands and strays ------------------------------------------------------------------ */

/* A piece of the mesh: faces that hang together. */
struct piece {
    uint32_t first, faces;
    double area;
    bool leads; /* it bears a transition */
    wr_box box;
};

/* Counts the piece of each face, by its root; the others stay empty. A transition counts on an
 * open edge, where there is adjacency. */
static struct piece *measure(struct wr_mending *mending, uint32_t *roots, uint32_t count)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    struct piece *pieces = WR_ZERO(mending->arena, struct piece, count);
    for (uint32_t f = 0; pieces && f < count; f++) {
        struct piece *piece = &pieces[wr_disjoint_root(roots, f)];
        if (piece->faces++ == 0) {
            piece->first = f;
            piece->box = wr_box_empty();
        }
        piece->area += wr_face_area(mesh, f);
        for (int k = 0; k < 3; k++) {
            piece->leads |= mesh->adjacency && mesh->adjacency[f][k] < 0 &&
                            mending->marks[3 * (size_t)f + (size_t)k] != -1;
            piece->box = wr_box_add(piece->box, mesh->vertices[mesh->faces[f].v[k]]);
        }
    }
    return pieces;
}

/* Walkable faces that no way leads to: all but the largest piece and those with a transition.
 */
static enum wr_result leave_islands(struct wr_mending *mending)
{
    struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t count = mesh->walkable_count, largest = 0;
    uint32_t *roots = WR_TAKE(mending->arena, uint32_t, count);
    enum wr_result result = wr_adjacency_derive(mending->context, mending->arena, mesh, NULL);
    if (result != WR_OK || !roots)
        return result != WR_OK ? result : wr_no_memory(mending->context);
    wr_disjoint_start(roots, count);
    for (uint32_t f = 0; f < count; f++)
        for (int k = 0; k < 3; k++)
            if (mesh->adjacency[f][k] >= 0)
                wr_disjoint_join(roots, f, (uint32_t)mesh->adjacency[f][k] / 3);
    struct piece *pieces = measure(mending, roots, count);
    mesh->adjacency = NULL;
    if (!pieces)
        return wr_no_memory(mending->context);
    for (uint32_t f = 0; f < count; f++)
        largest = pieces[f].area > pieces[largest].area ? f : largest;
    for (uint32_t f = 0; f < count; f++) {
        const struct piece *piece = &pieces[f];
        if (piece->faces == 0 || piece->leads || f == largest)
            continue;
        wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE,
                       mending->origins[piece->first], "left-island",
                       "link it with the floor by hand, or give it a material that is not "
                       "walkable",
                       "face %u at %s is the first of %u walkable faces that no way leads to",
                       (unsigned)mending->origins[piece->first],
                       wr_repair_place_of(wr_repair_middle(mesh, piece->first)).text,
                       (unsigned)piece->faces);
    }
    return WR_OK;
}

static double apart(wr_box a, wr_box b)
{
    double x = fmax(0, fmax((double)a.min.x - b.max.x, (double)b.min.x - a.max.x));
    double y = fmax(0, fmax((double)a.min.y - b.max.y, (double)b.min.y - a.max.y));
    double z = fmax(0, fmax((double)a.min.z - b.max.z, (double)b.min.z - a.max.z));
    return wr_length((wr_dvec3){x, y, z});
}

/* Faces that hang together by vertices are one thing. */
static bool join_by_vertices(struct wr_mending *mending, uint32_t *roots)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t *faces = WR_ZERO(mending->arena, uint32_t, mesh->vertex_count);
    wr_disjoint_start(roots, mesh->face_count);
    for (uint32_t f = 0; faces && f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t *other = &faces[mesh->faces[f].v[k]];
            if (*other)
                wr_disjoint_join(roots, f, *other - 1);
            *other = f + 1;
        }
    return faces != NULL;
}

/* What lies far from the piece of the most faces. */
static enum wr_result leave_strays(struct wr_mending *mending)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t count = mesh->face_count, most = 0;
    uint32_t *roots = WR_TAKE(mending->arena, uint32_t, count);
    struct piece *pieces =
        roots && join_by_vertices(mending, roots) ? measure(mending, roots, count) : NULL;
    if (!pieces)
        return wr_no_memory(mending->context);
    for (uint32_t f = 0; f < count; f++)
        most = pieces[f].faces > pieces[most].faces ? f : most;
    for (uint32_t f = 0; f < count; f++) {
        if (pieces[f].faces == 0 || apart(pieces[f].box, pieces[most].box) <= WR_STRAY_DISTANCE)
            continue;
        wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE,
                       mending->origins[pieces[f].first], "left-stray",
                       "remove it by hand where it does not belong to the room",
                       "face %u at %s is the first of %u that lie %s m from the rest",
                       (unsigned)mending->origins[pieces[f].first],
                       wr_repair_place_of(wr_repair_middle(mesh, pieces[f].first)).text,
                       (unsigned)pieces[f].faces,
                       wr_fixed(apart(pieces[f].box, pieces[most].box), 1).text);
    }
    return WR_OK;
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* Of edges that run along each other as seen from above, those too far apart in height to be
 * joined, and near enough to be meant. */
static void leave_step(struct wr_mending *mending, const wr_meeting *meeting)
{
    double step = fabs(meeting->step);
    if (!(step > WR_MEND_GAP && step <= WR_DOOR_STEP))
        return;
    uint32_t face = mending->origins[meeting->other / 3];
    wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE, face, "left-step",
                   "bring both floors to one height by hand, or put a slope between them",
                   "face %u at %s runs along face %u, but is %s m %s", (unsigned)face,
                   wr_repair_place_of(mending->mesh.vertices[meeting->vertex]).text,
                   (unsigned)mending->origins[meeting->edge / 3], wr_fixed(step, 3).text,
                   meeting->step > 0 ? "higher" : "lower");
}

static int order_meetings(const void *a, const void *b)
{
    const wr_meeting *p = a, *q = b;
    if (p->other != q->other)
        return p->other < q->other ? -1 : 1;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* Of two edges that meet at several ends, the first is told. */
static enum wr_result leave_steps(struct wr_mending *mending)
{
    wr_meeting *meetings = NULL;
    size_t count;
    enum wr_result result = wr_repair_meetings(mending, true, &meetings, &count);
    if (result == WR_OK && count)
        qsort(meetings, count, sizeof *meetings, order_meetings);
    for (size_t i = 0; result == WR_OK && i < count; i++) {
        wr_meeting back = {.other = meetings[i].edge, .edge = meetings[i].other};
        bool again = i > 0 && meetings[i - 1].other == meetings[i].other &&
                     meetings[i - 1].edge == meetings[i].edge;
        for (size_t k = 0; !again && back.other < back.edge && k < 2; k++) {
            back.vertex = k ? wr_edge_end(&mending->mesh, back.other)
                            : wr_edge_start(&mending->mesh, back.other);
            again = bsearch(&back, meetings, count, sizeof *meetings, order_meetings) != NULL;
        }
        if (!again)
            leave_step(mending, &meetings[i]);
    }
    wr_free(meetings);
    return result;
}

/* ---- All of it --------------------------------------------------------------------------- */

enum wr_result wr_repair_leave(struct wr_mending *mending)
{
    enum wr_result result = wr_repair_weld(mending);
    if (result == WR_OK)
        result = wr_repair_drop(mending);
    if (result != WR_OK || mending->mesh.kind != WR_WOK)
        return result;
    leave_sides(mending);
    result = leave_edges(mending);
    if (result == WR_OK)
        result = wr_repair_seams(mending);
    if (result == WR_OK)
        result = leave_steps(mending);
    if (result == WR_OK)
        result = leave_islands(mending);
    return result == WR_OK ? leave_strays(mending) : result;
}
