/* A hashed grid of boxes: cells about as large as a box, very large boxes in a list of their
 * own. */
#include "builder/layout/boxes.h"

#include <stdlib.h>
#include <string.h>

/* A box over more cells than this is compared with everything instead. */
enum { MOST_CELLS = 64 };

struct wr_boxes {
    const wr_box *items;
    uint32_t count;
    double cell;
    size_t mask;
    uint32_t *starts; /* of each bucket in `filed`, and one more */
    uint32_t *filed;
    uint32_t *large;
    uint32_t large_count;
};

/* The cells a box covers. */
struct span {
    int64_t x0, y0, x1, y1;
};

/* Cells this far out are one: what lies there is told apart by its boxes. */
static const double FARTHEST_CELL = 1e12;

static int64_t cell_of(double position, double size)
{
    double scaled = position / size;
    if (!(scaled < FARTHEST_CELL))
        return (int64_t)FARTHEST_CELL;
    if (scaled < -FARTHEST_CELL)
        return (int64_t)-FARTHEST_CELL;
    int64_t whole = (int64_t)scaled;
    return scaled < (double)whole ? whole - 1 : whole;
}

static struct span span_of(const struct wr_boxes *boxes, uint32_t index)
{
    wr_box box = boxes->items[index];
    return (struct span){cell_of(box.min.x, boxes->cell), cell_of(box.min.y, boxes->cell),
                         cell_of(box.max.x, boxes->cell), cell_of(box.max.y, boxes->cell)};
}

static bool is_large(struct span span)
{
    return (span.x1 - span.x0 + 1) > MOST_CELLS / (span.y1 - span.y0 + 1);
}

static size_t bucket_of(const struct wr_boxes *boxes, int64_t x, int64_t y)
{
    uint64_t hash = (uint64_t)x * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (uint64_t)y) * 0xbf58476d1ce4e5b9u;
    return (size_t)(hash ^ hash >> 32) & boxes->mask;
}

static int order_floats(const void *a, const void *b)
{
    float p = *(const float *)a, q = *(const float *)b;
    return p < q ? -1 : p > q;
}

/* Twice the median extent: most boxes then cover at most four cells. */
static bool choose_cell(struct wr_boxes *boxes, struct wr_arena *arena)
{
    uint32_t count = boxes->count;
    float *extents = WR_TAKE(arena, float, count);
    if (!extents)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        wr_box box = boxes->items[i];
        float x = box.max.x - box.min.x, y = box.max.y - box.min.y;
        extents[i] = x > y ? x : y;
    }
    qsort(extents, count, sizeof *extents, order_floats);
    boxes->cell = count ? 2.0 * (double)extents[count / 2] : 1;
    if (!(boxes->cell > 1))
        boxes->cell = 1;
    return true;
}

/* Counts (fill == false) or files every box into the buckets of its cells. */
static void file_boxes(struct wr_boxes *boxes, bool fill)
{
    for (uint32_t i = boxes->count; i-- > 0;) {
        struct span span = span_of(boxes, i);
        if (is_large(span)) {
            if (!fill)
                boxes->large_count++;
            else
                boxes->large[--boxes->large_count] = i;
            continue;
        }
        for (int64_t y = span.y0; y <= span.y1; y++)
            for (int64_t x = span.x0; x <= span.x1; x++) {
                uint32_t *start = &boxes->starts[bucket_of(boxes, x, y)];
                if (fill)
                    boxes->filed[--*start] = i;
                else
                    ++*start;
            }
    }
}

struct wr_boxes *wr_boxes_make(struct wr_arena *arena, const wr_box *items, uint32_t count)
{
    struct wr_boxes *boxes = WR_ZERO(arena, struct wr_boxes, 1);
    size_t buckets = 64;
    while (buckets < count)
        buckets *= 2;
    if (!boxes)
        return NULL;
    boxes->items = items;
    boxes->count = count;
    boxes->mask = buckets - 1;
    boxes->starts = WR_ZERO(arena, uint32_t, buckets + 1);
    if (!boxes->starts || !choose_cell(boxes, arena))
        return NULL;
    file_boxes(boxes, false);
    uint32_t sum = 0;
    for (size_t b = 0; b <= buckets; b++) {
        sum += boxes->starts[b];
        boxes->starts[b] = sum;
    }
    boxes->filed = WR_TAKE(arena, uint32_t, sum);
    boxes->large = WR_TAKE(arena, uint32_t, boxes->large_count);
    if (!boxes->filed || !boxes->large)
        return NULL;
    uint32_t large_count = boxes->large_count;
    file_boxes(boxes, true);
    boxes->large_count = large_count;
    return boxes;
}

static int order_numbers(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

/* Candidates: everything for a large box, else what shares a cell and what is large. */
static size_t count_candidates(const struct wr_boxes *boxes, struct span span)
{
    size_t count = boxes->large_count;
    for (int64_t y = span.y0; y <= span.y1; y++)
        for (int64_t x = span.x0; x <= span.x1; x++) {
            size_t bucket = bucket_of(boxes, x, y);
            count += boxes->starts[bucket + 1] - boxes->starts[bucket];
        }
    return count;
}

struct keeper {
    const wr_box *items;
    uint32_t own, *out, count;
};

static void keep(struct keeper *keeper, uint32_t other)
{
    if (other > keeper->own && wr_boxes_meet(keeper->items[keeper->own], keeper->items[other]))
        keeper->out[keeper->count++] = other;
}

static void keep_cells(struct keeper *keeper, const struct wr_boxes *boxes, struct span span)
{
    for (int64_t y = span.y0; y <= span.y1; y++)
        for (int64_t x = span.x0; x <= span.x1; x++) {
            size_t bucket = bucket_of(boxes, x, y);
            for (uint32_t i = boxes->starts[bucket]; i < boxes->starts[bucket + 1]; i++)
                keep(keeper, boxes->filed[i]);
        }
    for (uint32_t i = 0; i < boxes->large_count; i++)
        keep(keeper, boxes->large[i]);
}

static uint32_t unique(uint32_t *numbers, uint32_t count)
{
    uint32_t kept = 0;
    if (count)
        qsort(numbers, count, sizeof *numbers, order_numbers);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    return kept;
}

bool wr_boxes_after(const struct wr_boxes *boxes, struct wr_arena *scratch, uint32_t box,
                    uint32_t **out, uint32_t *count)
{
    struct span span = span_of(boxes, box);
    bool large = is_large(span);
    size_t most = large ? boxes->count : count_candidates(boxes, span);
    struct keeper keeper = {boxes->items, box, WR_TAKE(scratch, uint32_t, most), 0};
    if (!keeper.out)
        return false;
    if (large)
        for (uint32_t other = box + 1; other < boxes->count; other++)
            keep(&keeper, other);
    else
        keep_cells(&keeper, boxes, span);
    *out = keeper.out;
    *count = unique(keeper.out, keeper.count);
    return true;
}
