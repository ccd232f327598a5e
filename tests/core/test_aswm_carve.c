/* Cutters taken out of made floors, against an oracle that knows points in polygons only. */
#include "tests/support/corpus.h"
#include "tests/support/cutters.h"
#include "tests/support/findings.h"
#include "tests/support/starved.h"

#include "core/aswm/area.h"
#include "core/aswm/judge.h"
#include "core/aswm/patch.h"
#include "core/base/bytes.h"
#include "core/base/tolerance.h"

enum { SEEDS = OFTEN(400, 60), SAMPLES = 400 };

struct carved {
    struct findings findings;
    struct made_floor floor;
    struct made_cutters made;
    struct wr_aswm before, after;
    uint32_t *faces;
};

static void cut(struct carved *carved, struct wr_aswm *out)
{
    static const struct wr_aswm_grid usual = {.tile_width = 9};
    struct wr_aswm_shift shift;
    assert_int_equal(wr_aswm_cut(carved->findings.context, carved->findings.arena,
                                 &carved->floor.soup, &usual, WR_NOWHERE, out, &shift),
                     WR_OK);
    carved->faces = shift.faces;
}

static void carved_start(struct carved *carved, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 4);
    findings_start(&carved->findings);
    floor_make(&carved->floor, &random);
    cut(carved, &carved->before);
    cut(carved, &carved->after);
    cutters_make(&carved->made, carved->findings.context, carved->findings.arena, &random,
                 carved->after.vertices, carved->floor.soup.vertex_count);
}

static enum wr_result carve(struct carved *carved)
{
    return wr_aswm_carve(carved->findings.context, carved->findings.arena, &carved->after,
                         &carved->made.cutters, &carved->faces, WR_NOWHERE);
}

static void carved_end(struct carved *carved)
{
    findings_end(&carved->findings);
}

/* ---- The oracle ----------------------------------------------------------------------------
 */

/* By counting the sides above a point: not the way of the cutters' own. */
static bool oracle_holds(const wr_aswm_cutter *cutter, double x, double y)
{
    bool inside = false;
    for (uint32_t i = 0, k = cutter->count - 1; i < cutter->count; k = i++) {
        wr_plan_point a = cutter->corners[i], b = cutter->corners[k];
        if ((a.x > x) != (b.x > x) && y < (b.y - a.y) * (x - a.x) / (b.x - a.x) + a.y)
            inside = !inside;
    }
    return inside;
}

static double oracle_distance(const wr_aswm_cutter *cutter, double x, double y)
{
    double least = INFINITY;
    for (uint32_t i = 0, k = cutter->count - 1; i < cutter->count; k = i++) {
        wr_plan_point a = cutter->corners[i], b = cutter->corners[k];
        double dx = b.x - a.x, dy = b.y - a.y, part = 0, square = dx * dx + dy * dy;
        if (square > 0)
            part = ((x - a.x) * dx + (y - a.y) * dy) / square;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        dx = a.x + part * dx - x;
        dy = a.y + part * dy - y;
        double distance = sqrt(dx * dx + dy * dy);
        least = distance < least ? distance : least;
    }
    return least;
}

/* How many triangles of a kind lie over a point, each shrunk or grown by `margin`. */
static uint32_t oracle_over(const struct wr_aswm *mesh, double x, double y, double margin,
                            bool walkable)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        double least = INFINITY, most = -INFINITY;
        if (wr_aswm_walkable(mesh, i) != walkable)
            continue;
        for (int k = 0; k < 3; k++) {
            wr_vec3 a = mesh->vertices[v[k]], b = mesh->vertices[v[(k + 1) % 3]];
            double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
            double depth = (dx * (y - a.y) - dy * (x - a.x)) / sqrt(dx * dx + dy * dy);
            least = depth < least ? depth : least;
            most = depth > most ? depth : most;
        }
        count += least > margin || most < -margin;
    }
    return count;
}

static double oracle_twice(wr_plan_point a, wr_plan_point b, wr_plan_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The area that two triangles, both counter-clockwise, have in common. */
static double oracle_common(const wr_plan_point one[3], const wr_plan_point other[3])
{
    wr_plan_point ring[16], cut_ring[16];
    uint32_t count = 3;
    for (int i = 0; i < 3; i++)
        ring[i] = one[i];
    for (int side = 0; side < 3; side++) {
        wr_plan_point a = other[side], b = other[(side + 1) % 3];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            wr_plan_point p = ring[i], q = ring[(i + 1) % count];
            double here = oracle_twice(a, b, p), there = oracle_twice(a, b, q);
            if (here >= 0)
                cut_ring[kept++] = p;
            if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
                double part = here / (here - there);
                cut_ring[kept++] =
                    (wr_plan_point){p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
            }
        }
        count = kept;
        for (uint32_t i = 0; i < count; i++)
            ring[i] = cut_ring[i];
    }
    double area = 0;
    for (uint32_t i = 1; i + 1 < count; i++)
        area += oracle_twice(ring[0], ring[i], ring[i + 1]);
    return area / 2;
}

static void corners_of(const struct wr_aswm *mesh, uint32_t triangle, wr_plan_point out[3])
{
    for (int i = 0; i < 3; i++) {
        wr_vec3 at = mesh->vertices[mesh->triangles[triangle].v[i]];
        out[i] = (wr_plan_point){(double)at.x, (double)at.y};
    }
    if (oracle_twice(out[0], out[1], out[2]) < 0) {
        wr_plan_point corner = out[1];
        out[1] = out[2];
        out[2] = corner;
    }
}

/* The area of a triangle in a cutter: of a fan around its first corner, where what turns right
 * counts below 0. */
static double oracle_area_in(const wr_plan_point triangle[3], const wr_aswm_cutter *cutter)
{
    double sum = 0, around = 0;
    for (uint32_t i = 1; i + 1 < cutter->count; i++) {
        wr_plan_point fan[3] = {cutter->corners[0], cutter->corners[i], cutter->corners[i + 1]};
        double twice = oracle_twice(fan[0], fan[1], fan[2]);
        around += twice;
        if (twice < 0) {
            fan[1] = cutter->corners[i + 1];
            fan[2] = cutter->corners[i];
        }
        sum += twice < 0 ? -oracle_common(triangle, fan) : oracle_common(triangle, fan);
    }
    return around < 0 ? -sum : sum;
}

static double area_of(const struct wr_aswm *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        wr_plan_point at[3];
        corners_of(mesh, i, at);
        sum += oracle_twice(at[0], at[1], at[2]) / 2;
    }
    return sum;
}

/* ---- Asked ---------------------------------------------------------------------------------
 */

/* Points too near a cutter's line are left out. */
static bool expects(const struct made_cutters *made, double x, double y, bool *cut_out)
{
    *cut_out = false;
    for (uint32_t i = 0; i < made->cutters.count; i++) {
        if (oracle_distance(&made->items[i], x, y) < 3 * WR_CARVE_DISTANCE)
            return false;
        *cut_out |= oracle_holds(&made->items[i], x, y);
    }
    return true;
}

static void one_walks_where_one_did_outside_of_all_cutters(void **state)
{
    (void)state;
    uint64_t asked = 0, cut_out = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct carved carved;
        wr_random random = wr_random_of(seed, 5);
        carved_start(&carved, seed);
        if (carve(&carved) != WR_OK) {
            assert_said(&carved.findings,
                        "0:0: error [cutter-all] the cutters leave no floor (make the cutters "
                        "smaller, or leave one out)\n");
            carved_end(&carved);
            continue;
        }
        double wide = 9.0 * carved.before.width, high = 9.0 * carved.before.height;
        for (int i = 0; i < SAMPLES; i++) {
            double x = wide * wr_random_unit(&random), y = high * wr_random_unit(&random);
            bool out;
            if (!expects(&carved.made, x, y, &out))
                continue;
            for (int walkable = 0; walkable < 2; walkable++) {
                uint32_t before = oracle_over(&carved.before, x, y, 3e-3, walkable);
                uint32_t sure = oracle_over(&carved.after, x, y, 3e-3, walkable);
                uint32_t maybe = oracle_over(&carved.after, x, y, -1e-3, walkable);
                if ((before > 0 && !out && maybe == 0) || (out && sure > 0) || sure > 1 ||
                    (before == 0 && sure > 0 &&
                     oracle_over(&carved.before, x, y, -1e-3, walkable) == 0))
                    fail_msg("seed %llu: at %f %f %u before, %u after, %s",
                             (unsigned long long)seed, x, y, before, sure,
                             out ? "in a cutter" : "outside");
                asked += before > 0;
                cut_out += before > 0 && out;
            }
        }
        carved_end(&carved);
    }
    assert_true(asked > 50 * SEEDS && cut_out > 5 * SEEDS);
}

static void a_cutter_takes_its_own_area_and_no_more(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct carved carved;
        carved_start(&carved, seed);
        carved.made.cutters.count = 1;
        double before = area_of(&carved.before), in = 0;
        for (uint32_t i = 0; i < carved.before.triangle_count; i++) {
            wr_plan_point at[3];
            corners_of(&carved.before, i, at);
            in += oracle_area_in(at, &carved.made.items[0]);
        }
        double after = carve(&carved) == WR_OK ? area_of(&carved.after) : 0;
        if (fabs(before - in - after) > 2e-2)
            fail_msg("seed %llu: %f square metres, %f of them cut out, %f left",
                     (unsigned long long)seed, before, in, after);
        carved_end(&carved);
    }
}

/* Behind an edge without a neighbour there is no floor: two triangles that touch are linked. */
static void ask_border(const struct carved *carved, uint64_t seed)
{
    const struct wr_aswm *mesh = &carved->after;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const wr_aswm_triangle *triangle = &mesh->triangles[i / 3];
        const wr_aswm_edge *edge = &mesh->edges[triangle->edge[i % 3]];
        if (triangle->link[i % 3] != WR_ASWM_NONE)
            continue;
        wr_vec3 a = mesh->vertices[edge->v[0]], b = mesh->vertices[edge->v[1]];
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length = sqrt(dx * dx + dy * dy);
        double x = ((double)a.x + b.x) / 2, y = ((double)a.y + b.y) / 2;
        double aside = 1e-3 / length;
        if (length < 0.1)
            continue;
        bool left = oracle_over(mesh, x - dy * aside, y + dx * aside, 0, true) +
                        oracle_over(mesh, x - dy * aside, y + dx * aside, 0, false) >
                    0;
        bool right = oracle_over(mesh, x + dy * aside, y - dx * aside, 0, true) +
                         oracle_over(mesh, x + dy * aside, y - dx * aside, 0, false) >
                     0;
        if (left && right)
            fail_msg("seed %llu: floor on both sides of a border at %f %f",
                     (unsigned long long)seed, x, y);
    }
}

static void what_is_left_hangs_together_and_is_judged_right(void **state)
{
    (void)state;
    struct wr_aswm_bake_options options = {0};
    unsigned baked = 0;
    for (uint64_t seed = 1; seed <= SEEDS / 4; seed++) {
        struct carved carved;
        struct wr_bytes bytes = {0};
        struct wr_aswm mesh;
        carved_start(&carved, seed);
        struct wr_context *context = carved.findings.context;
        if (carve(&carved) == WR_OK &&
            wr_aswm_bake(context, carved.findings.arena, &carved.after, &options, WR_NOWHERE) ==
                WR_OK) {
            ask_border(&carved, seed);
            wr_aswm_write(context, &carved.after, &bytes);
            struct wr_source source = {"made/aswm", bytes.data, bytes.size, true};
            assert_int_equal(wr_aswm_read(context, carved.findings.arena, &source, &mesh),
                             WR_OK);
            if (wr_aswm_judge(context, &mesh, &source) != WR_OK)
                fail_msg("seed %llu: %s", (unsigned long long)seed,
                         findings_said(&carved.findings));
            baked++;
        }
        wr_bytes_finish(&bytes);
        carved_end(&carved);
    }
    assert_true(baked > SEEDS / 8);
}

/* How high a triangle is by its longest side: 0 where it has no area. */
static double width_of(const wr_plan_point at[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        double x = at[(k + 1) % 3].x - at[k].x, y = at[(k + 1) % 3].y - at[k].y;
        longest = fmax(longest, x * x + y * y);
    }
    return oracle_twice(at[0], at[1], at[2]) / longest;
}

/* One can walk around it by triangles that are not much narrower than they must be. */
static void a_round_hole_is_left_between_wide_triangles(void **state)
{
    (void)state;
    enum { CORNERS = 8 };
    struct carved carved = {0};
    wr_plan_point ring[CORNERS];
    struct made_floor *floor = &carved.floor;
    findings_start(&carved.findings);
    floor->soup = (struct wr_aswm_soup){floor->vertices, floor->faces, floor->flags, 4, 0};
    for (uint32_t i = 0; i < 4; i++)
        floor->vertices[i] = wr_vec3_of(i % 2 ? 8.5f : 0.5f, i / 2 ? 8.5f : 0.5f, 0);
    floor_add(floor, 0, 1, 2, WR_ASWM_WALKABLE | WR_ASWM_STONE);
    floor_add(floor, 1, 3, 2, WR_ASWM_WALKABLE | WR_ASWM_STONE);
    for (uint32_t i = 0; i < CORNERS; i++) {
        double cosine, sine;
        wr_turn_of(360.0 * i / CORNERS, &cosine, &sine);
        ring[i] = (wr_plan_point){3 + 1.2 * cosine, 3 + 1.2 * sine};
    }
    cut(&carved, &carved.after);
    cutter_put(&carved.made, carved.findings.context, carved.findings.arena, ring, CORNERS);
    assert_int_equal(carve(&carved), WR_OK);
    for (uint32_t i = 0; i < carved.after.triangle_count; i++) {
        wr_plan_point at[3];
        corners_of(&carved.after, i, at);
        assert_true(width_of(at) > 0.05);
    }
    carved_end(&carved);
}

static void each_piece_is_of_the_face_it_was(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct carved carved;
        carved_start(&carved, seed);
        if (carve(&carved) == WR_OK)
            for (uint32_t i = 0; i < carved.after.triangle_count; i++)
                assert_int_equal(carved.after.triangles[i].flags,
                                 carved.floor.flags[carved.faces[i]]);
        carved_end(&carved);
    }
}

/* ---- Real floors ---------------------------------------------------------------------------
 */

/* A star over some vertex of a real floor takes its own area, of upright triangles and of three
 * on one edge too; what is left is baked and judged right where no tile is too full. */
static void carve_real(void *user, const struct wr_source *source)
{
    enum { EACH = 4 };
    unsigned *judged = user;
    wr_random random = wr_random_of(source->size, 6);
    for (int i = 0; i < EACH; i++) {
        struct findings f;
        struct wr_aswm_area area;
        struct made_cutters made = {0};
        struct wr_bytes bytes = {0};
        wr_plan_point corners[CUTTER_CORNERS + 4] = {{0}};
        double before, in = 0;
        findings_start(&f);
        assert_int_equal(wr_aswm_area_read(f.context, f.arena, source, &area), WR_OK);
        struct wr_aswm *mesh = &area.mesh;
        wr_vec3 at = mesh->vertices[wr_random_below(&random, mesh->vertex_count)];
        uint32_t count = cutter_star(&random, (wr_plan_point){(double)at.x, (double)at.y},
                                     1 + 8 * wr_random_unit(&random), i % 2 ? 1 : 0.6, corners);
        cutter_put(&made, f.context, f.arena, corners, count);
        before = area_of(mesh);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            wr_plan_point triangle[3];
            corners_of(mesh, t, triangle);
            in += oracle_area_in(triangle, &made.items[0]);
        }
        if (wr_aswm_carve(f.context, f.arena, mesh, &made.cutters, NULL, WR_NOWHERE) != WR_OK)
            fail_msg("%s, %d: %s", source->name, i, findings_said(&f));
        if (fabs(before - in - area_of(mesh)) > 2e-2)
            fail_msg("%s, %d: %f square metres, %f of them cut out, %f left", source->name, i,
                     before, in, area_of(mesh));
        if (wr_aswm_bake(f.context, f.arena, mesh, NULL, WR_NOWHERE) == WR_OK) {
            wr_aswm_write(f.context, mesh, &bytes);
            struct wr_source again = {"carved/aswm", bytes.data, bytes.size, true};
            assert_int_equal(wr_aswm_read(f.context, f.arena, &again, mesh), WR_OK);
            if (wr_aswm_judge(f.context, mesh, &again) != WR_OK)
                fail_msg("%s, %d: %s", source->name, i, findings_said(&f));
            ++*judged;
        }
        wr_bytes_finish(&bytes);
        findings_end(&f);
    }
}

static void real_floors_are_cut_as_made_ones(void **state)
{
    (void)state;
    unsigned judged = 0;
    corpus_all("nwn2", ".trx", carve_real, &judged);
    printf("%u baked and judged\n", judged);
    assert_true(judged > 100);
}

/* ---- Refused -------------------------------------------------------------------------------
 */

static enum wr_result make(struct findings *f, const wr_plan_point *corners, uint32_t count,
                           wr_aswm_cutter *out)
{
    return wr_aswm_cutter_make(f->context, f->arena, corners, count, "pit", WR_NOWHERE, out);
}

static void a_cutter_is_refused_by_its_name(void **state)
{
    (void)state;
    struct findings f;
    wr_aswm_cutter cutter;
    wr_plan_point many[WR_CUTTER_CORNERS_MOST + 1] = {{0}};
    const wr_plan_point two[] = {{1, 1}, {2, 1}, {2, 1.0001}, {1, 1.0002}};
    const wr_plan_point none[] = {{1, 1}, {2, NAN}, {2, 2}}, far[] = {{1, 1}, {2e5, 1}, {2, 2}};
    const wr_plan_point flat[] = {{1, 1}, {3, 3}, {2, 2}};
    findings_start(&f);
    assert_int_equal(make(&f, two, 0, &cutter), WR_INVALID);
    assert_int_equal(make(&f, two, 4, &cutter), WR_INVALID);
    assert_said(&f, "0:0: error [cutter-corners] cutter 'pit' has 0 corners (give it three "
                    "corners, or take it out)\n"
                    "0:0: error [cutter-corners] cutter 'pit' has 2 corners (give it three "
                    "corners, or take it out)\n");
    assert_int_equal(make(&f, many, WR_CUTTER_CORNERS_MOST + 1, &cutter), WR_LIMIT);
    assert_said(&f, "0:0: error [cutter-corners] cutter 'pit' has 4097 corners; 4096 are the "
                    "most\n");
    assert_int_equal(make(&f, none, 3, &cutter), WR_INVALID);
    assert_int_equal(make(&f, far, 3, &cutter), WR_INVALID);
    assert_said(&f, "0:0: error [cutter-number] corner 2 of cutter 'pit' is no number, or "
                    "farther than 131 km\n"
                    "0:0: error [cutter-number] corner 2 of cutter 'pit' is no number, or "
                    "farther than 131 km\n");
    assert_int_equal(make(&f, flat, 3, &cutter), WR_INVALID);
    assert_said(&f,
                "0:0: error [cutter-flat] all corners of cutter 'pit' lie on one line (move "
                "a corner aside, or take it out)\n");
    findings_end(&f);
}

/* As the game's compiler does it with one of its own. */
static void a_cutter_that_crosses_itself_is_told_of_and_cut_all_round(void **state)
{
    (void)state;
    struct findings f;
    wr_aswm_cutter cutter;
    const wr_plan_point knot[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    findings_start(&f);
    assert_int_equal(make(&f, knot, 4, &cutter), WR_OK);
    assert_said(&f, "0:0: warning [cutter-crossed] side 1 of cutter 'pit' crosses another of "
                    "its sides (all that it goes round is cut)\n");
    assert_true(wr_aswm_cutter_holds(&cutter, (wr_plan_point){3.5, 2}));
    assert_true(wr_aswm_cutter_holds(&cutter, (wr_plan_point){0.5, 2}));
    assert_false(wr_aswm_cutter_holds(&cutter, (wr_plan_point){2, 3}));
    findings_end(&f);
}

enum { STRIPES = 100 };

/* Stripes across each other, a hundred each way over one triangle. */
static void too_many_lines_in_a_triangle_are_refused(void **state)
{
    (void)state;
    static const wr_vec3 vertices[] = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}};
    static const wr_face face = {{0, 1, 2}};
    static const uint16_t flags = WR_ASWM_WALKABLE | WR_ASWM_STONE;
    static const struct wr_aswm_grid usual = {.tile_width = 9};
    struct wr_aswm_soup soup = {vertices, &face, &flags, 3, 1};
    struct wr_aswm_shift shift;
    struct wr_aswm mesh;
    struct findings f;
    wr_aswm_cutter items[2 * STRIPES];
    findings_start(&f);
    for (int i = 0; i < 2 * STRIPES; i++) {
        double a = 0.04 * (i / 2) + 0.1, b = a + 0.02;
        wr_plan_point wide[] = {{-1, a}, {9, a}, {9, b}, {-1, b}};
        for (int k = 0; k < 4 && i % 2; k++)
            wide[k] = (wr_plan_point){wide[k].y, wide[k].x};
        assert_int_equal(make(&f, wide, 4, &items[i]), WR_OK);
    }
    struct wr_aswm_cutters cutters = {items, 2 * STRIPES};
    assert_int_equal(wr_aswm_cut(f.context, f.arena, &soup, &usual, WR_NOWHERE, &mesh, &shift),
                     WR_OK);
    assert_int_equal(wr_aswm_carve(f.context, f.arena, &mesh, &cutters, NULL, WR_NOWHERE),
                     WR_LIMIT);
    assert_said(&f,
                "0:0: error [cutter-tangled] too many lines of cutters cross in triangle 0, "
                "or lie too close to be told apart (join cutters that lie over each "
                "other)\n");
    findings_end(&f);
}

/* Points so near to lines that rounding tells on which side of them they lie. */
static void a_line_is_drawn_once_more_where_it_is(void **state)
{
    (void)state;
    static const wr_patch_point corners[] = {
        {.at = {0, 0, 0}}, {.at = {8, 0, 0}}, {.at = {0, 8, 0}}};
    static const wr_dvec3 spots[] = {{0.9105, 2.951, 0},  {0.7378, 3.1062, 0},
                                     {0.7735, 3.0738, 0}, {1.3347, 2.5698, 0},
                                     {0.9297, 2.934, 0},  {1.3597, 2.5478, 0}};
    struct wr_arena *arena = wr_arena_create();
    struct wr_patch patch;
    uint32_t points[6];
    wr_patch_start(&patch, arena, corners, 2);
    for (int i = 0; i < 6; i++)
        points[i] = wr_patch_inside(&patch, spots[i]);
    wr_patch_line(&patch, points[3], 1);
    wr_patch_line(&patch, 2, points[5]);
    wr_patch_line(&patch, points[2], 1);
    wr_patch_line(&patch, 2, points[5]);
    assert_false(patch.tangled || patch.failed);
    wr_arena_destroy(arena);
}

/* ---- Memory --------------------------------------------------------------------------------
 */

static enum wr_result carve_starved(struct findings *findings, void *user)
{
    struct carved *carved = user;
    struct wr_arena *arena = wr_arena_create();
    struct wr_aswm mesh = carved->before;
    if (!arena)
        return wr_no_memory(findings->context);
    mesh.tiles =
        wr_arena_copy(arena, mesh.tiles, wr_aswm_tile_count(&mesh), sizeof *mesh.tiles);
    uint32_t *faces = wr_arena_copy(arena, carved->faces, mesh.triangle_count, sizeof *faces);
    enum wr_result result = mesh.tiles && faces ? WR_OK : wr_no_memory(findings->context);
    if (result == WR_OK)
        result = wr_aswm_carve(findings->context, arena, &mesh, &carved->made.cutters, &faces,
                               WR_NOWHERE);
    wr_arena_destroy(arena);
    return result;
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct carved carved;
    carved_start(&carved, 2);
    starve(carve_starved, &carved);
    carved_end(&carved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_walks_where_one_did_outside_of_all_cutters),
        cmocka_unit_test(a_cutter_takes_its_own_area_and_no_more),
        cmocka_unit_test(what_is_left_hangs_together_and_is_judged_right),
        cmocka_unit_test(a_round_hole_is_left_between_wide_triangles),
        cmocka_unit_test(each_piece_is_of_the_face_it_was),
        cmocka_unit_test(real_floors_are_cut_as_made_ones),
        cmocka_unit_test(a_cutter_is_refused_by_its_name),
        cmocka_unit_test(a_cutter_that_crosses_itself_is_told_of_and_cut_all_round),
        cmocka_unit_test(too_many_lines_in_a_triangle_are_refused),
        cmocka_unit_test(a_line_is_drawn_once_more_where_it_is),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
