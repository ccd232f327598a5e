/* Routes, against a graph of what sees what, which knows nothing of faces or windows. */
#include "tests/support/test.h"

#include "core/base/math.h"
#include "core/walkmesh/adjacency.h"
#include "tests/support/terrain.h"

/* ---- The oracle: corners of the floor and straight lines between them -----------------------
 */

struct spot {
    double x, y;
};

struct outline {
    struct spot (*walls)[2];
    const struct wr_walkmesh *mesh;
    uint32_t wall_count, spot_count;
    struct spot *spots; /* start, end, and every vertex with a wall */
};

static struct spot spot_of(wr_vec3 p)
{
    return (struct spot){p.x, p.y};
}

static double turn(struct spot a, struct spot b, struct spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool on_floor(const struct wr_walkmesh *mesh, struct spot p)
{
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        bool in = true;
        for (int i = 0; i < 3 && in; i++)
            in = turn(spot_of(mesh->vertices[v[i]]), spot_of(mesh->vertices[v[(i + 1) % 3]]),
                      p) > -1e-6; /* rounded to float32 */
        if (in)
            return true;
    }
    return false;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Whether a straight line stays on the floor: halfway between any two walls it touches, too. */
static bool sees(const struct outline *outline, struct spot a, struct spot b)
{
    double parts[600] = {0, 1};
    size_t count = 2;
    for (uint32_t i = 0; i < outline->wall_count; i++) {
        struct spot p = outline->walls[i][0], q = outline->walls[i][1];
        double at_p = turn(a, b, p), at_q = turn(a, b, q);
        double from = turn(p, q, a), to = turn(p, q, b);
        if (fabs(from - to) < 1e-12 || (at_p > 1e-9 && at_q > 1e-9) ||
            (at_p < -1e-9 && at_q < -1e-9))
            continue;
        double part = from / (from - to);
        if (part > 0 && part < 1 && count < 600)
            parts[count++] = part;
    }
    qsort(parts, count, sizeof *parts, by_value);
    for (size_t i = 0; i + 1 < count; i++) {
        double part = (parts[i] + parts[i + 1]) / 2;
        struct spot middle = {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        if (parts[i + 1] - parts[i] > 1e-7 && !on_floor(outline->mesh, middle))
            return false;
    }
    return true;
}

static double shortest(const struct outline *outline)
{
    double lengths[400];
    bool done[400] = {false};
    assert_true(outline->spot_count <= 400);
    for (uint32_t i = 0; i < outline->spot_count; i++)
        lengths[i] = i ? INFINITY : 0;
    for (;;) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < outline->spot_count; i++)
            if (!done[i] && lengths[i] < INFINITY &&
                (best == UINT32_MAX || lengths[i] < lengths[best]))
                best = i;
        if (best == UINT32_MAX || best == 1)
            return lengths[1];
        done[best] = true;
        for (uint32_t i = 0; i < outline->spot_count; i++) {
            struct spot a = outline->spots[best], b = outline->spots[i];
            double length =
                lengths[best] + sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
            if (!done[i] && length < lengths[i] && sees(outline, a, b))
                lengths[i] = length;
        }
    }
}

static struct outline outline_of(struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    struct outline outline = {.mesh = mesh};
    outline.walls = wr_arena_take(arena, mesh->edge_count, sizeof *outline.walls);
    outline.spots = WR_TAKE(arena, struct spot, mesh->edge_count + 2);
    outline.spot_count = 2;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t edge = mesh->edges[i].edge;
        struct spot start = spot_of(mesh->vertices[wr_edge_start(mesh, edge)]);
        outline.walls[outline.wall_count][0] = start;
        outline.walls[outline.wall_count++][1] =
            spot_of(mesh->vertices[wr_edge_end(mesh, edge)]);
        outline.spots[outline.spot_count++] = start;
    }
    return outline;
}

/* ---- Floors ---------------------------------------------------------------------------------
 */

/* Whether two floors meet in one vertex only: walls leave it twice. */
static bool touches_itself(const struct wr_walkmesh *mesh)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (wr_edge_start(mesh, mesh->edges[i].edge) ==
                wr_edge_start(mesh, mesh->edges[j].edge))
                return true;
    return false;
}

/* A floor with holes whose parts never touch in a single vertex. */
static struct wr_walkmesh *floor_of(struct wr_context *context, struct wr_arena *arena,
                                    uint64_t seed)
{
    for (uint64_t i = seed * 1000;; i++) {
        wr_random random = wr_random_of(i, 5);
        struct wr_walkmesh *mesh =
            mesh_grid(arena, 2 + wr_random_below(&random, 7), 2 + wr_random_below(&random, 7));
        for (uint32_t v = 0; v < mesh->vertex_count && i % 2; v++) {
            mesh->vertices[v].x += terrain_between(&random, -0.2, 0.2);
            mesh->vertices[v].y += terrain_between(&random, -0.2, 0.2);
            mesh->vertices[v].z = terrain_between(&random, -0.3, 0.3);
        }
        for (uint32_t hole = wr_random_below(&random, 12); hole > 0; hole--)
            mesh->materials[wr_random_below(&random, mesh->face_count)] = NONWALK;
        wr_surfaces surfaces = wr_surfaces_default(WR_K1);
        assert_int_equal(wr_walkmesh_sort(context, arena, mesh, surfaces.walkable, NULL),
                         WR_OK);
        assert_int_equal(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL),
                         WR_OK);
        if (mesh->walkable_count && !touches_itself(mesh))
            return mesh;
    }
}

static wr_vec3 somewhere(const struct wr_walkmesh *mesh, wr_random *random, uint32_t *face)
{
    *face = wr_random_below(random, mesh->walkable_count);
    const uint32_t *v = mesh->faces[*face].v;
    double a = wr_random_unit(random), b = wr_random_unit(random);
    uint32_t kind = wr_random_below(random, 4); /* corners and edges, too */
    a = kind == 0 ? 0 : a;
    b = kind <= 1 ? 0 : b * (1 - a);
    wr_dvec3 p = wr_widen(mesh->vertices[v[0]]);
    wr_dvec3 sum = wr_add(p, wr_scale(wr_sub(wr_widen(mesh->vertices[v[1]]), p), a));
    return wr_narrow(wr_add(sum, wr_scale(wr_sub(wr_widen(mesh->vertices[v[2]]), p), b)));
}

static double plan_length(const struct wr_route *route)
{
    double sum = 0;
    for (uint32_t i = 0; i + 1 < route->count; i++) {
        wr_dvec3 way = wr_sub(wr_widen(route->points[i + 1]), wr_widen(route->points[i]));
        sum += sqrt(way.x * way.x + way.y * way.y);
    }
    return sum;
}

static void assert_in_face(const struct wr_walkmesh *mesh, uint32_t face, wr_vec3 point)
{
    const uint32_t *v = mesh->faces[face].v;
    for (int i = 0; i < 3; i++) {
        struct spot a = spot_of(mesh->vertices[v[i]]);
        struct spot b = spot_of(mesh->vertices[v[(i + 1) % 3]]);
        double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        assert_true(turn(a, b, spot_of(point)) > -1e-4 * length);
    }
}

static void assert_on_floor(const struct wr_walkmesh *mesh, const struct wr_route *route)
{
    double length = 0;
    for (uint32_t i = 0; i < route->count; i++) {
        assert_true(route->faces[i] < mesh->walkable_count);
        assert_in_face(mesh, route->faces[i], route->points[i]);
        if (i + 1 < route->count) {
            assert_in_face(mesh, route->faces[i], route->points[i + 1]);
            length += wr_distance(route->points[i], route->points[i + 1]);
        }
    }
    assert_near(length, route->length, 1e-6);
}

struct fixture {
    struct wr_context *context;
    struct wr_arena *arena;
};

static struct fixture start(void)
{
    return (struct fixture){wr_context_create(NULL, NULL), wr_arena_create()};
}

static void finish(struct fixture fixture)
{
    wr_arena_destroy(fixture.arena);
    wr_context_destroy(fixture.context);
}

static void compare(struct fixture fixture, const struct wr_walkmesh *mesh,
                    struct outline *outline, const uint32_t *islands, wr_random *random)
{
    uint32_t faces[2];
    wr_vec3 from = somewhere(mesh, random, &faces[0]), to = somewhere(mesh, random, &faces[1]);
    struct wr_route *route = NULL;
    enum wr_result result = wr_walkmesh_route(fixture.context, mesh, from, to, 0.1f, &route);
    bool reachable = islands[faces[0]] == islands[faces[1]];
    assert_int_equal(result, reachable ? WR_OK : WR_NOT_FOUND);
    if (!reachable)
        return;
    assert_on_floor(mesh, route);
    outline->spots[0] = spot_of(from);
    outline->spots[1] = spot_of(to);
    assert_near(plan_length(route), shortest(outline), 2e-5);
    wr_route_free(route);
}

static void a_route_is_the_shortest_there_is(void **state)
{
    (void)state;
    struct fixture fixture = start();
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 150; i++) {
        struct wr_walkmesh *mesh = floor_of(fixture.context, fixture.arena, seed + i);
        struct outline outline = outline_of(fixture.arena, mesh);
        uint32_t *islands = WR_TAKE(fixture.arena, uint32_t, mesh->walkable_count);
        wr_adjacency_islands(mesh, islands);
        wr_random random = wr_random_of(seed + i, 6);
        for (int pair = 0; pair < 6; pair++)
            compare(fixture, mesh, &outline, islands, &random);
        wr_arena_reset(fixture.arena);
    }
    finish(fixture);
}

static void a_route_stays_on_real_floors(void *user, struct wr_context *context,
                                         struct wr_arena *arena, struct wr_walkmesh *mesh,
                                         const char *name)
{
    (void)name;
    wr_random random = wr_random_of(mesh->face_count, 9);
    uint32_t *islands = WR_TAKE(arena, uint32_t, mesh->walkable_count), faces[2];
    wr_adjacency_islands(mesh, islands);
    for (int pair = 0; pair < 30 && mesh->walkable_count; pair++) {
        wr_vec3 from = somewhere(mesh, &random, &faces[0]);
        wr_vec3 to = somewhere(mesh, &random, &faces[1]);
        struct wr_route *there = NULL, *back = NULL;
        enum wr_result result = wr_walkmesh_route(context, mesh, from, to, 0.1f, &there);
        assert_int_equal(wr_walkmesh_route(context, mesh, to, from, 0.1f, &back), result);
        if (result != WR_OK)
            continue;
        assert_on_floor(mesh, there);
        assert_near(plan_length(there), plan_length(back), 1e-4 * (1 + plan_length(there)));
        *(int *)user += islands[faces[0]] == islands[faces[1]];
        wr_route_free(there);
        wr_route_free(back);
    }
}

static void there_and_back_are_as_long_on_any_floor(void **state)
{
    (void)state;
    int found = 0;
    terrain_each(a_route_stays_on_real_floors, &found);
    assert_true(found > 500);
}

/* Two turns of steps round a column of a metre: floors above each other, never touching. */
static struct wr_walkmesh *spiral_of(struct fixture fixture)
{
    static const int x[] = {1, 1, -1, -1}, y[] = {-1, 1, 1, -1};
    struct wr_walkmesh *mesh = wr_walkmesh_new(fixture.arena, WR_WOK, 18, 16);
    for (uint32_t i = 0; i < 9; i++) {
        float height = (float)i;
        mesh->vertices[2 * i] = wr_vec3_of((float)x[i % 4], (float)y[i % 4], height);
        mesh->vertices[2 * i + 1] =
            wr_vec3_of(3 * (float)x[i % 4], 3 * (float)y[i % 4], height);
    }
    for (uint32_t i = 0; i < 8; i++) {
        mesh->faces[2 * i] = (wr_face){{2 * i, 2 * i + 1, 2 * i + 3}};
        mesh->faces[2 * i + 1] = (wr_face){{2 * i, 2 * i + 3, 2 * i + 2}};
        mesh->materials[2 * i] = mesh->materials[2 * i + 1] = STONE;
    }
    mesh->walkable_count = 16;
    assert_int_equal(
        wr_walkmesh_derive(fixture.context, fixture.arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    return mesh;
}

static void a_spiral_is_climbed_along_its_inner_side(void **state)
{
    (void)state;
    struct fixture fixture = start();
    struct wr_walkmesh *mesh = spiral_of(fixture);
    struct wr_route *route;
    assert_int_equal(wr_walkmesh_route(fixture.context, mesh, mesh->vertices[0],
                                       mesh->vertices[16], 0.1f, &route),
                     WR_OK);
    assert_near(plan_length(route), 16, 1e-5);
    for (uint32_t i = 0; i + 1 < route->count; i++)
        assert_true(route->points[i].z <= route->points[i + 1].z);
    wr_route_free(route);
    finish(fixture);
}

static void floors_that_touch_in_a_vertex_are_not_joined(void **state)
{
    (void)state;
    struct fixture fixture = start();
    struct wr_walkmesh *mesh = mesh_grid(fixture.arena, 2, 2);
    wr_face kept[] = {mesh->faces[0], mesh->faces[1], mesh->faces[6], mesh->faces[7]};
    memcpy(mesh->faces, kept, sizeof kept);
    mesh->face_count = mesh->walkable_count = 4;
    assert_int_equal(
        wr_walkmesh_derive(fixture.context, fixture.arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    struct wr_route *route = NULL;
    assert_int_equal(wr_walkmesh_route(fixture.context, mesh, wr_vec3_of(0.5f, 0.5f, 0),
                                       wr_vec3_of(1.5f, 1.5f, 0), 0.1f, &route),
                     WR_NOT_FOUND);
    assert_null(route);
    finish(fixture);
}

static void a_route_from_a_point_to_itself_is_that_point(void **state)
{
    (void)state;
    struct fixture fixture = start();
    struct wr_walkmesh *mesh = floor_of(fixture.context, fixture.arena, 4);
    wr_vec3 point = mesh->vertices[mesh->faces[0].v[0]];
    struct wr_route *route = NULL;
    assert_int_equal(wr_walkmesh_route(fixture.context, mesh, point, point, 0.1f, &route),
                     WR_OK);
    assert_int_equal(route->count, 1);
    assert_true(route->length == 0);
    wr_route_free(route);
    finish(fixture);
}

static void a_point_off_the_floor_is_brought_to_it_within_reach_only(void **state)
{
    (void)state;
    struct fixture fixture = start();
    struct wr_walkmesh *mesh = mesh_grid(fixture.arena, 4, 1);
    assert_int_equal(
        wr_walkmesh_derive(fixture.context, fixture.arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    wr_vec3 off = wr_vec3_of(-1, 0.5f, 0), on = wr_vec3_of(3.5f, 0.5f, 0);
    struct wr_route *route = NULL;
    assert_int_equal(wr_walkmesh_route(fixture.context, mesh, off, on, 0.9f, &route),
                     WR_NOT_FOUND);
    assert_int_equal(wr_walkmesh_route(fixture.context, mesh, off, on, 1.1f, &route), WR_OK);
    assert_near(route->length, 3.5, 1e-6);
    wr_route_free(route);
    finish(fixture);
}

static void tables_that_lie_end_the_search(void **state)
{
    (void)state;
    struct fixture fixture = start();
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 300; i++) {
        struct wr_walkmesh *mesh = floor_of(fixture.context, fixture.arena, seed + i % 20);
        wr_random random = wr_random_of(seed + i, 8);
        uint32_t faces[2];
        for (uint32_t k = 0; k < 3 * mesh->walkable_count; k += 1 + wr_random_below(&random, 9))
            mesh->adjacency[k / 3][k % 3] =
                (int32_t)wr_random_below(&random, 4 * mesh->face_count + 1) - 1;
        struct wr_route *route = NULL;
        if (wr_walkmesh_route(fixture.context, mesh, somewhere(mesh, &random, &faces[0]),
                              somewhere(mesh, &random, &faces[1]), 0.1f, &route) == WR_OK)
            assert_on_floor(mesh, route);
        wr_route_free(route);
        wr_arena_reset(fixture.arena);
    }
    finish(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_route_is_the_shortest_there_is),
        cmocka_unit_test(there_and_back_are_as_long_on_any_floor),
        cmocka_unit_test(a_spiral_is_climbed_along_its_inner_side),
        cmocka_unit_test(floors_that_touch_in_a_vertex_are_not_joined),
        cmocka_unit_test(a_route_from_a_point_to_itself_is_that_point),
        cmocka_unit_test(a_point_off_the_floor_is_brought_to_it_within_reach_only),
        cmocka_unit_test(tables_that_lie_end_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
