/* Brute-force questions, against answers known from the shape: a floor z = x/8 + y/16. */
#include "tests/oracle/sample.h"
#include "tests/support/test.h"

static const uint32_t any = 0xFFFFFFFFu, stone = 1u << 4, wall = 1u << 7;

static double floor_height(double x, double y)
{
    return x / 8 + y / 16;
}

/* The floor of 4 x 3 squares reaches from 0 to 4 and from 0 to 3.75; 1..3 by 1.25..2.5 is wall.
 */
static bool is_on_floor(double x, double y)
{
    return x > 0 && x < 4 && y > 0 && y < 3.75;
}

static bool is_in_wall(double x, double y)
{
    return x > 1 && x < 3 && y > 1.25 && y < 2.5;
}

static void heights_are_those_of_the_floor(void **state)
{
    (void)state;
    struct oracle_wok wok = sample_floor(4, 3);
    for (double x = -0.53; x < 5; x += 0.31)
        for (double y = -0.57; y < 5; y += 0.37) {
            struct oracle_hit hits[2];
            size_t count = oracle_heights(&wok, x, y, 0, any, hits, 2);
            assert_int_equal(count, is_on_floor(x, y));
            if (count)
                assert_near(hits[0].point[2], floor_height(x, y), 1e-12);
            assert_int_equal(oracle_heights(&wok, x, y, 0, wall, hits, 2), is_in_wall(x, y));
        }
    oracle_wok_free(&wok);
}

static void heights_come_highest_first(void **state)
{
    (void)state;
    static const float vertices[9][3] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 3}, {1, 0, 3},
                                         {0, 1, 3}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}};
    static const uint32_t faces[3][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    static const uint32_t materials[3] = {4, 4, 4};
    struct oracle_wok wok = sample_mesh(vertices, 9, faces, materials, 3);
    struct oracle_hit hits[3] = {{0}};
    assert_int_equal(oracle_heights(&wok, 0.25, 0.25, 0, any, hits, 3), 3);
    assert_int_equal(hits[0].face, 1);
    assert_int_equal(hits[1].face, 2);
    assert_int_equal(hits[2].face, 0);
    assert_int_equal(oracle_heights(&wok, 0.25, 0.25, 0, any, hits, 2), 3);
    assert_int_equal(hits[1].face, 2);
    const double middle[3] = {0.25, 0.25, 2.2}, far[3] = {0.25, 0.25, 9};
    assert_true(oracle_face_at(&wok, middle, 1, any, hits));
    assert_int_equal(hits[0].face, 2);
    assert_near(hits[0].distance, 0.2, 1e-9);
    assert_false(oracle_face_at(&wok, far, 1, any, hits));
    oracle_wok_free(&wok);
}

static void a_margin_reaches_beyond_the_edge(void **state)
{
    (void)state;
    struct oracle_wok wok = sample_floor(1, 1);
    struct oracle_hit hit;
    assert_int_equal(oracle_heights(&wok, -0.01, 0.5, 0, any, &hit, 1), 0);
    assert_int_equal(oracle_heights(&wok, -0.01, 0.5, 0.02, any, &hit, 1), 1);
    oracle_wok_free(&wok);
}

static void a_ray_down_meets_the_floor_once(void **state)
{
    (void)state;
    struct oracle_wok wok = sample_floor(4, 3);
    const double down[3] = {0, 0, -2};
    for (double x = -0.53; x < 5; x += 0.31)
        for (double y = -0.57; y < 5; y += 0.37) {
            struct oracle_hit hit;
            const double above[3] = {x, y, 10};
            bool met = oracle_ray(&wok, above, down, 20, any, &hit);
            assert_int_equal(met, is_on_floor(x, y));
            if (met)
                assert_near(hit.distance, 10 - floor_height(x, y), 1e-9);
            assert_false(oracle_ray(&wok, above, down, 9, any, &hit));
            assert_int_equal(oracle_ray(&wok, above, down, 20, stone, &hit),
                             is_on_floor(x, y) && !is_in_wall(x, y));
        }
    oracle_wok_free(&wok);
}

static void a_slanting_ray_meets_the_nearest_face(void **state)
{
    (void)state;
    static const float vertices[6][3] = {{1, -9, -9}, {1, 9, -9}, {1, 0, 9},
                                         {2, -9, -9}, {2, 9, -9}, {2, 0, 9}};
    static const uint32_t faces[2][3] = {{3, 4, 5}, {0, 1, 2}};
    static const uint32_t materials[2] = {7, 7};
    struct oracle_wok wok = sample_mesh(vertices, 6, faces, materials, 2);
    const double origin[3] = {0, 0, 0}, there[3] = {1, 1, 0}, back[3] = {-1, 0, 0};
    const double none[3] = {0, 0, 0}, behind[3] = {3, 0, 0};
    struct oracle_hit hit;
    assert_true(oracle_ray(&wok, origin, there, 100, any, &hit));
    assert_int_equal(hit.face, 1);
    assert_near(hit.distance, sqrt(2), 1e-12);
    assert_false(oracle_ray(&wok, origin, back, 100, any, &hit));
    assert_true(oracle_ray(&wok, behind, back, 100, any, &hit));
    assert_int_equal(hit.face, 0);
    assert_false(oracle_ray(&wok, origin, none, 100, any, &hit));
    oracle_wok_free(&wok);
}

static void the_nearest_point_is_known_in_every_direction(void **state)
{
    (void)state;
    static const float vertices[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const uint32_t faces[2][3] = {{0, 1, 2}, {0, 2, 3}};
    static const uint32_t materials[2] = {4, 7};
    struct oracle_wok wok = sample_mesh(vertices, 4, faces, materials, 2);
    for (double x = -1; x < 3.5; x += 0.25)
        for (double y = -1; y < 3.5; y += 0.25) {
            const double at[3] = {x, y, 0.5};
            double dx = x - fmin(2, fmax(0, x)), dy = y - fmin(2, fmax(0, y));
            struct oracle_hit hit;
            assert_true(oracle_nearest(&wok, at, any, &hit));
            assert_near(hit.distance, sqrt(dx * dx + dy * dy + 0.25), 1e-12);
            assert_near(hit.point[0], x - dx, 1e-12);
        }
    const double corner[3] = {0, 2, 0};
    struct oracle_hit hit;
    assert_true(oracle_nearest(&wok, corner, stone, &hit));
    assert_int_equal(hit.face, 0);
    assert_near(hit.distance, sqrt(2), 1e-12);
    assert_false(oracle_nearest(&wok, corner, 1u << 9, &hit));
    oracle_wok_free(&wok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_those_of_the_floor),
        cmocka_unit_test(heights_come_highest_first),
        cmocka_unit_test(a_margin_reaches_beyond_the_edge),
        cmocka_unit_test(a_ray_down_meets_the_floor_once),
        cmocka_unit_test(a_slanting_ray_meets_the_nearest_face),
        cmocka_unit_test(the_nearest_point_is_known_in_every_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
