/* A step is where the border of a floor runs along that of a lower one, the other way. */
#include "core/brush/stairs.h"

#include "core/base/tolerance.h"
#include "core/brush/boxes.h"

#include <stdlib.h>
#include <string.h>

/* Metres, but for the last two. */
#define BESIDE 0.005   /* how far apart two borders are that are one line from above */
#define LOWEST 0.01    /* what is no step */
#define NARROWEST 0.05 /* a step that nobody steps on */
#define INSET 0.02     /* from the ends of a step, where its tread is measured */
#define STEEPEST 1.0   /* how high a ramp may rise a metre */
#define DEEPEST 3.0    /* a deeper tread, in steps' heights, is a landing */
#define LANDING 2.0    /* how far a ramp reaches onto one, in the same */

#define NONE UINT32_MAX
enum { MOST_MARCH = 4096 };

/* Side s of a floor's triangle s / 3. */
struct stairs {
    struct wr_arena *arena;
    const wr_triangles *floors;
    const uint32_t *parts;
    struct wr_brush_level *level;
    uint32_t *twins; /* one a side: the same edge, seen from the face behind it; NONE */
    uint32_t *open;  /* sides without one */
    wr_dbox *boxes;  /* one each of those */
    uint32_t open_count;
    struct wr_box_tree tree;
    wr_brush_solid *wedges;
    uint32_t wedge_count;
};

/* ---- Borders ----------------------------------------------------------------------------- */

struct edge {
    uint32_t low, high, side;
};

static int order_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

static uint32_t start_of(const struct stairs *s, uint32_t side)
{
    return s->floors->faces[side / 3].v[side % 3];
}

static uint32_t end_of(const struct stairs *s, uint32_t side)
{
    return s->floors->faces[side / 3].v[(side + 1) % 3];
}

static wr_dvec3 at(const struct stairs *s, uint32_t vertex)
{
    return wr_widen(s->floors->vertices[vertex]);
}

static bool find_twins(struct stairs *s)
{
    uint32_t count = 3 * s->floors->face_count;
    struct edge *edges = WR_TAKE(s->arena, struct edge, count);
    s->twins = WR_TAKE(s->arena, uint32_t, count);
    if (!edges || !s->twins)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = start_of(s, i), b = end_of(s, i);
        edges[i] = (struct edge){a < b ? a : b, a < b ? b : a, i};
        s->twins[i] = NONE;
    }
    if (count > 0)
        qsort(edges, count, sizeof *edges, order_edges);
    for (uint32_t i = 1; i < count; i++)
        if (edges[i].low == edges[i - 1].low && edges[i].high == edges[i - 1].high) {
            s->twins[edges[i].side] = edges[i - 1].side;
            s->twins[edges[i - 1].side] = edges[i].side;
        }
    return true;
}

static bool list_open(struct stairs *s)
{
    uint32_t count = 3 * s->floors->face_count;
    s->open = WR_TAKE(s->arena, uint32_t, count);
    s->boxes = WR_TAKE(s->arena, wr_dbox, count);
    if (!s->open || !s->boxes)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (s->twins[i] != NONE)
            continue;
        wr_dbox *box = &s->boxes[s->open_count];
        *box = wr_dbox_empty();
        wr_dbox_add(box, at(s, start_of(s, i)));
        wr_dbox_add(box, at(s, end_of(s, i)));
        s->open[s->open_count++] = i;
    }
    return wr_box_tree_make(s->arena, s->boxes, s->open_count, &s->tree);
}

/* ---- Treads ------------------------------------------------------------------------------ */

static double turn(wr_dvec3 a, wr_dvec3 b)
{
    return a.x * b.y - a.y * b.x;
}

/* The side by which a way out of a point leaves a face, and how far that is. */
static uint32_t leave(const struct stairs *s, uint32_t face, wr_dvec3 from, wr_dvec3 way,
                      double *far)
{
    uint32_t best = NONE;
    for (uint32_t side = 3 * face; side < 3 * face + 3; side++) {
        wr_dvec3 a = at(s, start_of(s, side)), along = wr_sub(at(s, end_of(s, side)), a);
        double across = turn(along, way); /* below 0: outward */
        double reach = across < 0 ? turn(wr_sub(from, a), along) / -turn(way, along) : INFINITY;
        if (across < 0 && (best == NONE || reach < *far)) {
            best = side;
            *far = reach;
        }
    }
    return best;
}

static bool is_level(const struct stairs *s, uint32_t face, double z)
{
    for (int k = 0; k < 3; k++)
        if (fabs((double)s->floors->vertices[s->floors->faces[face].v[k]].z - z) > LOWEST)
            return false;
    return true;
}

/* How far a level floor reaches from a point along a way of length 1, or `most`. */
static double depth_of(const struct stairs *s, uint32_t face, wr_dvec3 from, wr_dvec3 way,
                       double most)
{
    double far = 0;
    for (int i = 0; i < MOST_MARCH && far < most; i++) {
        uint32_t side = leave(s, face, from, way, &far);
        if (side == NONE)
            return 0;
        if (s->twins[side] == NONE || !is_level(s, s->twins[side] / 3, from.z))
            return far < most ? far : most;
        face = s->twins[side] / 3;
    }
    return most;
}

/* ---- Wedges ------------------------------------------------------------------------------ */

/* A step: its edge, with the higher floor on the left, and the floor before it. */
struct step {
    wr_dvec3 from, to;     /* of the edge, metres */
    wr_dvec3 way;          /* to where it goes down, of length 1 */
    double low;            /* height of the lower floor */
    uint32_t upper, lower; /* faces */
};

static wr_dvec3 towards(wr_dvec3 from, wr_dvec3 to, double far)
{
    wr_dvec3 way = wr_sub(to, from);
    return wr_add(from, wr_scale(way, far / wr_length(way)));
}

/* How far the ramp reaches at both ends; false where it would be too steep. */
static bool reach_of(const struct stairs *s, const struct step *step, double reach[2])
{
    double rise = step->from.z - step->low, most = DEEPEST * rise + BESIDE;
    wr_dvec3 ends[2] = {towards(step->from, step->to, INSET),
                        towards(step->to, step->from, INSET)};
    for (int i = 0; i < 2; i++) {
        ends[i].z = step->low;
        reach[i] = depth_of(s, step->lower, ends[i], step->way, most);
    }
    double least = reach[0] < reach[1] ? reach[0] : reach[1];
    double longest = reach[0] < reach[1] ? reach[1] : reach[0];
    if (longest >= most) {
        double wanted = LANDING * rise;
        reach[0] = reach[1] = least < wanted ? least : wanted;
        longest = reach[0];
    }
    return longest * STEEPEST >= rise - BESIDE;
}

static bool add_wedge(struct stairs *s, const struct step *step, const double reach[2])
{
    static const uint32_t corners[5][4] = {
        {0, 2, 3, 1}, {4, 5, 3, 2}, {0, 1, 5, 4}, {0, 4, 2, 0}, {1, 3, 5, 0}};
    wr_dvec3 *vertices = WR_TAKE(s->arena, wr_dvec3, 6);
    wr_brush_face *faces = WR_ZERO(s->arena, wr_brush_face, 5);
    wr_brush_solid *wedges = wr_arena_more(s->arena, s->wedges, s->wedge_count, sizeof *wedges);
    if (!vertices || !faces || !wedges)
        return false;
    wr_dvec3 down = {0, 0, step->low - step->from.z};
    vertices[0] = step->from;
    vertices[1] = step->to;
    vertices[2] = wr_add(wr_add(step->from, wr_scale(step->way, reach[0])), down);
    vertices[3] = wr_add(wr_add(step->to, wr_scale(step->way, reach[1])), down);
    vertices[4] = wr_add(step->from, down);
    vertices[5] = wr_add(step->to, down);
    for (int v = 0; v < 6; v++)
        vertices[v] = wr_scale(vertices[v], 1 / s->level->metres);
    for (int f = 0; f < 5; f++)
        faces[f] = (wr_brush_face){.corners = corners[f], .corner_count = f < 3 ? 4 : 3};
    s->wedges = wedges;
    wedges[s->wedge_count++] =
        (wr_brush_solid){.name = "a ramp",
                         .where = WR_NOWHERE,
                         .vertices = vertices,
                         .faces = faces,
                         .vertex_count = 6,
                         .face_count = 5,
                         .part = s->parts[step->lower],
                         .made_of = 1 + s->floors->materials[step->upper]};
    return true;
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* Whether a lower border runs along a higher one, the other way; what they have in common. */
static bool is_step(const struct stairs *s, uint32_t upper, uint32_t lower, struct step *out)
{
    wr_dvec3 from = at(s, start_of(s, upper)), to = at(s, end_of(s, upper));
    wr_dvec3 begin = at(s, end_of(s, lower)), end = at(s, start_of(s, lower));
    wr_dvec3 way = {to.x - from.x, to.y - from.y, 0};
    double length = wr_length(way);
    if (!(length > NARROWEST) || fabs(from.z - to.z) > LOWEST || fabs(begin.z - end.z) > LOWEST)
        return false;
    way = wr_scale(way, 1 / length);
    wr_dvec3 off = wr_sub(begin, from), off_end = wr_sub(end, from);
    double first = off.x * way.x + off.y * way.y, last = off_end.x * way.x + off_end.y * way.y;
    double rise = from.z - begin.z;
    if (fabs(turn(way, off)) > BESIDE || fabs(turn(way, off_end)) > BESIDE || rise <= LOWEST ||
        rise > s->level->climb + BESIDE)
        return false;
    first = first > 0 ? first : 0;
    last = last < length ? last : length;
    *out = (struct step){.from = wr_add(from, wr_scale(way, first)),
                         .to = wr_add(from, wr_scale(way, last)),
                         .way = {way.y, -way.x, 0},
                         .low = begin.z,
                         .upper = upper / 3,
                         .lower = lower / 3};
    return last - first > NARROWEST;
}

static bool add_steps(struct stairs *s, uint32_t open)
{
    wr_dbox box = s->boxes[open];
    uint32_t other;
    const wr_dvec3 wide = {BESIDE, BESIDE, 0};
    box = (wr_dbox){wr_sub(box.min, wide), wr_add(box.max, wide)};
    box.min.z -= s->level->climb + BESIDE;
    struct wr_look look = wr_box_tree_look(&s->tree, box);
    while (wr_look_next(&look, &other)) {
        struct step step;
        double reach[2];
        if (other != open && is_step(s, s->open[open], s->open[other], &step) &&
            reach_of(s, &step, reach) && !add_wedge(s, &step, reach))
            return false;
    }
    return true;
}

bool wr_stairs_add(struct wr_arena *arena, const wr_triangles *floors, const uint32_t *parts,
                   struct wr_brush_level *level)
{
    struct stairs s = {.arena = arena, .floors = floors, .parts = parts, .level = level};
    if (!find_twins(&s) || !list_open(&s))
        return false;
    for (uint32_t i = 0; i < s.open_count; i++)
        if (!add_steps(&s, i))
            return false;
    uint32_t count = level->solid_count;
    wr_brush_solid *solids = WR_TAKE(arena, wr_brush_solid, (size_t)count + s.wedge_count);
    if (!solids)
        return false;
    if (count > 0)
        memcpy(solids, level->solids, count * sizeof *solids);
    if (s.wedge_count > 0)
        memcpy(solids + count, s.wedges, s.wedge_count * sizeof *solids);
    level->solids = solids;
    level->solid_count = count + s.wedge_count;
    return true;
}
