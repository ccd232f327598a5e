/* The judge: silent about what is right, and sure of the place of what is wrong. */
#include "tests/support/findings.h"

#include "core/format/bwm.h"
#include "core/walkmesh/judge.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

/* ---- Judging bytes -------------------------------------------------------------------------
 */

static wr_surfaces surfaces(void)
{
    return wr_surfaces_default(WR_K1);
}

/* Reads and judges a file; what was said is in `findings`. The context is new each time, since
 * it stops after some errors. */
static enum wr_result judge_bytes(struct findings *findings, const void *data, size_t size)
{
    findings_bytes(findings, data, size);
    findings->source.binary = true;
    wr_context_destroy(findings->context);
    findings->context = wr_context_create(findings_report, findings);
    wr_surfaces table = surfaces();
    struct wr_walkmesh *mesh;
    enum wr_result result =
        wr_bwm_read(findings->context, findings->arena, &findings->source, &mesh);
    if (result == WR_OK)
        result = wr_walkmesh_judge(findings->context, mesh, &table, &findings->source);
    wr_arena_reset(findings->arena);
    return result;
}

static struct wr_bytes bytes_of(const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    assert_false(bytes.failed);
    return bytes;
}

/* Four cells of stone, and one face of wall: loops, links and a tree of nine leaves. */
static struct wr_walkmesh *small_room(struct findings *findings)
{
    struct wr_walkmesh *mesh = mesh_grid(findings->arena, 2, 2);
    struct wr_walkmesh *room = wr_walkmesh_new(findings->arena, WR_WOK, 10, 9);
    memcpy(room->vertices, mesh->vertices, 9 * sizeof *mesh->vertices);
    memcpy(room->faces, mesh->faces, 8 * sizeof *mesh->faces);
    room->vertices[9] = wr_vec3_of(0, 0, 1);
    room->faces[8] = (wr_face){{0, 9, 1}};
    for (uint32_t f = 0; f < 9; f++)
        room->materials[f] = f < 8 ? STONE : NONWALK;
    return terrain_finish(findings->context, findings->arena, room);
}

/* ---- Right ones ----------------------------------------------------------------------------
 */

static void what_was_derived_has_no_faults(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 100; i++) {
        struct wr_walkmesh *mesh = terrain_of(findings.arena, seed + i);
        struct wr_bytes bytes =
            bytes_of(terrain_finish(findings.context, findings.arena, mesh));
        assert_int_equal(judge_bytes(&findings, bytes.data, bytes.size), WR_OK);
        assert_int_equal(findings.errors + findings.warnings, 0);
        wr_bytes_finish(&bytes);
    }
    findings_end(&findings);
}

static void judge_conforming(void *user, const struct wr_source *source)
{
    struct findings *findings = user;
    if (judge_bytes(findings, source->data, source->size) != WR_OK)
        fail_msg("%s: %s", source->name, findings_said(findings));
}

/* Skips the test, and leaves nothing behind. */
static void leave(struct findings *findings, struct wr_arena *arena)
{
    wr_arena_destroy(arena);
    findings_end(findings);
    skip();
}

static void conforming_rooms_have_no_errors(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_arena *arena = wr_arena_create();
    const char *const folders[] = {"wok", "holocron/blackvulkar", "holocron/sithbase"};
    size_t count = 0;
    for (int i = 0; i < 3; i++) {
        const char *folder = corpus_folder(arena, folders[i]);
        if (!folder)
            leave(&findings, arena);
        count += corpus_each(folder, ".wok", judge_conforming, &findings);
    }
    assert_int_equal(count, 105);
    wr_bytes_char(&findings.lines, '\0');
    const char *said = (const char *)findings.lines.data;
    assert_non_null(strstr(said, "warning [tree-unpadded]"));
    assert_non_null(strstr(said, "warning [face-upright]"));
    assert_non_null(strstr(said, "warning [face-without-area]"));
    wr_arena_destroy(arena);
    findings_end(&findings);
}

static void judge_nonconforming(void *user, const struct wr_source *source)
{
    struct findings *findings = user;
    if (judge_bytes(findings, source->data, source->size) == WR_OK)
        fail_msg("%s has no error", source->name);
}

static void nonconforming_rooms_have_errors(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_arena *arena = wr_arena_create();
    const char *folder = corpus_folder(arena, "nonconforming");
    if (!folder)
        leave(&findings, arena);
    assert_int_equal(corpus_each(folder, ".wok", judge_nonconforming, &findings), 8);
    wr_arena_destroy(arena);
    findings_end(&findings);
}

/* ---- Wrong ones, one by one
 * ------------------------------------------------------------------ */

enum { HEADER = 136 };

/* Where the tables of small_room start: 10 vertices, 9 faces. */
enum {
    VERTICES = HEADER,
    FACES = VERTICES + 10 * 12,
    MATERIALS = FACES + 9 * 12,
    NORMALS = MATERIALS + 9 * 4,
    DISTANCES = NORMALS + 9 * 12,
    NODES = DISTANCES + 9 * 4,
    ADJACENCY = NODES + 17 * 44,
    EDGES = ADJACENCY + 8 * 12,
    PERIMETERS = EDGES + 8 * 8,
};

static int32_t first_leaf(const struct wr_walkmesh *mesh)
{
    int32_t leaf = 0;
    while (mesh->nodes[leaf].face < 0)
        leaf++;
    return leaf;
}

static void name_unknown_material(struct wr_walkmesh *mesh)
{
    mesh->materials[8] = 77;
}
static void put_wall_first(struct wr_walkmesh *mesh)
{
    mesh->materials[0] = NONWALK;
    mesh->materials[8] = STONE;
}
static void lose_a_row(struct wr_walkmesh *mesh)
{
    mesh->walkable_count--;
}
static void tilt_normal(struct wr_walkmesh *mesh)
{
    mesh->normals[3] = wr_vec3_of(0.01f, 0, 0.99995f);
}
static void lift_plane(struct wr_walkmesh *mesh)
{
    mesh->distances[2] += 0.002f;
}
static void leave_plane_undefined(struct wr_walkmesh *mesh)
{
    mesh->distances[2] = NAN;
}
static void cut_link(struct wr_walkmesh *mesh)
{
    mesh->adjacency[1][0] = -1;
}
static void list_edge_twice(struct wr_walkmesh *mesh)
{
    mesh->edges[1].edge = mesh->edges[0].edge;
}
static void list_shared_edge(struct wr_walkmesh *mesh)
{
    mesh->edges[4].edge = 2; /* the diagonal of the first cell */
}
static void list_edge_beyond(struct wr_walkmesh *mesh)
{
    mesh->edges[2].edge = UINT32_MAX;
}
static void lose_an_edge(struct wr_walkmesh *mesh)
{
    mesh->perimeters[0] = --mesh->edge_count;
}
static void lead_nowhere(struct wr_walkmesh *mesh)
{
    mesh->edges[5].transition = -2;
}
static void end_early(struct wr_walkmesh *mesh)
{
    mesh->perimeters[0] = 7;
}
static void end_late(struct wr_walkmesh *mesh)
{
    mesh->perimeters[0] = 9;
}
static void break_loop(struct wr_walkmesh *mesh)
{
    wr_edge edge = mesh->edges[3];
    mesh->edges[3] = mesh->edges[4];
    mesh->edges[4] = edge;
}
static void turn_loop(struct wr_walkmesh *mesh)
{
    wr_edge first = mesh->edges[0];
    for (int i = 0; i < 7; i++)
        mesh->edges[i] = mesh->edges[i + 1];
    mesh->edges[7] = first;
}
static void lose_a_node(struct wr_walkmesh *mesh)
{
    mesh->node_count--;
}
static void use_other_plane_code(struct wr_walkmesh *mesh)
{
    mesh->nodes[0].plane = 3;
}
static void give_leaf_children(struct wr_walkmesh *mesh)
{
    mesh->nodes[first_leaf(mesh)].right = 0;
}
static void point_beyond(struct wr_walkmesh *mesh)
{
    mesh->nodes[0].right = 17;
}
static void point_at_root(struct wr_walkmesh *mesh)
{
    mesh->nodes[0].right = 0;
}
static void bypass_nodes(struct wr_walkmesh *mesh)
{
    mesh->nodes[0].right = 2;
}
static void use_face_twice(struct wr_walkmesh *mesh)
{
    int32_t leaf = first_leaf(mesh);
    mesh->nodes[16].face = mesh->nodes[leaf].face;
    mesh->nodes[16].box = mesh->nodes[leaf].box;
    mesh->nodes[16].box.max.z += 2; /* its parent's still holds it */
    for (int i = 0; i < 16; i++)
        if (mesh->nodes[i].face < 0)
            mesh->nodes[i].box = (wr_box){{-9, -9, -9}, {9, 9, 9}};
}
static void shrink_leaf(struct wr_walkmesh *mesh)
{
    wr_tree_node *leaf = &mesh->nodes[first_leaf(mesh)];
    leaf->box.max.x -= 0.013f; /* 3 mm inside the face */
}
static void leave_box_undefined(struct wr_walkmesh *mesh)
{
    mesh->nodes[first_leaf(mesh)].box.min.y = NAN;
}
static void unpad_leaf(struct wr_walkmesh *mesh)
{
    wr_tree_node *leaf = &mesh->nodes[first_leaf(mesh)];
    leaf->box.max.z -= 0.01f;
}
static void swap_children(struct wr_walkmesh *mesh)
{
    int32_t left = mesh->nodes[0].left;
    mesh->nodes[0].left = mesh->nodes[0].right;
    mesh->nodes[0].right = left;
}
static void change_constant(struct wr_walkmesh *mesh)
{
    mesh->nodes[4].constant = 0;
}
static void set_hook(struct wr_walkmesh *mesh)
{
    mesh->relative_hooks[1].x = 1;
}

/* What is said about a room with one thing wrong, among what follows from it. */
static const struct {
    void (*spoil)(struct wr_walkmesh *mesh);
    const char *said;
    size_t place; /* SIZE_MAX: the first leaf; 0: any */
} faults[] = {
    {name_unknown_material, "error [wok-material] face 8", MATERIALS + 8 * 4},
    {put_wall_first, "error [wok-face-order] face 1", MATERIALS + 1 * 4},
    {lose_a_row, "error [wok-adjacency-count]", ADJACENCY},
    {tilt_normal, "error [wok-normal] face 3", NORMALS + 3 * 12},
    {lift_plane, "error [wok-plane] face 2", DISTANCES + 2 * 4},
    {leave_plane_undefined, "error [wok-plane] face 2", DISTANCES + 2 * 4},
    {cut_link, "error [wok-adjacency] face 1", ADJACENCY + 1 * 12},
    {list_edge_twice, "error [wok-edge] entry 1", EDGES + 1 * 8},
    {list_shared_edge, "error [wok-edge] entry 4", EDGES + 4 * 8},
    {list_edge_beyond, "error [wok-edge] entry 2", EDGES + 2 * 8},
    {lose_an_edge, "error [wok-edge-missing] face", 0},
    {lead_nowhere, "error [wok-transition] entry 5", EDGES + 5 * 8},
    {end_early, "error [wok-perimeter]", PERIMETERS},
    {end_late, "error [wok-perimeter]", PERIMETERS},
    {break_loop, "error [wok-loop] perimeter 0", PERIMETERS},
    {turn_loop, "warning [perimeter-order]", EDGES},
    {lose_a_node, "error [wok-tree-count]", NODES},
    {use_other_plane_code, "error [wok-tree-node] tree node 0", NODES},
    {give_leaf_children, "error [wok-tree-node] tree node", SIZE_MAX},
    {point_beyond, "error [wok-tree-child] tree node 0", NODES},
    {point_at_root, "error [wok-tree-cycle] tree node 0", NODES},
    {bypass_nodes, "error [wok-tree-cycle] tree node 2", NODES + 2 * 44},
    {bypass_nodes, "error [wok-tree-lost] tree node 8", NODES + 8 * 44},
    {use_face_twice, "error [wok-tree-leaf] tree node 16", NODES + 16 * 44},
    {use_face_twice, "error [wok-tree-face] face", 0},
    {shrink_leaf, "error [wok-tree-box] tree node", SIZE_MAX},
    {leave_box_undefined, "error [wok-tree-box] tree node 2", NODES + 2 * 44},
    {unpad_leaf, "warning [tree-unpadded] tree node", SIZE_MAX},
    {swap_children, "warning [tree-order] tree node 0", NODES},
    {change_constant, "warning [tree-constant] tree node 4", NODES + 4 * 44},
    {set_hook, "note [wok-hooks]", 12},
};

static void each_fault_is_named_with_its_place(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct wr_walkmesh *mesh = small_room(&findings);
        assert_int_equal(first_leaf(mesh) > 0, 1);
        size_t leaf = NODES + 44 * (size_t)first_leaf(mesh);
        faults[i].spoil(mesh);
        struct wr_bytes bytes = bytes_of(mesh);
        size_t place = faults[i].place == SIZE_MAX ? leaf : faults[i].place;
        char expected[96];
        if (place == 0)
            snprintf(expected, sizeof expected, "%s", faults[i].said);
        else
            snprintf(expected, sizeof expected, "0x%zx: %s", place, faults[i].said);
        bool error = strncmp(faults[i].said, "error", 5) == 0;
        enum wr_result result = judge_bytes(&findings, bytes.data, bytes.size);
        const char *said = findings_said(&findings);
        if (!strstr(said, expected))
            fail_msg("expected: %s\nbut said: %s", expected, said);
        assert_int_equal(result, error ? WR_INVALID : WR_OK);
        wr_bytes_finish(&bytes);
    }
    findings_end(&findings);
}

/* ---- Geometry ------------------------------------------------------------------------------
 */

static void turn_over(struct wr_walkmesh *mesh)
{
    mesh->faces[5] = (wr_face){{mesh->faces[5].v[0], mesh->faces[5].v[2], mesh->faces[5].v[1]}};
}
static void turn_first(struct wr_walkmesh *mesh)
{
    mesh->faces[0] = (wr_face){{mesh->faces[0].v[0], mesh->faces[0].v[2], mesh->faces[0].v[1]}};
}
static void flatten_first(struct wr_walkmesh *mesh)
{
    mesh->faces[0] = (wr_face){{3, 4, 5}};
}
static void stand_up(struct wr_walkmesh *mesh)
{
    mesh->faces[7] = (wr_face){{0, 1, 9}};
}
static void flatten(struct wr_walkmesh *mesh)
{
    mesh->faces[4] = (wr_face){{3, 4, 5}};
}
static void repeat_face(struct wr_walkmesh *mesh)
{
    mesh->faces[8] = (wr_face){{mesh->faces[2].v[1], mesh->faces[2].v[0], mesh->faces[2].v[2]}};
}
static void leave_vertex(struct wr_walkmesh *mesh)
{
    mesh->faces[8].v[1] = 8;
}
static void repeat_vertex(struct wr_walkmesh *mesh)
{
    mesh->vertices[9] = mesh->vertices[4];
}
static void part_islands(struct wr_walkmesh *mesh)
{
    for (int f = 1; f < 7; f++)
        mesh->materials[f] = NONWALK;
}
static void share_edge_thrice(struct wr_walkmesh *mesh)
{
    mesh->faces[8] = (wr_face){{0, 4, 9}};
    mesh->vertices[9] = wr_vec3_of(0, 1, 3);
    mesh->materials[8] = STONE;
}

/* Faults of the geometry, in a room whose tables were derived after it was spoilt. */
static void inherited_faults_are_only_warned_about(void **state)
{
    (void)state;
    static const struct {
        void (*spoil)(struct wr_walkmesh *mesh);
        const char *said;
    } cases[] = {
        {turn_over, "0x13c: warning [face-downward] face 5"},
        {turn_first, "0x100: warning [face-downward] face 0"},
        {flatten_first, "0x100: warning [face-without-area] face 0"},
        {stand_up, "0x154: warning [face-upright] face 7"},
        {flatten, "0x130: warning [face-without-area] face 4"},
        {repeat_face, "0x160: warning [face-doubled] face 8"},
        {leave_vertex, "0xf4: note [vertex-unused] vertex 9"},
        {repeat_vertex, "0xf4: note [vertex-doubled] vertex 9"},
        {part_islands,
         "0x10c: note [wok-islands] the walkable faces form 2 islands, the second "
         "from face 1"},
        {share_edge_thrice, "0:0: warning [edge-overused] 1 edges"},
    };
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wr_walkmesh *mesh = small_room(&findings);
        cases[i].spoil(mesh);
        terrain_finish(findings.context, findings.arena, mesh);
        struct wr_bytes bytes = bytes_of(mesh);
        findings_said(&findings);
        assert_int_equal(judge_bytes(&findings, bytes.data, bytes.size), WR_OK);
        const char *said = findings_said(&findings);
        if (!strstr(said, cases[i].said))
            fail_msg("expected: %s\nbut said: %s", cases[i].said, said);
        wr_bytes_finish(&bytes);
    }
    findings_end(&findings);
}

static void a_kind_of_fault_is_told_once_with_its_count(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = small_room(&findings);
    for (int i = 2; i < 7; i++)
        mesh->normals[i].z = -1;
    struct wr_bytes bytes = bytes_of(mesh);
    assert_int_equal(judge_bytes(&findings, bytes.data, bytes.size), WR_INVALID);
    assert_said(&findings, "0x1a8: error [wok-normal] face 2 has a normal that does not stand "
                           "on it (4 more like it) (`warren rebuild` makes this table anew)\n");
    wr_bytes_finish(&bytes);
    findings_end(&findings);
}

/* ---- Boundaries ---- */

/* Nothing blocks: the last edge of the last face is the last that may bear a transition. */
static void a_mesh_that_is_walkable_to_its_last_face_has_no_faults(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    for (uint32_t columns = 1; columns < 6; columns++) {
        struct wr_walkmesh *mesh = mesh_grid(findings.arena, columns, 1);
        uint32_t last = 3 * mesh->face_count - (columns == 1 ? 1 : 2); /* open edge */
        wr_edge mark = {last, 2};
        struct wr_marks marks = {&mark, 1};
        uint32_t dropped;
        assert_int_equal(wr_walkmesh_sort(findings.context, findings.arena, mesh,
                                          UINT64_C(1) << STONE, &marks),
                         WR_OK);
        assert_int_equal(mesh->walkable_count, 2 * columns);
        assert_int_equal(wr_walkmesh_derive(findings.context, findings.arena, mesh, &marks,
                                            WR_NOWHERE, &dropped),
                         WR_OK);
        assert_int_equal(dropped, 0);
        assert_int_equal(mesh->edge_count, 2 * columns + 2);
        uint32_t marked = 0;
        for (uint32_t e = 0; e < mesh->edge_count; e++)
            marked += mesh->edges[e].transition == 2 && mesh->edges[e].edge == last;
        assert_int_equal(marked, 1);
        struct wr_bytes bytes = bytes_of(mesh);
        assert_int_equal(judge_bytes(&findings, bytes.data, bytes.size), WR_OK);
        assert_said(&findings, "");
        wr_bytes_finish(&bytes);
    }
    findings_end(&findings);
}

static void a_mesh_without_walkable_faces_has_no_edges_and_no_faults(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = mesh_grid(findings.arena, 2, 1);
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] = NONWALK;
    mesh = terrain_finish(findings.context, findings.arena, mesh);
    assert_true(mesh->walkable_count == 0 && mesh->edge_count == 0);
    struct wr_bytes bytes = bytes_of(mesh);
    assert_int_equal(judge_bytes(&findings, bytes.data, bytes.size), WR_OK);
    wr_bytes_finish(&bytes);
    findings_end(&findings);
}

/* The first edge behind those of walkable faces is none of a perimeter's, and the last is. */
static void the_edge_behind_the_last_walkable_one_is_refused(void **state)
{
    (void)state;
    struct findings findings;
    wr_surfaces table = surfaces();
    findings_start(&findings);
    struct wr_walkmesh *mesh = small_room(&findings);
    assert_int_equal(mesh->walkable_count, 8);
    uint32_t last = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++)
        last = mesh->edges[e].edge > mesh->edges[last].edge ? e : last;
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_OK);
    mesh->edges[last].edge = 3 * mesh->walkable_count;
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "[wok-edge] entry"));
    findings_end(&findings);
}

/* ---- Placeables and doors ---------------------------------------------------------------- */

static void a_placeable_has_no_tables_of_a_room(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = small_room(&findings);
    wr_surfaces table = surfaces();
    mesh->kind = WR_PWK;
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "error [pwk-tables]"));
    mesh->node_count = mesh->walkable_count = mesh->edge_count = mesh->perimeter_count = 0;
    mesh->normals[0] = wr_vec3_of(0, 0, 0); /* as stock files have them */
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_OK);
    assert_said(&findings, "");
    findings_end(&findings);
}

static void a_door_hook_is_the_relative_one_and_the_position(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    wr_surfaces table = surfaces();
    struct wr_walkmesh *mesh = wr_walkmesh_new(findings.arena, WR_DWK, 0, 0);
    mesh->position = wr_vec3_of(1, 2, 3);
    mesh->relative_hooks[1] = wr_vec3_of(0, 1, 0);
    mesh->absolute_hooks[1] = wr_vec3_of(1, 3, 3);
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_OK);
    assert_said(&findings, "");
    mesh->absolute_hooks[1].x = 0;
    assert_int_equal(wr_walkmesh_judge(findings.context, mesh, &table, NULL), WR_OK);
    assert_said(&findings, "0:0: warning [dwk-hooks] absolute use hook 2 is not the relative "
                           "one plus the position\n");
    findings_end(&findings);
}

/* ---- Hostile ones --------------------------------------------------------------------------
 */

/* No byte of a table that follows from others can change unseen; those of transitions and of
 * low bits in normals, distances and boxes may. */
static void a_changed_byte_is_seen(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_bytes bytes = bytes_of(small_room(&findings));
    findings_said(&findings);
    assert_int_equal(bytes.size, PERIMETERS + 4);
    for (size_t at = 0; at < bytes.size; at++)
        for (int bit = 0; bit < 8; bit += 7) {
            bytes.data[at] ^= (uint8_t)(1 << bit);
            judge_bytes(&findings, bytes.data, bytes.size);
            bool quiet = findings.errors + findings.warnings == 0;
            bool table = (at >= NODES && (at - NODES) % 44 >= 24) || at >= EDGES;
            table = table && !(at >= EDGES && at < PERIMETERS && (at - EDGES) % 8 >= 4);
            if (quiet && table)
                fail_msg("a change of byte 0x%zx is not seen", at);
            bytes.data[at] ^= (uint8_t)(1 << bit);
            findings_said(&findings);
        }
    wr_bytes_finish(&bytes);
    findings_end(&findings);
}

static void random_changes_neither_crash_nor_hang(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    wr_random random = wr_random_of(terrain_seed(), 12);
    struct wr_bytes bytes = bytes_of(small_room(&findings));
    uint8_t *spoilt = malloc(bytes.size);
    for (int round = 0; round < 3000; round++) {
        memcpy(spoilt, bytes.data, bytes.size);
        for (uint32_t i = 1 + wr_random_below(&random, 12); i > 0; i--)
            spoilt[wr_random_below(&random, (uint32_t)bytes.size)] =
                (uint8_t)wr_random_below(&random, 256);
        judge_bytes(&findings, spoilt, bytes.size);
        findings_said(&findings);
    }
    free(spoilt);
    wr_bytes_finish(&bytes);
    findings_end(&findings);
}

static enum wr_result judge_starved(struct findings *findings, void *mesh)
{
    wr_surfaces table = surfaces();
    return wr_walkmesh_judge(findings->context, mesh, &table, NULL);
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    starve(judge_starved,
           terrain_finish(findings.context, findings.arena, mesh_grid(findings.arena, 60, 60)));
    findings_end(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_derived_has_no_faults),
        cmocka_unit_test(conforming_rooms_have_no_errors),
        cmocka_unit_test(nonconforming_rooms_have_errors),
        cmocka_unit_test(each_fault_is_named_with_its_place),
        cmocka_unit_test(inherited_faults_are_only_warned_about),
        cmocka_unit_test(a_kind_of_fault_is_told_once_with_its_count),
        cmocka_unit_test(a_mesh_that_is_walkable_to_its_last_face_has_no_faults),
        cmocka_unit_test(a_mesh_without_walkable_faces_has_no_edges_and_no_faults),
        cmocka_unit_test(the_edge_behind_the_last_walkable_one_is_refused),
        cmocka_unit_test(a_placeable_has_no_tables_of_a_room),
        cmocka_unit_test(a_door_hook_is_the_relative_one_and_the_position),
        cmocka_unit_test(a_changed_byte_is_seen),
        cmocka_unit_test(random_changes_neither_crash_nor_hang),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
