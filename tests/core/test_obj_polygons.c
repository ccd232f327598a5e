/* Polygons of OBJ are cut into triangles: straight sides, dents, crossings, walls. */
#include "tests/support/obj_made.h"
#include "tests/support/terrain.h"

#include "core/base/random.h"
#include "core/walkmesh/planes.h"

static double area_of(const struct wr_walkmesh *mesh)
{
    double area = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        area += wr_length(wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                             mesh->vertices[v[2]])) /
                2;
    }
    return area;
}

/* A corner on a straight side is there so that neighbours link: no fan may lose it. */
static void corners_on_straight_sides_stay(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    static const struct {
        const char *text;
        uint32_t corners;
        double area;
    } cases[] = {
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4},
        {"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\n"
         "usemtl 4\nf 1 2 3 4 5 6 7 8\n",
         8, 4},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 0 3 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4.5},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 2 1 0\nv 1 2 0\nv 0 3 0\nv 0 2 0\n"
         "v 0 1 0\nusemtl 4\nf 1 2 3 4 5 6 7 8 9\n",
         9, 4.5},
        {"v 0 0 0\nv 1 0 0\nv 3 0 0\nv 0 3 0\nv 0 1 0\nusemtl 4\nf 1 2 3 4 5\n", 5, 4.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wr_walkmesh *mesh = obj_read_good(&findings, cases[i].text);
        assert_int_equal(mesh->face_count, cases[i].corners - 2);
        assert_int_equal(mesh->edge_count, cases[i].corners);
        assert_near(area_of(mesh), cases[i].area, 1e-9);
        assert_said(&findings, "");
    }
    findings_end(&findings);
}

/* The area seen from above of what a face became; it has each of the polygon's corners. */
static void assert_cut(struct findings *findings, const char *text, uint32_t corners,
                       double area)
{
    struct wr_walkmesh *mesh = obj_read_good(findings, text);
    assert_int_equal(mesh->face_count, corners - 2);
    assert_int_equal(mesh->edge_count, corners);
    assert_near(area_of(mesh), area, 1e-9);
}

static void polygons_with_dents_are_cut(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
#define ARROW "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nusemtl 4\n"
    assert_cut(&findings, ARROW "f 1 2 3 4\n", 4, 4);
    assert_cut(&findings, ARROW "f 2 3 4 1\n", 4, 4);
    assert_cut(&findings, ARROW "f 3 4 1 2\n", 4, 4);
    assert_cut(&findings, ARROW "f 4 1 2 3\n", 4, 4);
    /* an L whose sides are cut, so that doorways have edges of their own */
    assert_cut(&findings,
               "v 0 0 0\nv 2 0 0\nv 4 0 0\nv 4 1 0\nv 4 2 0\nv 2 2 0\nv 2 3 0\nv 2 4 0\n"
               "v 0 4 0\nv 0 2 0\nusemtl 4\nf 1 2 3 4 5 6 7 8 9 10\n",
               10, 12);
    /* a comb */
    assert_cut(&findings,
               "v 0 0 0\nv 5 0 0\nv 5 3 0\nv 4 3 0\nv 4 1 0\nv 3 1 0\nv 3 3 0\nv 2 3 0\n"
               "v 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nusemtl 4\n"
               "f 1 2 3 4 5 6 7 8 9 10 11 12\n",
               12, 11);
    assert_said(&findings, "");
    findings_end(&findings);
}

/* A polygon round a star's middle at steps of its own, which dents it at random, has the area
 * that the lace rule says. */
static void any_polygon_without_crossings_is_cut(void **state)
{
    (void)state;
    struct findings findings;
    wr_random random = wr_random_of(20261125, 0);
    findings_start(&findings);
    print_message("[  SEED    ] 20261125\n");
    for (int round = 0; round < 300; round++) {
        uint32_t count = 4 + wr_random_below(&random, 60);
        double corners[64][2], area = 0;
        struct wr_bytes text = {0};
        for (uint32_t i = 0; i < count; i++) {
            double cosine, sine, far = 1 + (double)wr_random_below(&random, 64) / 8;
            wr_turn_of(360.0 * i / count, &cosine, &sine);
            corners[i][0] = (double)(float)(far * cosine);
            corners[i][1] = (double)(float)(far * sine);
            wr_bytes_text(&text, "v ");
            wr_bytes_number(&text, (float)corners[i][0]);
            wr_bytes_char(&text, ' ');
            wr_bytes_number(&text, (float)corners[i][1]);
            wr_bytes_text(&text, " 0\n");
        }
        wr_bytes_text(&text, "usemtl 4\nf");
        for (uint32_t i = 0; i < count; i++)
            wr_bytes_print(&text, " %u", (unsigned)i + 1);
        wr_bytes_text(&text, "\n");
        wr_bytes_char(&text, 0);
        for (uint32_t i = 0; i < count; i++) {
            const double *a = corners[i], *b = corners[(i + 1) % count];
            area += (a[0] * b[1] - a[1] * b[0]) / 2;
        }
        assert_cut(&findings, (const char *)text.data, count, area);
        wr_bytes_finish(&text);
    }
    findings_end(&findings);
}

static void polygons_that_cross_themselves_are_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    const char *const texts[] = {
        /* a bow tie */
        "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nusemtl 4\n f 1 2 3 4\n",
        /* a line there and back */
        "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nusemtl 4\n f 1 2 3 4\n",
        /* a spike */
        "v 0 0 0\nv 2 0 0\nv 5 0 0\nv 0 2 0\nusemtl 4\n f 1 3 2 4\n",
    };
    static const char said[] =
        "error [obj-crossed] the face is no polygon that can be cut into triangles: its sides "
        "cross or lie on each other, or it has hundreds of corners (cut it into triangles or "
        "convex parts (in Blender: Triangulate Faces))\n";
    char expected[512];
    snprintf(expected, sizeof expected, "6:2: %s", said);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_obj_refused(&findings, texts[i], WR_INVALID, expected);
    /* both turn one way at each corner, but twice round: a star and a spiral */
    const char *const twice[] = {
        "v 0 1 0\nv -0.951 0.309 0\nv -0.588 -0.809 0\nv 0.588 -0.809 0\nv 0.951 0.309 0\n"
        "\n\n\nusemtl 4\nf 1 3 5 2 4\n",
        "v 0 0 0\nv 1 0 0\nv 1.2 1.2 0\nv -0.5 2 0\nv -2.5 1 0\nv -2.5 -2 0\nv 2 -3 0\n"
        "v 6 1 0\nusemtl 4\nf 1 2 3 4 5 6 7 8\n",
    };
    snprintf(expected, sizeof expected, "10:1: %s", said);
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
        assert_obj_refused(&findings, twice[i], WR_INVALID, expected);
    findings_end(&findings);
}

static void y_up_is_found_where_it_may_be(void **state)
{
    (void)state;
    struct findings findings;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *turned, *said, *upright = NULL;
    findings_start(&findings);
    const struct wr_source *file = findings_text(
        &findings, "v 0 0 0\nv 2 0 0\nv 2 0.5 -2\nv 0 0 -2\nusemtl Stone\nf 1 2 3\nf 1 3 4\n");
    assert_int_equal(
        wr_obj_read_up(findings.context, findings.arena, file, &surfaces, WR_UP_FOUND, &turned),
        WR_OK);
    assert_int_equal(
        wr_obj_read_up(findings.context, findings.arena, file, &surfaces, WR_UP_Y, &said),
        WR_OK);
    assert_said(&findings, "");
    upright = obj_read_good(
        &findings, "v 0 0 0\nv 2 0 0\nv 2 2 0.5\nv 0 2 0\nusemtl Stone\nf 1 2 3\nf 1 3 4\n");
    for (uint32_t v = 0; v < 4; v++) {
        assert_true(wr_vec3_same(upright->vertices[v], turned->vertices[v]));
        assert_true(wr_vec3_same(upright->vertices[v], said->vertices[v]));
    }
    /* Z up is left alone. */
    assert_int_equal(
        wr_obj_read_up(findings.context, findings.arena,
                       findings_text(&findings, OBJ_SQUARE "usemtl 4\nf 1 2 3 4\n"), &surfaces,
                       WR_UP_FOUND, &turned),
        WR_OK);
    assert_true(wr_vec3_same(turned->vertices[2], wr_vec3_of(2, 2, 0)));
    findings_end(&findings);
}

static void bent_polygons_and_walls_are_cut(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = obj_read_good(
        &findings, "v 0 0 0\nv 2 0 0.5\nv 2 2 0\nv 0 2 0.25\nv 2 0 3\nv 2 2 3\n"
                   "usemtl Dirt\nf 1 2 3 4\nusemtl Nonwalk\nf 2 5 6 3\nf 3 6 5 2\n");
    assert_int_equal(mesh->face_count, 6);
    assert_int_equal(mesh->walkable_count, 2);
    findings_end(&findings);
}

/* Corners of a polygon as text, then the polygon, begun at any of them. */
static struct wr_walkmesh *read_polygon(struct findings *findings, double (*corners)[2],
                                        uint32_t count, uint32_t first)
{
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_text(&text, "v ");
        wr_bytes_number(&text, (float)corners[i][0]);
        wr_bytes_char(&text, ' ');
        wr_bytes_number(&text, (float)corners[i][1]);
        wr_bytes_text(&text, " 1\n");
    }
    wr_bytes_text(&text, "usemtl 4\nf");
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_print(&text, " %u", (first + i) % count + 1);
    wr_bytes_char(&text, '\0');
    struct wr_walkmesh *mesh = obj_read_good(findings, (const char *)text.data);
    wr_bytes_finish(&text);
    return mesh;
}

static double area_within(double (*corners)[2], uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        double *a = corners[i], *b = corners[(i + 1) % count];
        area += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
    return area;
}

static void assert_filled(struct findings *findings, double (*corners)[2], uint32_t count,
                          uint32_t first)
{
    struct wr_walkmesh *mesh = read_polygon(findings, corners, count, first);
    assert_int_equal(mesh->face_count, count - 2);
    assert_int_equal(mesh->edge_count, count);
    assert_near(area_of(mesh), area_within(corners, count), 1e-3);
    assert_said(findings, "");
    wr_arena_reset(findings->arena);
}

/* A convex polygon of random corners is cut into faces that all look up and fill it. */
static void any_convex_polygon_is_filled(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    uint64_t seed = terrain_seed();
    for (uint64_t round = 0; round < 200; round++) {
        wr_random random = wr_random_of(seed + round, 8);
        uint32_t count = 3 + wr_random_below(&random, 30);
        double corners[33][2] = {{10, 0}}, angle = 0;
        for (uint32_t i = 1; i < count; i++) {
            angle += 6.2 / count * (0.5 + 0.5 * wr_random_unit(&random));
            corners[i][0] = 10 * cos(angle);
            corners[i][1] = 10 * sin(angle);
        }
        assert_filled(&findings, corners, count, wr_random_below(&random, count));
    }
    findings_end(&findings);
}

/* Sides of a turned polygon get corners of their own, which floats put a little beside them. */
static void any_convex_polygon_with_corners_on_its_sides_is_filled(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    uint64_t seed = terrain_seed();
    for (uint64_t round = 0; round < 300; round++) {
        wr_random random = wr_random_of(seed + round, 9);
        uint32_t sides = 3 + wr_random_below(&random, 4), count = 0;
        double corners[60][2], turn = round % 3 ? wr_random_unit(&random) : 0;
        for (uint32_t i = 0; i < sides; i++) {
            double from = turn + 6.28 * i / sides, to = turn + 6.28 * ((i + 1) % sides) / sides;
            uint32_t parts = 1 + wr_random_below(&random, 7);
            for (uint32_t k = 0; k < parts; k++, count++) {
                double share = (double)k / parts;
                corners[count][0] = 10 * ((1 - share) * cos(from) + share * cos(to));
                corners[count][1] = 10 * ((1 - share) * sin(from) + share * sin(to));
            }
        }
        assert_filled(&findings, corners, count, wr_random_below(&random, count));
    }
    findings_end(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_on_straight_sides_stay),
        cmocka_unit_test(polygons_with_dents_are_cut),
        cmocka_unit_test(any_polygon_without_crossings_is_cut),
        cmocka_unit_test(polygons_that_cross_themselves_are_refused),
        cmocka_unit_test(y_up_is_found_where_it_may_be),
        cmocka_unit_test(bent_polygons_and_walls_are_cut),
        cmocka_unit_test(any_convex_polygon_is_filled),
        cmocka_unit_test(any_convex_polygon_with_corners_on_its_sides_is_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
