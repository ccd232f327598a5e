/* The long way round: small steps, and every face and edge near a hop looked at. */
#include "tests/support/path_oracle.h"

#include "builder/layout/seam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 0.04, JUMP = 0.3, CLEARANCE = 0.3, NEAR_DOORWAY = 1.0;
static const double NEAREST = 1.25, FARTHEST = 15; /* whose detours are judged */

struct rim {
    wr_vec3 a, b;
};

struct oracle {
    const struct wr_layout *layout;
    const struct wr_walkmesh *mesh;
    const struct wr_paths *paths;
    struct rim *rims; /* edges that one walkable face has */
    size_t rim_count;
    uint32_t *islands; /* one a walkable face */
    uint32_t island_count;
    uint32_t *faces; /* those near the hop at hand */
    size_t face_count;
    struct rim *near; /* rims near the hop */
    size_t near_count;
};

/* ---- Edges and islands ---- */

struct half {
    uint32_t low, high, face;
};

static int by_ends(const void *a, const void *b)
{
    const struct half *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}

static uint32_t root(uint32_t *sets, uint32_t i)
{
    while (sets[i] != i)
        i = sets[i];
    return i;
}

static void join(uint32_t *sets, uint32_t a, uint32_t b)
{
    sets[root(sets, a)] = root(sets, b);
}

static void look_at_edges(struct oracle *o)
{
    const struct wr_walkmesh *mesh = o->mesh;
    uint32_t count = 3 * mesh->walkable_count;
    struct half *halves = malloc((count + 1) * sizeof *halves);
    uint32_t *sets = malloc((mesh->walkable_count + 1) * sizeof *sets);
    o->rims = malloc((count + 1) * sizeof *o->rims);
    o->islands = malloc((mesh->walkable_count + 1) * sizeof *o->islands);
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        sets[f] = f;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = mesh->faces[f].v[k], b = mesh->faces[f].v[(k + 1) % 3];
            halves[3 * f + k] = (struct half){a < b ? a : b, a < b ? b : a, f};
        }
    }
    qsort(halves, count, sizeof *halves, by_ends);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && halves[next].low == halves[i].low &&
                           halves[next].high == halves[i].high;)
            next++;
        if (next - i == 2)
            join(sets, halves[i].face, halves[i + 1].face);
        else
            o->rims[o->rim_count++] =
                (struct rim){mesh->vertices[halves[i].low], mesh->vertices[halves[i].high]};
    }
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        o->islands[f] = root(sets, f);
        o->island_count += o->islands[f] == f;
    }
    free(halves);
    free(sets);
}

/* ---- Places ---- */

/* How far a point is from a piece of a line, in space. */
static double off_line(const double p[3], wr_vec3 a, wr_vec3 b)
{
    double d[3] = {b.x - (double)a.x, b.y - (double)a.y, b.z - (double)a.z};
    double o[3] = {p[0] - a.x, p[1] - a.y, p[2] - a.z};
    double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], t = 0, sum = 0;
    if (square > 0)
        t = (d[0] * o[0] + d[1] * o[1] + d[2] * o[2]) / square;
    t = fmin(1, fmax(0, t));
    for (int i = 0; i < 3; i++)
        sum += (o[i] - t * d[i]) * (o[i] - t * d[i]);
    return sqrt(sum);
}

/* The height of a face at a place, NAN where it is not there; its rim counts for a little more
 * than it is. */
static double height_in(const struct wr_walkmesh *mesh, uint32_t face, double x, double y)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y;
    double wx = (double)c.x - a.x, wy = (double)c.y - a.y;
    double area = ux * wy - uy * wx, px = x - a.x, py = y - a.y;
    if (!(area > 1e-9))
        return NAN;
    double s = (px * wy - py * wx) / area, t = (ux * py - uy * px) / area;
    double slack = 1e-4 * (1 + sqrt(ux * ux + uy * uy + wx * wx + wy * wy)) / sqrt(area);
    if (s < -slack || t < -slack || s + t > 1 + slack)
        return NAN;
    return a.z + s * ((double)b.z - a.z) + t * ((double)c.z - a.z);
}

/* The face at a place, nearest in height to `z`; UINT32_MAX where there is none within a jump.
 */
static uint32_t face_under(const struct oracle *o, double x, double y, double *z)
{
    uint32_t best = UINT32_MAX;
    double off = JUMP, height = *z;
    for (size_t i = 0; i < o->face_count; i++) {
        double at = height_in(o->mesh, o->faces[i], x, y);
        if (!isnan(at) && fabs(at - *z) < off) {
            off = fabs(at - *z);
            height = at;
            best = o->faces[i];
        }
    }
    *z = height;
    return best;
}

static bool beside_doorway(const struct wr_layout *layout, const double p[3])
{
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_seam *seam = &layout->seams->items[i];
        const wr_seam_point *points = layout->seams->points + seam->first;
        for (uint32_t k = 0; k + 1 < seam->count; k++)
            if (off_line(p, points[k].position, points[k + 1].position) < NEAR_DOORWAY)
                return true;
    }
    return false;
}

/* ---- Hops ---- */

static bool overlaps(double a, double b, double c, double d, double from, double to)
{
    return fmin(a, fmin(b, c)) - d <= to && fmax(a, fmax(b, c)) + d >= from;
}

static void gather(struct oracle *o, wr_vec3 p, wr_vec3 q)
{
    const struct wr_walkmesh *mesh = o->mesh;
    double left = fmin(p.x, q.x), right = fmax(p.x, q.x);
    double low = fmin(p.y, q.y), high = fmax(p.y, q.y);
    o->face_count = o->near_count = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
        if (overlaps(a.x, b.x, c.x, 0.1, left, right) &&
            overlaps(a.y, b.y, c.y, 0.1, low, high))
            o->faces[o->face_count++] = f;
    }
    for (size_t i = 0; i < o->rim_count; i++) {
        const struct rim *rim = &o->rims[i];
        if (overlaps(rim->a.x, rim->b.x, rim->b.x, 1, left, right) &&
            overlaps(rim->a.y, rim->b.y, rim->b.y, 1, low, high))
            o->near[o->near_count++] = *rim;
    }
}

static bool too_near(const struct oracle *o, const double p[3])
{
    for (size_t i = 0; i < o->near_count; i++)
        if (off_line(p, o->near[i].a, o->near[i].b) < CLEARANCE - 1e-3)
            return !beside_doorway(o->layout, p);
    return false;
}

/* On which side of the way from a to b a place lies, by the sign. */
static double side_of(const double a[2], const double b[2], const double p[2])
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Whether a step leads across a rim of about its height. */
static bool crosses_rim(const struct oracle *o, const double from[3], const double to[3])
{
    for (size_t i = 0; i < o->near_count; i++) {
        wr_vec3 p = o->near[i].a, q = o->near[i].b;
        const double a[2] = {p.x, p.y}, b[2] = {q.x, q.y};
        double before = side_of(a, b, from), after = side_of(a, b, to);
        double left = side_of(from, to, a), right = side_of(from, to, b);
        if (before * after < 0 && left * right < 0 &&
            fabs(p.z + left / (left - right) * ((double)q.z - p.z) - from[2]) < JUMP)
            return true;
    }
    return false;
}

enum walk { WALKS, IS_NARROW, LEAVES };

/* Goes from one point to another over what was gathered. */
static enum walk go(const struct oracle *o, wr_vec3 from, wr_vec3 to)
{
    double dx = (double)to.x - from.x, dy = (double)to.y - from.y, z = from.z;
    double length = sqrt(dx * dx + dy * dy);
    int steps = 1 + (int)(length / STEP);
    enum walk walk = WALKS;
    double last[3] = {from.x, from.y, from.z};
    for (int i = 0; i <= steps; i++) {
        double p[3] = {from.x + dx * i / steps, from.y + dy * i / steps, 0};
        if (face_under(o, p[0], p[1], &z) == UINT32_MAX)
            return LEAVES;
        p[2] = z;
        if (crosses_rim(o, last, p))
            return LEAVES;
        memcpy(last, p, sizeof last);
        if (walk == WALKS && too_near(o, p))
            walk = IS_NARROW;
    }
    return fabs(z - to.z) < JUMP ? walk : LEAVES;
}

static void judge_hops(struct oracle *o, struct path_faults *out)
{
    for (uint32_t i = 0; i < o->paths->count; i++)
        for (uint32_t k = o->paths->starts[i]; k < o->paths->starts[i + 1]; k++) {
            uint32_t j = o->paths->neighbours[k];
            if (j <= i || j >= o->paths->count)
                continue;
            gather(o, o->paths->points[i], o->paths->points[j]);
            enum walk walk = go(o, o->paths->points[i], o->paths->points[j]);
            out->off_floor += walk == LEAVES;
            out->narrow += walk == IS_NARROW;
        }
}

/* ---- The graph ---- */

static bool lists(const struct wr_paths *paths, uint32_t point, uint32_t other)
{
    for (uint32_t k = paths->starts[point]; k < paths->starts[point + 1]; k++)
        if (paths->neighbours[k] == other)
            return true;
    return false;
}

static void judge_order(const struct wr_paths *paths, struct path_faults *out)
{
    for (uint32_t i = 0; i < paths->count; i++)
        for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++) {
            uint32_t j = paths->neighbours[k];
            out->order += j >= paths->count || j == i || !lists(paths, j, i) ||
                          (k > paths->starts[i] && j <= paths->neighbours[k - 1]);
        }
}

static void judge_islands(struct oracle *o, struct path_faults *out)
{
    const struct wr_paths *paths = o->paths;
    uint32_t *sets = malloc((paths->count + 1) * sizeof *sets);
    uint32_t *homes = malloc((paths->count + 1) * sizeof *homes);
    uint32_t *firsts = malloc((o->mesh->walkable_count + 1) * sizeof *firsts);
    memset(firsts, 0xff, (o->mesh->walkable_count + 1) * sizeof *firsts);
    for (uint32_t i = 0; i < paths->count; i++)
        sets[i] = i;
    for (uint32_t i = 0; i < paths->count; i++)
        for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++)
            join(sets, i, paths->neighbours[k]);
    for (uint32_t i = 0; i < paths->count; i++) {
        double z = paths->points[i].z;
        gather(o, paths->points[i], paths->points[i]);
        uint32_t face = face_under(o, paths->points[i].x, paths->points[i].y, &z);
        homes[i] = face == UINT32_MAX ? UINT32_MAX : o->islands[face];
        out->off_floor += face == UINT32_MAX;
        if (face == UINT32_MAX)
            continue;
        uint32_t *first = &firsts[homes[i]];
        *first = *first == UINT32_MAX ? i : *first;
        out->torn += root(sets, i) != root(sets, *first);
    }
    for (uint32_t i = 0; i < paths->count; i++)
        for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++)
            out->mixed += homes[i] != homes[paths->neighbours[k]];
    for (uint32_t f = 0; f < o->mesh->walkable_count; f++)
        out->bare += o->islands[f] == f && firsts[f] == UINT32_MAX;
    out->islands = o->island_count;
    free(sets);
    free(homes);
    free(firsts);
}

/* A point within the doorway, with a neighbour a step away on each side. */
static void judge_doorways(const struct oracle *o, struct path_faults *out)
{
    const struct wr_layout *layout = o->layout;
    const struct wr_paths *paths = o->paths;
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_seam *seam = &layout->seams->items[i];
        const wr_seam_point *points = layout->seams->points + seam->first;
        const wr_placed_hook *hook = &layout->hooks[layout->links[i].hooks[0]];
        bool found = false;
        for (uint32_t p = 0; p < paths->count && !found; p++) {
            bool sides[2] = {false, false}, on = false;
            wr_vec3 at = paths->points[p];
            double place[3] = {at.x, at.y, at.z};
            for (uint32_t k = 0; k + 1 < seam->count; k++)
                on |= off_line(place, points[k].position, points[k + 1].position) < 1e-3;
            for (uint32_t k = paths->starts[p]; on && k < paths->starts[p + 1]; k++) {
                wr_vec3 other = paths->points[paths->neighbours[k]];
                double out_of = (other.x - (double)at.x) * hook->out_x +
                                (other.y - (double)at.y) * hook->out_y;
                sides[out_of > 0] |= fabs(out_of) < 1.01;
            }
            found = sides[0] && sides[1];
        }
        out->doorways += !found;
    }
}

/* ---- Detours ---- */

/* Lengths over hops from one point, by going through all hops until nothing changes. */
static void lengths_from(const struct wr_paths *paths, uint32_t from, double *lengths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        lengths[i] = i == from ? 0 : INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < paths->count; i++)
            for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++) {
                wr_vec3 a = paths->points[i], b = paths->points[paths->neighbours[k]];
                double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
                double length = lengths[i] + sqrt(x * x + y * y + z * z);
                if (length < lengths[paths->neighbours[k]] - 1e-9) {
                    lengths[paths->neighbours[k]] = length;
                    changed = true;
                }
            }
    }
}

/* A few points, and all others in sight of them, neither near nor very far. */
static void judge_detours(struct oracle *o, struct path_faults *out)
{
    const struct wr_paths *paths = o->paths;
    double *lengths = malloc((paths->count + 1) * sizeof *lengths);
    uint32_t stride = 1 + paths->count / 12;
    for (uint32_t i = 0; i < paths->count; i += stride) {
        lengths_from(paths, i, lengths);
        for (uint32_t j = 0; j < paths->count; j++) {
            wr_vec3 a = paths->points[i], b = paths->points[j];
            double x = (double)a.x - b.x, y = (double)a.y - b.y;
            double straight = sqrt(x * x + y * y);
            if (j == i || straight > FARTHEST || straight < NEAREST ||
                lengths[j] <= out->worst_detour * straight)
                continue;
            gather(o, a, b);
            if (go(o, a, b) == WALKS)
                out->worst_detour = lengths[j] / straight;
        }
    }
    free(lengths);
}

void path_oracle_judge(const struct wr_layout *layout, const struct wr_walkmesh *mesh,
                       const struct wr_paths *paths, struct path_faults *out)
{
    struct oracle o = {.layout = layout, .mesh = mesh, .paths = paths};
    *out = (struct path_faults){0};
    look_at_edges(&o);
    o.faces = malloc((mesh->walkable_count + 1) * sizeof *o.faces);
    o.near = malloc((o.rim_count + 1) * sizeof *o.near);
    judge_order(paths, out);
    judge_hops(&o, out);
    judge_islands(&o, out);
    judge_doorways(&o, out);
    judge_detours(&o, out);
    free(o.rims);
    free(o.islands);
    free(o.faces);
    free(o.near);
}
