/* The judge of walkmeshes: it passes what is right, and names exactly the rule that is broken.
 */
#include "tests/oracle/sample.h"
#include "tests/support/test.h"

/* A sample that breaks one rule, made from a right one of 4 x 3 squares: an outer loop of 14
   edges, a hole of 6, 24 faces of which 20 are walkable. */
struct breakage {
    enum oracle_rule rule;
    void (*apply)(struct oracle_wok *wok);
};

static uint32_t linked_edge(const struct oracle_wok *wok)
{
    uint32_t edge = 0;
    while (wok->adjacency[edge / 3][edge % 3] < 0)
        edge++;
    return edge;
}

static uint32_t inner_node(const struct oracle_wok *wok, bool leaf_left, bool leaf_right)
{
    for (uint32_t i = 0;; i++)
        if (wok->nodes[i].face < 0 && (wok->nodes[wok->nodes[i].left].face >= 0) == leaf_left &&
            (wok->nodes[wok->nodes[i].right].face >= 0) == leaf_right)
            return i;
}

static void add_face(struct oracle_wok *wok, const float corners[3][3], uint32_t material)
{
    for (uint32_t k = 0; k < 3; k++) {
        memcpy(wok->vertices[wok->vertex_count + k], corners[k], sizeof corners[k]);
        wok->faces[wok->face_count][k] = wok->vertex_count + k;
    }
    wok->vertex_count += 3;
    wok->materials[wok->face_count++] = material;
}

static void hook_set(struct oracle_wok *wok)
{
    wok->hooks[5] = 1;
}

static void position_lost(struct oracle_wok *wok)
{
    wok->position[1] = NAN;
}

static void root_set(struct oracle_wok *wok)
{
    wok->root = 1;
}

static void vertex_lost(struct oracle_wok *wok)
{
    wok->vertices[3][2] = INFINITY;
}

static void vertex_spare(struct oracle_wok *wok)
{
    wok->vertex_count++;
}

static void face_out_of_range(struct oracle_wok *wok)
{
    wok->faces[wok->face_count - 1][1] = wok->vertex_count;
}

static void face_flat(struct oracle_wok *wok)
{
    static const float line[3][3] = {{9, 9, 0}, {10, 9, 0}, {11, 9, 0}};
    add_face(wok, line, 7);
    sample_derive(wok, NULL);
}

static void face_turned(struct oracle_wok *wok)
{
    for (uint32_t f = 0; f < wok->face_count; f++) {
        uint32_t first = wok->faces[f][0];
        wok->faces[f][0] = wok->faces[f][1];
        wok->faces[f][1] = first;
    }
    sample_derive(wok, NULL);
}

static void normal_bent(struct oracle_wok *wok)
{
    wok->normals[4][0] += 1e-5f;
}

static void plane_moved(struct oracle_wok *wok)
{
    wok->distances[4] += 1e-4f;
}

static void material_strange(struct oracle_wok *wok)
{
    wok->materials[wok->face_count - 1] = 31;
}

static void walkable_behind(struct oracle_wok *wok)
{
    wok->materials[wok->face_count - 1] = 4;
}

static void walkable_more(struct oracle_wok *wok)
{
    wok->materials[wok->row_count] = 4;
}

static void link_out_of_range(struct oracle_wok *wok)
{
    uint32_t open = wok->edges[0].edge;
    wok->adjacency[open / 3][open % 3] = (int32_t)(3 * wok->row_count);
}

static void link_to_a_stranger(struct oracle_wok *wok)
{
    uint32_t open = wok->edges[0].edge;
    wok->adjacency[open / 3][open % 3] = (int32_t)wok->edges[3].edge;
}

static void link_one_way(struct oracle_wok *wok)
{
    uint32_t edge = linked_edge(wok);
    wok->adjacency[edge / 3][edge % 3] = -1;
}

static void link_missing(struct oracle_wok *wok)
{
    uint32_t edge = linked_edge(wok), other = (uint32_t)wok->adjacency[edge / 3][edge % 3];
    wok->adjacency[edge / 3][edge % 3] = wok->adjacency[other / 3][other % 3] = -1;
}

/* A third face on an edge: nobody may be linked there, and two are. */
static void link_crowded(struct oracle_wok *wok)
{
    uint32_t edge = linked_edge(wok), other = (uint32_t)wok->adjacency[edge / 3][edge % 3];
    uint32_t a = wok->faces[edge / 3][edge % 3], b = wok->faces[edge / 3][(edge % 3 + 1) % 3];
    uint32_t last = wok->face_count++, hole = wok->row_count;
    memcpy(wok->faces[last], wok->faces[hole], sizeof *wok->faces);
    wok->materials[last] = wok->materials[hole];
    memcpy(wok->vertices[wok->vertex_count],
           wok->vertices[wok->faces[edge / 3][(edge + 2) % 3]], sizeof *wok->vertices);
    wok->vertices[wok->vertex_count][2] += 0.5f;
    uint32_t third[3] = {a, b, wok->vertex_count++};
    memcpy(wok->faces[hole], third, sizeof third);
    wok->materials[hole] = 4;
    sample_derive(wok, NULL);
    wok->adjacency[edge / 3][edge % 3] = (int32_t)other;
    wok->adjacency[other / 3][other % 3] = (int32_t)edge;
}

static void edge_out_of_range(struct oracle_wok *wok)
{
    wok->edges[2].edge = 3 * wok->row_count;
}

static void edge_not_open(struct oracle_wok *wok)
{
    wok->edges[wok->edge_count++].edge = linked_edge(wok);
    wok->loops[wok->loop_count - 1]++;
}

static void edge_twice(struct oracle_wok *wok)
{
    wok->edges[wok->edge_count] = wok->edges[wok->edge_count - 1];
    wok->edge_count++;
    wok->loops[wok->loop_count - 1]++;
}

static void edge_missing(struct oracle_wok *wok)
{
    wok->edge_count--;
    wok->loops[wok->loop_count - 1]--;
}

static void transition_strange(struct oracle_wok *wok)
{
    wok->edges[1].transition = -2;
}

static void loop_ends_early(struct oracle_wok *wok)
{
    wok->loops[wok->loop_count - 1]--;
}

static void loops_missing(struct oracle_wok *wok)
{
    wok->loop_count = 0;
}

static void loop_torn(struct oracle_wok *wok)
{
    struct oracle_edge kept = wok->edges[3];
    wok->edges[3] = wok->edges[4];
    wok->edges[4] = kept;
}

static void loop_rotated(struct oracle_wok *wok)
{
    struct oracle_edge kept = wok->edges[0];
    memmove(wok->edges, wok->edges + 1, (wok->loops[0] - 1) * sizeof kept);
    wok->edges[wok->loops[0] - 1] = kept;
}

static void loops_swapped(struct oracle_wok *wok)
{
    struct oracle_edge all[32];
    uint32_t first = wok->loops[0], second = wok->edge_count - first;
    memcpy(all, wok->edges, wok->edge_count * sizeof *all);
    memcpy(wok->edges, all + first, second * sizeof *all);
    memcpy(wok->edges + second, all, first * sizeof *all);
    wok->loops[0] = second;
}

static void node_spare(struct oracle_wok *wok)
{
    wok->nodes[wok->node_count++] = wok->nodes[0];
}

static void child_out_of_range(struct oracle_wok *wok)
{
    wok->nodes[0].right = (int32_t)wok->node_count;
}

static void child_of_a_leaf(struct oracle_wok *wok)
{
    wok->nodes[wok->node_count - 1].left = 0;
}

static void leaf_of_no_face(struct oracle_wok *wok)
{
    wok->nodes[wok->node_count - 1].face = (int32_t)wok->face_count;
}

static void leaf_twice(struct oracle_wok *wok)
{
    uint32_t pair = inner_node(wok, true, true);
    wok->nodes[pair + 1].face = wok->nodes[pair + 2].face;
}

static void node_reached_twice(struct oracle_wok *wok)
{
    wok->nodes[0].right = wok->nodes[0].left;
}

static void leaves_swapped(struct oracle_wok *wok)
{
    uint32_t pair = inner_node(wok, true, true);
    struct oracle_node kept = wok->nodes[pair + 1];
    wok->nodes[pair + 1] = wok->nodes[pair + 2];
    wok->nodes[pair + 2] = kept;
    wok->nodes[pair].left = (int32_t)pair + 2;
    wok->nodes[pair].right = (int32_t)pair + 1;
}

static void constant_zero(struct oracle_wok *wok)
{
    wok->nodes[5].constant = 0;
}

static void plane_three(struct oracle_wok *wok)
{
    wok->nodes[0].plane = 3;
}

static void plane_on_a_leaf(struct oracle_wok *wok)
{
    wok->nodes[wok->node_count - 1].plane = 1;
}

static void leaf_box_small(struct oracle_wok *wok)
{
    struct oracle_node *leaf = &wok->nodes[wok->node_count - 1];
    for (int i = 0; i < 3; i++) {
        leaf->low[i] += 0.01f;
        leaf->high[i] -= 0.01f;
    }
    sample_unite(wok);
}

static void root_box_large(struct oracle_wok *wok)
{
    wok->nodes[0].high[2] += 1e-3f;
}

static void split_lopsided(struct oracle_wok *wok)
{
    static const struct sample_style style = {.too_many_left = 1};
    sample_derive(wok, &style);
}

static void split_across(struct oracle_wok *wok)
{
    static const struct sample_style style = {.shortest_axis = true};
    sample_derive(wok, &style);
}

static void direction_reversed(struct oracle_wok *wok)
{
    wok->nodes[0].plane =
        wok->nodes[0].plane < 8 ? wok->nodes[0].plane << 3 : wok->nodes[0].plane >> 3;
}

static const struct breakage breakages[] = {
    {ORACLE_HEADER_HOOKS, hook_set},
    {ORACLE_HEADER_POSITION, position_lost},
    {ORACLE_HEADER_ROOT, root_set},
    {ORACLE_VERTEX_FINITE, vertex_lost},
    {ORACLE_VERTEX_UNUSED, vertex_spare},
    {ORACLE_FACE_RANGE, face_out_of_range},
    {ORACLE_FACE_AREA, face_flat},
    {ORACLE_FACE_DOWNWARD, face_turned},
    {ORACLE_FACE_NORMAL, normal_bent},
    {ORACLE_FACE_PLANE, plane_moved},
    {ORACLE_MATERIAL_UNKNOWN, material_strange},
    {ORACLE_WALKABLE_FIRST, walkable_behind},
    {ORACLE_WALKABLE_COUNT, walkable_more},
    {ORACLE_ADJACENCY_RANGE, link_out_of_range},
    {ORACLE_ADJACENCY_VERTICES, link_to_a_stranger},
    {ORACLE_ADJACENCY_SYMMETRY, link_one_way},
    {ORACLE_ADJACENCY_MISSING, link_missing},
    {ORACLE_ADJACENCY_CROWDED, link_crowded},
    {ORACLE_EDGE_RANGE, edge_out_of_range},
    {ORACLE_EDGE_NOT_OPEN, edge_not_open},
    {ORACLE_EDGE_TWICE, edge_twice},
    {ORACLE_EDGE_MISSING, edge_missing},
    {ORACLE_EDGE_TRANSITION, transition_strange},
    {ORACLE_LOOP_ENDS, loop_ends_early},
    {ORACLE_LOOP_ENDS, loops_missing},
    {ORACLE_LOOP_CLOSED, loop_torn},
    {ORACLE_LOOP_ORDER, loop_rotated},
    {ORACLE_LOOP_ORDER, loops_swapped},
    {ORACLE_TREE_COUNT, node_spare},
    {ORACLE_TREE_CHILDREN, child_out_of_range},
    {ORACLE_TREE_CHILDREN, child_of_a_leaf},
    {ORACLE_TREE_FACES, leaf_of_no_face},
    {ORACLE_TREE_FACES, leaf_twice},
    {ORACLE_TREE_REACH, node_reached_twice},
    {ORACLE_TREE_PREORDER, leaves_swapped},
    {ORACLE_TREE_CONSTANT, constant_zero},
    {ORACLE_TREE_PLANE, plane_three},
    {ORACLE_TREE_PLANE, plane_on_a_leaf},
    {ORACLE_TREE_LEAF_BOX, leaf_box_small},
    {ORACLE_TREE_UNION, root_box_large},
    {ORACLE_TREE_MEDIAN, split_lopsided},
    {ORACLE_TREE_SORT, split_across},
    {ORACLE_TREE_DIRECTION, direction_reversed},
};

static void judge_sample(struct oracle_report *report, const struct oracle_wok *wok)
{
    struct oracle_options options = oracle_rebuilt();
    size_t size;
    unsigned char *bytes = sample_write(wok, &size);
    oracle_judge_bytes(report, &options, "sample", bytes, size);
    free(bytes);
}

static void assert_only(const struct oracle_report *report, enum oracle_rule rule, size_t step)
{
    if (!report->count)
        fail_msg("breakage %zu: %s was not noticed", step, oracle_rule_name(rule));
    for (size_t i = 0; i < report->count; i++)
        if (report->faults[i].rule != rule)
            fail_msg("breakage %zu of %s was named %s: %s", step, oracle_rule_name(rule),
                     oracle_rule_name(report->faults[i].rule), report->faults[i].text);
}

static void assert_none(const struct oracle_report *report)
{
    if (report->count)
        fail_msg("%s: %s: %s", report->faults[0].file, oracle_rule_name(report->faults[0].rule),
                 report->faults[0].text);
}

static void a_right_walkmesh_has_no_fault(void **state)
{
    (void)state;
    for (uint32_t columns = 1; columns < 7; columns++)
        for (uint32_t rows = 1; rows < 7; rows++) {
            struct oracle_report report = {0};
            struct oracle_wok wok = sample_floor(columns, rows);
            judge_sample(&report, &wok);
            assert_none(&report);
            oracle_wok_free(&wok);
        }
}

static void an_empty_walkmesh_has_no_fault(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_wok wok = {.type = 1};
    judge_sample(&report, &wok);
    assert_none(&report);
}

static void each_broken_rule_is_named_and_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct oracle_report report = {0};
        struct oracle_wok wok = sample_floor(4, 3);
        breakages[i].apply(&wok);
        judge_sample(&report, &wok);
        assert_only(&report, breakages[i].rule, i);
        oracle_report_clear(&report);
        oracle_wok_free(&wok);
    }
}

/* Two squares that share one corner only: two loops, not a figure of eight. */
static void a_loop_that_crosses_a_touching_vertex_is_named(void **state)
{
    (void)state;
    static const float vertices[7][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 2, 3}, {2, 4, 5}, {2, 5, 6}};
    static const uint32_t materials[4] = {4, 4, 4, 4};
    static const uint32_t eight[8] = {0, 1, 6, 7, 10, 11, 4, 5};
    struct oracle_report report = {0};
    struct oracle_wok wok = sample_mesh(vertices, 7, faces, materials, 4);
    judge_sample(&report, &wok);
    assert_none(&report);
    assert_int_equal(wok.edge_count, 8);
    wok.loop_count = 1;
    wok.loops[0] = 8;
    for (uint32_t i = 0; i < 8; i++)
        wok.edges[i].edge = eight[i];
    judge_sample(&report, &wok);
    assert_only(&report, ORACLE_LOOP_WALK, 0);
    oracle_report_clear(&report);
    oracle_wok_free(&wok);
}

static void judge_changed(struct oracle_report *report, size_t at, unsigned char byte)
{
    struct oracle_options options = oracle_rebuilt();
    struct oracle_wok wok = sample_floor(4, 3);
    size_t size;
    unsigned char *bytes = sample_write(&wok, &size);
    bytes[at] = byte;
    oracle_judge_bytes(report, &options, "sample", bytes, size);
    free(bytes);
    oracle_wok_free(&wok);
}

static void what_is_no_wok_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    judge_changed(&report, 0, 'b');
    assert_only(&report, ORACLE_HEADER_MAGIC, 0);
    oracle_report_clear(&report);
    judge_changed(&report, 8, 0);
    assert_only(&report, ORACLE_HEADER_TYPE, 0);
    oracle_report_clear(&report);
}

static void a_file_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_options options = oracle_rebuilt();
    assert_false(oracle_judge_file(&report, &options, "no/such/file.wok"));
    assert_only(&report, ORACLE_FILE_READ, 0);
    oracle_report_clear(&report);
}

static void every_shorter_and_every_longer_file_is_faulty(void **state)
{
    (void)state;
    struct oracle_options options = oracle_rebuilt();
    struct oracle_report report = {0};
    struct oracle_wok wok = sample_floor(2, 2);
    size_t size;
    unsigned char *bytes = sample_write(&wok, &size), *longer = oracle_take(size + 1, 1);
    for (size_t length = 0; length < size; length++) {
        unsigned char *cut = oracle_take(length, 1);
        memcpy(cut, bytes, length);
        assert_false(oracle_judge_bytes(&report, &options, "cut", cut, length));
        assert_only(&report, ORACLE_TABLE_BOUNDS, length);
        oracle_report_clear(&report);
        free(cut);
    }
    memcpy(longer, bytes, size);
    oracle_judge_bytes(&report, &options, "longer", longer, size + 1);
    assert_only(&report, ORACLE_TABLE_PACKING, size);
    oracle_report_clear(&report);
    free(bytes);
    free(longer);
    oracle_wok_free(&wok);
}

static bool may_change(size_t at)
{
    return (at >= 0x3C && at < 0x48);
}

/* A flipped top bit of any byte is either noticed, or lies in a number the rules leave free:
   the position, a low bit of a float, a transition. */
static void every_flipped_byte_is_survived(void **state)
{
    (void)state;
    struct oracle_options options = oracle_rebuilt();
    struct oracle_report report = {0};
    struct oracle_wok wok = sample_floor(3, 3);
    size_t size, unseen = 0;
    unsigned char *bytes = sample_write(&wok, &size);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0xFF;
        bool good = oracle_judge_bytes(&report, &options, "flipped", bytes, size);
        if (i < 136 && good && !may_change(i))
            fail_msg("nothing was said about the header's byte %zu", i);
        unseen += good;
        oracle_report_clear(&report);
        bytes[i] ^= 0xFF;
    }
    assert_in_range(unseen, 0, size / 4);
    free(bytes);
    oracle_wok_free(&wok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_walkmesh_has_no_fault),
        cmocka_unit_test(an_empty_walkmesh_has_no_fault),
        cmocka_unit_test(each_broken_rule_is_named_and_no_other),
        cmocka_unit_test(a_loop_that_crosses_a_touching_vertex_is_named),
        cmocka_unit_test(what_is_no_wok_is_named),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
        cmocka_unit_test(every_shorter_and_every_longer_file_is_faulty),
        cmocka_unit_test(every_flipped_byte_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
