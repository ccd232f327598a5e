/* The comparison of a built room with its kit's room: turned, mirrored and moved rooms pass,
   doorways may give way a little, and everything else is noticed. */
#include "tests/oracle/module.h"
#include "tests/oracle/sample.h"
#include "tests/support/test.h"

/* (x, y) of a unit vector along x and along y after turning by a number of quarters. */
static const float quarters[4][4] = {
    {1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};

static const float moved[3] = {30, -12.5f, 4};

/* A room put by quarter turns, mirrored along x first if asked to. */
static struct oracle_wok put(bool mirror, unsigned turns)
{
    struct oracle_wok wok = sample_floor(4, 3);
    const float *q = quarters[turns];
    for (uint32_t i = 0; i < wok.vertex_count; i++) {
        float x = mirror ? -wok.vertices[i][0] : wok.vertices[i][0], y = wok.vertices[i][1];
        wok.vertices[i][0] = q[0] * x + q[2] * y + moved[0];
        wok.vertices[i][1] = q[1] * x + q[3] * y + moved[1];
        wok.vertices[i][2] += moved[2];
    }
    for (uint32_t f = 0; f < wok.face_count && mirror; f++) {
        uint32_t kept = wok.faces[f][1];
        wok.faces[f][1] = wok.faces[f][2];
        wok.faces[f][2] = kept;
    }
    sample_derive(&wok, NULL);
    return wok;
}

static struct oracle_placement placement(bool mirror, unsigned turns)
{
    return (struct oracle_placement){
        .mirror_x = mirror,
        .turn = 90 * (double)turns,
        .position = {(double)moved[0], (double)moved[1], (double)moved[2]}};
}

static bool compare(struct oracle_report *report, const struct oracle_wok *built, bool mirror,
                    unsigned turns)
{
    struct oracle_wok kit = sample_floor(4, 3);
    struct oracle_placed_options options = oracle_placed();
    struct oracle_placement at = placement(mirror, turns);
    bool good = oracle_compare_placed(report, &options, "built", &kit, built, &at);
    oracle_wok_free(&kit);
    return good;
}

static void assert_same(struct oracle_report *report, const struct oracle_wok *built,
                        bool mirror, unsigned turns)
{
    if (!compare(report, built, mirror, turns))
        fail_msg("%u quarters: %s: %s", turns, oracle_rule_name(report->faults[0].rule),
                 report->faults[0].text);
}

static void a_placed_room_is_recognised_in_every_pose(void **state)
{
    (void)state;
    for (unsigned turns = 0; turns < 4; turns++)
        for (int mirror = 0; mirror < 2; mirror++) {
            struct oracle_report report = {0};
            struct oracle_wok built = put(mirror, turns);
            assert_same(&report, &built, mirror, turns);
            for (unsigned other = 1; other < 4; other++)
                assert_false(compare(&report, &built, mirror, (turns + other) % 4));
            for (unsigned other = 0; other < 4; other++)
                assert_false(compare(&report, &built, !mirror, other));
            oracle_report_clear(&report);
            oracle_wok_free(&built);
        }
}

/* Mirroring both ways is half a turn. */
static void two_mirrors_are_half_a_turn(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok kit = sample_floor(4, 3), built = put(false, 2);
    struct oracle_placed_options options = oracle_placed();
    struct oracle_placement at = placement(true, 0);
    at.mirror_y = true;
    assert_true(oracle_compare_placed(&report, &options, "built", &kit, &built, &at));
    oracle_wok_free(&kit);
    oracle_wok_free(&built);
}

/* The listed edge whose ends are two given vertices. */
static struct oracle_edge *edge_between(const struct oracle_wok *wok, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < wok->edge_count; i++) {
        uint32_t face = wok->edges[i].edge / 3, k = wok->edges[i].edge % 3;
        if (wok->faces[face][k] == a && wok->faces[face][(k + 1) % 3] == b)
            return &wok->edges[i];
    }
    fail_msg("no edge from %u to %u", a, b);
    return NULL;
}

/* The room in its place with the threshold's vertex 9 moved, and 9 to 14 leading on. */
static struct oracle_wok with_moved_doorway(float by, bool leads)
{
    struct oracle_wok built = put(false, 0);
    built.vertices[9][1] += by;
    sample_derive(&built, NULL);
    if (leads)
        edge_between(&built, 9, 14)->transition = 3;
    return built;
}

static void doorway_vertices_may_move_by_the_seam_only(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok built = with_moved_doorway(0.07f, true);
    assert_same(&report, &built, false, 0);
    oracle_wok_free(&built);
    built = with_moved_doorway(0.07f, false);
    assert_false(compare(&report, &built, false, 0));
    assert_true(report.counts[ORACLE_PLACED_VERTEX] > 0);
    oracle_report_clear(&report);
    oracle_wok_free(&built);
    built = with_moved_doorway(0.09f, true);
    assert_false(compare(&report, &built, false, 0));
    assert_true(report.counts[ORACLE_PLACED_VERTEX] > 0);
    oracle_report_clear(&report);
    oracle_wok_free(&built);
}

static void other_vertices_must_not_move(void **state)
{
    (void)state;
    for (uint32_t vertex = 0; vertex < 20; vertex++) {
        struct oracle_report report = {0};
        struct oracle_wok built = put(false, 1);
        built.vertices[vertex][2] += 3e-4f;
        sample_derive(&built, NULL);
        assert_false(compare(&report, &built, false, 1));
        assert_true(report.counts[ORACLE_PLACED_VERTEX] > 0);
        oracle_report_clear(&report);
        oracle_wok_free(&built);
    }
}

/* Vertex 20 is put into the edge from 9 to 14, whose face becomes two. */
static struct oracle_wok with_split_doorway(bool leads)
{
    struct oracle_wok built = put(false, 0);
    uint32_t edge = edge_between(&built, 9, 14)->edge, face = edge / 3, k = edge % 3;
    uint32_t hole = built.face_count++, middle = built.vertex_count++;
    for (int i = 0; i < 3; i++)
        built.vertices[middle][i] = (built.vertices[9][i] + built.vertices[14][i]) / 2;
    uint32_t behind = built.row_count;
    memcpy(built.faces[hole], built.faces[behind], sizeof *built.faces);
    built.materials[hole] = built.materials[behind];
    memcpy(built.faces[behind], built.faces[face], sizeof *built.faces);
    built.materials[behind] = built.materials[face];
    built.faces[face][(k + 1) % 3] = middle;
    built.faces[behind][k] = middle;
    sample_derive(&built, NULL);
    if (leads)
        edge_between(&built, 9, middle)->transition = 3;
    return built;
}

static void a_doorway_may_be_split(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok built = with_split_doorway(true);
    assert_same(&report, &built, false, 0);
    oracle_wok_free(&built);
    built = with_split_doorway(false);
    assert_false(compare(&report, &built, false, 0));
    oracle_report_clear(&report);
    oracle_wok_free(&built);
}

static void materials_must_be_the_kits(void **state)
{
    (void)state;
    for (uint32_t face = 0; face < 24; face++) {
        struct oracle_report report = {0};
        struct oracle_wok built = put(true, 3);
        built.materials[face] = built.materials[face] == 7 ? 2 : 5;
        assert_false(compare(&report, &built, true, 3));
        assert_int_equal(report.counts[ORACLE_PLACED_FACE], 2);
        assert_int_equal(report.counts[ORACLE_PLACED_AREA], 2);
        assert_int_equal(report.count, 4);
        oracle_report_clear(&report);
        oracle_wok_free(&built);
    }
}

static void a_mirrored_room_must_still_look_up(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok built = put(true, 0);
    uint32_t kept = built.faces[5][0];
    built.faces[5][0] = built.faces[5][1];
    built.faces[5][1] = kept;
    assert_false(compare(&report, &built, true, 0));
    assert_int_equal(report.counts[ORACLE_PLACED_FACE], report.count);
    oracle_report_clear(&report);
    oracle_wok_free(&built);
}

static void a_face_less_is_noticed(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok built = put(false, 0);
    built.face_count--;
    assert_false(compare(&report, &built, false, 0));
    assert_int_equal(report.counts[ORACLE_PLACED_FACE], 2);
    oracle_report_clear(&report);
    oracle_wok_free(&built);
}

static void a_doorway_inside_the_floor_is_noticed(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok built = put(false, 0);
    uint32_t edge = 0;
    while (built.adjacency[edge / 3][edge % 3] < 0)
        edge++;
    built.edges[0] = (struct oracle_edge){edge, 1};
    assert_false(compare(&report, &built, false, 0));
    assert_int_equal(report.counts[ORACLE_PLACED_DOORWAY], report.count);
    oracle_report_clear(&report);
    oracle_wok_free(&built);
}

/* Two rooms side by side in one mesh: each is found in it, a third is not. */
static void a_room_is_found_in_a_merged_mesh(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok kit = sample_floor(2, 1), built = sample_floor(4, 1);
    struct oracle_placed_options options = oracle_placed();
    struct oracle_placement at = {.position = {0, 0, 0}};
    options.part_of_merge = true;
    for (int i = 0; i < 3; i++) {
        at.position[0] = 2 * i;
        at.position[2] = 0.25 * i;
        assert_int_equal(oracle_compare_placed(&report, &options, "m", &kit, &built, &at),
                         i < 2);
    }
    oracle_report_clear(&report);
    oracle_wok_free(&kit);
    oracle_wok_free(&built);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_placed_room_is_recognised_in_every_pose),
        cmocka_unit_test(two_mirrors_are_half_a_turn),
        cmocka_unit_test(doorway_vertices_may_move_by_the_seam_only),
        cmocka_unit_test(other_vertices_must_not_move),
        cmocka_unit_test(a_doorway_may_be_split),
        cmocka_unit_test(materials_must_be_the_kits),
        cmocka_unit_test(a_mirrored_room_must_still_look_up),
        cmocka_unit_test(a_face_less_is_noticed),
        cmocka_unit_test(a_doorway_inside_the_floor_is_noticed),
        cmocka_unit_test(a_room_is_found_in_a_merged_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
