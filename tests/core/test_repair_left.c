/* What a repair leaves as it is, and names: where mending it would break something else. */
#include "tests/support/repaired.h"
#include "tests/support/test.h"

/* What was left is one warning of a slug, and the mesh is as it was. */
static void assert_left(struct bench *bench, const char *slug, uint32_t count)
{
    wr_repaired report;
    struct wr_walkmesh *mesh = faulty_mesh(bench->f.context, bench->f.arena, &bench->mesh);
    struct wr_walkmesh *mended = bench_repair(bench, &report);
    const char *said = findings_said(&bench->f);
    assert_int_equal(report.left, count);
    assert_int_equal(changes_of(&report), 0);
    assert_non_null(strstr(said, slug));
    assert_same_bytes(mended, mesh);
    wr_walkmesh_free(mended);
    findings_end(&bench->f);
}

static void a_ceiling_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 3, 3);
    bench_floor(&bench, 1, 1, 3, 1);
    faulty_flip(&bench.mesh, 18);
    faulty_flip(&bench.mesh, 19);
    assert_left(&bench, "[left-face-downward]", 3); /* both, and their island */
}

static void an_edge_that_three_floors_share_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    uint32_t top = faulty_vertex(&bench.mesh, wr_vec3_of(1, 0, 1));
    faulty_face(&bench.mesh, (wr_face){{0, 3, top}}, STONE, -1, -1, -1);
    faulty_flip(&bench.mesh, 2);
    bench.mesh.vertices[top] = wr_vec3_of(0.9f, 0, 1);
    wr_repaired report;
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    const char *said = findings_said(&bench.f);
    assert_non_null(strstr(said, "[left-edge-overused] face 0 shares its edge at (0.000, "
                                 "0.000, 0.000) with 2 other walkable faces"));
    assert_int_equal(mended->face_count, 3);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* A third floor whose edge lies where two others meet: as one they would lose each other. */
static void a_weld_that_parts_others_is_left(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 1, 1);
    uint32_t a = faulty_vertex(&bench.mesh, wr_vec3_of(0, 0, 0));
    uint32_t b = faulty_vertex(&bench.mesh, wr_vec3_of(1, 1, 0));
    uint32_t c = faulty_vertex(&bench.mesh, wr_vec3_of(0, 1, 2));
    faulty_face(&bench.mesh, (wr_face){{a, b, c}}, STONE, -1, -1, -1);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.welded, 0);
    assert_non_null(strstr(findings_said(&bench.f), "[left-vertex-doubled] vertex 4"));
    assert_int_equal(mended->adjacency[0][2], 3);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

static void a_wall_of_two_sides_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    faulty_face(&bench.mesh, (wr_face){{0, 1, 3}}, NONWALK, -1, -1, -1);
    faulty_face(&bench.mesh, (wr_face){{1, 0, 3}}, NONWALK, -1, -1, -1);
    assert_left(&bench, "[left-face-doubled] face 2 at (0.667, 0.333, 0.000)", 2);
}

/* Two floors over each other beside a third: either would be its neighbour, not both. */
static void a_seam_for_two_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1.004f, 0, 0, 1);
    bench_floor(&bench, 1.008f, 0, 0, 1);
    wr_repaired report;
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.closed, 0);
    const char *said = findings_said(&bench.f);
    assert_non_null(
        strstr(said, "[left-seam] face 0 at (1.000, 0.000, 0.000) runs along face 5, but"));
    assert_non_null(strstr(said, "face 0 at (1.000, 0.000, 0.000) runs along face 3, but"));
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

static void a_step_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1, 0, 0.15f, 1);
    assert_left(&bench, "[left-step]", 2); /* the step, and an island behind it */
}

static void a_ledge_is_none(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1, 0, 0.5f, 0.5f);
    assert_left(&bench, "[left-island]", 1);
}

static void what_lies_far_away_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 2, 2);
    uint32_t a = faulty_vertex(&bench.mesh, wr_vec3_of(40, 0, 0));
    uint32_t b = faulty_vertex(&bench.mesh, wr_vec3_of(41, 0, 0));
    uint32_t c = faulty_vertex(&bench.mesh, wr_vec3_of(40, 1, 0));
    faulty_face(&bench.mesh, (wr_face){{a, b, c}}, NONWALK, -1, -1, -1);
    assert_left(&bench,
                "[left-stray] face 8 at (40.333, 0.333, 0.000) is the first of 1 that "
                "lie 38.0 m from the rest",
                1);
}

static void an_upright_floor_is_left(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    uint32_t top = faulty_vertex(&bench.mesh, wr_vec3_of(0, 0, 1));
    faulty_face(&bench.mesh, (wr_face){{1, 0, top}}, STONE, -1, -1, -1);
    assert_left(&bench, "[left-face-upright] face 2 at (0.333, 0.000, 0.333)", 1);
}

/* A third floor, which goes up from there, has half of that edge for its own. */
static void a_cut_that_lets_three_floors_share_an_edge_is_left(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    uint32_t middle = bench_below_third(&bench);
    uint32_t top = faulty_vertex(&bench.mesh, wr_vec3_of(2.25f, 0.5f, 1));
    faulty_face(&bench.mesh, (wr_face){{2, middle, top}}, STONE, -1, -1, -1);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.cut, 0);
    assert_non_null(strstr(findings_said(&bench.f), "[left-seam] face 25 at (2.500, 0.000, "
                                                    "0.000) runs along face 4, but"));
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* An edge that leads out of the room has its like there: it keeps its vertices. */
static void an_edge_that_leads_out_is_not_cut(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 0.25f, -0.5f, 0, 0.5f);
    bench.mesh.marks[0][0] = 1;
    assert_left(&bench, "[left-island]", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ceiling_is_left),
        cmocka_unit_test(an_edge_that_three_floors_share_is_left),
        cmocka_unit_test(a_weld_that_parts_others_is_left),
        cmocka_unit_test(a_wall_of_two_sides_is_left),
        cmocka_unit_test(a_seam_for_two_is_left),
        cmocka_unit_test(a_step_is_left),
        cmocka_unit_test(a_ledge_is_none),
        cmocka_unit_test(what_lies_far_away_is_left),
        cmocka_unit_test(an_upright_floor_is_left),
        cmocka_unit_test(a_cut_that_lets_three_floors_share_an_edge_is_left),
        cmocka_unit_test(an_edge_that_leads_out_is_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
