/* What a repair mends, one fault of a small floor each, and what it says of that. */
#include "tests/support/repaired.h"
#include "tests/support/starved.h"
#include "tests/support/test.h"

#include "core/walkmesh/repairing.h"

static void a_floor_upside_down_is_turned_over(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 3, 2);
    struct wr_walkmesh *want = faulty_mesh(bench.f.context, bench.f.arena, &bench.mesh);
    for (uint32_t f = 0; f < bench.mesh.face_count; f++)
        faulty_flip(&bench.mesh, f);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.turned, 12);
    assert_int_equal(report.left, 0);
    assert_same_faces(bench.f.arena, mended, want);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

static void every_change_is_told_with_its_place(void **state)
{
    (void)state;
    static const char *const told[] = {
        "note [mended-vertex-doubled] vertex 20 of face 0 at (0.000, 0.000, 0.000) lay 0.000 "
        "mm from vertex 0",
        "[mended-face-doubled] face 15 at (3.667, 0.333, 0.000) had the corners of face 6",
        "[mended-face-without-area] face 14 at (2.333, 0.000, 0.000) had no area",
        "[mended-face-downward] face 2 at (1.667, 0.333, 0.000) looked downward",
        "[mended-edge] face 0 had vertex 14 at (0.500, 0.000, 0.000) on an edge, 0.000 mm",
        "[mended-gap] face 13 at (5.005, 0.000, 0.000) was 5.000 mm from the floor beside it: "
        "its vertex 16 is vertex 5 now",
        "[mended-vertex-unused] vertex 21 at (9.000, 9.000, 0.000) was used by no face",
    };
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 5, 1);
    bench_floor(&bench, 0, -0.5f, 0, 0.5f);
    bench_floor(&bench, 5.005f, 0, 0, 1);
    faulty_flip(&bench.mesh, 2);
    faulty_face(&bench.mesh, (wr_face){{2, 3, 2}}, STONE, -1, -1, -1);
    faulty_face(&bench.mesh, bench.mesh.faces[6], STONE, -1, -1, -1);
    bench.mesh.faces[0].v[0] = faulty_vertex(&bench.mesh, wr_vec3_of(0, 0, 0));
    faulty_vertex(&bench.mesh, wr_vec3_of(9, 9, 0));
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    const char *said = findings_said(&bench.f);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!strstr(said, told[i]))
            fail_msg("not told: %s\nbut:\n%s", told[i], said);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* By corners first, then by face; whatever sorts by it may ask either way round. */
static void faces_of_the_same_corners_have_an_order(void **state)
{
    (void)state;
    static const wr_corners sorted[] = {
        {{0, 5, 9}, 7}, {{1, 2, 9}, 6}, {{1, 3, 4}, 5}, {{1, 3, 8}, 2}, {{1, 3, 8}, 4}};
    enum { COUNT = sizeof sorted / sizeof *sorted };
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            int order = wr_corners_order(&sorted[a], &sorted[b]);
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
}

/* What a face without area led to, the floor behind it leads to. */
static void a_transition_outlives_the_face_it_was_on(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 1, 1); /* its lower edge runs from vertex 0 to 1 */
    uint32_t middle = faulty_vertex(&bench.mesh, wr_vec3_of(0.5f, 0, 0));
    faulty_cut(&bench.mesh, 0, 0, middle);
    faulty_face(&bench.mesh, (wr_face){{0, 1, middle}}, STONE, 6, -1, -1);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.flat, 1);
    assert_int_equal(mended->face_count, 3);
    uint32_t leading = 0;
    for (uint32_t i = 0; i < mended->edge_count; i++)
        leading += mended->edges[i].transition == 6;
    assert_int_equal(leading, 2);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* Two floors with other vertices along the line where they meet, a hair apart: three cells of
 * a metre against two of one and a half. */
static void floors_with_other_vertices_grow_together(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 3, 1);
    bench_floor(&bench, 0, 1.006f, 0, 1.5f);
    bench_floor(&bench, 1.5f, 1.006f, 0, 1.5f);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.welded, 2); /* the two floors above, with each other */
    assert_int_equal(report.closed, 2); /* both outer ends */
    assert_int_equal(report.cut, 3);
    assert_int_equal(report.left, 0);
    assert_int_equal(mended->perimeter_count, 1);
    assert_int_equal(mended->edge_count, 3 + 1 + 1 + 2 + 2);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

static bool has_vertex(const struct wr_walkmesh *mesh, float x, float y)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (mesh->vertices[v].x == x && mesh->vertices[v].y == y)
            return true;
    return false;
}

/* On vertices of its own, and far behind in the file: three floors would share each of its
 * edges, if one of the two did not go. */
static void a_floor_that_lies_there_twice_is_welded_and_goes_once(void **state)
{
    (void)state;
    for (uint32_t cell = 0; cell < 9; cell++) {
        struct bench bench;
        wr_repaired report;
        bench_start(&bench, 3, 3);
        bench_floor(&bench, (float)(cell % 3), (float)(cell / 3), 0, 1);
        struct wr_walkmesh *sound = mesh_grid(bench.f.arena, 3, 3);
        struct wr_walkmesh *mended = bench_repair(&bench, &report);
        assert_int_equal(report.left, 0);
        assert_int_equal(report.welded, 4);
        assert_int_equal(mended->face_count, sound->face_count);
        assert_int_equal(mended->vertex_count, sound->vertex_count);
        wr_walkmesh_free(mended);
        findings_end(&bench.f);
    }
}

/* Where three floors meet the corner of the second is 8 mm from the first, that of the third 8
 * mm from the second's: it does not follow that one, which would move it by more than a gap. */
static void a_corner_does_not_follow_one_that_moves_away(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1.008f, 0, 0, 1);
    bench_floor(&bench, 1.008f, -1.008f, 0, 1);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    assert_int_equal(report.closed, 3);
    assert_int_equal(report.cut, 1);
    assert_int_equal(report.left, 0);
    assert_true(has_vertex(mended, 1, 0));
    assert_true(has_vertex(mended, 1.008f, -1.008f + 1));
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* Those are 11 mm apart, so that it cannot be where both are. */
static void a_corner_between_two_others_becomes_the_first(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1.008f, -1.008f, 0, 1);
    bench_floor(&bench, 1.008f, 0, 0, 1);
    struct wr_walkmesh *mended = bench_repair(&bench, &report);
    const char *said = findings_said(&bench.f);
    assert_int_equal(report.closed, 3);
    assert_int_equal(report.cut, 1);
    assert_non_null(strstr(said, "its vertex 8 is vertex 1 now"));
    assert_null(strstr(said, "vertex 8 is vertex 7"));
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

/* The other edges of the cell's face are as they were: that floors share one of them already is
 * no reason. */
static void a_cut_beside_an_edge_of_three_floors_is_made(void **state)
{
    (void)state;
    for (uint32_t side = 1; side <= 2; side++) {
        struct bench bench;
        wr_repaired report;
        bench_below_third(&bench);
        wr_face face = bench.mesh.faces[4];
        uint32_t a = face.v[side], b = face.v[(side + 1) % 3];
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t top =
                faulty_vertex(&bench.mesh, wr_vec3_of(2.5f, 0.25f + 0.125f * (float)i, 2));
            faulty_face(&bench.mesh, (wr_face){{a, b, top}}, STONE, -1, -1, -1);
        }
        struct wr_walkmesh *mended = bench_repair(&bench, &report);
        assert_int_equal(report.cut, 1);
        wr_walkmesh_free(mended);
        findings_end(&bench.f);
    }
}

static void a_placeable_is_welded_only(void **state)
{
    (void)state;
    struct bench bench;
    struct wr_walkmesh *mended;
    wr_repaired report;
    bench_start(&bench, 1, 1);
    bench_floor(&bench, 1.0005f, 0, 0, 1);
    struct wr_walkmesh *mesh = faulty_mesh(bench.f.context, bench.f.arena, &bench.mesh);
    mesh->kind = WR_PWK;
    mesh->walkable_count = mesh->edge_count = 0;
    assert_int_equal(wr_walkmesh_repair(bench.f.context, mesh, NULL, &report, &mended), WR_OK);
    assert_int_equal(report.welded, 2);
    assert_int_equal(changes_of(&report), 2);
    assert_int_equal(mended->vertex_count, 6);
    assert_int_equal(mended->edge_count, 0);
    wr_walkmesh_free(mended);
    findings_end(&bench.f);
}

static void rounds_that_run_out_are_told(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    struct wr_walkmesh *mended;
    struct wr_marks marks;
    bench_start(&bench, 1, 1);
    faulty_face(&bench.mesh, (wr_face){{0, 1, 1}}, STONE, -1, -1, -1);
    const struct wr_repair_task task = {
        .mesh = faulty_mesh(bench.f.context, bench.f.arena, &bench.mesh),
        .walkable = wr_surfaces_default(WR_K1).walkable,
        .rounds = 1};
    assert_int_equal(
        wr_repair_mesh(bench.f.context, bench.f.arena, &task, &report, &mended, &marks), WR_OK);
    assert_int_equal(mended->face_count, 2);
    assert_non_null(strstr(findings_said(&bench.f), "[repair-unfinished]"));
    findings_end(&bench.f);
}

/* Two floors of their own materials, of which one is cut at the other's corners, with a face to
 * be dropped between: each face knows which one it was. */
static void each_face_knows_which_one_it_was(void **state)
{
    (void)state;
    struct bench bench;
    wr_repaired report;
    struct wr_walkmesh *mended;
    struct wr_marks marks;
    uint32_t *origins = NULL;
    bench_start(&bench, 2, 1);
    faulty_face(&bench.mesh, (wr_face){{0, 1, 1}}, STONE, -1, -1, -1);
    bench_floor(&bench, 0.5f, 1.003f, 0, 1);
    bench_floor(&bench, 1.5f, 1.003f, 0, 1);
    struct wr_walkmesh *mesh = faulty_mesh(bench.f.context, bench.f.arena, &bench.mesh);
    for (uint32_t i = 0; i < mesh->face_count; i++)
        mesh->materials[i] = i % 3 == 2 ? 7 : i % 3 == 1 ? 5 : STONE;
    const struct wr_repair_task task = {
        .mesh = mesh, .walkable = wr_surfaces_default(WR_K1).walkable, .origins = &origins};
    assert_int_equal(
        wr_repair_mesh(bench.f.context, bench.f.arena, &task, &report, &mended, &marks), WR_OK);
    assert_true(mended->face_count != mesh->face_count);
    for (uint32_t i = 0; i < mended->face_count; i++) {
        assert_true(origins[i] < mesh->face_count);
        assert_int_equal(mended->materials[i], mesh->materials[origins[i]]);
        wr_vec3 middle =
            wr_narrow(wr_scale(wr_add(wr_add(wr_widen(mended->vertices[mended->faces[i].v[0]]),
                                             wr_widen(mended->vertices[mended->faces[i].v[1]])),
                                      wr_widen(mended->vertices[mended->faces[i].v[2]])),
                               1.0 / 3));
        const uint32_t *v = mesh->faces[origins[i]].v;
        for (int k = 0; k < 3; k++) {
            wr_vec3 a = mesh->vertices[v[k]], b = mesh->vertices[v[(k + 1) % 3]];
            double aside = ((double)b.x - a.x) * ((double)middle.y - a.y) -
                           ((double)b.y - a.y) * ((double)middle.x - a.x);
            assert_true(aside > -0.01);
        }
    }
    findings_end(&bench.f);
}

static enum wr_result repair_starved(struct findings *findings, void *mesh)
{
    struct wr_walkmesh *mended = NULL;
    enum wr_result result = wr_walkmesh_repair(findings->context, mesh, NULL, NULL, &mended);
    wr_walkmesh_free(mended);
    return result;
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct bench bench;
    bench_start(&bench, 4, 4);
    bench_floor(&bench, 4.005f, 0.5f, 0, 1);
    bench_floor(&bench, 1, 1, 3, 1);
    faulty_flip(&bench.mesh, 35);
    faulty_flip(&bench.mesh, 34);
    faulty_flip(&bench.mesh, 8);
    faulty_face(&bench.mesh, bench.mesh.faces[3], STONE, -1, -1, -1);
    faulty_face(&bench.mesh, (wr_face){{1, 1, 2}}, STONE, -1, -1, -1);
    starve(repair_starved, faulty_mesh(bench.f.context, bench.f.arena, &bench.mesh));
    findings_end(&bench.f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_upside_down_is_turned_over),
        cmocka_unit_test(every_change_is_told_with_its_place),
        cmocka_unit_test(faces_of_the_same_corners_have_an_order),
        cmocka_unit_test(a_transition_outlives_the_face_it_was_on),
        cmocka_unit_test(floors_with_other_vertices_grow_together),
        cmocka_unit_test(a_floor_that_lies_there_twice_is_welded_and_goes_once),
        cmocka_unit_test(a_corner_does_not_follow_one_that_moves_away),
        cmocka_unit_test(a_corner_between_two_others_becomes_the_first),
        cmocka_unit_test(a_cut_beside_an_edge_of_three_floors_is_made),
        cmocka_unit_test(a_placeable_is_welded_only),
        cmocka_unit_test(rounds_that_run_out_are_told),
        cmocka_unit_test(each_face_knows_which_one_it_was),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
