/* Painting a picture: everything becomes filled shapes, which are painted band by band. */
#include "builder/picture/raster.h"
#include "builder/picture/coverage.h"
#include "builder/picture/letters.h"

#include "core/base/math.h"
#include "core/base/parallel.h"

#include <string.h>

/* Lines of a hatch: how far apart and how wide, pixels. svg.c says the same. */
#define HATCH_PERIOD 5.0
#define HATCH_WIDTH 1.0

/* How wide the pen of letters is, in ems. */
#define PEN 0.092
#define BOLD_PEN 0.122
/* How far a halo reaches beyond the pen, pixels. */
#define HALO 1.6

struct fill {
    uint32_t first, count; /* sides */
    double top, bottom;
    wr_colour colour;
    bool hatched;
};

struct painting {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_shape_sides sides;
    struct fill *fills;
    size_t fill_capacity;
    uint32_t fill_count;
    struct wr_pixels pixels;
    struct wr_arena **scratch; /* one a worker */
};

/* ---- Shapes become sides ---- */

/* Ends a fill whose sides began at `first`. */
static void add_fill(struct painting *painting, uint32_t first, wr_colour colour, bool hatched)
{
    struct wr_shape_sides *sides = &painting->sides;
    uint32_t count = sides->failed ? 0 : sides->count - first;
    if (count == 0)
        return;
    sides->failed = !wr_grow(&painting->fills, &painting->fill_capacity,
                             painting->fill_count + (size_t)1, sizeof *painting->fills);
    if (sides->failed)
        return;
    struct fill fill = {first,  count,  sides->items[first].top, sides->items[first].bottom,
                        colour, hatched};
    for (uint32_t i = first; i < sides->count; i++) {
        fill.top = sides->items[i].top < fill.top ? sides->items[i].top : fill.top;
        fill.bottom =
            sides->items[i].bottom > fill.bottom ? sides->items[i].bottom : fill.bottom;
    }
    wr_shape_sides_sort(sides, first);
    painting->fills[painting->fill_count++] = fill;
}

static void add_disc(struct wr_shape_sides *sides, wr_point at, double radius)
{
    static const wr_point eighth[8] = {{1, 0},  {0.70710678118654752, 0.70710678118654752},
                                       {0, 1},  {-0.70710678118654752, 0.70710678118654752},
                                       {-1, 0}, {-0.70710678118654752, -0.70710678118654752},
                                       {0, -1}, {0.70710678118654752, -0.70710678118654752}};
    wr_point points[8];
    for (int i = 0; i < 8; i++)
        points[i] = (wr_point){at.x + radius * eighth[i].x, at.y + radius * eighth[i].y};
    wr_shape_sides_polygon(sides, points, 8);
}

/* A straight piece of a line; it winds as discs do. */
static void add_piece(struct wr_shape_sides *sides, wr_point a, wr_point b, double radius)
{
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    if (!(length > 0))
        return;
    double nx = -y / length * radius, ny = x / length * radius;
    wr_point points[4] = {
        {a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}};
    wr_shape_sides_polygon(sides, points, 4);
}

/* Whether a line bends so little at a point that no gap shows: by less than 15 degrees. */
static bool runs_on(wr_point before, wr_point at, wr_point after)
{
    const double cosine_squared = 0.933;
    double ax = at.x - before.x, ay = at.y - before.y;
    double bx = after.x - at.x, by = after.y - at.y, along = ax * bx + ay * by;
    return along > 0 &&
           along * along >= cosine_squared * (ax * ax + ay * ay) * (bx * bx + by * by);
}

static void add_line(struct wr_shape_sides *sides, const wr_point *points,
                     const wr_contour *contour, double radius, bool blunt)
{
    uint32_t count = contour->count, pieces = contour->closed ? count : count - 1;
    for (uint32_t i = 0; i < count; i++) {
        bool end = !contour->closed && (i == 0 || i + 1 == count);
        const wr_point *before = &points[i ? i - 1 : count - 1];
        const wr_point *after = &points[i + 1 == count ? 0 : i + 1];
        if (end ? !blunt : !runs_on(*before, points[i], *after))
            add_disc(sides, points[i], radius);
    }
    for (uint32_t i = 0; i < pieces; i++)
        add_piece(sides, points[i], points[i + 1 == count ? 0 : i + 1], radius);
}

/* One straight line in dashes; `at` is how far the pattern has come, in dashes and gaps. */
static void add_dashes(struct wr_shape_sides *sides, wr_point a, wr_point b, const wr_ink *ink,
                       double *at)
{
    enum { MOST = 4096 }; /* of one line: more than cross any picture */
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y), from = 0;
    for (int i = 0; i < MOST && from < length; i++) {
        double whole = (double)(int64_t)*at, to = from + (whole + 1 - *at) * ink->dash;
        double end = to < length ? to : length;
        if ((int64_t)whole % 2 == 0)
            add_piece(sides, (wr_point){a.x + x * (from / length), a.y + y * (from / length)},
                      (wr_point){a.x + x * (end / length), a.y + y * (end / length)},
                      (double)ink->width / 2);
        *at = to <= length ? whole + 1 : *at + (length - from) / ink->dash;
        from = to;
    }
}

static void add_stroke(struct painting *painting, const struct wr_picture *picture,
                       const wr_contour *contour, const wr_ink *ink)
{
    const wr_point *points = picture->points + contour->first;
    double at = 0;
    uint32_t count = contour->count, pieces = contour->closed ? count : count - 1;
    if (count == 0)
        return;
    if (ink->dash <= 0) {
        add_line(&painting->sides, points, contour, (double)ink->width / 2, ink->blunt);
        return;
    }
    for (uint32_t i = 0; i < pieces; i++)
        add_dashes(&painting->sides, points[i], points[i + 1 == count ? 0 : i + 1], ink, &at);
}

static void add_path(struct painting *painting, const struct wr_picture *picture,
                     const wr_shape *shape)
{
    if (shape->count == 0)
        return;
    const wr_ink *ink = shape->ink;
    const wr_contour *contours = picture->contours + shape->first;
    uint32_t first = painting->sides.count;
    for (uint32_t i = 0; i < shape->count && (ink->fill || ink->hatch); i++)
        wr_shape_sides_polygon(&painting->sides, picture->points + contours[i].first,
                               contours[i].count);
    if (ink->fill)
        add_fill(painting, first, ink->fill, false);
    if (ink->hatch && !ink->fill)
        add_fill(painting, first, ink->hatch, true);
    else if (ink->hatch && painting->fill_count && !painting->sides.failed) {
        struct fill again = painting->fills[painting->fill_count - 1];
        if (again.first == first)
            add_fill(painting, first, ink->hatch, true);
    }
    first = painting->sides.count;
    for (uint32_t i = 0; i < shape->count && ink->stroke; i++)
        add_stroke(painting, picture, &contours[i], ink);
    add_fill(painting, first, ink->stroke, false);
}

/* ---- Texts ---- */

static wr_point letter_point(const wr_shape *shape, double width, wr_point ems)
{
    double size = (double)shape->lettering.size;
    double along = (ems.x - width * (double)shape->lettering.anchor) * size, up = ems.y * size;
    if (shape->lettering.upright)
        return (wr_point){shape->at.x + up, shape->at.y - along};
    return (wr_point){shape->at.x + along, shape->at.y + up};
}

static void add_letters(struct painting *painting, const struct wr_strokes *strokes,
                        double radius, wr_colour colour)
{
    uint32_t first = painting->sides.count;
    for (uint32_t i = 0; i < strokes->contour_count; i++)
        add_line(&painting->sides, strokes->points + strokes->contours[i].first,
                 &strokes->contours[i], radius, false);
    add_fill(painting, first, colour, false);
}

static void add_text(struct painting *painting, const wr_shape *shape)
{
    wr_arena_mark mark = wr_arena_here(painting->arena);
    struct wr_strokes strokes = {.arena = painting->arena};
    const wr_lettering *lettering = &shape->lettering;
    double width = wr_letters_width(shape->text);
    double radius = (double)lettering->size * (lettering->bold ? BOLD_PEN : PEN) / 2;
    painting->sides.failed |= !wr_letters_draw(&strokes, shape->text);
    if (painting->sides.failed)
        return;
    for (uint32_t i = 0; i < strokes.point_count; i++)
        strokes.points[i] = letter_point(shape, width, strokes.points[i]);
    if (lettering->halo)
        add_letters(painting, &strokes, radius + HALO, lettering->halo);
    add_letters(painting, &strokes, radius, shape->ink->fill);
    wr_arena_rewind(painting->arena, mark);
}

/* ---- Painting ---- */

static void lay_paper(const struct wr_pixels *pixels, wr_colour paper)
{
    size_t row = 3 * (size_t)pixels->width;
    for (size_t i = 0; i < row; i++)
        pixels->data[i] = (uint8_t)(paper >> (24 - 8 * (i % 3)));
    for (int y = 1; y < pixels->height; y++)
        memcpy(pixels->data + (size_t)y * row, pixels->data, row);
}

struct brush {
    struct wr_pixels *pixels;
    uint8_t colour[3];
    float opacity;
    bool hatched;
};

/* How much of a pixel the lines of a hatch cover; they run from the lower left up. */
static float hatch_at(int x, int y)
{
    double along = (x + y + 1) * 0.70710678118654752;
    double from = along - HATCH_PERIOD * (double)(int64_t)(along / HATCH_PERIOD);
    double off = from - HATCH_PERIOD / 2;
    double cover = (HATCH_WIDTH + 1) / 2 - (off < 0 ? -off : off);
    return (float)(cover < 0 ? 0 : cover > 1 ? 1 : cover);
}

static void paint_row(void *user, int y, int first, int end, const float *covered)
{
    const struct brush *brush = user;
    uint8_t *pixel =
        brush->pixels->data + 3 * ((size_t)y * (size_t)brush->pixels->width + (size_t)first);
    for (int x = first; x < end; x++, pixel += 3) {
        if (!(covered[x - first] > 0))
            continue;
        float cover = covered[x - first] * brush->opacity;
        if (brush->hatched)
            cover *= hatch_at(x, y);
        unsigned part = (unsigned)((cover > 1 ? 1 : cover) * 256 + 0.5f);
        for (int i = 0; i < 3; i++)
            pixel[i] =
                (uint8_t)((pixel[i] * (256 - part) + brush->colour[i] * part + 128) >> 8);
    }
}

enum { BAND = 64 }; /* rows of one piece of work */

static bool paint_fill(struct painting *painting, struct wr_arena *scratch,
                       const struct fill *fill, wr_window band)
{
    struct brush brush = {
        .pixels = &painting->pixels,
        .colour = {(uint8_t)(fill->colour >> 24), (uint8_t)(fill->colour >> 16),
                   (uint8_t)(fill->colour >> 8)},
        .opacity = (float)(fill->colour & 0xff) / 255.0f,
        .hatched = fill->hatched,
    };
    if (fill->bottom <= band.top || fill->top >= band.top + band.height)
        return true;
    return wr_cover(scratch, painting->sides.items + fill->first, fill->count, band, paint_row,
                    &brush);
}

static enum wr_result paint_band(void *user, struct wr_context *context, unsigned worker,
                                 size_t index)
{
    struct painting *painting = user;
    int top = (int)index * BAND, left = painting->pixels.height - top;
    wr_window band = {top, painting->pixels.width, left < BAND ? left : BAND};
    bool fine = true;
    if (!painting->scratch[worker])
        painting->scratch[worker] = wr_arena_create();
    fine = painting->scratch[worker] != NULL;
    for (uint32_t i = 0; fine && i < painting->fill_count; i++)
        fine = paint_fill(painting, painting->scratch[worker], &painting->fills[i], band);
    return fine ? WR_OK : wr_no_memory(context);
}

static enum wr_result paint(struct painting *painting)
{
    unsigned jobs = wr_context_jobs(painting->context);
    size_t bands = ((size_t)painting->pixels.height + BAND - 1) / BAND;
    painting->scratch = WR_ZERO(painting->arena, struct wr_arena *, jobs);
    if (!painting->scratch)
        return wr_no_memory(painting->context);
    enum wr_result result =
        wr_parallel(painting->context, "picture", bands, paint_band, painting);
    for (unsigned i = 0; i < jobs; i++)
        wr_arena_destroy(painting->scratch[i]);
    return result;
}

static int pixels_of(double length)
{
    if (!(length >= 1))
        return 1;
    return length < WR_LARGEST_PICTURE ? (int)length : WR_LARGEST_PICTURE;
}

static void add_shapes(struct painting *painting, const struct wr_picture *picture)
{
    for (uint32_t i = 0; i < picture->shape_count; i++) {
        if (wr_context_stopped(painting->context))
            return;
        if (picture->shapes[i].text)
            add_text(painting, &picture->shapes[i]);
        else
            add_path(painting, picture, &picture->shapes[i]);
    }
}

enum wr_result wr_picture_raster(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_picture *picture, struct wr_pixels *out)
{
    struct painting painting = {.context = context, .arena = arena};
    struct wr_pixels *pixels = &painting.pixels;
    pixels->width = pixels_of(picture->width);
    pixels->height = pixels_of(picture->height);
    pixels->data = WR_TAKE(arena, uint8_t, 3 * (size_t)pixels->width * (size_t)pixels->height);
    add_shapes(&painting, picture);
    enum wr_result result = WR_OK;
    if (painting.sides.failed || !pixels->data || picture->failed) {
        result = wr_no_memory(context);
    } else {
        lay_paper(pixels, picture->paper);
        result = paint(&painting);
    }
    *out = *pixels;
    wr_shape_sides_finish(&painting.sides);
    wr_free(painting.fills);
    return result;
}
