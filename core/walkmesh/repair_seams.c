/* Seams: open edges that run along each other, a hair apart or with other vertices. */
#include "core/base/grid.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/repairing.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* ---- Edges that meet --------------------------------------------------------------------- */

/* The open edges without a transition, in a grid of cells about as wide as they are long. */
struct seams {
    struct wr_mending *mending;
    bool flat; /* heights do not count */
    uint32_t *edges, count;
    double width;
    struct wr_grid grid;
    wr_meeting *found;
    size_t found_count, capacity;
};

static wr_dvec3 point_of(const struct seams *seams, uint32_t vertex)
{
    wr_dvec3 p = wr_widen(seams->mending->mesh.vertices[vertex]);
    if (seams->flat)
        p.z = 0;
    return p;
}

static bool list_open(struct seams *seams)
{
    struct wr_mending *mending = seams->mending;
    size_t count = 3 * (size_t)mending->mesh.walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(mending, NULL);
    seams->edges = WR_TAKE(mending->arena, uint32_t, count);
    if (!edges || !seams->edges)
        return false;
    for (size_t i = 0, end; i < count; i = end) {
        end = wr_edge_run(edges, count, i);
        if (end - i == 1 && mending->marks[edges[i].edge] == -1 &&
            edges[i].low != edges[i].high)
            seams->edges[seams->count++] = edges[i].edge;
    }
    return true;
}

static double edge_length(const struct seams *seams, uint32_t edge)
{
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    return wr_length(wr_sub(point_of(seams, wr_edge_end(mesh, edge)),
                            point_of(seams, wr_edge_start(mesh, edge))));
}

static void choose_width(struct seams *seams)
{
    double sum = 0;
    for (uint32_t i = 0; i < seams->count; i++)
        sum += edge_length(seams, seams->edges[i]);
    seams->width = seams->count ? sum / seams->count : 0;
    if (!(seams->width > 8 * WR_MEND_GAP))
        seams->width = 8 * WR_MEND_GAP;
}

/* Enters a stretch of an edge, no longer than a cell, with all that is a gap away from it. */
static bool enter_stretch(struct seams *seams, wr_dvec3 a, wr_dvec3 b, uint32_t edge)
{
    const double gap = WR_MEND_GAP;
    wr_dvec3 low = {fmin(a.x, b.x) - gap, fmin(a.y, b.y) - gap, fmin(a.z, b.z) - gap};
    wr_dvec3 high = {fmax(a.x, b.x) + gap, fmax(a.y, b.y) + gap, fmax(a.z, b.z) + gap};
    wr_cell from = wr_cell_at(low, seams->width), to = wr_cell_at(high, seams->width);
    enum { MOST = 4 }; /* beyond the grid's own reach cells do not follow each other */
    if (to.x < from.x || to.y < from.y || to.z < from.z || to.x - from.x > MOST ||
        to.y - from.y > MOST || to.z - from.z > MOST)
        return true;
    return wr_grid_add(&seams->grid, from, to, edge);
}

static bool enter_edge(struct seams *seams, uint32_t edge)
{
    enum { MOST_STRETCHES = 1 << 20 };
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    wr_dvec3 a = point_of(seams, wr_edge_start(mesh, edge));
    wr_dvec3 way = wr_sub(point_of(seams, wr_edge_end(mesh, edge)), a);
    double stretches = wr_length(way) / seams->width;
    if (!(stretches < MOST_STRETCHES))
        return true;
    uint32_t count = (uint32_t)stretches + 1;
    for (uint32_t i = 0; i < count; i++) {
        wr_dvec3 from = wr_add(a, wr_scale(way, (double)i / count));
        if (!enter_stretch(seams, from, wr_add(a, wr_scale(way, (i + 1.0) / count)), edge))
            return false;
    }
    return true;
}

/* An edge as a line: where it starts, which way it runs, how far. */
struct line {
    wr_dvec3 start, way;
    double length;
};

static struct line line_of(const struct seams *seams, uint32_t edge)
{
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    struct line line = {.start = point_of(seams, wr_edge_start(mesh, edge))};
    wr_dvec3 way = wr_sub(point_of(seams, wr_edge_end(mesh, edge)), line.start);
    line.length = wr_length(way);
    line.way = wr_scale(way, line.length > 0 ? 1 / line.length : 0);
    return line;
}

static wr_dvec3 aside_of(const struct line *line, wr_dvec3 p, double *along)
{
    wr_dvec3 off = wr_sub(p, line->start);
    *along = wr_dot(off, line->way);
    return wr_sub(off, wr_scale(line->way, *along));
}

/* Whether what lies aside of an edge lies on its own floor: to its left. */
static bool is_inside(const struct seams *seams, uint32_t edge, const struct line *line,
                      wr_dvec3 aside)
{
    const uint32_t *v = seams->mending->mesh.faces[edge / 3].v;
    const wr_vec3 *at = seams->mending->mesh.vertices;
    wr_dvec3 normal = wr_triangle_normal(at[v[0]], at[v[1]], at[v[2]]);
    double length = wr_length(normal);
    double left = wr_dot(wr_cross(normal, line->way), aside) / (length > 0 ? length : 1);
    return left > WR_MEND_DISTANCE;
}

/* Two edges run along each other where they do so in opposite ways, for a stretch four times as
 * long as they are apart, and more than near vertices are. */
static bool runs_along(const struct seams *seams, uint32_t edge, uint32_t other, bool end,
                       wr_meeting *out)
{
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    uint32_t near = end ? wr_edge_end(mesh, other) : wr_edge_start(mesh, other);
    uint32_t far = end ? wr_edge_start(mesh, other) : wr_edge_end(mesh, other);
    struct line line = line_of(seams, edge);
    wr_dvec3 p = point_of(seams, near), q = point_of(seams, far);
    double at, to;
    wr_dvec3 aside = aside_of(&line, p, &at), beyond = aside_of(&line, q, &to);
    if (at < -WR_MEND_GAP || at > line.length + WR_MEND_GAP || (end ? to <= at : to >= at))
        return false;
    double stop = to < 0 ? 0 : to > line.length ? line.length : to;
    double begin = at < 0 ? 0 : at > line.length ? line.length : at;
    beyond = wr_add(aside, wr_scale(wr_sub(beyond, aside), (stop - at) / (to - at)));
    double apart = fmax(wr_length(aside), wr_length(beyond)), common = fabs(stop - begin);
    if (apart > WR_MEND_GAP || common <= WR_MEND_DISTANCE || common < 4 * apart)
        return false;
    if (!seams->flat &&
        (is_inside(seams, edge, &line, aside) || is_inside(seams, edge, &line, beyond)))
        return false;
    *out = (wr_meeting){edge, other, near, at, wr_length(aside), 0};
    return true;
}

/* How much higher a vertex is than the edge beside it. */
static double step_at(const struct seams *seams, const wr_meeting *meeting)
{
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    wr_vec3 a = mesh->vertices[wr_edge_start(mesh, meeting->edge)];
    wr_vec3 b = mesh->vertices[wr_edge_end(mesh, meeting->edge)];
    double t = meeting->along / edge_length(seams, meeting->edge);
    return mesh->vertices[meeting->vertex].z - (a.z + t * ((double)b.z - a.z));
}

static bool meet(struct seams *seams, uint32_t other, bool end)
{
    const struct wr_walkmesh *mesh = &seams->mending->mesh;
    uint32_t vertex = end ? wr_edge_end(mesh, other) : wr_edge_start(mesh, other);
    wr_cell cell = wr_cell_at(point_of(seams, vertex), seams->width);
    uint32_t last = NONE;
    for (uint32_t e = wr_grid_first(&seams->grid, cell); e != NONE;) {
        wr_grid_entry entry = seams->grid.entries[e];
        wr_meeting meeting;
        e = entry.next;
        if (entry.id == last || entry.id / 3 == other / 3 ||
            !runs_along(seams, entry.id, other, end, &meeting))
            continue;
        last = entry.id;
        meeting.step = seams->flat ? step_at(seams, &meeting) : 0;
        if (!wr_grow(&seams->found, &seams->capacity, seams->found_count + 1,
                     sizeof *seams->found))
            return false;
        seams->found[seams->found_count++] = meeting;
    }
    return true;
}

static bool find_meetings(struct seams *seams)
{
    enum { LOOK = 1024 };
    bool fine = list_open(seams);
    if (!fine)
        return false;
    choose_width(seams);
    for (uint32_t i = 0; fine && i < seams->count; i++)
        fine = enter_edge(seams, seams->edges[i]);
    for (uint32_t i = 0; fine && i < seams->count; i++) {
        if (i % LOOK == LOOK - 1 && wr_context_stopped(seams->mending->context))
            break;
        fine = meet(seams, seams->edges[i], false) && meet(seams, seams->edges[i], true);
    }
    return fine;
}

enum wr_result wr_repair_meetings(struct wr_mending *mending, bool flat, wr_meeting **out,
                                  size_t *count)
{
    struct seams seams = {.mending = mending, .flat = flat};
    wr_grid_start(&seams.grid);
    bool fine = find_meetings(&seams);
    wr_grid_finish(&seams.grid);
    *out = seams.found;
    *count = seams.found_count;
    return wr_context_whole(mending->context, fine ? WR_OK : wr_no_memory(mending->context));
}

/* ---- Closing gaps ------------------------------------------------------------------------ */

/* The end of an edge that a vertex beside it is to become, or NONE: then it cuts the edge, or
 * is that end. */
static uint32_t end_near(const struct wr_walkmesh *mesh, const wr_meeting *meeting)
{
    uint32_t a = wr_edge_start(mesh, meeting->edge), b = wr_edge_end(mesh, meeting->edge);
    wr_vec3 p = mesh->vertices[meeting->vertex];
    double to_a = wr_distance(p, mesh->vertices[a]), to_b = wr_distance(p, mesh->vertices[b]);
    if (to_a > WR_MEND_GAP && to_b > WR_MEND_GAP)
        return NONE;
    return to_a <= to_b ? a : b;
}

static int order_joins(const void *a, const void *b)
{
    const wr_edge_ends *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->high < q->high ? -1 : p->high > q->high;
}

/* The higher of two vertices becomes the lower one, which stays where it is: joins are in order
 * of the lower, so that it is the higher of none that comes later. */
static uint32_t *map_joins(struct wr_mending *mending, wr_edge_ends *joins, size_t count)
{
    uint32_t vertices = mending->mesh.vertex_count;
    uint32_t *map = WR_TAKE(mending->arena, uint32_t, vertices);
    if (!map)
        return NULL;
    for (uint32_t v = 0; v < vertices; v++)
        map[v] = v;
    if (count)
        qsort(joins, count, sizeof *joins, order_joins);
    for (size_t i = 0; i < count; i++) {
        uint32_t low = joins[i].low, high = joins[i].high;
        if (map[low] == low && map[high] == high)
            map[high] = low;
    }
    return map;
}

static void tell_joins(struct wr_mending *mending, const uint32_t *map,
                       const wr_edge_ends *joins, size_t count)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (size_t i = 0; i < count; i++) {
        uint32_t v = joins[i].high, to = joins[i].low;
        if (map[v] != to || (i > 0 && joins[i - 1].low == to && joins[i - 1].high == v))
            continue;
        double apart = wr_distance(mesh->vertices[v], mesh->vertices[to]);
        wr_repair_tell(mending, &mending->report->closed, WR_REPAIR_FACE,
                       mending->origins[joins[i].edge / 3], "mended-gap", NULL,
                       "face %u at %s was %s mm from the floor beside it: its vertex %u is "
                       "vertex %u now",
                       (unsigned)mending->origins[joins[i].edge / 3],
                       wr_repair_place_of(mesh->vertices[v]).text,
                       wr_fixed(1000 * apart, 3).text, (unsigned)v, (unsigned)to);
    }
}

/* Joins vertices across gaps; whether there was any. */
static enum wr_result close_gaps(struct wr_mending *mending, const wr_meeting *meetings,
                                 size_t count, bool *closed)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    wr_edge_ends *joins = WR_TAKE(mending->arena, wr_edge_ends, count);
    size_t found = 0;
    if (!joins)
        return wr_no_memory(mending->context);
    for (size_t i = 0; i < count; i++) {
        const wr_meeting *meeting = &meetings[i];
        uint32_t end = end_near(mesh, meeting), vertex = meeting->vertex;
        if (end != NONE && end != vertex)
            joins[found++] =
                wr_edge_ends_of(end, vertex, vertex > end ? meeting->other : meeting->edge);
    }
    if (found == 0)
        return WR_OK;
    uint32_t *map = map_joins(mending, joins, found);
    if (!map)
        return wr_no_memory(mending->context);
    uint64_t before = mending->changes;
    enum wr_result result = wr_repair_spare(mending, map, false);
    if (result != WR_OK)
        return result;
    tell_joins(mending, map, joins, found);
    wr_repair_join(mending, map);
    *closed = mending->changes > before;
    return WR_OK;
}

static enum wr_result cut_edges(struct wr_mending *mending, const wr_meeting *meetings,
                                size_t count)
{
    wr_cut *cuts = WR_TAKE(mending->arena, wr_cut, count);
    size_t found = 0;
    if (!cuts)
        return wr_no_memory(mending->context);
    for (size_t i = 0; i < count; i++)
        if (end_near(&mending->mesh, &meetings[i]) == NONE)
            cuts[found++] = (wr_cut){meetings[i].edge, meetings[i].vertex, meetings[i].along,
                                     meetings[i].aside};
    return found ? wr_repair_cut(mending, cuts, found) : WR_OK;
}

static void leave_meetings(struct wr_mending *mending, const wr_meeting *meetings, size_t count)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (size_t i = 0; i < count; i++) {
        uint32_t face = mending->origins[meetings[i].other / 3], end = meetings[i].vertex;
        bool again =
            i > 0 && meetings[i - 1].vertex == end && meetings[i - 1].edge == meetings[i].edge;
        if (again || end == wr_edge_start(mesh, meetings[i].edge) ||
            end == wr_edge_end(mesh, meetings[i].edge))
            continue;
        wr_repair_tell(mending, &mending->report->left, WR_REPAIR_FACE, face, "left-seam",
                       "join the two floors by hand",
                       "face %u at %s runs along face %u, but joining them would turn a face "
                       "over, take it its area or let three floors share an edge",
                       (unsigned)face, wr_repair_place_of(mesh->vertices[end]).text,
                       (unsigned)mending->origins[meetings[i].edge / 3]);
    }
}

enum wr_result wr_repair_seams(struct wr_mending *mending)
{
    wr_meeting *meetings = NULL;
    size_t count;
    bool closed = false;
    enum wr_result result = wr_repair_meetings(mending, false, &meetings, &count);
    if (result == WR_OK && mending->looking)
        leave_meetings(mending, meetings, count);
    else if (result == WR_OK && count > 0)
        result = close_gaps(mending, meetings, count, &closed);
    if (result == WR_OK && !mending->looking && count > 0 && !closed)
        result = cut_edges(mending, meetings, count);
    wr_free(meetings);
    return result;
}
