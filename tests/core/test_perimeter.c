/* Perimeters: every open edge once, in closed loops that keep the floor on their left. */
#include "tests/support/meshes.h"
#include "tests/support/test.h"

#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/perimeter.h"

static void derive(struct wr_walkmesh *mesh, const struct wr_marks *marks, uint32_t *dropped)
{
    assert_int_equal(wr_adjacency_derive(NULL, mesh->arena, mesh, NULL), WR_OK);
    assert_int_equal(wr_perimeter_derive(NULL, mesh->arena, mesh, marks, dropped), WR_OK);
}

/* Keeps the cells of a grid for which `keep` holds. */
static void cut(struct wr_walkmesh *mesh, bool keep(uint32_t cell))
{
    uint32_t kept = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (keep(f / 2))
            mesh->faces[kept++] = mesh->faces[f];
    mesh->face_count = mesh->walkable_count = kept;
}

/* Twice the signed area of a loop seen from above. */
static double area_of(const struct wr_walkmesh *mesh, uint32_t first, uint32_t end)
{
    double area = 0;
    for (uint32_t i = first; i < end; i++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)];
        area += (double)a.x * b.y - (double)b.x * a.y;
    }
    return area;
}

static void assert_loops_are_sound(const struct wr_walkmesh *mesh)
{
    uint32_t first = 0, open = 0;
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++)
        open += mesh->adjacency[edge / 3][edge % 3] < 0;
    assert_int_equal(mesh->edge_count, open);
    uint8_t *seen = calloc(3 * (size_t)mesh->walkable_count + 1, 1);
    for (uint32_t loop = 0; loop < mesh->perimeter_count; loop++) {
        uint32_t end = mesh->perimeters[loop];
        assert_true(first < end && end <= mesh->edge_count);
        for (uint32_t i = first; i < end; i++) {
            uint32_t edge = mesh->edges[i].edge;
            uint32_t next = mesh->edges[i + 1 < end ? i + 1 : first].edge;
            assert_int_equal(mesh->adjacency[edge / 3][edge % 3], -1);
            assert_int_equal(seen[edge]++, 0);
            assert_int_equal(wr_edge_end(mesh, edge), wr_edge_start(mesh, next));
            assert_true(edge >= mesh->edges[first].edge);
        }
        if (first > 0)
            assert_true(mesh->edges[first].edge >
                            mesh->edges[mesh->perimeters[loop - 1] - 1].edge ||
                        mesh->edges[first].edge > mesh->edges[0].edge);
        first = end;
    }
    assert_int_equal(first, mesh->edge_count);
    free(seen);
}

static void a_floor_has_one_loop_counter_clockwise(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 7, 5);
    derive(mesh, NULL, NULL);
    assert_loops_are_sound(mesh);
    assert_int_equal(mesh->perimeter_count, 1);
    assert_int_equal(mesh->edge_count, 2 * (7 + 5));
    assert_int_equal(mesh->edges[0].edge, 0);
    assert_int_equal(mesh->edges[0].transition, -1);
    assert_near(area_of(mesh, 0, mesh->edge_count), 2 * 7 * 5, 1e-9);
    wr_arena_destroy(arena);
}

static bool around_a_pit(uint32_t cell)
{
    return cell != 12;
}

static void a_pit_has_a_loop_of_its_own_clockwise(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 5, 5);
    cut(mesh, around_a_pit);
    derive(mesh, NULL, NULL);
    assert_loops_are_sound(mesh);
    assert_int_equal(mesh->perimeter_count, 2);
    assert_int_equal(mesh->perimeters[0], 20);
    assert_int_equal(mesh->perimeters[1], 24);
    assert_near(area_of(mesh, 20, 24), -2, 1e-9);
    wr_arena_destroy(arena);
}

static bool two_pits_corner_to_corner(uint32_t cell)
{
    return cell != 6 && cell != 12;
}

static void boundaries_that_touch_in_a_vertex_are_told_apart(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 5, 5);
    cut(mesh, two_pits_corner_to_corner);
    derive(mesh, NULL, NULL);
    assert_loops_are_sound(mesh);
    /* Round the common vertex the walk stays on the floor beside it, so that the pits are one
     * loop that passes the vertex twice, not two. */
    assert_int_equal(mesh->perimeter_count, 2);
    assert_int_equal(mesh->perimeters[1] - mesh->perimeters[0], 8);
    wr_arena_destroy(arena);
}

static void marks_land_on_open_edges_and_others_are_counted(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 2, 1);
    wr_edge items[] = {{0, 3}, {1, 4}, {2, 5}, {5, 0}, {6, 9}};
    const struct wr_marks marks = {items, 5};
    uint32_t dropped;
    derive(mesh, &marks, &dropped);
    assert_int_equal(dropped, 2); /* edges 1 and 2 lie inside the floor */
    int32_t found[12];
    memset(found, -1, sizeof found);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        found[mesh->edges[i].edge] = mesh->edges[i].transition;
    assert_int_equal(found[0], 3);
    assert_int_equal(found[5], 0);
    assert_int_equal(found[6], 9);
    assert_int_equal(found[7], -1);
    wr_arena_destroy(arena);
}

static void any_heap_of_faces_has_closed_loops(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct wr_arena *arena = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_heap(arena, 4 + (uint32_t)seed / 4, 60, seed);
        mesh->walkable_count = 60;
        derive(mesh, NULL, NULL);
        assert_loops_are_sound(mesh);
        wr_arena_destroy(arena);
    }
}

static void a_vertex_used_by_every_face_is_no_trouble(void **state)
{
    (void)state;
    enum { FACES = 100000 };
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_fan(arena, FACES);
    mesh->faces[FACES - 1] = (wr_face){{0, 0, 0}}; /* opens the fan */
    derive(mesh, NULL, NULL);
    assert_int_equal(mesh->perimeter_count, 2);
    assert_int_equal(mesh->perimeters[0], FACES + 1);
    assert_int_equal(mesh->perimeters[1], FACES + 4);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_has_one_loop_counter_clockwise),
        cmocka_unit_test(a_pit_has_a_loop_of_its_own_clockwise),
        cmocka_unit_test(boundaries_that_touch_in_a_vertex_are_told_apart),
        cmocka_unit_test(marks_land_on_open_edges_and_others_are_counted),
        cmocka_unit_test(any_heap_of_faces_has_closed_loops),
        cmocka_unit_test(a_vertex_used_by_every_face_is_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
