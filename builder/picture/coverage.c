/* Scanlines: each row of pixels is cut by SUBROWS lines, whose spans count with the exact part
 * of each pixel they cover. */
#include "builder/picture/coverage.h"

#include <stdlib.h>

enum { SUBROWS = 16 };

/* ---- Sides ---- */

void wr_shape_sides_finish(struct wr_shape_sides *sides)
{
    wr_free(sides->items);
    *sides = (struct wr_shape_sides){0};
}

void wr_shape_sides_add(struct wr_shape_sides *sides, wr_point from, wr_point to)
{
    bool down = from.y < to.y;
    wr_point high = down ? from : to, low = down ? to : from;
    if (!(high.y < low.y) || sides->failed)
        return;
    sides->failed =
        sides->count == UINT32_MAX || !wr_grow(&sides->items, &sides->capacity,
                                               sides->count + (size_t)1, sizeof *sides->items);
    if (sides->failed)
        return;
    sides->items[sides->count++] =
        (wr_shape_side){.x = (float)high.x,
                        .top = (float)high.y,
                        .bottom = (float)low.y,
                        .slope = (float)((low.x - high.x) / (low.y - high.y)),
                        .way = down ? 1 : -1};
}

void wr_shape_sides_polygon(struct wr_shape_sides *sides, const wr_point *points,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        wr_shape_sides_add(sides, points[i], points[i + 1 == count ? 0 : i + 1]);
}

static int order_numbers(float a, float b)
{
    return a < b ? -1 : a > b;
}

static int order_sides(const void *a, const void *b)
{
    const wr_shape_side *p = a, *q = b;
    int order = order_numbers(p->top, q->top);
    order = order ? order : order_numbers(p->x, q->x);
    order = order ? order : order_numbers(p->slope, q->slope);
    order = order ? order : order_numbers(p->bottom, q->bottom);
    return order ? order : p->way - q->way;
}

void wr_shape_sides_sort(wr_shape_side *items, uint32_t count)
{
    if (count > 1)
        qsort(items, count, sizeof *items, order_sides);
}

/* ---- Covering ---- */

struct crossing {
    double x;
    uint32_t side;
};

struct covering {
    const wr_shape_side *sides;
    uint32_t count, next; /* the first side below the rows so far */
    uint32_t *active;
    uint32_t active_count;
    struct crossing *crossings;
    wr_window window;
    float *covered;
    int first, end; /* touched pixels of the row */
};

/* A span of one subrow, in pixels from the window's left. */
static void cover_span(struct covering *covering, double from, double to)
{
    const float weight = 1.0f / SUBROWS;
    from = from > 0 ? from : 0;
    to = to < covering->window.width ? to : covering->window.width;
    if (!(from < to))
        return;
    int first = (int)from, last = (int)to;
    if (first == last) {
        covering->covered[first] += weight * (float)(to - from);
    } else {
        covering->covered[first] += weight * (float)(first + 1 - from);
        for (int x = first + 1; x < last; x++)
            covering->covered[x] += weight;
        if (last < covering->window.width)
            covering->covered[last] += weight * (float)(to - last);
    }
    if (first < covering->first)
        covering->first = first;
    if (last + 1 > covering->end)
        covering->end = last < covering->window.width ? last + 1 : last;
}

/* Crossings are nearly sorted: sides are kept in the order of the last subrow. */
static void insert_crossing(struct crossing *crossings, uint32_t count,
                            struct crossing crossing)
{
    uint32_t at = count;
    for (; at > 0 && crossings[at - 1].x > crossing.x; at--)
        crossings[at] = crossings[at - 1];
    crossings[at] = crossing;
}

/* Where sides cross a line, from the left; they are put into that order, others first. */
static uint32_t cross_sides(struct covering *covering, double y)
{
    uint32_t count = 0, others = 0;
    for (uint32_t i = 0; i < covering->active_count; i++) {
        uint32_t index = covering->active[i];
        const wr_shape_side *side = &covering->sides[index];
        if (side->top <= y && y < side->bottom)
            insert_crossing(covering->crossings, count++,
                            (struct crossing){side->x + (y - side->top) * side->slope -
                                                  covering->window.left,
                                              index});
        else
            covering->active[others++] = index;
    }
    for (uint32_t i = 0; i < count; i++)
        covering->active[others + i] = covering->crossings[i].side;
    return count;
}

static void cover_subrow(struct covering *covering, double y)
{
    uint32_t count = cross_sides(covering, y);
    int winding = 0;
    double from = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (winding == 0)
            from = covering->crossings[i].x;
        winding += covering->sides[covering->crossings[i].side].way;
        if (winding == 0)
            cover_span(covering, from, covering->crossings[i].x);
    }
}

/* Takes up the sides that begin above the end of a row and drops those that ended. */
static void meet_row(struct covering *covering, double top)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < covering->active_count; i++)
        if (covering->sides[covering->active[i]].bottom > top)
            covering->active[kept++] = covering->active[i];
    while (covering->next < covering->count && covering->sides[covering->next].top < top + 1) {
        if (covering->sides[covering->next].bottom > top)
            covering->active[kept++] = covering->next;
        covering->next++;
    }
    covering->active_count = kept;
}

static void cover_row(struct covering *covering, int y, wr_cover_fn *each, void *user)
{
    covering->first = covering->window.width;
    covering->end = 0;
    for (int i = 0; i < SUBROWS; i++)
        cover_subrow(covering, y + (i + 0.5) / SUBROWS);
    if (covering->first >= covering->end)
        return;
    each(user, y, covering->first, covering->end, covering->covered + covering->first);
    for (int x = covering->first; x < covering->end; x++)
        covering->covered[x] = 0;
}

bool wr_cover(struct wr_arena *scratch, const wr_shape_side *sides, uint32_t count,
              wr_window window, wr_cover_fn *each, void *user)
{
    wr_arena_mark mark = wr_arena_here(scratch);
    struct covering covering = {
        .sides = sides,
        .count = count,
        .active = WR_TAKE(scratch, uint32_t, count),
        .crossings = WR_TAKE(scratch, struct crossing, count),
        .window = window,
        .covered = WR_ZERO(scratch, float, (size_t)window.width + 1),
    };
    bool fine = covering.active && covering.crossings && covering.covered;
    for (int y = window.top; fine && y < window.top + window.height; y++) {
        meet_row(&covering, y);
        if (covering.active_count)
            cover_row(&covering, y, each, user);
        else if (covering.next == count)
            break;
    }
    wr_arena_rewind(scratch, mark);
    return fine;
}
