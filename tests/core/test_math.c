/* Angles against the C library, placements against what turning and mirroring mean. */
#include "tests/support/test.h"

#include "core/base/math.h"
#include "core/base/random.h"

static const double pi = 3.14159265358979323846;

static double any(wr_random *random, double size)
{
    return (2 * wr_random_unit(random) - 1) * size;
}

static wr_vec3 any_point(wr_random *random)
{
    return wr_vec3_of((float)any(random, 200), (float)any(random, 200), (float)any(random, 50));
}

static void must_be_same(wr_vec3 a, wr_vec3 b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static wr_placement placed(float turn, bool mirror_x, bool mirror_y)
{
    return (wr_placement){.turn = turn, .mirror_x = mirror_x, .mirror_y = mirror_y};
}

static void sines_agree_with_the_library(void **state)
{
    (void)state;
    wr_random random = wr_random_of(11, 1);
    for (int i = 0; i < 200000; i++) {
        double degrees = any(&random, i % 2 ? 400 : 1e9), c, s;
        wr_turn_of(degrees, &c, &s);
        double radians = remainder(degrees, 360) * pi / 180;
        assert_near(c, cos(radians), 1e-15);
        assert_near(s, sin(radians), 1e-15);
    }
}

static void quarter_turns_are_exact_however_far(void **state)
{
    (void)state;
    static const double cosines[] = {1, 0, -1, 0}, sines[] = {0, 1, 0, -1};
    for (int i = -4000; i <= 4000; i++) {
        double c, s;
        wr_turn_of(90.0 * i, &c, &s);
        assert_true(c == cosines[i & 3] && s == sines[i & 3]);
        assert_false(signbit(c) && c == 0);
        assert_false(signbit(s) && s == 0);
    }
    double c, s;
    wr_turn_of(90 * 0x1p60, &c, &s); /* a multiple of 360 */
    assert_true(c == 1 && s == 0);
    wr_turn_of(1e300, &c, &s);
    assert_near(c, cos(fmod(1e300, 360) * pi / 180), 1e-15);
    wr_turn_of(NAN, &c, &s);
    assert_true(c == 1 && s == 0);
}

static void known_angles_come_out_as_people_expect(void **state)
{
    (void)state;
    double c, s;
    wr_turn_of(60, &c, &s);
    assert_true(c == 0.5 && s == sqrt(0.75));
    wr_turn_of(-225, &c, &s);
    assert_true(c == -sqrt(0.5) && s == sqrt(0.5));
    wr_turn_of(330, &c, &s);
    assert_true(s == -0.5);
}

static void a_turn_and_its_opposite_mirror_each_other(void **state)
{
    (void)state;
    wr_random random = wr_random_of(12, 1);
    for (int i = 0; i < 10000; i++) {
        double degrees = any(&random, 1000), c, s, back_c, back_s;
        wr_turn_of(degrees, &c, &s);
        wr_turn_of(-degrees, &back_c, &back_s);
        assert_true(c == back_c && s == -back_s);
    }
}

static void bearings_agree_with_the_library(void **state)
{
    (void)state;
    wr_random random = wr_random_of(13, 1);
    for (int i = 0; i < 200000; i++) {
        double x = any(&random, 1), y = any(&random, i % 3 ? 1 : 1e-9);
        double expected = atan2(y, x) * 180 / pi;
        expected = expected < 0 ? expected + 360 : expected;
        assert_near(wr_bearing_of(x, y), expected, 1e-12);
    }
}

static void bearings_are_exact_on_axes_and_diagonals(void **state)
{
    (void)state;
    static const double x[] = {1, 1, 0, -1, -1, -1, 0, 1}, y[] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (int i = 0; i < 8; i++) {
        assert_true(wr_bearing_of(x[i] * 3e-310, y[i] * 3e-310) == 45 * i);
        assert_true(wr_bearing_of(x[i] * 1e300, y[i] * 1e300) == 45 * i);
    }
    assert_true(wr_bearing_of(0, 0) == 0);
    assert_true(wr_bearing_of(1, -1e-300) == 0); /* 360 is 0 */
    assert_true(wr_bearing_of(NAN, 1) == 0);
    assert_true(wr_bearing_of(-1, -0.0) == 180);
}

static void four_quarter_turns_and_two_mirrors_give_back_the_bits(void **state)
{
    (void)state;
    static const wr_placement there[] = {
        {.turn = 90}, {.turn = -90}, {.turn = 450}, {.mirror_x = true}, {.mirror_y = true}};
    wr_random random = wr_random_of(14, 1);
    for (int i = 0; i < 2000; i++) {
        wr_vec3 start = any_point(&random);
        start.x = i % 10 == 0 ? 0 : start.x;
        start.y = i % 15 == 0 ? 0 : start.y;
        for (size_t k = 0; k < sizeof there / sizeof *there; k++) {
            wr_motion motion = wr_motion_of(there[k]);
            wr_vec3 point = start, vector = start;
            for (int n = 0; n < 4; n++) {
                point = wr_motion_point(&motion, point);
                vector = wr_motion_vector(&motion, vector);
            }
            must_be_same(point, start);
            must_be_same(vector, start);
        }
    }
}

static void a_quarter_turn_is_a_swap_and_a_sign(void **state)
{
    (void)state;
    wr_motion quarter = wr_motion_of(placed(90, false, false));
    must_be_same(wr_motion_vector(&quarter, wr_vec3_of(0.1f, 0.7f, 3)),
                 wr_vec3_of(-0.7f, 0.1f, 3));
    wr_motion mirrored = wr_motion_of(placed(90, true, false));
    must_be_same(wr_motion_vector(&mirrored, wr_vec3_of(0.1f, 0.7f, 3)),
                 wr_vec3_of(-0.7f, -0.1f, 3));
    must_be_same(wr_motion_vector(&quarter, wr_vec3_of(-1, 0, -0.0f)), wr_vec3_of(0, -1, 0));
}

static void mirroring_y_is_mirroring_x_and_half_a_turn(void **state)
{
    (void)state;
    wr_random random = wr_random_of(15, 1);
    for (int i = 0; i < 2000; i++) {
        float turn = i % 2 ? 90.0f * (float)(i % 7) : (float)any(&random, 180);
        wr_vec3 point = any_point(&random);
        wr_motion y = wr_motion_of(placed(turn, false, true));
        wr_motion both = wr_motion_of(placed(turn, true, true));
        wr_motion x = wr_motion_of(placed(turn, true, false));
        wr_motion none = wr_motion_of(placed(turn, false, false));
        wr_motion half = wr_motion_of(placed(180, false, false));
        assert_true(y.mirrored && x.mirrored && !both.mirrored && !none.mirrored);
        must_be_same(wr_motion_vector(&y, point),
                     wr_motion_vector(&half, wr_motion_vector(&x, point)));
        must_be_same(wr_motion_vector(&both, point),
                     wr_motion_vector(&half, wr_motion_vector(&none, point)));
    }
    wr_motion y = wr_motion_of(placed(0, false, true));
    must_be_same(wr_motion_vector(&y, wr_vec3_of(3, 4, 5)), wr_vec3_of(3, -4, 5));
}

static void a_point_is_mirrored_then_turned_then_moved(void **state)
{
    (void)state;
    wr_placement placement = {{10, 20, 30}, 90, true, false};
    wr_motion motion = wr_motion_of(placement);
    must_be_same(wr_motion_point(&motion, wr_vec3_of(1, 2, 3)), wr_vec3_of(8, 19, 33));
}

static void moved_points_are_traced_back(void **state)
{
    (void)state;
    wr_random random = wr_random_of(5, 1);
    for (int i = 0; i < 1000; i++) {
        wr_placement at = placed((float)any(&random, 360), i & 1, i & 2);
        at.position = any_point(&random);
        wr_motion motion = wr_motion_of(at);
        wr_vec3 point = any_point(&random);
        wr_vec3 back = wr_motion_origin(&motion, wr_motion_point(&motion, point));
        assert_near((double)back.x, (double)point.x, 1e-4);
        assert_near((double)back.y, (double)point.y, 1e-4);
        assert_near((double)back.z, (double)point.z, 1e-4);
    }
}

static void free_turns_keep_lengths(void **state)
{
    (void)state;
    wr_random random = wr_random_of(16, 1);
    for (int i = 0; i < 10000; i++) {
        wr_motion motion = wr_motion_of(placed((float)any(&random, 360), i & 1, i & 2));
        wr_vec3 a = any_point(&random), b = any_point(&random);
        assert_near(wr_distance(wr_motion_point(&motion, a), wr_motion_point(&motion, b)),
                    wr_distance(a, b), 1e-4);
    }
}

static void facings_follow_directions(void **state)
{
    (void)state;
    wr_random random = wr_random_of(17, 1);
    for (int i = 0; i < 20000; i++) {
        float turn = (float)any(&random, 720), facing = (float)any(&random, 720);
        wr_motion motion = wr_motion_of(placed(turn, i & 1, i & 2));
        double x, y;
        wr_turn_of(facing, &x, &y);
        wr_motion_direction(&motion, &x, &y);
        float after = wr_motion_facing(&motion, facing);
        assert_true(after >= 0 && after < 360);
        assert_near(remainder(after - wr_bearing_of(x, y), 360), 0, 1e-4);
    }
}

static void facings_of_quarter_turns_are_exact(void **state)
{
    (void)state;
    wr_motion quarter = wr_motion_of(placed(90, false, false));
    assert_true(wr_motion_facing(&quarter, 300) == 30);
    assert_true(wr_motion_facing(&quarter, -90) == 0);
    assert_true(wr_motion_facing(&quarter, 0.1f) == 90.1f);
    wr_motion mirrored = wr_motion_of(placed(0, true, false));
    assert_true(wr_motion_facing(&mirrored, 0) == 180);
    assert_true(wr_motion_facing(&mirrored, 90) == 90);
    assert_true(wr_motion_facing(&mirrored, 200) == 340);
    wr_motion still = wr_motion_of(placed(0, false, false));
    assert_true(wr_motion_facing(&still, -1e-9f) == 0); /* 360 is 0 */
}

static void boxes_grow_join_and_touch(void **state)
{
    (void)state;
    wr_box empty = wr_box_empty();
    wr_box a = wr_box_add(wr_box_add(empty, wr_vec3_of(1, 5, 0)), wr_vec3_of(3, 2, 0));
    must_be_same(a.min, wr_vec3_of(1, 2, 0));
    must_be_same(a.max, wr_vec3_of(3, 5, 0));
    wr_box b = {{3, 5, 0}, {4, 6, 1}}, c = {{3.5f, 0, 0}, {4, 9, 1}};
    assert_true(wr_box_touch(a, b) && wr_box_touch(b, a));
    assert_false(wr_box_touch(a, c) || wr_box_touch(c, a));
    assert_false(wr_box_touch(a, empty));
    wr_box joined = wr_box_join(a, b);
    must_be_same(joined.min, wr_vec3_of(1, 2, 0));
    must_be_same(joined.max, wr_vec3_of(4, 6, 1));
    joined = wr_box_join(empty, a);
    must_be_same(joined.min, a.min);
    must_be_same(joined.max, a.max);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_agree_with_the_library),
        cmocka_unit_test(quarter_turns_are_exact_however_far),
        cmocka_unit_test(known_angles_come_out_as_people_expect),
        cmocka_unit_test(a_turn_and_its_opposite_mirror_each_other),
        cmocka_unit_test(bearings_agree_with_the_library),
        cmocka_unit_test(bearings_are_exact_on_axes_and_diagonals),
        cmocka_unit_test(four_quarter_turns_and_two_mirrors_give_back_the_bits),
        cmocka_unit_test(a_quarter_turn_is_a_swap_and_a_sign),
        cmocka_unit_test(mirroring_y_is_mirroring_x_and_half_a_turn),
        cmocka_unit_test(a_point_is_mirrored_then_turned_then_moved),
        cmocka_unit_test(moved_points_are_traced_back),
        cmocka_unit_test(free_turns_keep_lengths),
        cmocka_unit_test(facings_follow_directions),
        cmocka_unit_test(facings_of_quarter_turns_are_exact),
        cmocka_unit_test(boxes_grow_join_and_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
