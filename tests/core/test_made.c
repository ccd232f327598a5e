/* Walkmeshes as an embedding program makes, reads, moves and writes them. */
#include "tests/support/starved.h"

#include "tests/support/terrain.h"

struct fixture {
    struct findings findings;
    wr_surfaces surfaces;
};

static void start(struct fixture *fixture)
{
    fixture->surfaces = wr_surfaces_default(WR_K1);
    findings_start(&fixture->findings);
}

static struct wr_walkmesh *random_floor(struct fixture *fixture, uint64_t seed)
{
    struct wr_arena *arena = fixture->findings.arena;
    return terrain_finish(fixture->findings.context, arena, terrain_of(arena, seed));
}

static void assert_same_bytes(struct fixture *fixture, const struct wr_walkmesh *a,
                              const struct wr_walkmesh *b)
{
    struct wr_bytes bytes[2] = {{0}, {0}};
    assert_int_equal(wr_walkmesh_write(fixture->findings.context, a, &bytes[0]), WR_OK);
    assert_int_equal(wr_walkmesh_write(fixture->findings.context, b, &bytes[1]), WR_OK);
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    wr_bytes_finish(&bytes[0]);
    wr_bytes_finish(&bytes[1]);
}

/* Calls `ask` for floors of many seeds. */
static void for_floors(void (*ask)(struct fixture *fixture, struct wr_walkmesh *mesh))
{
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 60; i++) {
        struct fixture fixture;
        start(&fixture);
        ask(&fixture, random_floor(&fixture, seed + i));
        assert_said(&fixture.findings, "");
        findings_end(&fixture.findings);
    }
}

static void ask_triangles(struct fixture *fixture, struct wr_walkmesh *mesh)
{
    const wr_triangles triangles = {mesh->vertices, mesh->faces, mesh->materials,
                                    mesh->vertex_count, mesh->face_count};
    struct wr_walkmesh *made;
    assert_int_equal(wr_walkmesh_make(fixture->findings.context, WR_WOK, &triangles,
                                      &fixture->surfaces, &made),
                     WR_OK);
    made->position = mesh->position;
    for (uint32_t i = 0; i < made->edge_count; i++)
        made->edges[i].transition = mesh->edges[i].transition;
    assert_same_bytes(fixture, made, mesh);
    wr_walkmesh_free(made);
}

static void triangles_become_the_walkmesh_with_all_its_tables(void **state)
{
    (void)state;
    for_floors(ask_triangles);
}

static void ask_round_trip(struct fixture *fixture, struct wr_walkmesh *mesh)
{
    struct wr_context *context = fixture->findings.context;
    struct wr_bytes bytes = {0};
    struct wr_walkmesh *read;
    assert_int_equal(wr_walkmesh_write(context, mesh, &bytes), WR_OK);
    assert_int_equal(wr_walkmesh_read(context, "floor", bytes.data, bytes.size, &read), WR_OK);
    assert_same_bytes(fixture, read, mesh);
    wr_walkmesh_free(read);
    wr_bytes_finish(&bytes);
}

static void ask_without_surfaces(struct fixture *fixture, struct wr_walkmesh *mesh)
{
    const wr_placement aside = {.position = {5, 0, 0}, .turn = 90};
    struct wr_walkmesh *usual, *given;
    struct wr_context *context = fixture->findings.context;
    assert_int_equal(wr_walkmesh_rebuild(context, mesh, NULL, &usual), WR_OK);
    assert_int_equal(wr_walkmesh_rebuild(context, mesh, &fixture->surfaces, &given), WR_OK);
    assert_same_bytes(fixture, usual, given);
    wr_walkmesh_free(usual);
    wr_walkmesh_free(given);
    assert_int_equal(wr_walkmesh_place(context, mesh, &aside, NULL, &usual), WR_OK);
    assert_int_equal(wr_walkmesh_place(context, mesh, &aside, &fixture->surfaces, &given),
                     WR_OK);
    assert_same_bytes(fixture, usual, given);
    wr_walkmesh_free(usual);
    wr_walkmesh_free(given);
}

static void without_a_table_of_surfaces_it_is_that_of_k1(void **state)
{
    (void)state;
    for_floors(ask_without_surfaces);
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    for_floors(ask_round_trip);
}

static void ask_rebuild(struct fixture *fixture, struct wr_walkmesh *mesh)
{
    struct wr_walkmesh *rebuilt;
    wr_random random = wr_random_of(mesh->face_count, 3);
    wr_box box = mesh->nodes[0].box;
    mesh->nodes[0].box = (wr_box){{9, 9, 9}, {9, 9, 9}};
    int32_t *adjacency = &mesh->adjacency[0][0], kept = *adjacency;
    *adjacency = (int32_t)wr_random_below(&random, 1000);
    assert_int_equal(
        wr_walkmesh_rebuild(fixture->findings.context, mesh, &fixture->surfaces, &rebuilt),
        WR_OK);
    mesh->nodes[0].box = box;
    *adjacency = kept;
    assert_same_bytes(fixture, rebuilt, mesh);
    wr_walkmesh_free(rebuilt);
}

static void a_rebuild_mends_every_table_and_keeps_transitions(void **state)
{
    (void)state;
    for_floors(ask_rebuild);
}

static void ask_turns(struct fixture *fixture, struct wr_walkmesh *mesh)
{
    const wr_placement steps[] = {
        {.turn = 90}, {.turn = 90}, {.turn = 180}, {.mirror_x = true}, {.mirror_x = true}};
    struct wr_walkmesh *at = NULL, *next;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_int_equal(wr_walkmesh_place(fixture->findings.context, at ? at : mesh, &steps[i],
                                           &fixture->surfaces, &next),
                         WR_OK);
        wr_walkmesh_free(at);
        at = next;
    }
    assert_same_bytes(fixture, at, mesh);
    wr_walkmesh_free(at);
}

static void a_whole_turn_and_two_mirrors_give_the_same_bytes(void **state)
{
    (void)state;
    for_floors(ask_turns);
}

static void a_placed_floor_stands_where_it_was_put(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture);
    struct wr_walkmesh *mesh = random_floor(&fixture, 3), *placed;
    const wr_placement placement = {.position = {100, -20, 3}, .turn = 90};
    assert_int_equal(wr_walkmesh_place(fixture.findings.context, mesh, &placement,
                                       &fixture.surfaces, &placed),
                     WR_OK);
    wr_hit hit;
    wr_vec3 p = mesh->vertices[mesh->faces[0].v[0]];
    assert_true(
        wr_walkmesh_nearest(placed, wr_vec3_of(100 - p.y, -20 + p.x, 3 + p.z), 1, &hit));
    assert_near(hit.distance, 0, 1e-5);
    wr_walkmesh_free(placed);
    findings_end(&fixture.findings);
}

static void triangles_that_are_none_are_refused(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture);
    wr_vec3 vertices[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    wr_face face = {{0, 1, 3}};
    uint32_t material = STONE;
    wr_triangles triangles = {vertices, &face, &material, 3, 1};
    struct wr_walkmesh *mesh = NULL;
    struct wr_context *context = fixture.findings.context;
    assert_int_equal(wr_walkmesh_make(context, WR_WOK, &triangles, &fixture.surfaces, &mesh),
                     WR_INVALID);
    assert_said(&fixture.findings,
                "0:0: error [bwm-vertex-index] face 0 names vertex 3 of 3\n");
    face.v[2] = 2;
    vertices[1].y = NAN;
    assert_int_equal(wr_walkmesh_make(context, WR_WOK, &triangles, &fixture.surfaces, &mesh),
                     WR_INVALID);
    assert_said(&fixture.findings, "0:0: error [bwm-not-finite] vertex 1 is not finite\n");
    triangles.face_count = UINT32_MAX / 3;
    assert_int_equal(wr_walkmesh_make(context, WR_WOK, &triangles, &fixture.surfaces, &mesh),
                     WR_LIMIT);
    assert_said(&fixture.findings, "0:0: error [bwm-too-large] 1431655765 faces are too many "
                                   "(cut it into several rooms)\n");
    assert_null(mesh);
    findings_end(&fixture.findings);
}

static void nothing_makes_a_floor_without_faces(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture);
    struct wr_walkmesh *mesh;
    const wr_triangles none = {0};
    assert_int_equal(
        wr_walkmesh_make(fixture.findings.context, WR_WOK, &none, &fixture.surfaces, &mesh),
        WR_OK);
    ask_round_trip(&fixture, mesh);
    wr_walkmesh_free(mesh);
    findings_end(&fixture.findings);
}

static enum wr_result make_and_move(struct findings *findings, void *user)
{
    const struct wr_walkmesh *mesh = user;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const wr_triangles triangles = {mesh->vertices, mesh->faces, mesh->materials,
                                    mesh->vertex_count, mesh->face_count};
    struct wr_walkmesh *made = NULL, *placed = NULL, *read = NULL;
    struct wr_route *route = NULL;
    struct wr_bytes bytes = {0};
    struct wr_context *context = findings->context;
    enum wr_result result = wr_walkmesh_make(context, WR_WOK, &triangles, &surfaces, &made);
    if (result == WR_OK)
        result =
            wr_walkmesh_place(context, made, &(wr_placement){.turn = 30}, &surfaces, &placed);
    if (result == WR_OK)
        result = wr_walkmesh_write(context, placed, &bytes);
    if (result == WR_OK)
        result = wr_walkmesh_read(context, "floor", bytes.data, bytes.size, &read);
    if (result == WR_OK)
        result = wr_walkmesh_route(context, made, made->vertices[0],
                                   made->vertices[made->vertex_count - 1], 1, &route);
    wr_route_free(route);
    wr_walkmesh_free(made);
    wr_walkmesh_free(placed);
    wr_walkmesh_free(read);
    wr_bytes_finish(&bytes);
    return result;
}

static void each_failing_allocation_is_told_once(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    starve(make_and_move, mesh_grid(arena, 20, 3));
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_become_the_walkmesh_with_all_its_tables),
        cmocka_unit_test(without_a_table_of_surfaces_it_is_that_of_k1),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(a_rebuild_mends_every_table_and_keeps_transitions),
        cmocka_unit_test(a_whole_turn_and_two_mirrors_give_the_same_bytes),
        cmocka_unit_test(a_placed_floor_stands_where_it_was_put),
        cmocka_unit_test(triangles_that_are_none_are_refused),
        cmocka_unit_test(nothing_makes_a_floor_without_faces),
        cmocka_unit_test(each_failing_allocation_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
