/* What is rounded to float32 stays rounded: the compiler must not undo it. GCC 12 does, where
 * it turns neighbouring conversions to float and back into vectors. */
#include "tests/support/test.h"

enum { COUNT = 66 };

struct pair {
    float x, y;
};
struct wide_pair {
    double x, y;
};

static void round_pairs(struct pair *rounded, struct wide_pair *doubled, const struct pair *in)
{
    for (int i = 0; i < COUNT; i++) {
        rounded[i].x = (float)(in[i].x - 0.01);
        rounded[i].y = (float)(in[i].y - 0.01);
        doubled[i].x = (double)rounded[i].x * 2;
        doubled[i].y = (double)rounded[i].y * 2;
    }
}

/* Called through these, a function is compiled for any input. */
static void (*volatile pairs)(struct pair *, struct wide_pair *,
                              const struct pair *) = round_pairs;

static void numbers_written_in_pairs_stay_rounded(void **state)
{
    (void)state;
    static struct pair in[COUNT], rounded[COUNT];
    static struct wide_pair doubled[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (struct pair){(float)i * 1.1f + 0.3f, (float)i * 0.7f + 0.1f};
    pairs(rounded, doubled, in);
    for (int i = 0; i < COUNT; i++) {
        volatile float x = rounded[i].x, y = rounded[i].y;
        assert_true(doubled[i].x == (double)x * 2);
        assert_true(doubled[i].y == (double)y * 2);
    }
}

static void round_singles(double *doubled, const float *in)
{
    for (int i = 0; i < COUNT; i++)
        doubled[i] = (double)(float)(in[i] - 0.01) * 2;
}

static void (*volatile singles)(double *, const float *) = round_singles;

static void numbers_written_alone_stay_rounded(void **state)
{
    (void)state;
    static float in[COUNT];
    static double doubled[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)i * 1.1f + 0.3f;
    singles(doubled, in);
    for (int i = 0; i < COUNT; i++) {
        volatile float once = (float)(in[i] - 0.01);
        assert_true(doubled[i] == (double)once * 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_written_in_pairs_stay_rounded),
        cmocka_unit_test(numbers_written_alone_stay_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
