/* ASCII walkmeshes and models: every rule of formats/ascii-wok, made files and real ones. */
#include "core/ascii/ascii.h"
#include "core/format/bwm.h"
#include "tests/support/damage.h"
#include "tests/support/terrain.h"
#include "tests/support/vast.h"

/* ---- Reading -------------------------------------------------------------------------------
 */

static enum wr_result read_set(struct findings *findings, const struct wr_source *source,
                               struct wr_walkmesh_set *set)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_ascii *ascii;
    *set = (struct wr_walkmesh_set){0};
    enum wr_result result = wr_ascii_read(findings->context, findings->arena, source, &ascii);
    return result == WR_OK
               ? wr_ascii_walkmeshes(findings->context, findings->arena, ascii, &surfaces, set)
               : result;
}

static struct wr_walkmesh_set set_of(struct findings *findings, const char *text)
{
    struct wr_walkmesh_set set;
    if (read_set(findings, findings_text(findings, text), &set) != WR_OK)
        fail_msg("%s", findings_said(findings));
    return set;
}

static void assert_refused(const char *text, const char *said)
{
    struct findings findings;
    struct wr_walkmesh_set set;
    findings_start(&findings);
    assert_int_not_equal(read_set(&findings, findings_text(&findings, text), &set), WR_OK);
    assert_said(&findings, said);
    findings_end(&findings);
}

#define WOK_START                                                                              \
    "node trimesh hall_wg\n  parent hall\n  position 7.5 -2.0 0.25\n"                          \
    "  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n"
#define SQUARE "verts 4\n  0 0 0\n  2 0 0\n  2 2 0\n  0 2 0\n"
#define FLOOR SQUARE "faces 2\n  0 1 2 1 0 0 0 4\n  0 2 3 1 0 0 0 7\n"

static int32_t transition_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].edge == edge)
            return mesh->edges[i].transition;
    return -2;
}

static uint32_t count_links(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition >= 0;
    return count;
}

static void a_room_stands_in_the_area_and_keeps_its_position_beside(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        set_of(&findings, WOK_START FLOOR "roomlinks 1\n  0 16\nendnode\n");
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
    struct wr_walkmesh_set set = set_of(
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
    struct wr_walkmesh_set set =
        set_of(&findings, WOK_START FLOOR "roomlinks 4000000000\n  0 16\nendnode\n");
    assert_int_equal(count_links(set.meshes[0]), 1);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void links_behind_the_count_are_left_out_and_named(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set =
        set_of(&findings, WOK_START FLOOR "roomlinks 1\n  0 16\n  1 17\n  2 5\nendnode\n");
    assert_int_equal(count_links(set.meshes[0]), 1);
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
    struct wr_walkmesh_set set = set_of(
        &findings, WOK_START FLOOR "roomlinks\n 3 1\n 77 1\n 0 2\n 1 -1\nendlist\nendnode\n");
    assert_int_equal(count_links(set.meshes[0]), 1);
    assert_said(
        &findings,
        "1:1: warning [ascii-links-dropped] 2 links to rooms are left out: no open edge of a "
        "walkable face is there (a link lies on the border of what can be walked: edge 3 * "
        "face + side)\n");
    findings_end(&findings);
}

#define MIXED SQUARE "faces 2\n  0 1 2 1 0 0 0 7\n  0 2 3 1 0 0 0 4\n"

static void links_of_unsorted_faces_are_read_as_they_fit(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh_set set = set_of(&findings, WOK_START MIXED "roomlinks 1\n1 9\nendnode");
    assert_int_equal(transition_of(set.meshes[0], 1), 9); /* as MDLOps counts */
    assert_said(&findings, "");
    set = set_of(&findings, WOK_START MIXED "roomlinks 1\n4 9\nendnode"); /* as KOTORMax does */
    assert_int_equal(transition_of(set.meshes[0], 1), 9);
    assert_said(&findings, "1:1: note [ascii-links-listed] its links count faces as they are "
                           "listed, where other programs count walkable ones first\n");
    findings_end(&findings);
}

/* ---- Models --------------------------------------------------------------------------------
 */

static const char model[] =
    "# MODEL ASCII\nnewmodel hall\nsetsupermodel hall NULL\nclassification other\n"
    "beginmodelgeom hall\n  bmin -5 -5 -1\n  layoutposition 100 50 -1.0e-08\n"
    "node dummy hall\n  parent NULL\nendnode\n"
    "node dummy turned\n  parent hall\n  position 10 0 0\n"
    "  orientation 0 0 1 1.57079637\nendnode\n"
    "node trimesh seen\n  parent hall\n  verts 1\n    nan 0 0\n  faces 1\n    0 0 0 "
    "x\nendnode\n"
    "node aabb walk\n  parent turned\n  position 1 0 2\n  verts 6\n    0 0 0\n    2 0 0\n"
    "    2 2 0\n    0 0 0\n    2 2 0\n    0 2 0\n  faces 3\n"
    "    0 1 2 1 0 1 2 7\n    3 4 5 1 3 4 5 4\n    0 0 1 1 0 0 1 4\n"
    "  roomlinks\n    4 25\n  endlist\nendnode\nendmodelgeom hall\n"
    "newanim pause hall\nnode dummy walk\n  parent hall\n  position 99 99 99\nendnode\n"
    "doneanim pause hall\ndonemodel hall\n";

static void a_models_walkmesh_is_welded_and_stands_where_its_parents_say(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    assert_true(wr_ascii_recognise_model((const uint8_t *)model, sizeof model - 1));
    assert_false(wr_ascii_recognise((const uint8_t *)model, sizeof model - 1));
    struct wr_walkmesh_set set = set_of(&findings, model);
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
    set_of(&findings, "newmodel a\nnode aabb w\n" SQUARE "endnode\n");
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
    struct wr_walkmesh_set set = set_of(
        &findings, "newmodel a\nlayoutposition 0 0 0\nnode dummy a\nparent b\nposition 5 "
                   "0 0\nendnode\nnode dummy b\nparent a\nposition 1 0 0\nendnode\nnode "
                   "aabb w\nparent b\nposition 0 3 0\n" SQUARE "endnode\n");
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
    struct wr_walkmesh_set set = set_of(
        &findings, "node dummy chair_pwk\n  parent chair\nendnode\n"
                   "node dummy pwk_use02\n  parent chair_pwk\n  position 1 0 0\nendnode\n"
                   "node trimesh chair_wg\n  parent chair_pwk\n  position 0 0 0.5\n"
                   "  orientation 0 0 1 3.14159274\n" FLOOR
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
    struct wr_walkmesh_set set = set_of(
        &findings, "node dummy 19_DWK_dp_open2_01\nparent gate_DWK\nposition 1 2 3\n"
                   "endnode\nnode trimesh md_DWK_wg_open2\nparent gate_DWK\nposition 0 0 "
                   "10\n" FLOOR "endnode\n"
                   "node trimesh md_DWK_wg_closed\nparent gate_DWK\n" SQUARE "endnode\n");
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
        set_of(&findings, "node trimesh looks\n" SQUARE "endnode\n" WOK_START FLOOR "endnode\n"
                          "node trimesh more\n" SQUARE "endnode\n");
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
    static const char *const names[][2] = {{"spwk01", "spwk01"},      {"box_Ppwk", "box_Ppwk"},
                                           {"box_PWK", "walkmesh"},   {"gate_dwk", "walkmesh"},
                                           {"wg_closed", "walkmesh"}, {"house01", "house01"},
                                           {"a_use01", "a_use01"},    {"hall_wg", "hall_wg"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct findings findings;
        struct wr_bytes text = {0};
        struct wr_walkmesh_set back;
        findings_start(&findings);
        struct wr_walkmesh_set set = set_of(&findings, WOK_START FLOOR "endnode\n");
        set.name = names[i][0];
        assert_int_equal(wr_ascii_write(findings.context, &set, &text), WR_OK);
        struct wr_source source = {"x.wok", text.data, text.size, false};
        assert_int_equal(read_set(&findings, &source, &back), WR_OK);
        assert_int_equal(back.kind, WR_WOK);
        assert_string_equal(back.name, names[i][1]);
        wr_bytes_finish(&text);
        findings_end(&findings);
    }
}

/* ---- Bad input -----------------------------------------------------------------------------
 */

static void each_fault_is_named_with_line_and_column(void **state)
{
    (void)state;
    assert_refused(
        "# nothing\nnode dummy a\nendnode\n",
        "0:0: error [ascii-empty] the text has no walkmesh (it is a `node trimesh`)\n");
    assert_refused("newmodel a\nnode trimesh a\nendnode\n",
                   "0:0: error [ascii-empty] the text has no walkmesh (a room's is a `node "
                   "aabb`)\n");
    assert_refused("node trimesh a\nverts 2\n 0 0 0\nfaces 0\nendnode\n",
                   "2:1: error [ascii-count] 'verts' has fewer rows than it says\n");
    assert_refused("node trimesh a\nverts 1\n 0 0 0\n 1 1 1\n 2 2 2\nendnode\n",
                   "2:1: error [ascii-count] 'verts' has more rows than it says\n");
    assert_refused("node trimesh a\nverts -1\n 0 0 0\nendnode\n",
                   "2:7: error [ascii-count] '-1' is no count\n");
    assert_refused("node trimesh a\nverts\n 0 0 0\nendnode\n",
                   "2:1: error [ascii-count] 'verts' does not say how many rows it has\n");
    assert_refused("node trimesh a\nverts 3\n NaN 0 0\n 0 inf 0\n 0 1e39 0\nendnode\n",
                   "3:2: error [ascii-number] 'NaN' is not a finite number\n"
                   "4:4: error [ascii-number] 'inf' is not a finite number\n"
                   "5:4: error [ascii-number] '1e39' is not a finite number\n");
    assert_refused("node trimesh a\nposition 1 2\nverts 1\n 1 2\nendnode\n",
                   "2:1: error [ascii-row] 'position' starts a line that has too few numbers\n"
                   "4:2: error [ascii-row] '1' starts a line that has too few numbers\n");
    assert_refused("node trimesh a\nposition 0 0 0\n 7 7\nendnode\n",
                   "3:2: error [ascii-row] '7' starts a row where no list is open\n");
    assert_refused(
        "node trimesh a\n" SQUARE "faces 2\n 0 1 2 1 4\n 0 1 9 1 0 0 0 4\nendnode\n",
        "8:2: error [ascii-face] '0' starts a face that does not have 8 columns (v0 "
        "v1 v2, smoothing, t0 t1 t2, material)\n"
        "9:2: error [ascii-index] '0' starts a face with a vertex that its node does "
        "not have (vertices count from 0, and come before the faces)\n");
    assert_refused("node trimesh a\n" SQUARE "faces 1\n 0 1 -2 1 0 0 0 4\nendnode\n",
                   "8:6: error [ascii-face] '-2' is no whole number of a vertex or a material "
                   "(v0 v1 v2, smoothing, t0 t1 t2, material)\n");
    assert_refused("node trimesh a\n" SQUARE SQUARE "endnode\n",
                   "7:1: error [ascii-twice] 'verts' is there a second time in its node\n");
    assert_refused("node trimesh a\n" FLOOR "roomlinks 1\n 1.5 2\nendnode\n",
                   "11:2: error [ascii-link] '1.5' starts a link that is no edge and room (an "
                   "edge is 3 * face + side, a room its place in the LYT)\n");
    assert_refused("node trimesh a\n" FLOOR,
                   "1:14: error [ascii-node] 'a' is a node that no `endnode` ends\n");
    assert_refused("node trimesh\nendnode\n",
                   "1:1: error [ascii-node] 'node' starts a node that has no type and name "
                   "(write `node trimesh NAME`)\n");
    assert_refused("beginwalkmeshgeom a\nnode aabb a\nposition 3e38 0 0\nverts 1\n3e38 0 0\n"
                   "endnode\n",
                   "2:1: error [ascii-far] part of it lies beyond all numbers of a walkmesh "
                   "(move it near the origin)\n");
}

static void counts_that_lie_take_no_memory(void **state)
{
    (void)state;
    assert_refused("node trimesh a\nverts 4294967295\n 0 0 0\nfaces 4294967295\nendnode\n",
                   "2:1: error [ascii-count] 'verts' has fewer rows than it says\n"
                   "4:1: error [ascii-count] 'faces' has fewer rows than it says\n");
}

static void a_text_that_is_too_large_is_not_begun(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_walkmesh_set set;
    findings_start(&findings);
    struct wr_source vast = vast_source("node trimesh a\n", 15, ((size_t)1 << 30) + 1);
    vast.binary = false;
    assert_int_equal(read_set(&findings, &vast, &set), WR_LIMIT);
    assert_said(&findings, "0:0: error [ascii-too-large] a walkmesh may have at most 1 GiB of "
                           "text, this one has 1073741825 bytes (cut it into several rooms)\n");
    vast_end(&vast);
    findings_end(&findings);
}

static void endless_lines_are_read_once(void **state)
{
    (void)state;
    enum { LONG = 1 << 22 };
    struct findings findings;
    struct wr_walkmesh_set set;
    findings_start(&findings);
    char *text = malloc(LONG + 1);
    memset(text, 'a', LONG);
    memcpy(text, "node trimesh ", 13);
    assert_int_not_equal(read_set(&findings, findings_bytes(&findings, text, LONG), &set),
                         WR_OK);
    memset(text, ' ', LONG);
    memcpy(text, "node trimesh a\nverts 1\n 0", 25);
    memcpy(text + LONG - 12, " 0 0\nendnode", 12);
    assert_int_equal(read_set(&findings, findings_bytes(&findings, text, LONG), &set), WR_OK);
    free(text);
    findings_end(&findings);
}

static const char whole[] =
    "# a\r\nnode dummy pwk_use01\n parent a_pwk\n position 1 -2.5 3e-1\nendnode\n"
    "node trimesh a_wg\n parent a_pwk\n position 0.5 0 0\n orientation 0 0 1 0.5\n" FLOOR
    " aabb 0 0 0 1 1 1 -1\n 0 0 0 1 1 1 0\nroomlinks 2\n 0 3\n 2 4\nendnode\n";

static enum wr_result read_whole(struct findings *findings, const struct wr_source *source)
{
    struct wr_walkmesh_set set;
    return read_set(findings, source, &set);
}

static void damage_is_survived(void **state)
{
    (void)state;
    damage_survive(read_whole, whole, sizeof whole - 1);
    damage_survive(read_whole, model, sizeof model - 1);
}

static void a_changed_byte_is_read_or_refused(void **state)
{
    (void)state;
    char text[sizeof whole];
    for (size_t at = 0; at + 1 < sizeof whole; at++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, whole, sizeof whole);
            text[at] = (char)byte;
            damage_try(read_whole, text, sizeof whole - 1);
        }
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    damage_starve(read_whole, whole, sizeof whole - 1);
    damage_starve(read_whole, model, sizeof model - 1);
}

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
    if (read_set(findings, &source, &back) != WR_OK)
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
        set_of(&findings, WOK_START FLOOR "roomlinks 1\n0 3\nendnode\n");
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
        assert_int_equal(read_set(&findings, &source, &back), WR_OK);
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

static const char *corpus_path(struct wr_arena *arena, const char *folder, const char *name)
{
    const char *path = corpus_folder(arena, folder);
    if (!path)
        skip();
    return wr_path_join(arena, path, name);
}

static struct wr_walkmesh_set real(struct findings *findings, const char *name)
{
    struct wr_source *source = WR_TAKE(findings->arena, struct wr_source, 1);
    struct wr_walkmesh_set set;
    const char *path = corpus_path(findings->arena, "ascii", name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, source), WR_OK);
    if (read_set(findings, source, &set) != WR_OK)
        fail_msg("%s: %s", name, findings_said(findings));
    return set;
}

static struct wr_walkmesh *real_binary(struct findings *findings, const char *folder,
                                       const char *name)
{
    struct wr_source *source = WR_TAKE(findings->arena, struct wr_source, 1);
    struct wr_walkmesh *mesh;
    const char *path = corpus_path(findings->arena, folder, name);
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
    assert_int_equal(count_links(set.meshes[0]), 1);
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
        assert_int_equal(count_links(mesh), rows[i].links);
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
        cmocka_unit_test(each_fault_is_named_with_line_and_column),
        cmocka_unit_test(counts_that_lie_take_no_memory),
        cmocka_unit_test(a_text_that_is_too_large_is_not_begun),
        cmocka_unit_test(endless_lines_are_read_once),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(a_changed_byte_is_read_or_refused),
        cmocka_unit_test(running_out_of_memory_is_reported),
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
