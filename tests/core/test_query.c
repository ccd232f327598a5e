/* Queries, against themselves without the tree and against a judge written another way. */
#include "tests/support/test.h"

#include "core/base/math.h"
#include "tests/support/terrain.h"

#include <float.h>

/* ---- A judge that tries every face in long double ------------------------------------------
 */

/* What must be found (every face well inside) and what may be (edges grazed). */
struct verdict {
    double sure, possible; /* the least keys; infinity for none */
};

typedef long double real;
struct point {
    real x, y, z;
};

static struct point point_of(wr_vec3 v)
{
    return (struct point){v.x, v.y, v.z};
}
static struct point minus(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.y - b.y, a.z - b.z};
}
static struct point times(struct point a, real s)
{
    return (struct point){a.x * s, a.y * s, a.z * s};
}
static real dot(struct point a, struct point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static struct point cross(struct point a, struct point b)
{
    return (struct point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static void corners_of(const struct wr_walkmesh *mesh, uint32_t face, struct point out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = point_of(mesh->vertices[mesh->faces[face].v[i]]);
}

static bool asked(const struct wr_walkmesh *mesh, uint32_t face, uint64_t surfaces)
{
    return mesh->materials[face] < 64 && (surfaces >> mesh->materials[face] & 1);
}

static void judge(struct verdict *verdict, double key, real least_weight)
{
    const real graze = 1e-7L;
    if (least_weight > graze && key < verdict->sure)
        verdict->sure = key;
    if (least_weight > -graze && key < verdict->possible)
        verdict->possible = key;
}

/* Möller and Trumbore's test. */
static struct verdict ray_verdict(const struct wr_walkmesh *mesh, wr_vec3 from, wr_vec3 way,
                                  float reach, uint64_t surfaces)
{
    struct verdict verdict = {INFINITY, INFINITY};
    struct point d = point_of(way), p[3];
    real length = sqrtl(dot(d, d));
    d = times(d, 1 / length);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (!asked(mesh, f, surfaces))
            continue;
        corners_of(mesh, f, p);
        struct point e1 = minus(p[1], p[0]), e2 = minus(p[2], p[0]);
        struct point o = minus(point_of(from), p[0]), n = cross(d, e2), q = cross(o, e1);
        real det = dot(e1, n), size = sqrtl(dot(cross(e1, e2), cross(e1, e2)));
        if (fabsl(det) <= 1e-7L * size) { /* edge-on: anything may be */
            real t = dot(minus(p[0], point_of(from)), d);
            judge(&verdict, t < 100 ? 0 : (double)t - 100, 0);
            continue;
        }
        real u = dot(o, n) / det, v = dot(d, q) / det, t = dot(e2, q) / det;
        real least = u < v ? u : v;
        least = least < 1 - u - v ? least : 1 - u - v;
        if (t < -1e-5L || t > reach + 1e-5L)
            continue;
        if (t < 1e-5L || t > reach - 1e-5L)
            least = least < 0 ? least : 0;
        judge(&verdict, (double)t, least);
    }
    return verdict;
}

/* Heights of upward faces at x, y: by solving for the weights of the corners. */
static bool height_of(const struct wr_walkmesh *mesh, uint32_t face, float x, float y, real *z,
                      real *least)
{
    struct point p[3];
    corners_of(mesh, face, p);
    struct point n = cross(minus(p[1], p[0]), minus(p[2], p[0]));
    real slope = n.z / sqrtl(dot(n, n));
    if (!(slope > 0.99e-3L)) /* no floor beyond doubt */
        return false;
    real u = ((x - p[0].x) * (p[2].y - p[0].y) - (y - p[0].y) * (p[2].x - p[0].x)) / n.z;
    real v = ((p[1].x - p[0].x) * (y - p[0].y) - (p[1].y - p[0].y) * (x - p[0].x)) / n.z;
    *z = p[0].z + u * (p[1].z - p[0].z) + v * (p[2].z - p[0].z);
    *least = u < v ? u : v;
    *least = *least < 1 - u - v ? *least : 1 - u - v;
    *least = slope > 1.01e-3L || *least < 0 ? *least : 0; /* a floor beyond doubt */
    return true;
}

static real segment_distance(struct point a, struct point b)
{
    struct point w = minus(b, a);
    real t = dot(w, w) > 0 ? -dot(a, w) / dot(w, w) : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    struct point at = {a.x + t * w.x, a.y + t * w.y, a.z + t * w.z};
    return sqrtl(dot(at, at));
}

static real nearest_distance(const struct wr_walkmesh *mesh, wr_vec3 from)
{
    real best = INFINITY;
    struct point p[3];
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        corners_of(mesh, f, p);
        for (int i = 0; i < 3; i++)
            p[i] = minus(p[i], point_of(from));
        struct point n = cross(minus(p[1], p[0]), minus(p[2], p[0]));
        real area = dot(n, n);
        bool inside = area > 0;
        for (int i = 0; i < 3; i++) {
            real edge = segment_distance(p[i], p[(i + 1) % 3]);
            best = edge < best ? edge : best;
            struct point w = minus(p[(i + 1) % 3], p[i]);
            inside = inside && dot(cross(w, minus((struct point){0, 0, 0}, p[i])), n) >= 0;
        }
        real plane = inside ? fabsl(dot(p[0], n)) / sqrtl(area) : INFINITY;
        best = plane < best ? plane : best;
    }
    return best;
}

/* ---- Comparing -----------------------------------------------------------------------------
 */

struct case_of {
    const struct wr_walkmesh *mesh;
    struct wr_walkmesh bare; /* the same without a tree */
    const char *name;
    unsigned hits;
};

static void expect(const struct case_of *c, bool hit, double key, struct verdict verdict,
                   const char *what)
{
    double slack = 2e-4;
    bool good = hit ? key >= verdict.possible - slack && key <= verdict.sure + slack
                    : verdict.sure == (double)INFINITY;
    if (!good)
        fail_msg("%s: %s %s %.9g, the judge allows %.9g to %.9g", c->name, what,
                 hit ? "gives" : "misses", key, verdict.possible, verdict.sure);
}

static void expect_same(const struct case_of *c, bool hit, bool bare_hit, const wr_hit *a,
                        const wr_hit *b, const char *what)
{
    if (hit != bare_hit || (hit && memcmp(a, b, sizeof *a) != 0))
        fail_msg("%s: %s differs with the tree: %d face %u at %.9g, %d face %u at %.9g",
                 c->name, what, hit, a->face, (double)a->distance, bare_hit, b->face,
                 (double)b->distance);
}

static void try_ray(struct case_of *c, wr_vec3 from, wr_vec3 way, float reach,
                    uint64_t surfaces)
{
    wr_hit hit = {0}, bare = {0};
    bool met = wr_walkmesh_ray(c->mesh, from, way, reach, surfaces, &hit);
    bool bare_met = wr_walkmesh_ray(&c->bare, from, way, reach, surfaces, &bare);
    expect_same(c, met, bare_met, &hit, &bare, "a ray");
    c->hits += met;
    expect(c, met, hit.distance, ray_verdict(c->mesh, from, way, reach, surfaces), "a ray");
    if (met) {
        assert_true(asked(c->mesh, hit.face, surfaces));
        assert_near(wr_distance(from, hit.point), hit.distance, 2e-4);
    }
}

static void try_heights(struct case_of *c, wr_vec3 at, uint64_t surfaces)
{
    struct verdict nearest = {INFINITY, INFINITY}, highest = {INFINITY, INFINITY};
    real z, least;
    for (uint32_t f = 0; f < c->mesh->face_count; f++) {
        if (!asked(c->mesh, f, surfaces) || !height_of(c->mesh, f, at.x, at.y, &z, &least))
            continue;
        judge(&nearest, fabs((double)(z - at.z)), least);
        if (z < at.z + 1e-5L)
            judge(&highest, -(double)z, z > at.z - 1e-5L && least > 0 ? 0 : least);
    }
    wr_hit hit = {0}, bare = {0};
    bool met = wr_walkmesh_face_at(c->mesh, at, surfaces, &hit);
    bool bare_met = wr_walkmesh_face_at(&c->bare, at, surfaces, &bare);
    expect_same(c, met, bare_met, &hit, &bare, "a face");
    expect(c, met, hit.distance, nearest, "a face");
    c->hits += met;
    if (met) {
        assert_true(hit.point.x == at.x && hit.point.y == at.y);
        assert_near(fabs((double)hit.point.z - at.z), hit.distance, 1e-5);
    }
    float height = 0, bare_height = 0;
    met = wr_walkmesh_height_at(c->mesh, at.x, at.y, at.z, surfaces, &height);
    bare_met = wr_walkmesh_height_at(&c->bare, at.x, at.y, at.z, surfaces, &bare_height);
    assert_int_equal(met, bare_met);
    assert_true(height == bare_height);
    expect(c, met, -(double)height, highest, "a height");
    assert_true(!met || height <= at.z);
}

static void try_nearest(struct case_of *c, wr_vec3 at)
{
    wr_hit hit = {0}, bare = {0};
    bool met = wr_walkmesh_nearest(c->mesh, at, INFINITY, &hit);
    bool bare_met = wr_walkmesh_nearest(&c->bare, at, INFINITY, &bare);
    expect_same(c, met, bare_met, &hit, &bare, "the nearest point");
    assert_int_equal(met, c->mesh->walkable_count > 0);
    if (!met)
        return;
    real distance = nearest_distance(c->mesh, at);
    assert_near(hit.distance, (double)distance, 1e-5 * (1 + (double)distance));
    assert_near(wr_distance(at, hit.point), hit.distance, 1e-4);
    assert_true(hit.face < c->mesh->walkable_count);
    assert_true(wr_walkmesh_nearest(c->mesh, at, hit.distance, &bare));
    assert_true(hit.distance == 0 ||
                !wr_walkmesh_nearest(c->mesh, at, nextafterf(hit.distance, 0), &bare));
}

/* ---- Random questions ----------------------------------------------------------------------
 */

static wr_box bounds_of(const struct wr_walkmesh *mesh)
{
    wr_box box = wr_box_empty();
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        box = wr_box_add(box, mesh->vertices[v]);
    return box;
}

static wr_vec3 point_in(wr_random *random, wr_box box)
{
    return wr_vec3_of(terrain_between(random, box.min.x - 1.0, box.max.x + 1.0),
                      terrain_between(random, box.min.y - 1.0, box.max.y + 1.0),
                      terrain_between(random, box.min.z - 2.0, box.max.z + 2.0));
}

/* A vertex, the middle of an edge or a point in a face. */
static wr_vec3 point_on(wr_random *random, const struct wr_walkmesh *mesh)
{
    const uint32_t *v = mesh->faces[wr_random_below(random, mesh->face_count)].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    switch (wr_random_below(random, 3)) {
    case 0:
        return a;
    case 1:
        return wr_vec3_of((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
    default:
        return wr_vec3_of((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3);
    }
}

static wr_vec3 random_way(wr_random *random)
{
    wr_vec3 way = {0, 0, 0};
    uint32_t fate = wr_random_below(random, 8);
    float size = terrain_between(random, 0.01, 3);
    if (fate < 3) {
        *(fate == 0 ? &way.x : fate == 1 ? &way.y : &way.z) = size;
        return way;
    }
    if (fate == 3)
        return wr_vec3_of(0, 0, -size);
    return wr_vec3_of(terrain_between(random, -1, 1), terrain_between(random, -1, 1),
                      terrain_between(random, -1, 1));
}

static void ask(void *user, struct wr_context *context, struct wr_arena *arena,
                struct wr_walkmesh *mesh, const char *name)
{
    (void)context, (void)arena;
    struct case_of c = {.mesh = mesh, .bare = *mesh, .name = name};
    c.bare.node_count = 0;
    wr_random random = wr_random_of(mesh->face_count, 5);
    wr_box box = bounds_of(mesh);
    const uint64_t sets[] = {WR_ALL_SURFACES, wr_surfaces_default(WR_K1).walkable,
                             UINT64_C(1) << STONE, UINT64_C(1) << NONWALK};
    for (int i = 0; i < 150; i++) {
        uint64_t surfaces = sets[wr_random_below(&random, 4)];
        wr_vec3 a =
            wr_random_below(&random, 4) ? point_in(&random, box) : point_on(&random, mesh);
        wr_vec3 b =
            wr_random_below(&random, 2) ? point_in(&random, box) : point_on(&random, mesh);
        wr_vec3 way = wr_random_below(&random, 2) ? random_way(&random)
                                                  : wr_vec3_of(b.x - a.x, b.y - a.y, b.z - a.z);
        if (wr_length(wr_widen(way)) > 1e-3)
            try_ray(&c, a, way, i % 3 ? INFINITY : terrain_between(&random, 0, 20), surfaces);
        try_heights(&c, a, surfaces);
        try_nearest(&c, a);
    }
    *(unsigned *)user += c.hits;
}

static void every_query_agrees_with_brute_force(void **state)
{
    (void)state;
    unsigned hits = 0;
    terrain_each(ask, &hits);
    assert_true(hits > 3000);
}

/* ---- Exact cases ---------------------------------------------------------------------------
 */

/* A flat floor of 4 by 4 cells at height 0, in which every face is found by its own rule. */
struct floor_of {
    struct wr_arena *arena;
    struct wr_context *context;
    struct wr_walkmesh *mesh;
};

static struct floor_of floor_start(void)
{
    struct floor_of floor = {.arena = wr_arena_create(),
                             .context = wr_context_create(NULL, NULL)};
    floor.mesh = terrain_finish(floor.context, floor.arena, mesh_grid(floor.arena, 4, 4));
    return floor;
}

static void floor_end(struct floor_of *floor)
{
    wr_arena_destroy(floor->arena);
    wr_context_destroy(floor->context);
}

/* The lowest face of the grid that holds a point whose coordinates are multiples of 1/4. */
static uint32_t lowest_face(const struct wr_walkmesh *mesh, float x, float y)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        bool holds = true;
        for (uint32_t k = 0; k < 3; k++) {
            wr_vec3 a = mesh->vertices[mesh->faces[f].v[k]];
            wr_vec3 b = mesh->vertices[mesh->faces[f].v[(k + 1) % 3]];
            holds = holds && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
        }
        if (holds)
            return f;
    }
    return UINT32_MAX;
}

static void a_shared_edge_belongs_to_the_lowest_face(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    for (float x = -0.25f; x <= 4.25f; x += 0.25f)
        for (float y = -0.25f; y <= 4.25f; y += 0.25f) {
            uint32_t face = lowest_face(floor.mesh, x, y);
            wr_hit hit = {.face = UINT32_MAX};
            wr_walkmesh_face_at(floor.mesh, wr_vec3_of(x, y, 3), WR_ALL_SURFACES, &hit);
            assert_int_equal(hit.face, face);
            hit.face = UINT32_MAX;
            wr_walkmesh_ray(floor.mesh, wr_vec3_of(x, y, 3), wr_vec3_of(0, 0, -7), 3,
                            WR_ALL_SURFACES, &hit);
            assert_int_equal(hit.face, face);
            hit.face = UINT32_MAX;
            wr_walkmesh_nearest(floor.mesh, wr_vec3_of(x, y, 3), 3, &hit);
            assert_int_equal(hit.face, face);
        }
    floor_end(&floor);
}

/* Where the height on an edge lies halfway between two floats, any error would show: each face
 * must find the same, and the lower one win. */
static void both_faces_of_an_edge_agree_about_its_height(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    wr_random random = wr_random_of(terrain_seed(), 4);
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 4, 2);
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->faces[1] = (wr_face){{1, 0, 3}};
    mesh->materials[0] = mesh->materials[1] = STONE;
    for (int round = 0; round < 5000; round++) {
        wr_vec3 middle = {terrain_between(&random, 2, 3), terrain_between(&random, 2, 3), 0};
        wr_vec3 half = {(float)(1 + wr_random_below(&random, 1000)) / 1024,
                        (float)(1 + wr_random_below(&random, 1000)) / 1024, 0};
        mesh->vertices[0] = wr_vec3_of(middle.x - half.x, middle.y - half.y, 1);
        mesh->vertices[1] = wr_vec3_of(middle.x + half.x, middle.y + half.y, nextafterf(1, 2));
        mesh->vertices[2] = wr_vec3_of(middle.x - terrain_between(&random, 1, 2),
                                       middle.y + terrain_between(&random, 1, 2), 1);
        mesh->vertices[3] = wr_vec3_of(middle.x + terrain_between(&random, 1, 2),
                                       middle.y - terrain_between(&random, 1, 2), 1);
        wr_hit hit;
        if (wr_walkmesh_face_at(mesh, middle, WR_ALL_SURFACES, &hit))
            assert_int_equal(hit.face, 0);
    }
    wr_arena_destroy(arena);
}

static void a_ray_in_a_flat_floor_meets_nothing(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    for (uint32_t i = 0; i < floor.mesh->node_count; i++) /* boxes without thickness */
        floor.mesh->nodes[i].box.min.z = floor.mesh->nodes[i].box.max.z = 0;
    const wr_vec3 ways[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 1, 0}, {1, 0.5f, 0}};
    wr_hit hit;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_false(wr_walkmesh_ray(floor.mesh, wr_vec3_of(0, 1, 0), ways[i], 100,
                                     WR_ALL_SURFACES, &hit));
        assert_false(wr_walkmesh_ray(floor.mesh, wr_vec3_of(1.5f, 1.25f, 0), ways[i], 100,
                                     WR_ALL_SURFACES, &hit));
    }
    /* and one that comes down on a vertex through the corners of eight boxes does */
    assert_true(wr_walkmesh_ray(floor.mesh, wr_vec3_of(2, 2, 5), wr_vec3_of(0, 0, -1), 5,
                                WR_ALL_SURFACES, &hit));
    assert_true(hit.distance == 5 && hit.point.z == 0);
    assert_true(wr_walkmesh_ray(floor.mesh, wr_vec3_of(2, 2, 0), wr_vec3_of(0, 0, -1), 0,
                                WR_ALL_SURFACES, &hit));
    assert_true(hit.distance == 0);
    floor_end(&floor);
}

/* Rays at every vertex and edge middle of a bent floor without holes: none slips through. */
static void no_ray_slips_through_between_two_faces(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    wr_random random = wr_random_of(terrain_seed(), 9);
    struct wr_walkmesh *mesh = floor.mesh;
    for (int round = 0; round < 200; round++) {
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->vertices[v].z = terrain_between(&random, -0.2, 0.2);
        assert_int_equal(
            wr_walkmesh_derive(floor.context, floor.arena, mesh, NULL, WR_NOWHERE, NULL),
            WR_OK);
        wr_vec3 from = {terrain_between(&random, 0, 4), terrain_between(&random, 0, 4), 9};
        for (uint32_t edge = 0; edge < 3 * mesh->face_count; edge++) {
            wr_vec3 a = mesh->vertices[wr_edge_start(mesh, edge)];
            wr_vec3 b = mesh->vertices[wr_edge_end(mesh, edge)];
            bool inner = mesh->adjacency[edge / 3][edge % 3] >= 0;
            float part = terrain_between(&random, 0.1, 0.9);
            wr_vec3 way = {a.x + part * (b.x - a.x) - from.x, a.y + part * (b.y - a.y) - from.y,
                           a.z + part * (b.z - a.z) - from.z};
            wr_hit hit;
            assert_true(!inner || wr_walkmesh_ray(mesh, from, way, 100, WR_ALL_SURFACES, &hit));
            bool corner = a.x > 0 && a.x < 4 && a.y > 0 && a.y < 4;
            way = wr_vec3_of(a.x - from.x, a.y - from.y, a.z - from.z);
            assert_true(!corner ||
                        wr_walkmesh_ray(mesh, from, way, 100, WR_ALL_SURFACES, &hit));
        }
        wr_arena_reset(floor.arena);
        floor.mesh = mesh =
            terrain_finish(floor.context, floor.arena, mesh_grid(floor.arena, 4, 4));
    }
    floor_end(&floor);
}

static void only_upward_faces_have_a_height(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 9, 3);
    const wr_vec3 corners[9] = {{0, 0, 1}, {4, 0, 1}, {0, 4, 1},  /* a floor */
                                {0, 0, 3}, {0, 4, 3}, {4, 0, 3},  /* a ceiling */
                                {1, 1, 0}, {2, 1, 0}, {1, 1, 5}}; /* a wall */
    memcpy(mesh->vertices, corners, sizeof corners);
    for (uint32_t f = 0; f < 3; f++) {
        mesh->faces[f] = (wr_face){{3 * f, 3 * f + 1, 3 * f + 2}};
        mesh->materials[f] = STONE;
    }
    mesh->walkable_count = 3;
    wr_hit hit;
    float z;
    assert_true(wr_walkmesh_face_at(mesh, wr_vec3_of(1.5f, 1, 9), WR_ALL_SURFACES, &hit));
    assert_int_equal(hit.face, 0);
    assert_true(hit.point.z == 1 && hit.distance == 8);
    assert_true(wr_walkmesh_height_at(mesh, 1.5f, 1, INFINITY, WR_ALL_SURFACES, &z));
    assert_true(z == 1);
    assert_true(wr_walkmesh_height_at(mesh, 1.5f, 1, 1, WR_ALL_SURFACES, &z));
    assert_false(wr_walkmesh_height_at(mesh, 1.5f, 1, 0.999f, WR_ALL_SURFACES, &z));
    assert_false(wr_walkmesh_height_at(mesh, 1.5f, 1, 9, UINT64_C(1) << NONWALK, &z));
    /* rays meet both sides, and walls */
    assert_true(wr_walkmesh_ray(mesh, wr_vec3_of(0.5f, 0.5f, 2), wr_vec3_of(0, 0, 1), 9,
                                WR_ALL_SURFACES, &hit));
    assert_int_equal(hit.face, 1);
    assert_true(wr_walkmesh_ray(mesh, wr_vec3_of(1.25f, 9, 2), wr_vec3_of(0, -1, 0), 9,
                                WR_ALL_SURFACES, &hit));
    assert_int_equal(hit.face, 2);
    wr_arena_destroy(arena);
}

static void questions_that_are_no_numbers_find_nothing(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    const float wrong[] = {NAN, INFINITY, -INFINITY};
    wr_vec3 good = {1, 1, 1};
    wr_hit hit;
    float z;
    for (size_t i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++) {
            wr_vec3 bad = good;
            *(axis == 0 ? &bad.x : axis == 1 ? &bad.y : &bad.z) = wrong[i];
            assert_false(wr_walkmesh_ray(floor.mesh, bad, good, 9, WR_ALL_SURFACES, &hit));
            assert_false(wr_walkmesh_ray(floor.mesh, good, bad, 9, WR_ALL_SURFACES, &hit));
            assert_false(wr_walkmesh_face_at(floor.mesh, bad, WR_ALL_SURFACES, &hit));
            assert_false(wr_walkmesh_nearest(floor.mesh, bad, 9, &hit));
        }
    assert_false(wr_walkmesh_ray(floor.mesh, good, wr_vec3_of(0, 0, 0), 9, 1, &hit));
    assert_false(
        wr_walkmesh_ray(floor.mesh, good, wr_vec3_of(0, 0, -1), NAN, WR_ALL_SURFACES, &hit));
    assert_false(wr_walkmesh_nearest(floor.mesh, good, NAN, &hit));
    assert_false(wr_walkmesh_nearest(floor.mesh, good, 0.9f, &hit));
    assert_false(wr_walkmesh_height_at(floor.mesh, 1, 1, NAN, WR_ALL_SURFACES, &z));
    assert_false(wr_walkmesh_height_at(floor.mesh, NAN, 1, 9, WR_ALL_SURFACES, &z));
    floor_end(&floor);
}

/* ---- Trees that are none -------------------------------------------------------------------
 */

static void assert_still_answers(const struct wr_walkmesh *mesh)
{
    wr_hit hit;
    assert_true(wr_walkmesh_ray(mesh, wr_vec3_of(2.25f, 1.5f, 4), wr_vec3_of(0, 0, -1), 9,
                                WR_ALL_SURFACES, &hit));
    assert_true(hit.distance == 4);
    assert_true(wr_walkmesh_nearest(mesh, wr_vec3_of(2.25f, 1.5f, 4), 9, &hit));
    assert_true(hit.distance == 4);
}

static void a_tree_that_is_none_is_not_used(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    wr_tree_node *nodes = floor.mesh->nodes, root = nodes[0];
    const int32_t children[] = {-1, 0, 63, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
        nodes[0].right = children[i];
        assert_still_answers(floor.mesh);
        nodes[0].left = nodes[0].right;
        assert_still_answers(floor.mesh);
        nodes[0] = root;
    }
    for (uint32_t i = 0; i < floor.mesh->node_count; i++)
        if (nodes[i].face >= 0)
            nodes[i].face += 1000;
    assert_still_answers(floor.mesh);
    floor_end(&floor);
}

/* Every node has the next as one child: deeper than any stack. */
static void a_chain_of_nodes_is_not_used(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    enum { LONG = 100001 };
    wr_tree_node *nodes = WR_ZERO(floor.arena, wr_tree_node, LONG);
    wr_box box = floor.mesh->nodes[0].box;
    for (int32_t i = 0; i < LONG; i += 2) {
        nodes[i] = (wr_tree_node){.box = box, .face = -1, .left = i + 2, .right = i + 1};
        if (i + 1 < LONG)
            nodes[i + 1] = (wr_tree_node){.box = box, .face = 0, .left = -1, .right = -1};
    }
    nodes[LONG - 1].face = 0;
    floor.mesh->nodes = nodes;
    floor.mesh->node_count = LONG;
    assert_still_answers(floor.mesh);
    floor_end(&floor);
}

static void random_nodes_neither_crash_nor_hang(void **state)
{
    (void)state;
    struct floor_of floor = floor_start();
    wr_random random = wr_random_of(terrain_seed(), 3);
    for (int round = 0; round < 3000; round++) {
        wr_tree_node *node =
            &floor.mesh->nodes[wr_random_below(&random, floor.mesh->node_count)];
        uint32_t bits = wr_random_u32(&random);
        size_t word = 4 * wr_random_below(&random, sizeof *node / 4);
        bits = wr_random_below(&random, 2) ? bits : bits % 64;
        memcpy((char *)node + word, &bits, sizeof bits);
        wr_hit hit;
        wr_vec3 at = {terrain_between(&random, 0, 4), terrain_between(&random, 0, 4), 1};
        if (wr_walkmesh_ray(floor.mesh, at, random_way(&random), 99, WR_ALL_SURFACES, &hit))
            assert_true(hit.face < floor.mesh->face_count);
        if (wr_walkmesh_nearest(floor.mesh, at, 99, &hit))
            assert_true(hit.face < floor.mesh->face_count);
    }
    floor_end(&floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_query_agrees_with_brute_force),
        cmocka_unit_test(a_shared_edge_belongs_to_the_lowest_face),
        cmocka_unit_test(both_faces_of_an_edge_agree_about_its_height),
        cmocka_unit_test(a_ray_in_a_flat_floor_meets_nothing),
        cmocka_unit_test(no_ray_slips_through_between_two_faces),
        cmocka_unit_test(only_upward_faces_have_a_height),
        cmocka_unit_test(questions_that_are_no_numbers_find_nothing),
        cmocka_unit_test(a_tree_that_is_none_is_not_used),
        cmocka_unit_test(a_chain_of_nodes_is_not_used),
        cmocka_unit_test(random_nodes_neither_crash_nor_hang),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
