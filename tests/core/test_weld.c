/* Welding: near vertices become one, always the same one, and nothing else changes. */
#include "tests/support/test.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/weld.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

struct weld {
    struct wr_context *context;
    struct wr_arena *arena, *scratch;
    uint32_t welded, dropped;
};

static void weld_start(struct weld *weld)
{
    *weld = (struct weld){.context = wr_context_create(NULL, NULL),
                          .arena = wr_arena_create(),
                          .scratch = wr_arena_create()};
}

static void weld_end(struct weld *weld)
{
    wr_arena_destroy(weld->scratch);
    wr_arena_destroy(weld->arena);
    wr_context_destroy(weld->context);
}

static void run(struct weld *weld, struct wr_walkmesh *mesh)
{
    assert_int_equal(wr_walkmesh_weld(weld->context, weld->scratch, mesh, NULL, &weld->welded,
                                      &weld->dropped),
                     WR_OK);
    wr_arena_reset(weld->scratch);
}

/* Every face gets corners of its own, each moved a little. */
static struct wr_walkmesh *torn(struct wr_arena *arena, const struct wr_walkmesh *mesh,
                                wr_random *random, double reach)
{
    struct wr_walkmesh *out =
        wr_walkmesh_new(arena, WR_WOK, 3 * mesh->face_count, mesh->face_count);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        for (uint32_t k = 0; k < 3; k++) {
            wr_vec3 p = mesh->vertices[mesh->faces[f].v[k]];
            p.z += terrain_between(random, -reach, reach);
            out->vertices[3 * f + k] = p;
            out->faces[f].v[k] = 3 * f + k;
        }
        out->materials[f] = mesh->materials[f];
    }
    return out;
}

/* The rule, in the plainest way: a vertex joins the lowest kept one within the distance. */
static uint32_t plain_weld(const struct wr_walkmesh *mesh, uint32_t *to)
{
    uint32_t kept = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        to[v] = v;
        for (uint32_t k = 0; k < v && to[v] == v; k++)
            if (to[k] == k &&
                wr_distance(mesh->vertices[k], mesh->vertices[v]) <= WR_WELD_DISTANCE)
                to[v] = k;
        kept += to[v] == v;
    }
    return kept;
}

static void compare_plainly(struct weld *weld, struct wr_walkmesh *mesh)
{
    uint32_t *to = WR_TAKE(weld->arena, uint32_t, mesh->vertex_count);
    uint32_t kept = plain_weld(mesh, to);
    uint32_t vertices = mesh->vertex_count, faces = mesh->face_count;
    wr_vec3 *before =
        wr_arena_copy(weld->arena, mesh->vertices, vertices, sizeof *mesh->vertices);
    wr_face *old = wr_arena_copy(weld->arena, mesh->faces, faces, sizeof *mesh->faces);
    uint32_t *materials =
        wr_arena_copy(weld->arena, mesh->materials, faces, sizeof *mesh->materials);
    run(weld, mesh);
    assert_int_equal(weld->welded, vertices - kept);
    assert_int_equal(weld->dropped, faces - mesh->face_count);
    uint32_t next = 0;
    for (uint32_t f = 0; f < faces; f++) {
        wr_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = before[to[old[f].v[k]]];
        if (wr_length(wr_triangle_normal(p[0], p[1], p[2])) == 0)
            continue;
        assert_true(next < mesh->face_count);
        for (int k = 0; k < 3; k++)
            assert_memory_equal(&mesh->vertices[mesh->faces[next].v[k]], &p[k], sizeof p[k]);
        assert_int_equal(mesh->materials[next++], materials[f]);
    }
    assert_int_equal(next, mesh->face_count);
}

static void a_torn_floor_is_whole_again(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    wr_random random = wr_random_of(terrain_seed(), 6);
    struct wr_walkmesh *mesh = mesh_grid(weld.arena, 30, 20);
    struct wr_walkmesh *pieces = torn(weld.arena, mesh, &random, 0.3 * WR_WELD_DISTANCE);
    run(&weld, pieces);
    assert_int_equal(pieces->vertex_count, 31 * 21);
    assert_int_equal(pieces->face_count, mesh->face_count);
    assert_int_equal(weld.welded, 3 * mesh->face_count - 31 * 21);
    assert_int_equal(weld.dropped, 0);
    terrain_finish(weld.context, weld.arena, pieces);
    assert_int_equal(pieces->edge_count, 100);
    assert_int_equal(pieces->perimeter_count, 1);
    weld_end(&weld);
}

static void the_lowest_vertex_within_reach_wins(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    uint64_t seed = terrain_seed();
    const double reaches[] = {0, 0.3, 0.7, 1, 3};
    for (uint64_t i = 0; i < 40; i++) {
        wr_random random = wr_random_of(seed + i, 6);
        struct wr_walkmesh *mesh = terrain_of(weld.arena, seed + i);
        compare_plainly(&weld,
                        torn(weld.arena, mesh, &random, reaches[i % 5] * WR_WELD_DISTANCE));
        compare_plainly(&weld, mesh_heap(weld.arena, 60, 100, seed + i));
        wr_arena_reset(weld.arena);
    }
    weld_end(&weld);
}

/* Vertices so dense that every one has many within reach, across the borders of cells. */
static void a_cloud_is_welded_by_the_same_rule(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 30; i++) {
        wr_random random = wr_random_of(seed + i, 7);
        struct wr_walkmesh *mesh = mesh_heap(weld.arena, 300, 200, seed + i);
        double size = (1 + (double)(i % 10)) * WR_WELD_DISTANCE;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->vertices[v] = wr_vec3_of(terrain_between(&random, -size, size),
                                           terrain_between(&random, -size, size),
                                           terrain_between(&random, -size, size));
        compare_plainly(&weld, mesh);
        wr_arena_reset(weld.arena);
    }
    weld_end(&weld);
}

static void welding_twice_changes_nothing_more(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 40; i++) {
        struct wr_walkmesh *mesh = mesh_heap(weld.arena, 200, 300, seed + i);
        run(&weld, mesh);
        assert_true(weld.welded > 0 && weld.dropped > 0);
        run(&weld, mesh);
        assert_int_equal(weld.welded + weld.dropped, 0);
        wr_arena_reset(weld.arena);
    }
    weld_end(&weld);
}

static void unused_vertices_and_tables_go(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    struct wr_walkmesh *mesh =
        terrain_finish(weld.context, weld.arena, mesh_grid(weld.arena, 2, 2));
    mesh->faces[7] = (wr_face){{0, 0, 1}};
    mesh->faces[6] = (wr_face){{3, 4, 5}}; /* on one line */
    run(&weld, mesh);
    assert_int_equal(weld.welded, 0);
    assert_int_equal(weld.dropped, 2);
    assert_int_equal(mesh->face_count, 6);
    assert_int_equal(mesh->walkable_count, 6);
    assert_int_equal(mesh->vertex_count, 8); /* the last corner of the grid is gone */
    assert_null(mesh->adjacency);
    assert_int_equal(mesh->node_count + mesh->edge_count + mesh->perimeter_count, 0);
    weld_end(&weld);
}

static void coordinates_of_any_size_are_welded(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    const float sizes[] = {0, 1e-40f, 1e-5f, 1e6f, 1e30f, 3.4e38f};
    struct wr_walkmesh *mesh = wr_walkmesh_new(weld.arena, WR_WOK, 3 * 36, 36);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] =
            wr_vec3_of(sizes[v % 6], -sizes[v / 6 % 6], v % 2 ? sizes[v / 18 % 6] : 1);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        mesh->faces[f] = (wr_face){{f, f + 36, f + 72}};
        mesh->materials[f] = f % 3;
    }
    compare_plainly(&weld, mesh);
    struct wr_walkmesh *nothing = wr_walkmesh_new(weld.arena, WR_WOK, 0, 0);
    run(&weld, nothing);
    assert_int_equal(nothing->vertex_count + nothing->face_count, 0);
    weld_end(&weld);
}

/* All on one spot, and all on one line through one row of cells: no quadratic time. */
static void many_vertices_on_one_spot_are_no_trouble(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    enum { COUNT = 300000 };
    struct wr_walkmesh *mesh = wr_walkmesh_new(weld.arena, WR_WOK, COUNT, 1);
    for (uint32_t v = 0; v < COUNT; v++)
        mesh->vertices[v] = wr_vec3_of(0.00004f, 0, 0);
    mesh->faces[0] = (wr_face){{0, COUNT / 2, COUNT - 1}};
    mesh->materials[0] = STONE;
    run(&weld, mesh);
    assert_int_equal(weld.welded, COUNT - 1);
    assert_int_equal(weld.dropped, 1);
    assert_int_equal(mesh->vertex_count, 0);
    weld_end(&weld);
}

static enum wr_result weld_starved(struct findings *findings, void *mesh)
{
    return wr_walkmesh_weld(findings->context, findings->arena, mesh, NULL, NULL, NULL);
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct weld weld;
    weld_start(&weld);
    struct wr_walkmesh *mesh = mesh_grid(weld.arena, 60, 60);
    starve(weld_starved, mesh);
    assert_int_equal(mesh->vertex_count, 61 * 61);
    weld_end(&weld);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_torn_floor_is_whole_again),
        cmocka_unit_test(the_lowest_vertex_within_reach_wins),
        cmocka_unit_test(a_cloud_is_welded_by_the_same_rule),
        cmocka_unit_test(welding_twice_changes_nothing_more),
        cmocka_unit_test(unused_vertices_and_tables_go),
        cmocka_unit_test(coordinates_of_any_size_are_welded),
        cmocka_unit_test(many_vertices_on_one_spot_are_no_trouble),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
