/* Cutters of real areas: their sources are baked with what stands in them, and compared with
 * what the game's compiler made of both. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/small_mdb.h"
#include "tests/support/starved.h"

#include "builder/bake/bake.h"
#include "builder/bake/cutters.h"
#include "builder/bake/placeables.h"
#include "core/aswm/area.h"
#include "core/base/math.h"
#include "core/base/random.h"

enum { SAMPLES = 20000 };

/* ---- Made ones -----------------------------------------------------------------------------
 */

static const char floor_text[] =
    "v 1 1 0\nv 8 1 0\nv 8 8 0\nv 1 8 0\nusemtl Stone\nf 1 2 3 4\n";

struct made {
    struct findings findings;
    struct folder folder;
    struct wr_gff *git;
    wr_gff_list *triggers;
    const char *placeables; /* the folder of their walkmeshes; NULL: none */
};

static void made_start(struct made *made)
{
    made->placeables = NULL;
    findings_start(&made->findings);
    folder_start(&made->folder);
    folder_put(&made->folder, "floor.obj", floor_text, strlen(floor_text));
    made->git = wr_gff_create(made->findings.arena, "GIT ");
    made->triggers = wr_gff_set_list(made->git, made->git->root, "TriggerList");
}

static void made_end(struct made *made)
{
    folder_end(&made->folder);
    findings_end(&made->findings);
}

/* A square trigger of 2 m at x, y; of 3 corners and less it has that many. */
static wr_gff_struct *put(struct made *made, int type, float x, float y, uint32_t corners)
{
    static const float at[][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    wr_gff_struct *row = wr_gff_append(made->git, made->triggers, 1);
    wr_gff_set_string(made->git, row, "Tag", "pit");
    wr_gff_set_whole(made->git, row, "Type", WR_GFF_INT, type);
    wr_gff_set_float(made->git, row, "XPosition", x);
    wr_gff_set_float(made->git, row, "YPosition", y);
    wr_gff_list *list = wr_gff_set_list(made->git, row, "Geometry");
    for (uint32_t i = 0; i < corners; i++) {
        wr_gff_struct *point = wr_gff_append(made->git, list, 3);
        wr_gff_set_float(made->git, point, "PointX", at[i][0]);
        wr_gff_set_float(made->git, point, "PointY", at[i][1]);
    }
    return row;
}

static enum wr_result bake(struct made *made, const char *to, const char *git,
                           struct wr_bake_summary *sum)
{
    char from[512], output[512], places[512];
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(made->findings.context, made->git, &bytes), WR_OK);
    folder_put(&made->folder, "floor.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    struct wr_bake_options options = {.output = folder_path(&made->folder, to, output),
                                      .git = folder_path(&made->folder, git, places),
                                      .placeables = made->placeables,
                                      .force = true};
    const char *path = folder_path(&made->folder, "floor.obj", from);
    return wr_bake(made->findings.context, &path, 1, &options, sum);
}

static double area_of(struct made *made, const char *name, uint32_t *triangles)
{
    char path[512];
    struct wr_source source;
    struct wr_aswm_area area;
    double sum = 0;
    struct wr_context *context = made->findings.context;
    assert_int_equal(wr_file_read(context, made->findings.arena,
                                  folder_path(&made->folder, name, path), &source),
                     WR_OK);
    source.binary = true;
    assert_int_equal(wr_aswm_area_read(context, made->findings.arena, &source, &area), WR_OK);
    for (uint32_t i = 0; i < area.mesh.triangle_count; i++) {
        const wr_vec3 *v = area.mesh.vertices;
        const uint32_t *corner = area.mesh.triangles[i].v;
        sum += fabs((double)wr_triangle_normal(v[corner[0]], v[corner[1]], v[corner[2]]).z) / 2;
    }
    *triangles = area.mesh.triangle_count;
    return sum;
}

/* Whether some walkable triangle is over a point. */
static bool is_walkable(const struct wr_aswm *mesh, double x, double y)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        double least = INFINITY, most = -INFINITY;
        if (!wr_aswm_walkable(mesh, i))
            continue;
        for (int k = 0; k < 3; k++) {
            wr_vec3 a = mesh->vertices[mesh->triangles[i].v[k]];
            wr_vec3 b = mesh->vertices[mesh->triangles[i].v[(k + 1) % 3]];
            double side = ((double)b.x - a.x) * (y - a.y) - ((double)b.y - a.y) * (x - a.x);
            least = side < least ? side : least;
            most = side > most ? side : most;
        }
        if (least >= 0 || most <= 0)
            return true;
    }
    return false;
}

static void cutters_are_triggers_of_their_own_type(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    uint32_t triangles;
    made_start(&made);
    put(&made, 3, 2, 3, 4);
    put(&made, 0, 5, 5, 4); /* somebody else's trigger */
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
    assert_int_equal(sum.cutters, 1);
    assert_true(fabs(area_of(&made, "out.trx", &triangles) - (49 - 4)) < 1e-4);
    assert_int_equal(bake(&made, "out.trn", "", &sum), WR_OK); /* found in its folder */
    assert_int_equal(sum.cutters, 1);
    assert_true(fabs(area_of(&made, "out.trn", &triangles) - (49 - 4)) < 1e-4);
    assert_said(&made.findings, "");
    made_end(&made);
}

/* A square in a square of two triangles: around it are 8 of them, and 2 where the line between
 * the triangles crosses it. */
static void a_cutter_in_the_middle_costs_no_triangle_more_than_it_must(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    uint32_t triangles;
    made_start(&made);
    put(&made, 3, 4, 1.5f, 4); /* wholly in one of the two */
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
    assert_true(fabs(area_of(&made, "out.trx", &triangles) - (49 - 4)) < 1e-4);
    assert_int_equal(triangles, 1 + 7);
    made_end(&made);
}

static void what_is_wrong_with_cutters_is_told_by_their_tags(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    made_start(&made);
    put(&made, 3, 2, 3, 2);
    wr_gff_set_float(made.git, put(&made, 3, 2, 3, 4), "XPosition", NAN);
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_INVALID);
    const char *said = findings_said(&made.findings);
    assert_non_null(strstr(said, "error [cutter-corners] cutter 'pit' has 2 corners"));
    assert_non_null(strstr(said, "error [cutter-number] corner 1 of cutter 'pit'"));
    made_end(&made);
}

static void a_file_that_is_no_git_is_refused(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    made_start(&made);
    memcpy(made.git->type, "ARE ", 4);
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_INVALID);
    assert_said(&made.findings,
                "0x0: error [bake-git] this is no GIT (give the .git of the area)\n");
    made_end(&made);
}

/* ---- Placeables ----------------------------------------------------------------------------
 */

static wr_gff_struct *stand(struct made *made, int fixed, int walkable, float bearing,
                            float wide)
{
    struct wr_gff *git = made->git;
    wr_gff_list *list = wr_gff_set_list(git, git->root, "Placeable List");
    wr_gff_struct *row = wr_gff_append(git, list, 9);
    wr_gff_set_string(git, row, "Tag", "box");
    wr_gff_set_resref(git, row, "TemplateResRef", "plc_box");
    wr_gff_set_whole(git, row, "Appearance", WR_GFF_DWORD, 1);
    wr_gff_set_whole(git, row, "Static", WR_GFF_BYTE, fixed);
    wr_gff_set_whole(git, row, "IsWalkable", WR_GFF_BYTE, walkable);
    wr_gff_set_float(git, row, "Bearing", bearing);
    wr_gff_set_float(git, row, "X", 4.5f);
    wr_gff_set_float(git, row, "Y", 4.5f);
    wr_gff_set_float(git, wr_gff_set_struct(git, row, "ModelScale", 0), "x", wide);
    wr_gff_set_float(git, wr_gff_set_struct(git, row, "ModelScale", 0), "y", 1);
    return row;
}

static void put_model(struct made *made, const char *name)
{
    struct wr_bytes bytes = {0};
    mdb_put(&bytes, 1, 3);
    folder_put(&made->folder, name, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static bool has_floor(struct made *made, double x, double y)
{
    char path[512];
    struct wr_source source;
    struct wr_aswm_area area;
    struct wr_context *context = made->findings.context;
    assert_int_equal(wr_file_read(context, made->findings.arena,
                                  folder_path(&made->folder, "out.trx", path), &source),
                     WR_OK);
    source.binary = true;
    assert_int_equal(wr_aswm_area_read(context, made->findings.arena, &source, &area), WR_OK);
    return is_walkable(&area.mesh, x, y);
}

/* Twice as wide, then turned by a quarter: 3 m along x, 2 m along y. */
static void a_placeable_is_cut_out_where_it_stands(void **state)
{
    (void)state;
    static const char *const names[] = {"boxes/PLC_Box.mdb", "boxes/plc_box.obj"};
    static const char text[] = "v -0.5 -1.5 0\nv 0.5 -1.5 0\nv 0.5 1.5 0\nv -0.5 1.5 0\n"
                               "usemtl NonWalk\nf 1 2 3 4\n";
    for (int i = 0; i < 2; i++) {
        struct made made;
        struct wr_bake_summary sum;
        uint32_t triangles;
        char folder[512];
        made_start(&made);
        if (i == 0)
            put_model(&made, names[i]);
        else
            folder_put(&made.folder, names[i], text, strlen(text));
        made.placeables = folder_path(&made.folder, "boxes", folder);
        stand(&made, 1, 0, 1.57079633f, 2);
        assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
        assert_int_equal(sum.placeables, 1);
        assert_int_equal(sum.ignored, 0);
        assert_true(fabs(area_of(&made, "out.trx", &triangles) - (49 - 6)) < 1e-3);
        assert_false(has_floor(&made, 5.9, 5.4));
        assert_true(has_floor(&made, 5.9, 5.6));
        assert_true(has_floor(&made, 6.1, 5.4));
        assert_said(&made.findings, "");
        made_end(&made);
    }
}

static void what_a_placeable_looks_like_is_said_by_its_table(void **state)
{
    (void)state;
    static const char table[] = "2DA V2.0\n\n  LABEL NWN2_ModelName\n0 a ****\n1 b PLC_Other\n";
    struct made made;
    struct wr_bake_summary sum;
    char folder[512];
    made_start(&made);
    put_model(&made, "boxes/plc_other.mdb");
    folder_put(&made.folder, "boxes/Placeables.2DA", table, strlen(table));
    made.placeables = folder_path(&made.folder, "boxes", folder);
    stand(&made, 1, 0, 0, 1);
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
    assert_int_equal(sum.placeables, 1);
    made_end(&made);
}

static void a_placeable_without_a_walkmesh_is_named(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    uint32_t triangles;
    made_start(&made);
    stand(&made, 1, 0, 0, 1);
    stand(&made, 0, 0, 0, 1); /* may be taken away */
    stand(&made, 1, 1, 0, 1); /* can be walked on */
    assert_int_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
    assert_int_equal(sum.ignored, 1);
    assert_true(fabs(area_of(&made, "out.trx", &triangles) - 49) < 1e-3);
    assert_non_null(strstr(findings_said(&made.findings),
                           "note [placeable-ignored] the floor under placeable 'box' at 4.5 "
                           "4.5 stays: there is no walkmesh 'plc_box'"));
    made_end(&made);
}

static void a_file_that_is_no_walkmesh_is_refused(void **state)
{
    (void)state;
    struct made made;
    struct wr_bake_summary sum;
    char folder[512];
    made_start(&made);
    folder_put(&made.folder, "boxes/plc_box.wok", "BWM V1.0", 8);
    made.placeables = folder_path(&made.folder, "boxes", folder);
    stand(&made, 1, 0, 0, 1);
    assert_int_not_equal(bake(&made, "out.trx", "floor.git", &sum), WR_OK);
    assert_true(made.findings.errors > 0);
    made_end(&made);
}

/* ---- Damaged ones --------------------------------------------------------------------------
 */

/* Whatever byte of a GIT is wrong, or where it ends: it is baked or refused, and an area is
 * there just where it was baked. */
static void a_damaged_git_is_refused_or_read(void **state)
{
    (void)state;
    struct made made;
    char from[512], to[512], git[512];
    struct wr_bytes bytes = {0};
    unsigned refused = 0;
    made_start(&made);
    put(&made, 3, 2, 3, 4);
    stand(&made, 1, 0, 1, 1);
    assert_int_equal(wr_gff_write(made.findings.context, made.git, &bytes), WR_OK);
    struct wr_bake_options options = {.output = folder_path(&made.folder, "out.trx", to),
                                      .git = folder_path(&made.folder, "bad.git", git),
                                      .force = true};
    const char *path = folder_path(&made.folder, "floor.obj", from);
    for (size_t i = 0; i < 2 * bytes.size; i++) {
        size_t at = i / 2;
        bytes.data[at] ^= 0xff;
        folder_put(&made.folder, "bad.git", bytes.data, i % 2 ? at : bytes.size);
        bytes.data[at] ^= 0xff;
        struct wr_context *quiet = wr_context_create(NULL, NULL);
        enum wr_result result = wr_bake(quiet, &path, 1, &options, NULL);
        assert_int_equal(result == WR_OK, wr_context_count(quiet, WR_ERROR) == 0);
        assert_int_equal(result == WR_OK, access(to, F_OK) == 0);
        remove(to);
        refused += result != WR_OK;
        wr_context_destroy(quiet);
    }
    assert_true(refused > bytes.size);
    wr_bytes_finish(&bytes);
    made_end(&made);
}

/* ---- Memory --------------------------------------------------------------------------------
 */

static enum wr_result read_starved(struct findings *findings, void *user)
{
    struct made *made = user;
    char path[512];
    struct wr_bake_places places;
    struct wr_bake_placed placed;
    struct wr_aswm_cutters cutters = {0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    enum wr_result result =
        wr_bake_places_read(findings->context, findings->arena,
                            folder_path(&made->folder, "floor.git", path), &places);
    if (result == WR_OK)
        result = wr_bake_cutters(findings->context, findings->arena, &places, &cutters);
    if (result == WR_OK)
        result = wr_bake_placeables(findings->context, findings->arena, &places,
                                    made->placeables, &surfaces, &cutters, &placed);
    if (result == WR_OK)
        assert_true(placed.cut == 2 && placed.left_out == 0 && cutters.count == 1 + 4);
    return result;
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    static const char table[] = "2DA V2.0\n\n  LABEL NWN2_ModelName\n0 a ****\n1 b ****\n";
    static const char text[] = "v -0.5 -1.5 0\nv 0.5 -1.5 0\nv 0.5 1.5 0\nv -0.5 1.5 0\n"
                               "usemtl NonWalk\nf 1 2 3 4\n";
    struct made made;
    char folder[512];
    made_start(&made);
    put(&made, 3, 2, 3, 4);
    wr_gff_set_resref(made.git, stand(&made, 1, 0, 1, 1), "TemplateResRef", "plc_mdb");
    stand(&made, 1, 0, 1, 1);
    put_model(&made, "boxes/plc_mdb.mdb");
    folder_put(&made.folder, "boxes/plc_box.obj", text, strlen(text));
    folder_put(&made.folder, "boxes/placeables.2da", table, strlen(table));
    made.placeables = folder_path(&made.folder, "boxes", folder);
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(made.findings.context, made.git, &bytes), WR_OK);
    folder_put(&made.folder, "floor.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    starve(read_starved, &made);
    made_end(&made);
}

/* ---- Real ones -----------------------------------------------------------------------------
 */

struct real {
    struct wr_source source;
    struct wr_aswm_area area;
};

static void read_real(struct findings *f, const char *path, struct real *out)
{
    assert_int_equal(wr_file_read(f->context, f->arena, path, &out->source), WR_OK);
    out->source.binary = true;
    assert_int_equal(wr_aswm_area_read(f->context, f->arena, &out->source, &out->area), WR_OK);
}

/* Of points in cutters the compiler lets nobody walk at any; of those outside it differs where
 * placeables stand, whose walkmeshes are not at hand. */
static void compare(struct findings *f, const char *folder, const char *name)
{
    char trn[64], git[64], trx[64];
    struct real source, official, ours;
    struct folder made;
    struct wr_bake_places places;
    struct wr_aswm_cutters cutters = {0};
    wr_random random = wr_random_of(1, 9);
    char output[512];
    unsigned inside = 0, outside = 0, differs = 0;
    snprintf(trn, sizeof trn, "%s.trn", name);
    snprintf(git, sizeof git, "%s.git", name);
    snprintf(trx, sizeof trx, "%s.trx", name);
    folder_start(&made);
    struct wr_bake_options options = {.output = folder_path(&made, "out.trx", output),
                                      .git = wr_path_join(f->arena, folder, git)};
    const char *path = wr_path_join(f->arena, folder, trn);
    assert_int_equal(wr_bake(f->context, &path, 1, &options, NULL), WR_OK);
    read_real(f, path, &source);
    read_real(f, wr_path_join(f->arena, folder, trx), &official);
    read_real(f, output, &ours);
    assert_int_equal(wr_bake_places_read(f->context, f->arena, options.git, &places), WR_OK);
    assert_int_equal(wr_bake_cutters(f->context, f->arena, &places, &cutters), WR_OK);
    const struct wr_aswm *mesh = &ours.area.mesh;
    for (int i = 0; i < SAMPLES; i++) {
        double x = (double)mesh->tile_width * mesh->width * wr_random_unit(&random);
        double y = (double)mesh->tile_width * mesh->height * wr_random_unit(&random);
        bool cut_out = false;
        if (!is_walkable(&source.area.mesh, x, y))
            continue;
        for (uint32_t k = 0; k < cutters.count; k++)
            cut_out |= wr_aswm_cutter_holds(&cutters.items[k], (wr_plan_point){x, y});
        bool here = is_walkable(mesh, x, y), there = is_walkable(&official.area.mesh, x, y);
        inside += cut_out;
        outside += !cut_out;
        assert_int_equal(here, !cut_out);
        differs += here != there;
    }
    printf("%s: %u points in cutters, %u outside; %u differ from the compiler's\n", name,
           inside, outside, differs);
    assert_true(inside > 100 && outside > 1000 && differs * 50 < inside + outside);
    folder_end(&made);
}

static void real_cutters_are_cut_as_the_compiler_cuts_them(void **state)
{
    (void)state;
    static const char *const names[] = {"cslmordmansion", "enter_world", "fh_settlement"};
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "nwn2");
    for (int i = 0; folder && i < 3; i++) {
        struct findings f;
        findings_start(&f);
        compare(&f, folder, names[i]);
        assert_int_equal(f.errors, 0);
        findings_end(&f);
    }
    wr_arena_destroy(arena);
    if (!folder)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cutters_are_triggers_of_their_own_type),
        cmocka_unit_test(a_cutter_in_the_middle_costs_no_triangle_more_than_it_must),
        cmocka_unit_test(what_is_wrong_with_cutters_is_told_by_their_tags),
        cmocka_unit_test(a_file_that_is_no_git_is_refused),
        cmocka_unit_test(a_placeable_is_cut_out_where_it_stands),
        cmocka_unit_test(what_a_placeable_looks_like_is_said_by_its_table),
        cmocka_unit_test(a_placeable_without_a_walkmesh_is_named),
        cmocka_unit_test(a_file_that_is_no_walkmesh_is_refused),
        cmocka_unit_test(a_damaged_git_is_refused_or_read),
        cmocka_unit_test(running_out_of_memory_is_told),
        cmocka_unit_test(real_cutters_are_cut_as_the_compiler_cuts_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
