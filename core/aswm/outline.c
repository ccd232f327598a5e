/* Outlines of groups of triangles: the sides behind which another group lies, one behind the
 * other. */
#include "core/aswm/outline.h"

#include <stdlib.h>

/* A side of triangles, their group on the left. */
struct side {
    uint32_t group, from, to;
    bool used;
};

struct outlining {
    const struct wr_aswm *mesh;
    const uint32_t *groups;
    struct side *sides;
    uint32_t side_count;
    uint32_t *loop; /* the vertices of one */
};

/* ---- Sides ---- */

/* Twice the area in plan, positive where the corners run counterclockwise. */
static double turn_of(const struct wr_aswm *mesh, const wr_aswm_triangle *triangle)
{
    const wr_vec3 *a = &mesh->vertices[triangle->v[0]], *b = &mesh->vertices[triangle->v[1]],
                  *c = &mesh->vertices[triangle->v[2]];
    return ((double)b->x - a->x) * ((double)c->y - a->y) -
           ((double)c->x - a->x) * ((double)b->y - a->y);
}

static void add_sides(struct outlining *outlining, uint32_t index)
{
    const wr_aswm_triangle *triangle = &outlining->mesh->triangles[index];
    bool left = turn_of(outlining->mesh, triangle) >= 0;
    for (int k = 0; k < 3; k++) {
        uint32_t a = triangle->v[k], b = triangle->v[k == 2 ? 0 : k + 1];
        outlining->sides[outlining->side_count++] =
            (struct side){outlining->groups[index], left ? a : b, left ? b : a, false};
    }
}

static int order(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static uint32_t low(const struct side *side)
{
    return side->from < side->to ? side->from : side->to;
}

static uint32_t high(const struct side *side)
{
    return side->from < side->to ? side->to : side->from;
}

static int order_places(const void *a, const void *b)
{
    const struct side *p = a, *q = b;
    int groups = order(p->group, q->group), lows = order(low(p), low(q));
    return groups ? groups : lows ? lows : order(high(p), high(q));
}

static int order_sides(const void *a, const void *b)
{
    const struct side *p = a, *q = b;
    int groups = order(p->group, q->group), starts = order(p->from, q->from);
    return groups ? groups : starts ? starts : order(p->to, q->to);
}

/* What is left of sides at one place that run to and fro: those of one direction, `count` of
 * them put at `out`. */
static uint32_t leave(struct side *out, const struct side *run, uint32_t count)
{
    struct side first = run[0], back = {first.group, first.to, first.from, false};
    uint32_t along = 0;
    for (uint32_t i = 0; i < count; i++)
        along += run[i].from == first.from;
    uint32_t against = count - along,
             left = along > against ? along - against : against - along;
    for (uint32_t i = 0; i < left; i++)
        out[i] = along > against ? first : back;
    return left;
}

/* Takes sides out that lie between two triangles of a group, whatever the file says of its
 * edges: as many begin at each vertex as end there, so that loops close. */
static void leave_outer_sides(struct outlining *outlining)
{
    uint32_t all = outlining->side_count, end;
    struct side *sides = outlining->sides;
    qsort(sides, all, sizeof *sides, order_places);
    outlining->side_count = 0;
    for (uint32_t first = 0; first < all; first = end) {
        end = first + 1;
        while (end < all && order_places(&sides[first], &sides[end]) == 0)
            end++;
        outlining->side_count +=
            leave(sides + outlining->side_count, sides + first, end - first);
    }
    qsort(sides, outlining->side_count, sizeof *sides, order_sides);
}

/* ---- Loops ---- */

/* The first side of a range that starts at a vertex and was not gone along; `end`: none. */
static uint32_t side_from(const struct outlining *outlining, uint32_t first, uint32_t end,
                          uint32_t vertex)
{
    uint32_t at = first, beyond = end;
    while (at < beyond) {
        uint32_t middle = at + (beyond - at) / 2;
        if (outlining->sides[middle].from < vertex)
            at = middle + 1;
        else
            beyond = middle;
    }
    while (at < end && outlining->sides[at].from == vertex && outlining->sides[at].used)
        at++;
    return at < end && outlining->sides[at].from == vertex ? at : end;
}

/* Goes round from one side; the vertices it comes over. */
static uint32_t trace(struct outlining *outlining, uint32_t first, uint32_t end, uint32_t side)
{
    uint32_t count = 0;
    while (side < end) {
        struct side *at = &outlining->sides[side];
        at->used = true;
        outlining->loop[count++] = at->from;
        side = side_from(outlining, first, end, at->to);
    }
    return count;
}

static uint32_t end_of_group(const struct outlining *outlining, uint32_t first)
{
    uint32_t end = first;
    while (end < outlining->side_count &&
           outlining->sides[end].group == outlining->sides[first].group)
        end++;
    return end;
}

static bool find_sides(struct outlining *outlining, struct wr_arena *scratch)
{
    const struct wr_aswm *mesh = outlining->mesh;
    outlining->sides = WR_TAKE(scratch, struct side, (size_t)mesh->triangle_count * 3);
    outlining->loop = WR_TAKE(scratch, uint32_t, (size_t)mesh->triangle_count * 3);
    if (!outlining->sides || !outlining->loop)
        return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        if (outlining->groups[t] != WR_ASWM_NO_GROUP)
            add_sides(outlining, t);
    leave_outer_sides(outlining);
    return true;
}

bool wr_aswm_outlines(const struct wr_aswm *mesh, const uint32_t *groups,
                      struct wr_arena *scratch, wr_aswm_group_fn *begin, wr_aswm_loop_fn *loop,
                      void *user)
{
    struct outlining outlining = {.mesh = mesh, .groups = groups};
    wr_arena_mark mark = wr_arena_here(scratch);
    bool fine = find_sides(&outlining, scratch);
    for (uint32_t first = 0, end; fine && first < outlining.side_count; first = end) {
        end = end_of_group(&outlining, first);
        begin(user, outlining.sides[first].group);
        for (uint32_t i = first; i < end; i++)
            if (!outlining.sides[i].used)
                loop(user, outlining.loop, trace(&outlining, first, end, i));
    }
    wr_arena_rewind(scratch, mark);
    return fine;
}
