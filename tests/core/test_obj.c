/* Walkmeshes as text: round trips, and every message with its line and column. */
#include "tests/support/obj_made.h"

#include "core/walkmesh/judge.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/weld.h"
#include "tests/support/damage.h"
#include "tests/support/terrain.h"
#include "tests/support/vast.h"

/* ---- What is read --------------------------------------------------------------------------
 */

static void a_square_becomes_a_room(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = obj_read_good(&findings, OBJ_SQUARE "usemtl Stone\nf 1 2 3 4\n");
    assert_int_equal(mesh->kind, WR_WOK);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->walkable_count, 2);
    assert_int_equal(mesh->materials[1], STONE);
    assert_int_equal(mesh->faces[0].v[0], 0);
    assert_int_equal(mesh->faces[0].v[2], 2);
    assert_int_equal(mesh->faces[1].v[0], 0);
    assert_int_equal(mesh->faces[1].v[2], 3);
    assert_int_equal(mesh->edge_count, 4);
    assert_int_equal(mesh->node_count, 3);
    assert_true(mesh->normals[0].z == 1);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void what_editors_write_is_understood(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = obj_read_good(
        &findings, "\xef\xbb\xbf# Blender\r\nmtllib a.mtl\r\no Room\r\ng all\r\ns off\r\n"
                   "v 0 0 0 1.0\r\nv\t2 0 -0.0 0.5 0.5 0.5\r\nv 2 2 0e5\r\nv +0 2.0 .0\r\n"
                   "vn 0 0 1\r\nvt 0 0\r\nl 1 2\r\n\r\n"
                   "usemtl gRaSs.003\r\nf 1/1/1 2//1 3/2 # a corner\r\n"
                   "usemtl 4\r\nf -4 -2 -1");
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->materials[0], 3);
    assert_int_equal(mesh->materials[1], 4);
    assert_int_equal(mesh->faces[1].v[1], 2);
    findings_end(&findings);
}

static void walkable_faces_come_first_and_corners_are_welded(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = obj_read_good(
        &findings, "v 9 9 9\n" OBJ_SQUARE "v 2.00005 0 0\nv 0.00001 2 0\nv 0 0 3\nv 1 1 0\n"
                   "usemtl Nonwalk\nf 2 8 3\nusemtl Stone\nf 2 3 4\nf 2 4 7\nf 2 9 4\n");
    assert_int_equal(mesh->vertex_count, 5);
    assert_int_equal(mesh->face_count, 3);
    assert_int_equal(mesh->walkable_count, 2);
    assert_int_equal(mesh->materials[2], NONWALK);
    assert_true(mesh->adjacency[0][2] == 3 && mesh->adjacency[1][0] == 2);
    assert_said(&findings, "0:0: warning [obj-dropped] 1 faces without area were left out\n");
    findings_end(&findings);
}

/* ---- What is refused -----------------------------------------------------------------------
 */

static const struct {
    const char *text, *said;
    enum wr_result result;
} faults[] = {
    {"", "0:0: error [obj-empty] the walkmesh has no faces\n", WR_INVALID},
    {OBJ_SQUARE, "0:0: error [obj-empty] the walkmesh has no faces\n", WR_INVALID},
    {"  vp 1 2\n",
     "1:3: error [obj-keyword] 'vp' does not start a line of a walkmesh (known: v, f, "
     "usemtl; passed over: vn, vt, o, g, s, mtllib, l)\n",
     WR_SYNTAX},
    {"v 1 two 3\n", "1:5: error [obj-number] 'two' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 nan\n", "1:7: error [obj-number] 'nan' is not a finite number\n", WR_SYNTAX},
    {"v 1 inf 3\n", "1:5: error [obj-number] 'inf' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 1e999\n", "1:7: error [obj-number] '1e999' is not a finite number\n", WR_SYNTAX},
    {"v 1 2 3 blue\n", "1:9: error [obj-number] 'blue' is not a finite number\n", WR_SYNTAX},
    {"\n v 1 2 # 3\n",
     "2:2: error [obj-vertex] the vertex does not have 3 coordinates (write `v x y z`, in "
     "metres)\n",
     WR_SYNTAX},
    {"v 1 2 3 4 5 6 7 8\n",
     "1:1: error [obj-vertex] the vertex does not have 3 coordinates (write `v x y z`, in "
     "metres)\n",
     WR_SYNTAX},
    {OBJ_SQUARE "f 1 2 3\n",
     "5:1: error [obj-no-material] the face has no material (put a line such as `usemtl "
     "Stone` before it)\n",
     WR_INVALID},
    {OBJ_SQUARE "usemtl\n",
     "5:1: error [obj-material] the line names no material (known: NotDefined, Dirt, "
     "Obscuring, Grass, Stone, Wood, Water, Nonwalk, Transparent, Carpet, Metal, Puddles, "
     "Swamp, Mud, Leaves, Lava, BottomlessPit, DeepWater, Door, NonWalkGrass, Trigger)\n",
     WR_SYNTAX},
    {OBJ_SQUARE "usemtl  Stoen\nf 1 2 3\n",
     "5:9: error [obj-material] 'Stoen' is not a material of surfacemat.2da (did you mean "
     "'Stone'?)\n",
     WR_INVALID},
    {OBJ_SQUARE "usemtl 31\nf 1 2 3\n",
     "5:8: error [obj-material] '31' is not a material of surfacemat.2da", WR_INVALID},
    {OBJ_SQUARE "usemtl Stone\nf 1 2\n",
     "6:1: error [obj-face] the face has fewer than 3 corners\n", WR_SYNTAX},
    {OBJ_SQUARE "usemtl Stone\nf 1 2 3 5\n",
     "6:9: error [obj-index] '5' is the number of no vertex above this line (vertices "
     "count from 1, or back from -1, and come before the faces that use them)\n",
     WR_INVALID},
    {OBJ_SQUARE "usemtl Stone\nf 1 0 3\n", "6:5: error [obj-index] '0' is the number of no",
     WR_INVALID},
    {OBJ_SQUARE "usemtl Stone\nf 1 2 -5\n", "6:7: error [obj-index] '-5' is the number of no",
     WR_INVALID},
    {OBJ_SQUARE "usemtl Stone\nf 1 2 9223372036854775807\n",
     "6:7: error [obj-index] '9223372036854775807' is the number of no", WR_INVALID},
    {OBJ_SQUARE "usemtl Stone\nf 1 2 9223372036854775808\n",
     "6:7: error [obj-index] '9223372036854775808' is not the number of a vertex\n", WR_SYNTAX},
    {OBJ_SQUARE "usemtl Stone\nf 1 /2 3\n",
     "6:5: error [obj-index] '/2' is not the number of a vertex\n", WR_SYNTAX},
    {OBJ_SQUARE "usemtl Stone\nf 1 4 3 2\n",
     "6:1: error [obj-face-downward] the face has a walkable material but looks downward "
     "(list its corners counter-clockwise as seen from above)\n",
     WR_INVALID},
    {"v 0 0 0\nv 0 0 -2\nv 2 0 -2\nv 2 0 0\nv 2 2 0\nusemtl Stone\nf 1 4 3\nf 1 3 2\n"
     "usemtl Nonwalk\nf 1 4 5\n",
     "7:1: error [obj-y-up] the walkable faces look along Y: the file has Y up (export it "
     "with Z up (in Blender: Forward Axis Y, Up Axis Z))\n",
     WR_INVALID},
    {OBJ_SQUARE "v 0 0 2\nusemtl Stone\nf 1 2 3\nf 1 2 5\n",
     "8:1: error [obj-face-upright] the face has a walkable material but stands upright "
     "(give it a material that is not walkable, such as Nonwalk)\n",
     WR_INVALID},
};

static void each_fault_is_named_with_line_and_column(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        size_t length = strlen(faults[i].said);
        if (faults[i].said[length - 1] == '\n') {
            assert_obj_refused(&findings, faults[i].text, faults[i].result, faults[i].said);
            continue;
        }
        struct wr_walkmesh *mesh;
        assert_int_equal(
            obj_read_source(&findings, findings_text(&findings, faults[i].text), &mesh),
            faults[i].result);
        const char *said = findings_said(&findings);
        if (strncmp(said, faults[i].said, length) != 0)
            fail_msg("expected: %s\nbut said: %s", faults[i].said, said);
    }
    findings_end(&findings);
}

static void independent_faults_are_all_reported(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    const char *text = "v 0 0 x\nv 2 0 0\nv 2 2 0\nw\nusemtl Stone\nf 1 2 3\nf 1 2 9\n";
    assert_int_equal(obj_read_source(&findings, findings_text(&findings, text), &mesh),
                     WR_SYNTAX);
    assert_said(
        &findings,
        "1:7: error [obj-number] 'x' is not a finite number\n"
        "4:1: error [obj-keyword] 'w' does not start a line of a walkmesh (known: v, f, "
        "usemtl; passed over: vn, vt, o, g, s, mtllib, l)\n"
        "7:7: error [obj-index] '9' is the number of no vertex above this line "
        "(vertices count from 1, or back from -1, and come before the faces that use "
        "them)\n");
    struct wr_bytes many = {0};
    for (int i = 0; i < 100000; i++)
        wr_bytes_text(&many, "w\n");
    assert_int_equal(
        obj_read_source(&findings, findings_bytes(&findings, many.data, many.size), &mesh),
        WR_SYNTAX);
    assert_true(findings.errors <= 20);
    wr_bytes_finish(&many);
    findings_end(&findings);
}

/* ---- Round trips ---------------------------------------------------------------------------
 */

static struct wr_bytes text_of(const struct wr_walkmesh *mesh)
{
    struct wr_bytes text = {0};
    wr_obj_write(mesh, &text);
    assert_false(text.failed);
    return text;
}

static void assert_same(const struct wr_walkmesh *a, const struct wr_walkmesh *b,
                        const char *name)
{
    bool same = a->vertex_count == b->vertex_count && a->face_count == b->face_count &&
                a->walkable_count == b->walkable_count;
    for (uint32_t v = 0; v < a->vertex_count && same; v++)
        same = memcmp(&a->vertices[v], &b->vertices[v], sizeof *a->vertices) == 0;
    for (uint32_t f = 0; f < a->face_count && same; f++)
        same = memcmp(&a->faces[f], &b->faces[f], sizeof *a->faces) == 0 &&
               a->materials[f] == b->materials[f];
    if (!same)
        fail_msg("%s is not the same as text", name);
}

/* Whether text can hold a mesh: welded, used, sorted, and one can stand on its floors. */
static bool is_tidy(struct wr_context *context, struct wr_arena *arena,
                    const struct wr_walkmesh *mesh)
{
    struct wr_walkmesh *copy =
        wr_walkmesh_new(arena, WR_WOK, mesh->vertex_count, mesh->face_count);
    memcpy(copy->vertices, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    memcpy(copy->faces, mesh->faces, mesh->face_count * sizeof *mesh->faces);
    memcpy(copy->materials, mesh->materials, mesh->face_count * sizeof *mesh->materials);
    uint32_t welded, dropped;
    wr_walkmesh_weld(context, arena, copy, NULL, &welded, &dropped);
    bool tidy = welded + dropped == 0 && copy->vertex_count == mesh->vertex_count;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        tidy = tidy && wr_face_side(mesh, f) == WR_SIDE_UP;
    return tidy;
}

static void there_and_back(void *user, struct wr_context *context, struct wr_arena *arena,
                           struct wr_walkmesh *mesh, const char *name)
{
    unsigned *tidy = user;
    if (!is_tidy(context, arena, mesh))
        return;
    struct findings findings;
    findings_start(&findings);
    struct wr_bytes text = text_of(mesh);
    struct wr_walkmesh *back;
    const struct wr_source *source = findings_bytes(&findings, text.data, text.size);
    if (obj_read_source(&findings, source, &back) != WR_OK)
        fail_msg("%s: %s", name, findings_said(&findings));
    assert_same(mesh, back, name);
    struct wr_bytes again = text_of(back);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_judge(findings.context, back, &surfaces, NULL), WR_OK);
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
    findings_end(&findings);
    ++*tidy;
}

static void a_walkmesh_comes_back_from_text(void **state)
{
    (void)state;
    unsigned tidy = 0;
    terrain_each(there_and_back, &tidy);
    struct wr_arena *arena = wr_arena_create();
    assert_true(tidy >= (corpus_folder(arena, "wok") ? 60 : 1));
    wr_arena_destroy(arena);
    printf("[  NOTE    ] %u walkmeshes went through text\n", tidy);
}

static void materials_without_a_name_are_numbers(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh =
        obj_read_good(&findings, OBJ_SQUARE "usemtl 25\nf 1 2 3\nf 1 3 4\n");
    struct wr_bytes text = text_of(mesh);
    wr_bytes_char(&text, '\0');
    assert_string_equal((char *)text.data,
                        "# A walkmesh: metres, Z up, materials as surfacemat.2da names them.\n"
                        "v 0.0 0.0 0.0\nv 2.0 0.0 0.0\nv 2.0 2.0 0.0\nv 0.0 2.0 0.0\n"
                        "usemtl 25\nf 1 2 3\nf 1 3 4\n");
    wr_bytes_finish(&text);
    findings_end(&findings);
}

/* ---- Hostile ones --------------------------------------------------------------------------
 */

static void a_polygon_of_a_million_corners_takes_no_time(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, OBJ_SQUARE "usemtl Stone\nf");
    for (int i = 0; i < 1000000; i++)
        wr_bytes_text(&text, i % 4 == 0 ? " 1" : i % 4 == 1 ? " 2" : i % 4 == 2 ? " 3" : " 4");
    assert_int_equal(
        obj_read_source(&findings, findings_bytes(&findings, text.data, text.size), &mesh),
        WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "6:1: error [obj-crossed]"));
    wr_bytes_finish(&text);
    findings_end(&findings);
}

static void faces_over_each_other_stay_unlinked(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh =
        obj_read_good(&findings, OBJ_SQUARE "usemtl Stone\nf 1 2 3\nf 1 2 3\nf 1 3 4\n");
    assert_int_equal(mesh->face_count, 3);
    assert_non_null(strstr(findings_said(&findings), "warning [edge-overused] 3 edges"));
    findings_end(&findings);
}

static void the_largest_numbers_are_survived(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = obj_read_good(
        &findings, "v -3.4028235e38 -3.4028235e38 0\nv 3.4028235e38 -3.4028235e38 0\n"
                   "v 3.4028235e38 3.4028235e38 1e-45\nv -3.4028235e38 3.4028235e38 0\n"
                   "usemtl Stone\nf 1 2 3 4\n");
    assert_int_equal(mesh->face_count, 2);
    findings_end(&findings);
}

static void a_face_that_reaches_far_is_judged_right(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh =
        obj_read_good(&findings, "v 88880 8.8888889e13 0.05\nv 2 2 0.5\nv 0 2 0\n"
                                 "usemtl Nonwalk\nf 1 2 3\n");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &surfaces, NULL), WR_OK);
    findings_end(&findings);
}

static const char whole[] = "v 0 0 0\nv 2 0 0\nv 2 2 0.5\nv 0 2 0\nv 1 3 0\nusemtl Stone\n"
                            "f 1 2 3 4\nusemtl 3\nf -3 5 4\n";

static void a_text_that_is_too_large_is_not_begun(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    struct wr_source vast = vast_source("v 0 0 0\n", 8, ((size_t)1 << 30) + 1);
    vast.binary = false;
    assert_int_equal(obj_read_source(&findings, &vast, &mesh), WR_LIMIT);
    assert_null(mesh);
    assert_said(&findings, "0:0: error [obj-too-large] a walkmesh may have at most 1 GiB of "
                           "text, this one has 1073741825 bytes (cut it into several rooms)\n");
    vast_end(&vast);
    findings_end(&findings);
}

static void a_text_cut_anywhere_is_read_or_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    for (size_t size = 0; size < sizeof whole; size++) {
        obj_read_source(&findings, findings_bytes(&findings, whole, size), &mesh);
        findings_said(&findings);
        wr_arena_reset(findings.arena);
    }
    findings_end(&findings);
}

static void a_changed_byte_is_read_or_refused(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh;
    char text[sizeof whole];
    for (size_t at = 0; at + 1 < sizeof whole; at++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, whole, sizeof whole);
            text[at] = (char)byte;
            obj_read_source(&findings, findings_bytes(&findings, text, sizeof whole - 1),
                            &mesh);
            findings_said(&findings);
            wr_arena_reset(findings.arena);
        }
    findings_end(&findings);
}

static enum wr_result read_starved(struct findings *findings, const struct wr_source *source)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = obj_read_source(findings, source, &mesh);
    assert_true((mesh == NULL) == (result != WR_OK));
    return result;
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes text = text_of(mesh_grid(arena, 40, 40));
    damage_starve(read_starved, text.data, text.size);
    wr_bytes_finish(&text);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_becomes_a_room),
        cmocka_unit_test(what_editors_write_is_understood),
        cmocka_unit_test(walkable_faces_come_first_and_corners_are_welded),
        cmocka_unit_test(each_fault_is_named_with_line_and_column),
        cmocka_unit_test(independent_faults_are_all_reported),
        cmocka_unit_test(a_walkmesh_comes_back_from_text),
        cmocka_unit_test(materials_without_a_name_are_numbers),
        cmocka_unit_test(a_polygon_of_a_million_corners_takes_no_time),
        cmocka_unit_test(faces_over_each_other_stay_unlinked),
        cmocka_unit_test(the_largest_numbers_are_survived),
        cmocka_unit_test(a_face_that_reaches_far_is_judged_right),
        cmocka_unit_test(a_text_that_is_too_large_is_not_begun),
        cmocka_unit_test(a_text_cut_anywhere_is_read_or_refused),
        cmocka_unit_test(a_changed_byte_is_read_or_refused),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
