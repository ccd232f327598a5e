/* Tilings: depths are those of a search through all faces, which leaves nothing out. */
#include "tests/support/sketches.h"
#include "tests/support/test.h"

#include "builder/layout/tiling.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

/* ---- Brute force ---- */

/* Corners beyond the first three come from cutting. */
struct cut {
    double x[9], y[9];
    int count;
};

struct placed_face {
    struct cut shape; /* counter-clockwise */
    double a, b, c;   /* z = a x + b y + c */
};

static wr_vec3 corner_at(const wr_placed_room *room, uint32_t vertex)
{
    return wr_motion_point(&room->motion, room->room->mesh->vertices[vertex]);
}

static bool face_at(const wr_placed_room *room, uint32_t face, struct placed_face *out)
{
    const uint32_t *v = room->room->mesh->faces[face].v;
    wr_vec3 p[3] = {corner_at(room, v[0]), corner_at(room, v[1]), corner_at(room, v[2])};
    wr_dvec3 n = wr_triangle_normal(p[0], p[1], p[2]);
    if (!(n.z > 1e-3 || n.z < -1e-3))
        return false;
    for (int i = 0; i < 3; i++) {
        int to = n.z > 0 ? i : 2 - i;
        out->shape.x[to] = p[i].x;
        out->shape.y[to] = p[i].y;
    }
    out->shape.count = 3;
    out->a = -n.x / n.z;
    out->b = -n.y / n.z;
    out->c = p[0].z - out->a * p[0].x - out->b * p[0].y;
    return true;
}

static double height(const struct placed_face *face, double x, double y)
{
    return face->a * x + face->b * y + face->c;
}

/* Cuts away what lies on the right of one side of another shape. */
static struct cut cut_by(const struct cut *in, const struct cut *by, int side)
{
    struct cut out = {.count = 0};
    int next = (side + 1) % by->count;
    double ax = by->x[side], ay = by->y[side], dx = by->x[next] - ax, dy = by->y[next] - ay;
    for (int i = 0; i < in->count; i++) {
        int j = (i + 1) % in->count;
        double p = dx * (in->y[i] - ay) - dy * (in->x[i] - ax);
        double q = dx * (in->y[j] - ay) - dy * (in->x[j] - ax);
        if (p >= 0) {
            out.x[out.count] = in->x[i];
            out.y[out.count++] = in->y[i];
        }
        if ((p > 0 && q < 0) || (p < 0 && q > 0)) {
            out.x[out.count] = in->x[i] + (in->x[j] - in->x[i]) * p / (p - q);
            out.y[out.count++] = in->y[i] + (in->y[j] - in->y[i]) * p / (p - q);
        }
    }
    return out;
}

/* The middle of a shape and its area. */
static double middle_of(const struct cut *cut, double *x, double *y)
{
    double area = 0;
    *x = *y = 0;
    for (int i = 1; i + 1 < cut->count; i++) {
        double part = (cut->x[i] - cut->x[0]) * (cut->y[i + 1] - cut->y[0]) -
                      (cut->y[i] - cut->y[0]) * (cut->x[i + 1] - cut->x[0]);
        area += part;
        *x += part * (cut->x[0] + cut->x[i] + cut->x[i + 1]) / 3;
        *y += part * (cut->y[0] + cut->y[i] + cut->y[i + 1]) / 3;
    }
    *x /= area;
    *y /= area;
    return area;
}

/* How far a place lies from the edges of a room's border that are on a storey with it. */
static double distance_inside(const wr_placed_room *room, double x, double y, double z)
{
    const struct wr_walkmesh *mesh = room->room->mesh;
    double nearest = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        wr_vec3 a = corner_at(room, wr_edge_start(mesh, mesh->edges[e].edge));
        wr_vec3 b = corner_at(room, wr_edge_end(mesh, mesh->edges[e].edge));
        double low = a.z < b.z ? a.z : b.z, high = a.z < b.z ? b.z : a.z;
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
        double along = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        double to_x = a.x + dx * along - x, to_y = a.y + dy * along - y;
        double distance = sqrt(to_x * to_x + to_y * to_y);
        if (low <= z + WR_HEADROOM && high >= z - WR_HEADROOM && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

/* How deep two faces lie in each other at the deepest corner of what they share, or in its
 * middle; below 0 where they share nothing. */
static double depth_of_faces(const wr_placed_room rooms[2], const struct placed_face faces[2])
{
    struct cut shared = faces[0].shape;
    double x, y, deepest = -1;
    for (int side = 0; side < 3 && shared.count; side++)
        shared = cut_by(&shared, &faces[1].shape, side);
    if (shared.count < 3 || !(middle_of(&shared, &x, &y) > WR_WELD_DISTANCE * WR_WELD_DISTANCE))
        return -1;
    double between = height(&faces[0], x, y) - height(&faces[1], x, y);
    if (between >= WR_HEADROOM || between <= -WR_HEADROOM)
        return -1;
    shared.x[shared.count] = x;
    shared.y[shared.count++] = y;
    for (int i = 0; i < shared.count; i++) {
        double depth = 0;
        for (int k = 0; k < 2; k++)
            depth += distance_inside(&rooms[k], shared.x[i], shared.y[i],
                                     height(&faces[k], shared.x[i], shared.y[i]));
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static double brute_depth(const wr_placed_room rooms[2])
{
    double deepest = -1;
    struct placed_face faces[2];
    for (uint32_t i = 0; i < rooms[0].room->mesh->walkable_count; i++)
        for (uint32_t j = 0; j < rooms[1].room->mesh->walkable_count; j++) {
            if (!face_at(&rooms[0], i, &faces[0]) || !face_at(&rooms[1], j, &faces[1]))
                continue;
            double depth = depth_of_faces(rooms, faces);
            deepest = depth > deepest ? depth : deepest;
        }
    return deepest;
}

/* ---- Two rooms ---- */

struct pair {
    struct sketched_scene scenes[2];
    struct wr_arena *arena;
    wr_placed_room rooms[2];
    struct wr_facets_table table;
    struct wr_tiling tilings[2];
};

/* Places two rooms near each other, `far` from the origin, at any turn. */
static void place_two(struct pair *pair, float far)
{
    for (int i = 0; i < 2; i++) {
        struct sketched_scene *s = &pair->scenes[i];
        const wr_room *room = draw_room(s);
        wr_placement placement = {{far + draw_step(s, 0.3f, 24), -far + draw_step(s, 0.3f, 24),
                                   draw_step(s, 0.5f, 8)},
                                  draw(s, 2) ? 90 * (float)draw(s, 4) : (float)draw(s, 360),
                                  draw(s, 2) == 0,
                                  false};
        assert_int_equal(wr_place_room(s->scene.context, room, room->id, placement, WR_NOWHERE,
                                       &pair->rooms[i]),
                         WR_OK);
        const struct wr_facets *facets = wr_facets_of(&pair->table, room->mesh);
        assert_non_null(facets);
        assert_true(
            wr_tiling_make(&pair->tilings[i], pair->arena, facets, &pair->rooms[i].motion));
    }
}

/* How often floors lay in each other, and deeper than was allowed. */
struct met {
    uint32_t all, shallow, deep;
};

static void compare_two(struct pair *pair, float far, struct met *met)
{
    static const double allowed[] = {0.1234, 0.5171, 1.0379, 3.0117}; /* off round depths */
    place_two(pair, far);
    double depth = brute_depth(pair->rooms);
    wr_overlap overlap = {.depth = -1};
    bool found = wr_tilings_meet(&pair->tilings[0], &pair->tilings[1], &overlap);
    if (depth < 0) { /* at most faces that nobody walks on */
        assert_true(!found || overlap.depth == 0);
        return;
    }
    assert_true(found);
    assert_true(overlap.depth > depth - 1e-6 && overlap.depth < depth + 1e-6);
    met->all++;
    for (int i = 0; i < 4; i++) {
        bool deep =
            wr_tilings_break(&pair->tilings[0], &pair->tilings[1], allowed[i], &overlap);
        assert_int_equal(deep, depth > allowed[i]);
        if (deep)
            assert_true(overlap.depth > allowed[i] && overlap.depth < depth + 1e-6);
        met->deep += deep;
        met->shallow += !deep;
    }
}

static void compare_many(float far, uint64_t seed)
{
    static struct pair pair;
    struct met met = {0};
    for (uint64_t last = seed + 12; seed < last; seed++) {
        pair = (struct pair){.arena = wr_arena_create()};
        sketched_start(&pair.scenes[0], seed, SKETCH_MIXED);
        sketched_start(&pair.scenes[1], seed, seed % 3 ? SKETCH_MIXED : SKETCH_THIN);
        (void)draw(&pair.scenes[1], 2); /* else both draw alike */
        for (int i = 0; i < 60; i++) {
            wr_arena_reset(pair.arena);
            wr_facets_start(&pair.table, pair.arena);
            compare_two(&pair, far, &met);
        }
        sketched_end(&pair.scenes[0]);
        sketched_end(&pair.scenes[1]);
        wr_arena_destroy(pair.arena);
    }
    print_message("%u lie in each other; %u times less than was allowed, %u times more\n",
                  met.all, met.shallow, met.deep);
    assert_true(met.all > 200 && met.shallow > 50 && met.deep > 200);
}

static void depths_are_those_of_all_faces(void **state)
{
    (void)state;
    compare_many(0, 1);
}

static void far_from_the_origin_they_are_so_too(void **state)
{
    (void)state;
    compare_many(1000, 101);
    compare_many(100000, 201);
}

/* ---- A place that only long faces tell ---- */

/* Two squares of 12 metres, whose middle lies 6 metres deep in both: in the first as a corner
 * of three long faces, in the second in a long face, of which all that both share lies below.
 */
static const wr_vec3 squares[2][8] = {{{-6, -6, 0},
                                       {6, -6, 0},
                                       {6, 6, 0},
                                       {-6, 6, 0},
                                       {0, 0, 0},
                                       {0, 6, 0},
                                       {-0.75f, -6, 0},
                                       {0.75f, -6, 0}},
                                      {{-6, -6, 0},
                                       {6, -6, 0},
                                       {6, 6, 0},
                                       {-6, 6, 0},
                                       {0, 0.1f, 0},
                                       {-0.5f, -2.9f, 0},
                                       {0.5f, -2.9f, 0}}};
static const wr_face square_faces[2][8] = {
    {{{4, 7, 5}}, {{4, 5, 6}}, {{4, 6, 7}}, {{5, 7, 1}}, {{5, 1, 2}}, {{5, 3, 0}}, {{5, 0, 6}}},
    {{{4, 5, 6}},
     {{0, 1, 6}},
     {{0, 6, 5}},
     {{0, 5, 3}},
     {{5, 4, 3}},
     {{4, 2, 3}},
     {{4, 6, 2}},
     {{6, 1, 2}}}};
static const uint32_t square_points[2] = {8, 7}, square_counts[2] = {7, 8};

static const struct wr_walkmesh *make_square(struct sketched_scene *s, int i)
{
    struct wr_arena *arena = s->scene.kit_arena;
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, square_points[i], square_counts[i]);
    memcpy(mesh->vertices, squares[i], square_points[i] * sizeof *mesh->vertices);
    memcpy(mesh->faces, square_faces[i], square_counts[i] * sizeof *mesh->faces);
    for (uint32_t f = 0; f < square_counts[i]; f++)
        mesh->materials[f] = SCENE_STONE;
    mesh->walkable_count = square_counts[i];
    assert_int_equal(wr_walkmesh_derive(s->scene.context, arena, mesh, NULL, WR_NOWHERE, NULL),
                     WR_OK);
    return mesh;
}

static void a_place_far_from_the_middle_of_what_faces_share_is_found(void **state)
{
    struct sketched_scene s;
    struct wr_facets_table table;
    struct wr_tiling tilings[2];
    wr_placed_room rooms[2];
    wr_room kit[2];
    struct wr_arena *arena = wr_arena_create();
    (void)state;
    sketched_start(&s, 1, SKETCH_MIXED);
    for (int turned = 0; turned < 2; turned++) { /* an axis lies between it and that middle */
        wr_overlap overlap;
        wr_motion motion = {.cosine = !turned, .sine = turned};
        motion.move = turned ? wr_vec3_of(-1.65f, 0, 0) : wr_vec3_of(0, 1.65f, 0);
        wr_facets_start(&table, arena);
        for (int i = 0; i < 2; i++) {
            kit[i] = (wr_room){.id = "square", .mesh = make_square(&s, i)};
            rooms[i] = (wr_placed_room){.room = &kit[i], .motion = motion};
            const struct wr_facets *facets = wr_facets_of(&table, kit[i].mesh);
            assert_non_null(facets);
            assert_true(wr_tiling_make(&tilings[i], arena, facets, &rooms[i].motion));
        }
        assert_near(brute_depth(rooms), 12, 1e-5);
        assert_true(wr_tilings_break(&tilings[0], &tilings[1], 11.9, &overlap));
        assert_true(wr_tilings_break(&tilings[1], &tilings[0], 11.9, &overlap));
        assert_true(wr_tilings_meet(&tilings[0], &tilings[1], &overlap));
        assert_near(overlap.depth, 12, 1e-5);
    }
    sketched_end(&s);
    wr_arena_destroy(arena);
}

/* ---- Before rooms are placed ---- */

/* Whether it is known of a face how deep it may lie in the floor, and no corner lies deeper. */
static bool is_bounded(const wr_placed_room *room, const struct wr_facet *facet)
{
    const uint32_t *v = room->room->mesh->faces[facet->face].v;
    for (int k = 0; k < 3; k++) {
        wr_vec3 p = corner_at(room, v[k]);
        assert_true(facet->most > distance_inside(room, p.x, p.y, p.z));
    }
    return facet->most < (double)INFINITY;
}

static void of_flat_floors_it_is_known_how_deep_faces_may_lie(void **state)
{
    struct sketched_scene s;
    struct wr_facets_table table;
    struct wr_arena *arena = wr_arena_create();
    uint32_t flat = 0;
    (void)state;
    sketched_start(&s, 1, SKETCH_MIXED);
    wr_facets_start(&table, arena);
    for (int i = 0; i < 40; i++) {
        const wr_room *room = draw_room(&s);
        const struct wr_facets *facets = wr_facets_of(&table, room->mesh);
        wr_placed_room placed = {.room = room, .motion = {.cosine = 1}};
        bool bounded = true;
        assert_non_null(facets);
        for (uint32_t f = 0; f < room->mesh->walkable_count; f++)
            bounded &= is_bounded(&placed, &facets->items[f]);
        if (facets->floor.max.z - facets->floor.min.z < 1) {
            assert_true(bounded);
            flat++;
        }
    }
    assert_true(flat > 4);
    sketched_end(&s);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_are_those_of_all_faces),
        cmocka_unit_test(far_from_the_origin_they_are_so_too),
        cmocka_unit_test(a_place_far_from_the_middle_of_what_faces_share_is_found),
        cmocka_unit_test(of_flat_floors_it_is_known_how_deep_faces_may_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
