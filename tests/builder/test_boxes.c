/* The grid of boxes finds exactly the pairs that meet. */
#include "tests/support/test.h"

#include "builder/layout/boxes.h"
#include "core/base/random.h"
#include "core/base/tolerance.h"

static bool meet(wr_box p, wr_box q)
{
    return p.min.x < q.max.x && q.min.x < p.max.x && p.min.y < q.max.y && q.min.y < p.max.y &&
           (double)p.min.z < (double)q.max.z + WR_HEADROOM &&
           (double)q.min.z < (double)p.max.z + WR_HEADROOM;
}

/* Compares with all pairs; returns how many meet. */
static uint32_t check_all(const wr_box *items, uint32_t count)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_boxes *boxes = wr_boxes_make(arena, items, count);
    uint32_t total = 0;
    assert_non_null(boxes);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *others, found = 0;
        uint32_t other_count;
        assert_true(wr_boxes_after(boxes, arena, i, &others, &other_count));
        for (uint32_t k = i + 1; k < count; k++) {
            if (!meet(items[i], items[k]))
                continue;
            assert_true(found < other_count);
            assert_int_equal(others[found++], k);
        }
        assert_int_equal(found, other_count);
        total += found;
    }
    wr_arena_destroy(arena);
    return total;
}

static float between(wr_random *random, float low, float high)
{
    return low + (high - low) * (float)wr_random_unit(random);
}

static wr_box random_box(wr_random *random, float spread, float size)
{
    wr_vec3 at = {between(random, -spread, spread), between(random, -spread, spread),
                  between(random, -5, 5)};
    return (wr_box){at, wr_vec3_of(at.x + between(random, 0, size),
                                   at.y + between(random, 0, size), at.z + 1)};
}

static void boxes_of_like_size_are_found(void **state)
{
    (void)state;
    wr_random random = wr_random_of(1, 1);
    wr_box items[400];
    for (int i = 0; i < 400; i++)
        items[i] = random_box(&random, 100, 20);
    assert_true(check_all(items, 400) > 100);
}

static void boxes_of_all_sizes_are_found(void **state)
{
    (void)state;
    wr_random random = wr_random_of(2, 1);
    wr_box items[400];
    for (int i = 0; i < 400; i++)
        items[i] = random_box(&random, 1000, i % 40 ? 10 : i % 80 ? 3000 : 200);
    assert_true(check_all(items, 400) > 100);
}

static void boxes_that_only_touch_do_not_meet(void **state)
{
    (void)state;
    wr_box items[64];
    for (int i = 0; i < 64; i++)
        items[i] = (wr_box){{(float)(i % 8), (float)(i / 8), 0},
                            {(float)(i % 8) + 1, (float)(i / 8) + 1, 0}};
    assert_int_equal(check_all(items, 64), 0);
}

static void storeys_are_told_apart(void **state)
{
    (void)state;
    wr_box items[10];
    for (int i = 0; i < 10; i++)
        items[i] = (wr_box){{0, 0, (float)i}, {1, 1, (float)i}};
    assert_int_equal(check_all(items, 10), 9); /* only those a metre apart */
}

static void boxes_without_extent_meet_nothing(void **state)
{
    (void)state;
    wr_box items[4] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}, {{5, 5, 0}, {5, 6, 0}}};
    assert_int_equal(check_all(items, 3), 0);
    assert_int_equal(check_all(items, 0), 0);
}

static void far_and_endless_boxes_are_found(void **state)
{
    (void)state;
    const float far = 3e38f;
    wr_box items[] = {
        {{-far, -far, -far}, {far, far, far}},
        {{far / 2, far / 2, 0}, {far, far, 0}},
        {{-1, -1, 0}, {1, 1, 0}},
        {{-far, 0, 0}, {-far / 2, 1, 0}},
        {{1e20f, 1e20f, 0}, {2e20f, 2e20f, 0}},
        {{0, 0, 0}, {1, 1, 0}},
        {{far, far, 0}, {far, far, 0}},
        {{3, 0, 0}, {4, 1, 0}},
        {{1e30f, -1, 0}, {1e30f, 1, 0}},
        {{0.5f, 0.5f, 0}, {1, 1, 0}},
        {{2e20f, 2e20f, 0}, {2e20f, 3e20f, 0}},
        {{7, 7, 0}, {8, 8, 0}},
    };
    assert_true(check_all(items, 12) > 4);
    assert_int_equal(check_all(items + 2, 10), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_of_like_size_are_found),
        cmocka_unit_test(boxes_of_all_sizes_are_found),
        cmocka_unit_test(boxes_that_only_touch_do_not_meet),
        cmocka_unit_test(storeys_are_told_apart),
        cmocka_unit_test(boxes_without_extent_meet_nothing),
        cmocka_unit_test(far_and_endless_boxes_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
