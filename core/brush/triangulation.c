/* Triangles that are as little pointed as their lines allow (Delaunay), point by point. A point
 * is found by walking, and a line by turning the diagonals that cross it. */
#include "core/brush/triangulation.h"

#include "core/base/arena.h"
#include "core/base/math.h"

#define NONE UINT32_MAX

/* What is still to become a line. */
struct wr_line_part {
    uint32_t from, to;
};

static uint32_t next_of(uint32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}
static uint32_t previous_of(uint32_t side)
{
    return side % 3 == 0 ? side + 2 : side - 1;
}
static uint32_t start_of(const struct wr_triangulation *mesh, uint32_t side)
{
    return mesh->sides[side].point;
}
static uint32_t end_of(const struct wr_triangulation *mesh, uint32_t side)
{
    return mesh->sides[next_of(side)].point;
}
static uint32_t apex_of(const struct wr_triangulation *mesh, uint32_t side)
{
    return mesh->sides[previous_of(side)].point;
}
static int64_t turn_of(const struct wr_triangulation *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    return wr_whole_turn(mesh->points[a], mesh->points[b], mesh->points[c]);
}

bool wr_whole_near(wr_whole from, wr_whole to, wr_whole point)
{
    double x = (double)to.x - from.x, y = (double)to.y - from.y;
    double px = (double)point.x - from.x, py = (double)point.y - from.y;
    double along = px * x + py * y, length = x * x + y * y, across = px * y - py * x;
    return along > 0 && along < length && across * across <= length;
}

static void link(struct wr_triangulation *mesh, uint32_t a, uint32_t b)
{
    mesh->sides[a].twin = b;
    if (b != NONE)
        mesh->sides[b].twin = a;
}

static void fix(struct wr_triangulation *mesh, uint32_t side, bool fixed)
{
    mesh->sides[side].fixed = fixed;
    if (mesh->sides[side].twin != NONE)
        mesh->sides[mesh->sides[side].twin].fixed = fixed;
}

/* Takes over what lies behind another side. */
static void inherit(struct wr_triangulation *mesh, uint32_t side, uint32_t other)
{
    mesh->sides[side].fixed = mesh->sides[other].fixed;
    link(mesh, side, mesh->sides[other].twin);
}

static void set_point(struct wr_triangulation *mesh, uint32_t side, uint32_t point)
{
    mesh->sides[side].point = point;
    mesh->sides_of[point] = side;
}

/* ---- Changing triangles ---------------------------------------------------------------- */

/* Joins the apexes of both triangles of a side instead of its ends. */
static void turn_side(struct wr_triangulation *mesh, uint32_t a)
{
    uint32_t b = mesh->sides[a].twin, before_a = previous_of(a), before_b = previous_of(b);
    uint32_t apex_a = start_of(mesh, before_a), apex_b = start_of(mesh, before_b);
    mesh->sides_of[start_of(mesh, a)] = next_of(b);
    mesh->sides_of[start_of(mesh, b)] = next_of(a);
    set_point(mesh, a, apex_b);
    set_point(mesh, b, apex_a);
    inherit(mesh, a, before_b);
    inherit(mesh, b, before_a);
    link(mesh, before_a, before_b);
    fix(mesh, before_a, false);
}

static void suspect(struct wr_triangulation *mesh, uint32_t side)
{
    if (!wr_grow(&mesh->suspects, &mesh->suspect_capacity, (size_t)mesh->suspect_count + 1,
                 sizeof *mesh->suspects))
        mesh->failed = true;
    else
        mesh->suspects[mesh->suspect_count++] = side;
}

/* Whether the apex behind a side certainly lies in the circle around its triangle. */
static bool is_pointed(const struct wr_triangulation *mesh, uint32_t side)
{
    const uint32_t corners[3] = {start_of(mesh, side), end_of(mesh, side), apex_of(mesh, side)};
    wr_whole d = mesh->points[apex_of(mesh, mesh->sides[side].twin)];
    double x[3], y[3], lift[3];
    for (int i = 0; i < 3; i++) {
        x[i] = (double)mesh->points[corners[i]].x - d.x;
        y[i] = (double)mesh->points[corners[i]].y - d.y;
        lift[i] = x[i] * x[i] + y[i] * y[i];
    }
    double sum = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += lift[i] * (x[j] * y[k] - x[k] * y[j]);
        size += lift[i] * (fabs(x[j] * y[k]) + fabs(x[k] * y[j]));
    }
    return sum > 1e-14 * size;
}

/* Turns suspected sides until none is pointed. */
static void widen(struct wr_triangulation *mesh)
{
    while (mesh->suspect_count > 0 && !mesh->failed) {
        uint32_t side = mesh->suspects[--mesh->suspect_count];
        uint32_t twin = mesh->sides[side].twin;
        if (twin == NONE || mesh->sides[side].fixed || !is_pointed(mesh, side))
            continue;
        turn_side(mesh, side);
        suspect(mesh, side);
        suspect(mesh, next_of(side));
        suspect(mesh, twin);
        suspect(mesh, next_of(twin));
    }
}

static uint32_t add_point(struct wr_triangulation *mesh, wr_whole at)
{
    size_t needed = (size_t)mesh->point_count + 1;
    if (!wr_grow(&mesh->points, &mesh->point_capacity, needed, sizeof *mesh->points) ||
        !wr_grow(&mesh->sides_of, &mesh->side_of_capacity, needed, sizeof *mesh->sides_of)) {
        mesh->failed = true;
        return 0;
    }
    mesh->points[mesh->point_count] = at;
    mesh->sides_of[mesh->point_count] = NONE;
    return mesh->point_count++;
}

/* The first side of a new triangle, which has no neighbours yet. */
static uint32_t add_triangle(struct wr_triangulation *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t first = mesh->side_count;
    if (!wr_grow(&mesh->sides, &mesh->side_capacity, (size_t)first + 3, sizeof *mesh->sides)) {
        mesh->failed = true;
        return NONE;
    }
    const uint32_t corners[3] = {a, b, c};
    mesh->side_count += 3;
    for (uint32_t i = 0; i < 3; i++) {
        mesh->sides[first + i] = (wr_triangle_side){corners[i], NONE, false};
        mesh->sides_of[corners[i]] = first + i;
    }
    return first;
}

/* Joins a point to the corners of the triangle around it, or on whose side it lies. */
static void split(struct wr_triangulation *mesh, uint32_t side, uint32_t point)
{
    uint32_t a = start_of(mesh, side), b = end_of(mesh, side), c = apex_of(mesh, side);
    uint32_t second = add_triangle(mesh, b, c, point);
    uint32_t third = second == NONE ? NONE : add_triangle(mesh, c, a, point);
    if (third == NONE)
        return;
    uint32_t next = next_of(side), previous = previous_of(side);
    inherit(mesh, second, next);
    inherit(mesh, third, previous);
    set_point(mesh, previous, point);
    mesh->sides[next].fixed = mesh->sides[previous].fixed = false;
    mesh->sides_of[a] = side;
    link(mesh, next, second + 2);
    link(mesh, second + 1, third + 2);
    link(mesh, third + 1, previous);
    suspect(mesh, side);
    suspect(mesh, second);
    suspect(mesh, third);
}

/* Puts a point onto a side: the flat triangle that splitting leaves is turned away. */
static void split_side(struct wr_triangulation *mesh, uint32_t side, uint32_t point)
{
    bool fixed = mesh->sides[side].fixed;
    uint32_t twin = mesh->sides[side].twin;
    split(mesh, side, point);
    if (mesh->failed)
        return;
    turn_side(mesh, side);
    fix(mesh, next_of(side), fixed);
    fix(mesh, twin, fixed);
    suspect(mesh, next_of(twin));
}

void wr_triangulation_start(struct wr_triangulation *mesh)
{
    const int32_t far = 2 * WR_STEPS_MOST;
    mesh->point_count = mesh->side_count = mesh->suspect_count = 0;
    mesh->last = 0;
    mesh->budget = 0;
    mesh->failed = mesh->tangled = false;
    const wr_whole square[WR_SQUARE] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
    for (uint32_t i = 0; i < WR_SQUARE; i++)
        add_point(mesh, square[i]);
    if (mesh->failed)
        return;
    uint32_t lower = add_triangle(mesh, 0, 1, 2), upper = add_triangle(mesh, 0, 2, 3);
    if (!mesh->failed)
        link(mesh, lower + 2, upper);
}

void wr_triangulation_finish(struct wr_triangulation *mesh)
{
    wr_free(mesh->points);
    wr_free(mesh->sides_of);
    wr_free(mesh->sides);
    wr_free(mesh->suspects);
    wr_free(mesh->spans);
    wr_free(mesh->crossed);
}

/* ---- Points ---------------------------------------------------------------------------- */

/* A side of a triangle beyond which a point lies, looked for from one of its sides on; NONE. */
static uint32_t side_before(const struct wr_triangulation *mesh, uint32_t first, uint32_t turn,
                            wr_whole at)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t side = first + (i + turn) % 3;
        wr_whole from = mesh->points[start_of(mesh, side)];
        if (wr_whole_turn(from, mesh->points[end_of(mesh, side)], at) < 0)
            return side;
    }
    return NONE;
}

/* The first side of the triangle that holds a point: found by walking towards it, where that
 * does not take forever. */
static uint32_t find_triangle(const struct wr_triangulation *mesh, wr_whole at)
{
    uint32_t first = mesh->last - mesh->last % 3, beyond = NONE;
    for (uint32_t step = 0; step < mesh->side_count; step++) {
        beyond = side_before(mesh, first, step % 3, at);
        if (beyond == NONE)
            return first;
        uint32_t twin = mesh->sides[beyond].twin;
        if (twin == NONE)
            break;
        first = twin - twin % 3;
    }
    for (first = 0; first < mesh->side_count; first += 3)
        if (side_before(mesh, first, 0, at) == NONE)
            return first;
    return 0;
}

uint32_t wr_triangulation_point(struct wr_triangulation *mesh, wr_whole at)
{
    if (mesh->failed)
        return 0;
    uint32_t first = find_triangle(mesh, at), on = NONE;
    for (uint32_t side = first; side < first + 3; side++) {
        wr_whole from = mesh->points[start_of(mesh, side)];
        if (from.x == at.x && from.y == at.y)
            return start_of(mesh, side);
        if (wr_whole_turn(from, mesh->points[end_of(mesh, side)], at) == 0)
            on = side;
    }
    uint32_t point = add_point(mesh, at);
    if (mesh->failed)
        return 0;
    if (on == NONE)
        split(mesh, first, point);
    else
        split_side(mesh, on, point);
    widen(mesh);
    mesh->last = mesh->sides_of[point];
    return point;
}

/* ---- Lines ----------------------------------------------------------------------------- */

static void push_span(struct wr_triangulation *mesh, uint32_t from, uint32_t to)
{
    if (!wr_grow(&mesh->spans, &mesh->span_capacity, (size_t)mesh->span_count + 1,
                 sizeof *mesh->spans))
        mesh->failed = true;
    else if (from != to)
        mesh->spans[mesh->span_count++] = (struct wr_line_part){from, to};
}

/* The side that leads from one point to another, or NONE. */
static uint32_t find_side(const struct wr_triangulation *mesh, uint32_t from, uint32_t to)
{
    uint32_t start = mesh->sides_of[from], side = start;
    do {
        if (end_of(mesh, side) == to)
            return side;
        side = mesh->sides[previous_of(side)].twin;
    } while (side != start && side != NONE);
    return NONE;
}

static bool is_near(const struct wr_triangulation *mesh, struct wr_line_part span,
                    uint32_t point)
{
    return wr_whole_near(mesh->points[span.from], mesh->points[span.to], mesh->points[point]);
}

/* What a line meets on its way from a point: a side that leads to its next point, or one that
 * it crosses. */
struct meeting {
    uint32_t side;
    bool along;
};

/* A point that is near goes before the line's own end: lines that nearly are one shall be one.
 */
static struct meeting leave(const struct wr_triangulation *mesh, struct wr_line_part span)
{
    uint32_t start = mesh->sides_of[span.from], side = start;
    struct meeting meeting = {NONE, false};
    do {
        uint32_t end = end_of(mesh, side), apex = apex_of(mesh, side);
        if (is_near(mesh, span, end))
            return (struct meeting){side, true};
        if (end == span.to)
            meeting = (struct meeting){side, true};
        else if (turn_of(mesh, span.from, end, span.to) > 0 &&
                 turn_of(mesh, span.from, span.to, apex) > 0)
            meeting = (struct meeting){next_of(side), false};
        side = mesh->sides[previous_of(side)].twin;
    } while (side != start && side != NONE);
    return meeting;
}

static int64_t rounded(double value)
{
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

/* Where a line crosses a fixed side: at an end of the line that is near, or at a new point. */
static uint32_t cross(struct wr_triangulation *mesh, struct wr_line_part span,
                      struct wr_line_part other)
{
    if (is_near(mesh, other, span.from))
        return span.from;
    if (is_near(mesh, other, span.to))
        return span.to;
    wr_whole a = mesh->points[span.from], b = mesh->points[span.to];
    double left = (double)turn_of(mesh, other.from, other.to, span.from);
    double right = (double)turn_of(mesh, other.from, other.to, span.to);
    double part = left / (left - right);
    wr_whole at = {(int32_t)(a.x + rounded(part * ((double)b.x - a.x))),
                   (int32_t)(a.y + rounded(part * ((double)b.y - a.y)))};
    return wr_triangulation_point(mesh, at);
}

static void break_line(struct wr_triangulation *mesh, struct wr_line_part span, uint32_t at)
{
    push_span(mesh, at, span.to);
    push_span(mesh, span.from, at);
}

static void break_both(struct wr_triangulation *mesh, struct wr_line_part span, uint32_t side)
{
    struct wr_line_part other = {start_of(mesh, side), end_of(mesh, side)};
    fix(mesh, side, false);
    mesh->last = side;
    uint32_t at = cross(mesh, span, other);
    if (at != span.from && at != span.to)
        break_line(mesh, span, at);
    else
        push_span(mesh, span.from, span.to);
    break_line(mesh, other, at);
}

static void push_crossed(struct wr_triangulation *mesh, uint32_t side)
{
    if (!wr_grow(&mesh->crossed, &mesh->crossed_capacity, (size_t)mesh->crossed_count + 1,
                 sizeof *mesh->crossed))
        mesh->failed = true;
    else
        mesh->crossed[mesh->crossed_count++] =
            (struct wr_line_part){start_of(mesh, side), end_of(mesh, side)};
}

/* Lists all sides a line crosses, from the first on; false where it was broken on its way. */
static bool cross_sides(struct wr_triangulation *mesh, struct wr_line_part span, uint32_t side)
{
    mesh->crossed_count = 0;
    while (!mesh->failed) {
        uint32_t ends[2] = {start_of(mesh, side), end_of(mesh, side)};
        for (int i = 0; i < 2; i++)
            if (is_near(mesh, span, ends[i])) {
                break_line(mesh, span, ends[i]);
                return false;
            }
        if (mesh->sides[side].fixed) {
            break_both(mesh, span, side);
            return false;
        }
        push_crossed(mesh, side);
        uint32_t twin = mesh->sides[side].twin, apex = apex_of(mesh, twin);
        if (apex == span.to)
            return true;
        bool left = turn_of(mesh, span.from, span.to, apex) > 0;
        side = left ? next_of(twin) : previous_of(twin);
        if (turn_of(mesh, span.from, span.to, apex) == 0) {
            break_line(mesh, span, apex);
            return false;
        }
    }
    return false;
}

static bool is_convex(const struct wr_triangulation *mesh, uint32_t side)
{
    uint32_t a = apex_of(mesh, side), b = apex_of(mesh, mesh->sides[side].twin);
    return turn_of(mesh, a, start_of(mesh, side), b) > 0 &&
           turn_of(mesh, b, end_of(mesh, side), a) > 0;
}

static bool divides(const struct wr_triangulation *mesh, struct wr_line_part span,
                    uint32_t side)
{
    uint32_t a = start_of(mesh, side), b = end_of(mesh, side);
    if (a == span.from || a == span.to || b == span.from || b == span.to)
        return false;
    int64_t left = turn_of(mesh, span.from, span.to, a);
    int64_t right = turn_of(mesh, span.from, span.to, b);
    return (left > 0) != (right > 0);
}

/* Turns crossed sides until none is crossed, by and by: one that cannot be turned yet waits. */
static void clear_way(struct wr_triangulation *mesh, struct wr_line_part span)
{
    uint32_t from = 0;
    uint64_t rounds = 64 + (uint64_t)mesh->crossed_count * (mesh->crossed_count + 8);
    while (from < mesh->crossed_count && !mesh->failed && rounds-- > 0) {
        struct wr_line_part other = mesh->crossed[from++];
        uint32_t side = find_side(mesh, other.from, other.to);
        if (side == NONE)
            continue;
        bool waits = !is_convex(mesh, side);
        if (!waits) {
            turn_side(mesh, side);
            side = previous_of(side);
        }
        if (waits || divides(mesh, span, side))
            push_crossed(mesh, side);
        else
            suspect(mesh, side);
    }
}

static void lead(struct wr_triangulation *mesh, struct wr_line_part span)
{
    struct meeting meeting = leave(mesh, span);
    if (meeting.side == NONE) {
        mesh->tangled = true;
        return;
    }
    if (meeting.along) {
        uint32_t end = end_of(mesh, meeting.side);
        fix(mesh, meeting.side, true);
        push_span(mesh, end, span.to);
        return;
    }
    if (!cross_sides(mesh, span, meeting.side))
        return;
    clear_way(mesh, span);
    uint32_t side = find_side(mesh, span.from, span.to);
    if (side != NONE)
        fix(mesh, side, true);
    mesh->tangled |= side == NONE;
    widen(mesh);
}

void wr_triangulation_line(struct wr_triangulation *mesh, uint32_t from, uint32_t to)
{
    enum { STEPS = 256 };
    mesh->span_count = 0;
    mesh->budget += STEPS;
    push_span(mesh, from, to);
    while (mesh->span_count > 0 && !mesh->failed && mesh->budget > 0) {
        mesh->budget--;
        lead(mesh, mesh->spans[--mesh->span_count]);
    }
    mesh->tangled |= mesh->span_count > 0;
}
