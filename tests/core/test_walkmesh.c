/* Order, marks and what is walkable: what a rebuild must carry over. */
#include "tests/support/heard.h"
#include "tests/support/meshes.h"
#include "tests/support/starved.h"
#include "tests/support/test.h"

#include "core/walkmesh/adjacency.h"

static const uint64_t stone = UINT64_C(1) << STONE;

static void walkable_faces_come_first_in_their_old_order(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct wr_arena *arena = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_heap(arena, 500, 97, seed), *old;
        old = mesh_heap(arena, 500, 97, seed);
        assert_int_equal(wr_walkmesh_sort(NULL, arena, mesh, stone, NULL), WR_OK);
        uint32_t at = 0;
        for (int blocking = 0; blocking < 2; blocking++) {
            for (uint32_t f = 0; f < 97; f++)
                if ((old->materials[f] != STONE) == blocking) {
                    assert_memory_equal(&mesh->faces[at], &old->faces[f], sizeof(wr_face));
                    assert_int_equal(mesh->materials[at++], old->materials[f]);
                }
            if (!blocking)
                assert_int_equal(mesh->walkable_count, at);
        }
        assert_int_equal(at, 97);
        wr_arena_destroy(arena);
    }
}

static void marks_follow_their_faces_and_stay_sorted(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct wr_arena *arena = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_heap(arena, 900, 60, seed), *old;
        old = mesh_heap(arena, 900, 60, seed);
        wr_edge items[180];
        struct wr_marks marks = {items, 0};
        for (uint32_t edge = 0; edge < 180; edge += 1 + (uint32_t)(wr_mix(seed + edge) % 5))
            items[marks.count++] = (wr_edge){edge, (int32_t)edge};
        assert_int_equal(wr_walkmesh_sort(NULL, arena, mesh, stone, &marks), WR_OK);
        for (uint32_t i = 0; i < marks.count; i++) {
            uint32_t was = (uint32_t)items[i].transition;
            assert_int_equal(wr_edge_start(mesh, items[i].edge), wr_edge_start(old, was));
            assert_int_equal(wr_edge_end(mesh, items[i].edge), wr_edge_end(old, was));
            assert_true(i == 0 || items[i - 1].edge < items[i].edge);
        }
        wr_arena_destroy(arena);
    }
}

static void placed_things_keep_their_order(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_heap(arena, 9, 30, 1), *old = mesh_heap(arena, 9, 30, 1);
    mesh->kind = WR_DWK;
    assert_int_equal(wr_walkmesh_sort(NULL, arena, mesh, stone, NULL), WR_OK);
    assert_int_equal(mesh->walkable_count, 0);
    assert_memory_equal(mesh->materials, old->materials, 30 * sizeof(uint32_t));
    wr_arena_destroy(arena);
}

static void marks_are_the_transitions_in_order_of_their_edges(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 1, 1); /* edges 0 to 5 */
    wr_edge listed[] = {{5, 2}, {3, -1}, {0, 7}, {6, 1}, {UINT32_MAX, 1}, {0, 8}, {1, 0}};
    mesh->edges = listed;
    mesh->edge_count = 7;
    struct wr_marks marks;
    uint32_t dropped;
    assert_int_equal(wr_walkmesh_marks(NULL, arena, mesh, &marks, &dropped), WR_OK);
    const wr_edge expected[] = {{0, 7}, {1, 0}, {5, 2}};
    assert_int_equal(marks.count, 3);
    assert_memory_equal(marks.items, expected, sizeof expected);
    assert_int_equal(dropped, 3); /* two out of range, one listed twice */
    wr_arena_destroy(arena);
}

static void a_thousand_marks_are_sorted(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 100, 10);
    mesh->edges = WR_TAKE(arena, wr_edge, COUNT);
    mesh->edge_count = COUNT;
    for (uint32_t i = 0; i < COUNT; i++)
        mesh->edges[i] = (wr_edge){i * 7919 % COUNT, (int32_t)i};
    struct wr_marks marks;
    assert_int_equal(wr_walkmesh_marks(NULL, arena, mesh, &marks, NULL), WR_OK);
    assert_int_equal(marks.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(marks.items[i].edge, i);
        assert_int_equal((uint32_t)marks.items[i].transition * 7919 % COUNT, i);
    }
    wr_arena_destroy(arena);
}

static struct wr_walkmesh *strip_of(struct wr_arena *arena, const uint32_t *materials,
                                    uint32_t count, uint32_t walkable_count)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 3, count);
    memcpy(mesh->materials, materials, count * sizeof *materials);
    mesh->walkable_count = walkable_count;
    return mesh;
}

static void a_files_own_order_decides_about_material_16(void **state)
{
    (void)state;
    const uint64_t disputed = UINT64_C(1) << 16;
    const wr_surfaces k1 = wr_surfaces_default(WR_K1), k2 = wr_surfaces_default(WR_K2);
    const uint32_t order[] = {4, 16, 7};
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = strip_of(arena, order, 3, 2);
    assert_true(wr_walkmesh_walkable(mesh, &k1) == (k1.walkable | disputed));
    mesh->walkable_count = 1;
    assert_true(wr_walkmesh_walkable(mesh, &k2) == (k2.walkable & ~disputed));
    mesh->walkable_count = 3; /* 7 is not walkable: this file counts by other rules */
    assert_true(wr_walkmesh_walkable(mesh, &k1) == k1.walkable);
    assert_true(wr_walkmesh_walkable(mesh, &k2) == k2.walkable);
    mesh->walkable_count = 1;
    mesh->kind = WR_PWK;
    assert_true(wr_walkmesh_walkable(mesh, &k2) == k2.walkable);
    const uint32_t both[] = {16, 16};
    assert_true(wr_walkmesh_walkable(strip_of(arena, both, 2, 1), &k2) == k2.walkable);
    wr_arena_destroy(arena);
}

static void materials_beyond_63_are_in_no_set(void **state)
{
    (void)state;
    assert_true(wr_material_in(WR_ALL_SURFACES, 63));
    assert_false(wr_material_in(WR_ALL_SURFACES, 64));
    assert_false(wr_material_in(WR_ALL_SURFACES, UINT32_MAX));
}

static void the_built_in_surfaces_are_those_of_the_facts(void **state)
{
    (void)state;
    const wr_surfaces k1 = wr_surfaces_default(WR_K1), k2 = wr_surfaces_default(WR_K2);
    assert_true(k1.known == 0x7fffffff);
    assert_true(k1.walkable == 0x40047e7a);
    assert_true(k2.walkable == 0x40057e7a);
    assert_false(k1.opaque & 0xffffffffbff40101u & ~UINT64_C(0x80000));
    assert_true(wr_material_in(k1.opaque, 2) && wr_material_in(k1.opaque, 19));
    assert_string_equal(wr_surface_name(1), "Dirt");
    assert_string_equal(wr_surface_name(10), "Metal");
    assert_string_equal(wr_surface_name(19), "NonWalkGrass");
    assert_string_equal(wr_surface_name(30), "Trigger");
    assert_null(wr_surface_name(20));
    assert_null(wr_surface_name(31));
    assert_null(wr_surface_name(UINT32_MAX));
}

static void an_overused_edge_is_a_warning(void **state)
{
    (void)state;
    struct heard findings;
    heard_start(&findings);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 2, 2);
    assert_int_equal(wr_walkmesh_derive(findings.context, arena, mesh, NULL, WR_NOWHERE, NULL),
                     WR_OK);
    assert_int_equal(findings.count, 0);
    mesh->faces[3] = mesh->faces[0];
    assert_int_equal(wr_walkmesh_derive(findings.context, arena, mesh, NULL, WR_NOWHERE, NULL),
                     WR_OK);
    assert_int_equal(heard_of(&findings, "edge-overused"), 1);
    assert_int_equal(wr_context_count(findings.context, WR_WARNING), 1);
    wr_arena_destroy(arena);
    heard_end(&findings);
}

static enum wr_result derive_starved(struct findings *f, void *mesh)
{
    wr_edge items[] = {{0, 1}};
    struct wr_marks marks = {items, 1};
    enum wr_result result = wr_walkmesh_sort(f->context, f->arena, mesh, stone, &marks);
    return result ? result
                  : wr_walkmesh_derive(f->context, f->arena, mesh, &marks, WR_NOWHERE, NULL);
}

static void no_memory_reaches_the_caller(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    starve(derive_starved, mesh_heap(arena, 50, 5000, 1));
    wr_arena_destroy(arena);
}

static void a_walkmesh_is_freed_with_its_arena(void **state)
{
    (void)state;
    wr_walkmesh_free(NULL);
    wr_walkmesh_free(mesh_grid(wr_arena_create(), 3, 3)); /* the sanitizer looks for leaks */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkable_faces_come_first_in_their_old_order),
        cmocka_unit_test(marks_follow_their_faces_and_stay_sorted),
        cmocka_unit_test(placed_things_keep_their_order),
        cmocka_unit_test(marks_are_the_transitions_in_order_of_their_edges),
        cmocka_unit_test(a_thousand_marks_are_sorted),
        cmocka_unit_test(a_files_own_order_decides_about_material_16),
        cmocka_unit_test(materials_beyond_63_are_in_no_set),
        cmocka_unit_test(the_built_in_surfaces_are_those_of_the_facts),
        cmocka_unit_test(an_overused_edge_is_a_warning),
        cmocka_unit_test(no_memory_reaches_the_caller),
        cmocka_unit_test(a_walkmesh_is_freed_with_its_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
