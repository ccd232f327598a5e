/* Steps that one climbs are ramps: the top is reached from below, and nothing else changes. */
#include "tests/support/findings.h"
#include "tests/support/solids.h"

#include "core/base/disjoint.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/walkmesh.h"

enum { MOST_STEPS = 12, MOST_SOLIDS = MOST_STEPS + 2, SEEDS = 300 };

/* A floor, steps along +x, and a landing as high as the last; all turned about the origin. */
struct flight {
    double rises[MOST_STEPS], treads[MOST_STEPS], wide, degrees;
    uint32_t count;
};

struct stage {
    struct findings findings;
    struct made_solids made;
    wr_triangles floors;
    uint32_t *islands;
};

static void stage_start(struct stage *stage, const struct flight *flight)
{
    struct prism prisms[MOST_SOLIDS];
    double x = 2, z = 0;
    prisms[0] = prism_box(-4, -4, -1, 2, 4, 0);
    for (uint32_t i = 0; i < flight->count; i++) {
        z += flight->rises[i];
        prisms[i + 1] =
            prism_box(x, -flight->wide / 2, -1, x + flight->treads[i], flight->wide / 2, z);
        x += flight->treads[i];
    }
    prisms[flight->count + 1] = prism_box(x, -3, -1, x + 4, 3, z);
    for (uint32_t i = 0; i < flight->count + 2; i++)
        prisms[i] = prism_turned(prisms[i], 0, 0, flight->degrees);
    *stage = (struct stage){0};
    findings_start(&stage->findings);
    made_solids_finish(&stage->made, stage->findings.arena, prisms, flight->count + 2);
}

static void stage_make(struct stage *stage, double climb)
{
    struct wr_brush_level level = stage->made.level;
    level.climb = climb;
    assert_int_equal(wr_brush_floors(stage->findings.context, stage->findings.arena, &level,
                                     &stage->floors, NULL),
                     WR_OK);
    struct wr_walkmesh *mesh;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source nowhere = {"made", NULL, 0, true};
    assert_int_equal(
        wr_walkmesh_make(stage->findings.context, WR_WOK, &stage->floors, NULL, &mesh), WR_OK);
    wr_walkmesh_judge(stage->findings.context, mesh, &surfaces, &nowhere);
    assert_int_equal(stage->findings.errors + stage->findings.warnings, 0);
    wr_walkmesh_free(mesh);
    stage->islands = WR_TAKE(stage->findings.arena, uint32_t, stage->floors.vertex_count);
    wr_disjoint_start(stage->islands, stage->floors.vertex_count);
    for (uint32_t f = 0; f < stage->floors.face_count; f++)
        for (int k = 0; k < 2; k++)
            wr_disjoint_join(stage->islands, stage->floors.faces[f].v[k],
                             stage->floors.faces[f].v[k + 1]);
}

static double side_of(wr_vec3 a, wr_vec3 b, double x, double y)
{
    return ((double)b.x - a.x) * (y - a.y) - (x - a.x) * ((double)b.y - a.y);
}

/* The floor at a place of the flight before it was turned: its island and height; the highest.
 */
static uint32_t floor_at(const struct stage *stage, const struct flight *flight, double x,
                         double y, double *z)
{
    double cosine, sine, best = -INFINITY;
    uint32_t island = UINT32_MAX;
    wr_turn_of(flight->degrees, &cosine, &sine);
    double wx = cosine * x - sine * y, wy = sine * x + cosine * y;
    for (uint32_t f = 0; f < stage->floors.face_count; f++) {
        const uint32_t *v = stage->floors.faces[f].v;
        wr_vec3 a = stage->floors.vertices[v[0]], b = stage->floors.vertices[v[1]];
        wr_vec3 c = stage->floors.vertices[v[2]];
        double at_c = side_of(a, b, wx, wy), at_a = side_of(b, c, wx, wy);
        double at_b = side_of(c, a, wx, wy), area = at_a + at_b + at_c;
        double height = (at_a * a.z + at_b * b.z + at_c * c.z) / area;
        if (at_a < 0 || at_b < 0 || at_c < 0 || height <= best)
            continue;
        best = height;
        island = wr_disjoint_root(stage->islands, v[0]);
    }
    *z = best;
    return island;
}

static bool is_climbed(const struct flight *flight, double climb)
{
    struct stage stage;
    double low, high, x = 2, z = 0;
    for (uint32_t i = 0; i < flight->count; i++) {
        x += flight->treads[i];
        z += flight->rises[i];
    }
    stage_start(&stage, flight);
    stage_make(&stage, climb);
    uint32_t below = floor_at(&stage, flight, -2, 1, &low);
    uint32_t above = floor_at(&stage, flight, x + 2, 1, &high);
    assert_near(low, 0, 1e-3);
    assert_near(high, z, 1e-3);
    findings_end(&stage.findings);
    return below == above;
}

static struct flight even_flight(uint32_t count, double rise, double tread, double degrees)
{
    struct flight flight = {.wide = 2, .degrees = degrees, .count = count};
    for (uint32_t i = 0; i < count; i++) {
        flight.rises[i] = rise;
        flight.treads[i] = tread;
    }
    return flight;
}

static void a_flight_is_climbed_in_any_direction(void **state)
{
    (void)state;
    static const double degrees[] = {0, 90, 180, 270, 17, 123.4, 200.01, 359};
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
        struct flight flight = even_flight(8, 0.17, 0.29, degrees[i]);
        assert_false(is_climbed(&flight, 0));
        assert_false(is_climbed(&flight, 0.15));
        assert_true(is_climbed(&flight, 0.2));
    }
}

static void one_step_and_a_low_one_are_climbed(void **state)
{
    (void)state;
    struct flight one = even_flight(1, 0.3, 4, 0), low = even_flight(3, 0.02, 0.5, 30);
    assert_true(is_climbed(&one, 0.3));
    assert_false(is_climbed(&one, 0.25));
    assert_true(is_climbed(&low, 0.05));
}

static void a_ladder_is_not_climbed(void **state)
{
    (void)state;
    struct flight ladder = even_flight(5, 0.3, 0.1, 0);
    assert_false(is_climbed(&ladder, 0.5));
}

/* The ramp is one plane over all treads that are alike, and rises with them. */
static void a_flight_of_like_steps_rises_evenly(void **state)
{
    (void)state;
    struct flight flight = even_flight(6, 0.2, 0.3, 45);
    struct stage stage;
    stage_start(&stage, &flight);
    stage_make(&stage, 0.2);
    for (int i = 1; i < 50; i++) {
        /* from one tread before the first step, which is the floor's, to the last edge */
        double z, along = 1.7 + i * (5 * 0.3 + 0.3) / 50, start = 2 - 2 * 0.2;
        floor_at(&stage, &flight, along, 0.3, &z);
        double even = along < 2 ? 0.2 * (along - start) / 0.4 : 0.2 + (along - 2) / 0.3 * 0.2;
        assert_near(z, even > 0 ? even : 0, 2e-3);
    }
    findings_end(&stage.findings);
}

/* Each step is climbed that is low enough and not too steep, whatever the others are like. */
static void made_flights_are_climbed_where_all_their_steps_are(void **state)
{
    (void)state;
    unsigned climbed = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        wr_random random = wr_random_of(seed, 3);
        struct flight flight = {.wide = 1 + 3 * wr_random_unit(&random),
                                .degrees = 360 * wr_random_unit(&random),
                                .count = 1 + wr_random_below(&random, MOST_STEPS - 1)};
        double climb = 0.1 + 0.3 * wr_random_unit(&random);
        bool fine = true, open = false;
        for (uint32_t i = 0; i < flight.count; i++) {
            flight.rises[i] = 0.05 + 0.2 * wr_random_unit(&random);
            flight.treads[i] = 0.15 + 0.3 * wr_random_unit(&random);
            /* before a step is the tread of the last, or the floor */
            double tread = i == 0 ? 6 : flight.treads[i - 1];
            fine &= flight.rises[i] <= climb && tread >= flight.rises[i];
            open |=
                fabs(flight.rises[i] - climb) < 0.01 || fabs(tread - flight.rises[i]) < 0.02;
        }
        if (!open && is_climbed(&flight, climb) != fine)
            fail_msg("seed %u: the flight is %sclimbed", (unsigned)seed, fine ? "not " : "");
        climbed += fine;
    }
    printf("[  NOTE    ] seeds 1 to %d: %u flights to be climbed\n", (int)SEEDS, climbed);
    assert_true(climbed > SEEDS / 8);
}

/* Whatever steps made levels have, what comes of them is a sound walkmesh. */
static void made_levels_with_ramps_are_sound(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct stage stage = {0};
        findings_start(&stage.findings);
        made_solids_random(&stage.made, stage.findings.arena, seed);
        stage.made.level.walls = seed % 2;
        stage_make(&stage, 0.6);
        findings_end(&stage.findings);
    }
}

/* Away from the flight the floors are what they were. */
static void floors_elsewhere_stay_as_they_are(void **state)
{
    (void)state;
    struct flight flight = even_flight(5, 0.2, 0.3, 20);
    struct stage bare, ramped;
    stage_start(&bare, &flight);
    stage_make(&bare, 0);
    stage_start(&ramped, &flight);
    stage_make(&ramped, 0.2);
    wr_random random = wr_random_of(1, 4);
    for (int i = 0; i < 2000; i++) {
        double x = -5 + 14 * wr_random_unit(&random), y = -5 + 10 * wr_random_unit(&random);
        double before, after;
        uint32_t stood = floor_at(&bare, &flight, x, y, &before);
        uint32_t stands = floor_at(&ramped, &flight, x, y, &after);
        bool near = x > 1.5 && x < 3.7 && fabs(y) < 1.1;
        if (near)
            continue;
        if ((stood == UINT32_MAX) != (stands == UINT32_MAX) ||
            (stood != UINT32_MAX && fabs(before - after) > 1e-3))
            fail_msg("the floor at (%.3f, %.3f) was at %f, and is at %f", x, y, before, after);
    }
    findings_end(&bare.findings);
    findings_end(&ramped.findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flight_is_climbed_in_any_direction),
        cmocka_unit_test(one_step_and_a_low_one_are_climbed),
        cmocka_unit_test(a_ladder_is_not_climbed),
        cmocka_unit_test(a_flight_of_like_steps_rises_evenly),
        cmocka_unit_test(made_flights_are_climbed_where_all_their_steps_are),
        cmocka_unit_test(made_levels_with_ramps_are_sound),
        cmocka_unit_test(floors_elsewhere_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
