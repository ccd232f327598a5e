/* Adjacency: two walkable faces, once each way, and nothing else. */
#include "tests/support/meshes.h"
#include "tests/support/test.h"

#include "core/walkmesh/adjacency.h"

static void derive(struct wr_walkmesh *mesh, uint32_t *overused)
{
    assert_int_equal(wr_adjacency_derive(NULL, mesh->arena, mesh, overused), WR_OK);
}

/* What the rule says of one edge, by looking at all others. */
static int32_t across_by_hand(const struct wr_walkmesh *mesh, uint32_t edge)
{
    uint32_t a = wr_edge_start(mesh, edge), b = wr_edge_end(mesh, edge), uses = 0;
    int32_t across = -1;
    for (uint32_t other = 0; other < 3 * mesh->walkable_count; other++) {
        uint32_t c = wr_edge_start(mesh, other), d = wr_edge_end(mesh, other);
        uses += (c == a && d == b) || (c == b && d == a);
        if (c == b && d == a && other / 3 != edge / 3)
            across = (int32_t)other;
    }
    return uses == 2 && a != b ? across : -1;
}

static uint32_t overused_by_hand(const struct wr_walkmesh *mesh)
{
    uint32_t found = 0;
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++) {
        uint32_t a = wr_edge_start(mesh, edge), b = wr_edge_end(mesh, edge);
        uint32_t same = 0, reversed = 0;
        bool first = true;
        for (uint32_t other = 0; other < 3 * mesh->walkable_count; other++) {
            uint32_t c = wr_edge_start(mesh, other), d = wr_edge_end(mesh, other);
            same += c == a && d == b;
            reversed += c == b && d == a;
            if (other < edge && ((c == a && d == b) || (c == b && d == a)))
                first = false;
        }
        found += first && a != b && (same + reversed > 2 || same > 1 || reversed > 1);
    }
    return found;
}

static void edges_are_linked_as_the_rule_says_in_any_heap_of_faces(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct wr_arena *arena = wr_arena_create();
        /* From nearly no shared edge to nearly all of them shared too often. */
        struct wr_walkmesh *mesh = mesh_heap(arena, 4 + (uint32_t)seed, 60, seed);
        mesh->walkable_count = 40;
        uint32_t overused;
        derive(mesh, &overused);
        for (uint32_t edge = 0; edge < 120; edge++)
            assert_int_equal(mesh->adjacency[edge / 3][edge % 3], across_by_hand(mesh, edge));
        assert_int_equal(overused, overused_by_hand(mesh));
        wr_arena_destroy(arena);
    }
}

static void a_vertex_used_by_every_face_is_no_trouble(void **state)
{
    (void)state;
    enum { FACES = 100000 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_fan(arena, FACES);
    uint32_t overused;
    derive(mesh, &overused);
    assert_int_equal(overused, 0);
    for (uint32_t f = 0; f < FACES; f++) {
        assert_int_equal(mesh->adjacency[f][0], 3 * ((f + FACES - 1) % FACES) + 2);
        assert_int_equal(mesh->adjacency[f][1], -1);
        assert_int_equal(mesh->adjacency[f][2], 3 * ((f + 1) % FACES));
    }
    wr_arena_destroy(arena);
}

static void an_edge_of_three_faces_stays_open_and_is_counted_once(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 5, 3);
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->faces[1] = (wr_face){{1, 0, 3}};
    mesh->faces[2] = (wr_face){{1, 0, 4}};
    mesh->walkable_count = 3;
    uint32_t overused;
    derive(mesh, &overused);
    assert_int_equal(overused, 1);
    for (int f = 0; f < 3; f++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(mesh->adjacency[f][k], -1);
    mesh->walkable_count = 2; /* the third may not be walked on: now two share the edge */
    derive(mesh, &overused);
    assert_int_equal(overused, 0);
    assert_int_equal(mesh->adjacency[0][0], 3);
    assert_int_equal(mesh->adjacency[1][0], 0);
    wr_arena_destroy(arena);
}

static void a_face_that_repeats_a_corner_is_not_its_own_neighbour(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 2, 1);
    mesh->faces[0] = (wr_face){{0, 0, 1}};
    mesh->walkable_count = 1;
    uint32_t overused;
    derive(mesh, &overused);
    assert_int_equal(overused, 0);
    for (int k = 0; k < 3; k++)
        assert_int_equal(mesh->adjacency[0][k], -1);
    wr_arena_destroy(arena);
}

static void islands_are_numbered_by_their_lowest_face(void **state)
{
    (void)state;
    enum { SIDE = 30, FACES = 2 * SIDE * SIDE };
    static uint32_t islands[FACES];
    struct wr_arena *arena = wr_arena_create();
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct wr_walkmesh *mesh = mesh_grid(arena, SIDE, SIDE);
        mesh_shuffle(mesh, seed);
        mesh->walkable_count = FACES * 2 / 5; /* the others are holes between islands */
        derive(mesh, NULL);
        uint32_t count = wr_adjacency_islands(mesh, islands), next = 0;
        for (uint32_t f = 0; f < mesh->walkable_count; f++) {
            assert_true(islands[f] <= next);
            next += islands[f] == next;
            for (int k = 0; k < 3; k++)
                if (mesh->adjacency[f][k] >= 0)
                    assert_int_equal(islands[f], islands[mesh->adjacency[f][k] / 3]);
        }
        assert_int_equal(count, next);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
}

static void parts_without_a_common_edge_are_different_islands(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 9, 1);
    uint32_t islands[18];
    derive(mesh, NULL);
    assert_int_equal(wr_adjacency_islands(mesh, islands), 1);
    mesh->faces[8] = mesh->faces[17]; /* the fifth cell goes */
    mesh->faces[9] = mesh->faces[17];
    derive(mesh, NULL);
    /* Both ends, and four faces that the tripled one leaves without a neighbour. */
    assert_int_equal(wr_adjacency_islands(mesh, islands), 6);
    assert_int_equal(islands[0], islands[7]);
    assert_int_not_equal(islands[0], islands[10]);
    wr_arena_destroy(arena);
}

static void no_memory_reaches_the_caller(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    for (size_t n = 1; n <= 2; n++) {
        struct wr_arena *arena = wr_arena_create(), *scratch = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_grid(arena, 100, 100);
        wr_fail_allocation_after(n);
        assert_int_equal(wr_adjacency_derive(context, scratch, mesh, NULL), WR_NO_MEMORY);
        wr_fail_allocation_after(0);
        wr_arena_destroy(arena);
        wr_arena_destroy(scratch);
    }
    wr_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_linked_as_the_rule_says_in_any_heap_of_faces),
        cmocka_unit_test(a_vertex_used_by_every_face_is_no_trouble),
        cmocka_unit_test(an_edge_of_three_faces_stays_open_and_is_counted_once),
        cmocka_unit_test(a_face_that_repeats_a_corner_is_not_its_own_neighbour),
        cmocka_unit_test(islands_are_numbered_by_their_lowest_face),
        cmocka_unit_test(parts_without_a_common_edge_are_different_islands),
        cmocka_unit_test(no_memory_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
