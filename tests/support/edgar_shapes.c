/* From the benchmark's templates to pieces. Lengths are doubled, so that the middle of a door
 * is a whole number. */
#include "tests/support/edgar_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE = 2, MOST_SIDES = 64, MOST_HOOKS = 1024 };

static void must(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "edgar: %s\n", what);
    exit(1);
}

static uint16_t kind_of(struct edgar_shelf *shelf, int64_t length)
{
    uint32_t i = 0;
    while (i < shelf->kind_count && shelf->kinds[i] != length)
        i++;
    must(i < EDGAR_KINDS, "too many lengths of doors");
    if (i == shelf->kind_count)
        shelf->kinds[shelf->kind_count++] = length;
    return (uint16_t)i;
}

/* ---- Outlines ---- */

struct corner {
    int64_t x, y;
};

struct outline {
    struct corner corners[MOST_SIDES];
    uint32_t count;
};

static struct corner corner_of(const wr_json *pair)
{
    return (struct corner){(int64_t)(SCALE * pair->first->number),
                           (int64_t)(SCALE * pair->first->next->number)};
}

static struct corner corner_after(const struct outline *outline, uint32_t i)
{
    return outline->corners[(i + 1) % outline->count];
}

/* Reads an outline and makes it counter-clockwise. */
static void read_outline(const wr_json *polygon, struct outline *out)
{
    int64_t area = 0;
    out->count = 0;
    must(polygon->count <= MOST_SIDES, "too many corners");
    for (const wr_json *pair = polygon->first; pair; pair = pair->next)
        out->corners[out->count++] = corner_of(pair);
    for (uint32_t i = 0; i < out->count; i++) {
        struct corner p = out->corners[i], q = corner_after(out, i);
        area += p.x * q.y - p.y * q.x;
    }
    for (uint32_t i = 0; area < 0 && i < out->count / 2; i++) {
        struct corner swapped = out->corners[i];
        out->corners[i] = out->corners[out->count - 1 - i];
        out->corners[out->count - 1 - i] = swapped;
    }
}

static int order_numbers(const void *a, const void *b)
{
    int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return p < q ? -1 : p > q;
}

/* The x positions where upright sides cross a height, in order. */
static uint32_t crossings(const struct outline *outline, int64_t twice_y, int64_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->count; i++) {
        struct corner p = outline->corners[i], q = corner_after(outline, i);
        int64_t low = p.y < q.y ? p.y : q.y, high = p.y < q.y ? q.y : p.y;
        if (p.x == q.x && 2 * low < twice_y && twice_y < 2 * high)
            out[count++] = p.x;
    }
    qsort(out, count, sizeof *out, order_numbers);
    return count;
}

static wr_slab rectangle(struct wr_arena *arena, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
    wr_spot corners[4] = {{x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0}, {x0, y1, 0}};
    return (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1, NULL};
}

/* Cuts an outline of right angles into rectangles, one row of heights after another. */
static void cut_outline(struct wr_arena *arena, const struct outline *outline, wr_piece *piece)
{
    int64_t heights[MOST_SIDES], across[MOST_SIDES];
    wr_slab slabs[MOST_SIDES * MOST_SIDES / 4];
    for (uint32_t i = 0; i < outline->count; i++)
        heights[i] = outline->corners[i].y;
    qsort(heights, outline->count, sizeof *heights, order_numbers);
    for (uint32_t i = 0; i + 1 < outline->count; i++) {
        if (heights[i] == heights[i + 1])
            continue;
        uint32_t count = crossings(outline, heights[i] + heights[i + 1], across);
        for (uint32_t k = 0; k + 1 < count; k += 2)
            slabs[piece->slab_count++] =
                rectangle(arena, across[k], heights[i], across[k + 1], heights[i + 1]);
    }
    piece->slabs = wr_arena_copy(arena, slabs, piece->slab_count, sizeof *slabs);
}

/* ---- Doors ---- */

struct hooks {
    wr_piece_hook list[MOST_HOOKS];
    uint32_t count;
};

/* The turn a side of a counter-clockwise outline faces: 0 is +X, 1 is +Y. */
static uint16_t outward(struct corner p, struct corner q)
{
    if (p.x == q.x)
        return q.y > p.y ? 0 : 2;
    return q.x < p.x ? 1 : 3;
}

static void add_hook(struct hooks *hooks, int64_t x, int64_t y, uint16_t facing, uint16_t kind)
{
    must(hooks->count < MOST_HOOKS, "too many places for doors");
    hooks->list[hooks->count++] = (wr_piece_hook){{x, y, 0}, facing, kind, 0};
}

/* A door may be anywhere on a side, so far from its corners. */
static void slide_doors(struct edgar_shelf *shelf, const struct outline *outline,
                        wr_json *doors, struct hooks *out)
{
    int64_t length = (int64_t)(SCALE * wr_json_find(doors, "length")->number);
    int64_t margin = (int64_t)(SCALE * wr_json_find(doors, "corner_distance")->number);
    uint16_t kind = kind_of(shelf, length);
    for (uint32_t i = 0; i < outline->count; i++) {
        struct corner p = outline->corners[i], q = corner_after(outline, i);
        int64_t dx = (q.x > p.x) - (q.x < p.x), dy = (q.y > p.y) - (q.y < p.y);
        int64_t side = (q.x - p.x) * dx + (q.y - p.y) * dy;
        for (int64_t at = margin; at + length + margin <= side; at += SCALE)
            add_hook(out, p.x + dx * (at + length / 2), p.y + dy * (at + length / 2),
                     outward(p, q), kind);
    }
}

static bool lies_on(struct corner p, struct corner q, struct corner a, struct corner b)
{
    bool upright = p.x == q.x;
    int64_t from = upright ? p.y : p.x, to = upright ? q.y : q.x;
    int64_t low = from < to ? from : to, high = from < to ? to : from;
    int64_t c = upright ? a.y : a.x, d = upright ? b.y : b.x;
    bool level = upright ? a.x == p.x && b.x == p.x : a.y == p.y && b.y == p.y;
    return level && c >= low && d >= low && c <= high && d <= high;
}

/* A given door lies on one side of the outline, which tells where it faces. */
static void place_door(struct edgar_shelf *shelf, const struct outline *outline,
                       const wr_json *segment, struct hooks *out)
{
    struct corner a = corner_of(segment->first), b = corner_of(segment->first->next);
    for (uint32_t i = 0; i < outline->count; i++) {
        struct corner p = outline->corners[i], q = corner_after(outline, i);
        if (!lies_on(p, q, a, b))
            continue;
        add_hook(out, (a.x + b.x) / 2, (a.y + b.y) / 2, outward(p, q),
                 kind_of(shelf, llabs(b.x - a.x) + llabs(b.y - a.y)));
        return;
    }
    must(false, "a door lies on no side");
}

static void read_doors(struct edgar_shelf *shelf, const struct outline *outline, wr_json *doors,
                       wr_piece *piece)
{
    struct hooks hooks = {.count = 0};
    if (strcmp(wr_json_find(doors, "mode")->text, "simple") == 0)
        slide_doors(shelf, outline, doors, &hooks);
    else
        for (const wr_json *s = wr_json_find(doors, "segments")->first; s; s = s->next)
            place_door(shelf, outline, s, &hooks);
    piece->hooks = wr_arena_copy(shelf->arena, hooks.list, hooks.count, sizeof *hooks.list);
    piece->hook_count = hooks.count;
}

/* ---- Pieces ---- */

static bool names_a_turn(const wr_json *transformations)
{
    return !transformations || transformations->count > 1;
}

static bool names_a_mirror(const wr_json *transformations)
{
    for (wr_json *t = transformations ? transformations->first : NULL; t; t = t->next)
        if (strncmp(t->text, "rot", 3) != 0)
            return true;
    return false;
}

static bool same_spot(wr_spot a, wr_spot b)
{
    return wr_spot_order(a, b) == 0;
}

static bool same_piece(const wr_piece *a, const wr_piece *b)
{
    bool same = a->hook_count == b->hook_count && a->slab_count == b->slab_count &&
                a->may_turn == b->may_turn && a->may_mirror == b->may_mirror;
    for (uint32_t i = 0; same && i < a->hook_count; i++)
        same = same_spot(a->hooks[i].at, b->hooks[i].at) &&
               a->hooks[i].facing == b->hooks[i].facing && a->hooks[i].kind == b->hooks[i].kind;
    for (uint32_t i = 0; same && i < a->slab_count; i++)
        for (uint32_t k = 0; same && k < 4; k++)
            same = same_spot(a->slabs[i].points[k], b->slabs[i].points[k]);
    return same;
}

/* The number of a template's piece; templates that are equal share one. */
static uint32_t piece_of(struct edgar_shelf *shelf, wr_json *template, wr_json *transformations)
{
    wr_json *own = wr_json_find(template, "transformations");
    struct outline outline;
    wr_piece piece = {.weight = 1};
    read_outline(wr_json_find(template, "polygon"), &outline);
    cut_outline(shelf->arena, &outline, &piece);
    read_doors(shelf, &outline, wr_json_find(template, "doors"), &piece);
    piece.may_turn = names_a_turn(own ? own : transformations);
    piece.may_mirror = names_a_mirror(own ? own : transformations);
    uint32_t i = 0;
    while (i < shelf->count && !same_piece(&shelf->pieces[i], &piece))
        i++;
    must(i < EDGAR_PIECES, "too many templates");
    if (i == shelf->count)
        shelf->pieces[shelf->count++] = piece;
    return i;
}

void edgar_set_add(struct edgar_set *set, struct edgar_shelf *shelf, wr_json *templates,
                   wr_json *transformations)
{
    for (wr_json *t = templates ? templates->first : NULL; t; t = t->next) {
        uint32_t piece = piece_of(shelf, t, transformations), i = 0;
        while (i < set->count && set->pieces[i] != piece)
            i++;
        if (i == set->count)
            set->pieces[set->count++] = piece;
    }
}
