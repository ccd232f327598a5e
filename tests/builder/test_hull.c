/* Hulls: a side of one of them tells what a search through all directions tells. */
#include "tests/support/sketches.h"
#include "tests/support/test.h"

#include "builder/layout/hull.h"

/* ---- Brute force ---- */

enum { DIRECTIONS = 3600, MOST_POINTS = 64 };
/* The best of those lies so near to the best of all: radians. */
static const double BETWEEN = 3.2 / DIRECTIONS;

struct points {
    double x[MOST_POINTS], y[MOST_POINTS];
    uint32_t count;
    double size; /* no two are farther apart */
};

/* The corners of walkable faces, mapped. */
static void list_points(const struct wr_walkmesh *mesh, const struct wr_plan_map *map,
                        struct points *out)
{
    *out = (struct points){.count = 0};
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int corner = 0; corner < 3 && out->count < MOST_POINTS; corner++) {
            wr_vec3 p = mesh->vertices[mesh->faces[f].v[corner]];
            double x = map->xx * p.x + map->xy * p.y + map->x;
            double y = map->yx * p.x + map->yy * p.y + map->y;
            bool listed = false;
            for (uint32_t i = 0; i < out->count; i++) {
                double far = fabs(out->x[i] - x) + fabs(out->y[i] - y);
                listed |= far == 0;
                out->size = far > out->size ? far : out->size;
            }
            out->x[out->count] = x;
            out->y[out->count] = y;
            out->count += !listed;
        }
    assert_true(out->count < MOST_POINTS);
}

static double reach(const struct points *points, double x, double y)
{
    double most = -INFINITY;
    for (uint32_t i = 0; i < points->count; i++) {
        double along = x * points->x[i] + y * points->y[i];
        most = along > most ? along : most;
    }
    return most;
}

/* The width of the narrowest strip in both, along any line; below 0 where they lie apart. */
static double narrowest(const struct points *a, const struct points *b)
{
    double least = INFINITY;
    for (int i = 0; i < DIRECTIONS; i++) {
        double x, y;
        wr_turn_of(360.0 * i / DIRECTIONS, &x, &y);
        double width = reach(a, x, y) + reach(b, -x, -y);
        least = width < least ? width : least;
    }
    return least;
}

/* ---- Two floors ---- */

static const struct wr_plan_map AS_IT_IS = {1, 0, 0, 1, 0, 0};

static struct wr_plan_map draw_map(struct sketched_scene *s)
{
    double x, y;
    wr_turn_of(draw(s, 2) ? 90 * draw(s, 4) : draw(s, 360), &x, &y);
    double side = draw(s, 2) ? 1 : -1;
    return (struct wr_plan_map){
        side * x, -y, side * y, x, draw_step(s, 0.3f, 60) - 9, draw_step(s, 0.3f, 60) - 9};
}

/* The other way round. */
static struct wr_plan_map back(const struct wr_plan_map *map)
{
    return (struct wr_plan_map){map->xx,
                                map->yx,
                                map->xy,
                                map->yy,
                                -map->xx * map->x - map->yx * map->y,
                                -map->xy * map->x - map->yy * map->y};
}

struct two {
    struct wr_hull hulls[2];
    struct wr_plan_map maps[2]; /* of the second from the first; and back */
    double narrowest, slack;
};

static void draw_two(struct sketched_scene *s, struct wr_arena *arena, struct two *out)
{
    struct points points[2];
    const struct wr_walkmesh *meshes[2] = {draw_room(s)->mesh, draw_room(s)->mesh};
    out->maps[0] = draw_map(s);
    out->maps[1] = back(&out->maps[0]);
    for (int i = 0; i < 2; i++) {
        assert_true(wr_hull_make(&out->hulls[i], arena, meshes[i]));
        list_points(meshes[i], i ? &out->maps[0] : &AS_IT_IS, &points[i]);
    }
    out->narrowest = narrowest(&points[0], &points[1]);
    out->slack = BETWEEN * (points[0].size + points[1].size + fabs(out->narrowest));
}

static bool are_beside(const struct two *two, double allowed)
{
    return wr_hull_beside(&two->hulls[0], &two->hulls[1], &two->maps[0], allowed) ||
           wr_hull_beside(&two->hulls[1], &two->hulls[0], &two->maps[1], allowed);
}

static void a_side_tells_what_all_directions_tell(void **state)
{
    (void)state;
    static const double allowed[] = {-0.5, -0.0001, 0.12, 1};
    static struct sketched_scene scene;
    uint32_t beside = 0, deep = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct wr_arena *arena = wr_arena_create();
        sketched_start(&scene, seed, SKETCH_MIXED);
        for (int i = 0; i < 60; i++) {
            struct two two;
            draw_two(&scene, arena, &two);
            for (int k = 0; k < 4; k++) {
                bool said = are_beside(&two, allowed[k]);
                if (said ? two.narrowest > allowed[k] + two.slack
                         : two.narrowest < allowed[k] - 1e-9)
                    fail_msg("seed %u, pair %d: a strip of %g, %g allowed, said %d",
                             (unsigned)seed, i, two.narrowest, allowed[k], said);
                beside += said;
                deep += !said;
            }
        }
        sketched_end(&scene);
        wr_arena_destroy(arena);
    }
    print_message("%u times beside each other, %u times not\n", beside, deep);
    assert_true(beside > 300 && deep > 300);
}

/* ---- Odd floors ---- */

/* A floor of some faces between the corners of a row or a square. */
static struct wr_walkmesh *odd_mesh(struct wr_arena *arena, const wr_vec3 *corners,
                                    uint32_t count)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, count, count / 3);
    assert_non_null(mesh);
    for (uint32_t i = 0; i < count; i++) {
        mesh->vertices[i] = corners[i];
        mesh->faces[i / 3].v[i % 3] = i;
    }
    mesh->walkable_count = count / 3;
    return mesh;
}

static void corners_on_one_spot_or_line_make_no_sides_of_their_own(void **state)
{
    (void)state;
    static const wr_vec3 square[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 5}, {2, 1, 0},
                                     {2, 2, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}};
    static const wr_vec3 row[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}};
    static const wr_vec3 spot[] = {{3, 3, 0}, {3, 3, 1}, {3, 3, 2}};
    struct wr_arena *arena = wr_arena_create();
    struct wr_hull hull;
    assert_true(wr_hull_make(&hull, arena, odd_mesh(arena, square, 9)));
    assert_int_equal(hull.count, 4);
    assert_true(hull.x == 1 && hull.y == 1);
    assert_true(wr_hull_make(&hull, arena, odd_mesh(arena, row, 3)));
    assert_int_equal(hull.count, 2);
    assert_true(wr_hull_make(&hull, arena, odd_mesh(arena, spot, 3)));
    assert_int_equal(hull.count, 0);
    assert_true(wr_hull_make(&hull, arena, odd_mesh(arena, spot, 0)));
    assert_int_equal(hull.count, 0);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_tells_what_all_directions_tell),
        cmocka_unit_test(corners_on_one_spot_or_line_make_no_sides_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
