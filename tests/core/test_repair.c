/* Repair: faults planted in sound floors are found and gone, and nothing else changes. */
#include "tests/support/test.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/repair.h"
#include "tests/support/faults.h"
#include "tests/support/findings.h"
#include "tests/support/starved.h"

enum { SEEDS = 400 };

/* ---- Faces without their order ----------------------------------------------------------- */

/* A face by what it is: its lowest corner first, materials and transitions. */
struct shape {
    wr_vec3 corners[3];
    uint32_t material;
    int32_t marks[3];
};

static int order_shapes(const void *a, const void *b)
{
    const struct shape *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (wr_vec3_order(p->corners[k], q->corners[k]))
            return wr_vec3_order(p->corners[k], q->corners[k]);
    return (p->material > q->material) - (p->material < q->material);
}

static struct shape shape_of(const struct wr_walkmesh *mesh, const int32_t *marks, uint32_t f)
{
    wr_vec3 at[3];
    uint32_t first = 0;
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = mesh->vertices[mesh->faces[f].v[k]];
        first = wr_vec3_order(at[k], at[first]) < 0 ? k : first;
    }
    struct shape shape = {.material = mesh->materials[f]};
    for (uint32_t k = 0; k < 3; k++) {
        shape.corners[k] = at[(first + k) % 3];
        shape.marks[k] = marks[3 * f + (first + k) % 3];
    }
    return shape;
}

static struct shape *shapes_of(struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    struct shape *shapes = WR_TAKE(arena, struct shape, mesh->face_count);
    int32_t *marks = WR_TAKE(arena, int32_t, 3 * mesh->face_count);
    memset(marks, 0xff, 3 * mesh->face_count * sizeof *marks);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        marks[mesh->edges[i].edge] = mesh->edges[i].transition;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        shapes[f] = shape_of(mesh, marks, f);
    qsort(shapes, mesh->face_count, sizeof *shapes, order_shapes);
    return shapes;
}

static void assert_same_faces(struct wr_arena *arena, const struct wr_walkmesh *got,
                              const struct wr_walkmesh *want)
{
    assert_int_equal(got->face_count, want->face_count);
    assert_int_equal(got->walkable_count, want->walkable_count);
    const struct shape *a = shapes_of(arena, got), *b = shapes_of(arena, want);
    for (uint32_t f = 0; f < want->face_count; f++) {
        for (int k = 0; k < 3; k++) {
            assert_memory_equal(&a[f].corners[k], &b[f].corners[k], sizeof a[f].corners[k]);
            assert_int_equal(a[f].marks[k], b[f].marks[k]);
        }
        assert_int_equal(a[f].material, b[f].material);
    }
    assert_int_equal(got->edge_count, want->edge_count);
    assert_int_equal(got->perimeter_count, want->perimeter_count);
}

static void assert_same_bytes(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    struct wr_bytes first = {0}, second = {0};
    wr_bwm_write(a, &first);
    wr_bwm_write(b, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
}

/* ---- Repairing --------------------------------------------------------------------------- */

static uint64_t changes_of(const wr_repaired *report)
{
    return (uint64_t)report->welded + report->unused + report->flat + report->doubled +
           report->turned + report->cut + report->closed;
}

/* Repairs, and again, which must change nothing; every change is one note. */
static struct wr_walkmesh *repair(struct wr_context *context, const struct wr_walkmesh *mesh,
                                  wr_repaired *report)
{
    struct wr_walkmesh *once, *twice;
    wr_repaired again;
    uint64_t notes = wr_context_count(context, WR_NOTE);
    assert_int_equal(wr_walkmesh_repair(context, mesh, NULL, report, &once), WR_OK);
    assert_int_equal(wr_context_count(context, WR_NOTE) - notes, changes_of(report));
    assert_int_equal(wr_walkmesh_repair(context, once, NULL, &again, &twice), WR_OK);
    assert_int_equal(changes_of(&again), 0);
    assert_int_equal(again.left, report->left);
    assert_same_bytes(once, twice);
    wr_walkmesh_free(twice);
    return once;
}

/* What was planted and what was told agree: welding takes three vertices, a gap three. */
static void compare_report(const struct planting *planting, const wr_repaired *report)
{
    assert_int_equal(report->welded, 3 * planting->count[FAULT_WELD]);
    assert_int_equal(report->flat, planting->count[FAULT_FLAT]);
    assert_int_equal(report->doubled, planting->count[FAULT_DOUBLE]);
    assert_int_equal(report->turned, planting->count[FAULT_FLIP]);
    assert_int_equal(report->cut, planting->count[FAULT_CUT]);
    assert_int_equal(report->closed, 3 * planting->count[FAULT_GAP]);
    assert_int_equal(report->unused, planting->count[FAULT_UNUSED]);
}

/* Plants faults of some kinds far from each other, and has them mended. */
static uint32_t plant_and_repair(struct wr_context *context, struct wr_arena *arena,
                                 uint64_t seed, unsigned kinds)
{
    struct planting planting;
    wr_random random = wr_random_of(seed, 5);
    uint32_t planted = 0;
    planting_start(&planting, context, arena, seed);
    uint32_t faces = planting.sound->face_count;
    for (uint32_t i = 0; i < 64 && planted < 8; i++) {
        enum fault fault = (enum fault)wr_random_below(&random, FAULTS);
        uint32_t face = wr_random_below(&random, faces);
        if ((kinds >> fault & 1) && plant_claim(&planting, face))
            planted += plant_one(&planting, &random, fault, face);
    }
    struct wr_walkmesh *faulty = faulty_mesh(context, arena, &planting.have);
    struct wr_walkmesh *want = faulty_mesh(context, arena, &planting.want);
    wr_repaired report;
    struct wr_walkmesh *mended = repair(context, faulty, &report);
    assert_same_faces(arena, mended, want);
    compare_report(&planting, &report);
    wr_walkmesh_free(mended);
    return planted;
}

static uint32_t run_seeds(unsigned kinds, uint64_t count)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    uint64_t seed = terrain_seed();
    uint32_t planted = 0;
    for (uint64_t i = 0; i < count; i++) {
        planted += plant_and_repair(context, arena, seed + i, kinds);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return planted;
}

static void a_sound_floor_stays_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(run_seeds(0, SEEDS), 0);
}

static void each_kind_of_fault_is_mended_alone(void **state)
{
    (void)state;
    for (unsigned fault = 0; fault < FAULTS; fault++)
        assert_true(run_seeds(1u << fault, SEEDS) > SEEDS / 4);
}

static void all_kinds_are_mended_together(void **state)
{
    (void)state;
    assert_true(run_seeds((1u << FAULTS) - 1, 4 * SEEDS) > 4 * SEEDS);
}

/* ---- Faults upon faults ------------------------------------------------------------------ */

static void count_faults(void *user, const struct wr_diag *diag)
{
    static const char *const gone[] = {"face-without-area", "face-doubled",  "vertex-doubled",
                                       "vertex-unused",     "face-downward", "edge-overused"};
    uint32_t *count = user;
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        *count += strcmp(diag->slug, gone[i]) == 0;
}

/* Whatever was planted wherever: where nothing was left, the judge finds nothing. */
static void plant_thickly(struct wr_context *context, struct wr_arena *arena, uint64_t seed)
{
    struct planting planting;
    wr_random random = wr_random_of(seed, 6);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    wr_repaired report;
    uint32_t faults = 0;
    planting_start(&planting, context, arena, seed);
    for (uint32_t i = 0; i < planting.sound->face_count; i++) {
        enum fault fault = (enum fault)wr_random_below(&random, FAULTS);
        if (fault != FAULT_CUT)
            plant_one(&planting, &random, fault,
                      wr_random_below(&random, planting.sound->face_count));
    }
    struct wr_walkmesh *mended =
        repair(context, faulty_mesh(context, arena, &planting.have), &report);
    struct wr_context *judge = wr_context_create(count_faults, &faults);
    assert_int_equal(wr_walkmesh_judge(judge, mended, &surfaces, NULL), WR_OK);
    assert_true(faults == 0 || report.left > 0);
    wr_context_destroy(judge);
    wr_walkmesh_free(mended);
}

static void faults_upon_faults_settle(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < SEEDS; i++) {
        plant_thickly(context, arena, seed + i);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

/* ---- One fault each ---------------------------------------------------------------------- */

struct bench {
    struct findings f;
    struct faulty mesh;
};

static void bench_start(struct bench *bench, uint32_t columns, uint32_t rows)
{
    findings_start(&bench->f);
    bench->mesh = faulty_of(bench->f.arena, mesh_grid(bench->f.arena, columns, rows));
}

static struct wr_walkmesh *bench_repair(struct bench *bench, wr_repaired *report)
{
    struct wr_walkmesh *mended, *mesh;
    mesh = faulty_mesh(bench->f.context, bench->f.arena, &bench->mesh);
    findings_said(&bench->f);
    assert_int_equal(wr_walkmesh_repair(bench->f.context, mesh, NULL, report, &mended), WR_OK);
    return mended;
}

/* Four more vertices and a floor of two faces over them. */
static void bench_floor(struct bench *bench, float x, float y, float z, float side)
{
    uint32_t at = faulty_vertex(&bench->mesh, wr_vec3_of(x, y, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x + side, y, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x + side, y + side, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x, y + side, z));
    faulty_face(&bench->mesh, (wr_face){{at, at + 1, at + 2}}, STONE, -1, -1, -1);
    faulty_face(&bench->mesh, (wr_face){{at, at + 2, at + 3}}, STONE, -1, -1, -1);
}

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

/* Two faces below the third cell of a long row, whose corner lies in the middle of its edge. */
static uint32_t bench_below_third(struct bench *bench)
{
    bench_start(bench, 12, 1);
    uint32_t middle = faulty_vertex(&bench->mesh, wr_vec3_of(2.5f, 0, 0));
    uint32_t west = faulty_vertex(&bench->mesh, wr_vec3_of(2.25f, -0.5f, 0));
    uint32_t east = faulty_vertex(&bench->mesh, wr_vec3_of(2.75f, -0.5f, 0));
    faulty_face(&bench->mesh, (wr_face){{2, west, middle}}, STONE, -1, -1, -1);
    faulty_face(&bench->mesh, (wr_face){{middle, east, 3}}, STONE, -1, -1, -1);
    return middle;
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

/* ---- Real rooms -------------------------------------------------------------------------- */

/* Of the room with the most doubles, vertices within a millimetre are welded, its other faces
 * are what they were, and its upright floors are named. */
static void a_real_room_is_mended(void **state)
{
    (void)state;
    struct findings f;
    struct wr_source source;
    struct wr_walkmesh *mesh, *mended;
    wr_repaired report;
    findings_start(&f);
    const char *folder = corpus_folder(f.arena, "wok");
    if (!folder) {
        findings_end(&f);
        skip();
    }
    const char *path = wr_path_join(f.arena, folder, "203tell.wok");
    assert_int_equal(wr_file_read(f.context, f.arena, path, &source), WR_OK);
    assert_int_equal(wr_walkmesh_read(f.context, path, source.data, source.size, &mesh), WR_OK);
    assert_int_equal(wr_walkmesh_repair(f.context, mesh, NULL, &report, &mended), WR_OK);
    assert_int_equal(report.welded, 10);
    assert_int_equal(changes_of(&report), 10);
    assert_int_equal(report.left, 4);
    const char *said = findings_said(&f);
    for (int i = 0; i < 4; i++) {
        char text[64];
        snprintf(text, sizeof text, "[left-face-upright] face %d at",
                 (int[]){203, 204, 209, 210}[i]);
        assert_non_null(strstr(said, text));
    }
    assert_int_equal(mended->face_count, mesh->face_count);
    assert_int_equal(mended->walkable_count, mesh->walkable_count);
    assert_int_equal(mended->vertex_count, mesh->vertex_count - 10);
    assert_int_equal(mesh->edge_count - mended->edge_count, 4);
    for (uint32_t e = 0; e < 3 * mesh->face_count; e++) {
        wr_vec3 was = mesh->vertices[wr_edge_start(mesh, e)];
        wr_vec3 is = mended->vertices[wr_edge_start(mended, e)];
        assert_true(wr_distance(was, is) <= 0.00101);
        assert_int_equal(mended->materials[e / 3], mesh->materials[e / 3]);
    }
    wr_walkmesh_free(mesh);
    wr_walkmesh_free(mended);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_floor_stays_as_it_is),
        cmocka_unit_test(each_kind_of_fault_is_mended_alone),
        cmocka_unit_test(all_kinds_are_mended_together),
        cmocka_unit_test(faults_upon_faults_settle),
        cmocka_unit_test(a_floor_upside_down_is_turned_over),
        cmocka_unit_test(a_ceiling_is_left),
        cmocka_unit_test(an_edge_that_three_floors_share_is_left),
        cmocka_unit_test(a_weld_that_parts_others_is_left),
        cmocka_unit_test(a_wall_of_two_sides_is_left),
        cmocka_unit_test(a_seam_for_two_is_left),
        cmocka_unit_test(every_change_is_told_with_its_place),
        cmocka_unit_test(a_step_is_left),
        cmocka_unit_test(a_ledge_is_none),
        cmocka_unit_test(what_lies_far_away_is_left),
        cmocka_unit_test(an_upright_floor_is_left),
        cmocka_unit_test(a_transition_outlives_the_face_it_was_on),
        cmocka_unit_test(floors_with_other_vertices_grow_together),
        cmocka_unit_test(a_corner_does_not_follow_one_that_moves_away),
        cmocka_unit_test(a_corner_between_two_others_becomes_the_first),
        cmocka_unit_test(a_cut_that_lets_three_floors_share_an_edge_is_left),
        cmocka_unit_test(a_cut_beside_an_edge_of_three_floors_is_made),
        cmocka_unit_test(an_edge_that_leads_out_is_not_cut),
        cmocka_unit_test(a_placeable_is_welded_only),
        cmocka_unit_test(rounds_that_run_out_are_told),
        cmocka_unit_test(each_face_knows_which_one_it_was),
        cmocka_unit_test(running_out_of_memory_is_told),
        cmocka_unit_test(a_real_room_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
