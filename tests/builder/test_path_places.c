/* Where path points may lie: how fine the places of a floor are, and how doorways are entered.
 */
#include "tests/support/findings.h"
#include "tests/support/meshes.h"

#include "builder/module/path_graph.h"
#include "builder/module/paths.h"

static struct wr_walkmesh *finish(struct findings *f, struct wr_walkmesh *mesh)
{
    assert_int_equal(wr_walkmesh_derive(f->context, f->arena, mesh, NULL, WR_NOWHERE, NULL),
                     WR_OK);
    return mesh;
}

/* More places than a floor of few faces may have: 1600 square metres, half a metre apart. */
static void a_floor_of_many_faces_has_as_many_places_as_asked(void **state)
{
    (void)state;
    struct findings f;
    struct wr_path_floor floor;
    struct wr_path_graph graph;
    findings_start(&f);
    const struct wr_path_room room = {.mesh = finish(&f, mesh_grid(f.arena, 40, 40))};
    assert_int_equal(wr_path_floor_make(f.context, &room, f.arena, &floor), WR_OK);
    assert_int_equal(wr_path_graph_make(f.context, &floor, 0.5, f.arena, &graph), WR_OK);
    assert_near(graph.grid, 0.5, 0);
    assert_true(graph.count > 5500);
    findings_end(&f);
}

/* ---- A doorway all around ---- */

static bool is_in_square(wr_vec3 at)
{
    return at.x >= 0 && at.x <= 4 && at.y >= 0 && at.y <= 4;
}

static bool is_face_in_square(const struct wr_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].v;
    return is_in_square(mesh->vertices[v[0]]) && is_in_square(mesh->vertices[v[1]]) &&
           is_in_square(mesh->vertices[v[2]]);
}

/* Open edges of the square lead to another room. */
static void lead_to(struct wr_walkmesh *mesh, int32_t room)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (is_in_square(mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)]) &&
            is_in_square(mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)]))
            mesh->edges[i].transition = room;
}

/* A room of 12 by 12 metres around a square of 4 by 4. */
static struct wr_walkmesh *ring(struct findings *f)
{
    struct wr_walkmesh *mesh = mesh_grid(f->arena, 12, 12);
    uint32_t kept = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] = wr_vec3_of(mesh->vertices[v].x - 4, mesh->vertices[v].y - 4, 0);
    for (uint32_t i = 0; i < mesh->face_count; i++)
        if (!is_face_in_square(mesh, i))
            mesh->faces[kept++] = mesh->faces[i];
    mesh->face_count = mesh->walkable_count = kept;
    return finish(f, mesh);
}

static void a_doorway_that_is_a_whole_loop_is_entered_straight(void **state)
{
    (void)state;
    struct findings f;
    struct wr_paths paths;
    findings_start(&f);
    struct wr_walkmesh *square = finish(&f, mesh_grid(f.arena, 4, 4)), *around = ring(&f);
    lead_to(square, 1);
    lead_to(around, 0);
    const struct wr_walkmesh *meshes[] = {square, around};
    assert_int_equal(wr_paths_of_meshes(f.context, meshes, 2, NULL, f.arena, &paths), WR_OK);
    uint32_t middle = paths.count - 1, first = paths.starts[middle];
    assert_int_equal(paths.starts[middle + 1] - first, 2);
    for (uint32_t i = first; i < first + 2; i++) {
        wr_vec3 at = paths.points[middle], beside = paths.points[paths.neighbours[i]];
        double x = fabs((double)beside.x - at.x), y = fabs((double)beside.y - at.y);
        assert_true(fmin(x, y) < 1e-5 && fmax(x, y) > 0.5);
    }
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_of_many_faces_has_as_many_places_as_asked),
        cmocka_unit_test(a_doorway_that_is_a_whole_loop_is_entered_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
