/* ASCII walkmeshes and models that are broken, lie or end too early. */
#include "tests/support/ascii_made.h"
#include "tests/support/damage.h"
#include "tests/support/vast.h"

static void assert_refused(const char *text, const char *said)
{
    struct findings findings;
    struct wr_walkmesh_set set;
    findings_start(&findings);
    assert_int_not_equal(ascii_read_set(&findings, findings_text(&findings, text), &set),
                         WR_OK);
    assert_said(&findings, said);
    findings_end(&findings);
}

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
        "node trimesh a\n" ASCII_SQUARE "faces 2\n 0 1 2 1 4\n 0 1 9 1 0 0 0 4\nendnode\n",
        "8:2: error [ascii-face] '0' starts a face that does not have 8 columns (v0 "
        "v1 v2, smoothing, t0 t1 t2, material)\n"
        "9:2: error [ascii-index] '0' starts a face with a vertex that its node does "
        "not have (vertices count from 0, and come before the faces)\n");
    assert_refused("node trimesh a\n" ASCII_SQUARE "faces 1\n 0 1 -2 1 0 0 0 4\nendnode\n",
                   "8:6: error [ascii-face] '-2' is no whole number of a vertex or a material "
                   "(v0 v1 v2, smoothing, t0 t1 t2, material)\n");
    assert_refused("node trimesh a\n" ASCII_SQUARE ASCII_SQUARE "endnode\n",
                   "7:1: error [ascii-twice] 'verts' is there a second time in its node\n");
    assert_refused("node trimesh a\n" ASCII_FLOOR "roomlinks 1\n 1.5 2\nendnode\n",
                   "11:2: error [ascii-link] '1.5' starts a link that is no edge and room (an "
                   "edge is 3 * face + side, a room its place in the LYT)\n");
    assert_refused("node trimesh a\n" ASCII_FLOOR,
                   "1:14: error [ascii-node] 'a' is a node that no `endnode` ends\n");
    assert_refused("node trimesh\nendnode\n",
                   "1:1: error [ascii-node] 'node' starts a node that has no type and name "
                   "(write `node trimesh NAME`)\n");
    assert_refused("beginwalkmeshgeom a\nnode aabb a\nposition 3e38 0 0\nverts 1\n3e38 0 0\n"
                   "endnode\n",
                   "2:1: error [ascii-far] part of it lies beyond all numbers of a walkmesh "
                   "(move it near the origin)\n");
    assert_refused("newmodel a\nbeginmodelgeom a\nlayoutposition -3e38 0 0\n"
                   "node dummy a\nparent NULL\nposition 3e38 0 0\nendnode\n"
                   "node aabb b\nparent a\nposition 3e38 0 0\nverts 1\n-3e38 0 0\nendnode\n"
                   "endmodelgeom a\ndonemodel a\n",
                   "8:1: error [ascii-far] part of it lies beyond all numbers of a walkmesh "
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
    assert_int_equal(ascii_read_set(&findings, &vast, &set), WR_LIMIT);
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
    assert_int_not_equal(ascii_read_set(&findings, findings_bytes(&findings, text, LONG), &set),
                         WR_OK);
    memset(text, ' ', LONG);
    memcpy(text, "node trimesh a\nverts 1\n 0", 25);
    memcpy(text + LONG - 12, " 0 0\nendnode", 12);
    assert_int_equal(ascii_read_set(&findings, findings_bytes(&findings, text, LONG), &set),
                     WR_OK);
    free(text);
    findings_end(&findings);
}

static const char whole[] =
    "# a\r\nnode dummy pwk_use01\n parent a_pwk\n position 1 -2.5 3e-1\nendnode\n"
    "node trimesh a_wg\n parent a_pwk\n position 0.5 0 0\n orientation 0 0 1 0.5\n" ASCII_FLOOR
    " aabb 0 0 0 1 1 1 -1\n 0 0 0 1 1 1 0\nroomlinks 2\n 0 3\n 2 4\nendnode\n";

static enum wr_result read_whole(struct findings *findings, const struct wr_source *source)
{
    struct wr_walkmesh_set set;
    return ascii_read_set(findings, source, &set);
}

static void damage_is_survived(void **state)
{
    (void)state;
    damage_survive(read_whole, whole, sizeof whole - 1);
    damage_survive(read_whole, ascii_model, sizeof ascii_model - 1);
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
    damage_starve(read_whole, ascii_model, sizeof ascii_model - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_named_with_line_and_column),
        cmocka_unit_test(counts_that_lie_take_no_memory),
        cmocka_unit_test(a_text_that_is_too_large_is_not_begun),
        cmocka_unit_test(endless_lines_are_read_once),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(a_changed_byte_is_read_or_refused),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
