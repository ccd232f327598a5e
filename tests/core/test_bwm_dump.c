/* Walkmeshes as dumps. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/meshes.h"

#include "core/format/bwm.h"
#include "core/text/dump.h"
#include "core/text/json.h"

static void dump_mesh(const struct wr_walkmesh *mesh, bool json, struct wr_bytes *out)
{
    struct wr_dump dump;
    wr_dump_start(&dump, out, json);
    wr_bwm_dump(mesh, &dump);
    wr_dump_end(&dump);
    assert_false(out->failed);
}

/* One square of stone with a door to room 3 on its first edge. */
static struct wr_walkmesh *make_square(struct findings *f)
{
    struct wr_walkmesh *mesh = mesh_grid(f->arena, 1, 1);
    struct wr_marks marks = {(wr_edge[]){{0, 3}}, 1};
    assert_int_equal(wr_walkmesh_derive(f->context, f->arena, mesh, &marks, WR_NOWHERE, NULL),
                     WR_OK);
    return mesh;
}

static void every_table_is_shown(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    dump_mesh(make_square(&f), false, &out);
    wr_bytes_char(&out, '\0');
    assert_string_equal(
        (char *)out.data,
        "type: WOK\n"
        "position: 0.0 0.0 0.0\n"
        "relative_hooks: 0.0 0.0 0.0, 0.0 0.0 0.0\n"
        "absolute_hooks: 0.0 0.0 0.0, 0.0 0.0 0.0\n"
        "vertex_count: 4\n"
        "face_count: 2\n"
        "walkable_count: 2\n"
        "edge_count: 4\n"
        "transition_count: 1\n"
        "perimeter_count: 1\n"
        "node_count: 3\n"
        "least: 0.0 0.0 0.0\n"
        "most: 1.0 1.0 0.0\n"
        "materials:\n"
        "  - material: 4, surface: Stone, faces: 2\n"
        "vertices:\n"
        "  - index: 0, at: 0.0 0.0 0.0\n"
        "  - index: 1, at: 1.0 0.0 0.0\n"
        "  - index: 2, at: 0.0 1.0 0.0\n"
        "  - index: 3, at: 1.0 1.0 0.0\n"
        "faces:\n"
        "  - index: 0, vertices: [0, 1, 3], material: 4, surface: Stone, "
        "normal: 0.0 0.0 1.0, distance: 0.0, across: [-1, -1, 3]\n"
        "  - index: 1, vertices: [0, 3, 2], material: 4, surface: Stone, "
        "normal: 0.0 0.0 1.0, distance: 0.0, across: [2, -1, -1]\n"
        "edges:\n"
        "  - edge: 0, transition: 3\n"
        "  - edge: 1, transition: -1\n"
        "  - edge: 4, transition: -1\n"
        "  - edge: 5, transition: -1\n"
        "perimeters:\n"
        "  - end: 4, edges: [0, 1, 4, 5]\n"
        "tree:\n"
        "  - index: 0, least: -0.01 -0.01 -0.01, most: 1.01 1.01 0.01, face: -1, constant: 4, "
        "plane: 1, left: 1, right: 2\n"
        "  - index: 1, least: -0.01 -0.01 -0.01, most: 1.01 1.01 0.01, face: 0, constant: 4, "
        "plane: 0, left: -1, right: -1\n"
        "  - index: 2, least: -0.01 -0.01 -0.01, most: 1.01 1.01 0.01, face: 1, constant: 4, "
        "plane: 0, left: -1, right: -1\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void wrong_tables_are_shown_as_far_as_they_go(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_walkmesh *mesh = make_square(&f);
    uint32_t ends[] = {2, 1, UINT32_MAX};
    mesh->perimeters = ends;
    mesh->perimeter_count = 3;
    mesh->materials[0] = 63;
    mesh->materials[1] = UINT32_MAX;
    mesh->walkable_count = 2;
    mesh->adjacency = NULL;
    struct wr_bytes out = {0};
    dump_mesh(mesh, false, &out);
    wr_bytes_char(&out, '\0');
    assert_non_null(strstr((char *)out.data, "materials:\n"
                                             "  - material: 63, surface: null, faces: 1\n"
                                             "materials_beyond: 1\n"));
    assert_non_null(strstr((char *)out.data, "  - end: 2, edges: [0, 1]\n"
                                             "  - end: 1, edges: []\n"
                                             "  - end: 4294967295, edges: [4, 5]\n"));
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void a_mesh_of_nothing_is_shown(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    dump_mesh(wr_walkmesh_new(f.arena, WR_PWK, 0, 0), false, &out);
    wr_bytes_char(&out, '\0');
    assert_non_null(strstr((char *)out.data, "type: PWK\n"));
    assert_non_null(strstr((char *)out.data, "node_count: 0\n"
                                             "materials: []\n"
                                             "vertices: []\n"
                                             "faces: []\n"
                                             "edges: []\n"
                                             "perimeters: []\n"
                                             "tree: []\n"));
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void check_real_mesh(void *user, const struct wr_source *source)
{
    (void)user;
    struct findings f;
    findings_start(&f);
    struct wr_walkmesh *mesh;
    assert_int_equal(wr_bwm_read(f.context, f.arena, source, &mesh), WR_OK);
    struct wr_bytes out = {0};
    dump_mesh(mesh, true, &out);
    wr_json *json = NULL;
    source = findings_bytes(&f, out.data, out.size);
    assert_int_equal(wr_json_read(f.context, f.arena, source, &json), WR_OK);
    assert_int_equal(wr_json_find(json, "vertices")->count, mesh->vertex_count);
    assert_int_equal(wr_json_find(json, "faces")->count, mesh->face_count);
    assert_int_equal(wr_json_find(json, "perimeters")->count, mesh->perimeter_count);
    assert_said(&f, "");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void real_meshes_give_json_that_reads_back(void **state)
{
    (void)state;
    size_t count = corpus_all("wok", ".wok", check_real_mesh, NULL) +
                   corpus_all("pwk", ".pwk", check_real_mesh, NULL);
    assert_true(count > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_shown),
        cmocka_unit_test(wrong_tables_are_shown_as_far_as_they_go),
        cmocka_unit_test(a_mesh_of_nothing_is_shown),
        cmocka_unit_test(real_meshes_give_json_that_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
