/* Coverage: how much of a pixel is covered is what the lines through it say, one by one. */
#include "tests/support/test.h"

#include "builder/picture/coverage.h"
#include "core/base/random.h"

enum { WIDTH = 24, HEIGHT = 40, SUBROWS = 16, SHAPES = 12, PLACES = 6 };

struct pixels {
    float covered[HEIGHT][WIDTH];
    int last; /* row */
};

static void note_row(void *user, int y, int first, int end, const float *covered)
{
    struct pixels *pixels = user;
    assert_true(y > pixels->last && y < HEIGHT && first >= 0 && first < end && end <= WIDTH);
    pixels->last = y;
    for (int x = first; x < end; x++)
        pixels->covered[y][x] = covered[x - first];
}

static void cover(const struct wr_shape_sides *sides, wr_window window, struct pixels *pixels)
{
    struct wr_arena *arena = wr_arena_create();
    assert_true(wr_cover(arena, sides->items, sides->count, window, note_row, pixels));
    assert_true(pixels->last < window.top + window.height);
    wr_arena_destroy(arena);
}

/* ---- Brute force ---- */

/* How often a shape winds round a place on a line. */
static int winding_at(const struct wr_shape_sides *sides, double x, double y)
{
    int winding = 0;
    for (uint32_t i = 0; i < sides->count; i++) {
        const wr_shape_side *side = &sides->items[i];
        double at = (double)side->x + (y - (double)side->top) * (double)side->slope;
        if ((double)side->top <= y && y < (double)side->bottom && at <= x)
            winding += side->way;
    }
    return winding;
}

static int order_numbers(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* How much of [x, x + 1] a line is in the shape. */
static double part_of(const struct wr_shape_sides *sides, double x, double y)
{
    double cuts[8 * SHAPES + 2] = {x, x + 1}, part = 0;
    size_t count = 2;
    for (uint32_t i = 0; i < sides->count; i++) {
        const wr_shape_side *side = &sides->items[i];
        double at = (double)side->x + (y - (double)side->top) * (double)side->slope;
        if (at > x && at < x + 1)
            cuts[count++] = at;
    }
    qsort(cuts, count, sizeof *cuts, order_numbers);
    for (size_t i = 0; i + 1 < count; i++)
        if (winding_at(sides, (cuts[i] + cuts[i + 1]) / 2, y) != 0)
            part += cuts[i + 1] - cuts[i];
    return part;
}

static void compare(const struct wr_shape_sides *sides, const struct pixels *pixels)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double sum = 0;
            for (int i = 0; i < SUBROWS; i++)
                sum += part_of(sides, x, y + (i + 0.5) / SUBROWS) / SUBROWS;
            if (!(fabs((double)pixels->covered[y][x] - sum) < 1e-5))
                fail_msg("(%d, %d) is covered to %g, not %g", x, y,
                         (double)pixels->covered[y][x], sum);
        }
}

/* ---- Shapes ---- */

static double draw(wr_random *random, double low, double high)
{
    return low + (high - low) * wr_random_unit(random);
}

/* Four corners: boxes whose sides often lie on those of others, and some that lean; either way
 * round, and beyond the window too. */
static void add_shape(struct wr_shape_sides *sides, wr_random *random, const double *places)
{
    double left = places[wr_random_below(random, PLACES)];
    double right = places[wr_random_below(random, PLACES)];
    double top = draw(random, -4, HEIGHT), bottom = top + draw(random, 0, 12);
    double lean = wr_random_below(random, 2) ? draw(random, -3, 3) : 0;
    const wr_point points[] = {
        {left, top}, {right, top + lean}, {right + lean, bottom}, {left, bottom}};
    wr_shape_sides_polygon(sides, points, 4);
}

static void a_pixel_is_covered_as_the_lines_through_it_are(void **state)
{
    (void)state;
    wr_random random = wr_random_of(1, 0);
    for (int round = 0; round < 60; round++) {
        struct wr_shape_sides sides = {0};
        struct pixels whole = {.last = -1}, parts = {.last = -1};
        double places[PLACES];
        for (int i = 0; i < PLACES; i++)
            places[i] = draw(&random, -4, WIDTH + 4);
        for (int i = 0; i < SHAPES; i++)
            add_shape(&sides, &random, places);
        wr_shape_sides_sort(&sides, 0);
        cover(&sides, (wr_window){0, WIDTH, HEIGHT}, &whole);
        compare(&sides, &whole);
        for (int top = 0; top < HEIGHT; top += HEIGHT / 4)
            cover(&sides, (wr_window){top, WIDTH, HEIGHT / 4}, &parts);
        compare(&sides, &parts);
        wr_shape_sides_finish(&sides);
    }
}

/* ---- Order ---- */

static double sum_of(const struct wr_shape_sides *sides)
{
    double sum = 0;
    for (uint32_t i = 0; i < sides->count; i++)
        sum += (double)sides->items[i].x * (double)sides->items[i].bottom;
    return sum;
}

static void sides_are_sorted_from_the_first_that_is_asked_for(void **state)
{
    (void)state;
    wr_random random = wr_random_of(2, 0);
    for (uint32_t count = 0; count < 70; count++) {
        struct wr_shape_sides sides = {0};
        for (uint32_t i = 0; i < count; i++)
            wr_shape_sides_add(&sides, (wr_point){wr_random_below(&random, 4), 1 + i % 5},
                               (wr_point){0, wr_random_below(&random, 4) + 7});
        uint32_t first = count / 3;
        wr_shape_side before = first ? sides.items[0] : (wr_shape_side){0};
        double sum = sum_of(&sides);
        wr_shape_sides_sort(&sides, first);
        assert_false(sides.failed);
        for (uint32_t i = first + 1; i < count; i++) {
            const wr_shape_side *p = &sides.items[i - 1], *q = &sides.items[i];
            assert_true(p->top < q->top || (p->top == q->top && p->x <= q->x));
        }
        assert_true(fabs(sum_of(&sides) - sum) < 1e-6);
        if (first)
            assert_memory_equal(&before, &sides.items[0], sizeof before);
        wr_shape_sides_finish(&sides);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pixel_is_covered_as_the_lines_through_it_are),
        cmocka_unit_test(sides_are_sorted_from_the_first_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
