/* Cones against lines: what a line from one slot through another reaches of a third is left by
 * the clipping, and what is left is reached. */
#include "tests/support/test.h"

#include "builder/sight/sight.h"
#include "core/base/random.h"

enum { ROUNDS = 20000, LINES = 20 };

struct point {
    double x, y;
};

static double between(wr_random *random, double a, double b)
{
    return a + (b - a) * wr_random_unit(random);
}

static wr_slot any_slot(wr_random *random, double y, double deepest)
{
    /* Pythagorean triples are units without a sine. */
    static const double units[][2] = {{1, 0},       {0.6, 0.8},   {0.8, -0.6},
                                      {0.96, 0.28}, {-0.6, 0.8},  {0, 1},
                                      {-1, 0},      {0.28, 0.96}, {0.8, 0.6}};
    const double *unit = units[wr_random_below(random, 9)];
    double half = between(random, 0.2, 2);
    return (wr_slot){.x = 5000 + between(random, -4, 4),
                     .y = -3000 + y + between(random, -1, 1),
                     .tx = unit[0],
                     .ty = unit[1],
                     .from = -half,
                     .to = half,
                     .deep = between(random, 0, deepest)};
}

static struct point point_of(const wr_slot *slot, double along, double across)
{
    return (struct point){slot->x + along * slot->tx + across * slot->ty,
                          slot->y + along * slot->ty - across * slot->tx};
}

static struct point any_point(wr_random *random, const wr_slot *slot)
{
    double along = between(random, slot->from, slot->to);
    double across = between(random, -slot->deep, slot->deep);
    if (wr_random_below(random, 2)) /* from the corners one sees most */
        along = wr_random_below(random, 2) ? slot->from : slot->to;
    return point_of(slot, along, across);
}

/* The stretch of the line from a through b, beyond b, that lies in the slot: the least and the
 * most `along` of it. False where there is none. */
static bool stretch_in(const wr_slot *slot, struct point a, struct point b, double out[2])
{
    double dx = b.x - a.x, dy = b.y - a.y, from = 1, to = 1e9;
    double along = (a.x - slot->x) * slot->tx + (a.y - slot->y) * slot->ty;
    double across = (a.x - slot->x) * slot->ty - (a.y - slot->y) * slot->tx;
    double speeds[2] = {dx * slot->tx + dy * slot->ty, dx * slot->ty - dy * slot->tx};
    double at[2] = {along, across}, lows[2] = {slot->from, -slot->deep},
           highs[2] = {slot->to, slot->deep};
    for (int i = 0; i < 2; i++) {
        if (speeds[i] == 0) {
            if (at[i] < lows[i] || at[i] > highs[i])
                return false;
            continue;
        }
        double first = (lows[i] - at[i]) / speeds[i], last = (highs[i] - at[i]) / speeds[i];
        double enter = first < last ? first : last, leave = first < last ? last : first;
        from = enter > from ? enter : from;
        to = leave < to ? leave : to;
    }
    double p = along + from * speeds[0], q = along + to * speeds[0];
    out[0] = p < q ? p : q;
    out[1] = p < q ? q : p;
    return from <= to;
}

static void what_a_line_reaches_is_left(void **state)
{
    wr_random random = wr_random_of(31, 0);
    uint32_t reached = 0, clipped = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        wr_slot source = any_slot(&random, 0, 0.5), pass = any_slot(&random, 4, 0.5);
        wr_slot whole = any_slot(&random, 8, 0.5), left = whole;
        wr_cone cone = wr_cone_of(&source, &pass);
        bool any = wr_cone_clip(&cone, &left);
        clipped += !any || left.from > whole.from || left.to < whole.to;
        for (int line = 0; line < LINES; line++) {
            double stretch[2];
            struct point a = any_point(&random, &source), b = any_point(&random, &pass);
            if (!stretch_in(&whole, a, b, stretch))
                continue;
            reached++;
            if (!any || stretch[0] < left.from - 1e-9 || stretch[1] > left.to + 1e-9)
                fail_msg("round %d: [%.9g, %.9g] is not in [%.9g, %.9g]", round, stretch[0],
                         stretch[1], left.from, left.to);
        }
    }
    assert_true(reached > ROUNDS && clipped > ROUNDS / 4);
}

/* Of slots without depth that are apart, the ends of what is left lie on lines between ends. */
static void what_is_left_is_reached(void **state)
{
    wr_random random = wr_random_of(32, 0);
    uint32_t ends = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        wr_slot slots[3];
        for (int i = 0; i < 3; i++) {
            slots[i] = any_slot(&random, 5.0 * i, 0);
            slots[i].tx = 1;
            slots[i].ty = 0;
        }
        wr_slot left = slots[2];
        wr_cone cone = wr_cone_of(&slots[0], &slots[1]);
        if (!wr_cone_clip(&cone, &left))
            continue;
        double nearest[2] = {1, 1};
        for (int i = 0; i < 4; i++) {
            double stretch[2];
            struct point a = point_of(&slots[0], i & 1 ? slots[0].from : slots[0].to, 0);
            struct point b = point_of(&slots[1], i & 2 ? slots[1].from : slots[1].to, 0);
            if (!stretch_in(&(wr_slot){slots[2].x, slots[2].y, 1, 0, -1e6, 1e6, 1e-9}, a, b,
                            stretch))
                continue;
            for (int end = 0; end < 2; end++) {
                double off = fabs(stretch[0] - (end ? left.to : left.from));
                nearest[end] = off < nearest[end] ? off : nearest[end];
            }
        }
        if (left.from > slots[2].from)
            assert_near(nearest[0], 0, 1e-6);
        if (left.to < slots[2].to)
            assert_near(nearest[1], 0, 1e-6);
        ends += left.from > slots[2].from;
        ends += left.to < slots[2].to;
    }
    assert_true(ends > ROUNDS / 10);
}

static void slots_that_touch_hide_nothing(void **state)
{
    const wr_slot a = {0, 0, 1, 0, -1, 1, 0.01}, crossing = {0, 0, 0, 1, -1, 1, 0.01},
                  beside = {2, 0, 0, 1, -1, 1, 1.005}, far = {0, 50, 1, 0, -3, 3, 0.01};
    const wr_slot *others[] = {&a, &crossing, &beside};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wr_slot left = far;
        wr_cone cone = wr_cone_of(&a, others[i]);
        assert_true(wr_cone_clip(&cone, &left));
        assert_true(left.from == far.from && left.to == far.to);
    }
}

static void a_slot_without_length_is_a_point_of_view(void **state)
{
    const wr_slot eye = {0, 0, 1, 0, 0, 0, 0}, pass = {0, 1, 1, 0, -1, 2, 0};
    wr_slot wall = {0, 10, 1, 0, -100, 100, 0}, hidden = {0, 10, 1, 0, 21, 30, 0};
    (void)state;
    wr_cone cone = wr_cone_of(&eye, &pass);
    assert_true(wr_cone_clip(&cone, &wall));
    assert_near(wall.from, -10, 1e-9);
    assert_near(wall.to, 20, 1e-9);
    assert_false(wr_cone_clip(&cone, &hidden));
}

static void a_slot_lies_before_another_or_not(void **state)
{
    const wr_slot slot = {0, 0, 1, 0, -1, 1, 0.01}; /* looks along -y */
    const wr_slot ahead = {5, -1, 1, 0, -1, 1, 0.01}, behind = {5, 1, 1, 0, -1, 1, 0.01},
                  across = {5, 0, 0, 1, -1, 1, 0.01};
    (void)state;
    assert_true(wr_slot_before(&slot, 0, &ahead));
    assert_false(wr_slot_before(&slot, 0, &behind));
    assert_true(wr_slot_before(&slot, 0, &across));
    assert_true(wr_slot_before(&slot, 1, &behind)); /* a line may lean back that far */
    assert_true(wr_slot_before(&slot, INFINITY, &behind));
}

static void distances_lie_between_their_bounds(void **state)
{
    wr_random random = wr_random_of(33, 0);
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        wr_slot a = any_slot(&random, 0, 0.5), b = any_slot(&random, 3, 0.5);
        double least, most;
        wr_slot_apart(&a, &b, &least, &most);
        assert_true(least >= 0 && least <= most);
        for (int line = 0; line < LINES; line++) {
            struct point p = any_point(&random, &a), q = any_point(&random, &b);
            double far = sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
            assert_true(far >= least - 1e-9 && far <= most + 1e-9);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_line_reaches_is_left),
        cmocka_unit_test(what_is_left_is_reached),
        cmocka_unit_test(slots_that_touch_hide_nothing),
        cmocka_unit_test(a_slot_without_length_is_a_point_of_view),
        cmocka_unit_test(a_slot_lies_before_another_or_not),
        cmocka_unit_test(distances_lie_between_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
