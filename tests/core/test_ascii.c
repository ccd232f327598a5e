/* ASCII walkmeshes and models are read: every rule of formats/ascii-wok. */
#include "tests/support/ascii_made.h"
#include "tests/support/meshes.h"

static int32_t transition_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].edge == edge)
            return mesh->edges[i].transition;
    return -2;
}

static void a_room_stands_in_the_area_and_keeps_its_position_beside(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR "roomlinks 1\n  0 16\nendnode\n");
    const struct wr_walkmesh *mesh = set.meshes[0];
    assert_string_equal(set.name, "hall");
    assert_int_equal(set.kind, WR_WOK);
    assert_int_equal(mesh->kind, WR_WOK);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->walkable_count, 1);
    assert_true(mesh->position.x == 7.5f && mesh->position.y == -2);
    assert_true(mesh->vertices[2].x == 2 && mesh->vertices[2].z == 0);
    assert_int_equal(mesh->materials[0], STONE);
    assert_int_equal(transition_of(mesh, 0), 16);
    assert_int_equal(transition_of(mesh, 1), -1);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void what_exporters_add_is_passed_over(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(
        &findings,
        "\xef\xbb\xbf# exported\r\n\tfiledependancy hall.max # why\r\n\r\n"
        "node trimesh hall_wg # a mesh\r\n  parent hall\r\n  render 0\r\n  inv_count 3\r\n"
        "  wirecolor 1 1 1\r\n  dirt_texture 1\r\n  position 1e0 2.5E-01 -1.0e-08\r\n"
        "  verts 3 # three\r\n\t0 0\t0 # a corner\r\n# between\r\n    1e+00 0 7.15e-007\r\n"
        "    0 +1 .0\r\n"
        "  faces 1\r\n    0 1 2  512  0 1 2  4\r\n  tverts 3\r\n    0 0\r\n    1 0 0\r\n    0 "
        "1\r\n"
        "  aabb 0 0 0 1 1 0 0\r\n    0 0 0 1 1 0 -1\r\n  colors 2\r\n    1 1 1\r\n    0 0 0\r\n"
        "  roomlinks\r\n    0 3\r\n    2 4\r\n  endlist\r\nendnode\r\n# done\r\n");
    const struct wr_walkmesh *mesh = set.meshes[0];
    assert_int_equal(mesh->face_count, 1);
    assert_true(mesh->position.y == 0.25f && mesh->position.z == -1e-8f);
    assert_int_equal(transition_of(mesh, 0), 3);
    assert_int_equal(transition_of(mesh, 2), 4);
    assert_said(&findings, "");
    findings_end(&findings);
}

/* ---- Links ---------------------------------------------------------------------------------
 */

/* MDLedit counts every edge of the border, and lists those that are linked. */
static void a_count_of_links_may_be_too_large(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR
                                              "roomlinks 4000000000\n  0 16\nendnode\n");
    assert_int_equal(ascii_count_links(set.meshes[0]), 1);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void links_behind_the_count_are_left_out_and_named(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR
                                              "roomlinks 1\n  0 16\n  1 17\n  2 5\nendnode\n");
    assert_int_equal(ascii_count_links(set.meshes[0]), 1);
    assert_said(
        &findings,
        "14:1: warning [ascii-links-more] more links follow than the count says, and "
        "are left out (count them, or leave the count out and end them by `endlist`)\n");
    findings_end(&findings);
}

static void links_on_no_border_are_left_out_and_counted(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR
                     "roomlinks\n 3 1\n 77 1\n 0 2\n 1 -1\nendlist\nendnode\n");
    assert_int_equal(ascii_count_links(set.meshes[0]), 1);
    assert_said(
        &findings,
        "1:1: warning [ascii-links-dropped] 2 links to rooms are left out: no open edge of a "
        "walkable face is there (a link lies on the border of what can be walked: edge 3 * "
        "face + side)\n");
    findings_end(&findings);
}

#define MIXED ASCII_SQUARE "faces 2\n  0 1 2 1 0 0 0 7\n  0 2 3 1 0 0 0 4\n"

static void links_of_unsorted_faces_are_read_as_they_fit(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        ascii_set_of(&findings, ASCII_WOK_START MIXED "roomlinks 1\n1 9\nendnode");
    assert_int_equal(transition_of(set.meshes[0], 1), 9); /* as MDLOps counts */
    assert_said(&findings, "");
    set = ascii_set_of(&findings, ASCII_WOK_START MIXED
                       "roomlinks 1\n4 9\nendnode"); /* as KOTORMax does */
    assert_int_equal(transition_of(set.meshes[0], 1), 9);
    assert_said(&findings, "1:1: note [ascii-links-listed] its links count faces as they are "
                           "listed, where other programs count walkable ones first\n");
    findings_end(&findings);
}

/* ---- Models --------------------------------------------------------------------------------
 */

static void a_models_walkmesh_is_welded_and_stands_where_its_parents_say(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    assert_true(wr_ascii_recognise_model((const uint8_t *)ascii_model, sizeof ascii_model - 1));
    assert_false(wr_ascii_recognise((const uint8_t *)ascii_model, sizeof ascii_model - 1));
    struct wr_walkmesh_set set = ascii_set_of(&findings, ascii_model);
    const struct wr_walkmesh *mesh = set.meshes[0];
    assert_string_equal(set.name, "hall");
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->face_count, 2);
    assert_int_equal(mesh->walkable_count, 1);
    assert_near(mesh->position.x, 10, 1e-5);
    assert_near(mesh->position.y, 1, 1e-5);
    assert_near(mesh->position.z, 2, 1e-5);
    assert_near(mesh->vertices[1].x, 110, 1e-4); /* 2 along x is 2 along y */
    assert_near(mesh->vertices[1].y, 53, 1e-4);
    assert_int_equal(mesh->materials[0], STONE);
    assert_int_equal(transition_of(mesh, 1), 25); /* counted among all faces, in their order */
    assert_said(&findings,
                "23:1: warning [ascii-dropped] 1 faces without area were left out\n");
    findings_end(&findings);
}

static void a_model_that_does_not_say_where_it_stands_is_told_of(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    ascii_set_of(&findings, "newmodel a\nnode aabb w\n" ASCII_SQUARE "endnode\n");
    assert_said(&findings,
                "2:1: warning [ascii-not-placed] the model does not say where it stands in the "
                "area: its walkmesh stands about the model's own origin (write `layoutposition "
                "x y z` below `beginmodelgeom`, as the LYT has it)\n");
    findings_end(&findings);
}

static void parents_in_a_circle_or_behind_are_none(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(
        &findings, "newmodel a\nlayoutposition 0 0 0\nnode dummy a\nparent b\nposition 5 "
                   "0 0\nendnode\nnode dummy b\nparent a\nposition 1 0 0\nendnode\nnode "
                   "aabb w\nparent b\nposition 0 3 0\n" ASCII_SQUARE "endnode\n");
    assert_near(set.meshes[0]->position.x, 6, 0);
    assert_near(set.meshes[0]->position.y, 3, 0);
    findings_end(&findings);
}

/* ---- Placeables and doors ------------------------------------------------------------------
 */

static void a_placeable_has_hooks_and_a_position(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(
        &findings, "node dummy chair_pwk\n  parent chair\nendnode\n"
                   "node dummy pwk_use02\n  parent chair_pwk\n  position 1 0 0\nendnode\n"
                   "node trimesh chair_wg\n  parent chair_pwk\n  position 0 0 0.5\n"
                   "  orientation 0 0 1 3.14159274\n" ASCII_FLOOR
                   "endnode\nnode dummy PWK_USE01\n  position 0 -1 0\nendnode\n");
    const struct wr_walkmesh *mesh = set.meshes[0];
    assert_int_equal(set.kind, WR_PWK);
    assert_string_equal(set.name, "chair");
    assert_int_equal(mesh->kind, WR_PWK);
    assert_near(mesh->position.z, 0.5, 0);
    assert_near(mesh->relative_hooks[0].y, -1, 0);
    assert_near(mesh->relative_hooks[1].x, 1, 0);
    assert_near(mesh->absolute_hooks[0].y, 0, 0);
    assert_near(mesh->vertices[2].x, -2, 1e-5); /* the turn is in the vertices */
    assert_near(mesh->vertices[2].y, -2, 1e-5);
    assert_int_equal(mesh->edge_count, 0);
    assert_int_equal(mesh->materials[1], NONWALK); /* faces stay in order */
    findings_end(&findings);
}

static void a_door_has_up_to_three_states(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = ascii_set_of(
        &findings, "node dummy 19_DWK_dp_open2_01\nparent gate_DWK\nposition 1 2 3\n"
                   "endnode\nnode trimesh md_DWK_wg_open2\nparent gate_DWK\nposition 0 0 "
                   "10\n" ASCII_FLOOR "endnode\n"
                   "node trimesh md_DWK_wg_closed\nparent gate_DWK\n" ASCII_SQUARE "endnode\n");
    assert_int_equal(set.kind, WR_DWK);
    assert_string_equal(set.name, "gate");
    assert_int_equal(wr_set_count(&set), 2);
    assert_null(set.meshes[WR_DOOR_OPEN1]);
    assert_int_equal(set.meshes[WR_DOOR_CLOSED]->face_count, 0);
    const struct wr_walkmesh *open = set.meshes[WR_DOOR_OPEN2];
    assert_int_equal(open->kind, WR_DWK);
    assert_near(open->relative_hooks[0].z, 3, 0);
    assert_near(open->absolute_hooks[0].z, 13, 0);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void the_mesh_that_is_named_so_is_the_walkmesh(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        ascii_set_of(&findings, "node trimesh looks\n" ASCII_SQUARE
                                "endnode\n" ASCII_WOK_START ASCII_FLOOR "endnode\n"
                                "node trimesh more\n" ASCII_SQUARE "endnode\n");
    assert_int_equal(set.meshes[0]->face_count, 2);
    assert_said(&findings,
                "1:1: warning [ascii-passed-over] 'looks' is a second walkmesh, and is passed "
                "over (one walkmesh is read: that of the node `..._wg`, or else the first)\n"
                "22:1: warning [ascii-passed-over] 'more' is a second walkmesh, and is passed "
                "over (one walkmesh is read: that of the node `..._wg`, or else the first)\n");
    findings_end(&findings);
}

static void names_of_parts_are_known_in_any_case(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct wr_set_part part;
        bool known;
    } rows[] = {
        {"x_wg", {WR_WOK, WR_DOOR_CLOSED, 0}, true},
        {"lounge_WG.001", {WR_WOK, WR_DOOR_CLOSED, 0}, true},
        {"md_DWK_wg_open1", {WR_DWK, WR_DOOR_OPEN1, 0}, true},
        {"MD_dwk_WG_CLOSED.002", {WR_DWK, WR_DOOR_CLOSED, 0}, true},
        {"19_DWK_dp_open2_01", {WR_DWK, WR_DOOR_OPEN2, 1}, true},
        {"19_DWK_dp_closed_02", {WR_DWK, WR_DOOR_CLOSED, 2}, true},
        {"pwk_use01", {WR_PWK, WR_DOOR_CLOSED, 1}, true},
        {"house_pwk_wg_pwk_use02.001", {WR_PWK, WR_DOOR_CLOSED, 2}, true},
        {"pwk_dp_use_02", {WR_PWK, WR_DOOR_CLOSED, 2}, true},
        {"use03", {WR_WOK, WR_DOOR_CLOSED, 0}, false},
        {"", {WR_WOK, WR_DOOR_CLOSED, 0}, false},
        {"hall", {WR_WOK, WR_DOOR_CLOSED, 0}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct wr_set_part part;
        assert_int_equal(wr_set_part_named(wr_view_of(rows[i].name), &part), rows[i].known);
        if (rows[i].known) {
            assert_int_equal(part.kind, rows[i].part.kind);
            assert_int_equal(part.state, rows[i].part.state);
            assert_int_equal(part.hook, rows[i].part.hook);
        }
    }
}

/* A name that holds what tools look for would make a room something else. */
static void a_room_stays_a_room_whatever_it_is_called(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"spwk01", "spwk01"},     {"box_Ppwk", "box_Ppwk"},  {"box_PWK", "walkmesh"},
        {"gate_dwk", "walkmesh"}, {"wg_closed", "walkmesh"}, {"house01", "house01"},
        {"a_use01", "a_use01"},   {"hall_wg", "hall_wg"},    {"wg_open1_use01", "walkmesh"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct findings findings;
        struct wr_bytes text = {0};
        struct wr_walkmesh_set back;
        findings_start(&findings);
        struct wr_walkmesh_set set =
            ascii_set_of(&findings, ASCII_WOK_START ASCII_FLOOR "endnode\n");
        set.name = names[i][0];
        assert_int_equal(wr_ascii_write(findings.context, &set, &text), WR_OK);
        struct wr_source source = {"x.wok", text.data, text.size, false};
        assert_int_equal(ascii_read_set(&findings, &source, &back), WR_OK);
        assert_int_equal(back.kind, WR_WOK);
        assert_string_equal(back.name, names[i][1]);
        wr_bytes_finish(&text);
        findings_end(&findings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_stands_in_the_area_and_keeps_its_position_beside),
        cmocka_unit_test(what_exporters_add_is_passed_over),
        cmocka_unit_test(a_count_of_links_may_be_too_large),
        cmocka_unit_test(links_behind_the_count_are_left_out_and_named),
        cmocka_unit_test(links_on_no_border_are_left_out_and_counted),
        cmocka_unit_test(links_of_unsorted_faces_are_read_as_they_fit),
        cmocka_unit_test(a_models_walkmesh_is_welded_and_stands_where_its_parents_say),
        cmocka_unit_test(a_model_that_does_not_say_where_it_stands_is_told_of),
        cmocka_unit_test(parents_in_a_circle_or_behind_are_none),
        cmocka_unit_test(a_placeable_has_hooks_and_a_position),
        cmocka_unit_test(a_door_has_up_to_three_states),
        cmocka_unit_test(the_mesh_that_is_named_so_is_the_walkmesh),
        cmocka_unit_test(names_of_parts_are_known_in_any_case),
        cmocka_unit_test(a_room_stays_a_room_whatever_it_is_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
