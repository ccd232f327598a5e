/* Repair: faults planted in sound floors are found and gone, and nothing else changes. */
#include "tests/support/repaired.h"
#include "tests/support/test.h"

#include "core/walkmesh/judge.h"

enum { SEEDS = 400 };

/* ---- Planted far from each other --------------------------------------------------------- */

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
        cmocka_unit_test(a_real_room_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
