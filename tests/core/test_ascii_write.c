/* ASCII walkmeshes and models are written and come back, made ones and real ones. */
#include "tests/support/ascii_made.h"
#include "tests/support/terrain.h"

#include "core/format/bwm.h"

/* ---- Writing -------------------------------------------------------------------------------
 */

static void write_bwm(const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    wr_bwm_write(mesh, out);
    assert_false(out->failed);
}

/* As text and back, all bytes of its file are what they were. */
static void assert_comes_back(struct findings *findings, const struct wr_walkmesh_set *set,
                              const char *name)
{
    struct wr_bytes text = {0}, again = {0};
    struct wr_walkmesh_set back;
    assert_int_equal(wr_ascii_write(findings->context, set, &text), WR_OK);
    struct wr_source source = {.name = "x.txt", .data = text.data, .size = text.size};
    assert_true(wr_ascii_recognise(text.data, text.size));
    if (ascii_read_set(findings, &source, &back) != WR_OK)
        fail_msg("%s: %s", name, findings_said(findings));
    assert_int_equal(back.kind, set->kind);
    assert_string_equal(back.name, set->name);
    for (int i = 0; i < WR_DOOR_STATES; i++) {
        struct wr_bytes was = {0}, is = {0};
        assert_true((set->meshes[i] == NULL) == (back.meshes[i] == NULL));
        if (!set->meshes[i])
            continue;
        write_bwm(set->meshes[i], &was);
        write_bwm(back.meshes[i], &is);
        if (was.size != is.size || memcmp(was.data, is.data, is.size) != 0)
            fail_msg("%s: state %d differs", name, i);
        wr_bytes_finish(&was);
        wr_bytes_finish(&is);
    }
    assert_int_equal(wr_ascii_write(findings->context, &back, &again), WR_OK);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
}

static void a_room_comes_back(void *user, struct wr_context *context, struct wr_arena *arena,
                              struct wr_walkmesh *mesh, const char *name)
{
    struct wr_marks marks;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_marks(context, arena, mesh, &marks, NULL), WR_OK);
    assert_int_equal(wr_walkmesh_sort(context, arena, mesh, surfaces.walkable, &marks), WR_OK);
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, &marks, WR_NOWHERE, NULL), WR_OK);
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = {.name = "hall", .kind = WR_WOK, .meshes = {mesh}};
    assert_comes_back(&findings, &set, name);
    assert_said(&findings, "");
    findings_end(&findings);
    (void)user;
}

static void any_room_comes_back_to_the_byte(void **state)
{
    (void)state;
    terrain_each(a_room_comes_back, NULL);
}

static void placed(struct findings *findings, struct wr_walkmesh *mesh,
                   enum wr_walkmesh_kind kind, wr_random *random)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_walkmesh_become(findings->context, mesh, kind, &surfaces, WR_NOWHERE),
                     WR_OK);
    mesh->position = wr_vec3_of(terrain_between(random, -9, 9), -0.5f, 1e-7f);
    for (int i = 0; i < 2; i++) {
        mesh->relative_hooks[i] = wr_vec3_of(terrain_between(random, -1, 1), 0.1f, -2);
        mesh->absolute_hooks[i] = wr_set_absolute_hook(mesh, i);
    }
}

static void any_placeable_and_door_comes_back_to_the_byte(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 100; i++) {
        struct findings findings;
        char name[32];
        findings_start(&findings);
        wr_random random = wr_random_of(seed + i, 5);
        struct wr_walkmesh_set set = {.name = "gate", .kind = i % 2 ? WR_DWK : WR_PWK};
        for (uint32_t k = 0; k < (i % 2 ? 3 : 1); k++)
            if (k == i / 2 % 3 || i % 2 == 0 || wr_random_below(&random, 3) > 0) {
                set.meshes[k] = terrain_of(findings.arena, seed + 3 * i + k);
                placed(&findings, set.meshes[k], set.kind, &random);
            }
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)(seed + i));
        assert_comes_back(&findings, &set, name);
        assert_said(&findings, "");
        findings_end(&findings);
    }
}

static char *text_of(const struct wr_walkmesh_set *set, bool as_model)
{
    struct wr_bytes text = {0};
    assert_int_equal((as_model ? wr_ascii_write_model : wr_ascii_write)(NULL, set, &text),
                     WR_OK);
    wr_bytes_char(&text, '\0');
    assert_false(text.failed);
    return (char *)text.data;
}

/* MDLOps reads one digit of a count; without it, up to `endlist`. */
static void ten_links_and_more_are_written_without_a_count(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = mesh_grid(findings.arena, 5, 5);
    struct wr_walkmesh_set set = {.name = "hall", .kind = WR_WOK, .meshes = {mesh}};
    assert_int_equal(
        wr_walkmesh_derive(findings.context, findings.arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    for (uint32_t count = 8; count < 12; count++) {
        for (uint32_t i = 0; i < mesh->edge_count; i++)
            mesh->edges[i].transition = i < count ? (int32_t)i : -1;
        char *text = text_of(&set, false);
        assert_true((strstr(text, "\nroomlinks\n") != NULL) == (count > 9));
        assert_true((strstr(text, "\nendlist\n") != NULL) == (count > 9));
        assert_true((strstr(text, "\nroomlinks 9\n") != NULL) == (count == 9));
        wr_free(text);
        assert_comes_back(&findings, &set, "links");
    }
    findings_end(&findings);
}

static void what_is_written_is_what_other_programs_look_for(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR "roomlinks 1\n0 3\nendnode\n");
    char *text = text_of(&set, false);
    assert_string_equal(text, "node trimesh hall_wg\n  parent hall\n  position 7.5 -2.0 0.25\n"
                              "  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n"
                              "verts 4\n  0.0 0.0 0.0\n  2.0 0.0 0.0\n  2.0 2.0 0.0\n"
                              "  0.0 2.0 0.0\nfaces 2\n  0 1 2 1 0 0 0 4\n  0 2 3 1 0 0 0 7\n"
                              "roomlinks 1\n  0 3\nendnode\n");
    wr_free(text);
    set.kind = WR_DWK;
    set.meshes[2] = set.meshes[0];
    text = text_of(&set, false);
    static const char *const names[] = {
        "node trimesh md_DWK_wg_closed\n",  "node dummy md_DWK_dp_closed_01\n",
        "node dummy md_DWK_dp_closed_02\n", "node trimesh md_DWK_wg_open2\n",
        "node dummy md_DWK_dp_open2_01\n",  "parent hall_DWK\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(strstr(text, names[i]));
    assert_null(strstr(text, "open2_02"));
    wr_free(text);
    findings_end(&findings);
}

static void a_room_comes_back_from_a_model(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 40; i++) {
        struct findings findings;
        struct wr_walkmesh_set back;
        findings_start(&findings);
        struct wr_walkmesh *mesh = terrain_of(findings.arena, seed + i);
        terrain_finish(findings.context, findings.arena, mesh);
        struct wr_walkmesh_set set = {.name = "hall", .kind = WR_WOK, .meshes = {mesh}};
        char *text = text_of(&set, true);
        struct wr_source source = {"x", (uint8_t *)text, strlen(text), false};
        assert_true(wr_ascii_recognise_model(source.data, source.size));
        assert_int_equal(ascii_read_set(&findings, &source, &back), WR_OK);
        assert_said(&findings, "");
        const struct wr_walkmesh *is = back.meshes[0];
        assert_int_equal(is->face_count, mesh->face_count);
        assert_true(wr_vec3_same(is->position, mesh->position));
        for (uint32_t f = 0; f < mesh->face_count; f++) {
            assert_int_equal(is->materials[f], mesh->materials[f]);
            for (int k = 0; k < 3; k++)
                assert_near(wr_distance(is->vertices[is->faces[f].v[k]],
                                        mesh->vertices[mesh->faces[f].v[k]]),
                            0, 3e-5);
        }
        assert_int_equal(is->edge_count, mesh->edge_count);
        for (uint32_t e = 0; e < is->edge_count; e++) {
            assert_int_equal(is->edges[e].edge, mesh->edges[e].edge);
            assert_int_equal(is->edges[e].transition, mesh->edges[e].transition);
        }
        wr_free(text);
        findings_end(&findings);
    }
}

/* ---- Real files ----------------------------------------------------------------------------
 */

static const char *corpus_path(struct findings *findings, const char *folder, const char *name)
{
    const char *path = corpus_folder(findings->arena, folder);
    if (!path) {
        findings_end(findings);
        skip();
    }
    return wr_path_join(findings->arena, path, name);
}

static struct wr_walkmesh_set real(struct findings *findings, const char *name)
{
    struct wr_source *source = WR_TAKE(findings->arena, struct wr_source, 1);
    struct wr_walkmesh_set set;
    const char *path = corpus_path(findings, "ascii", name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, source), WR_OK);
    if (ascii_read_set(findings, source, &set) != WR_OK)
        fail_msg("%s: %s", name, findings_said(findings));
    return set;
}

static struct wr_walkmesh *real_binary(struct findings *findings, const char *folder,
                                       const char *name)
{
    struct wr_source *source = WR_TAKE(findings->arena, struct wr_source, 1);
    struct wr_walkmesh *mesh;
    const char *path = corpus_path(findings, folder, name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, source), WR_OK);
    source->binary = true;
    assert_int_equal(wr_bwm_read(findings->context, findings->arena, source, &mesh), WR_OK);
    return mesh;
}

/* MDLOps wrote the text out of the binary file, with seven digits. */
static void assert_same_mesh(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->face_count, b->face_count);
    assert_int_equal(a->kind, b->kind);
    assert_near(wr_distance(a->position, b->position), 0, 1e-5);
    for (int i = 0; i < 2; i++)
        assert_near(wr_distance(a->relative_hooks[i], b->relative_hooks[i]), 0, 1e-5);
    for (uint32_t v = 0; v < a->vertex_count; v++)
        assert_near(wr_distance(a->vertices[v], b->vertices[v]), 0, 1e-5);
    assert_memory_equal(a->faces, b->faces, a->face_count * sizeof *a->faces);
    assert_memory_equal(a->materials, b->materials, 4 * a->face_count);
    assert_int_equal(a->edge_count, b->edge_count);
    assert_memory_equal(a->edges, b->edges, a->edge_count * sizeof *a->edges);
}

static void texts_of_real_walkmeshes_are_what_they_were_made_of(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = real(&findings, "m44aa_23a-ascii.wok");
    assert_int_equal(ascii_count_links(set.meshes[0]), 1);
    assert_same_mesh(set.meshes[0], real_binary(&findings, "wok", "m44aa_23a.wok"));
    set = real(&findings, "plc_fccage2-ascii.pwk");
    assert_same_mesh(set.meshes[0], real_binary(&findings, "pwk", "plc_fccage2.pwk"));
    set = real(&findings, "unk_bed-ascii.pwk");
    assert_same_mesh(set.meshes[0], real_binary(&findings, "pwk", "unk_bed.pwk"));
    assert_said(&findings, "");
    findings_end(&findings);
}

static void real_models_have_the_walkmesh_that_was_counted(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t vertices, faces, links; /* vertices after welding. Facts: ascii-wok */
    } rows[] = {
        {"m44aa_15a.mdl.ascii", 47, 74, 1}, {"m44aa_15a-ascii.mdl", 47, 74, 0},
        {"m44aa_17a.mdl.ascii", 44, 63, 2}, {"m44aa_04a.mdl.ascii", 50, 80, 1},
        {"m44aa_05a.mdl.ascii", 38, 0, 1},  {"m44aa_04a-ascii.mdl", 50, 80, 0},
    };
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct wr_walkmesh_set set = real(&findings, rows[i].name);
        const struct wr_walkmesh *mesh = set.meshes[0];
        assert_int_equal(mesh->vertex_count, rows[i].vertices);
        if (rows[i].faces)
            assert_int_equal(mesh->face_count, rows[i].faces);
        assert_int_equal(ascii_count_links(mesh), rows[i].links);
        bool placed = strstr(rows[i].name, ".ascii") != NULL; /* MDLOps writes no layout */
        assert_int_equal(strstr(findings_said(&findings), "ascii-not-placed") == NULL, placed);
    }
    findings_end(&findings);
}

static void texts_of_neverwinter_nights_are_understood(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = real(&findings, "nwn1_udp2_a01_01.wok");
    assert_string_equal(set.name, "udp2_a01_01");
    assert_int_equal(set.kind, WR_WOK);
    assert_int_equal(set.meshes[0]->walkable_count, 2);
    set = real(&findings, "nwn1_bhp_alch2c.pwk");
    assert_int_equal(set.kind, WR_PWK);
    assert_near(set.meshes[0]->relative_hooks[1].y, 0.435466, 1e-6);
    set = real(&findings, "nwn1_nw2bed2.pwk");
    assert_int_equal(set.kind, WR_PWK);
    assert_int_equal(set.meshes[0]->face_count, 5);
    set = real(&findings, "nwn1_zdr_single_a19.dwk");
    assert_int_equal(set.kind, WR_DWK);
    assert_int_equal(wr_set_count(&set), 3);
    assert_near(set.meshes[0]->vertices[0].x, 1.26342, 1e-4); /* a quarter turn */
    assert_near(set.meshes[0]->vertices[0].y, -0.248705, 1e-4);
    assert_near(set.meshes[2]->relative_hooks[0].y, 1.86512, 1e-6);
    findings_end(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_room_comes_back_to_the_byte),
        cmocka_unit_test(any_placeable_and_door_comes_back_to_the_byte),
        cmocka_unit_test(ten_links_and_more_are_written_without_a_count),
        cmocka_unit_test(what_is_written_is_what_other_programs_look_for),
        cmocka_unit_test(a_room_comes_back_from_a_model),
        cmocka_unit_test(texts_of_real_walkmeshes_are_what_they_were_made_of),
        cmocka_unit_test(real_models_have_the_walkmesh_that_was_counted),
        cmocka_unit_test(texts_of_neverwinter_nights_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
