/* Motions: exact where they can be, and right about winding and transitions. */
#include "tests/support/test.h"

#include "core/walkmesh/planes.h"
#include "core/walkmesh/transform.h"
#include "tests/support/terrain.h"

static struct wr_walkmesh *moved(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_walkmesh *mesh, wr_placement placement,
                                 struct wr_marks *marks)
{
    wr_motion motion = wr_motion_of(placement);
    struct wr_walkmesh *out = NULL;
    assert_int_equal(wr_walkmesh_move(context, arena, mesh, &motion, marks, &out), WR_OK);
    return out;
}

static struct wr_marks marks_of(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_walkmesh *mesh)
{
    struct wr_marks marks;
    assert_int_equal(wr_walkmesh_marks(context, arena, mesh, &marks, NULL), WR_OK);
    return marks;
}

/* Moves a mesh `count` times, derives every table and gives the bytes of the file. */
static struct wr_bytes bytes_after(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_walkmesh *mesh, wr_placement placement,
                                   int count)
{
    struct wr_marks marks = marks_of(context, arena, mesh);
    struct wr_walkmesh *out = moved(context, arena, mesh, (wr_placement){0}, NULL);
    for (int i = 0; i < count; i++)
        out = moved(context, arena, out, placement, &marks);
    uint32_t dropped;
    assert_int_equal(wr_walkmesh_derive(context, arena, out, &marks, WR_NOWHERE, &dropped),
                     WR_OK);
    assert_int_equal(dropped, 0);
    struct wr_bytes bytes = {0};
    wr_bwm_write(out, &bytes);
    assert_false(bytes.failed);
    return bytes;
}

static void assert_comes_back(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_walkmesh *mesh, wr_placement placement, int count,
                              const char *name)
{
    struct wr_bytes before = bytes_after(context, arena, mesh, placement, 0);
    struct wr_bytes after = bytes_after(context, arena, mesh, placement, count);
    if (before.size != after.size || memcmp(before.data, after.data, before.size) != 0)
        fail_msg("%s: %d motions do not give the same bytes again", name, count);
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
}

static void turn_four_times(void *user, struct wr_context *context, struct wr_arena *arena,
                            struct wr_walkmesh *mesh, const char *name)
{
    (void)user;
    assert_comes_back(context, arena, mesh, (wr_placement){.turn = 90}, 4, name);
    assert_comes_back(context, arena, mesh, (wr_placement){.turn = -90}, 4, name);
    assert_comes_back(context, arena, mesh, (wr_placement){.turn = 180}, 2, name);
}

static void four_quarter_turns_give_the_same_bytes(void **state)
{
    (void)state;
    terrain_each(turn_four_times, NULL);
}

static void mirror_twice(void *user, struct wr_context *context, struct wr_arena *arena,
                         struct wr_walkmesh *mesh, const char *name)
{
    (void)user;
    assert_comes_back(context, arena, mesh, (wr_placement){.mirror_x = true}, 2, name);
    assert_comes_back(context, arena, mesh, (wr_placement){.mirror_y = true}, 2, name);
    assert_comes_back(context, arena, mesh, (wr_placement){.mirror_x = true, .turn = 90}, 2,
                      name);
    assert_comes_back(context, arena, mesh, (wr_placement){.mirror_x = true, .mirror_y = true},
                      2, name);
}

static void a_mirror_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    terrain_each(mirror_twice, NULL);
}

static const wr_placement placements[] = {
    {.turn = 90},
    {.mirror_x = true, .position = {10, -20, 3}},
    {.mirror_y = true, .turn = 270},
    {.mirror_x = true, .mirror_y = true, .turn = 30},
    {.mirror_x = true, .turn = 17.5f, .position = {-1.25f, 0.1f, 100}},
};
enum { PLACEMENTS = sizeof placements / sizeof *placements };

/* Worked out anew, with libm and without the code under test. */
static void expect_point(wr_placement placement, wr_vec3 from, wr_vec3 to)
{
    double angle = placement.turn * 3.14159265358979323846 / 180;
    double x = placement.mirror_x ? -(double)from.x : from.x;
    double y = placement.mirror_y ? -(double)from.y : from.y;
    double size = 1 + fabs(x) + fabs(y);
    assert_near(to.x, cos(angle) * x - sin(angle) * y + placement.position.x, 1e-6 * size);
    assert_near(to.y, sin(angle) * x + cos(angle) * y + placement.position.y, 1e-6 * size);
    assert_near(to.z, (double)from.z + placement.position.z, 1e-5);
}

static void follow_marks(void *user, struct wr_context *context, struct wr_arena *arena,
                         struct wr_walkmesh *mesh, const char *name)
{
    (void)user;
    for (size_t p = 0; p < PLACEMENTS; p++) {
        struct wr_marks before = marks_of(context, arena, mesh);
        struct wr_marks after = marks_of(context, arena, mesh);
        struct wr_walkmesh *out = moved(context, arena, mesh, placements[p], &after);
        bool mirrored = placements[p].mirror_x != placements[p].mirror_y;
        assert_int_equal(before.count, after.count);
        for (uint32_t i = 0; i < after.count; i++) {
            if (i > 0 && after.items[i].edge <= after.items[i - 1].edge)
                fail_msg("%s: marks are out of order", name);
            uint32_t start = wr_edge_start(out, after.items[i].edge);
            uint32_t end = wr_edge_end(out, after.items[i].edge);
            uint32_t found = 0;
            for (uint32_t k = 0; k < before.count; k++)
                found +=
                    wr_edge_start(mesh, before.items[k].edge) == (mirrored ? end : start) &&
                    wr_edge_end(mesh, before.items[k].edge) == (mirrored ? start : end) &&
                    before.items[k].edge / 3 == after.items[i].edge / 3 &&
                    before.items[k].transition == after.items[i].transition;
            if (found != 1)
                fail_msg("%s: transition %d left its edge", name, after.items[i].transition);
        }
    }
}

static void transitions_stay_on_the_same_geometric_edge(void **state)
{
    (void)state;
    terrain_each(follow_marks, NULL);
}

static void compare_faces(void *user, struct wr_context *context, struct wr_arena *arena,
                          struct wr_walkmesh *mesh, const char *name)
{
    (void)user;
    for (size_t p = 0; p < PLACEMENTS; p++) {
        struct wr_walkmesh *out = moved(context, arena, mesh, placements[p], NULL);
        assert_int_equal(out->face_count, mesh->face_count);
        assert_int_equal(out->vertex_count, mesh->vertex_count);
        assert_int_equal(out->walkable_count, mesh->walkable_count);
        assert_memory_equal(out->materials, mesh->materials,
                            mesh->face_count * sizeof *mesh->materials);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            expect_point(placements[p], mesh->vertices[v], out->vertices[v]);
        for (uint32_t f = 0; f < mesh->face_count; f++)
            if (wr_face_side(out, f) != wr_face_side(mesh, f))
                fail_msg("%s: face %u looks the other way", name, f);
        assert_null(out->normals);
        assert_int_equal(out->node_count + out->edge_count + out->perimeter_count, 0);
    }
}

static void faces_keep_their_side_and_material(void **state)
{
    (void)state;
    terrain_each(compare_faces, NULL);
}

static struct wr_walkmesh *triangle(struct wr_arena *arena, enum wr_walkmesh_kind kind)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, kind, 3, 1);
    const wr_vec3 corners[3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    memcpy(mesh->vertices, corners, sizeof corners);
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->materials[0] = STONE;
    mesh->walkable_count = kind == WR_WOK;
    mesh->position = wr_vec3_of(1, 2, 3);
    mesh->relative_hooks[0] = wr_vec3_of(1, 0, 0);
    mesh->absolute_hooks[0] = wr_vec3_of(2, 2, 3);
    return mesh;
}

static void assert_vec(wr_vec3 v, float x, float y, float z)
{
    if (!wr_vec3_same(v, wr_vec3_of(x, y, z)))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", v.x, v.y, v.z, x, y, z);
}

static void a_position_turns_in_a_room_and_moves_in_a_placeable(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    wr_placement placement = {.turn = 90, .position = {10, 20, 30}};
    struct wr_walkmesh *room = moved(NULL, arena, triangle(arena, WR_WOK), placement, NULL);
    assert_vec(room->position, -2, 1, 3);
    assert_vec(room->vertices[1], 10, 22, 30);
    for (int kind = WR_PWK; kind <= WR_DWK; kind += WR_DWK - WR_PWK) {
        struct wr_walkmesh *placed =
            moved(NULL, arena, triangle(arena, (enum wr_walkmesh_kind)kind), placement, NULL);
        assert_int_equal(placed->kind, kind);
        assert_vec(placed->position, 8, 21, 33);
        assert_vec(placed->vertices[1], 0, 2, 0); /* relative to the position */
        assert_vec(placed->relative_hooks[0], 0, 1, 0);
        assert_vec(placed->absolute_hooks[0], 8, 22, 33);
        assert_vec(placed->absolute_hooks[1], 0, 0, 0); /* never set */
    }
    wr_arena_destroy(arena);
}

static void a_mirror_swaps_the_last_two_corners(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    wr_edge items[3] = {{0, 10}, {1, 11}, {2, 12}};
    struct wr_marks marks = {items, 3};
    struct wr_walkmesh *mesh =
        moved(NULL, arena, triangle(arena, WR_WOK), (wr_placement){.mirror_y = true}, &marks);
    assert_int_equal(mesh->faces[0].v[0], 0);
    assert_int_equal(mesh->faces[0].v[1], 2);
    assert_int_equal(mesh->faces[0].v[2], 1);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(items[i].edge, i);
        assert_int_equal(items[i].transition, 12 - i);
    }
    wr_arena_destroy(arena);
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 100, 100), *out = NULL;
    wr_motion motion = wr_motion_of((wr_placement){.turn = 90});
    wr_fail_allocation_after(1);
    assert_int_equal(wr_walkmesh_move(context, arena, mesh, &motion, NULL, &out), WR_NO_MEMORY);
    wr_fail_allocation_after(0);
    assert_null(out);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_quarter_turns_give_the_same_bytes),
        cmocka_unit_test(a_mirror_twice_gives_the_same_bytes),
        cmocka_unit_test(transitions_stay_on_the_same_geometric_edge),
        cmocka_unit_test(faces_keep_their_side_and_material),
        cmocka_unit_test(a_position_turns_in_a_room_and_moves_in_a_placeable),
        cmocka_unit_test(a_mirror_swaps_the_last_two_corners),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
