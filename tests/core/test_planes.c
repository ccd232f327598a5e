/* Planes: unit normals on the side one walks on, and n . p + d = 0 at every corner. */
#include "tests/support/meshes.h"
#include "tests/support/test.h"

#include "core/walkmesh/planes.h"

static struct wr_walkmesh *triangle(struct wr_arena *arena, wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 3, 1);
    mesh->vertices[0] = a;
    mesh->vertices[1] = b;
    mesh->vertices[2] = c;
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->materials[0] = STONE;
    return mesh;
}

static void a_flat_floor_has_an_exact_plane(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = triangle(arena, wr_vec3_of(1, 1, 2.5f), wr_vec3_of(4, 1, 2.5f),
                                        wr_vec3_of(1, -3, 2.5f));
    const wr_vec3 down = {0, 0, -1};
    assert_int_equal(wr_planes_derive(NULL, mesh), WR_OK);
    assert_memory_equal(mesh->normals, &down, sizeof down); /* no -0.0 either */
    assert_true(mesh->distances[0] == 2.5f);
    mesh->faces[0] = (wr_face){{0, 2, 1}};
    const wr_vec3 up = {0, 0, 1};
    assert_int_equal(wr_planes_derive(NULL, mesh), WR_OK);
    assert_memory_equal(mesh->normals, &up, sizeof up);
    assert_true(mesh->distances[0] == -2.5f);
    wr_arena_destroy(arena);
}

static void a_face_without_area_has_a_zero_plane(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh =
        triangle(arena, wr_vec3_of(1, 1, 1), wr_vec3_of(2, 2, 2), wr_vec3_of(-5, -5, -5));
    const wr_vec3 zero = {0, 0, 0};
    const float none = 0;
    assert_int_equal(wr_planes_derive(NULL, mesh), WR_OK);
    assert_memory_equal(mesh->normals, &zero, sizeof zero);
    assert_memory_equal(mesh->distances, &none, sizeof none);
    wr_arena_destroy(arena);
}

static void every_corner_lies_on_its_plane_far_from_the_origin(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_random random = wr_random_of(7, 7);
    for (int i = 0; i < 2000; i++) {
        wr_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = wr_vec3_of(300 + (float)wr_random_unit(&random) * 10,
                                   -200 + (float)wr_random_unit(&random) * 10,
                                   (float)wr_random_unit(&random) * 5);
        struct wr_walkmesh *mesh = triangle(arena, corner[0], corner[1], corner[2]);
        assert_int_equal(wr_planes_derive(NULL, mesh), WR_OK);
        wr_dvec3 normal = wr_widen(mesh->normals[0]);
        assert_near(wr_length(normal), 1, 1e-7);
        for (int k = 0; k < 3; k++)
            assert_near(wr_dot(normal, wr_widen(corner[k])) + mesh->distances[0], 0, 4e-5);
        wr_arena_reset(arena);
    }
    wr_arena_destroy(arena);
}

static void extreme_coordinates_give_a_unit_normal(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const float sizes[] = {1e-44f, 1e-20f, 1e20f, 3e38f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct wr_walkmesh *mesh =
            triangle(arena, wr_vec3_of(-sizes[i], 0, 0), wr_vec3_of(sizes[i], 0, 0),
                     wr_vec3_of(0, sizes[i], sizes[i]));
        assert_int_equal(wr_planes_derive(NULL, mesh), WR_OK);
        assert_near(wr_length(wr_widen(mesh->normals[0])), 1, 1e-6);
    }
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_floor_has_an_exact_plane),
        cmocka_unit_test(a_face_without_area_has_a_zero_plane),
        cmocka_unit_test(every_corner_lies_on_its_plane_far_from_the_origin),
        cmocka_unit_test(extreme_coordinates_give_a_unit_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
