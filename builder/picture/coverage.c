/* Scanlines: each row of pixels is cut by SUBROWS lines, whose spans count with the exact part
 * of each pixel they cover. */
#include "builder/picture/coverage.h"

#include <string.h>

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

static bool is_before(const wr_shape_side *p, const wr_shape_side *q)
{
    if (p->top != q->top)
        return p->top < q->top;
    if (p->x != q->x)
        return p->x < q->x;
    if (p->slope != q->slope)
        return p->slope < q->slope;
    return p->bottom != q->bottom ? p->bottom < q->bottom : p->way < q->way;
}

/* Merges both halves, once sorted; the first is put aside. Unlike qsort it neither calls to
 * compare nor to copy. */
static void sort(wr_shape_side *items, uint32_t count, wr_shape_side *aside)
{
    uint32_t half = count / 2;
    if (half == 0)
        return;
    wr_shape_side *left = aside, *right = items + half, *end = items + count;
    sort(items, half, aside);
    sort(right, count - half, aside);
    memcpy(aside, items, half * sizeof *items);
    while (left < aside + half)
        *items++ = right < end && is_before(right, left) ? *right++ : *left++;
}

/* Rows below the top; what is infinitely far is in the first. */
static uint32_t row_of(const wr_shape_side *side, double top, double scale)
{
    double row = ((double)side->top - top) * scale;
    return row > 0 ? (uint32_t)row : 0;
}

/* Puts sides into as many rows, all of one height, as there are sides: few share one. */
static void deal(const wr_shape_side *items, uint32_t count, uint32_t *firsts,
                 wr_shape_side *out)
{
    double top = (double)items->top, bottom = top;
    for (uint32_t i = 0; i < count; i++) {
        top = (double)items[i].top < top ? (double)items[i].top : top;
        bottom = (double)items[i].top > bottom ? (double)items[i].top : bottom;
    }
    double scale = top < bottom ? (count - 1) / (bottom - top) : 0;
    for (uint32_t i = 0; i < count; i++)
        firsts[row_of(&items[i], top, scale)]++;
    for (uint32_t row = 1; row <= count; row++)
        firsts[row] += firsts[row - 1];
    for (uint32_t i = 0; i < count; i++)
        out[--firsts[row_of(&items[i], top, scale)]] = items[i];
}

void wr_shape_sides_sort(struct wr_shape_sides *sides, uint32_t first)
{
    uint32_t count = sides->count - first;
    size_t size = (count + (size_t)1) * sizeof(uint32_t);
    uint32_t *firsts = wr_alloc(size);
    sides->failed |= !firsts || !wr_grow(&sides->items, &sides->capacity,
                                         sides->count + (size_t)count, sizeof *sides->items);
    if (!sides->failed && count > 0) {
        wr_shape_side *items = sides->items + first, *rows = items + count;
        memset(firsts, 0, size);
        deal(items, count, firsts, rows);
        for (uint32_t row = 0; row < count; row++)
            sort(rows + firsts[row], firsts[row + 1] - firsts[row], items);
        memcpy(items, rows, count * sizeof *items);
    }
    wr_free(firsts);
}

/* ---- Covering ---- */

/* A side where a line crosses it. */
struct crossing {
    double x;
    const wr_shape_side *side;
};

/* From the left. */
struct crossings {
    struct crossing *first, *end;
};

struct covering {
    const wr_shape_side *next; /* the sides that begin below the lines so far */
    uint32_t left;
    struct crossings crossings; /* of the last line */
    struct crossing *begun;     /* room for those of sides that no line before met */
    wr_window window;
    float *covered; /* by the lines of this row; one more than the window has */
    int first, end; /* touched pixels of the row */
};

/* A span of one subrow, in pixels. */
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
        covering->covered[last] += weight * (float)(to - last);
    }
    if (first < covering->first)
        covering->first = first;
    if (last >= covering->end)
        covering->end = last < covering->window.width ? last + 1 : last;
}

/* Crossings come nearly sorted: as the last line had them, or as sides are. */
static void add_crossing(struct crossings *crossings, const wr_shape_side *side, double y)
{
    double x = side->x + (y - side->top) * side->slope;
    struct crossing *at = crossings->end++;
    for (; at > crossings->first && at[-1].x > x; at--)
        *at = at[-1];
    *at = (struct crossing){x, side};
}

/* Puts crossings among others, from the right. */
static void merge(struct crossings *crossings, struct crossings more)
{
    const struct crossing *old = crossings->end;
    crossings->end += more.end - more.first;
    for (struct crossing *at = crossings->end; more.end > more.first;)
        *--at = old > crossings->first && old[-1].x >= more.end[-1].x ? *--old : *--more.end;
}

/* Goes on to a line, which some sides do not reach and at which others have begun. */
static void cross_sides(struct covering *covering, double y)
{
    struct crossings before = covering->crossings, begun = {covering->begun, covering->begun};
    struct crossings crossings = {before.first, before.first};
    for (; before.first < before.end; before.first++)
        if (y < before.first->side->bottom)
            add_crossing(&crossings, before.first->side, y);
    for (; covering->left > 0 && covering->next->top <= y; covering->next++, covering->left--)
        if (y < covering->next->bottom)
            add_crossing(&begun, covering->next, y);
    merge(&crossings, begun);
    covering->crossings = crossings;
}

static void cover_subrow(struct covering *covering, double y)
{
    int winding = 0;
    double from = 0;
    cross_sides(covering, y);
    for (const struct crossing *at = covering->crossings.first; at < covering->crossings.end;
         at++) {
        if (winding == 0)
            from = at->x;
        winding += at->side->way;
        if (winding == 0)
            cover_span(covering, from, at->x);
    }
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
    struct crossing *crossings = WR_TAKE(scratch, struct crossing, count);
    struct covering covering = {
        .next = sides,
        .left = count,
        .crossings = {crossings, crossings},
        .begun = WR_TAKE(scratch, struct crossing, count),
        .window = window,
        .covered = WR_ZERO(scratch, float, (size_t)window.width + 1),
    };
    bool fine = crossings && covering.begun && covering.covered;
    for (int y = window.top; fine && y < window.top + window.height; y++)
        if (covering.crossings.first < covering.crossings.end ||
            (covering.left > 0 && covering.next->top < (float)(y + 1)))
            cover_row(&covering, y, each, user);
    wr_arena_rewind(scratch, mark);
    return fine;
}
